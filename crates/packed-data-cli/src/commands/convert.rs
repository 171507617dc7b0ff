//! `packed convert`: between packed files, bare bytes, JSON and CBOR; to CSV, and with the feature `arrow` to columns.

use std::io::{self, Write};
use std::path::Path;

use packed_data::Limits;
use packed_data_file::{Compression, Content};
use packed_data_schema::{Codec, LayoutId, Schema, Value};
use serde_json::Value as Json;

use super::csv;
use crate::args::{Convert, From, To};
use crate::console::{Console, Progress};
use crate::error::{Failure, Outcome};
use crate::infer::{self, Inferred};
use crate::input::{Body, Input, name_of, read_schema};
use crate::json_input::{parse_cbor, parse_json, write_value};
use crate::key;
use crate::losses::Losses;
use crate::output::{refuse_same, write_file};
use crate::packing::Job;
use crate::source::{Source, cannot_read};
use crate::writing::{self, Heading};

pub(super) fn run(console: &mut Console<'_>, arguments: &Convert) -> Outcome {
    let Convert { input, output, to, from, schema, layout, compress, columns, strict, from_layout } = arguments;
    refuse_same(input, output)?;
    let to = match to {
        Some(to) => *to,
        None => target(output)?,
    };
    require_feature(to)?;
    if compress.is_some() && to != To::Packed {
        return Err(Failure::Usage("--compress: only the blocks of a packed file are compressed".into()));
    }
    if *columns && to != To::Packed {
        return Err(Failure::Usage("--columns: only the records of a packed file are stored by column".into()));
    }
    let schema = schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
    let mut bytes = Source::open(console, input)?;
    let name = name_of(input);
    let failed = |error: io::Error| cannot_read(input, &error);
    let from = match from {
        Some(from) => *from,
        None if bytes.has_magic().map_err(failed)? => From::Packed,
        None => source(input, schema.is_some()),
    };
    let mut losses = Losses::new(*strict);
    let input = match (from, schema) {
        (From::Packed, None) => Input::from_source(&name, bytes, None)?,
        (From::Packed, Some(_)) => {
            return Err(Failure::Usage(format!("{name} has a schema of its own: --schema is for other input")));
        }
        (From::Bare, Some(schema)) => match from_layout.or(*layout) {
            Some(layout) => Input::from_source(&name, bytes, Some((schema, layout)))?,
            None => return Err(Failure::Usage("bytes without a header need --layout NAME".into())),
        },
        (From::Bare, None) => {
            return Err(Failure::Usage("bytes without a header need --schema FILE and --layout NAME".into()));
        }
        (From::Csv | From::Parquet | From::Arrow, schema) => {
            return text(console, &name, bytes, from, schema, arguments, to, &mut losses);
        }
        (From::Json, schema) if !matches!(to, To::Json | To::Cbor) => {
            return text(console, &name, bytes, from, schema, arguments, to, &mut losses);
        }
        (From::Json, schema) => {
            let text = bytes.into_bytes().map_err(failed)?;
            let values = parse_json(console, &name, &text, None, &mut losses)?;
            losses.report(console, &name)?;
            return other(console, &name, values, schema, arguments, to, &mut losses);
        }
        (From::Cbor, schema) => {
            let values = parse_cbor(&name, &bytes.into_bytes().map_err(failed)?, &mut losses)?;
            losses.report(console, &name)?;
            return other(console, &name, values, schema, arguments, to, &mut losses);
        }
    };
    let layout = layout.unwrap_or(input.layout);
    packed(console, &input, output, to, layout, Blocks { compression: *compress, columns: *columns })
}

/// Endings of names, and what they mean for an output.
const ENDINGS: [(&str, To); 9] = [
    ("packed", To::Packed),
    ("json", To::Json),
    ("jsonl", To::Json),
    ("ndjson", To::Json),
    ("cbor", To::Cbor),
    ("csv", To::Csv),
    ("parquet", To::Parquet),
    ("arrow", To::Arrow),
    ("feather", To::Arrow),
];

/// Returns the form that the ending of a name says; `None` if it says none.
fn ending(path: &Path) -> Option<To> {
    let found = path.extension()?;
    ENDINGS.iter().find(|(known, _)| found.eq_ignore_ascii_case(known)).map(|(_, to)| *to)
}

