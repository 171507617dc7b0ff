//! Conditions on values: written as text or built by a program, compiled once, and tested on many values.

mod atom;
mod columns;
mod compiled;
mod kinds;
mod parse;
mod pattern;
mod prune;
mod target;
mod test;
#[cfg(test)]
mod tests;

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;
use core::cmp::Ordering;

pub use atom::Atom;
pub use columns::Columns;
pub use compiled::Filter;
pub use kinds::Kinds;
pub use prune::Pruner;

use crate::path::{Path, PathError};
use crate::schema::{Schema, TypeIndex};

/// A condition on values of a type: tests of their parts, joined.
///
/// [`parse`](Self::parse) reads one from text; a program may also build it. A [`Filter`] tests it.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// All hold. Of none this is true.
    And(Vec<Self>),
    /// One holds. Of none this is false.
    Or(Vec<Self>),
    /// The other does not hold.
    Not(Box<Self>),
    /// A part of the value compares so with a literal.
    Compare(Comparison),
    /// A part of the value equals one of these literals.
    In {
        /// Where the part is.
        path: Path,
        /// The literals.
        literals: Vec<Literal>,
    },
    /// A part of the value contains a literal: a text as a part of it, a list as an element, a map as a key.
    Contains {
        /// Where the part is.
        path: Path,
        /// The literal.
        literal: Literal,
    },
    /// A regular expression, in the syntax of the crate `regex`, matches somewhere in a text. Needs the feature
    /// `regex-1`.
    Matches {
        /// Where the text is.
        path: Path,
        /// The regular expression.
        pattern: String,
    },
    /// The condition holds for an element of a list, or for a value of a map. Of none this is false.
    Any {
        /// Where the list is.
        path: Path,
        /// The condition on an element.
        condition: Box<Self>,
    },
    /// The condition holds for each element of a list, or for each value of a map. Of none this is true.
    All {
        /// Where the list is.
        path: Path,
        /// The condition on an element.
        condition: Box<Self>,
    },
}

/// A comparison of a part of a value with a literal.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// Where the part is.
    pub path: Path,
    /// How it must compare.
    pub operator: Operator,
    /// With what.
    pub literal: Literal,
}

/// How a value must compare with a literal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Operator {
    /// `=`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    AtMost,
    /// `>`
    Greater,
    /// `>=`
    AtLeast,
}

impl Operator {
    /// Returns whether the operator holds between two values of this order.
    #[inline]
    fn holds(self, order: Ordering) -> bool {
        match self {
            Self::Equal => order.is_eq(),
            Self::NotEqual => order.is_ne(),
            Self::Less => order.is_lt(),
            Self::AtMost => order.is_le(),
            Self::Greater => order.is_gt(),
            Self::AtLeast => order.is_ge(),
        }
    }
}

/// What a part of a value is compared with.
///
/// Integers and floats are compared as numbers, exactly. A text is compared with texts, with characters, and with the
/// names of constructors without fields, by the bytes in UTF-8.
#[derive(Clone, Debug, PartialEq)]
pub enum Literal {
    /// A part that is absent, the `None` of an optional value, `()`, or the null of a JSON document.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// A float.
    Float(f64),
    /// A text.
    Text(String),
}

/// The rules for null, for values of different kinds, and for floats.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Logic {
    /// Those of `packed cat --where`. Values of different kinds, of which null is one, are not equal, neither is less,
    /// and neither contains or matches the other; what is no list is one without elements. Floats compare by IEEE 754:
    /// the two zeros are equal, and NaN equals nothing.
    TwoValued,
    /// Those of SQL engines. A test of values of different kinds is unknown, and so is what `and`, `or` and `not`
    /// cannot decide without it; a comparison with [`Literal::Null`] is `IS NULL` or `IS NOT NULL`, and known. Floats
    /// compare in the total order of IEEE 754, except that the two zeros are equal.
    Sql,
}

impl Condition {
    /// Returns a comparison.
    pub fn compare(path: Path, operator: Operator, literal: Literal) -> Self {
        Self::Compare(Comparison { path, operator, literal })
    }

    /// Returns the paths of all parts that are tested; of a condition on the elements of a list, that of the list.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    /// use packed_data_schema::filter::Condition;
    /// use packed_data_schema::path::Path;
    ///
    /// let condition = Condition::parse("[0] < 3 or any([1], . = 5)", &Schema::of::<(u32, Vec<u8>)>(), 0)?;
    /// assert_eq!(condition.paths(), [&Path::parse("[0]")?, &Path::parse("[1]")?]);
    /// # Ok::<(), packed_data_schema::path::PathError>(())
    /// ```
    pub fn paths(&self) -> Vec<&Path> {
        match self {
            Self::And(all) | Self::Or(all) => all.iter().flat_map(Self::paths).collect(),
            Self::Not(one) => one.paths(),
            Self::Compare(Comparison { path, .. })
            | Self::In { path, .. }
            | Self::Contains { path, .. }
            | Self::Matches { path, .. }
            | Self::Any { path, .. }
            | Self::All { path, .. } => alloc::vec![path],
        }
    }

    /// Parses a condition on values of a type of the schema; the book's page on the command has the grammar.
    ///
    /// ```
    /// use packed_data_schema::Schema;
    /// use packed_data_schema::filter::Condition;
    ///
    /// let schema = Schema::of::<(String, Option<u32>)>();
    /// assert!(Condition::parse(r#"[0] = "low" and not [1] >= 3"#, &schema, 0).is_ok());
    /// let error = Condition::parse("[0] = \"low\" and [2] = 1", &schema, 0).unwrap_err();
    /// assert_eq!(error.at, 16);
    /// ```
    ///
    /// # Errors
    ///
    /// The text is not a condition, has a path that no value of the type has, or compares a path with a literal that no
    /// value there can be; the error has the offset.
    ///
    /// # Panics
    ///
    /// If the schema has no type of that index.
    pub fn parse(text: &str, schema: &Schema, of: TypeIndex) -> Result<Self, PathError> {
        parse::parse(text, schema, of)
    }
}
