//! Positions in CBOR, with their trailing items, and what a cursor remembers between fields and elements.
//!
//! More may follow the last field that the reader knows: fields of a newer version of the type, or a break. A cursor
//! that entered a last field, and then the last field of that one, and so on, must pass all of these *trailing items*
//! at the end. [`After`] describes them with two numbers: a number of breaks, then a number of items. Nothing else is
//! needed, because items before a break need not be counted: everything up to that break is passed.

use super::item;
use crate::layout::{Frame, Position, Remaining};
use crate::wire::pointer::Ptr;

/// The trailing items of a value: the items that follow a value, which is the innermost last field of several values,
/// before all of these end. They are `breaks` breaks, each with any number of items before it, then `items` items.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct After(u64);

/// How many bits the number of items takes. The number of breaks takes all others except one.
const ITEM_BITS: u32 = 32;
/// The bit that marks a position inside a byte string.
const IN_STRING: u64 = 1 << 63;

impl After {
    /// No trailing items.
    pub(super) const NONE: Self = Self(0);

    /// Returns whether there are any trailing items.
    pub(super) const fn is_some(self) -> bool {
        self.0 & !IN_STRING != 0
    }

    /// Returns the number of breaks.
    pub(super) const fn breaks(self) -> u64 {
        (self.0 & !IN_STRING) >> ITEM_BITS
    }

    /// Returns the number of items after the breaks.
    pub(super) const fn items(self) -> u64 {
        self.0 & ((1 << ITEM_BITS) - 1)
    }

    /// Returns one more break, followed by this; `None` if there are too many to be counted.
    pub(super) fn after_break(self) -> Option<Self> {
        // (The limit leaves the highest bit free, which is that for byte strings.)
        (self.breaks() + 1 < 1 << 31).then(|| Self(self.0 + (1 << ITEM_BITS)))
    }

    /// Returns `items` more items, followed by this; `None` if there are too many to be counted. (Before a break, items
    /// need not be counted.)
    pub(super) fn after_items(self, items: u64) -> Option<Self> {
        if self.breaks() > 0 {
            return Some(self);
        }
        let items = self.items().checked_add(items)?;
        (items < 1 << ITEM_BITS).then_some(Self(items))
    }
}

/// A position: an address, the trailing items of the value there, and whether it is inside a byte string, whose bytes
/// have no heads.
#[derive(Clone, Copy)]
pub struct ItemPosition {
    pub(super) at: Ptr,
    pub(super) after: After,
}

impl ItemPosition {
    /// Returns the position with the same address, and with `after` as its trailing items.
    #[inline]
    pub(super) fn with_after(self, after: After) -> Self {
        Self { after, ..self }
    }

    /// Returns the same position, marked as inside a byte string.
    #[inline]
    fn in_string(self) -> Self {
        Self { after: After(self.after.0 | IN_STRING), ..self }
    }
}

impl Position for ItemPosition {
    /// Creates a position outside of byte strings, without trailing items.
    #[inline]
    fn new(at: Ptr) -> Self {
        Self { at, after: After::NONE }
    }

    #[inline]
    fn ptr(self) -> Ptr {
        self.at
    }

    #[inline]
    unsafe fn advance(self, size: usize) -> Self {
        // SAFETY: the caller promises a value of that size.
        Self { at: unsafe { self.at.add(size) }, ..self }
    }

    #[inline]
    fn is_in_string(self) -> bool {
        self.after.0 & IN_STRING != 0
    }

    #[inline]
    unsafe fn value_bytes<'a>(self, end: Self) -> &'a [u8] {
        // SAFETY: the caller promises a valid value from here to `end`; inside a byte string, it is one byte.
        unsafe {
            if self.is_in_string() {
                let [byte] = self.at.load::<[u8; 1]>();
                return item::encoded_byte(byte);
            }
            self.bytes_to(end)
        }
    }
}

