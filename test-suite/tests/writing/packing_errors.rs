//! Errors while packing: each has the path that validation finds for the same value.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
#[cfg(unix)]
use std::{ffi::OsStr, os::unix::ffi::OsStrExt, path::PathBuf};

use packed_data::layout::haskell::Store;
use packed_data::packed::build_into;
use packed_data::with::{PackWith, With};
use packed_data::{Compact, ErrorKind, Layout, Limits, Packable, Packed, pack_into};
use test_suite::{Sample, TestLayout, over_layouts, over_shapes};

over_shapes!(few all: limits);
over_layouts!(
    few: refused_values_are_located,
    other_ways_to_write,
    duplicate_keys,
    elements_that_builders_refuse,
    refused_parts_of_static_size,
    discarded_part,
    discarded_parts,
);

/// Checks that packing within limits fails where validation of the same value within these limits fails.
#[track_caller]
fn agree<T: Packable, L: Layout>(value: &T, limits: &Limits) -> bool {
    let bytes = Packed::<T, L>::pack(value).into_inner();
    let validated = Packed::<T, L>::with_limits(limits).from_bytes(&bytes[..]).map(drop);
    let packed = Packed::<T, L>::with_limits(limits).pack(value).map(drop);
    match (packed, validated) {
        (Ok(()), Ok(())) => true,
        (Err(packed), Err(validated)) => {
            assert_eq!(packed.kind(), validated.kind(), "{packed} / {validated}");
            assert_eq!(packed.path().to_string(), validated.path().to_string(), "{packed} / {validated}: {bytes:02X?}");
            false
        }
        (packed, validated) => panic!("{packed:?}, but validation: {validated:?}"),
    }
}

fn limits<T: Sample, L: TestLayout>() {
    for depth in (0..40).step_by(if cfg!(miri) { 8 } else { 1 }) {
        if agree::<T, L>(&T::sample(), &Limits { depth, ..Limits::DEFAULT }) {
            break;
        }
    }
    // (How much stack a function takes without optimisation differs, so that the two fail at different levels.)
    for stack in (0..10_000).step_by(if cfg!(miri) { 5000 } else { 100 }) {
        match Packed::<T, L>::with_limits(&Limits { stack, ..Limits::DEFAULT }).pack(&T::sample()) {
            Ok(_) => break,
            Err(error) => assert!(error.offset() == 0 || !error.path().is_empty(), "{error}"),
        }
    }
    for empty_elements in 0..if cfg!(miri) { 1 } else { 10 } {
        agree::<T, L>(&T::sample(), &Limits { empty_elements, ..Limits::DEFAULT });
    }
}

thread_local! {
    /// Whether the value that validation refuses is packed.
    static IS_LENIENT: Cell<bool> = const { Cell::new(false) };
}

/// Packs a number as itself, and refuses 7.
enum NotSeven {}

fn refuse_seven(number: u8) -> Result<u8, &'static str> {
    if number == 7 && !IS_LENIENT.get() { Err("seven") } else { Ok(number) }
}

impl PackWith<u8> for NotSeven {
    const NAME: &'static str = "a number other than seven";
    type As = u8;
    type Value<'v> = u8;

    fn pack(number: &u8) -> Result<u8, &'static str> {
        refuse_seven(*number)
    }

    fn unpack(number: u8) -> Result<u8, &'static str> {
        refuse_seven(number)
    }
}

/// Packs a number as a pair, which begins where its first field does, and refuses 7.
enum Pair {}

impl PackWith<u8> for Pair {
    const NAME: &'static str = "a pair of a number other than seven";
    type As = (u8, u8);
    type Value<'v> = (u8, u8);

    fn pack(number: &u8) -> Result<(u8, u8), &'static str> {
        refuse_seven(*number).map(|number| (number, 1))
    }

    fn unpack((number, _): (u8, u8)) -> Result<u8, &'static str> {
        refuse_seven(number)
    }
}

/// Packs a number as a string, and refuses 7.
enum Text {}

impl PackWith<u8> for Text {
    const NAME: &'static str = "a text of a number other than seven";
    type As = str;
    type Value<'v> = String;

    fn pack(number: &u8) -> Result<String, &'static str> {
        refuse_seven(*number).map(|number| "x".repeat(number.into()))
    }

    fn unpack(text: String) -> Result<u8, &'static str> {
        refuse_seven(text.len() as u8)
    }
}

