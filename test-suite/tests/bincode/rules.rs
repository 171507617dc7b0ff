//! What bincode accepts and the layouts refuse, rule by rule: the error, and where it points. And the reverse.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::num::NonZeroU16;
use std::ops::Bound;
use std::time::Duration;

use packed_data::layout::bincode::{Legacy, Standard};
use packed_data::{ErrorKind, Limits, Packable, Packed, Unpack};

use crate::both::{BincodeLayout, Both, Peer, assert_by_schema};
use crate::values::{Many, ManyWith};

/// Asserts that the real crates read these bytes as this value, and that here they are refused at this offset.
#[track_caller]
fn only_theirs<T: Both + PartialEq, L: BincodeLayout>(bytes: &[u8], value: &T, kind: ErrorKind, at: usize) {
    for Peer { name, read, .. } in L::peers::<T>() {
        assert_eq!(read(bytes).as_ref(), Some(value), "{name}");
    }
    refused::<T, L>(bytes, kind, at);
}

/// Asserts that both sides refuse these bytes.
#[track_caller]
fn neither<T: Both + PartialEq, L: BincodeLayout>(bytes: &[u8], kind: ErrorKind, at: usize) {
    for Peer { name, read, .. } in L::peers::<T>() {
        assert_eq!(read(bytes), None, "{name}");
    }
    refused::<T, L>(bytes, kind, at);
}

#[track_caller]
fn refused<T: Packable + for<'a> Unpack<'a> + Debug, L: BincodeLayout>(bytes: &[u8], kind: ErrorKind, at: usize) {
    let error = Packed::<T, L, _>::from_bytes(bytes).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, at), "{error}");
    assert_by_schema::<T, L>(bytes, &Limits::DEFAULT, Some((kind, at)));
}

#[test]
fn a_number_in_a_longer_form_than_it_needs() {
    let long = |value| ErrorKind::NotMinimal { value };
    only_theirs::<u16, Standard>(&[251, 250, 0], &250, long(250), 0);
    only_theirs::<u32, Standard>(&[252, 0xFF, 0xFF, 0, 0], &65_535, long(65_535), 0);
    only_theirs::<u64, Standard>(&[253, 5, 0, 0, 0, 0, 0, 0, 0], &5, long(5), 0);
    only_theirs::<i32, Standard>(&[251, 1, 0], &-1, long(1), 0);
    let wide = [&[254][..], &[0xFF; 8], &[0; 8]].concat();
    only_theirs::<u128, Standard>(&wide, &u64::MAX.into(), long(u64::MAX), 0);
    only_theirs::<i128, Standard>(&wide, &i128::from(i64::MIN), long(u64::MAX), 0);
    // Lengths, counts and tags.
    only_theirs::<(u8, String), Standard>(&[7, 251, 1, 0, b'a'], &(7, "a".into()), long(1), 1);
    only_theirs::<Vec<u8>, Standard>(&[252, 1, 0, 0, 0, 9], &vec![9], long(1), 0);
    only_theirs::<Duration, Standard>(&[251, 1, 0, 0], &Duration::from_secs(1), long(1), 0);
    only_theirs::<Duration, Standard>(&[1, 251, 1, 0], &Duration::new(1, 1), long(1), 1);
}

#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for enums of 300 constructors")]
fn a_tag_in_a_longer_form() {
    // (A tag of few constructors is one byte, whatever it is.)
    let found = |found| ErrorKind::InvalidTag { found, constructors: 2 };
    only_theirs::<Result<u8, ()>, Standard>(&[251, 0, 0, 7], &Ok(7), found(251), 0);
    only_theirs::<Many, Standard>(&[251, 5, 0], &Many::V5, ErrorKind::NotMinimal { value: 5 }, 0);
    only_theirs::<Many, Standard>(&[252, 255, 0, 0, 0], &Many::V255, ErrorKind::NotMinimal { value: 255 }, 0);
    neither::<Many, Standard>(&[251, 44, 1], ErrorKind::InvalidTag { found: 300, constructors: 300 }, 0);
    let mark = |found| ErrorKind::InvalidScalar { expected: "tag: a first byte of 0 to 252", found };
    neither::<Many, Standard>(&[253, 5, 0, 0, 0, 0, 0, 0, 0], mark(253), 0);
    neither::<Many, Standard>(&[255], mark(255), 0);
    neither::<ManyWith, Standard>(&[251, 3, 1], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 3);
}

