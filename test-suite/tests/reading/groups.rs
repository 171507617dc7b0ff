//! Folds and visits of types that contain each other, compared with plain recursion over the owned values, in all
//! layouts.

use std::ops::ControlFlow;

use packed_data::fold::{Children, Collect, NodeResults, Same};
use packed_data::{Cursor, Filled, Layout, Limits, Needs, Packable, Packed, TooDeep};
use test_suite::{TestLayout, few, over_layouts};

over_layouts!(few: folds_as_the_owned_value, visits_as_the_owned_value, visits_each_value, visits_arrays);
over_layouts!(few all: small_groups, long_spines, levels_are_limited);

/// Types of the group in a module of their own.
mod syntax {
    use packed_data::Packable;

    use super::{Block, Spanned};

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(group = super::Ast)]
    pub(super) struct Expr {
        pub(super) line: u32,
        pub(super) kind: ExprKind,
        pub(super) is_paren: bool,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(group = super::Ast)]
    pub(super) enum ExprKind {
        Unit,
        Number(i64),
        Name(String),
        Call { args: Vec<Expr>, name: String },
        Binary(Box<Expr>, Op, Box<Expr>),
        If(Box<Expr>, Block, Option<Box<Block>>),
        Pairs(Vec<(String, Expr)>),
        Spanned(Box<Spanned<Expr>>),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    #[packable(group = super::Ast)]
    pub(super) enum Op {
        Add,
        Sub,
    }
}

use syntax::{Expr, ExprKind, ExprKindNode, ExprNode, Op, OpNode};

/// A generic type, of which one instance is in the group.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(group = Ast)]
struct Spanned<T> {
    node: T,
    end: u16,
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(group = Ast)]
struct Block {
    stmts: Vec<Stmt>,
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(group = Ast)]
enum Stmt {
    Pass,
    Let(String, Expr),
    While(Expr, Block),
    #[packable(rename = "chain")]
    Then(Box<Stmt>, Box<Stmt>),
    /// Not in the group, but contains types of the group.
    Switch(Vec<Arm>),
}

/// A type that is not in the group.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Arm {
    pattern: i64,
    body: Block,
}

packed_data::group! {
    /// A small language.
    Ast { syntax::Expr, syntax::ExprKind, Op, Spanned<Expr> as SpannedExpr, Block, Stmt }
}

/// The root, which is not in the group.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Module {
    name: String,
    items: Vec<(String, Block)>,
    last: Option<Stmt>,
}

/// Makes values from a number, all different.
struct Source(u64);

impl Source {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn name(&mut self) -> String {
        ["", "a", "bc", "a longer name"][self.below(4) as usize].into()
    }

    fn expr(&mut self, depth: u32) -> Expr {
        let leaves = if depth == 0 { 3 } else { 8 };
        let kind = match self.below(leaves) {
            0 => ExprKind::Unit,
            1 => ExprKind::Number(self.below(1000) as i64 - 500),
            2 => ExprKind::Name(self.name()),
            3 => ExprKind::Call { args: (0..self.below(4)).map(|_| self.expr(depth - 1)).collect(), name: self.name() },
            4 => {
                let op = if self.below(2) == 0 { Op::Add } else { Op::Sub };
                ExprKind::Binary(Box::new(self.expr(depth - 1)), op, Box::new(self.expr(depth - 1)))
            }
            5 => ExprKind::If(
                Box::new(self.expr(depth - 1)),
                self.block(depth - 1),
                (self.below(2) == 0).then(|| Box::new(self.block(depth - 1))),
            ),
            6 => ExprKind::Pairs((0..self.below(3)).map(|_| (self.name(), self.expr(depth - 1))).collect()),
            _ => ExprKind::Spanned(Box::new(Spanned { node: self.expr(depth - 1), end: self.below(9) as u16 })),
        };
        Expr { line: self.below(100) as u32, kind, is_paren: self.below(2) == 0 }
    }

    fn block(&mut self, depth: u32) -> Block {
        Block { stmts: (0..self.below(4)).map(|_| self.stmt(depth)).collect() }
    }

    fn stmt(&mut self, depth: u32) -> Stmt {
        let leaves = if depth == 0 { 2 } else { 5 };
        match self.below(leaves) {
            0 => Stmt::Pass,
            1 => Stmt::Let(self.name(), self.expr(depth)),
            2 => Stmt::While(self.expr(depth - 1), self.block(depth - 1)),
            3 => Stmt::Then(Box::new(self.stmt(depth - 1)), Box::new(self.stmt(depth - 1))),
            _ => Stmt::Switch(
                (0..self.below(3)).map(|n| Arm { pattern: n as i64, body: self.block(depth - 1) }).collect(),
            ),
        }
    }

