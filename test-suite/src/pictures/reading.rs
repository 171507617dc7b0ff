//! A tree that is read with a cursor, and by a fold.

use std::cell::RefCell;
use std::ops::Range;

use packed_data::{Compact, Cursor, Done, Layout, Packable};

use super::steps::{self, Stage};
use super::tree::{Example, Tree, TreeCase, TreeFold};

/// Records where a cursor was while `bytes` were read.
struct Trace<'a> {
    bytes: &'a [u8],
    steps: RefCell<Vec<Stage>>,
}

impl Trace<'_> {
    /// Records that `code` made the cursor of a value; the bytes of the value are those that the cursor returns.
    /// Returns their end.
    fn step<T: Packable<As = T> + ?Sized>(&self, code: &str, note: &str, cursor: &Cursor<'_, '_, T, Compact>) -> usize {
        let value = cursor.peek(|value| value.as_bytes());
        let start = value.as_ptr().addr() - self.bytes.as_ptr().addr();
        let end = start + value.len();
        self.push(code, note, start..end);
        end
    }

    fn push(&self, code: &str, note: &str, bytes: Range<usize>) {
        let position = bytes.start;
        self.steps.borrow_mut().push(Stage { code: code.into(), note: note.into(), bytes, position });
    }
}

/// Returns the sum of the leaves, computed by the function of the book's page.
fn sum<'id>(trace: &Trace<'_>, tree: Cursor<'_, 'id, Tree, Compact>) -> Done<'id, i64, Compact> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.with(|n| {
                trace.step("fields.read()", "reads the number of the leaf", &n);
                n.read()
            });
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(|left| {
                trace.step("fields.with(sum)", "tree.case() was Node; the cursor is before the first field", &left);
                sum(trace, left)
            });
            let ((right, end), fields) = fields.with(|right| {
                let end = trace.step("fields.with(sum)", "the cursor is before the second field", &right);
                sum(trace, right).map(|right| (right, end))
            });
            trace.push("fields.done(left + right)", "no field is left: the cursor is at the end", end..end);
            fields.done(left + right)
        }
    }
}

pub(super) fn cursor() -> String {
    let example = Example::new();
    let trace = Trace { bytes: example.packed.as_bytes(), steps: RefCell::default() };
    let total = example.packed.read(|tree| {
        trace.step("packed.read(sum)", "the cursor is before the tree", &tree);
        sum(&trace, tree)
    });
    assert_eq!(total, 3);
    let mut canvas = example.draw("Arrow: the position of the cursor. Grey: the value that it reads.");
    steps::draw(&mut canvas, example.all().len(), &trace.steps.into_inner());
    canvas.finish("A tree in the layout Compact, and the position of the cursor at each step of a sum")
}

/// Computes the sum of the leaves by the fold of the book's page, and records its calls.
struct Sum {
    /// The ranges of the values whose methods are still to be called. A value is folded after the values in it.
    values: std::vec::IntoIter<Range<usize>>,
    steps: Vec<Stage>,
}

impl Sum {
    fn returns(&mut self, code: String, result: i64) -> i64 {
        let bytes = self.values.next().expect("one value for each call");
        let position = bytes.end;
        self.steps.push(Stage { code, note: format!("returns {result}"), bytes, position });
        result
    }
}

impl<L: Layout> TreeFold<'_, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        self.returns(format!("fold.leaf({n})"), n)
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        self.returns(format!("fold.node({left}, {right})"), left + right)
    }
}

pub(super) fn fold() -> String {
    let example = Example::new();
    let [left, right] = example.leaves.clone();
    let mut fold = Sum { values: vec![left, right, example.all()].into_iter(), steps: Vec::new() };
    assert_eq!(example.packed.fold(&mut fold), Ok(3));
    assert!(fold.values.next().is_none(), "a value for which no method was called");
    let mut canvas = example.draw("Grey: the value that a method is called for. Arrow: how far the fold has read.");
    steps::draw(&mut canvas, example.all().len(), &fold.steps);
    canvas.finish("A tree in the layout Compact, and the methods that a fold calls, from the leaves to the root")
}
