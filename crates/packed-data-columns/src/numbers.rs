//! Which numbers a column of integers may have.

use packed_data_schema::{Scalar, ScalarKind};

/// The numbers that a value of at most eight bytes may be in its column: those of a range, perhaps with a gap. So one
/// comparison tests a number, and several are tested at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Numbers {
    least: u64,
    /// The difference of the greatest from the least, modulo 2^64.
    span: u64,
    gap: Gap,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Gap {
    Nothing,
    Zero,
    /// Those between characters.
    Surrogates,
}

impl Numbers {
    pub(crate) const ALL: Self = Self { least: 0, span: u64::MAX, gap: Gap::Nothing };

    /// Returns the numbers of `count` constructors, at least one.
    pub(crate) fn below(count: u32) -> Self {
        Self { span: u64::from(count) - 1, ..Self::ALL }
    }

    /// Returns the numbers of a scalar of at most eight bytes. (Those with a sign are in two's complement, and floats
    /// are their bits.)
    pub(crate) fn of(scalar: Scalar) -> Self {
        let (is_non_zero, mask) = (scalar.is_non_zero(), u64::MAX >> (64 - 8 * scalar.width().clamp(1, 8)));
        let (least, span, gap) = match scalar.kind() {
            ScalarKind::Bool => (0, 1, Gap::Nothing),
            ScalarKind::Char => (0, char::MAX.into(), Gap::Surrogates),
            ScalarKind::Signed => (!(mask >> 1), mask, if is_non_zero { Gap::Zero } else { Gap::Nothing }),
            _ => (is_non_zero.into(), mask - u64::from(is_non_zero), Gap::Nothing),
        };
        Self { least, span, gap }
    }

    /// Returns whether a number is one of them.
    #[inline(always)]
    pub(crate) fn has(self, number: u64) -> bool {
        self.is_between(number) && (self.gap == Gap::Nothing || !self.is_in_gap(number))
    }

    /// Returns whether all numbers are. (Without an end at the first that is none, several are tested at once.)
    pub(crate) fn have(self, numbers: &[u64]) -> bool {
        let are_between = numbers.iter().fold(true, |all, number| all & self.is_between(*number));
        are_between && (self.gap == Gap::Nothing || !numbers.iter().any(|number| self.is_in_gap(*number)))
    }

    #[inline(always)]
    fn is_between(self, number: u64) -> bool {
        number.wrapping_sub(self.least) <= self.span
    }

    fn is_in_gap(self, number: u64) -> bool {
        match self.gap {
            Gap::Nothing => false,
            Gap::Zero => number == 0,
            Gap::Surrogates => u32::try_from(number).ok().and_then(char::from_u32).is_none(),
        }
    }
}
