//! Floats as pairs of mantissa and exponent, as the Haskell package `binary` writes them.
//!
//! The value is `mantissa * 2^exponent`. The mantissa has as many bits as the float format (24 or 53), also for
//! subnormal numbers; zero, with either sign, is a pair of zeros. Infinity has the exponent after the greatest one, and
//! a power of two as mantissa. A NaN has that exponent too, and keeps its bits in the mantissa. (Haskell reads it as an
//! infinity.) An integer that fits 32 bits is a tag of 0 and four bytes; any other is a tag of 1, a sign (1 or 255),
//! its size in eight bytes, and its magnitude, least significant byte first. All other numbers are big-endian.

use super::NativeChecker;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;

/// The number of bytes of a pair whose mantissa fits 32 bits.
const SMALL: usize = 13;
/// The number of bytes of a pair with a mantissa of 53 bits.
const LARGE: usize = 25;

/// Returns the number of bits of the fraction of a float of `width` bytes, and the number to add to its stored exponent
/// to obtain the exponent of the least significant bit.
const fn parts(width: usize) -> (u32, i64) {
    if width == 4 { (23, -150) } else { (52, -1075) }
}

/// Returns the pair of a float, given its bits and its width in bytes, and the number of bytes of the pair.
pub(super) fn encode(bits: u64, width: usize) -> ([u8; LARGE], usize) {
    let (fraction_bits, bias) = parts(width);
    let sign = bits >> (8 * width - 1) != 0;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let exponent = ((bits >> fraction_bits) & ((1 << (8 * width as u32 - 1 - fraction_bits)) - 1)) as i64;
    let mut out = [0; LARGE];
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
        LARGE
    };
    out[len - 8..len].copy_from_slice(&exponent.to_be_bytes());
    (out, len)
}

/// Returns the bits of the float of that width with this pair. For bytes that [`encode`] does not write, the result is
/// unspecified.
pub(in crate::layout) fn read(bytes: &[u8], width: usize) -> u64 {
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

/// Returns the number of bytes of the pair at `pos`.
///
/// # Safety
///
/// A valid pair is stored at `pos`.
#[inline]
pub(super) unsafe fn width(pos: Ptr) -> usize {
    // SAFETY: a pair begins with the tag of its mantissa.
    let [tag] = unsafe { pos.load::<[u8; 1]>() };
    len(tag)
}

/// Returns the number of bytes of a pair that begins with this byte.
#[inline]
pub(in crate::layout) fn len(tag: u8) -> usize {
    if tag == 0 { SMALL } else { LARGE }
}

/// Checks a pair for a float of that width; returns its end.
pub(super) fn check(checker: &mut NativeChecker<'_>, at: usize, width: usize) -> Result<usize, Failed> {
    let [tag] = checker.array(at)?;
    let len = len(tag);
    let bytes = checker.slice(at, len as u64)?;
    // Every float has exactly one pair, so the pair must be equal to the one that is written for the same float.
    let (again, len) = encode(read(bytes, width), width);
    if again[..len] == *bytes {
        return Ok(at + len);
    }
    let expected = "float: a mantissa of 24 or 53 bits and an exponent";
    Err(checker.fail(ErrorKind::InvalidScalar { expected, found: tag.into() }, at))
}
