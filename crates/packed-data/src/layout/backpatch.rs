//! What a writer remembers between the beginning of a field or sequence and its end.

/// Where a field's size is to be written.
#[derive(Clone, Copy)]
pub struct Backpatch {
    /// The offset of the value; its size is to stand before it.
    start: usize,
}

/// Where the beginning of a sequence is to be written.
#[derive(Clone, Copy)]
pub struct HeaderBackpatch {
    /// The offset of what was written in its place for now.
    pub(super) header: usize,
    /// The offset of the first element.
    pub(super) elements: usize,
    /// How many elements were expected.
    pub(super) expected: usize,
    /// How many elements of enclosing sequences the writer has noted.
    pub(super) noted: usize,
}

impl Backpatch {
    /// The value begins at `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(start: usize) -> Self {
        Self { start }
    }

    /// The offset of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

impl HeaderBackpatch {
    /// The offset of the first element.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }

    /// How many elements of enclosing sequences the writer has noted.
    pub(crate) fn noted(&self) -> usize {
        self.noted
    }
}
