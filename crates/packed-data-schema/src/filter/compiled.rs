//! Conditions compiled for a type in a layout: each path is a place.

use alloc::boxed::Box;
use alloc::vec::Vec;

use super::kinds::Kinds;
use super::target::{Elements, Subject, Target};
use super::test::{Set, Test, unknown};
use super::{Atom, Comparison, Condition, Logic};
use crate::path::{self, Path, PathError};
use crate::read::{Codec, Place, Value};
use crate::schema::{Type, TypeIndex};
use packed_data_model::visit::ScalarValue;

/// A condition that was compiled for a type and a layout, to be tested on many values.
///
/// A scalar at the same offset in every value (see [`Codec::fixed_field`]; also inside of structs and arrays of static
/// size) is read there, in constant time. The others are found in a walk over the parts of the value, as far as to the
/// last that is needed: one walk, if they are joined by `and` alone or by `or` alone. Names of fields were looked up
/// when the filter was made; constructors, keys and what is inside of them are looked up in each value. A test
/// allocates where it passes over values nested in each other, and for keys of maps that are no texts.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_schema::filter::{Condition, Filter, Literal, Logic, Operator};
/// use packed_data_schema::path::Path;
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(String, u32)>();
/// let codec = schema.codec(LayoutId::Indexed)?;
/// let bytes = Packed::<(String, u32), Indexed>::pack(&("low".into(), 2)).into_inner();
///
/// let condition = Condition::parse(r#"[0] = "low" and [1] < 3"#, &schema, 0)?;
/// assert!(Filter::new(&codec, 0, &condition, Logic::TwoValued)?.matches_bytes(&bytes));
///
/// let built = Condition::compare(Path::parse("[1]")?, Operator::AtLeast, Literal::Int(3));
/// assert!(!Filter::new(&codec, 0, &built, Logic::Sql)?.matches(codec.value(&bytes)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Filter<'c> {
    codec: &'c Codec<'c>,
    of: TypeIndex,
    logic: Logic,
    root: Node,
}

#[derive(Clone, Debug)]
enum Node {
    And(Vec<Self>),
    Or(Vec<Self>),
    Not(Box<Self>),
    Leaf(Leaf),
}

/// A condition that is not one on others of the same value.
#[derive(Clone, Debug)]
enum Leaf {
    Test(Part),
    /// A condition on the elements of a list: on any or on all.
    Each {
        target: Target,
        of_all: bool,
        inner: Box<Node>,
    },
}

/// A test of a part.
#[derive(Clone, Debug)]
struct Part {
    /// Which of the condition's [paths](Condition::paths) it is.
    number: usize,
    target: Target,
    test: Test,
    /// The result for each constructor, if the part is an enum at a fixed place.
    by_tag: Vec<Option<bool>>,
}

impl<'c> Filter<'c> {
    /// Compiles a condition on values of a type of the codec's schema; 0 is the type that the schema describes.
    ///
    /// Any literal is accepted: a comparison of values of different kinds has the result that `logic` says. Time and
    /// memory are proportional to the condition and the types on its paths; conditions nested in each other take stack.
    /// (A regular expression may take 10 MB.)
    ///
    /// # Errors
    ///
    /// A path leads nowhere in values of the type; the error has the number of the step. Or what should be a regular
    /// expression is none.
    ///
    /// # Panics
    ///
    /// If the schema has no type of that index.
    pub fn new(codec: &'c Codec<'c>, of: TypeIndex, condition: &Condition, logic: Logic) -> Result<Self, PathError> {
        Ok(Self { codec, of, logic, root: Node::new(codec, &[of], condition, logic, &mut 0)? })
    }

    /// Returns whether bytes that begin with a value of the type fulfil the condition: it holds, and is not unknown.
    /// The bytes are not checked; those that are not a value cause wrong answers, but no panic.
    #[inline]
    pub fn matches_bytes(&self, bytes: &[u8]) -> bool {
        let value = self.codec.value_at(bytes, Place { node: self.of, at: 0, is_byte: false });
        self.root.test(&mut Subject::new(value, Some(bytes)), self.logic) == Some(true)
    }

    /// Returns whether a value of the type fulfils the condition. If it is of another codec, in another layout perhaps,
    /// it is walked over also where the position of a part is constant.
    pub fn matches(&self, value: Value<'_>) -> bool {
        let bytes = core::ptr::eq(value.codec, self.codec).then(|| value.rest());
        self.root.test(&mut Subject::new(value, bytes), self.logic) == Some(true)
    }

    /// Returns whether a value fulfils the condition of which these are the parts: what each of its
    /// [paths](Condition::paths) leads to, in that order. `None` if the condition tests what is in one of them: the
    /// elements of a list.
    ///
    /// ```
    /// use packed_data_schema::filter::{Atom, Condition, Filter, Logic};
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let schema = Schema::of::<(String, u32)>();
    /// let codec = schema.codec(LayoutId::Compact)?;
    /// let condition = Condition::parse(r#"[1] < 3 and [0] = "low""#, &schema, 0)?;
    /// let filter = Filter::new(&codec, 0, &condition, Logic::TwoValued)?;
    /// assert_eq!(filter.matches_atoms(&[Atom::Int(2), Atom::Text("low")]), Some(true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn matches_atoms(&self, atoms: &[Atom<'_>]) -> Option<bool> {
        let mut is_known = true;
        let holds = self.root.holds(&mut |leaf| {
            if let Leaf::Test(part) = leaf
                && let Some(found) = atoms.get(part.number)
                && !part.test.is_of_elements(found)
            {
                return part.test.test(found, self.logic);
            }
            is_known = false;
            None
        });
        is_known.then_some(holds == Some(true))
    }
}

