//! `packed pack`: JSON, CSV and columns to a packed file.

use std::path::{Path, PathBuf};
use std::time::Duration;

use packed_data_schema::Schema;

use super::convert;
use crate::args::{From, Infer, Pack};
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{is_stdio, name_of, read_schema};
use crate::losses::Losses;
use crate::output::refuse_same;
use crate::packing::Job;
use crate::source::Source;

pub(super) fn run(console: &mut Console<'_>, arguments: &Pack) -> Outcome {
    let Pack { file, from, schema, layout, output, at, strict, records, document, metadata, .. } = arguments;
    let Pack { sample, wide, explain, follow, idle, compress, columns, .. } = arguments;
    let output = match output {
        Some(output) => output.clone(),
        None if is_stdio(file) => return Err(Failure::Usage("standard input needs --output FILE".into())),
        None => file.with_extension("packed"),
    };
    require_pointer(at.as_deref())?;
    refuse_same(file, &output)?;
    let schema = schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
    let (name, type_name) = (name_of(file), type_name(file, at.as_deref()));
    let job = Job {
        name: &name,
        type_name: &type_name,
        schema,
        layout: *layout,
        output: &output,
        metadata,
        records: *records,
        document: *document,
        sample: *sample,
        wide: *wide,
        explain: *explain,
        compression: *compress,
        columns: *columns,
    };
    let from = from.or_else(|| convert::rows(file)).unwrap_or(From::Json);
    let mut losses = Losses::new(*strict);
    let done = if *follow {
        if from != From::Json || is_stdio(file) || is_stdio(&output) {
            return Err(Failure::Usage("--follow is for a file with lines of JSON, and writes a file".into()));
        }
        let idle = idle.map(Duration::try_from_secs_f64).transpose();
        let idle = idle.map_err(|error| Failure::Usage(format!("--idle: {error}")))?;
        job.follow(console, file, idle, &mut losses)?
    } else {
        let source = Source::open(console, file)?;
        job.pack(console, source, from, at.as_deref(), &mut losses)?
    };
    if is_stdio(&output) {
        return Ok(());
    }
    console.line(&format!("{}: {}", name_of(&output), done.text(*layout)))
}

/// Returns the schema that is inferred of a document, or of lines of JSON.
pub(super) fn inferred(console: &mut Console<'_>, arguments: &Infer) -> Outcome<Schema> {
    let Infer { file, at, document } = arguments;
    require_pointer(at.as_deref())?;
    let (name, type_name) = (name_of(file), type_name(file, at.as_deref()));
    let job = Job { document: *document, ..Job::new(&name, &type_name, file) };
    let source = Source::open(console, file)?;
    job.inferred(console, source, at.as_deref())
}

/// Refuses what is no JSON Pointer.
fn require_pointer(at: Option<&str>) -> Outcome {
    match at.filter(|pointer| !pointer.is_empty() && !pointer.starts_with('/')) {
        Some(pointer) => {
            let text = format!("--at: expected a JSON Pointer, which begins with `/`, found {pointer:?}");
            Err(Failure::Usage(text))
        }
        None => Ok(()),
    }
}

/// Returns a name for the type of records: the last name of the pointer, or that of the file.
fn type_name(file: &Path, pointer: Option<&str>) -> String {
    let last = pointer.and_then(|pointer| pointer.rsplit('/').next()).filter(|name| !name.is_empty());
    let stem = || PathBuf::from(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = last.map(str::to_owned).or_else(stem).filter(|_| !is_stdio(file) || last.is_some());
    let letters: String =
        name.unwrap_or_default().chars().map(|next| if next.is_ascii_alphanumeric() { next } else { '_' }).collect();
    if letters.chars().any(|next| next.is_ascii_alphabetic()) { letters } else { "record".into() }
}
