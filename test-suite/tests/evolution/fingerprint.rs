//! Fingerprints: which changes of a type change them, which do not, and that they never change by themselves.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::marker::PhantomData;
use std::num::Wrapping;
use std::rc::Rc;
use std::sync::Arc;

use packed_data::cbor::RawBuf;
use packed_data::error::InvalidFingerprint;
use packed_data::with::With;
use packed_data::{Cbor, Fingerprint, Packable, Packed};
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

mod marked {
    use packed_data::cbor::RawBuf;
    use packed_data::with::PackWith;
    use packed_data::{Layout, Packable, View};

    #[derive(Packable)]
    pub(super) struct Grown {
        #[packable(cbor_tag = 1)]
        at: u64,
        #[packable(default)]
        name: String,
        #[packable(default)]
        shape: Shape,
    }

    #[derive(Default, Packable)]
    #[packable(validate = any)]
    pub(super) enum Shape {
        #[default]
        Dot,
        Square(f64),
        #[packable(other)]
        Unknown(RawBuf),
    }

    fn any<L: Layout>(_: View<'_, Shape, L>) -> Result<(), &'static str> {
        Ok(())
    }

    /// A number of days.
    pub(super) enum Days {}

    impl PackWith<u8> for Days {
        const NAME: &'static str = "days";
        type As = u8;
        type Value<'v> = u8;

        fn pack(value: &u8) -> Result<u8, &'static str> {
            Ok(*value)
        }

        fn unpack(value: u8) -> Result<u8, &'static str> {
            Ok(value)
        }
    }

    /// The same without a name.
    pub(super) enum Nameless {}

    impl<T: Packable<As = T> + Copy + for<'a> packed_data::Unpack<'a> + 'static> PackWith<T> for Nameless {
        const NAME: &'static str = "";
        type As = T;
        type Value<'v> = T;

        fn pack(value: &T) -> Result<T, &'static str> {
            Ok(*value)
        }

        fn unpack(value: T) -> Result<T, &'static str> {
            Ok(value)
        }
    }
}

