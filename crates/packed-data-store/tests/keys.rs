//! Stored keys have the order of the Rust type, and are read back.

use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::num::NonZero;
use std::ops::{Bound, RangeBounds};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use packed_data::{Cbor, Indexed, Packable, Packed};
use packed_data_store::{Key, Keys, Total, encode_key, encode_range};
use proptest::collection::{btree_map, btree_set, vec};
use proptest::prelude::*;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Owner {
    Nobody,
    User(u32),
    Group { name: String, parts: Vec<i16> },
    Both(Box<Owner>, Option<Box<Owner>>),
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Place {
    owner: Owner,
    at: (i64, Total<f64>),
    tags: BTreeSet<String>,
    names: BTreeMap<u8, String>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Id([u8; 4]);

/// Few different parts, so that many keys have the same beginning.
fn texts() -> impl Strategy<Value = String> {
    prop_oneof!["[\0a\u{1}\u{ff}]{0,3}", any::<String>()]
}

fn owners() -> impl Strategy<Value = Owner> {
    let leaf = prop_oneof![
        Just(Owner::Nobody),
        prop_oneof![0..3_u32, any::<u32>()].prop_map(Owner::User),
        (texts(), vec(-1..2_i16, 0..3)).prop_map(|(name, parts)| Owner::Group { name, parts }),
    ];
    leaf.prop_recursive(3, 8, 2, |inner| {
        (inner.clone(), proptest::option::of(inner)).prop_map(|(a, b)| Owner::Both(a.into(), b.map(Box::new)))
    })
}

fn places() -> impl Strategy<Value = Place> {
    let floats = prop_oneof![Just(-0.0), Just(0.0), Just(f64::NAN), proptest::num::f64::ANY];
    let at = (prop_oneof![-2..2_i64, any::<i64>()], floats.prop_map(Total));
    (owners(), at, btree_set(texts(), 0..3), btree_map(0..3_u8, texts(), 0..3))
        .prop_map(|(owner, at, tags, names)| Place { owner, at, tags, names })
}

/// The order of two keys is that of their bytes, in each layout; both are read back; ranges are found.
fn check_pair<K: Key + Clone>(a: &K, b: &K) -> Result<(), TestCaseError> {
    let (first, second) = (encode_key(a).unwrap(), encode_key(b).unwrap());
    prop_assert_eq!(a.cmp(b), first.cmp(&second), "{:?} and {:?}", a, b);
    prop_assert!(a == b || !second.starts_with(&first), "{:?} is the beginning of {:?}", a, b);
    prop_assert_eq!(&Packed::<K, Indexed>::pack(a).sort_key(), &first);
    prop_assert_eq!(&Packed::<K, Cbor>::pack(a).sort_key(), &first);
    let keys = Keys::<K>::new().unwrap();
    prop_assert_eq!(&keys.decode(&first).unwrap(), a);
    for (start, end) in [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (2, 1)] {
        let bound = |kind, key: &K| match kind {
            0 => Bound::Included(key.clone()),
            1 => Bound::Excluded(key.clone()),
            _ => Bound::Unbounded,
        };
        let range = (bound(start, a), bound(end, b));
        let encoded = encode_range(&range).unwrap();
        for key in [a, b] {
            let bytes = encode_key(key).unwrap();
            prop_assert_eq!(range.contains(key), encoded.contains(&bytes), "{:?} contains {:?}", range, key);
        }
        // (A map panics for a range that ends before it begins.)
        prop_assert!(BTreeMap::<Vec<u8>, ()>::new().range(encoded).next().is_none());
    }
    Ok(())
}

proptest! {
    #[test]
    fn places_in_order(a in places(), b in places()) {
        check_pair(&a, &b)?;
    }

    #[test]
    fn owners_in_order(a in owners(), b in owners()) {
        check_pair(&a, &b)?;
    }

    #[test]
    fn scalars_in_order(
        a: (u8, i8, u16, i16, bool, char, u128, i128),
        b: (u8, i8, u16, i16, bool, char, u128, i128),
        times: (i64, i64, u32),
        floats: (f32, f32),
        rest in (any::<(IpAddr, Option<NonZero<i32>>, Id2)>(), any::<(IpAddr, Option<NonZero<i32>>, Id2)>()),
    ) {
        check_pair(&a, &b)?;
        check_pair(&a.0, &b.0)?;
        check_pair(&a.7, &b.7)?;
        check_pair(&time(times.0), &time(times.1))?;
        let duration = |seconds: i64| Duration::new(seconds.unsigned_abs(), times.2 % 1_000_000_000);
        check_pair(&duration(times.0), &duration(times.1))?;
        check_pair(&Total(floats.0), &Total(floats.1))?;
        let key = |(ip, number, id): (IpAddr, Option<NonZero<i32>>, Id2)| (ip, number, Id(id));
        check_pair(&key(rest.0), &key(rest.1))?;
    }

    /// Bytes that are not a key are an error; a changed key is an error, or another key.
    #[test]
    fn damaged(place in places(), at: prop::sample::Index, bit in 0..8, junk in vec(any::<u8>(), 0..40)) {
        let keys = Keys::<Place>::new().unwrap();
        let mut bytes = encode_key(&place).unwrap();
        for end in 0..bytes.len() {
            prop_assert!(keys.decode(&bytes[..end]).is_err());
        }
        bytes.push(0);
        prop_assert!(keys.decode(&bytes).is_err());
        bytes.pop();
        let at = at.index(bytes.len());
        bytes[at] ^= 1_u8 << bit;
        for bytes in [bytes, junk] {
            if let Ok(key) = keys.decode(&bytes) {
                prop_assert_eq!(encode_key(&key).unwrap(), bytes);
            }
        }
    }
}

type Id2 = [u8; 4];

fn time(seconds: i64) -> SystemTime {
    let duration = Duration::from_secs((seconds / 4).unsigned_abs());
    if seconds < 0 { UNIX_EPOCH - duration } else { UNIX_EPOCH + duration }
}

#[test]
fn the_first_byte_that_is_wrong() {
    let keys = Keys::<(u16, Owner, BTreeSet<bool>)>::new().unwrap();
    let error = |bytes: &[u8]| keys.decode(bytes).unwrap_err().to_string();
    assert_eq!(error(&[0, 7, 0, 0, 0, 9]), "invalid tag: expected 0 to 3, found 9, at byte 2",);
    let nobody = [0, 7, 0, 0, 0, 0];
    assert!(keys.decode(&[&nobody[..], &[1, 0, 1, 1, 0]].concat()).is_ok());
    assert_eq!(
        error(&[&nobody[..], &[1, 1, 1, 0, 0]].concat()),
        "unsorted keys: expected ascending order, found a smaller key, at byte 9",
    );
    assert_eq!(error(&[&nobody[..], &[1, 2, 0]].concat()), "invalid bool: expected 0 or 1, found 2, at byte 7",);
}

#[test]
fn deep_keys() {
    let mut owner = Owner::Nobody;
    for _ in 0..2000 {
        owner = Owner::Both(Box::new(owner), None);
    }
    assert!(encode_key(&owner).is_err());
    // A key that nests as deeply, from a hostile store.
    let bytes = [&[0, 0, 0, 3].repeat(100_000)[..], &[0; 4]].concat();
    assert!(Keys::<Owner>::new().unwrap().decode(&bytes).is_err());
}
