//! Reading by a schema: from bytes and the run-time description of a type to the parts of a value.
//!
//! Cursors and views read by the shape of a type, so they are compiled for each type and layout. What is read only to
//! be shown need not be that fast: here the reader of the model reads every type in every layout, by the [`Schema`] of
//! the type and the [`Format`] of the layout. It is safe code over a slice, so it may be used on bytes that were not
//! validated: it then returns [`Malformed`], or parts that a check would refuse. Up to the offset of the first error of
//! a check, it returns what that check has accepted.
//!
//! - [`Reader::open`] reads one value: a scalar or a string, or the beginning of a value that has [`Parts`].
//! - [`Reader::next`] finds the next part of such a value, or its end.
//!
//! If fields are found in the order of the bytes, both keep the bytes that belong to no part (tags, sizes, counts) as
//! [`Reader::heads`]. Heads and leaves follow each other without a gap, so that every byte of a value is one or the
//! other. Neither function calls itself: the caller keeps the [`Parts`] of the values that enclose the current one, on
//! a stack of its own.

use alloc::vec::Vec;

pub(crate) use packed_data_model::check::Opened;
use packed_data_model::check::{self, Checker, NOWHERE, Next};
use packed_data_model::visit::Visit;
pub(crate) use packed_data_model::visit::{Head, HeadKind, ScalarValue};

use super::{Format, Layout, SequenceRule};
use crate::shape::facts::Shapes;
use crate::shape::schema::{Form, Schema};

/// The bytes of a value, and how they are to be read.
#[derive(Clone, Copy)]
pub(crate) struct Input<'b> {
    pub(crate) bytes: &'b [u8],
    pub(crate) format: &'static Format,
    /// Whether fields are found in the order of the bytes, and not in that of their declaration.
    pub(crate) by_address: bool,
    /// Whether the value is still being written, so that sizes in heads may be missing: then they are not used.
    pub(crate) is_open: bool,
}

/// Reads values, in any order: it keeps only what it found last.
pub(crate) struct Reader<'b> {
    pub(crate) input: Input<'b>,
    checker: Checker<'b, Shapes>,
    seen: Seen<'b>,
    /// The value with parts that was opened last.
    parts: Parts,
}

/// The bytes are not a value of the type: they were not validated.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Malformed;

impl From<check::Failed> for Malformed {
    fn from(_: check::Failed) -> Self {
        Self
    }
}

/// The heads before or after a part, in order.
struct Heads {
    list: [Head; 4],
    len: usize,
}

impl Heads {
    /// No heads.
    const fn none() -> Self {
        Self { list: [Head { kind: HeadKind::Tag, number: 0, start: 0, end: 0 }; 4], len: 0 }
    }

    /// Removes all heads.
    fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a head. (CBOR tags side by side become one, and those before the number of a constructor are a part of it.)
    fn push(&mut self, head: Head) {
        if let Some(last) = self.len.checked_sub(1).and_then(|last| self.list.get_mut(last))
            && last.kind == HeadKind::CborTag
            && (head.kind == HeadKind::CborTag || head.kind == HeadKind::Tag && self.len > 1)
        {
            *last = Head { start: last.start, ..head };
        } else if let Some(next) = self.list.get_mut(self.len) {
            // (There are at most four: the CBOR tags of a value and of its number, a count, and a tag.)
            *next = head;
            self.len += 1;
        }
    }

    /// Returns the heads, in order.
    fn as_slice(&self) -> &[Head] {
        &self.list[..self.len]
    }
}

