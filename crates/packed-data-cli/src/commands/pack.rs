//! `packed pack`: JSON to a packed file.

use std::path::{Path, PathBuf};

use packed_data_file::Content;
use packed_data_schema::Schema;
use serde_json::Value as Json;

use crate::args::Pack;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::grouped::counted;
use crate::infer::{self, Inferred};
use crate::input::{is_stdio, name_of, read, read_schema};
use crate::json_input::{parse_json, write_value};
use crate::losses::Losses;
use crate::output::refuse_same;
use crate::writing::{self, Heading};
use crate::{document, input};

pub(super) fn run(console: &mut Console<'_>, arguments: &Pack) -> Outcome {
    let Pack { file, schema, layout, output, compress, columns, at, strict, records, document, metadata } = arguments;
    let output = match output {
        Some(output) => output.clone(),
        None if is_stdio(file) => return Err(Failure::Usage("standard input needs --output FILE".into())),
        None => file.with_extension("packed"),
    };
    if let Some(pointer) = at.as_deref().filter(|pointer| !pointer.is_empty() && !pointer.starts_with('/')) {
        return Err(Failure::Usage(format!("--at: expected a JSON Pointer, which begins with `/`, found {pointer:?}")));
    }
    refuse_same(file, &output)?;
    let schema = schema.as_deref().map(|schema| read_schema(console, schema)).transpose()?;
    let text = read(console, file)?;
    let name = name_of(file);
    let mut losses = Losses::new(*strict);
    let mut values = parse_json(console, &name, &text, at.as_deref(), &mut losses)?;
    if let Some(pointer) = at {
        values = values.into_iter().map(|value| part(value, pointer, &name)).collect::<Result<_, _>>()?;
    }
    let type_name = type_name(file, at.as_deref());
    let packed = plan(values, schema, *records, *document, &type_name)?;
    let content = if packed.are_records { Content::Records } else { Content::Value };
    let codec = packed.schema.codec(*layout).map_err(|error| Failure::Data(error.to_string()))?;
    let (layout, compression, columns) = (*layout, *compress, *columns);
    let heading = Heading { content, layout, schema: &packed.schema, metadata, compression, columns };
    let mut total = 0;
    writing::write(console, &output, &heading, &mut |console, put| {
        let mut progress = console.progress("packing", packed.values.len() as u64);
        for (number, value) in packed.values.iter().enumerate() {
            let number = if packed.are_records { Some(number) } else { None };
            let bytes = write_value(&codec, value, number, &name, &mut losses)?;
            total += bytes.len() as u64;
            put(&bytes)?;
            progress.step(1);
        }
        drop(progress);
        losses.report(console, &name)
    })?;
    if is_stdio(&output) {
        return Ok(());
    }
    let what = match packed.are_records {
        true => format!("{} of {}", counted(packed.values.len() as u64, "record"), packed.schema.name_of(0)),
        false => format!("one {}", packed.schema.name_of(0)),
    };
    console.line(&format!("{}: {what}, {} in {layout}", name_of(&output), counted(total, "byte")))
}

/// Decides what the values are packed as.
fn plan(values: Vec<Json>, schema: Option<Schema>, records: bool, document: bool, name: &str) -> Outcome<Inferred> {
    let Some(schema) = schema else {
        let inferred = infer::infer(values, name, document)?;
        if records && !inferred.are_records {
            let mut values = inferred.values;
            if let [Json::Object(list)] = &mut values[..]
                && let Some(Json::Array(elements)) = list.get_mut("Array")
            {
                let values = std::mem::take(elements);
                return Ok(Inferred { schema: inferred.schema, values, are_records: true });
            }
            return Err(Failure::Data("--records: expected a list, or lines of JSON, found one other value".into()));
        }
        return Ok(inferred);
    };
    let mut values = values;
    if document::is_document(&schema) {
        values = values.into_iter().map(document::tagged).collect();
    }
    match (&mut values[..], records) {
        ([Json::Array(elements)], true) => {
            let values = std::mem::take(elements);
            Ok(Inferred { schema, values, are_records: true })
        }
        ([_], false) => Ok(Inferred { schema, values, are_records: false }),
        _ => Ok(Inferred { schema, values, are_records: true }),
    }
}

/// Returns the part of a document at a JSON Pointer.
fn part(mut value: Json, pointer: &str, name: &str) -> Outcome<Json> {
    match value.pointer_mut(pointer) {
        Some(part) => Ok(part.take()),
        None => Err(Failure::Usage(format!("--at: {name} has nothing at {pointer:?}"))),
    }
}

/// Returns a name for the type of records: the last name of the pointer, or that of the file.
fn type_name(file: &Path, pointer: Option<&str>) -> String {
    let last = pointer.and_then(|pointer| pointer.rsplit('/').next()).filter(|name| !name.is_empty());
    let stem = || PathBuf::from(file).file_stem().map(|stem| stem.to_string_lossy().into_owned());
    let name = last.map(str::to_owned).or_else(stem).filter(|_| !input::is_stdio(file) || last.is_some());
    let letters: String =
        name.unwrap_or_default().chars().map(|next| if next.is_ascii_alphanumeric() { next } else { '_' }).collect();
    if letters.chars().any(|next| next.is_ascii_alphabetic()) { letters } else { "record".into() }
}
