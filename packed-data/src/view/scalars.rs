//! Scalars in packed data: one to edit, and many side by side.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use crate::invariant::Invariant;
use crate::layout::Layout;
use crate::raw;
use crate::scalar::Scalar;

/// A scalar in packed bytes that may be overwritten: what a view for editing gives for it.
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
    /// Invariant (S1): a valid `S` in layout `L` stands here, in bytes that are ours alone during `'a`.
    pos: L::Pos,
    types: PhantomData<(&'a mut [u8], Invariant<S>, Invariant<L>)>,
}

impl<S: Scalar, L: Layout> ScalarMut<'_, S, L> {
    /// # Safety
    ///
    /// S1.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: L::Pos) -> Self {
        Self { pos, types: PhantomData }
    }

    /// Its value.
    #[inline(always)]
    pub fn get(&self) -> S {
        // SAFETY: S1.
        unsafe { L::scalar::<S>(self.pos) }.0
    }

    /// Overwrites it.
    #[inline(always)]
    pub fn set(&mut self, value: S) {
        // SAFETY: S1.
        unsafe { L::set_scalar(self.pos, value) }
    }

    /// Overwrites it with what is made of it. If `f` panics it stays as it was.
    #[inline(always)]
    pub fn update(&mut self, f: impl FnOnce(S) -> S) {
        self.set(f(self.get()));
    }
}

impl<S: Scalar + fmt::Debug, L: Layout> fmt::Debug for ScalarMut<'_, S, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("ScalarMut").field(&self.get()).finish()
    }
}

/// Scalars side by side in packed bytes: an unaligned slice.
///
/// ```
/// use packed_data::{Packed, Scalars};
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
    /// Invariant (S2): `len` valid `S` in layout `L` stand here, in bytes that live for `'a`.
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
    /// # Safety
    ///
    /// S2.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: L::Pos, len: usize) -> Self {
        Self { pos, len, types: PhantomData }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The one at an index.
    #[inline]
    pub fn get(&self, index: usize) -> Option<S> {
        // SAFETY: by S2 the scalar at an index below `len` is there.
        (index < self.len).then(|| unsafe { self.get_unchecked(index) })
    }

    /// # Safety
    ///
    /// `index` is below `len`.
    #[inline(always)]
    unsafe fn get_unchecked(&self, index: usize) -> S {
        // SAFETY: S2, and the caller's promise.
        unsafe { L::scalar::<S>(L::advance(self.pos, index * S::WIDTH)) }.0
    }

    /// All, in order.
    #[inline]
    pub fn iter(&self) -> ScalarIter<'a, S, L> {
        ScalarIter { scalars: *self, range: 0..self.len }
    }

    /// The bytes they stand in.
    pub fn as_bytes(&self) -> &'a [u8] {
        // SAFETY: by S2 so many bytes live for `'a`.
        unsafe { L::between(self.pos, L::advance(self.pos, self.len * S::WIDTH)) }
    }

    /// The scalars as a slice in memory, if the bytes happen to be aligned for it and byte order allows:
    /// always for `u8`, `i8` and `bool`.
    pub fn as_slice(&self) -> Option<&'a [S]> {
        // SAFETY: by S2 the bytes are valid scalars.
        unsafe { raw::slice_of(self.as_bytes()) }
    }

    /// Copies them into memory: with one `memcpy` where memory and wire agree.
    ///
    /// # Panics
    ///
    /// The slice has another length.
    pub fn copy_to_slice(&self, slice: &mut [S]) {
        assert_eq!(slice.len(), self.len, "the slice must have the length of the sequence");
        if S::IS_MEMORY {
            // SAFETY: by S2 the bytes are `len` valid scalars.
            unsafe { raw::copy_scalars(self.as_bytes(), slice.as_mut_ptr(), slice.len()) }
        } else {
            slice.iter_mut().zip(self.iter()).for_each(|(place, scalar)| *place = scalar);
        }
    }

    /// Copies them into a vector.
    pub fn to_vec(&self) -> alloc::vec::Vec<S> {
        if !S::IS_MEMORY {
            return self.iter().collect();
        }
        let mut vec = alloc::vec::Vec::with_capacity(self.len);
        // SAFETY: by S2 the bytes are `len` valid scalars, and the vector has room for them.
        unsafe {
            raw::copy_scalars(self.as_bytes(), vec.as_mut_ptr(), self.len);
            vec.set_len(self.len);
        }
        vec
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
    scalars: Scalars<'a, S, L>,
    /// Invariant (S3): within `0..scalars.len`.
    range: Range<usize>,
}

impl<S: Scalar, L: Layout> Iterator for ScalarIter<'_, S, L> {
    type Item = S;

    #[inline(always)]
    fn next(&mut self) -> Option<S> {
        // SAFETY: S3.
        self.range.next().map(|index| unsafe { self.scalars.get_unchecked(index) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    #[inline]
    fn fold<B, F: FnMut(B, S) -> B>(self, init: B, mut f: F) -> B {
        let Self { scalars, range } = self;
        // SAFETY: S3.
        range.fold(init, |folded, index| f(folded, unsafe { scalars.get_unchecked(index) }))
    }

    fn nth(&mut self, n: usize) -> Option<S> {
        // SAFETY: S3.
        self.range.nth(n).map(|index| unsafe { self.scalars.get_unchecked(index) })
    }
}

impl<S: Scalar, L: Layout> DoubleEndedIterator for ScalarIter<'_, S, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<S> {
        // SAFETY: S3.
        self.range.next_back().map(|index| unsafe { self.scalars.get_unchecked(index) })
    }
}

impl<S: Scalar, L: Layout> ExactSizeIterator for ScalarIter<'_, S, L> {}
impl<S: Scalar, L: Layout> FusedIterator for ScalarIter<'_, S, L> {}
