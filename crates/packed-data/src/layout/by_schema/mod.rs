//! Reading by a schema: from bytes and the run-time description of a type to the parts of a value.
//!
//! Cursors and views read by the shape of a type, so they are compiled for each type and layout. What is read only to
//! be shown need not be that fast: here one program reads every type in every layout. It follows the same rules, as
//! data: the [`Schema`] of the type and the [`Format`] of the layout. It is safe code over a slice, so it may be used
//! on bytes that were not validated: it then returns [`Malformed`], or parts that a check would refuse. Up to the
//! offset of the first error of a check, it returns what that check has accepted.
//!
//! - [`Reader::open`] reads one value: a scalar or a string, or the beginning of a value that has [`Parts`].
//! - [`Reader::next`] finds the next part of such a value, or its end.
//!
//! Both report the bytes that belong to no part (tags, sizes, counts) as [`Heads`]. Heads and leaves follow each other
//! without a gap, so that every byte of a value is one or the other. Neither function calls itself: the caller keeps
//! the [`Parts`] of the values that enclose the current one, on a stack of its own.

#[cfg(feature = "cbor")]
mod cbor;
mod native;

use alloc::vec::Vec;
use core::time::Duration;

use super::{Format, Layout, SequenceRule};
use crate::shape::schema::{FieldSchema, FieldSchemas, Form, Schema};
use crate::shape::{Extent, extent};
use crate::wire::scalar::Kind;
use crate::wire::steps;

/// The bytes of a value, and the rules of its layout.
#[derive(Clone, Copy)]
pub(crate) struct Reader<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) format: &'static Format,
    /// Whether fields are found in the order of the bytes, and not in that of their declaration.
    pub(crate) by_address: bool,
    /// Whether the value is still being written, so that sizes in heads may be missing: then they are not used.
    pub(crate) is_open: bool,
}

/// The bytes are not a value of the type: they were not validated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Malformed;

/// Bytes that belong to no part of a value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Head {
    pub(crate) kind: HeadKind,
    /// The number that they represent, if they represent one.
    pub(crate) number: u64,
    /// The offset of their end. They begin where what precedes them ends.
    pub(crate) end: usize,
}

/// What bytes are that belong to no part of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
pub(crate) enum HeadKind {
    /// The number of a constructor.
    Tag,
    /// The size of the next field in bytes, or of the value that begins.
    Size,
    /// The size of the static part of the value that begins.
    StaticSize,
    /// The number of elements, or of items.
    Count,
    /// The number of bytes of a string.
    Length,
    /// The ends of the elements of a sequence.
    Ends,
    /// The mark before the count of a map.
    Mark,
    /// The tag of a cell: 1 before an element, 0 after the last one.
    Cell,
    /// The beginning of an item that states nothing else: null, or an array of indefinite length.
    Start,
    /// CBOR tags.
    CborTag,
    /// Items or bytes that the type does not know.
    Unknown,
    /// The end of an item of indefinite length.
    Break,
}

/// The heads before or after a part, in order.
#[derive(Clone, Copy)]
pub(crate) struct Heads {
    list: [Head; 4],
    len: usize,
}

impl Heads {
    /// No heads.
    pub(crate) const fn none() -> Self {
        Self { list: [Head { kind: HeadKind::Tag, number: 0, end: 0 }; 4], len: 0 }
    }

    /// Removes all heads.
    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a head that ends at `end`.
    fn push(&mut self, kind: HeadKind, number: u64, end: usize) {
        // (There are at most four: the CBOR tags of a field and of its value, a count, and a tag.)
        if let Some(head) = self.list.get_mut(self.len) {
            *head = Head { kind, number, end };
            self.len += 1;
        }
    }

    /// Returns the heads, in order.
    pub(crate) fn as_slice(&self) -> &[Head] {
        &self.list[..self.len]
    }
}

/// The value of a scalar, with its width in memory in bytes where that matters.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum ScalarValue {
    Unsigned(u128, usize),
    Signed(i128, usize),
    Single(f32),
    Double(f64),
    Bool(bool),
    Char(char),
    Duration(Duration),
    /// Seconds since 1970, rounded down, and nanoseconds.
    Time(i64, u32),
}

