//! `Budget`: levels and bytes of stack that nesting may still use, in one word.
//!
//! All recursive code over nested values spends a [`Budget`]: for each level, one level and some bytes of stack.

use super::error::ErrorKind;
use super::limits::Limits;

/// Returns `stack`, limited to the largest number that a [`Budget`] holds.
pub(crate) const fn saturated(stack: usize) -> u32 {
    if stack > MOST as usize { MOST } else { stack as u32 }
}

/// The levels and bytes of stack that nesting may still use, up to [`MOST`] of each.
///
/// Both are in one word: levels in the upper half, stack in the lower half. The highest bit of each half is a guard,
/// which is set. One subtraction takes from both halves; if one of them is too small, its guard is cleared. (Measured:
/// two separate fields were stored one by one and loaded together, and checking a perfect tree took 1.6 times as long.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget(u64);

/// The largest number of levels, and of bytes of stack, that a [`Budget`] holds.
const MOST: u32 = (1 << 31) - 1;

/// The guard bits of a [`Budget`].
const GUARDS: u64 = 1 << 63 | 1 << 31;

/// The half of a [`Budget`] that is exhausted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Exhausted {
    Levels,
    Stack,
}

impl Exhausted {
    /// Returns the error of a value that exceeds these limits.
    #[cold]
    pub(crate) fn kind(self, limits: &Limits) -> ErrorKind {
        match self {
            Self::Levels => ErrorKind::TooDeep { limit: limits.depth },
            Self::Stack => ErrorKind::TooMuchStack { limit: limits.stack },
        }
    }
}

impl Budget {
    /// No levels and no stack.
    pub(crate) const NONE: Self = Self(GUARDS);
    /// Unlimited: more levels than any limit allows.
    pub(crate) const UNLIMITED: Self = Self(u64::MAX);

    /// Returns a budget of everything that these limits allow.
    pub(crate) const fn new(limits: &Limits) -> Self {
        let levels = if limits.depth < MOST { limits.depth } else { MOST - 1 };
        Self(GUARDS | (levels as u64) << 32 | saturated(limits.stack) as u64)
    }

    /// Returns the word.
    #[inline(always)]
    pub(crate) const fn to_bits(self) -> u64 {
        self.0
    }

    /// The inverse of [`to_bits`](Self::to_bits).
    #[inline(always)]
    pub(crate) const fn from_bits(bits: u64) -> Self {
        Self(bits)
    }

    /// Returns the least budget with this number of levels.
    #[inline(always)]
    pub(crate) const fn of_levels(levels: u32) -> Self {
        Self(1 << 63 | (levels as u64) << 32)
    }

    /// Returns whether this has at least as many levels as `least`, which is made by [`of_levels`](Self::of_levels).
    #[inline(always)]
    pub(crate) const fn has_levels(self, least: Self) -> bool {
        self.0 >= least.0
    }

    /// Returns the number of levels left.
    #[inline(always)]
    pub(crate) const fn levels(self) -> u32 {
        (self.0 >> 32) as u32 & MOST
    }

    /// Returns the bytes of stack left.
    #[inline(always)]
    pub(crate) const fn stack(self) -> u32 {
        self.0 as u32 & MOST
    }

    /// Subtracts `levels` and `stack`, each at most [`MOST`].
    #[inline(always)]
    fn take(self, levels: u32, stack: u32) -> Result<Self, Exhausted> {
        debug_assert!(levels <= MOST && stack <= MOST);
        let left = self.0.wrapping_sub(u64::from(levels) << 32 | u64::from(stack));
        if left & GUARDS == GUARDS {
            return Ok(Self(left));
        }
        Err(if levels > self.levels() { Exhausted::Levels } else { Exhausted::Stack })
    }

    /// Returns the budget one level down; the level is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(1, stack)
    }

    /// Returns the budget one level down, which is known to suffice; the level is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper_paid(self, stack: u32) -> Self {
        debug_assert!(self.deeper(stack).is_ok());
        self.deeper_unchecked(stack)
    }

    /// Returns the budget one level down, which need not suffice: [`shallower`](Self::shallower) is the inverse.
    #[inline(always)]
    pub(crate) fn deeper_unchecked(self, stack: u32) -> Self {
        Self(self.0.wrapping_sub(1 << 32 | u64::from(stack)))
    }

    /// Returns whether this suffices for `levels` levels that are charged `stack` bytes each.
    #[inline(always)]
    pub(crate) fn suffices(self, levels: u32, stack: u32) -> bool {
        stack.checked_mul(levels).is_some_and(|stack| stack <= MOST && self.take(levels, stack).is_ok())
    }

    /// Returns the budget one level up; the level was charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn shallower(self, stack: u32) -> Self {
        Self(self.0.wrapping_add(1 << 32 | u64::from(stack)))
    }

    /// Charges `stack` bytes.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(0, stack)
    }

    /// Enters a key of a set or map that may itself contain sets and maps. It takes an eighth of all `levels`, so that
    /// at most eight keys nest in each other, whatever the limit is.
    #[inline(always)]
    pub(crate) fn key(self, levels: u32) -> Result<Self, Exhausted> {
        self.take(levels.min(MOST - 1) / KEYS_IN_KEYS, 0)
    }
}

/// The depth to which keys of sets and maps may nest in other keys.
pub(crate) const KEYS_IN_KEYS: u32 = 8;
