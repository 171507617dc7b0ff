//! What is tested of the part at the end of a path.

use alloc::vec::Vec;
use core::cmp::Ordering;

use super::pattern::Pattern;
use super::target::Elements;
use super::{Atom, Literal, Logic, Operator};
use crate::path::PathError;
use crate::read::Value;

/// A test of a part.
#[derive(Clone, Debug)]
pub(super) enum Test {
    Compare(Operator, Literal),
    In(Set),
    Contains(Literal),
    Matches(Pattern),
}

impl Test {
    /// Compiles a regular expression.
    pub(super) fn matches(pattern: &str) -> Result<Self, PathError> {
        Pattern::new(pattern).map(Self::Matches).map_err(|message| PathError::new(0, message))
    }

    /// Returns whether it holds for something without parts; `None` if that is unknown.
    #[inline]
    pub(super) fn test(&self, found: &Atom<'_>, logic: Logic) -> Option<bool> {
        let holds = match self {
            Self::Compare(operator, literal) => return found.test(*operator, literal, logic),
            Self::In(set) => return set.test(found, logic),
            Self::Contains(Literal::Text(inner)) => found.with_text(|text| text.contains(&**inner)),
            Self::Contains(_) => None,
            Self::Matches(pattern) => found.with_text(|text| pattern.is_match(text)),
        };
        holds.or(unknown(logic, false))
    }

    /// Returns whether it tests the elements of a value with these parts, if that is a list.
    pub(super) fn is_of_elements(&self, found: &Atom<'_>) -> bool {
        matches!((self, found), (Self::Contains(_), Atom::Other))
    }

    /// Returns whether it holds for a value.
    pub(super) fn test_value(&self, value: Option<Value<'_>>, logic: Logic) -> Option<bool> {
        if let (Self::Contains(literal), Some(elements)) = (self, value.and_then(Elements::of)) {
            let is_equal = |found| Atom::of(found).test(Operator::Equal, literal, Logic::TwoValued) == Some(true);
            return Some(elements.keys().any(is_equal));
        }
        self.test(&value.map_or(Atom::Null, Atom::of), logic)
    }
}

/// Returns the result where values are of different kinds.
pub(super) fn unknown(logic: Logic, two_valued: bool) -> Option<bool> {
    match logic {
        Logic::TwoValued => Some(two_valued),
        Logic::Sql => None,
    }
}

/// Literals, of which a value may equal one.
#[derive(Clone, Debug)]
pub(super) struct Set {
    /// Sorted.
    numbers: Vec<Literal>,
    /// Sorted.
    texts: Vec<Literal>,
    others: Vec<Literal>,
}

impl Set {
    pub(super) fn new(literals: &[Literal]) -> Self {
        let mut set = Self { numbers: Vec::new(), texts: Vec::new(), others: Vec::new() };
        for literal in literals {
            let kind = match literal {
                Literal::Float(float) if float.is_nan() => &mut set.others,
                Literal::Int(_) | Literal::Float(_) => &mut set.numbers,
                Literal::Text(_) => &mut set.texts,
                Literal::Null | Literal::Bool(_) => &mut set.others,
            };
            kind.push(literal.clone());
        }
        for sorted in [&mut set.numbers, &mut set.texts] {
            sorted.sort_by(|a, b| Atom::from(a).compare(b, Logic::Sql).unwrap_or(Ordering::Equal));
        }
        set
    }

    fn test(&self, found: &Atom<'_>, logic: Logic) -> Option<bool> {
        let sorted = match found {
            Atom::Text(_) | Atom::Char(_) => &self.texts,
            _ => &self.numbers,
        };
        // (What has no order is in none of the sorted literals.)
        let order = |literal: &Literal| found.compare(literal, logic).map_or(Ordering::Less, Ordering::reverse);
        let is_equal = |literal: &Literal| found.test(Operator::Equal, literal, logic);
        if sorted.binary_search_by(order).is_ok() || self.others.iter().any(|other| is_equal(other) == Some(true)) {
            return Some(true);
        }
        let mut all = self.numbers.iter().chain(&self.texts).chain(&self.others);
        let is_unknown = logic == Logic::Sql && all.any(|literal| is_equal(literal).is_none());
        if is_unknown { None } else { Some(false) }
    }
}
