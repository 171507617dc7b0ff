//! Conditions compiled for a type in a layout: each path is a place.

use super::order::Found;
use super::{Comparison, Condition, Literal, Logic, Operator};
use crate::fixed::FixedField;
use crate::path::{self, PathError, Resolved, Step};
use crate::read::{Codec, Part, Parts, Place, Value};
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
    Test(Test),
}

/// A comparison.
#[derive(Clone, Debug)]
struct Test {
    /// Where the part is, if that is the same place in each value.
    fixed: Option<FixedField>,
    /// The same by the indices of parts, and what follows them by name.
    parts: Vec<usize>,
    steps: Vec<Step>,
    operator: Operator,
    literal: Literal,
    /// The result for each constructor, if the part is an enum at a fixed place.
    by_tag: Vec<Option<bool>>,
}

impl<'c> Filter<'c> {
    /// Compiles a condition on values of a type of the codec's schema; 0 is the type that the schema describes.
    ///
    /// Any literal is accepted: a comparison of values of different kinds has the result that `logic` says. Time and
    /// memory are proportional to the condition and the types on its paths; conditions nested in each other take stack.
    ///
    /// # Errors
    ///
    /// A path leads nowhere in values of the type; the error has the number of the step.
    ///
    /// # Panics
    ///
    /// If the schema has no type of that index.
    pub fn new(codec: &'c Codec<'c>, of: TypeIndex, condition: &Condition, logic: Logic) -> Result<Self, PathError> {
        Ok(Self { codec, of, logic, root: Node::new(codec, of, condition, logic)? })
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
        let bytes = std::ptr::eq(value.codec, self.codec).then(|| value.rest());
        self.root.test(&mut Subject::new(value, bytes), self.logic) == Some(true)
    }
}

impl Node {
    fn new(codec: &Codec<'_>, of: TypeIndex, condition: &Condition, logic: Logic) -> Result<Self, PathError> {
        let nodes = |all: &[Condition]| {
            let mut nodes = all.iter().map(|one| Self::new(codec, of, one, logic)).collect::<Result<Vec<_>, _>>()?;
            nodes.sort_by_key(Self::rank);
            Ok(nodes)
        };
        Ok(match condition {
            Condition::And(all) => Self::And(nodes(all)?),
            Condition::Or(any) => Self::Or(nodes(any)?),
            Condition::Not(one) => Self::Not(Box::new(Self::new(codec, of, one, logic)?)),
            Condition::Compare(comparison) => Self::Test(Test::new(codec, of, comparison, logic)?),
        })
    }

    /// Returns how far the test walks: conditions that are joined are tested in this order, so that the fields that
    /// they need come in the order of the bytes, and those at fixed places first.
    fn rank(&self) -> usize {
        match self {
            Self::And(nodes) | Self::Or(nodes) => nodes.last().map_or(0, Self::rank),
            Self::Not(node) => node.rank(),
            Self::Test(Test { fixed: Some(_), .. }) => 0,
            Self::Test(test) => test.parts.first().map_or(usize::MAX, |index| index.saturating_add(1)),
        }
    }

    /// Returns whether the condition holds; `None` if that is unknown.
    fn test(&self, subject: &mut Subject<'_>, logic: Logic) -> Option<bool> {
        match self {
            Self::And(nodes) => join(nodes, subject, logic, false),
            Self::Or(nodes) => join(nodes, subject, logic, true),
            Self::Not(node) => node.test(subject, logic).map(|holds| !holds),
            Self::Test(test) => test.test(subject, logic),
        }
    }
}

/// Tests conditions up to one that decides all.
fn join(nodes: &[Node], subject: &mut Subject<'_>, logic: Logic, decides: bool) -> Option<bool> {
    let mut all = Some(!decides);
    for node in nodes {
        match node.test(subject, logic) {
            Some(holds) if holds == decides => return Some(decides),
            Some(_) => {}
            None => all = None,
        }
    }
    all
}

impl Test {
    fn new(codec: &Codec<'_>, of: TypeIndex, comparison: &Comparison, logic: Logic) -> Result<Self, PathError> {
        let Comparison { path, operator, literal } = comparison;
        let schema = codec.schema();
        path::check(schema, of, &path.steps)?;
        let Resolved { parts, of: end, rest } = path::resolve(schema, of, &path.steps);
        let fixed = if rest.is_empty() { codec.fixed_place(of, &parts) } else { None };
        let by_tag = match schema.get(schema.packed(codec.only_field(end))) {
            Type::Enum(end) if fixed.is_some() => {
                let found = end.constructors.iter().map(|constructor| Found::of_constructor(end, constructor));
                found.map(|found| found.test(*operator, literal, logic)).collect()
            }
            _ => Vec::new(),
        };
        Ok(Self { fixed, parts, steps: rest.to_vec(), operator: *operator, literal: literal.clone(), by_tag })
    }

    #[inline]
    fn test(&self, subject: &mut Subject<'_>, logic: Logic) -> Option<bool> {
        let found = match (self.fixed, subject.bytes) {
            (Some(field), Some(bytes)) => match field.read(bytes) {
                Some(ScalarValue::Unsigned(tag)) if !self.by_tag.is_empty() => {
                    return *self.by_tag.get(usize::try_from(tag).ok()?)?;
                }
                found => found.map_or(Found::Other, Found::of_scalar),
            },
            _ => subject.find(self).map_or(Found::Null, Found::of),
        };
        found.test(self.operator, &self.literal, logic)
    }
}

/// A value that is tested, and how far it was walked over.
struct Subject<'a> {
    value: Value<'a>,
    /// The bytes from its beginning on, if they are in the layout of the filter.
    bytes: Option<&'a [u8]>,
    /// The parts that were not passed yet, and the least index of them.
    rest: Option<Parts<'a>>,
    next: usize,
    /// The part that was passed last.
    last: Option<Part<'a>>,
}

impl<'a> Subject<'a> {
    #[inline]
    fn new(value: Value<'a>, bytes: Option<&'a [u8]>) -> Self {
        Self { value, bytes, rest: None, next: 0, last: None }
    }

    /// Returns the part with which a literal is compared.
    fn find(&mut self, test: &Test) -> Option<Value<'a>> {
        let part = match test.parts.split_first() {
            Some((first, parts)) => parts.iter().try_fold(self.part(*first)?, |part, index| part.get(*index))?,
            None => self.value,
        };
        path::lookup(part, &test.steps)
    }

    /// Returns the part with this index; goes on where the last call has ended, if that is before it.
    fn part(&mut self, index: usize) -> Option<Value<'a>> {
        if self.last.is_none_or(|last| last.index != index) {
            if index < self.next {
                self.rest = None;
            }
            let rest = self.rest.get_or_insert_with(|| self.value.parts());
            self.last = rest.next_from(index);
            self.next = self.last.map_or(usize::MAX, |last| last.index + 1);
        }
        self.last.filter(|last| last.index == index).map(|last| last.value)
    }
}
