//! `Elements`: the elements of an array, read in order; their number is in the type.

use super::items::Advance;
use super::{Cursor, Items};
use crate::layout::{Access, AnyAccess, Layout, ReadLayout};
use crate::packable::Packable;
use crate::shape::{Field, Repeat, ShapeOf, enter_element, jump_element};

/// The elements of an array that are still to be read: like the [`Items`] of a sequence, but their number `N` is in the
/// type.
///
/// ```
/// use packed_data::Packed;
///
/// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
/// assert_eq!(packed.read(|a| { let mut e = a.elements(); let n = e.next(|n| n.read()); e.done(n) }), Some(1));
/// ```
pub type Elements<'a, 'id, T, const N: usize, L> = Items<'a, 'id, T, L, RemainingInArray<<L as AnyAccess>::Layout, N>>;

/// How the elements of an array follow each other.
pub struct RemainingInArray<L: Layout, const N: usize> {
    state: L::FieldState,
    /// The number of elements that are read. It is not greater than `N`.
    index: usize,
}

impl<L: Layout, const N: usize> Clone for RemainingInArray<L, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout, const N: usize> Copy for RemainingInArray<L, N> {}

// SAFETY: `enter_element` and `jump_element` find the elements of a valid array, and `Layout::leave` the end of it.
unsafe impl<T: Field, L: Layout, const N: usize> Advance<T, L> for RemainingInArray<L, N> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next(&mut self, pos: L::Pos) -> Option<L::Pos> {
        if self.index == N {
            return None;
        }
        // SAFETY: the caller promises that element `index` is stored at `pos`.
        let element = unsafe { enter_element::<T, N, L>(pos, self.index) };
        self.index += 1;
        Some(element)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end(self, mut pos: L::Pos) -> L::Pos {
        for index in self.index..N {
            // SAFETY: the caller promises that element `index` is stored at `pos`.
            pos = unsafe { jump_element::<T, N, L>(pos, index) };
        }
        // SAFETY: all elements end at `pos`, and they were entered with `state`.
        unsafe { L::leave::<()>(self.state, pos) }
    }
}

impl<'a, 'id, E: Field, const N: usize, T: Packable<As = T, Shape = Repeat<E, N>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// Returns the elements of an array, to be read in order.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| a.elements().done("skipped")), "skipped");
    /// ```
    #[inline]
    pub fn elements(self) -> Elements<'a, 'id, E, N, L> {
        // SAFETY: by C1 a valid array is stored at `pos`.
        let (state, pos) = unsafe { L::Layout::enter_array::<ShapeOf<E>>(self.pos, N) };
        // SAFETY: by C1 the `N` elements of the array are stored at `pos`, so I1 holds.
        unsafe { Items::new(RemainingInArray { state, index: 0 }, pos) }
    }
}

impl<T: Field, const N: usize, L: Access> Elements<'_, '_, T, N, L> {
    /// Returns the number of elements that are still to be read. (One that could not be read to its end is not
    /// counted.)
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| { let e = a.elements(); let n = e.len(); e.done(n) }), 2);
    /// ```
    pub fn len(&self) -> usize {
        N - self.remaining.index
    }

    /// Returns whether all elements are read.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert!(!packed.read(|a| { let e = a.elements(); let empty = e.is_empty(); e.done(empty) }));
    /// ```
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
