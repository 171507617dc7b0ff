//! Fingerprints: which changes of a type change them, which do not, and that they never change by themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::num::Wrapping;
use std::rc::Rc;
use std::sync::Arc;

use packed_data::{Fingerprint, InvalidFingerprint, Packable};
use test_suite::constructors::{Full, Wide};
use test_suite::{Ast, Big, Json, Tree};

fn of<T: Packable + ?Sized>() -> Fingerprint {
    Fingerprint::of::<T>()
}

fn text<T: Packable + ?Sized>() -> String {
    Fingerprint::description_of::<T>()
}

/// Computes FNV-1a, implemented a second time, over the text that the book specifies.
fn hash(text: &str) -> Fingerprint {
    let mut hash = 14_695_981_039_346_656_037_u64;
    for byte in text.bytes() {
        hash ^= u64::from(byte);
        hash = hash.wrapping_mul(1_099_511_628_211);
    }
    Fingerprint::from_bits(hash)
}

/// Defines another tree of the same name: the original with one field or constructor changed.
macro_rules! tree {
    ($module:ident: $($definition:tt)*) => {
        mod $module {
            #[derive(packed_data::Packable)]
            pub(super) $($definition)*
        }
    };
}

tree!(same: enum Tree { Leaf(i64), Node(std::rc::Rc<Tree>, std::sync::Arc<Tree>) });
tree!(renamed: enum Bush { Leaf(i64), Node(Box<Bush>, Box<Bush>) });
tree!(constructor_renamed: enum Tree { Leaf(i64), Fork(Box<Tree>, Box<Tree>) });
tree!(reordered: enum Tree { Node(Box<Tree>, Box<Tree>), Leaf(i64) });
tree!(retyped: enum Tree { Leaf(u64), Node(Box<Tree>, Box<Tree>) });
tree!(added: enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>), Empty });
tree!(removed: enum Tree { Leaf(i64) });
tree!(field_added: enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>, Box<Tree>) });
tree!(fields_named: enum Tree { Leaf(i64), Node { left: Box<Tree>, right: Box<Tree> } });
tree!(not_recursive: enum Tree { Leaf(i64), Node(Box<super::Tree>, Box<i64>) });
tree!(sequence: enum Tree { Leaf(i64), Node(Vec<Tree>, Box<Tree>) });

tree!(point: struct Point { x: i32, y: i32 });
tree!(point_swapped: struct Point { y: i32, x: i32 });
tree!(point_renamed: struct Point { x: i32, z: i32 });
tree!(point_unnamed: struct Point(i32, i32););
tree!(point_as_enum: enum Point { Point { x: i32, y: i32 } });

/// Every kind of change results in another fingerprint, and all of them are different.
#[test]
fn every_change_results_in_another_fingerprint() {
    let different = [
        of::<Tree>(),
        of::<renamed::Bush>(),
        of::<constructor_renamed::Tree>(),
        of::<reordered::Tree>(),
        of::<retyped::Tree>(),
        of::<added::Tree>(),
        of::<removed::Tree>(),
        of::<field_added::Tree>(),
        of::<fields_named::Tree>(),
        of::<not_recursive::Tree>(),
        of::<sequence::Tree>(),
        of::<point::Point>(),
        of::<point_swapped::Point>(),
        of::<point_renamed::Point>(),
        of::<point_unnamed::Point>(),
        of::<point_as_enum::Point>(),
    ];
    assert_eq!(BTreeSet::from(different).len(), different.len(), "{different:?}");
}

/// Every kind of library type has a fingerprint of its own.
#[test]
fn kinds_differ() {
    let different = [
        of::<u8>(),
        of::<i8>(),
        of::<u64>(),
        of::<usize>(),
        of::<f64>(),
        of::<bool>(),
        of::<char>(),
        of::<std::num::NonZeroU8>(),
        of::<std::time::Duration>(),
        of::<str>(),
        of::<()>(),
        of::<(u8,)>(),
        of::<(u8, u8)>(),
        of::<[u8; 2]>(),
        of::<[u8; 3]>(),
        of::<[u16; 2]>(),
        of::<[u8]>(),
        of::<[u16]>(),
        of::<[Vec<u8>]>(),
        of::<BTreeSet<u8>>(),
        of::<BTreeMap<u8, u8>>(),
        of::<Vec<(u8, u8)>>(),
        of::<BTreeSet<(u8, u8)>>(),
        of::<Option<u8>>(),
        of::<Option<Option<u8>>>(),
        of::<Result<u8, u8>>(),
    ];
    assert_eq!(BTreeSet::from(different).len(), different.len(), "{different:?}");
}

