//! Damaged files of records: every prefix, every byte changed, blocks removed, doubled and exchanged; repaired.
#![allow(clippy::single_range_in_vec_init, reason = "what is lost is a list of ranges, often of one")]

use std::fs;
use std::ops::Range;

use packed_data::Compact;
use packed_data::stream::block::BlockHeader;
use packed_data_file::{BlockReader, Blocks, Content, Error, Options, Records, repair, repair_bytes, repair_to};

type Record = (u64, String);

fn record(number: u64) -> Record {
    (number, "text ".repeat(usize::try_from(number % 5).unwrap()))
}

const COUNT: u64 = 60;

/// Returns the bytes of a file, closed or not.
fn file(close: bool) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let key = |record: &packed_data::Packed<Record, Compact, &[u8]>| record.view().0;
    let mut writer = Options::<Record, Compact>::new().block_size(150).key(key).create(&path).unwrap();
    (0..COUNT).for_each(|number| assert!(writer.write(&record(number)).is_ok()));
    if close {
        writer.close().unwrap();
    } else {
        writer.sync().unwrap();
    }
    fs::read(&path).unwrap()
}

/// The parts of a file.
struct Parts {
    start: Vec<u8>,
    blocks: Vec<Vec<u8>>,
    end: Vec<u8>,
}

impl Parts {
    fn of(bytes: &[u8]) -> Self {
        let parts = Self::new(bytes);
        assert!(parts.blocks.len() > 6);
        parts
    }

    fn new(bytes: &[u8]) -> Self {
        let (mut at, mut blocks, mut start) = (16, Vec::new(), 0);
        while let Some(header) = BlockHeader::read(&bytes[at..]) {
            let end = at + header.size().unwrap();
            match header.kind {
                BlockHeader::RECORDS => blocks.push(bytes[at..end].to_vec()),
                0 if start == 0 => start = end,
                _ => break,
            }
            at = end;
        }
        Self { start: bytes[..start].to_vec(), blocks, end: bytes[at..].to_vec() }
    }

    fn join(&self, blocks: &[Vec<u8>]) -> Vec<u8> {
        [&self.start[..], &blocks.concat(), &self.end].concat()
    }

    /// Returns where each block is in the file.
    fn places(&self) -> Vec<Range<usize>> {
        let mut at = self.start.len();
        let place = |block: &Vec<u8>| {
            let start = at;
            at += block.len();
            start..at
        };
        self.blocks.iter().map(place).collect()
    }
}

fn numbers(block: &[u8]) -> Range<u64> {
    let header = BlockHeader::read(block).unwrap();
    header.first..header.first + u64::from(header.records)
}

/// Returns the numbers of the records that can be read; each of them must be right. In every way of reading.
fn readable(bytes: &[u8]) -> Vec<u64> {
    let file = Records::<Record, Compact, _>::from_bytes(bytes).unwrap();
    let read: Vec<_> = file.iter().flatten().map(|record| record.unpack().unwrap()).collect();
    for found in &read {
        assert_eq!(*found, record(found.0));
    }
    let numbers: Vec<_> = read.iter().map(|record| record.0).collect();
    assert!(numbers.is_sorted_by(|a, b| a < b));
    for number in 0..COUNT + 2 {
        match file.get(number) {
            Ok(found) => assert_eq!(found.unpack().unwrap(), record(number)),
            Err(Error::Damaged { .. } | Error::Lost { .. } | Error::NoRecord { .. }) => {
                assert!(!numbers.contains(&number));
            }
            Err(error) => panic!("{error}"),
        }
    }
    // A file that is read block by block has the same blocks, and the same are damaged.
    let reader = BlockReader::new(std::io::Cursor::new(bytes)).unwrap();
    assert_eq!(
        (reader.len(), reader.damage(), reader.lost()),
        (file.len(), file.blocks().damage(), file.blocks().lost())
    );
    assert_eq!(reader.check().records, numbers.len() as u64);
    for number in 0..COUNT + 2 {
        assert_eq!(reader.get(number).ok().as_deref(), file.blocks().get(number).ok());
        assert_eq!(
            reader.block_of(number),
            (0..reader.block_count()).find(|block| reader.numbers(*block).unwrap().contains(&number))
        );
    }
    let mut passed = Vec::new();
    let (count, _) = file.for_each(|number, _| passed.push(number));
    assert_eq!((&passed, count), (&numbers, numbers.len() as u64));
    let by_key: Vec<_> = file.by_key(10_u64..40, |record| record.view().0).flatten().map(|r| r.view().0).collect();
    assert_eq!(by_key, numbers.iter().copied().filter(|number| (10..40).contains(number)).collect::<Vec<_>>());
    numbers
}

