//! The elements of a sequence that are left while it is read.

/// The elements of a sequence that are left, between two of them: an iterator over the positions of elements, in which
/// the caller skips each element.
pub trait Remaining<P>: Copy + Send + Sync + 'static {
    /// The header of a sequence, after it was read.
    type Header: Copy + Send + Sync + 'static;

    /// Returns the elements that are left at first, and the position of the first.
    fn first(header: Self::Header) -> (Self, P);

    /// Returns the number of elements that are left, if the sequence states it.
    fn left(&self) -> Option<usize>;

    /// Returns the position of the next element, which then counts as read; `None` if none is left.
    ///
    /// # Safety
    ///
    /// These are the elements that are left of a valid sequence. The next one, or the end of the elements, is stored at
    /// `pos`.
    unsafe fn next(&mut self, pos: P) -> Option<P>;

    /// Returns the end of the sequence, given the end of its last element.
    ///
    /// # Safety
    ///
    /// No element is left, and the last one ends at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn after(self, pos: P) -> P {
        pos
    }

    /// Returns the header, in a layout that needs it after the first element: one with tables of ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn header(&self) -> Option<&Self::Header> {
        None
    }
}
