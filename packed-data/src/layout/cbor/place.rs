//! Where a cursor stands in CBOR, and what it remembers.
//!
//! A value may have more after its last field than the reader knows: fields of a newer version, or a break. A cursor
//! that went into a last field, and into its last field, and so on, must pass all of that at the end. [`After`] says
//! what: so many breaks, then so many items. Nothing else can come up: items before a break are passed with all that
//! stands before that break.

use crate::raw::Ptr;

/// What stands after a value before that ends whose last field it is: `breaks` ends of items of indefinite length, each
/// with whatever stands before it, then `items` items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct After(u64);

/// How many bits the number of items takes; that of breaks takes the rest but one.
const ITEM_BITS: u32 = 32;
/// The bit that says that the place is within a string.
const IN_STRING: u64 = 1 << 63;

impl After {
    /// Nothing.
    pub(super) const NONE: Self = Self(0);

    /// From the number that a checker keeps.
    pub(super) const fn of_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// The number that a checker keeps.
    pub(super) const fn bits(self) -> u64 {
        self.0
    }

    /// Whether there is something.
    pub(super) const fn is_some(self) -> bool {
        self.0 & !IN_STRING != 0
    }

    /// How many breaks come first.
    pub(super) const fn breaks(self) -> u64 {
        (self.0 & !IN_STRING) >> ITEM_BITS
    }

    /// How many items come then.
    pub(super) const fn items(self) -> u64 {
        self.0 & ((1 << ITEM_BITS) - 1)
    }

    /// A break, then this; if so many can be counted.
    pub(super) fn after_break(self) -> Option<Self> {
        // (One bit less, so that it does not reach the bit for strings.)
        (self.breaks() + 1 < 1 << 31).then(|| Self(self.0 + (1 << ITEM_BITS)))
    }

    /// So many items, then this; if so many can be counted.
    pub(super) fn after_items(self, items: u64) -> Option<Self> {
        if self.breaks() > 0 {
            return Some(self);
        }
        let items = self.items().checked_add(items)?;
        (items < 1 << ITEM_BITS).then_some(Self(items))
    }
}

/// A position: an address, what stands after the value there before the whole of it ends, and whether it is within a
/// string, whose bytes have no heads.
#[derive(Clone, Copy)]
pub struct Place {
    pub(super) at: Ptr,
    pub(super) after: After,
}

impl Place {
    /// An address, and nothing after it.
    #[inline]
    pub(super) fn new(at: Ptr) -> Self {
        Self { at, after: After::NONE }
    }

    /// So many bytes further on.
    ///
    /// # Safety
    ///
    /// They are there.
    #[inline]
    pub(super) unsafe fn moved(self, size: usize) -> Self {
        // SAFETY: the caller's promise.
        Self { at: unsafe { self.at.add(size) }, ..self }
    }

    /// The same address with something after it.
    #[inline]
    pub(super) fn with_after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// The same address, within a string.
    #[inline]
    fn in_string(self) -> Self {
        Self { after: After(self.after.0 | IN_STRING), ..self }
    }

    /// Whether it is within a string.
    #[inline]
    pub(super) fn is_in_string(self) -> bool {
        self.after.0 & IN_STRING != 0
    }
}

/// What is left of a struct or constructor, field by field.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// How many items are left; of no meaning where a break ends them.
    pub(super) left: u64,
    /// Whether a break ends them.
    pub(super) is_indefinite: bool,
    /// What stands after the whole.
    pub(super) after: After,
}

impl Frame {
    /// One field less.
    #[inline]
    pub(super) fn passed(self) -> Self {
        Self { left: self.left.wrapping_sub(1), ..self }
    }

    /// Whether nothing is left, and nothing stands after the whole.
    #[inline]
    pub(super) fn is_exact(self) -> bool {
        self.left == 0 && !self.is_indefinite
    }

    /// Whether the next item is the last.
    #[inline]
    pub(super) fn is_at_last(self) -> bool {
        self.left == 1 && !self.is_indefinite
    }

    /// What stands after the last field that the reader knows, if that can be counted.
    #[inline]
    pub(super) fn counted_after_last(self) -> Option<After> {
        if self.is_at_last() {
            return Some(self.after);
        }
        if self.is_indefinite { self.after.after_break() } else { self.after.after_items(self.left.wrapping_sub(1)) }
    }

    /// What stands after the last field that the reader knows. (What cannot be counted was refused when it was checked.)
    #[inline]
    pub(super) fn after_last(self) -> After {
        self.counted_after_last().unwrap_or(After::NONE)
    }
}

/// The beginning of a sequence, read.
#[derive(Clone, Copy)]
pub struct Head {
    pub(super) steps: Steps,
    pub(super) first: Ptr,
    pub(super) is_string: bool,
}

impl Head {
    #[inline]
    pub(super) fn first(self) -> (Steps, Place) {
        let first = Place::new(self.first);
        (self.steps, if self.is_string { first.in_string() } else { first })
    }
}

/// What is left of a sequence.
#[derive(Clone, Copy, Debug)]
pub struct Steps {
    /// How many elements are left; of no meaning where a break ends them.
    pub(super) left: u64,
    /// Whether a break ends them.
    pub(super) is_indefinite: bool,
    /// What stands after the whole.
    pub(super) after: After,
}

impl Steps {
    /// The same of an array, whose elements are passed like fields: at the end none is left.
    #[inline]
    pub(super) fn frame(self) -> Frame {
        Frame { left: 0, is_indefinite: self.is_indefinite, after: self.after }
    }
}
