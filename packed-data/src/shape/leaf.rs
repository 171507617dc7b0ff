//! Scalars and strings: the leaves, which alone say how many bytes they take.

use alloc::string::String;
use core::cmp::Ordering;
use core::marker::PhantomData;

use super::{Comparison, Form, Of, Shape, SortKeyBuf, SortKeyStep, Step, sealed, sort_key};
use crate::fingerprint::Describer;
use crate::layout::Layout;
use crate::scalar::{Scalar, is_byte};
use crate::steps;
use crate::validate::{Checked, Checker, Failed};

/// The shape of a scalar.
pub struct Leaf<S>(PhantomData<S>);

impl<S: Scalar, L: Layout> Of<Leaf<S>, L> {
    /// How many bytes lie between the beginnings of neighbours in a sequence, if always the same.
    pub(crate) const STRIDE: Option<usize> = L::FORMAT.stride(S::KIND, S::WIDTH, is_byte::<S>());
    /// Whether a sequence in packed bytes is one in memory.
    pub(crate) const IS_MEMORY: bool = S::IS_MEMORY && L::FORMAT.is_memory(S::WIDTH, is_byte::<S>());
}

/// The shape of a string: UTF-8 after its length in bytes.
pub enum Text {}

impl<S: Scalar> sealed::Sealed for Leaf<S> {}
impl sealed::Sealed for Text {}

// SAFETY: a scalar is checked by `Scalar::is_valid` and takes `WIDTH` bytes wherever it is read.
unsafe impl<S: Scalar> Shape for Leaf<S> {
    const FORM: Form = Form::Scalar(S::KIND, S::WIDTH);
    const INLINE: usize = size_of::<S>();
    const ALL_VALID: bool = S::ALL_VALID;
    const IS_BYTE: bool = is_byte::<S>();
    const FLAT: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        let Some(size) = (const { Of::<Self, L>::SIZE }) else {
            return L::check_scalar::<S>(checker, at).map(Step::End);
        };
        checker.require(at, size)?;
        Self::check_present::<L>(checker, at)?;
        Ok(Step::End(at + size))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_present<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Result<(), Failed> {
        if S::ALL_VALID { Ok(()) } else { L::check_scalar::<S>(checker, at).map(drop) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, super::SkipFn<L>> {
        // SAFETY: a scalar stands at `pos`. (It is not loaded where its size is static: it may be given away for editing
        // already.)
        Step::End(unsafe {
            match const { Of::<Self, L>::SIZE } {
                Some(size) => L::advance(pos, size),
                None => L::skip_scalar::<S>(pos),
            }
        })
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: scalars stand at both positions.
        let ((a, left), (b, right)) = unsafe { (L::scalar::<S>(left), L::scalar::<S>(right)) };
        equal_or(a.order(b), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: a scalar stands at `pos`.
        let (value, end) = unsafe { L::scalar::<S>(pos) };
        sort_key::push_scalar(value, out);
        Step::End(end)
    }

    fn describe(to: &mut Describer) {
        to.say(S::EXPECTED.split(':').next().unwrap_or_default());
    }
}

// SAFETY: a string is checked by its length and as UTF-8, which is all that its readers rely on.
unsafe impl Shape for Text {
    const FORM: Form = Form::Headed;
    const INLINE: usize = size_of::<String>();
    const FLAT: bool = true;

    #[inline]
    fn check<L: Layout>(checker: &mut Checker<'_>, at: usize) -> Checked {
        L::check_text(checker, at).map(Step::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Step<L::Pos, super::SkipFn<L>> {
        // SAFETY: a string stands at `pos`.
        Step::End(unsafe { L::blob(pos) }.1)
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: strings stand at both positions.
        let ((a, left), (b, right)) = unsafe { (L::blob(left), L::blob(right)) };
        steps::count_bytes(a.len().min(b.len()));
        equal_or(a.cmp(b), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Step<L::Pos, SortKeyStep<L>> {
        // SAFETY: a string stands at `pos`.
        let (bytes, end) = unsafe { L::blob(pos) };
        sort_key::push_bytes(bytes, out);
        Step::End(end)
    }

    fn describe(to: &mut Describer) {
        to.say("str");
    }
}

fn equal_or<L: Layout>(order: Ordering, left: L::Pos, right: L::Pos) -> Comparison<L> {
    match order {
        Ordering::Equal => Comparison::Equal(left, right),
        order => Comparison::Differ(order),
    }
}
