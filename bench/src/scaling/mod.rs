//! One tree in sizes from small to large.

mod tasks;
mod tree;

use std::time::{Duration, Instant};

use crate::{Comparison, Error, Report, Results, Scale, Settings, Target};
use tasks::Forms;

/// The tasks.
pub const TASKS: &[&str] = &["sum", "validate", "pack", "unpack", "memory"];

const DEPTHS: &[u32] = &[8, 10, 12, 14, 16, 18, 20, 22, 24, 26];
const QUICK_DEPTHS: &[u32] = &[8, 12, 16, 20];

/// The deepest tree that is unpacked: its 2^24 boxes with leaves take a gigabyte.
const DEEPEST_UNPACKED: u32 = 24;

pub(crate) fn run(settings: &Settings, report: &mut Report<'_>) -> Result<(), Error> {
    report.scale(SCALE);
    let plan = plan(settings);
    report.expect(plan.len());
    let start = Instant::now();
    for (index, &(task, depth)) in plan.iter().enumerate() {
        report.doing(format!("{task}, 2^{depth} leaves"));
        let left = (plan.len() - index) as u32;
        let budget = match settings.quick {
            true => Settings::QUICK.saturating_sub(start.elapsed()) / left,
            false => Duration::from_secs(20),
        };
        let forms = Forms::perfect(depth);
        let comparison = comparison(task, depth, &forms);
        report.add(if task == "memory" { comparison.weigh(settings) } else { comparison.run(settings, budget) }?)?;
    }
    judge(report);
    report.targets(TARGETS, REASONS)
}

/// Returns the comparisons.
fn plan(settings: &Settings) -> Vec<(&'static str, u32)> {
    let depths = if settings.quick { QUICK_DEPTHS } else { DEPTHS };
    let tasks = TASKS.iter().filter(|task| settings.wants(task));
    let all = tasks.flat_map(|&task| depths.iter().map(move |&depth| (task, depth)));
    all.filter(|(task, depth)| !matches!(*task, "unpack" | "memory") || *depth <= DEEPEST_UNPACKED).collect()
}

fn comparison<'f>(task: &'static str, depth: u32, forms: &'f Forms) -> Comparison<'f> {
    let mut comparison = Comparison::new(task, depth);
    let add = match task {
        "sum" => tasks::sum,
        "validate" => tasks::validate,
        "pack" => tasks::pack,
        "unpack" => tasks::unpack,
        _ => tasks::memory,
    };
    add(&mut comparison, forms);
    comparison
}

fn depth(size: &str) -> Option<u32> {
    size.parse().ok()
}

const SCALE: Scale = Scale {
    unit: "leaf",
    units: |size| depth(size).map_or(1.0, |depth| tree::leaves(depth) as f64),
    bytes: |size| depth(size).map_or(1.0, |depth| tree::size_of_perfect(depth) as f64),
};

/// Tasks and contestants that must cost the same for each leaf, whatever the number of leaves.
const FLAT: &[(&str, &str)] = &[
    ("sum", "packed-fold"),
    ("sum", "packed-cursor"),
    ("validate", "packed-validate"),
    ("pack", "packed-build"),
    ("pack", "packed-pack"),
    ("unpack", "packed-unpack"),
];

/// Contestants that must not allocate.
const IN_PLACE: &[(&str, &str)] = &[
    ("packed-fold", "Compact"),
    ("packed-fold", "Indexed"),
    ("packed-cursor", "Compact"),
    ("packed-view", "Indexed"),
    ("packed-validate", "Compact"),
    ("packed-validate", "Indexed"),
];

/// Checks the targets about several sizes, or about memory.
fn judge(report: &mut Report<'_>) {
    for (task, contestant) in FLAT {
        if let Some(ratio) = steepness(report.results(), task, contestant) {
            let what = format!("{contestant} (Compact), the slowest size from 2^12 on / the fastest ({task})");
            report.verdict(&what, 1.25, ratio, "a leaf");
        }
    }
    let weighed = report.results().iter().filter(|results| results.task == "memory");
    let bytes = weighed.flat_map(|results| IN_PLACE.iter().filter_map(|(name, layout)| results.find(name, layout)));
    if let Some(most) = bytes.map(crate::Measured::value).max_by(f64::total_cmp) {
        report.verdict("bytes allocated while reading or validating (memory)", 0.0, most, "all sizes");
    }
}

/// Returns how many times as much a leaf costs at the slowest size as at the fastest, from 2^12 leaves on.
fn steepness(results: &[Results], task: &str, contestant: &str) -> Option<f64> {
    let large = results.iter().filter(|r| r.task == task && depth(&r.size).is_some_and(|depth| depth >= 12));
    let costs = large.filter_map(|r| Some(r.find(contestant, "Compact")?.value() / (SCALE.units)(&r.size)));
    let costs: Vec<f64> = costs.collect();
    let slowest = costs.iter().copied().max_by(f64::total_cmp)?;
    let fastest = costs.iter().copied().min_by(f64::total_cmp)?;
    (costs.len() > 1).then_some(slowest / fastest)
}

/// The reasons for missed targets.
const REASONS: &str = "\
- `pack` and `unpack` follow and make boxes: beyond the caches each box is a cache miss, and fresh memory a page fault.
  Work without boxes (the cursor) costs the same at every size. Validation and the builder nearly do: loads from memory,
  and page faults of the fresh memory that is written, are a visible part of their time.
- Most of the time of `unpack` is `malloc` and `free`, which all contestants call equally often: 0.7 of the instructions.
  In `Indexed` it also checks the bytes in a pass of its own, before it makes the first box.
- A plain read is a series of loads that do not depend on each other; a fold knows where the next leaf is when it has
  read the tags before it.";

const TARGETS: &[Target] = &[
    Target {
        tasks: &["sum"],
        sizes: |size| size == "24",
        one: ("packed-fold", "Compact"),
        other: ("plain-read", ""),
        at_most: 1.0 / 0.6,
    },
    unpack_against("rkyv"),
    unpack_against("wincode"),
    unpack_against("postcard"),
    unpack_against("borsh"),
];

const fn unpack_against(other: &'static str) -> Target {
    Target { tasks: &["unpack"], sizes: |_| true, one: ("packed-unpack", "Compact"), other: (other, ""), at_most: 1.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Figure, Measured, Table};

    #[test]
    fn all_agree_on_small_trees() {
        let settings = Settings { quick: true, ..Settings::new(Table::Scaling) };
        for &task in TASKS {
            for depth in [0, 1, 2, 7] {
                comparison(task, depth, &Forms::perfect(depth)).weigh(&settings).unwrap();
            }
        }
    }

    #[test]
    fn the_size_in_bytes_is_known() {
        let packed = packed_data::Packed::<tree::Tree>::pack(&tree::perfect(5));
        assert_eq!(packed.as_bytes().len(), tree::size_of_perfect(5));
    }

    #[test]
    fn steepness_is_that_of_large_trees() {
        let results = |depth: u32, cost: f64| Results {
            task: "sum",
            size: depth.to_string(),
            measured: vec![Measured {
                contestant: "packed-fold",
                layout: "Compact",
                figure: Figure::Times(vec![cost * tree::leaves(depth) as f64]),
            }],
        };
        let all = [results(8, 9.0), results(12, 2.0), results(14, 3.0), results(16, 2.5)];
        assert_eq!(steepness(&all, "sum", "packed-fold"), Some(1.5));
        assert_eq!(steepness(&all[..2], "sum", "packed-fold"), None);
    }
}
