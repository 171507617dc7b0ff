//! Batches of records in columns, beside a plain copy of the columns and the same batches of rows: the ratio of the
//! times, the median over rounds in each of which all are timed in turn.
//!
//!     cargo bench -p packed-data-arrow --features columns

use std::hint::black_box;
use std::time::Instant;

use packed_data::{Compact, Limits, Packable, Packed};
use packed_data_arrow::{BatchBuilder, ColumnReader, Options};
use packed_data_columns::{Columns, encode};
use packed_data_schema::{LayoutId, Schema};

#[derive(Clone, Packable)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Packable)]
struct Trade {
    time: u64,
    symbol: String,
    price: f64,
    quantity: u32,
    side: Side,
    venue: String,
    note: Option<u16>,
    fees: Vec<u32>,
}

const ROUNDS: usize = 15;
const ROWS: u64 = 200_000;

fn trade(number: u64) -> Trade {
    let mixed = number.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
    Trade {
        time: 1_700_000_000_000_000 + 250 * number,
        symbol: format!("S{:03}", mixed % 500),
        price: (mixed % 200_000) as f64 / 100.0,
        quantity: (mixed % 900) as u32,
        side: if mixed.is_multiple_of(2) { Side::Buy } else { Side::Sell },
        venue: format!("venue {}-{}", mixed % 7, mixed % 100_000),
        note: mixed.is_multiple_of(3).then_some(mixed as u16),
        fees: (0..mixed % 3).map(|fee| fee as u32 * 5).collect(),
    }
}

/// Copies each column to a vector, as far as columns have types.
fn copied(bytes: &[u8]) -> usize {
    let columns = Columns::<Trade>::open(bytes).unwrap();
    let mut sum = 0;
    macro_rules! copy {
        ($($path:literal: $of:ty),+) => {
            $(sum += black_box(columns.column::<$of>($path).unwrap().collect::<Vec<_>>()).len();)+
        };
    }
    copy!("time": u64, "price": f64, "quantity": u32, "note": u16, "fees[]": u32);
    for path in ["side", "fees"] {
        sum += black_box(columns.column::<packed_data_columns::Number>(path).unwrap().collect::<Vec<_>>()).len();
    }
    for path in ["symbol", "venue"] {
        let (mut heap, mut ends) = (String::new(), Vec::new());
        for text in columns.column::<&str>(path).unwrap() {
            heap.push_str(text);
            ends.push(heap.len() as i32);
        }
        sum += black_box((heap, ends)).1.len();
    }
    sum
}

fn main() {
    let trades: Vec<_> = (0..ROWS).map(trade).collect();
    let packed = Packed::<[Trade]>::pack(&trades);
    let bytes = encode(&packed, Default::default());
    let records: Vec<_> = trades.iter().map(|trade| Packed::<Trade, Compact>::pack(trade).into_inner()).collect();
    let schema = Schema::of::<Trade>();
    let codec = schema.codec(LayoutId::Compact).unwrap();
    let batches = || {
        let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
        let reader = ColumnReader::new(&builder).unwrap();
        let columns = Columns::open_by(reader.tree(), &bytes).unwrap();
        let (mut rows, mut batches) = (reader.rows(&builder, &columns).unwrap(), Vec::new());
        while !rows.is_empty() {
            builder.push_rows(&mut rows).unwrap();
            batches.push(builder.finish().unwrap());
        }
        batches
    };
    let of_rows = || {
        let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
        let mut batches = Vec::new();
        for record in &records {
            builder.push(record).unwrap();
            if builder.is_full() {
                batches.push(builder.finish().unwrap());
            }
        }
        batches.push(builder.finish().unwrap());
        batches
    };
    let decoded = || {
        let tree = packed_data_columns::ColumnSchema::new(&schema);
        let columns = Columns::open_by(&tree, &bytes).unwrap();
        let mut builder = BatchBuilder::new(&codec, &Options::new()).unwrap();
        let mut batches = Vec::new();
        let each = |record: Vec<u8>| {
            builder.push(&record).unwrap();
            if builder.is_full() {
                batches.push(builder.finish().unwrap());
            }
            Ok::<(), packed_data_columns::Error>(())
        };
        columns.records(&codec, 0..columns.len(), &Limits::DEFAULT, each).unwrap();
        batches.push(builder.finish().unwrap());
        batches
    };
    let found = batches();
    assert!(found == of_rows() && found == decoded());
    let memory: usize = found.iter().map(|batch| batch.get_array_memory_size()).sum();
    println!("{ROWS} rows, {} bytes in columns, {memory} bytes in batches", bytes.len());
    let contestants: [(&str, &dyn Fn()); 4] = [
        ("a copy of the columns", &|| _ = black_box(copied(&bytes))),
        ("batches of the columns", &|| _ = black_box(batches())),
        ("batches of rows", &|| _ = black_box(of_rows())),
        ("batches of the columns, through rows", &|| _ = black_box(decoded())),
    ];
    let mut rounds = Vec::new();
    for _ in 0..ROUNDS {
        rounds.push(contestants.map(|(_, run)| {
            let start = Instant::now();
            run();
            start.elapsed().as_secs_f64()
        }));
    }
    println!("| | least, in ms | times the first, median |\n|---|---:|---:|");
    for (index, (name, _)) in contestants.iter().enumerate() {
        let least = rounds.iter().map(|round| round[index]).fold(f64::INFINITY, f64::min);
        let mut ratios: Vec<_> = rounds.iter().map(|round| round[index] / round[0]).collect();
        ratios.sort_by(f64::total_cmp);
        println!("| {name} | {:.2} | {:.2} |", least * 1e3, ratios[ROUNDS / 2]);
    }
}