type Number = With<u8, NotSeven>;

#[derive(Debug, Packable)]
#[packable(extensible)]
struct Open {
    name: String,
    number: Number,
    #[packable(default)]
    others: Vec<Number>,
}

#[derive(Debug, Packable)]
struct Fields {
    #[packable(with = Pair)]
    pair: u8,
    words: Vec<String>,
    number: Number,
    #[packable(with = Text)]
    text: u8,
    array: [Number; 3],
}

#[derive(Debug, Packable)]
enum Value {
    Number(Number),
    #[packable(rename = "Text")]
    Words(#[packable(with = Text)] u8),
    Node(Box<Value>, Box<Value>),
    Cons(Number, Box<Value>),
    Many(Vec<Value>),
    Map(BTreeMap<String, Value>),
    Set(BTreeSet<u16>, Option<Number>),
    Open(Open),
    Fields(Box<Fields>),
    Texts(Vec<String>, u32, Number, Vec<((), Number)>),
}

/// A source of values in which one number is refused: the one that is made after `before` others.
struct Source {
    seed: u64,
    before: usize,
}

impl Source {
    fn below(&mut self, bound: u64) -> u64 {
        self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.seed >> 33) % bound
    }

    fn byte(&mut self) -> u8 {
        let is_refused = self.before == 0;
        self.before = self.before.wrapping_sub(1);
        if is_refused { 7 } else { 10 + self.below(100) as u8 }
    }

    fn number(&mut self) -> Number {
        With::new(self.byte())
    }

    fn few<T>(&mut self, most: u64, mut each: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.below(most + 1)).map(|_| each(self)).collect()
    }

    fn words(&mut self) -> Vec<String> {
        self.few(4, |this| "word".repeat([0, 1, 30, 100][this.below(4) as usize]))
    }

    fn value(&mut self, depth: u64) -> Value {
        let choice = self.below(if depth == 0 { 2 } else { 10 });
        let inner = depth.saturating_sub(1);
        match choice {
            0 => Value::Number(self.number()),
            1 => Value::Words(self.byte()),
            2 => Value::Node(Box::new(self.value(inner)), Box::new(self.value(inner))),
            3 => Value::Cons(self.number(), Box::new(self.value(depth))),
            4 => Value::Many(self.few(4, |this| this.value(inner))),
            5 => Value::Map((0..self.below(4)).map(|n| (format!("key {n}"), self.value(inner))).collect()),
            6 => Value::Set((0..self.below(4) as u16).collect(), (self.below(2) == 0).then(|| self.number())),
            7 => Value::Open(Open {
                name: self.words().concat(),
                number: self.number(),
                others: self.few(3, Self::number),
            }),
            8 => Value::Fields(Box::new(Fields {
                pair: self.byte(),
                words: self.words(),
                number: self.number(),
                text: self.byte(),
                array: [self.number(), self.number(), self.number()],
            })),
            _ => Value::Texts(self.words(), 5, self.number(), self.few(3, |this| ((), this.number()))),
        }
    }
}

/// Returns the error of validation of a value that was packed although it is refused.
fn validation<T: Packable, L: Layout>(value: &T) -> packed_data::Error {
    IS_LENIENT.set(true);
    let bytes = Packed::<T, L>::pack(value).into_inner();
    IS_LENIENT.set(false);
    Packed::<T, L, _>::from_bytes(&bytes[..]).map(drop).unwrap_err()
}

/// Checks that a value is refused at the same place by packing and by validation.
#[track_caller]
fn refused_alike<T: Packable + Debug, L: Layout>(value: &T) -> String {
    let validated = validation::<T, L>(value);
    let packed = Packed::<T, L>::with_limits(&Limits::DEFAULT).pack(value).map(drop).unwrap_err();
    assert_eq!(packed.kind(), ErrorKind::Refused { message: "seven" });
    assert_eq!(packed.kind(), validated.kind(), "{packed} / {validated}");
    assert_eq!(packed.path(), validated.path(), "{packed} / {validated}: {value:?}");
    packed.path().to_string()
}

