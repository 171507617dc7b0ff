//! Conditions that are passed down keep the rows that the engine itself keeps: the same questions are asked of a packed
//! file, and of the same rows in memory.

use std::path::Path;
use std::sync::Arc;

use datafusion::arrow::array::{Array, RecordBatch};
use datafusion::arrow::compute::concat_batches;
use datafusion::arrow::util::display::array_value_to_string;
use datafusion::prelude::{SessionConfig, SessionContext};
use packed_data::{Compact, Indexed, Layout, Packable};
use sql::Table;

#[derive(Clone, Copy, Packable)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Packable)]
struct Reading {
    id: u32,
    price: f64,
    small: f32,
    wide: u64,
    signed: i64,
    tiny: i8,
    flag: bool,
    side: Side,
    name: String,
    maybe: Option<i32>,
}

/// Returns rows with the first, last and special values of each type.
fn readings() -> Vec<Reading> {
    let nan = f64::from_bits(0x7FF8_0000_0000_0000);
    let prices = [
        -0.0,
        0.0,
        nan,
        -nan,
        0.1,
        f64::from(0.1_f32),
        1.5,
        -1.5,
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::MIN_POSITIVE,
        9_007_199_254_740_992.0,
    ];
    let small_nan = f32::from_bits(0x7FC0_0000);
    let smalls = [-0.0, 0.0, small_nan, -small_nan, 0.1, 1.5, -1.5, f32::INFINITY, f32::NEG_INFINITY, f32::MAX];
    let wides = [0, 1, 3, u64::from(u32::MAX), i64::MAX as u64, i64::MAX as u64 + 1, u64::MAX];
    let signeds = [0, 1, -1, 3, i64::MIN, i64::MAX];
    let names = ["", "a", "A", "b", "ab", "\u{e4}", "Buy", "3"];
    let maybes = [None, Some(0), Some(1), Some(-1), Some(i32::MAX)];
    (0..420_usize)
        .map(|index| Reading {
            id: if index % 7 == 6 { u32::MAX } else { index as u32 },
            price: prices[index % prices.len()],
            small: smalls[index % smalls.len()],
            wide: wides[index % wides.len()],
            signed: signeds[index % signeds.len()],
            tiny: (index % 256) as u8 as i8,
            flag: index.is_multiple_of(3),
            side: if index % 5 < 2 { Side::Buy } else { Side::Sell },
            name: names[index % names.len()].into(),
            maybe: maybes[index % maybes.len()],
        })
        .collect()
}

const CONDITIONS: &[&str] = &[
    // Zeros of both signs are equal; numbers that are none are equal, and greater than all others.
    "price = 0",
    "price <> 0",
    "price >= 0",
    "price > 0",
    "price <= 0",
    "price < 0",
    "0 <= price",
    "price BETWEEN 0 AND 1",
    "price = -0.0",
    "price > -0.0",
    "price = CAST('NaN' AS DOUBLE)",
    "price <> CAST('NaN' AS DOUBLE)",
    "price < CAST('NaN' AS DOUBLE)",
    "price >= CAST('NaN' AS DOUBLE)",
    "price > CAST('inf' AS DOUBLE)",
    "price = 9007199254740993",
    "price > 1",
    "small = 0",
    "small < 0",
    "small = CAST('NaN' AS REAL)",
    "small > CAST('NaN' AS REAL)",
    "small >= CAST('NaN' AS DOUBLE)",
    // Floats of two widths.
    "small = 0.1",
    "small > 0.1",
    "small = CAST(0.1 AS REAL)",
    "small <= 1",
    "CAST(small AS DOUBLE) = 0.1",
    "CAST(small AS DOUBLE) = CAST(CAST(0.1 AS REAL) AS DOUBLE)",
    "CAST(price AS REAL) = CAST(0.1 AS REAL)",
    "CAST(price AS REAL) <> CAST(0.1 AS REAL)",
    // Integers and what is beyond them.
    "id = 3",
    "id <> 3",
    "id > -1",
    "id < 4294967296",
    "id = 4294967295",
    "id = 1.5",
    "id > 1.5",
    "id BETWEEN 3 AND 1",
    "id BETWEEN 3 AND 9",
    "id NOT BETWEEN 3 AND 9",
    "id IN (1, 2, 3)",
    "wide = 18446744073709551615",
    "wide > 9223372036854775807",
    "wide > -1",
    "wide >= 1 AND wide <= 3",
    "wide <> 1e3",
    "signed < 0",
    "signed = 9223372036854775807",
    "signed = -9223372036854775808",
    "signed < 18446744073709551615",
    "tiny = -128",
    "tiny < 128",
    "tiny > 1000",
    "tiny = 3.0",
    "CAST(tiny AS BIGINT) = 3",
    "CAST(tiny AS DOUBLE) > 3.5",
    "CAST(id AS TINYINT) = 3",
    "CAST(id AS BIGINT) = 3",
    "CAST(wide AS BIGINT) = 3",
    "CAST(wide AS INT) = 3",
    "CAST(price AS INT) = 1",
    "CAST(id AS VARCHAR) = '3'",
    "CAST(id AS VARCHAR) > '3'",
    // Truth values.
    "flag",
    "NOT flag",
    "flag = true",
    "flag <> true",
    "flag > false",
    "flag IS NOT TRUE",
    "CAST(flag AS INT) = 1",
    // Texts and names.
    "name = ''",
    "name > 'a'",
    "name >= 'A' AND name < 'b'",
    "name BETWEEN 'a' AND 'b'",
    "name <> '\u{e4}'",
    "CAST(name AS VARCHAR) = 'a'",
    "name = 3",
    "side = 'Buy'",
    "side <> 'Buy'",
    "side = 'Neither'",
    "side <> 'Neither'",
    "side < 'Sell'",
    "side >= 'Buy'",
    "side IN ('Buy', 'Neither')",
    "side = name",
    "'Sell' = side",
    // Nulls.
    "maybe = 1",
    "maybe <> 1",
    "NOT (maybe = 1)",
    "maybe IS NULL",
    "maybe IS DISTINCT FROM 1",
    "id = NULL",
    "id <> NULL",
    "price > NULL",
    "name = NULL",
    "side <> NULL",
    "flag AND NULL",
    "id < 5 OR price = 0",
    "id < 50 AND maybe IS NULL AND price >= 0",
];

