//! `Scalars` and `ScalarMut`: many scalars side by side, or one that can be overwritten.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use crate::layout::{Layout, Position, Remaining};
use crate::shape::{NOT_IN_PLACE, ScalarShape, Sizes, element_count, skip_value};
use crate::wire::cast;
use crate::wire::invariant::Invariant;
use crate::wire::scalar::Scalar;

/// A scalar in packed bytes that can be overwritten: a view for editing returns it for a scalar.
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let mut packed: Packed<(u8, i64), Indexed> = Packed::pack(&(1, 2));
/// let (_, mut number) = packed.view_mut();
/// number.set(number.get() + 40);
/// assert_eq!(packed.view(), (1, 42));
/// ```
pub struct ScalarMut<'a, S, L: Layout> {
    /// Invariant (S1): a valid `S` in layout `L` is stored at this position, in bytes that live for `'a`, and nothing
    /// else reads or writes it during `'a`.
    pos: L::Pos,
    types: PhantomData<(&'a mut [u8], Invariant<S>, Invariant<L>)>,
}

impl<S: Scalar, L: Layout> ScalarMut<'_, S, L> {
    /// Creates the reference to the scalar at `pos`.
    ///
    /// # Safety
    ///
    /// `pos` satisfies S1.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: L::Pos) -> Self {
        Self { pos, types: PhantomData }
    }

    /// Returns the value of the scalar.
    #[inline(always)]
    pub fn get(&self) -> S {
        // SAFETY: by S1 a valid `S` is stored at `pos`.
        unsafe { L::scalar::<S>(self.pos) }.0
    }

    /// Overwrites the scalar with `value`.
    #[inline(always)]
    pub fn set(&mut self, value: S) {
        const { assert!(Sizes::<ScalarShape<S>, L>::SIZE.is_some(), "{}", NOT_IN_PLACE) };
        // SAFETY: by S1 a valid `S` is stored at `pos`, and nothing else reads or writes it.
        unsafe { L::set_scalar(self.pos, value) }
    }

    /// Overwrites the scalar with `f` of its present value. If `f` panics, the scalar keeps its value.
    #[inline(always)]
    pub fn update(&mut self, f: impl FnOnce(S) -> S) {
        self.set(f(self.get()));
    }
}

/// Prints the value of the scalar.
impl<S: Scalar, L: Layout> fmt::Debug for ScalarMut<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

/// Scalars in packed bytes, in layout `L`: an unaligned slice where they are stored side by side.
///
/// If the layout stores all scalars of the type in the same number of bytes, any of them is reached in constant time.
/// In the other layouts they are walked over in order.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::view::Scalars;
///
/// let packed: Packed<Vec<u32>> = Packed::pack(&vec![1, 2, 3]);
/// packed.read(|numbers| numbers.read().map(|numbers: Scalars<'_, u32, _>| {
///     assert_eq!(numbers.get(1), Some(2));
///     assert_eq!(numbers.iter().sum::<u32>(), 6);
///     let mut copy = [0; 3];
///     numbers.copy_to_slice(&mut copy);
///     assert_eq!(copy, [1, 2, 3]);
/// }));
/// ```
pub struct Scalars<'a, S, L: Layout> {
    /// Invariant (S2): `len` valid `S` in layout `L` are stored from this position on, in bytes that live for `'a`. The
    /// distance between the beginnings of neighbours is `Sizes::STRIDE` bytes; if there is no stride, each begins where
    /// the one before it ends.
    pos: L::Pos,
    len: usize,
    types: PhantomData<(&'a [u8], Invariant<S>, Invariant<L>)>,
}

impl<S, L: Layout> Clone for Scalars<'_, S, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<S, L: Layout> Copy for Scalars<'_, S, L> {}