/// Repairs a file; the new one must be whole, with these records.
fn repaired(bytes: &[u8], expected: &[u64]) -> packed_data_file::Repaired {
    let (new, report) = repair_bytes(bytes).unwrap();
    let file = Records::<Record, Compact, _>::from_bytes(new.as_slice()).unwrap();
    assert!(file.blocks().has_index() && file.blocks().damage().is_empty() && file.blocks().lost().is_empty());
    let numbers: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap().0).collect();
    assert_eq!(numbers, expected);
    let mut streamed = Vec::new();
    assert_eq!(repair_to(&mut std::io::Cursor::new(bytes), &mut streamed).unwrap(), report);
    assert_eq!(streamed, new);
    assert_eq!((report.records, file.len()), (expected.len() as u64, expected.len() as u64));
    assert_eq!(file.by_key(10_u64..40, |record| record.view().0).count(), {
        expected.iter().filter(|number| (10..40).contains(*number)).count()
    });
    report
}

/// Opens a file to append to it, and returns the numbers that can be read then.
fn appended(bytes: &[u8], next: u64) -> Vec<u64> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    fs::write(&path, bytes).unwrap();
    let mut writer = Options::<Record, Compact>::new().append(&path).unwrap();
    assert_eq!(writer.len(), next);
    writer.write(&record(next)).unwrap();
    writer.close().unwrap();
    readable(&fs::read(&path).unwrap())
}

/// Whether a place in a file is tried: all are, but without optimisation only a third of those inside of blocks.
fn is_tried(at: usize, blocks: &[Range<usize>]) -> bool {
    let is_near_limit = || blocks.iter().any(|block| block.start.abs_diff(at) < 40 || block.end.abs_diff(at) < 3);
    !cfg!(debug_assertions) || at.is_multiple_of(3) || is_near_limit()
}

/// Every prefix has the records of its whole blocks; appending goes on after them.
#[test]
fn every_prefix() {
    for close in [false, true] {
        let bytes = file(close);
        let parts = Parts::of(&bytes);
        let places = parts.places();
        for cut in (0..bytes.len()).filter(|cut| is_tried(*cut, &places)) {
            let prefix = &bytes[..cut];
            if cut < parts.start.len() {
                let error = Blocks::from_bytes(prefix).err().unwrap();
                assert!(matches!(error, Error::Magic(_) | Error::Header | Error::Truncated { .. }), "{cut}: {error}");
                continue;
            }
            let whole = places.iter().filter(|place| place.end <= cut).count();
            let next = if whole == 0 { 0 } else { numbers(&parts.blocks[whole - 1]).end };
            assert_eq!(readable(prefix), (0..next).collect::<Vec<_>>(), "{cut}");
            if cut % 9 == 0 || places.iter().any(|place| place.start.abs_diff(cut) < 3) {
                assert_eq!(appended(prefix, next), (0..=next).collect::<Vec<_>>(), "{cut}");
                repaired(prefix, &(0..next).collect::<Vec<_>>());
            }
        }
    }
}

