//! Floats as pairs of a mantissa and an exponent, as in the layout `Binary`: see the book's page on Haskell's layouts.

/// The number of bytes of a pair whose mantissa fits 32 bits, and of any other.
const SMALL: usize = 13;
const LARGE: usize = 25;

/// Returns the bits of the fraction of a float of `width` bytes, and what to add to the stored exponent.
const fn format(width: usize) -> (u32, i64) {
    if width == 4 { (23, -150) } else { (52, -1075) }
}

/// Returns the number of bytes of a pair with this first byte.
pub(super) const fn len(first: u8) -> usize {
    if first == 0 { SMALL } else { LARGE }
}

/// Returns the pair of the float with these bits, and its number of bytes.
pub(crate) fn encode(bits: u64, width: usize) -> ([u8; LARGE], usize) {
    let (fraction_bits, bias) = format(width);
    let is_negative = bits >> (8 * width - 1) != 0;
    let fraction = bits & ((1 << fraction_bits) - 1);
    let stored = bits << (64 - 8 * width) << 1 >> 1 >> (64 - 8 * width) >> fraction_bits;
    let mut out = [0; LARGE];
    if fraction == 0 && stored == 0 {
        return (out, SMALL);
    }
    let (mantissa, exponent) = match stored {
        0 => {
            let shift = fraction.leading_zeros() - (63 - fraction_bits);
            (fraction << shift, bias + 1 - i64::from(shift))
        }
        stored => (fraction | 1 << fraction_bits, bias + stored as i64),
    };
    let len = if width == 4 {
        let signed = if is_negative { -(mantissa as i32) } else { mantissa as i32 };
        out[1..5].copy_from_slice(&signed.to_be_bytes());
        SMALL
    } else {
        (out[0], out[1], out[9]) = (1, if is_negative { 0xFF } else { 1 }, 7);
        out[10..17].copy_from_slice(&mantissa.to_le_bytes()[..7]);
        LARGE
    };
    out[len - 8..len].copy_from_slice(&exponent.to_be_bytes());
    (out, len)
}

/// Returns the bits of the float whose pair these bytes are, if there is one.
pub(super) fn decode(bytes: &[u8], width: usize) -> Option<u64> {
    let (fraction_bits, bias) = format(width);
    let (mantissa, exponent) = bytes.split_last_chunk::<8>()?;
    let (is_negative, mantissa) = match mantissa {
        [0, a, b, c, d] => {
            let signed = i32::from_be_bytes([*a, *b, *c, *d]);
            (signed < 0, u64::from(signed.unsigned_abs()))
        }
        [_, sign, _, _, _, _, _, _, _, _, rest @ ..] => {
            (*sign == 0xFF, rest.iter().rev().fold(0, |mantissa: u64, byte| mantissa << 8 | u64::from(*byte)))
        }
        _ => return None,
    };
    let magnitude = match i64::from_be_bytes(*exponent).wrapping_sub(bias) {
        _ if mantissa == 0 => 0,
        stored @ 1.. => (stored as u64) << fraction_bits | mantissa & ((1 << fraction_bits) - 1),
        stored => mantissa.checked_shr(1_i64.wrapping_sub(stored).clamp(0, 64) as u32).unwrap_or(0),
    };
    let sign = if mantissa == 0 { 0 } else { u64::from(is_negative) << (8 * width - 1) };
    let bits = sign | magnitude;
    // (Each float has one pair.)
    let (again, len) = encode(bits, width);
    (again[..len] == *bytes).then_some(bits)
}
