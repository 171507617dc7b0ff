//! Values and their bytes, as files have them that the real crates wrote: `vectors/bincode.jsonl`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use packed_data::Packed;
use packed_data::layout::bincode::{Legacy, Standard};
use serde::Deserialize;
use serde_json::Value;

use crate::both::{BincodeLayout, Both, packed};
use crate::shapes::{Choices, Command, Direction, Newtype, Pair, Single, Tree, Unit};

/// A line of the file.
#[derive(Deserialize)]
struct Line {
    format: String,
    r#type: String,
    value: Value,
    hex: String,
}

fn path() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("vectors/bincode.jsonl")
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        write!(text, "{byte:02x}").unwrap();
        text
    })
}

/// Asserts that a value is written as these bytes, and read from them.
fn check_in<T: Both, L: BincodeLayout>(line: &Line) {
    let value: T = serde_json::from_value(line.value.clone()).unwrap();
    let bytes = packed::<T, L>(&value);
    assert_eq!(hex(&bytes), line.hex, "{} {}: {}", line.format, line.r#type, line.value);
    let read = Packed::<T, L>::from_vec(bytes).unwrap().unpack().unwrap();
    assert_eq!(serde_json::to_value(&read).unwrap(), line.value, "{} {}", line.format, line.r#type);
}

fn check<T: Both>(line: &Line) {
    match &*line.format {
        "bincode 1.3.3" => check_in::<T, Legacy>(line),
        "bincode 2.0.1" => check_in::<T, Standard>(line),
        other => panic!("unknown format `{other}`"),
    }
}

/// Appends the lines of a value: what each crate writes.
fn add<T: Both>(ty: &str, value: &T, out: &mut String) {
    let json = serde_json::to_value(value).unwrap();
    let old = bincode_1::serialize(value).unwrap();
    let new = bincode_2::encode_to_vec(value, bincode_2::config::standard()).unwrap();
    for (format, bytes) in [("bincode 1.3.3", old), ("bincode 2.0.1", new)] {
        let hex = hex(&bytes);
        writeln!(out, r#"{{"format": "{format}", "type": "{ty}", "value": {json}, "hex": "{hex}"}}"#).unwrap();
    }
}

/// Declares the types of the file, with the values that it is made of.
macro_rules! types {
    ($($T:ty => $($value:expr),+;)+) => {
        fn check_line(line: &Line) {
            match &*line.r#type {
                $(stringify!($T) => check::<$T>(line),)+
                other => panic!("unknown type `{other}`"),
            }
        }

        fn written() -> String {
            let mut out = String::new();
            $($(add::<$T>(stringify!($T), &$value, &mut out);)+)+
            out
        }
    };
}

types! {
    bool => false, true;
    u8 => 0, 251, 255;
    u16 => 250, 251, 65_535;
    u32 => 65_535, 65_536, u32::MAX;
    u64 => 4_294_967_295, 4_294_967_296, u64::MAX;
    i8 => -128, 127;
    i16 => -125, -126, 125, 126, i16::MIN;
    i64 => -1, i64::MIN, i64::MAX;
    char => 'a', 'λ', '€', '😀';
    f64 => 0.1, -1.5;
    String => String::new(), "héllo λ".to_string();
    Vec<u16> => vec![], vec![1, 300];
    [u16; 3] => [1, 2, 300];
    Option<u32> => None, Some(70_000);
    BTreeMap<String, i32> => BTreeMap::from([("b".to_string(), -1), ("a".to_string(), 300)]);
    BTreeSet<i8> => BTreeSet::from([2, -1]);
    Unit => Unit;
    Newtype => Newtype(5);
    Single => Single::Only(7);
    Direction => Direction::North, Direction::West;
    Pair<u8, Newtype> => Pair { first: 1, second: Newtype(300) };
    Tree => Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-300)));
    Command =>
        Command::Stop,
        Command::Move(-300, 1 << 40),
        Command::Say { text: "hi".to_string(), to: Some(Box::new(Command::Turn(Direction::East))) },
        Command::All(vec![Command::Stop, Command::Turn(Direction::South)]);
    Choices =>
        Choices { some: Some(1), nested: Some(Some(true)), unit: None, result: Err(Direction::East), boxed: None },
        Choices { some: None, nested: None, unit: None, result: Ok("yes".to_string()), boxed: None };
}

#[test]
fn each_line() {
    if std::env::var_os("UPDATE_VECTORS").is_some() {
        std::fs::write(path(), written()).unwrap();
    }
    let text = std::fs::read_to_string(path()).unwrap();
    for line in text.lines() {
        check_line(&serde_json::from_str(line).unwrap());
    }
    assert_eq!(text.lines().count(), written().lines().count());
}
