//! What is done with packed values: read by cursors and by views, folded, visited, built, transformed.

use std::ops::ControlFlow;

#[cfg(feature = "names-in-root")]
use packed_data::OptionCase;
use packed_data::fold::{Children, FoldItems, Rec};
#[cfg(feature = "owned-views")]
use packed_data::packed::OwnedViews;
#[cfg(not(feature = "names-in-root"))]
use packed_data::types::OptionCase;
#[cfg(feature = "owned-views")]
use packed_data::view::Seq;
use packed_data::{Cursor, Done, Filled, Indexed, Layout, Needs, Packed, View};

use crate::data::{
    Account, AccountView, AstFold, AstResults, AstVisit, Block, BlockNode, Dictionary, Expr, ExprCase, ExprFold,
    ExprView, List, ListCase, ListFold, ListVisit, OperatorNode, Person, PersonView, Rose, RoseFold, RoseVisit, Sample,
    SampleView, StatementNode, Term, TermCase, TermNode, Tree, TreeCase, TreeFold, TreeTransform, TreeView, TreeVisit,
};

pub(crate) fn tree<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(self::tree);
            let (right, fields) = fields.with(self::tree);
            fields.done(left + right)
        }
    }
}

/// Skips all left subtrees.
pub(crate) fn right_most<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (right, fields) = fields.skip().with(right_most);
            fields.done(right)
        }
    }
}

pub(crate) fn list<'id, L: Layout>(list: Cursor<'_, 'id, List, L>) -> Done<'id, i64, L> {
    match list.case() {
        ListCase::Nil(fields) => fields.done(0),
        ListCase::Cons(fields) => {
            let (n, fields) = fields.read();
            let (sum, fields) = fields.with(self::list);
            fields.done(sum + i64::from(n))
        }
    }
}

pub(crate) fn expr<'id, L: Layout>(expr: Cursor<'_, 'id, Expr, L>) -> Done<'id, i64, L> {
    match expr.case() {
        ExprCase::Number(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        ExprCase::Negate(fields) => {
            let (n, fields) = fields.with(self::expr);
            fields.done(n.wrapping_neg())
        }
        ExprCase::Add(fields) => {
            let (left, fields) = fields.with(self::expr);
            let (right, fields) = fields.with(self::expr);
            fields.done(left.wrapping_add(right))
        }
        ExprCase::Multiply(fields) => {
            let (left, fields) = fields.with(self::expr);
            let (right, fields) = fields.with(self::expr);
            fields.done(left.wrapping_mul(right))
        }
        ExprCase::Choose(fields) => {
            let (condition, fields) = fields.with(self::expr);
            let (yes, fields) = fields.with(self::expr);
            fields.skip().done(condition ^ yes)
        }
    }
}

fn text_size<'id, L: Layout>(text: Cursor<'_, 'id, Option<String>, L>) -> Done<'id, usize, L> {
    match text.case() {
        OptionCase::None(fields) => fields.done(0),
        OptionCase::Some(fields) => {
            let (text, fields) = fields.read();
            fields.done(text.len())
        }
    }
}

fn age<'id, L: Layout>(age: Cursor<'_, 'id, Option<u16>, L>) -> Done<'id, u16, L> {
    match age.case() {
        OptionCase::None(fields) => fields.done(0),
        OptionCase::Some(fields) => {
            let (age, fields) = fields.read();
            fields.done(age)
        }
    }
}

pub(crate) fn person<'id, L: Layout>(person: Cursor<'_, 'id, Person, L>) -> Done<'id, u64, L> {
    let (name, fields) = person.fields().read();
    let (number, fields) = fields.read();
    let (mail, fields) = fields.with(text_size);
    let (age, fields) = fields.with(age);
    let (active, fields) = fields.read();
    fields.done(number + (name.len() + mail) as u64 + u64::from(age) + u64::from(active))
}

pub(crate) fn account<'id, L: Layout>(account: Cursor<'_, 'id, Account, L>) -> Done<'id, u64, L> {
    let (name, fields) = account.fields().read();
    let (number, fields) = fields.read();
    let (mail, fields) = fields.with(text_size);
    let (age, fields) = fields.with(age);
    let (active, fields) = fields.read();
    fields.done(number + (name.len() + mail) as u64 + u64::from(age) + u64::from(active))
}

/// Skips the texts of a record.
pub(crate) fn numbers_of_person<'id, L: Layout>(person: Cursor<'_, 'id, Person, L>) -> Done<'id, u64, L> {
    let (number, fields) = person.fields().skip().read();
    let (active, fields) = fields.skip().skip().read();
    fields.done(number + u64::from(active))
}

pub(crate) fn sample<'id, L: Layout>(sample: Cursor<'_, 'id, Sample, L>) -> Done<'id, u64, L> {
    let (time, fields) = sample.fields().read();
    let (count, fields) = fields.read();
    let (value, fields) = fields.read();
    let (flags, fields) = fields.read();
    fields.done(time + u64::from(count) + value as u64 + u64::from(flags))
}

pub(crate) fn tree_view(tree: View<'_, Tree, Indexed>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(left, right) => tree_view(left) + tree_view(right),
    }
}

