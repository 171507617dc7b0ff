//! What a reader remembers between the fields of a struct or constructor, in a native layout.

use crate::wire::pointer::Ptr;

/// What a reader remembers between fields.
pub trait Frame: Copy + Send + Sync + 'static {
    /// Returns the frame of fields that begin at `fields`.
    fn new(fields: Ptr) -> Self;

    /// Returns the address of the next field of the static part.
    fn fixed(self) -> Ptr;

    /// Returns the frame in which the next field of the static part is at `next`.
    fn with_fixed(self, next: Ptr) -> Self;
}

/// Nothing is remembered: all layouts without a static part.
impl Frame for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(_: Ptr) {}

    fn fixed(self) -> Ptr {
        unreachable!("the layout has no static part")
    }

    fn with_fixed(self, _: Ptr) {}
}

/// The frame of `Indexed`.
#[derive(Clone, Copy)]
pub struct StaticPart {
    /// The address of the next field of the static part.
    fixed: Ptr,
}

impl Frame for StaticPart {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn new(fields: Ptr) -> Self {
        Self { fixed: fields }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(self) -> Ptr {
        self.fixed
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_fixed(self, fixed: Ptr) -> Self {
        Self { fixed }
    }
}
