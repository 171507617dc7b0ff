//! `packed schema` and `packed diff`: the schema of a file, and what a reader makes of files of another.

use std::path::Path;

use packed_data_schema::{Effect, LayoutId};

use crate::args::Diff;
use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::input::{name_of, read_schema, read_schema_and_layout};

pub(super) fn print(console: &mut Console<'_>, file: &Path) -> Outcome {
    let schema = read_schema(console, file)?;
    console.data(&mut |to| Ok(write!(to, "{schema}")?))
}

pub(super) fn diff(console: &mut Console<'_>, arguments: &Diff) -> Outcome {
    let Diff { a, b, layout } = arguments;
    let (reader, _) = read_schema_and_layout(console, a)?;
    let (bytes, found) = read_schema_and_layout(console, b)?;
    let layout = layout.or(found).unwrap_or(LayoutId::Compact);
    let differences = reader.can_read(&bytes, layout);
    for difference in &differences.differences {
        let look = if difference.effect == Effect::Fine { Look::Data } else { Look::Wrong };
        console.put(look, &difference.to_string())?;
        console.line("")?;
    }
    if differences.more() > 0 {
        console.line(&format!("(and {} more)", differences.more()))?;
    }
    let (a, b) = (name_of(a), name_of(b));
    if !differences.is_full() {
        return Err(Failure::Data(format!("{a} does not read all values of {b} in {layout}")));
    }
    let how = if differences.differences.is_empty() { "the same types" } else { "compatible" };
    console.line(&format!("{how}: {a} reads {b} in {layout}"))
}
