//! Queries over records in columns: only the columns that are named are read, and the results are those of rows.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Cbor, Compact, Indexed, Layout, Packable};
use packed_data_columns::{ColumnSchema, Columns};
use packed_data_file::{BlockReader, Form, Options, repair_bytes};

use crate::common::Folder;

#[derive(Clone, Packable)]
#[packable(extensible)]
struct Item {
    price: f64,
    name: String,
    #[packable(default)]
    note: Option<String>,
}

#[derive(Clone, Packable)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Packable)]
enum Shape {
    Dot,
    Circle(f32),
    Box { width: u16, height: u16, inner: Option<Box<Shape>> },
    Many(Vec<Shape>),
}

#[derive(Clone, Packable)]
struct Code(u32);

#[derive(Clone, Packable)]
struct Order {
    number: u64,
    side: Side,
    code: Code,
    pair: (i32, String),
    item: Item,
    other: Option<Item>,
    items: Vec<Item>,
    shape: Shape,
    amounts: BTreeMap<String, (u32, i64)>,
    point: [i16; 3],
    bytes: Vec<u8>,
    at: std::time::Duration,
}

fn order(number: u64) -> Order {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
    let item = |number: u64| Item {
        price: (number % 40) as f64 / 4.0,
        name: format!("item {}", number % 7),
        note: (number.is_multiple_of(3)).then(|| format!("note {number}")),
    };
    let leaf = if mixed.is_multiple_of(2) { Shape::Dot } else { Shape::Circle(mixed as f32) };
    let shape = match mixed % 4 {
        0 => leaf,
        1 => Shape::Box {
            width: (mixed % 9) as u16,
            height: 2,
            inner: (mixed.is_multiple_of(3)).then(|| Box::new(leaf)),
        },
        2 => Shape::Many(vec![leaf; (mixed % 5) as usize]),
        _ => Shape::Circle(0.5),
    };
    Order {
        number,
        side: if mixed.is_multiple_of(3) { Side::Buy } else { Side::Sell },
        code: Code((mixed % 50) as u32),
        pair: (mixed as i32 % 10 - 5, format!("pair {}", mixed % 4)),
        item: item(mixed),
        other: (mixed % 5 > 1).then(|| item(mixed + 1)),
        items: (0..mixed % 4).map(|n| item(mixed + n)).collect(),
        shape,
        amounts: (0..mixed % 3).map(|n| (format!("k{n}"), (n as u32, -(mixed as i64)))).collect(),
        point: [1, (mixed % 3) as i16, -1],
        bytes: vec![7; (mixed % 3) as usize],
        at: std::time::Duration::new(mixed, 5),
    }
}

fn write<L: Layout>(path: &Path, count: u64, options: Options<Order, L>) {
    _ = fs::remove_file(path);
    let mut writer = options.create(path).unwrap();
    (0..count).for_each(|number| _ = writer.write(&order(number)).unwrap());
    writer.close().unwrap();
}

const CONDITIONS: &[&str] = &[
    "number = 17",
    "number >= 100 and number < 110",
    "side = \"Buy\" and code < 3",
    "pair[0] = 2 or pair[1] = \"pair 3\"",
    "item.price > 9 and not item.name = \"item 2\"",
    "other.price < 1",
    "other = null and item.note != null",
    "items[0].price > 5",
    "items[-1].name = \"item 4\"",
    "any(items, price > 9)",
    "all(items, price > 3) and number < 50",
    "shape.width = 4",
    "shape.Circle > 1",
    "shape = \"Dot\"",
    "shape.Many[1].Circle > 3 or shape.inner.Circle > 2",
    "amounts.k1[0] = 1",
    "amounts contains \"k0\"",
    "point[1] = 2",
    "item.note =~ \"9$\"",
    "number in (3, 5, 4000000)",
    "number < 0",
];

const OUTPUTS: &[&[&str]] = &[
    &[],
    &["--as", "rust"],
    &["--as", "csv"],
    &["--select", "number"],
    &["--select", "number, item.price, other.name", "--as", "csv"],
    &["--select", "shape, amounts, items"],
    &["--select", "items[0].note, shape.inner, pair[1]", "--as", "rust"],
    &["--select", "item, point", "--as", "diag"],
    &["--select", "code", "--sort", "-item.price, pair[0]", "--limit", "7"],
    &["--select", "side", "--sample", "5", "--seed", "3"],
    &["--group-by", "side, pair[0]", "--agg", "count, sum(item.price), max(other.name)"],
    &["--agg", "count, mean(code), min(point[1])"],
    &["--group-by", "shape", "--limit", "3"],
    &["--limit", "2"],
    &["--range", "90..300", "--select", "code"],
];

const COUNT: u64 = 250;

