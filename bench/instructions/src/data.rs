//! The types, and values of them.

use std::collections::BTreeMap;

use packed_data::Packable;

/// A number of elements that is a prime, so that no loop comes out even.
const COUNT: u64 = 1009;

/// The tree of the paper.
#[derive(Clone, Packable)]
pub(crate) enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// A list.
#[derive(Clone, Packable)]
pub(crate) enum List {
    Nil,
    Cons(i32, Box<List>),
}

/// A tree with any number of children.
#[derive(Clone, Packable)]
pub(crate) struct Rose {
    pub(crate) value: u32,
    pub(crate) children: Vec<Rose>,
}

/// An expression.
#[derive(Clone, Packable)]
pub(crate) enum Expr {
    Number(i64),
    Negate(Box<Expr>),
    Add(Box<Expr>, Box<Expr>),
    Multiply(Box<Expr>, Box<Expr>),
    Choose(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
}

/// A record.
#[derive(Clone, Packable, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Person {
    pub(crate) name: String,
    pub(crate) number: u64,
    pub(crate) mail: Option<String>,
    pub(crate) age: Option<u16>,
    pub(crate) active: bool,
}

/// The same record, to which fields may be added.
#[derive(Clone, Packable)]
#[packable(extensible)]
pub(crate) struct Account {
    pub(crate) name: String,
    pub(crate) number: u64,
    pub(crate) mail: Option<String>,
    pub(crate) age: Option<u16>,
    pub(crate) active: bool,
}

/// Nothing but numbers.
#[derive(Clone, Copy, Packable)]
pub(crate) struct Sample {
    pub(crate) time: u64,
    pub(crate) count: u32,
    pub(crate) value: f32,
    pub(crate) flags: u8,
}

/// A dictionary, as that of a tokenizer.
#[derive(Clone, Packable)]
pub(crate) struct Dictionary {
    pub(crate) name: String,
    pub(crate) system: Lexicon,
    pub(crate) user: Option<Lexicon>,
    pub(crate) connections: Vec<i16>,
}

/// The words of a dictionary.
#[derive(Clone, Packable)]
pub(crate) struct Lexicon {
    pub(crate) trie: Vec<(u32, u32)>,
    pub(crate) costs: Vec<i16>,
    pub(crate) features: Vec<String>,
}

/// A block of a syntax tree.
#[derive(Clone, Packable)]
#[packable(group = Ast)]
pub(crate) struct Block {
    pub(crate) statements: Vec<Statement>,
}

/// A statement.
#[derive(Clone, Packable)]
#[packable(group = Ast)]
pub(crate) enum Statement {
    Let(String, Term),
    Show(Term),
    While(Term, Block),
}

/// A term.
#[derive(Clone, Packable)]
#[packable(group = Ast)]
pub(crate) enum Term {
    Number(f64),
    Name(String),
    Binary(Operator, Box<Term>, Box<Term>),
    Do(Box<Block>),
}

/// An operator.
#[derive(Clone, Packable)]
#[packable(group = Ast)]
pub(crate) enum Operator {
    Add,
    Subtract,
}

packed_data::group! {
    /// The types of the syntax tree.
    pub(crate) Ast { Block, Statement, Term, Operator }
}

/// Returns the perfect tree of 2^`depth` leaves.
fn perfect(depth: u32, seed: i64) -> Tree {
    if depth == 0 {
        return Tree::Leaf(seed);
    }
    let part = |half| Box::new(perfect(depth - 1, seed * 2 + half));
    Tree::Node(part(0), part(1))
}

pub(crate) fn tree() -> Tree {
    perfect(11, 1)
}

pub(crate) fn list() -> List {
    (0..4 * COUNT as i32).fold(List::Nil, |tail, n| List::Cons(n, Box::new(tail)))
}

pub(crate) fn rose() -> Rose {
    fn grow(value: u32) -> Rose {
        let children = (1..=value % 7).map(|n| grow(value / 2 - n.min(value / 2))).collect();
        Rose { value, children }
    }
    grow(1200)
}

pub(crate) fn expr() -> Expr {
    fn grow(depth: u32, seed: u64) -> Expr {
        let part = |n| Box::new(grow(depth - 1, seed * 3 + n));
        match seed % 4 {
            _ if depth == 0 => Expr::Number(seed as i64),
            0 => Expr::Add(part(0), part(1)),
            1 => Expr::Multiply(part(0), part(1)),
            2 => Expr::Choose(part(0), part(1), (seed % 8 == 2).then(|| part(2))),
            _ => Expr::Negate(part(1)),
        }
    }
    grow(13, 1)
}

pub(crate) fn people() -> Vec<Person> {
    let person = |number: u64| Person {
        name: format!("Person {number}"),
        number,
        mail: (!number.is_multiple_of(3)).then(|| format!("person.{number}@example.org")),
        age: (!number.is_multiple_of(4)).then_some((number % 90) as u16),
        active: number.is_multiple_of(3),
    };
    (0..COUNT).map(person).collect()
}

pub(crate) fn accounts() -> Vec<Account> {
    let account = |Person { name, number, mail, age, active }: Person| Account { name, number, mail, age, active };
    people().into_iter().map(account).collect()
}

pub(crate) fn samples() -> Vec<Sample> {
    let sample =
        |time: u64| Sample { time, count: time as u32 * 7, value: time as f32 / 3.0, flags: (time % 256) as u8 };
    (0..COUNT).map(sample).collect()
}

/// Numbers of all sizes.
pub(crate) fn numbers() -> Vec<u64> {
    (0..COUNT).map(|n| n.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (n % 64)).collect()
}

pub(crate) fn map() -> BTreeMap<String, Vec<u32>> {
    (0..COUNT as u32).map(|n| (format!("key {n}"), (0..n % 5).collect())).collect()
}

pub(crate) fn dictionary() -> Dictionary {
    let system = Lexicon {
        trie: (0..COUNT as u32).map(|n| (n, n + 1)).collect(),
        costs: (0..COUNT as i16).collect(),
        features: (0..COUNT).map(|n| format!("feature {n}")).collect(),
    };
    Dictionary { name: "dictionary".to_owned(), system, user: None, connections: vec![7; 100] }
}

pub(crate) fn block() -> Block {
    fn term(depth: u32, seed: u32) -> Term {
        let part = |n| Box::new(term(depth - 1, seed * 2 + n));
        match seed % 5 {
            0 => Term::Name(format!("n{seed}")),
            1 | 2 if depth > 0 => Term::Binary(Operator::Add, part(0), part(1)),
            3 if depth > 0 => Term::Binary(Operator::Subtract, part(0), part(1)),
            4 if depth > 0 => Term::Do(Box::new(grow(depth - 1, seed))),
            _ => Term::Number(f64::from(seed)),
        }
    }
    fn grow(depth: u32, seed: u32) -> Block {
        let statement = |n: u32| match n % 3 {
            0 => Statement::Let(format!("n{n}"), term(depth, seed + n)),
            1 if depth > 1 => Statement::While(term(depth - 2, seed + n), grow(depth - 2, seed + n)),
            _ => Statement::Show(term(depth, seed + n)),
        };
        Block { statements: (0..5).map(statement).collect() }
    }
    grow(7, 1)
}
