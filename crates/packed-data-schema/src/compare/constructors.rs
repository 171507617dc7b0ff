//! Structs and enums: their constructors.

use alloc::borrow::{Cow, ToOwned};
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::former::Matched;
use super::{Comparer, Rule, Side};
use crate::schema::{Constructor, Enum, Struct, StructKind, Type, TypeIndex, short};

/// Returns how a constructor is called in a path.
fn place_of(of: &Enum, constructor: &Constructor) -> String {
    format!("{}::{}", short(&of.name), short(&constructor.name))
}

/// The constructors of an enum, without the one for all others.
struct Known<'s> {
    constructors: Vec<&'s Constructor>,
    /// The names by which they are matched.
    keys: Vec<Cow<'s, str>>,
    names: BTreeSet<Cow<'s, str>>,
    /// Whether the enum has a constructor for all others.
    has_other: bool,
    /// Whether that one keeps values with any tag. (In a native layout it keeps them only as they were packed. An item
    /// is written with the last tag, and bytes under that tag are read as an item.)
    keeps: bool,
}

impl<'s> Known<'s> {
    fn new(side: Side<'s>, of: &'s Enum) -> Self {
        let constructors: Vec<_> = of.constructors.iter().filter(|of| !of.is_other).collect();
        let field = of.constructors.last().filter(|of| of.is_other).and_then(|of| of.fields.first());
        let is_kept = |of: TypeIndex| side.plan.format.has_heads() || *side.schema.get(of) == Type::Unknown;
        Self {
            keys: constructors.iter().map(|of| of.name.as_str().into()).collect(),
            names: constructors.iter().map(|of| of.name.as_str().into()).collect(),
            has_other: constructors.len() < of.constructors.len(),
            keeps: field.is_some_and(|field| is_kept(field.of)),
            constructors,
        }
    }

    /// Returns the same with other names by which the constructors are matched.
    fn matched_by(mut self, names: Vec<String>) -> Self {
        self.keys = names.into_iter().take(self.constructors.len()).map(Cow::Owned).collect();
        self.names = self.keys.iter().cloned().collect();
        self
    }

    fn has(&self, name: &str) -> bool {
        self.names.contains(name)
    }

    /// Returns whether the constructor for all others reads an item.
    fn is_item(&self) -> bool {
        self.has_other && !self.keeps
    }
}

