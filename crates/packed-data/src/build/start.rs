//! `Start`: the offset and the budget of a place, in one integer, so that a `Needs` is passed in registers.

use crate::wire::budget::Budget;

/// The offset at which a value is to be written, and the levels and bytes of stack that are left there.
///
/// They are one integer, because the compiler passes a struct in registers only if it has at most two parts: here the
/// writer, and this. (Measured on a perfect tree, with the budget in memory, behind the pointer to the writer: building
/// took a fifth more instructions; with all three in memory it took twice as long, because the offset was stored and
/// loaded at each call.)
#[derive(Clone, Copy)]
pub(super) struct Start(u128);

impl Start {
    #[inline(always)]
    pub(super) fn new(pos: usize, budget: Budget) -> Self {
        Self(u128::from(budget.to_bits()) << 64 | pos as u128)
    }

    /// Returns the offset.
    #[inline(always)]
    pub(super) fn pos(self) -> usize {
        self.0 as usize
    }

    /// Returns the budget.
    #[inline(always)]
    pub(super) fn budget(self) -> Budget {
        Budget::from_bits((self.0 >> 64) as u64)
    }
}
