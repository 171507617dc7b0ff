//! Floats of two, four and eight bytes, converted bit by bit (RFC 8949, sections 4.1 and 4.2.2).
//!
//! CBOR has floats of half, single and double precision, and the deterministic form uses the shortest of the three that
//! keeps the value. These functions take and return bits, so that they keep the payload of a NaN too.
//!
//! ```
//! use packed_data_cbor::float::{Shortest, half_to_f64, shortest};
//!
//! assert_eq!(shortest(1.5), Shortest::Half(0x3E00));
//! assert_eq!(shortest(100_000.0), Shortest::Single(0x47C3_5000));
//! assert_eq!(half_to_f64(0x3E00), 1.5);
//! ```

/// The bits of the shortest form of a float that keeps its value, and the payload of a NaN.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shortest {
    /// Half precision: two bytes.
    Half(u16),
    /// Single precision: four bytes.
    Single(u32),
    /// Double precision: eight bytes.
    Double(u64),
}

impl Shortest {
    /// Returns the additional information and the argument of the [head](crate::head) of this float.
    ///
    /// ```
    /// use packed_data_cbor::float::shortest;
    ///
    /// assert_eq!(shortest(1.5).info_and_argument(), (25, 0x3E00));
    /// ```
    #[inline]
    pub const fn info_and_argument(self) -> (u8, u64) {
        match self {
            Self::Half(bits) => (25, bits as u64),
            Self::Single(bits) => (26, bits as u64),
            Self::Double(bits) => (27, bits),
        }
    }
}

const SINGLE_EXPONENT: u32 = 0x7F80_0000;
const DOUBLE_EXPONENT: u64 = 0x7FF0_0000_0000_0000;

/// Returns the double with the value of a half; keeps the payload of a NaN.
#[inline]
pub fn half_to_f64(bits: u16) -> f64 {
    f64::from_bits(single_to_double(half_to_single(bits)))
}

/// Returns the bits of the single with the value of a half.
///
/// ```
/// use packed_data_cbor::float::half_to_single;
///
/// assert_eq!(half_to_single(0x3C00), 1.0_f32.to_bits());
/// ```
#[inline]
pub fn half_to_single(bits: u16) -> u32 {
    let sign = u32::from(bits >> 15) << 31;
    let exponent = u32::from(bits >> 10 & 0x1F);
    let fraction = u32::from(bits & 0x3FF);
    sign | match (exponent, fraction) {
        (0, 0) => 0,
        (0, _) => {
            // A subnormal half is a normal single: the leading one becomes the implied bit.
            let shift = fraction.leading_zeros() - 21;
            (113 - shift) << 23 | (fraction << (13 + shift) & 0x7F_FFFF)
        }
        (31, _) => SINGLE_EXPONENT | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    }
}

/// Returns the bits of the double with the value of a single.
///
/// (`f64::from` would set the quiet bit of a NaN.)
///
/// ```
/// use packed_data_cbor::float::single_to_double;
///
/// assert_eq!(single_to_double(1.5_f32.to_bits()), 1.5_f64.to_bits());
/// assert_eq!(single_to_double(0x7F80_0001), 0x7FF0_0000_2000_0000); // a signalling NaN
/// ```
#[inline]
pub fn single_to_double(bits: u32) -> u64 {
    if bits & SINGLE_EXPONENT != SINGLE_EXPONENT {
        return f64::from(f32::from_bits(bits)).to_bits();
    }
    u64::from(bits >> 31) << 63 | DOUBLE_EXPONENT | u64::from(bits & 0x7F_FFFF) << 29
}

/// Returns the bits of the single with the value of a double, or `None` if no single has that value.
///
/// ```
/// use packed_data_cbor::float::double_to_single;
///
/// assert_eq!(double_to_single(1.5_f64.to_bits()), Some(1.5_f32.to_bits()));
/// assert_eq!(double_to_single(0.1_f64.to_bits()), None);
/// ```
#[inline]
pub fn double_to_single(bits: u64) -> Option<u32> {
    let single = if bits & DOUBLE_EXPONENT == DOUBLE_EXPONENT {
        // The sign, the exponent, and the upper bits of the payload; the comparison below shows whether they suffice.
        (bits >> 63 << 31) as u32 | SINGLE_EXPONENT | (bits >> 29) as u32 & 0x7F_FFFF
    } else {
        (f64::from_bits(bits) as f32).to_bits()
    };
    (single_to_double(single) == bits).then_some(single)
}

