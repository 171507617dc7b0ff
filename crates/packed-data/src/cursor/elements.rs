//! The elements of an array, read in order.

use core::marker::PhantomData;

use super::{Brand, Cursor, Done};
use crate::layout::{Access, FieldState, Layout, Pos};
use crate::packable::Packable;
use crate::shape::{Field, Repeat, ShapeOf, enter_element, jump_element};
use crate::wire::invariant::Invariant;
use crate::wire::steps;

/// The elements of an array that are still to be read: like [`Items`](super::Items), but their number `N` is in the
/// type.
///
/// ```
/// use packed_data::Packed;
///
/// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
/// assert_eq!(packed.read(|a| { let mut e = a.elements(); let n = e.next(|n| n.read()); e.done(n) }), Some(1));
/// ```
pub struct Elements<'a, 'id, T, const N: usize, L: Access> {
    /// Invariant (A1): valid elements `index..N` of the array are stored from this position on, and the array ends,
    /// after them, where the value of brand `'id` ends. The bytes live for `'a`. If `L` is `Edit`, nothing else reads
    /// or writes the scalars of these elements during `'a`.
    ///
    /// `None` while an element is being read. If that fails or panics, the position remains unknown.
    pos: Option<Pos<L>>,
    state: FieldState<L>,
    index: usize,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
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
        // SAFETY: by C1 a valid array is stored at `pos`. So A1 holds for its first element.
        let (state, pos) = unsafe { L::Layout::enter_array::<ShapeOf<E>>(self.pos, N) };
        Elements { pos: Some(pos), state, index: 0, types: PhantomData, brand: PhantomData }
    }
}

/// The cursor of an element `T`.
type ElementCursor<'a, 'x, T, L> = Cursor<'a, 'x, <T as Field>::Of, <T as Field>::Access<L>>;
/// The proof that an element `T` was read.
type ElementDone<'x, V, T, L> = Done<'x, V, <T as Field>::Access<L>>;

impl<'a, 'id, T: Field, const N: usize, L: Access> Elements<'a, 'id, T, N, L> {
    /// Returns the number of elements that are still to be read.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| { let e = a.elements(); let n = e.len(); e.done(n) }), 2);
    /// ```
    pub fn len(&self) -> usize {
        N - self.index
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

    /// Reads the next element with `f`, under a fresh brand; returns `None` if all elements are read.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| { let mut e = a.elements(); let n = e.next(|n| n.read()); e.done(n) }), Some(1));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element: the position of the next element is then
    /// unknown.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn next<V>(
        &mut self,
        f: impl for<'x> FnOnce(ElementCursor<'a, 'x, T, L>) -> ElementDone<'x, V, T, L>,
    ) -> Option<V> {
        match self.try_next(|element| Ok::<_, core::convert::Infallible>(f(element))) {
            Ok(value) => value,
        }
    }

    /// Reads the next element with `f`, which may return an error; returns `None` if all elements are read.
    ///
    /// # Errors
    ///
    /// Returns the error of `f`. No further element can be read then.
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_next<V, E>(
        &mut self,
        f: impl for<'x> FnOnce(ElementCursor<'a, 'x, T, L>) -> Result<ElementDone<'x, V, T, L>, E>,
    ) -> Result<Option<V>, E> {
        steps::count(1);
        let pos = self.position();
        if self.index == N {
            self.pos = Some(pos);
            return Ok(None);
        }
        // SAFETY: by A1 valid element `index` is stored at `pos`, so C1 holds for its value. The brand is fresh.
        let done = f(unsafe { Cursor::new(enter_element::<T, N, L::Layout>(pos, self.index)) })?;
        self.index += 1;
        self.pos = Some(done.pos);
        Ok(Some(done.value))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&mut self) -> Pos<L> {
        match self.pos.take() {
            Some(pos) => pos,
            None => panic!("an earlier call failed or panicked while it read an element"),
        }
    }

    /// Ends the reading: skips the elements that are left, and returns the proof with `value` as its result.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| a.elements().done("skipped")), "skipped");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if an earlier call failed or panicked while it read an element.
    #[inline]
    pub fn done<V>(mut self, value: V) -> Done<'id, V, L> {
        let mut pos = self.position();
        for index in self.index..N {
            // SAFETY: by A1 valid element `index` is stored at `pos`.
            pos = unsafe { jump_element::<T, N, L::Layout>(pos, index) };
        }
        // SAFETY: all elements end at `pos`, so by A1 the array ends, after them, where the value of brand `'id` does.
        Done::at(unsafe { L::Layout::leave(self.state, pos) }, value)
    }
}
