//! Structs and enums: their constructors.

use std::collections::HashSet;

use super::{Comparer, Effect, Side};
use crate::schema::{Constructor, Enum, Struct, StructKind, Type, TypeIndex, short};

/// Returns how a constructor is called in a path.
fn place_of(of: &Enum, constructor: &Constructor) -> String {
    format!("{}::{}", short(&of.name), short(&constructor.name))
}

/// The constructors of an enum, without the one for all others.
struct Known<'s> {
    constructors: Vec<&'s Constructor>,
    names: HashSet<&'s str>,
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
        let is_kept = |of: TypeIndex| side.plan.rules.is_cbor() || *side.schema.get(of) == Type::Unknown;
        Self {
            names: constructors.iter().map(|of| of.name.as_str()).collect(),
            has_other: constructors.len() < of.constructors.len(),
            keeps: field.is_some_and(|field| is_kept(field.of)),
            constructors,
        }
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
        } else {
            self.say_name(&one.name, &other.name, path);
        }
        self.compare_conditions(one.has_condition, other.has_condition, path);
        let place = self.new.schema.name_of(new);
        let (one_plan, other_plan) = (self.new.constructor(new, 0), self.old.constructor(old, 0));
        self.compare_fields((&one.fields, one_plan), (&other.fields, other_plan), path, &place);
    }

    pub(super) fn compare_enums(
        &mut self,
        (one, new): (&'s Enum, TypeIndex),
        (other, old): (&'s Enum, TypeIndex),
        path: &str,
    ) {
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
        self.say_name(&one.name, &other.name, path);
        self.compare_conditions(one.has_condition, other.has_condition, path);
        let (known, old_known) = (Known::new(self.new, one), Known::new(self.old, other));
        for (tag, old_constructor) in old_known.constructors.iter().enumerate() {
            let Some(constructor) = known.constructors.get(tag) else {
                let path = Self::join(path, &place_of(one, old_constructor));
                self.say_gone(tag, &known, &path);
                continue;
            };
            let place = place_of(one, constructor);
            if self.compare_constructor_names((&known, constructor), (&old_known, old_constructor), tag, path, &place) {
                let (plan, old_plan) = (self.new.constructor(new, tag), self.old.constructor(old, tag));
                self.compare_fields((&constructor.fields, plan), (&old_constructor.fields, old_plan), path, &place);
            }
        }
        for constructor in known.constructors.iter().skip(old_known.constructors.len()) {
            let path = Self::join(path, &place_of(one, constructor));
            self.say(Effect::Fine, &path, "the constructor is new: no old value has it");
        }
        self.compare_others(&known, &old_known, path);
    }

    /// Reports a constructor that only the old enum has.
    fn say_gone(&mut self, tag: usize, known: &Known<'_>, path: &str) {
        let (effect, meaning) = if known.is_item() && tag == known.constructors.len() {
            (Effect::Broken, "its tag is now that of the constructor for all others: values are refused or misread")
        } else if known.keeps {
            (Effect::Fine, "the constructor is gone: values are kept as those of an unknown constructor")
        } else {
            (Effect::Narrowed, "the constructor is gone: values of it are refused")
        };
        self.say(effect, path, meaning);
    }

    /// Compares the names of two constructors with one tag. Returns whether they are the same constructor, as far as
    /// names say.
    fn compare_constructor_names(
        &mut self,
        (known, one): (&Known<'_>, &Constructor),
        (old_known, other): (&Known<'_>, &Constructor),
        tag: usize,
        path: &str,
        place: &str,
    ) -> bool {
        if one.name == other.name {
            return true;
        }
        let path = Self::join(path, place);
        if known.has(&other.name) || old_known.has(&one.name) {
            let meaning = format!(
                "the constructor with tag {tag} was `{}`: values are refused, or read as another constructor",
                short(&other.name),
            );
            self.say(Effect::Broken, &path, meaning);
            return false;
        }
        let meaning = format!("the constructor was called `{}`: names are not in the bytes", short(&other.name));
        self.say(Effect::Fine, &path, meaning);
        true
    }

    /// Compares the constructors for all others.
    fn compare_others(&mut self, new: &Known<'_>, old: &Known<'_>, path: &str) {
        let (count, old_count) = (new.constructors.len(), old.constructors.len());
        if old.is_item() && count > old_count {
            let meaning = "the constructor for all others had a tag that is now that of another one: bytes are misread";
            self.say(Effect::Broken, path, meaning);
        } else if old.keeps && new.is_item() {
            let meaning =
                "kept the constructors that are not known, and now reads an item: bytes are refused or misread";
            self.say(Effect::Broken, path, meaning);
        } else if old.is_item() && new.is_item() && count < old_count {
            let meaning = "the constructor for all others had another tag: values of it are refused";
            self.say(Effect::Narrowed, path, meaning);
        } else if old.has_other && !new.has_other {
            let meaning = "had a constructor for all others: values of constructors that are not known are refused";
            self.say(Effect::Narrowed, path, meaning);
        } else if !old.has_other && new.has_other {
            self.say(Effect::Fine, path, "has a constructor for all others now: all values are read");
        }
    }

    /// Compares a struct with an enum, of which it may be the first constructor.
    pub(super) fn compare_struct_enum(
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
}
