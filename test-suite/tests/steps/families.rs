//! Values that nest: as deep as the limits allow, wide, or with one value at the place where it costs most.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use indexmap::IndexMap;
use packed_data::cbor::{Token, Tokens};
use packed_data::layout::haskell;
use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed, Unpack};
use smallvec::SmallVec;
use test_suite::{Ast, Changes, Forest, Grove, Json, List, Node, Rose, TestLayout, Tree};

use crate::typed::{DEEP, Input, LIMITS, print_worst, with_stack};
use test_suite::steps::{Work, factor};

use crate::{DEPTH, within};

/// Approximate number of bytes of the inputs of each family. (Optimised, the larger ones are larger.)
const SIZES: [usize; 2] = [2 << 10, if cfg!(debug_assertions) { 6 << 10 } else { 18 << 10 }];

/// Levels of the values of types that nest by one level of the limits.
const LEVELS: usize = DEPTH - 10;

/// Levels of the values that are read by hand and folded: without optimisation, a fold of more levels exceeds the
/// stack.
const FEW_LEVELS: usize = 120;

// ---- Types that are not read by hand

/// Sequences in sequences.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Lists {
    Leaf(u8),
    List(Vec<Lists>),
}

/// Recursion before, between and after other fields.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Places {
    End,
    First(Box<Places>, u8),
    Middle(u8, Box<Places>, u8),
    Last(u8, Box<Places>),
    Both(Box<Places>, Box<Places>),
}

/// A chain of options.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Chain(u8, Option<Box<Chain>>);

/// A vector that keeps few elements inline.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Small(#[packable(leaf)] SmallVec<[Box<Small>; 2]>, u8);

/// Twenty fields.
#[derive(Clone, Debug, Default, PartialEq, Packable)]
struct Twenty {
    a: u8,
    b: String,
    c: u64,
    d: Option<u8>,
    e: bool,
    f: Vec<u8>,
    g: i32,
    h: (),
    i: Option<String>,
    j: u16,
    inner: Option<Box<Twenty>>,
    k: u8,
    l: Vec<String>,
    m: (u8, String),
    n: i64,
    o: Option<Box<u8>>,
    p: bool,
    q: String,
    r: u8,
    s: Vec<(u8, u8)>,
}

/// Arrays in arrays.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Fork {
    Leaf,
    Fork(#[packable(leaf)] Box<[Fork; 2]>, u8),
}

/// Maps in the values of maps, with ascending keys.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Directory(BTreeMap<u16, Directory>);

/// Maps in the values of maps, in the order of a hash table.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Hashed(#[packable(leaf)] HashMap<u16, Hashed>, u8);

/// Maps in the values of maps, in any order.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Inserted(#[packable(leaf)] IndexMap<u16, Inserted>);

/// Keys that nest in keys: sets.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Sets {
    Leaf(u16),
    Set(#[packable(leaf)] BTreeSet<Sets>),
}

/// Keys that nest in keys: maps, beside other values that nest.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Value {
    Int(i64),
    Text(String),
    List(#[packable(leaf)] Vec<Value>),
    Map(#[packable(leaf)] BTreeMap<Value, Value>),
}

/// Fields that may be absent, and their defaults.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Defaults {
    a: u16,
    #[packable(default)]
    inner: Option<Box<Defaults>>,
    #[packable(default)]
    text: String,
}

/// Fields with CBOR tags.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Tagged {
    #[packable(cbor_tag = 1)]
    when: i64,
    #[packable(cbor_tag = 55799)]
    inner: Vec<Tagged>,
    #[packable(cbor_tag = 100)]
    big: u128,
}

/// Extensible values, in every place.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
enum Extended {
    End,
    First(Box<Extended>, u8),
    Middle(u8, Box<Extended>, String),
    Last(u8, Box<Extended>),
    Perhaps(Option<Box<Extended>>),
    Both(Box<Extended>, Box<Extended>),
    List(Vec<Extended>),
}

/// Extensible values in options, which are not, and fields that may be absent.
#[derive(Clone, Debug, Default, PartialEq, Packable)]
struct Options {
    number: u8,
    #[packable(default)]
    inner: Option<Box<Options>>,
    #[packable(default)]
    text: String,
    #[packable(default)]
    last: Option<Box<Options>>,
}

// ---- Functions that make the values

