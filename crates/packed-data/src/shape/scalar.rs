//! The shape of a scalar, which has no parts.

use core::marker::PhantomData;

use super::check::Checked;
use super::operation::ShapeOp;
use super::{Bounce, Form, Schema, Shape, SizeClass, Sizes, SkipFn, sealed};
use crate::layout::{CheckerOf, Layout, Position, RandomAccess};
use crate::packable::Packable;
use crate::view::LazyView;
use crate::wire::checker::Failed;
use crate::wire::error::Error;
use crate::wire::scalar::{Kind, Scalar, is_byte};

/// The shape of a scalar.
pub struct ScalarShape<S>(PhantomData<S>);

impl<S: Scalar, L: Layout> Sizes<ScalarShape<S>, L> {
    /// Distance in bytes between the beginnings of neighbours in a sequence; `None` if it varies.
    pub(crate) const STRIDE: Option<usize> = L::FORMAT.stride(S::KIND, S::WIDTH, is_byte::<S>());
    /// Whether the bytes of a packed sequence are those of the same slice in memory, on this machine.
    pub(crate) const IS_MEMORY: bool = S::IS_MEMORY && L::FORMAT.is_memory(S::KIND, S::WIDTH, is_byte::<S>());
}

impl<S: Scalar> sealed::Sealed for ScalarShape<S> {}

// SAFETY: the layout checks that a scalar is valid. Every reader finds its end by its size or by its bytes, as the
// checker did.
unsafe impl<S: Scalar> Shape for ScalarShape<S> {
    const SIZE_CLASS: SizeClass = SizeClass::Scalar(S::KIND, S::WIDTH);
    const INLINE: usize = size_of::<S>();
    const ALL_VALID: bool = S::ALL_VALID;
    const BYTES_BELOW: Option<u16> = if matches!(S::KIND, Kind::Bool) { Some(2) } else { None };
    const IS_BYTE: bool = is_byte::<S>();
    const HAS_ONE_ENCODING: bool = true;
    const FLAT: bool = true;
    const IS_NEVER_CHARGED: bool = true;
    const SCHEMA: Schema =
        Schema::of::<Self>(Form::Scalar(packed_data_model::Scalar::plain(S::KIND, S::WIDTH), S::EXPECTED));

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        Self::check_end::<L>(checker, at).map(Bounce::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        let Some(size) = (const { Sizes::<Self, L>::SIZE }) else {
            return L::check_scalar::<S>(checker, at);
        };
        checker.require(at, size)?;
        Self::check_present::<L>(checker, at)?;
        Ok(at + size)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        if S::ALL_VALID { Ok(()) } else { L::check_scalar::<S>(checker, at).map(drop) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises a scalar at `pos`. (If its size is static, it is not loaded: a view for editing
        // it may exist already.)
        Bounce::End(unsafe {
            match const { Sizes::<Self, L>::SIZE } {
                Some(size) => pos.advance(size),
                None => L::skip_scalar::<S>(pos),
            }
        })
    }

    type LazyPart<'a, T: Packable<As = T> + ?Sized, L: RandomAccess> = S;

    #[inline(always)]
    fn lazy_part<'a, T: Packable<As = T> + ?Sized, L: RandomAccess>(view: LazyView<'a, T, L>) -> Result<S, Error> {
        view.pos().scalar::<S, L>()
    }

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.scalar::<S>() }
    }
}
