//! The paper's tree.

use std::convert::Infallible;
use std::hint::black_box;
use std::ops::ControlFlow;

use packed_data::view::ScalarMut;
use packed_data::{Compact, Cursor, Done, Edit, Filled, InPlace, Indexed, Layout, Needs, Packed, View};
use weigh::{Case, Weigh};

use super::{growing, named, nothing};

#[path = "../../tree/mod.rs"]
mod paper;

use paper::{
    Sum, Tree, TreeCase, TreeFold, TreeTransform, TreeView, TreeVisit, increment, perfect, sum_cursor, sum_tail,
    sum_view,
};

/// How many leaves the tree has.
pub(crate) const LEAVES: u64 = 1 << 16;

/// The sum of the leaves, which are numbered from one.
pub(crate) const TREE_SUM: i64 = (LEAVES * (LEAVES + 1) / 2) as i64;

/// A tag for each leaf and node, and eight bytes in a leaf.
const TREE_SIZE: u64 = LEAVES * 9 + LEAVES - 1;

/// As `TREE_SIZE`, and in each node the size of its left subtree.
const INDEXED_TREE_SIZE: u64 = indexed_tree_size(LEAVES);

/// All but the root are boxed.
const TREE_BOXES: u64 = 2 * LEAVES - 2;

const fn indexed_tree_size(leaves: u64) -> u64 {
    if leaves == 1 {
        return 9;
    }
    let left = indexed_tree_size(leaves / 2);
    let number = match left {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        _ => 5,
    };
    1 + number + 2 * left
}

fn tree() -> Tree {
    perfect(LEAVES.ilog2(), &mut 0)
}

fn build<'id, L: Layout>(needs: Needs<'id, Tree, L>, leaves: u64, next: &mut i64) -> Filled<'id> {
    if leaves == 1 {
        *next += 1;
        return Tree::write_leaf(needs, next);
    }
    Tree::start_node(needs)
        .with(|left| build(left, leaves / 2, next))
        .with(|right| build(right, leaves / 2, next))
        .done()
}

/// Copies the subtree on the left as it is.
fn graft<'i, 'o, L: Layout>(tree: Cursor<'_, 'i, Tree, L>, needs: Needs<'o, Tree, L>) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.copy().done(),
        TreeTransform::Node(fields) => fields.copy().map(graft).done(),
    }
}

pub(super) fn write(w: &mut Weigh<'_>) {
    write_in::<Compact>(w, TREE_SIZE, (655_360, 2));
    write_in::<Indexed>(w, INDEXED_TREE_SIZE, (1_450_000, 3));
}

fn write_in<L: Layout>(w: &mut Weigh<'_>, size: u64, (grafted, times): (u64, u64)) {
    let of_size = move |packed: Packed<Tree, L>| {
        assert_eq!(packed.as_bytes().len() as u64, size);
        packed
    };
    let packed = || Packed::<Tree, L>::pack(&tree());
    // From eight bytes to 2^20.
    let piecemeal = |case: &mut Case<'_>| growing(case, 1 << 20, 17);
    piecemeal(w.func_with(named::<L>("pack"), move |tree: &Tree| of_size(Packed::pack(tree)), tree));
    let build = move || of_size(Packed::build(|needs| build(needs, LEAVES, &mut 0)));
    piecemeal(w.value(named::<L>("build"), build));
    let transform = move |packed: &Packed<Tree, L>| of_size(packed.transform(increment));
    piecemeal(w.func_with(named::<L>("transform"), transform, packed));
    let graft = move |packed: &Packed<Tree, L>| of_size(packed.transform(graft));
    growing(w.func_with(named::<L>("transform, copying subtrees"), graft, packed), grafted, times);
}

/// Isolates the subtree on the right, all the way down.
fn right_most<L: Layout>(tree: Packed<Tree, L, &[u8]>) -> i64 {
    let right = tree.read(|tree| match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(Err(n))
        }
        TreeCase::Node(fields) => {
            let (right, fields) = fields.skip().isolate();
            fields.done(Ok(right))
        }
    });
    right.map_or_else(|n| n, right_most)
}

pub(super) fn read(w: &mut Weigh<'_>) {
    read_in::<Compact>(w);
    read_in::<Indexed>(w);
    let view = |packed: &Packed<Tree, Indexed>| assert_eq!(sum_view(packed.view()), TREE_SUM);
    nothing(w.func_with(named::<Indexed>("view"), view, || Packed::pack(&tree())));
}

