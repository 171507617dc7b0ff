//! Going through a whole value: the fastest way to read one by schema.

use crate::read::{Place, Value};
use crate::schema::TypeIndex;
use crate::visit::{ScalarValue, Visit};

/// Receives the parts of a value in the order of their declaration, each before what it contains: see
/// [`Value::visit`]. Every method does nothing by default.
pub trait Visitor<'b> {
    /// A struct, enum, array or sequence of this type begins; an enum has the constructor with this index, others 0.
    fn begin(&mut self, _of: TypeIndex, _constructor: u32) {}

    /// The next part of the innermost open value is that with this index: a field or an element. It follows.
    fn part(&mut self, _index: usize) {}

    /// A scalar.
    fn scalar(&mut self, _of: TypeIndex, _value: ScalarValue) {}

    /// A string.
    fn text(&mut self, _text: &'b str) {}

    /// A whole sequence or array of bytes, of this type.
    fn bytes(&mut self, _of: TypeIndex, _bytes: &'b [u8]) {}

    /// An item of CBOR, or a constructor that the type does not know, as it is packed.
    fn other(&mut self, _bytes: &'b [u8]) {}

    /// The innermost open value ends.
    fn end(&mut self) {}
}

struct Adapter<'v, V>(&'v mut V);

impl<'b, V: Visitor<'b>> Visit<'b> for Adapter<'_, V> {
    fn begin(&mut self, node: u32, tag: u32) {
        self.0.begin(node, tag);
    }

    fn field(&mut self, index: usize) {
        self.0.part(index);
    }

    fn scalar(&mut self, node: u32, value: ScalarValue) {
        self.0.scalar(node, value);
    }

    fn text(&mut self, text: &'b str) {
        self.0.text(text);
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.0.other(bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.0.other(bytes);
    }

    fn bytes(&mut self, node: u32, bytes: &'b [u8]) {
        self.0.bytes(node, bytes);
    }

    fn end(&mut self, count: usize) {
        (0..count).for_each(|_| self.0.end());
    }
}

impl<'a> Value<'a> {
    /// Goes through the whole value, and reports each part. It takes time proportional to the bytes, about that of
    /// validation, and memory for the levels of nesting.
    ///
    /// ```
    /// use packed_data::{Limits, Packable, Packed};
    /// use packed_data_schema::{Layout, ScalarValue, Schema, TypeIndex, Visitor};
    ///
    /// #[derive(Default)]
    /// struct Sum(u128);
    ///
    /// impl Visitor<'_> for Sum {
    ///     fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
    ///         if let ScalarValue::Unsigned(value) = value {
    ///             self.0 += value;
    ///         }
    ///     }
    /// }
    ///
    /// let bytes = Packed::<Vec<(String, u32)>>::pack(&vec![("a".into(), 5), ("b".into(), 7)]).into_inner();
    /// let schema = Schema::of::<Vec<(String, u32)>>();
    /// let codec = schema.codec(Layout::Compact)?;
    /// let mut sum = Sum::default();
    /// codec.read(&bytes, &Limits::DEFAULT)?.visit(&mut sum).expect("the bytes are valid");
    /// assert_eq!(sum.0, 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Returns `None`, perhaps after some parts, if the bytes are not valid; otherwise the offset after the value.
    pub fn visit(&self, visitor: &mut impl Visitor<'a>) -> Option<usize> {
        match self.place {
            Place::At { node, at } => self.codec.visit(self.bytes, node, at, &mut Adapter(visitor)),
            Place::Byte { node, at } => {
                visitor.scalar(node, self.as_scalar()?);
                Some(at + 1)
            }
        }
    }
}
