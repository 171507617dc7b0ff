//! The four tasks of the paper's Table 1, and three of the library's own benchmarks.

mod archived;
mod arena;
pub(crate) mod boxed;
mod c;
mod message;
pub(crate) mod packed;
mod process;
pub(crate) mod raw;
mod tasks;
pub(crate) mod trees;

use std::time::{Duration, Instant};

use crate::{Error, Report, Settings, Target};
use trees::Shape;

/// The tasks.
pub const TASKS: &[&str] = &["sum", "eval", "right-most", "increment", "contains", "build", "pack"];

const SHAPES: &[Shape] = &[
    Shape::Perfect(1),
    Shape::Perfect(5),
    Shape::Perfect(10),
    Shape::Perfect(15),
    Shape::Perfect(20),
    Shape::Perfect(22),
    Shape::Random(1 << 20),
];

/// In a quick run, random trees are only summed and evaluated.
const QUICK_SHAPES: &[Shape] =
    &[Shape::Perfect(1), Shape::Perfect(10), Shape::Perfect(15), Shape::Perfect(20), Shape::Random(1 << 20)];

/// The parts that a quick run leaves out.
const QUICK: &str = "A quick run leaves out depths 5 and 22, random trees except in `sum` and `eval`, and, for trees of \
                     2^20 leaves, the contestants that decode first.";

pub(crate) fn run(settings: &Settings, report: &mut Report<'_>) -> Result<(), Error> {
    for line in process::LANGUAGES.iter().filter_map(process::Language::missing) {
        report.say(&line)?;
    }
    if settings.quick {
        report.say(QUICK)?;
    }
    let plan = plan(settings);
    report.expect(plan.len());
    let start = Instant::now();
    for (index, &(task, shape)) in plan.iter().enumerate() {
        report.doing(format!("{task}, {}", shape.name()));
        let Some(budget) = budget(settings, start.elapsed(), &plan[index..]) else { continue };
        let decoders = !(settings.quick && is_large(shape));
        let results = tasks::with_comparison(task, shape, decoders, |comparison| comparison.run(settings, budget))?;
        report.add(results)?;
    }
    for line in [speed_of_skipping(report), packing_in_haskell(report)].into_iter().flatten() {
        report.say(&line)?;
    }
    report.targets(TARGETS, REASONS)
}

/// Returns the comparisons.
fn plan(settings: &Settings) -> Vec<(&'static str, Shape)> {
    let shapes = if settings.quick { QUICK_SHAPES } else { SHAPES };
    let tasks = TASKS.iter().filter(|task| settings.wants(task));
    let all = tasks.flat_map(|&task| shapes.iter().map(move |&shape| (task, shape)));
    all.filter(|&(task, shape)| has(task, shape, settings.quick)).collect()
}

/// Returns whether a task runs on this shape. Only perfect trees are built, and some tasks have no random shapes.
fn has(task: &str, shape: Shape, quick: bool) -> bool {
    match (shape, task) {
        (Shape::Perfect(_), _) | (_, "sum" | "eval") => true,
        (Shape::Random(_), task) => !quick && task != "build",
    }
}

/// Returns the time for the first of the remaining comparisons, or `None` if a quick run has no time left for a large
/// tree.
fn budget(settings: &Settings, elapsed: Duration, left: &[(&str, Shape)]) -> Option<Duration> {
    if !settings.quick {
        return Some(Duration::from_secs(20));
    }
    let weight = |(_, shape): &(&str, Shape)| if is_large(*shape) { 20 } else { 1 };
    let time = Settings::QUICK.saturating_sub(elapsed);
    let first = left.first()?;
    if time.is_zero() && is_large(first.1) {
        return None;
    }
    Some(time * weight(first) / left.iter().map(weight).sum::<u32>())
}

fn is_large(shape: Shape) -> bool {
    shape.leaves() > 1 << 16
}

