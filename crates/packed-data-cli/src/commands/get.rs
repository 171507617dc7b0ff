//! `packed get`: one part of a value.

use std::borrow::Cow;
use std::path::Path as FilePath;

use packed_data::Limits;
use packed_data_schema::path::{self, Path, PathError, Step};
use packed_data_schema::{Codec, LayoutId, Value};

use super::Printer;
use crate::args::Form;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Body, Input};

pub(super) fn run(
    console: &mut Console<'_>,
    file: &FilePath,
    text: &str,
    form: Form,
    validate: bool,
    bare: &Bare,
) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let steps = parse(text)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let (bytes, steps) = record(&input, &body, &steps)?;
    path::check(&input.schema, 0, steps).map_err(|error| nowhere(text, &error))?;
    let printer = Printer::new(&input.schema, input.layout, form)?;
    if !validate && input.layout == LayoutId::Indexed && !printer.converts() {
        let found = find_lazily(&codec, &bytes, steps, &input, text)?;
        return console.data(&mut |to| printer.print(found, to));
    }
    let value = codec.read(&bytes, &Limits::DEFAULT).map_err(|error| input.failed(error))?;
    printer.with_value(&codec, value, &mut |value| {
        let found = find(value, steps, &input, text)?;
        console.data(&mut |to| printer.print(found, to))
    })
}

/// Parses a path.
pub(super) fn parse(text: &str) -> Outcome<Vec<Step>> {
    Path::parse(text).map(|path| path.steps).map_err(|error| nowhere(text, &error))
}

fn nowhere(text: &str, error: &PathError) -> Failure {
    Failure::Usage(format!("the path {text:?}: {}", error.message))
}

/// Returns the bytes of the value that a path begins with, and the rest of the path: of a file of records `[12]`, or
/// `records[12]`, or `/12`.
pub(super) fn record<'b, 'p>(
    input: &Input,
    body: &Body<'b>,
    steps: &'p [Step],
) -> Outcome<(Cow<'b, [u8]>, &'p [Step])> {
    let blocks = match body {
        Body::Value(bytes) => return Ok((Cow::Borrowed(bytes), steps)),
        Body::Records(blocks) => blocks,
    };
    let wrong = || Failure::Usage(format!("{} has records: a path begins with a number, such as `[0]`", input.name));
    let (number, steps) = number(steps, blocks.len()).ok_or_else(wrong)?;
    Ok((blocks.get(number).map_err(|error| input.failed(error))?.into(), steps))
}

/// Returns the number of the record that a path begins with, and the rest of the path, in a file with this many.
pub(super) fn number(steps: &[Step], records: u64) -> Option<(u64, &[Step])> {
    let steps = match steps {
        [Step::Name(name), rest @ ..] if name == "records" => rest,
        steps => steps,
    };
    let (first, rest) = steps.split_first()?;
    let number = match first {
        Step::Element(number) => *number as u64,
        // (Before the first one there is none: the number after the last is an error that says how many there are.)
        Step::FromEnd(number) => records.checked_sub(*number as u64).unwrap_or(records),
        Step::Name(name) => name.parse().ok()?,
        Step::Field { .. } => return None,
    };
    Some((number, rest))
}

/// Returns the part at the end of a path.
fn find<'a>(value: Value<'a>, steps: &[Step], input: &Input, text: &str) -> Outcome<Value<'a>> {
    path::find(value, steps).map_err(|error| input.failed(format_args!("the path {text:?}: {}", error.message)))
}

/// Returns the part at the end of a path in a value that was not validated. Only that part is checked; and the whole
/// value if the path leads nowhere, since that may be what is wrong.
fn find_lazily<'a>(
    codec: &'a Codec<'a>,
    bytes: &'a [u8],
    steps: &[Step],
    input: &Input,
    text: &str,
) -> Outcome<Value<'a>> {
    let Ok(found) = path::find(codec.value(bytes), steps) else {
        return part(codec, bytes, steps, input, text);
    };
    found.check(&Limits::DEFAULT).map_err(|error| input.failed(format_args!("{text:?}: {error}")))?;
    Ok(found)
}

/// Reads the value that a path begins with, and returns it with the part at the end of the path.
pub(super) fn part<'a>(
    codec: &'a Codec<'a>,
    bytes: &'a [u8],
    steps: &[Step],
    input: &Input,
    text: &str,
) -> Outcome<Value<'a>> {
    path::check(codec.schema(), 0, steps).map_err(|error| nowhere(text, &error))?;
    let value = codec.read(bytes, &Limits::DEFAULT).map_err(|error| input.failed(error))?;
    find(value, steps, input, text)
}
