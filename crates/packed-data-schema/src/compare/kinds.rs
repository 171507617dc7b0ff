//! Numbers, and types of different kinds.

use alloc::format;

use super::{Comparer, Rule, Side};
use crate::schema::{Scalar, Struct, StructKind, Type, TypeIndex};

impl<'s> Comparer<'s> {
    pub(super) fn compare_scalars(
        &mut self,
        (new_scalar, new): (Scalar, TypeIndex),
        (old_scalar, old): (Scalar, TypeIndex),
        path: &str,
    ) {
        if new_scalar == old_scalar {
            return;
        }
        let is_cbor = self.is_cbor();
        let rule = match (new_scalar.integer(), old_scalar.integer()) {
            (Some(_), Some(_)) if !is_cbor && new_scalar.width() != old_scalar.width() => Rule::NumberWidth,
            (Some(new_sign), Some(old_sign)) if !is_cbor && new_sign != old_sign => Rule::NumberSign,
            (Some(_), Some(_)) => {
                let ((least, greatest), (low, high)) = (range(new_scalar), range(old_scalar));
                match least <= low && high <= greatest {
                    true if new_scalar.is_non_zero() && !old_scalar.is_non_zero() => Rule::NumberZero,
                    true => Rule::NumberWider,
                    false => Rule::NumberNarrower,
                }
            }
            _ => match (new_scalar, old_scalar) {
                (Scalar::F64, Scalar::F32) if is_cbor => Rule::NumberWider,
                (Scalar::F32, Scalar::F64) if is_cbor => Rule::NumberNarrower,
                _ => return self.say_other_type(new, old, path),
            },
        };
        self.say(rule, path, &[("old", &old_scalar.name()), ("new", &new_scalar.name())]);
    }

    /// Compares two types of different kinds.
    pub(super) fn compare_kinds(
        &mut self,
        (new_type, new): (&'s Type, TypeIndex),
        (old_type, old): (&'s Type, TypeIndex),
        path: &str,
    ) {
        let is_cbor = self.is_cbor();
        match (new_type, old_type) {
            (Type::Cbor | Type::Unknown, _) if is_cbor => self.say(Rule::ItemNew, path, &[]),
            (_, Type::Cbor | Type::Unknown) if is_cbor => self.say(Rule::ItemGone, path, &[]),
            (Type::Text, Type::Scalar(Scalar::Char)) if is_cbor => self.say(Rule::CharToText, path, &[]),
            (Type::Scalar(Scalar::Char), Type::Text) if is_cbor => self.say(Rule::TextToChar, path, &[]),
            (Type::Sequence { element, .. }, Type::Text | Type::Cbor) if !is_cbor && self.new.is_byte(*element) => {
                self.say(Rule::ToBytes, path, &[]);
            }
            (Type::Text | Type::Cbor, Type::Sequence { element, .. }) if !is_cbor && self.old.is_byte(*element) => {
                self.say(Rule::FromBytes, path, &[]);
            }
            (Type::Text, Type::Cbor) | (Type::Cbor, Type::Text) if !is_cbor => self.say(Rule::TextOrItem, path, &[]),
            (Type::Sequence { element: new_element, .. }, Type::Array { element: old_element, .. }) if is_cbor => {
                self.say(Rule::ArrayToSequence, path, &[]);
                self.compare_elements((*new_element, *old_element), (new, old), path);
            }
            (Type::Array { element: new_element, len }, Type::Sequence { element: old_element, .. }) if is_cbor => {
                self.say(Rule::SequenceToArray, path, &[("new", len)]);
                self.compare_elements((*new_element, *old_element), (new, old), path);
            }
            (Type::Array { element, len }, Type::Struct(of)) | (Type::Struct(of), Type::Array { element, len })
                if of.kind == StructKind::Tuple && of.fields.len() as u64 == *len && *len > 0 =>
            {
                self.compare_tuple((*element, of), (new, old), matches!(new_type, Type::Array { .. }), path);
            }
            (Type::Struct(of), Type::Enum(old_enum)) => {
                self.compare_struct_enum((of, new), (old_enum, old), true, path);
            }
            (Type::Enum(new_enum), Type::Struct(of)) => {
                self.compare_struct_enum((of, old), (new_enum, new), false, path);
            }
            _ => self.say_other_type(new, old, path),
        }
    }

    /// Compares an array with a tuple of as many fields. `is_array` says whether the new type is the array.
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
            return self.say_other_type(new, old, path);
        }
        self.say(Rule::ArrayOrTuple, path, &[]);
        for (index, field) in of.fields.iter().enumerate() {
            let (new_part, old_part) = if is_array { (element, field.of) } else { (field.of, element) };
            self.pair(new_part, old_part, Self::join(path, &format!("[{index}]")));
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
