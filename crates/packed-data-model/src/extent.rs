//! How the ends of values are found.

use crate::encoding::ScalarRule;
use crate::format::{Format, SizeRule};
use crate::scalar::Kind;

/// How the end of a value of a type is found in one layout.
///
/// The extent of a compound type follows from those of its parts: by [`after`](Self::after) for a list of fields, by
/// [`in_struct`](Self::in_struct), and by [`repeated`](Self::repeated) for an array. An enum with data and a sequence
/// do not depend on what they contain, so the extent of a recursive type does not depend on itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extent {
    /// Every value takes this number of bytes.
    Static(usize),
    /// The beginning of a value determines its end.
    Headed,
    /// The end of a value is found only by a walk over its parts.
    Walked,
}

impl Extent {
    /// Returns the static size in bytes, if there is one.
    #[inline]
    pub const fn size(self) -> Option<usize> {
        match self {
            Self::Static(size) => Some(size),
            Self::Headed | Self::Walked => None,
        }
    }

    /// Returns the extent of scalars of a kind and width in memory, in bytes.
    pub const fn scalar(kind: Kind, width: usize, format: &Format) -> Self {
        match format.scalar_size(kind, width) {
            _ if format.has_heads() => Self::Walked,
            Some(size) => Self::Static(size),
            None => Self::Headed,
        }
    }

    /// Returns the extent of values whose beginning determines their end in native layouts: strings and sequences.
    pub const fn headed(format: &Format) -> Self {
        if format.has_heads() { Self::Walked } else { Self::Headed }
    }

    /// Returns the extent of fields, given that of the first of them, and `self` for those after it.
    /// ([`Static(0)`](Self::Static) for none, also in layouts where every value has a head.)
    ///
    /// Sizes are added saturating; a type so large has no value, and is refused elsewhere.
    pub const fn after(self, first: Self, format: &Format) -> Self {
        match (first, self) {
            _ if format.has_heads() || format.sizes_every_field() => Self::Walked,
            (Self::Static(first), Self::Static(rest)) => Self::Static(first.saturating_add(rest)),
            (extent, Self::Static(0)) => extent,
            // (The one field of varying size is at a constant offset.)
            (Self::Headed, Self::Static(_)) | (Self::Static(_), Self::Headed) if format.static_first => Self::Headed,
            _ => Self::Walked,
        }
    }

    /// Returns the extent of a struct with fields of this extent.
    pub const fn in_struct(self, format: &Format) -> Self {
        match (format.struct_size(), self) {
            _ if matches!(format.scalars, ScalarRule::Heads) => Self::Walked,
            (tag, Self::Static(size)) => Self::Static(size.saturating_add(tag)),
            (0, extent) => extent,
            _ => Self::Walked,
        }
    }

    /// Returns whether a field with values of this extent has its size before it.
    pub const fn is_sized(self, is_last: bool, format: &Format) -> bool {
        match format.sizes {
            SizeRule::None => false,
            SizeRule::ForJumps => !is_last && matches!(self, Self::Walked),
            SizeRule::EveryButLast => !is_last,
            SizeRule::Every => true,
        }
    }

    /// Returns the extent of an array of `count` elements of this extent.
    pub const fn repeated(self, count: usize, format: &Format) -> Self {
        match (self, count) {
            _ if format.has_heads() => Self::Walked,
            (_, 0) => Self::Static(0),
            (Self::Static(size), count) => Self::Static(size.saturating_mul(count)),
            (extent, 1) => extent,
            _ => Self::Walked,
        }
    }
}