    fn module(&mut self) -> Module {
        Module {
            name: self.name(),
            items: (0..self.below(3)).map(|_| (self.name(), self.block(4))).collect(),
            last: (self.below(3) > 0).then(|| self.stmt(4)),
        }
    }
}

// What a fold returns, for each type; each differs from the others.

#[derive(Debug, PartialEq)]
struct Text(String);

struct Results;

impl AstResults for Results {
    type Expr = Text;
    type ExprKind = (String, usize);
    type Op = char;
    type SpannedExpr = Text;
    type Block = Vec<String>;
    type Stmt = String;
}

/// Shows a value, in all detail.
struct Show;

impl<'a, L: Layout> AstFold<'a, L> for Show {
    type Results = Results;

    fn expr(&mut self, expr: ExprNode<'a, Results, L>) -> Text {
        let (kind, size) = expr.kind;
        Text(format!("[{} {kind} {size} {}]", expr.line, expr.is_paren))
    }

    fn expr_kind(&mut self, kind: ExprKindNode<'a, Results, L>) -> (String, usize) {
        match kind {
            ExprKindNode::Unit => ("()".into(), 0),
            ExprKindNode::Number(n) => (n.to_string(), 1),
            ExprKindNode::Name(name) => (name.into(), name.len()),
            ExprKindNode::Call { args, name } => {
                let shown: Vec<_> = args.iter().map(|arg| arg.0.as_str()).collect();
                (format!("{name}({})", shown.join(", ")), args.len())
            }
            ExprKindNode::Binary(left, op, right) => (format!("{} {op} {}", left.0, right.0), 2),
            ExprKindNode::If(condition, then, or_else) => (format!("{} {then:?} {or_else:?}", condition.0), then.len()),
            ExprKindNode::Pairs(pairs) => {
                (pairs.iter().map(|(name, value)| format!("{name}: {}; ", value.0)).collect(), pairs.len())
            }
            ExprKindNode::Spanned(text) => (text.0, 3),
        }
    }

    fn op(&mut self, op: OpNode) -> char {
        match op {
            OpNode::Add => '+',
            OpNode::Sub => '-',
        }
    }

    fn spanned_expr(&mut self, spanned: SpannedExprNode<'a, Results, L>) -> Text {
        Text(format!("{}@{}", spanned.node.0, spanned.end))
    }

    fn block(&mut self, block: BlockNode<'a, Results, L>) -> Vec<String> {
        block.stmts
    }

    fn stmt(&mut self, stmt: StmtNode<'a, Results, L>) -> String {
        match stmt {
            StmtNode::Pass => "pass".into(),
            StmtNode::Let(name, value) => format!("let {name} = {}", value.0),
            StmtNode::While(condition, body) => format!("while {} {body:?}", condition.0),
            StmtNode::Then(first, second) => format!("{first}; {second}"),
            StmtNode::Switch(arms) => format!("switch {}", arms.len()),
        }
    }
}

fn show_expr(expr: &Expr) -> String {
    let (kind, size) = match &expr.kind {
        ExprKind::Unit => ("()".into(), 0),
        ExprKind::Number(n) => (n.to_string(), 1),
        ExprKind::Name(name) => (name.clone(), name.len()),
        ExprKind::Call { args, name } => {
            let shown: Vec<_> = args.iter().map(show_expr).collect();
            (format!("{name}({})", shown.join(", ")), args.len())
        }
        ExprKind::Binary(left, op, right) => {
            let op = if *op == Op::Add { '+' } else { '-' };
            (format!("{} {op} {}", show_expr(left), show_expr(right)), 2)
        }
        ExprKind::If(condition, then, or_else) => {
            let or_else = or_else.as_ref().map(|block| show_block(block));
            (format!("{} {:?} {or_else:?}", show_expr(condition), show_block(then)), then.stmts.len())
        }
        ExprKind::Pairs(pairs) => {
            (pairs.iter().map(|(name, value)| format!("{name}: {}; ", show_expr(value))).collect(), pairs.len())
        }
        ExprKind::Spanned(spanned) => (format!("{}@{}", show_expr(&spanned.node), spanned.end), 3),
    };
    format!("[{} {kind} {size} {}]", expr.line, expr.is_paren)
}