fn write<L: Layout>(path: &Path) {
    let mut file = packed_data_file::Options::<Reading, L>::new().create(path).unwrap();
    for reading in readings() {
        file.write(&reading).unwrap();
    }
    file.close().unwrap();
}

async fn collect(context: &SessionContext, query: &str) -> Result<Vec<RecordBatch>, String> {
    let frame = context.sql(query).await.map_err(|error| error.to_string())?;
    frame.collect().await.map_err(|error| error.to_string())
}

/// Returns the answer as text, a line for each row; `None` if it is an error.
async fn ask(context: &SessionContext, query: &str) -> Option<Vec<String>> {
    let mut lines = Vec::new();
    for batch in collect(context, query).await.ok()? {
        for row in 0..batch.num_rows() {
            let cells = batch.columns().iter().map(|column| array_value_to_string(column, row).unwrap());
            lines.push(cells.collect::<Vec<_>>().join(" "));
        }
    }
    Some(lines)
}

fn run<T>(future: impl Future<Output = T>) -> T {
    tokio::runtime::Builder::new_multi_thread().worker_threads(1).build().unwrap().block_on(future)
}

/// Returns an engine with the table `packed`, of a file.
fn engine(path: &Path) -> SessionContext {
    let context = SessionContext::new_with_config(SessionConfig::new().with_target_partitions(1));
    // SAFETY: the tests do not change the file while it is a table.
    let table = unsafe { Table::open(path) }.unwrap();
    context.register_table("packed", Arc::new(table)).unwrap();
    context
}

fn same_rows<L: Layout>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("readings.packed");
    write::<L>(&path);
    let context = engine(&path);
    run(async {
        let batches = collect(&context, "SELECT * FROM packed").await.unwrap();
        let all = concat_batches(&batches[0].schema(), &batches).unwrap();
        assert_eq!(all.num_rows(), readings().len());
        context.register_batch("memory", all).unwrap();
        let mut different = Vec::new();
        for condition in CONDITIONS {
            let select = |table: &str| format!("SELECT id, price, small, wide, name FROM {table} WHERE {condition}");
            let (packed, memory) = (ask(&context, &select("packed")).await, ask(&context, &select("memory")).await);
            if packed != memory {
                let count = |lines: &Option<Vec<String>>| lines.as_ref().map(Vec::len);
                different.push(format!("{condition}: {:?}, expected {:?}", count(&packed), count(&memory)));
            }
        }
        assert!(different.is_empty(), "{different:#?}");
        // Some of them are passed down.
        for condition in ["price = 0", "id = 3", "flag = true", "name > 'a'", "side != 'Buy'"] {
            let plan = ask(&context, &format!("EXPLAIN SELECT id FROM packed WHERE {condition}")).await.unwrap();
            let expected = format!("conditions=[{condition}]");
            assert!(plan.iter().any(|line| line.contains(&expected)), "{condition}: {plan:#?}");
        }
    });
}

#[test]
fn compact() {
    same_rows::<Compact>();
}

#[test]
fn indexed() {
    same_rows::<Indexed>();
}

/// A record that is small in the file, and large in a column.
#[derive(Packable)]
struct Large {
    bytes: Option<[u8; 4096]>,
}

#[test]
fn batches_end_before_they_take_too_much_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("large.packed");
    let mut file = packed_data_file::Options::<Large, Compact>::new().create(&path).unwrap();
    let count = 70_000;
    for _ in 0..count {
        file.write(&Large { bytes: None }).unwrap();
    }
    file.close().unwrap();
    let batches = run(collect(&engine(&path), "SELECT bytes FROM packed")).unwrap();
    assert_eq!(batches.iter().map(RecordBatch::num_rows).sum::<usize>(), count);
    assert!(batches.iter().all(|batch| batch.num_rows() * 4096 <= (256 << 20) + 4096));
    assert!(batches.iter().all(|batch| batch.column(0).null_count() == batch.num_rows()));
    // In the order of the file, and each once, also where a condition is tested.
    let answer = run(ask(&engine(&path), "SELECT count(*) FROM packed WHERE bytes IS NULL"));
    assert_eq!(answer, Some(vec![count.to_string()]));
}
