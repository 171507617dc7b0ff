//! The Haskell types of the vectors, in Rust.
//!
//! A Haskell `String` is a list of `Char`, so most layouts write it as `Vec<char>`; `serialise` writes it as text.
//! Types that hold a string are generic over its type.

use packed_data::Packable;

pub use crate::shapes::Tree;

/// Arithmetic expressions.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum Ast {
    /// A number.
    Val(i32),
    /// A sum.
    Add(Box<Ast>, Box<Ast>),
    /// A difference.
    Sub(Box<Ast>, Box<Ast>),
    /// A product.
    Mul(Box<Ast>, Box<Ast>),
    /// A quotient.
    Div(Box<Ast>, Box<Ast>),
}

/// Three numbers.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct SomeData(pub i64, pub u8, pub f64);

/// One of three constructors.
#[derive(Clone, Debug, PartialEq, Packable)]
pub enum T<S> {
    /// Two numbers.
    C1(i64, i64),
    /// A string.
    C2(S),
    /// Nothing.
    C3,
}

/// A tree with any number of children.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Rose(pub i64, pub Vec<Rose>);

/// An enumeration.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
#[allow(missing_docs, reason = "directions")]
pub enum Direction {
    North,
    South,
    Center,
    East,
    West,
}

/// A record.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Person<S> {
    /// The name.
    pub name: S,
    /// The age in years.
    pub age: u8,
    /// The address, if there is one.
    pub email: Option<S>,
    /// The scores.
    pub scores: Vec<i32>,
}

/// Integers of every width.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Wide(pub i8, pub i16, pub i32, pub i64, pub u8, pub u16, pub u32, pub u64);

/// One constructor, no fields.
#[derive(Clone, Debug, PartialEq, Packable)]
pub struct Unit;