fn show_block(block: &Block) -> Vec<String> {
    block.stmts.iter().map(show_stmt).collect()
}

fn show_stmt(stmt: &Stmt) -> String {
    match stmt {
        Stmt::Pass => "pass".into(),
        Stmt::Let(name, value) => format!("let {name} = {}", show_expr(value)),
        Stmt::While(condition, body) => format!("while {} {:?}", show_expr(condition), show_block(body)),
        Stmt::Then(first, second) => format!("{}; {}", show_stmt(first), show_stmt(second)),
        Stmt::Switch(arms) => format!("switch {}", arms.len()),
    }
}

/// Collects numbers; everything else goes on by itself.
struct Numbers;

impl<'a, L: Layout> AstCollect<'a, L> for Numbers {
    type Out = Vec<i64>;

    fn join(&mut self, mut first: Vec<i64>, mut second: Vec<i64>) -> Vec<i64> {
        first.append(&mut second);
        first
    }

    fn expr_kind(&mut self, kind: ExprKindNode<'a, Same<Vec<i64>>, L>) -> Vec<i64> {
        match kind {
            ExprKindNode::Number(n) => vec![n],
            other => self.join_expr_kind(other),
        }
    }
}

// The events of a visit, as a reader of the owned values sees them.

#[derive(Clone, Debug, PartialEq)]
enum Event {
    Enter(&'static str, i64),
    Leave(&'static str, i64),
}

/// Records the events; skips what is in a `Block` with an even number of statements if `skips`, and breaks where a
/// number is entered, or anything is left that has a number.
struct Events {
    events: Vec<Event>,
    skips: bool,
    breaks_at: Option<i64>,
    breaks_after: Option<i64>,
}

type Flow = ControlFlow<i64, Children>;

impl Events {
    fn new() -> Self {
        Self { events: Vec::new(), skips: false, breaks_at: None, breaks_after: None }
    }

    fn enter(&mut self, name: &'static str, n: i64) -> Flow {
        self.events.push(Event::Enter(name, n));
        ControlFlow::Continue(Children::Visit)
    }

    fn leave(&mut self, name: &'static str, n: i64) -> ControlFlow<i64> {
        self.events.push(Event::Leave(name, n));
        if self.breaks_after == Some(n) { ControlFlow::Break(n) } else { ControlFlow::Continue(()) }
    }
}

fn line<L: Layout>(expr: Cursor<'_, '_, Expr, L>) -> i64 {
    i64::from(expr.fields().read().0)
}

fn kind<L: Layout>(kind: Cursor<'_, '_, ExprKind, L>) -> i64 {
    match kind.case() {
        syntax::ExprKindCase::Number(fields) => fields.read().0,
        _ => 1000 + i64::from(kind.tag()),
    }
}

fn count<L: Layout>(block: Cursor<'_, '_, Block, L>) -> i64 {
    block.fields().with(|stmts| stmts.fold_items(0, |n, stmt: Cursor<'_, '_, Stmt, L>| stmt.skip().map(|()| n + 1))).0
}

impl<'a, L: Layout> AstVisit<'a, L> for Events {
    type Break = i64;

    fn enter_expr(&mut self, expr: Cursor<'a, '_, Expr, L>) -> Flow {
        self.enter("expr", line(expr))
    }

    fn leave_expr(&mut self, expr: Cursor<'a, '_, Expr, L>) -> ControlFlow<i64> {
        self.leave("expr", line(expr))
    }

    fn enter_expr_kind(&mut self, value: Cursor<'a, '_, ExprKind, L>) -> Flow {
        let n = kind(value);
        if self.breaks_at == Some(n) {
            return ControlFlow::Break(n);
        }
        self.enter("kind", n)
    }

    fn leave_expr_kind(&mut self, value: Cursor<'a, '_, ExprKind, L>) -> ControlFlow<i64> {
        self.leave("kind", kind(value))
    }

    fn enter_op(&mut self, op: Cursor<'a, '_, Op, L>) -> Flow {
        self.enter("op", i64::from(op.tag()))
    }

    fn leave_spanned_expr(&mut self, _: Cursor<'a, '_, Spanned<Expr>, L>) -> ControlFlow<i64> {
        self.leave("spanned", 0)
    }

    fn enter_block(&mut self, block: Cursor<'a, '_, Block, L>) -> Flow {
        let n = count(block);
        _ = self.enter("block", n);
        let skips = self.skips && n % 2 == 0;
        ControlFlow::Continue(if skips { Children::Skip } else { Children::Visit })
    }

    fn leave_block(&mut self, block: Cursor<'a, '_, Block, L>) -> ControlFlow<i64> {
        self.leave("block", count(block))
    }

    fn enter_stmt(&mut self, stmt: Cursor<'a, '_, Stmt, L>) -> Flow {
        self.enter("stmt", i64::from(stmt.tag()))
    }

    fn leave_stmt(&mut self, stmt: Cursor<'a, '_, Stmt, L>) -> ControlFlow<i64> {
        self.leave("stmt", i64::from(stmt.tag()))
    }
}

/// The same events, by recursion over the owned value.
impl Events {
    fn of_expr(&mut self, expr: &Expr) -> ControlFlow<i64> {
        _ = self.enter("expr", i64::from(expr.line));
        self.of_kind(&expr.kind)?;
        self.leave("expr", i64::from(expr.line))
    }

    fn of_kind(&mut self, kind: &ExprKind) -> ControlFlow<i64> {
        let n = match kind {
            ExprKind::Unit => 1000,
            ExprKind::Number(n) => *n,
            ExprKind::Name(_) => 1002,
            ExprKind::Call { .. } => 1003,
            ExprKind::Binary(..) => 1004,
            ExprKind::If(..) => 1005,
            ExprKind::Pairs(_) => 1006,
            ExprKind::Spanned(_) => 1007,
        };
        if self.breaks_at == Some(n) {
            return ControlFlow::Break(n);
        }
        _ = self.enter("kind", n);
        match kind {
            ExprKind::Unit | ExprKind::Number(_) | ExprKind::Name(_) => {}
            ExprKind::Call { args, .. } => args.iter().try_for_each(|arg| self.of_expr(arg))?,
            ExprKind::Binary(left, op, right) => {
                self.of_expr(left)?;
                _ = self.enter("op", i64::from(*op == Op::Sub));
                self.of_expr(right)?;
            }
            ExprKind::If(condition, then, or_else) => {
                self.of_expr(condition)?;
                self.of_block(then)?;
                or_else.iter().try_for_each(|block| self.of_block(block))?;
            }
            ExprKind::Pairs(pairs) => pairs.iter().try_for_each(|(_, value)| self.of_expr(value))?,
            ExprKind::Spanned(spanned) => {
                self.of_expr(&spanned.node)?;
                self.leave("spanned", 0)?;
            }
        }
        self.leave("kind", n)
    }

    fn of_block(&mut self, block: &Block) -> ControlFlow<i64> {
        let n = block.stmts.len() as i64;
        _ = self.enter("block", n);
        if !(self.skips && n % 2 == 0) {
            block.stmts.iter().try_for_each(|stmt| self.of_stmt(stmt))?;
        }
        self.leave("block", n)
    }

    fn of_stmt(&mut self, stmt: &Stmt) -> ControlFlow<i64> {
        let n = match stmt {
            Stmt::Pass => 0,
            Stmt::Let(..) => 1,
            Stmt::While(..) => 2,
            Stmt::Then(..) => 3,
            Stmt::Switch(_) => 4,
        };
        _ = self.enter("stmt", n);
        match stmt {
            Stmt::Pass => {}
            Stmt::Let(_, value) => self.of_expr(value)?,
            Stmt::While(condition, body) => {
                self.of_expr(condition)?;
                self.of_block(body)?;
            }
            Stmt::Then(first, second) => {
                self.of_stmt(first)?;
                self.of_stmt(second)?;
            }
            Stmt::Switch(arms) => arms.iter().try_for_each(|arm| self.of_block(&arm.body))?,
        }
        self.leave("stmt", n)
    }

    fn of_module(&mut self, module: &Module) -> ControlFlow<i64> {
        module.items.iter().try_for_each(|(_, block)| self.of_block(block))?;
        module.last.iter().try_for_each(|stmt| self.of_stmt(stmt))
    }
}

/// The number of generated values.
const CASES: i64 = if cfg!(miri) { 3 } else { 100 };

fn folds_as_the_owned_value<L: TestLayout>() {
    let mut source = Source(1);
    for _ in 0..CASES {
        let block = source.block(4);
        let packed = Packed::<Block, L>::pack(&block);
        assert_eq!(packed.fold_group(&mut Show), Ok(show_block(&block)));
        let mut expected = Vec::new();
        numbers_of_block(&block, false, &mut expected);
        assert_eq!(packed.fold_group(&mut Collect(Numbers)).as_ref(), Ok(&expected));
        let by_closure = packed.fold_with(|node| match node {
            AstNode::ExprKind(ExprKindNode::Number(n)) => vec![n],
            other => other.into_results().concat(),
        });
        assert_eq!(by_closure, Ok(expected));
        for stmt in &block.stmts {
            assert_eq!(Packed::<Stmt, L>::pack(stmt).fold_group(&mut Show), Ok(show_stmt(stmt)));
        }
    }
}

/// Appends the numbers in an expression; those in arms, which a fold does not look into, only `with_arms`.
fn numbers_of_expr(expr: &Expr, with_arms: bool, out: &mut Vec<i64>) {
    match &expr.kind {
        ExprKind::Unit | ExprKind::Name(_) => {}
        ExprKind::Number(n) => out.push(*n),
        ExprKind::Call { args, .. } => args.iter().for_each(|arg| numbers_of_expr(arg, with_arms, out)),
        ExprKind::Binary(left, _, right) => {
            numbers_of_expr(left, with_arms, out);
            numbers_of_expr(right, with_arms, out);
        }
        ExprKind::If(condition, then, or_else) => {
            numbers_of_expr(condition, with_arms, out);
            numbers_of_block(then, with_arms, out);
            or_else.iter().for_each(|block| numbers_of_block(block, with_arms, out));
        }
        ExprKind::Pairs(pairs) => pairs.iter().for_each(|(_, value)| numbers_of_expr(value, with_arms, out)),
        ExprKind::Spanned(spanned) => numbers_of_expr(&spanned.node, with_arms, out),
    }
}

fn numbers_of_block(block: &Block, with_arms: bool, out: &mut Vec<i64>) {
    block.stmts.iter().for_each(|stmt| numbers_of_stmt(stmt, with_arms, out));
}

fn numbers_of_stmt(stmt: &Stmt, with_arms: bool, out: &mut Vec<i64>) {
    match stmt {
        Stmt::Pass => {}
        Stmt::Let(_, value) => numbers_of_expr(value, with_arms, out),
        Stmt::While(condition, body) => {
            numbers_of_expr(condition, with_arms, out);
            numbers_of_block(body, with_arms, out);
        }
        Stmt::Then(first, second) => {
            numbers_of_stmt(first, with_arms, out);
            numbers_of_stmt(second, with_arms, out);
        }
        Stmt::Switch(arms) if with_arms => arms.iter().for_each(|arm| numbers_of_block(&arm.body, with_arms, out)),
        Stmt::Switch(_) => {}
    }
}

fn visits_as_the_owned_value<L: TestLayout>() {
    let mut source = Source(2);
    let mut breaks = 0;
    for n in 0..CASES {
        let module = source.module();
        let packed = Packed::<Module, L>::pack(&module);
        for (skips, breaks_at, breaks_after) in [
            (false, None, None),
            (true, None, None),
            (false, Some(1004), None),
            (false, Some(n), None),
            (true, Some(1000), None),
            (false, None, Some(n)),
            (true, None, Some(1000)),
        ] {
            let [mut visited, mut expected] =
                [0; 2].map(|_| Events { skips, breaks_at, breaks_after, ..Events::new() });
            let flow = packed.visit_group::<Ast, _>(&mut visited);
            assert_eq!(flow, Ok(expected.of_module(&module)));
            assert_eq!(visited.events, expected.events);
            breaks += usize::from(flow.is_ok_and(|flow| flow.is_break()));
        }
    }
    assert!(breaks > if cfg!(miri) { 0 } else { 10 }, "{breaks} visits broke");
}

fn visits_each_value<L: TestLayout>() {
    let mut source = Source(3);
    for _ in 0..CASES {
        let module = source.module();
        let packed = Packed::<Module, L>::pack(&module);
        let mut expected = Vec::new();
        module.items.iter().for_each(|(_, block)| numbers_of_block(block, true, &mut expected));
        module.last.iter().for_each(|stmt| numbers_of_stmt(stmt, true, &mut expected));
        let mut numbers = Vec::new();
        let done = packed.visit_each(|kind: Cursor<'_, '_, ExprKind, L>| {
            if let syntax::ExprKindCase::Number(fields) = kind.case() {
                numbers.push(fields.read().0);
            }
            Children::Visit
        });
        assert_eq!((done, &numbers), (Ok(()), &expected));
        // All strings: a type without parts. The first ends the visit.
        let first = packed.try_visit_each(|name: Cursor<'_, '_, str, L>| {
            ControlFlow::<_, Children>::Break(name.peek(|name| name.read()).to_owned())
        });
        assert_eq!(first, Ok(ControlFlow::Break(module.name.clone())));
        // A type that the value does not contain.
        let none = packed.try_visit_each(|_: Cursor<'_, '_, char, L>| ControlFlow::<(), Children>::Break(()));
        assert_eq!(none, Ok(ControlFlow::Continue(())));
    }
}

/// Arrays and sequences are visited themselves, without their elements, or for their elements.
fn visits_arrays<L: TestLayout>() {
    type Entry = (u8, String);
    let entry = |n: u8| (n, "x".repeat(n.into()));
    let packed = Packed::<(Vec<[Entry; 2]>, u8), L>::pack(&(vec![[1, 2].map(entry), [3, 0].map(entry)], 9));
    let mut numbers = Vec::new();
    let done = packed.visit_each(|entry: Cursor<'_, '_, Entry, L>| {
        numbers.push(entry.fields().read().0);
        Children::Visit
    });
    assert_eq!((done, numbers), (Ok(()), vec![1, 2, 3, 0]));
    let [mut arrays, mut lists] = [0; 2];
    let done = packed.visit_each(|_: Cursor<'_, '_, [Entry; 2], L>| {
        arrays += 1;
        Children::Visit
    });
    assert_eq!((done, arrays), (Ok(()), 2));
    let done = packed.visit_each(|_: Cursor<'_, '_, [[Entry; 2]], L>| {
        lists += 1;
        Children::Visit
    });
    assert_eq!((done, lists), (Ok(()), 1));
}

// A group that every layout can write.

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(group = Cells)]
struct Cell {
    n: i64,
    next: Next,
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(group = Cells)]
enum Next {
    End,
    More(Box<Cell>),
    Both(Box<Cell>, i64, Box<Cell>),
}

packed_data::group! { Cells { Cell, Next } }

fn sum_of(cell: &Cell) -> i64 {
    cell.n
        + match &cell.next {
            Next::End => 0,
            Next::More(next) => sum_of(next),
            Next::Both(left, n, right) => sum_of(left) + n + sum_of(right),
        }
}

fn cells(source: &mut Source, depth: u32) -> Cell {
    let n = source.below(1000) as i64;
    let next = match if depth == 0 { 0 } else { source.below(4) } {
        0 => Next::End,
        1 => Next::More(Box::new(cells(source, depth - 1))),
        _ => Next::Both(Box::new(cells(source, depth - 1)), n, Box::new(cells(source, depth - 1))),
    };
    Cell { n, next }
}

/// Sums the numbers of the cells, and counts the cells that were entered and left.
#[derive(Default)]
struct Sum {
    sum: i64,
    entered: usize,
    left: usize,
}

impl<'a, L: Layout> CellsVisit<'a, L> for Sum {
    type Break = ();

