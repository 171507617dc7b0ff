//! The tables of the book's pages on the layouts, and of the page on the architecture: every row is checked.
//!
//! Each page has tables of `| type | value | bytes |`. The rows are listed here by type and value. A row that is not
//! listed is an error, so none is skipped. Bytes are pairs of hexadecimal digits; `09 * 251` is 251 times the same
//! byte.

use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU8;
use std::path::Path;
use std::time::Duration;

use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed};

/// A type, a value, and its bytes in each of the layouts whose pages are checked here.
struct Row {
    ty: &'static str,
    value: &'static str,
    compact: fn() -> Vec<u8>,
    indexed: fn() -> Vec<u8>,
    cbor: fn() -> Vec<u8>,
}

/// The types of the pages, as they are printed there.
mod types {
    use packed_data::Packable;

    #[derive(Packable)]
    pub(super) enum Tree {
        Leaf(i64),
        Node(Box<Tree>, Box<Tree>),
    }

    #[derive(Packable)]
    pub(super) struct Person {
        pub(super) name: String,
        pub(super) age: u8,
        #[packable(default)]
        pub(super) email: String,
        #[packable(default)]
        pub(super) visits: u16,
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub(super) enum Chain {
        End,
        Link(u8, Box<Chain>),
    }

    #[derive(Packable)]
    #[packable(extensible)]
    pub(super) struct Note;

    #[derive(Packable)]
    pub(super) enum Shape {
        Empty,
        Circle(f32),
        Rectangle { width: u16, height: u16 },
    }

    #[derive(Packable)]
    pub(super) struct Point {
        pub(super) x: i32,
        pub(super) y: i32,
    }

    #[derive(Packable)]
    pub(super) struct Entry {
        pub(super) name: Option<String>,
        pub(super) tags: Vec<String>,
        pub(super) size: Option<u32>,
    }

