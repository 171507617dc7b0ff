//! The binary tree of the paper "Type-safe and portable support for packed data" (ECOOP 2025), with the operations of
//! its figures.
//!
//!     cargo run --release -p examples --example tree [LEVELS]
#![forbid(unsafe_code)]

use std::hint::black_box;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use packed_data::fold::Stopped;
use packed_data::{Compact, Cursor, Done, Edit, Filled, InPlace, Indexed, Layout, Needs, Packable, Packed, View};

#[derive(Debug, PartialEq, Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// Figure 3a, with `start_` and `write_`: a tree is written directly into the buffer and never exists as objects.
/// Exactly one `Tree` must be written to the place that `with` passes to its closure; otherwise this does not compile.
fn small<L: Layout>() -> Packed<Tree, L> {
    Packed::build(|needs| {
        Tree::start_node(needs)
            .with(|left| {
                Tree::start_node(left)
                    .with(|left| Tree::write_leaf(left, &1))
                    .with(|right| Tree::write_leaf(right, &2))
                    .done()
            })
            .with(|right| Tree::write_leaf(right, &3))
            .done()
    })
}

/// Writes a perfect tree of this number of levels, with leaves numbered from the left.
fn perfect<'id, L: Layout>(needs: Needs<'id, Tree, L>, levels: u32, first: i64) -> Filled<'id> {
    let Some(below) = levels.checked_sub(1) else { return Tree::write_leaf(needs, &first) };
    Tree::start_node(needs)
        .with(|left| perfect(left, below, first))
        .with(|right| perfect(right, below, first + (1 << below)))
        .done()
}

/// Figure 6, the sum: one pass, by pattern matching, in any layout. The value under a cursor must be read to its end,
/// because only that returns the `Done` that the function returns.
fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum);
            let (right, fields) = fields.with(sum);
            fields.done(left + right)
        }
    }
}

/// The sum again, as a fold: the library owns the loop, and can optimise it.
struct Sum;

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

/// Figure 9, the right-most leaf: `skip` moves past the left subtree, by a walk in `Compact` and by a jump in
/// `Indexed`. The last field is read in place of its parent, so this is a loop.
fn right_most<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    loop {
        match tree.case() {
            TreeCase::Leaf(fields) => return fields.tail().read(),
            TreeCase::Node(fields) => tree = fields.skip().tail(),
        }
    }
}

/// The same with a view, in a layout with random access.
fn right_most_view(tree: View<'_, Tree, Indexed>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(_, right) => right_most_view(right),
    }
}

/// Figure 10, increment: from packed data to packed data. The library handles tags and sizes.
fn increment<'i, 'o, L: Layout>(tree: Cursor<'_, 'i, Tree, L>, needs: Needs<'o, Tree, L>) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
    }
}

/// Increment in place, which is not possible in the paper: `&mut` guarantees exclusive access.
fn increment_in_place<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, Edit<L>>) -> Done<'id, (), Edit<L>> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.update(|n| n + 1).done(()),
        TreeCase::Node(fields) => {
            let ((), fields) = fields.with(increment_in_place);
            let ((), fields) = fields.with(increment_in_place);
            fields.done(())
        }
    }
}

/// Returns the result of a function, and the median time of several runs.
fn time<T>(mut f: impl FnMut() -> T) -> (T, Duration) {
    let mut run = || {
        let start = Instant::now();
        let result = black_box(f());
        (result, start.elapsed())
    };
    let mut times: Vec<_> = (0..9).map(|_| run().1).collect();
    times.sort();
    (run().0, times[times.len() / 2])
}

/// Prints one line of the table.
fn row(what: &str, result: impl std::fmt::Display, time: Duration) {
    println!("  {what:<34} {result:>20} {:>12.1} µs", time.as_secs_f64() * 1e6);
}

/// Runs the operations of all figures on a tree of `1 << levels` leaves.
fn figures<L: InPlace>(levels: u32) -> Result<(), Stopped> {
    println!("\n{}, {} leaves", L::NAME, 1_u64 << levels);
    let (tree, built) = time(|| Packed::<Tree, L>::build(|needs| perfect(needs, levels, 0)));
    row("build (figure 3a), bytes", tree.as_bytes().len(), built);

    let (total, cursor) = time(|| tree.read(sum));
    row("sum by a cursor (figure 6)", total, cursor);
    let (folded, fold) = time(|| tree.fold(&mut Sum));
    row("sum by a fold", folded?, fold);
    let (last, walked) = time(|| tree.read(right_most));
    row("right-most leaf (figure 9)", last, walked);

    let (mut incremented, transformed) = time(|| tree.transform(increment));
    row("increment (figure 10), new sum", incremented.read(sum), transformed);
    let ((), edited) = time(|| incremented.edit(increment_in_place));
    row("increment in place, ten times more", incremented.read(sum), edited);
    Ok(())
}

fn main() -> ExitCode {
    let levels = std::env::args().nth(1).map_or(Ok(20), |levels| levels.parse());
    let Some(levels) = levels.ok().filter(|levels| (0..=26).contains(levels)) else {
        eprintln!("tree: expected a number of levels from 0 to 26; usage: tree [LEVELS]");
        return ExitCode::from(2);
    };
    let small = small::<Indexed>();
    println!("((1 2) 3) takes {} bytes: {:?}", small.as_bytes().len(), small.as_bytes());
    println!("  sum {}, right-most leaf {}", small.read(sum), right_most_view(small.view()));

    match figures::<Compact>(levels).and_then(|()| figures::<Indexed>(levels)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tree: {error}");
            ExitCode::FAILURE
        }
    }
}
