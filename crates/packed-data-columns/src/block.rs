//! Blocks of integers: each is the least value and the differences from it, or from one value to the next.
//!
//! A block has at most [`BLOCK`] integers. It is a mode, the base, and the differences with as few bits as the greatest
//! one needs. The mode is chosen for each block, by the size that results.

use alloc::vec::Vec;

use packed_data_model::varint::{Varint, unzigzag, zigzag};

use crate::steps;

/// The number of integers in a block; the last one of a column may have fewer.
pub(crate) const BLOCK: usize = 1024;

/// Set in the mode of a block whose numbers are differences between neighbours.
const DELTAS: u8 = 0x80;

/// What the integers of a column are; this decides how the least of them is found and written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Integers {
    /// Numbers without a sign.
    Unsigned,
    /// Numbers with a sign, in two's complement.
    Signed,
    /// The bits of floats of this number of bytes.
    Floats(u8),
}

/// How numbers without a sign, each less than some bound, are packed. It is the low part of a mode.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Packing {
    /// Each takes this number of bits, at most 64: the number `n` of the modes 0 to 64.
    Bits(u8),
    /// Digits in base 3, 5 or 6, of which 5, 3 and 3 are in a byte: the modes 65, 66 and 67.
    Digits(u8, u8),
    /// All lowest bytes, then all next ones, and so on, of 2 to 8 bytes: the modes 68 to 74.
    Planes(u8),
}

impl Packing {
    fn of_mode(mode: u8) -> Option<Self> {
        Some(match mode & !DELTAS {
            bits @ 0..=64 => Self::Bits(bits),
            65 => Self::Digits(3, 5),
            66 => Self::Digits(5, 3),
            67 => Self::Digits(6, 3),
            planes @ 68..=74 => Self::Planes(planes - 66),
            _ => return None,
        })
    }

    fn mode(self) -> u8 {
        match self {
            Self::Bits(bits) => bits,
            Self::Digits(3, _) => 65,
            Self::Digits(5, _) => 66,
            Self::Digits(..) => 67,
            Self::Planes(planes) => planes + 66,
        }
    }

    /// Returns the packing for numbers up to `greatest`. With `is_compressed`, a general compressor follows, which
    /// finds repetitions of whole bytes only.
    fn of(greatest: u64, is_compressed: bool) -> Self {
        let bits = (64 - greatest.leading_zeros()) as u8;
        match greatest {
            2 => Self::Digits(3, 5),
            4 => Self::Digits(5, 3),
            5 => Self::Digits(6, 3),
            _ if is_compressed && bits > 8 => Self::Planes(bits.div_ceil(8)),
            _ if is_compressed && bits > 4 => Self::Bits(8),
            _ => Self::Bits(bits),
        }
    }

    /// Returns the number of bytes that `count` numbers take.
    fn size(self, count: usize) -> usize {
        match self {
            Self::Bits(bits) => (count * usize::from(bits)).div_ceil(8),
            Self::Digits(_, digits) => count.div_ceil(digits.into()),
            Self::Planes(planes) => count * usize::from(planes),
        }
    }

    fn pack(self, numbers: &[u64], out: &mut Vec<u8>) {
        match self {
            Self::Bits(0) => {}
            Self::Bits(8) => out.extend(numbers.iter().map(|number| *number as u8)),
            Self::Bits(bits @ (16 | 32 | 64)) => {
                let bytes = usize::from(bits / 8);
                numbers.iter().for_each(|number| out.extend_from_slice(&number.to_le_bytes()[..bytes]));
            }
            Self::Bits(bits) => {
                let (bits, mut pending, mut filled) = (u32::from(bits), 0, 0);
                out.reserve(self.size(numbers.len()) + 8);
                for number in numbers {
                    pending |= number << filled;
                    filled += bits;
                    if filled >= 64 {
                        out.extend_from_slice(&pending.to_le_bytes());
                        filled -= 64;
                        // (What was left of the number; all of it was written if none is.)
                        pending = if filled == 0 { 0 } else { number >> (bits - filled) };
                    }
                }
                out.extend_from_slice(&pending.to_le_bytes()[..filled.div_ceil(8) as usize]);
            }
            Self::Digits(base, digits) => out.extend(
                numbers
                    .chunks(digits.into())
                    .map(|chunk| chunk.iter().rev().fold(0, |byte, digit| byte * base + *digit as u8)),
            ),
            Self::Planes(planes) => {
                for plane in 0..planes {
                    out.extend(numbers.iter().map(|number| (number >> (8 * plane)) as u8));
                }
            }
        }
    }