/// Every changed byte costs the records of its block, at most.
#[test]
fn every_byte() {
    for close in [false, true] {
        let bytes = file(close);
        let parts = Parts::of(&bytes);
        let places = parts.places();
        for at in (0..bytes.len()).filter(|at| is_tried(*at, &places)) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            let all: Vec<_> = (0..COUNT).collect();
            if at < parts.start.len() {
                assert!(Blocks::from_bytes(&changed).is_err());
                // (The magic number is not needed to repair a file.)
                if close || at < 16 {
                    let report = repaired(&changed, &all);
                    assert!(report.used_copy_of_header, "{at}");
                } else {
                    assert!(repair_bytes(&changed).is_err());
                }
                continue;
            }
            let lost = places.iter().position(|place| place.contains(&at)).map(|block| numbers(&parts.blocks[block]));
            let expected: Vec<_> =
                all.iter().copied().filter(|n| !lost.as_ref().is_some_and(|l| l.contains(n))).collect();
            assert_eq!(readable(&changed), expected, "{at}");
            // A damaged block is counted once.
            let file = Records::<Record, Compact, _>::from_bytes(&changed).unwrap();
            let errors = file.iter().filter(Result::is_err).count() + file.blocks().damage().len();
            assert!(errors == usize::from(lost.is_some()) || lost.is_none(), "{at}: {errors}");
            if at % 9 == 0 {
                let report = repaired(&changed, &expected);
                // (If nothing follows the last block, only its own header has the numbers.)
                let is_proved = |lost: &Range<u64>| close || lost.end < COUNT;
                assert_eq!(report.lost, lost.clone().filter(is_proved).into_iter().collect::<Vec<_>>(), "{at}");
                let damage = report.damage.first().unwrap();
                let is_header = places.iter().any(|place| (place.start..place.start + BlockHeader::SIZE).contains(&at));
                let numbers = lost.filter(|_| !is_header).map(|lost| (lost.start, lost.end - lost.start));
                assert_eq!(damage.first.zip(damage.records), numbers, "{at}");
            }
        }
    }
}

#[test]
fn blocks_removed_doubled_exchanged() {
    for close in [false, true] {
        let parts = Parts::of(&file(close));
        let all: Vec<u64> = (0..COUNT).collect();
        for index in 0..parts.blocks.len() {
            let mut blocks = parts.blocks.clone();
            let removed = blocks.remove(index);
            let lost = numbers(&removed);
            let expected: Vec<_> = all.iter().copied().filter(|number| !lost.contains(number)).collect();
            let changed = parts.join(&blocks);
            assert_eq!(readable(&changed), expected);
            repaired(&changed, &expected);
            if index + 1 < parts.blocks.len() {
                assert_eq!(Blocks::from_bytes(&changed).unwrap().lost(), [lost]);
                assert_eq!(appended(&changed, COUNT), [expected, vec![COUNT]].concat());
            }

            blocks.insert(index, removed.clone());
            blocks.insert(index, removed.clone());
            let changed = parts.join(&blocks);
            assert_eq!(readable(&changed), all);
            assert_eq!(Blocks::from_bytes(&changed).unwrap().repeated(), 1);
            assert_eq!(repaired(&changed, &all).repeated, 1);

            // Without an index exchanged blocks are found; with one, they are damaged, and a repair finds them.
            let other = (index + 3) % parts.blocks.len();
            let mut blocks = parts.blocks.clone();
            blocks.swap(index, other);
            let changed = parts.join(&blocks);
            if close {
                let found = readable(&changed);
                let touched = index.min(other)..=index.max(other);
                assert!(
                    parts
                        .blocks
                        .iter()
                        .enumerate()
                        .filter(|(block, _)| !touched.contains(block))
                        .all(|(_, block)| { numbers(block).all(|number| found.contains(&number)) })
                );
            } else {
                assert_eq!(readable(&changed), all);
            }
            repaired(&changed, &all);
        }
    }
}

/// Garbage between blocks is reported, and costs no record; so do blocks of another file.
#[test]
fn garbage_between_blocks() {
    let parts = Parts::of(&file(false));
    let other = Parts::of(&file(false));
    let all: Vec<u64> = (0..COUNT).collect();
    let cut = &parts.blocks[1][..70];
    let lie = BlockHeader { stored: 1 << 30, ..BlockHeader::read(&parts.blocks[0]).unwrap() }.to_bytes();
    for garbage in [&[0_u8; 1][..], &[0xF5; 100], &[7; 3000], cut, &other.blocks[2], &lie] {
        let mut blocks = parts.blocks.clone();
        blocks.insert(2, garbage.to_vec());
        let changed = parts.join(&blocks);
        assert_eq!(readable(&changed), all, "{garbage:?}");
        let file = Blocks::from_bytes(&changed).unwrap();
        assert_eq!(file.damage().iter().map(|damage| damage.bytes).sum::<u64>(), garbage.len() as u64);
        repaired(&changed, &all);
        assert_eq!(appended(&changed, COUNT), (0..=COUNT).collect::<Vec<_>>());
    }
}

