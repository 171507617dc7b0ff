//! Cons cells.

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::types::{OptionCase, OptionTransform};
use packed_data::view::{ScalarMut, ViewMut};
use packed_data::{Cursor, Done, Edit, Filled, InPlace, Layout, Needs, Packed, RandomAccess, View};

use super::{Changes, Reads};
use crate::shapes::{
    List, ListCase, ListFold, ListTransform, ListView, ListVisit, Node, NodeFold, NodeView, NodeVisit,
};

impl List {
    /// Returns the list of these numbers.
    pub fn of(values: impl DoubleEndedIterator<Item = i64>) -> Self {
        values.rfold(List::Nil, |rest, value| List::Cons(value, Box::new(rest)))
    }

    /// Returns the numbers of the list under a cursor, with a loop over `tail`.
    pub fn numbers<'id, L: Layout>(mut list: Cursor<'_, 'id, Self, L>) -> Done<'id, Vec<i64>, L> {
        let mut numbers = Vec::new();
        loop {
            match list.case() {
                ListCase::Nil(end) => return end.done(numbers),
                ListCase::Cons(fields) => {
                    let (n, fields) = fields.read();
                    numbers.push(n);
                    list = fields.tail();
                }
            }
        }
    }
}

impl Node {
    /// Returns the list of a first number and the others.
    pub fn of(first: i64, others: impl DoubleEndedIterator<Item = i64>) -> Self {
        let next = others.rfold(None, |next, value| Some(Box::new(Node { value, next })));
        Node { value: first, next }
    }

    /// Returns the numbers of the list under a cursor, with a loop over `tail`.
    pub fn numbers<'id, L: Layout>(mut node: Cursor<'_, 'id, Self, L>) -> Done<'id, Vec<i64>, L> {
        let mut numbers = Vec::new();
        loop {
            let (n, fields) = node.fields().read();
            numbers.push(n);
            match fields.tail().case() {
                OptionCase::None(end) => return end.done(numbers),
                OptionCase::Some(fields) => node = fields.tail(),
            }
        }
    }
}

/// Rebuilds either list, or records the calls of a visit.
struct Rebuild(Vec<String>);

impl<'a, L: Layout> ListFold<'a, L> for Rebuild {
    type Out = List;

    fn nil(&mut self) -> List {
        List::Nil
    }

    fn cons(&mut self, value: i64, rest: List) -> List {
        List::Cons(value, Box::new(rest))
    }
}

impl<'a, L: Layout> NodeFold<'a, L> for Rebuild {
    type Out = Node;

    fn node(&mut self, value: i64, next: Option<Node>) -> Node {
        Node { value, next: next.map(Box::new) }
    }
}

impl<'a, L: Layout> ListVisit<'a, L> for Rebuild {
    type Break = Infallible;

    fn nil(&mut self) -> ControlFlow<Infallible> {
        self.0.push("nil".into());
        ControlFlow::Continue(())
    }

    fn cons(&mut self, value: i64) -> ControlFlow<Infallible> {
        self.0.push(value.to_string());
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> NodeVisit<'a, L> for Rebuild {
    type Break = Infallible;

    fn node(&mut self, value: i64) -> ControlFlow<Infallible> {
        self.0.push(value.to_string());
        ControlFlow::Continue(())
    }
}

impl Reads for List {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        List::numbers(cursor).map(|numbers| List::of(numbers.into_iter()))
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let (mut numbers, mut list) = (Vec::new(), view);
        while let ListView::Cons(value, rest) = list.case() {
            numbers.push(value);
            list = rest;
        }
        List::of(numbers.into_iter())
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild(Vec::new())).expect("within the limit on levels")
    }

    fn visited<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Vec<String> {
        let mut tokens = Rebuild(Vec::new());
        assert_eq!(packed.visit(&mut tokens), Ok(ControlFlow::Continue(())));
        tokens.0
    }

    fn tokens(&self) -> Vec<String> {
        match self {
            List::Nil => vec!["nil".into()],
            List::Cons(value, rest) => [vec![value.to_string()], rest.tokens()].concat(),
        }
    }
}

