//! Statistics of blocks: which blocks a reader passes, in files of every kind and after every mishap.

use std::fs;
use std::path::Path;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, Indexed, Packable, Packed};
use packed_data_file::{BlockReader, Blocks, Options, RawWriter, Records, repair, upgrade};
use packed_data_schema::Schema;
use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::statistics::Statistics;

use crate::records::Folder;

#[derive(Packable)]
#[packable(extensible)]
struct Reading {
    time: u64,
    place: String,
    #[packable(default)]
    value: Option<f64>,
}

fn reading(number: u64) -> Reading {
    let value = if number.is_multiple_of(5) { None } else { Some(number as f64 / 2.0) };
    Reading { time: 10 * number, place: format!("place {}", number / 100), value }
}

fn options() -> Options<Reading, Compact> {
    Options::new().block_size(500).statistics(true)
}

fn written(path: &Path, options: Options<Reading, Compact>, count: u64) {
    let mut writer = options.create(path).unwrap();
    (0..count).for_each(|number| assert_eq!(writer.write(&reading(number)).unwrap(), number));
    writer.close().unwrap();
}

const CONDITIONS: [&str; 8] = [
    "time = 5000",
    "time >= 1000 and time < 1500",
    "place = \"place 3\"",
    "place < \"place 2\" and not time < 500",
    "value = null and time > 9000",
    "value > 400",
    "time < 0",
    "not (time <= 9800 or value > 600)",
];

/// Returns which blocks may have records that fulfil a condition; the others have none.
fn selected(path: &Path, text: &str) -> Vec<bool> {
    let file = Records::<Reading, Compact>::open(path).unwrap();
    let schema = Schema::parse(&file.blocks().header().schema).unwrap();
    let codec = schema.codec("Compact".parse().unwrap()).unwrap();
    let condition = Condition::parse(text, &schema, 0).unwrap();
    let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).unwrap();
    let pruner = Pruner::new(&schema, &condition, Logic::TwoValued);
    let may_match = |statistics: &Statistics| pruner.may_match(statistics);
    let selected = file.blocks().select(may_match);
    assert_eq!(BlockReader::open(path).unwrap().select(may_match), selected);
    for (block, selected) in selected.iter().enumerate() {
        let Ok(block) = file.blocks().block(block) else { continue };
        let matches = (0..block.len()).any(|index| filter.matches_bytes(block.get(index).unwrap()));
        assert!(*selected || !matches, "{text}");
    }
    selected
}

fn count(path: &Path, text: &str) -> usize {
    selected(path, text).into_iter().filter(|selected| *selected).count()
}

#[test]
fn blocks_are_passed() {
    for method in ["none", "zstd", "lz4"] {
        let Ok(method) = method.parse() else { continue };
        let folder = Folder::new();
        let path = folder.file("readings");
        written(&path, options().compress(method).key(|reading| reading.view_time()), 1000);
        let blocks = Blocks::open(&path).unwrap().block_count();
        assert!(blocks > 40);
        let counts = CONDITIONS.map(|text| count(&path, text));
        assert!(counts[0] == 1 && counts[1] <= 5 && counts[2] <= 8 && counts[3] <= 12, "{counts:?}");
        assert!(counts[4] <= blocks / 8 && counts[5] <= blocks / 4 && counts[6] == 0 && counts[7] <= 2, "{counts:?}");
        // Of a condition on which statistics say nothing, and of one on all records, no block is passed.
        assert_eq!((count(&path, "time != 7"), count(&path, "place != \"place\"")), (blocks, blocks));
    }
}

trait Time {
    fn view_time(&self) -> u64;
}

impl Time for Packed<Reading, Compact, &[u8]> {
    fn view_time(&self) -> u64 {
        self.get(|reading: ReadingNames| reading.time)
    }
}

#[test]
fn without_statistics() {
    let folder = Folder::new();
    let path = folder.file("readings");
    written(&path, options().statistics(false), 300);
    assert!(selected(&path, "time < 0").iter().all(|selected| *selected));
    // Blocks that are appended have some.
    let mut writer = options().append(&path).unwrap();
    (300..600).for_each(|number| assert_eq!(writer.write(&reading(number)).unwrap(), number));
    writer.close().unwrap();
    let selected = selected(&path, "time < 0");
    let blocks = Blocks::open(&path).unwrap();
    let first = blocks.block_of(300).unwrap();
    assert!(selected[..first].iter().all(|selected| *selected));
    assert!(selected[first..].iter().all(|selected| !*selected));
}

/// A writer that does not close the file has written the statistics of most blocks.
#[test]
fn unclosed_and_appended() {
    let folder = Folder::new();
    let path = folder.file("readings");
    let mut writer = options().create(&path).unwrap();
    for number in 0..10_000 {
        writer.write(&reading(number)).unwrap();
    }
    writer.flush().unwrap();
    fs::copy(&path, folder.file("killed")).unwrap();
    drop(writer);
    let blocks = Blocks::open(&path).unwrap();
    assert!(!blocks.has_index() && blocks.block_count() > 400);
    assert_eq!(count(&path, "time < 0"), 0);
    let killed = folder.file("killed");
    let unknown = selected(&killed, "time < 0");
    assert!(unknown.iter().filter(|selected| **selected).count() < 200);
    assert!(unknown.is_sorted());
    // Closed later.
    let mut writer = options().append(&killed).unwrap();
    writer.write(&reading(10_000)).unwrap();
    writer.close().unwrap();
    assert!(Blocks::open(&killed).unwrap().has_index());
    assert!(count(&killed, "time < 0") < 200);
    assert!(!selected(&killed, "time < 0").last().unwrap());
}

