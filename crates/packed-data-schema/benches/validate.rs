//! Validation by schema, compared with that of the library: the ratio of the times, the median over rounds in each of
//! which both are timed in turn.
//!
//!     cargo bench -p packed-data-schema

use std::hint::black_box;
use std::time::{Duration, Instant};

use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_schema::{Layout, Schema};

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

const ROUNDS: usize = 21;

fn tree(depth: u32) -> Tree {
    match depth {
        0 => Tree::Leaf(7),
        _ => Tree::Node(Box::new(tree(depth - 1)), Box::new(tree(depth - 1))),
    }
}

fn records() -> Vec<Record> {
    (0..50_000_u32)
        .map(|id| Record {
            id,
            name: format!("record {id}"),
            score: (id % 3 > 0).then_some(f64::from(id)),
            tags: (0..id % 4).map(|tag| format!("tag{tag}")).collect(),
        })
        .collect()
}

fn time(mut work: impl FnMut()) -> Duration {
    let start = Instant::now();
    work();
    start.elapsed()
}

fn compare<T: Packable, L: packed_data::Layout>(name: &str, value: &T) {
    let bytes = Packed::<T, L>::pack(value).into_inner();
    let schema = Schema::of::<T>();
    let codec = schema.codec(Layout::of::<L>().expect("a layout of the crate")).expect("a type that it has");
    let mut ratios: Vec<f64> = (0..ROUNDS)
        .map(|_| {
            let typed = time(|| drop(black_box(Packed::<T, L, _>::from_bytes(black_box(bytes.as_slice())))));
            let by_schema = time(|| drop(black_box(codec.validate(black_box(&bytes), &Limits::DEFAULT))));
            by_schema.as_secs_f64() / typed.as_secs_f64()
        })
        .collect();
    ratios.sort_by(f64::total_cmp);
    println!("{name:10} {:8} {:9} bytes: {:5.1} times", L::NAME, bytes.len(), ratios[ROUNDS / 2]);
}

fn main() {
    let (tree, records) = (tree(17), records());
    let numbers: Vec<i64> = (0..1_000_000).collect();
    compare::<_, Compact>("tree", &tree);
    compare::<_, Indexed>("tree", &tree);
    compare::<_, Cbor>("tree", &tree);
    compare::<_, Compact>("records", &records);
    compare::<_, Indexed>("records", &records);
    compare::<_, Cbor>("records", &records);
    compare::<_, Compact>("numbers", &numbers);
    compare::<_, Cbor>("numbers", &numbers);
}
