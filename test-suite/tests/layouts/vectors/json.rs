//! Reads values from the JSON of the vectors.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Display;

use packed_data::Packable;
use packed_data::layout::haskell::Vector;
use serde_json::Value as Json;

/// GHC's `0 / 0`: the negative quiet NaN, which the vectors write as `"NaN"`.
const NAN: (f64, f32) = (f64::from_bits(0xFFF8_0000_0000_0000), f32::from_bits(0xFFC0_0000));

/// A type whose values the vectors can contain.
pub(crate) trait FromJson: Sized {
    /// Reads a value, or returns what was expected and found.
    fn from_json(json: &Json) -> Result<Self, String>;

    /// Reads a list of values. As in Haskell, a list of characters is written in another form.
    fn list_from_json(json: &Json) -> Result<Vec<Self>, String> {
        elements(json)?.iter().map(Self::from_json).collect()
    }
}

pub(crate) fn expected<T>(what: impl Display, json: &Json) -> Result<T, String> {
    Err(format!("expected {what}, found {json}"))
}

/// Returns the elements of an array.
fn elements(json: &Json) -> Result<&[Json], String> {
    json.as_array().map_or_else(|| expected("an array", json), |array| Ok(array.as_slice()))
}

/// Returns the fields of a tuple, or of a constructor with several fields.
pub(crate) fn fields<const N: usize>(json: &Json) -> Result<&[Json; N], String> {
    elements(json)?.try_into().or_else(|_| expected(format_args!("{N} fields"), json))
}

/// Returns the name of a constructor and its fields; without fields they are `null`.
pub(crate) fn constructor(json: &Json) -> Result<(&str, &Json), String> {
    if let Some(name) = json.as_str() {
        return Ok((name, &Json::Null));
    }
    match json.as_object().map(|object| object.iter().collect::<Vec<_>>()).as_deref() {
        Some(&[(name, fields)]) => Ok((name, fields)),
        _ => expected("a constructor", json),
    }
}

/// Reads a field of a record.
pub(crate) fn field<T: FromJson>(json: &Json, name: &str) -> Result<T, String> {
    json.get(name).map_or_else(|| expected(format_args!("a record with `{name}`"), json), T::from_json)
}

macro_rules! integers {
    ($($T:ty),+) => {$(
        impl FromJson for $T {
            fn from_json(json: &Json) -> Result<Self, String> {
                let wide = json.as_i64().map(i128::from).or_else(|| json.as_u64().map(i128::from));
                wide.and_then(|n| n.try_into().ok())
                    .map_or_else(|| expected(concat!("a number for ", stringify!($T)), json), Ok)
            }
        }
    )+};
}

integers!(i8, i16, i32, i64, u8, u16, u32, u64);

impl FromJson for f64 {
    fn from_json(json: &Json) -> Result<Self, String> {
        match json.as_str() {
            Some("inf") => Ok(f64::INFINITY),
            Some("-inf") => Ok(f64::NEG_INFINITY),
            Some("NaN") => Ok(NAN.0),
            _ => json.as_f64().map_or_else(|| expected("a float", json), Ok),
        }
    }
}

impl FromJson for f32 {
    fn from_json(json: &Json) -> Result<Self, String> {
        let wide = f64::from_json(json)?;
        Ok(if wide.is_nan() { NAN.1 } else { wide as f32 })
    }
}

impl FromJson for bool {
    fn from_json(json: &Json) -> Result<Self, String> {
        json.as_bool().map_or_else(|| expected("`true` or `false`", json), Ok)
    }
}

impl FromJson for char {
    fn from_json(json: &Json) -> Result<Self, String> {
        let mut characters = json.as_str().unwrap_or_default().chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Ok(character),
            _ => expected("one character", json),
        }
    }

    fn list_from_json(json: &Json) -> Result<Vec<Self>, String> {
        String::from_json(json).map(|text| text.chars().collect())
    }
}

impl FromJson for String {
    fn from_json(json: &Json) -> Result<Self, String> {
        json.as_str().map_or_else(|| expected("a string", json), |text| Ok(text.to_owned()))
    }
}

impl FromJson for () {
    fn from_json(json: &Json) -> Result<Self, String> {
        if json.is_null() { Ok(()) } else { expected("`null`", json) }
    }
}

impl<T: FromJson> FromJson for Vec<T> {
    fn from_json(json: &Json) -> Result<Self, String> {
        T::list_from_json(json)
    }
}

impl<T: FromJson> FromJson for Vector<T> {
    fn from_json(json: &Json) -> Result<Self, String> {
        T::list_from_json(json).map(Self)
    }
}

/// A `Text` as `store` writes it: UTF-16 code units.
#[derive(Debug, PartialEq, Packable)]
#[packable(transparent)]
pub(crate) struct Utf16(Vec<u16>);

impl FromJson for Utf16 {
    fn from_json(json: &Json) -> Result<Self, String> {
        String::from_json(json).map(|text| Self(text.encode_utf16().collect()))
    }
}

impl<T: FromJson> FromJson for Box<T> {
    fn from_json(json: &Json) -> Result<Self, String> {
        T::from_json(json).map(Box::new)
    }
}

impl<T: FromJson> FromJson for Option<T> {
    fn from_json(json: &Json) -> Result<Self, String> {
        if json.is_null() { Ok(None) } else { T::from_json(json).map(Some) }
    }
}

/// `Either`: `Left` has the tag of `Ok`.
impl<A: FromJson, B: FromJson> FromJson for Result<A, B> {
    fn from_json(json: &Json) -> Result<Self, String> {
        match constructor(json)? {
            ("Left", value) => A::from_json(value).map(Ok),
            ("Right", value) => B::from_json(value).map(Err),
            _ => expected("`Left` or `Right`", json),
        }
    }
}

impl FromJson for Ordering {
    fn from_json(json: &Json) -> Result<Self, String> {
        match json.as_str() {
            Some("LT") => Ok(Self::Less),
            Some("EQ") => Ok(Self::Equal),
            Some("GT") => Ok(Self::Greater),
            _ => expected("`LT`, `EQ` or `GT`", json),
        }
    }
}

impl<A: FromJson, B: FromJson> FromJson for (A, B) {
    fn from_json(json: &Json) -> Result<Self, String> {
        let [a, b] = fields(json)?;
        Ok((A::from_json(a)?, B::from_json(b)?))
    }
}

impl<A: FromJson, B: FromJson, C: FromJson> FromJson for (A, B, C) {
    fn from_json(json: &Json) -> Result<Self, String> {
        let [a, b, c] = fields(json)?;
        Ok((A::from_json(a)?, B::from_json(b)?, C::from_json(c)?))
    }
}

impl<K: FromJson + Ord, V: FromJson> FromJson for BTreeMap<K, V> {
    fn from_json(json: &Json) -> Result<Self, String> {
        let map = Self::from_iter(<(K, V)>::list_from_json(json)?);
        if map.len() == elements(json)?.len() { Ok(map) } else { expected("a map without equal keys", json) }
    }
}

impl<K: FromJson + Ord> FromJson for BTreeSet<K> {
    fn from_json(json: &Json) -> Result<Self, String> {
        let set = Self::from_iter(K::list_from_json(json)?);
        if set.len() == elements(json)?.len() { Ok(set) } else { expected("a set without equal elements", json) }
    }
}
