//! Compatibility: what a reader with one schema makes of bytes that were written with another.

mod constructors;
mod elements;
mod fields;
mod former;
mod kinds;
mod rule;

use alloc::borrow::ToOwned;
use alloc::collections::{BTreeSet, VecDeque};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use packed_data::error::Printable;

use crate::plan::{ConstructorFacts, FieldFacts, Form, Plan};
use crate::schema::{Scalar, Schema, Type, TypeIndex, short};
use crate::steps;
use packed_data_model::LayoutId;

use former::Matched;
pub use rule::CompatibilityRule;
use rule::CompatibilityRule as Rule;

/// Whether a reader reads bytes that were written with another schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Effect {
    /// All values are read as they were written.
    Fine,
    /// Some values are refused; the others are read as they were written.
    Narrowed,
    /// Values are refused, or read as other values.
    Broken,
}

impl fmt::Display for Effect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Fine => "fine",
            Self::Narrowed => "narrowed",
            Self::Broken => "broken",
        })
    }
}

/// One difference between two schemas.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// The path to the type or field in the schema of the reader, such as `Line.colour`; `[]` is an element.
    pub path: String,
    /// What is different, and what that means for the bytes.
    pub meaning: String,
    /// Whether bytes are still read.
    pub effect: Effect,
    /// The rule of which this is an instance.
    pub rule: CompatibilityRule,
}

impl Difference {
    /// Returns the path as a report prints it.
    fn printed_path(&self) -> &str {
        if self.path.is_empty() { "the value" } else { &self.path }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}: {}", self.effect, self.printed_path(), self.meaning)
    }
}

/// The differences between two schemas, for a reader with the one and bytes of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compatibility {
    /// The differences, the outermost first: at most [`MAX_DIFFERENCES`](Self::MAX_DIFFERENCES).
    pub differences: Vec<Difference>,
    /// How many are left out.
    more: usize,
    /// The worst effect of those.
    worst_of_more: Option<Effect>,
}

impl Compatibility {
    /// The greatest number of differences that a report has. Others are counted.
    pub const MAX_DIFFERENCES: usize = 100;

    /// Returns how many differences there are beside those of the report.
    pub fn more(&self) -> usize {
        self.more
    }

    /// Returns the worst effect of all differences, also of those that are left out.
    pub fn effect(&self) -> Effect {
        let found = self.differences.iter().map(|difference| difference.effect);
        found.chain(self.worst_of_more).max().unwrap_or(Effect::Fine)
    }

    fn add(&mut self, rule: Rule, path: &str, meaning: String) {
        let effect = rule.effect();
        if self.differences.len() < Self::MAX_DIFFERENCES {
            return self.differences.push(Difference { path: path.into(), meaning, effect, rule });
        }
        self.more += 1;
        self.worst_of_more = self.worst_of_more.max(Some(effect));
    }

    /// Returns the report without effect of the differences of `rule` at `path`: someone has looked at them, and knows
    /// better. They stay in the report, and say so. (If the report leaves differences out, these count as before.) The
    /// path may be as the report prints it: that of the whole value is empty, or `the value`.
    ///
    /// A comparison knows types and names, and not what they mean. It calls a change broken if a field with another
    /// name has the place of one that is elsewhere now; perhaps both mean the same.
    ///
    /// ```
    /// use packed_data_schema::{CompatibilityRule, LayoutId, Schema};
    ///
    /// let old: Schema = "packed-data schema 1\nstruct 4:Size 2 5:width #1 6:height #1\nu8\n".parse()?;
    /// let new: Schema = "packed-data schema 1\nstruct 4:Size 2 6:height #1 5:width #1\nu8\n".parse()?;
    /// let found = new.can_read(&old, LayoutId::Compact);
    /// assert!(!found.is_full());
    /// // All sizes that were written are squares.
    /// let swapped = CompatibilityRule::FieldSwapped;
    /// let found = found.accepting(swapped, "Size.height").accepting(swapped, "Size.width");
    /// assert!(found.is_full());
    /// assert!(found.to_string().starts_with("fine: Size.height: accepted: its bytes were those of the field"));
    /// # Ok::<(), packed_data_schema::ParseError>(())
    /// ```
    #[must_use]
    pub fn accepting(mut self, rule: CompatibilityRule, path: &str) -> Self {
        let is_there = |found: &Difference| found.path == path || found.printed_path() == path;
        let is_accepted =
            |found: &&mut Difference| found.rule == rule && is_there(found) && found.effect != Effect::Fine;
        for difference in self.differences.iter_mut().filter(is_accepted) {
            difference.effect = Effect::Fine;
            difference.meaning.insert_str(0, "accepted: ");
        }
        self
    }

    /// Returns whether all values are read.
    pub fn is_full(&self) -> bool {
        self.effect() == Effect::Fine
    }
}

/// Prints each difference on a line, and then how many more there are.
impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))?;
        if self.more == 0 { Ok(()) } else { writeln!(f, "(and {} more)", self.more) }
    }
}

