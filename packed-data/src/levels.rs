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
            None => Err(TooDeep { limit: self.limit }),
        }
    }
}

/// A value has more levels than an owned value may have, or a fold may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(8))]
pub struct TooDeep {
    /// The limit, in levels.
    pub limit: u32,
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "too deep: expected at most {} nested levels, last fields included, found more", self.limit)
    }
}

impl core::error::Error for TooDeep {}
