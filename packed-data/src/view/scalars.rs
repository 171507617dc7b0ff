//! Scalars in packed data: one to edit, and many side by side.

use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use crate::invariant::Invariant;
use crate::layout::Layout;
use crate::raw;
use crate::scalar::Scalar;
use crate::shape::{Leaf, Of, skip_whole};

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
        const { assert!(Of::<Leaf<S>, L>::SIZE.is_some(), "{}", super::NOT_IN_PLACE) };
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

/// Scalars in packed bytes: where they stand side by side, an unaligned slice.
///
/// In a layout that gives all scalars of a type the same size any of them is reached in constant time; in the others
/// they are walked over in order.
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
    /// Invariant (S2): `len` valid `S` in layout `L` stand here, in bytes that live for `'a`, each `Of::STRIDE` bytes
    /// after the one before or, without such, where that ends.
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

    /// The scalars of a sequence.
    ///
    /// # Safety
    ///
    /// `head` was read from a valid sequence of `S`, in bytes that live for `'a`.
    #[inline(always)]
    pub(crate) unsafe fn of(head: L::Head) -> Self {
        // SAFETY: the caller promises the sequence; where its elements do not stand side by side, the first stands
        // where the first step leads.
        unsafe {
            let len = L::len::<Leaf<S>>(&head);
            let (mut steps, first) = L::first(head);
            Self::new(L::next::<Leaf<S>>(&mut steps, first).unwrap_or(first), len)
        }
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
        (index < self.len).then(|| unsafe { L::scalar::<S>(self.place(index)) }.0)
    }

    /// Where the scalar at an index stands.
    ///
    /// # Safety
    ///
    /// `index` is below `len`.
    #[inline(always)]
    pub(crate) unsafe fn place(&self, index: usize) -> L::Pos {
        // SAFETY: S2, and the caller's promise.
        unsafe {
            match const { Of::<Leaf<S>, L>::STRIDE } {
                Some(stride) => L::advance(self.pos, index * stride),
                None => (0..index).fold(self.pos, |pos, _| L::skip_scalar::<S>(pos)),
            }
        }
    }

    /// All, in order.
    #[inline]
    pub fn iter(&self) -> ScalarIter<'a, S, L> {
        ScalarIter { left: *self }
    }

    /// The bytes they stand in: from the first to the end of the last.
    pub fn as_bytes(&self) -> &'a [u8] {
        // SAFETY: by S2 the bytes of so many scalars live for `'a`.
        unsafe {
            let end = match (self.len.checked_sub(1), const { Of::<Leaf<S>, L>::STRIDE }) {
                (None, _) => self.pos,
                (Some(_), Some(stride)) if stride == S::WIDTH => L::advance(self.pos, self.len * stride),
                (Some(last), _) => skip_whole::<Leaf<S>, L>(self.place(last)),
            };
            L::between(self.pos, end)
        }
    }

    /// The scalars as a slice in memory, if they stand side by side as they do there, the bytes happen to be aligned
    /// for it and byte order allows: in [`Compact`](crate::Compact) and [`Indexed`](crate::Indexed) always for `u8`, `i8`
    /// and `bool`.
    pub fn as_slice(&self) -> Option<&'a [S]> {
        if !const { Of::<Leaf<S>, L>::IS_MEMORY } {
            return None;
        }
        // SAFETY: by S2 the bytes are valid scalars, as in memory.
        unsafe { raw::slice_of(self.as_bytes()) }
    }

    /// Copies them into memory: with one `memcpy` where memory and wire agree.
    ///
    /// # Panics
    ///
    /// The slice has another length.
    pub fn copy_to_slice(&self, slice: &mut [S]) {
        assert_eq!(slice.len(), self.len, "the slice must have the length of the sequence");
        if const { Of::<Leaf<S>, L>::IS_MEMORY } {
            // SAFETY: by S2 the bytes are `len` valid scalars, as in memory.
            unsafe { raw::copy_scalars(self.as_bytes(), slice.as_mut_ptr(), slice.len()) }
        } else {
            slice.iter_mut().zip(self.iter()).for_each(|(place, scalar)| *place = scalar);
        }
    }

    /// Copies them into a vector.
    pub fn to_vec(&self) -> alloc::vec::Vec<S> {
        if !const { Of::<Leaf<S>, L>::IS_MEMORY } {
            return self.iter().collect();
        }
        let mut vec = alloc::vec::Vec::with_capacity(self.len);
        // SAFETY: by S2 the bytes are `len` valid scalars, as in memory, and the vector has room for them.
        unsafe {
            raw::copy_scalars(self.as_bytes(), vec.as_mut_ptr(), self.len);
            vec.set_len(self.len);
        }
        vec
    }

    /// Takes the first away, if there is one.
    #[inline(always)]
    fn pop(&mut self) -> Option<S> {
        self.len = self.len.checked_sub(1)?;
        // SAFETY: by S2 it stands here, and the next where its end or the stride says; behind the last, nothing is
        // passed but the scalar itself.
        unsafe {
            let (value, end) = L::scalar::<S>(self.pos);
            self.pos = match const { Of::<Leaf<S>, L>::STRIDE } {
                Some(stride) if stride != S::WIDTH && self.len > 0 => L::advance(self.pos, stride),
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
        let Some(_) = (const { Of::<Leaf<S>, L>::STRIDE }) else {
            let mut folded = init;
            while let Some(scalar) = self.left.pop() {
                folded = f(folded, scalar);
            }
            return folded;
        };
        // SAFETY: by S2 the scalars at indexes below `len` are there.
        (0..self.left.len).fold(init, |folded, index| f(folded, unsafe { L::scalar::<S>(self.left.place(index)) }.0))
    }

    fn nth(&mut self, n: usize) -> Option<S> {
        let skipped = n.min(self.left.len);
        if skipped == self.left.len {
            self.left.len = 0;
            return None;
        }
        // SAFETY: by S2 the scalar is there.
        self.left = unsafe { Scalars::new(self.left.place(skipped), self.left.len - skipped) };
        self.next()
    }
}

/// In constant time only where all scalars of the type have the same size.
impl<S: Scalar, L: Layout> DoubleEndedIterator for ScalarIter<'_, S, L> {
    #[inline(always)]
    fn next_back(&mut self) -> Option<S> {
        let last = self.left.len.checked_sub(1)?;
        self.left.len = last;
        // SAFETY: by S2 the scalar is there: there were more than `last`.
        Some(unsafe { L::scalar::<S>(self.left.place(last)) }.0)
    }
}

impl<S: Scalar, L: Layout> ExactSizeIterator for ScalarIter<'_, S, L> {}
impl<S: Scalar, L: Layout> FusedIterator for ScalarIter<'_, S, L> {}
