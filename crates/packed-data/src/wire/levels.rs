//! Levels of nesting that an owned value may have, or a fold may hold.

use core::fmt;

use super::budget::{Budget, Exhausted};
use super::limits::Limits;
use super::stack::{Floor, LEVEL, UNOPTIMISED};

/// How many more levels an owned value may have, or a fold may hold, and how much stack.
#[derive(Clone, Copy, Debug)]
pub struct Levels {
    left: Budget,
    floor: Floor,
    /// All that there was: a key takes a part of it, and errors name it.
    all: Budget,
}

impl Levels {
    /// So many levels, and the stack of [`Limits::DEFAULT`].
    pub fn new(limit: u32) -> Self {
        Self::within(&Limits { depth: limit, ..Limits::DEFAULT })
    }

    /// As many levels and as much stack as these limits allow.
    #[inline(always)]
    pub(crate) fn within(limits: &Limits) -> Self {
        let all = Budget::new(limits);
        Self { left: all, floor: Floor::new(limits), all }
    }

    /// What is left.
    #[inline(always)]
    pub(crate) fn left(self) -> Budget {
        self.left
    }

    /// The levels left for a key of a set or map that may contain sets and maps itself, as [`Budget::key`] says.
    #[inline(always)]
    pub(crate) fn enter_key(self) -> Result<Self, TooDeep> {
        let left = self.left.key(self.all.levels()).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// One level down.
    ///
    /// # Errors
    ///
    /// None is left, or no stack.
    #[inline(always)]
    pub fn deeper(self) -> Result<Self, TooDeep> {
        self.deeper_by(LEVEL as u32)
    }

    /// One level down, which is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper_by(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED))?;
        self.deeper_within(stack)
    }

    /// One level down within a function that has asked for all of its levels.
    #[inline(always)]
    pub(crate) fn deeper_within(self, stack: u32) -> Result<Self, TooDeep> {
        let left = self.left.deeper(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Charges `stack` bytes for a value that is no level.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, TooDeep> {
        self.require_stack((stack as usize).saturating_mul(UNOPTIMISED.div_ceil(2)))?;
        let left = self.left.spend(stack).map_err(|exhausted| self.exceeded(exhausted))?;
        Ok(Self { left, ..self })
    }

    /// Whether at least `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn has_stack(self, ahead: usize) -> bool {
        !self.floor.is_reached(ahead)
    }

    /// Fails if less than `ahead` bytes of stack are left.
    #[inline(always)]
    pub(crate) fn require_stack(self, ahead: usize) -> Result<(), TooDeep> {
        if self.has_stack(ahead) { Ok(()) } else { Err(self.exceeded(Exhausted::Stack)) }
    }

    /// The error of a value that exceeds these limits.
    #[inline(always)]
    fn exceeded(self, exhausted: Exhausted) -> TooDeep {
        TooDeep::of(exhausted, self.all)
    }
}

/// A value has more levels than an owned value may have, or a fold may hold; or they take more stack than they may.
///
/// As wide as a word: where a result holds this or a value, it is then copied in words either way. (Measured on a
/// tree: with four bytes, copies of nodes stall, and unpacking takes a fifth longer.)
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(align(8))]
pub struct TooDeep {
    /// The limit: in levels ([`Limits::depth`]), or in bytes of stack ([`Limits::stack`]).
    pub limit: u32,
    /// Leaves a value for [`Stopped::Over`](crate::Stopped::Over), so that this is as wide as well.
    exhausted: Exhausted,
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
        Self { limit, exhausted: Exhausted::Levels }
    }

    /// Whether it is the stack that does not suffice: then the limit is in bytes.
    ///
    /// ```
    /// use packed_data::{Limits, Packed};
    ///
    /// let limits = Limits { stack: 100, ..Limits::DEFAULT };
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// assert!(words.unpack_with(&limits).is_err_and(|error| error.is_stack() && error.limit == 100));
    /// ```
    pub const fn is_stack(self) -> bool {
        matches!(self.exhausted, Exhausted::Stack)
    }

    /// Part of `all` is exhausted.
    #[cold]
    #[inline(never)]
    fn of(exhausted: Exhausted, all: Budget) -> Self {
        let limit = match exhausted {
            Exhausted::Levels => all.levels(),
            Exhausted::Stack => all.stack(),
        };
        Self { limit, exhausted }
    }
}

impl fmt::Debug for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TooDeep").field("limit", &self.limit).field("is_stack", &self.is_stack()).finish()
    }
}

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { limit, .. } = self;
        if self.is_stack() {
            return write!(f, "too deep: expected levels that take at most {limit} bytes of stack, found more");
        }
        write!(f, "too deep: expected at most {limit} nested levels, last fields included, found more")
    }
}

impl core::error::Error for TooDeep {}
