//! The form of the records in a block.

use std::fs;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, stream};
#[cfg(not(feature = "columns"))]
use packed_data_file::Options;
#[cfg_attr(not(feature = "columns"), allow(unused_imports, reason = "of other tests"))]
use packed_data_file::{BlockReader, Blocks, Error, Form, RawWriter, Records, repair_bytes};

use crate::compression::headers;
use crate::records::{Event, Folder, event, options, time, written};

/// Changes the form in the header of the first block of records, and in the index.
fn with_form(form: u8) -> Vec<u8> {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Compact>().key(time::<Compact>), 100);
    let mut file = fs::read(&path).unwrap();
    let (at, header) = headers(&file)[0];
    file[at..at + BlockHeader::SIZE].copy_from_slice(&BlockHeader { form, ..header }.to_bytes());
    // (The index has the old form, so that the scan of `repair` makes the new one.)
    let (repaired, report) = repair_bytes(&file).unwrap();
    assert_eq!((report.records, report.damage.len()), (100, 0));
    repaired
}

/// A block in a form that the program has no codec for: an error for its records, and no other record is lost.
#[test]
fn unknown() {
    for form in if cfg!(feature = "columns") { [2, 3, 255] } else { [1, 2, 255] } {
        let closed = with_form(form);
        let cut = closed[..closed.len() - 32].to_vec();
        for bytes in [closed, cut] {
            let blocks = Blocks::from_bytes(bytes.as_slice()).unwrap();
            assert!(blocks.damage().is_empty() && blocks.lost().is_empty());
            assert_eq!((blocks.len(), blocks.form(0), blocks.form(1)), (100, Some(form), Some(0)));
            let records = blocks.numbers(0).unwrap().end;
            let is_form = |error: Error| matches!(error, Error::Form { form: found } if found == form);
            assert!(is_form(blocks.block(0).unwrap_err()) && is_form(blocks.get(0).unwrap_err()));
            assert!(is_form(blocks.get(0).unwrap_err()) && blocks.get(records).is_ok());
            let reader = BlockReader::new(std::io::Cursor::new(&bytes)).unwrap();
            assert!(is_form(reader.block(0).unwrap_err()) && is_form(reader.get(0).unwrap_err()));
            let file = Records::<Event, Compact, _>::from_bytes(bytes.as_slice()).unwrap();
            let (read, errors) = file.for_each(|number, record| assert_eq!(record.unpack().unwrap(), event(number)));
            assert_eq!((read, errors.len()), (100 - records, 1));
            // As a stream, it is passed and reported.
            let mut reader = stream::Reader::<_, Event, Compact>::blocks(&bytes[16..]);
            let error = reader.next().map(|_| ()).unwrap_err();
            assert!(matches!(error.kind(), stream::ErrorKind::Compressed { records: n } if u64::from(*n) == records));
            assert!(reader.next().unwrap().is_some());
        }
    }
}

#[cfg(not(feature = "columns"))]
#[test]
fn columns_without_a_codec() {
    let folder = Folder::new();
    let mut writer = Options::<Event, Compact>::new().form(Form::Columns).create(folder.file("events")).unwrap();
    writer.write(&event(0)).unwrap();
    let error = writer.close().unwrap_err();
    assert_eq!(error.to_string(), "block in another form: expected one that this program has, found 1 (columns)");
    assert_eq!(
        Error::Form { form: 9 }.to_string(),
        "block in another form: expected one that this program has, found 9"
    );
}