/// Wraps a value `levels` times with a function that gets the level.
fn up<T>(levels: usize, mut value: T, mut around: impl FnMut(usize, T) -> T) -> T {
    for level in 0..levels {
        value = around(level, value);
    }
    value
}

/// Returns the number of levels of a value of about `size` bytes, if each level takes `bytes` of them.
fn levels(size: usize, bytes: usize) -> usize {
    (size / bytes).min(LEVELS)
}

/// Returns the number of leaves on each level, beside the next level, of a value of `size` bytes.
fn beside(size: usize, bytes: usize) -> usize {
    (size / levels(size, bytes + 3)).saturating_sub(bytes)
}

/// A family of values: the name of each, and a function that makes it with about this number of bytes.
type Values<T> = &'static [(&'static str, fn(usize) -> T)];

const LISTS: Values<Lists> = &[
    ("lists, each of one", |n| up(levels(n, 3), Lists::Leaf(1), |_, inner| Lists::List(vec![inner]))),
    ("lists in the last place", |n| {
        up(levels(n, 5), Lists::Leaf(1), |_, inner| {
            let mut list = vec![Lists::Leaf(2); beside(n, 5) / 2];
            list.push(inner);
            Lists::List(list)
        })
    }),
    ("lists in the first place", |n| {
        up(levels(n, 5), Lists::Leaf(1), |_, inner| {
            let mut list = vec![inner];
            list.resize(1 + beside(n, 5) / 2, Lists::Leaf(2));
            Lists::List(list)
        })
    }),
    ("lists around many leaves", |n| {
        up(levels(n / 2, 3), Lists::List(vec![Lists::Leaf(3); n / 4]), |_, inner| Lists::List(vec![inner]))
    }),
    ("empty lists", |n| Lists::List(vec![Lists::List(vec![]); n / 3])),
    ("a wide list", |n| Lists::List(vec![Lists::Leaf(9); n / 2])),
    ("copies of nested lists", |n| {
        let deep = up(40, Lists::Leaf(1), |_, inner| Lists::List(vec![inner, Lists::Leaf(0)]));
        Lists::List(vec![deep; n / 200])
    }),
];

const PLACES: Values<Places> = &[
    ("recursion in the first field", |n| up(levels(n, 2), Places::End, |_, inner| Places::First(Box::new(inner), 1))),
    ("recursion in the middle field", |n| {
        up(levels(n, 3), Places::End, |_, inner| Places::Middle(1, Box::new(inner), 2))
    }),
    ("recursion in the last field", |n| up(levels(n, 2), Places::End, |_, inner| Places::Last(1, Box::new(inner)))),
    ("recursion in both fields, in the first", |n| {
        up(levels(n, 2), Places::End, |_, inner| Places::Both(Box::new(inner), Box::new(Places::End)))
    }),
    ("recursion in both fields, in the last", |n| {
        up(levels(n, 2), Places::End, |_, inner| Places::Both(Box::new(Places::End), Box::new(inner)))
    }),
    ("recursion in alternate fields", |n| {
        up(levels(n, 2), Places::End, |level, inner| match level % 4 {
            0 => Places::First(Box::new(inner), 1),
            1 => Places::Middle(1, Box::new(inner), 2),
            2 => Places::Last(1, Box::new(inner)),
            _ => Places::Both(Box::new(inner), Box::new(Places::End)),
        })
    }),
    ("a perfect tree", |n| {
        up(n.ilog2() as usize - 2, Places::End, |_, inner| Places::Both(Box::new(inner.clone()), Box::new(inner)))
    }),
];

const CHAINS: Values<Chain> =
    &[("a chain of options", |n| up(levels(n, 2), Chain(0, None), |_, inner| Chain(1, Some(Box::new(inner)))))];

const SMALLS: Values<Small> = &[
    ("small vectors of one", |n| {
        up(levels(n, 2), Small([].into_iter().collect(), 0), |_, inner| {
            Small([Box::new(inner)].into_iter().collect(), 1)
        })
    }),
    ("small vectors with more than they keep inline", |n| {
        let leaf = || Box::new(Small(SmallVec::new(), 0));
        up(levels(n, 8), *leaf(), |_, inner| Small([Box::new(inner), leaf(), leaf()].into_iter().collect(), 1))
    }),
];