/// A value without parts.
#[derive(Clone, Copy)]
pub(crate) enum Leaf<'b> {
    Scalar(ScalarValue),
    Text(&'b str),
    /// An item of CBOR of any kind.
    Raw(&'b [u8]),
    /// A constructor that the reader does not know, without the size in its head.
    Unknown(&'b [u8]),
}

/// A struct, enum, array or sequence of which some parts were read.
#[derive(Clone, Copy)]
pub(crate) struct Parts {
    inner: check::Parts<Shapes>,
    /// If the elements are scalars of one byte each, side by side: the offset of the first; otherwise [`NOWHERE`].
    bytes_at: usize,
}

/// A part whose value begins next.
#[derive(Clone, Copy)]
pub(crate) struct Part {
    pub(crate) schema: &'static Schema,
    /// Whether it is one of the bytes of a byte string, without a head.
    is_byte: bool,
    /// If the field is absent: returns its default, packed in the layout `Compact`.
    pub(crate) absent: Option<fn() -> Vec<u8>>,
}

impl Part {
    /// Returns a whole value as a part.
    pub(crate) fn root(schema: &'static Schema) -> Self {
        Self { schema, is_byte: false, absent: None }
    }
}

impl Parts {
    /// No parts, in place of those of a value that is to be opened.
    pub(crate) const NONE: Self = Self { inner: check::Parts::NEW, bytes_at: NOWHERE };

    /// Returns elements by themselves, without what precedes them: `count` elements of a sequence or array.
    pub(crate) fn bare(
        schema: &'static Schema,
        format: &'static Format,
        count: usize,
        in_string: bool,
    ) -> Option<Self> {
        let is_open = matches!((schema.form, format.sequences), (Form::Sequence(..), SequenceRule::Cells));
        let inner = check::Parts::bare(Shapes(format), schema, count, is_open)?;
        Some(Self { inner, bytes_at: if in_string { 0 } else { NOWHERE } })
    }

    /// Returns the type of the value.
    pub(crate) fn schema(&self) -> &'static Schema {
        self.inner.node
    }

    /// Returns the number of the constructor.
    pub(crate) fn tag(&self) -> u32 {
        self.inner.tag
    }

    /// Returns how many fields or elements were read.
    pub(crate) fn index(&self) -> usize {
        self.inner.index
    }

    /// Returns how many parts are left, if it is known.
    pub(crate) fn left(&self) -> Option<usize> {
        (!self.inner.is_open).then(|| self.inner.count.saturating_sub(self.inner.index))
    }

    /// Returns whether it is known that no part is left.
    pub(crate) fn is_over(&self) -> bool {
        self.left() == Some(0)
    }

    /// Returns the type of the elements.
    fn element(&self) -> Option<&'static Schema> {
        match self.schema().form {
            Form::Array(element, _) | Form::Sequence(element, _) => Some((element.schema)()),
            _ => None,
        }
    }

    /// Passes all elements if none of them takes any bytes.
    pub(crate) fn take_empty(&mut self) {
        self.inner.pass_empty();
    }
}

impl<'b> Input<'b> {
    /// Returns complete values in layout `L`, whose fields are to be found in the order of their declaration.
    pub(crate) fn of<L: Layout>(bytes: &'b [u8]) -> Self {
        Self { bytes, format: L::FORMAT, by_address: false, is_open: false }
    }

    /// Takes all elements of a value that was just opened, if they are scalars of one byte each, side by side, and end
    /// at offset `until` at the latest. Returns their bytes and their type.
    pub(crate) fn take_bytes(&self, parts: &mut Parts, until: usize) -> Option<(&'b [u8], &'static Schema)> {
        let (start, schema) = (parts.bytes_at, parts.element()?);
        let end = start.checked_add(parts.inner.count)?;
        let bytes = self.bytes.get(start..end).filter(|bytes| !bytes.is_empty() && end <= until)?;
        parts.inner.index = parts.inner.count;
        Some((bytes, schema))
    }

    /// Returns the first `count` elements of the sequence that begins at `at`, and of which not all are written; the
    /// first of them begins at `first`. `None` if the part is no sequence.
    pub(crate) fn begun_elements(&self, part: &Part, at: usize, (first, count): (usize, usize)) -> Option<Parts> {
        /// The major type of byte strings in CBOR.
        const BYTES: u8 = 2;
        let Form::Sequence(..) = part.schema.form else { return None };
        let in_string = self.format.has_heads() && self.bytes.get(at).is_some_and(|head| head >> 5 == BYTES);
        let inner = check::Parts::bare(Shapes(self.format), part.schema, count, false)?;
        Some(Parts { inner, bytes_at: if in_string { first } else { NOWHERE } })
    }
}

impl<'b> Reader<'b> {
    /// Returns a reader of these bytes.
    pub(crate) fn new(input: Input<'b>) -> Self {
        let checker = Checker::reading(Shapes(input.format), input.bytes, input.by_address, input.is_open);
        let leaf = Leaf::Raw(&[]);
        Self { input, checker, seen: Seen { heads: Heads::none(), leaf, bytes_at: None }, parts: Parts::NONE }
    }

