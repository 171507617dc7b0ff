//! Compatibility: what a reader with one schema makes of bytes that were written with another.

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;

use crate::layout::{Layout, SizeRule};
use crate::plan::{ConstructorPlan, FieldPlan, Form, Plan};
use crate::schema::{Constructor, Enum, Field, Scalar, Schema, Struct, StructKind, Type, TypeIndex};

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
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = if self.path.is_empty() { "the value" } else { &self.path };
        write!(f, "{}: {path}: {}", self.effect, self.meaning)
    }
}

/// All differences between two schemas, for a reader with the one and bytes of the other.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Compatibility {
    /// The differences, the outermost first.
    pub differences: Vec<Difference>,
}

impl Compatibility {
    /// Returns the worst effect of all.
    pub fn effect(&self) -> Effect {
        self.differences.iter().map(|difference| difference.effect).max().unwrap_or(Effect::Fine)
    }

    /// Returns whether all values are read.
    pub fn is_full(&self) -> bool {
        self.effect() == Effect::Fine
    }
}

/// Prints each difference on a line.
impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.differences.iter().try_for_each(|difference| writeln!(f, "{difference}"))
    }
}

/// The greatest number of pairs of types that are compared.
const MAX_PAIRS: usize = 200_000;

impl Schema {
    /// Returns what a reader with this schema makes of bytes of the schema `older`: all differences. (The schemas may
    /// also be two that have nothing to do with each other.)
    ///
    /// The answer is about bytes and names. Two fields of one type that changed places are found by their names; fields
    /// without names have none.
    ///
    /// ```
    /// use packed_data::Packable;
    /// use packed_data_schema::{Effect, Layout, Schema};
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
    /// let found = new.can_read(&old, Layout::Cbor);
    /// assert!(found.is_full());
    /// assert_eq!(found.to_string(), "fine: Person.email: the field is new; it gets its default\n");
    /// // The other way round: an old reader skips it.
    /// assert!(old.can_read(&new, Layout::Cbor).is_full());
    /// ```
    pub fn can_read(&self, older: &Self, layout: Layout) -> Compatibility {
        let mut found = Compatibility::default();
        let (new, old) = match (Plan::new(self, layout), Plan::new(older, layout)) {
            (Ok(new), Ok(old)) => (new, old),
            (new, old) => {
                for error in [new.err(), old.err()].into_iter().flatten() {
                    let effect = Effect::Broken;
                    found.differences.push(Difference { path: String::new(), meaning: error.to_string(), effect });
                }
                return found;
            }
        };
        let (new, old) = (Side { schema: self, plan: &new }, Side { schema: older, plan: &old });
        let mut comparer = Comparer { new, old, found, pairs: VecDeque::new(), seen: HashSet::new() };
        comparer.pair(0, 0, String::new());
        while let Some((new, old, path)) = comparer.pairs.pop_front() {
            comparer.compare(new, old, &path);
            if comparer.seen.len() > MAX_PAIRS {
                comparer.say(Effect::Broken, "", "the schemas are too large to be compared");
                break;
            }
        }
        comparer.found
    }
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

    fn constructor(&self, index: TypeIndex, tag: usize) -> ConstructorPlan {
        let constructor = match self.plan.nodes[index as usize].form {
            Form::Struct { constructor, .. } => constructor,
            Form::Enum { first, .. } => first + tag as u32,
            _ => 0,
        };
        self.plan.constructors[constructor as usize]
    }

    fn fields(&self, of: ConstructorPlan) -> &'s [FieldPlan] {
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
    seen: HashSet<(TypeIndex, TypeIndex)>,
}

impl<'s> Comparer<'s> {
    fn is_cbor(&self) -> bool {
        self.new.plan.rules.is_cbor()
    }

    fn say(&mut self, effect: Effect, path: &str, meaning: impl Into<String>) {
        self.found.differences.push(Difference { path: path.into(), meaning: meaning.into(), effect });
    }