impl ScalarValue {
    /// Returns the scalar of this kind and width with these bytes, as a little-endian number.
    pub(crate) fn new(kind: Kind, width: usize, low: u128) -> Result<Self, Malformed> {
        Ok(match kind {
            Kind::Unsigned => Self::Unsigned(low, width),
            Kind::Signed => {
                let unused = 128_u32.saturating_sub(8 * width as u32);
                Self::Signed((low as i128) << unused >> unused, width)
            }
            Kind::Float if width == 4 => Self::Single(f32::from_bits(low as u32)),
            Kind::Float => Self::Double(f64::from_bits(low as u64)),
            Kind::Bool => Self::Bool(low != 0),
            Kind::Char => Self::Char(u32::try_from(low).ok().and_then(char::from_u32).ok_or(Malformed)?),
            Kind::Duration | Kind::Time => {
                let (seconds, nanoseconds) = (low as u64, (low >> 64) as u32);
                if nanoseconds >= 1_000_000_000 {
                    return Err(Malformed);
                }
                match kind {
                    Kind::Duration => Self::Duration(Duration::new(seconds, nanoseconds)),
                    _ => Self::Time(seconds as i64, nanoseconds),
                }
            }
        })
    }

    /// Returns the value of an integer of at most eight bytes, in two's complement; 0 for other scalars.
    pub(crate) fn as_u64(self) -> u64 {
        match self {
            Self::Unsigned(value, _) => value as u64,
            Self::Signed(value, _) => value as u64,
            _ => 0,
        }
    }
}

