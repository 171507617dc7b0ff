//! Fields, in the order of the bytes.

use alloc::borrow::ToOwned;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::cell::OnceCell;

use super::former::{Former, Matched};
use super::{Comparer, Rule, Side};
use crate::plan::{ConstructorFacts, FieldFacts};
use crate::schema::{Field, short};

/// A field at a place of a native layout, and its index.
type Slot<'s> = (&'s Field, &'s FieldFacts, usize);

/// The fields of a struct or constructor.
struct Fields<'s> {
    all: &'s [Field],
    /// Their names, once one of them is looked for.
    names: OnceCell<BTreeSet<&'s str>>,
}

impl<'s> Fields<'s> {
    fn new(all: &'s [Field]) -> Self {
        Self { all, names: OnceCell::new() }
    }

    fn has(&self, name: &str) -> bool {
        self.names.get_or_init(|| self.all.iter().map(|field| field.name.as_str()).collect()).contains(name)
    }
}

fn fields_of<'s>(slots: &[Slot<'s>]) -> Vec<&'s Field> {
    slots.iter().map(|(field, ..)| *field).collect()
}

/// Two lists of fields that are compared place by place, the new one first, with their names.
struct Pairs<'s> {
    /// All fields of the two structs or constructors; a list may have only some of them.
    all: (Fields<'s>, Fields<'s>),
    lists: (Vec<&'s Field>, Vec<&'s Field>),
    /// Known once a field is not in its place.
    order: OnceCell<Order<'s>>,
}

/// The order of two lists of fields.
struct Order<'s> {
    new: BTreeSet<&'s str>,
    old: BTreeSet<&'s str>,
    /// Whether the fields that both lists have are in the same order. If so, such a field can be in another place only
    /// because of a field that only one list has, and only the latter is reported.
    is_one: bool,
}

impl<'s> Pairs<'s> {
    fn new(all: (&'s [Field], &'s [Field]), lists: (Vec<&'s Field>, Vec<&'s Field>)) -> Self {
        Self { all: (Fields::new(all.0), Fields::new(all.1)), lists, order: OnceCell::new() }
    }

    fn order(&self) -> &Order<'s> {
        self.order.get_or_init(|| {
            let names = |fields: &[&'s Field]| fields.iter().map(|field| field.name.as_str()).collect::<Vec<_>>();
            let (mut new, mut old) = (names(&self.lists.0), names(&self.lists.1));
            let (new_names, old_names) = (new.iter().copied().collect(), old.iter().copied().collect());
            let are_named = self.lists.0.iter().chain(&self.lists.1).all(|field| field.is_named());
            new.retain(|name| BTreeSet::contains(&old_names, name));
            old.retain(|name| BTreeSet::contains(&new_names, name));
            Order { new: new_names, old: old_names, is_one: are_named && new == old }
        })
    }

    /// Returns whether a field of one list is also in the other.
    fn is_in_both(&self, field: &Field) -> bool {
        self.order().new.contains(field.name.as_str()) && self.order().old.contains(field.name.as_str())
    }
}

impl<'s> Comparer<'s> {
    /// Returns the path to a field; `place` is what precedes its name.
    fn at_field(&self, path: &str, place: &str, field: &Field) -> String {
        Self::join(path, &format!("{place}.{}", short(self.matched.shown(&field.name))))
    }