pub(crate) fn rose_view(rose: View<'_, Rose, Indexed>) -> u32 {
    let fields = rose.fields();
    fields.children.views().map(rose_view).fold(fields.value, u32::wrapping_add)
}

pub(crate) fn expr_view(expr: View<'_, Expr, Indexed>) -> i64 {
    match expr.case() {
        ExprView::Number(n) => n,
        ExprView::Negate(n) => expr_view(n).wrapping_neg(),
        ExprView::Add(left, right) => expr_view(left).wrapping_add(expr_view(right)),
        ExprView::Multiply(left, right) => expr_view(left).wrapping_mul(expr_view(right)),
        ExprView::Choose(condition, yes, no) => match no {
            Some(no) if expr_view(condition) % 2 == 0 => expr_view(no),
            _ => expr_view(yes),
        },
    }
}

pub(crate) fn person_view(person: View<'_, Person, Indexed>) -> u64 {
    let PersonView { name, number, mail, age, active } = person.fields();
    let texts = name.len() + mail.map_or(0, str::len);
    number + texts as u64 + u64::from(age.unwrap_or(0)) + u64::from(active)
}

pub(crate) fn account_view(account: View<'_, Account, Indexed>) -> u64 {
    let AccountView { name, number, mail, age, active } = account.fields();
    let texts = name.len() + mail.map_or(0, str::len);
    number + texts as u64 + u64::from(age.unwrap_or(0)) + u64::from(active)
}

pub(crate) fn sample_view(sample: View<'_, Sample, Indexed>) -> u64 {
    let SampleView { time, count, value, flags } = sample.fields();
    time + u64::from(count) + value as u64 + u64::from(flags)
}

/// Computes a number from any of the recursive types: folds, and visits.
pub(crate) struct Eval;

impl<'a, L: Layout> TreeFold<'a, L> for Eval {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

impl<'a, L: Layout> ListFold<'a, L> for Eval {
    type Out = i64;

    fn nil(&mut self) -> i64 {
        0
    }

    fn cons(&mut self, n: i32, sum: i64) -> i64 {
        sum + i64::from(n)
    }
}

impl<'a, L: Layout> RoseFold<'a, L> for Eval {
    type Out = u32;

    fn rose(&mut self, value: u32, mut children: FoldItems<'_, 'a, Rec<Rose>, L>) -> u32 {
        let mut sum = value;
        while let Ok(Some(child)) = children.next(self) {
            sum = sum.wrapping_add(child);
        }
        sum
    }
}

impl<'a, L: Layout> ExprFold<'a, L> for Eval {
    type Out = i64;

    fn number(&mut self, n: i64) -> i64 {
        n
    }

    fn negate(&mut self, n: i64) -> i64 {
        n.wrapping_neg()
    }

    fn add(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_add(right)
    }

    fn multiply(&mut self, left: i64, right: i64) -> i64 {
        left.wrapping_mul(right)
    }

    fn choose(&mut self, condition: i64, yes: i64, no: Option<i64>) -> i64 {
        no.filter(|_| condition % 2 == 0).unwrap_or(yes)
    }
}

/// All results are numbers.
pub(crate) struct Sizes;

impl AstResults for Sizes {
    type Block = u32;
    type Statement = usize;
    type Term = u64;
    type Operator = bool;
}

impl<'a, L: Layout> AstFold<'a, L> for Eval {
    type Results = Sizes;