    /// Unpacks as many numbers as `out` takes from bytes of the right size.
    fn unpack(self, bytes: &[u8], out: &mut [u64]) {
        match self {
            Self::Bits(0) => out.fill(0),
            Self::Bits(1) => {
                for (numbers, byte) in out.chunks_mut(8).zip(bytes) {
                    numbers.iter_mut().enumerate().for_each(|(bit, number)| *number = u64::from(byte >> bit & 1));
                }
            }
            Self::Bits(8) => out.iter_mut().zip(bytes).for_each(|(number, byte)| *number = (*byte).into()),
            Self::Bits(16) => unpack_whole(bytes, out, u16::from_le_bytes),
            Self::Bits(32) => unpack_whole(bytes, out, u32::from_le_bytes),
            Self::Bits(64) => unpack_whole(bytes, out, u64::from_le_bytes),
            Self::Bits(bits) => unpack_bits(bytes, bits.into(), out),
            Self::Digits(base, digits) => {
                for (numbers, byte) in out.chunks_mut(digits.into()).zip(bytes) {
                    let mut rest = *byte;
                    for number in numbers {
                        *number = (rest % base).into();
                        rest /= base;
                    }
                }
            }
            Self::Planes(_) => {
                out.fill(0);
                if out.is_empty() {
                    return;
                }
                for (plane, bytes) in bytes.chunks(out.len()).enumerate() {
                    out.iter_mut().zip(bytes).for_each(|(number, byte)| *number |= u64::from(*byte) << (8 * plane));
                }
            }
        }
    }
}

fn unpack_whole<const N: usize, T: Into<u64>>(bytes: &[u8], out: &mut [u64], number: impl Fn([u8; N]) -> T) {
    let (chunks, _) = bytes.as_chunks::<N>();
    out.iter_mut().zip(chunks).for_each(|(out, chunk)| *out = number(*chunk).into());
}

/// Unpacks numbers of a width that is not one of whole bytes.
fn unpack_bits(bytes: &[u8], bits: usize, out: &mut [u64]) {
    // (With the width as a constant, so are the offsets and shifts: that takes a third of the time.)
    macro_rules! widths {
        ($($bits:literal)+) => {
            match bits {
                $($bits => unpack_eights::<$bits>(bytes, out),)+
                _ => 0,
            }
        };
    }
    let done = widths! {
        2 3 4 5 6 7 9 10 11 12 13 14 15 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 37 38 39 40 41 42 43 44
        45 46 47 48 49 50 51 52 53 54 55 56 57 58 59 60 61 62 63
    };
    let mask = u64::MAX >> (64 - bits);
    let mut at = done * bits;
    // (Of the last numbers, fewer bytes are left than are looked at.)
    for number in &mut out[done..] {
        let rest = &bytes[(at / 8).min(bytes.len())..];
        let mut wide = [0; 16];
        let len = rest.len().min(9);
        wide[..len].copy_from_slice(&rest[..len]);
        *number = (u128::from_le_bytes(wide) >> (at % 8)) as u64 & mask;
        at += bits;
    }
}

/// Unpacks eight numbers at a time, which take as many bytes as each has bits, while eight more bytes follow; returns
/// how many were unpacked.
fn unpack_eights<const BITS: usize>(bytes: &[u8], out: &mut [u64]) -> usize {
    let mask = u64::MAX >> (64 - BITS);
    let (eights, _) = out.as_chunks_mut::<8>();
    let mut done = 0;
    for (numbers, from) in eights.iter_mut().zip((0..).step_by(BITS)) {
        let Some(window) = bytes.get(from..from + BITS + 8) else { break };
        for (index, number) in numbers.iter_mut().enumerate() {
            let (first, shift) = (index * BITS / 8, index * BITS % 8);
            let Some((low, [high, ..])) = window[first..].split_first_chunk() else { return done };
            *number = u64::from_le_bytes(*low) >> shift & mask;
            // (Of more than 56 bits, some may be in a ninth byte.)
            if BITS > 56 && shift > 0 {
                *number |= u64::from(*high) << (64 - shift) & mask;
            }
        }
        done += 8;
    }
    done
}

impl Integers {
    /// Returns a number whose order without a sign is that of these numbers.
    pub(crate) fn ordered(self, value: u64) -> u64 {
        if self == Self::Signed { value ^ 1 << 63 } else { value }
    }

    /// Appends the short varint of a number.
    pub(crate) fn put(self, value: u64, out: &mut Vec<u8>) {
        let value = if self == Self::Signed { zigzag((value as i64).into()) } else { value.into() };
        let (bytes, len) = Varint::SHORT.encode(value);
        out.extend_from_slice(&bytes[..len]);
    }

