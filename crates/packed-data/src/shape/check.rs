//! Checks of whole values, and where in a loop over last fields an error is.

use super::{CheckStep, Shape, Step, check_steps, check_whole, root_stack};
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::limits::Limits;

/// How far a step of checking came.
pub(crate) type Checked<L> = Result<Step<usize, CheckStep<L>>, Failed>;

/// Checks the value that begins the bytes, and charges it itself.
pub(crate) fn check_root<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>) -> Result<usize, Failed> {
    checker.spend(0, const { root_stack::<S>() })?;
    check_whole::<S, L>(checker, 0)
}

/// Goes over bytes that are known to be one value of shape `S`, and returns how many elements without bytes are left of
/// those allowed.
///
/// # Errors
///
/// They nest deeper, or have more such elements, than the limits allow.
pub(crate) fn measure<S: Shape, L: Layout>(bytes: &[u8], limits: &Limits, budget: Budget) -> Result<u64, ErrorKind> {
    let mut checker = CheckerOf::<L>::new(bytes, limits);
    checker.budget = budget;
    match check_whole::<S, L>(&mut checker, 0) {
        Ok(_) => Ok(checker.empty_elements()),
        Err(_) => Err(checker.kind()),
    }
}

/// Completes the path of an error in the step at offset `at` of a loop over an `S` that began at `start`: walks over
/// the steps in between, which are valid, for the last fields that lead to it.
#[cold]
#[inline(never)]
pub(super) fn after_steps<S: Shape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
    at: usize,
    failed: Failed,
) -> Failed {
    let mut walk = checker.walk();
    // (The steps before that one are valid: nothing comes out but the path.)
    _ = check_steps::<S, L, false>(&mut walk, start, |from| from < at);
    checker.prepend_path(&walk);
    failed
}