    /// Compares the fields of two structs or constructors; `place` is what precedes the name of a field.
    pub(super) fn compare_fields(
        &mut self,
        (new, new_plan, new_names): (&[Field], ConstructorFacts, Former),
        (old, old_plan, old_names): (&[Field], ConstructorFacts, Former),
        path: &str,
        place: &str,
    ) {
        let names = |side: Side<'s>, fields: &[Field], (of, constructor): Former| {
            let former = |index| side.schema.former_name(of, constructor, Some(index)).map(str::to_owned);
            let names = (0..).zip(fields).map(|(index, field)| (field.name.clone(), former(index)));
            names.collect::<Vec<_>>()
        };
        let (new_names, old_names) = (names(self.new, new, new_names), names(self.old, old, old_names));
        let Some((matched, new_names, old_names)) = Matched::new(&new_names, &old_names) else {
            return self.compare_named((new, new_plan), (old, old_plan), path, place);
        };
        let renamed = |fields: &[Field], names: Vec<String>| {
            fields.iter().cloned().zip(names).map(|(field, name)| Field { name, ..field }).collect::<Vec<_>>()
        };
        let outer = core::mem::replace(&mut self.matched, matched);
        let (new, old) = (renamed(new, new_names), renamed(old, old_names));
        self.compare_named((&new, new_plan), (&old, old_plan), path, place);
        self.matched = outer;
    }

    /// Compares the fields, which have one name if they are the same field.
    fn compare_named(
        &mut self,
        new: (&[Field], ConstructorFacts),
        old: (&[Field], ConstructorFacts),
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
    fn compare_names(&mut self, pairs: &Pairs<'_>, (new, old): (&Field, &Field), path: &str) -> bool {
        if new.name == old.name || !new.is_named() || !old.is_named() {
            if let Some(old) = self.matched.former(&new.name) {
                self.say(Rule::FieldName, path, &[("old", &short(&old))]);
            }
            return true;
        }
        let rule = match (pairs.all.1.has(&new.name), pairs.all.0.has(&old.name)) {
            (false, false) => Rule::FieldName,
            (false, true) => Rule::FieldInserted,
            (true, false) => Rule::FieldInPlace,
            (true, true) if pairs.order().is_one && pairs.is_in_both(new) && pairs.is_in_both(old) => return false,
            (true, true) => Rule::FieldSwapped,
        };
        let shown = self.matched.shown(&old.name).to_owned();
        self.say(rule, path, &[("old", &short(&shown))]);
        rule == Rule::FieldName
    }

    /// Returns whether both lists have the field, which has no other at its place: it was moved. Reports that, unless
    /// other fields have moved it.
    fn say_moved(&mut self, pairs: &Pairs<'_>, field: &Field, path: &str) -> bool {
        let is_moved = field.is_named() && pairs.is_in_both(field);
        if is_moved && !pairs.order().is_one {
            self.say(Rule::FieldMoved, path, &[]);
        }
        is_moved
    }

    /// Reports a field that has no other at its place by this rule, or as moved if both lists have it.
    fn say_alone(&mut self, rule: Rule, pairs: &Pairs<'_>, field: &Field, path: &str) {
        if !self.say_moved(pairs, field, path) {
            self.say(rule, path, &[]);
        }
    }

    /// Compares the fields in CBOR, where they are in the order of their declaration and counted.
    fn compare_items<'f>(&mut self, new: &'f [Field], old: &'f [Field], path: &str, place: &str) {
        let pairs = Pairs::new((new, old), (new.iter().collect(), old.iter().collect()));
        for (index, new_field) in new.iter().enumerate() {
            let at = self.at_field(path, place, new_field);
            let Some(old_field) = old.get(index) else {
                let rule = if new_field.has_default { Rule::FieldWithDefault } else { Rule::FieldWithoutDefault };
                self.say_alone(rule, &pairs, new_field, &at);
                continue;
            };
            if !self.compare_names(&pairs, (new_field, old_field), &at) {
                continue;
            }
            self.compare_defaults(new_field, old_field, &at);
            match (new_field.tag, old_field.tag) {
                (Some(tag), old_tag) if old_tag != Some(tag) => self.say(Rule::CborTagNew, &at, &[("tag", &tag)]),
                (None, Some(tag)) => self.say(Rule::CborTagGone, &at, &[("tag", &tag)]),
                _ => {}
            }
            self.pair(new_field.of, old_field.of, at);
        }
        for old_field in old.iter().skip(new.len()) {
            let at = self.at_field(path, place, old_field);
            self.say_alone(Rule::FieldSkipped, &pairs, old_field, &at);
        }
    }

    /// Compares whether two fields may be absent.
    fn compare_defaults(&mut self, new: &Field, old: &Field, path: &str) {
        match (new.has_default, old.has_default) {
            (false, true) => self.say(Rule::DefaultGone, path, &[]),
            (true, false) => self.say(Rule::DefaultNew, path, &[]),
            _ => {}
        }
    }

    /// Compares the fields in a native layout: in the order of the bytes, with the sizes before them.
    fn compare_slots<'f>(
        &mut self,
        (new, new_plan): (&'f [Field], ConstructorFacts),
        (old, old_plan): (&'f [Field], ConstructorFacts),
        path: &str,
        place: &str,
    ) where
        's: 'f,
    {
        let format = self.new.plan.format;
        let slots = |fields: &'f [Field], plans: &'s [FieldFacts]| {
            let fields = fields.iter().zip(plans).enumerate();
            let mut slots: Vec<Slot<'f>> = fields.map(|(index, (field, plan))| (field, plan, index)).collect();
            if !format.sizes_every_field() {
                slots.retain(|(_, plan, _)| plan.size != Some(0));
            }
            if format.static_first {
                slots.sort_by_key(|(_, plan, _)| plan.size.is_none());
            }
            slots
        };
        let (new_slots, old_slots) = (slots(new, self.new.fields(new_plan)), slots(old, self.old.fields(old_plan)));
        if new_plan.is_extensible && old_plan.is_extensible {
            return self.compare_open_slots((new, &new_slots), (old, &old_slots), path, place);
        }
        let pairs = Pairs::new((new, old), (fields_of(&new_slots), fields_of(&old_slots)));
        for index in 0..new_slots.len().max(old_slots.len()) {
            match (new_slots.get(index), old_slots.get(index)) {
                (Some(new_slot), Some(old_slot)) => {
                    let at = self.at_field(path, place, new_slot.0);
                    if self.compare_slot(&pairs, (*new_slot, *old_slot), &at) {
                        self.pair(new_slot.0.of, old_slot.0.of, at);
                    }
                }
                (Some((new_field, ..)), None) => {
                    let at = self.at_field(path, place, new_field);
                    self.say_alone(Rule::FieldNew, &pairs, new_field, &at);
                }
                (None, Some((old_field, ..))) => {
                    let at = self.at_field(path, place, old_field);
                    self.say_alone(Rule::FieldGone, &pairs, old_field, &at);
                }
                (None, None) => {}
            }
        }
    }

    /// Compares two fields at one place of a native layout. Returns whether they are the same field, as far as names
    /// say, and both or neither have a size before them.
    fn compare_slot(&mut self, pairs: &Pairs<'_>, (new, old): (Slot<'_>, Slot<'_>), path: &str) -> bool {
        if !self.compare_names(pairs, (new.0, old.0), path) {
            return false;
        }
        let is_same = new.1.is_sized == old.1.is_sized;
        if !is_same {
            self.say(Rule::FieldSized, path, &[]);
        }
        is_same
    }

    /// Compares the fields of extensible types in a native layout: those of the static part, then the others. Fields
    /// at the end of each may be absent, or skipped.
    fn compare_open_slots<'f>(
        &mut self,
        (new, new_slots): (&'f [Field], &[Slot<'f>]),
        (old, old_slots): (&'f [Field], &[Slot<'f>]),
        path: &str,
        place: &str,
    ) {
        let static_first = self.new.plan.format.static_first;
        let parts = |slots: &[Slot<'f>]| {
            let is_fixed = |slot: &&Slot<'f>| static_first && slot.1.size.is_some();
            let fixed: Vec<_> = slots.iter().filter(is_fixed).copied().collect();
            let varying: Vec<_> = slots.iter().filter(|slot| !is_fixed(slot)).copied().collect();
            [fixed, varying]
        };
        let (mut is_present, mut is_moved) = (vec![false; new.len()], vec![false; new.len()]);
        for (new_part, old_part) in parts(new_slots).iter().zip(&parts(old_slots)) {
            let pairs = Pairs::new((new, old), (fields_of(new_part), fields_of(old_part)));
            for (new_slot, old_slot) in new_part.iter().zip(old_part) {
                let ((new_field, _, index), (old_field, ..)) = (new_slot, old_slot);
                is_present[*index] = true;
                let at = self.at_field(path, place, new_field);
                if self.compare_slot(&pairs, (*new_slot, *old_slot), &at) {
                    self.compare_defaults(new_field, old_field, &at);
                    self.pair(new_field.of, old_field.of, at);
                }
            }
            for (old_field, ..) in old_part.iter().skip(new_part.len()) {
                let at = self.at_field(path, place, old_field);
                self.say_alone(Rule::FieldSkipped, &pairs, old_field, &at);
            }
            for (new_field, _, index) in new_part.iter().skip(old_part.len()) {
                is_moved[*index] = self.say_moved(&pairs, new_field, &self.at_field(path, place, new_field));
            }
        }
        let last = is_present.iter().rposition(|is_present| *is_present);
        for (new_field, _, index) in new_slots.iter().filter(|(.., index)| !is_present[*index] && !is_moved[*index]) {
            let rule = match (new_field.has_default, Some(*index) < last) {
                (true, false) => Rule::FieldWithDefault,
                (true, true) => Rule::FieldBetween,
                (false, _) => Rule::FieldWithoutDefault,
            };
            self.say(rule, &self.at_field(path, place, new_field), &[]);
        }
    }
}