fn refused_values_are_located<L: TestLayout>() {
    let mut located = 0;
    for seed in 0..if cfg!(miri) { 3 } else { 300 } {
        for before in 0..if cfg!(miri) { 10 } else { 60 } {
            let mut source = Source { seed, before };
            let value = source.value(4);
            if source.before <= before {
                // (It has fewer numbers.)
                break;
            }
            refused_alike::<Value, L>(&value);
            located += 1;
        }
    }
    assert!(cfg!(miri) || located > 1000, "{located}");
}

fn other_ways_to_write<L: TestLayout>() {
    let long = || {
        (0..if cfg!(miri) { 60 } else { 200_000 })
            .fold(Value::Number(With::new(7)), |rest, _| Value::Cons(With::new(1), Box::new(rest)))
    };
    let list = long();
    let path = refused_alike::<Value, L>(&list);
    assert!(path.ends_with("Value::Cons.1 > Value::Number.0") && path.contains(" more "), "{path}");
    drop_list(list);
    let value = vec![(1, With::<u8, NotSeven>::new(2)), (3, With::new(7))];
    assert_eq!(refused_alike::<_, L>(&value), "[1] > (_, _).1");
    let expected = validation::<_, L>(&value);
    let mut buffer = vec![0xAA; 300];
    let error = pack_into::<_, L>(&value, &mut buffer).unwrap_err();
    assert_eq!((error.path(), error.offset(), buffer), (expected.path(), expected.offset(), vec![0xAA; 300]));
    let mut buffer = vec![0xAA; 3];
    let error =
        build_into::<Vec<(u8, Number)>, L>(&mut buffer, &Limits::DEFAULT, |needs| needs.put_as(&value)).unwrap_err();
    assert_eq!((error.path(), error.offset()), (expected.path(), expected.offset()));
}

/// Drops a list in a loop.
fn drop_list(mut list: Value) {
    while let Value::Cons(_, rest) = list {
        list = *rest;
    }
}

fn duplicate_keys<L: TestLayout>() {
    type Maps = Vec<(String, BTreeMap<u8, u8>)>;
    let error = Packed::<Maps, L>::with_limits(&Limits::DEFAULT).build(|needs| {
        needs.items(0..3_u8, |needs, index| {
            needs
                .fields()
                .put("some")
                .with(|map| map.items([1, 2, index], |entry, key| entry.fields().put(&key).put(&0).done()))
                .done()
        })
    });
    let error = error.unwrap_err();
    assert_eq!((error.kind(), error.path().to_string()), (ErrorKind::DuplicateKey, "[1] > (_, _).1".into()));
}

fn elements_that_builders_refuse<L: TestLayout>() {
    let (refused, count) = if cfg!(miri) { (9, 14) } else { (250, 300) };
    // (The iterator does not state its length.)
    for expected in [0, 1, 5, 1000] {
        let error = Packed::<(u8, Vec<(String, u16)>), L>::with_limits(&Limits::DEFAULT).build(|needs| {
            needs
                .fields()
                .put(&1)
                .with(|list| {
                    let mut items = list.sequence(expected);
                    for index in 0..count {
                        items = items.push(|item| {
                            item.fields()
                                .put(&"x".repeat(index.into()))
                                .with(|number| if index == refused { number.refuse("no") } else { number.put(&index) })
                                .done()
                        });
                    }
                    items.done()
                })
                .done()
        });
        assert_eq!(error.unwrap_err().path().to_string(), format!("(_, _).1 > [{refused}] > (_, _).1"));
    }
}

/// Refuses each part of a value of static size that is not the last one. (In the static part of `Indexed`, a refused
/// part took no bytes, so that as many at the end were not initialised.)
fn refused_parts_of_static_size<L: TestLayout>() {
    type Parts = (String, (char, [u16; 3]), Option<(bool, char)>);
    let path_of = |refused: usize| {
        let mut index = 0;
        let mut is_refused = || {
            index += 1;
            index - 1 == refused
        };
        let error = Packed::<Parts, L>::with_limits(&Limits::DEFAULT).build(|needs| {
            let parts = needs.fields().put("text");
            let parts = parts.with(|pair| {
                let fields = pair.fields();
                let fields = fields.with(|c| if is_refused() { c.refuse("a char") } else { c.put(&'c') });
                fields
                    .with(|array| array.array(|n, _| if is_refused() { n.refuse("a number") } else { n.put(&7) }))
                    .done()
            });
            let last = parts.with(|option| {
                let some = option.start_some();
                some.with(|pair| {
                    let pair = pair.fields().with(|b| if is_refused() { b.refuse("a bool") } else { b.put(&true) });
                    pair.put(&'z').done()
                })
                .done()
            });
            last.done()
        });
        error.unwrap_err().path().to_string()
    };
    let expected = [
        "(_, _, _).1 > (_, _).0",
        "(_, _, _).1 > (_, _).1 > [0]",
        "(_, _, _).1 > (_, _).1 > [1]",
        "(_, _, _).1 > (_, _).1 > [2]",
        "(_, _, _).2 > Option::Some.0 > (_, _).0",
    ];
    assert_eq!([0, 1, 2, 3, 4].map(path_of), expected);
}

