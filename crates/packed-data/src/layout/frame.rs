//! Frames: what is remembered of a struct, constructor or array from one of its fields to the next.

/// What is remembered between the fields of a struct or constructor, or the elements of an array: by a reader, for
/// which `P` is a position, or in a check, for which it is an offset.
///
/// The defaults are those of a layout without a static part ([`Format::static_first`](super::Format)) whose fields are
/// not counted.
pub trait Frame<P>: Copy + Send + Sync + 'static {
    /// Returns where the next field of the static part is, in a layout that has one.
    fn fixed(self) -> P {
        unreachable!("the layout has no static part")
    }

    /// Returns the frame with the next field of the static part at `next`.
    fn with_fixed(self, _next: P) -> Self {
        unreachable!("the layout has no static part")
    }

    /// Returns where the static part ends, in a value with a head; without a static part, that is where the fields
    /// begin, at `fields`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_end(self, fields: P) -> P {
        fields
    }

    /// Returns the frame after one more field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_field(self) -> Self {
        self
    }

    /// Returns the position of the last field with what follows it in the enclosing value, which
    /// [`finish_trailing`](super::ItemLayout::finish_trailing) skips.
    ///
    /// # Safety
    ///
    /// The last field is stored at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn last(self, pos: P) -> P {
        pos
    }
}