/// How often each type, field and constructor of two schemas may be compared on average. (A type is compared more than
/// once if it takes the place of several others.)
const MAX_COMPARED: usize = 8;

impl Schema {
    /// Returns what a reader with this schema makes of bytes of the schema `older`: the differences. (The schemas need
    /// not be versions of one type.) It takes time and memory in proportion to the schemas; long names are shortened.
    ///
    /// The answer is about bytes and names. Two fields of one type that changed places are found by their names; fields
    /// without names have none.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::{Effect, LayoutId, Schema};
    ///
    /// mod v1 {
    ///     #[derive(packed_data::Packable)]
    ///     pub struct Person {
    ///         pub name: String,
    ///     }
    /// }
    ///
    /// #[derive(Packable)]
    /// struct Person {
    ///     name: String,
    ///     #[packable(default)]
    ///     email: Option<String>,
    /// }
    ///
    /// let (new, old) = (Schema::of::<Person>(), Schema::of::<v1::Person>());
    /// let found = new.can_read(&old, LayoutId::Cbor);
    /// assert!(found.is_full());
    /// assert_eq!(found.to_string(), "fine: Person.email: the field is new; it gets its default\n");
    /// // The other way round: an old reader skips it.
    /// assert!(old.can_read(&new, LayoutId::Cbor).is_full());
    /// ```
    pub fn can_read(&self, older: &Self, layout: LayoutId) -> Compatibility {
        let mut found = Compatibility::default();
        let (new, old) = match (Plan::new(self, layout), Plan::new(older, layout)) {
            (Ok(new), Ok(old)) => (new, old),
            (new, old) => {
                let errors = [new.err(), old.err()].into_iter().flatten();
                let mut meanings: Vec<String> = errors.map(|error| error.to_string()).collect();
                meanings.dedup();
                meanings.into_iter().for_each(|meaning| found.add(Rule::NotInLayout, "", meaning));
                return found;
            }
        };
        let (new, old) = (Side { schema: self, plan: &new }, Side { schema: older, plan: &old });
        let mut left = MAX_COMPARED * (new.size() + old.size()) + 1000;
        let mut comparer =
            Comparer { new, old, found, pairs: VecDeque::new(), seen: BTreeSet::new(), matched: Matched::default() };
        comparer.pair(0, 0, String::new());
        while let Some((new, old, path)) = comparer.pairs.pop_front() {
            let size = 2 + comparer.new.size_of(new) + comparer.old.size_of(old);
            steps::count(size);
            if left < size {
                comparer.say(Rule::TooDifferent, "", &[]);
                break;
            }
            left -= size;
            comparer.compare(new, old, &path);
        }
        comparer.found
    }
}

/// Returns a text with values in place of their names in braces.
fn fill(text: &str, names: &[(&str, &dyn fmt::Display)]) -> String {
    let (mut filled, mut rest) = (String::new(), text);
    while let Some((before, (name, after))) = rest.split_once('{').and_then(|(a, b)| Some((a, b.split_once('}')?))) {
        filled += before;
        match names.iter().find(|(of, _)| *of == name) {
            Some((_, value)) => filled += &value.to_string(),
            None => unreachable!("the comparison knows {name}"),
        }
        rest = after;
    }
    filled + rest
}

#[derive(Clone, Copy)]
struct Side<'s> {
    schema: &'s Schema,
    plan: &'s Plan,
}

impl<'s> Side<'s> {
    fn packed(&self, index: TypeIndex) -> &'s Type {
        self.schema.get(self.schema.packed(index))
    }

    /// Returns how many types, constructors and fields the schema has.
    fn size(&self) -> usize {
        self.plan.nodes.len() + self.plan.constructors.len() + self.plan.fields.len()
    }

    /// Returns how many constructors and fields a type has.
    fn size_of(&self, index: TypeIndex) -> usize {
        let (first, count) = match self.plan.nodes[index as usize].form {
            Form::Struct { constructor, .. } => (constructor, 1),
            Form::Enum { first, count, .. } => (first, count),
            _ => (0, 0),
        };
        let constructors = &self.plan.constructors[first as usize..][..count as usize];
        constructors.iter().map(|of| 1 + of.len as usize).sum()
    }

    fn constructor(&self, index: TypeIndex, tag: usize) -> ConstructorFacts {
        let constructor = match self.plan.nodes[index as usize].form {
            Form::Struct { constructor, .. } => constructor,
            Form::Enum { first, .. } => first + tag as u32,
            _ => 0,
        };
        self.plan.constructors[constructor as usize]
    }

    fn fields(&self, of: ConstructorFacts) -> &'s [FieldFacts] {
        &self.plan.fields[of.first as usize..][..of.len as usize]
    }

    /// Returns the name of the adapter around the type, if it has one.
    fn adapter(&self, index: TypeIndex) -> Option<&'s str> {
        match self.schema.get(index) {
            Type::With { name, .. } => Some(name),
            _ => None,
        }
    }

    fn is_byte(&self, index: TypeIndex) -> bool {
        matches!(self.schema.get(index), Type::Scalar(Scalar::U8))
    }
}

