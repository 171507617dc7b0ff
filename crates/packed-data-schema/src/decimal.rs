//! Whether a float keeps a decimal number.

use std::fmt;
use std::io::Write;
use std::ops::Range;

/// The number of digits that tell any two values of `f64` apart.
const F64_DIGITS: usize = f64::DIGITS as usize + 2;
/// The number of digits that tell any two values of `f32` apart.
const F32_DIGITS: usize = f32::DIGITS as usize + 3;

/// Returns whether an `f64` keeps a decimal number: whether the float, printed in its shortest form or with as many
/// significant digits as the number has, at most 17, is that number. So 0.1 is kept, and so is what programs print to
/// tell two values apart; a number with more digits is not. `value` is the float that is nearest to the number.
///
/// ```
/// use packed_data_schema::keeps_decimal;
///
/// assert!(keeps_decimal("0.1", 0.1) && keeps_decimal("1e3", 1000.0));
/// assert!(!keeps_decimal("9007199254740993", 9007199254740992.0));
/// ```
pub fn keeps_decimal(number: &str, value: f64) -> bool {
    keeps(number, value, F64_DIGITS, f64::DIGITS as usize, 1e-290..1e290)
}

/// Returns whether an `f32` keeps a decimal number: as [`keeps_decimal`], with at most 9 digits.
pub(crate) fn keeps_decimal_f32(number: &str, value: f32) -> bool {
    keeps(number, value, F32_DIGITS, f32::DIGITS as usize, 1e-30..1e30)
}

/// `digits` tell any two values apart; `few` digits are always kept in the range `normal`.
fn keeps<F: fmt::LowerExp + Into<f64> + Copy>(
    number: &str,
    value: F,
    digits: usize,
    few: usize,
    normal: Range<f64>,
) -> bool {
    let size = value.into().abs();
    let mut read = [0; F64_DIGITS];
    match Decimal::parse(number.as_bytes(), &mut read) {
        None => false,
        Some(Decimal { digits: [], .. }) => size == 0.0,
        Some(decimal) if decimal.digits.len() <= few && normal.contains(&size) => true,
        Some(decimal) if decimal.digits.len() > digits || !size.is_finite() => false,
        // (Of two decimals that are as near, the shortest form is not always the one with an even last digit.)
        Some(decimal) => {
            decimal.is_printed(format_args!("{value:.*e}", decimal.digits.len() - 1))
                || decimal.is_printed(format_args!("{value:e}"))
        }
    }
}

/// A number without its sign: `0.DIGITS` times a power of ten.
#[derive(Debug, PartialEq)]
struct Decimal<'d> {
    /// The digits, of which the first and the last are not zero; none for zero.
    digits: &'d [u8],
    exponent: i64,
}

impl<'d> Decimal<'d> {
    /// Returns whether a text is the same number.
    fn is_printed(&self, text: fmt::Arguments<'_>) -> bool {
        // (A sign, a digit, a point, digits, and an exponent of at most three digits.)
        let mut printed = [0; F64_DIGITS + 8];
        let mut rest = &mut printed[..];
        let is_written = rest.write_fmt(text).is_ok();
        let left = rest.len();
        let mut digits = [0; F64_DIGITS];
        is_written && Decimal::parse(&printed[..printed.len() - left], &mut digits).as_ref() == Some(self)
    }

    /// Parses a number as JSON has it. `None` if it has more digits than `to` has bytes, or is none.
    fn parse(text: &[u8], to: &'d mut [u8; F64_DIGITS]) -> Option<Self> {
        let text = text.strip_prefix(b"-").unwrap_or(text);
        let end = text.iter().position(|byte| matches!(byte, b'e' | b'E')).unwrap_or(text.len());
        let (mut count, mut zeros, mut exponent, mut is_fraction) = (0, 0_usize, 0_i64, false);
        for &byte in &text[..end] {
            match byte {
                b'.' => {
                    is_fraction = true;
                    continue;
                }
                b'0' if count == 0 => exponent -= i64::from(is_fraction),
                // (Zeros count only if another digit follows.)
                b'0' => zeros += 1,
                b'1'..=b'9' => {
                    to.get_mut(count..=count + zeros)?.fill(b'0');
                    (count, zeros) = (count + zeros + 1, 0);
                    to[count - 1] = byte;
                }
                _ => return None,
            }
            exponent += i64::from(count > 0 && !is_fraction);
        }
        if count == 0 {
            return Some(Self { digits: &[], exponent: 0 });
        }
        if let Some(power) = text.get(end + 1..) {
            let power = std::str::from_utf8(power).ok()?;
            // (An exponent that no integer has is not that of a float either.)
            exponent = exponent.checked_add(power.parse().ok()?)?;
        }
        Some(Self { digits: &to[..count], exponent })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decimals() {
        for (number, is_kept) in [
            ("0", true),
            ("-0.000e5", true),
            ("100e-2", true),
            ("0.00012345", true),
            ("123456789012345678901234567890", false),
            ("18446744073709551616", false),
            ("1000000000000000000000000", true),
            ("9007199254740992", true),
            ("9007199254740993", false),
            ("5e-324", true),
            ("4.94E-324", true),
            ("4.9e-324", true),
            ("4.5e-324", false),
            ("1e-400", false),
            ("1.7976931348623157e+308", true),
            ("1e99999999999999999999", false),
            ("0.100000000000000005", false),
            ("0.10000000000000001", true),
            ("1.50000000000000000000000000000", true),
        ] {
            let value: f64 = number.parse().unwrap();
            assert_eq!(keeps_decimal(number, value), is_kept, "{number}");
        }
        assert!(keeps_decimal_f32("0.100000001", 0.1) && !keeps_decimal_f32("16777217", 16_777_216.0));
        assert!(!keeps_decimal_f32("1e300", f32::INFINITY) && keeps_decimal_f32("3.4028235e38", f32::MAX));
    }

    /// Whatever is printed of a float, with any number of digits that identify it, is kept.
    #[test]
    fn what_is_printed_is_kept() {
        let mut bits = 1_u64;
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let value = f64::from_bits(bits);
            if value.is_finite() {
                for text in [format!("{value}"), format!("{value:e}"), format!("{value:.16e}"), format!("{value:.15e}")]
                {
                    let read: f64 = text.parse().unwrap();
                    assert!(keeps_decimal(&text, read) || text.len() > 300 || read != value, "{text}");
                }
            }
            let narrow = f32::from_bits(bits as u32);
            if narrow.is_finite() {
                assert!(keeps_decimal_f32(&format!("{narrow:e}"), narrow), "{narrow}");
                assert!(keeps_decimal_f32(&format!("{narrow:.8e}"), narrow), "{narrow}");
            }
        }
    }
}
