//! Streams of blocks: whole, cut, damaged at every byte; blocks removed, doubled and exchanged.

use std::io;

use packed_data::stream::block::{BlockBuilder, BlockHeader};
use packed_data::stream::{self, ErrorKind, Reader, Writer};
use packed_data::{Compact, Layout, Limits, Packed};
use test_suite::{TestLayout, few, swept};

/// What a reader returned: the values, and the errors by kind.
#[derive(Debug, Default, PartialEq)]
struct Found {
    values: Vec<Vec<u16>>,
    damaged: u64,
    gaps: Vec<(u64, u64)>,
    truncated: Option<u64>,
    refused: usize,
}

/// A source that returns at most `1` bytes at once.
struct Slow<'a>(&'a [u8], usize);

impl io::Read for Slow<'_> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = into.len().min(self.1);
        self.0.read(&mut into[..count])
    }
}

fn read<L: Layout>(source: impl io::Read) -> Found {
    let mut reader = Reader::<_, Vec<u16>, L>::blocks(source);
    let mut found = Found::default();
    for _ in 0..10_000 {
        match reader.next() {
            Ok(Some(value)) => found.values.push(value.unpack().unwrap()),
            Ok(None) => return found,
            Err(error) => match error.kind() {
                ErrorKind::Damaged { bytes } => found.damaged += bytes,
                ErrorKind::Gap { expected, found: number } => found.gaps.push((*expected, *number)),
                ErrorKind::Truncated { .. } => found.truncated = Some(error.offset()),
                ErrorKind::Value(_) => found.refused += 1,
                other => panic!("{other}"),
            },
        }
    }
    panic!("no end: {found:?}");
}

fn values() -> Vec<Vec<u16>> {
    (0..if cfg!(miri) { 9_u16 } else { 23 }).map(|n| (0..n % 7).map(|i| n * 100 + i).collect()).collect()
}

/// Returns the blocks of a stream of `values`, of at least `size` bytes each.
fn blocks<L: Layout>(values: &[Vec<u16>], size: usize) -> Vec<Vec<u8>> {
    let mut writer = Writer::<_, Vec<u16>, L>::blocks(Vec::new()).block_size(size);
    let mut blocks = Vec::new();
    for value in values {
        writer.write(value).unwrap();
        if !writer.get_ref().is_empty() {
            blocks.push(std::mem::take(writer.get_mut()));
        }
    }
    writer.flush().unwrap();
    assert_eq!(
        (writer.values(), writer.offset()),
        (values.len() as u64, { blocks.iter().map(Vec::len).sum::<usize>() as u64 + writer.get_ref().len() as u64 })
    );
    blocks.extend(Some(writer.into_inner()).filter(|last| !last.is_empty()));
    blocks
}

/// Returns the numbers of the records of a block.
fn numbers(block: &[u8]) -> std::ops::Range<usize> {
    let header = BlockHeader::read(block).unwrap();
    let first = usize::try_from(header.first).unwrap();
    first..first + header.records as usize
}

pub(crate) fn blocks_there_and_back<L: TestLayout>() {
    for size in [0, 60, if cfg!(miri) { 80 } else { 100 }, 1 << 20] {
        let blocks = blocks::<L>(&values(), size);
        assert!(blocks.len() > 1 || size == 1 << 20, "{size}");
        let bytes = blocks.concat();
        for piece in [1, 7, 1000] {
            assert_eq!(read::<L>(Slow(&bytes, piece)), Found { values: values(), ..Found::default() });
        }
    }
    assert_eq!(read::<L>(&[][..]), Found::default());
}

/// Every prefix is a prefix of the values, and the offset of the error is where it can be continued.
pub(crate) fn every_prefix_of_blocks<L: TestLayout>() {
    let blocks = blocks::<L>(&values(), 60);
    let bytes = blocks.concat();
    let (mut whole, mut ends) = (0, vec![]);
    for block in &blocks {
        whole += block.len();
        ends.push(whole);
    }
    for cut in swept(0..bytes.len()) {
        let found = read::<L>(&bytes[..cut]);
        let complete = ends.iter().filter(|end| **end <= cut).count();
        let end = if complete == 0 { 0 } else { ends[complete - 1] };
        let count = if complete == 0 { 0 } else { numbers(&blocks[complete - 1]).end };
        assert_eq!(found.values, values()[..count], "{cut}");
        assert_eq!(found.truncated, (cut > end).then_some(end as u64), "{cut}");

        let mut again = bytes[..end].to_vec();
        let mut writer = Writer::<_, Vec<u16>, L>::blocks(&mut again).starting_at(end as u64);
        writer = writer.block_id([0; 8], count as u64);
        values()[count..].iter().for_each(|value| writer.write(value).unwrap());
        assert_eq!(read::<L>(again.as_slice()), Found { values: values(), ..Found::default() });
    }
}