#[derive(Packable)]
#[packable(transparent)]
struct Metres(f64);

#[derive(Packable)]
struct Words<'a> {
    first: &'a str,
    others: Vec<Cow<'a, str>>,
}

/// The same type with owned fields.
mod owned {
    use std::collections::VecDeque;

    #[derive(packed_data::Packable)]
    pub(super) struct Words {
        first: Box<str>,
        others: VecDeque<String>,
    }
}

/// Pointers and wrappers do not change the fingerprint, and paths of modules do not either.
#[test]
fn pointers_and_wrappers_do_not_change_it() {
    assert_eq!(text::<Tree>(), text::<same::Tree>());
    assert_eq!(of::<Tree>(), of::<same::Tree>());
    assert_eq!(of::<Tree>(), of::<&Arc<Tree>>());
    assert_eq!(of::<f64>(), of::<Metres>());
    assert_eq!(of::<u8>(), of::<Wrapping<u8>>());
    assert_eq!(of::<Words<'static>>(), of::<owned::Words>());
    assert_eq!(of::<()>(), of::<PhantomData<Tree>>());
    assert_eq!(of::<[Tree]>(), of::<VecDeque<Box<Tree>>>());
    assert_eq!(of::<Box<[u8]>>(), of::<LinkedList<Rc<u8>>>());
    assert_eq!(of::<BTreeMap<String, Tree>>(), of::<HashMap<Box<str>, Box<Tree>>>());
    assert_eq!(of::<BTreeSet<u8>>(), of::<HashSet<u8>>());
}

/// A lifetime of the caller does not change it.
#[test]
fn lifetimes_do_not_change_it() {
    fn of_borrowed<'a>(word: &'a str) -> (Fingerprint, Words<'a>) {
        let words = Words { first: word, others: Vec::new() };
        (of::<Words<'a>>(), words)
    }
    let word = String::from("word");
    assert_eq!(of_borrowed(&word).0, of::<owned::Words>());
}

#[derive(Packable)]
enum Gen<T> {
    Leaf(T),
    Node(Box<Gen<T>>, Box<Gen<T>>),
}

/// The arguments of a generic type change the fingerprint if they change the packed form, and only then.
#[test]
fn arguments_of_generic_types() {
    assert_ne!(of::<Gen<u8>>(), of::<Gen<u16>>());
    assert_ne!(of::<Gen<u8>>(), of::<Gen<Gen<u8>>>());
    assert_eq!(of::<Gen<Vec<u8>>>(), of::<Gen<Box<[u8]>>>());
    assert_ne!(of::<(Gen<u8>, Gen<u16>)>(), of::<(Gen<u16>, Gen<u8>)>());
    // Two types with the same packed form may be one Rust type or two. The fingerprint is the same, and so is the
    // number of levels.
    assert_eq!(of::<(Gen<Vec<u8>>, Gen<VecDeque<u8>>)>(), of::<(Gen<Vec<u8>>, Gen<Vec<u8>>)>());
}

/// A tree that alternates between two types of the same name: as a description it is the same tree.
mod unrolled {
    pub(super) mod outer {
        #[derive(packed_data::Packable)]
        pub(in super::super) enum Tree {
            Leaf(i64),
            Node(Box<super::inner::Tree>, Box<Tree>),
        }
    }
    pub(super) mod inner {
        #[derive(packed_data::Packable)]
        pub(in super::super) enum Tree {
            Leaf(i64),
            Node(Box<super::outer::Tree>, Box<Tree>),
        }
    }
}

/// Mutual recursion of three types, described from each of them.
mod mutual {
    #[derive(packed_data::Packable)]
    pub(super) struct A(Option<Box<B>>, u8);

    #[derive(packed_data::Packable)]
    pub(super) struct B(Vec<C>);

    #[derive(packed_data::Packable)]
    pub(super) enum C {
        Up(Box<A>),
        On(Box<B>),
        Again(Box<C>),
    }
}

#[test]
fn recursion_ends() {
    // However the recursion is divided among Rust types, the values are the same.
    assert_eq!(text::<unrolled::outer::Tree>(), text::<Tree>());
    let three = [of::<mutual::A>(), of::<mutual::B>(), of::<mutual::C>()];
    assert_eq!(BTreeSet::from(three).len(), 3);
    assert_eq!(of::<mutual::A>(), of::<mutual::A>());
}

/// Types that share their parts: each level doubles the number of paths, but adds one line.
#[test]
fn shared_parts_are_described_once() {
    type Twice<T> = (T, T);
    type Four<T> = Twice<Twice<T>>;
    type Sixteen<T> = Four<Four<T>>;
    assert_eq!(text::<Sixteen<Sixteen<Tree>>>().lines().count(), 8 + 2);
}

/// More than one group of constructors; each constructor has its own name.
#[test]
fn many_constructors() {
    let text = text::<Wide>();
    assert!(text.starts_with("enum 4:Wide 257 2:U0 0 "), "{text}");
    for name in ["U15", "U16", "U17", "U62"] {
        assert!(text.contains(&format!(" {}:{name} 0 ", name.len())), "{name} in {text}");
    }
    assert_ne!(of::<Wide>(), of::<Full>());
}

/// The exact text, and its hash.
#[test]
fn descriptions_are_as_specified() {
    assert_eq!(text::<Tree>(), "enum 4:Tree 2 4:Leaf 1 1:0 4:Node 2 1:0 1:1 1 0 0\ni64\n");
    assert_eq!(text::<point::Point>(), "struct 5:Point 2 1:x 1:y 1 1\ni32\n");
    assert_eq!(text::<(u8, String)>(), "struct 0: 2 1:0 1:1 1 2\nu8\nstr\n");
    assert_eq!(text::<[Option<char>; 3]>(), "array 3 1\nenum 6:Option 2 4:None 0 4:Some 1 1:0 2\nchar\n");
    assert_eq!(text::<BTreeSet<u8>>(), "sorted 1\nu8\n");
    assert_eq!(text::<()>(), "struct 0: 0\n");
    assert_eq!(text::<HashMap<String, bool>>(), "sorted 1\nstruct 3:Map 2 3:key 5:value 2 3\nstr\nbool\n");
    for (fingerprint, text) in
        [(of::<Tree>(), text::<Tree>()), (of::<Json>(), text::<Json>()), (of::<Ast>(), text::<Ast>())]
    {
        assert_eq!(fingerprint, hash(&text));
    }
}

/// Published fingerprints, which must never change.
#[test]
fn published_fingerprints_never_change() {
    let pinned = [
        (of::<Tree>(), "ffc6d33083d948af"),
        (of::<Json>(), "06fc3e3df5e93b43"),
        (of::<Ast>(), "edd063fe6e3247f8"),
        (of::<Big>(), "52439174bf20cfb6"),
        (of::<()>(), "b890fe7ae6672f3c"),
        (of::<str>(), "af29be191dbbc8ce"),
        (of::<Vec<u8>>(), "bbd1ca8628a0b57c"),
        (of::<HashMap<String, usize>>(), "593843794840262b"),
        (of::<std::net::SocketAddr>(), "14181bc3562c19ef"),
        (of::<std::ops::RangeInclusive<u8>>(), "6055c2ed66c776f8"),
        (of::<std::cmp::Ordering>(), "d9c84d8262eb3dd0"),
        (of::<Result<std::time::Duration, std::time::SystemTime>>(), "6542dda00409b950"),
    ];
    for (index, (fingerprint, text)) in pinned.into_iter().enumerate() {
        assert_eq!(fingerprint.to_string(), text, "number {index}");
    }
}

/// The published values of 64-bit FNV-1a, for the empty text, "a" and "foobar".
#[test]
fn the_hash_is_fnv_1a() {
    assert_eq!(hash("").to_bits(), 0xCBF2_9CE4_8422_2325);
    assert_eq!(hash("a").to_bits(), 0xAF63_DC4C_8601_EC8C);
    assert_eq!(hash("foobar").to_bits(), 0x8594_4171_F739_67E8);
}

#[test]
fn as_text() {
    let fingerprint = Fingerprint::from_bits(0x0123_4567_89AB_CDEF);
    assert_eq!(fingerprint.to_string(), "0123456789abcdef");
    assert_eq!("0123456789abcdef".parse(), Ok(fingerprint));
    assert_eq!("0123456789ABCDEF".parse(), Ok(fingerprint));
    assert_eq!(Fingerprint::from_bits(0).to_string(), "0000000000000000");
    for wrong in ["", "123", "0123456789abcdeg", "+123456789abcdef", "00123456789abcdef", "0123456789abcde\u{e9}"] {
        let error: InvalidFingerprint = wrong.parse::<Fingerprint>().expect_err(wrong);
        assert_eq!(error.to_string(), "invalid fingerprint: expected 16 hexadecimal digits, found another text");
    }
}
