//! `packed hex` prints what the library's `dump` prints, and `cat --as rust` what `Debug` prints.

use crate::common;

use std::collections::{BTreeMap, BTreeSet};

use common::Folder;
use packed_data::layout::haskell::{
    Binary, Cereal, PackedData, PackedDataFieldSizes, PackedDataSkipLast, Serialise, Store,
};
use packed_data::types::Unknown;
use packed_data::{Cbor, Compact, Dump, Indexed, Layout, Packable, Packed};
use packed_data_schema::Schema;

#[derive(Debug, Packable)]
enum Shape {
    Dot,
    Circle { radius: f32, name: String },
    Lines(Vec<(u8, u16)>, Option<String>),
    Inside(Box<Shape>),
}

#[derive(Debug, Packable)]
struct All {
    texts: Vec<String>,
    number: u64,
    shapes: Vec<Shape>,
    bytes: Vec<u8>,
    flags: [bool; 3],
    map: BTreeMap<String, Option<i32>>,
    set: BTreeSet<u16>,
    arrays: [Vec<i8>; 2],
    letter: char,
    result: Result<u8, String>,
    unit: (),
    nested: (u8, (String, f64)),
}

#[derive(Debug, Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Debug, Packable)]
struct Grown {
    id: u32,
    #[packable(cbor_tag = 33)]
    link: String,
    #[packable(default)]
    more: Option<Vec<u8>>,
}

#[derive(Debug, Packable)]
struct Message {
    id: u32,
    name: String,
    event: Event,
    #[packable(default)]
    events: Vec<Event>,
    #[packable(default)]
    flag: bool,
    #[packable(default)]
    last: Option<Box<Event>>,
}

#[derive(Debug, Packable)]
enum Event {
    Nothing,
    Number(u16, Vec<u8>),
    Next(u8, Box<Event>),
    #[packable(other)]
    Other(Unknown),
}

/// A newer version of `Event`.
#[derive(Packable)]
#[packable(extensible)]
#[allow(dead_code)]
enum NewEvent {
    Nothing,
    Number(u16, Vec<u8>),
    Next(u8, Box<NewEvent>),
    Newer(String, u64),
}

fn message<L: Layout>() -> Message {
    let newer = Packed::<NewEvent, L>::pack(&NewEvent::Newer("new".into(), 7));
    let other = Packed::<Event, L>::from_slice(newer.as_bytes()).unwrap().unpack().unwrap();
    let next = Event::Next(1, Box::new(Event::Next(2, Box::new(Event::Number(500, vec![1, 2])))));
    let events = vec![Event::Nothing, next, other, Event::Number(3, vec![])];
    Message {
        id: 7,
        name: "ext".into(),
        event: Event::Nothing,
        events,
        flag: true,
        last: Some(Box::new(Event::Number(9, vec![4]))),
    }
}

fn all() -> All {
    let circle = Shape::Circle { radius: 0.5, name: "a circle with a name of more than sixteen bytes".into() };
    All {
        texts: vec!["one".into(), String::new(), "three".into()],
        number: 70_000,
        shapes: vec![
            Shape::Dot,
            circle,
            Shape::Lines(vec![(1, 2), (3, 400)], None),
            Shape::Lines(vec![], Some("x".into())),
            Shape::Inside(Box::new(Shape::Inside(Box::new(Shape::Dot)))),
        ],
        bytes: (0..40).collect(),
        flags: [true, false, true],
        map: [("a".into(), Some(-5)), ("b".into(), None)].into_iter().collect(),
        set: [3, 500].into_iter().collect(),
        arrays: [vec![-1, 2], vec![]],
        letter: 'ß',
        result: Err("no".into()),
        unit: (),
        nested: (9, ("in".into(), -1.5)),
    }
}

fn tree() -> Tree {
    let leaf = |number| Box::new(Tree::Leaf(number));
    Tree::Node(leaf(1), Box::new(Tree::Node(Box::new(Tree::Node(leaf(300), leaf(-4))), leaf(i64::MIN))))
}

/// Compares two dumps of invalid bytes. What is explained is the same, and so is the error. The command also explains
/// the head of the value that is wrong, which in `Indexed` is two numbers (the second is the size of the static part);
/// the library also truth values before one that is wrong, in the same array.
fn agree(found: &str, expected: &str, layout: &str) {
    let explained = |text: &str| -> Vec<String> {
        text.lines()
            .filter(|line| line.contains(" = ") || line.ends_with(": ends") || line.contains("^^"))
            .map(str::to_owned)
            .collect()
    };
    let (found, expected) = (explained(found), explained(expected));
    let missing = expected.iter().filter(|line| !found.contains(line)).count();
    let is_second_number = |line: &str| layout == "Indexed" && line.contains("static size = ");
    let is_more = |line: &&String| !(expected.contains(line) || is_second_number(line));
    let more = found.iter().filter(is_more).count();
    assert!(missing <= 2 && more <= 1, "{layout}: {found:#?} {expected:#?}");
    assert_eq!(found.last(), expected.last(), "{layout}");
}

