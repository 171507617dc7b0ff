//! Positions in the native layouts, and what a reader remembers between fields.
//!
//! The end of a last field is that of the value around it, with two exceptions: a field of the static part, which comes
//! before fields of varying size, and a field of an extensible value, after which there may be fields that the reader
//! does not know. A cursor that entered such a field carries the end of the outermost value for which this matters, its
//! *outer end*, and continues there.

use crate::wire::pointer::Ptr;

/// A position in a native layout.
pub trait NativePos: Copy + Send + Sync + 'static {
    /// Returns a position that ends where its value does.
    fn new(at: Ptr) -> Self;

    /// Returns the address.
    fn at(self) -> Ptr;

    /// Returns the same position at another address.
    fn moved_to(self, at: Ptr) -> Self;

    /// Returns the end of the outermost value that this one ends, if it is not the end of this one.
    fn outer_end(self) -> Option<Ptr>;

    /// Returns a position at the same address, with that outer end.
    fn with_outer_end(self, end: Option<Ptr>) -> Self;
}

/// The layouts of the Haskell libraries have neither a static part nor extensible values.
impl NativePos for Ptr {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(at: Ptr) -> Self {
        at
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self) -> Ptr {
        self
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_to(self, at: Ptr) -> Self {
        at
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer_end(self) -> Option<Ptr> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_outer_end(self, _: Option<Ptr>) -> Self {
        self
    }
}

/// A position in `Compact` or `Indexed`.
#[derive(Clone, Copy)]
pub struct Position {
    at: Ptr,
    outer_end: Option<Ptr>,
}

impl NativePos for Position {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(at: Ptr) -> Self {
        Self { at, outer_end: None }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at(self) -> Ptr {
        self.at
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn moved_to(self, at: Ptr) -> Self {
        Self { at, ..self }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer_end(self) -> Option<Ptr> {
        self.outer_end
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_outer_end(self, outer_end: Option<Ptr>) -> Self {
        Self { outer_end, ..self }
    }
}

/// What a reader remembers between the fields of a struct or constructor.
pub trait Frame: Copy + Send + Sync + 'static {
    /// Returns the frame of fields that begin at `fields`, in a value with that outer end.
    fn new(fields: Ptr, outer_end: Option<Ptr>) -> Self;

    /// Returns the outer end of the value.
    fn outer_end(self) -> Option<Ptr>;

    /// Returns the address of the next field of the static part.
    fn fixed(self) -> Ptr;

    /// Returns the frame in which the next field of the static part is at `next`.
    fn with_fixed(self, next: Ptr) -> Self;
}

/// Nothing is remembered: the layouts of the Haskell libraries.
impl Frame for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(_: Ptr, _: Option<Ptr>) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer_end(self) -> Option<Ptr> {
        None
    }

    fn fixed(self) -> Ptr {
        unreachable!("the layout has no static part")
    }

    fn with_fixed(self, _: Ptr) -> Self {}
}

/// The frame of `Compact`.
#[derive(Clone, Copy)]
pub struct Outer {
    outer_end: Option<Ptr>,
}

impl Frame for Outer {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(_: Ptr, outer_end: Option<Ptr>) -> Self {
        Self { outer_end }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer_end(self) -> Option<Ptr> {
        self.outer_end
    }

    fn fixed(self) -> Ptr {
        unreachable!("the layout has no static part")
    }

    fn with_fixed(self, _: Ptr) -> Self {
        self
    }
}

/// The frame of `Indexed`.
#[derive(Clone, Copy)]
pub struct StaticPart {
    /// The address of the next field of the static part.
    fixed: Ptr,
    outer_end: Option<Ptr>,
}

impl Frame for StaticPart {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr, outer_end: Option<Ptr>) -> Self {
        Self { fixed: fields, outer_end }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn outer_end(self) -> Option<Ptr> {
        self.outer_end
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(self) -> Ptr {
        self.fixed
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_fixed(self, fixed: Ptr) -> Self {
        Self { fixed, ..self }
    }
}