#[test]
fn a_key_that_occurs_twice() {
    let key = ErrorKind::DuplicateKey;
    only_theirs::<BTreeMap<u8, u8>, Standard>(&[2, 1, 2, 1, 3], &BTreeMap::from([(1, 3)]), key, 3);
    only_theirs::<BTreeSet<u8>, Standard>(&[3, 5, 1, 5], &BTreeSet::from([1, 5]), key, 3);
    only_theirs::<BTreeMap<u8, ()>, Standard>(&[3, 5, 1, 5], &BTreeMap::from([(1, ()), (5, ())]), key, 3);
    let legacy = [&2_u64.to_le_bytes()[..], &[1, 2, 1, 3]].concat();
    only_theirs::<BTreeMap<u8, u8>, Legacy>(&legacy, &BTreeMap::from([(1, 3)]), key, 10);
    // Equal sets in different orders, as keys.
    let sets = BTreeSet::from([BTreeSet::from([1_u8, 2])]);
    only_theirs::<BTreeSet<BTreeSet<u8>>, Standard>(&[2, 2, 1, 2, 2, 2, 1], &sets, key, 4);
    only_theirs::<BTreeSet<BTreeSet<u8>>, Standard>(&[2, 2, 2, 1, 2, 1, 2], &sets, key, 4);
    // Elements without bytes.
    only_theirs::<BTreeSet<()>, Standard>(&[2], &BTreeSet::from([()]), key, 1);
}

#[test]
fn keys_in_any_order_are_read() {
    let bytes = [3, 5, 1, 1, 2, 3, 3];
    let map = BTreeMap::from([(1, 2), (3, 3), (5, 1)]);
    let packed = Packed::<BTreeMap<u8, u8>, Standard, _>::from_bytes(&bytes[..]).unwrap();
    assert_eq!(packed.unpack(), Ok(map));
    assert_eq!(packed.convert::<Standard>().unwrap().as_bytes(), [3, 1, 2, 3, 3, 5, 1]);
    assert_eq!(packed.convert::<packed_data::Compact>().unwrap().as_bytes(), [3, 1, 2, 3, 3, 5, 1]);
    let set = Packed::<BTreeSet<u8>, Standard, _>::from_bytes(&[3, 9, 1, 5][..]).unwrap();
    assert_eq!(set.convert::<packed_data::Compact>().unwrap().as_bytes(), [3, 1, 5, 9]);
    assert!(set.view() == Packed::<BTreeSet<u8>, Standard>::pack(&BTreeSet::from([1, 5, 9])).view());
}

#[test]
fn nanoseconds_of_a_second_or_more() {
    let bytes = [&5_u64.to_le_bytes()[..], &1_500_000_000_u32.to_le_bytes()].concat();
    let found = u128::from(1_500_000_000_u32) << 64 | 5;
    let expected = "Duration: fewer than 1000000000 nanoseconds after the seconds";
    let kind = ErrorKind::InvalidScalar { expected, found };
    only_theirs::<Duration, Legacy>(&bytes, &Duration::new(6, 500_000_000), kind, 0);
    let bytes = [&[5, 252][..], &1_500_000_000_u32.to_le_bytes()].concat();
    only_theirs::<Duration, Standard>(&bytes, &Duration::new(6, 500_000_000), kind, 0);
}

