//! Checks of whole values, and where in a loop over last fields an error is.

use super::{Bounce, CheckFn, Shape, check_value, root_stack, run_trampoline};
use crate::layout::Layout;
use crate::wire::budget::Budget;
use crate::wire::checker::{Checker, Failed};
use crate::wire::error::ErrorKind;
use crate::wire::limits::Limits;

/// How far a bounce of checking came.
pub(crate) type Checked = Result<Bounce<usize, CheckFn>, Failed>;

/// Checks the value that begins the bytes, and charges it itself.
pub(crate) fn check_root<S: Shape, L: Layout>(checker: &mut Checker<'_>) -> Result<usize, Failed> {
    checker.spend(0, const { root_stack::<S>() })?;
    check_value::<S, L>(checker, 0)
}

/// Goes over bytes that are known to be one value of shape `S`, and returns how many elements without bytes are left of
/// those allowed.
///
/// # Errors
///
/// They nest deeper, or have more such elements, than the limits allow.
pub(crate) fn measure<S: Shape, L: Layout>(bytes: &[u8], limits: &Limits, budget: Budget) -> Result<u64, ErrorKind> {
    let mut checker = Checker::new(bytes, limits);
    checker.budget = budget;
    match check_value::<S, L>(&mut checker, 0) {
        Ok(_) => Ok(checker.empty_elements()),
        Err(_) => Err(checker.kind()),
    }
}

/// Completes the path of an error in the bounce at offset `at` of a loop over an `S` that began at `start`: walks over
/// the bounces in between, which are valid, for the last fields that lead to it.
#[cold]
#[inline(never)]
pub(super) fn complete_path<S: Shape, L: Layout>(
    checker: &mut Checker<'_>,
    start: usize,
    at: usize,
    failed: Failed,
) -> Failed {
    let mut walk = checker.walk();
    // (The bounces before that one are valid: nothing comes out but the path.)
    _ = run_trampoline::<S, L, false>(&mut walk, start, |from| from < at);
    checker.prepend_path(&walk);
    failed
}
