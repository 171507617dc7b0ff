//! Files: damaged, and made to look whole again.

use std::io::Cursor;
use std::sync::OnceLock;

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Indexed, Limits, Packed, stream};
use packed_data_columns::ColumnSchema;
use packed_data_file::{
    BlockReader, Blocks, ColumnBlock, Compression, Form, Header, Options, Records, read_bytes, read_lazy, read_value,
    read_value_with, repair_bytes, repair_to,
};

use crate::{Case, decisions};

type Record = (u32, Option<String>, Vec<bool>);

/// Returns a case that reads a file that was changed: no reader panics, takes time or memory for numbers that lie, or
/// returns a record that is not valid; and all readers agree.
pub fn file() -> Case {
    Case { name: "file", seeds, run: |input| check_file(&changed(input)) }
}

/// Returns a case that repairs a file that was changed: the new file is whole, and has every record that can be read.
/// And one that appends to it: every record that could be read still can, and no number is given out twice.
pub fn repair() -> Case {
    let run = |input: &[u8]| {
        let bytes = changed(input);
        check_repair(&bytes);
        check_append(&bytes);
    };
    Case { name: "repair", seeds, run }
}

/// Changes of single bytes at many places, ranges that are removed and doubled, and bytes without a pattern.
fn seeds() -> Vec<Vec<u8>> {
    let change = |kind: u8, at: u16, value: u8| [&[kind][..], &at.to_le_bytes(), &[value]].concat();
    let places = (0..1200_u16).step_by(37);
    let changes = places.flat_map(|at| (0..8).map(move |kind| change(kind, at, 64)));
    changes.chain(decisions()).collect()
}

/// The files that are changed: records, with and without an index; one value; records compressed in two ways, and in
/// columns.
fn files() -> &'static [Vec<u8>; 6] {
    static FILES: OnceLock<[Vec<u8>; 6]> = OnceLock::new();
    FILES.get_or_init(|| {
        let records: Vec<Record> =
            (0..30).map(|n| (n * 10, (n % 3 > 0).then(|| "x".repeat(n as usize)), vec![n % 2 == 0; 3])).collect();
        let options = || Options::new().block_size(200).statistics(true);
        let large = || options().block_size(1000);
        let (open, closed) = written(&records, options());
        let value = packed_data_file::to_bytes::<Vec<Record>, Indexed>(&records, &[("a", "b")]).expect("a value");
        let (_, lz4) = written(&records, large().compress(Compression::Lz4));
        let (_, zstd) = written(&records, large().compress(Compression::Zstd { level: 3 }));
        let (_, columns) = written(&records, large().form(Form::Columns));
        let first = |file: &[u8]| {
            let blocks = Blocks::from_bytes(file.to_vec()).expect("a file");
            (blocks.compression(0).expect("a block"), blocks.form(0).expect("a block"))
        };
        assert_eq!([&closed, &lz4, &zstd, &columns].map(|file| first(file)), [(0, 0), (2, 0), (1, 0), (0, 1)]);
        [open, closed, value, lz4, zstd, columns]
    })
}

/// Returns a file of these records, with keys and a section, before it is closed and after that.
fn written(records: &[Record], options: Options<Record, Indexed>) -> (Vec<u8>, Vec<u8>) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records");
    let mut writer = options.key(|record| record.view().0).create(&path).expect("a file");
    records.iter().for_each(|record| assert!(writer.write(record).is_ok()));
    writer.write_section("fuzz/section", &[1, 2, 3]).expect("a file");
    writer.flush().expect("a file");
    let open = std::fs::read(&path).expect("a file");
    writer.close().expect("a file");
    (open, std::fs::read(&path).expect("a file"))
}

/// Returns a file that was changed as the input says. The first byte chooses the file, and which checksums are made
/// right again; every four bytes after it are a change.
fn changed(input: &[u8]) -> Vec<u8> {
    let Some((&mode, changes)) = input.split_first() else { return Vec::new() };
    let file = &files()[usize::from(mode) % 6];
    let mut bytes = file.clone();
    for change in changes.as_chunks::<4>().0 {
        let [kind, low, high, value] = *change;
        if bytes.is_empty() {
            break;
        }
        let at = usize::from(u16::from_le_bytes([low, high])) % bytes.len();
        let end = (at + usize::from(value)).min(bytes.len());
        match kind % 8 {
            0 => bytes[at] = value,
            1 => bytes[at] ^= 1 << (value % 8),
            2 => drop(bytes.drain(at..end)),
            3 => bytes.extend_from_within(at..end),
            4 => {
                let copy = bytes[at..end].to_vec();
                bytes.splice(end..end, copy);
            }
            5 => drop(bytes.drain(at..)),
            // A copy of the header, after this number of records.
            6 => {
                let Some(header) = BlockHeader::read(file.get(16..).unwrap_or_default()) else { continue };
                let copy = &file[16 + BlockHeader::SIZE..16 + header.size().expect("a header")];
                let header = BlockHeader { first: value.into(), ..header }.to_bytes();
                bytes.splice(at..at, header.into_iter().chain(copy.iter().copied()));
            }
            // A header before a payload that is not its own.
            _ => {
                let Some(header) = BlockHeader::read(file.get(16..).unwrap_or_default()) else { continue };
                let (kind, form, stored) = (value % 7, u8::from(value == 255), u64::from(value) * 16);
                let (first, records) = (u64::from(low), u32::from(value % 7));
                let header = BlockHeader { kind, form, first, records, stored, length: stored, ..header };
                bytes.splice(at..at, header.to_bytes());
            }
        }
    }
    if mode & 0x80 == 0 {
        seal(&mut bytes, mode & 0x40 == 0);
    }
    bytes
}

