//! Riegeli's files, by the crate `riegeli`, which is not Google's: records of postcard, not compressed.

use std::fs::File;
use std::io::{BufReader, BufWriter};
use std::path::Path;

use riegeli::{CompressionType, ReaderOptions, RecordReader, RecordWriter, WriterOptions};

use super::postcard::Borrowed;
use super::{Contestant, Task, numbers, times};
use crate::record::Record;

fn open(path: &Path) -> RecordReader<BufReader<File>> {
    let file = BufReader::new(File::open(path).expect("a file"));
    RecordReader::new(file, ReaderOptions::new()).expect("a file")
}

fn each(reader: &mut RecordReader<BufReader<File>>, mut f: impl FnMut(&Borrowed<'_>) -> bool) {
    while let Some(record) = reader.read_record().expect("valid") {
        if !f(&Borrowed::of(&record)) {
            return;
        }
    }
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let path = folder.join("riegeli");
    let count = records.len();
    let run: Box<dyn FnMut() -> u64> = match task {
        Task::Write => Box::new(move || {
            // (Chunks of 64 KiB, as ours; by default they are 1 MiB.)
            let options = WriterOptions::new().compression(CompressionType::None).chunk_size(64 << 10);
            let file = BufWriter::new(File::create(&path).expect("a file"));
            let mut writer = RecordWriter::new(file, options).expect("a file");
            let mut bytes = Vec::new();
            for record in records {
                bytes.clear();
                bytes = postcard::to_extend(record, bytes).expect("in memory");
                writer.write_record(&bytes).expect("a file");
            }
            writer.close().expect("a file");
            count as u64
        }),
        Task::Scan => Box::new(move || {
            let mut sum = 0;
            each(&mut open(&path), |record| {
                sum += record.answer();
                true
            });
            sum
        }),
        Task::Filter => {
            let mut reader = open(&path);
            Box::new(move || {
                let (range, mut sum) = (times(count), 0);
                let found = reader.search(|record| Borrowed::of(record).time.cmp(&range.start)).expect("valid");
                assert!(found);
                each(&mut reader, |record| {
                    let is_within = range.contains(&record.time);
                    sum += if is_within { record.answer() } else { 0 };
                    is_within
                });
                sum
            })
        }
        Task::Get => {
            // The numeric position of each record, in memory. A tenth of the records, since each reads a chunk.
            let mut reader = open(&path);
            let mut places = Vec::new();
            while reader.read_record().expect("valid").is_some() {
                places.push(reader.last_pos());
            }
            let wanted = numbers(count);
            let run = move || {
                let mut one = |number: &u64| {
                    reader.seek(places[*number as usize]).expect("a position");
                    Borrowed::of(&reader.read_record().expect("valid").expect("a record")).answer()
                };
                wanted.iter().map(&mut one).sum()
            };
            return vec![Contestant::new("riegeli, positions in memory", run)];
        }
        Task::Recover => return vec![],
    };
    vec![Contestant::new("riegeli", run)]
}
