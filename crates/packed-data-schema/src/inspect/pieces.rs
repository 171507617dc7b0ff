//! The bytes of a value in the order in which they are stored, each with what it is and the path to it.

use alloc::vec::Vec;

use packed_data::Limits;
use packed_data_model::path::Segment;
use packed_data_model::visit::{Head, ScalarValue, Visit};

use crate::read::Value;
use crate::schema::{Field, Schema, Type, TypeIndex};

/// A run of bytes with one meaning.
#[derive(Clone, Debug)]
pub struct Piece<'p> {
    /// The offset of the first byte.
    pub start: usize,
    /// The offset after the last one.
    pub end: usize,
    /// What the bytes are.
    pub what: What<'p>,
    /// The type of the value to which they belong.
    pub of: TypeIndex,
}

/// What bytes are.
#[derive(Clone, Debug)]
pub enum What<'p> {
    /// A scalar.
    Scalar(ScalarValue),
    /// A text.
    Text(&'p str),
    /// An item of CBOR.
    Cbor(&'p [u8]),
    /// A constructor that the type does not know.
    Other(&'p [u8]),
    /// Elements of one byte each.
    Elements(&'p [u8]),
    /// What the layout stores beside the parts of the value.
    Head(Head),
}

/// Passes the pieces of a value to `sink`, in the order of their offsets, each with the path to the value to which it
/// belongs, until all bytes were passed, or `sink` returns that no more is wanted. It takes time proportional to the
/// bytes. Of bytes that are not valid, the pieces before the error are passed; and those before more parts without
/// bytes, side by side, than the default limits allow.
pub fn pieces<'b>(schema: &'b Schema, value: Value<'b>, sink: &mut dyn FnMut(&[Segment], &Piece<'_>) -> bool) {
    let at = value.offset();
    // (Why the walk ended is of no interest: the sink has received what there was.)
    let (path, open) = (Vec::new(), Vec::new());
    _ = value.visit(&mut Pieces { schema, sink, path, open, at, empty: 0, leaf: None, is_over: false });
}

/// Makes pieces of what a walk reports.
struct Pieces<'b, 's> {
    schema: &'b Schema,
    sink: &'s mut dyn FnMut(&[Segment], &Piece<'_>) -> bool,
    /// The path to the current part, or to the innermost open value.
    path: Vec<Segment>,
    /// The types of the open values, and their constructors.
    open: Vec<(TypeIndex, u32)>,
    /// The offset of the next byte.
    at: usize,
    /// The number of values with parts that began there. (Bytes that are not valid may claim any number.)
    empty: u64,
    /// The value without parts that was received last.
    leaf: Option<What<'b>>,
    is_over: bool,
}

impl Pieces<'_, '_> {
    fn put(&mut self, end: usize, of: TypeIndex, what: What<'_>) {
        if end > self.at && !self.is_over {
            self.is_over = !(self.sink)(&self.path, &Piece { start: self.at, end, what, of });
            (self.at, self.empty) = (end, 0);
        }
    }

    /// Goes back from a part to the value that contains it.
    fn leave(&mut self) {
        self.path.truncate(self.open.len().saturating_sub(1));
    }
}

impl<'b> Visit<'b> for Pieces<'b, '_> {
    const HEADS: bool = true;

    fn head(&mut self, of: TypeIndex, head: Head) {
        self.put(head.end, of, What::Head(head));
    }

    fn leaf(&mut self, of: TypeIndex, end: usize) {
        if let Some(what) = self.leaf.take() {
            let of = match (&what, self.schema.get(self.schema.packed(of))) {
                (
                    What::Elements(_),
                    Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element },
                ) => *element,
                _ => of,
            };
            self.put(end, of, what);
        }
        self.leave();
    }

    fn begin(&mut self, of: TypeIndex, tag: u32) {
        self.open.push((of, tag));
        self.empty += 1;
        self.is_over |= self.empty > Limits::DEFAULT.empty_elements;
    }

    fn field(&mut self, index: usize) {
        self.leave();
        let Some(&(of, constructor)) = self.open.last() else { return };
        self.path.push(match self.schema.get(self.schema.packed(of)) {
            Type::Struct(_) | Type::Enum(_) => Segment::Field { of, constructor, field: index as u32 },
            _ => Segment::Element(index),
        });
    }

    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        self.leaf = Some(What::Scalar(value));
    }

    fn text(&mut self, text: &'b str) {
        self.leaf = Some(What::Text(text));
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.leaf = Some(What::Cbor(bytes));
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.leaf = Some(What::Other(bytes));
    }

    fn bytes(&mut self, _: TypeIndex, bytes: &'b [u8]) {
        self.leaf = Some(What::Elements(bytes));
    }

    fn end(&mut self, count: usize) {
        self.open.truncate(self.open.len().saturating_sub(count));
        if count > 0 {
            self.leave();
        }
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}

/// Returns the fields of a struct or of a constructor.
pub(crate) fn fields_of(schema: &Schema, of: TypeIndex, constructor: usize) -> &[Field] {
    match schema.get(schema.packed(of)) {
        Type::Struct(of) => &of.fields,
        Type::Enum(of) => of.constructors.get(constructor).map_or(&[], |constructor| &constructor.fields),
        _ => &[],
    }
}

/// Returns the name of the type of a value without parts.
pub fn leaf_name(schema: &Schema, of: TypeIndex) -> &'static str {
    match schema.get(schema.packed(of)) {
        Type::Scalar(scalar) => scalar.name(),
        Type::Cbor => "cbor",
        Type::Unknown => "unknown",
        _ => "str",
    }
}

/// Returns the name of a constructor of an enum.
pub fn constructor_name(schema: &Schema, of: TypeIndex, number: u64) -> Option<&str> {
    let Type::Enum(of) = schema.get(schema.packed(of)) else { return None };
    of.constructors.get(usize::try_from(number).ok()?).map(|constructor| constructor.name.as_str())
}