/// An element that was refused is discarded, and another value of its type is written at its place. (The error had the
/// path to that.)
fn discarded_part<L: TestLayout>() {
    let error = Packed::<(Vec<(u8, bool)>, Option<bool>), L>::with_limits(&Limits::DEFAULT).build(|needs| {
        let fields = needs.fields().with(|items| {
            let discarded = items.sequence(1).push_option(|item| {
                _ = item.fields().put(&1).with(|flag| flag.refuse("a flag")).done();
                None
            });
            discarded.done()
        });
        fields.with(|option| option.start_some().put(&true).done()).done()
    });
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: "a flag" });
    assert!(error.path().is_empty(), "{error}");
}

/// After an element that was refused and discarded, another part is refused. (The walk to the first one read bytes that
/// were not initialised, after the second.)
fn discarded_parts<L: TestLayout>() {
    type Parts = (Vec<(u8, bool)>, Option<(u8, bool, char)>, Vec<String>);
    let error = Packed::<Parts, L>::with_limits(&Limits::DEFAULT).build(|needs| {
        let fields = needs.fields().with(|items| {
            let discarded = items.sequence(1).push_option(|item| {
                _ = item.fields().put(&1).with(|flag| flag.refuse("first")).done();
                None
            });
            discarded.done()
        });
        let fields = fields.with(|option| {
            let fields = option.start_some();
            fields.with(|parts| parts.fields().put(&2).with(|b| b.refuse("second")).put(&'z').done()).done()
        });
        fields.with(|words| words.items(["to", "be"], |needs, word| needs.put(word))).done()
    });
    let error = error.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: "first" });
    assert!(error.path().is_empty(), "{error}");
}

/// In this layout a mark precedes the count of a map. (The error had no path.)
#[test]
fn duplicate_keys_after_a_mark() {
    let error = Packed::<(u8, BTreeMap<u8, u8>, Vec<()>), Store>::with_limits(&Limits::DEFAULT).build(|needs| {
        let fields = needs.fields().put(&1);
        let fields = fields.with(|map| map.items([1, 1], |entry, key| entry.fields().put(&key).put(&0).done()));
        // (The walk to the map went on to these elements.)
        fields.with(|units| units.sequence(usize::MAX).done()).done()
    });
    assert_eq!(error.unwrap_err().path().to_string(), "(_, _, _).1");
}

/// Packs a path as text.
#[cfg(unix)]
enum Unicode {}

#[cfg(unix)]
impl PackWith<PathBuf> for Unicode {
    const NAME: &'static str = "path";
    type As = str;
    type Value<'v> = &'v str;

    fn pack(path: &PathBuf) -> Result<&str, &'static str> {
        path.to_str().ok_or("a path is not Unicode")
    }

    fn unpack(text: &str) -> Result<PathBuf, &'static str> {
        Ok(text.into())
    }
}

/// The error was "refused: a path is not Unicode, at byte 5".
#[test]
#[cfg(unix)]
fn a_path_that_is_not_unicode_has_a_path() {
    #[derive(Packable)]
    enum Tree {
        Leaf(#[packable(with = Unicode)] PathBuf),
        Node(Box<Tree>, Box<Tree>),
    }

    let leaf = |name: &[u8]| Box::new(Tree::Leaf(OsStr::from_bytes(name).into()));
    let tree = Tree::Node(leaf(b"a"), leaf(b"\xFF"));
    let error = Packed::<Tree, Compact>::with_limits(&Limits::DEFAULT).pack(&tree).unwrap_err();
    assert_eq!(error.to_string(), "refused: a path is not Unicode, at byte 5 in Tree::Node.1 > Tree::Leaf.0");
}
