//! The form of the records in a block.

use std::fs;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, stream};
use packed_data_file::{BlockReader, Blocks, Error, Form, Options, Records, repair_bytes};

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
    for form in [1, 2, 255] {
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
