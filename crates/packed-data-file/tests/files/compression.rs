//! Compressed blocks: read, appended to, found by key and repaired as others are, with each method.

use std::fs;
use std::path::Path;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, stream};
use packed_data_file::{BlockReader, Blocks, Compression, Error, Records, repair};

use crate::records::{Event, Folder, event, options, time, written};

/// The methods that this build has, and their numbers in the header of a block.
fn methods() -> Vec<(Compression, u8)> {
    let all = [("zstd", 1), ("zstd:19", 1), ("lz4", 2)];
    all.into_iter().filter_map(|(name, number)| name.parse().ok().map(|method| (method, number))).collect()
}

/// Returns the headers of all blocks of records, and where they begin.
pub(crate) fn headers(file: &[u8]) -> Vec<(usize, BlockHeader)> {
    let (mut at, mut found) = (16, Vec::new());
    while let Some(header) = file.get(at..).and_then(BlockHeader::read) {
        found.extend((header.kind == BlockHeader::RECORDS).then_some((at, header)));
        at += header.size().unwrap();
    }
    found
}

fn all_of(path: &Path, count: u64) {
    let file = Records::<Event, Compact>::open(path).unwrap();
    for _ in 0..2 {
        assert_eq!(file.for_each(|number, record| assert_eq!(record.unpack().unwrap(), event(number))).0, count);
    }
    for number in (0..count).rev() {
        assert_eq!(file.get(number).unwrap().unpack().unwrap(), event(number));
    }
    let range: Vec<_> = file.range(100..300).map(|record| record.unwrap().unpack().unwrap()).collect();
    assert_eq!(range, (100..300).map(event).collect::<Vec<_>>());
    assert_eq!(file.by_key(1100..1110, time).count(), 30);
    let reader = BlockReader::open(path).unwrap();
    for block in 0..reader.block_count() {
        let (read, mapped) = (reader.block(block).unwrap(), file.blocks().block(block).unwrap());
        assert_eq!(read.as_bytes(), mapped.as_bytes());
    }
    let (check, again) = (file.blocks().check(), reader.check());
    assert_eq!((check.records, check.errors.len(), again.records), (count, 0, count));
}

#[test]
fn every_method() {
    for (method, number) in methods() {
        let folder = Folder::new();
        let path = folder.file("events");
        written(&path, options::<Compact>().block_size(5000).key(time::<Compact>).compress(method), 2000);
        // Blocks that do not become smaller are not compressed.
        let mut writer =
            options::<Compact>().block_size(0).key(time::<Compact>).compress(method).append(&path).unwrap();
        writer.write(&event(2000)).unwrap();
        writer.close().unwrap();
        let blocks = Blocks::open(&path).unwrap();
        let (stored, length) = blocks.sizes();
        assert!(stored * 2 < length, "{stored} {length}");
        let last = blocks.block_count() - 1;
        assert_eq!((blocks.compression(0), blocks.compression(last)), (Some(number), Some(0)));
        all_of(&path, 2001);
        // Without an index.
        let bytes = fs::read(&path).unwrap();
        let cut = folder.file("cut");
        fs::write(&cut, &bytes[..bytes.len() - 1]).unwrap();
        assert!(!Blocks::open(&cut).unwrap().has_index());
        all_of(&cut, 2001);
        // Appended to, in another method, and repaired.
        let mut writer = options::<Compact>().key(time::<Compact>).append(&cut).unwrap();
        (2001..2010).for_each(|number| assert_eq!(writer.write(&event(number)).unwrap(), number));
        writer.close().unwrap();
        all_of(&cut, 2010);
        let saved = folder.file("saved");
        let report = repair(&cut, &saved).unwrap();
        assert_eq!((report.records, report.lost.len(), report.damage.len()), (2010, 0, 0));
        all_of(&saved, 2010);
    }
}

/// As a stream, compressed blocks are passed and reported.
#[test]
fn read_as_a_stream() {
    for (method, _) in methods() {
        let folder = Folder::new();
        let path = folder.file("events");
        written(&path, options::<Compact>().block_size(5000).compress(method), 2000);
        let mut writer = options::<Compact>().block_size(0).append(&path).unwrap();
        writer.write(&event(2000)).unwrap();
        writer.close().unwrap();
        let bytes = fs::read(&path).unwrap();
        let mut reader = stream::Reader::<_, Event, Compact>::blocks(&bytes[16..]);
        let (mut passed, mut read) = (0, 0);
        loop {
            match reader.next() {
                Ok(Some(_)) => read += 1,
                Ok(None) => break,
                Err(error) => match error.kind() {
                    stream::ErrorKind::Compressed { records } => passed += u64::from(*records),
                    other => assert!(matches!(other, stream::ErrorKind::Damaged { bytes: 32 }), "{other}"),
                },
            }
        }
        assert_eq!((passed, read), (2000, 1));
    }
}

/// Payloads of which the checksum is right, and that are not what the method wrote, or claim another size.
#[test]
fn hostile_payloads() {
    for (method, number) in methods() {
        let folder = Folder::new();
        let path = folder.file("events");
        written(&path, options::<Compact>().block_size(5000).compress(method), 200);
        let file = fs::read(&path).unwrap();
        let (at, header) = headers(&file)[0];
        assert_eq!(header.compression, number);
        let end = at + header.size().unwrap();
        let changed = |change: &mut dyn FnMut(&mut BlockHeader, &mut Vec<u8>)| {
            let (mut new, mut payload) = (header, file[at + BlockHeader::SIZE..end].to_vec());
            change(&mut new, &mut payload);
            let BlockHeader { stored, checksum, .. } = BlockHeader::of_payload(header.id, header.kind, &payload);
            let new = BlockHeader { stored, checksum, ..new };
            // (Without the index, which has the old header.)
            let bytes = [&file[..at], &new.to_bytes(), &payload, &file[end..file.len() - 32]].concat();
            Blocks::from_bytes(bytes).unwrap().block(0).map(|block| block.len())
        };
        assert_eq!(changed(&mut |_, _| {}).unwrap(), header.records as usize);
        for length in [header.length - 1, header.length + 1, u64::MAX] {
            assert!(matches!(changed(&mut |new, _| new.length = length), Err(Error::Damaged { .. })));
        }
        for byte in (0..payload_len(&header)).step_by(7) {
            // (An error, or other bytes; never a panic.)
            let _ = changed(&mut |_, payload| payload[byte] ^= 0x55);
            let cut = changed(&mut |_, payload| payload.truncate(byte));
            assert!(matches!(cut, Err(Error::Damaged { .. })), "{byte}");
        }
        let unknown = changed(&mut |new, _| new.compression = 77).unwrap_err();
        assert!(matches!(unknown, Error::Compression { method: 77 }), "{unknown}");
    }
}

fn payload_len(header: &BlockHeader) -> usize {
    usize::try_from(header.stored).unwrap()
}

/// A method that this build lacks has a name in the error.
#[test]
fn a_method_that_is_missing() {
    assert_eq!(
        Error::Compression { method: 2 }.to_string(),
        "compressed block: expected a method that this program has, found 2 (lz4)"
    );
    assert_eq!(
        Error::Compression { method: 9 }.to_string(),
        "compressed block: expected a method that this program has, found 9"
    );
}
