//! Record batches of columns, beside a plain copy of the columns, and beside batches of rows.

use std::hint::black_box;
use std::path::Path;

use arrow_array::RecordBatch;
use packed_data::{Compact, Limits, Packed};
use packed_data_arrow::{BatchBuilder, ColumnReader, Options};
use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Number, Options as ColumnOptions};
use packed_data_schema::{Codec, LayoutId, Schema};

use super::blocks::Table;
use super::peers::Contestant;
use crate::record::Record;

/// Returns the number of rows.
fn size(batches: &[RecordBatch]) -> u64 {
    batches.iter().map(|batch| batch.num_rows() as u64).sum()
}

/// Gathers batches.
struct Batches<'c> {
    builder: BatchBuilder<'c>,
    full: Vec<RecordBatch>,
}

impl<'c> Batches<'c> {
    fn new(codec: &'c Codec<'c>) -> Self {
        Self { builder: BatchBuilder::new(codec, &Options::new()).expect("a type with columns"), full: Vec::new() }
    }

    fn push(&mut self, record: &[u8]) {
        self.builder.push(record).expect("a record");
        self.take();
    }

    fn take(&mut self) {
        if self.builder.is_full() {
            self.full.push(self.builder.finish().expect("a batch"));
        }
    }

    fn finish(mut self) -> Vec<RecordBatch> {
        if !self.builder.is_empty() {
            self.full.push(self.builder.finish().expect("a batch"));
        }
        self.full
    }
}

fn of_columns(bytes: &[u8], codec: &Codec<'_>) -> Vec<RecordBatch> {
    let mut batches = Batches::new(codec);
    let reader = ColumnReader::new(&batches.builder).expect("a type with columns");
    let columns = Columns::open_by(reader.tree(), bytes).expect("columns");
    let mut rows = reader.rows(&batches.builder, &columns).expect("columns");
    while !rows.is_empty() {
        batches.builder.push_rows(&mut rows).expect("columns");
        batches.take();
    }
    batches.finish()
}

fn of_rows(records: &[Vec<u8>], codec: &Codec<'_>) -> Vec<RecordBatch> {
    let mut batches = Batches::new(codec);
    records.iter().for_each(|record| batches.push(record));
    batches.finish()
}

fn through_rows(bytes: &[u8], codec: &Codec<'_>) -> Vec<RecordBatch> {
    let mut batches = Batches::new(codec);
    let tree = ColumnSchema::new(codec.schema());
    let columns = Columns::open_by(&tree, bytes).expect("columns");
    let each = |record: Vec<u8>| {
        batches.push(&record);
        Ok::<(), Error>(())
    };
    columns.records(codec, 0..columns.len(), &Limits::DEFAULT, each).expect("columns");
    batches.finish()
}

/// Copies each column to a vector; texts to one text and their ends. Returns the number of rows.
fn copied(bytes: &[u8]) -> u64 {
    let columns = Columns::<Record>::open(bytes).expect("columns");
    _ = black_box(columns.column::<u64>("time").expect("a column").collect::<Vec<_>>());
    _ = black_box(columns.column::<u32>("code").expect("a column").collect::<Vec<_>>());
    _ = black_box(columns.column::<Number>("level").expect("a column").collect::<Vec<_>>());
    for path in ["host", "text"] {
        let (mut heap, mut ends) = (String::new(), Vec::new());
        for text in columns.column::<&str>(path).expect("a column") {
            heap.push_str(text);
            ends.push(heap.len() as i32);
        }
        _ = black_box((heap, ends));
    }
    columns.len()
}

/// Returns what is measured over some records.
pub(crate) fn tables<'c>(records: &'c [Record], _: &'c Path) -> Vec<Table<'c>> {
    // (The contestants live as long as the program.)
    let codec: &'static Codec<'static> =
        Box::leak(Box::new(Schema::of::<Record>().into_codec(LayoutId::Compact).expect("a codec")));
    let packed: Vec<_> = records.iter().map(|record| Packed::<Record, Compact>::pack(record).into_inner()).collect();
    let tree = ColumnSchema::new(codec.schema());
    let mut encoder = Encoder::new(&tree, codec, ColumnOptions::new().statistics(false).group(0));
    packed.iter().for_each(|record| encoder.push(record, &Limits::DEFAULT).expect("a record"));
    let bytes = std::rc::Rc::new(encoder.finish().expect("columns"));
    let found = of_columns(&bytes, codec);
    assert!(found == of_rows(&packed, codec) && found == through_rows(&bytes, codec));
    let [first, second, third] = [(); 3].map(|()| bytes.clone());
    vec![(
        "record batches".into(),
        vec![
            Contestant::new("a copy of the columns", move || copied(&first)),
            Contestant::new("of the columns", move || size(&of_columns(&second, codec))),
            Contestant::new("of rows", move || size(&of_rows(&packed, codec))),
            Contestant::new("of the columns, through rows", move || size(&through_rows(&third, codec))),
        ],
    )]
}
