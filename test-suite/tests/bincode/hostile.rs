//! Bytes from outside: both sides accept the same ones, as the same values, except for a few rules that are counted.

use std::collections::BTreeMap;

use arbitrary::{Arbitrary, Unstructured};
use packed_data::Limits;
use packed_data::layout::bincode::{Legacy, Standard};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use test_suite::few;

use crate::both::{BincodeLayout, Both, Verdict, judge};
use crate::shapes::{Choices, Command, Hashed, Numbers, Scalars, Sequences, Sorted, Tree};

type Counts = BTreeMap<Verdict, usize>;

fn count<T: Both, L: BincodeLayout>(bytes: &[u8], counts: &mut Counts) {
    for verdict in judge::<T, L>(bytes, &Limits::DEFAULT) {
        *counts.entry(verdict).or_default() += 1;
    }
}

/// Judges what the real crates wrote with changes: each byte is replaced, removed, doubled; the end is cut.
fn changed<T: Both + for<'a> Arbitrary<'a>, L: BincodeLayout>(counts: &mut Counts) {
    let mut runner = TestRunner::deterministic();
    let drawn = prop::collection::vec(any::<u8>(), if cfg!(miri) { 20..40 } else { 60..300 });
    let (values, places) = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => (1, 1),
        (_, true) => (2, 40),
        _ => (40, 40),
    };
    for _ in 0..values {
        let seed = drawn.new_tree(&mut runner).unwrap().current();
        let Ok(value) = T::arbitrary(&mut Unstructured::new(&seed)) else { continue };
        for peer in few(1, L::peers::<T>()) {
            let bytes = (peer.write)(&value);
            let step = 1 + bytes.len() / places;
            for at in (0..bytes.len()).step_by(step) {
                let others = [0, 1, 2, 250, 251, 252, 253, 254, 255, bytes[at] ^ 1, bytes[at] ^ 0x80];
                for new in others.into_iter().step_by(if cfg!(miri) { 6 } else { 1 }) {
                    let mut changed = bytes.clone();
                    changed[at] = new;
                    count::<T, L>(&changed, counts);
                }
                count::<T, L>(&bytes[..at], counts);
                count::<T, L>(&[&bytes[..at], &bytes[at + 1..]].concat(), counts);
                count::<T, L>(&[&bytes[..=at], &bytes[at..]].concat(), counts);
            }
            count::<T, L>(&[&bytes[..], &[0]].concat(), counts);
        }
    }
}

fn all<L: BincodeLayout>() -> Counts {
    let mut counts = Counts::new();
    changed::<Numbers, L>(&mut counts);
    changed::<Scalars, L>(&mut counts);
    changed::<Command, L>(&mut counts);
    changed::<Tree, L>(&mut counts);
    changed::<Sequences, L>(&mut counts);
    changed::<Choices, L>(&mut counts);
    changed::<Sorted, L>(&mut counts);
    changed::<Hashed, L>(&mut counts);
    counts
}

#[test]
fn changed_bytes_of_bincode_1() {
    let counts = all::<Legacy>();
    assert!(cfg!(miri) || counts[&Verdict::Accepted] > 100 && counts[&Verdict::Refused] > 100, "{counts:?}");
    assert!(!counts.contains_key(&Verdict::LongNumber), "{counts:?}");
}

#[test]
fn changed_bytes_of_bincode_2() {
    let counts = all::<Standard>();
    assert!(cfg!(miri) || counts[&Verdict::Accepted] > 100 && counts[&Verdict::Refused] > 100, "{counts:?}");
    assert!(cfg!(miri) || counts[&Verdict::LongNumber] > 10, "{counts:?}");
}

/// The fuzzer found it: the key `(1, Direction::North)`, whose tag is in five bytes.
#[test]
fn a_long_tag_in_a_key() {
    let mut counts = Counts::new();
    count::<Sorted, Standard>(&[0, 0, 0, 1, 1, 252, 0, 0, 0, 0, 0, 0, 0], &mut counts);
    assert!(counts.keys().eq([&Verdict::LongNumber]), "{counts:?}");
}

const CASES: u32 = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 1,
    (_, true) => 200,
    _ => 20_000,
};

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn small_random_bytes(bytes in prop::collection::vec(prop_oneof![0..4_u8, 249..=255_u8, any::<u8>()], 0..40)) {
        let mut counts = Counts::new();
        count::<Numbers, Standard>(&bytes, &mut counts);
        count::<Scalars, Standard>(&bytes, &mut counts);
        count::<Command, Standard>(&bytes, &mut counts);
        count::<Tree, Standard>(&bytes, &mut counts);
        count::<Sequences, Standard>(&bytes, &mut counts);
        count::<Choices, Standard>(&bytes, &mut counts);
        count::<Sorted, Standard>(&bytes, &mut counts);
        count::<Hashed, Standard>(&bytes, &mut counts);
    }

    #[test]
    fn small_random_words(
        bytes in prop::collection::vec(prop_oneof![(0..4_u8).prop_map(|low| vec![low, 0, 0, 0]), any::<u8>().prop_map(|byte| vec![byte])], 0..20)
    ) {
        let (bytes, mut counts) = (bytes.concat(), Counts::new());
        count::<Command, Legacy>(&bytes, &mut counts);
        count::<Tree, Legacy>(&bytes, &mut counts);
        count::<Choices, Legacy>(&bytes, &mut counts);
        count::<Sorted, Legacy>(&bytes, &mut counts);
        count::<Hashed, Legacy>(&bytes, &mut counts);
    }
}
