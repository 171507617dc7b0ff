//! Numbers: integers in base 2, 8, 10 and 16, and floats.

use super::DiagnosticError;
use super::source::Source;
use crate::float::{double_to_single, shortest, single_to_half};
use crate::steps;

/// A number of the text, without an encoding indicator.
#[derive(Clone, Copy)]
pub(super) enum Number {
    /// Whether it has a minus sign, and the number without the sign.
    Integer(bool, u128),
    Float(f64),
}

const TOO_LARGE: &str = "an integer of at most 128 bits";

/// Reads a number that begins with a digit or a minus sign.
pub(super) fn number(source: &mut Source<'_>) -> Result<Number, DiagnosticError> {
    let begin = *source;
    let negative = source.take("-");
    if negative && source.take("Infinity") {
        return Ok(Number::Float(f64::NEG_INFINITY));
    }
    for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] {
        if source.take(prefix) {
            let digits = some_digits(source, radix)?;
            return integer(digits, radix).map(|n| Number::Integer(negative, n)).ok_or_else(|| begin.error(TOO_LARGE));
        }
    }
    let digits = some_digits(source, 10)?;
    if !matches!(source.peek(), Some('.' | 'e' | 'E')) {
        return integer(digits, 10).map(|n| Number::Integer(negative, n)).ok_or_else(|| begin.error(TOO_LARGE));
    }
    fraction(source)?;
    let len = source.offset() - begin.offset();
    steps::count_bytes(len);
    let value = begin.rest().get(..len).and_then(|text| text.parse().ok());
    value.map(Number::Float).ok_or_else(|| begin.error("a number"))
}

/// Reads the part of a float after its integer digits: a fraction, an exponent, or both.
fn fraction(source: &mut Source<'_>) -> Result<(), DiagnosticError> {
    if source.take(".") {
        some_digits(source, 10)?;
    }
    if source.take("e") || source.take("E") {
        let _signed = source.take("+") || source.take("-");
        some_digits(source, 10)?;
    }
    Ok(())
}

fn some_digits<'t>(source: &mut Source<'t>, radix: u32) -> Result<&'t str, DiagnosticError> {
    match source.take_while(|c| c.is_digit(radix)) {
        "" => Err(source.error("a digit")),
        digits => Ok(digits),
    }
}

fn integer(digits: &str, radix: u32) -> Option<u128> {
    steps::count_bytes(digits.len());
    u128::from_str_radix(digits, radix).ok()
}

/// Returns the additional information and the bits of a float: of its shortest form, or of the form with the given
/// additional information. `None` if that form does not have the value.
pub(super) fn float_bits(value: f64, info: Option<u8>) -> Option<(u8, u64)> {
    let bits = value.to_bits();
    match info {
        None => Some(shortest(value).info_and_argument()),
        Some(25) => double_to_single(bits).and_then(single_to_half).map(|half| (25, u64::from(half))),
        Some(26) => double_to_single(bits).map(|single| (26, u64::from(single))),
        Some(27) => Some((27, bits)),
        Some(_) => None,
    }
}