    /// Compares two types later, unless they were compared.
    fn pair(&mut self, new: TypeIndex, old: TypeIndex, path: String) {
        if self.seen.insert((new, old)) {
            self.pairs.push_back((new, old, path));
        }
    }

    fn join(path: &str, part: &str) -> String {
        // (A path need not grow without end: the outer half of a long one is left out.)
        let path = match path.char_indices().nth_back(200) {
            Some((at, _)) => &path[at..],
            None => path,
        };
        if path.is_empty() { part.into() } else { format!("{path} > {part}") }
    }

    /// Reports two types that have nothing to do with each other.
    fn other_type(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        let (new, old) = (self.new.schema.name_of(new), self.old.schema.name_of(old));
        let meaning = format!("the type was {old} and is {new}: bytes are refused, or read as other values");
        self.say(Effect::Broken, path, meaning);
    }

    fn compare(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        self.compare_adapters(new, old, path);
        let (one, other) = (self.new.packed(new), self.old.packed(old));
        match (one, other) {
            (Type::Scalar(one), Type::Scalar(other)) => self.compare_scalars((*one, new), (*other, old), path),
            (Type::Text, Type::Text) | (Type::Cbor, Type::Cbor) | (Type::Unknown, Type::Unknown) => {}
            (Type::Struct(one), Type::Struct(other)) => self.compare_structs((one, new), (other, old), path),
            (Type::Enum(one), Type::Enum(other)) => self.compare_enums((one, new), (other, old), path),
            (Type::Array { len: one, .. }, Type::Array { len: other, .. }) if one != other => {
                let meaning = format!("the array had {other} elements and has {one}: bytes are refused or misread");
                self.say(Effect::Broken, path, meaning);
            }
            (Type::Array { element: one, .. }, Type::Array { element: other, .. }) => {
                self.compare_elements((*one, *other), (new, old), path);
            }
            (Type::Sequence { element: one, .. }, Type::Sequence { element: other, .. })
            | (Type::Sorted { element: one }, Type::Sorted { element: other }) => {
                self.compare_elements((*one, *other), (new, old), path);
            }
            (Type::Sequence { element: one, .. }, Type::Sorted { element: other }) => {
                self.compare_sorted((*one, *other), (new, old), true, path);
            }
            (Type::Sorted { element: one }, Type::Sequence { element: other, .. }) => {
                self.compare_sorted((*one, *other), (new, old), false, path);
            }
            _ => self.compare_kinds((one, new), (other, old), path),
        }
    }

    fn compare_adapters(&mut self, new: TypeIndex, old: TypeIndex, path: &str) {
        let (one, other) = (self.new.adapter(new), self.old.adapter(old));
        if one == other {
            return;
        }
        let quoted = |name: Option<&str>| name.map_or("none".to_owned(), |name| format!("`{}`", name.escape_debug()));
        let effect = if one.is_some() { Effect::Narrowed } else { Effect::Fine };
        let condition = if one.is_some() { ", unless the adapter refuses them" } else { "" };
        let meaning = format!(
            "the adapter was {} and is {}: values are read{condition}, and may mean something else",
            quoted(other),
            quoted(one),
        );
        self.say(effect, path, meaning);
    }

    fn compare_scalars(&mut self, (one, new): (Scalar, TypeIndex), (other, old): (Scalar, TypeIndex), path: &str) {
        if one == other {
            return;
        }
        let change = format!("the number was {} and is {}", other.name(), one.name());
        let holds = |one: Scalar, other: Scalar| {
            let ((least, greatest), (low, high)) = (range(one), range(other));
            least <= low && high <= greatest
        };
        if let (Some(sign), Some(other_sign)) = (one.integer(), other.integer()) {
            let zero = one.is_non_zero() && !other.is_non_zero();
            if !self.is_cbor() && one.width() != other.width() {
                return self.say(Effect::Broken, path, format!("{change}, of another width: bytes are misread"));
            }
            if !self.is_cbor() && sign != other_sign {
                let meaning = format!("{change}: numbers that are not in the range of both are misread");
                return self.say(Effect::Broken, path, meaning);
            }
            let (effect, meaning) = match (holds(one, other), zero) {
                (true, false) => (Effect::Fine, "all numbers are read"),
                (true, true) => (Effect::Narrowed, "0 is refused"),
                (false, _) => (Effect::Narrowed, "numbers that it cannot hold are refused"),
            };
            return self.say(effect, path, format!("{change}: {meaning}"));
        }
        match (one, other) {
            (Scalar::F64, Scalar::F32) if self.is_cbor() => {
                self.say(Effect::Fine, path, format!("{change}: all numbers are read"));
            }
            (Scalar::F32, Scalar::F64) if self.is_cbor() => {
                self.say(Effect::Narrowed, path, format!("{change}: numbers that it cannot hold are refused"));
            }
            _ => self.other_type(new, old, path),
        }
    }

