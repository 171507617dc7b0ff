//! `claimed_end`: where a value that was not validated is said to end, in a layout with random access.

use core::marker::PhantomData;

use super::{ListOp, ShapeOp};
use crate::layout::RandomAccess;
use crate::packable::Packable;
use crate::shape::{
    End, Field, FirstField, LeafKind, List, Named, Repeat, SequenceShape, Shape, ShapeOf, Sizes, Variants,
};
use crate::wire::checker::{Failed, Input};

/// Returns where the value at `at`, which has no size before it and is not the last field of a value without a head, is
/// said to end: by its type, its head, its length or its header. The end is within the input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn claimed_end<S: Shape, L: RandomAccess>(input: &mut impl Input, at: usize) -> Result<usize, Failed> {
    if let Some(size) = const { Sizes::<S, L>::SIZE } {
        input.require(at, size as u64)?;
        return Ok(at + size);
    }
    if const { Sizes::<S, L>::HAS_HEAD } {
        return L::peek_head(input, at);
    }
    // SAFETY: the operation requires nothing.
    unsafe { S::apply(ClaimedEnd { input, at, layout: PhantomData::<L> }) }
}

/// Returns where the value is said to end. It requires nothing.
struct ClaimedEnd<'c, I, L> {
    input: &'c mut I,
    at: usize,
    layout: PhantomData<L>,
}

impl<I: Input, L: RandomAccess> ShapeOp for ClaimedEnd<'_, I, L> {
    type Output = Result<usize, Failed>;

    unsafe fn leaf<S: Shape>(self) -> Self::Output {
        unreachable!("{SIZED}")
    }

    unsafe fn reserved<T: Packable + Default>(self) -> Self::Output {
        // SAFETY: the operation requires nothing.
        unsafe { <T::As as Packable>::Shape::apply(self) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn bytes<K: LeafKind>(self) -> Self::Output {
        L::peek_length::<K>(self.input, self.at).map(|bytes| bytes.end)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output {
        let part = const { Sizes::<F, L>::STATIC_PART };
        self.input.require(self.at, part as u64)?;
        // SAFETY: the operation requires nothing.
        unsafe { F::walk(Self { at: self.at + part, ..self }) }
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output {
        unreachable!("{SIZED}")
    }

    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output {
        (0..N).try_fold(self.at, |at, index| {
            Ok(claimed_range::<ShapeOf<T>, L>(self.input, at, Repeat::<T, N>::is_sized::<L>(index))?.1)
        })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output {
        L::peek_header::<Q>(self.input, self.at).map(|elements| elements.end)
    }
}

/// Returns where fields are said to end whose static part was passed.
impl<I: Input, L: RandomAccess> ListOp for ClaimedEnd<'_, I, L> {
    type Output = Result<usize, Failed>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn first<T: Field, R: List>(self) -> Self::Output {
        let at = if const { FirstField::<T, R>::is_fixed::<L>() } {
            self.at
        } else {
            claimed_range::<ShapeOf<T>, L>(self.input, self.at, const { FirstField::<T, R>::is_sized::<L>() })?.1
        };
        // SAFETY: the operation requires nothing.
        unsafe { R::walk(Self { at, ..self }) }
    }

    unsafe fn end<E: End>(self) -> Self::Output {
        Ok(self.at)
    }
}

/// Returns where a value of shape `S` is said to begin and to end: after the size at `at`, if `is_sized` holds;
/// otherwise it begins there, and says itself where it ends.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn claimed_range<S: Shape, L: RandomAccess>(
    input: &mut impl Input,
    at: usize,
    is_sized: bool,
) -> Result<(usize, usize), Failed> {
    if !is_sized {
        return Ok((at, claimed_end::<S, L>(input, at)?));
    }
    let (start, size) = L::peek_size(input, at)?;
    input.require(start, size)?;
    Ok((start, start + size as usize))
}

/// Why the end of some values is never asked for: it depends on the type alone.
const SIZED: &str = "a layout with random access writes the size before such a value, unless its type states it";
