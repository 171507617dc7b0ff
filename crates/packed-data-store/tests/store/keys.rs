//! Stored keys have the order of the Rust type, and are read back.

use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use std::fmt;
use std::net::{IpAddr, SocketAddr};
use std::num::{NonZero, Wrapping};
use std::ops::{Bound, RangeBounds};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use arrayvec::ArrayString;
use packed_data::{Cbor, Indexed, Packable, Packed};
use packed_data_store::{Definition, Key, Keys, RangeError, Total, encode_key, encode_range};
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

/// The order of some keys is that of their bytes: so it is for each and the next greater one, and equal ones.
fn check_all<K: Key + Clone>(keys: &[K]) {
    let mut keys = keys.to_vec();
    keys.sort();
    for pair in keys.windows(2) {
        check_pair(&pair[0], &pair[1]).unwrap();
        check_pair(&pair[1], &pair[0]).unwrap();
    }
}

/// Each type of numbers alone: the ends of its range, what is around zero, and a one in each bit.
#[test]
fn numbers_in_order() {
    macro_rules! check {
        ($($Number:ident)+) => {$(
            let bits = (0..$Number::BITS).map(|bit| (1 as $Number) << bit);
            let near = |n: $Number| [n.wrapping_sub(1), n, n.wrapping_add(1), !n];
            let numbers: Vec<_> = bits.chain([0, $Number::MIN, $Number::MAX]).flat_map(near).collect();
            check_all(&numbers);
            check_all(&numbers.iter().map(|n| Wrapping(*n)).collect::<Vec<_>>());
            check_all(&numbers.iter().map(|n| NonZero::new(*n)).collect::<Vec<_>>());
        )+};
    }
    check!(u8 u16 u32 u64 u128 usize i8 i16 i32 i64 i128 isize);
    check_all(&['\0', 'a', '\u{7F}', '\u{80}', '\u{D7FF}', '\u{E000}', '\u{FFFF}', '\u{10000}', char::MAX]);
    let floats = [0.0, 1.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::INFINITY, f64::NAN];
    check_all(&floats.into_iter().flat_map(|f| [Total(f), Total(-f)]).collect::<Vec<_>>());
    let floats = [0.0, 1.0, f32::MIN_POSITIVE, 1e-45, f32::MAX, f32::INFINITY, f32::NAN];
    check_all(&floats.into_iter().flat_map(|f| [Total(f), Total(-f)]).collect::<Vec<_>>());
}

/// Every type of the standard library that has an order and can be packed, also where another part follows.
#[test]
fn types_of_the_standard_library_in_order() {
    let texts = ["", "\0", "\0\0", "\0\u{1}", "\u{1}", "a", "a\0", "a\0b", "ab", "\u{7F}", "\u{80}", "\u{FF}"];
    check_all(&texts.map(String::from));
    check_all(&texts.map(Box::<str>::from));
    let followed = |text: &&str| [(text.to_string(), 0_u8), (text.to_string(), 255)];
    check_all(&texts.iter().flat_map(followed).collect::<Vec<_>>());
    check_all(&texts.map(|text| Some(text.to_string())).into_iter().chain([None]).collect::<Vec<_>>());

    let lists: [&[Option<u8>]; 6] = [&[], &[None], &[None, None], &[Some(0)], &[Some(1), None], &[Some(255)]];
    check_all(&lists.map(<[_]>::to_vec));
    check_all(&lists.map(|list| (VecDeque::from_iter(list.iter().copied()), list.len() as i8)));
    check_all(&lists.map(|list| LinkedList::from_iter(list.iter().copied())));
    check_all(&lists.map(|list| BTreeSet::from_iter(list.iter().copied())));
    check_all(&lists.map(|list| BTreeMap::from_iter(list.iter().map(|key| (*key, list.len() as u16)))));

    check_all(&[Ok(0_u8), Ok(9), Err(String::new()), Err("a".into())]);
    check_all(&[Ordering::Less, Ordering::Equal, Ordering::Greater]);
    check_all(&[((), false), ((), true)]);
    let addresses =
        ["0.0.0.0:0", "0.0.0.0:256", "9.0.0.0:1", "10.0.0.0:0", "[::]:0", "[::1]:0", "[1::]:7", "[1::]:65535"];
    check_all(&addresses.map(|address| address.parse::<SocketAddr>().unwrap()));
    check_all(&addresses.map(|address| address.parse::<SocketAddr>().unwrap().ip()));
    let [first, second] = [(0, 1), (1, 0)].map(|(seconds, nanos)| Duration::new(seconds, nanos));
    check_all(&[Duration::ZERO, first, second, Duration::MAX]);
    check_all(&[UNIX_EPOCH - second, UNIX_EPOCH - first, UNIX_EPOCH, UNIX_EPOCH + first, UNIX_EPOCH + second]);
}

/// An order that is not that of the packed form is found by two bounds. One bound does not show it.
#[test]
fn an_order_of_its_own() {
    assert!(matches!(encode_range(&(Reverse(3_u8)..=Reverse(1))), Err(RangeError::Order)));
    let range = encode_range(&(Reverse(3_u8)..)).unwrap();
    assert!(
        range.contains(&encode_key(&Reverse(4_u8)).unwrap()) && !range.contains(&encode_key(&Reverse(2_u8)).unwrap())
    );
}

/// What is stored is a key, also if it was given in a borrowed form.
#[test]
fn a_text_that_the_key_cannot_hold() {
    let names = Definition::<ArrayString<4>, u8>::new::<fmt::Error>("names").unwrap();
    assert_eq!(names.encode_key::<fmt::Error, _>("abcd").unwrap(), b"abcd\0\0");
    let error = names.encode_key::<fmt::Error, _>("abcde").unwrap_err().to_string();
    assert!(error.starts_with("table `names`: not written: ") && error.contains("longer than the array"), "{error}");
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
