//! What nesting may still cost: levels, and bytes of stack.
//!
//! All code that recurs over nested values spends a [`Budget`]: one level, and bytes of stack, for each level.

use super::error::ErrorKind;
use super::limits::Limits;

/// Returns `stack`, or the most that a [`Budget`] holds if that is less.
pub(crate) const fn saturated(stack: usize) -> u32 {
    if stack > MOST as usize { MOST } else { stack as u32 }
}

/// What may still be spent on nesting: levels, and bytes of stack, up to [`MOST`] of each.
///
/// Both are in one word: levels in the upper half, stack in the lower, and above each a guard, a bit that is set. A
/// subtraction from the word takes from both; where one does not suffice, its guard is cleared. (Measured: with two fields,
/// which are stored apart and loaded together, checking a perfect tree took 1.6 times as long.)
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget(u64);

/// The most levels, and bytes of stack, that a [`Budget`] holds.
const MOST: u32 = (1 << 31) - 1;

/// The guards of a [`Budget`].
const GUARDS: u64 = 1 << 63 | 1 << 31;

/// What of a [`Budget`] does not suffice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u32)]
pub(crate) enum Exhausted {
    Levels,
    Stack,
}

impl Exhausted {
    /// The error of a value that exceeds these limits.
    #[cold]
    pub(crate) fn kind(self, limits: &Limits) -> ErrorKind {
        match self {
            Self::Levels => ErrorKind::TooDeep { limit: limits.depth },
            Self::Stack => ErrorKind::TooMuchStack { limit: limits.stack },
        }
    }
}

impl Budget {
    /// Nothing.
    pub(crate) const NONE: Self = Self(GUARDS);
    /// No limits: more levels than any limits allow.
    pub(crate) const UNLIMITED: Self = Self(u64::MAX);

    /// All that these limits allow.
    pub(crate) const fn new(limits: &Limits) -> Self {
        let levels = if limits.depth < MOST { limits.depth } else { MOST - 1 };
        Self(GUARDS | (levels as u64) << 32 | saturated(limits.stack) as u64)
    }

    /// The levels left.
    #[inline(always)]
    pub(crate) const fn levels(self) -> u32 {
        (self.0 >> 32) as u32 & MOST
    }

    /// The bytes of stack left.
    #[inline(always)]
    pub(crate) const fn stack(self) -> u32 {
        self.0 as u32 & MOST
    }

    /// Takes away `levels` and `stack`, each at most [`MOST`].
    #[inline(always)]
    fn take(self, levels: u32, stack: u32) -> Result<Self, Exhausted> {
        debug_assert!(levels <= MOST && stack <= MOST);
        let left = self.0.wrapping_sub(u64::from(levels) << 32 | u64::from(stack));
        if left & GUARDS == GUARDS {
            return Ok(Self(left));
        }
        Err(if levels > self.levels() { Exhausted::Levels } else { Exhausted::Stack })
    }

    /// One level down, which is charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn deeper(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(1, stack)
    }

    /// One level up, which was charged `stack` bytes.
    #[inline(always)]
    pub(crate) fn shallower(self, stack: u32) -> Self {
        Self(self.0.wrapping_add(1 << 32 | u64::from(stack)))
    }

    /// Charges `stack` bytes.
    #[inline(always)]
    pub(crate) fn spend(self, stack: u32) -> Result<Self, Exhausted> {
        self.take(0, stack)
    }

    /// Enters a key of a set or map that may contain sets and maps itself: it takes an eighth of all `levels`, so that no
    /// more than eight nest in each other, whatever the limit.
    #[inline(always)]
    pub(crate) fn key(self, levels: u32) -> Result<Self, Exhausted> {
        self.take(levels.min(MOST - 1) / KEYS_IN_KEYS, 0)
    }
}

/// How deep keys of sets and maps nest in keys.
pub(crate) const KEYS_IN_KEYS: u32 = 8;