struct Comparer<'s> {
    new: Side<'s>,
    old: Side<'s>,
    found: Compatibility,
    /// The pairs of types that are to be compared.
    pairs: VecDeque<(TypeIndex, TypeIndex, String)>,
    seen: BTreeSet<(TypeIndex, TypeIndex)>,
    /// How the fields that are being compared are matched.
    matched: Matched,
}

impl<'s> Comparer<'s> {
    fn is_cbor(&self) -> bool {
        self.new.plan.format.has_heads()
    }

    /// Reports a difference; `names` are the parts of its meaning that depend on the schemas.
    fn say(&mut self, rule: Rule, path: &str, names: &[(&str, &dyn fmt::Display)]) {
        debug_assert!(rule.applies(self.is_cbor()), "{}", rule.id());
        let (path, meaning) = (Printable(path).to_string(), Printable(fill(rule.meaning(), names)).to_string());
        steps::count_bytes(path.len() + meaning.len());
        self.found.add(rule, &path, meaning);
    }

    /// Reports that a type had another name.
    fn say_name(&mut self, new: &str, old: &str, path: &str) {
        if new != old {
            self.say(Rule::TypeName, path, &[("old", &short(old))]);
        }
    }

    /// Compares two types later, unless they were compared.
    fn pair(&mut self, new: TypeIndex, old: TypeIndex, path: String) {
        if self.seen.insert((new, old)) {
            self.pairs.push_back((new, old, path));
        }
    }

    fn join(path: &str, part: &str) -> String {
        // (The outer half of a long path is left out, so that paths do not grow without bound.)
        let path = match path.char_indices().nth_back(200) {
            Some((at, _)) => &path[at..],
            None => path,
        };
        steps::count_bytes(path.len() + part.len());
        if path.is_empty() { part.into() } else { format!("{path} > {part}") }
    }

    /// Reports two types that have nothing to do with each other.
    fn say_other_type(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        let (new, old) = (self.new.schema.name_of(new), self.old.schema.name_of(old));
        self.say(Rule::TypeOther, path, &[("old", &old), ("new", &new)]);
    }

    fn compare(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        self.compare_adapters(new, old, path);
        let (new_type, old_type) = (self.new.packed(new), self.old.packed(old));
        match (new_type, old_type) {
            (Type::Scalar(new_scalar), Type::Scalar(old_scalar)) => {
                self.compare_scalars((*new_scalar, new), (*old_scalar, old), path);
            }
            (Type::Text, Type::Text) | (Type::Cbor, Type::Cbor) | (Type::Unknown, Type::Unknown) => {}
            (Type::Struct(new_struct), Type::Struct(old_struct)) => {
                self.compare_structs((new_struct, new), (old_struct, old), path);
            }
            (Type::Enum(new_enum), Type::Enum(old_enum)) => {
                self.compare_enums((new_enum, new), (old_enum, old), path);
            }
            (Type::Array { len: new_len, .. }, Type::Array { len: old_len, .. }) if new_len != old_len => {
                self.say(Rule::ArrayLength, path, &[("old", old_len), ("new", new_len)]);
            }
            (Type::Array { element: new_element, .. }, Type::Array { element: old_element, .. })
            | (Type::Sequence { element: new_element, .. }, Type::Sequence { element: old_element, .. })
            | (Type::Sorted { element: new_element }, Type::Sorted { element: old_element }) => {
                self.compare_elements((*new_element, *old_element), (new, old), path);
            }
            (Type::Sequence { element: new_element, .. }, Type::Sorted { element: old_element }) => {
                self.compare_sorted((*new_element, *old_element), (new, old), true, path);
            }
            (Type::Sorted { element: new_element }, Type::Sequence { element: old_element, .. }) => {
                self.compare_sorted((*new_element, *old_element), (new, old), false, path);
            }
            _ => self.compare_kinds((new_type, new), (old_type, old), path),
        }
    }

    fn compare_adapters(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        let (new_adapter, old_adapter) = (self.new.adapter(new), self.old.adapter(old));
        if new_adapter == old_adapter {
            return;
        }
        let quoted = |name: Option<&str>| name.map_or("none".to_owned(), |name| format!("`{}`", short(name)));
        let rule = if new_adapter.is_some() { Rule::AdapterNew } else { Rule::AdapterGone };
        self.say(rule, path, &[("old", &quoted(old_adapter)), ("new", &quoted(new_adapter))]);
    }

    fn compare_conditions(&mut self, new: bool, old: bool, path: &str) {
        match (new, old) {
            (true, false) => self.say(Rule::ConditionNew, path, &[]),
            (false, true) => self.say(Rule::ConditionGone, path, &[]),
            _ => {}
        }
    }

    /// Returns whether both types have a head in front of their values, or both have none; reports it otherwise.
    fn have_one_head(&mut self, new: bool, old: bool, path: &str) -> bool {
        if self.is_cbor() || new == old {
            return true;
        }
        self.say(if new { Rule::HeadNew } else { Rule::HeadGone }, path, &[]);
        false
    }
}
