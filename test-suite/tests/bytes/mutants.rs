//! Mutants: every sample, changed in every small way and in some larger ones. If a mutant is refused, its error must be
//! useful. If it is accepted, it is read in every way and written back the same (see
//! [`written_back`](test_suite::written_back)). Nothing panics.
//!
//! The suite does not know where a tag, length, count or size is stored: every place is treated as if one began there,
//! in every form that a number has. An optimised build tries all mutants, and they must be millions. Other builds try a
//! part of them, and every build tries only a part of the mutants of a long sample.
//!
//!     cargo test --profile checks -p test-suite --test bytes mutants:: -- --nocapture

use std::collections::HashSet;
use std::iter;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

use packed_data::{Error, ErrorKind, Packed};
use packed_data_schema::{LayoutId, Schema};
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::TestRunner;
use test_suite::{Sameness, Sample, TestLayout, each_shape, few, probe};

use super::by_schema::BySchema;

/// Whether all mutants are tried.
const ALL: bool = !cfg!(miri) && !cfg!(debug_assertions);

/// The least number of mutants, if all are tried.
const MUTANTS: u64 = 5_000_000;

/// The distance between the places that are tried.
const STEP: usize = if ALL {
    1
} else if cfg!(miri) {
    97
} else {
    53
};

/// One of this many mutants is tried.
const ONE_OF: u64 = if cfg!(miri) { 61 } else { 1 };

/// Samples of a shape in a layout are drawn until they have this number of bytes,
const BYTES: usize = if ALL { 320 } else { 1 };

/// or until this number is drawn: an enum without fields has few values.
const DRAWN: usize = 40;

/// A shape in a layout.
struct Case {
    name: &'static str,
    samples: Vec<Vec<u8>>,
    probe: Probe,
    schema: fn() -> Schema,
    layout: LayoutId,
}

type Probe = fn(&[u8]) -> Result<Sameness, Error>;

fn case<T: Sample, L: TestLayout>(name: &'static str) -> Case {
    let layout = L::ID;
    Case { name, samples: samples::<T, L>(), probe: probe::<T, L>, schema: Schema::of::<T>, layout }
}

/// Returns the sample that contains some of everything, and others; the same in each run.
fn samples<T: Sample, L: TestLayout>() -> Vec<Vec<u8>> {
    let mut runner = TestRunner::deterministic();
    let any = T::any();
    let (mut seen, mut size) = (HashSet::new(), 0);
    let mut samples = Vec::new();
    for index in 0..=DRAWN {
        let value = match index {
            0 => T::sample(),
            _ => any.new_tree(&mut runner).expect("the strategy filters nothing").current(),
        };
        let bytes = Packed::<T, L>::pack(&value).into_inner();
        if seen.insert(bytes.clone()) {
            size += bytes.len();
            samples.push(bytes);
        }
        if size >= BYTES {
            break;
        }
    }
    samples.extend(few(1, T::versions::<L>()));
    samples
}

/// Checks the outcome of mutants, and counts them.
struct Judge<'s> {
    probe: Probe,
    /// Not under Miri, since the crate that reads by a schema has no unsafe code.
    by_schema: Option<BySchema<'s>>,
    /// How many mutants were made.
    made: u64,
    refused: u64,
    accepted: u64,
}

impl Judge<'_> {
    /// Tries a mutant that may be valid.
    fn any(&mut self, mutant: &[u8]) {
        if !self.is_next_tried() {
            return;
        }
        match self.judge(mutant) {
            Ok(_) => self.accepted += 1,
            Err(_) => self.refused += 1,
        }
    }

    /// Tries a mutant that must be refused.
    #[track_caller]
    fn refused(&mut self, mutant: &[u8], is_expected: impl FnOnce(&Error) -> bool) {
        if !self.is_next_tried() {
            return;
        }
        self.refused += 1;
        match self.judge(mutant) {
            Ok(_) => panic!("accepted: {mutant:?}"),
            Err(error) => assert!(is_expected(&error), "{error}, for {mutant:?}"),
        }
    }

    /// Counts a mutant, and returns whether it is one of those that are tried.
    fn is_next_tried(&mut self) -> bool {
        self.made += 1;
        self.made.is_multiple_of(ONE_OF)
    }

    fn judge(&self, mutant: &[u8]) -> Result<Sameness, Error> {
        let _shown = ShownOnPanic(mutant);
        let verdict = (self.probe)(mutant);
        if let Some(by_schema) = &self.by_schema {
            by_schema.compare(mutant, verdict.as_ref().err());
        }
        verdict
    }
}

/// Shows the bytes if the library or a check panics.
pub(super) struct ShownOnPanic<'m>(pub(super) &'m [u8]);

impl Drop for ShownOnPanic<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the bytes are {:?}", self.0);
        }
    }
}