/// An index with a right checksum that lies: no record is invented, and nothing panics; blocks that it leaves out are
/// found.
#[test]
fn an_index_that_lies() {
    let bytes = file(true);
    let parts = Parts::of(&bytes);
    // The index of an empty file with the same id, at the end of this one.
    let header_block = parts.start[16..].to_vec();
    let id = BlockHeader::read(&header_block).unwrap().id;
    let payload = [0_u8]; // no blocks
    let index = [&BlockHeader::of_payload(id, 4, &payload).to_bytes()[..], &payload].concat();
    let offset = (parts.start.len() + parts.blocks.concat().len()) as u64;
    let len = offset + index.len() as u64 + 32;
    let mut tail = [offset.to_le_bytes(), len.to_le_bytes()].concat();
    tail.extend(packed_data::stream::block::checksum(&tail).to_le_bytes());
    tail.extend(*b"\xF5PKE\r\n\x1A\n");
    let changed = [&parts.start[..], &parts.blocks.concat(), &index, &tail].concat();
    let file = Blocks::from_bytes(&changed).unwrap();
    assert!(file.has_index());
    assert_eq!(readable(&changed), (0..COUNT).collect::<Vec<_>>());
    assert_eq!(appended(&changed, COUNT), (0..=COUNT).collect::<Vec<_>>());
}

#[test]
fn repaired_files() {
    let folder = tempfile::tempdir().unwrap();
    let (path, saved) = (folder.path().join("records"), folder.path().join("saved"));
    let mut bytes = file(true);
    bytes[17] ^= 1;
    let block = Parts::of(&file(true)).places()[3].start;
    bytes[block] ^= 1;
    fs::write(&path, &bytes).unwrap();
    let report = repair(&path, &saved).unwrap();
    assert!(report.used_copy_of_header && report.content == Content::Records);
    assert_eq!(fs::read(&saved).unwrap(), repair_bytes(&bytes).unwrap().0);

    // Nothing can be saved: the new file is not there.
    fs::write(&path, &bytes[..100]).unwrap();
    fs::remove_file(&saved).unwrap();
    assert!(repair(&path, &saved).is_err());
    assert!(!saved.exists());

    // One value: whole or not at all.
    let value = packed_data_file::to_bytes::<str, Compact>("hi", &[("a", "b")]).unwrap();
    let (new, report) = repair_bytes(&value).unwrap();
    assert_eq!((&new, report.content, report.blocks), (&value, Content::Value, 1));
    let mut transferred = value.clone();
    transferred[0] = 0x0F;
    let (new, report) = repair_bytes(&transferred).unwrap();
    assert_eq!((new, report.used_copy_of_header), (value.clone(), true));
    // No version of the format compresses it; what nothing can read is not saved.
    let at = value.len() - "hi".len() - 1 - BlockHeader::SIZE;
    let block = BlockHeader { compression: 93, ..BlockHeader::read(&value[at..]).unwrap() };
    for mut compressed in [&value, &transferred].map(Clone::clone) {
        compressed[at..at + BlockHeader::SIZE].copy_from_slice(&block.to_bytes());
        assert!(matches!(repair_bytes(&compressed), Err(Error::Compression { method: 93 })));
    }
    let mut damaged = value.clone();
    *damaged.last_mut().unwrap() ^= 1;
    assert!(matches!(repair_bytes(&damaged), Err(Error::Damaged { .. })));
}

/// A process died while it closed a file, and a bit of the last block has changed: the copy of the header is there, the
/// index is not. `append` gave the number of the synced record out again, and reported nothing.
#[test]
fn a_lost_number_is_not_given_out_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    for number in 0..4 {
        writer.write(&record(number)).unwrap();
        writer.sync().unwrap();
    }
    writer.close().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let parts = Parts::new(&bytes);
    let copy = parts.start.len() - 16;
    bytes.truncate(parts.places()[3].end + copy);
    bytes[parts.places()[3].end - 5] ^= 1;
    fs::write(&path, &bytes).unwrap();

    let mut writer = Options::<Record, Compact>::new().append(&path).unwrap();
    assert_eq!((writer.len(), writer.lost()), (4, &[3..4][..]));
    assert_eq!(writer.write(&record(4)).unwrap(), 4);
    writer.close().unwrap();
    let file = Blocks::open(&path).unwrap();
    assert_eq!((file.len(), file.lost()), (5, vec![3..4]));
}