fn compare<T: Packable + std::fmt::Debug, L: Layout>(value: &T) {
    let folder = Folder::new();
    let packed = Packed::<T, L>::pack(value);
    folder.write("schema", Schema::of::<T>().to_string());
    let flags = ["-", "--schema", "@schema", "--layout", L::NAME];
    let ran = folder.run_with(&[&["hex"], &flags[..]].concat(), packed.as_bytes());
    assert_eq!(ran.text(), packed.dump().to_string(), "{}", L::NAME);
    let ran = folder.run_with(&[&["cat", "--as", "rust"], &flags[..]].concat(), packed.as_bytes());
    assert_eq!(ran.text(), format!("{value:?}\n"), "{}", L::NAME);
    // What is invalid is marked in the same place, after the same lines.
    let bytes = packed.as_bytes();
    for at in 0..bytes.len() {
        let mut changed = bytes.to_vec();
        changed[at] ^= 0x81;
        for bytes in [&bytes[..at], &changed] {
            let dump = Dump::of_bytes::<T, L>(bytes);
            if dump.error().is_some() {
                let ran = folder.run_with(&[&["hex"], &flags[..]].concat(), bytes);
                agree(&String::from_utf8_lossy(&ran.out), &dump.to_string(), L::NAME);
                assert_eq!(ran.status, 1);
            }
        }
    }
}

#[test]
fn compact() {
    compare::<All, Compact>(&all());
    compare::<Tree, Compact>(&tree());
    compare::<Message, Compact>(&message::<Compact>());
    compare::<Grown, Compact>(&Grown { id: 1, link: "x".into(), more: None });
}

#[test]
fn indexed() {
    compare::<All, Indexed>(&all());
    compare::<Tree, Indexed>(&tree());
    compare::<Message, Indexed>(&message::<Indexed>());
    compare::<Grown, Indexed>(&Grown { id: 1, link: "x".into(), more: None });
}

/// What the type does not know is marked as the library marks it.
#[test]
fn newer_versions() {
    #[derive(Packable)]
    #[packable(extensible)]
    #[allow(dead_code)]
    struct NewGrown {
        id: u32,
        #[packable(cbor_tag = 33)]
        link: String,
        #[packable(default)]
        more: Option<Vec<u8>>,
        #[packable(default)]
        number: u64,
        #[packable(default)]
        text: String,
    }

    fn compare<L: Layout>() {
        let new = NewGrown { id: 1, link: "x".into(), more: Some(vec![1]), number: 5, text: "new".into() };
        let new = Packed::<NewGrown, L>::pack(&new);
        let packed = Packed::<Grown, L>::from_slice(new.as_bytes()).unwrap();
        let folder = Folder::new();
        folder.write("schema", Schema::of::<Grown>().to_string());
        let ran = folder.run_with(&["hex", "-", "--schema", "@schema", "--layout", L::NAME], packed.as_bytes());
        let ends = |text: &str| -> Vec<String> {
            text.lines().map(|line| line.trim_end_matches("unknown").trim_end_matches(": ").to_owned()).collect()
        };
        // (Bytes that are not known belong to no field, so the two name different paths.)
        let (found, expected) = (ends(&ran.text()), ends(&packed.dump().to_string()));
        assert_eq!(found.len(), expected.len(), "{}: {}", L::NAME, ran.text());
        assert!(ran.text().contains("unknown"), "{}", ran.text());
        for (found, expected) in found.iter().zip(&expected).filter(|(found, _)| found.contains(" = ")) {
            assert_eq!(found, expected);
        }
    }

    compare::<Compact>();
    compare::<Indexed>();
}

#[test]
fn cbor() {
    compare::<All, Cbor>(&all());
    compare::<Tree, Cbor>(&tree());
    compare::<Grown, Cbor>(&Grown { id: 1, link: "x".into(), more: Some(vec![1]) });
    compare::<Grown, Cbor>(&Grown { id: 1, link: "x".into(), more: None });
}

#[test]
fn haskell() {
    compare::<Tree, PackedData>(&tree());
    compare::<Tree, PackedDataFieldSizes>(&tree());
    compare::<Tree, PackedDataSkipLast>(&tree());
    compare::<Tree, Store>(&tree());
    compare::<Tree, Cereal>(&tree());
    compare::<Tree, Binary>(&tree());
    compare::<Tree, Serialise>(&tree());
}
