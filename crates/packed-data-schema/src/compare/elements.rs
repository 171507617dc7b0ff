//! Arrays, sequences, sets and maps.

use super::{Comparer, Rule, Side};
use crate::plan::Form;
use crate::schema::{Type, TypeIndex};

impl Comparer<'_> {
    /// Compares two lists of elements, and how they are stored.
    pub(super) fn compare_elements(
        &mut self,
        (new_element, old_element): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
        path: &str,
    ) {
        match self.rule_of_elements((new_element, old_element), of) {
            Some(Rule::TypeOther) => self.say_other_type(of.0, of.1, path),
            Some(rule) => self.say(rule, path, &[]),
            None => self.pair(new_element, old_element, Self::join(path, "[]")),
        }
    }

    /// Returns the rule by which two lists are not read at all, whatever their elements are.
    fn rule_of_elements(
        &self,
        (new_element, old_element): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
    ) -> Option<Rule> {
        let is_set = matches!(self.new.packed(of.0), Type::Sorted { .. });
        if self.is_cbor() && !is_set && self.new.is_byte(new_element) != self.old.is_byte(old_element) {
            return Some(Rule::ByteString);
        }
        let is_map = |side: &Side<'_>, index| side.schema.entry(index).is_some();
        if (is_map(&self.new, new_element) != is_map(&self.old, old_element))
            && (self.is_cbor() || self.new.plan.format.map_mark.is_some())
        {
            return Some(Rule::TypeOther);
        }
        let is_indexed = |side: &Side<'_>, index: TypeIndex| match side.plan.nodes[index as usize].form {
            Form::Array { element, .. } | Form::Sequence { element, .. } => Some(element.is_indexed),
            _ => None,
        };
        let (new_indexed, old_indexed) = (is_indexed(&self.new, of.0)?, is_indexed(&self.old, of.1)?);
        (new_indexed != old_indexed).then_some(Rule::TableOfEnds)
    }

    /// Compares a sequence with a set or map. `is_sequence` says whether the new type is the sequence.
    pub(super) fn compare_sorted(
        &mut self,
        (new_element, old_element): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
        is_sequence: bool,
        path: &str,
    ) {
        let entries = [self.new.schema.entry(new_element), self.old.schema.entry(old_element)];
        let is_map = entries.iter().any(Option::is_some);
        let sequence_of_bytes = if is_sequence { self.new.is_byte(new_element) } else { self.old.is_byte(old_element) };
        if (is_map && (self.is_cbor() || self.new.plan.format.map_mark.is_some()))
            || (self.is_cbor() && sequence_of_bytes)
        {
            return self.say_other_type(of.0, of.1, path);
        }
        // (Whether it is sorted does not matter if it is not read at all.)
        if self.rule_of_elements((new_element, old_element), of).is_none() {
            let rule = match is_sequence {
                true => Rule::SortedToSequence,
                false if self.is_cbor() => Rule::EqualElements,
                false => Rule::UnsortedElements,
            };
            self.say(rule, path, &[]);
        }
        self.compare_elements((new_element, old_element), of, path);
    }
}