/// A function that makes mutants of a sample.
type Mutation = fn(&[u8], &mut Judge<'_>);

const MUTATIONS: [Mutation; 7] = [
    bytes_set,
    truncations,
    trailing_bytes,
    numbers_replaced,
    bytes_inserted_and_removed,
    neighbours_swapped_and_doubled,
    two_places_at_once,
];

/// A sample with more bytes than this is long.
const LONG: usize = 512;

/// Returns the places of a sample that are tried. Of a long sample they are not more than of any other.
fn places(sample: &[u8]) -> impl Iterator<Item = usize> + use<> {
    (0..sample.len()).step_by(STEP * sample.len().div_ceil(LONG).max(1))
}

/// Sets every byte to every other value. So every tag becomes every other tag, and every bit is flipped.
fn bytes_set(sample: &[u8], judge: &mut Judge<'_>) {
    let mut mutant = sample.to_vec();
    for at in places(sample) {
        for step in (1..=0xFF_u8).step_by(STEP) {
            mutant[at] = sample[at].wrapping_add(step);
            judge.any(&mutant);
        }
        mutant[at] = sample[at];
    }
}

fn truncations(sample: &[u8], judge: &mut Judge<'_>) {
    for len in places(sample) {
        // A copy, so that a read past its end is a read past the end of the allocation.
        let mutant = sample[..len].to_vec().into_boxed_slice();
        judge.refused(&mutant, |error| matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }));
    }
}

fn trailing_bytes(sample: &[u8], judge: &mut Judge<'_>) {
    for byte in [0, 1, 4, 0x7F, 0x80, 0xFB, 0xFC, 0xFE, 0xFF].into_iter().step_by(STEP) {
        let mut mutant = sample.to_vec();
        for count in 1..=9 {
            mutant.push(byte);
            judge.refused(&mutant, |error| {
                let is_trailing = error.kind() == ErrorKind::TrailingBytes { count };
                is_trailing && error.offset() == sample.len() && error.path().is_empty()
            });
        }
    }
}

/// A form that a number has in some layout.
struct Form {
    /// Returns the number at the beginning of the bytes, and how many bytes it takes.
    read: fn(&[u8]) -> Option<(u64, usize)>,
    /// Returns the bytes of a number, if it has this form.
    write: fn(u64) -> Option<Vec<u8>>,
}

const FORMS: [Form; 7] = [
    Form { read: read_fixed::<2, false>, write: write_fixed::<2, false> },
    Form { read: read_fixed::<4, false>, write: write_fixed::<4, false> },
    Form { read: read_fixed::<8, false>, write: write_fixed::<8, false> },
    Form { read: read_fixed::<2, true>, write: write_fixed::<2, true> },
    Form { read: read_fixed::<4, true>, write: write_fixed::<4, true> },
    Form { read: read_fixed::<8, true>, write: write_fixed::<8, true> },
    Form { read: read_short_varint, write: write_short_varint },
];

fn read_fixed<const WIDTH: usize, const BIG_ENDIAN: bool>(bytes: &[u8]) -> Option<(u64, usize)> {
    let mut number = *bytes.first_chunk::<WIDTH>()?;
    if BIG_ENDIAN {
        number.reverse();
    }
    Some((number.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte)), WIDTH))
}

fn write_fixed<const WIDTH: usize, const BIG_ENDIAN: bool>(number: u64) -> Option<Vec<u8>> {
    let all = number.to_le_bytes();
    let (bytes, cut) = all.split_at(WIDTH);
    let mut bytes = bytes.to_vec();
    if BIG_ENDIAN {
        bytes.reverse();
    }
    cut.iter().all(|byte| *byte == 0).then_some(bytes)
}

fn read_short_varint(bytes: &[u8]) -> Option<(u64, usize)> {
    let (first, rest) = bytes.split_first()?;
    let (number, width) = match first {
        0..=0xFB => (u64::from(*first), 0),
        0xFC => read_fixed::<2, false>(rest)?,
        0xFD => read_fixed::<4, false>(rest)?,
        0xFE => read_fixed::<8, false>(rest)?,
        0xFF => return None,
    };
    Some((number, 1 + width))
}

fn write_short_varint(number: u64) -> Option<Vec<u8>> {
    let (first, width) = match number {
        0..=0xFB => (number as u8, 0),
        0xFC..=0xFFFF => (0xFC, 2),
        0x1_0000..=0xFFFF_FFFF => (0xFD, 4),
        _ => (0xFE, 8),
    };
    Some([&[first], &number.to_le_bytes()[..width]].concat())
}