/// Describes how fast `Compact` skips the left part of a tree.
fn speed_of_skipping(report: &Report<'_>) -> Option<String> {
    let depth = 20;
    let results = report.results().iter().find(|r| r.task == "right-most" && r.size == depth.to_string())?;
    let time = results.find("packed-cursor", "Compact")?.value();
    let speed = raw::size_of_perfect(depth) as f64 / time;
    Some(format!("At depth {depth} `Compact` skips subtrees at {speed:.1} GB/s (target: at least 2)."))
}

/// Describes how long the Haskell package packs a tree, in terms of its sum of the bytes.
fn packing_in_haskell(report: &Report<'_>) -> Option<String> {
    let time = |task, contestant, layout| {
        let results = report.results().iter().find(|r| r.task == task && r.size == "20")?;
        Some(results.find(contestant, layout)?.value())
    };
    let packing = time("pack", "haskell-packed-cursor", "Compact")?;
    let summing = time("sum", "haskell-packed-cursor", "Compact")?;
    let ratio = packing / summing;
    Some(format!("At depth 20 the Haskell package packs a tree in {ratio:.1} times its sum (target: at most 8)."))
}

fn depth(size: &str) -> Option<u32> {
    size.parse().ok()
}

fn any(_: &str) -> bool {
    true
}

fn depth_5_and_above(size: &str) -> bool {
    depth(size).is_none_or(|depth| depth >= 5)
}

fn depth_10_and_above(size: &str) -> bool {
    depth(size).is_none_or(|depth| depth >= 10)
}

fn depth_15_and_above(size: &str) -> bool {
    depth(size).is_none_or(|depth| depth >= 15)
}

fn depth_20(size: &str) -> bool {
    depth(size) == Some(20)
}

fn depth_15_or_20(size: &str) -> bool {
    matches!(depth(size), Some(15 | 20))
}

/// The reasons for missed targets.
const REASONS: &str = "\
- In random shapes, and even more in random expressions, the processor cannot predict the branches: all contestants that
  walk over them wait for the same mispredictions, and differ less than on perfect trees.
- On trees of one or five levels, the call and the return are a good part of the time: limits and possible failures are
  checked once for each value, however small; and a contestant that makes a new value, or its bytes, allocates a buffer
  for it.
- `transform` and `build` take a function of the user, which calls itself for each node; the recursion in C is put into
  itself several levels deep. Of the 45 instructions for a leaf and its parent in `Compact`, 23 are those of the raw
  recursion. 2 for each are the comparison with the capacity, and for each parent there are 4 for the stack and 4 for the
  levels; the rest passes on the writer and the budget, saves registers for that, and loads the address of the buffer.
  Prototypes on raw pointers, of which each has only one of these checks, take 0.8 to 0.9 of the time of C with the one
  of the capacity, and 1.0 to 1.2 with that of the stack too.
- In `Indexed` the size of each left subtree is written when it has ended. `transform` reserves as many bytes for it as
  the source has there; `build` and `pack` reserve one, and move a subtree that has more than 251 bytes.
- `build` does not know how many bytes it will write, so its buffer doubles now and then; C allocates the right size.
- On the way to the right-most leaf, the position of the next node is known when the size before its left neighbour is
  loaded; that is one more addition than following a pointer. Sizes from 252 bytes on take another load.
- The recursion in C costs up to 2.6 times as much a leaf at one depth as at another, because the compiler puts several
  levels into one function and begins at the root. A fold costs the same at each depth: at those that suit the code in C
  best, as much as that.
- The `match` of a cursor over the five constructors of an expression is a jump through a table; the raw recursion
  compares twice. The cursor takes a quarter fewer instructions at that, but callgrind's model of a processor mispredicts
  half of its jumps, and what a misprediction costs depends on the processor.
- A view in Haskell passes on what keeps the buffer alive, and finds the right subtree by the size of the left one; the
  README of the [package](../haskell/README.md) counts its instructions.";