/// Whatever decides bytes in any layout has a text of its own.
#[test]
fn everything_that_decides_bytes_is_in_the_text() {
    tree!(plain: struct Line { a: u8, b: Vec<u8> });
    tree!(defaulted: struct Line { a: u8, #[packable(default)] b: Vec<u8> });
    tree!(both_defaulted: struct Line { #[packable(default)] a: u8, #[packable(default)] b: Vec<u8> });
    tree!(tagged: struct Line { a: u8, #[packable(cbor_tag = 7)] b: Vec<u8> });
    tree!(tagged_otherwise: struct Line { a: u8, #[packable(cbor_tag = 8)] b: Vec<u8> });
    tree!(tagged_before: struct Line { #[packable(cbor_tag = 7)] a: u8, b: Vec<u8> });
    tree!(sum: enum Sum { One(u8), Two(packed_data::cbor::RawBuf) });
    tree!(other: enum Sum { One(u8), #[packable(other)] Two(packed_data::cbor::RawBuf) });
    tree!(defaulted_sum: enum Sum { One(#[packable(default)] u8), Two(packed_data::cbor::RawBuf) });
    tree!(option: enum Option { None, Some(u8) });
    tree!(result: enum Result { Ok(u8), Err(u8) });
    tree!(entry: struct Map { key: u8, value: u8 });
    tree!(unit: struct Unit;);
    let different = [
        of::<plain::Line>(),
        of::<defaulted::Line>(),
        of::<both_defaulted::Line>(),
        of::<tagged::Line>(),
        of::<tagged_otherwise::Line>(),
        of::<tagged_before::Line>(),
        of::<sum::Sum>(),
        of::<other::Sum>(),
        of::<defaulted_sum::Sum>(),
        of::<option::Option>(),
        of::<Option<u8>>(),
        of::<result::Result>(),
        of::<Result<u8, u8>>(),
        of::<BTreeSet<entry::Map>>(),
        of::<BTreeMap<u8, u8>>(),
        of::<BTreeSet<(u8, u8)>>(),
        of::<unit::Unit>(),
        of::<()>(),
        of::<Vec<u8>>(),
        of::<packed_data::layout::haskell::Vector<u8>>(),
        of::<Vec<With<u8, marked::Days>>>(),
        of::<Vec<With<u8, marked::Nameless>>>(),
        of::<String>(),
        of::<RawBuf>(),
    ];
    assert_eq!(BTreeSet::from(different).len(), different.len(), "{different:?}");
}

/// An adapter without a name leaves no trace, except around bytes: in CBOR, a sequence of them is no byte string.
#[test]
fn an_adapter_without_a_name() {
    assert_eq!(of::<Vec<With<u16, marked::Nameless>>>(), of::<Vec<u16>>());
    assert_lines::<With<u8, marked::Nameless>>("with 0: #1\nu8\n");
    let adapted = vec![With::<u8, marked::Nameless>::new(1)];
    assert_eq!(Packed::<_, Cbor>::pack(&adapted).as_bytes(), b"\x81\x01");
    assert_eq!(Packed::<_, Cbor>::pack(&vec![1_u8]).as_bytes(), b"\x41\x01");
}

/// A condition is in the text, but not which one.
#[test]
fn conditions() {
    #[derive(Packable)]
    struct Even(u8);

    mod checked {
        use packed_data::{Layout, View};

        #[derive(packed_data::Packable)]
        #[packable(validate = even)]
        pub(super) struct Even(u8);

        fn even<L: Layout>(value: View<'_, Even, L>) -> Result<(), &'static str> {
            let Ok(Even(number)) = value.unpack() else { return Err("too deep") };
            if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
        }
    }

    assert_lines::<Even>("struct 4:Even 1 1:0 #1\nu8\n");
    assert_lines::<checked::Even>("struct 4:Even condition 1 1:0 #1\nu8\n");
}

/// A reader of the text, as the book's grammar says. (It takes Miri minutes, and no unsafe code makes the texts.)
#[cfg(not(miri))]
mod grammar {
    use std::collections::HashMap;

    use packed_data::with::With;
    use test_suite::{Sample, TestLayout, over_shapes};

    use super::{marked, mutual, text, unrolled};

    /// The rest of the text.
    struct Reader<'t>(&'t str);

    const SCALARS: [&str; 30] = [
        "bool",
        "char",
        "u8",
        "u16",
        "u32",
        "u64",
        "u128",
        "usize",
        "i8",
        "i16",
        "i32",
        "i64",
        "i128",
        "isize",
        "f32",
        "f64",
        "Duration",
        "SystemTime",
        "NonZeroU8",
        "NonZeroU16",
        "NonZeroU32",
        "NonZeroU64",
        "NonZeroU128",
        "NonZeroUsize",
        "NonZeroI8",
        "NonZeroI16",
        "NonZeroI32",
        "NonZeroI64",
        "NonZeroI128",
        "NonZeroIsize",
    ];

    impl<'t> Reader<'t> {
        /// Reads a whole text. Returns each line with 0 in place of the lines that it refers to, and these.
        fn lines(text: &'t str) -> Vec<(String, Vec<usize>)> {
            let mut reader = Self(text.strip_prefix("packed-data schema 1\n").expect("the version"));
            let mut lines = Vec::new();
            while !reader.0.is_empty() {
                let (before, mut parts) = (reader.0, Vec::new());
                reader.line(&mut parts);
                reader.expect("\n");
                let mut label = before[..before.len() - reader.0.len()].to_owned();
                for part in parts.iter().rev() {
                    let at = before.len() - part.0;
                    label.replace_range(at..at + part.1.len(), "0");
                }
                lines.push((label, parts.iter().map(|part| part.1.parse().expect("a number")).collect()));
            }
            lines
        }

        fn is(&mut self, word: &str) -> bool {
            let rest = self.0.strip_prefix(word);
            self.0 = rest.unwrap_or(self.0);
            rest.is_some()
        }

        fn expect(&mut self, word: &str) {
            assert!(self.is(word), "{word:?} expected at {:?}", self.0);
        }

        /// Reads letters and digits.
        fn word(&mut self) -> &'t str {
            let end = self.0.find(|c: char| !c.is_ascii_alphanumeric()).unwrap_or(self.0.len());
            let (word, rest) = self.0.split_at(end);
            self.0 = rest;
            word
        }

        fn number(&mut self) -> u64 {
            let word = self.word();
            assert!(word == "0" || !word.starts_with('0'), "{word}");
            word.parse().expect("a number")
        }

        fn name(&mut self) {
            let length = self.number() as usize;
            self.expect(":");
            self.0 = &self.0[length..];
        }

        fn part(&mut self, parts: &mut Vec<(usize, &'t str)>) {
            self.expect("#");
            let at = self.0.len();
            parts.push((at, self.word()));
        }

        fn line(&mut self, parts: &mut Vec<(usize, &'t str)>) {
            let kind = self.word();
            match kind {
                "str" | "cbor" | "unknown" => {}
                "sequence" | "vector" | "sorted" => self.space().part(parts),
                "array" => {
                    self.space().number();
                    self.space().part(parts);
                }
                "with" => {
                    self.space().name();
                    self.space().part(parts);
                }
                "struct" | "tuple" | "entry" | "enum" | "optional" => {
                    self.space().name();
                    let is_extensible = self.is(" extensible");
                    self.is(" condition");
                    self.expect(" ");
                    let may_change = match kind {
                        "enum" | "optional" => self.constructors(parts),
                        _ => self.fields(parts),
                    };
                    assert!(is_extensible || !may_change, "not marked as extensible");
                }
                scalar => assert!(SCALARS.contains(&scalar), "{scalar}"),
            }
        }

        fn space(&mut self) -> &mut Self {
            self.expect(" ");
            self
        }

        /// Returns whether a constructor is one for unknown ones, or a field may be absent.
        fn constructors(&mut self, parts: &mut Vec<(usize, &'t str)>) -> bool {
            let (count, mut may_change) = (self.number(), false);
            for index in 0..count {
                if self.space().is("other ") {
                    assert_eq!(index + 1, count, "`other` is not the last constructor");
                    may_change = true;
                }
                self.name();
                may_change |= self.space().fields(parts);
            }
            may_change
        }

        /// Returns whether a field may be absent.
        fn fields(&mut self, parts: &mut Vec<(usize, &'t str)>) -> bool {
            let (count, mut may_change) = (self.number(), false);
            for _ in 0..count {
                self.space().is("bare ");
                let is_defaulted = self.is("default ");
                assert!(is_defaulted || !may_change, "a field after one with `default`");
                may_change |= is_defaulted;
                if self.is("tag ") {
                    self.number();
                    self.expect(" ");
                }
                self.name();
                self.space().part(parts);
            }
            may_change
        }
    }

    /// The text of each type follows the grammar. All lines occur, in the order in which they are first mentioned, and
    /// no two lines describe the same type: a second reader, which only knows the text, tells all lines apart.
    #[allow(clippy::extra_unused_type_parameters, reason = "the text is the same in every layout")]
    fn follows_the_grammar<T: Sample, L: TestLayout>() {
        grammar_of(&text::<T>());
    }

    fn grammar_of(text: &str) {
        let lines = Reader::lines(text);
        let mut mentioned = 1;
        for (_, parts) in &lines {
            for part in parts {
                assert!(*part <= mentioned, "line {part} before {mentioned} in {text}");
                mentioned = mentioned.max(part + 1);
            }
        }
        assert_eq!(mentioned, lines.len(), "lines that are not mentioned in {text}");
        // Two lines differ if their words differ, or if lines differ that they refer to at the same place.
        let count = lines.len();
        let mut differ: Vec<Vec<bool>> =
            (0..count).map(|a| (0..count).map(|b| lines[a].0 != lines[b].0).collect()).collect();
        for _ in 0..count {
            for a in 0..count {
                for b in 0..count {
                    let mut pairs = lines[a].1.iter().zip(&lines[b].1);
                    differ[a][b] |= pairs.any(|(a, b)| differ[*a][*b]);
                }
            }
        }
        for (a, row) in differ.iter().enumerate() {
            for (b, differs) in row.iter().enumerate() {
                assert_eq!(*differs, a != b, "lines {a} and {b} of {text}");
            }
        }
    }

    over_shapes!(cbors: follows_the_grammar);

    #[test]
    fn other_texts_follow_the_grammar() {
        grammar_of(&text::<marked::Grown>());
        grammar_of(&text::<unrolled::outer::Tree>());
        grammar_of(&text::<mutual::A>());
        grammar_of(&text::<Vec<With<u8, marked::Nameless>>>());
        grammar_of(&text::<HashMap<String, std::net::SocketAddr>>());
    }
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
    assert_eq!(text::<Sixteen<Sixteen<Tree>>>().lines().count(), 1 + 8 + 2);
}

/// More than one group of constructors; each constructor has its own name.
#[test]
fn many_constructors() {
    let text = text::<Wide>();
    assert!(text.starts_with("packed-data schema 1\nenum 4:Wide 257 2:U0 0 "), "{text}");
    for name in ["U15", "U16", "U17", "U62"] {
        assert!(text.contains(&format!(" {}:{name} 0 ", name.len())), "{name} in {text}");
    }
    assert_ne!(of::<Wide>(), of::<Full>());
}

/// Checks the text of a type, without its first line.
fn assert_lines<T: Packable + ?Sized>(lines: &str) {
    assert_eq!(text::<T>(), format!("packed-data schema 1\n{lines}"));
}

/// The exact text, and its hash.
#[test]
fn descriptions_are_as_specified() {
    assert_lines::<Tree>("enum 4:Tree 2 4:Leaf 1 1:0 #1 4:Node 2 1:0 #0 1:1 #0\ni64\n");
    assert_lines::<point::Point>("struct 5:Point 2 1:x #1 1:y #1\ni32\n");
    assert_lines::<(u8, String)>("tuple 0: 2 1:0 #1 1:1 #2\nu8\nstr\n");
    assert_lines::<[Option<char>; 3]>("array 3 #1\noptional 6:Option 2 4:None 0 4:Some 1 bare 1:0 #2\nchar\n");
    assert_lines::<Result<u8, ()>>("enum 6:Result 2 2:Ok 1 bare 1:0 #1 3:Err 1 bare 1:0 #2\nu8\ntuple 0: 0\n");
    assert_lines::<BTreeSet<u8>>("sorted #1\nu8\n");
    assert_lines::<()>("tuple 0: 0\n");
    assert_lines::<HashMap<String, bool>>("sorted #1\nentry 3:Map 2 3:key #2 5:value #3\nstr\nbool\n");
    assert_lines::<packed_data::layout::haskell::Vector<u8>>("vector #1\nu8\n");
    assert_lines::<RawBuf>("cbor\n");
    assert_lines::<marked::Grown>(
        "struct 5:Grown extensible 3 tag 1 2:at #1 default 4:name #2 default 5:shape #3\n\
         u64\n\
         str\n\
         enum 5:Shape extensible condition 3 3:Dot 0 6:Square 1 1:0 #4 other 7:Unknown 1 1:0 #5\n\
         f64\n\
         cbor\n",
    );
    assert_lines::<With<u8, marked::Days>>("with 4:days #1\nu8\n");
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
        (of::<Tree>(), "b9893b66c68439b5"),
        (of::<Json>(), "9d418b65704d530c"),
        (of::<Ast>(), "68327f3631119d33"),
        (of::<Big>(), "55c4f14f8cc1dd61"),
        (of::<()>(), "80c59900cb43e138"),
        (of::<str>(), "3c8767052b26a0a5"),
        (of::<Vec<u8>>(), "9cd20fc2fd8d2ae6"),
        (of::<HashMap<String, usize>>(), "397f691d504f4dd6"),
        (of::<std::net::SocketAddr>(), "fee9149d81fc10b2"),
        (of::<std::ops::RangeInclusive<u8>>(), "0628257722661dcc"),
        (of::<std::cmp::Ordering>(), "ec6fcc18a1a751d1"),
        (of::<Result<std::time::Duration, std::time::SystemTime>>(), "fd4935b4b5ce3a25"),
    ];
    let computed = pinned.map(|(fingerprint, _)| fingerprint.to_string());
    assert_eq!(computed.each_ref().map(String::as_str), pinned.map(|(_, text)| text));
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
