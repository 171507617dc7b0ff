//! Arrow IPC: the same records by column, in batches of 4,096.

use std::fs::File;
use std::io::BufWriter;
use std::path::Path;
use std::sync::Arc;

use arrow_array::cast::AsArray;
use arrow_array::types::{UInt8Type, UInt32Type, UInt64Type};
use arrow_array::{ArrayRef, PrimitiveArray, RecordBatch, StringArray};
use arrow_ipc::reader::FileReader;
use arrow_ipc::writer::FileWriter;
use arrow_schema::{DataType, Field, Schema};

use super::{Contestant, Task, answer, numbers, times};
use crate::record::Record;

const ROWS: usize = 4096;

fn schema() -> Arc<Schema> {
    let field = |name: &str, of| Field::new(name, of, false);
    Arc::new(Schema::new(vec![
        field("time", DataType::UInt64),
        field("level", DataType::UInt8),
        field("code", DataType::UInt32),
        field("host", DataType::Utf8),
        field("text", DataType::Utf8),
    ]))
}

fn batch(records: &[Record], schema: &Arc<Schema>) -> RecordBatch {
    let columns: Vec<ArrayRef> = vec![
        Arc::new(PrimitiveArray::<UInt64Type>::from_iter_values(records.iter().map(|record| record.time))),
        Arc::new(PrimitiveArray::<UInt8Type>::from_iter_values(records.iter().map(|record| record.level as u8))),
        Arc::new(PrimitiveArray::<UInt32Type>::from_iter_values(records.iter().map(|record| record.code))),
        Arc::new(StringArray::from_iter_values(records.iter().map(|record| &record.host))),
        Arc::new(StringArray::from_iter_values(records.iter().map(|record| &record.text))),
    ];
    RecordBatch::try_new(schema.clone(), columns).expect("columns of one length")
}

fn read(path: &Path) -> impl Iterator<Item = RecordBatch> {
    let reader = FileReader::try_new_buffered(File::open(path).expect("a file"), None).expect("a file");
    reader.map(|batch| batch.expect("valid"))
}

/// The columns of a batch that are read.
struct Columns<'b> {
    code: &'b PrimitiveArray<UInt32Type>,
    text: &'b StringArray,
}

impl<'b> Columns<'b> {
    fn of(batch: &'b RecordBatch) -> Self {
        Self { code: batch.column(2).as_primitive(), text: batch.column(4).as_string() }
    }

    fn answer(&self, row: usize) -> u64 {
        answer(self.code.value(row), self.text.value(row))
    }
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let path = folder.join("arrow");
    let count = records.len();
    let sum = |batch: RecordBatch| {
        let columns = Columns::of(&batch);
        (0..batch.num_rows()).map(|row| columns.answer(row)).sum::<u64>()
    };
    let run: Box<dyn FnMut() -> u64> = match task {
        Task::Write => Box::new(move || {
            let schema = schema();
            let file = BufWriter::new(File::create(&path).expect("a file"));
            let mut writer = FileWriter::try_new(file, &schema).expect("a file");
            records.chunks(ROWS).for_each(|rows| assert!(writer.write(&batch(rows, &schema)).is_ok()));
            writer.finish().expect("a file");
            count as u64
        }),
        Task::Scan => Box::new(move || read(&path).map(sum).sum()),
        Task::Filter => {
            let batches: Vec<_> = read(&path).collect();
            Box::new(move || {
                let range = times(count);
                let one = |batch: &RecordBatch| {
                    let (columns, time) = (Columns::of(batch), batch.column(0).as_primitive::<UInt64Type>());
                    let rows = time.values().iter().enumerate().filter(|(_, time)| range.contains(time));
                    rows.map(|(row, _)| columns.answer(row)).sum::<u64>()
                };
                batches.iter().map(one).sum()
            })
        }
        Task::Get => {
            let batches: Vec<_> = read(&path).collect();
            let wanted = numbers(count);
            let one = move |number: u64| Columns::of(&batches[number as usize / ROWS]).answer(number as usize % ROWS);
            Box::new(move || wanted.iter().map(|number| one(*number)).sum())
        }
        Task::Recover => return vec![],
    };
    vec![Contestant::new("arrow", run)]
}