#[test]
fn bytes_after_the_value() {
    assert_eq!(bincode_1::deserialize::<u8>(&[7, 8]).unwrap(), 7);
    refused::<u8, Legacy>(&[7, 8], ErrorKind::TrailingBytes { count: 1 }, 1);
    let (value, rest) = Packed::<u8, Legacy>::from_prefix(&[7, 8]).unwrap();
    assert_eq!((value.unpack(), rest), (Ok(7), &[8][..]));
}

#[test]
fn what_both_refuse() {
    let scalar = |expected, found| ErrorKind::InvalidScalar { expected, found };
    neither::<bool, Legacy>(&[2], scalar("bool: 0 or 1", 2), 0);
    neither::<bool, Standard>(&[2], scalar("bool: 0 or 1", 2), 0);
    neither::<Option<u8>, Legacy>(&[2, 1], ErrorKind::InvalidTag { found: 2, constructors: 2 }, 0);
    neither::<Option<u8>, Standard>(&[2, 1], ErrorKind::InvalidTag { found: 2, constructors: 2 }, 0);
    let tag = ErrorKind::InvalidTag { found: 0x0100_0000, constructors: 2 };
    neither::<Result<u8, u8>, Legacy>(&[0, 0, 0, 1, 7], tag, 0);
    neither::<char, Legacy>(&[0xED, 0xA0, 0x80], ErrorKind::InvalidUtf8, 0);
    neither::<char, Standard>(&[0xC0, 0x80], ErrorKind::InvalidUtf8, 0);
    neither::<String, Standard>(&[2, b'a', 0xFF], ErrorKind::InvalidUtf8, 2);
    neither::<NonZeroU16, Standard>(&[0], scalar("NonZeroU16: a number other than 0", 0), 0);
    // The mark of a number that is wider than the type, and one that is reserved.
    neither::<u16, Standard>(&[252, 0, 0, 1, 0], scalar("u16", 252), 0);
    neither::<u64, Standard>(&[&[254][..], &[1; 16]].concat(), scalar("u64", 254), 0);
    neither::<u64, Standard>(&[255, 1], scalar("u64", 255), 0);
    let length = "length: a first byte of 0 to 253";
    neither::<String, Standard>(&[&[254][..], &[1; 16]].concat(), scalar(length, 254), 0);
    neither::<Vec<u16>, Standard>(&[255], scalar(length, 255), 0);
    neither::<Vec<u8>, Standard>(&[5, 1], ErrorKind::UnexpectedEnd { needed: 5, left: 1 }, 1);
}

#[derive(Clone, Copy, Debug, PartialEq, packed_data::Packable, serde::Serialize, bincode_2::Encode)]
#[bincode(crate = "bincode_2")]
enum Numbered {
    Five = 5,
    Seven = 7,
}

/// Tags count the variants on both sides, whatever their discriminants are.
#[test]
fn discriminants_are_not_written() {
    let config = bincode_2::config::standard();
    for (value, tag) in [(Numbered::Five, 0), (Numbered::Seven, 1)] {
        assert_eq!(Packed::<_, Standard>::pack(&value).as_bytes(), [tag]);
        assert_eq!(bincode_2::encode_to_vec(value, config).unwrap(), [tag]);
        assert_eq!(bincode_2::serde::encode_to_vec(value, config).unwrap(), [tag]);
        assert_eq!(bincode_1::serialize(&value).unwrap(), [tag, 0, 0, 0]);
    }
}

/// The variants of a `Bound` are in another order here.
#[test]
fn bounds_have_other_tags() {
    let bounds = [(Bound::Included(7_u8), 0, 1), (Bound::Excluded(7), 1, 2), (Bound::Unbounded, 2, 0)];
    for (bound, ours, theirs) in bounds {
        assert_eq!(Packed::<_, Standard>::pack(&bound).as_bytes()[0], ours);
        assert_eq!(bincode_2::encode_to_vec(bound, bincode_2::config::standard()).unwrap()[0], theirs);
        assert_eq!(bincode_1::serialize(&bound).unwrap()[0], theirs);
    }
}
