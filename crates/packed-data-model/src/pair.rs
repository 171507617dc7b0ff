//! Floats as pairs of an integer of any size and an exponent, as the Haskell package `binary` writes them.
//!
//! This is the encoding of [`ScalarRule::BigPairs`](crate::ScalarRule::BigPairs).
//!
//! The value is `mantissa * 2^exponent`. The mantissa has as many bits as the float format (24 or 53), also for
//! subnormal numbers; zero, with either sign, is a pair of zeros. Infinity has the exponent after the greatest one, and
//! a power of two as mantissa. A NaN has that exponent too, and keeps its bits in the mantissa. (Haskell reads it as an
//! infinity.) An integer that fits 32 bits is a tag of 0 and four bytes; any other is a tag of 1, a sign (1 or 255),
//! its size in eight bytes, and its magnitude, least significant byte first. All other numbers are big-endian.

/// The number of bytes of a pair whose mantissa fits 32 bits.
const SMALL: usize = 13;
/// The greatest number of bytes of a pair: of one with a mantissa of 53 bits.
pub const MAX: usize = 25;

/// Returns the number of bits of the fraction of a float of `width` bytes, and the number to add to its stored exponent
/// to obtain the exponent of the least significant bit.
const fn parts(width: usize) -> (u32, i64) {
    if width == 4 { (23, -150) } else { (52, -1075) }
}

/// Returns the number of bytes of a pair that begins with this byte.
#[inline]
pub const fn len(tag: u8) -> usize {
    if tag == 0 { SMALL } else { MAX }
}

/// Returns the pair of a float, given its bits and its width in bytes (4 or 8), and the number of bytes of the pair.
///
/// ```
/// use packed_data_model::pair;
///
/// let (bytes, len) = pair::encode(1.5_f32.to_bits().into(), 4);
/// assert_eq!(pair::decode(&bytes[..len], 4), Some(1.5_f32.to_bits().into()));
/// ```
pub fn encode(bits: u64, width: usize) -> ([u8; MAX], usize) {
    let (fraction_bits, bias) = parts(width);
    let sign = bits >> (8 * width - 1) != 0;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = ((bits >> fraction_bits) & ((1 << (8 * width as u32 - 1 - fraction_bits)) - 1)) as i64;
    let mut out = [0; MAX];
    if fraction == 0 && exponent == 0 {
        return (out, SMALL);
    }
    let (mantissa, exponent) = if exponent == 0 {
        // A subnormal number: shift its first bit to the position that it has in other numbers.
        let shift = fraction.leading_zeros() - (63 - fraction_bits);
        (fraction << shift, bias + 1 - i64::from(shift))
    } else {
        (fraction | 1 << fraction_bits, bias + exponent)
    };
    let len = if width == 4 {
        let signed = if sign { -(mantissa as i32) } else { mantissa as i32 };
        out[1..5].copy_from_slice(&signed.to_be_bytes());
        SMALL
    } else {
        out[0] = 1;
        out[1] = if sign { 255 } else { 1 };
        out[9] = 7;
        out[10..17].copy_from_slice(&mantissa.to_le_bytes()[..7]);
        MAX
    };
    out[len - 8..len].copy_from_slice(&exponent.to_be_bytes());
    (out, len)
}

/// Returns the bits of the float of that width with this pair. For bytes that [`encode`] does not write, the result is
/// unspecified: see [`decode`].
#[inline]
pub fn read(bytes: &[u8], width: usize) -> u64 {
    let (fraction_bits, bias) = parts(width);
    let Some((mantissa, exponent)) = bytes.split_last_chunk::<8>() else { return 0 };
    let (negative, mantissa) = match mantissa {
        [0, a, b, c, d] => {
            let signed = i32::from_be_bytes([*a, *b, *c, *d]);
            (signed < 0, u64::from(signed.unsigned_abs()))
        }
        [1, sign, _, _, _, _, _, _, _, _, magnitude @ ..] => {
            (*sign == 255, magnitude.iter().rev().fold(0, |mantissa, byte| mantissa << 8 | u64::from(*byte)))
        }
        _ => (false, 0),
    };
    if mantissa == 0 {
        return 0;
    }
    let exponent = i64::from_be_bytes(*exponent).wrapping_sub(bias);
    let magnitude = match exponent {
        1.. => (exponent as u64) << fraction_bits | mantissa & ((1 << fraction_bits) - 1),
        _ => mantissa.checked_shr(1_i64.wrapping_sub(exponent).clamp(0, 64) as u32).unwrap_or(0),
    };
    u64::from(negative) << (8 * width - 1) | magnitude
}

/// Returns the bits of the float of that width whose pair these bytes are, if there is one: every float has exactly one
/// pair.
pub fn decode(bytes: &[u8], width: usize) -> Option<u64> {
    let bits = read(bytes, width);
    let (again, len) = encode(bits, width);
    (again[..len] == *bytes).then_some(bits)
}