/// The same queries over rows and over columns, compressed or not, in layouts with parts and in another one.
#[test]
fn as_from_rows() {
    fn of<L: Layout>(folder: &Folder) {
        let options = || Options::<Order, L>::new().block_size(8_000);
        write(&folder.path("rows"), COUNT, options());
        write(&folder.path("columns"), COUNT, options().form(Form::Columns));
        let zstd = "zstd".parse().unwrap();
        write(&folder.path("small"), COUNT, options().form(Form::Columns).statistics(true).compress(zstd));
        let blocks = BlockReader::open(folder.path("columns")).unwrap();
        let forms: Vec<_> = (0..blocks.block_count()).map(|block| blocks.form(block)).collect();
        assert!(forms.len() > 3 && forms.iter().all(|form| *form == Some(1)), "{} {forms:?}", L::NAME);
        let mut found = 0;
        for (index, condition) in CONDITIONS.iter().enumerate() {
            let count = |name| folder.text(&["count", name, "--where", condition]);
            let expected = count("@rows");
            found += usize::from(expected != "0\n");
            assert_eq!((count("@columns"), count("@small")), (expected.clone(), expected), "{} {condition}", L::NAME);
            for output in OUTPUTS.iter().skip(index % 3).step_by(3) {
                let cat = |name| folder.text(&[&["cat", name, "--where", condition], *output].concat());
                let expected = cat("@rows");
                assert!(!expected.contains("! "), "{condition} {output:?}: {}", &expected[..expected.len().min(300)]);
                assert!(cat("@columns") == expected, "{} {condition} {output:?}", L::NAME);
                assert!(cat("@small") == expected, "{} {condition} {output:?}", L::NAME);
            }
        }
        assert!(found > CONDITIONS.len() - 4, "{found}");
        for output in OUTPUTS {
            let cat = |name| folder.text(&[&["cat", name], *output].concat());
            assert!(cat("@columns") == cat("@rows"), "{} {output:?}", L::NAME);
        }
        for line in [&["head", "--select", "code"][..], &["tail", "--select", "item.note, at", "-n", "3"]] {
            let ends = |name| folder.text(&[&line[..1], &[name], &line[1..]].concat());
            assert_eq!(ends("@columns"), ends("@rows"), "{} {line:?}", L::NAME);
        }
    }
    let folder = Folder::new();
    of::<Compact>(&folder);
    of::<Indexed>(&folder);
    of::<Cbor>(&folder);
}

/// Writes a file in which a column of the second block begins with a byte that no column begins with, and returns where
/// the block begins. Its checksum is right: a program wrote it so.
fn with_wrong_column(folder: &Folder, path: &str) -> u64 {
    write(&folder.path("columns"), 400, Options::<Order, Compact>::new().block_size(20_000).form(Form::Columns));
    let mut file = fs::read(folder.path("columns")).unwrap();
    let reader = BlockReader::open(folder.path("columns")).unwrap();
    let at = usize::try_from(reader.columns(1).unwrap().unwrap().offset()).unwrap();
    let header = BlockHeader::read(&file[at..]).unwrap();
    let payload = at + BlockHeader::SIZE..at + BlockHeader::SIZE + usize::try_from(header.stored).unwrap();
    let tree = ColumnSchema::of::<Order>();
    let columns = Columns::open_by(&tree, &file[payload.clone()]).unwrap();
    let column = (0..tree.len()).find(|column| tree.path(*column) == path).unwrap();
    let start = columns.span(column).start;
    file[payload.start + start] = 99;
    let header = BlockHeader { checksum: checksum(&file[payload]), ..header };
    file[at..at + BlockHeader::SIZE].copy_from_slice(&header.to_bytes());
    // (The index has the old checksum, so that the scan of `repair` makes the new one.)
    let (repaired, report) = repair_bytes(&file).unwrap();
    assert!(report.damage.is_empty());
    fs::write(folder.path("wrong"), repaired).unwrap();
    let blocks = BlockReader::open(folder.path("wrong")).unwrap();
    blocks.columns(1).unwrap().unwrap().offset()
}

#[test]
fn wrong_columns() {
    let folder = Folder::new();
    let offset = with_wrong_column(&folder, "item.name");
    for line in [
        &["count", "@wrong", "--where", "number >= 0"][..],
        &["cat", "@wrong", "--where", "item.price > 2", "--select", "code, shape, bytes, item.note"],
        &["cat", "@wrong", "--select", "number", "--sort", "-pair[0]"],
        &["cat", "@wrong", "--group-by", "side", "--agg", "sum(item.price)"],
        &["cat", "@wrong", "--where", "number < 5"],
    ] {
        let ran = folder.run(line);
        let whole = line.iter().map(|word| if *word == "@wrong" { "@columns" } else { *word }).collect::<Vec<_>>();
        assert!(ran.text() == folder.text(&whole), "{line:?} {}", ran.err);
        assert_eq!(ran.status, 0);
    }
    for line in [
        &["count", "@wrong", "--where", "item.name = \"item 1\""][..],
        &["cat", "@wrong", "--where", "number >= 0", "--select", "item"],
        &["cat", "@wrong", "--where", "number >= 0"],
        &["cat", "@wrong", "--select", "number", "--sort", "item.name"],
    ] {
        let ran = folder.run(line);
        assert_eq!(ran.status, 1, "{line:?}: {}", ran.text());
        let place = format!("in the block at byte {offset} of the file");
        assert!(ran.err.contains(&place) && ran.err.contains("in the column item.name"), "{line:?}: {}", ran.err);
        assert!(ran.err.contains(", at byte "), "{}", ran.err);
        // The records of all other blocks are there.
        assert!(!ran.out.is_empty());
    }
    // Bytes that changed after they were written are found by the checksum, whichever column has them.
    let mut file = fs::read(folder.path("columns")).unwrap();
    file[usize::try_from(offset).unwrap() + BlockHeader::SIZE + 40] ^= 1;
    fs::write(folder.path("columns"), file).unwrap();
    let ran = folder.run(&["count", "@columns", "--where", "number >= 0"]);
    assert!(ran.status == 1 && ran.err.contains("damaged: expected intact bytes"), "{}", ran.text());
}
