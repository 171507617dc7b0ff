//! Why a value cannot be written, and where writing stopped.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;

use super::error::ErrorKind;

/// A value that is being written: its offset, and its shape.
///
/// (The values that begin at the same offset, such as a tuple and its first field, differ in their shapes.)
#[derive(Clone, Copy)]
pub(crate) struct Place {
    pub(crate) at: usize,
    /// Returns the identity of the shape; `None` if it is any value that begins there.
    id: Option<fn() -> TypeId>,
}

impl Place {
    /// Returns the value at offset `at` whose shape has this identity.
    #[inline(always)]
    pub(crate) const fn new(at: usize, id: fn() -> TypeId) -> Self {
        Self { at, id: Some(id) }
    }

    /// Returns the outermost value at offset `at`.
    #[inline(always)]
    pub(crate) const fn outermost(at: usize) -> Self {
        Self { at, id: None }
    }

    /// Returns whether this is the value at offset `at` whose shape has this identity.
    pub(crate) fn is(&self, at: usize, id: fn() -> TypeId) -> bool {
        self.at == at && self.id.is_none_or(|this| this() == id())
    }
}

/// A sequence, set or map in which writing stopped. Its header is not complete.
#[derive(Clone, Copy)]
pub(crate) struct OpenSequence {
    /// The offset of its header.
    pub(crate) header: usize,
    /// The offset of its first element.
    pub(crate) elements: usize,
    /// The number of elements that were begun.
    pub(crate) count: usize,
}

/// The first failure of a writer.
pub(crate) struct Failure {
    pub(crate) kind: ErrorKind,
    /// The value that cannot be written.
    pub(crate) place: Place,
    /// The sequences that enclose it, the innermost first.
    pub(crate) open: Vec<OpenSequence>,
    /// Whether the bytes around it were discarded, so that no path leads to it.
    pub(crate) is_discarded: bool,
}

impl Failure {
    #[cold]
    pub(crate) fn new(kind: ErrorKind, place: Place) -> Box<Self> {
        Box::new(Self { kind, place, open: Vec::new(), is_discarded: false })
    }

    /// Returns all offsets that it holds, to be changed. (Not in order.)
    pub(crate) fn offsets(&mut self) -> impl Iterator<Item = &mut usize> {
        let open = self.open.iter_mut().flat_map(|open| [&mut open.header, &mut open.elements]);
        core::iter::once(&mut self.place.at).chain(open)
    }
}
