//! `packed export`: the schema in the languages of other tools.

use std::path::Path;

use packed_data_schema::{LayoutId, Schema};
use serde_json::{Value as Json, json};

use crate::args::{Export, Language};
use crate::console::Console;
use crate::document;
use crate::error::{Failure, Outcome};
use crate::input::{is_stdio, name_of, read_schema_and_layout};

pub(super) fn run(console: &mut Console<'_>, Export { file, to, layout }: &Export) -> Outcome {
    if layout.is_some() && *to != Language::Typescript {
        return Err(Failure::Usage(
            "`--layout` is for `--to typescript`: other languages have one layout, or none".into(),
        ));
    }
    let (schema, found) = read_schema_and_layout(console, file)?;
    let text = match to {
        Language::Cddl => schema.to_cddl(),
        Language::Jsonschema => Ok(format!("{:#}\n", json_schema(&schema))),
        Language::Kaitai => schema.to_kaitai(&id_of(file)),
        Language::Rust => schema.to_rust(),
        Language::Typescript => schema.to_typescript(layout.or(found).unwrap_or(LayoutId::Compact)),
    };
    let text = text.map_err(|error| Failure::of_file(&name_of(file), error))?;
    if let (Language::Kaitai, Some(found)) = (to, found)
        && found != LayoutId::Compact
    {
        console.report(&format!("{} is in {found}; this describes bytes in Compact", name_of(file)));
    }
    console.data(&mut |to| Ok(to.write_all(text.as_bytes())?))
}

/// Returns the JSON Schema of the values as this command prints them: a document may be any JSON.
fn json_schema(schema: &Schema) -> Json {
    if document::is_document(schema) {
        return json!({"$schema": "https://json-schema.org/draft/2020-12/schema"});
    }
    schema.to_json_schema()
}

/// Returns the name of a file as an identifier of Kaitai Struct: a letter, then letters, digits and `_`, in lower case.
fn id_of(file: &Path) -> String {
    let stem = if is_stdio(file) { "".into() } else { file.file_stem().unwrap_or_default().to_string_lossy() };
    let lower = stem.to_lowercase();
    let id = lower.replace(|next: char| !next.is_ascii_alphanumeric(), "_");
    match id.trim_matches('_') {
        "" => "packed".into(),
        id if id.starts_with(|first: char| first.is_ascii_digit()) => format!("packed_{id}"),
        id => id.into(),
    }
}
