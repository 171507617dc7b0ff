//! The paper's tree.

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::view::{ScalarMut, ViewMut};
use packed_data::{Cursor, Done, Edit, Filled, InPlace, Layout, Needs, Packed, RandomAccess, View};

use super::{Changes, Reads};
use crate::shapes::{Tree, TreeCase, TreeFold, TreeTransform, TreeView, TreeVisit};

struct Rebuild;

impl<'a, L: Layout> TreeFold<'a, L> for Rebuild {
    type Out = Tree;

    fn leaf(&mut self, n: i64) -> Tree {
        Tree::Leaf(n)
    }

    fn node(&mut self, left: Tree, right: Tree) -> Tree {
        Tree::Node(Box::new(left), Box::new(right))
    }
}

struct Tokens(Vec<String>);

impl<'a, L: Layout> TreeVisit<'a, L> for Tokens {
    type Break = Infallible;

    fn leaf(&mut self, n: i64) -> ControlFlow<Infallible> {
        self.0.push(n.to_string());
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<Infallible> {
        self.0.push("node".into());
        ControlFlow::Continue(())
    }
}

impl Reads for Tree {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        match cursor.case() {
            TreeCase::Leaf(fields) => {
                let (n, fields) = fields.read();
                fields.done(Tree::Leaf(n))
            }
            TreeCase::Node(fields) => {
                let (left, fields) = fields.with(Self::from_cursor);
                let (right, fields) = fields.with(Self::from_cursor);
                fields.done(Tree::Node(Box::new(left), Box::new(right)))
            }
        }
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        match view.case() {
            TreeView::Leaf(n) => Tree::Leaf(n),
            TreeView::Node(left, right) => {
                // The right one first: a view allows any order.
                let right = Self::from_view(right);
                Tree::Node(Box::new(Self::from_view(left)), Box::new(right))
            }
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).expect("within the limit on levels")
    }

    fn visited<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Vec<String> {
        let mut tokens = Tokens(Vec::new());
        assert_eq!(packed.visit(&mut tokens), Ok(ControlFlow::Continue(())));
        tokens.0
    }

    fn tokens(&self) -> Vec<String> {
        match self {
            Tree::Leaf(n) => vec![n.to_string()],
            Tree::Node(left, right) => [vec!["node".into()], left.tokens(), right.tokens()].concat(),
        }
    }
}

struct Change;

impl<'a, L: Layout> TreeFold<'a, Edit<L>> for Change {
    type Out = ();

    fn leaf(&mut self, mut n: ScalarMut<'a, i64, L>) {
        n.update(|n| n.wrapping_add(1));
    }

    fn node(&mut self, (): (), (): ()) {}
}

fn edit_view<L: RandomAccess>(view: ViewMut<'_, Tree, L>) {
    match view.case() {
        TreeView::Leaf(mut n) => n.set(n.get().wrapping_add(1)),
        TreeView::Node(left, right) => {
            edit_view(right);
            edit_view(left);
        }
    }
}

impl Changes for Tree {
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        match self {
            Tree::Leaf(n) => Tree::write_leaf(needs, n),
            Tree::Node(left, right) => {
                Tree::start_node(needs).with(|needs| left.build(needs)).with(|needs| right.build(needs)).done()
            }
        }
    }

    fn changed(&self) -> Self {
        match self {
            Tree::Leaf(n) => Tree::Leaf(n.wrapping_add(1)),
            Tree::Node(left, right) => Tree::Node(Box::new(left.changed()), Box::new(right.changed())),
        }
    }

    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            TreeTransform::Leaf(fields) => fields.update(|n| n.wrapping_add(1)).done(),
            TreeTransform::Node(fields) => fields.map(Self::transform).map(Self::transform).done(),
        }
    }

    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            TreeTransform::Leaf(fields) => fields.copy().done(),
            TreeTransform::Node(fields) => fields.map(Self::identity).copy().done(),
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {
            TreeCase::Leaf(fields) => fields.update(|n| n.wrapping_add(1)).done(()),
            TreeCase::Node(fields) => {
                let ((), fields) = fields.with(Self::edit);
                let ((), fields) = fields.with(Self::edit);
                fields.done(())
            }
        }
    }

    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>) {
        edit_view(packed.view_mut());
    }

    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>) {
        packed.fold_mut(&mut Change).expect("within the limit on levels");
    }
}
