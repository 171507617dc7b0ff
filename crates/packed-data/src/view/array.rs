//! `Array`: a view of an array.

use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::{Scalars, View};
use crate::layout::{Access, Layout, Pos, Position, ReadLayout};
use crate::packable::Packable;
use crate::shape::{Field, Repeat, ScalarShape, ShapeOf, enter_element, jump_element};
use crate::wire::invariant::Invariant;
use crate::wire::scalar::Scalar;

/// A packed array of `N` elements `T`, in layout `L`, in bytes that live for `'a`. It is an iterator over its elements.
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let packed: Packed<[Option<u8>; 3], Indexed> = Packed::pack(&[Some(1), None, Some(3)]);
/// assert_eq!(packed.view().into_iter().flatten().sum::<u8>(), 4);
/// ```
pub struct Array<'a, T, const N: usize, L: Access> {
    /// Invariant (Y1): elements `index..N` of a valid array are stored from this position on, in bytes that live for
    /// `'a`. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`.
    pub(super) pos: Pos<L>,
    pub(super) index: usize,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
}

impl<T, const N: usize, L: Layout> Clone for Array<'_, T, N, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, const N: usize, L: Layout> Copy for Array<'_, T, N, L> {}

impl<'a, T: Field, const N: usize, L: Access> Array<'a, T, N, L> {
    #[inline(always)]
    pub(crate) fn of<A: Packable<As = A, Shape = Repeat<T, N>> + ?Sized>(view: View<'a, A, L>) -> Self {
        // SAFETY: by V1 a valid array is stored at the position of `view`, which is consumed. So Y1 holds for its first
        // element.
        let (_, pos) = unsafe { L::Layout::enter_array::<ShapeOf<T>>(view.pos(), N) };
        Self { pos, index: 0, types: PhantomData }
    }
}

impl<'a, T: Field, const N: usize, L: Access> Array<'a, T, N, L> {
    /// Returns the next element as a view of its canonical type.
    #[inline]
    pub(super) fn next_root(&mut self) -> Option<View<'a, T::Of, T::Access<L>>> {
        if self.index == N {
            return None;
        }
        // SAFETY: by Y1 valid element `index` is stored at `pos`, and no view of it was created before.
        unsafe {
            let element = View::new(enter_element::<T, N, L::Layout>(self.pos, self.index));
            self.pos = jump_element::<T, N, L::Layout>(self.pos, self.index);
            self.index += 1;
            Some(element)
        }
    }

    /// Returns the bytes of the elements that the iterator has not returned, their number, and whether they are those
    /// of a byte string: for reading them by their schema.
    pub(crate) fn element_bytes(&self) -> (&[u8], usize, bool) {
        let mut end = self.pos;
        // SAFETY: by Y1 elements `index..N` are stored from `pos` on. The array is borrowed, so nothing edits them.
        unsafe {
            for index in self.index..N {
                end = jump_element::<T, N, L::Layout>(end, index);
            }
            (self.pos.bytes_to(end), N - self.index, self.pos.is_in_string())
        }
    }
}

impl<'a, S: Scalar + Packable<As = S, Shape = ScalarShape<S>>, const N: usize, L: Access> Array<'a, S, N, L> {
    /// Returns the scalars that the iterator has not returned, for access by index and as a slice. [`Scalars`] says in
    /// which layouts that takes constant time.
    #[inline]
    pub fn scalars(self) -> Scalars<'a, S, L::Layout> {
        // SAFETY: by Y1 elements `index..N` are stored from `pos` on. An array for editing is consumed.
        unsafe { Scalars::new(self.pos, N - self.index) }
    }
}

/// An array is the iterator over its elements: each is found from the end of the one before it.
impl<'a, T: Field, const N: usize, L: Access> Iterator for Array<'a, T, N, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        self.next_root().map(T::view::<L>)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (N - self.index, Some(N - self.index))
    }
}

impl<T: Field, const N: usize, L: Access> ExactSizeIterator for Array<'_, T, N, L> {}
impl<T: Field, const N: usize, L: Access> FusedIterator for Array<'_, T, N, L> {}
