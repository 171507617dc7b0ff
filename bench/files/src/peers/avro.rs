//! Avro's container file.

use std::fs::File;
use std::io::{BufReader, BufWriter, Write};
use std::path::Path;

use apache_avro::{Reader, Schema, Writer, from_value};

use super::{Contestant, Task, answer, times};
use crate::record::Record;

const SCHEMA: &str = r#"{"type": "record", "name": "Record", "fields": [
    {"name": "time", "type": "long"},
    {"name": "level", "type": {"type": "enum", "name": "Level", "symbols": ["Debug", "Info", "Warning", "Error"]}},
    {"name": "code", "type": "long"},
    {"name": "host", "type": "string"},
    {"name": "text", "type": "string"}
]}"#;

fn read(path: &Path) -> impl Iterator<Item = Record> {
    let file = BufReader::new(File::open(path).expect("a file"));
    let reader = Reader::new(file).expect("a file");
    reader.map(|value| from_value::<Record>(&value.expect("valid")).expect("a record"))
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let path = folder.join("avro");
    let count = records.len();
    let run: Box<dyn FnMut() -> u64> = match task {
        Task::Write => {
            let schema = Schema::parse_str(SCHEMA).expect("a schema");
            Box::new(move || {
                let mut writer = Writer::new(&schema, BufWriter::new(File::create(&path).expect("a file")));
                records.iter().for_each(|record| assert!(writer.append_ser(record).is_ok()));
                writer.into_inner().and_then(|mut file| file.flush().map_err(|_| unreachable!())).expect("a file");
                count as u64
            })
        }
        Task::Scan => Box::new(move || read(&path).map(|record| answer(record.code, &record.text)).sum()),
        // It has no index: all of it is read.
        Task::Filter => Box::new(move || {
            let all = read(&path).filter(|record| times(count).contains(&record.time));
            all.map(|record| answer(record.code, &record.text)).sum()
        }),
        Task::Get | Task::Recover => return vec![],
    };
    vec![Contestant::new("avro", run)]
}
