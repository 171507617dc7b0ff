//! `packed concat`: the records of several files in one.

use packed_data::Limits;
use packed_data_file::Content;
use packed_data_schema::Codec;

use crate::args::Concat;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Body, Input, RecordFile, name_of};
use crate::key::{self, Key, Known};
use crate::output::refuse_same;
use crate::writing::{self, Heading, stored_as};

pub(super) fn run(console: &mut Console<'_>, arguments: &Concat) -> Outcome {
    let Concat { files, output, compress, columns } = arguments;
    files.iter().try_for_each(|file| refuse_same(file, output))?;
    let inputs = files.iter().map(|file| Input::open(console, file, &Bare::default()));
    let inputs = inputs.collect::<Outcome<Vec<_>>>()?;
    let parts = inputs.iter().map(|input| Part::new(&inputs[0], input)).collect::<Outcome<Vec<_>>>()?;
    let [Part { input: first, blocks, .. }, ..] = &parts[..] else { return Ok(()) };
    let key = match common_key(&parts) {
        Ok(path) => path.map(|path| Key::parse(path, &first.schema)).transpose()?,
        Err(differs) => {
            let remedy = format!("`packed index {} --key PATH` writes keys", name_of(output));
            console.report(&format!("{}: without keys: {differs}; {remedy}", name_of(output)));
            None
        }
    };
    let codec = first.codec()?;
    let reader = key.as_ref().map(|key| key.reader(&codec)).transpose()?;
    let (compression, is_by_column) = stored_as(blocks);
    let heading = Heading {
        content: Content::Records,
        layout: first.layout,
        schema: &first.schema,
        metadata: &key::metadata(first, key.as_ref()),
        compression: compress.or(compression),
        columns: *columns || is_by_column,
        key: reader.as_ref(),
    };
    writing::write(console, output, &heading, &mut |console, put| {
        let sizes = parts.iter().map(|part| Body::Records(part.blocks).size());
        let mut progress = console.progress("copying", sizes.fold(0, u64::saturating_add));
        for Part { input, blocks, codecs } in &parts {
            input.note_unfinished(console);
            Body::Records(blocks).for_each(0..u64::MAX, &mut |found| {
                let remedy = "`packed repair` saves what it can";
                let (number, bytes) = found.map_err(|error| input.failed(format_args!("{error}; {remedy}")))?;
                progress.step(Body::size_of(bytes));
                if let Some((from, into)) = codecs {
                    let done = from.convert(bytes, into, &Limits::DEFAULT);
                    return put(&done.map_err(|error| input.failed(format_args!("record {number}: {error}")))?);
                }
                // (A record is checked if its key is read; otherwise it is copied as it is.)
                if reader.is_some() {
                    let done = codec.validate(bytes, &Limits::DEFAULT);
                    done.map_err(|error| input.failed(format_args!("record {number}: {error}")))?;
                }
                put(bytes)
            })?;
        }
        Ok(())
    })
}

/// One of the files.
struct Part<'i> {
    input: &'i Input,
    blocks: &'i RecordFile,
    /// How its records become those of the first: in two layouts, or as they are if it has the same.
    codecs: Option<(Codec<'i>, Codec<'i>)>,
}

impl<'i> Part<'i> {
    fn new(first: &Input, input: &'i Input) -> Outcome<Self> {
        let Body::Records(blocks) = input.body()? else {
            return Err(input.failed("expected records, found one value"));
        };
        if !first.schema.can_read(&input.schema, first.layout).is_full() {
            let (a, b) = (&first.name, &input.name);
            let reason = format!("{a} does not read all values of {b} in {}: see `packed diff {a} {b}`", first.layout);
            return Err(Failure::Data(reason));
        }
        let mut codecs = None;
        if input.layout != first.layout {
            let into = input.schema.codec(first.layout).map_err(|error| input.failed(error))?;
            codecs = Some((input.codec()?, into));
        }
        Ok(Self { input, blocks, codecs })
    }
}

/// Returns the path to the keys, if all files have keys and the same path; otherwise says what differs. (A file without
/// records may have any.)
fn common_key<'i>(parts: &[Part<'i>]) -> Result<Option<&'i str>, String> {
    let parts = parts.iter().filter(|part| !part.blocks.is_empty());
    let mut known = parts.map(|part| (&part.input.name, Known::of(part.input, part.blocks)));
    let Some((a, of)) = known.next() else { return Ok(None) };
    if let Some((b, other)) = known.find(|(_, other)| *other != of) {
        return Err(format!("{a} has {of}, {b} has {other}"));
    }
    match of {
        Known::At(path) => Ok(Some(path)),
        Known::Nothing => Ok(None),
        Known::Somewhere => Err(format!("{a} has {of}")),
    }
}
