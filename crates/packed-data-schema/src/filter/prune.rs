//! Conditions on statistics: whether a record may fulfil one.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::atom::Atom;
use super::{Comparison, Condition, Literal, Logic, Operator};
use crate::schema::Schema;
use crate::statistics::{Bound, ColumnStatistics, Columns, Statistics};
use core::cmp::Ordering;

/// A condition that was compiled to be tested on the [`Statistics`] of records: where it cannot hold for any of them,
/// they need not be read.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_schema::filter::{Condition, Logic, Pruner};
/// use packed_data_schema::statistics::Gatherer;
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(u32, String)>();
/// let mut gatherer = Gatherer::new(schema.clone(), LayoutId::Compact)?;
/// for record in [(3, "or".to_owned()), (7, "to".to_owned())] {
///     gatherer.add(&Packed::<(u32, String), Compact>::pack(&record).into_inner());
/// }
/// let statistics = gatherer.finish();
/// let may_match = |text| {
///     let condition = Condition::parse(text, &schema, 0).unwrap();
///     Pruner::new(&schema, &condition, Logic::TwoValued).may_match(&statistics)
/// };
/// assert!(may_match("[0] < 5 and [1] = \"to\"")); // no record is both, but the statistics do not say that
/// assert!(!may_match("[0] > 7") && !may_match("[1] < \"o\"") && !may_match("not [0] >= 3"));
/// # Ok::<(), packed_data_schema::Unsupported>(())
/// ```
#[derive(Clone, Debug)]
pub struct Pruner {
    logic: Logic,
    root: Node,
}

#[derive(Clone, Debug)]
enum Node {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    /// A comparison of the values of a column.
    Column(usize, Operator, Literal),
    /// A condition of which the statistics say nothing.
    Unknown,
}

/// The results that a condition may have for some records.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Outcomes {
    may_hold: bool,
    may_fail: bool,
    may_be_unknown: bool,
}

impl Outcomes {
    const ANY: Self = Self { may_hold: true, may_fail: true, may_be_unknown: true };

    fn add(&mut self, outcome: Option<bool>) {
        match outcome {
            Some(true) => self.may_hold = true,
            Some(false) => self.may_fail = true,
            None => self.may_be_unknown = true,
        }
    }

    fn not(self) -> Self {
        Self { may_hold: self.may_fail, may_fail: self.may_hold, ..self }
    }

    /// Returns the results of several conditions joined by `and`: it holds only if all may hold.
    fn all(outcomes: impl Iterator<Item = Self>) -> Self {
        outcomes.fold(Self { may_hold: true, ..Self::default() }, |all, one| Self {
            may_hold: all.may_hold & one.may_hold,
            may_fail: all.may_fail | one.may_fail,
            may_be_unknown: all.may_be_unknown | one.may_be_unknown,
        })
    }
}

impl Pruner {
    /// Compiles a condition on the type that a schema describes.
    pub fn new(schema: &Schema, condition: &Condition, logic: Logic) -> Self {
        Self { logic, root: Node::new(schema, &Columns::new(schema), condition) }
    }

    /// Returns whether a record with these statistics may fulfil the condition. If not, none does.
    pub fn may_match(&self, statistics: &Statistics) -> bool {
        statistics.records > 0 && self.root.outcomes(statistics, self.logic).may_hold
    }
}

impl Node {
    fn new(schema: &Schema, columns: &Columns, condition: &Condition) -> Self {
        let nodes = |all: &[Condition]| all.iter().map(|one| Self::new(schema, columns, one)).collect();
        match condition {
            Condition::And(all) => Self::And(nodes(all)),
            Condition::Or(any) => Self::Or(nodes(any)),
            Condition::Not(one) => Self::Not(Box::new(Self::new(schema, columns, one))),
            Condition::Compare(Comparison { path, operator, literal }) => match columns.of_path(schema, path) {
                Some(column) => Self::Column(column, *operator, literal.clone()),
                None => Self::Unknown,
            },
            Condition::In { path, literals } => match columns.of_path(schema, path) {
                Some(column) => {
                    let equal = |literal: &Literal| Self::Column(column, Operator::Equal, literal.clone());
                    Self::Or(literals.iter().map(equal).collect())
                }
                None => Self::Unknown,
            },
            Condition::Contains { .. } | Condition::Matches { .. } | Condition::Any { .. } | Condition::All { .. } => {
                Self::Unknown
            }
        }
    }

    fn outcomes(&self, statistics: &Statistics, logic: Logic) -> Outcomes {
        let each = |nodes: &[Self], negated: bool| {
            let outcomes = nodes.iter().map(|node| node.outcomes(statistics, logic));
            Outcomes::all(outcomes.map(|one| if negated { one.not() } else { one }))
        };
        match self {
            Self::And(nodes) => each(nodes, false),
            Self::Or(nodes) => each(nodes, true).not(),
            Self::Not(node) => node.outcomes(statistics, logic).not(),
            Self::Column(column, operator, literal) => match statistics.columns.get(*column) {
                Some(column) => of_column(column, statistics.records, *operator, literal, logic),
                None => Outcomes::ANY,
            },
            Self::Unknown => Outcomes::ANY,
        }
    }
}

/// Returns the results that a comparison may have for the values of a column.
fn of_column(column: &ColumnStatistics, records: u32, operator: Operator, literal: &Literal, logic: Logic) -> Outcomes {
    let mut outcomes = Outcomes::default();
    if column.nulls > 0 {
        outcomes.add(Atom::Null.test(operator, literal, logic));
    }
    if column.has_nan {
        // (Both signs have a place in the order of SQL.)
        outcomes.add(Atom::Float(f64::NAN).test(operator, literal, logic));
        outcomes.add(Atom::Float(-f64::NAN).test(operator, literal, logic));
    }
    match &column.range {
        Some((least, greatest)) => match (order(least, literal, logic), order(greatest, literal, logic)) {
            (Some(least), Some(greatest)) => {
                let between = [Ordering::Less, Ordering::Equal, Ordering::Greater];
                let between = between.into_iter().filter(|order| (least..=greatest).contains(order));
                between.for_each(|order| outcomes.add(Some(operator.holds(order))));
            }
            // (The values are of another kind than the literal.)
            (None, None) => outcomes.add(Atom::Other.test(operator, literal, logic)),
            _ => outcomes = Outcomes::ANY,
        },
        // (Values that are in no range would have to be NaN.)
        None if column.nulls < records && !column.has_nan => outcomes = Outcomes::ANY,
        None => {}
    }
    outcomes
}

/// Returns the order of a bound and a literal; `None` if they are of different kinds.
fn order(bound: &Bound, literal: &Literal, logic: Logic) -> Option<Ordering> {
    let found = match bound {
        Bound::Bool(value) => Atom::Bool(*value),
        Bound::Int(value) => Atom::Int((*value).into()),
        Bound::Wide(value) => Atom::Int(*value),
        Bound::Large(value) => Atom::Large(*value),
        Bound::Float(value) => Atom::Float(*value),
        Bound::Text(bytes) => {
            return if let Literal::Text(text) = literal { Some(bytes.as_slice().cmp(text.as_bytes())) } else { None };
        }
    };
    found.compare(literal, logic)
}
