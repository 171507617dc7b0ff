//! A JSON document as an ordinary Rust enum. The derive is all that packing needs.

use std::collections::BTreeMap;

use packed_data::Packable;
use serde_json::Value;

/// Any JSON value.
///
/// An object is a map and not a `Vec<(String, Json)>`: by RFC 8259 its members have no order and their names
/// should be unique, and a packed map is sorted, so that a name is found by halving. (A vector of pairs would
/// keep order and duplicates; looking a name up would then be a walk.)
///
/// `i64` is beside `f64` since identifiers of 64 bits do not survive as floats. Both take eight bytes however
/// small the number, so either can be overwritten where it stands.
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
            // What fits no `i64` becomes the nearest float, as every number does in JavaScript.
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
