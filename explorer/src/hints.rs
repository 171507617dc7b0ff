//! Examples for the empty fields of the page, made of the names in the schema.

use packed_data_schema::filter::Condition;
use packed_data_schema::{Schema, Struct, Type, TypeIndex};

/// Forms of a comparison, the best first.
const FORMS: [&str; 4] = ["NAME < 5", "NAME = \"text\"", "NAME", "NAME = null"];

/// Returns a condition on values of a type, if it is a struct with a field that one may be on.
pub(crate) fn condition(schema: &Schema, of: TypeIndex) -> Option<String> {
    let of_struct = fields(schema, of)?;
    let texts = FORMS.iter().flat_map(|form| of_struct.fields.iter().map(|field| form.replace("NAME", &field.name)));
    texts.into_iter().find(|text| Condition::parse(text, schema, of).is_ok())
}

/// Returns a path from a value of a type, empty if it has no fields with names.
pub(crate) fn path(schema: &Schema, of: TypeIndex) -> String {
    let names = fields(schema, of).into_iter().flat_map(|of| &of.fields).map(|field| &field.name);
    let is_word = |name: &&String| {
        name.starts_with(|first: char| first.is_alphabetic() || first == '_')
            && name.chars().all(|each| each.is_alphanumeric() || each == '_')
    };
    names.into_iter().find(is_word).cloned().unwrap_or_default()
}

fn fields(schema: &Schema, of: TypeIndex) -> Option<&Struct> {
    match schema.get(schema.packed(of)) {
        Type::Struct(of) => Some(of),
        _ => None,
    }
}
