//! What a literal of a condition may be compared with: decided once for a path, by the schema.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use super::{Literal, Operator};
use crate::path::Ends;
use crate::schema::{Scalar, Schema, Type, TypeIndex};

/// How many names of constructors are printed.
const PRINTED: usize = 12;

/// What the values at the end of a path may be.
///
/// ```
/// use packed_data_schema::Schema;
/// use packed_data_schema::filter::Kinds;
/// use packed_data_schema::path::{self, Path};
///
/// let schema = Schema::of::<(String, Option<u32>)>();
/// let ends = path::check(&schema, 0, &Path::parse("[1]")?.steps)?;
/// assert!(Kinds::of(&schema, &ends).has_numbers());
/// # Ok::<(), packed_data_schema::path::PathError>(())
/// ```
#[derive(Debug, Default)]
pub struct Kinds<'s> {
    may_be_null: bool,
    pub(super) may_be_bool: bool,
    may_be_number: bool,
    /// Any text.
    may_be_text: bool,
    may_be_char: bool,
    may_be_time: bool,
    /// The names of constructors without fields, which are texts.
    names: Vec<&'s str>,
    /// The names of constructors with fields, which are compared with nothing.
    with_fields: Vec<&'s str>,
    /// The types of the elements of lists, and of the values of maps.
    pub(super) elements: Vec<TypeIndex>,
    /// The types of the elements of lists, and of the keys of maps.
    keys: Vec<TypeIndex>,
}

impl<'s> Kinds<'s> {
    /// Returns the kinds of what a path leads to. Optional values and newtypes are what they contain.
    pub fn of(schema: &'s Schema, ends: &Ends) -> Self {
        let mut kinds = Self { may_be_null: ends.may_be_absent, ..Self::default() };
        let (mut open, mut seen) = (ends.types.clone(), vec![false; schema.types().len()]);
        while let Some(of) = open.pop() {
            let of = schema.packed(of);
            if core::mem::replace(&mut seen[of as usize], true) {
                continue;
            }
            match schema.get(of) {
                Type::Text => kinds.may_be_text = true,
                Type::Scalar(scalar) => kinds.add_scalar(*scalar),
                Type::Struct(of) => match &of.fields[..] {
                    [] => kinds.may_be_null = true,
                    [only] if !only.is_named() => open.push(only.of),
                    _ => {}
                },
                Type::Enum(of) => {
                    for constructor in &of.constructors {
                        match &constructor.fields[..] {
                            [] if of.is_optional => kinds.may_be_null = true,
                            // (The null of a JSON document.)
                            [] if of.name == "Json" && constructor.name == "Null" => kinds.may_be_null = true,
                            [] => kinds.names.push(&constructor.name),
                            [only] if !only.is_named() => open.push(only.of),
                            _ => kinds.with_fields.push(&constructor.name),
                        }
                    }
                }
                Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => {
                    let (key, value) = schema.entry(*element).unwrap_or((*element, *element));
                    kinds.keys.push(key);
                    kinds.elements.push(value);
                }
                _ => {}
            }
        }
        for types in [&mut kinds.elements, &mut kinds.keys] {
            types.sort_unstable();
            types.dedup();
        }
        kinds
    }

    /// Returns whether a value may be a number.
    pub fn has_numbers(&self) -> bool {
        self.may_be_number
    }

    /// Returns whether a value may be a number, a truth value, a time, a text, or the name of a constructor.
    pub fn has_order(&self) -> bool {
        self.may_be_number || self.may_be_bool || self.may_be_time || self.may_have_text()
    }

    /// Returns whether a value may be a text, a character, or the name of a constructor.
    fn may_have_text(&self) -> bool {
        self.may_be_text || self.may_be_char || !self.names.is_empty()
    }

    /// Says why no value of these kinds contains a literal. `None` if one may.
    pub(super) fn contains_problem(&self, schema: &Schema, literal: &Literal) -> Option<String> {
        if matches!(literal, Literal::Text(_)) && self.may_have_text() {
            return None;
        }
        if self.keys.is_empty() {
            let expected = if self.may_have_text() { "a text in quotes" } else { "a path to a text, a list or a map" };
            return Some(format!("expected {expected}"));
        }
        let ends = Ends { types: self.keys.clone(), may_be_absent: false };
        Kinds::of(schema, &ends).problem(Operator::Equal, literal, "element")
    }

    /// Says why no value of these kinds is matched. `None` if one may be.
    pub(super) fn matches_problem(&self) -> Option<String> {
        if self.may_have_text() { None } else { Some("expected a path to a text".into()) }
    }

    fn add_scalar(&mut self, scalar: Scalar) {
        match scalar {
            Scalar::Bool => self.may_be_bool = true,
            Scalar::Char => self.may_be_char = true,
            Scalar::Duration | Scalar::SystemTime => self.may_be_time = true,
            _ => self.may_be_number = true,
        }
    }

    /// Says why no value of these kinds is ever compared with a literal. `None` if one may be.
    pub(super) fn problem(&self, operator: Operator, literal: &Literal, path: &str) -> Option<String> {
        let is_equality = matches!(operator, Operator::Equal | Operator::NotEqual);
        let may_be = match literal {
            Literal::Null if !is_equality => return Some("null has no order, expected `=` or `!=`".into()),
            Literal::Null => self.may_be_null,
            Literal::Bool(_) => self.may_be_bool,
            Literal::Int(_) | Literal::Float(_) => self.may_be_number,
            Literal::Text(text) => {
                self.may_be_text
                    || self.may_be_char && (!is_equality || text.chars().count() == 1)
                    || self.names.iter().any(|name| !is_equality || name == text)
            }
        };
        match literal {
            _ if may_be => None,
            Literal::Text(text) if self.with_fields.iter().any(|name| name == text) => {
                Some(format!("expected a constructor without fields (`{path}.{text} != null` selects this one)"))
            }
            _ => Some(format!("expected {}", self.expected())),
        }
    }

    /// Lists the literals that values may be compared with, for messages.
    pub(super) fn expected(&self) -> String {
        let names: Vec<_> = self.names.iter().take(PRINTED).map(|name| format!("{name:?}")).collect();
        let more = if self.names.len() > PRINTED { ", ..." } else { "" };
        let kinds = [
            (self.may_be_number, "a number".to_owned()),
            (self.may_be_bool, "true or false".to_owned()),
            (self.may_be_text, "a text in quotes".to_owned()),
            (self.may_be_char, "one character in quotes".to_owned()),
            (!names.is_empty() && !self.may_be_text, format!("{}{more}", names.join(", "))),
            (self.may_be_null, "null".to_owned()),
        ];
        let kinds: Vec<_> = kinds.into_iter().filter(|(may_be, _)| *may_be).map(|(_, text)| text).collect();
        if kinds.is_empty() { "a path to a part of it".into() } else { kinds.join(" or ") }
    }
}
