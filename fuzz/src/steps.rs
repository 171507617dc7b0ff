//! Counting the steps of reading and writing.

use std::hint::black_box;

use packed_data::{Limits, Packed};
use test_suite::described::Described;
use test_suite::steps::{Work, factor};
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// Returns a case that checks bytes. If they are accepted, they are skipped, read in every way, copied and packed
/// again. No operation may take more steps than the suite `test-suite/tests/steps` allows. The more steps per byte an
/// operation takes, the more functions are called; libFuzzer looks for new calls, and so it looks for the worst ratio.
pub fn steps<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// An element without bytes is charged like a byte, so only a few are allowed.
const LIMITS: Limits = Limits { empty_elements: 16, ..Limits::DEFAULT };

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    let len = input.len() + LIMITS.empty_elements as usize;
    let Some(packed) = count::<L, _>(Work::Refuse, len, || Packed::<T, L>::with_limits(&LIMITS).from_bytes(input).ok())
    else {
        return;
    };
    count::<L, _>(Work::Skip, len, || packed.read(|value| value.skip()));
    let value = count::<L, _>(Work::Unpack, len, || packed.unpack()).expect("within the limit on levels");
    // (If the input has absent fields, the packed bytes may be more than the input.)
    count::<L, _>(Work::Pack, len, || Packed::<T, L>::pack(&value));
    count::<L, _>(Work::Copy, len, || packed.transform::<T>(|value, needs| value.copy_to(needs)));
    count::<L, _>(Work::ByCursor, len, || packed.read(T::from_cursor));
    count::<L, _>(Work::Fold, len, || T::from_fold(&packed));
    count::<L, _>(Work::ByView, len, || {
        packed.read(|value| {
            L::by_view(&value);
            value.skip()
        });
    });
}

/// Runs an operation and checks the number of its steps.
fn count<L: TestLayout, R>(work: Work, len: usize, operation: impl FnOnce() -> R) -> R {
    let (steps, result) = packed_data::steps::counted(operation);
    // (In a layout with several encodings of a value, keys may come in any order.)
    let factor = factor(usize::from(!L::IS_CANONICAL), len);
    let limit = work.limit(len, factor);
    assert!(steps <= limit, "{work:?}: expected at most {limit} steps, found {steps}");
    let part = (steps * PARTS as u64 / (limit + 1)) as usize;
    PART_OF[work as usize % WORKS][part]();
    result
}

/// Number of operations that are counted.
const WORKS: usize = 16;
/// Number of parts of the limit that are distinguished.
const PARTS: usize = 32;

/// Called when operation `WORK` takes part `PART` of its limit. Each part has its own function, so that libFuzzer sees
/// new code.
#[inline(never)]
fn reached<const WORK: usize, const PART: usize>() {
    black_box(WORK * PARTS + PART);
}

/// A table of these functions: one row for each operation, one entry for each part.
macro_rules! table {
    ([$($work:literal)+] $parts:tt) => {
        [$(table!(@ $work $parts)),+]
    };
    (@ $work:literal [$($part:literal)+]) => {
        [$(reached::<$work, $part>),+]
    };
}

static PART_OF: [[fn(); PARTS]; WORKS] = table!(
    [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15]
    [0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31]
);