/// Returns the bits of the half with the value of a single, or `None` if no half has that value.
///
/// ```
/// use packed_data_cbor::float::single_to_half;
///
/// assert_eq!(single_to_half(1.0_f32.to_bits()), Some(0x3C00));
/// assert_eq!(single_to_half(65_536.0_f32.to_bits()), None); // too large
/// ```
#[inline]
pub fn single_to_half(bits: u32) -> Option<u16> {
    let sign = (bits >> 16) as u16 & 0x8000;
    let exponent = bits >> 23 & 0xFF;
    let fraction = bits & 0x7F_FFFF;
    let half = match exponent {
        0 => 0,
        255 => 0x7C00 | (fraction >> 13) as u16,
        103..113 => ((fraction | 0x80_0000) >> (126 - exponent)) as u16,
        113..143 => (((exponent - 112) << 10) | fraction >> 13) as u16,
        _ => return None,
    };
    (half_to_single(sign | half) == bits).then_some(sign | half)
}

/// Returns the shortest form of a double.
///
/// ```
/// use packed_data_cbor::float::{Shortest, shortest};
///
/// assert_eq!(shortest(f64::INFINITY), Shortest::Half(0x7C00));
/// assert_eq!(shortest(0.1), Shortest::Double(0x3FB9_9999_9999_999A));
/// ```
#[inline]
pub fn shortest(value: f64) -> Shortest {
    match double_to_single(value.to_bits()) {
        Some(single) => shortest_of_bits(single),
        None => Shortest::Double(value.to_bits()),
    }
}

/// Returns the shortest form of a single.
///
/// ```
/// use packed_data_cbor::float::{Shortest, shortest_single};
///
/// assert_eq!(shortest_single(0.1), Shortest::Single(0x3DCC_CCCD));
/// ```
#[inline]
pub fn shortest_single(value: f32) -> Shortest {
    shortest_of_bits(value.to_bits())
}

#[inline]
fn shortest_of_bits(single: u32) -> Shortest {
    single_to_half(single).map_or(Shortest::Single(single), Shortest::Half)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a power of two. (`powi` need not be exact.)
    fn two_to(exponent: i32) -> f64 {
        f64::from_bits(((1023 + exponent) as u64) << 52)
    }

    /// Returns the value of a half by the formula of RFC 8949, appendix D.
    fn by_the_formula(bits: u16) -> f64 {
        let exponent = i32::from(bits >> 10 & 0x1F);
        let fraction = f64::from(bits & 0x3FF);
        let magnitude = match exponent {
            0 => fraction * two_to(-24),
            31 if fraction == 0.0 => f64::INFINITY,
            31 => f64::NAN,
            _ => (fraction + 1024.0) * two_to(exponent - 25),
        };
        if bits & 0x8000 == 0 { magnitude } else { -magnitude }
    }

    #[test]
    fn every_half_has_its_value_and_is_its_own_shortest_form() {
        for bits in 0..=u16::MAX {
            let (value, formula) = (half_to_f64(bits), by_the_formula(bits));
            assert!(value == formula || value.is_nan() && formula.is_nan(), "{bits:#06x}: {value} {formula}");
            assert_eq!(value.is_sign_negative(), bits & 0x8000 != 0, "{bits:#06x}");
            assert_eq!(shortest(value), Shortest::Half(bits));
            assert_eq!(shortest_single(f32::from_bits(half_to_single(bits))), Shortest::Half(bits));
        }
    }

    #[test]
    fn values_between_two_halves_are_singles_or_doubles() {
        for bits in 0..0x7C00 {
            let single = half_to_single(bits);
            for off in [single + 1, single.wrapping_sub(1) & 0x7FFF_FFFF] {
                assert_eq!(shortest_single(f32::from_bits(off)), Shortest::Single(off), "{off:#010x}");
                let double = single_to_double(off);
                assert_eq!(shortest(f64::from_bits(double)), Shortest::Single(off));
                assert_eq!(shortest(f64::from_bits(double + 1)), Shortest::Double(double + 1));
            }
        }
    }

    #[test]
    fn floats_that_are_not_numbers_keep_their_payload() {
        let doubles = [0x7FF8_0000_0000_0000, 0x7FF0_0400_0000_0000, 0xFFF8_0000_2000_0000, 0x7FF0_0000_0000_0001];
        let shortest_forms = [
            Shortest::Half(0x7E00),
            Shortest::Half(0x7C01),
            Shortest::Single(0xFFC0_0001),
            Shortest::Double(0x7FF0_0000_0000_0001),
        ];
        for (bits, form) in doubles.into_iter().zip(shortest_forms) {
            assert_eq!(shortest(f64::from_bits(bits)), form, "{bits:#x}");
        }
    }

    #[test]
    fn values_outside_the_range_of_halves_are_singles_or_doubles() {
        for value in [65536.0, 65505.0, 1e-8, f32::MAX, f32::MIN_POSITIVE, f32::from_bits(1)] {
            assert_eq!(shortest(f64::from(value)), Shortest::Single(value.to_bits()), "{value}");
        }
        for value in [f64::MAX, 1.1, 1e300, f64::from_bits(1), 1e-50] {
            assert_eq!(shortest(value), Shortest::Double(value.to_bits()), "{value}");
        }
    }
}
