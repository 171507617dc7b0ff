//! Writing without the Rust type: from JSON or any other self-describing format of serde, and from one layout to
//! another.

mod seed;
mod sink;

use std::fmt;

use packed_data::Limits;
use serde::Deserializer;
use serde::de::DeserializeSeed;

use crate::error::{Error, path_of};
use crate::read::Codec;
use crate::visit::Visit;
use seed::{Input, Seed};
pub(crate) use sink::Sink;

/// Why a value cannot be written.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteError {
    message: String,
    path: String,
}

impl WriteError {
    /// Returns what is wrong; for JSON, with the line and the column.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns the path to the part that is wrong, as [`Error::path`] does.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        if self.path.is_empty() { Ok(()) } else { write!(f, " in {}", self.path) }
    }
}

impl std::error::Error for WriteError {}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self { message: error.kind().to_string(), path: error.path().into() }
    }
}

impl Codec<'_> {
    /// Packs a value that a deserialiser returns, in the form that the book's page on schemas specifies: the bytes that
    /// the library writes for the same value. The format must describe itself, as JSON does.
    ///
    /// The result is checked as [`validate`](Self::validate) does. It takes time proportional to the value, and `n log
    /// n` for sets and maps that are not sorted; deserialisers call themselves, so values may nest 128 levels deep.
    ///
    /// # Errors
    ///
    /// Those of the deserialiser; the value is not of the type; or it exceeds the limits.
    pub fn write<'de, D: Deserializer<'de>>(&self, from: D, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        let mut input = Input::new(self, limits);
        let done = Seed::root(&mut input).deserialize(from);
        let path = || path_of(self.schema, input.sink.path());
        if let Err(error) = done {
            let message = input.sink.error().map_or_else(|| error.to_string(), str::to_owned);
            return Err(WriteError { message, path: path() });
        }
        self.finish(input.sink, limits)
    }

    /// Packs a value from JSON: what [`Value::write_json`](crate::Value::write_json) writes, there and back. See
    /// [`write`](Self::write).
    ///
    /// ```
    /// use packed_data::{Limits, Packable, Packed};
    /// use packed_data_schema::{Layout, Schema};
    ///
    /// #[derive(Packable)]
    /// enum Shape {
    ///     Dot,
    ///     Circle { radius: f32 },
    /// }
    ///
    /// let schema = Schema::of::<Vec<Shape>>();
    /// let codec = schema.codec(Layout::Indexed)?;
    /// let bytes = codec.from_json(br#"["Dot", {"Circle": {"radius": 0.5}}]"#, &Limits::DEFAULT)?;
    /// let shapes = vec![Shape::Dot, Shape::Circle { radius: 0.5 }];
    /// assert_eq!(bytes, Packed::<Vec<Shape>, packed_data::Indexed>::pack(&shapes).into_inner());
    ///
    /// let error = codec.from_json(br#"[{"Circle": {"radius": "large"}}]"#, &Limits::DEFAULT).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "invalid value: string \"large\", expected f32 at line 1 column 30 in [0] > Shape::Circle.radius",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not JSON, or not a value of the type; or the value exceeds the limits.
    pub fn from_json(&self, text: &[u8], limits: &Limits) -> Result<Vec<u8>, WriteError> {
        let mut from = serde_json::Deserializer::from_slice(text);
        let bytes = self.write(&mut from, limits)?;
        match from.end() {
            Ok(()) => Ok(bytes),
            Err(error) => Err(WriteError { message: error.to_string(), path: String::new() }),
        }
    }

    /// Writes a value in another layout, or again in the same: the bytes that the library's `pack` writes for the same
    /// value, with two exceptions, since a schema does not say what the defaults are. A field that is absent stays
    /// absent; and a field whose type is `packed_data::Reserved` keeps the value that it has. `to` must be of the same
    /// schema. The bytes are checked.
    ///
    /// The value is always taken apart. So fields of a newer version of the type are left out, also in the same layout;
    /// and items of CBOR, of which a value may have several, are those that `pack` writes. It is a loop, so the depth
    /// of the value costs memory and not stack.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    /// use packed_data_schema::{Layout, Schema};
    ///
    /// let schema = Schema::of::<Vec<String>>();
    /// let (compact, cbor) = (schema.codec(Layout::Compact)?, schema.codec(Layout::Cbor)?);
    /// assert_eq!(compact.convert(&[1, 2, b'h', b'i'], &cbor, &Limits::DEFAULT)?, [0x81, 0x62, b'h', b'i']);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type, the other layout does not have it, or it exceeds the limits.
    pub fn convert(&self, bytes: &[u8], to: &Codec<'_>, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        if !std::ptr::eq(self.schema, to.schema) && self.schema != to.schema {
            return Err(WriteError { message: "the two schemas are not the same".into(), path: String::new() });
        }
        self.validate(bytes, limits)?;
        let mut sink = Sink::new(&to.plan);
        sink.is_other_layout = self.plan.layout != to.plan.layout;
        self.visit(bytes, 0, 0, &mut sink);
        to.finish(sink, limits)
    }

    fn finish(&self, sink: Sink<'_>, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        let path = if sink.is_over() { path_of(self.schema, sink.path()) } else { String::new() };
        match sink.finish() {
            Ok(bytes) => {
                self.validate(&bytes, limits)?;
                Ok(bytes)
            }
            Err(why) => Err(WriteError { message: format!("the value cannot be packed: {why}"), path }),
        }
    }
}