    /// Takes the short varint of a number.
    pub(crate) fn take(self, bytes: &[u8]) -> Option<(u64, &[u8])> {
        let (value, rest) = Varint::SHORT.take(bytes)?;
        Some((if self == Self::Signed { unzigzag(value) as u64 } else { value as u64 }, rest))
    }

    /// Returns the number of bytes of the short varint of a number.
    fn len(self, value: u64) -> usize {
        Varint::SHORT.len(if self == Self::Signed { zigzag((value as i64).into()) } else { value.into() })
    }
}

/// Appends a block. `scratch` is memory for it to use. Returns the least and the greatest of the values, which are not
/// none, as they are ordered.
pub(crate) fn put(
    of: Integers,
    values: &[u64],
    is_compressed: bool,
    scratch: &mut Vec<u64>,
    out: &mut Vec<u8>,
) -> (u64, u64) {
    steps::count_bytes(size_of_val(values));
    let flip = of.ordered(0);
    let ordered = values.iter().map(|value| value ^ flip);
    let (least, greatest) =
        ordered.fold((u64::MAX, 0), |(least, greatest), value| (least.min(value), greatest.max(value)));
    put_between(of, values, (least, greatest), is_compressed, scratch, out);
    (least, greatest)
}

fn put_between(
    of: Integers,
    values: &[u64],
    (least, greatest): (u64, u64),
    is_compressed: bool,
    scratch: &mut Vec<u64>,
    out: &mut Vec<u8>,
) {
    let Some(first) = values.first().copied() else { return };
    let (base, range) = (of.ordered(least), greatest - least);
    let packing = Packing::of(range, is_compressed);
    if let Integers::Floats(bytes) = of {
        // (Fewer bits than the floats have cost time: they must save a sixteenth.)
        let whole = Packing::Bits(8 * bytes);
        let whole = if is_compressed { Packing::Planes(bytes) } else { whole };
        let is_worth = 16 * packing.size(values.len()) <= 15 * whole.size(values.len());
        let (packing, base) = if is_worth { (packing, base) } else { (whole, 0) };
        return put_offsets(of, values, (packing, base), scratch, out);
    }
    let deltas = || values.windows(2).map(|pair| pair[1].wrapping_sub(pair[0]) as i64);
    let (least, greatest) =
        deltas().fold((i64::MAX, i64::MIN), |(least, greatest), value| (least.min(value), greatest.max(value)));
    if range > 0 && least <= greatest {
        let range = greatest.wrapping_sub(least) as u64;
        let delta_packing = Packing::of(range, is_compressed);
        let size = of.len(first) + Integers::Signed.len(least as u64) + delta_packing.size(values.len() - 1);
        // (They are read in order only: they must save a sixteenth, too.)
        if 16 * size <= 15 * (of.len(base) + packing.size(values.len())) {
            out.push(delta_packing.mode() | DELTAS);
            of.put(first, out);
            Integers::Signed.put(least as u64, out);
            scratch.clear();
            scratch.extend(deltas().map(|delta| delta.wrapping_sub(least) as u64));
            return delta_packing.pack(scratch, out);
        }
    }
    put_offsets(of, values, (packing, base), scratch, out);
}

fn put_offsets(
    of: Integers,
    values: &[u64],
    (packing, base): (Packing, u64),
    scratch: &mut Vec<u64>,
    out: &mut Vec<u8>,
) {
    out.push(packing.mode());
    of.put(base, out);
    if base == 0 {
        return packing.pack(values, out);
    }
    scratch.clear();
    scratch.extend(values.iter().map(|value| value.wrapping_sub(base)));
    packing.pack(scratch, out);
}

/// A block that was found, and not unpacked.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Block<'b> {
    packing: Packing,
    base: u64,
    /// The first value, if the numbers are differences.
    first: Option<u64>,
    count: usize,
    bytes: &'b [u8],
}

