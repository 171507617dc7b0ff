//! A JSON document of any form as an enum: the type for values that are no records of one form.

use std::fmt;
use std::io::{self, Write};

use serde::Deserializer;
use serde::de::{Deserialize, Error, MapAccess, SeqAccess, Visitor};
use serde_json::Value as Json;

use crate::form::{INFINITY, NAN, NEGATIVE_INFINITY};
use crate::read::{Content, Parts, Value};
use crate::schema::{Schema, Type};

/// The names of the constructors of a document.
const CONSTRUCTORS: [&str; 8] = ["Null", "Bool", "Int", "Unsigned", "Float", "String", "Array", "Object"];

/// Returns the schema of a JSON document of any form: an enum with a constructor for each kind of value. `packed pack`
/// takes it when no other fits.
pub fn document() -> Schema {
    let text = "packed-data schema 1\n\
        enum 4:Json 8 4:Null 0 4:Bool 1 1:0 #1 3:Int 1 1:0 #2 8:Unsigned 1 1:0 #3 5:Float 1 1:0 #4 \
        6:String 1 1:0 #5 5:Array 1 1:0 #6 6:Object 1 1:0 #7\n\
        bool\ni64\nu64\nf64\nstr\nsequence #0\nsorted #8\nentry 3:Map 2 3:key #5 5:value #0\n";
    match text.parse() {
        Ok(schema) => schema,
        Err(error) => unreachable!("the text is that of a schema: {error}"),
    }
}

/// Returns whether a schema is that of [documents](document).
pub fn is_document(of: &Schema) -> bool {
    matches!(of.root(), Type::Enum(root) if root.name == "Json") && *of == document()
}

/// Returns a document in the JSON form of a value of the type [`document`], so that it can be packed by that schema.
pub fn tagged(document: Json) -> Json {
    match to_document(document) {
        Ok(document) => document,
        Err(error) => unreachable!("JSON is a document: {error}"),
    }
}

/// Does the same as [`tagged`] for a value in any format of serde, which may have floats that JSON lacks.
///
/// ```
/// use packed_data_schema::infer::to_document;
/// use serde::de::IntoDeserializer;
/// use serde::de::value::{Error, F64Deserializer};
///
/// let from: F64Deserializer<Error> = f64::NAN.into_deserializer();
/// assert_eq!(to_document(from)?, serde_json::json!({"Float": "NaN"}));
/// # Ok::<(), Error>(())
/// ```
///
/// # Errors
///
/// Returns an error of the deserialiser, or one if the value is no document: it has bytes, or an integer of more than
/// 64 bits, or a key that is no text.
pub fn to_document<'de, D: Deserializer<'de>>(value: D) -> Result<Json, D::Error> {
    Tagged::deserialize(value).map(|Tagged(document)| document)
}

/// A document in the JSON form of its type.
struct Tagged(Json);

impl Tagged {
    fn new<E>(constructor: usize, inner: impl Into<Json>) -> Result<Self, E> {
        Ok(Self(Json::Object([(CONSTRUCTORS[constructor].to_owned(), inner.into())].into_iter().collect())))
    }
}

impl<'de> Deserialize<'de> for Tagged {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        from.deserialize_any(TagVisitor)
    }
}

struct TagVisitor;