    fn enter_cell(&mut self, cell: Cursor<'a, '_, Cell, L>) -> ControlFlow<(), Children> {
        self.entered += 1;
        self.sum += cell.fields().read().0;
        ControlFlow::Continue(Children::Visit)
    }

    fn leave_cell(&mut self, _: Cursor<'a, '_, Cell, L>) -> ControlFlow<()> {
        self.left += 1;
        ControlFlow::Continue(())
    }

    fn leave_next(&mut self, next: Cursor<'a, '_, Next, L>) -> ControlFlow<()> {
        if let NextCase::Both(fields) = next.case() {
            self.sum += fields.skip().read().0;
        }
        ControlFlow::Continue(())
    }
}

/// Folds a packed value by a closure.
fn fold<L: Layout>(packed: &Packed<Cell, L>) -> Result<i64, TooDeep> {
    packed.fold_with(|node| match node {
        CellsNode::Cell(CellNode { n, next }) => n + next,
        CellsNode::Next(NextNode::End) => 0,
        CellsNode::Next(NextNode::More(sum)) => sum,
        CellsNode::Next(NextNode::Both(left, n, right)) => left + n + right,
    })
}

fn small_groups<L: TestLayout>() {
    let mut source = Source(4);
    for _ in 0..if cfg!(miri) { 4 } else { 200 } {
        let cell = cells(&mut source, 8);
        let packed = Packed::<Cell, L>::pack(&cell);
        assert_eq!(fold(&packed), Ok(sum_of(&cell)));
        let mut sum = Sum::default();
        assert_eq!(packed.visit_group::<Cells, _>(&mut sum), Ok(ControlFlow::Continue(())));
        assert_eq!((sum.sum, sum.left), (sum_of(&cell), sum.entered));
    }
}

const LONG: i64 = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 60,
    (_, true) => 100_000,
    _ => 1_000_000,
};

