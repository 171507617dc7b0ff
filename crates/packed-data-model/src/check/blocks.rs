//! Values of static size side by side: their bounds, and a few tests of each, in place of a walk over their parts.

use super::Checker;
use crate::types::{Element, Form, Gate, Gates, Test, Types};

impl<T: Types> Checker<'_, T> {
    /// Checks `count` values side by side from `at` on; returns where they end. `None` if one of them is not valid: a
    /// walk over them finds out which.
    #[inline]
    pub(super) fn pass_gates(&self, gates: &Gates, at: usize, count: usize) -> Option<usize> {
        let len = gates.size.checked_mul(count)?;
        let bytes = self.bytes.get(at..)?.get(..len)?;
        let gates_of = self.types.tests(gates)?;
        let is_valid = match gates_of {
            [] => true,
            _ if gates.size == 0 => true,
            [Gate { offset: 0, test: Test::Below(bound) }] if gates.size == 1 => {
                bytes.iter().all(|byte| u16::from(*byte) < *bound)
            }
            _ => bytes.chunks_exact(gates.size).all(|value| gates_of.iter().all(|gate| gate.is_passed(value))),
        };
        is_valid.then_some(at + len)
    }

    /// Returns whether the elements of a set or map, of `size` bytes each, have keys that are integers and ascend.
    /// (Other keys are compared one by one.)
    pub(super) fn ascends(&self, element: &Element<T::Type>, size: usize, at: usize, count: usize) -> bool {
        let (node, offset) = self.types.key(element.node).unwrap_or((element.node, 0));
        let Form::Scalar(scalar) = *self.types.form(node) else { return false };
        let (Some(is_signed), width @ ..=8) = (scalar.integer(), scalar.width()) else { return false };
        let Some(elements) = self.bytes.get(at..).and_then(|rest| rest.get(..size.checked_mul(count)?)) else {
            return false;
        };
        let (is_big, sign) = (self.is_big(), if is_signed { 1 << (8 * width - 1) } else { 0 });
        let key = |element: &[u8]| {
            let mut low = [0; 8];
            low[..width].copy_from_slice(element.get(offset..)?.get(..width)?);
            if is_big {
                low[..width].reverse();
            }
            Some(u64::from_le_bytes(low) ^ sign)
        };
        size > 0 && elements.chunks_exact(size).map(key).is_sorted_by(|a, b| a.is_some() && a < b)
    }
}
