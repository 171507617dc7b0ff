//! What a reader remembers between fields: in `Indexed` the next static field, and where a value with a head ends.

use super::{Native, head};
use crate::layout::Frame;
use crate::shape::{Field, FirstField, List};
use crate::wire::pointer::Ptr;

/// The frame of a reader, in a layout whose positions are plain pointers.
pub trait NativeFrame: Frame<Ptr> {
    /// Returns the frame of fields that begin at `fields`, in a value without a head.
    fn new(fields: Ptr) -> Self;

    /// Returns the frame of fields that begin at `fields`, in a value whose head is stored at `head` and whose static
    /// part ends at `static_end`. (In a layout without one, that is where the fields begin.)
    fn within(head: Ptr, fields: Ptr, static_end: Ptr) -> Self;

    /// Returns the address of the head, in a value with a head. (The end that it states is read only where it is asked
    /// for. Measured: remembered from the beginning, it takes a register in every function that reads such a value.)
    fn head(self) -> Ptr;
}

/// Nothing is remembered: layouts without a static part and without heads.
impl Frame<Ptr> for () {}

impl NativeFrame for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(_: Ptr) {}

    fn within(_: Ptr, _: Ptr, _: Ptr) {
        unreachable!("the layout has no heads")
    }

    fn head(self) -> Ptr {
        unreachable!("the layout has no heads")
    }
}

/// The frame of `Compact`.
#[derive(Clone, Copy)]
pub struct ValueHead {
    /// In a value with a head: where it is stored.
    head: Ptr,
}

impl Frame<Ptr> for ValueHead {}

impl NativeFrame for ValueHead {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr) -> Self {
        Self { head: fields }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(head: Ptr, _: Ptr, _: Ptr) -> Self {
        Self { head }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn head(self) -> Ptr {
        self.head
    }
}

/// The frame of `Indexed`.
#[derive(Clone, Copy)]
pub struct StaticPart {
    /// The address of the next field of the static part.
    fixed: Ptr,
    /// In a value with a head: where the static part ends.
    static_end: Ptr,
    /// In a value with a head: where it is stored.
    head: Ptr,
}

impl Frame<Ptr> for StaticPart {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(self) -> Ptr {
        self.fixed
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_fixed(self, fixed: Ptr) -> Self {
        Self { fixed, ..self }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_end(self, _: Ptr) -> Ptr {
        self.static_end
    }
}

impl NativeFrame for StaticPart {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr) -> Self {
        Self { fixed: fields, static_end: fields, head: fields }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(head: Ptr, fields: Ptr, static_end: Ptr) -> Self {
        Self { fixed: fields, static_end, head }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn head(self) -> Ptr {
        self.head
    }
}

/// Returns whether the first field of `(T, R)`, which would begin at `pos`, is absent: whether its part of the value
/// ends there. (A field that takes no bytes may be there or not; it has one value.)
///
/// # Safety
///
/// `frame` is that of fields that were entered, in a value with a head.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn is_absent<T: Field, R: List, N: Native>(frame: N::Frame, pos: Ptr) -> bool {
    if const { FirstField::<T, R>::is_fixed::<N>() } {
        frame.fixed().is_at_or_after(frame.static_end(pos))
    } else {
        // SAFETY: the caller promises a value with a head, which the frame remembers.
        pos.is_at_or_after(unsafe { head::end(frame.head()) })
    }
}
