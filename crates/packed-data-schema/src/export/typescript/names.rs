//! Names of classes, and of the properties of fields.

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::form::Form;
use super::quoted;
use crate::schema::{Constructor, Field, Schema, StructKind, Type, TypeIndex};
use crate::steps;

/// Names that the modules use, and such that a reader takes for something else.
const TAKEN: [&str; 27] = [
    "Array",
    "BigInt",
    "Boolean",
    "DataView",
    "Date",
    "Error",
    "Function",
    "Infinity",
    "Iterable",
    "Json",
    "Map",
    "NaN",
    "Number",
    "Object",
    "Partial",
    "Pick",
    "Promise",
    "Proxy",
    "Readonly",
    "Record",
    "RegExp",
    "Set",
    "String",
    "Symbol",
    "Uint8Array",
    "Never",
    "Unknown",
];
/// Names of properties that all values have.
const MEMBERS: [&str; 5] = ["kind", "toJSON", "constructor", "prototype", "__proto__"];

/// The names of all types.
pub(super) struct Names {
    /// The class of a struct, or the union of an enum.
    types: BTreeMap<TypeIndex, String>,
    /// The class of each constructor.
    constructors: BTreeMap<TypeIndex, Vec<String>>,
}

impl Names {
    pub(super) fn new(schema: &Schema, forms: &[Form]) -> Self {
        let mut taken: BTreeMap<String, u32> = TAKEN.iter().map(|name| ((*name).to_owned(), 1)).collect();
        let mut names = Self { types: BTreeMap::new(), constructors: BTreeMap::new() };
        let is_named = |form: &Form| matches!(form, Form::Struct | Form::Enum | Form::Choice);
        // (Types first, so that the class of a constructor never takes the name of a type.)
        for (index, of) in schema.types().iter().enumerate().filter(|(index, _)| is_named(&forms[*index])) {
            let base = match of {
                Type::Struct(of) => match of.kind {
                    StructKind::Struct => pascal(&of.name),
                    StructKind::Tuple => "Tuple".into(),
                    StructKind::Entry => "Entry".into(),
                },
                Type::Enum(of) => pascal(&of.name),
                _ => continue,
            };
            names.types.insert(index as TypeIndex, unique(base, &mut taken));
        }
        for (index, of) in schema.types().iter().enumerate().filter(|(index, _)| forms[*index] == Form::Enum) {
            let (Type::Enum(of), index) = (of, index as TypeIndex) else { continue };
            let base = names.types[&index].clone();
            let name = |of: &Constructor| unique(format!("{base}{}", pascal(&of.name)), &mut taken);
            names.constructors.insert(index, of.constructors.iter().map(name).collect());
        }
        names
    }

    /// Returns the name of a struct or enum.
    pub(super) fn of(&self, of: TypeIndex) -> &str {
        &self.types[&of]
    }

    /// Returns the name of the class of a constructor.
    pub(super) fn constructor(&self, of: TypeIndex, tag: usize) -> &str {
        &self.constructors[&of][tag]
    }

    /// Returns the name of a type that has none in the schema.
    pub(super) fn alias(&self, of: TypeIndex) -> String {
        format!("Type_{of}")
    }
}

/// Returns a name that no other type has.
fn unique(base: String, taken: &mut BTreeMap<String, u32>) -> String {
    let mut name = base.clone();
    steps::count(1);
    // (The count of earlier types with that name, so that many of them take no longer than others.)
    while let Some(count) = taken.get_mut(&name) {
        steps::count(1);
        *count += 1;
        name = format!("{base}{}{count}", if base.ends_with(|last: char| last.is_ascii_digit()) { "_" } else { "" });
        if !taken.contains_key(&name) {
            break;
        }
        name.clone_from(&base);
    }
    taken.insert(name.clone(), 1);
    name
}

/// Returns a name of letters and digits that begins with a capital letter.
fn pascal(name: &str) -> String {
    let mut out = String::new();
    let mut is_first = true;
    for char in name.chars().take(60) {
        match char {
            _ if !char.is_ascii_alphanumeric() => is_first = true,
            _ if out.is_empty() && char.is_ascii_digit() => out.extend(['T', char]),
            _ if is_first => out.push(char.to_ascii_uppercase()),
            _ => out.push(char),
        }
        is_first &= !char.is_ascii_alphanumeric();
    }
    if out.is_empty() { "Type".into() } else { out }
}

/// Returns the property of each field: as it is written in a class, and its name. A field without a name is `_0`, `_1`
/// and so on: engines do not optimise accessors whose names are numbers (6 times as slow in V8).
pub(super) fn properties(fields: &[Field]) -> Vec<(String, String)> {
    let mut taken: BTreeSet<String> = BTreeSet::new();
    let mut property = |field: &Field| {
        steps::count_bytes(field.name.len());
        let mut name = if field.is_named() { field.name.clone() } else { format!("_{}", field.name) };
        while MEMBERS.contains(&name.as_str()) || name.starts_with('$') || !taken.insert(name.clone()) {
            name = format!("{}_", name.strip_prefix('$').unwrap_or(&name));
        }
        (key(&name), name)
    };
    fields.iter().map(&mut property).collect()
}

/// Returns the name of a property as it is written.
fn key(name: &str) -> String {
    let is_word = |char: char| char.is_ascii_alphanumeric() || char == '_';
    let is_plain = name.chars().all(is_word) && !name.starts_with(|first: char| first.is_ascii_digit());
    if is_plain && !name.is_empty() { name.into() } else { quoted(name) }
}