impl<'de> Visitor<'de> for TagVisitor {
    type Value = Tagged;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value that JSON has")
    }

    fn visit_unit<E: Error>(self) -> Result<Tagged, E> {
        Ok(Tagged(Json::String(CONSTRUCTORS[0].into())))
    }

    fn visit_none<E: Error>(self) -> Result<Tagged, E> {
        self.visit_unit()
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Tagged, D::Error> {
        Tagged::deserialize(from)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, from: D) -> Result<Tagged, D::Error> {
        Tagged::deserialize(from)
    }

    fn visit_bool<E: Error>(self, value: bool) -> Result<Tagged, E> {
        Tagged::new(1, value)
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<Tagged, E> {
        Tagged::new(2, value)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<Tagged, E> {
        Tagged::new(if i64::try_from(value).is_ok() { 2 } else { 3 }, value)
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<Tagged, E> {
        match serde_json::Number::from_f64(value) {
            Some(number) => Tagged::new(4, number),
            None if value.is_nan() => Tagged::new(4, NAN),
            None => Tagged::new(4, if value > 0.0 { INFINITY } else { NEGATIVE_INFINITY }),
        }
    }

    fn visit_str<E: Error>(self, value: &str) -> Result<Tagged, E> {
        Tagged::new(5, value)
    }

    fn visit_string<E: Error>(self, value: String) -> Result<Tagged, E> {
        Tagged::new(5, value)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut from: A) -> Result<Tagged, A::Error> {
        let mut items = Vec::new();
        while let Some(Tagged(item)) = from.next_element()? {
            items.push(item);
        }
        Tagged::new(6, items)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut from: A) -> Result<Tagged, A::Error> {
        let mut members = serde_json::Map::new();
        while let Some((name, Tagged(value))) = from.next_entry()? {
            members.insert(name, value);
        }
        Tagged::new(7, members)
    }
}

/// A part of a document that is open.
struct Open<'a> {
    parts: Parts<'a>,
    kind: Kind,
    is_begun: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A constructor.
    Plain,
    Array,
    Object,
    /// A name and a value.
    Member,
}

impl Kind {
    const fn close(self) -> &'static str {
        match self {
            Self::Array => "]",
            Self::Object => "}",
            Self::Plain | Self::Member => "",
        }
    }
}

/// Writes a value of the type [`document`] as the document that it is, in a loop: it takes no stack for each level, and
/// time proportional to the bytes.
///
/// ```
/// use packed_data::Limits;
/// use packed_data_schema::infer::{document, tagged, write_document};
/// use packed_data_schema::LayoutId;
///
/// let codec = document().into_codec(LayoutId::Compact)?;
/// let bytes = codec.write(&tagged(serde_json::json!([1, null])), &Limits::DEFAULT)?;
/// let mut text = Vec::new();
/// write_document(codec.read(&bytes, &Limits::DEFAULT)?, &mut text)?;
/// assert_eq!(text, b"[1,null]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error of the writer, or one of the kind `InvalidData` if the bytes are not valid.
pub fn write_document(value: Value<'_>, to: &mut dyn Write) -> io::Result<()> {
    let mut stack = vec![begin(value, to)?.0.ok_or_else(invalid)?];
    while let Some(open) = stack.last_mut() {
        let is_first = !std::mem::replace(&mut open.is_begun, true);
        let Some(part) = open.parts.next() else {
            to.write_all(open.kind.close().as_bytes())?;
            let end = open.parts.end().ok_or_else(invalid)?;
            stack.pop();
            if let Some(outer) = stack.last_mut() {
                outer.parts.resume(end);
            }
            continue;
        };
        match open.kind {
            _ if is_first => {}
            Kind::Member => to.write_all(b":")?,
            _ => to.write_all(b",")?,
        }
        match begin(part.value, to)? {
            (Some(inner), _) => stack.push(inner),
            (None, Some(end)) => open.parts.resume(end),
            (None, None) => return Err(invalid()),
        }
    }
    Ok(())
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the bytes are not a value of their type")
}

/// Writes a leaf, and returns its end; or writes the beginning of a value with parts, and returns it.
fn begin<'a>(value: Value<'a>, to: &mut dyn Write) -> io::Result<(Option<Open<'a>>, Option<usize>)> {
    let (content, end) = value.opened().ok_or_else(invalid)?;
    let Content::Parts(parts) = content else {
        value.write_json(to)?;
        return Ok((None, end));
    };
    let (kind, begins) = match value.packed_type() {
        Type::Enum(_) => {
            let is_null = parts.constructor().ok_or_else(invalid)?.fields.is_empty();
            (Kind::Plain, if is_null { "null" } else { "" })
        }
        Type::Sorted { .. } => (Kind::Object, "{"),
        Type::Struct(_) => (Kind::Member, ""),
        _ => (Kind::Array, "["),
    };
    to.write_all(begins.as_bytes())?;
    Ok((Some(Open { parts, kind, is_begun: false }), None))
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_schema_of_documents_is_that_of_an_enum() {
        let text = super::document().to_string();
        assert!(text.starts_with("packed-data schema 1\nenum 4:Json 8 4:Null 0 4:Bool 1 1:0 #1"), "{text}");
        assert!(super::is_document(&super::document()));
    }
}
