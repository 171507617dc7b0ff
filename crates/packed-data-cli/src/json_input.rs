//! JSON and CBOR as input: one document, or several in a row.

use serde_json::Value as Json;

use crate::console::Console;
use crate::error::{Failure, Outcome};

/// Parses a JSON document, or lines of JSON.
pub(crate) fn parse_json(console: &Console<'_>, name: &str, text: &[u8]) -> Outcome<Vec<Json>> {
    let mut progress = console.progress("parsing", text.len() as u64);
    let mut documents = serde_json::Deserializer::from_slice(text).into_iter();
    let (mut values, mut done) = (Vec::new(), 0);
    while let Some(value) = documents.next() {
        values.push(value.map_err(|error| Failure::of_file(name, format_args!("not JSON: {error}")))?);
        let end = documents.byte_offset();
        progress.step((end - done) as u64);
        done = end;
    }
    if values.is_empty() {
        return Err(Failure::of_file(name, "the file is empty: expected a JSON document"));
    }
    Ok(values)
}

/// Parses an item of CBOR, or a sequence of items, with the names that JSON has.
pub(crate) fn parse_cbor(name: &str, mut bytes: &[u8]) -> Outcome<Vec<Json>> {
    let whole = bytes.len();
    let mut values = Vec::new();
    while !bytes.is_empty() {
        let at = whole - bytes.len();
        let value = ciborium::from_reader(&mut bytes);
        let wrong =
            |error| Failure::of_file(name, format_args!("not CBOR with the names of JSON: at byte {at}: {error}"));
        values.push(value.map_err(wrong)?);
    }
    if values.is_empty() {
        return Err(Failure::of_file(name, "the file is empty: expected CBOR"));
    }
    Ok(values)
}
