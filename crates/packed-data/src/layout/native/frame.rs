//! What a reader remembers between the fields of a struct or constructor, in a native layout.

use super::Native;
use crate::shape::{Field, FirstField, List};
use crate::wire::pointer::Ptr;

/// The positions in an extensible value that its head determines.
#[derive(Clone, Copy)]
pub struct Bounds {
    /// Where the static part ends: in a layout without one, where the fields begin.
    pub(super) static_end: Ptr,
    /// Where the value ends.
    pub(super) end: Ptr,
}

/// What a reader remembers between fields.
pub trait Frame: Copy + Send + Sync + 'static {
    /// Returns the frame of fields that begin at `fields`, in a value without a head.
    fn new(fields: Ptr) -> Self;

    /// Returns the frame of fields that begin at `fields`, in a value with a head.
    fn within(fields: Ptr, bounds: Bounds) -> Self;

    /// Returns the address of the next field of the static part.
    fn fixed(self) -> Ptr;

    /// Returns the frame in which the next field of the static part is at `next`.
    fn with_fixed(self, next: Ptr) -> Self;

    /// Returns where the value ends, in a value with a head.
    fn end(self) -> Ptr;

    /// Returns where the static part ends, in a value with a head; `pos` in a layout without a static part.
    fn static_end(self, pos: Ptr) -> Ptr;
}

/// Nothing is remembered: layouts without a static part and without heads.
impl Frame for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(_: Ptr) {}

    fn within(_: Ptr, _: Bounds) {
        unreachable!("the layout has no heads")
    }

    fn fixed(self) -> Ptr {
        unreachable!("the layout has no static part")
    }

    fn with_fixed(self, _: Ptr) {}

    fn end(self) -> Ptr {
        unreachable!("the layout has no heads")
    }

    fn static_end(self, _: Ptr) -> Ptr {
        unreachable!("the layout has no heads")
    }
}

/// The frame of `Compact`.
#[derive(Clone, Copy)]
pub struct ValueEnd {
    /// In a value with a head: where the value ends.
    end: Ptr,
}

impl Frame for ValueEnd {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr) -> Self {
        Self { end: fields }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(_: Ptr, bounds: Bounds) -> Self {
        Self { end: bounds.end }
    }

    fn fixed(self) -> Ptr {
        unreachable!("the layout has no static part")
    }

    fn with_fixed(self, _: Ptr) -> Self {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(self) -> Ptr {
        self.end
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_end(self, pos: Ptr) -> Ptr {
        pos
    }
}

/// The frame of `Indexed`.
#[derive(Clone, Copy)]
pub struct StaticPart {
    /// The address of the next field of the static part.
    fixed: Ptr,
    /// What the head of the value determines.
    bounds: Bounds,
}

impl Frame for StaticPart {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr) -> Self {
        Self { fixed: fields, bounds: Bounds { static_end: fields, end: fields } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn within(fields: Ptr, bounds: Bounds) -> Self {
        Self { fixed: fields, bounds }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(self) -> Ptr {
        self.fixed
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_fixed(self, fixed: Ptr) -> Self {
        Self { fixed, ..self }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end(self) -> Ptr {
        self.bounds.end
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_end(self, _: Ptr) -> Ptr {
        self.bounds.static_end
    }
}

/// Returns whether the first field of `(T, R)`, which would begin at `pos`, is absent: whether its part of the value
/// ends there. (A field that takes no bytes may be there or not; it has one value.)
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn is_absent<T: Field, R: List, N: Native>(frame: N::Frame, pos: Ptr) -> bool {
    if const { FirstField::<T, R>::is_fixed::<N>() } {
        frame.fixed().is_at_or_after(frame.static_end(pos))
    } else {
        pos.is_at_or_after(frame.end())
    }
}
