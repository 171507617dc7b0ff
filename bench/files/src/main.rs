//! Files of log records: those of `packed-data-file` beside those of other libraries.
//!
//! ```sh
//! cargo run --release --manifest-path bench/Cargo.toml -p files -- [RECORDS | --quick]
//! cargo run --release --manifest-path bench/Cargo.toml -p files -- --blocks [RECORDS]
//! cargo run --release --manifest-path bench/Cargo.toml -p files -- --columns [RECORDS]
//! ```
//!
//! With `--quick` there are 5,000 records, and nothing is timed: every contestant has to give the right answer.
//!
//! All write the same records, to files in memory (`/dev/shm`, if there is one), so that no disk is measured. Each task
//! is done by every contestant that can do it, and all answers are compared before anything is timed. Then they are
//! timed in turn, in each of 15 rounds. A ratio is the median over the rounds of the ratio to the first contestant
//! within a round.
//!
//! - write: all records, from values in memory to a file that is closed.
//! - scan: from the name of the file to the sum of a number and of a length in every record.
//! - filter: the same for a hundredth of the records, by their time, from an open file.
//! - get: the same for 10,000 records, by their number in no order, from an open file.
//! - recover: as scan, of a file that was not closed, and of which a byte is damaged.
//!
//! With `--blocks` it measures, over 2,000,000 records, what blocks can have in files of ours: statistics, when they
//! are written and when a query passes blocks by them; and compression. With `--columns` it measures a query over rows,
//! over rows with statistics and over columns, and over Parquet by DuckDB, on one thread, if the environment variable
//! `DUCKDB_PYTHON` has the path of a Python with the package `duckdb`; and record batches, made of columns and of rows.

mod batches;
mod blocks;
mod columns;
mod peers;
mod record;

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Instant;

use peers::{Contestant, Task};
use record::Record;

/// Rounds in which all contestants are timed.
const ROUNDS: usize = 15;
/// The same with `--blocks`, of which each round takes seconds.
const ROUNDS_OF_BLOCKS: usize = 3;

fn main() {
    let argument = std::env::args().nth(1);
    if argument.as_deref() == Some("--blocks") {
        let count = std::env::args().nth(2).map_or(2_000_000, |count| count.parse().expect("a number of records"));
        return of_blocks(count, false);
    }
    if argument.as_deref() == Some("--columns") {
        let count = std::env::args().nth(2).map_or(2_100_000, |count| count.parse().expect("a number of records"));
        return of_columns(count, false);
    }
    let is_quick = argument.as_deref() == Some("--quick");
    let count = match argument {
        None => 200_000,
        Some(_) if is_quick => 5_000,
        Some(count) => count.parse().expect("a number of records, or --quick"),
    };
    let records: Vec<Record> = (0..count).map(Record::new).collect();
    let folder = folder();
    println!("{count} records\n");

    let tasks = [Task::Write, Task::Scan, Task::Filter, Task::Get, Task::Recover];
    let mut results = Vec::new();
    for task in tasks {
        let mut contestants = peers::all(&records, folder.path(), task);
        agree(&format!("{task:?}"), &mut contestants);
        if is_quick {
            println!("{task:?}: {} contestants agree", contestants.len());
        } else {
            results.push((task, measure(&format!("{task:?}"), &mut contestants, ROUNDS)));
        }
    }
    if is_quick {
        of_blocks(count, true);
        return of_columns(count, true);
    }
    println!("{}", sizes(folder.path()));
    targets(&results);
}

/// Measures what blocks can have, or only compares the answers.
fn of_blocks(count: u64, is_quick: bool) {
    tables(count, is_quick, blocks::tables);
}

/// Measures a query over rows and over columns, or only compares the answers.
fn of_columns(count: u64, is_quick: bool) {
    tables(count, is_quick, columns::tables);
    tables(count / 10, is_quick, batches::tables);
}

