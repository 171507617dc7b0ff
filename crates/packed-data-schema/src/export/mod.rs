//! Schemas in the languages of other tools: what their exports share, names and errors.

mod cddl;
mod json_schema;
mod kaitai;
mod rust;
mod typescript;

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::plan::Unsupported;
use crate::schema::{Schema, Type, TypeIndex};
use crate::steps;

/// A type that another language cannot express.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExportError {
    of: String,
    why: String,
}

impl ExportError {
    fn new(schema: &Schema, index: TypeIndex, why: impl Into<String>) -> Self {
        Self { of: schema.name_of(index), why: why.into() }
    }

    /// Returns the name of the type.
    pub fn type_name(&self) -> &str {
        &self.of
    }
}

impl fmt::Display for ExportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the type {} cannot be exported: {}", self.of, self.why)
    }
}

impl core::error::Error for ExportError {}

impl From<Unsupported> for ExportError {
    fn from(error: Unsupported) -> Self {
        Self { of: error.type_name().into(), why: error.to_string() }
    }
}

/// Returns a name for each type: letters, digits and `separator`, in lower case, none of them twice, and none of them
/// the name of something else.
fn names(schema: &Schema, separator: char, reserved: &[&str]) -> Vec<String> {
    let mut taken: BTreeSet<String> = reserved.iter().map(|name| (*name).to_owned()).collect();
    let mut name = |index: usize| {
        let base = match &schema.types()[index] {
            Type::Struct(of) if !of.name.is_empty() => plain(&of.name, separator),
            Type::Enum(of) if !of.name.is_empty() => plain(&of.name, separator),
            Type::With { name, .. } if !name.is_empty() => plain(name, separator),
            Type::Struct(_) => "tuple".into(),
            Type::Enum(_) => "enum".into(),
            Type::With { .. } => "with".into(),
            Type::Scalar(scalar) => plain(scalar.name(), separator),
            Type::Text => "text".into(),
            Type::Cbor => "item".into(),
            Type::Unknown => "unknown".into(),
            Type::Sequence { .. } => "list".into(),
            Type::Sorted { element } if schema.entry(*element).is_some() => "map".into(),
            Type::Sorted { .. } => "set".into(),
            Type::Array { .. } => "array".into(),
        };
        let mut name = base.clone();
        let mut number = index;
        steps::count(1);
        while !taken.insert(name.clone()) {
            steps::count(1);
            name = format!("{base}{separator}{number}");
            number += schema.types().len();
        }
        name
    };
    (0..schema.types().len()).map(&mut name).collect()
}

/// Returns a name in lower case, of letters, digits and `separator`.
fn plain(name: &str, separator: char) -> String {
    let mut out = String::new();
    let mut was_lower = false;
    for char in name.chars().take(60) {
        if char.is_ascii_alphanumeric() {
            if char.is_ascii_uppercase() && was_lower {
                out.push(separator);
            }
            was_lower = !char.is_ascii_uppercase();
            out.push(char.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with(separator) {
            out.push(separator);
            was_lower = false;
        }
    }
    let out = out.trim_end_matches(separator);
    match out.chars().next() {
        Some(first) if first.is_ascii_alphabetic() => out.into(),
        _ => format!("t{separator}{out}").trim_end_matches(separator).into(),
    }
}