/// A changed byte costs the values of its block, and no others.
pub(crate) fn every_byte_of_blocks_changed<L: TestLayout>() {
    let blocks = blocks::<L>(&values(), 60);
    let bytes = blocks.concat();
    let mut start = 0;
    for (index, block) in blocks.iter().enumerate() {
        let lost = numbers(block);
        let expected = [&values()[..lost.start], &values()[lost.end..]].concat();
        for at in swept(start..start + block.len()) {
            let mut changed = bytes.clone();
            changed[at] ^= 1 << (at % 8);
            for piece in few(1, [5, 4096]) {
                let found = read::<L>(Slow(&changed, piece));
                assert_eq!(found.values, expected, "{at}");
                assert_eq!(found.damaged, block.len() as u64, "{at}");
                let gap = (lost.start as u64, lost.end as u64);
                assert_eq!(found.gaps, if index + 1 < blocks.len() { vec![gap] } else { vec![] });
            }
        }
        start += block.len();
    }
}

/// Bytes that are missing from a block, or were inserted into it, cost its values.
pub(crate) fn bytes_of_blocks_missing_or_added<L: TestLayout>() {
    let blocks = blocks::<L>(&values(), 60);
    let before = blocks[0].len();
    let lost = numbers(&blocks[1]);
    let expected = [&values()[..lost.start], &values()[lost.end..]].concat();
    for at in swept(0..blocks[1].len()) {
        let mut changed = blocks.concat();
        changed.remove(before + at);
        assert_eq!(read::<L>(changed.as_slice()).values, expected, "removed {at}");
        if at > 0 {
            let mut changed = blocks.concat();
            changed.insert(before + at, 0xAA);
            assert_eq!(read::<L>(changed.as_slice()).values, expected, "inserted {at}");
        }
    }
}

pub(crate) fn blocks_removed_doubled_exchanged<L: TestLayout>() {
    let blocks = blocks::<L>(&values(), 60);
    let of = |block: &Vec<u8>| values()[numbers(block)].to_vec();
    for index in 1..blocks.len() - 1 {
        let mut changed = blocks.clone();
        let removed = changed.remove(index);
        let found = read::<L>(changed.concat().as_slice());
        let range = numbers(&removed);
        assert_eq!(found.values, changed.iter().flat_map(of).collect::<Vec<_>>());
        assert_eq!(found.gaps, [(range.start as u64, range.end as u64)]);

        changed.insert(index, removed.clone());
        changed.insert(index, removed);
        let found = read::<L>(changed.concat().as_slice());
        assert_eq!(found.values, changed.iter().flat_map(of).collect::<Vec<_>>());
        assert_eq!(found.gaps, [(range.end as u64, range.start as u64)]);

        let mut changed = blocks.clone();
        changed.swap(index - 1, index);
        let found = read::<L>(changed.concat().as_slice());
        assert_eq!(found.values, changed.iter().flat_map(of).collect::<Vec<_>>());
        assert!(found.gaps.len() >= 2, "{found:?}");
    }
}

/// A value that is refused is an error as in any other stream; so is a value beyond the limits of the writer.
#[test]
fn values_in_blocks_are_validated() {
    let mut builder = BlockBuilder::new(&stream::LIMITS);
    builder.push(Packed::<Vec<u16>>::pack(&vec![1]).as_bytes()).unwrap();
    builder.push(&[1, 7]).unwrap();
    builder.push(Packed::<Vec<u16>>::pack(&vec![3]).as_bytes()).unwrap();
    let found = read::<Compact>(builder.seal([3; 8], 0, None));
    assert_eq!(found, Found { values: vec![vec![1], vec![3]], refused: 1, ..Found::default() });

    let limits = Limits { bytes: 4, ..stream::LIMITS };
    let mut writer = Writer::<_, [u16], Compact>::blocks_with_limits(Vec::new(), &limits).block_size(1000);
    writer.write(&[1]).unwrap();
    assert!(!writer.write(&[1, 2, 3]).unwrap_err().is_fatal());
    writer.write(&[2]).unwrap();
    writer.flush().unwrap();
    assert_eq!(read::<Compact>(writer.into_inner().as_slice()).values, [[1], [2]]);
}