/// Bytes are missing from two blocks in a row: the next block was passed over, because it began within what the header
/// of the second one claims.
#[test]
fn blocks_after_cut_blocks() {
    for close in [false, true] {
        let parts = Parts::of(&file(close));
        let mut blocks = parts.blocks.clone();
        blocks[0].truncate(70);
        blocks[1].truncate(70);
        let lost = numbers(&parts.blocks[0]).start..numbers(&parts.blocks[1]).end;
        let expected: Vec<_> = (0..COUNT).filter(|number| !lost.contains(number)).collect();
        repaired(&parts.join(&blocks), &expected);
        if !close {
            assert_eq!(readable(&parts.join(&blocks)), expected);
        }
    }
}

/// Sections speak of numbers of records. If these change, they are left out, and that is reported.
#[test]
fn only_blocks_of_records_have_records() {
    let whole = file(false);
    for kind in [2, 6, 200] {
        let header = BlockHeader::read(&whole[16..]).unwrap();
        let other = BlockHeader::of_payload(header.id, kind, &[0; 32]);
        let lie = BlockHeader { first: COUNT, records: 6, ..other };
        let bytes = [&whole[..], &lie.to_bytes(), &[0; 32]].concat();
        let opened = Blocks::from_bytes(&bytes[..]).unwrap();
        assert_eq!((opened.len(), opened.lost()), (COUNT, vec![]), "kind {kind}");
        let (new, report) = repair_bytes(&bytes).unwrap();
        assert_eq!((report.records, report.lost), (COUNT, vec![]), "kind {kind}");
        let new = Blocks::from_bytes(&new[..]).unwrap();
        assert_eq!((new.len(), new.lost()), (COUNT, vec![]), "kind {kind}");
    }
}

#[test]
fn repair_reports_sections() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    for number in 0..3 {
        writer.write(&record(number)).unwrap();
        writer.write_section("test/section", &[1]).unwrap();
    }
    writer.close().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    assert_eq!(repair_bytes(&bytes).unwrap().1.left_out, 0);
    let first = Parts::new(&bytes).places()[0].clone();
    bytes[first.end - 1] ^= 1;
    let report = repair_bytes(&bytes).unwrap().1;
    assert_eq!((report.lost, report.left_out), (vec![0..1], 3));
}

/// A block was cut off, and its header is the proof of a lost record, so that it is kept. Later a block begins just
/// where it would have ended: what is between is not taken for its payload.
#[test]
fn a_block_that_was_cut_off_hides_no_others() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let options = || Options::<Record, Compact>::new();
    let mut writer = options().create(&path).unwrap();
    for number in 0..2 {
        writer.write(&record(number)).unwrap();
        writer.sync().unwrap();
    }
    (2..400).for_each(|number| assert!(writer.write(&record(number)).is_ok()));
    writer.sync().unwrap();
    drop(writer);
    let bytes = fs::read(&path).unwrap();
    let places = Parts::new(&bytes).places();
    let mut torn = bytes[..places[2].start + 70].to_vec();
    torn[places[1].end - 1] ^= 1;
    fs::write(&path, &torn).unwrap();
    let mut writer = options().append(&path).unwrap();
    assert_eq!((writer.len(), writer.lost()), (2, &[1..2][..]));
    writer.write(&record(2)).unwrap();
    writer.sync().unwrap();
    // A section fills the space before the place where the block would have ended.
    let here = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
    let head = BlockHeader::SIZE + 9 + "test/x".len();
    writer.write_section("test/x", &vec![0; places[2].end - here - head]).unwrap();
    assert_eq!(fs::metadata(&path).unwrap().len(), places[2].end as u64);
    writer.write(&record(3)).unwrap();
    drop(writer);
    let file = Records::<Record, Compact>::open(&path).unwrap();
    let found: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap().0).collect();
    assert_eq!((found, file.blocks().lost()), (vec![0, 2, 3], vec![1..2]));
}