const TWENTIES: Values<Twenty> = &[
    ("twenty fields", |n| {
        up(levels(n, 60), Twenty::default(), |_, inner| Twenty { inner: Some(Box::new(inner)), ..Twenty::default() })
    }),
    ("twenty fields with content", |n| {
        up(levels(n, 100), Twenty::default(), |level, inner| Twenty {
            b: "text".into(),
            f: vec![level as u8; 9],
            l: vec!["a".into(), "b".into()],
            inner: Some(Box::new(inner)),
            s: vec![(1, 2); 3],
            ..Twenty::default()
        })
    }),
];

const FORKS: Values<Fork> = &[
    ("arrays in the first place", |n| {
        up(levels(n, 3), Fork::Leaf, |_, inner| Fork::Fork(Box::new([inner, Fork::Leaf]), 1))
    }),
    ("arrays in the last place", |n| {
        up(levels(n, 3), Fork::Leaf, |_, inner| Fork::Fork(Box::new([Fork::Leaf, inner]), 1))
    }),
];

const DIRECTORIES: Values<Directory> = &[
    ("maps in the values of maps of one", |n| {
        up(levels(n, 4), Directory(BTreeMap::new()), |_, inner| Directory(BTreeMap::from([(1, inner)])))
    }),
    ("maps in the values of maps", |n| {
        let leaf = || Directory(BTreeMap::new());
        up(levels(n, 11), leaf(), |_, inner| Directory(BTreeMap::from([(1, leaf()), (500, inner), (30_000, leaf())])))
    }),
];

const HASHED: Values<Hashed> = &[
    ("hashed maps in the values of maps of one", |n| {
        up(levels(n, 4), Hashed(HashMap::new(), 0), |_, inner| Hashed(HashMap::from([(1, inner)]), 1))
    }),
    ("hashed maps in the values of maps", |n| {
        let leaf = || Hashed(HashMap::new(), 0);
        up(levels(n, 16), leaf(), |_, inner| Hashed(HashMap::from([(1, leaf()), (2, inner), (3, leaf())]), 1))
    }),
    ("a wide hashed map", |n| Hashed((0..n / 5).map(|key| (key as u16, Hashed(HashMap::new(), 0))).collect(), 0)),
];

const INSERTED: Values<Inserted> = &[("maps in the order of insertion", |n| {
    let leaf = || Inserted(IndexMap::new());
    up(levels(n, 12), leaf(), |_, inner| Inserted(IndexMap::from([(9, leaf()), (5, inner), (7, leaf())])))
})];

/// The depth to which keys nest in keys in these values.
const KEYS: usize = 7;

const SETS: Values<Sets> = &[
    ("a wide set", |n| Sets::Set((0..n / 4).map(|key| Sets::Leaf(key as u16)).collect())),
    ("sets in sets", |n| {
        let breadth = (n / 40).ilog2() as u16 / 2;
        let breadth = 1 << (breadth / 2).max(1);
        up(KEYS / 2, Sets::Set((0..8).map(Sets::Leaf).collect()), |_, inner| {
            let with = |key| Sets::Set(BTreeSet::from([inner.clone(), Sets::Leaf(key)]));
            Sets::Set((0..breadth.max(2)).map(with).collect())
        })
    }),
    ("sets of long sets that share a beginning", |n| {
        let size = n.isqrt() / 3;
        let with = |key| Sets::Set((0..size).map(|i| Sets::Leaf(i as u16)).chain([Sets::Leaf(key)]).collect());
        Sets::Set((1000..).take(n.isqrt() / 2).map(with).collect())
    }),
];

const VALUES: Values<Value> = &[
    ("maps in keys", |n| {
        up(KEYS - 1, Value::Text("x".repeat(n / 8)), |level, inner| {
            Value::Map(BTreeMap::from([(inner, Value::Int(1)), (Value::Int(level as i64), Value::Int(0))]))
        })
    }),
    ("maps with keys that are long lists", |n| {
        let size = n.isqrt() / 4;
        let key = |last| Value::List((0..size).map(|_| Value::Int(1)).chain([Value::Int(last)]).collect());
        Value::Map((0..).take(n.isqrt() / 2).map(|last| (key(last), Value::Int(last))).collect())
    }),
    ("maps in the values of maps", |n| {
        up(levels(n, 8).min(LEVELS - 200), Value::Int(0), |_, inner| {
            Value::Map(BTreeMap::from([(Value::Int(1), Value::Int(2)), (Value::Int(3), inner)]))
        })
    }),
    ("lists in the values of maps", |n| {
        up(levels(n / 2, 8).min(LEVELS / 2 - 200), Value::List(vec![Value::Text("text".into()); n / 14]), |_, inner| {
            Value::Map(BTreeMap::from([(Value::Text("key".into()), Value::List(vec![inner]))]))
        })
    }),
    ("a wide map", |n| Value::Map((0..n as i64 / 8).map(|key| (Value::Int(key), Value::Int(-key))).collect())),
];

