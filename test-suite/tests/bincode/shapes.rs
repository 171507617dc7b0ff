//! Types that the layouts of bincode and the real crates have, with the derives of all sides.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::num::{NonZeroI32, NonZeroU8, NonZeroU64};
use std::time::Duration;

use arbitrary::Arbitrary;
use bincode_2::{Decode, Encode};
use packed_data::Packable;
use serde::{Deserialize, Serialize};

/// All numbers.
#[derive(Clone, Debug, PartialEq, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Numbers {
    pub(crate) small: (u8, i8, u16, i16, bool),
    pub(crate) large: (u32, i32, u64, i64),
    pub(crate) widest: (u128, i128, usize, isize),
    pub(crate) floats: (f32, f64),
}

/// Numbers other than zero, and other scalars.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Scalars(
    pub(crate) NonZeroU8,
    pub(crate) NonZeroI32,
    pub(crate) NonZeroU64,
    pub(crate) char,
    pub(crate) Duration,
);

/// No fields.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Unit;

/// One field.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Newtype(pub(crate) u32);

/// An enum without data.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) enum Direction {
    North,
    South,
    East,
    West,
}

/// An enum with all kinds of variants.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) enum Command {
    Stop,
    Turn(Direction),
    Move(i16, u64),
    Say { text: String, to: Option<Box<Command>> },
    All(Vec<Command>),
}

/// One variant, which has a tag too.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) enum Single {
    Only(u8),
}

/// A tree.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// A generic type.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Pair<A, B> {
    pub(crate) first: A,
    pub(crate) second: B,
}

/// Strings and sequences.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Sequences {
    pub(crate) text: String,
    pub(crate) bytes: Vec<u8>,
    pub(crate) numbers: VecDeque<u16>,
    pub(crate) nested: Vec<Vec<String>>,
    pub(crate) array: [u16; 3],
    pub(crate) octets: [u8; 4],
    pub(crate) strings: [String; 2],
    pub(crate) commands: Vec<Command>,
}

/// Options and results.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Choices {
    pub(crate) some: Option<u32>,
    pub(crate) nested: Option<Option<bool>>,
    pub(crate) unit: Option<()>,
    pub(crate) result: Result<String, Direction>,
    pub(crate) boxed: Option<Box<Pair<u8, Newtype>>>,
}

/// Maps and sets that are sorted.
#[derive(
    Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary,
)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Sorted {
    pub(crate) names: BTreeMap<String, i32>,
    pub(crate) numbers: BTreeSet<i64>,
    pub(crate) bytes: BTreeSet<u8>,
    pub(crate) of_pairs: BTreeMap<(u16, Direction), Vec<u8>>,
    pub(crate) of_sets: BTreeMap<BTreeSet<i16>, Newtype>,
    pub(crate) nested: BTreeMap<char, BTreeMap<bool, Option<u64>>>,
}

/// Maps and sets that bincode writes in any order.
#[derive(Clone, Debug, PartialEq, Packable, Serialize, Deserialize, Encode, Decode, Arbitrary)]
#[bincode(crate = "bincode_2")]
pub(crate) struct Hashed {
    pub(crate) names: HashMap<String, i32>,
    pub(crate) numbers: HashSet<u32>,
    pub(crate) bytes: HashSet<u8>,
    pub(crate) nested: HashMap<i16, HashMap<u8, HashSet<char>>>,
    pub(crate) of_sets: BTreeSet<BTreeSet<u8>>,
}
