//! The shapes of scalars and strings, which have no parts.

use alloc::string::String;
use core::marker::PhantomData;

use super::check::Checked;
use super::convert::Converted;
use super::describe::Describer;
use super::{Bounce, Comparison, Form, Schema, Shape, SizeClass, Sizes, SortKeyBuf, SortKeyFn, sealed, sort_key};
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::Failed;
use crate::wire::scalar::{Kind, Scalar, is_byte};
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// The shape of a scalar.
pub struct ScalarShape<S>(PhantomData<S>);

impl<S: Scalar, L: Layout> Sizes<ScalarShape<S>, L> {
    /// Distance in bytes between the beginnings of neighbours in a sequence; `None` if it varies.
    pub(crate) const STRIDE: Option<usize> = L::FORMAT.stride(S::KIND, S::WIDTH, is_byte::<S>());
    /// Whether the bytes of a packed sequence are those of the same slice in memory, on this machine.
    pub(crate) const IS_MEMORY: bool = S::IS_MEMORY && L::FORMAT.is_memory(S::WIDTH, is_byte::<S>());
}

/// The shape of a string: UTF-8 after its length in bytes.
pub enum Text {}

impl<S: Scalar> sealed::Sealed for ScalarShape<S> {}
impl sealed::Sealed for Text {}

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
    const SCHEMA: Schema = Schema::of::<Self>(Form::Scalar(S::KIND, S::WIDTH, S::EXPECTED));

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
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, super::SkipFn<L>> {
        // SAFETY: the caller promises a scalar at `pos`. (If its size is static, it is not loaded: a view for editing
        // it may exist already.)
        Bounce::End(unsafe {
            match const { Sizes::<Self, L>::SIZE } {
                Some(size) => L::advance(pos, size),
                None => L::skip_scalar::<S>(pos),
            }
        })
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: the caller promises scalars at both positions.
        let ((a, left), (b, right)) = unsafe { (L::scalar::<S>(left), L::scalar::<S>(right)) };
        Comparison::of_whole(a.order(b), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises a scalar at `pos`.
        let (value, end) = unsafe { L::scalar::<S>(pos) };
        sort_key::push_scalar(value, out);
        Bounce::End(end)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        _: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller promises a scalar at `from`, and W1 for `to`. Capacity for the scalar is ensured before
        // it is written.
        unsafe {
            let (value, end) = L::scalar::<S>(from);
            writer.ensure_capacity(to, const { M::FORMAT.max_scalar_size(S::KIND, S::WIDTH) });
            Some(Bounce::End((end, M::write_scalar::<S>(writer, to, value))))
        }
    }

    fn describe(to: &mut Describer) {
        to.say(S::EXPECTED.split(':').next().unwrap_or_default());
    }
}

// SAFETY: the check covers the length of the string and that it is UTF-8; its readers rely on nothing else.
unsafe impl Shape for Text {
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const INLINE: usize = size_of::<String>();
    const HAS_ONE_ENCODING: bool = true;
    const FLAT: bool = true;
    const IS_NEVER_CHARGED: bool = true;
    const SCHEMA: Schema = Schema::of::<Self>(Form::Text);

    #[inline]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        L::check_text(checker, at).map(Bounce::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        L::check_text(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, super::SkipFn<L>> {
        // SAFETY: the caller promises a string at `pos`.
        Bounce::End(unsafe { L::blob(pos) }.1)
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: the caller promises strings at both positions.
        let ((a, left), (b, right)) = unsafe { (L::blob(left), L::blob(right)) };
        steps::count_bytes(a.len().min(b.len()));
        Comparison::of_whole(a.cmp(b), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises a string at `pos`.
        let (bytes, end) = unsafe { L::blob(pos) };
        sort_key::push_bytes(bytes, out);
        Bounce::End(end)
    }

    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        _: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller promises a string at `from`, and W1 for `to`.
        unsafe {
            let (bytes, end) = L::blob(from);
            Some(Bounce::End((end, M::write_blob(writer, to, bytes))))
        }
    }

    fn describe(to: &mut Describer) {
        to.say("str");
    }
}