/// Returns what the name of the output says. A name without an ending is that of a packed file.
fn target(output: &Path) -> Outcome<To> {
    let Some(found) = output.extension() else { return Ok(To::Packed) };
    ending(output).ok_or_else(|| {
        let [known @ .., (last, _)] = ENDINGS;
        let known: Vec<_> = known.iter().map(|(known, _)| format!(".{known}")).collect();
        let (name, found, known) = (name_of(output), found.display(), known.join(", "));
        Failure::Usage(format!("{name}: the ending .{found} is not known: expected {known} or .{last}, or --to FORM"))
    })
}

/// Refuses what this program was built without.
fn require_feature(to: To) -> Outcome {
    if matches!(to, To::Parquet | To::Arrow) && cfg!(not(feature = "arrow")) {
        return Err(Failure::without_feature());
    }
    Ok(())
}

/// Returns the form of rows that the ending of a name says.
pub(super) fn rows(input: &Path) -> Option<From> {
    match ending(input)? {
        To::Json => Some(From::Json),
        To::Csv => Some(From::Csv),
        To::Parquet => Some(From::Parquet),
        To::Arrow => Some(From::Arrow),
        _ => None,
    }
}

/// Returns what the name of the input says.
fn source(input: &Path, has_schema: bool) -> From {
    match ending(input) {
        Some(To::Cbor) => From::Cbor,
        _ => rows(input).unwrap_or(if has_schema { From::Bare } else { From::Packed }),
    }
}

/// How the blocks of a packed file are stored.
#[derive(Clone, Copy, Default)]
struct Blocks {
    compression: Option<Compression>,
    columns: bool,
}

/// Writes the values of a packed file, or of bare bytes.
fn packed(
    console: &mut Console<'_>,
    input: &Input,
    output: &Path,
    to: To,
    layout: LayoutId,
    blocks: Blocks,
) -> Outcome {
    let codec = input.codec()?;
    let body = input.body()?;
    require_whole(console, &body, input)?;
    input.note_unfinished(console);
    let mut progress = console.progress("converting", body.size());
    match to {
        To::Json => write_file(console, output, &mut |to| {
            each(&body, input, &codec, &mut progress, &mut |value, _| {
                value.write_json(to)?;
                Ok(to.write_all(b"\n")?)
            })
        }),
        To::Cbor => write_file(console, output, &mut |to| {
            each(&body, input, &codec, &mut progress, &mut |value, _| {
                let mut text = Vec::new();
                value.write_json(&mut text)?;
                let value: Json = serde_json::from_slice(&text).map_err(|error| input.failed(error))?;
                put_cbor(&input.name, &value, to)
            })
        }),
        To::Csv => write_file(console, output, &mut |to| {
            let csv = csv::Csv::new(&input.schema, input.content() == Content::Value);
            csv.header(to)?;
            each(&body, input, &codec, &mut progress, &mut |value, _| csv.value(&value, to))
        }),
        #[cfg(feature = "arrow")]
        To::Parquet | To::Arrow => {
            super::columns::write_input(console, input, &codec, &body, &mut progress, output, to)
        }
        // (It was refused before.)
        #[cfg(not(feature = "arrow"))]
        To::Parquet | To::Arrow => require_feature(to),
        To::Bare if input.content() == Content::Records => {
            Err(input.failed("records have no bare form: they would run into each other"))
        }
        To::Bare => {
            let into = input.schema.codec(layout).map_err(|error| input.failed(error))?;
            write_file(console, output, &mut |to| {
                each(&body, input, &codec, &mut progress, &mut |_, bytes| {
                    Ok(to.write_all(&converted(input, &codec, bytes, &into)?)?)
                })
            })
        }
        To::Packed => {
            let into = input.schema.codec(layout).map_err(|error| input.failed(error))?;
            let metadata = key::metadata(input, None);
            let (content, schema, metadata) = (input.content(), &input.schema, &metadata);
            let Blocks { compression, columns } = blocks;
            let heading = Heading { content, layout, schema, metadata, compression, columns, key: None };
            writing::write(console, output, &heading, &mut |_, put| {
                each(&body, input, &codec, &mut progress, &mut |_, bytes| put(&converted(input, &codec, bytes, &into)?))
            })
        }
    }
}

fn converted(input: &Input, codec: &Codec<'_>, bytes: &[u8], into: &Codec<'_>) -> Outcome<Vec<u8>> {
    codec.convert(bytes, into, &Limits::DEFAULT).map_err(|error| input.failed(error))
}

