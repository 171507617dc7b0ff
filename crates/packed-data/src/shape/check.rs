//! Checks of whole values, and the path of an error that a trampoline passed.

use alloc::vec::Vec;

use super::{Bounce, CheckFn, Shape, check_value, root_stack, whole_charge};
#[cfg(feature = "rayon-1")]
use super::{SequenceShape, SizeClass};
use crate::layout::{CheckState, CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::{Deferred, Failed, LargeElement};
use crate::wire::error::ErrorKind;
use crate::wire::limits::Limits;
use crate::wire::stack::StackLimit;
use crate::wire::steps;

/// The result of a bounce of checking.
pub(crate) type Checked<L> = Result<Bounce<usize, CheckFn<L>>, Failed>;

/// Checks the value at the beginning of the bytes, and charges the stack for the whole value.
pub(crate) fn check_root<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>) -> Result<usize, Failed> {
    check_whole::<S, L>(checker, 0)
}

/// Checks the value at offset `at` as [`check_root`] does.
#[inline]
pub(crate) fn check_whole<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    checker.spend(at, const { root_stack::<S>() })?;
    if const { whole_charge::<S, L>() > 0 } {
        checker.charge_empty(at, const { whole_charge::<S, L>() })?;
    }
    check_value::<S, L>(checker, at)
}

/// Checks the sequence at the beginning of the bytes as [`check_root`] does, with its elements one by one. Calls `note`
/// with the offset of each element that was checked, in order.
#[cfg(feature = "rayon-1")]
pub(crate) fn check_root_and_note<Q: SequenceShape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    note: impl FnMut(usize),
) -> Result<usize, Failed> {
    // (So there is nothing to be done before or after its check.)
    const { assert!(!Q::NESTS && matches!(Q::SIZE_CLASS, SizeClass::Headed)) }
    checker.spend(0, const { root_stack::<Q>() })?;
    Q::check_and_note::<L>(checker, 0, note)
}

/// Walks over bytes that are known to be one value, of the shape for which `check` is, and returns how many parts
/// without bytes are still allowed after it. (One function for all types of a layout.)
///
/// # Errors
///
/// The value nests deeper, or has more parts without bytes, than the limits allow; or two keys are equal by a default
/// that was another one when the bytes were checked.
pub(crate) fn measure<L: Layout>(
    bytes: &[u8],
    limits: &Limits,
    budget: Budget,
    CheckFn(mut check): CheckFn<L>,
) -> Result<u64, ErrorKind> {
    let mut checker = CheckerOf::<L>::new(bytes, limits).without_conditions();
    checker.budget = budget;
    let outer = checker.state.begin_value();
    let mut at = 0;
    let walked = loop {
        steps::count(1);
        match check(&mut checker, at) {
            Ok(Bounce::End(end)) if const { L::CLOSES_VALUES } => break L::end_value(&mut checker, end, outer),
            Ok(Bounce::End(end)) => break Ok(end),
            Ok(Bounce::Continue(rest, CheckFn(next))) => (at, check) = (rest, next),
            Err(failed) => break Err(failed),
        }
    };
    match walked {
        Ok(_) => Ok(checker.empty_elements()),
        Err(_) => Err(checker.kind()),
    }
}

/// Walks over bytes that are known to be one value of shape `S`, and returns the large elements of its sets and maps.
/// The walk may use `stack` bytes of stack, but no more than up to `stack_limit`; levels are not limited.
///
/// # Errors
///
/// The value takes more stack; or two keys are equal, as for [`measure`].
pub(super) fn large_elements<S: Shape, L: Layout>(
    bytes: &[u8],
    stack: usize,
    stack_limit: StackLimit,
) -> Result<Vec<LargeElement>, ErrorKind> {
    let limits = Limits { depth: u32::MAX, stack, bytes: usize::MAX, empty_elements: u64::MAX };
    let mut checker = CheckerOf::<L>::new(bytes, &limits).without_conditions().with_large_elements(stack_limit);
    match check_value::<S, L>(&mut checker, 0) {
        Ok(_) => Ok(checker.into_large_elements()),
        Err(_) => Err(checker.kind()),
    }
}

/// Completes the path of an error in the bounce at offset `at` of a loop that began at `start` with the bounce `check`:
/// walks over the valid bounces between the two, and records the last fields that lead to the error. (One function for
/// all types of a layout.)
#[cold]
#[inline(never)]
pub(super) fn complete_path<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
    at: usize,
    check: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L>,
    failed: Failed,
) -> Failed {
    #[cfg(feature = "rayon-1")]
    if !checker.locates_errors() {
        return failed;
    }
    let mut walk = checker.walk();
    walk_bounces(&mut walk, start, check, |rest| rest < at);
    checker.prepend_path(&walk);
    failed
}

/// [`complete_path`] for an error of the condition of `refused`, a value in that loop: the path ends at that value.
#[cold]
#[inline(never)]
pub(super) fn complete_path_to<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    start: usize,
    refused: Deferred,
    check: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L>,
    failed: Failed,
) -> Failed {
    #[cfg(feature = "rayon-1")]
    if !checker.locates_errors() {
        return failed;
    }
    let at = refused.at;
    let mut walk = checker.walk_to(refused);
    // (The bounce at the value itself is included: it may begin with values of which this one is the last field.)
    walk_bounces(&mut walk, start, check, |rest| rest <= at);
    checker.prepend_path(&walk);
    failed
}

/// Repeats the bounces of a loop that began at `start` with the bounce `check`, as long as `goes_on` accepts the offset
/// at which the next one begins. They are valid, so the walk has no result except the path that it records.
fn walk_bounces<L: Layout>(
    walk: &mut CheckerOf<'_, L>,
    start: usize,
    mut check: fn(&mut CheckerOf<'_, L>, usize) -> Checked<L>,
    goes_on: impl Fn(usize) -> bool,
) {
    let mut from = start;
    steps::count(1);
    while let Ok(Bounce::Continue(rest, CheckFn(next))) = check(walk, from) {
        steps::count(1);
        if !goes_on(rest) {
            break;
        }
        (from, check) = (rest, next);
    }
}