impl Node {
    /// Compiles a condition, given the number of its first path.
    fn new(
        codec: &Codec<'_>,
        of: &[TypeIndex],
        condition: &Condition,
        logic: Logic,
        next: &mut usize,
    ) -> Result<Self, PathError> {
        let nodes = |all: &[Condition], next: &mut usize| {
            let nodes = all.iter().map(|one| Self::new(codec, of, one, logic, next));
            let mut nodes = nodes.collect::<Result<Vec<_>, _>>()?;
            nodes.sort_by_key(Self::rank);
            Ok(nodes)
        };
        let number = *next;
        let mut part = |path, test| {
            *next += 1;
            Part::new(codec, of, path, test, logic, number).map(|part| Self::Leaf(Leaf::Test(part)))
        };
        Ok(match condition {
            Condition::And(all) => Self::And(nodes(all, next)?),
            Condition::Or(any) => Self::Or(nodes(any, next)?),
            Condition::Not(one) => Self::Not(Box::new(Self::new(codec, of, one, logic, next)?)),
            Condition::Compare(Comparison { path, operator, literal }) => {
                part(path, Test::Compare(*operator, literal.clone()))?
            }
            Condition::In { path, literals } => part(path, Test::In(Set::new(literals)))?,
            Condition::Contains { path, literal } => part(path, Test::Contains(literal.clone()))?,
            Condition::Matches { path, pattern } => part(path, Test::matches(pattern)?)?,
            Condition::Any { path, condition } => {
                *next += 1;
                Self::each(codec, of, path, false, condition, logic)?
            }
            Condition::All { path, condition } => {
                *next += 1;
                Self::each(codec, of, path, true, condition, logic)?
            }
        })
    }

    fn each(
        codec: &Codec<'_>,
        of: &[TypeIndex],
        path: &Path,
        of_all: bool,
        condition: &Condition,
        logic: Logic,
    ) -> Result<Self, PathError> {
        let target = Target::new(codec, of, path)?;
        let schema = codec.schema();
        let elements = Kinds::of(schema, &path::check_all(schema, of, &path.steps)?).elements;
        if elements.is_empty() {
            return Err(PathError::new(path.steps.len(), "expected a path to a list or a map"));
        }
        let inner = Box::new(Self::new(codec, &elements, condition, logic, &mut 0)?);
        Ok(Self::Leaf(Leaf::Each { target, of_all, inner }))
    }

    /// Returns how far the test walks: conditions that are joined are tested in this order, so that the fields that
    /// they need come in the order of the bytes, and those at fixed places first.
    fn rank(&self) -> usize {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.last().map_or(0, Self::rank),
            Self::Not(node) => node.rank(),
            Self::Leaf(Leaf::Test(Part { target, .. }) | Leaf::Each { target, .. }) => target.rank(),
        }
    }

    /// Returns whether the condition holds, given whether one of the leaves does; `None` if that is unknown.
    #[inline]
    fn holds(&self, test: &mut impl FnMut(&Leaf) -> Option<bool>) -> Option<bool> {
        match self {
            Self::And(nodes) => join(nodes.iter().map(|node| node.holds(test)), false),
            Self::Or(nodes) => join(nodes.iter().map(|node| node.holds(test)), true),
            Self::Not(node) => node.holds(test).map(|holds| !holds),
            Self::Leaf(leaf) => test(leaf),
        }
    }

    /// Returns whether the condition holds for a value.
    fn test(&self, subject: &mut Subject<'_>, logic: Logic) -> Option<bool> {
        self.holds(&mut |leaf| match leaf {
            Leaf::Test(part) => part.test(subject, logic),
            Leaf::Each { target, of_all, inner } => match subject.find(target).and_then(Elements::of) {
                Some(list) => join(list.values().map(|one| inner.test(&mut subject.inside(one), logic)), !of_all),
                None => unknown(logic, *of_all),
            },
        })
    }
}

/// Joins results, up to one that decides all.
#[inline]
fn join(results: impl Iterator<Item = Option<bool>>, decides: bool) -> Option<bool> {
    let mut all = Some(!decides);
    for result in results {
        match result {
            Some(holds) if holds == decides => return Some(decides),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

impl Part {
    fn new(
        codec: &Codec<'_>,
        of: &[TypeIndex],
        path: &Path,
        test: Test,
        logic: Logic,
        number: usize,
    ) -> Result<Self, PathError> {
        let target = Target::new(codec, of, path)?;
        let schema = codec.schema();
        let by_tag = match schema.get(schema.packed(target.end)) {
            Type::Enum(end) if target.fixed.is_some() => {
                let found = end.constructors.iter().map(|constructor| Atom::of_constructor(end, constructor));
                found.map(|found| test.test(&found, logic)).collect()
            }
            _ => Vec::new(),
        };
        Ok(Self { number, target, test, by_tag })
    }

    #[inline]
    fn test(&self, subject: &mut Subject<'_>, logic: Logic) -> Option<bool> {
        match self.target.fixed(subject) {
            Some(Some(ScalarValue::Unsigned(tag))) if !self.by_tag.is_empty() => {
                *self.by_tag.get(usize::try_from(tag).ok()?)?
            }
            Some(found) => self.test.test(&found.map_or(Atom::Other, Atom::of_scalar), logic),
            None => self.test.test_value(subject.find(&self.target), logic),
        }
    }
}
