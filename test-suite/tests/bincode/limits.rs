//! The limits, which bincode does not have: nesting, elements without bytes, and lengths beyond the end.

use std::collections::BTreeMap;

use packed_data::layout::bincode::{Legacy, Standard};
use packed_data::testing::assert_sound_in;
use packed_data::{ErrorKind, Layout, Limits, Packed};
use test_suite::LEVELS;

use crate::shapes::{Choices, Direction, Newtype, Pair, Tree};

/// What is wrong with a count of 2^64 - 1 in eight bytes, and where: a machine whose addresses have 32 bits refuses the
/// count itself. (A varint may have any value there, and what it counts is refused.)
fn of_count(kind: ErrorKind, offset: usize) -> (ErrorKind, usize) {
    if cfg!(target_pointer_width = "32") { (ErrorKind::Overflow, 0) } else { (kind, offset) }
}

#[test]
fn a_length_beyond_the_end_allocates_nothing() {
    let kind = ErrorKind::UnexpectedEnd { needed: u64::MAX, left: 0 };
    let bytes = u64::MAX.to_le_bytes();
    let error = Packed::<Vec<u64>, Legacy, _>::from_bytes(&bytes[..]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), of_count(kind, 8));
    let bytes = [&[253][..], &u64::MAX.to_le_bytes()].concat();
    let error = Packed::<String, Standard, _>::from_bytes(bytes.as_slice()).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, 9));
}

#[test]
fn elements_without_bytes_are_counted() {
    let kind = ErrorKind::TooManyEmpty { limit: Limits::DEFAULT.empty_elements };
    let error = Packed::<Vec<()>, Legacy, _>::from_bytes(&u64::MAX.to_le_bytes()[..]).unwrap_err();
    assert_eq!((error.kind(), error.offset()), of_count(kind, 0));
    let bytes = [&[253][..], &u64::MAX.to_le_bytes()].concat();
    let error = Packed::<Vec<()>, Standard, _>::from_bytes(bytes.as_slice()).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, 0));
}

#[test]
fn nesting_is_limited() {
    let levels = if cfg!(miri) { 100 } else { 1_000_000 };
    let bytes = vec![1; levels];
    let kind = ErrorKind::TooDeep { limit: LEVELS.depth };
    let error = Packed::<Tree, Standard>::with_limits(&LEVELS).from_bytes(bytes.as_slice()).unwrap_err();
    assert_eq!(error.kind(), kind);
    let bytes = [1, 0, 0, 0].repeat(levels);
    let error = Packed::<Tree, Legacy>::with_limits(&LEVELS).from_bytes(bytes.as_slice()).unwrap_err();
    assert_eq!(error.kind(), kind);
}

/// Bytes that were changed, cut and extended are refused or read soundly.
#[test]
fn changed_bytes_are_sound() {
    fn in_layout<L: Layout>() {
        assert_sound_in::<_, L>([Choices {
            some: Some(70_000),
            nested: Some(Some(true)),
            unit: Some(()),
            result: Err(Direction::East),
            boxed: Some(Box::new(Pair { first: 1, second: Newtype(300) })),
        }]);
        assert_sound_in::<_, L>([Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-300)))]);
        assert_sound_in::<_, L>([BTreeMap::from([(vec![1_u16], 'x'), (vec![300, 2], 'λ')])]);
    }
    in_layout::<Standard>();
    if !cfg!(miri) {
        in_layout::<Legacy>();
    }
}
