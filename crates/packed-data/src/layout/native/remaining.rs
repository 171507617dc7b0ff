//! The elements of a sequence that are left while it is read: a count, in `Indexed` with the table of ends.

use super::SequenceHeader;
use crate::layout::Remaining;
use crate::wire::pointer::Ptr;

/// The number of elements suffices for a layout that finds each element by a walk over the one before it.
impl Remaining<Ptr> for usize {
    type Header = SequenceHeader;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(header: SequenceHeader) -> (Self, Ptr) {
        (header.count, header.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> Option<usize> {
        Some(*self)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next(&mut self, pos: Ptr) -> Option<Ptr> {
        *self = self.checked_sub(1)?;
        Some(pos)
    }
}

/// The elements that are left in a layout with tables of ends, which are found through the header.
#[derive(Clone, Copy)]
pub struct RemainingWithTable {
    header: SequenceHeader,
    /// At most the number of elements of `header`.
    left: usize,
}

impl Remaining<Ptr> for RemainingWithTable {
    type Header = SequenceHeader;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(header: SequenceHeader) -> (Self, Ptr) {
        (Self { header, left: header.count }, header.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> Option<usize> {
        Some(self.left)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next(&mut self, pos: Ptr) -> Option<Ptr> {
        self.left = self.left.checked_sub(1)?;
        Some(pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn header(&self) -> Option<&SequenceHeader> {
        Some(&self.header)
    }
}