/// Makes the checksums right, so that what is behind them is reached: those of headers, and those of payloads too.
fn seal(bytes: &mut [u8], payloads: bool) {
    if let Some(at) = bytes.len().checked_sub(32) {
        let sum = checksum(&bytes[at..at + 16]);
        bytes[at + 16..at + 24].copy_from_slice(&sum.to_le_bytes());
    }
    // From the end, since the payload of a block may contain others.
    for at in (0..bytes.len().saturating_sub(BlockHeader::SIZE - 1)).rev() {
        if !bytes[at..].starts_with(&BlockHeader::MARKER) {
            continue;
        }
        let number = |at: usize| u64::from_le_bytes(*bytes[at..].first_chunk().expect("a header"));
        let start = at + BlockHeader::SIZE;
        let end = usize::try_from(number(at + 32)).ok().and_then(|size| start.checked_add(size));
        if let Some(payload) = end.filter(|_| payloads).and_then(|end| bytes.get(start..end)) {
            let sum = checksum(payload);
            bytes[at + 48..at + 56].copy_from_slice(&sum.to_le_bytes());
        }
        let own = checksum(&bytes[at..at + 56]);
        bytes[at + 56..at + 64].copy_from_slice(&own.to_le_bytes());
    }
}

/// A number of records that is more than any of these files has.
const MANY: u64 = 10_000;

fn check_file(bytes: &[u8]) {
    let limits = Limits { bytes: 1 << 20, ..stream::LIMITS };
    let lazily = read_lazy::<Vec<Record>, Indexed>(bytes).and_then(|lazy| lazy.check());
    assert_eq!(lazily.is_ok(), read_value::<Vec<Record>, Indexed>(bytes).is_ok());
    match Header::from_bytes(bytes) {
        Ok(header) => assert_eq!(Header::from_file(&mut Cursor::new(bytes)).ok(), Some(header)),
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    if let Ok(value) = read_value_with::<Vec<Record>, Indexed>(bytes, &limits) {
        let (header, place) = read_bytes(bytes).expect("it was read as a type");
        assert_eq!((&header, &bytes[place]), (value.header(), value.as_bytes()));
        assert!(Packed::<Vec<Record>, Indexed, _>::from_bytes(value.as_bytes()).is_ok());
    }
    // (From the beginning, and from the middle.)
    for start in [0, bytes.len() / 2] {
        let reader = stream::Reader::<_, Record, Indexed>::blocks_with_limits(&bytes[start..], &limits);
        let mut reader = reader.starting_at(start as u64);
        for _ in 0..MANY {
            match reader.next() {
                Ok(None) => break,
                Ok(Some(record)) => assert!(Packed::<Record, Indexed, _>::from_bytes(record.as_bytes()).is_ok()),
                Err(error) => assert!(error.offset() >= start as u64),
            }
        }
    }
    let reader = BlockReader::new(Cursor::new(bytes));
    let Ok(blocks) = Blocks::from_bytes(bytes) else { return assert!(reader.is_err()) };
    let reader = reader.expect("the same file");
    let check = blocks.check();
    assert_eq!((reader.check().records, reader.block_count()), (check.records, blocks.block_count()));
    assert_eq!(check.blocks as usize + check.errors.len(), blocks.block_count());
    assert!(blocks.damage().iter().map(|damage| damage.bytes).sum::<u64>() <= bytes.len() as u64);
    for section in blocks.sections("fuzz/section").flatten() {
        assert!(section.bytes.len() <= bytes.len());
    }
    let mut calls = 0;
    let selected = blocks.select(|statistics| {
        calls += 1;
        statistics.columns.len() > 1
    });
    assert_eq!(selected, reader.select(|statistics| statistics.columns.len() > 1));
    assert!(selected.len() == blocks.block_count() && calls <= selected.len());
    let mut readable = 0;
    for block in 0..blocks.block_count() {
        let numbers = blocks.numbers(block).expect("there is such a block");
        let _ = (blocks.compression(block), blocks.form(block));
        check_columns(&blocks, &reader, block);
        let opened = blocks.block(block);
        let read = reader.block(block);
        assert_eq!(read.is_ok(), opened.is_ok());
        for number in numbers.start..numbers.end.min(numbers.start.saturating_add(MANY)) {
            let index = usize::try_from(number - numbers.start).expect("few records");
            if index == 0 {
                assert!(blocks.block_of(number).is_some());
                assert_eq!(reader.get(number).ok().as_deref(), blocks.get(number).ok());
            }
            match (&opened, blocks.get(number)) {
                (Ok(opened), Ok(record)) => {
                    assert_eq!(opened.get(index), Some(record));
                    assert_eq!(read.as_ref().ok().and_then(|read| read.get(index)), Some(record));
                    readable += 1;
                }
                (Err(_), Err(_)) => {}
                (Ok(opened), Err(error)) => panic!("{number} of {opened:?}: {error}"),
                (Err(error), Ok(_)) => panic!("{number}: {error}"),
            }
        }
    }
    assert_eq!(readable, check.records);
    let Ok(records) = Records::<Record, Indexed, _>::from_bytes(bytes) else { return };
    let (count, _) = records.for_each(|number, record| {
        assert_eq!(records.get(number).expect("it was read").as_bytes(), record.as_bytes());
    });
    assert_eq!(records.iter().flatten().count() as u64, count);
    assert_eq!(records.by_key(.., |record| record.view().0).flatten().count() as u64, count);
}

/// Reads a block in columns, if it is one, by the type of the records.
fn check_columns(blocks: &Blocks<&[u8]>, reader: &BlockReader<Cursor<&[u8]>>, block: usize) {
    let (opened, read) = (blocks.columns(block), reader.columns(block));
    assert_eq!(opened.is_ok(), read.is_ok());
    let Ok(Some(opened)) = opened else { return };
    let read = read.expect("it was opened").expect("it has the same form");
    let tree = ColumnSchema::of::<Record>();
    let checked = |block: &ColumnBlock<'_>| {
        let len = block.open(&tree).and_then(|columns| columns.check().map(|()| columns.len()));
        len.map_err(|error| block.error(error).to_string())
    };
    let len = checked(&opened);
    assert_eq!(len, checked(&read));
    assert!(len.is_err() || len == Ok(opened.len() as u64));
}