const EXTENDED: Values<Extended> = &[
    ("heads in the first field", |n| up(levels(n, 5), Extended::End, |_, inner| Extended::First(Box::new(inner), 1))),
    ("heads in the middle field", |n| {
        up(levels(n, 6), Extended::End, |_, inner| Extended::Middle(1, Box::new(inner), String::new()))
    }),
    ("heads in the last field", |n| up(levels(n, 5), Extended::End, |_, inner| Extended::Last(1, Box::new(inner)))),
    ("heads in options", |n| up(levels(n, 6), Extended::End, |_, inner| Extended::Perhaps(Some(Box::new(inner))))),
    ("heads in both fields, in the first", |n| {
        up(levels(n, 6), Extended::End, |_, inner| Extended::Both(Box::new(inner), Box::new(Extended::End)))
    }),
    ("heads in both fields, in the last", |n| {
        up(levels(n, 6), Extended::End, |_, inner| Extended::Both(Box::new(Extended::End), Box::new(inner)))
    }),
    ("heads in alternate fields", |n| {
        up(levels(n, 6), Extended::End, |level, inner| match level % 5 {
            0 => Extended::First(Box::new(inner), 1),
            1 => Extended::Perhaps(Some(Box::new(inner))),
            2 => Extended::Last(1, Box::new(inner)),
            3 => Extended::List(vec![Extended::End, inner]),
            _ => Extended::Both(Box::new(inner), Box::new(Extended::End)),
        })
    }),
    ("lists of heads, each of one", |n| up(levels(n, 6), Extended::End, |_, inner| Extended::List(vec![inner]))),
    ("a wide list of heads", |n| Extended::List(vec![Extended::End; n / 3])),
    ("copies of nested heads", |n| {
        let deep = up(40, Extended::End, |_, inner| Extended::First(Box::new(inner), 0));
        Extended::List(vec![deep; n / 200])
    }),
];

/// (An option that is not the last field is one level, and the value with a head in it another.)
const OPTIONS: Values<Options> = &[
    ("options of heads before other fields", |n| {
        up(levels(n, 8).min(LEVELS / 2), Options::default(), |_, inner| Options {
            inner: Some(Box::new(inner)),
            ..Options::default()
        })
    }),
    ("options of heads as last fields", |n| {
        up(levels(n, 8), Options::default(), |_, inner| Options { last: Some(Box::new(inner)), ..Options::default() })
    }),
];

/// (As for [`OPTIONS`], a value inside another one takes two levels.)
const DEFAULTS: Values<Defaults> = &[("defaulted fields", |n| {
    up(levels(n, 5).min(LEVELS / 2), Defaults::default(), |_, inner| Defaults {
        inner: Some(Box::new(inner)),
        ..Defaults::default()
    })
})];

const TAGGED: Values<Tagged> = &[("tagged fields", |n| {
    up(levels(n, 24), Tagged { when: 7, inner: vec![], big: u128::MAX }, |level, inner| Tagged {
        when: -(level as i64),
        inner: vec![inner],
        big: 1 << 100,
    })
})];

// ---- Types that are read by hand

const TREES: Values<Tree> = &[
    ("a tree in the first field", |n| {
        let leaf = || Box::new(Tree::Leaf(1));
        up((n / 10).min(FEW_LEVELS), *leaf(), |_, inner| Tree::Node(Box::new(inner), leaf()))
    }),
    ("a tree in the last field", |n| {
        let leaf = || Box::new(Tree::Leaf(1));
        up((n / 10).min(FEW_LEVELS), *leaf(), |_, inner| Tree::Node(leaf(), Box::new(inner)))
    }),
    ("a perfect tree", |n| {
        up((n / 10).ilog2() as usize, Tree::Leaf(1), |_, inner| Tree::Node(Box::new(inner.clone()), Box::new(inner)))
    }),
];

