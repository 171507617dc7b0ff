//! What a path leads to as one of a few kinds, and how it compares with a literal.

use core::cmp::Ordering;

use super::{Literal, Logic, Operator};
use crate::path::THROUGH;
use crate::read::{Content, Value};
use crate::schema::{Constructor, Enum, Type};
use packed_data_model::visit::ScalarValue;

/// A value without parts, as a [`Literal`] is compared with it. Optional values and newtypes are what they contain.
///
/// ```
/// use packed_data::Packed;
/// use packed_data_schema::filter::Atom;
/// use packed_data_schema::{LayoutId, Schema};
///
/// let codec = Schema::of::<Option<u8>>().into_codec(LayoutId::Compact)?;
/// assert_eq!(Atom::of(codec.value(&Packed::<Option<u8>>::pack(&Some(7)).into_inner())), Atom::Int(7));
/// assert_eq!(Atom::of(codec.value(&Packed::<Option<u8>>::pack(&None).into_inner())), Atom::Null);
/// # Ok::<(), packed_data_schema::Unsupported>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Atom<'v> {
    /// Nothing, or a null.
    Null,
    /// A truth value.
    Bool(bool),
    /// An integer.
    Int(i128),
    /// An integer that is greater than any `i128`.
    Large(u128),
    /// A float.
    Float(f64),
    /// A text, or the name of a constructor without fields.
    Text(&'v str),
    /// A character.
    Char(char),
    /// A duration, in seconds and nanoseconds.
    Duration(u64, u32),
    /// A time, in seconds from the beginning of 1970 on, and nanoseconds.
    Time(i64, u32),
    /// A value with parts.
    Other,
}

impl<'v> From<&'v Literal> for Atom<'v> {
    fn from(literal: &'v Literal) -> Self {
        match literal {
            Literal::Null => Self::Null,
            Literal::Bool(value) => Self::Bool(*value),
            Literal::Int(value) => Self::Int(*value),
            Literal::Float(value) => Self::Float(*value),
            Literal::Text(text) => Self::Text(text),
        }
    }
}

impl<'v> Atom<'v> {
    /// Returns what a value is.
    pub fn of(mut value: Value<'v>) -> Self {
        // (Optional values and newtypes are what they contain; their number is bounded by the bytes or the schema.)
        for _ in 0..THROUGH {
            let of = value.packed_type();
            if matches!(of, Type::Struct(of) if of.fields.is_empty()) {
                return Self::Null;
            }
            let mut parts = match value.content() {
                Some(Content::Scalar(scalar)) => return Self::of_scalar(scalar),
                Some(Content::Text(text)) => return Self::Text(text),
                Some(Content::Parts(parts)) => parts,
                _ => return Self::Other,
            };
            let fields = match (of, parts.constructor()) {
                (Type::Struct(of), _) => &of.fields,
                (Type::Enum(of), Some(constructor)) if constructor.fields.is_empty() => {
                    return Self::of_constructor(of, constructor);
                }
                (Type::Enum(_), Some(constructor)) => &constructor.fields,
                _ => return Self::Other,
            };
            match (&fields[..], parts.next()) {
                ([only], Some(part)) if !only.is_named() => value = part.value,
                _ => return Self::Other,
            }
        }
        Self::Other
    }

    /// Returns what a constructor without fields is.
    pub fn of_constructor(of: &Enum, constructor: &'v Constructor) -> Self {
        match constructor.name.as_str() {
            _ if of.is_optional => Self::Null,
            // The null of a JSON document.
            "Null" if of.name == "Json" => Self::Null,
            name => Self::Text(name),
        }
    }

    /// Returns what a scalar is.
    pub fn of_scalar(value: ScalarValue) -> Self {
        match value {
            ScalarValue::Unsigned(value) => i128::try_from(value).map_or(Self::Large(value), Self::Int),
            ScalarValue::Signed(value) => Self::Int(value),
            ScalarValue::F32(value) => Self::Float(value.into()),
            ScalarValue::F64(value) => Self::Float(value),
            ScalarValue::Bool(value) => Self::Bool(value),
            ScalarValue::Char(value) => Self::Char(value),
            ScalarValue::Duration(seconds, nanoseconds) => Self::Duration(seconds, nanoseconds),
            ScalarValue::Time(seconds, nanoseconds) => Self::Time(seconds, nanoseconds),
        }
    }

    /// Returns whether the value compares so with a literal; `None` if that is unknown.
    #[inline]
    pub(super) fn test(&self, operator: Operator, literal: &Literal, logic: Logic) -> Option<bool> {
        match self.compare(literal, logic) {
            Some(order) => Some(operator.holds(order)),
            // (Whether something is null is always known.)
            None if logic == Logic::TwoValued || *literal == Literal::Null => Some(operator == Operator::NotEqual),
            None => None,
        }
    }

