//! Whether a float keeps a decimal number.

use core::fmt;
use core::fmt::Write;

/// The number of digits that tell any two values of `f64` apart.
const F64_DIGITS: u32 = f64::DIGITS + 2;
/// The number of digits that tell any two values of `f32` apart.
const F32_DIGITS: u32 = f32::DIGITS + 3;

/// Returns whether an `f64` keeps a decimal number: the number has at most 17 significant digits, and no other decimal
/// of the same number of digits is nearer to the float. So 0.1 is kept, and so is the shortest text that tells two
/// floats apart; a number with more digits is not. `value` is the float that is nearest to the number.
///
/// ```
/// use packed_data_schema::keeps_decimal;
///
/// assert!(keeps_decimal("0.1", 0.1) && keeps_decimal("1e3", 1000.0));
/// assert!(!keeps_decimal("9007199254740993", 9007199254740992.0));
/// ```
pub fn keeps_decimal(number: &str, value: f64) -> bool {
    keeps(number, value, F64_DIGITS)
}

/// Returns whether an `f32` keeps a decimal number: as [`keeps_decimal`], with at most 9 digits.
pub(crate) fn keeps_decimal_f32(number: &str, value: f32) -> bool {
    keeps(number, value, F32_DIGITS)
}

fn keeps<F: fmt::LowerExp + Into<f64> + Copy>(number: &str, value: F, digits: u32) -> bool {
    let size = value.into().abs();
    match Decimal::parse(number.as_bytes()) {
        Some(Decimal { count: 0, .. }) => size == 0.0,
        Some(decimal) if decimal.count <= digits && size.is_finite() => {
            // (Of two decimals that are as near, the first is printed with an even last digit; the second may be the
            // shortest form.)
            decimal.is_nearest(size).unwrap_or_else(|| {
                decimal.is_printed(format_args!("{value:.*e}", decimal.count as usize - 1))
                    || decimal.is_printed(format_args!("{value:e}"))
            })
        }
        _ => false,
    }
}

/// A number without its sign: an integer times a power of ten.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Decimal {
    /// The digits as an integer; the last is not zero, except in zero.
    digits: u64,
    /// The number of digits; none for zero.
    count: u32,
    power: i64,
}

impl Decimal {
    /// Parses a number as JSON has it. `None` if it has more than 17 significant digits, or is none.
    fn parse(text: &[u8]) -> Option<Self> {
        let text = text.strip_prefix(b"-").unwrap_or(text);
        let (mut digits, mut count) = (0_u64, 0_u32);
        // (How many digits there are, up to the last that is not zero, and before the point.)
        let (mut seen, mut last, mut point) = (0_i64, 0, None);
        let mut power = 0;
        for (at, &byte) in text.iter().enumerate() {
            match byte {
                b'0' => seen += 1,
                b'1'..=b'9' => {
                    seen += 1;
                    // (Zeros count only between others. Most digits follow one that is not zero.)
                    if count > 0 && seen - last > 1 {
                        let zeros = u32::try_from(seen - last - 1).ok()?;
                        count = count.checked_add(zeros).filter(|count| *count < F64_DIGITS)?;
                        digits *= 10_u64.pow(zeros);
                    }
                    (count, last) = (count + 1, seen);
                    if count > F64_DIGITS {
                        return None;
                    }
                    digits = digits * 10 + u64::from(byte - b'0');
                }
                b'.' => point = Some(seen),
                b'e' | b'E' => {
                    // (No float except zero has an exponent that does not fit the integer.)
                    power = str::from_utf8(text.get(at + 1..)?).ok()?.parse().unwrap_or(i64::MAX);
                    break;
                }
                _ => return None,
            }
        }
        if count == 0 {
            return Some(Self { digits, count, power: 0 });
        }
        Some(Self { digits, count, power: (point.unwrap_or(seen) - last).checked_add(power)? })
    }

    /// Returns whether no decimal with the same number of digits is nearer to a float. `None` if the numbers are too
    /// large or too small to compare them as integers of 128 bits.
    fn is_nearest(&self, value: f64) -> Option<bool> {
        let bits = value.to_bits();
        let (exponent, fraction) = ((bits >> 52) as i64, bits & ((1 << 52) - 1));
        // value = mantissa / 2^shift
        let (mantissa, shift) = (u128::from(fraction | 1 << 52), 1075 - exponent);
        if !(0..=69).contains(&shift) || !(-22..=0).contains(&self.power) {
            return None;
        }
        // |value - decimal| * 2 <= 10^power
        let float = 2 * mantissa * 10_u128.pow((-self.power) as u32);
        let decimal = u128::from(2 * self.digits) << shift;
        Some(float.abs_diff(decimal) <= 1 << shift)
    }

    /// Returns whether a text is the same number.
    fn is_printed(&self, text: fmt::Arguments<'_>) -> bool {
        // (A sign, digits, a point, and an exponent of at most three digits with a sign.)
        let mut printed = Printed { bytes: [0; F64_DIGITS as usize + 8], len: 0 };
        printed.write_fmt(text).is_ok() && Self::parse(&printed.bytes[..printed.len]) == Some(*self)
    }
}

/// The text of a float.
struct Printed {
    bytes: [u8; F64_DIGITS as usize + 8],
    len: usize,
}

impl Write for Printed {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        let end = self.len + text.len();
        self.bytes.get_mut(self.len..end).ok_or(fmt::Error)?.copy_from_slice(text.as_bytes());
        self.len = end;
        Ok(())
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

    /// Comparing numbers as integers has the same result as printing them.
    #[test]
    fn integers_and_printed_numbers_agree() {
        let (mut bits, mut compared) = (1_u64, [0; 2]);
        for _ in 0..200_000 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let text = format!("{}.{:014}", (bits >> 40) % 1000, bits % 100_000_000_000_000);
            let (value, decimal) = (text.parse().unwrap(), Decimal::parse(text.as_bytes()).unwrap());
            let printed = decimal.is_printed(format_args!("{value:.*e}", decimal.count as usize - 1))
                || decimal.is_printed(format_args!("{value:e}"));
            if let Some(is_nearest) = decimal.is_nearest(value) {
                assert_eq!(is_nearest, printed, "{text}");
                compared[usize::from(is_nearest)] += 1;
            }
        }
        assert!(compared.iter().all(|count| *count > 10_000), "{compared:?}");
    }

    /// Every text of a float that identifies it, with any number of digits, is kept.
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
