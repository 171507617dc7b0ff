//! Sort keys: the bytes by which stores order their keys.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::num::{NonZeroI16, NonZeroU64};
use std::time::Duration;

use arbitrary::{Arbitrary, Unstructured};
use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed};
use packed_data_schema::{Schema, SortKeys};

use crate::{Case, decisions};

/// Returns a case that reads bytes as sort keys: what is accepted is the sort key of the value that it gives. And that
/// makes sort keys of two values, in three layouts: they are read back, and ordered as the values are.
pub fn sort_keys() -> Case {
    Case { name: "sort_keys", seeds, run: choose }
}

/// Something of each type that has sort keys and an order.
#[derive(Arbitrary, Debug, Packable, PartialEq, Eq, PartialOrd, Ord)]
struct Ordered {
    integers: (u8, i16, u32, i64, u128, i128, usize),
    texts: (String, char, Option<String>),
    non_zero: (NonZeroU64, NonZeroI16),
    lists: (Vec<u16>, Vec<(bool, Vec<()>)>, [u8; 3]),
    sorted: (BTreeSet<(i8, bool)>, BTreeMap<String, Vec<i32>>),
    duration: Duration,
    more: Option<Box<Choice>>,
}

#[derive(Arbitrary, Debug, Packable, PartialEq, Eq, PartialOrd, Ord)]
enum Choice {
    Nothing,
    One(Result<u8, String>),
    Named { first: Vec<Choice>, second: BTreeSet<String> },
}

/// Types whose sort keys can be read back, but whose values have no `Ord`.
#[derive(Arbitrary, Debug, Packable)]
struct Floats {
    small: f32,
    list: Vec<f64>,
    maybe: Option<f64>,
}

type Check = fn(&[u8]);

const CHECKS: [Check; 7] = [
    read::<Ordered>,
    read::<Choice>,
    read::<Floats>,
    read::<(String, u32)>,
    write::<Ordered>,
    write::<Choice>,
    |input| with_values::<Floats>(input, |_, _| None),
];

fn choose(input: &[u8]) {
    if let Some((chosen, rest)) = input.split_first() {
        CHECKS[usize::from(*chosen) % CHECKS.len()](rest);
    }
}

/// Sort keys of some values, and bytes without a pattern.
fn seeds() -> Vec<Vec<u8>> {
    let case = |number: u8, bytes: Vec<u8>| [vec![number], bytes].concat();
    let noise = |number| decisions().into_iter().map(move |bytes| case(number, bytes));
    let keys = decisions().into_iter().flat_map(|bytes| {
        [
            key_of::<Ordered>(&bytes).map(|key| case(0, key)),
            key_of::<Choice>(&bytes).map(|key| case(1, key)),
            key_of::<Floats>(&bytes).map(|key| case(2, key)),
            key_of::<(String, u32)>(&bytes).map(|key| case(3, key)),
        ]
    });
    keys.flatten().chain((0..CHECKS.len() as u8).flat_map(noise)).collect()
}

fn key_of<T: Packable + for<'a> Arbitrary<'a>>(bytes: &[u8]) -> Option<Vec<u8>> {
    let value = T::arbitrary(&mut Unstructured::new(bytes)).ok()?;
    Some(Packed::<T>::pack(&value).sort_key())
}

/// Bytes as a sort key.
fn read<T: Packable>(key: &[u8]) {
    let keys = SortKeys::new(Schema::of::<T>()).expect("a type with sort keys");
    match keys.to_compact(key) {
        Ok(bytes) => {
            assert!(bytes.len() <= 64 * (key.len() + 64), "{} bytes of {}", bytes.len(), key.len());
            if let Ok(packed) = Packed::<T, Compact, _>::from_bytes(bytes.as_slice()) {
                assert_eq!(packed.sort_key(), key);
            }
        }
        Err(error) => assert!(error.offset() <= key.len() && !error.to_string().is_empty(), "{error}"),
    }
}

fn write<T: Packable + Ord + for<'a> Arbitrary<'a>>(input: &[u8]) {
    with_values::<T>(input, |first, second| Some(first.cmp(second)));
}

/// Two values, of which `order` knows the order.
fn with_values<T: Packable + for<'a> Arbitrary<'a>>(input: &[u8], order: impl Fn(&T, &T) -> Option<Ordering>) {
    let mut source = Unstructured::new(input);
    let (Ok(first), Ok(second)) = (T::arbitrary(&mut source), T::arbitrary(&mut source)) else { return };
    let keys = SortKeys::new(Schema::of::<T>()).expect("a type with sort keys");
    let [one, two] = [&first, &second].map(|value| {
        let packed = Packed::<T>::pack(value);
        let key = packed.sort_key();
        assert_eq!(keys.to_compact(&key).expect("a sort key"), packed.as_bytes());
        assert_eq!((in_layout::<T, Indexed>(value), in_layout::<T, Cbor>(value)), (key.clone(), key.clone()));
        key
    });
    if let Some(expected) = order(&first, &second) {
        assert_eq!(one.cmp(&two), expected);
    }
}

fn in_layout<T: Packable, L: Layout>(value: &T) -> Vec<u8> {
    Packed::<T, L>::pack(value).sort_key()
}
