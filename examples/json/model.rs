//! A JSON document as an ordinary Rust enum. Packing needs only the derive.

use std::collections::BTreeMap;

use packed_data::Packable;
use serde_json::Value;

/// Any JSON value.
///
/// An object is a map and not a `Vec<(String, Json)>`: by RFC 8259 its members have no order and their names should be
/// unique. A packed map is sorted, so that a name is found by binary search. (A vector of pairs would keep order and
/// duplicates, but a lookup would be a walk.)
///
/// `i64` exists next to `f64` because 64-bit identifiers cannot be stored exactly as floats. Both take eight bytes,
/// even for small numbers, so either can be overwritten in place.
#[derive(Packable)]
pub(crate) enum Json {
    Null,
    Bool(bool),
    Int(i64),
    Number(f64),
    String(String),
    Array(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl From<&Value> for Json {
    fn from(value: &Value) -> Self {
        match value {
            Value::Null => Self::Null,
            Value::Bool(bool) => Self::Bool(*bool),
            // A number that does not fit into `i64` becomes the nearest float, as every number does in JavaScript.
            Value::Number(number) => match number.as_i64() {
                Some(int) => Self::Int(int),
                None => Self::Number(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Self::String(text.clone()),
            Value::Array(values) => Self::Array(values.iter().map(Self::from).collect()),
            Value::Object(members) => {
                Self::Object(members.iter().map(|(name, value)| (name.clone(), Self::from(value))).collect())
            }
        }
    }
}