impl Reads for Node {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        Node::numbers(cursor).map(|numbers| Node::of(numbers[0], numbers[1..].iter().copied()))
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let NodeView { value, next } = view.fields();
        Node { value, next: next.map(|next| Box::new(Self::from_view(next))) }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild(Vec::new())).expect("within the limit on levels")
    }

    fn visited<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Vec<String> {
        let mut tokens = Rebuild(Vec::new());
        assert_eq!(packed.visit(&mut tokens), Ok(ControlFlow::Continue(())));
        tokens.0
    }

    fn tokens(&self) -> Vec<String> {
        std::iter::successors(Some(self), |node| node.next.as_deref()).map(|node| node.value.to_string()).collect()
    }
}

struct Change;

impl<'a, L: Layout> ListFold<'a, Edit<L>> for Change {
    type Out = ();

    fn nil(&mut self) {}

    fn cons(&mut self, mut value: ScalarMut<'a, i64, L>, (): ()) {
        value.update(|n| n ^ 1);
    }
}

impl<'a, L: Layout> NodeFold<'a, Edit<L>> for Change {
    type Out = ();

    fn node(&mut self, mut value: ScalarMut<'a, i64, L>, _: Option<()>) {
        value.update(|n| n ^ 1);
    }
}

impl Changes for List {
    fn build<'id, L: Layout>(&self, mut needs: Needs<'id, Self, L>) -> Filled<'id> {
        let mut list = self;
        while let List::Cons(value, rest) = list {
            needs = List::start_cons(needs).put(value).tail();
            list = rest;
        }
        List::write_nil(needs)
    }

    fn changed(&self) -> Self {
        match self {
            List::Nil => List::Nil,
            List::Cons(value, rest) => List::Cons(value ^ 1, Box::new(rest.changed())),
        }
    }

    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            ListTransform::Nil(fields) => fields.done(),
            ListTransform::Cons(fields) => fields.update(|n| n ^ 1).map(Self::transform).done(),
        }
    }

    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            ListTransform::Nil(fields) => fields.done(),
            ListTransform::Cons(fields) => fields.copy().map(Self::identity).done(),
        }
    }

    fn edit<'id, L: Layout>(mut list: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        loop {
            match list.case() {
                ListCase::Nil(end) => return end.done(()),
                ListCase::Cons(fields) => list = fields.update(|n| n ^ 1).tail(),
            }
        }
    }

    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>) {
        let mut list = packed.view_mut();
        while let ListView::Cons(mut value, rest) = list.case() {
            value.update(|n| n ^ 1);
            list = rest;
        }
    }

    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>) {
        packed.fold_mut(&mut Change).expect("within the limit on levels");
    }
}

fn edit_view<L: RandomAccess>(view: ViewMut<'_, Node, L>) {
    let NodeView { mut value, next } = view.fields();
    value.update(|n| n ^ 1);
    if let Some(next) = next {
        edit_view(next);
    }
}

impl Changes for Node {
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        let mut needs = Node::start_node(needs).put(&self.value).tail();
        let mut node = self;
        while let Some(next) = &node.next {
            needs = Node::start_node(needs.start_some().tail()).put(&next.value).tail();
            node = next;
        }
        needs.start_none().done()
    }

    fn changed(&self) -> Self {
        Node { value: self.value ^ 1, next: self.next.as_ref().map(|next| Box::new(next.changed())) }
    }

    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let fields = cursor.transform(needs).update(|n| n ^ 1);
        let fields = fields.map(|next, needs| match next.transform(needs) {
            OptionTransform::None(fields) => fields.done(),
            OptionTransform::Some(fields) => fields.map(Self::transform).done(),
        });
        fields.done()
    }

    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        cursor.transform(needs).copy().copy().done()
    }

    fn edit<'id, L: Layout>(mut node: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        loop {
            match node.fields().update(|n| n ^ 1).tail().case() {
                OptionCase::None(end) => return end.done(()),
                OptionCase::Some(fields) => node = fields.tail(),
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
