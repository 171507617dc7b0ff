//! The list of cells.

use packed_data::{Cursor, Done, Layout, Packable};

use crate::link::Link;

/// A list of integers, each in its own box.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Packable,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    minicbor::Encode,
    minicbor::Decode,
)]
#[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]
#[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]
#[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext)))]
pub(super) enum List {
    /// The end of the list.
    #[n(0)]
    Nil,
    /// An integer, and the rest of the list.
    #[n(1)]
    Cons(
        #[n(0)] i32,
        #[n(1)]
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<List>")]
        Box<List>,
    ),
}

/// Returns the list of these integers.
pub(super) fn list(integers: &[i32]) -> List {
    integers.iter().rev().fold(List::Nil, |rest, &one| List::Cons(one, Box::new(rest)))
}

/// Returns the sum of the integers.
pub(super) fn sum(mut list: &List) -> i64 {
    let mut sum = 0;
    while let List::Cons(one, rest) = list {
        sum += i64::from(*one);
        list = rest;
    }
    sum
}

/// Returns the sum of a packed list.
pub(super) fn sum_packed<'id, L: Layout>(mut list: Cursor<'_, 'id, List, L>) -> Done<'id, i64, L> {
    let mut sum = 0;
    loop {
        match list.case() {
            ListCase::Nil(fields) => return fields.done(sum),
            ListCase::Cons(fields) => {
                let (one, fields) = fields.read();
                sum += i64::from(one);
                list = fields.tail();
            }
        }
    }
}

/// Returns the sum of an rkyv archive of a list.
pub(super) fn sum_archived(mut list: &ArchivedList) -> i64 {
    let mut sum = 0;
    while let ArchivedList::Cons(one, rest) = list {
        sum += i64::from(one.to_native());
        list = rest;
    }
    sum
}