/// Blocks in columns: each reader returns the same rows, compressed or not, also after a repair, and beside others.
#[cfg(feature = "columns")]
#[test]
fn columns() {
    for method in ["none", "zstd", "lz4"] {
        let Ok(method) = method.parse() else { continue };
        let folder = Folder::new();
        let (path, saved) = (folder.file("events"), folder.file("saved"));
        let in_columns = || options::<Compact>().block_size(5000).key(time::<Compact>).form(Form::Columns);
        written(&path, in_columns().compress(method).statistics(true), 1000);
        let mut writer = options::<Compact>().key(time::<Compact>).append(&path).unwrap();
        (1000..1100).for_each(|number| assert_eq!(writer.write(&event(number)).unwrap(), number));
        writer.close().unwrap();
        let report = packed_data_file::repair(&path, &saved).unwrap();
        assert_eq!((report.records, report.lost.len(), report.left_out), (1100, 0, 0));
        let mut cut = fs::read(&path).unwrap();
        cut.truncate(cut.len() - 32);
        fs::write(folder.file("cut"), &cut).unwrap();
        for path in [path, saved, folder.file("cut")] {
            let file = Records::<Event, Compact>::open(&path).unwrap();
            let blocks = file.blocks();
            assert_eq!((blocks.form(0), blocks.form(blocks.block_count() - 1)), (Some(1), Some(0)));
            assert!(blocks.sizes().0 * 3 < blocks.sizes().1 * 2, "{:?}", blocks.sizes());
            let (read, errors) = file.for_each(|number, record| assert_eq!(record.unpack().unwrap(), event(number)));
            assert_eq!((read, errors.len()), (1100, 0));
            for number in (0..1100).rev() {
                assert_eq!(file.get(number).unwrap().unpack().unwrap(), event(number));
            }
            assert_eq!(file.by_key(1100..1110, time).count(), 30);
            let reader = BlockReader::open(&path).unwrap();
            assert_eq!(reader.check().records, 1100);
            assert!(blocks.select(|_| false).iter().any(|selected| !selected));
        }
    }
}

/// Columns that were changed, with a right checksum, or another size: an error, or other records that are valid.
#[cfg(feature = "columns")]
#[test]
fn hostile_columns() {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Compact>().block_size(5000).form(Form::Columns), 300);
    let file = fs::read(&path).unwrap();
    let (at, header) = headers(&file)[0];
    let (start, end) = (at + BlockHeader::SIZE, at + header.size().unwrap());
    assert_eq!(header.form, 1);
    let changed = |length: u64, change: &dyn Fn(&mut Vec<u8>)| {
        let mut payload = file[start..end].to_vec();
        change(&mut payload);
        let BlockHeader { stored, checksum, .. } = BlockHeader::of_payload(header.id, header.kind, &payload);
        let new = BlockHeader { stored, checksum, length, ..header };
        let bytes = [&file[..at], &new.to_bytes(), &payload].concat();
        let records = Records::<Event, Compact, _>::from_bytes(bytes).unwrap();
        records.blocks().block(0).map(|block| assert_eq!(block.len(), header.records as usize))
    };
    changed(header.length, &|_| {}).unwrap();
    for length in [header.length - 1, header.length + 1, u64::MAX] {
        assert!(matches!(changed(length, &|_| {}), Err(Error::Damaged { .. })), "{length}");
    }
    for byte in 0..end - start {
        // (An error, or other values; never a panic.)
        let _ = changed(header.length, &|payload| payload[byte] ^= 0x15);
        let cut = changed(header.length, &|payload| payload.truncate(byte));
        assert!(matches!(cut, Err(Error::Damaged { .. })), "{byte}");
    }
}

/// Records that are no values, or of a type that is not known, are stored as rows.
#[cfg(feature = "columns")]
#[test]
fn no_columns() {
    let folder = Folder::new();
    for (name, layout, schema) in [("a", "Compact", "packed-data schema 1\nbool\n"), ("b", "Another", "no schema\n")] {
        let path = folder.file(name);
        let mut writer = RawWriter::create(&path, layout, schema, &[]).unwrap().form(Form::Columns);
        (0..1000).for_each(|_| assert!(writer.write(b"\x07").is_ok()));
        writer.close().unwrap();
        let blocks = Blocks::open(&path).unwrap();
        assert_eq!((blocks.form(0), blocks.get(999).unwrap()), (Some(0), &b"\x07"[..]));
    }
}
