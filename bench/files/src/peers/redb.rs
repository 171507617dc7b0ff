//! A table of redb: numbers, and records of postcard.

use std::fs;
use std::path::Path;

use redb::{Database, Durability, ReadOnlyTable, ReadableDatabase, ReadableTable, TableDefinition};

use super::postcard::Borrowed;
use super::{Contestant, Task, numbers, times};
use crate::record::Record;

const TABLE: TableDefinition<'static, u64, &[u8]> = TableDefinition::new("records");

fn write(records: &[Record], path: &Path) {
    let _ = fs::remove_file(path);
    let database = Database::create(path).expect("a file");
    let mut transaction = database.begin_write().expect("a transaction");
    transaction.set_durability(Durability::Immediate).expect("a mode");
    let mut table = transaction.open_table(TABLE).expect("a table");
    let mut bytes = Vec::new();
    for (number, record) in records.iter().enumerate() {
        bytes.clear();
        bytes = postcard::to_extend(record, bytes).expect("in memory");
        table.insert(number as u64, bytes.as_slice()).expect("a record");
    }
    drop(table);
    transaction.commit().expect("a file");
}

/// A table, and the database that must outlive it.
struct Open {
    table: ReadOnlyTable<u64, &'static [u8]>,
    _database: Database,
}

fn open(path: &Path) -> Open {
    let database = Database::open(path).expect("a file");
    let table = database.begin_read().expect("a transaction").open_table(TABLE).expect("a table");
    Open { table, _database: database }
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let path = folder.join("redb");
    let count = records.len();
    let run: Box<dyn FnMut() -> u64> = match task {
        Task::Write => Box::new(move || {
            write(records, &path);
            count as u64
        }),
        Task::Scan => Box::new(move || {
            let Open { table, _database } = open(&path);
            table.iter().expect("valid").flatten().map(|(_, record)| Borrowed::of(record.value()).answer()).sum()
        }),
        // Times ascend with the numbers: a binary search for the first, then a range.
        Task::Filter => {
            let Open { table, _database } = open(&path);
            Box::new(move || {
                let _open = &_database;
                let range = times(count);
                let time =
                    |number: u64| Borrowed::of(table.get(number).expect("valid").expect("a record").value()).time;
                let (mut from, mut to) = (0, count as u64);
                while from < to {
                    let middle = from.midpoint(to);
                    if time(middle) < range.start { from = middle + 1 } else { to = middle }
                }
                let mut sum = 0;
                for (_, record) in table.range(from..).expect("valid").flatten() {
                    let record = Borrowed::of(record.value());
                    if !range.contains(&record.time) {
                        break;
                    }
                    sum += record.answer();
                }
                sum
            })
        }
        Task::Get => {
            let Open { table, _database } = open(&path);
            let wanted = numbers(count);
            let get =
                move |number: u64| Borrowed::of(table.get(number).expect("valid").expect("a record").value()).answer();
            Box::new(move || {
                let _open = &_database;
                wanted.iter().map(|number| get(*number)).sum()
            })
        }
        Task::Recover => return vec![],
    };
    vec![Contestant::new("redb", run)]
}