const ASTS: Values<Ast> = &[
    ("a negated expression", |n| {
        let wide =
            up((n / 10).ilog2() as usize, Ast::Value(1), |_, inner| Ast::Add(Box::new(inner.clone()), Box::new(inner)));
        up(FEW_LEVELS / 2, wide, |_, inner| Ast::Negate(Box::new(inner)))
    }),
    ("a sum of sums", |n| {
        let one = || Box::new(Ast::Value(1));
        up((n / 6).min(FEW_LEVELS), *one(), |_, inner| Ast::Add(Box::new(inner), one()))
    }),
];

const LISTED: Values<List> = &[("cells", |n| List::of(0..(n as i64 / 9).min(FEW_LEVELS as i64)))];
const NODES: Values<Node> = &[("nodes", |n| Node::of(0, 0..(n as i64 / 9).min(FEW_LEVELS as i64)))];

const ROSES: Values<Rose> = &[
    ("a rose of one child each", |n| up((n / 5).min(FEW_LEVELS), rose(vec![]), |_, inner| rose(vec![inner]))),
    ("a wide rose", |n| rose(vec![rose(vec![]); n / 5])),
    ("a wide rose in others", |n| up(FEW_LEVELS / 2, rose(vec![rose(vec![]); n / 5]), |_, inner| rose(vec![inner]))),
];

fn rose(children: Vec<Rose>) -> Rose {
    Rose { name: "r".into(), children, weight: 1 }
}

const FORESTS: Values<Forest> = &[
    ("a forest below groves", |n| {
        up((n / 8).min(FEW_LEVELS / 2), Forest(vec![], 0), |_, below| {
            let below = Box::new(below);
            Forest(vec![Grove::Wood { below, label: "label".into(), beside: None }, Grove::Bare], 1)
        })
    }),
    ("groves beside groves", |n| {
        let wood = |beside| Grove::Wood { below: Box::new(Forest(vec![], 0)), label: String::new(), beside };
        Forest(vec![up((n / 5).min(FEW_LEVELS), Grove::Bare, |_, inner| wood(Some(Box::new(inner))))], 1)
    }),
];

const JSONS: Values<Json> = &[
    ("arrays in arrays", |n| {
        up(FEW_LEVELS, Json::Array(vec![Json::Bool(true); n / 3]), |_, inner| Json::Array(vec![inner]))
    }),
    ("objects in objects", |n| {
        let wide = Json::Object(vec![("key".into(), Json::Null); n / 6]);
        up(FEW_LEVELS / 2, wide, |_, inner| Json::Object(vec![("a".into(), Json::Null), ("b".into(), inner)]))
    }),
];

// ---- CBOR items that are not packed in this form

/// A family of items, like [`Values`].
type Items = &'static [(&'static str, fn(usize) -> Vec<u8>)];

/// Returns an item within as many levels as fit into `size` bytes.
fn in_levels(size: usize, before: &[u8], item: &[u8], after: &[u8]) -> Vec<u8> {
    within(levels(size, before.len() + after.len()), before, item, after)
}

/// Maps in the values of maps, with keys in the wrong order.
const DIRECTORY_ITEMS: Items = &[
    ("maps to sort in the last value", |n| in_levels(n, &[0x82, 0, 0xA2, 1, 0x82, 0, 0xA0, 0], &[0x82, 0, 0xA0], &[])),
    ("maps to sort in the first value", |n| in_levels(n, &[0x82, 0, 0xA2, 1], &[0x82, 0, 0xA0], &[0, 0x82, 0, 0xA0])),
    ("maps to sort of indefinite length", |n| {
        in_levels(n, &[0x9F, 0, 0xBF, 1], &[0x82, 0, 0xA0], &[0, 0x82, 0, 0xA0, 0xFF, 0xFF])
    }),
    ("a wide map to sort", |n| {
        let mut map = vec![0x82, 0, 0xBF];
        (0..n / 6).rev().for_each(|key| map.extend([0x19, (key >> 8) as u8, key as u8, 0x82, 0, 0xA0]));
        map.push(0xFF);
        map
    }),
];

/// Returns a set of [`Sets`] with these elements.
fn set_of(elements: impl IntoIterator<Item = Vec<u8>>) -> Vec<u8> {
    let mut set = vec![0x82, 1, 0x9F];
    set.extend(elements.into_iter().flatten());
    set.push(0xFF);
    set
}

/// Returns a leaf of [`Sets`].
fn leaf_of(n: usize) -> Vec<u8> {
    vec![0x82, 0, 0x19, (n >> 8) as u8, n as u8]
}