    /// Compares two lists of elements, and how they are stored.
    fn compare_elements(&mut self, (one, other): (TypeIndex, TypeIndex), of: (TypeIndex, TypeIndex), path: &str) {
        let element = |side: &Side<'_>, index: TypeIndex| match side.plan.nodes[index as usize].form {
            Form::Array { element, .. } | Form::Sequence { element, .. } => Some(element),
            _ => None,
        };
        let (new, old) = (element(&self.new, of.0), element(&self.old, of.1));
        let is_set = matches!(self.new.packed(of.0), Type::Sorted { .. });
        if self.is_cbor() && !is_set && self.new.is_byte(one) != self.old.is_byte(other) {
            let meaning = "a sequence of `u8` is a byte string, and no other is: bytes are refused";
            return self.say(Effect::Broken, path, meaning);
        }
        let is_map = |side: &Side<'_>, index| side.schema.entry(index).is_some();
        if (is_map(&self.new, one) != is_map(&self.old, other))
            && (self.is_cbor() || self.new.plan.rules.map_mark.is_some())
        {
            return self.other_type(of.0, of.1, path);
        }
        if let (Some(new), Some(old)) = (new, old)
            && new.is_indexed != old.is_indexed
        {
            let meaning = "the elements had one size and now vary in size, or the reverse: `Indexed` stores where they \
                           end only if they vary";
            return self.say(Effect::Broken, path, meaning);
        }
        self.pair(one, other, Self::join(path, "[]"));
    }

    /// Compares a sequence with a set or map.
    fn compare_sorted(
        &mut self,
        (one, other): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
        is_sequence: bool,
        path: &str,
    ) {
        let is_map = [self.new.schema.entry(one), self.old.schema.entry(other)].iter().any(Option::is_some);
        let sequence_of_bytes = if is_sequence { self.new.is_byte(one) } else { self.old.is_byte(other) };
        if (is_map && (self.is_cbor() || self.new.plan.rules.map_mark.is_some()))
            || (self.is_cbor() && sequence_of_bytes)
        {
            return self.other_type(of.0, of.1, path);
        }
        match is_sequence {
            true => self.say(Effect::Fine, path, "a set or map became a sequence: all of them are read"),
            false if self.is_cbor() => {
                let meaning = "a sequence became a set or map: those in which elements are equal are refused";
                self.say(Effect::Narrowed, path, meaning);
            }
            false => {
                let meaning = "a sequence became a set or map: those that are not sorted are refused";
                self.say(Effect::Narrowed, path, meaning);
            }
        }
        let differences = self.found.differences.len();
        self.compare_elements((one, other), of, path);
        // (Whether it is sorted does not matter if it is not read at all.)
        if self.found.differences[differences..].iter().any(|of| of.effect == Effect::Broken) {
            self.found.differences.remove(differences - 1);
        }
    }

    /// Compares two types of different kinds.
    fn compare_kinds(&mut self, (one, new): (&'s Type, TypeIndex), (other, old): (&'s Type, TypeIndex), path: &str) {
        let is_cbor = self.is_cbor();
        match (one, other) {
            (Type::Cbor | Type::Unknown, _) if is_cbor => {
                self.say(Effect::Fine, path, "an item of any kind: all of them are read");
            }
            (_, Type::Cbor | Type::Unknown) if is_cbor => {
                self.say(Effect::Narrowed, path, "was an item of any kind: those of other types are refused");
            }
            (Type::Text, Type::Scalar(Scalar::Char)) if is_cbor => {
                self.say(Effect::Fine, path, "a character became a string: all of them are read");
            }
            (Type::Scalar(Scalar::Char), Type::Text) if is_cbor => {
                self.say(Effect::Narrowed, path, "a string became a character: strings of other lengths are refused");
            }
            (Type::Sequence { element, .. }, Type::Text | Type::Cbor) if !is_cbor && self.new.is_byte(*element) => {
                self.say(Effect::Fine, path, "the same bytes, as a sequence of bytes: all of them are read");
            }
            (Type::Text | Type::Cbor, Type::Sequence { element, .. }) if !is_cbor && self.old.is_byte(*element) => {
                let meaning = "was a sequence of bytes: those that are not a string, or item, are refused";
                self.say(Effect::Narrowed, path, meaning);
            }
            (Type::Text, Type::Cbor) | (Type::Cbor, Type::Text) if !is_cbor => {
                self.say(Effect::Narrowed, path, "the same bytes, with other conditions: some are refused");
            }
            (Type::Sequence { element: one, .. }, Type::Array { element: other, .. }) if is_cbor => {
                self.say(Effect::Fine, path, "an array became a sequence: all of them are read");
                self.compare_elements((*one, *other), (new, old), path);
            }
            (Type::Array { element: one, len }, Type::Sequence { element: other, .. }) if is_cbor => {
                let meaning = format!("a sequence became an array: those without exactly {len} elements are refused");
                self.say(Effect::Narrowed, path, meaning);
                self.compare_elements((*one, *other), (new, old), path);
            }
            (Type::Array { element, len }, Type::Struct(of)) | (Type::Struct(of), Type::Array { element, len })
                if of.kind == StructKind::Tuple && of.fields.len() as u64 == *len && *len > 0 =>
            {
                self.compare_tuple((*element, of), (new, old), matches!(one, Type::Array { .. }), path);
            }
            (Type::Struct(one), Type::Enum(other)) => self.compare_struct_enum((one, new), (other, old), true, path),
            (Type::Enum(one), Type::Struct(other)) => self.compare_struct_enum((other, old), (one, new), false, path),
            _ => self.other_type(new, old, path),
        }
    }

    /// Compares an array with a tuple of as many fields.
    fn compare_tuple(
        &mut self,
        (element, of): (TypeIndex, &Struct),
        (new, old): (TypeIndex, TypeIndex),
        is_array: bool,
        path: &str,
    ) {
        let (array, tuple) = if is_array { (self.new, self.old) } else { (self.old, self.new) };
        let extent = |side: Side<'_>, index: TypeIndex| side.plan.nodes[index as usize].extent;
        let is_stored_alike =
            of.fields.iter().all(|field| extent(array, element) == extent(tuple, field.of) && !field.is_bare);
        if (self.is_cbor() && array.is_byte(element)) || !is_stored_alike {
            return self.other_type(new, old, path);
        }
        self.say(Effect::Fine, path, "an array became a tuple, or the reverse: the bytes are the same");
        for (index, field) in of.fields.iter().enumerate() {
            let (one, other) = if is_array { (element, field.of) } else { (field.of, element) };
            self.pair(one, other, Self::join(path, &format!("[{index}]")));
        }
    }

    /// Compares a struct with an enum, of which it may be the first constructor.
    fn compare_struct_enum(
        &mut self,
        (record, record_index): (&'s Struct, TypeIndex),
        (choice, choice_index): (&'s Enum, TypeIndex),
        is_struct: bool,
        path: &str,
    ) {
        let (new, old) = if is_struct { (record_index, choice_index) } else { (choice_index, record_index) };
        let rules = &self.new.plan.rules;
        let has_tag = rules.is_cbor() || rules.tags_structs;
        let tag_size = rules.tag_size(choice.constructors.len());
        let is_tagged = record.kind == StructKind::Struct && !choice.is_optional && has_tag;
        let is_bare = !has_tag && choice.constructors.len() == 1 && tag_size == Ok(0);
        let Some(first) = choice.constructors.first().filter(|of| (is_tagged || is_bare) && !of.is_other) else {
            return self.other_type(new, old, path);
        };
        if is_struct {
            let effect = if choice.constructors.len() > 1 { Effect::Narrowed } else { Effect::Fine };
            self.say(effect, path, "an enum became a struct: its first constructor is read, others are refused");
        } else {
            self.say(Effect::Fine, path, "a struct became the first constructor of an enum: all of them are read");
        }
        let (one, other) = (self.new.constructor(new, 0), self.old.constructor(old, 0));
        let (fields, others) =
            if is_struct { (&record.fields, &first.fields) } else { (&first.fields, &record.fields) };
        let place = self.new.schema.name_of(new);
        self.compare_fields((fields, one), (others, other), path, &place);
    }

    fn compare_structs(
        &mut self,
        (one, new): (&'s Struct, TypeIndex),
        (other, old): (&'s Struct, TypeIndex),
        path: &str,
    ) {
        let style = |of: &Struct| match of.kind {
            StructKind::Tuple if of.fields.is_empty() => 0,
            StructKind::Tuple => 1,
            StructKind::Struct => 2,
            StructKind::Entry => 3,
        };
        let rules = &self.new.plan.rules;
        let is_tag_changed =
            rules.tags_structs && (one.kind == StructKind::Struct) != (other.kind == StructKind::Struct);
        if (rules.is_cbor() && style(one) != style(other)) || is_tag_changed {
            return self.other_type(new, old, path);
        }
        if !self.have_one_head(one.is_extensible, other.is_extensible, path) {
            return;
        }
        if one.kind != other.kind {
            self.say(Effect::Fine, path, "a tuple became a struct, or the reverse: the bytes are the same");
        } else if one.name != other.name {
            self.say(Effect::Fine, path, format!("the type was called `{}`: names are not in the bytes", other.name));
        }
        self.compare_conditions(one.has_condition, other.has_condition, path);
        let place = self.new.schema.name_of(new);
        let (one_plan, other_plan) = (self.new.constructor(new, 0), self.old.constructor(old, 0));
        self.compare_fields((&one.fields, one_plan), (&other.fields, other_plan), path, &place);
    }

    fn compare_conditions(&mut self, new: bool, old: bool, path: &str) {
        match (new, old) {
            (true, false) => {
                self.say(Effect::Narrowed, path, "has a condition: values that do not satisfy it are refused")
            }
            (false, true) => self.say(Effect::Fine, path, "has no condition any more: all values are read"),
            _ => {}
        }
    }

    /// Returns whether both types have a head in front of their values, or both have none; reports it otherwise.
    fn have_one_head(&mut self, new: bool, old: bool, path: &str) -> bool {
        if self.is_cbor() || new == old {
            return true;
        }
        let meaning = match new {
            true => "the type became extensible: a size is before its values now, bytes are refused or misread",
            false => "the type is not extensible any more: no size is before its values, bytes are refused or misread",
        };
        self.say(Effect::Broken, path, meaning);
        false
    }

    fn compare_enums(&mut self, (one, new): (&'s Enum, TypeIndex), (other, old): (&'s Enum, TypeIndex), path: &str) {
        let rules = &self.new.plan.rules;
        let (count, old_count) = (one.constructors.len(), other.constructors.len());
        if !self.have_one_head(one.is_extensible, other.is_extensible, path) {
            return;
        }
        // (The tag of an extensible type is a short varint.)
        if (self.is_cbor() && one.is_optional != other.is_optional)
            || (!one.is_extensible && rules.tag_size(count) != rules.tag_size(old_count))
        {
            let meaning = if self.is_cbor() {
                "an optional value became an enum, or the reverse: bytes are refused or misread".to_owned()
            } else {
                format!("had {old_count} constructors and has {count}: the tag has another width, bytes are misread")
            };
            return self.say(Effect::Broken, path, meaning);
        }
        if one.name != other.name {
            self.say(Effect::Fine, path, format!("the type was called `{}`: names are not in the bytes", other.name));
        }
        self.compare_conditions(one.has_condition, other.has_condition, path);
        let known = |of: &'s Enum| of.constructors.iter().filter(|of| !of.is_other).collect::<Vec<&Constructor>>();
        let (constructors, others) = (known(one), known(other));
        let has_other = constructors.len() < count;
        // (In a native layout a constructor that is not known is kept only as it was packed. Of an item, which is
        // written with the last tag, bytes under that tag are read as one.)
        let keeps = |schema: &Schema, of: &Enum| {
            let field = of.constructors.last().filter(|of| of.is_other).and_then(|of| of.fields.first());
            field.is_some_and(|field| self.is_cbor() || *schema.get(field.of) == Type::Unknown)
        };
        let (keeps, old_keeps) = (keeps(self.new.schema, one), keeps(self.old.schema, other));
        let (is_item, was_item) = (has_other && !keeps, others.len() < old_count && !old_keeps);
        let places: HashMap<&str, usize> =
            constructors.iter().enumerate().map(|(tag, of)| (of.name.as_str(), tag)).collect();
        let old_names: HashSet<&str> = others.iter().map(|of| of.name.as_str()).collect();
        for (tag, old_constructor) in others.iter().enumerate() {
            let name = format!("{}::{}", one.name, old_constructor.name);
            match constructors.get(tag) {
                None if is_item && tag == constructors.len() => {
                    let meaning =
                        "its tag is now that of the constructor for all others: values are refused or misread";
                    self.say(Effect::Broken, &Self::join(path, &name), meaning);
                }
                None if keeps => {
                    let meaning = "the constructor is gone: values are kept as those of an unknown constructor";
                    self.say(Effect::Fine, &Self::join(path, &name), meaning);
                }
                None => {
                    let meaning = "the constructor is gone: values of it are refused";
                    self.say(Effect::Narrowed, &Self::join(path, &name), meaning);
                }
                Some(constructor) => {
                    let place = format!("{}::{}", one.name, constructor.name);
                    if constructor.name != old_constructor.name {
                        let moved = places.contains_key(old_constructor.name.as_str());
                        if moved || old_names.contains(constructor.name.as_str()) {
                            let meaning = format!(
                                "the constructor with tag {tag} was `{}`: values are refused, or read as another \
                                 constructor",
                                old_constructor.name,
                            );
                            self.say(Effect::Broken, &Self::join(path, &place), meaning);
                            continue;
                        }
                        let meaning = format!(
                            "the constructor was called `{}`: names are not in the bytes",
                            old_constructor.name
                        );
                        self.say(Effect::Fine, &Self::join(path, &place), meaning);
                    }
                    let plans = (self.new.constructor(new, tag), self.old.constructor(old, tag));
                    self.compare_fields(
                        (&constructor.fields, plans.0),
                        (&old_constructor.fields, plans.1),
                        path,
                        &place,
                    );
                }
            }
        }
        for constructor in constructors.iter().skip(others.len()) {
            let place = Self::join(path, &format!("{}::{}", one.name, constructor.name));
            self.say(Effect::Fine, &place, "the constructor is new: no old value has it");
        }
        if was_item && constructors.len() > others.len() {
            let meaning = "the constructor for all others had a tag that is now that of another one: bytes are misread";
            self.say(Effect::Broken, path, meaning);
        } else if old_keeps && is_item {
            let meaning =
                "kept the constructors that are not known, and now reads an item: bytes are refused or misread";
            self.say(Effect::Broken, path, meaning);
        } else if was_item && is_item && constructors.len() < others.len() {
            let meaning = "the constructor for all others had another tag: values of it are refused";
            self.say(Effect::Narrowed, path, meaning);
        } else if others.len() < old_count && !has_other {
            let meaning = "had a constructor for all others: values of constructors that are not known are refused";
            self.say(Effect::Narrowed, path, meaning);
        } else if others.len() == old_count && has_other {
            self.say(Effect::Fine, path, "has a constructor for all others now: all values are read");
        }
    }

    /// Compares the fields of two structs or constructors; `place` is what precedes the name of a field.
    fn compare_fields(
        &mut self,
        new: (&'s [Field], ConstructorPlan),
        old: (&'s [Field], ConstructorPlan),
        path: &str,
        place: &str,
    ) {
        if self.is_cbor() {
            self.compare_items(new.0, old.0, path, place);
        } else {
            self.compare_slots(new, old, path, place);
        }
    }

    /// Compares the names of two fields at one place. Returns whether they are the same field, as far as names say.
    fn compare_names(&mut self, new: (&[Field], &Field), old: (&[Field], &Field), path: &str) -> bool {
        let ((all, one), (others, other)) = (new, old);
        if one.name == other.name || !one.is_named() || !other.is_named() {
            return true;
        }
        let has = |fields: &[Field], name: &str| fields.iter().any(|field| field.name == name);
        if has(all, &other.name) || has(others, &one.name) {
            let meaning =
                format!("its bytes were those of the field `{}`: values change places, or are refused", other.name);
            self.say(Effect::Broken, path, meaning);
            return false;
        }
        self.say(Effect::Fine, path, format!("the field was called `{}`: names are not in the bytes", other.name));
        true
    }

    /// Compares the fields in CBOR, where they are in the order of their declaration and counted.
    fn compare_items(&mut self, new: &'s [Field], old: &'s [Field], path: &str, place: &str) {
        for (index, field) in new.iter().enumerate() {
            let at = Self::join(path, &format!("{place}.{}", field.name));
            let Some(other) = old.get(index) else {
                match field.has_default {
                    true => self.say(Effect::Fine, &at, "the field is new; it gets its default"),
                    false => self.say(Effect::Broken, &at, "the field is new, and has no default: values are refused"),
                }
                continue;
            };
            if !self.compare_names((new, field), (old, other), &at) {
                continue;
            }
            self.compare_defaults(field, other, &at);
            match (field.tag, other.tag) {
                (Some(tag), other) if other != Some(tag) => {
                    self.say(Effect::Broken, &at, format!("needs the CBOR tag {tag}, which is not written: refused"));
                }
                (None, Some(tag)) => self.say(Effect::Fine, &at, format!("does not need the CBOR tag {tag} any more")),
                _ => {}
            }
            self.pair(field.of, other.of, at);
        }
        for other in old.iter().skip(new.len()) {
            let at = Self::join(path, &format!("{place}.{}", other.name));
            self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
        }
    }

    /// Compares the fields of extensible types in a native layout: those of the static part, then the others. Fields
    /// at the end of each may be absent, or skipped.
    fn compare_open_slots(
        &mut self,
        (new, one): (&'s [Field], &[(&'s Field, &'s FieldPlan)]),
        (old, other): (&'s [Field], &[(&'s Field, &'s FieldPlan)]),
        path: &str,
        place: &str,
    ) {
        let static_first = self.new.plan.rules.static_first;
        let parts = |slots: &[(&'s Field, &'s FieldPlan)]| {
            let is_fixed = |slot: &&(&Field, &FieldPlan)| static_first && slot.1.size.is_some();
            let fixed: Vec<_> = slots.iter().filter(is_fixed).copied().collect();
            let others: Vec<_> = slots.iter().filter(|slot| !is_fixed(slot)).copied().collect();
            [fixed, others]
        };
        let mut present = HashSet::new();
        for (one, other) in parts(one).iter().zip(&parts(other)) {
            for ((field, plan), (other, other_plan)) in one.iter().zip(other) {
                present.insert(field.name.as_str());
                let at = Self::join(path, &format!("{place}.{}", field.name));
                if !self.compare_names((new, field), (old, other), &at) {
                    continue;
                }
                if plan.is_sized != other_plan.is_sized {
                    let meaning = "a size is before the field now, or not any more: bytes are refused or misread";
                    self.say(Effect::Broken, &at, meaning);
                    continue;
                }
                self.compare_defaults(field, other, &at);
                self.pair(field.of, other.of, at);
            }
            for (other, _) in other.iter().skip(one.len()) {
                let at = Self::join(path, &format!("{place}.{}", other.name));
                self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
            }
        }
        let is_present = |field: &Field| present.contains(field.name.as_str());
        let last = new.iter().rposition(is_present);
        for (field, _) in one.iter().filter(|(field, _)| !present.contains(field.name.as_str())) {
            let index = new.iter().position(|other| std::ptr::eq(other, *field));
            let at = Self::join(path, &format!("{place}.{}", field.name));
            match (field.has_default, index < last) {
                (true, false) => self.say(Effect::Fine, &at, "the field is new; it gets its default"),
                (true, true) => {
                    let meaning = "the field is new, and one after it is not: values are refused or misread";
                    self.say(Effect::Broken, &at, meaning);
                }
                (false, _) => {
                    self.say(Effect::Broken, &at, "the field is new, and has no default: values are refused");
                }
            }
        }
    }

    /// Compares whether two fields may be absent.
    fn compare_defaults(&mut self, new: &Field, old: &Field, path: &str) {
        match (new.has_default, old.has_default) {
            (false, true) => {
                self.say(Effect::Narrowed, path, "has no default any more: values without the field are refused");
            }
            (true, false) => self.say(Effect::Fine, path, "has a default now: values may lack the field"),
            _ => {}
        }
    }

    /// Compares the fields in a native layout: in the order of the bytes, with the sizes before them.
    fn compare_slots(
        &mut self,
        (new, new_plan): (&'s [Field], ConstructorPlan),
        (old, old_plan): (&'s [Field], ConstructorPlan),
        path: &str,
        place: &str,
    ) {
        let rules = self.new.plan.rules;
        let slots = |fields: &'s [Field], plans: &'s [FieldPlan]| {
            let mut slots: Vec<(&Field, &FieldPlan)> = fields.iter().zip(plans).collect();
            if rules.sizes != SizeRule::Every && rules.sizes != SizeRule::EveryButLast {
                slots.retain(|(_, plan)| plan.size != Some(0));
            }
            if rules.static_first {
                slots.sort_by_key(|(_, plan)| plan.size.is_none());
            }
            slots
        };
        let (one, other) = (slots(new, self.new.fields(new_plan)), slots(old, self.old.fields(old_plan)));
        if new_plan.is_extensible && old_plan.is_extensible {
            return self.compare_open_slots((new, &one), (old, &other), path, place);
        }
        for index in 0..one.len().max(other.len()) {
            match (one.get(index), other.get(index)) {
                (Some((field, plan)), Some((other, other_plan))) => {
                    let at = Self::join(path, &format!("{place}.{}", field.name));
                    if !self.compare_names((new, field), (old, other), &at) {
                        continue;
                    }
                    if plan.is_sized != other_plan.is_sized {
                        let meaning = "a size is before the field now, or not any more: bytes are refused or misread";
                        self.say(Effect::Broken, &at, meaning);
                        continue;
                    }
                    self.pair(field.of, other.of, at);
                }
                (Some((field, _)), None) => {
                    let at = Self::join(path, &format!("{place}.{}", field.name));
                    self.say(
                        Effect::Broken,
                        &at,
                        "the field is new: the bytes do not have it, and are refused or misread",
                    );
                }
                (None, Some((other, _))) => {
                    let at = Self::join(path, &format!("{place}.{}", other.name));
                    self.say(Effect::Broken, &at, "the field is gone, but not its bytes: they are refused or misread");
                }
                (None, None) => {}
            }
        }
    }
}

/// Returns the least and the greatest number of an integer type.
fn range(scalar: Scalar) -> (i128, u128) {
    let bits = 8 * scalar.width() as u32;
    match scalar.integer() {
        Some(true) => (i128::MIN >> (128 - bits), u128::MAX >> (129 - bits)),
        _ => (0, u128::MAX >> (128 - bits)),
    }
}
