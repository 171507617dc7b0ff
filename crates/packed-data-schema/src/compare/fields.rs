//! Fields, in the order of the bytes.

use std::cell::OnceCell;
use std::collections::HashSet;

use super::{Comparer, Effect};
use crate::layout::SizeRule;
use crate::plan::{ConstructorPlan, FieldPlan};
use crate::schema::{Field, short};

/// A field at a place of a native layout, and its index.
type Slot<'s> = (&'s Field, &'s FieldPlan, usize);

/// The fields of a struct or constructor.
struct Fields<'s> {
    all: &'s [Field],
    /// Their names, once one of them is looked for.
    names: OnceCell<HashSet<&'s str>>,
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

/// Two lists of fields that are compared place by place, with their names.
struct Pairs<'s> {
    /// All fields of the two structs or constructors; a list may have only some of them.
    all: (Fields<'s>, Fields<'s>),
    lists: (Vec<&'s Field>, Vec<&'s Field>),
    /// Known once a field is not in its place.
    order: OnceCell<Order<'s>>,
}

/// The order of two lists of fields.
struct Order<'s> {
    new: HashSet<&'s str>,
    old: HashSet<&'s str>,
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
            new.retain(|name| HashSet::contains(&old_names, name));
            old.retain(|name| HashSet::contains(&new_names, name));
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
    fn at_field(path: &str, place: &str, field: &Field) -> String {
        Self::join(path, &format!("{place}.{}", short(&field.name)))
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
    fn compare_names(&mut self, pairs: &Pairs<'_>, (one, other): (&Field, &Field), path: &str) -> bool {
        if one.name == other.name || !one.is_named() || !other.is_named() {
            return true;
        }
        let name = short(&other.name);
        let meaning = match (pairs.all.1.has(&one.name), pairs.all.0.has(&other.name)) {
            (false, false) => {
                self.say(Effect::Fine, path, format!("the field was called `{name}`: names are not in the bytes"));
                return true;
            }
            (false, true) => format!("the field is new, where `{name}` was: values are refused or misread"),
            (true, false) => format!("it is where `{name}` was, which is gone: values are refused or misread"),
            (true, true) if pairs.order().is_one && pairs.is_in_both(one) && pairs.is_in_both(other) => return false,
            (true, true) => {
                format!("its bytes were those of the field `{name}`: values change places, or are refused")
            }
        };
        self.say(Effect::Broken, path, meaning);
        false
    }

    /// Returns whether both lists have the field, which has no other at its place: it was moved. Reports that, unless
    /// other fields have moved it.
    fn say_moved(&mut self, pairs: &Pairs<'_>, field: &Field, path: &str) -> bool {
        let is_moved = field.is_named() && pairs.is_in_both(field);
        if is_moved && !pairs.order().is_one {
            self.say(Effect::Broken, path, "the field is in another place: values are refused or misread");
        }
        is_moved
    }

    /// Compares the fields in CBOR, where they are in the order of their declaration and counted.
    fn compare_items(&mut self, new: &'s [Field], old: &'s [Field], path: &str, place: &str) {
        let pairs = Pairs::new((new, old), (new.iter().collect(), old.iter().collect()));
        for (index, field) in new.iter().enumerate() {
            let at = Self::at_field(path, place, field);
            let Some(other) = old.get(index) else {
                match field.has_default {
                    _ if self.say_moved(&pairs, field, &at) => {}
                    true => self.say(Effect::Fine, &at, "the field is new; it gets its default"),
                    false => self.say(Effect::Broken, &at, "the field is new, and has no default: values are refused"),
                }
                continue;
            };
            if !self.compare_names(&pairs, (field, other), &at) {
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
            if !self.say_moved(&pairs, other, &at) {
                self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
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
            let fields = fields.iter().zip(plans).enumerate();
            let mut slots: Vec<Slot<'s>> = fields.map(|(index, (field, plan))| (field, plan, index)).collect();
            if rules.sizes != SizeRule::Every && rules.sizes != SizeRule::EveryButLast {
                slots.retain(|(_, plan, _)| plan.size != Some(0));
            }
            if rules.static_first {
                slots.sort_by_key(|(_, plan, _)| plan.size.is_none());
            }
            slots
        };
        let (one, other) = (slots(new, self.new.fields(new_plan)), slots(old, self.old.fields(old_plan)));
        if new_plan.is_extensible && old_plan.is_extensible {
            return self.compare_open_slots((new, &one), (old, &other), path, place);
        }
        let pairs = Pairs::new((new, old), (fields_of(&one), fields_of(&other)));
        for index in 0..one.len().max(other.len()) {
            match (one.get(index), other.get(index)) {
                (Some(slot), Some(other_slot)) => {
                    let at = Self::at_field(path, place, slot.0);
                    if self.compare_slot(&pairs, (*slot, *other_slot), &at) {
                        self.pair(slot.0.of, other_slot.0.of, at);
                    }
                }
                (Some((field, ..)), None) => {
                    let at = Self::at_field(path, place, field);
                    if !self.say_moved(&pairs, field, &at) {
                        let meaning = "the field is new: the bytes do not have it, and are refused or misread";
                        self.say(Effect::Broken, &at, meaning);
                    }
                }
                (None, Some((other, ..))) => {
                    let at = Self::at_field(path, place, other);
                    if !self.say_moved(&pairs, other, &at) {
                        let meaning = "the field is gone, but not its bytes: they are refused or misread";
                        self.say(Effect::Broken, &at, meaning);
                    }
                }
                (None, None) => {}
            }
        }
    }

    /// Compares two fields at one place of a native layout. Returns whether they are the same field, as far as names
    /// say, and both or neither have a size before them.
    fn compare_slot(&mut self, pairs: &Pairs<'_>, slots: (Slot<'_>, Slot<'_>), path: &str) -> bool {
        let ((field, plan, _), (other, other_plan, _)) = slots;
        if !self.compare_names(pairs, (field, other), path) {
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
        let (mut is_present, mut is_moved) = (vec![false; new.len()], vec![false; new.len()]);
        for (one, other) in parts(one).iter().zip(&parts(other)) {
            let pairs = Pairs::new((new, old), (fields_of(one), fields_of(other)));
            for (slot, other_slot) in one.iter().zip(other) {
                let ((field, _, index), (other, ..)) = (slot, other_slot);
                is_present[*index] = true;
                let at = Self::at_field(path, place, field);
                if self.compare_slot(&pairs, (*slot, *other_slot), &at) {
                    self.compare_defaults(field, other, &at);
                    self.pair(field.of, other.of, at);
                }
            }
            for (other, ..) in other.iter().skip(one.len()) {
                let at = Self::at_field(path, place, other);
                if !self.say_moved(&pairs, other, &at) {
                    self.say(Effect::Fine, &at, "the field is gone: what is there is skipped");
                }
            }
            for (field, _, index) in one.iter().skip(other.len()) {
                is_moved[*index] = self.say_moved(&pairs, field, &Self::at_field(path, place, field));
            }
        }
        let last = is_present.iter().rposition(|is_present| *is_present);
        for (field, _, index) in one.iter().filter(|(.., index)| !is_present[*index] && !is_moved[*index]) {
            let at = Self::at_field(path, place, field);
            match (field.has_default, Some(*index) < last) {
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
