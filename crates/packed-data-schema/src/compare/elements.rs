//! Arrays, sequences, sets and maps.

use super::{Comparer, Effect, Side};
use crate::plan::Form;
use crate::schema::{Type, TypeIndex};

impl Comparer<'_> {
    /// Compares two lists of elements, and how they are stored.
    pub(super) fn compare_elements(
        &mut self,
        (one, other): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
        path: &str,
    ) {
        match self.other_elements((one, other), of) {
            Some(meaning) => self.say(Effect::Broken, path, meaning),
            None => self.pair(one, other, Self::join(path, "[]")),
        }
    }

    /// Returns why two lists are not read at all, whatever their elements are.
    fn other_elements(&self, (one, other): (TypeIndex, TypeIndex), of: (TypeIndex, TypeIndex)) -> Option<String> {
        let element = |side: &Side<'_>, index: TypeIndex| match side.plan.nodes[index as usize].form {
            Form::Array { element, .. } | Form::Sequence { element, .. } => Some(element),
            _ => None,
        };
        let (new, old) = (element(&self.new, of.0), element(&self.old, of.1));
        let is_set = matches!(self.new.packed(of.0), Type::Sorted { .. });
        if self.is_cbor() && !is_set && self.new.is_byte(one) != self.old.is_byte(other) {
            return Some("a sequence of `u8` is a byte string, and no other is: bytes are refused".into());
        }
        let is_map = |side: &Side<'_>, index| side.schema.entry(index).is_some();
        if (is_map(&self.new, one) != is_map(&self.old, other))
            && (self.is_cbor() || self.new.plan.format.map_mark.is_some())
        {
            return Some(self.meaning_of_other(of.0, of.1));
        }
        if let (Some(new), Some(old)) = (new, old)
            && new.is_indexed != old.is_indexed
        {
            let meaning = "the elements had one size and now vary in size, or the reverse: `Indexed` stores where they \
                           end only if they vary";
            return Some(meaning.into());
        }
        None
    }

    /// Compares a sequence with a set or map.
    pub(super) fn compare_sorted(
        &mut self,
        (one, other): (TypeIndex, TypeIndex),
        of: (TypeIndex, TypeIndex),
        is_sequence: bool,
        path: &str,
    ) {
        let is_map = [self.new.schema.entry(one), self.old.schema.entry(other)].iter().any(Option::is_some);
        let sequence_of_bytes = if is_sequence { self.new.is_byte(one) } else { self.old.is_byte(other) };
        if (is_map && (self.is_cbor() || self.new.plan.format.map_mark.is_some()))
            || (self.is_cbor() && sequence_of_bytes)
        {
            return self.other_type(of.0, of.1, path);
        }
        // (Whether it is sorted does not matter if it is not read at all.)
        if self.other_elements((one, other), of).is_none() {
            let (effect, meaning) = match is_sequence {
                true => (Effect::Fine, "a set or map became a sequence: all of them are read"),
                false if self.is_cbor() => {
                    (Effect::Narrowed, "a sequence became a set or map: those in which elements are equal are refused")
                }
                false => (Effect::Narrowed, "a sequence became a set or map: those that are not sorted are refused"),
            };
            self.say(effect, path, meaning);
        }
        self.compare_elements((one, other), of, path);
    }
}
