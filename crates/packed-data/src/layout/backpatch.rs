//! What a writer remembers from the beginning of a field or sequence to its end.

use crate::wire::failure::OpenSequence;

/// The reserved bytes into which the size of a field will be written.
#[derive(Clone, Copy)]
pub struct Backpatch {
    /// The offset of the value; its size is written before this offset.
    start: usize,
}

/// The reserved bytes into which the header of a sequence will be written.
#[derive(Clone, Copy)]
pub struct HeaderBackpatch<T> {
    /// The offset of the bytes that are reserved for the header.
    pub(super) header: usize,
    /// The offset of the first element.
    pub(super) elements: usize,
    /// The number of elements that was expected.
    pub(super) expected: usize,
    /// The number of beginnings of elements that were recorded for enclosing sequences.
    pub(super) recorded: usize,
    /// The table of ends, in a layout that has one; otherwise `()`.
    pub(super) table: T,
}

/// The bytes that are reserved for a table of ends. The end of each element is written into it when the element ends.
///
/// Invariant (N2): from `first` up to the first element there are only entries, each of `1 << width_log` bytes, which
/// are initialised. One of them begins at `next`, unless that is the offset of the first element, or greater.
#[derive(Clone, Copy)]
pub struct TableBackpatch {
    /// The offset of the first entry.
    pub(super) first: usize,
    /// The offset of the entry of the next element.
    pub(super) next: usize,
    /// The greatest end that fits an entry, in bytes from the first element; 0 if the ends are only written when the
    /// sequence ends.
    pub(super) greatest: usize,
    /// The width of the entries in bytes, as a power of two.
    pub(super) width_log: u8,
}

/// A [`TableBackpatch`], or nothing in a layout without tables.
pub trait MaybeTable: Copy + Send + Sync + 'static {
    /// No bytes are reserved: there is no table, or it is written when the sequence ends.
    const NONE: Self;

    /// Returns `table`, if the layout has tables.
    fn of(table: TableBackpatch) -> Self;

    /// Returns the table, if the layout has tables.
    fn get(&mut self) -> Option<&mut TableBackpatch>;
}

impl MaybeTable for () {
    const NONE: Self = ();

    fn of(_: TableBackpatch) -> Self {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(&mut self) -> Option<&mut TableBackpatch> {
        None
    }
}

impl MaybeTable for TableBackpatch {
    const NONE: Self = Self { first: 0, next: usize::MAX, greatest: 0, width_log: 0 };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(table: TableBackpatch) -> Self {
        table
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn get(&mut self) -> Option<&mut TableBackpatch> {
        Some(self)
    }
}

impl Backpatch {
    /// Creates the backpatch of a value that begins at `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(start: usize) -> Self {
        Self { start }
    }

    /// Returns the offset of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

impl<T> HeaderBackpatch<T> {
    /// Returns the offset of the bytes that are reserved for the header.
    pub(crate) fn header(&self) -> usize {
        self.header
    }

    /// Returns the sequence, of which `count` elements were begun, for a writer that has failed.
    pub(crate) fn open(&self, count: usize) -> OpenSequence {
        OpenSequence { header: self.header, elements: self.elements, count }
    }

    /// Returns the offset of the first element.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }

    /// Returns the number of beginnings of elements that were recorded for enclosing sequences.
    pub(crate) fn recorded(&self) -> usize {
        self.recorded
    }
}
