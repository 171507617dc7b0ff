//! The elements of a sequence that are left while it is read; in `Indexed`, with their table of ends.

use super::SequenceHeader;

/// What a reader remembers between two elements of a sequence.
pub trait Remaining: Copy + Send + Sync + 'static {
    /// Returns the elements of a whole sequence.
    fn of(header: SequenceHeader) -> Self;

    /// Returns the number of elements that are left.
    fn left(&self) -> usize;

    /// Counts one more element as read; returns `None` if none is left.
    fn take(&mut self) -> Option<()>;

    /// Returns the header of the sequence, if it is needed after the first element.
    fn header(&self) -> Option<&SequenceHeader>;
}

/// The number of elements suffices for a layout that finds each element by a walk over the one before it.
impl Remaining for usize {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(header: SequenceHeader) -> Self {
        header.count
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> usize {
        *self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&mut self) -> Option<()> {
        *self = self.checked_sub(1)?;
        Some(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn header(&self) -> Option<&SequenceHeader> {
        None
    }
}

/// The elements that are left in a layout with tables of ends, which are found through the header.
#[derive(Clone, Copy)]
pub struct RemainingWithTable {
    header: SequenceHeader,
    /// At most the number of elements of `header`.
    left: usize,
}

impl Remaining for RemainingWithTable {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn of(header: SequenceHeader) -> Self {
        Self { header, left: header.count }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> usize {
        self.left
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take(&mut self) -> Option<()> {
        self.left = self.left.checked_sub(1)?;
        Some(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn header(&self) -> Option<&SequenceHeader> {
        Some(&self.header)
    }
}