    /// Calls `f` with a text or a character as a text.
    pub(super) fn with_text<R>(&self, f: impl FnOnce(&str) -> R) -> Option<R> {
        match self {
            Self::Text(text) => Some(f(text)),
            Self::Char(character) => Some(f(character.encode_utf8(&mut [0; 4]))),
            _ => None,
        }
    }

    /// Returns the order of value and literal; `None` if they are of different kinds.
    pub(super) fn compare(&self, literal: &Literal, logic: Logic) -> Option<Ordering> {
        match (self, literal) {
            (Self::Null, Literal::Null) => Some(Ordering::Equal),
            (Self::Bool(a), Literal::Bool(b)) => Some(a.cmp(b)),
            (Self::Int(a), Literal::Int(b)) => Some(a.cmp(b)),
            (Self::Large(_), Literal::Int(_)) => Some(Ordering::Greater),
            (Self::Int(a), Literal::Float(b)) => int_and_float(*a, *b, logic),
            (Self::Large(a), Literal::Float(b)) => large_and_float(*a, *b, logic),
            (Self::Float(a), Literal::Int(b)) => int_and_float(*b, *a, logic).map(Ordering::reverse),
            (Self::Float(a), Literal::Float(b)) => floats(*a, *b, logic),
            (Self::Text(a), Literal::Text(b)) => Some((*a).cmp(b.as_str())),
            (Self::Char(a), Literal::Text(b)) => Some((*a.encode_utf8(&mut [0; 4])).cmp(b.as_str())),
            _ => None,
        }
    }
}

/// Compares floats.
fn floats(a: f64, b: f64, logic: Logic) -> Option<Ordering> {
    let positive_zero = |float: f64| if float == 0.0 { 0.0 } else { float };
    match logic {
        Logic::TwoValued => a.partial_cmp(&b),
        Logic::Sql => Some(positive_zero(a).total_cmp(&positive_zero(b))),
    }
}

/// The first float that no `i128` reaches.
const TWO_127: f64 = (1_u128 << 127) as f64;

/// Compares an integer with a float exactly.
fn int_and_float(int: i128, float: f64, logic: Logic) -> Option<Ordering> {
    if float.is_nan() {
        return floats(0.0, float, logic);
    }
    if float >= TWO_127 {
        return Some(Ordering::Less);
    }
    if float < -TWO_127 {
        return Some(Ordering::Greater);
    }
    // (Now the integer part fits. It is a float too, since `float` has no more digits.)
    let whole = float as i128;
    let rest = float - whole as f64;
    Some(int.cmp(&whole).then(0.0.partial_cmp(&rest)?))
}

/// Compares an integer that is greater than any `i128` with a float exactly.
fn large_and_float(int: u128, float: f64, logic: Logic) -> Option<Ordering> {
    if float.is_nan() {
        return floats(0.0, float, logic);
    }
    // (A float of this size has no fraction.)
    Some(if float >= 2.0 * TWO_127 { Ordering::Less } else { int.cmp(&(float as u128)) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_and_floats() {
        for (int, float, order) in [
            (9_007_199_254_740_993, 9_007_199_254_740_992.0, Some(Ordering::Greater)),
            (-3, -3.5, Some(Ordering::Greater)),
            (-4, -3.5, Some(Ordering::Less)),
            (3, 3.5, Some(Ordering::Less)),
            (i128::MAX, 2_f64.powi(127), Some(Ordering::Less)),
            (i128::MIN, -(2_f64.powi(127)), Some(Ordering::Equal)),
            (0, f64::NAN, None),
            (0, f64::NEG_INFINITY, Some(Ordering::Greater)),
        ] {
            assert_eq!(int_and_float(int, float, Logic::TwoValued), order, "{int} {float}");
        }
        assert_eq!(int_and_float(i128::MAX, f64::NAN, Logic::Sql), Some(Ordering::Less));
        assert_eq!(int_and_float(i128::MIN, -f64::NAN, Logic::Sql), Some(Ordering::Greater));
    }

    /// Every integer beyond `i128` was equal to 2^127.
    #[test]
    fn large_integers_and_floats() {
        let two_127 = 1_u128 << 127;
        for (int, float, order) in [
            (two_127, 2_f64.powi(127), Ordering::Equal),
            (two_127 + 1, 2_f64.powi(127), Ordering::Greater),
            (u128::MAX, 2_f64.powi(127), Ordering::Greater),
            (u128::MAX, 2_f64.powi(128), Ordering::Less),
            (u128::MAX, f64::INFINITY, Ordering::Less),
            (two_127, -1.5, Ordering::Greater),
            (two_127, f64::NEG_INFINITY, Ordering::Greater),
        ] {
            assert_eq!(large_and_float(int, float, Logic::TwoValued), Some(order), "{int} {float}");
        }
    }
}
