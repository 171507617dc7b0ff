//! `packed schema` and `packed diff`.

use std::path::Path;

use packed_data_schema::{Effect, Layout, Schema};

use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::input::{Input, name_of, read, read_schema};

pub(super) fn print(console: &mut Console<'_>, file: &Path) -> Outcome {
    let schema = read_schema(console, file)?;
    Ok(write!(console.out, "{schema}")?)
}

pub(super) fn diff(console: &mut Console<'_>, a: &Path, b: &Path, layout: Option<Layout>) -> Outcome {
    let (reader, _) = schema_and_layout(console, a)?;
    let (bytes, found) = schema_and_layout(console, b)?;
    let layout = layout.or(found).unwrap_or(Layout::Compact);
    let differences = reader.can_read(&bytes, layout);
    for difference in &differences.differences {
        let look = if difference.effect == Effect::Fine { Look::Data } else { Look::Wrong };
        console.put(look, &difference.to_string())?;
        console.line("")?;
    }
    let (a, b) = (name_of(a), name_of(b));
    if !differences.is_full() {
        return Err(Failure::Data(format!("{a} does not read all values of {b} in {layout}")));
    }
    let how = if differences.differences.is_empty() { "the same types" } else { "compatible" };
    console.line(&format!("{how}: {a} reads {b} in {layout}"))
}

/// Reads a schema; of a file also its layout.
fn schema_and_layout(console: &mut Console<'_>, path: &Path) -> Outcome<(Schema, Option<Layout>)> {
    if path.as_os_str() != "-" {
        let bytes = read(console, path)?;
        if bytes.starts_with(b"\x8FPACKED") {
            let input = Input::from_bytes(&name_of(path), bytes, None)?;
            return Ok((input.schema, Some(input.layout)));
        }
    }
    Ok((read_schema(console, path)?, None))
}
