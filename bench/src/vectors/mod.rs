//! Encoding and decoding of vectors of records and of integers, and of lists.

mod list;
mod messages;
mod records;
mod tables;
mod tasks;

use std::time::{Duration, Instant};

use crate::{Comparison, Error, Report, Results, Settings, Target};

/// The tasks.
pub const TASKS: &[&str] = &["encode", "decode"];

/// The kind of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    /// Records of three numbers.
    Records,
    /// Integers in one block.
    Flat,
    /// Integers, each in its own box.
    List,
}

/// A vector: its name, its kind, and its number of elements.
#[derive(Clone, Copy, Debug)]
struct Input {
    name: &'static str,
    kind: Kind,
    count: usize,
}

const fn input(name: &'static str, kind: Kind, count: usize) -> Input {
    Input { name, kind, count }
}

const INPUTS: &[Input] = &[
    input("records-100", Kind::Records, 100),
    input("records-1000", Kind::Records, 1000),
    input("records-10000", Kind::Records, 10_000),
    input("records-100000", Kind::Records, 100_000),
    input("records-1000000", Kind::Records, 1_000_000),
    input("i32-flat-1kB", Kind::Flat, 250),
    input("i32-flat-10kB", Kind::Flat, 2500),
    input("i32-flat-10MB", Kind::Flat, 2_500_000),
    input("i32-list-1kB", Kind::List, 250),
    input("i32-list-10kB", Kind::List, 2500),
    input("i32-list-10MB", Kind::List, 2_500_000),
];

/// From this number of elements on, a vector is left out of a quick run, except for integers in one block.
const SLOW: usize = 1_000_000;

/// From this number of cells on, a list is only for contestants whose recursion has small frames, or that do not
/// recurse.
const LONG: usize = 1_000_000;

/// Enough stack for the recursions over the longest list; most of it is only address space.
const STACK: usize = 4 << 30;

pub(crate) fn run(settings: &Settings, report: &mut Report<'_>) -> Result<(), Error> {
    let plan = plan(settings);
    report.expect(plan.len());
    let start = Instant::now();
    for (index, &(task, input)) in plan.iter().enumerate() {
        report.doing(format!("{task}, {}", input.name));
        let left = (plan.len() - index) as u32;
        let budget = match settings.quick {
            true => Settings::QUICK.saturating_sub(start.elapsed()) / left,
            false => Duration::from_secs(20),
        };
        let measure = || with_comparison(task, input, |comparison| comparison.run(settings, budget));
        report.add(on_a_large_stack(measure)?)?;
    }
    report.targets(TARGETS, REASONS)
}

/// Returns the comparisons.
fn plan(settings: &Settings) -> Vec<(&'static str, Input)> {
    let inputs = || INPUTS.iter().filter(|input| !settings.quick || input.count < SLOW || input.kind == Kind::Flat);
    let tasks = TASKS.iter().filter(|task| settings.wants(task));
    tasks.flat_map(|&task| inputs().map(move |&input| (task, input))).collect()
}

/// Runs `work` on a large stack: all contestants except packed-data make, write, read and drop lists by recursion.
fn on_a_large_stack(work: impl FnOnce() -> Result<Results, Error> + Send) -> Result<Results, Error> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, work)?;
        thread.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Runs the comparison of all contestants at a task on an input.
fn with_comparison<R>(task: &'static str, input: Input, run: impl FnOnce(Comparison<'_>) -> R) -> R {
    let encodes = task == "encode";
    let new = || Comparison::new(task, input.name);
    match input.kind {
        Kind::Records => {
            let records = records::records(input.count);
            let mut comparison = new();
            let add = if encodes { tasks::encode_records } else { tasks::decode_records };
            add(&mut comparison, &records);
            run(comparison)
        }
        Kind::Flat => {
            let integers = records::integers(input.count);
            let mut comparison = new();
            let add = if encodes { tasks::encode_integers } else { tasks::decode_integers };
            add(&mut comparison, &integers);
            run(comparison)
        }
        Kind::List => {
            let list = list::list(&records::integers(input.count));
            let mut comparison = new();
            let add = if encodes { tasks::encode_list } else { tasks::decode_list };
            add(&mut comparison, &list, input.count >= LONG);
            run(comparison)
        }
    }
}

fn is_flat(size: &str) -> bool {
    size.starts_with("i32-flat")
}

/// The reasons for missed targets.
const REASONS: &str = "\
- Copying a kilobyte takes some 10 ns. Checking, the count before the numbers, and the test that the buffer suffices
  take as long; and the numbers after the count are not aligned.";

const TARGETS: &[Target] = &[
    flat(&["encode"], "packed-pack", "memcpy"),
    flat(&["encode"], "packed-pack-into", "memcpy-into"),
    flat(&["decode"], "packed-unpack", "memcpy"),
    flat(&["decode"], "packed-copy-into", "memcpy-into"),
];

const fn flat(tasks: &'static [&'static str], one: &'static str, other: &'static str) -> Target {
    Target { tasks, sizes: is_flat, one: (one, "Compact"), other: (other, ""), at_most: 1.2 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn all_agree_on_small_vectors() {
        let settings = Settings { quick: true, ..Settings::new(Table::Vectors) };
        for &task in TASKS {
            for kind in [Kind::Records, Kind::Flat, Kind::List] {
                for count in [0, 1, 100] {
                    let weigh = |comparison: Comparison<'_>| comparison.weigh(&settings);
                    with_comparison(task, input("small", kind, count), weigh).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_quick_run_has_every_kind() {
        let plan = plan(&Settings { quick: true, ..Settings::new(Table::Vectors) });
        for kind in [Kind::Records, Kind::Flat, Kind::List] {
            assert!(plan.iter().any(|(_, input)| input.kind == kind));
        }
    }
}
