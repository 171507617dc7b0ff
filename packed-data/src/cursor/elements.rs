//! The elements of an array, read in order.

use core::marker::PhantomData;

use super::{Brand, Cursor, Done};
use crate::invariant::Invariant;
use crate::layout::{Access, Frame, Layout, Pos};
use crate::packable::Packable;
use crate::shape::{Field, Repeat, ShapeOf, enter_element, jump_element};
use crate::steps;

/// The elements of an array that are still to be read: as [`Items`](super::Items), without a count.
///
/// ```
/// use packed_data::Packed;
///
/// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
/// assert_eq!(packed.read(|a| { let mut e = a.elements(); let n = e.next(|n| n.read()); e.done(n) }), Some(1));
/// ```
pub struct Elements<'a, 'id, T, const N: usize, L: Access> {
    /// Invariant (A1): elements `index..N` stand here, and end where the value of brand `'id` ends. `None`
    /// while an element is being read.
    pos: Option<Pos<L>>,
    frame: Frame<L>,
    index: usize,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'a, 'id, E: Field, const N: usize, T: Packable<As = T, Shape = Repeat<E, N>> + ?Sized, L: Access>
    Cursor<'a, 'id, T, L>
{
    /// The elements of an array, to be read in order.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<[u8; 2]> = Packed::pack(&[1, 2]);
    /// assert_eq!(packed.read(|a| a.elements().done("skipped")), "skipped");
    /// ```
    #[inline]
    pub fn elements(self) -> Elements<'a, 'id, E, N, L> {
        // SAFETY: by C1 a valid array stands here.
        let (frame, pos) = unsafe { L::Layout::enter_array::<ShapeOf<E>>(self.pos, N) };
        Elements { pos: Some(pos), frame, index: 0, types: PhantomData, brand: PhantomData }
    }
}

/// The cursor of an element `T`.
type ElementCursor<'a, 'x, T, L> = Cursor<'a, 'x, <T as Field>::Of, <T as Field>::Access<L>>;
/// The proof that an element `T` was read.
type ElementDone<'x, V, T, L> = Done<'x, V, <T as Field>::Access<L>>;

impl<'a, 'id, T: Field, const N: usize, L: Access> Elements<'a, 'id, T, N, L> {
    /// How many elements are still to be read.
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

    /// Whether all elements are read.
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

    /// Reads the next element, if there is one, with a brand of its own.
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
    /// An earlier call did: where the next element begins is then not known.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn next<V>(
        &mut self,
        f: impl for<'x> FnOnce(ElementCursor<'a, 'x, T, L>) -> ElementDone<'x, V, T, L>,
    ) -> Option<V> {
        match self.try_next(|element| Ok::<_, core::convert::Infallible>(f(element))) {
            Ok(value) => value,
        }
    }

    /// Reads the next element, if there is one, with a function that may fail.
    ///
    /// # Errors
    ///
    /// Those of `f`. Nothing more can be read then.
    ///
    /// # Panics
    ///
    /// An earlier call failed or panicked.
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
        // SAFETY: by A1 the element stands here; the brand is fresh.
        let done = f(unsafe { Cursor::new(enter_element::<T, N, L::Layout>(pos, self.index)) })?;
        self.index += 1;
        self.pos = Some(done.pos);
        Ok(Some(done.value))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn position(&mut self) -> Pos<L> {
        match self.pos.take() {
            Some(pos) => pos,
            None => panic!("the reading of an element failed before"),
        }
    }

    /// Ends the reading; elements that are left are skipped.
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
    /// An earlier call failed or panicked.
    #[inline]
    pub fn done<V>(mut self, value: V) -> Done<'id, V, L> {
        let mut pos = self.position();
        for index in self.index..N {
            // SAFETY: by A1 the element stands here.
            pos = unsafe { jump_element::<T, N, L::Layout>(pos, index) };
        }
        // SAFETY: all elements end there.
        Done::at(unsafe { L::Layout::leave(self.frame, pos) }, value)
    }
}
