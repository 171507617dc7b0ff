//! JSON and CBOR as input: one document, or several in a row.

use packed_data::Limits;
use packed_data_schema::{Codec, Rounded, ScalarValue};
use serde_json::Value as Json;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::losses::{self, Losses};
use crate::source::without_mark;

/// Parses a JSON document, or lines of JSON, and notes what that loses in the part at a JSON Pointer.
pub(crate) fn parse_json(
    console: &Console<'_>,
    name: &str,
    text: &[u8],
    pointer: Option<&str>,
    losses: &mut Losses,
) -> Outcome<Vec<Json>> {
    let text = without_mark(name, text)?;
    let part: Vec<_> = pointer.map_or_else(Vec::new, |pointer| pointer.split('/').skip(1).map(unescaped).collect());
    let mut progress = console.progress("parsing", text.len() as u64);
    let mut documents = serde_json::Deserializer::from_slice(text).into_iter();
    let (mut values, mut done) = (Vec::new(), 0);
    // (Whether the first document is the only one is known when the second begins.)
    let mut first = None;
    while let Some(value) = documents.next() {
        values.push(value.map_err(|error| wrong_json(name, &error))?);
        let end = documents.byte_offset();
        let document = text.get(done..end).unwrap_or_default();
        match (values.len(), first.take()) {
            (1, _) => first = Some(document),
            (count, first) => {
                for (number, text) in first.map(|first| (0, first)).into_iter().chain([(count - 1, document)]) {
                    losses::scan(text, Some(number), &part, None, losses);
                }
            }
        }
        progress.step((end - done) as u64);
        done = end;
    }
    if let Some(only) = first {
        losses::scan(only, None, &part, None, losses);
    }
    if values.is_empty() {
        return Err(Failure::of_file(name, "the file is empty: expected a JSON document"));
    }
    Ok(values)
}

/// Returns a token of a JSON Pointer as the name that it means.
pub(crate) fn unescaped(token: &str) -> String {
    token.replace("~1", "/").replace("~0", "~")
}

/// Returns the failure to parse JSON. Some JSON is right, but more than is read.
fn wrong_json(name: &str, error: &serde_json::Error) -> Failure {
    let text = error.to_string();
    match text.split_once(" at line ") {
        Some(("recursion limit exceeded", place)) => {
            let text = format_args!("too deep: expected at most 127 nested levels, found more, at line {place}");
            Failure::of_file(name, text)
        }
        Some(("number out of range", place)) => {
            let text = format_args!("too large: expected a number in the range of f64, found another, at line {place}");
            Failure::of_file(name, text)
        }
        _ => Failure::of_file(name, format_args!("not JSON: {text}")),
    }
}

/// Notes a number that its type does not keep; `record` is the number of the record, if there are several.
pub(crate) fn note_rounded(losses: &mut Losses, record: Option<u64>, rounded: &Rounded<'_>) {
    losses.note(|| {
        let path = rounded.path();
        let path = match record {
            Some(number) if path.is_empty() => format!("[{number}]"),
            Some(number) => format!("[{number}] > {path}"),
            None => path,
        };
        match rounded.value() {
            ScalarValue::F32(value) => losses::rounded(rounded.number(), &value, &path),
            ScalarValue::F64(value) => losses::rounded(rounded.number(), &value, &path),
            value => losses::rounded(rounded.number(), &value, &path),
        }
    });
}

/// Packs a value of JSON, and notes what that loses; `number` is that of the record, if there are several.
pub(crate) fn write_value(
    codec: &Codec<'_>,
    value: &Json,
    number: Option<usize>,
    name: &str,
    losses: &mut Losses,
) -> Outcome<Vec<u8>> {
    let number = number.map(|number| number as u64);
    let mut note = |rounded: Rounded<'_>| note_rounded(losses, number, &rounded);
    let written = codec.write_noting(value, &Limits::DEFAULT, &mut note);
    written.map_err(|error| {
        let place = number.map_or_else(String::new, |number| format!("record {number}: "));
        Failure::of_file(name, format_args!("{place}{error}"))
    })
}

/// Parses an item of CBOR, or a sequence of items, with the names that JSON has, and notes what that loses.
pub(crate) fn parse_cbor(name: &str, mut bytes: &[u8], losses: &mut Losses) -> Outcome<Vec<Json>> {
    let whole = bytes.len();
    let mut items = Vec::new();
    while !bytes.is_empty() {
        let at = whole - bytes.len();
        let item = ciborium::from_reader(&mut bytes).map_err(|error| wrong_cbor(name, at, &error))?;
        items.push((at, item));
    }
    if items.is_empty() {
        return Err(Failure::of_file(name, "the file is empty: expected CBOR"));
    }
    let is_list = items.len() > 1;
    let each = items.into_iter().enumerate().map(|(number, (at, item))| {
        losses::scan_cbor(&item, if is_list { Some(number) } else { None }, losses);
        item.deserialized().map_err(|error| wrong_cbor(name, at, &error))
    });
    each.collect()
}

fn wrong_cbor(name: &str, at: usize, error: &dyn std::fmt::Display) -> Failure {
    Failure::of_file(name, format_args!("not CBOR with the names of JSON: at byte {at}: {error}"))
}