/// Treats every place as the beginning of a number, in every form, and replaces it by numbers for which checks may
/// fail. (A table of `Indexed` stores four times the count of its elements; hence the fours.)
fn numbers_replaced(sample: &[u8], judge: &mut Judge<'_>) {
    for at in places(sample) {
        let (before, here) = sample.split_at(at);
        for form in &FORMS {
            let Some((number, width)) = (form.read)(here) else { continue };
            let neighbours = [number.wrapping_add(1), number.wrapping_sub(1)];
            let far = [number.wrapping_add(4), number.wrapping_sub(4), 0, 1 << 31, u32::MAX.into(), u64::MAX];
            for other in neighbours.into_iter().chain(far).filter(|other| *other != number) {
                let Some(bytes) = (form.write)(other) else { continue };
                // A byte in place of a byte was already tried in `bytes_set`.
                if (width, bytes.len()) != (1, 1) {
                    judge.any(&[before, &bytes, &here[width..]].concat());
                }
            }
        }
    }
}

fn bytes_inserted_and_removed(sample: &[u8], judge: &mut Judge<'_>) {
    for at in places(sample) {
        let (before, here) = sample.split_at(at);
        judge.any(&[before, &here[1..]].concat());
        // (The last two are CBOR tags.)
        for byte in [0, 1, 4, 0xFC, 0xFE, 0xC1, 0xC2] {
            judge.any(&[before, &[byte], here].concat());
        }
    }
}

/// Swaps neighbours of the same size, and replaces each by the other. If they are keys, they are then no longer sorted,
/// or no longer different.
fn neighbours_swapped_and_doubled(sample: &[u8], judge: &mut Judge<'_>) {
    for at in places(sample) {
        let (before, here) = sample.split_at(at);
        for size in 1..=here.len().min(24) / 2 {
            let (first, rest) = here.split_at(size);
            let (second, after) = rest.split_at(size);
            if first != second {
                judge.any(&[before, second, first, after].concat());
                judge.any(&[before, first, first, after].concat());
                judge.any(&[before, second, second, after].concat());
            }
        }
    }
}

/// Sets two bytes, or sets a byte and cuts off the end: a check may find one change but not two.
fn two_places_at_once(sample: &[u8], judge: &mut Judge<'_>) {
    const VALUES: [u8; 12] = [0, 1, 2, 3, 4, 8, 0x7F, 0x80, 0xFB, 0xFC, 0xFD, 0xFF];
    let mut random = 0x9E37_79B9_7F4A_7C15_u64;
    let mut below = move |bound: usize| {
        random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (random >> 33) as usize % bound
    };
    for first in places(sample) {
        for value in VALUES {
            let mut mutant = sample.to_vec();
            mutant[first] = value;
            judge.any(&mutant[..below(sample.len())]);
            // The second place is often close to the first, as a count and its elements are.
            let near = (first + 1 + below(8)).min(sample.len() - 1);
            for second in [near, below(sample.len())] {
                let old = mutant[second];
                mutant[second] = VALUES[below(VALUES.len())];
                judge.any(&mutant);
                mutant[second] ^= 1 << below(8);
                judge.any(&mutant);
                mutant[second] = old;
            }
        }
    }
}

/// Tries all mutants of a case; returns how many were refused and how many were accepted.
fn run(case: &Case) -> (u64, u64) {
    let schema = (!cfg!(miri)).then(case.schema);
    let by_schema = schema.as_ref().map(|schema| BySchema::new(schema, case.layout));
    let mut judge = Judge { probe: case.probe, by_schema, made: 0, refused: 0, accepted: 0 };
    for sample in &case.samples {
        assert!(judge.judge(sample).is_ok(), "{}: {sample:?}", case.name);
        for mutate in MUTATIONS {
            mutate(sample, &mut judge);
        }
    }
    let (Judge { refused, accepted, .. }, samples) = (judge, case.samples.len());
    println!(
        "{:25} {samples:3} samples {:8} mutants: {refused:7} refused, {accepted:7} accepted",
        case.name,
        refused + accepted
    );
    (refused, accepted)
}

/// Returns the results of `work` for the items that one thread takes.
fn take<T, R>(items: &[T], next: &AtomicUsize, work: impl Fn(&T) -> R) -> Vec<R> {
    iter::from_fn(|| items.get(next.fetch_add(1, Ordering::Relaxed))).map(work).collect()
}

/// Returns the results of `work` for all items, in any order: a thread for each core takes one item after the other.
pub(super) fn on_all_cores<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Copy + Send) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        // A mutant may nest as deep as the default limit allows: see `depth`.
        let builder = || std::thread::Builder::new().stack_size(16 << 20);
        let next = &next;
        let worker = || builder().spawn_scoped(scope, move || take(items, next, work)).expect("the thread starts");
        let workers: Vec<_> = iter::repeat_with(worker).take(threads).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("no bytes panic")).collect()
    })
}

#[test]
fn mutants() {
    let start = Instant::now();
    let counts = on_all_cores(&each_shape!(case), run);
    let (refused, accepted) = counts.iter().fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    let total = refused + accepted;
    println!("{total} mutants: {refused} refused, {accepted} accepted, in {:.1} s", start.elapsed().as_secs_f64());
    assert!(!ALL || total >= MUTANTS, "{total} mutants are fewer than {MUTANTS}");
}
