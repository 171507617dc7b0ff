//! The work of reading and writing a value is linear in its bytes.

use std::hint::black_box;

use packed_data::{Limits, Packed};
use test_suite::described::Described;
use test_suite::steps::{Work, factor};
use test_suite::{Sample, TestLayout};

use crate::{Case, packed_values};

/// Bytes are checked; what is accepted is skipped, read in every way, copied and packed again. No operation takes more
/// steps than the suite `test-suite/tests/steps` allows. The more steps for a byte an operation takes, the more functions
/// are called: so libFuzzer, which looks for calls that are new, looks for the worst ratio.
pub fn steps<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

/// Elements without bytes are charged as bytes, so there are few.
const LIMITS: Limits = Limits { empty_elements: 16, ..Limits::DEFAULT };

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    let len = input.len() + LIMITS.empty_elements as usize;
    let Some(packed) = count::<L, _>(Work::Refuse, len, || Packed::<T, L, _>::from_bytes_with(input, &LIMITS).ok())
    else {
        return;
    };
    count::<L, _>(Work::Skip, len, || packed.read(|value| value.skip()));
    let value = count::<L, _>(Work::Unpack, len, || packed.unpack()).expect("within the limit on levels");
    // (Bytes that were packed may be more, where the input has absent fields.)
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

/// Counts the steps of an operation.
fn count<L: TestLayout, R>(work: Work, len: usize, operation: impl FnOnce() -> R) -> R {
    let (steps, result) = packed_data::steps::counted(operation);
    // (Where there are several encodings of a value, keys come in any order.)
    let factor = factor(usize::from(!L::IS_CANONICAL), len);
    let limit = work.limit(len, factor);
    assert!(steps <= limit, "{work:?}: expected at most {limit} steps, found {steps}");
    let part = (steps * PARTS as u64 / (limit + 1)) as usize;
    PART_OF[work as usize % WORKS][part]();
    result
}

/// Operations that are counted.
const WORKS: usize = 16;
/// Parts of the limit that are told apart.
const PARTS: usize = 32;

/// Called for each part of its limit that operation `WORK` takes: a function for each part, so that libFuzzer sees new code.
#[inline(never)]
fn reached<const WORK: usize, const PART: usize>() {
    black_box(WORK * PARTS + PART);
}

/// The functions of operations, and of the parts for each.
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
