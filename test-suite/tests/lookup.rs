//! Looking up keys of every kind, in memory and in packed maps and sets; ranges; and the order of views.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fmt::Debug;
use std::ops::Bound;

use packed_data::{Indexed, Layout, Lookup, MapView, Packable, Packed, RandomAccess, SetView, View};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Packable)]
enum Colour {
    Red,
    Green,
    Blue,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(transparent)]
struct Name(String);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Id(u64);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Key {
    colour: Colour,
    name: Name,
    numbers: Vec<i16>,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
    List { items: Vec<Tree>, name: Option<String> },
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Pair<A, B>(A, B);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(transparent)]
struct Around<T>(T);

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Word<'a>(&'a str, u8);
