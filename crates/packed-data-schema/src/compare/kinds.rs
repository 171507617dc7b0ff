//! Numbers, and types of different kinds.

use super::{Comparer, Effect, Side};
use crate::schema::{Scalar, Struct, StructKind, Type, TypeIndex};

impl<'s> Comparer<'s> {
    pub(super) fn compare_scalars(
        &mut self,
        (one, new): (Scalar, TypeIndex),
        (other, old): (Scalar, TypeIndex),
        path: &str,
    ) {
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

    /// Compares two types of different kinds.
    pub(super) fn compare_kinds(
        &mut self,
        (one, new): (&'s Type, TypeIndex),
        (other, old): (&'s Type, TypeIndex),
        path: &str,
    ) {
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
}

/// Returns the least and the greatest number of an integer type.
fn range(scalar: Scalar) -> (i128, u128) {
    let bits = 8 * scalar.width() as u32;
    match scalar.integer() {
        Some(true) => (i128::MIN >> (128 - bits), u128::MAX >> (129 - bits)),
        _ => (0, u128::MAX >> (128 - bits)),
    }
}
