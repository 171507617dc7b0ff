//! What a walk over the bytes of a value reports of its parts.

use core::ops::Range;

use crate::schema::TypeIndex;

/// The value of a scalar.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum ScalarValue {
    /// An unsigned integer.
    Unsigned(u128),
    /// A signed integer.
    Signed(i128),
    /// A float of four bytes.
    F32(f32),
    /// A float of eight bytes.
    F64(f64),
    /// A truth value.
    Bool(bool),
    /// A character.
    Char(char),
    /// Seconds and nanoseconds.
    Duration(u64, u32),
    /// Seconds since 1970, rounded down, and nanoseconds.
    Time(i64, u32),
}

/// Receives the parts of a value from a walk over its bytes, in the order of their declaration, each before what it
/// contains. See [`Walker`](crate::Walker).
///
/// A value is one call of `scalar`, `text`, `raw`, `unknown` or `bytes`; or `begin`, its parts, and its share of a call
/// of `end`. `field` announces the next part of the innermost open value, and that part follows; fields that are absent
/// are announced by `absent` instead, those side by side in one call or in several, and nothing follows. Types are
/// indices of the schema.
pub trait Visit<'b> {
    /// Whether anything is received; if not, parts are left out where that is faster.
    const ACTIVE: bool = true;

    /// A struct, enum, array or sequence of type `of` begins; an enum has the constructor `tag`.
    fn begin(&mut self, of: TypeIndex, tag: u32) {
        let _ = (of, tag);
    }

    /// The next part of the innermost open value.
    fn field(&mut self, index: usize) {
        let _ = index;
    }

    /// The fields with these indices, which have defaults, are absent.
    fn absent(&mut self, fields: Range<usize>) {
        let _ = fields;
    }

    /// A scalar of type `of`.
    fn scalar(&mut self, of: TypeIndex, value: ScalarValue) {
        let _ = (of, value);
    }

    /// A scalar with the offset at which it begins, in `Cbor` that of the tags before it. A walk calls this; by default
    /// it calls [`scalar`](Self::scalar).
    fn scalar_at(&mut self, of: TypeIndex, value: ScalarValue, at: usize) {
        let _ = at;
        self.scalar(of, value);
    }

    /// A string.
    fn text(&mut self, text: &'b str) {
        let _ = text;
    }

    /// An item of CBOR.
    fn raw(&mut self, bytes: &'b [u8]) {
        let _ = bytes;
    }

    /// A constructor that the type does not know, as [`Content::Unknown`](crate::Content::Unknown) has it.
    fn unknown(&mut self, bytes: &'b [u8]) {
        let _ = bytes;
    }

    /// A whole sequence or array of bytes, of type `of`. (Where the bytes are not side by side, as in layouts with a
    /// cell for each element, it is begun as any other sequence, and each byte is a scalar.)
    fn bytes(&mut self, of: TypeIndex, bytes: &'b [u8]) {
        let _ = (of, bytes);
    }

    /// A sequence or array of bytes with the offset of the first of them. A walk calls this; by default it calls
    /// [`bytes`](Self::bytes).
    fn bytes_at(&mut self, of: TypeIndex, bytes: &'b [u8], at: usize) {
        let _ = at;
        self.bytes(of, bytes);
    }

    /// The innermost `count` open values end.
    fn end(&mut self, count: usize) {
        let _ = count;
    }

    /// Returns whether nothing more is wanted: then the walk stops soon.
    fn is_over(&self) -> bool {
        false
    }
}

/// Receives nothing: for checks.
pub(crate) struct Nothing;

impl Visit<'_> for Nothing {
    const ACTIVE: bool = false;
}
