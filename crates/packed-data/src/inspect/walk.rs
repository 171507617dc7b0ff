//! A walk over a value, part by part, in the order of the declaration or of the bytes.

#[cfg(feature = "serde-1")]
use alloc::vec;
use alloc::vec::Vec;

use crate::layout::reader::{Head, Input, Leaf, Malformed, Opened, Part, Parts, Reader, ScalarValue};
use crate::layout::{Compact, Layout};
use crate::shape::Schema;

/// A walk over one value, or over the elements of a sequence.
pub(crate) struct Walk<'b> {
    reader: Reader<'b>,
    /// The offset of the next byte.
    pub(crate) at: usize,
    /// The values that were opened and have not ended, the outermost first.
    pub(crate) stack: Vec<Parts>,
    /// The part that begins at `at`.
    pub(crate) part: Option<Part>,
}

/// One step of a walk.
pub(crate) enum Step {
    /// The next part of the innermost open value, whose `index` includes it. The next step opens it.
    Part(Part),
    /// A field that is absent: the function returns its default, packed in the layout `Compact`.
    Absent(&'static Schema, fn() -> Vec<u8>),
    /// A value without parts: [`Walk::leaf`].
    Leaf(&'static Schema),
    /// A value with parts, now the innermost open one.
    Open,
    /// The innermost open value has ended.
    Close,
    /// The whole value has ended.
    End,
}

impl<'b> Walk<'b> {
    /// Begins a walk over the value of this type at the beginning of `bytes`, in layout `L`.
    pub(crate) fn value<L: Layout>(bytes: &'b [u8], schema: &'static Schema) -> Self {
        Self::of(Input::of::<L>(bytes), schema)
    }

    /// Begins a walk over the value of this type at the beginning of the bytes of `input`.
    pub(crate) fn of(input: Input<'b>, schema: &'static Schema) -> Self {
        Self { reader: Reader::new(input), at: 0, stack: Vec::new(), part: Some(Part::root(schema)) }
    }

    /// Begins a walk over a part that begins at offset `at`.
    #[cfg(feature = "serde-1")]
    pub(crate) fn of_part(input: Input<'b>, part: Part, at: usize) -> Self {
        Self { reader: Reader::new(input), at, stack: Vec::new(), part: Some(part) }
    }

    /// Begins a walk over what is left of an open value, from offset `at` on.
    #[cfg(feature = "serde-1")]
    pub(crate) fn of_parts(input: Input<'b>, parts: Parts, at: usize) -> Self {
        Self { reader: Reader::new(input), at, stack: vec![parts], part: None }
    }

    /// Walks to the end, and returns its offset.
    #[cfg(feature = "serde-1")]
    pub(crate) fn end(mut self) -> Result<usize, Malformed> {
        self.skip()?;
        Ok(self.at)
    }

    /// Begins a walk over `count` elements of a sequence or array of this type, in layout `L`. The flag says whether
    /// the elements are the bytes of a byte string.
    pub(crate) fn elements<L: Layout>(
        (bytes, count, in_string): (&'b [u8], usize, bool),
        schema: &'static Schema,
    ) -> Self {
        let stack = Parts::bare(schema, L::FORMAT, count, in_string).into_iter().collect();
        Self { reader: Reader::new(Input::of::<L>(bytes)), at: 0, stack, part: None }
    }

    /// Begins a walk over the default of an absent field.
    pub(crate) fn over_default<'d>(&self, bytes: &'d [u8], schema: &'static Schema) -> Walk<'d> {
        Walk::of(Input::of::<Compact>(bytes), schema)
    }

    /// Takes all elements of the innermost open value, if they are scalars of one byte each, side by side, which end at
    /// offset `until` at the latest. Returns their bytes and their type.
    pub(crate) fn take_bytes(&mut self, until: usize) -> Option<(&'b [u8], &'static Schema)> {
        let (bytes, schema) = self.reader.input.take_bytes(self.stack.last_mut()?, until)?;
        self.at += bytes.len();
        Some((bytes, schema))
    }

    /// Takes all elements of the innermost open value if none of them takes any bytes.
    pub(crate) fn take_empty(&mut self) {
        if let Some(parts) = self.stack.last_mut() {
            parts.take_empty();
        }
    }

    /// Returns the value without parts that the last step opened.
    pub(crate) fn leaf(&self) -> &Leaf<'b> {
        self.reader.leaf()
    }

    /// Returns the heads that the last step passed.
    pub(crate) fn heads(&self) -> &[Head] {
        self.reader.heads()
    }

    /// Takes one step.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type. This cannot happen if they were validated.
    pub(crate) fn step(&mut self) -> Result<Step, Malformed> {
        if let Some(part) = self.part.take() {
            if let Some(default) = part.absent {
                return Ok(Step::Absent(part.schema, default));
            }
            return Ok(match self.reader.open(&part, self.at)? {
                Opened::Parts(first) => {
                    self.at = first;
                    self.stack.push(*self.reader.parts());
                    Step::Open
                }
                Opened::Leaf(end) => {
                    self.at = end;
                    Step::Leaf(part.schema)
                }
            });
        }
        let Some(parts) = self.stack.last_mut() else { return Ok(Step::End) };
        let (part, at) = self.reader.next(parts, self.at)?;
        self.at = at;
        match part {
            Some(part) => {
                self.part = Some(part);
                Ok(Step::Part(part))
            }
            None => {
                self.stack.pop();
                Ok(Step::Close)
            }
        }
    }

    /// Returns the scalars of the innermost open value, and walks to its end.
    pub(crate) fn scalars(&mut self) -> Result<Vec<u64>, Malformed> {
        let (mut scalars, depth) = (Vec::new(), self.stack.len());
        while self.stack.len() >= depth {
            if let Step::Leaf(_) = self.step()?
                && let Leaf::Scalar(value) = *self.reader.leaf()
            {
                scalars.push(as_u64(value));
            }
        }
        Ok(scalars)
    }

    /// Walks over the value that begins next, or, if the innermost open value has no such part, to the end of that.
    pub(crate) fn skip(&mut self) -> Result<(), Malformed> {
        let depth = match self.part {
            Some(_) => self.stack.len(),
            None => self.stack.len().saturating_sub(1),
        };
        loop {
            self.step()?;
            if self.stack.len() <= depth && self.part.is_none() {
                return Ok(());
            }
        }
    }

    /// Returns whether it is known that nothing follows the part that begins next: no open value has another part.
    pub(crate) fn is_at_last(&self) -> bool {
        self.stack.iter().all(Parts::is_over)
    }
}

/// Returns the value of an integer of at most eight bytes, in two's complement; 0 for other scalars.
pub(crate) fn as_u64(value: ScalarValue) -> u64 {
    match value {
        ScalarValue::Unsigned(value) => value as u64,
        ScalarValue::Signed(value) => value as u64,
        _ => 0,
    }
}