/// Calls `f` with each value and its bytes, up to the first error: so no output lacks a record.
pub(super) fn each(
    body: &Body<'_>,
    input: &Input,
    codec: &Codec<'_>,
    progress: &mut Progress,
    f: &mut dyn FnMut(Value<'_>, &[u8]) -> Outcome,
) -> Outcome {
    body.for_each_value(codec, 0..u64::MAX, &mut |found| {
        let (_, value) = found.map_err(|error| input.failed(error))?;
        progress.step(Body::size_of(value.as_bytes()));
        f(value, value.as_bytes())
    })
}

/// Refuses a file of records that is damaged, before anything is written.
fn require_whole(console: &Console<'_>, body: &Body<'_>, input: &Input) -> Outcome {
    if let Body::Records(blocks) = body
        && let Some(problem) = super::info::problems(console, blocks).first()
    {
        return Err(input.failed(format_args!("{problem}; `packed repair` saves what it can")));
    }
    Ok(())
}

/// Writes JSON as CBOR.
fn put_cbor(name: &str, value: &Json, to: &mut dyn Write) -> Outcome {
    ciborium::into_writer(value, to).map_err(|error| match error {
        ciborium::ser::Error::Io(error) => error.into(),
        ciborium::ser::Error::Value(error) => Failure::of_file(name, error),
    })
}

/// Packs an input of another form, and writes what was packed in the form that is wanted.
#[allow(clippy::too_many_arguments, reason = "the parts of one call")]
fn text(
    console: &mut Console<'_>,
    name: &str,
    source: Source,
    from: From,
    schema: Option<Schema>,
    arguments: &Convert,
    to: To,
    losses: &mut Losses,
) -> Outcome {
    let layout = arguments.layout.unwrap_or(LayoutId::Compact);
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("packed");
    let output = if to == To::Packed { &arguments.output } else { &path };
    let (compression, columns) = if to == To::Packed { (arguments.compress, arguments.columns) } else { (None, false) };
    let job = Job { schema, layout, compression, columns, ..Job::new(name, "records", output) };
    job.pack(console, source, from, None, losses)?;
    if to == To::Packed {
        return Ok(());
    }
    let input = Input::open_named(name, &path)?;
    packed(console, &input, &arguments.output, to, layout, Blocks::default())
}

/// Writes the values of JSON or CBOR.
fn other(
    console: &mut Console<'_>,
    name: &str,
    values: Vec<Json>,
    schema: Option<Schema>,
    arguments: &Convert,
    to: To,
    losses: &mut Losses,
) -> Outcome {
    let output = &arguments.output;
    let layout = arguments.layout.unwrap_or(LayoutId::Compact);
    match to {
        To::Json => {
            write_file(console, output, &mut |to| values.iter().try_for_each(|value| Ok(writeln!(to, "{value}")?)))
        }
        To::Cbor => {
            write_file(console, output, &mut |to| values.iter().try_for_each(|value| put_cbor(name, value, to)))
        }
        To::Packed | To::Bare | To::Csv | To::Parquet | To::Arrow => {
            let Inferred { schema, values, are_records } = match schema {
                None => infer::infer(values, "records", false)?,
                Some(schema) => {
                    let are_records = values.len() > 1;
                    Inferred { schema, values, are_records }
                }
            };
            let codec = schema.codec(layout).map_err(|error| Failure::of_file(name, error))?;
            if to == To::Bare {
                let [value] = &values[..] else {
                    return Err(Failure::of_file(name, "records have no bare form: they would run into each other"));
                };
                let bytes = write_value(&codec, value, None, name, losses)?;
                losses.report(console, name)?;
                return write_file(console, output, &mut |to| Ok(to.write_all(&bytes)?));
            }
            let content = if are_records { Content::Records } else { Content::Value };
            let (metadata, compression, columns) = (&[], arguments.compress, arguments.columns);
            let heading = Heading { content, layout, schema: &schema, metadata, compression, columns, key: None };
            let fill = &mut |console: &mut Console<'_>, put: writing::Put<'_>| {
                for (number, value) in values.iter().enumerate() {
                    let number = if are_records { Some(number) } else { None };
                    put(&write_value(&codec, value, number, name, losses)?)?;
                }
                losses.report(console, name)
            };
            if to == To::Packed {
                return writing::write(console, output, &heading, fill);
            }
            let folder = tempfile::tempdir()?;
            let path = folder.path().join("packed");
            writing::write(console, &path, &heading, fill)?;
            let input = Input::from_bytes(name, std::fs::read(&path)?, None)?;
            packed(console, &input, output, to, layout, Blocks::default())
        }
    }
}