fn read_in<L: Layout>(w: &mut Weigh<'_>) {
    type Case<L> = fn(&Packed<Tree, L>) -> i64;
    let packed = || Packed::<Tree, L>::pack(&tree());
    let ways: [(&str, Case<L>, i64); 6] = [
        ("cursor", |packed| packed.read(sum_cursor), TREE_SUM),
        ("cursor with tail", |packed| packed.read(sum_tail), TREE_SUM),
        ("fold", |packed| packed.fold(&mut Sum(0)).unwrap_or(0), TREE_SUM),
        (
            "visit",
            |packed| {
                let mut sum = Sum(0);
                packed.visit(&mut sum).map_or(0, |_| sum.0)
            },
            TREE_SUM,
        ),
        ("skip", |packed| packed.read(|tree| tree.skip().map(|()| 1)), 1),
        ("isolate", |packed| right_most(packed.as_slice()), LEAVES as i64),
    ];
    for (way, run, expected) in ways {
        let run = move |packed: &Packed<Tree, L>| assert_eq!(run(packed), expected);
        nothing(w.func_with(named::<L>(way), run, packed));
    }
    let validate = |packed: &Packed<Tree, L>| Packed::<Tree, L, _>::from_bytes(packed.as_bytes()).map(|_| ()).is_ok();
    nothing(w.func_with(named::<L>("validation"), move |packed: &_| assert!(validate(packed)), packed));
    let refuse = |bytes: &Vec<u8>| assert!(Packed::<Tree, L, _>::from_bytes(bytes.as_slice()).is_err());
    let wrong = move || {
        let mut bytes = packed().into_inner();
        bytes.pop();
        bytes
    };
    nothing(w.func_with(named::<L>("validation that fails"), refuse, wrong));
    let boxes = TREE_BOXES * size_of::<Tree>() as u64;
    w.func_with(named::<L>("unpack"), |packed: &Packed<Tree, L>| packed.unpack(), packed)
        .max_allocated(boxes)
        .max_allocations(TREE_BOXES)
        .max_reallocations(0)
        .max_peak(boxes)
        .max_live(boxes);
}

fn increment_cursor<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, Edit<L>>) -> Done<'id, (), Edit<L>> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.update(|n| n + 1).done(()),
        TreeCase::Node(fields) => {
            let ((), fields) = fields.with(increment_cursor);
            let ((), fields) = fields.with(increment_cursor);
            fields.done(())
        }
    }
}

fn increment_view(tree: View<'_, Tree, Edit<Indexed>>) {
    match tree.case() {
        TreeView::Leaf(mut n) => n.update(|n| n + 1),
        TreeView::Node(left, right) => {
            increment_view(left);
            increment_view(right);
        }
    }
}

/// Adds one to each leaf.
struct Increment;

impl<'a, L: Layout> TreeFold<'a, Edit<L>> for Increment {
    type Out = ();

    fn leaf(&mut self, mut n: ScalarMut<'a, i64, L>) {
        n.update(|n| n + 1);
    }

    fn node(&mut self, (): (), (): ()) {}
}

impl<'a, L: Layout> TreeVisit<'a, Edit<L>> for Increment {
    type Break = Infallible;

    fn leaf(&mut self, mut n: ScalarMut<'a, i64, L>) -> ControlFlow<Infallible> {
        n.update(|n| n + 1);
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}

pub(super) fn edit(w: &mut Weigh<'_>) {
    edit_in::<Compact>(w);
    edit_in::<Indexed>(w);
    let edit = |mut packed: Packed<Tree, Indexed>| {
        increment_view(packed.view_mut());
        packed
    };
    nothing(w.func_owned(named::<Indexed>("view_mut"), edit, || Packed::pack(&tree())));
}

fn edit_in<L: InPlace>(w: &mut Weigh<'_>) {
    type Case<L> = fn(&mut Packed<Tree, L>);
    let ways: [(&str, Case<L>); 3] = [
        ("edit with a cursor", |packed| packed.edit(increment_cursor)),
        ("fold_mut", |packed| assert!(packed.fold_mut(&mut Increment).is_ok())),
        ("visit_mut", |packed| assert!(packed.visit_mut(&mut Increment).is_ok())),
    ];
    for (way, run) in ways {
        let edit = move |mut packed: Packed<Tree, L>| {
            run(black_box(&mut packed));
            packed
        };
        nothing(w.func_owned(named::<L>(way), edit, || Packed::pack(&tree())));
    }
}