impl<'a, S: Scalar, L: Layout> Scalars<'a, S, L> {
    /// Creates the range of `len` scalars at `pos`.
    ///
    /// # Safety
    ///
    /// `pos` and `len` satisfy S2.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: L::Pos, len: usize) -> Self {
        Self { pos, len, types: PhantomData }
    }

    /// Returns the scalars of a sequence.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of `S`, in bytes that live for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn of(header: L::SequenceHeader) -> Self {
        // SAFETY: the caller promises the sequence. If its elements are not stored side by side, the first step of the
        // layout leads to the first of them. So S2 holds.
        unsafe {
            let len = element_count::<ScalarShape<S>, L>(&header);
            let (mut remaining, first) = L::RemainingElements::first(header);
            Self::new(remaining.next(first).unwrap_or(first), len)
        }
    }

    /// Returns the number of scalars.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are no scalars.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns scalar `index`, or `None` if there are not more than `index` scalars.
    #[inline]
    pub fn get(&self, index: usize) -> Option<S> {
        // SAFETY: by S2 there are `len` valid scalars, and `index` is less than `len`.
        (index < self.len).then(|| unsafe { L::scalar::<S>(self.position(index)) }.0)
    }

    /// Returns the position of scalar `index`.
    ///
    /// # Safety
    ///
    /// `index` is less than `len`.
    #[inline(always)]
    pub(crate) unsafe fn position(&self, index: usize) -> L::Pos {
        // SAFETY: by S2 and the caller's promise, the scalars before `index` are valid, and scalar `index` begins at
        // that distance.
        unsafe {
            match const { Sizes::<ScalarShape<S>, L>::STRIDE } {
                Some(stride) => self.pos.advance(index * stride),
                None => (0..index).fold(self.pos, |pos, _| L::skip_scalar::<S>(pos)),
            }
        }
    }

    /// Returns the scalars, in order.
    #[inline]
    pub fn iter(&self) -> ScalarIter<'a, S, L> {
        ScalarIter { left: *self }
    }

    /// Returns the bytes in which the scalars are stored, from the beginning of the first to the end of the last.
    pub fn as_bytes(&self) -> &'a [u8] {
        // SAFETY: by S2 valid scalars are stored from `pos` to `end`, in bytes that live for `'a`.
        unsafe {
            let end = match (self.len.checked_sub(1), const { Sizes::<ScalarShape<S>, L>::STRIDE }) {
                (None, _) => self.pos,
                (Some(_), Some(stride)) if stride == S::WIDTH => self.pos.advance(self.len * stride),
                (Some(last), _) => skip_value::<ScalarShape<S>, L>(self.position(last)),
            };
            self.pos.bytes_to(end)
        }
    }

    /// Returns the scalars as a slice in memory, if that is possible without a copy.
    ///
    /// Three conditions must hold: the scalars are stored side by side as in memory, the bytes happen to be aligned for
    /// their type, and the byte order is that of the machine. In [`Compact`](crate::Compact) and
    /// [`Indexed`](crate::Indexed) the result is always `Some` for `u8`, `i8` and `bool`. For wider scalars it depends
    /// on where in the buffer the sequence begins, which is chance: of sequences of `f32`, about one in four is
    /// aligned. So a program needs a second way: [`iter`](Self::iter) and [`get`](Self::get) load unaligned scalars;
    /// [`copy_to_slice`](Self::copy_to_slice) and [`to_vec`](Self::to_vec) copy all of them at once.
    ///
    /// ```
    /// use std::borrow::Cow;
    ///
    /// use packed_data::view::Scalars;
    /// use packed_data::{Layout, Packed};
    ///
    /// fn borrowed_or_copied<'a, L: Layout>(numbers: Scalars<'a, f32, L>) -> Cow<'a, [f32]> {
    ///     numbers.as_slice().map_or_else(|| numbers.to_vec().into(), Cow::Borrowed)
    /// }
    ///
    /// let packed = Packed::<Vec<f32>>::pack(&vec![0.5, 1.5]);
    /// assert_eq!(borrowed_or_copied(packed.view().scalars())[..], [0.5, 1.5]);
    /// ```
    pub fn as_slice(&self) -> Option<&'a [S]> {
        if !const { Sizes::<ScalarShape<S>, L>::IS_MEMORY } {
            return None;
        }
        // SAFETY: by S2 the bytes are valid scalars, and by `IS_MEMORY` they are stored as in memory.
        unsafe { cast::slice_of(self.as_bytes()) }
    }

    /// Copies the scalars into `slice`, with one `memcpy` if the layout stores them as they are in memory.
    ///
    /// # Panics
    ///
    /// Panics if `slice` does not have as many elements as there are scalars.
    pub fn copy_to_slice(&self, slice: &mut [S]) {
        assert_eq!(slice.len(), self.len, "the slice must have the length of the sequence");
        if const { Sizes::<ScalarShape<S>, L>::IS_MEMORY } {
            // SAFETY: by S2 the bytes are `len` valid scalars, and by `IS_MEMORY` they are stored as in memory.
            unsafe { cast::copy_scalars(self.as_bytes(), slice.as_mut_ptr(), slice.len()) }
        } else {
            slice.iter_mut().zip(self.iter()).for_each(|(place, scalar)| *place = scalar);
        }
    }

    /// Copies the scalars into a new vector.
    pub fn to_vec(&self) -> alloc::vec::Vec<S> {
        if !const { Sizes::<ScalarShape<S>, L>::IS_MEMORY } {
            return self.iter().collect();
        }
        let mut vec = alloc::vec::Vec::with_capacity(self.len);
        // SAFETY: by S2 the bytes are `len` valid scalars, by `IS_MEMORY` they are stored as in memory, and the vector
        // has capacity for them.
        unsafe {
            cast::copy_scalars(self.as_bytes(), vec.as_mut_ptr(), self.len);
            vec.set_len(self.len);
        }
        vec
    }

    /// Removes the first scalar and returns it, if there is one.
    #[inline(always)]
    fn pop(&mut self) -> Option<S> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: by S2 the first scalar is stored at `pos`, and the next one begins at its end or one stride further.
        // After the last scalar, the position moves to its end only, which is within the bytes.
        unsafe {
            let (value, end) = L::scalar::<S>(self.pos);
            self.pos = match const { Sizes::<ScalarShape<S>, L>::STRIDE } {
                Some(stride) if stride != S::WIDTH && self.len > 0 => self.pos.advance(stride),
                _ => end,
            };
            Some(value)
        }
    }
}