/// Measures what tables list over some records, or only compares the answers.
fn tables(count: u64, is_quick: bool, tables: for<'c> fn(&'c [Record], &'c Path) -> Vec<blocks::Table<'c>>) {
    let records: Vec<Record> = (0..count).map(Record::new).collect();
    let folder = folder();
    for (name, mut contestants) in tables(&records, folder.path()) {
        agree(&name, &mut contestants);
        if is_quick {
            println!("{name}: {} contestants agree", contestants.len());
        } else {
            measure(&name, &mut contestants, ROUNDS_OF_BLOCKS);
        }
    }
    if !is_quick {
        println!("{}", sizes(folder.path()));
    }
}

/// Returns a folder in memory, if there is one.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    let folder = if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() };
    folder.expect("a folder")
}

/// The name of a contestant, its least time in seconds, its ratio to the first.
type Row = (&'static str, f64, f64);

/// Panics unless all contestants give one answer.
fn agree(task: &str, contestants: &mut [Contestant<'_>]) {
    let answers: Vec<u64> = contestants.iter_mut().map(|one| (one.run)()).collect();
    for (one, answer) in contestants.iter().zip(&answers) {
        assert_eq!(*answer, answers[0], "{task}: {} has another answer", one.name);
    }
}

fn measure(task: &str, contestants: &mut [Contestant<'_>], count: usize) -> Vec<Row> {
    let mut rounds = Vec::new();
    for _ in 0..count {
        let time = |one: &mut Contestant<'_>| {
            let start = Instant::now();
            black_box((one.run)());
            start.elapsed().as_secs_f64()
        };
        rounds.push(contestants.iter_mut().map(time).collect::<Vec<_>>());
    }
    println!("| {task} | milliseconds | ratio |\n|---|---:|---:|");
    let mut rows = Vec::new();
    for (index, one) in contestants.iter().enumerate() {
        let least = rounds.iter().map(|round| round[index]).fold(f64::INFINITY, f64::min);
        let ratio = median(rounds.iter().map(|round| round[index] / round[0]).collect());
        println!("| {} | {:.2} | {ratio:.2} |", one.name, least * 1e3);
        rows.push((one.name, least, ratio));
    }
    println!();
    rows
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Returns the size of each file.
fn sizes(folder: &Path) -> String {
    let mut files: Vec<PathBuf> = folder.read_dir().expect("the folder").flatten().map(|file| file.path()).collect();
    files.sort();
    let mut text = String::from("| file | bytes |\n|---|---:|\n");
    for file in files {
        let size = file.metadata().map_or(0, |data| data.len());
        text += &format!("| {} | {size} |\n", file.file_name().unwrap_or_default().display());
    }
    text
}

/// Prints the targets, and whether they are reached.
fn targets(results: &[(Task, Vec<Row>)]) {
    let ratio = |task: Task, name: &str| {
        let rows = results.iter().find(|(of, _)| *of == task).map(|(_, rows)| rows);
        rows.and_then(|rows| rows.iter().find(|row| row.0 == name)).map_or(f64::NAN, |row| row.2)
    };
    println!("### Targets\n\n| target | measured | |\n|---|---:|---|");
    let row = |target: &str, measured: f64, reached: bool| {
        println!("| {target} | {measured:.2} | {} |", if reached { "reached" } else { "missed" });
    };
    for peer in ["avro", "riegeli", "postcard", "redb"] {
        for task in [Task::Scan, Task::Filter] {
            let found = ratio(task, peer);
            row(&format!("{task:?}: {peer} takes more than 1 times as long"), found, found > 1.0);
        }
    }
    for task in [Task::Scan, Task::Filter] {
        println!("| {task:?}: Arrow IPC, for comparison | {:.2} | |", ratio(task, "arrow"));
    }
    let get = 1.0 / ratio(Task::Get, "offsets in memory");
    row("Get: at most 1.2 times a table of offsets in memory", get, get <= 1.2);
    let scan = 1.0 / ratio(Task::Recover, "its own scan");
    row("Recover: at most 1.1 times its own scan", scan, scan <= 1.1);
}