const TARGETS: &[Target] = &[
    fold_against("c-packed", 0.9, depth_5_and_above),
    fold_against("c-pointers", 0.4, depth_20),
    fold_against("rust-box", 0.2, depth_20),
    fold_against("rkyv", 0.6, any),
    cursor_against("packed-raw", "Compact", 1.05, any),
    cursor_against("rust-box", "", 0.7, depth_15_and_above),
    right_most_of("packed-cursor"),
    right_most_of("packed-view"),
    Target {
        tasks: &["increment"],
        sizes: depth_20,
        one: ("packed-in-place", "Compact"),
        other: ("c-in-place", ""),
        at_most: 0.5,
    },
    Target {
        tasks: &["increment"],
        sizes: any,
        one: ("packed-transform", "Compact"),
        other: ("rust-box", ""),
        at_most: 0.3,
    },
    writes(&["increment"], ("packed-transform", "Compact"), 0.8),
    writes(&["increment"], ("packed-transform", "Indexed"), 1.2),
    writes(&["build"], ("packed-build", "Compact"), 1.3),
    writes(&["build"], ("packed-build", "Indexed"), 1.8),
    pack_against("rkyv"),
    pack_against("capnp"),
    pack_against("postcard"),
    pack_against("wincode"),
    haskell(&["sum", "eval"], ("haskell-packed-cursor", "Compact"), 0.5),
    haskell(&["sum", "eval"], ("haskell-packed-view", "Indexed"), 0.5),
    haskell(&["right-most"], ("haskell-packed-cursor", "Indexed"), 2.0),
    haskell(&["right-most"], ("haskell-packed-view", "Indexed"), 2.0),
    haskell(&["increment"], ("haskell-packed-cursor", "Compact"), 0.5),
];

const fn fold_against(other: &'static str, at_most: f64, sizes: fn(&str) -> bool) -> Target {
    Target { tasks: &["sum", "eval"], sizes, one: ("packed-fold", "Compact"), other: (other, ""), at_most }
}

const fn cursor_against(other: &'static str, layout: &'static str, at_most: f64, sizes: fn(&str) -> bool) -> Target {
    Target { tasks: &["sum", "eval"], sizes, one: ("packed-cursor", "Compact"), other: (other, layout), at_most }
}

const fn right_most_of(one: &'static str) -> Target {
    let (one, other) = ((one, "Indexed"), ("c-pointers", ""));
    Target { tasks: &["right-most"], sizes: depth_15_or_20, one, other, at_most: 1.3 }
}

/// A target of making a tree, against the same in C on packed bytes. (Random trees are not built.)
const fn writes(tasks: &'static [&'static str], one: (&'static str, &'static str), at_most: f64) -> Target {
    Target { tasks, sizes: depth_10_and_above, one, other: ("c-packed", ""), at_most }
}

const fn pack_against(other: &'static str) -> Target {
    Target { tasks: &["pack"], sizes: any, one: ("packed-pack", "Compact"), other: (other, ""), at_most: 1.0 }
}

/// A target of the Haskell package, against a tree of Haskell's own nodes.
const fn haskell(tasks: &'static [&'static str], one: (&'static str, &'static str), at_most: f64) -> Target {
    Target { tasks, sizes: depth_15_or_20, one, other: ("haskell-native", ""), at_most }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Table;

    #[test]
    fn all_agree_on_small_trees() {
        let settings = Settings { quick: true, ..Settings::new(Table::Table1) };
        for &task in TASKS {
            for shape in [Shape::Perfect(0), Shape::Perfect(1), Shape::Perfect(7), Shape::Random(300)] {
                if has(task, shape, false) {
                    tasks::with_comparison(task, shape, true, |comparison| comparison.weigh(&settings)).unwrap();
                }
            }
        }
    }

    #[test]
    fn a_quick_run_skips_large_trees_when_its_time_is_over() {
        let settings = Settings { quick: true, ..Settings::new(Table::Table1) };
        let plan = plan(&settings);
        let whole: Duration = plan
            .iter()
            .enumerate()
            .fold(Duration::ZERO, |elapsed, (index, _)| elapsed + budget(&settings, elapsed, &plan[index..]).unwrap());
        assert!(whole <= Settings::QUICK);
        let left = [("sum", Shape::Perfect(20)), ("sum", Shape::Perfect(1))];
        assert_eq!(budget(&settings, Settings::QUICK, &left), None);
        assert_eq!(budget(&settings, Settings::QUICK, &left[1..]), Some(Duration::ZERO));
    }
}