/// Sets in sets, with elements in the wrong order.
const SET_ITEMS: Items = &[
    ("a wide set to sort", |n| set_of((0..n / 5).rev().map(leaf_of))),
    ("pairs of sets to sort", |n| {
        let pairs = up(KEYS - 2, leaf_of(0), |level, inner| set_of([leaf_of(level + 1), inner]));
        set_of((0..n / (pairs.len() + 9)).rev().map(|key| set_of([pairs.clone(), leaf_of(500 + key)])))
    }),
    ("two sets to sort in each set", |n| {
        let inner = set_of((0..n / 5 >> (KEYS / 2)).rev().map(|key| leaf_of(100 + key)));
        up(KEYS / 2, inner, |level, inner| {
            let other = set_of([inner.clone(), leaf_of(level)]);
            set_of([inner, other])
        })
    }),
    ("long sets that share a beginning, to sort", |n| {
        let size = n.isqrt() / 3;
        let with = |key| set_of((0..size).rev().map(|i| leaf_of(i + 9)).chain([leaf_of(key)]));
        set_of((1000..).take(n.isqrt() / 4).map(with))
    }),
];

/// Chains with fields that the type does not have.
const CHAIN_ITEMS: Items = &[
    ("more fields", |n| in_levels(n, &[0x85, 0, 1, 0x81], &[0x83, 0, 1, 0x80], &[0xF6, 0x80])),
    ("more fields of indefinite length", |n| {
        in_levels(n, &[0x9F, 0, 1, 0x9F], &[0x83, 0, 1, 0x80], &[0xFF, 0xF6, 0x81, 0x80, 0xFF])
    }),
    ("one more long field", |n| {
        let long = [&[0x9F][..], &vec![0x80; n / 2], &[0xFF]].concat();
        let chain = in_levels(n / 2, &[0x83, 0, 1, 0x81], &[0x83, 0, 1, 0x80], &[]);
        [&[0x84, 0, 1, 0x81][..], &chain, &long].concat()
    }),
];

/// Integers in every form.
const NUMBER_ITEMS: Items = &[
    ("zeros before a bignum", |n| [&[0x81, 0xC2, 0x5A][..], &(n as u32).to_be_bytes(), &vec![0; n]].concat()),
    ("bignums", |n| [&[0x9F][..], &[0xC2, 0x42, 0, 7].repeat(n / 4), &[0xFF]].concat()),
    ("empty bignums", |n| [&[0x9F][..], &[0xC2, 0x40].repeat(n / 2), &[0xFF]].concat()),
    ("a chain of tags", |n| [&[0x81][..], &vec![0xC6; n], &[0x07]].concat()),
    ("chains of long tags", |n| {
        [&[0x9F][..], &[0xDB, 0, 0, 0, 0, 0, 0, 0, 9, 0xC6, 0x01].repeat(n / 11), &[0xFF]].concat()
    }),
];

/// Short keys in descending order.
const TEXT_ITEMS: Items = &[("texts of two letters", |n| {
    let text = |key: usize| [0x62, b'A' + (key / 48) as u8, b'0' + (key % 48) as u8];
    let some = n.min(1500) / 3;
    [vec![0x9F], (0..some).rev().flat_map(text).collect(), vec![0xFF]].concat()
})];

/// Keys with defaults, absent and present.
const DEFAULT_ITEMS: Items = &[("keys with defaults", |n| {
    let mut map = vec![0xBF];
    (0..n / 9).rev().for_each(|key| {
        let rest: &[u8] = if key % 2 == 0 { &[0x80] } else { &[] };
        map.push(0x82 + rest.len() as u8);
        map.extend([0, 0x19, (key >> 8) as u8, key as u8]);
        map.extend(rest);
        map.push(0);
    });
    map.push(0xFF);
    map
})];

/// Runs every operation on every item of a family, in three sizes.
fn items<T: Packable + for<'a> Unpack<'a>, L: TestLayout>(items: Items, keys: usize) {
    for (name, make) in items {
        for size in SIZES {
            let bytes = make(size);
            let (name, factor) = (format!("{}, {name}, {size}", L::NAME), factor(keys, bytes.len()));
            Input { name, bytes: &bytes, factor, by_level: &[] }.operate::<T, L>();
        }
    }
}

// ---- The tests

/// The form in which a CBOR item is written again.
#[derive(Clone, Copy, Debug)]
enum Form {
    Indefinite,
    LongHeads,
    Tags(usize),
}

