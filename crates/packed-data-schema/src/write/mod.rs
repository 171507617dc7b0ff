//! Writing without the Rust type: from formats of serde such as JSON, and from one layout to another.

mod early;
mod seed;
mod sink;

use alloc::borrow::ToOwned;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use packed_data::Limits;
use packed_data::error::Printable;
use serde::Deserializer;
use serde::de::DeserializeSeed;

use crate::error::{Error, path_of};
use crate::read::Codec;
use crate::schema::Schema;
use packed_data_model::visit::{ScalarValue, Visit};
use seed::{Input, Seed};
pub(crate) use sink::Sink;

/// Why a value cannot be written.
#[derive(Clone, Debug, PartialEq)]
pub struct WriteError {
    message: String,
    path: String,
}

impl WriteError {
    /// Returns an error. (What deserialisers say may have names of the input.)
    fn new(message: impl fmt::Display, path: String) -> Self {
        Self { message: Printable(message).to_string(), path }
    }

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

impl core::error::Error for WriteError {}

impl From<Error> for WriteError {
    fn from(error: Error) -> Self {
        Self::new(error.kind(), error.path().into())
    }
}

/// A number that becomes another one, since its type does not have it: see [`Codec::write_noting`].
pub struct Rounded<'r> {
    number: &'r str,
    value: ScalarValue,
    schema: &'r Schema,
    sink: &'r Sink<'r>,
}

impl Rounded<'_> {
    /// Returns the number as it was, in decimal.
    pub fn number(&self) -> &str {
        self.number
    }

    /// Returns the float that it becomes.
    pub fn value(&self) -> ScalarValue {
        self.value
    }

    /// Returns the path to the number, as [`Error::path`] does.
    pub fn path(&self) -> String {
        path_of(self.schema, self.sink.path())
    }
}

impl fmt::Debug for Rounded<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { number, value, .. } = self;
        f.debug_struct("Rounded").field("number", number).field("value", value).finish_non_exhaustive()
    }
}

impl Codec<'_> {
    /// Packs a value that a deserialiser returns, in the form that the book's page on schemas specifies: the bytes that
    /// the library writes for the same value. The format must describe itself, as JSON does. If it is not one for
    /// people (`is_human_readable`), a text is no number, except as a key of a map.
    ///
    /// The result is checked as [`validate`](Self::validate) does. It takes time proportional to the value, and `n log
    /// n` for sets and maps that are not sorted. Deserialisers call themselves, so values may nest 256 levels deep, or
    /// fewer if the deserialiser has a limit of its own (that of `serde_json` allows 127).
    ///
    /// # Errors
    ///
    /// Returns an error of the deserialiser, or one if the value is not of the type or exceeds the limits.
    pub fn write<'de, D: Deserializer<'de>>(&self, from: D, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        self.write_from(from, Input::new(self, limits))
    }

    /// Packs a value as [`write`](Self::write) does, and calls `note` with each number that is rounded: an integer or a
    /// float that the type of the field, `f32` or `f64`, does not have. A decimal such as 0.1 is not rounded; see
    /// [`keeps_decimal`](crate::keeps_decimal).
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let schema = Schema::of::<Vec<f32>>();
    /// let codec = schema.codec(LayoutId::Compact)?;
    /// let mut found = Vec::new();
    /// let json = serde_json::json!([0.1, 16_777_217]);
    /// codec.write_noting(&json, &Limits::DEFAULT, &mut |rounded| {
    ///     found.push(format!("{} in {}", rounded.number(), rounded.path()));
    /// })?;
    /// assert_eq!(found, ["16777217 in [1]"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As [`write`](Self::write).
    pub fn write_noting<'de, D: Deserializer<'de>>(
        &self,
        from: D,
        limits: &Limits,
        note: &mut dyn FnMut(Rounded<'_>),
    ) -> Result<Vec<u8>, WriteError> {
        let mut input = Input::new(self, limits);
        input.note = Some(note);
        self.write_from(from, input)
    }

    fn write_from<'de, D: Deserializer<'de>>(&self, from: D, mut input: Input<'_>) -> Result<Vec<u8>, WriteError> {
        input.is_for_people = from.is_human_readable();
        let done = Seed::root(&mut input).deserialize(from);
        let path = || path_of(self.schema(), input.sink.path());
        if let Err(error) = done {
            let message = input.sink.error().map_or_else(|| error.to_string(), str::to_owned);
            return Err(WriteError::new(message, path()));
        }
        self.finish(input.sink, &input.limits)
    }

    /// Packs a value from JSON: what [`Value::write_json`](crate::Value::write_json) writes, there and back. See
    /// [`write`](Self::write).
    ///
    /// ```
    /// use packed_data::{Limits, Packable, Packed};
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// #[derive(Packable)]
    /// enum Shape {
    ///     Dot,
    ///     Circle { radius: f32 },
    /// }
    ///
    /// let schema = Schema::of::<Vec<Shape>>();
    /// let codec = schema.codec(LayoutId::Indexed)?;
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
            Err(error) => Err(WriteError::new(error, String::new())),
        }
    }

    /// Writes a value in another layout, or again in the same: the bytes that the library's `pack` writes for the same
    /// value, with two exceptions, since a schema does not say what the defaults are. A field that is absent stays
    /// absent; and a field whose type is `packed_data::types::Reserved` keeps the value that it has. `to` must be of
    /// the same schema. The bytes are checked.
    ///
    /// The value is always taken apart. So fields of a newer version of the type are left out, also in the same layout;
    /// and items of CBOR, of which a value may have several, are those that `pack` writes. It is a loop, so the depth
    /// of the value costs memory and not stack.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let schema = Schema::of::<Vec<String>>();
    /// let (compact, cbor) = (schema.codec(LayoutId::Compact)?, schema.codec(LayoutId::Cbor)?);
    /// assert_eq!(compact.convert(&[1, 2, b'h', b'i'], &cbor, &Limits::DEFAULT)?, [0x81, 0x62, b'h', b'i']);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type, the other layout does not have it, or it exceeds the limits.
    pub fn convert(&self, bytes: &[u8], to: &Codec<'_>, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        if !core::ptr::eq(self.schema(), to.schema()) && self.schema != to.schema {
            return Err(WriteError::new("the two schemas are not the same", String::new()));
        }
        self.validate(bytes, limits)?;
        let mut sink = Sink::new(&to.plan);
        sink.is_other_layout = self.plan.layout != to.plan.layout;
        self.visit(bytes, 0, 0, &mut sink);
        to.finish(sink, limits)
    }

    fn finish(&self, sink: Sink<'_>, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        let bytes = self.take(sink)?;
        self.validate(&bytes, limits)?;
        Ok(bytes)
    }

    fn take(&self, sink: Sink<'_>) -> Result<Vec<u8>, WriteError> {
        let path = if sink.is_over() { path_of(self.schema(), sink.path()) } else { String::new() };
        sink.finish().map_err(|why| WriteError::new(format_args!("the value cannot be packed: {why}"), path))
    }
}

