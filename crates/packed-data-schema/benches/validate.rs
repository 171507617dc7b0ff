//! Validation by schema, compared with that of the library: the ratio of the times, the median over rounds in each of
//! which both are timed in turn.
//!
//!     cargo bench -p packed-data-schema
//!
//! With the argument `count` each is run once, to count instructions: see the script `ci/schema_speed.sh`.

use std::collections::BTreeMap;
use std::hint::black_box;
use std::time::{Duration, Instant};

use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_schema::{Codec, Schema};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Packable)]
struct Record {
    id: u32,
    name: String,
    score: Option<f64>,
    tags: Vec<String>,
}

#[derive(Packable)]
struct Reading {
    sensor: u32,
    seconds: i64,
    value: f64,
    is_valid: bool,
}

/// The same as [`Record`], with a head.
#[derive(Packable)]
#[packable(extensible)]
struct Message {
    id: u32,
    name: String,
    score: Option<f64>,
    tags: Vec<String>,
}

const ROUNDS: usize = 21;

fn tree(depth: u32) -> Tree {
    match depth {
        0 => Tree::Leaf(7),
        _ => Tree::Node(Box::new(tree(depth - 1)), Box::new(tree(depth - 1))),
    }
}

fn record(id: u32) -> Record {
    Record {
        id,
        name: format!("record {id}"),
        score: (!id.is_multiple_of(3)).then_some(f64::from(id)),
        tags: (0..id % 4).map(|tag| format!("tag{tag}")).collect(),
    }
}

fn message(id: u32) -> Message {
    let Record { id, name, score, tags } = record(id);
    Message { id, name, score, tags }
}

fn reading(sensor: u32) -> Reading {
    Reading { sensor, seconds: i64::from(sensor) << 20, value: f64::from(sensor), is_valid: !sensor.is_multiple_of(7) }
}

fn time(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

#[inline(never)]
fn typed<T: Packable, L: packed_data::Layout>(bytes: &[u8]) {
    assert!(black_box(Packed::<T, L, _>::from_bytes(black_box(bytes))).is_ok());
}

#[expect(clippy::extra_unused_type_parameters, reason = "a profile counts each type apart")]
#[inline(never)]
fn by_schema<T: Packable, L: packed_data::Layout>(codec: &Codec<'_>, bytes: &[u8]) {
    assert!(black_box(codec.validate(black_box(bytes), &Limits::DEFAULT)).is_ok());
}

fn compare<T: Packable, L: packed_data::Layout>(rounds: usize, name: &str, value: &T) {
    let bytes = Packed::<T, L>::pack(value).into_inner();
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::ID).expect("a type that it has");
    let mut ratios: Vec<f64> = (0..rounds)
        .map(|_| {
            let typed = time(|| typed::<T, L>(&bytes));
            let by_schema = time(|| by_schema::<T, L>(&codec, &bytes));
            by_schema.as_secs_f64() / typed.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("{name:10} {:8} {:9} bytes: {:5.1} times", L::NAME, bytes.len(), ratios[rounds / 2]);
}

fn compare_all<T: Packable>(rounds: usize, name: &str, value: &T) {
    compare::<T, Compact>(rounds, name, value);
    compare::<T, Indexed>(rounds, name, value);
    compare::<T, Cbor>(rounds, name, value);
}

fn main() {
    let is_counted = std::env::args().any(|argument| argument == "count");
    let rounds = if is_counted { 1 } else { ROUNDS };
    compare_all(rounds, "tree", &tree(17));
    compare_all(rounds, "records", &(0..50_000).map(record).collect::<Vec<_>>());
    compare_all(rounds, "messages", &(0..50_000).map(message).collect::<Vec<_>>());
    compare_all(rounds, "readings", &(0..50_000).map(reading).collect::<Vec<_>>());
    compare_all(rounds, "numbers", &(0..1_000_000).collect::<Vec<i64>>());
    compare_all(rounds, "pairs", &(0..50_000_u32).map(|at| (at, f64::from(at))).collect::<BTreeMap<_, _>>());
}