/// A value that was opened: its content, or its parts.
#[derive(Clone, Copy)]
pub(crate) enum Opened<'b> {
    Scalar(ScalarValue),
    Text(&'b str),
    /// An item of CBOR of any kind.
    Raw(&'b [u8]),
    /// A constructor that the reader does not know, without the size in its head.
    Unknown(&'b [u8]),
    Parts(Parts),
}

/// A struct, enum, array or sequence of which some parts were read.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
pub(crate) struct Parts {
    pub(crate) schema: &'static Schema,
    /// The number of the constructor.
    pub(crate) tag: u32,
    /// How many fields or elements were read.
    pub(crate) index: usize,
    rest: Rest,
    /// The offset of the next field of the static part, in a layout that has one.
    fixed: usize,
    /// In a value with a head: the offsets at which the static part and the value end.
    bounds: Option<(usize, usize)>,
    /// Whether fields of the static part may be left, where parts are found in the order of the bytes.
    statics_are_left: bool,
    /// If the last part was in the static part: the offset of the next field of varying size.
    varying: Option<usize>,
    /// The items of CBOR that are left; `None` if a break ends them.
    items: Option<u64>,
    /// Whether the elements are the bytes of a byte string, without heads.
    in_string: bool,
}

/// The parts that are left.
#[derive(Clone, Copy)]
enum Rest {
    Fields(FieldSchemas),
    /// That number of elements; `None` if they end in a cell or break.
    Elements(&'static FieldSchema, Option<usize>),
}

/// A part whose value begins next.
#[derive(Clone, Copy)]
#[cfg_attr(not(feature = "cbor"), allow(dead_code))]
pub(crate) struct Part {
    pub(crate) schema: &'static Schema,
    in_string: bool,
    /// If the field is absent: returns its default, packed in the layout `Compact`.
    pub(crate) absent: Option<fn() -> Vec<u8>>,
}

impl Part {
    /// Returns a whole value as a part.
    pub(crate) fn root(schema: &'static Schema) -> Self {
        Self { schema, in_string: false, absent: None }
    }
}

impl Parts {
    /// Returns the beginning of a struct or constructor, whose fields follow.
    fn fields(schema: &'static Schema, tag: u32, items: Option<u64>) -> Result<Self, Malformed> {
        let (_, _, fields) = schema.constructor(tag).ok_or(Malformed)?;
        Ok(Self {
            schema,
            tag,
            index: 0,
            rest: Rest::Fields(fields),
            fixed: 0,
            bounds: None,
            statics_are_left: false,
            varying: None,
            items,
            in_string: false,
        })
    }

    /// Returns the beginning of an array or sequence, whose elements follow.
    fn elements(schema: &'static Schema, element: &'static FieldSchema, count: Option<usize>) -> Self {
        let (tag, index, rest, items) = (0, 0, Rest::Elements(element, count), Some(0));
        let (fixed, bounds, statics_are_left, varying) = (0, None, false, None);
        Self { schema, tag, index, rest, fixed, bounds, statics_are_left, varying, items, in_string: false }
    }

    /// Returns elements by themselves, without what precedes them: `count` elements of a sequence or array.
    pub(crate) fn bare(schema: &'static Schema, format: &Format, count: usize, in_string: bool) -> Option<Self> {
        let (element, count) = match schema.form {
            Form::Array(element, _) => (element, Some(count)),
            Form::Sequence(element, _) if matches!(format.sequences, SequenceRule::Cells) => (element, None),
            Form::Sequence(element, _) => (element, Some(count)),
            _ => return None,
        };
        Some(Self { in_string, ..Self::elements(schema, element, count) })
    }

    /// Returns how many parts are left, if it is known.
    pub(crate) fn left(&self) -> Option<usize> {
        match self.rest {
            Rest::Fields(mut fields) => {
                let mut count = 0;
                while let Some(field) = fields {
                    (count, fields) = (count + 1, field.others);
                }
                Some(count)
            }
            Rest::Elements(_, left) => left,
        }
    }

    /// Returns whether it is known that no part is left.
    pub(crate) fn is_over(&self) -> bool {
        matches!(self.rest, Rest::Fields(None) | Rest::Elements(_, Some(0)))
    }
}

impl<'b> Reader<'b> {
    /// Returns a reader of complete values in layout `L`, which finds fields in the order of their declaration.
    pub(crate) fn of<L: Layout>(bytes: &'b [u8]) -> Self {
        Self { bytes, format: L::FORMAT, by_address: false, is_open: false }
    }

    /// Returns the `len` bytes at offset `at`, and the offset after them.
    fn take(&self, at: usize, len: usize) -> Result<(&'b [u8], usize), Malformed> {
        let bytes = self.bytes.get(at..).and_then(|rest| rest.get(..len)).ok_or(Malformed)?;
        Ok((bytes, at + len))
    }

    /// Returns the string of `len` bytes at offset `at`, and the offset after it.
    fn text(&self, at: usize, len: u64) -> Result<(&'b str, usize), Malformed> {
        let (bytes, end) = self.take(at, usize::try_from(len).map_err(|_| Malformed)?)?;
        steps::count_bytes(bytes.len());
        Ok((core::str::from_utf8(bytes).map_err(|_| Malformed)?, end))
    }

    /// Takes all elements of a value, which begin at `at`, if they are scalars of one byte each, side by side, and end
    /// at offset `until` at the latest. Returns their bytes and their type.
    pub(crate) fn take_bytes(&self, parts: &mut Parts, at: usize, until: usize) -> Option<(&'b [u8], &'static Schema)> {
        let Rest::Elements(element, Some(left)) = &mut parts.rest else { return None };
        let schema = (element.schema)();
        let Form::Scalar(kind, 1, _) = schema.form else { return None };
        let has_sizes = matches!(parts.schema.form, Form::Array(..)) && self.format.sizes_every_field();
        let is_one_byte = self.format.scalar_size(kind, 1) == Some(1) && !has_sizes;
        let (bytes, end) = self.take(at, *left).ok()?;
        if bytes.is_empty() || end > until || !(is_one_byte || parts.in_string) {
            return None;
        }
        parts.index += *left;
        *left = 0;
        Some((bytes, schema))
    }

    /// Returns the first `count` elements of the sequence at `at`, of which not all are written; `None` if the part is
    /// no sequence.
    pub(crate) fn begun_elements(&self, part: &Part, at: usize, count: usize) -> Option<Parts> {
        /// The major type of byte strings in CBOR.
        const BYTES: u8 = 2;
        let Form::Sequence(element, _) = part.schema.form else { return None };
        let in_string = self.format.has_heads() && self.bytes.get(at).is_some_and(|head| head >> 5 == BYTES);
        Some(Parts { in_string, ..Parts::elements(part.schema, element, Some(count)) })
    }

    /// Takes all elements of a value if none of them takes any bytes.
    pub(crate) fn take_empty(&self, parts: &mut Parts) {
        if let Rest::Elements(element, Some(left)) = &mut parts.rest
            && extent((element.schema)().size_class, self.format) == Extent::Static(0)
            && !(matches!(parts.schema.form, Form::Array(..)) && self.format.sizes_every_field())
        {
            parts.index += *left;
            *left = 0;
        }
    }

    /// Opens the value of `part` at offset `at`. Returns it with its end, or with the offset at which its parts begin.
    ///
    /// # Errors
    ///
    /// The bytes do not begin with such a value.
    pub(crate) fn open(&self, part: &Part, at: usize, heads: &mut Heads) -> Result<(Opened<'b>, usize), Malformed> {
        steps::count(1);
        #[cfg(feature = "cbor")]
        if self.format.has_heads() {
            return self.open_item(part, at, heads);
        }
        self.open_native(part.schema, at, heads)
    }

    /// Finds the next part, given the offset `at` at which the part before it ends. Returns it with the offset at which
    /// its value begins; after the last part, `None` with the end of the value.
    ///
    /// # Errors
    ///
    /// The bytes there are neither a part nor the end.
    pub(crate) fn next(
        &self,
        parts: &mut Parts,
        at: usize,
        heads: &mut Heads,
    ) -> Result<(Option<Part>, usize), Malformed> {
        steps::count(1);
        #[cfg(feature = "cbor")]
        if self.format.has_heads() {
            return self.next_item(parts, at, heads);
        }
        self.next_native(parts, at, heads)
    }
}
