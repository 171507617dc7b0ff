//! Fields.

use std::collections::HashSet;

use super::{Comparer, Effect};
use crate::layout::SizeRule;
use crate::plan::{ConstructorPlan, FieldPlan};
use crate::schema::Field;

/// A field at a place of a native layout.
type Slot<'s> = (&'s Field, &'s FieldPlan);

impl<'s> Comparer<'s> {
    /// Returns the path to a field; `place` is what precedes its name.
    fn at_field(path: &str, place: &str, field: &Field) -> String {
        Self::join(path, &format!("{place}.{}", field.name))
    }

    /// Compares the fields of two structs or constructors; `place` is what precedes the name of a field.
    pub(super) fn compare_fields(
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
            let at = Self::at_field(path, place, field);
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
            let at = Self::at_field(path, place, other);
            self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
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
            let mut slots: Vec<Slot<'s>> = fields.iter().zip(plans).collect();
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
                (Some(slot), Some(other_slot)) => {
                    let at = Self::at_field(path, place, slot.0);
                    if self.compare_slot((new, *slot), (old, *other_slot), &at) {
                        self.pair(slot.0.of, other_slot.0.of, at);
                    }
                }
                (Some((field, _)), None) => {
                    let at = Self::at_field(path, place, field);
                    let meaning = "the field is new: the bytes do not have it, and are refused or misread";
                    self.say(Effect::Broken, &at, meaning);
                }
                (None, Some((other, _))) => {
                    let at = Self::at_field(path, place, other);
                    self.say(Effect::Broken, &at, "the field is gone, but not its bytes: they are refused or misread");
                }
                (None, None) => {}
            }
        }
    }

    /// Compares two fields at one place of a native layout. Returns whether they are the same field, as far as names
    /// say, and both or neither have a size before them.
    fn compare_slot(&mut self, new: (&[Field], Slot<'_>), old: (&[Field], Slot<'_>), path: &str) -> bool {
        let ((all, (field, plan)), (others, (other, other_plan))) = (new, old);
        if !self.compare_names((all, field), (others, other), path) {
            return false;
        }
        if plan.is_sized != other_plan.is_sized {
            let meaning = "a size is before the field now, or not any more: bytes are refused or misread";
            self.say(Effect::Broken, path, meaning);
            return false;
        }
        true
    }

    /// Compares the fields of extensible types in a native layout: those of the static part, then the others. Fields
    /// at the end of each may be absent, or skipped.
    fn compare_open_slots(
        &mut self,
        (new, one): (&'s [Field], &[Slot<'s>]),
        (old, other): (&'s [Field], &[Slot<'s>]),
        path: &str,
        place: &str,
    ) {
        let static_first = self.new.plan.rules.static_first;
        let parts = |slots: &[Slot<'s>]| {
            let is_fixed = |slot: &&Slot<'s>| static_first && slot.1.size.is_some();
            let fixed: Vec<_> = slots.iter().filter(is_fixed).copied().collect();
            let others: Vec<_> = slots.iter().filter(|slot| !is_fixed(slot)).copied().collect();
            [fixed, others]
        };
        let mut present = HashSet::new();
        for (one, other) in parts(one).iter().zip(&parts(other)) {
            for ((field, plan), (other, other_plan)) in one.iter().zip(other) {
                present.insert(field.name.as_str());
                let at = Self::at_field(path, place, field);
                if self.compare_slot((new, (field, plan)), (old, (other, other_plan)), &at) {
                    self.compare_defaults(field, other, &at);
                    self.pair(field.of, other.of, at);
                }
            }
            for (other, _) in other.iter().skip(one.len()) {
                let at = Self::at_field(path, place, other);
                self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
            }
        }
        let is_present = |field: &Field| present.contains(field.name.as_str());
        let last = new.iter().rposition(is_present);
        for (field, _) in one.iter().filter(|(field, _)| !present.contains(field.name.as_str())) {
            let index = new.iter().position(|other| std::ptr::eq(other, *field));
            let at = Self::at_field(path, place, field);
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
}