/// The fields of a struct or constructor that are left.
#[derive(Clone, Copy, Debug)]
pub struct FieldState {
    /// How many items are left; without meaning if a break ends them.
    pub(super) left: u64,
    /// Whether a break ends the items: the array has indefinite length.
    pub(super) is_indefinite: bool,
    /// The trailing items of the struct or constructor.
    pub(super) after: After,
}

impl FieldState {
    /// Returns the state after one more item.
    #[inline]
    pub(super) fn without_one(self) -> Self {
        Self { left: self.left.wrapping_sub(1), ..self }
    }

    /// Returns whether no item is left, and no break follows.
    #[inline]
    pub(super) fn is_exact(self) -> bool {
        self.left == 0 && !self.is_indefinite
    }

    /// Returns whether exactly one item is left, and no break follows.
    #[inline]
    pub(super) fn is_at_last(self) -> bool {
        self.left == 1 && !self.is_indefinite
    }

    /// Returns the trailing items of the last field that the reader knows; `None` if they are too many to be counted.
    #[inline]
    pub(super) fn counted_after_last(self) -> Option<After> {
        if self.is_at_last() {
            return Some(self.after);
        }
        if self.is_indefinite { self.after.after_break() } else { self.after.after_items(self.left.wrapping_sub(1)) }
    }

    /// Returns the trailing items of the last field that the reader knows. (If they were too many to be counted, the
    /// check refused them.)
    #[inline]
    pub(super) fn after_last(self) -> After {
        self.counted_after_last().unwrap_or(After::NONE)
    }
}

impl Frame<ItemPosition> for FieldState {
    #[inline]
    fn next_field(self) -> Self {
        self.without_one()
    }

    #[inline]
    unsafe fn last(self, pos: ItemPosition) -> ItemPosition {
        pos.with_after(self.after_last())
    }
}

impl Frame<usize> for FieldState {
    #[inline]
    fn next_field(self) -> Self {
        self.without_one()
    }
}

/// The header of a sequence.
#[derive(Clone, Copy)]
pub struct SequenceHeader {
    pub(super) remaining: RemainingElements,
    pub(super) first: Ptr,
    pub(super) is_string: bool,
}

/// The elements of a sequence that are left.
#[derive(Clone, Copy, Debug)]
pub struct RemainingElements {
    /// How many elements are left; without meaning if a break ends them.
    pub(super) left: u64,
    /// Whether a break ends the elements: the sequence has indefinite length.
    pub(super) is_indefinite: bool,
    /// The trailing items of the sequence.
    pub(super) after: After,
}

impl RemainingElements {
    /// Returns the state of an array, whose elements are read like fields. Its `left` is 0, because none is left when
    /// all elements are read.
    #[inline]
    pub(super) fn field_state(self) -> FieldState {
        FieldState { left: 0, is_indefinite: self.is_indefinite, after: self.after }
    }
}

impl Remaining<ItemPosition> for RemainingElements {
    type Header = SequenceHeader;

    #[inline]
    fn first(header: SequenceHeader) -> (Self, ItemPosition) {
        let first = ItemPosition::new(header.first);
        (header.remaining, if header.is_string { first.in_string() } else { first })
    }

    #[inline]
    fn left(&self) -> Option<usize> {
        (!self.is_indefinite).then_some(self.left as usize)
    }

    #[inline]
    unsafe fn next(&mut self, pos: ItemPosition) -> Option<ItemPosition> {
        if self.is_indefinite {
            // SAFETY: the caller promises that an element, or the break after the last one, is stored at `pos`.
            return unsafe { !item::is_break(pos.at) }.then_some(pos);
        }
        self.left = self.left.checked_sub(1)?;
        Some(pos)
    }

    #[inline]
    unsafe fn after(self, pos: ItemPosition) -> ItemPosition {
        // SAFETY: the caller promises that the elements end at `pos`. If the length is indefinite, a break is stored
        // there.
        let at = if self.is_indefinite { unsafe { pos.at.add(1) } } else { pos.at };
        ItemPosition::new(at).with_after(self.after)
    }
}
