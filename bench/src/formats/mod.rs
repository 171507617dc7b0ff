//! Serialisation of realistic data sets.

mod archived;
mod capnp;
mod columns;
mod data;
mod decoded;
mod format;
mod packed;
mod planus;
mod prost;
mod set;
mod tasks;
mod unaligned;

use std::time::{Duration, Instant};

use crate::{Error, Report, Results, Settings, Target};
use data::log::Log;
use data::mesh::{Mesh, Triangle};
use data::saves::Saves;
use data::updates::Updates;
use set::Set;

/// The tasks.
pub const TASKS: &[&str] = &[
    "serialize",
    "deserialize",
    "borrow",
    "validate",
    "read",
    "validate-and-read",
    "update",
    "bytes",
    "bytes-zstd",
    "bytes-zlib",
    "memory",
];

/// The data sets.
struct Sets {
    log: Set<Log<String>>,
    mesh: Set<Mesh<Vec<Triangle>>>,
    saves: Set<Saves<String>>,
    updates: Set<Updates>,
}

impl Sets {
    const NAMES: [&str; 4] = ["log", "mesh", "saves", "updates"];

    /// Generates each set with one `part`-th of its entries.
    fn generate(part: usize) -> Self {
        Self {
            log: Set::generate(part),
            mesh: Set::generate(part),
            saves: Set::generate(part),
            updates: Set::generate(part),
        }
    }

    /// Measures a task on the set with this name.
    fn measure(&self, task: &'static str, name: &str, settings: &Settings, budget: Duration) -> Result<Results, Error> {
        macro_rules! measure {
            ($set:expr) => {
                match task {
                    "bytes" | "bytes-zstd" | "bytes-zlib" => $set.sizes(task),
                    "memory" => $set.comparison(task)?.weigh(settings),
                    _ => $set.comparison(task)?.run(settings, budget),
                }
            };
        }
        match name {
            "log" => measure!(self.log),
            "mesh" => measure!(self.mesh),
            "saves" => measure!(self.saves),
            _ => measure!(self.updates),
        }
    }
}

pub(crate) fn run(settings: &Settings, report: &mut Report<'_>) -> Result<(), Error> {
    let sets = Sets::generate(if settings.quick { 4 } else { 1 });
    let tasks = TASKS.iter().filter(|task| settings.wants(task));
    let plan: Vec<_> = tasks.flat_map(|&task| Sets::NAMES.map(|name| (task, name))).collect();
    report.expect(plan.len());
    let start = Instant::now();
    for (index, (task, name)) in plan.iter().enumerate() {
        report.doing(format!("{task}, {name}"));
        let budget = match settings.quick {
            true => Settings::QUICK.saturating_sub(start.elapsed()) / (plan.len() - index) as u32,
            false => Duration::from_secs(6),
        };
        report.add(sets.measure(task, name, settings, budget)?)?;
    }
    report.say(NOTES)?;
    report.targets(&targets(), REASONS)
}

/// The meaning of the figures, and the formats that cannot take part in a task.
const NOTES: &str = "\
- `serialize` writes into memory that was allocated before. prost and planus start from values of their own generated
  types; capnp starts from the data, and builds a message of it. `deserialize` starts from bytes that were not checked
  before.
- `borrow` makes a value from such bytes that can be read and holds no text of its own: structs with `&str`, or the
  checked bytes themselves (packed-data, rkyv); `packed-data-unpack` makes structs. wincode borrows a mesh whole. borsh,
  ciborium and prost cannot borrow; capnp and planus check a part when it is read, so there is nothing to do beforehand.
- `validate`: of the others only rkyv can check all of the bytes without making a value of them.
- `read` is the query on bytes that are trusted. A contestant that must decode does not benefit from trust, and is in
  `validate-and-read`. There capnp, planus and `packed-data-lazy` check no more than what the query reads.
- `update` is in place with packed-data and rkyv. The others make a value from the bytes (capnp: a message in its
  builder), change it, and write it again.
- `memory` is the most that `deserialize` holds on the heap; planus's types have lists in place of maps.
- ciborium reads from a stream; serde_json has the feature `float_roundtrip`, without which it reads some floats
  wrongly.";

/// The reasons for missed targets. The README has the counts behind them.
const REASONS: &str = "\
- `serialize`: each number of a mesh is stored by itself; rkyv copies the vector whole. In `Indexed`, saves have many
  short sequences with a table of ends each: for each element its end is compared with what the table can hold, and
  written.
- `deserialize`: most of the time is `malloc` and `free`, which all contestants call equally often. In updates, packed-data
  tests two tags and two levels of nesting for each contact, and the bytes of rows of `bool`.
- `borrow`: in a log each string is checked to be UTF-8 by itself; bitcode has the strings of a field side by side, and
  checks them as one.
- `validate` and `validate-and-read`: a mesh is checked by its length alone, in nanoseconds, of which most are the call.
  In updates, each contact has two options and two short rows, whose tags and lengths are branches; rkyv checks a record
  of one size, and the rows elsewhere.
- `read`, `update`, and `validate-and-read` by lazy views: in rkyv and capnp the records of a list are side by side, without
  their strings and lists. Here an element contains all its parts, so that the query loads a cache line of each element,
  wherever the table of ends says that it is: in updates one in 1.4 kB. A loop that has the addresses of the elements,
  computed before, takes nearly as long.
- `bytes`: numbers have the width of their type, so that they can be skipped and overwritten; postcard's are varints.";

/// The targets of a data set.
fn targets_of(set: fn(&str) -> bool) -> [Target; 10] {
    const COMPACT: (&str, &str) = ("packed-data", "Compact");
    const INDEXED: (&str, &str) = ("packed-data", "Indexed");
    const BEST: (&str, &str) = ("*", "row-wise");
    const LAZY: (&str, &str) = ("packed-data-lazy", "Indexed");
    const RKYV: (&str, &str) = ("rkyv", "");
    const CAPNP: (&str, &str) = ("capnp", "");
    const POSTCARD: (&str, &str) = ("postcard", "");
    let one = |tasks, one, other, at_most| Target { tasks, sizes: set, one, other, at_most };
    [
        one(&["serialize"], COMPACT, BEST, 1.0),
        one(&["serialize"], INDEXED, BEST, 1.3),
        one(&["deserialize"], COMPACT, BEST, 1.0),
        one(&["borrow"], COMPACT, ("bitcode", ""), 2.0),
        one(&["validate"], COMPACT, RKYV, 0.6),
        one(&["read"], INDEXED, RKYV, 1.2),
        one(&["validate-and-read"], INDEXED, RKYV, 0.8),
        one(&["validate-and-read"], LAZY, CAPNP, 1.5),
        one(&["update"], INDEXED, RKYV, 1.2),
        one(&["bytes"], COMPACT, POSTCARD, 1.02),
    ]
}

/// Returns the targets of all data sets.
fn targets() -> Vec<Target> {
    [
        targets_of(|set| set == "log"),
        targets_of(|set| set == "mesh"),
        targets_of(|set| set == "saves"),
        targets_of(|set| set == "updates"),
    ]
    .concat()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn all_agree_on_small_data() {
        let settings = Settings { quick: true, ..Settings::new(Table::Formats) };
        let sets = Sets::generate(2000);
        for task in TASKS {
            for name in Sets::NAMES {
                sets.measure(task, name, &settings, Duration::ZERO).unwrap();
            }
        }
    }
}
