//! Records in redb and in LMDB: packed data beside other formats, in the same store.
//!
//! ```sh
//! cargo run --release --manifest-path bench/Cargo.toml -p stores -- [RECORDS]
//! ```
//!
//! All contestants put the same orders into a table, by their number, in a file in memory (`/dev/shm`, if there is
//! one), so that no disk is measured. All answers are compared before anything is timed. Then all are timed in turn, in
//! each of 15 rounds, each of which begins with another contestant. A ratio is the median over the rounds of the ratio
//! to the first contestant within a round.
//!
//! - put: all records, in one transaction, from values in memory to a new file that is synced.
//! - get: 10,000 records in no order, in one transaction; of each the sum of its prices and the length of a name. A
//!   format that can be read in place reads only these.
//! - one field: the same records, of each one number.
//! - scan: all records in order; of each what `get` reads.
//!
//! The other formats are read as their users would: postcard and JSON deserialise a record (postcard borrows strings),
//! rkyv checks the bytes and reads the archive in place, or trusts them.

mod formats;
mod heed;
mod record;
mod redb;

use std::hint::black_box;
use std::path::Path;
use std::time::Instant;

use record::Order;

/// Rounds in which all contestants are timed.
const ROUNDS: usize = 15;

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Put,
    Get,
    OneField,
    Scan,
}

/// A contestant at a task; its answer is the same as that of the others.
struct Contestant<'c> {
    name: &'static str,
    run: Box<dyn FnMut() -> u64 + 'c>,
}

impl<'c> Contestant<'c> {
    fn new(name: &'static str, run: impl FnMut() -> u64 + 'c) -> Self {
        Self { name, run: Box::new(run) }
    }
}

fn main() {
    let count = std::env::args().nth(1).map_or(100_000, |count| count.parse().expect("a number of records"));
    let orders: Vec<Order> = (0..count).map(Order::new).collect();
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    let folder = folder.expect("a folder");
    let sizes = formats::sizes(&orders);
    println!("{count} records\n\n| format | bytes of values |\n|---|---:|");
    for (name, bytes) in sizes {
        println!("| {name} | {bytes} |");
    }
    for task in [Task::Put, Task::Get, Task::OneField, Task::Scan] {
        measure("redb", task, &mut redb::contestants(&orders, folder.path(), task));
    }
    println!("\nredb: the check of all values when a table is opened: {:.1} ms", redb::check(&orders, folder.path()));
    for task in [Task::Put, Task::Get, Task::OneField, Task::Scan] {
        measure("LMDB", task, &mut heed::contestants(&orders, folder.path(), task));
    }
}

fn measure(store: &str, task: Task, contestants: &mut [Contestant<'_>]) {
    let answers: Vec<u64> = contestants.iter_mut().map(|one| (one.run)()).collect();
    for (one, answer) in contestants.iter().zip(&answers) {
        assert_eq!(*answer, answers[0], "{task:?}: {} has another answer", one.name);
    }
    let mut rounds = Vec::new();
    for round in 0..ROUNDS {
        let mut times = vec![0.0; contestants.len()];
        for place in 0..contestants.len() {
            let index = (place + round) % contestants.len();
            let start = Instant::now();
            black_box((contestants[index].run)());
            times[index] = start.elapsed().as_secs_f64();
        }
        rounds.push(times);
    }
    println!("\n| {store}: {task:?} | milliseconds | ratio |\n|---|---:|---:|");
    for (index, one) in contestants.iter().enumerate() {
        let least = rounds.iter().map(|round| round[index]).fold(f64::INFINITY, f64::min);
        let mut ratios: Vec<f64> = rounds.iter().map(|round| round[index] / round[0]).collect();
        ratios.sort_by(f64::total_cmp);
        println!("| {} | {:.2} | {:.2} |", one.name, least * 1e3, ratios[ROUNDS / 2]);
    }
}

/// The numbers of the records that are read one by one.
fn numbers(count: usize) -> Vec<u64> {
    (0..10_000_u64).map(|n| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17) % count as u64).collect()
}