    #[derive(Packable)]
    pub(super) struct Unit;
}

use types::*;

fn packed<T: Packable, L: Layout>(value: T) -> Vec<u8> {
    let bytes = Packed::<T, L>::pack(&value).into_inner();
    assert!(Packed::<T, L, _>::from_bytes(bytes.as_slice()).is_ok());
    bytes
}

/// Rows written in Rust: the type, then the values.
macro_rules! rows {
    ($($T:ty => $($value:expr),+;)+) => {
        vec![$($(row!($T, $value)),+),+]
    };
}

macro_rules! row {
    ($T:ty, $value:expr) => {
        Row {
            ty: stringify!($T),
            value: stringify!($value),
            compact: || packed::<$T, Compact>($value),
            indexed: || packed::<$T, Indexed>($value),
            cbor: || packed::<$T, Cbor>($value),
        }
    };
}

fn rows() -> Vec<Row> {
    rows! {
        u8 => 7;
        i16 => -2;
        u32 => 0x01020304;
        i64 => -1, i64::MIN;
        u64 => u64::MAX;
        u128 => 1, 1 << 64;
        i128 => -1 - (1 << 64);
        usize => 5;
        f32 => 1.0, 0.1;
        f64 => -2.0, 0.1, 100_000.0, f64::INFINITY, f64::NAN, -0.0;
        bool => true;
        char => 'é';
        () => ();
        NonZeroU8 => NonZeroU8::MIN;
        Duration => Duration::new(1, 2);
        String => "".to_string(), "héllo".to_string(), "x".repeat(252);
        Vec<u8> => vec![], vec![1, 2, 3], vec![9; 251], vec![9; 252], vec![9; 65_536];
        Vec<u16> => vec![1, 2];
        Vec<bool> => vec![true, false];
        Vec<()> => vec![(), ()];
        Vec<String> => vec![], vec!["a".to_string(), "bc".to_string()], vec!["x".repeat(300)];
        Vec<Option<u8>> => vec![Some(1), None];
        Vec<Vec<u8>> => vec![vec![1], vec![]];
        [u16; 2] => [1, 2];
        [Option<u8>; 2] => [None, Some(1)];
        [String; 2] => ["a".to_string(), "b".to_string()];
        (u8, u16) => (1, 2);
        (u8, String, u8) => (1, "a".to_string(), 2);
        (Option<u8>, u8) => (Some(7), 8);
        (u8, Option<u8>) => (8, Some(7));
        ((String, u8), u8) => (("a".to_string(), 1), 2);
        Option<u8> => None, Some(1);
        Option<Option<u8>> => Some(None);
        Result<u8, String> => Ok(1), Err("e".to_string());
        BTreeMap<String, u8> => BTreeMap::from([("b".to_string(), 2), ("a".to_string(), 1)]);
        BTreeMap<i8, bool> => BTreeMap::from([(-1, true), (1, false)]);
        BTreeMap<u16, bool> => BTreeMap::from([(10, true), (100, false)]);
        BTreeMap<u8, Option<u8>> => BTreeMap::from([(2, None), (1, Some(3))]);
        BTreeSet<i8> => BTreeSet::from([1, -1, 0]);
        Unit => Unit;
        Point => Point { x: 1, y: -1 };
        Shape => Shape::Empty, Shape::Circle(1.0), Shape::Rectangle { width: 3, height: 4 };
        Entry => Entry { name: Some("a".to_string()), tags: vec!["b".to_string()], size: None };
        Tree => Tree::Leaf(5), Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
        Person => Person { name: "a".to_string(), age: 9, email: "b".to_string(), visits: 5 },
            Person { name: "x".repeat(248), age: 9, email: "".to_string(), visits: 5 };
        (Person, u8) => (Person { name: "".to_string(), age: 9, email: "".to_string(), visits: 5 }, 1);
        Chain => Chain::End, Chain::Link(7, Box::new(Chain::End));
        Vec<Chain> => vec![Chain::End, Chain::Link(7, Box::new(Chain::End))];
        Note => Note;
        Box<Tree> => Box::new(Tree::Leaf(5));
    }
}

/// Returns bytes in the notation of the pages: pairs of hexadecimal digits; many equal bytes are `00 * 251`.
fn hex(bytes: &[u8]) -> String {
    let runs = bytes.chunk_by(|a, b| a == b).map(|run| match run {
        [first, ..] if run.len() > 16 => format!("{first:02x} * {}", run.len()),
        _ => run.iter().map(|byte| format!("{byte:02x}")).collect::<Vec<_>>().join(" "),
    });
    runs.collect::<Vec<_>>().join(" ")
}

/// Returns the content of a cell without its backticks.
fn code(cell: &str) -> String {
    cell.trim().trim_matches('`').split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns the rows of all tables with the agreed header, each with its line number.
fn table_rows(page: &str) -> Vec<(usize, [String; 3])> {
    let cells = |line: &str| -> Vec<String> {
        let line = line.trim();
        let inner = line.strip_prefix('|').and_then(|line| line.strip_suffix('|'));
        inner.map(|inner| inner.split('|').map(code).collect()).unwrap_or_default()
    };
    let (mut rows, mut inside) = (Vec::new(), false);
    for (number, line) in page.lines().enumerate() {
        let cells = cells(line);
        if cells == ["type", "value", "bytes"] {
            inside = true;
        } else if cells.is_empty() {
            inside = false;
        } else if inside && !cells.iter().all(|cell| cell.chars().all(|c| c == '-' || c == ':')) {
            let row =
                cells.try_into().unwrap_or_else(|cells| panic!("line {}: not three cells: {cells:?}", number + 1));
            rows.push((number + 1, row));
        }
    }
    rows
}

fn check_page(name: &str, bytes_of: fn(&Row) -> Vec<u8>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/layouts").join(name);
    let rows = rows();
    let table = || {
        let lines = rows.iter().map(|row| {
            let bytes = hex(&bytes_of(row));
            let bytes = if bytes.is_empty() { String::new() } else { format!("`{bytes}`") };
            format!("| `{}` | `{}` | {bytes} |", row.ty, row.value)
        });
        ["| type | value | bytes |".to_string(), "|---|---|---|".to_string()]
            .into_iter()
            .chain(lines)
            .collect::<Vec<_>>()
            .join("\n")
    };
    let page =
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{name}: {error}; the listed rows:\n{}", table()));
    let found = table_rows(&page);
    assert!(found.len() >= 20, "{name} has {} rows; the listed rows:\n{}", found.len(), table());
    for (line, [ty, value, bytes]) in found {
        let Some(row) = rows.iter().find(|row| code(row.ty) == ty && code(row.value) == value) else {
            panic!("{name}:{line}: no row `{ty}`, `{value}` is listed; add it to `rows`:\n{}", table());
        };
        assert_eq!(bytes.to_lowercase(), hex(&bytes_of(row)), "{name}:{line}: `{value}` of `{ty}`");
    }
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn compact() {
    check_page("compact.md", |row| (row.compact)());
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn indexed() {
    check_page("indexed.md", |row| (row.indexed)());
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn cbor() {
    check_page("cbor.md", |row| (row.cbor)());
}

/// Returns the bytes of the cells of a column, in each of which an offset precedes the bytes: `3: 01 02`.
fn bytes_at_offsets(cells: impl Iterator<Item = String>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let cells = cells.filter(|cell| !cell.is_empty()).map(|cell| match cell.split_once(": ") {
        Some((offset, digits)) => (offset.parse::<usize>().expect("an offset"), digits.to_string()),
        None => panic!("no offset: `{cell}`"),
    });
    // (In `Indexed` a field may be stored before those that are declared before it.)
    for (offset, digits) in cells.collect::<std::collections::BTreeMap<_, _>>() {
        assert_eq!(offset, bytes.len(), "the offset of `{digits}`");
        bytes.extend(digits.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("pairs of digits")));
    }
    bytes
}

#[test]
#[cfg_attr(miri, ignore = "reads files")]
fn architecture() {
    #[derive(Packable)]
    struct Entry {
        name: String,
        tree: Tree,
        number: u16,
    }

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/architecture.md");
    let page = std::fs::read_to_string(path).expect("the page");
    let rows = page.lines().skip_while(|line| *line != "| part | Compact | Indexed | Cbor |").skip(2);
    let rows: Vec<&str> = rows.take_while(|line| line.starts_with('|')).collect();
    let column = |index| bytes_at_offsets(rows.iter().map(|row| code(row.split('|').nth(index).expect("a cell"))));
    let tree = || Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    let entry = || Entry { name: "hi".to_string(), tree: tree(), number: 7 };
    assert_eq!(hex(&column(2)), hex(&packed::<Entry, Compact>(entry())), "Compact");
    assert_eq!(hex(&column(3)), hex(&packed::<Entry, Indexed>(entry())), "Indexed");
    assert_eq!(hex(&column(4)), hex(&packed::<Entry, Cbor>(entry())), "Cbor");
}

#[test]
fn tables_are_found() {
    let page = "text\n\n| type | value | bytes |\n|---|:-:|---|\n| `u8` | `7` | `07` |\n| `()` | `()` | |\n\n| a | b | c |\n|---|---|---|\n| d | e | f |\n";
    let rows = table_rows(page);
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[0], (5, ["u8", "7", "07"].map(String::from)));
    assert_eq!(rows[1], (6, ["()", "()", ""].map(String::from)));
    assert_eq!(hex(&[1, 0xAB]), "01 ab");
    assert_eq!(hex(&[[0; 17].as_slice(), &[1]].concat()), "00 * 17 01");
}