impl<'s> Comparer<'s> {
    pub(super) fn compare_structs(
        &mut self,
        (new_struct, new): (&'s Struct, TypeIndex),
        (old_struct, old): (&'s Struct, TypeIndex),
        path: &str,
    ) {
        let style = |of: &Struct| match of.kind {
            StructKind::Tuple if of.fields.is_empty() => 0,
            StructKind::Tuple => 1,
            StructKind::Struct => 2,
            StructKind::Entry => 3,
        };
        let format = self.new.plan.format;
        let is_tag_changed =
            format.tags_structs && (new_struct.kind == StructKind::Struct) != (old_struct.kind == StructKind::Struct);
        if (format.has_heads() && style(new_struct) != style(old_struct)) || is_tag_changed {
            return self.say_other_type(new, old, path);
        }
        if !self.have_one_head(new_struct.is_extensible, old_struct.is_extensible, path) {
            return;
        }
        if new_struct.kind != old_struct.kind {
            self.say(Rule::StructOrTuple, path, &[]);
        } else {
            self.say_name(&new_struct.name, &old_struct.name, path);
        }
        self.compare_conditions(new_struct.has_condition, old_struct.has_condition, path);
        let place = self.new.schema.name_of(new);
        let (new_plan, old_plan) = (self.new.constructor(new, 0), self.old.constructor(old, 0));
        let (new, old) = ((&new_struct.fields[..], new_plan, (new, 0)), (&old_struct.fields[..], old_plan, (old, 0)));
        self.compare_fields(new, old, path, &place);
    }

    pub(super) fn compare_enums(
        &mut self,
        (new_enum, new): (&'s Enum, TypeIndex),
        (old_enum, old): (&'s Enum, TypeIndex),
        path: &str,
    ) {
        let format = self.new.plan.format;
        let (new_count, old_count) = (new_enum.constructors.len(), old_enum.constructors.len());
        if !self.have_one_head(new_enum.is_extensible, old_enum.is_extensible, path) {
            return;
        }
        let has_own_option = self.is_cbor() || format.tags_options();
        if has_own_option && new_enum.is_optional != old_enum.is_optional {
            return self.say(Rule::OptionalOrEnum, path, &[]);
        }
        // (The tag of an extensible type is a short varint.)
        let tag_size = |of: &Enum| format.tag_size(of.constructors.len(), of.is_optional);
        if !new_enum.is_extensible && tag_size(new_enum) != tag_size(old_enum) {
            return self.say(Rule::TagWidth, path, &[("old", &old_count), ("new", &new_count)]);
        }
        self.say_name(&new_enum.name, &old_enum.name, path);
        self.compare_conditions(new_enum.has_condition, old_enum.has_condition, path);
        let names = |side: Side<'s>, of: &Enum, index: TypeIndex| {
            let former = |tag| side.schema.former_name(index, tag, None).map(str::to_owned);
            (0..).zip(&of.constructors).map(|(tag, one)| (one.name.clone(), former(tag))).collect::<Vec<_>>()
        };
        let matched = Matched::new(&names(self.new, new_enum, new), &names(self.old, old_enum, old));
        let (mut new_known, mut old_known) = (Known::new(self.new, new_enum), Known::new(self.old, old_enum));
        if let Some((_, new_names, old_names)) = matched {
            (new_known, old_known) = (new_known.matched_by(new_names), old_known.matched_by(old_names));
        }
        for (tag, old_constructor) in old_known.constructors.iter().enumerate() {
            let Some(new_constructor) = new_known.constructors.get(tag) else {
                let path = Self::join(path, &place_of(new_enum, old_constructor));
                self.say_gone(tag, &new_known, &path);
                continue;
            };
            let place = place_of(new_enum, new_constructor);
            let names = ((&new_known, *new_constructor), (&old_known, *old_constructor));
            if self.compare_constructor_names(names, tag, path, &place) {
                let (new_plan, old_plan) = (self.new.constructor(new, tag), self.old.constructor(old, tag));
                let (new_fields, old_fields) = (&new_constructor.fields, &old_constructor.fields);
                let number = tag as u32;
                let (new, old) =
                    ((&new_fields[..], new_plan, (new, number)), (&old_fields[..], old_plan, (old, number)));
                self.compare_fields(new, old, path, &place);
            }
        }
        for constructor in new_known.constructors.iter().skip(old_known.constructors.len()) {
            let path = Self::join(path, &place_of(new_enum, constructor));
            self.say(Rule::ConstructorNew, &path, &[]);
        }
        self.compare_others(&new_known, &old_known, path);
    }

    /// Reports a constructor that only the old enum has.
    fn say_gone(&mut self, tag: usize, new: &Known<'_>, path: &str) {
        let rule = if new.is_item() && tag == new.constructors.len() {
            Rule::ConstructorAsItem
        } else if new.keeps {
            Rule::ConstructorKept
        } else {
            Rule::ConstructorGone
        };
        self.say(rule, path, &[]);
    }

    /// Compares the names of two constructors with one tag. Returns whether they are the same constructor, as far as
    /// names say.
    fn compare_constructor_names(
        &mut self,
        ((new_known, new), (old_known, old)): ((&Known<'_>, &Constructor), (&Known<'_>, &Constructor)),
        tag: usize,
        path: &str,
        place: &str,
    ) -> bool {
        let (Some(new_key), Some(old_key)) = (new_known.keys.get(tag), old_known.keys.get(tag)) else { return true };
        if new.name == old.name && new_key == old_key {
            return true;
        }
        let path = Self::join(path, place);
        let is_moved = new_key != old_key && (new_known.has(old_key) || old_known.has(new_key));
        let rule = if is_moved { Rule::ConstructorMoved } else { Rule::ConstructorName };
        self.say(rule, &path, &[("old", &short(&old.name)), ("tag", &tag)]);
        !is_moved
    }

    /// Compares the constructors for all others.
    fn compare_others(&mut self, new: &Known<'_>, old: &Known<'_>, path: &str) {
        let (new_count, old_count) = (new.constructors.len(), old.constructors.len());
        let rule = if old.is_item() && new_count > old_count {
            Rule::OtherTagTaken
        } else if old.keeps && new.is_item() {
            Rule::OtherAsItem
        } else if old.is_item() && new.is_item() && new_count < old_count {
            Rule::OtherTagMoved
        } else if old.has_other && !new.has_other {
            Rule::OtherGone
        } else if !old.has_other && new.has_other {
            Rule::OtherNew
        } else {
            return;
        };
        self.say(rule, path, &[]);
    }

    /// Compares a struct with an enum whose first constructor it may be. `is_struct` says whether the new type is the
    /// struct.
    pub(super) fn compare_struct_enum(
        &mut self,
        (record, record_index): (&'s Struct, TypeIndex),
        (choice, choice_index): (&'s Enum, TypeIndex),
        is_struct: bool,
        path: &str,
    ) {
        let (new, old) = if is_struct { (record_index, choice_index) } else { (choice_index, record_index) };
        let format = self.new.plan.format;
        let has_tag = format.has_heads() || format.tags_structs;
        let tag_size = format.tag_size(choice.constructors.len(), choice.is_optional);
        let is_tagged = record.kind == StructKind::Struct && !choice.is_optional && has_tag;
        let is_bare = !has_tag && choice.constructors.len() == 1 && tag_size == Ok(0);
        let Some(first) = choice.constructors.first().filter(|of| (is_tagged || is_bare) && !of.is_other) else {
            return self.say_other_type(new, old, path);
        };
        let rule = match (is_struct, choice.constructors.len()) {
            (false, _) => Rule::StructToEnum,
            (true, 1) => Rule::OnlyConstructor,
            (true, _) => Rule::EnumToStruct,
        };
        self.say(rule, path, &[]);
        let (new_plan, old_plan) = (self.new.constructor(new, 0), self.old.constructor(old, 0));
        let (new_fields, old_fields) =
            if is_struct { (&record.fields, &first.fields) } else { (&first.fields, &record.fields) };
        let place = self.new.schema.name_of(new);
        let (new, old) = ((&new_fields[..], new_plan, (new, 0)), (&old_fields[..], old_plan, (old, 0)));
        self.compare_fields(new, old, path, &place);
    }
}