fn build<'id, L: Layout>(mut needs: Needs<'id, Cell, L>) -> Filled<'id> {
    for n in 0..LONG {
        needs = Next::start_more(Cell::start_cell(needs).put(&n).tail()).tail();
    }
    Next::write_end(Cell::start_cell(needs).put(&LONG).tail())
}

/// Last fields take no stack in a visit; a fold counts them.
fn long_spines<L: TestLayout>() {
    let packed = Packed::<Cell, L>::build(build);
    std::thread::scope(|scope| {
        let visit = || {
            let mut sum = Sum::default();
            assert_eq!(packed.visit_group::<Cells, _>(&mut sum), Ok(ControlFlow::Continue(())));
            assert_eq!((sum.sum, sum.entered, sum.left), (LONG * (LONG + 1) / 2, sum.left, LONG as usize + 1));
        };
        let thread = std::thread::Builder::new().stack_size(256 << 10).spawn_scoped(scope, visit);
        thread.expect("the thread starts").join().expect("the visit ends");
    });
    if !cfg!(miri) {
        assert!(fold(&packed).is_err());
    }
}

fn levels_are_limited<L: TestLayout>() {
    let leaf = || Box::new(Cell { n: 1, next: Next::End });
    let left = |levels: u32| {
        let nest = |cell, _| Cell { n: 1, next: Next::Both(Box::new(cell), 1, leaf()) };
        Packed::<Cell, L>::pack(&(0..levels).fold(*leaf(), nest))
    };
    for depth in few(3, [0, 1, 5, 40]) {
        let limits = Limits { depth, ..Limits::DEFAULT };
        let visit = |packed: &Packed<Cell, L>| {
            packed.read(|cell| {
                let flow = cell.view().visit_group::<Cells, _>(&mut Sum::default(), &limits);
                cell.skip().map(|()| flow)
            })
        };
        assert_eq!(visit(&left(depth)), Ok(ControlFlow::Continue(())));
        assert_eq!(visit(&left(depth + 1)), Err(TooDeep::new(depth)));
        // What may be visited is what may be validated.
        let is_valid =
            |packed: &Packed<Cell, L>| Packed::<Cell, L>::with_limits(&limits).from_bytes(packed.as_bytes()).is_ok();
        assert!(is_valid(&left(depth)) && !is_valid(&left(depth + 1)));
    }
}