/// Records are lost, and the others get other numbers: their statistics stay theirs.
#[test]
fn repaired() {
    let folder = Folder::new();
    let (path, saved) = (folder.file("readings"), folder.file("saved"));
    written(&path, options(), 1000);
    let before = CONDITIONS.map(|text| count(&path, text));
    let mut bytes = fs::read(&path).unwrap();
    let blocks = Blocks::from_bytes(&bytes).unwrap();
    let (offset, numbers) = (blocks.block(3).unwrap().offset() as usize, blocks.numbers(3).unwrap());
    bytes[offset + BlockHeader::SIZE] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let report = repair(&path, &saved).unwrap();
    assert_eq!((report.lost, report.left_out), (vec![numbers], 0));
    for (text, before) in CONDITIONS.iter().zip(before) {
        let after = count(&saved, text);
        assert!((before.saturating_sub(1)..=before).contains(&after), "{text}: {before}, then {after}");
    }
    assert!(Blocks::open(&saved).unwrap().lost().is_empty());
    // Once more, it stays as it is.
    let again = folder.file("again");
    repair(&saved, &again).unwrap();
    assert_eq!(fs::read(&saved).unwrap().len(), fs::read(&again).unwrap().len());
}

/// The columns of the newer type are others: the statistics of the older one say nothing of them.
#[test]
fn upgraded() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Newer {
        time: u64,
        place: String,
        #[packable(default)]
        value: Option<f64>,
        #[packable(default)]
        by: String,
    }
    let folder = Folder::new();
    let path = folder.file("readings");
    written(&path, options(), 1000);
    assert!(upgrade::<Newer, Compact>(&path).unwrap().is_some());
    let mut writer = Options::<Newer, Compact>::new().statistics(true).append(&path).unwrap();
    let newer = Newer { time: 7, place: String::new(), value: None, by: "hand".into() };
    writer.write(&newer).unwrap();
    writer.close().unwrap();
    let file = Blocks::open(&path).unwrap();
    let selected = file.select(|_| false);
    assert!(selected[..selected.len() - 1].iter().all(|selected| *selected) && !selected.last().unwrap());
}

/// Statistics that were changed: an error of the checksum passes them, and a lie hides records, no more.
#[test]
fn damaged_and_hostile() {
    let folder = Folder::new();
    let path = folder.file("readings");
    written(&path, options(), 200);
    let file = fs::read(&path).unwrap();
    let (mut at, mut header) = (16, None);
    while let Some(found) = BlockHeader::read(&file[at..]).filter(|found| found.kind != 6) {
        at += found.size().unwrap();
        header = Some(found);
    }
    let found = BlockHeader::read(&file[at..]).unwrap();
    assert!(header.is_some() && found.kind == 6 && found.first == 200);
    let start = at + BlockHeader::SIZE;
    for byte in 0..found.stored as usize {
        let mut bytes = file.clone();
        bytes[start + byte] ^= 0x11;
        let blocks = Blocks::from_bytes(bytes.as_slice()).unwrap();
        assert!(blocks.select(|_| false).iter().all(|selected| *selected));
        assert_eq!(blocks.check().records, 200);
        // With a right checksum, in a file without an index.
        let payload = bytes[start..start + found.stored as usize].to_vec();
        let BlockHeader { checksum, .. } = BlockHeader::of_payload(found.id, 6, &payload);
        bytes[at..start].copy_from_slice(&BlockHeader { checksum, ..found }.to_bytes());
        bytes.truncate(start + payload.len());
        let blocks = Blocks::from_bytes(bytes.as_slice()).unwrap();
        let mut seen = 0;
        let selected = blocks.select(|statistics| {
            seen += 1;
            statistics.columns.len() > 1
        });
        assert!(selected.len() == blocks.block_count() && seen <= blocks.block_count());
        assert_eq!(blocks.check().records, 200);
    }
}

/// Of a layout or a schema that is not known there are none.
#[test]
fn unknown_types() {
    let folder = Folder::new();
    for (name, layout, schema) in [("a", "Another", "packed-data schema 1\nstr\n"), ("b", "Compact", "no schema\n")] {
        let path = folder.file(name);
        let mut writer = RawWriter::create(&path, layout, schema, &[]).unwrap().statistics(true);
        writer.write(b"\x02to").unwrap();
        writer.close().unwrap();
        let blocks = Blocks::open(&path).unwrap();
        assert_eq!((blocks.select(|_| false), blocks.len()), (vec![true], 1));
    }
    // And bytes that are no records of the type are no reason for a panic.
    let path = folder.file("c");
    let schema = Schema::of::<(String, u64)>().to_string();
    let mut writer = RawWriter::create(&path, "Indexed", &schema, &[]).unwrap().statistics(true);
    writer.write(b"\xFFto").unwrap();
    writer.close().unwrap();
    assert!(Records::<(String, u64), Indexed>::open(&path).unwrap().get(0).is_err());
}
