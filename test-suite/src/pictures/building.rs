//! A tree that is built without a value.

use std::cell::RefCell;

use packed_data::{Compact, Packed};

use super::one_line;
use super::steps::{self, Stage};
use super::tree::{Example, Tree};

pub(super) fn building() -> String {
    let example = Example::new();
    let [left, right] = example.leaves.clone();
    let steps = RefCell::new(Vec::new());
    let step = |code: &str, note: &str, written: usize| {
        let step = Stage { code: one_line(code), note: note.into(), bytes: 0..written, position: written };
        steps.borrow_mut().push(step);
    };
    /// Runs an expression, and records its source.
    macro_rules! run {
        ($code:expr, $note:literal, $written:expr) => {{
            step(stringify!($code), $note, $written);
            $code
        }};
    }
    let packed = Packed::<Tree, Compact>::build(|needs| {
        step("Packed::build(|needs| ...)", "nothing is written; still needed: the tree", 0);
        let fields = run!(Tree::start_node(needs), "writes the tag; still needed: both fields", left.start);
        let fields =
            run!(fields.put(&Tree::Leaf(1)), "writes the first field; still needed: the second field", left.end);
        let fields = run!(
            fields.with(|needs| Tree::write_leaf(needs, &2)),
            "writes the second field; still needed: nothing",
            right.end
        );
        run!(fields.done(), "returns the Filled, the proof that the tree is complete", right.end)
    });
    assert_eq!(packed.as_bytes(), example.packed.as_bytes());
    let mut canvas = example.draw("Grey: what is written. Arrow: the end of the buffer.");
    steps::draw(&mut canvas, example.all().len(), &steps.into_inner());
    canvas.finish("A tree in the layout Compact, and what is written of it after each step of building")
}