/// A type that mentions itself needs no group.
#[derive(Packable)]
enum Json {
    Null,
    Number(f64),
    Array(Vec<Json>),
    Object(std::collections::BTreeMap<String, Json>),
    Either((Box<Json>, Option<Box<Json>>)),
}

#[test]
fn a_type_that_mentions_itself_is_folded_by_a_closure() {
    let numbers = |n: f64| Json::Array(vec![Json::Number(n), Json::Null, Json::Number(n + 1.0)]);
    let object = Json::Object([("a".to_owned(), numbers(1.0)), ("b".to_owned(), Json::Null)].into());
    let json = Json::Either((Box::new(object), Some(Box::new(Json::Number(9.0)))));
    let shown = Packed::<Json>::pack(&json).fold_with(|node| match node {
        JsonNode::Null => "null".to_owned(),
        JsonNode::Number(n) => n.to_string(),
        JsonNode::Array(items) => format!("{items:?}"),
        JsonNode::Object(entries) => format!("{entries:?}"),
        JsonNode::Either((one, other)) => format!("{one} | {other:?}"),
    });
    let expected = r#"[("a", "[\"1\", \"null\", \"2\"]"), ("b", "null")] | Some("9")"#;
    assert_eq!(shown.as_deref(), Ok(expected));
    let count = Packed::<Json>::pack(&json).fold_with(|node| 1 + node.into_results().into_iter().sum::<usize>());
    assert_eq!(count, Ok(8));
}