    fn block(&mut self, block: BlockNode<'a, Sizes, L>) -> u32 {
        block.statements.iter().sum::<usize>() as u32
    }

    fn statement(&mut self, statement: StatementNode<'a, Sizes, L>) -> usize {
        match statement {
            StatementNode::Let(name, term) => name.len() + term as usize,
            StatementNode::Show(term) => term as usize,
            StatementNode::While(term, block) => term as usize + block as usize,
        }
    }

    fn term(&mut self, term: TermNode<'a, Sizes, L>) -> u64 {
        match term {
            TermNode::Number(n) => n as u64,
            TermNode::Name(name) => name.len() as u64,
            TermNode::Binary(operator, left, right) => left + right + u64::from(operator),
            TermNode::Do(block) => u64::from(block),
        }
    }

    fn operator(&mut self, operator: OperatorNode) -> bool {
        matches!(operator, OperatorNode::Add)
    }
}

/// Adds the numbers of what is visited.
pub(crate) struct Sum(pub(crate) u64);

impl Sum {
    fn add(&mut self, n: u64) -> ControlFlow<()> {
        self.0 = self.0.wrapping_add(n);
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = ();

    fn leaf(&mut self, n: i64) -> ControlFlow<()> {
        self.add(n as u64)
    }

    fn node(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> ListVisit<'a, L> for Sum {
    type Break = ();

    fn nil(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    fn cons(&mut self, n: i32) -> ControlFlow<()> {
        self.add(n as u64)
    }
}

impl<'a, L: Layout> RoseVisit<'a, L> for Sum {
    type Break = ();

    fn rose(&mut self, value: u32) -> ControlFlow<()> {
        self.add(u64::from(value))
    }
}

impl<'a, L: Layout> AstVisit<'a, L> for Sum {
    type Break = ();

    fn enter_block(&mut self, _: Cursor<'a, '_, Block, L>) -> ControlFlow<(), Children> {
        self.0 += 1;
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_term(&mut self, term: Cursor<'a, '_, Term, L>) -> ControlFlow<(), Children> {
        if let TermCase::Number(fields) = term.case() {
            self.0 += fields.read().0 as u64;
        }
        ControlFlow::Continue(Children::Visit)
    }
}

/// Makes a tree with every leaf incremented.
pub(crate) fn increment<'i, 'o, L: Layout>(
    tree: Cursor<'_, 'i, Tree, L>,
    needs: Needs<'o, Tree, L>,
) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
    }
}

/// Builds the perfect tree of 2^`depth` leaves.
pub(crate) fn build<'id, L: Layout>(needs: Needs<'id, Tree, L>, depth: u32, next: &mut i64) -> Filled<'id> {
    if depth == 0 {
        *next += 1;
        return Tree::write_leaf(needs, &*next);
    }
    Tree::start_node(needs)
        .with(|left| build(left, depth - 1, &mut *next))
        .with(|right| build(right, depth - 1, &mut *next))
        .done()
}

/// A dictionary whose features are looked up.
#[cfg(feature = "owned-views")]
pub(crate) type Features = OwnedViews<Seq<'static, String, Indexed>, Packed<Dictionary, Indexed>>;

/// A dictionary whose features are looked up, from the root.
#[cfg(not(feature = "owned-views"))]
pub(crate) struct Features(Packed<Dictionary, Indexed>);

#[cfg(feature = "owned-views")]
pub(crate) fn features(dictionary: Packed<Dictionary, Indexed>) -> Features {
    OwnedViews::new(dictionary, |dictionary| dictionary.view().fields().system.fields().features)
}

#[cfg(not(feature = "owned-views"))]
pub(crate) fn features(dictionary: Packed<Dictionary, Indexed>) -> Features {
    Features(dictionary)
}

#[inline(never)]
pub(crate) fn feature_from_root(dictionary: &Packed<Dictionary, Indexed>, word: usize) -> Option<&str> {
    dictionary.view().fields().system.fields().features.get(word)
}

#[inline(never)]
pub(crate) fn feature(dictionary: &Features, word: usize) -> Option<&str> {
    #[cfg(feature = "owned-views")]
    return dictionary.views().get(word);
    #[cfg(not(feature = "owned-views"))]
    feature_from_root(&dictionary.0, word)
}