impl<S: Scalar + fmt::Debug, L: Layout> fmt::Debug for Scalars<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, S: Scalar, L: Layout> IntoIterator for Scalars<'a, S, L> {
    type Item = S;
    type IntoIter = ScalarIter<'a, S, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The iterator over [`Scalars`].
#[derive(Clone)]
pub struct ScalarIter<'a, S, L: Layout> {
    left: Scalars<'a, S, L>,
}

impl<S: Scalar, L: Layout> Iterator for ScalarIter<'_, S, L> {
    type Item = S;

    #[inline(always)]
    fn next(&mut self) -> Option<S> {
        self.left.pop()
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.len, Some(self.left.len))
    }

    #[inline]
    fn fold<B, F: FnMut(B, S) -> B>(mut self, init: B, mut f: F) -> B {
        let Some(_) = (const { Sizes::<ScalarShape<S>, L>::STRIDE }) else {
            let mut folded = init;
            while let Some(scalar) = self.left.pop() {
                folded = f(folded, scalar);
            }
            return folded;
        };
        // SAFETY: by S2 there are `len` valid scalars, and each index is less than `len`.
        (0..self.left.len).fold(init, |folded, index| f(folded, unsafe { L::scalar::<S>(self.left.position(index)) }.0))
    }

    fn nth(&mut self, n: usize) -> Option<S> {
        let skipped = n.min(self.left.len);
        if skipped == self.left.len {
            self.left.len = 0;
            return None;
        }
        // SAFETY: by S2 there are `len` valid scalars, and `skipped` is less than `len`.
        self.left = unsafe { Scalars::new(self.left.position(skipped), self.left.len - skipped) };
        self.next()
    }
}

/// `next_back` takes constant time only if the layout stores all scalars of the type in the same number of bytes.
impl<S: Scalar, L: Layout> DoubleEndedIterator for ScalarIter<'_, S, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<S> {
        let last = self.left.len.checked_sub(1)?;
        self.left.len = last;
        // SAFETY: by S2 scalar `last` is valid: there were more than `last` of them.
        Some(unsafe { L::scalar::<S>(self.left.position(last)) }.0)
    }
}

impl<S: Scalar, L: Layout> ExactSizeIterator for ScalarIter<'_, S, L> {}
impl<S: Scalar, L: Layout> FusedIterator for ScalarIter<'_, S, L> {}