/// Writes a head.
fn head(out: &mut Vec<u8>, major: u8, argument: u64, is_long: bool) {
    match argument {
        _ if is_long => {
            out.push(major << 5 | 27);
            out.extend(argument.to_be_bytes());
        }
        0..24 => out.push(major << 5 | argument as u8),
        _ => {
            out.push(major << 5 | 26);
            out.extend((argument as u32).to_be_bytes());
        }
    }
}

/// Returns the same item in another form.
fn again(bytes: &[u8], form: Form) -> Vec<u8> {
    let (mut out, mut open, mut after_tag) = (Vec::new(), Vec::new(), false);
    let is_long = matches!(form, Form::LongHeads);
    for token in Tokens::with_limits(bytes, &DEEP) {
        let token = token.expect("a token of an item");
        if let (Form::Tags(count), false, false) = (form, after_tag, token == Token::Break) {
            out.extend(vec![0xC6; count]);
        }
        after_tag = matches!(token, Token::Tag(_));
        let mut items = 0;
        match token {
            Token::Unsigned(n) if n <= u64::from(u32::MAX) || is_long => head(&mut out, 0, n, is_long),
            Token::Negative(n) if n <= u64::from(u32::MAX) || is_long => head(&mut out, 1, n, is_long),
            Token::Unsigned(n) => head(&mut out, 0, n, true),
            Token::Negative(n) => head(&mut out, 1, n, true),
            Token::Tag(tag) => head(&mut out, 6, tag, is_long),
            Token::Bytes(bytes) => {
                head(&mut out, 2, bytes.len() as u64, is_long);
                out.extend_from_slice(bytes);
            }
            Token::Text(text) => {
                head(&mut out, 3, text.len() as u64, is_long);
                out.extend_from_slice(text.as_bytes());
            }
            Token::Array(len) => items = len + 1,
            Token::Map(len) => items = 2 * len + 1,
            Token::OpenArray => out.push(0x9F),
            Token::Break => out.push(0xFF),
            Token::Null => out.push(0xF6),
            Token::Bool(value) => out.push(0xF4 + u8::from(value)),
            Token::Half(value) => {
                out.push(0xFB);
                out.extend(f64::from(value).to_be_bytes());
            }
            other => panic!("{other:?} is not in these values"),
        }
        let major = if matches!(token, Token::Map(_)) { 5 } else { 4 };
        match (items, form) {
            (0, _) => {}
            (_, Form::Indefinite) => out.push(major << 5 | 31),
            _ => head(&mut out, major, (items - 1) / if major == 5 { 2 } else { 1 }, is_long),
        }
        if !matches!(form, Form::Indefinite) || after_tag {
            continue;
        }
        // An item ends here unless it has only begun. With the last item, the array or map that contains it ends too.
        if items > 1 {
            open.push(items - 1);
            continue;
        }
        if items == 1 {
            out.push(0xFF);
        }
        while let Some(left) = open.last_mut() {
            *left -= 1;
            if *left > 0 {
                break;
            }
            open.pop();
            out.push(0xFF);
        }
    }
    out
}

/// Returns the bytes of a value, and in CBOR also those of the same value in other forms.
fn encodings<T: Packable, L: TestLayout>(name: &str, value: &T) -> Vec<(String, Vec<u8>)> {
    let packed = Packed::<T, L>::with_limits(&LIMITS).pack(value).unwrap_or_else(|error| panic!("{name}: {error}"));
    let mut all = vec![(format!("{}, {name}", L::NAME), packed.into_inner())];
    if L::NAME == <Cbor>::NAME {
        for form in [Form::Indefinite, Form::LongHeads, Form::Tags(5)] {
            all.push((format!("{}, {name}, {form:?}", L::NAME), again(&all[0].1, form)));
        }
    }
    all
}

/// Returns the operations that take steps for each level, for folds of a sequence that is not the last field: see
/// `FoldField`.
fn by_level_of_folds<L: Layout>() -> &'static [(Work, usize)] {
    if L::NAME == Indexed::NAME { &[] } else { &[(Work::Fold, FEW_LEVELS)] }
}

/// The operations that take steps for each level, if the entries of maps in maps must be sorted: see `ItemWriter`.
const BY_LEVEL_OF_MAPS: &[(Work, usize)] = &[(Work::Pack, LEVELS), (Work::Rewrite, LEVELS)];