impl<'b> Block<'b> {
    /// Takes a block of `count` integers, at least one and at most [`BLOCK`], from the beginning of bytes.
    pub(crate) fn take(of: Integers, count: usize, bytes: &'b [u8]) -> Option<(Self, &'b [u8])> {
        steps::count(1);
        let (mode, mut rest) = bytes.split_first()?;
        let packing = Packing::of_mode(*mode)?;
        let (mut first, mut base_of, mut packed) = (None, of, count);
        if mode & DELTAS != 0 {
            let (value, after) = of.take(rest)?;
            (first, rest, base_of, packed) = (Some(value), after, Integers::Signed, count.checked_sub(1)?);
        }
        let (base, rest) = base_of.take(rest)?;
        let (bytes, rest) = rest.split_at_checked(packing.size(packed))?;
        Some((Self { packing, base, first, count, bytes }, rest))
    }

    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Returns bounds of the values, as those of the column are ordered, without a look at them; `None` if none are
    /// known.
    pub(crate) fn bounds(&self, of: Integers) -> Option<(u64, u64)> {
        let greatest = match self.packing {
            _ if self.first.is_some() => return None,
            Packing::Bits(0) => 0,
            Packing::Bits(bits) => u64::MAX >> (64 - bits),
            Packing::Digits(base, _) => u64::from(base) - 1,
            Packing::Planes(planes) => u64::MAX >> (64 - 8 * planes),
        };
        let least = of.ordered(self.base);
        Some((self.base, of.ordered(least.checked_add(greatest)?)))
    }

    /// Unpacks all values into `out`.
    pub(crate) fn unpack(&self, out: &mut Vec<u64>) {
        steps::count_bytes(8 * self.count);
        out.resize(self.count, 0);
        let Some(first) = self.first else {
            self.packing.unpack(self.bytes, out);
            if self.base != 0 {
                out.iter_mut().for_each(|value| *value = value.wrapping_add(self.base));
            }
            return;
        };
        let mut value = first;
        out[0] = first;
        self.packing.unpack(self.bytes, &mut out[1..]);
        for next in &mut out[1..] {
            value = value.wrapping_add(*next).wrapping_add(self.base);
            *next = value;
        }
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    fn there_and_back(of: Integers, values: &[u64]) -> usize {
        let mut least = usize::MAX;
        for is_compressed in [false, true] {
            let (mut bytes, mut out) = (vec![], vec![]);
            put(of, values, is_compressed, &mut vec![], &mut bytes);
            let (block, rest) = Block::take(of, values.len(), &bytes).unwrap();
            assert!(rest.is_empty());
            block.unpack(&mut out);
            assert_eq!(out, values);
            assert!((0..bytes.len()).all(|len| Block::take(of, values.len(), &bytes[..len]).is_none()));
            least = least.min(bytes.len());
        }
        least
    }

    #[test]
    fn blocks_of_every_width() {
        for of in [Integers::Unsigned, Integers::Signed, Integers::Floats(8)] {
            for bits in 0..=64_u32 {
                for count in [1, 2, 3, 7, 8, 9, 63, 64, 65, 1023, 1024] {
                    let mask = if bits == 0 { 0 } else { u64::MAX >> (64 - bits) };
                    let mut state = u64::from(bits) * 7 + 1;
                    let mut next = || {
                        state = state.wrapping_mul(0x5851_F42D_4C95_7F2D).wrapping_add(1);
                        state.rotate_right(23) & mask
                    };
                    let values: Vec<u64> = (0..count).map(|_| next()).collect();
                    let size = there_and_back(of, &values);
                    // (Floats of nearly all bits are stored whole.)
                    let bits = if matches!(of, Integers::Floats(_)) && bits > 59 { 64 } else { bits as usize };
                    assert!(size <= 1 + 9 + (count * bits).div_ceil(8), "{of:?} {bits} {count}: {size}");
                }
            }
        }
    }

    #[test]
    fn few_bytes_for_what_is_regular() {
        let size = |of, values: &mut dyn Iterator<Item = u64>| there_and_back(of, &values.collect::<Vec<_>>());
        assert_eq!(size(Integers::Unsigned, &mut (0..1024).map(|_| 7)), 2);
        assert_eq!(size(Integers::Unsigned, &mut (0..1024).map(|index| 1_000_000 + 60 * index)), 1 + 5 + 1);
        assert_eq!(size(Integers::Signed, &mut (0..1024).map(|index| (-60_i64 * index) as u64)), 1 + 1 + 1);
        // Digits: five to a byte for three values, three for five or six of them.
        let mixed = |index: u64| index.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 40;
        assert_eq!(size(Integers::Unsigned, &mut (0..1000).map(|index| mixed(index) % 3)), 2 + 200);
        assert_eq!(size(Integers::Unsigned, &mut (0..999).map(|index| mixed(index) % 6)), 2 + 333);
        // Positive floats below 1 have two bits that are always zero.
        let floats = (0..1000_u32).map(|index| (index.wrapping_mul(2_654_435_761) >> 8) as f32 / (1 << 24) as f32);
        assert_eq!(size(Integers::Floats(4), &mut floats.map(|float| float.to_bits().into())), 2 + 30 * 125);
    }
}
