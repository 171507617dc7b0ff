//! `packed concat`: the records of several files in one.

use std::path::{Path, PathBuf};

use packed_data::Limits;
use packed_data_file::Content;
use packed_data_schema::Codec;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Input};
use crate::output::refuse_same;
use crate::writing::{self, Heading};

pub(super) fn run(console: &mut Console<'_>, files: &[PathBuf], output: &Path) -> Outcome {
    files.iter().try_for_each(|file| refuse_same(file, output))?;
    let inputs = files.iter().map(|file| Input::open(console, file, &Bare::default()));
    let inputs = inputs.collect::<Outcome<Vec<_>>>()?;
    let Some(first) = inputs.first() else { return Ok(()) };
    let codecs = inputs.iter().map(|input| converter(first, input)).collect::<Outcome<Vec<_>>>()?;
    let metadata: Vec<_> = first.header.iter().flat_map(|header| header.metadata.clone()).collect();
    let heading = Heading {
        content: Content::Records,
        layout: first.layout,
        schema: &first.schema,
        metadata: &metadata,
        compression: None,
        columns: false,
    };
    writing::write(console, output, &heading, &mut |console, put| {
        for (input, codecs) in inputs.iter().zip(&codecs) {
            input.note_unfinished(console);
            let body = input.body()?;
            let mut progress = console.progress("copying", body.len());
            body.for_each(0..u64::MAX, &mut |found| {
                progress.step(1);
                let remedy = "`packed repair` saves what it can";
                let (number, bytes) = found.map_err(|error| input.failed(format_args!("{error}; {remedy}")))?;
                let Some((from, into)) = codecs else { return put(bytes) };
                let done = from.convert(bytes, into, &Limits::DEFAULT);
                put(&done.map_err(|error| input.failed(format_args!("record {number}: {error}")))?)
            })?;
        }
        Ok(())
    })
}

/// Returns how the records of a file become those of the first: in two layouts, or as they are if it has the same.
fn converter<'i>(first: &Input, input: &'i Input) -> Outcome<Option<(Codec<'i>, Codec<'i>)>> {
    if input.content() != Content::Records {
        return Err(input.failed("expected records, found one value"));
    }
    if !first.schema.can_read(&input.schema, first.layout).is_full() {
        let (a, b) = (&first.name, &input.name);
        let reason = format!("{a} does not read all values of {b} in {}: see `packed diff {a} {b}`", first.layout);
        return Err(Failure::Data(reason));
    }
    if input.layout == first.layout {
        return Ok(None);
    }
    let into = input.schema.codec(first.layout).map_err(|error| input.failed(error))?;
    Ok(Some((input.codec()?, into)))
}