/// Writes a value whose parts come one after the other, as a walk passes them on: it implements [`Visit`].
///
/// Calls that are not those of a walk over a value of the type cause an error when it is finished, or bytes that are no
/// value, which [`finish`](Self::finish) notices.
///
/// ```
/// use packed_data::Limits;
/// use packed_data_schema::{LayoutId, ScalarValue, Schema, Visit};
///
/// let schema = Schema::of::<(u16, String)>();
/// let codec = schema.codec(LayoutId::Compact)?;
/// let mut writer = codec.writer();
/// writer.begin(0, 0);
/// writer.field(0);
/// writer.scalar(1, ScalarValue::Unsigned(5));
/// writer.field(1);
/// writer.text("hi");
/// writer.end(1);
/// assert_eq!(writer.finish(&Limits::DEFAULT)?, [5, 0, 2, b'h', b'i']);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<'c> {
    codec: &'c Codec<'c>,
    sink: Sink<'c>,
}

impl<'s> Codec<'s> {
    /// Returns a writer of one value.
    pub fn writer(&self) -> Writer<'_> {
        Writer { codec: self, sink: Sink::new(&self.plan) }
    }
}

impl Writer<'_> {
    /// Says whether the value comes from another layout: then a constructor that the type does not know is an error,
    /// since its bytes are those of its layout.
    pub fn is_other_layout(&mut self, is_other: bool) {
        self.sink.is_other_layout = is_other;
    }

    /// Returns the number of bytes so far.
    pub fn len(&self) -> usize {
        self.sink.len()
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes of the value, which are checked.
    ///
    /// # Errors
    ///
    /// The parts are not those of a value of the type, or exceed the limits.
    pub fn finish(self, limits: &Limits) -> Result<Vec<u8>, WriteError> {
        self.codec.finish(self.sink, limits)
    }

    /// Returns the bytes without a check, for a program that checks them itself.
    ///
    /// # Errors
    ///
    /// The layout does not have the value.
    pub fn finish_unchecked(self) -> Result<Vec<u8>, WriteError> {
        self.codec.take(self.sink)
    }
}

impl fmt::Debug for Writer<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Writer").field("len", &self.len()).finish_non_exhaustive()
    }
}

impl<'b> Visit<'b> for Writer<'_> {
    fn begin(&mut self, of: u32, tag: u32) {
        self.sink.begin(of, tag);
    }

    fn field(&mut self, index: usize) {
        self.sink.field(index);
    }

    fn scalar(&mut self, of: u32, value: ScalarValue) {
        self.sink.scalar(of, value);
    }

    fn text(&mut self, text: &'b str) {
        self.sink.text(text);
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.sink.raw(bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.sink.unknown(bytes);
    }

    fn bytes(&mut self, of: u32, bytes: &'b [u8]) {
        self.sink.bytes(of, bytes);
    }

    fn fixed_fields(&mut self, of: u32, tag: u32, bytes: &[u8]) -> bool {
        self.sink.fixed_fields(of, tag, bytes)
    }

    fn fixed_elements(&mut self, of: u32, count: usize, bytes: &[u8]) -> bool {
        self.sink.fixed_elements(of, count, bytes)
    }

    fn count(&mut self, elements: u64) {
        self.sink.count(elements);
    }

    fn end(&mut self, count: usize) {
        self.sink.end(count);
    }

    fn is_over(&self) -> bool {
        self.sink.is_over()
    }
}
