//! Levels of nesting, where every level counts.

use core::fmt;

use crate::shape::{Field, Shape, ShapeOf, is_block};

/// How many more levels an owned value may have, or a fold may hold.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    left: u32,
    limit: u32,
}

impl Levels {
    /// So many levels.
    pub const fn new(limit: u32) -> Self {
        Self { left: limit, limit }
    }

    /// How many are left.
    #[inline(always)]
    pub(crate) fn left(self) -> u32 {
        self.left
    }

    /// The levels left for the elements of a sequence or array of `T`: one less, unless all have the same size.
    #[inline(always)]
    pub(crate) fn elements<T: Field>(self) -> Result<Self, TooDeep> {
        if const { is_block(&<ShapeOf<T> as Shape>::FORM) } { Ok(self) } else { self.deeper() }
    }

    /// One level down.
    ///
    /// # Errors
    ///
    /// None is left.
    #[inline(always)]
    pub fn deeper(self) -> Result<Self, TooDeep> {
        match self.left.checked_sub(1) {
            Some(left) => Ok(Self { left, ..self }),
            None => Err(TooDeep::new(self.limit)),
        }
    }
}

/// A value has more levels than an owned value may have, or a fold may hold.
///
/// As wide as a word: where a result holds this or a value, it is then copied in words either way. (Measured on a
/// tree: with four bytes, copies of nodes stall, and unpacking takes a fifth longer.)
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub struct TooDeep {
    /// The limit, in levels.
    pub limit: u32,
    /// Leaves a value for [`Stopped::Over`](crate::Stopped::Over), so that this is as wide as well.
    rest: Rest,
}

#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(u32)]
enum Rest {
    Zero,
}

const _: () = assert!(size_of::<TooDeep>() == 8 && size_of::<Option<TooDeep>>() == 8);

impl TooDeep {
    /// More than `limit` levels.
    ///
    /// ```
    /// use packed_data::{Limits, Packed, TooDeep};
    ///
    /// let limits = Limits { depth: 0, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert_eq!(words.unpack_with(&limits), Err(TooDeep::new(0)));
    /// ```
    pub const fn new(limit: u32) -> Self {
        Self { limit, rest: Rest::Zero }
    }
}

impl fmt::Debug for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TooDeep").field("limit", &self.limit).finish()
    }
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "too deep: expected at most {} nested levels, last fields included, found more", self.limit)
    }
}

impl core::error::Error for TooDeep {}
