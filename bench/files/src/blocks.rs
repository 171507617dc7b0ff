//! What is done to blocks: their statistics, by which a query passes them, and their compression.

use std::fs;
use std::path::Path;

use packed_data::{Compact, Indexed, Layout, Limits, Packed};
use packed_data_file::{Blocks, Compression, Options, RawWriter};
use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::{LayoutId, Schema, Value};

use super::peers::{Contestant, times};
use crate::record::Record;

/// What is measured: a name, and the contestants, of which the first is compared with.
pub(crate) type Table<'c> = (String, Vec<Contestant<'c>>);

fn options<L: Layout>() -> Options<Record, L> {
    Options::new()
}

pub(crate) fn write<L: Layout>(records: &[Record], path: &Path, options: Options<Record, L>) -> u64 {
    let _ = fs::remove_file(path);
    let mut writer = options.create(path).expect("a file");
    records.iter().for_each(|record| assert!(writer.write(record).is_ok()));
    writer.close().expect("a file");
    records.len() as u64
}

/// Writes records that are packed already, as the command does.
fn write_packed<L: Layout>(records: &[Vec<u8>], path: &Path, statistics: bool) -> u64 {
    let _ = fs::remove_file(path);
    let schema = Schema::of::<Record>().to_string();
    let mut writer = RawWriter::create(path, L::NAME, &schema, &[]).expect("a file").statistics(statistics);
    records.iter().for_each(|record| assert!(writer.write(record).is_ok()));
    writer.close().expect("a file");
    records.len() as u64
}

/// Calls `f` with each record that fulfils a condition. As in the command, each is checked by the schema, then tested.
pub(crate) fn query(path: &Path, condition: &str, with_statistics: bool, mut f: impl FnMut(Value<'_>)) {
    // SAFETY: nothing changes the file.
    let blocks = unsafe { Blocks::open_mapped(path) }.expect("a file");
    let schema = Schema::parse(&blocks.header().schema).expect("a schema");
    let codec = schema.codec(blocks.header().layout.parse::<LayoutId>().expect("a layout")).expect("a codec");
    let condition = Condition::parse(condition, &schema, 0).expect("a condition");
    let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued).expect("a condition on records");
    let pruner = Pruner::new(&schema, &condition, Logic::TwoValued);
    let selected = blocks.select(|statistics| !with_statistics || pruner.may_match(statistics));
    for (index, _) in selected.iter().enumerate().filter(|(_, selected)| **selected) {
        let block = blocks.block(index).expect("an intact block");
        for record in (0..block.len()).filter_map(|index| block.get(index)) {
            let value = codec.read(record, &Limits::DEFAULT).expect("a record");
            if filter.matches_bytes(record) {
                f(value);
            }
        }
    }
}

/// Counts the records that fulfil a condition.
fn count(path: &Path, condition: &str, with_statistics: bool) -> u64 {
    let mut count = 0;
    query(path, condition, with_statistics, |_| count += 1);
    count
}

/// Reads every record, of a mapped file.
fn scan(path: &Path) -> u64 {
    // SAFETY: nothing changes the file.
    let file = unsafe { packed_data_file::Records::<Record, Compact, _>::open_mapped(path) }.expect("a file");
    file.for_each(|_, record| _ = record.as_bytes()).0
}

fn of_layout<'c, L: Layout>(records: &'c [Record], folder: &'c Path) -> Vec<Table<'c>> {
    let (path, with) = (folder.join(format!("{}-plain", L::NAME)), folder.join(format!("{}-statistics", L::NAME)));
    write(records, &path, options::<L>());
    write(records, &with, options::<L>().statistics(true));
    let packed: Vec<_> = records.iter().map(|record| Packed::<Record, L>::pack(record).into_inner()).collect();
    let packed = std::rc::Rc::new(packed);
    let again = packed.clone();
    let (plain, raw, raw_with) = (path.clone(), folder.join("raw"), folder.join("raw-statistics"));
    let write_with = with.clone();
    let mut tables = vec![
        (
            format!("write, {}", L::NAME),
            vec![
                Contestant::new("no statistics", move || write(records, &plain, options::<L>())),
                Contestant::new("statistics", move || write(records, &write_with, options::<L>().statistics(true))),
            ],
        ),
        (
            format!("write records that are packed, {}", L::NAME),
            vec![
                Contestant::new("no statistics", move || write_packed::<L>(&packed, &raw, false)),
                Contestant::new("statistics", move || write_packed::<L>(&again, &raw_with, true)),
            ],
        ),
    ];
    let times = times(records.len());
    let clustered = format!("time >= {} and time < {}", times.start, times.end);
    for (name, condition) in [("clustered", clustered), ("not clustered", "code < 6".to_owned())] {
        let (file, again, text) = (with.clone(), with.clone(), condition.clone());
        tables.push((
            format!("a hundredth, {name}, {}", L::NAME),
            vec![
                Contestant::new("every block", move || count(&file, &condition, false)),
                Contestant::new("by statistics", move || count(&again, &text, true)),
            ],
        ));
    }
    tables
}

/// Returns what is measured over some records.
pub(crate) fn tables<'c>(records: &'c [Record], folder: &'c Path) -> Vec<Table<'c>> {
    let mut tables = of_layout::<Indexed>(records, folder);
    tables.extend(of_layout::<Compact>(records, folder));
    let (mut writes, mut scans) = (Vec::new(), Vec::new());
    for name in ["none", "lz4", "zstd:1", "zstd"] {
        let method: Compression = name.parse().expect("a method");
        let path = folder.join(format!("compressed-{}", name.replace(':', "-")));
        write(records, &path, options::<Compact>().compress(method));
        let again = path.clone();
        writes.push(Contestant::new(name, move || write(records, &path, options::<Compact>().compress(method))));
        scans.push(Contestant::new(name, move || scan(&again)));
    }
    tables.push(("write, compressed, Compact".into(), writes));
    tables.push(("scan, compressed, Compact".into(), scans));
    tables
}
