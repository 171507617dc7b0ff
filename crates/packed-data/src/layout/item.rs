//! Items of CBOR of any kind, which every layout can contain.

use crate::wire::checker::{Checker, Failed};
use crate::wire::error::ErrorKind;

/// Checks that the bytes from `at` to `until` begin with a well-formed item of CBOR; returns the offset of its end.
pub(super) fn check_item(checker: &mut Checker<'_>, at: usize, until: usize) -> Result<usize, Failed> {
    let limits = packed_data_cbor::Limits { depth: checker.budget.levels(), bytes: usize::MAX };
    match packed_data_cbor::check_prefix(checker.between(at, until), limits) {
        Ok(size) => Ok(at + size),
        Err(error) => Err(match error.kind().into() {
            ErrorKind::TooDeep { .. } => checker.too_deep(at + error.offset()),
            kind => checker.fail(kind, at + error.offset()),
        }),
    }
}