/// A family of values, how deep keys nest in keys, and the operations that take steps for each level.
struct Group<T: 'static> {
    values: Values<T>,
    keys: usize,
    by_level: &'static [(Work, usize)],
}

impl<T: Packable + for<'a> Unpack<'a>> Group<T> {
    fn of(values: Values<T>) -> Self {
        Self { values, keys: 0, by_level: &[] }
    }

    fn with_keys(self, keys: usize) -> Self {
        Self { keys, ..self }
    }

    fn by_level(self, by_level: &'static [(Work, usize)]) -> Self {
        Self { by_level, ..self }
    }

    /// Runs every operation on every value, in each size, and then `also`.
    fn operate<L: TestLayout>(&self, also: impl Fn(&Input<'_>)) {
        for (name, make) in self.values {
            for size in SIZES {
                for (name, bytes) in encodings::<T, L>(name, &make(size)) {
                    let factor = factor(self.keys, bytes.len());
                    let name = format!("{name}, {size}");
                    let input = Input { name, bytes: &bytes, factor, by_level: self.by_level };
                    input.operate::<T, L>();
                    also(&input);
                }
            }
        }
    }
}

/// Runs every operation on the values of a family.
fn family<T: Packable + for<'a> Unpack<'a>, L: TestLayout>(values: Values<T>) {
    Group::of(values).operate::<L>(|input| input.convert_to_natives::<T, L>());
}

/// Does the same, and changes them in every way.
fn changing<T: Changes, L: TestLayout>(values: Values<T>) {
    Group::of(values).operate::<L>(|input| {
        input.convert_to_natives::<T, L>();
        input.read::<T, L>();
        input.change::<T, L>();
    });
}

fn plain_families<L: TestLayout>() {
    family::<Lists, L>(LISTS);
    family::<Places, L>(PLACES);
    family::<Chain, L>(CHAINS);
    family::<Small, L>(SMALLS);
    changing::<Tree, L>(TREES);
    changing::<Ast, L>(ASTS);
    changing::<List, L>(LISTED);
    changing::<Node, L>(NODES);
}

fn rich_families<L: TestLayout>() {
    family::<Twenty, L>(TWENTIES);
    family::<Fork, L>(FORKS);
    family::<Inserted, L>(INSERTED);
    Group::of(DIRECTORIES).with_keys(1).operate::<L>(|input| input.convert_to_natives::<Directory, L>());
    Group::of(HASHED)
        .with_keys(1)
        .by_level(BY_LEVEL_OF_MAPS)
        .operate::<L>(|input| input.convert_to_natives::<Hashed, L>());
    Group::of(SETS).with_keys(KEYS).operate::<L>(|input| input.convert_to_natives::<Sets, L>());
    Group::of(VALUES).with_keys(KEYS).operate::<L>(|input| input.convert_to_natives::<Value, L>());
    Group::of(ROSES).by_level(by_level_of_folds::<L>()).operate::<L>(|input| input.read::<Rose, L>());
    Group::of(FORESTS).operate::<L>(|input| input.read::<Forest, L>());
    changing::<Json, L>(JSONS);
}

fn growing_families<L: TestLayout>() {
    family::<Extended, L>(EXTENDED);
    family::<Options, L>(OPTIONS);
    family::<Defaults, L>(DEFAULTS);
}

fn cbor_families<L: TestLayout>() {
    family::<Tagged, L>(TAGGED);
    items::<Directory, L>(DIRECTORY_ITEMS, 1);
    items::<Sets, L>(SET_ITEMS, KEYS);
    items::<BTreeSet<String>, L>(TEXT_ITEMS, 1);
    items::<Chain, L>(CHAIN_ITEMS, 0);
    items::<Vec<u64>, L>(NUMBER_ITEMS, 0);
    items::<BTreeMap<Defaults, u8>, L>(DEFAULT_ITEMS, 3);
}

/// Makes a test of these families for each layout.
macro_rules! tests {
    ($($layout:ident $L:ty: $($families:ident)+;)+) => {$(
        #[test]
        fn $layout() {
            with_stack(|| {
                $($families::<$L>();)+
                print_worst();
            });
        }
    )+};
}

tests! {
    compact Compact: plain_families rich_families growing_families;
    indexed Indexed: plain_families rich_families growing_families;
    cbor Cbor: plain_families rich_families growing_families cbor_families;
    no_sizes haskell::PackedData: plain_families;
    field_sizes haskell::PackedDataFieldSizes: plain_families;
}