    /// Returns the heads that the last call passed.
    pub(crate) fn heads(&self) -> &[Head] {
        self.seen.heads.as_slice()
    }

    /// Returns the value without parts that was opened last.
    #[inline]
    pub(crate) fn leaf(&self) -> &Leaf<'b> {
        &self.seen.leaf
    }

    /// Returns the value with parts that was opened last, before the first of them.
    #[inline]
    pub(crate) fn parts(&self) -> &Parts {
        &self.parts
    }

    /// Opens the value of `part` at offset `at`. Returns the offset of its end, or if it has parts, the offset at which
    /// they begin. The value itself is [`leaf`](Self::leaf) or [`parts`](Self::parts).
    ///
    /// # Errors
    ///
    /// The bytes do not begin with such a value.
    pub(crate) fn open(&mut self, part: &Part, at: usize) -> Result<Opened, Malformed> {
        self.seen.heads.clear();
        let schema = part.schema;
        if part.is_byte {
            let Form::Scalar(scalar, _) = schema.form else { return Err(Malformed) };
            let byte = *self.input.bytes.get(at).ok_or(Malformed)?;
            let value = scalar.value(byte.into()).ok_or(Malformed)?;
            self.seen.leaf = Leaf::Scalar(value);
            return Ok(Opened::Leaf(at + 1));
        }
        let opened = self.checker.open(schema, at, &mut self.parts.inner, &mut self.seen)?;
        if let Some((start, count)) = self.seen.bytes_at.take() {
            let inner = check::Parts::bare(Shapes(self.input.format), schema, count, false).ok_or(Malformed)?;
            self.parts = Parts { inner, bytes_at: start };
            return Ok(Opened::Parts(start));
        }
        self.parts.bytes_at = NOWHERE;
        Ok(opened)
    }

    /// Finds the next part, given the offset `at` at which the part before it ends. Returns it with the offset at which
    /// its value begins; after the last part, `None` with the end of the value.
    ///
    /// # Errors
    ///
    /// The bytes there are neither a part nor the end.
    pub(crate) fn next(&mut self, parts: &mut Parts, at: usize) -> Result<(Option<Part>, usize), Malformed> {
        self.seen.heads.clear();
        if parts.bytes_at != NOWHERE {
            if parts.is_over() {
                return Ok((None, at));
            }
            parts.inner.index += 1;
            let schema = parts.element().ok_or(Malformed)?;
            return Ok((Some(Part { schema, is_byte: true, absent: None }), at));
        }
        let at = parts.inner.resume_after(at);
        // (The parts of a value with a head end where it does.)
        let has_head = parts.inner.until != NOWHERE;
        if has_head {
            self.checker.widen(parts.inner.until);
        }
        let next = self.checker.next(&mut parts.inner, at, &mut None, &mut self.seen);
        if has_head {
            self.checker.widen(NOWHERE);
        }
        match next? {
            Next::Part(part) => Ok((Some(Part { schema: part.node, is_byte: false, absent: None }), part.at)),
            Next::Absent => {
                let index = parts.index().wrapping_sub(1);
                let field = parts.inner.fields().and_then(|fields| fields.get(index)).ok_or(Malformed)?;
                Ok((Some(Part { schema: (field.schema)(), is_byte: false, absent: field.default }), at))
            }
            Next::End(end) => Ok((None, end)),
        }
    }
}

/// Receives what is opened.
struct Seen<'b> {
    heads: Heads,
    leaf: Leaf<'b>,
    /// If the elements of a value were received at once, as scalars of one byte each: the offset of the first, and the
    /// number of them.
    bytes_at: Option<(usize, usize)>,
}

impl<'b> Visit<'b, &'static Schema> for Seen<'b> {
    const HEADS: bool = true;

    fn head(&mut self, _: &'static Schema, head: Head) {
        self.heads.push(head);
    }

    fn scalar(&mut self, _: &'static Schema, value: ScalarValue) {
        self.leaf = Leaf::Scalar(value);
    }

    fn text(&mut self, text: &'b str) {
        self.leaf = Leaf::Text(text);
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        self.leaf = Leaf::Raw(bytes);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        self.leaf = Leaf::Unknown(bytes);
    }

    fn bytes_at(&mut self, _: &'static Schema, bytes: &'b [u8], at: usize) {
        self.bytes_at = Some((at, bytes.len()));
    }
}