/// Blocks with valid checksums whose table is a lie are passed.
#[test]
fn tables_that_lie() {
    for table in [[2_u32, 1, 4], [1, 2, 3], [1, 2, 5], [u32::MAX, 2, 4]] {
        let payload: Vec<u8> = [1, 2, 3, 4].into_iter().chain(table.iter().flat_map(|end| end.to_le_bytes())).collect();
        let header = BlockHeader { records: 3, ..BlockHeader::of_payload([0; 8], BlockHeader::RECORDS, &payload) };
        let found = read::<Compact>([&header.to_bytes()[..], &payload].concat().as_slice());
        assert_eq!(found, Found { damaged: 64 + 16, ..Found::default() }, "{table:?}");
    }
    // More records than the payload has space for.
    let header = BlockHeader { records: u32::MAX, ..BlockHeader::of_payload([0; 8], BlockHeader::RECORDS, &[0; 8]) };
    let found = read::<Compact>([&header.to_bytes()[..], &[0; 8]].concat().as_slice());
    assert_eq!(found.damaged, 72);
}

/// A header that claims more than there is takes no memory for it, and hides no other block.
#[test]
fn a_header_that_lies_about_its_size() {
    let good = blocks::<Compact>(&values(), 60);
    for claim in [1 << 10, 32 << 20, 1 << 30, u64::MAX] {
        let header = BlockHeader { stored: claim, ..BlockHeader::of_payload([0; 8], BlockHeader::RECORDS, &[]) };
        let bytes = [&good[0][..], &header.to_bytes(), &good[1..].concat()].concat();
        let (weight, found) = weigh::measure(|| read::<Compact>(bytes.as_slice()));
        assert_eq!((found.values, found.damaged), (values(), 64), "{claim}");
        assert!(weight.peak < 200 << 10, "{claim}: {weight:?}");
    }
}

/// A block within a value is not taken for one of the stream, if the value's block is damaged.
#[test]
fn a_block_in_a_value() {
    let inner = blocks::<Compact>(&[vec![666]], 0).concat();
    let mut outer = Writer::<_, Vec<u8>, Compact>::blocks(Vec::new()).block_id([9; 8], 0);
    for value in [&b"before"[..], &inner, b"after"] {
        outer.write(&value.to_vec()).unwrap();
    }
    let whole = outer.into_inner();
    let start = 64 + 7 + 4;
    for at in swept(start..start + 64 + 1 + inner.len() + 4) {
        let mut bytes = whole.clone();
        bytes[at] ^= 4;
        let (mut reader, mut values, mut errors) = (Reader::<_, Vec<u8>>::blocks(bytes.as_slice()), vec![], 0);
        loop {
            match reader.next() {
                Ok(Some(value)) => values.push(value.unpack().unwrap()),
                Ok(None) => break,
                Err(_) => errors += 1,
            }
        }
        assert_eq!((values, errors), (vec![b"before".to_vec(), b"after".to_vec()], 2), "{at}");
    }
}

/// If the sink fails and took nothing, the value can be written again; nothing is lost or written twice.
#[test]
fn a_sink_that_fails() {
    struct Sometimes(Vec<u8>, u32);
    impl io::Write for Sometimes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.1 += 1;
            if self.1.is_multiple_of(2) {
                return Err(io::ErrorKind::StorageFull.into());
            }
            self.0.extend_from_slice(bytes);
            Ok(bytes.len())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for size in [0, 30, 100] {
        let mut writer = Writer::<_, Vec<u16>, Compact>::blocks(Sometimes(Vec::new(), 1)).block_size(size);
        for value in values() {
            while writer.write(&value).is_err() {}
        }
        while writer.flush().is_err() {}
        assert_eq!(writer.values(), values().len() as u64);
        assert_eq!(read::<Compact>(writer.into_inner().0.as_slice()), Found { values: values(), ..Found::default() });
    }
}

/// Headers with valid checksums, each of which claims a large payload that is not intact: the time must be linear. (It
/// would take minutes otherwise.)
#[test]
fn many_headers_that_lie() {
    let header = |claim: u64| BlockHeader { stored: claim, ..BlockHeader::of_payload([0; 8], 1, &[]) }.to_bytes();
    let count = if cfg!(miri) { 20 } else { 20_000 };
    let bytes: Vec<u8> = (0..count).rev().flat_map(|after| header(after * 64)).collect();
    let limits = Limits { bytes: 1 << 12, ..stream::LIMITS };
    let mut reader = Reader::<_, u8>::blocks_with_limits(bytes.as_slice(), &limits);
    let start = std::time::Instant::now();
    while reader.next().is_err() {}
    assert!(start.elapsed().as_secs() < 20);
}
