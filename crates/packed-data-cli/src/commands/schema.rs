//! `packed schema` and `packed diff`: the schema of a file, and what a reader makes of files of another.

use std::path::Path;

use packed_data_schema::{Compatibility, CompatibilityRule, Effect, LayoutId};

use crate::args::{Diff, Infer};
use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::input::{name_of, read_schema, read_schema_and_layout};

pub(super) fn print(console: &mut Console<'_>, file: &Path) -> Outcome {
    let schema = read_schema(console, file)?;
    console.data(&mut |to| Ok(write!(to, "{schema}")?))
}

/// Prints the schema that `packed pack` infers.
pub(super) fn infer(console: &mut Console<'_>, arguments: &Infer) -> Outcome {
    let schema = super::pack::inferred(console, arguments)?;
    console.data(&mut |to| Ok(write!(to, "{schema}")?))
}

pub(super) fn diff(console: &mut Console<'_>, arguments: &Diff) -> Outcome {
    let Diff { a, b, layout, accepted, .. } = arguments;
    let (reader, reader_layout) = read_schema_and_layout(console, a)?;
    let (bytes, its_layout) = read_schema_and_layout(console, b)?;
    let layout = layout.or(its_layout).unwrap_or(LayoutId::Compact);
    let found = reader.can_read(&bytes, layout);
    let differences =
        accepted.iter().fold(found.clone(), |differences, (rule, path)| differences.accepting(*rule, path));
    for difference in &differences.differences {
        let (look, rule) = match difference.effect {
            Effect::Fine => (Look::Data, String::new()),
            _ => (Look::Wrong, format!(" ({})", difference.rule.id())),
        };
        console.put(look, &format!("{difference}{rule}"))?;
        console.line("")?;
    }
    if differences.more() > 0 {
        console.line(&format!("(and {} more)", differences.more()))?;
    }
    accepted.iter().try_for_each(|(rule, path)| check_needed(&found, *rule, path))?;
    let (a, b) = (name_of(a), name_of(b));
    if !differences.is_full() {
        return Err(Failure::Data(format!("{a} does not read all values of {b} in {layout}")));
    }
    let how = if differences.differences.is_empty() { "the same types" } else { "compatible" };
    console.line(&format!("{how}: {a} reads {b} in {layout}"))?;
    if differences.differences.is_empty() && reader_layout.and(its_layout).is_some() {
        console.report("the schemas were compared; `packed diff --values` compares the values of two files");
    }
    Ok(())
}

/// Fails if no difference is accepted by this rule and path.
fn check_needed(found: &Compatibility, rule: CompatibilityRule, path: &str) -> Outcome {
    if found.clone().accepting(rule, path) != *found {
        return Ok(());
    }
    let rule = rule.id();
    let others = if found.more() > 0 { " among those that the report has" } else { "" };
    let message = format!(
        "--accept {rule}@{path} accepts nothing: no difference{others} is narrowed or broken by this rule there"
    );
    Err(Failure::Usage(message))
}
