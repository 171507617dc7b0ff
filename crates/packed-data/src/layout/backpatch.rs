//! What a writer remembers from the beginning of a field or sequence to its end.

/// The reserved bytes into which the size of a field will be written.
#[derive(Clone, Copy)]
pub struct Backpatch {
    /// The offset of the value; its size is written before this offset.
    start: usize,
}

/// The reserved bytes into which the header of a sequence will be written.
#[derive(Clone, Copy)]
pub struct HeaderBackpatch {
    /// The offset of the bytes that are reserved for the header.
    pub(super) header: usize,
    /// The offset of the first element.
    pub(super) elements: usize,
    /// The number of elements that was expected.
    pub(super) expected: usize,
    /// The number of beginnings of elements that were recorded for enclosing sequences.
    pub(super) recorded: usize,
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

impl HeaderBackpatch {
    /// Returns the offset of the first element.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }

    /// Returns the number of beginnings of elements that were recorded for enclosing sequences.
    pub(crate) fn recorded(&self) -> usize {
        self.recorded
    }
}
