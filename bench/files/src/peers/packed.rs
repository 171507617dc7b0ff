//! Ours: a file in the layout `Indexed`, and records in memory with a table of their offsets.

use std::fs;
use std::path::Path;

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, Indexed, Packed};
use packed_data_file::{Options, Records};

use super::{Contestant, Task, answer, numbers, times};
use crate::record::Record;

type One<'a> = Packed<Record, Indexed, &'a [u8]>;

fn of(record: &One<'_>) -> u64 {
    let record = record.view().fields();
    answer(record.code, record.text)
}

fn write(records: &[Record], path: &Path) {
    let _ = fs::remove_file(path);
    let options = Options::<Record, Indexed>::new().key(|record| record.view().fields().time);
    let mut writer = options.create(path).expect("a file");
    records.iter().for_each(|record| assert!(writer.write(record).is_ok()));
    writer.close().expect("a file");
}

/// Opens a file, and reads all records that can be read.
fn scan(path: &Path) -> u64 {
    // SAFETY: nothing changes the file.
    let file = unsafe { Records::<Record, Indexed, _>::open_mapped(path) }.expect("a file");
    file.iter().flatten().map(|record| of(&record)).sum()
}

/// Reads a file instead of mapping it.
fn scan_read(path: &Path) -> u64 {
    let file = Records::<Record, Indexed>::open(path).expect("a file");
    file.iter().flatten().map(|record| of(&record)).sum()
}

fn write_compact(records: &[Record], path: &Path) {
    let _ = fs::remove_file(path);
    let mut writer = Options::<Record, Compact>::new().create(path).expect("a file");
    records.iter().for_each(|record| assert!(writer.write(record).is_ok()));
    writer.close().expect("a file");
}

/// Reads a file of records in `Compact`, field by field.
fn scan_compact(path: &Path) -> u64 {
    let file = Records::<Record, Compact>::open(path).expect("a file");
    let one = |record: Packed<Record, Compact, &[u8]>| {
        record.read(|record| {
            let (code, fields) = record.fields().skip().skip().read();
            let (text, fields) = fields.skip().read();
            fields.done(answer(code, text))
        })
    };
    file.iter().flatten().map(one).sum()
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    const NAME: &str = "packed-data-file";
    let path = folder.join("packed");
    let count = records.len();
    match task {
        Task::Write => vec![Contestant::new(NAME, move || {
            write(records, &path);
            count as u64
        })],
        Task::Scan => {
            let compact = folder.join("packed-compact");
            write_compact(records, &compact);
            let read = path.clone();
            vec![
                Contestant::new(NAME, move || scan(&path)),
                Contestant::new("the same, read and not mapped", move || scan_read(&read)),
                Contestant::new("the same, in Compact", move || scan_compact(&compact)),
            ]
        }
        Task::Filter => {
            // SAFETY: nothing changes the file.
            let file = unsafe { Records::<Record, Indexed, _>::open_mapped(&path) }.expect("a file");
            let run = move || {
                let found = file.by_key(times(count), |record| record.view().fields().time);
                found.flatten().map(|record| of(&record)).sum()
            };
            vec![Contestant::new(NAME, run)]
        }
        Task::Get => {
            // SAFETY: nothing changes the file.
            let file = unsafe { Records::<Record, Indexed, _>::open_mapped(&path) }.expect("a file");
            let wanted = numbers(count);
            let run = move || wanted.iter().map(|number| of(&file.get(*number).expect("a record"))).sum();
            let (mut bytes, mut ends) = (Vec::new(), vec![0]);
            for record in records {
                packed_data::pack_into::<_, Indexed>(record, &mut bytes).expect("within the limits");
                ends.push(bytes.len());
            }
            let wanted = numbers(count);
            let table = move || {
                let one = |number: &u64| {
                    let number = *number as usize;
                    of(&One::from_bytes(&bytes[ends[number]..ends[number + 1]]).expect("valid"))
                };
                wanted.iter().map(one).sum()
            };
            vec![Contestant::new(NAME, run), Contestant::new("offsets in memory", table)]
        }
        Task::Recover => {
            // Without its index, and with a damaged byte in the middle. The scan to compare with has neither block.
            let whole = fs::read(&path).expect("a file");
            let mut torn = whole[..whole.len() - 100].to_vec();
            let middle = torn.len() / 2;
            torn[middle] ^= 1;
            let (damaged, without) = (folder.join("packed-damaged"), folder.join("packed-without"));
            fs::write(&damaged, &torn).expect("a file");
            copy_without(&whole, middle, &without);
            vec![Contestant::new(NAME, move || scan(&damaged)), Contestant::new("its own scan", move || scan(&without))]
        }
    }
}

/// Writes a file that is whole, but for the block around a byte.
fn copy_without(bytes: &[u8], middle: usize, path: &Path) {
    let mut at = 16;
    let block = loop {
        let end = at + BlockHeader::read(&bytes[at..]).and_then(|header| header.size()).expect("a block");
        if end > middle {
            break at..end;
        }
        at = end;
    };
    let rest = [&bytes[..block.start], &bytes[block.end..]].concat();
    let (new, _) = packed_data_file::repair_bytes(&rest).expect("a file");
    fs::write(path, new).expect("a file");
}
