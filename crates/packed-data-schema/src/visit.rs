//! What a walk over the bytes of a value reports of its parts.

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

/// Receives the parts of a value in the order of their declaration, each before what it contains.
///
/// `field` announces the next part of the innermost open value, unless that is absent; then one value follows.
pub(crate) trait Visit<'b> {
    /// Whether anything is received.
    const ACTIVE: bool = true;

    /// A struct, enum, array or sequence of type `node` begins; an enum has the constructor `tag`.
    fn begin(&mut self, _node: u32, _tag: u32) {}

    /// The next part of the innermost open value.
    fn field(&mut self, _index: usize) {}

    /// A field with a default is absent.
    fn absent(&mut self, _index: usize) {}

    /// A scalar of type `node`.
    fn scalar(&mut self, _node: u32, _value: ScalarValue) {}

    fn text(&mut self, _text: &'b str) {}

    /// An item of CBOR.
    fn raw(&mut self, _bytes: &'b [u8]) {}

    /// A constructor that the type does not know.
    fn unknown(&mut self, _bytes: &'b [u8]) {}

    /// A whole sequence or array of bytes, of type `node`.
    fn bytes(&mut self, _node: u32, _bytes: &'b [u8]) {}

    /// The innermost `count` open values end.
    fn end(&mut self, _count: usize) {}

    /// Returns whether nothing more is wanted.
    fn is_over(&self) -> bool {
        false
    }
}

/// Receives nothing: for checks.
pub(crate) struct Nothing;

impl Visit<'_> for Nothing {
    const ACTIVE: bool = false;
}