fn check_repair(bytes: &[u8]) {
    let mut streamed = Vec::new();
    let other = repair_to(&mut Cursor::new(bytes), &mut streamed);
    let Ok((new, report)) = repair_bytes(bytes) else { return assert!(other.is_err() && streamed.is_empty()) };
    assert_eq!((other.ok().as_ref(), &streamed), (Some(&report), &new));
    if report.content == packed_data_file::Content::Value {
        let (header, _) = read_bytes(&new).expect("it is whole");
        assert!(report.used_copy_of_header || read_bytes(bytes).expect("it was whole").0 == header);
        return;
    }
    let blocks = Blocks::from_bytes(new.as_slice()).expect("it is whole");
    assert!(blocks.has_index() && blocks.damage().is_empty() && blocks.lost().is_empty());
    assert_eq!((blocks.repeated(), blocks.len()), (0, report.records));
    // (A block whose table or compressed payload is a lie is copied, since its checksum is right.)
    assert!(blocks.check().records <= report.records);
    if let Ok(old) = Blocks::from_bytes(bytes)
        && !report.used_copy_of_header
        && !old.has_index()
    {
        assert_eq!(old.check().records, blocks.check().records);
    }
    let (again, second) = repair_bytes(&new).expect("it is whole");
    assert_eq!((again.len(), second.records), (new.len(), report.records));
}

fn check_append(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("records");
    std::fs::write(&path, bytes).expect("a file");
    let Ok(mut writer) = packed_data_file::Options::<Record, Indexed>::new().append(&path) else { return };
    let before = Blocks::from_bytes(bytes).expect("it was opened");
    let next = writer.len();
    // (If the last block is not as an index says, the index is not used.)
    let is_sure = !before.has_index();
    assert!(next == before.len() || !is_sure);
    assert_eq!(writer.write(&(7, None, Vec::new())).expect("a record"), next);
    let lost = writer.lost().to_vec();
    writer.close().expect("a file");
    let after = Blocks::open(&path).expect("it was closed");
    assert!(after.has_index() && after.len() == next + 1);
    assert!(after.get(next).is_ok());
    for block in 0..before.block_count() {
        let numbers = before.numbers(block).expect("there is such a block");
        if !is_sure || before.block(block).is_err() {
            continue;
        }
        for number in numbers.start..numbers.end.min(numbers.start.saturating_add(MANY)) {
            assert_eq!(after.get(number).ok(), before.get(number).ok(), "{number}");
            assert!(lost.iter().all(|lost| !lost.contains(&number)), "{number}");
        }
    }
    for range in lost.iter().filter(|_| is_sure) {
        assert!(before.get(range.start).is_err() && before.get(range.end - 1).is_err());
    }
}
