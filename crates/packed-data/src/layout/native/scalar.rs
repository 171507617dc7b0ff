//! Scalars in the native layouts: their bytes in either order, or as the Haskell libraries write them.

use packed_data_model::varint::{unzigzag, zigzag};
use packed_data_model::{Encoding, pair};

use super::{Native, float, varint};
use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::{ByteArray, Ptr};
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::ValueWriter;

/// Why a scalar of a native layout is no item.
const NO_ITEMS: &str = "only layouts with heads have items";

/// Returns how a layout encodes `S`.
const fn encoding<S: Scalar, N: Native>() -> Encoding {
    if let (Some(why), true) = (N::FORMAT.lacks.rust_scalars, S::KIND.is_rust_only(S::WIDTH)) {
        panic!("{}", why)
    }
    N::FORMAT.scalars.encoding(S::KIND, S::WIDTH)
}

/// Returns the bytes in reverse order.
#[cfg_attr(not(debug_assertions), inline(always))]
fn swapped<B: ByteArray>(mut bytes: B) -> B {
    bytes.as_mut().reverse();
    bytes
}

/// Returns the bytes of a scalar of static size.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bytes_of<S: Scalar, N: Native>(value: S) -> S::Bytes {
    match const { encoding::<S, N>() } {
        Encoding::Little => value.to_bytes(),
        Encoding::Big => swapped(value.to_bytes()),
        _ => unreachable!("these scalars do not have their width here"),
    }
}

/// Overwrites a scalar of static size.
///
/// # Safety
///
/// A scalar of static size is stored at `pos`, in bytes to which there is no other reference.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn set<S: Scalar, N: Native>(pos: Ptr, value: S) {
    // SAFETY: the caller promises a scalar at `pos`, and exclusive access to it.
    unsafe {
        match const { encoding::<S, N>() } {
            Encoding::Word => pos.store((low_of(value) as u32).to_le_bytes()),
            _ => pos.store(bytes_of::<S, N>(value)),
        }
    }
}

/// Returns the scalar with these bytes, least significant first.
///
/// # Safety
///
/// The bytes are a valid `S`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn of_low<S: Scalar>(low: u128) -> S {
    // SAFETY: the caller promises that the bytes are a valid `S`.
    unsafe { S::from_bytes(bytes_of_low::<S>(low)) }
}

/// Returns as many bytes as an `S` has, of a number, least significant first.
#[cfg_attr(not(debug_assertions), inline(always))]
fn bytes_of_low<S: Scalar>(low: u128) -> S::Bytes {
    let mut bytes = <S::Bytes as ByteArray>::ZERO;
    let width = bytes.as_ref().len();
    bytes.as_mut().copy_from_slice(&low.to_le_bytes()[..width]);
    bytes
}

/// Returns the bytes of a scalar as a number.
#[cfg_attr(not(debug_assertions), inline(always))]
fn low_of<S: Scalar>(value: S) -> u128 {
    let mut low = [0; 16];
    low[..S::WIDTH].copy_from_slice(value.to_bytes().as_ref());
    u128::from_le_bytes(low)
}

/// Returns a number of `S::WIDTH` bytes with a sign, extended to 16 bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn signed<S: Scalar>(low: u128) -> i128 {
    let unused = 128 - 8 * S::WIDTH as u32;
    (low as i128) << unused >> unused
}

/// Reads a scalar; returns it with its end.
///
/// # Safety
///
/// A valid scalar is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read<S: Scalar, N: Native>(pos: Ptr) -> (S, Ptr) {
    // SAFETY: the caller promises a valid scalar in this encoding.
    unsafe {
        match const { encoding::<S, N>() } {
            Encoding::Little => (S::from_bytes(pos.load()), pos.add(S::WIDTH)),
            Encoding::Big => (S::from_bytes(swapped(pos.load::<S::Bytes>())), pos.add(S::WIDTH)),
            Encoding::Word => (of_low(u32::from_le_bytes(pos.load()).into()), pos.add(4)),
            Encoding::Utf8 => {
                let [first] = pos.load::<[u8; 1]>();
                let width = utf8_width(first);
                (of_low(utf8_char(pos.bytes(width)).into()), pos.add(width))
            }
            Encoding::MantissaExponent => {
                let width = float::width(pos);
                (of_low(pair::read(pos.bytes(width), S::WIDTH).into()), pos.add(width))
            }
            Encoding::Varint => {
                let (low, end) = varint::read(pos);
                (of_low(low), end)
            }
            Encoding::Zigzag => {
                let (number, end) = varint::read(pos);
                (of_low(unzigzag(number) as u128), end)
            }
            Encoding::VarintPair => {
                let (seconds, middle) = varint::read(pos);
                let (nanoseconds, end) = varint::read(middle);
                (of_low(nanoseconds << 64 | seconds), end)
            }
            Encoding::Item => unreachable!("{NO_ITEMS}"),
        }
    }
}

/// Returns the end of a scalar.
///
/// # Safety
///
/// A valid scalar is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end<S: Scalar, N: Native>(pos: Ptr) -> Ptr {
    // SAFETY: the caller promises a valid scalar; its first byte determines its width.
    unsafe {
        match const { encoding::<S, N>() } {
            Encoding::Little | Encoding::Big => pos.add(S::WIDTH),
            Encoding::Word => pos.add(4),
            Encoding::Utf8 => {
                let [first] = pos.load::<[u8; 1]>();
                pos.add(utf8_width(first))
            }
            Encoding::MantissaExponent => pos.add(float::width(pos)),
            Encoding::Varint | Encoding::Zigzag => varint::end(pos),
            Encoding::VarintPair => varint::end(varint::end(pos)),
            Encoding::Item => unreachable!("{NO_ITEMS}"),
        }
    }
}

/// Checks a scalar; returns its end.
#[inline]
pub(in crate::layout) fn check<S: Scalar, N: Native>(checker: &mut impl Input, at: usize) -> Result<usize, Failed> {
    match const { encoding::<S, N>() } {
        Encoding::Little | Encoding::Big => {
            let mut bytes = <S::Bytes as ByteArray>::ZERO;
            bytes.as_mut().copy_from_slice(checker.slice(at, S::WIDTH as u64)?);
            let bytes = if matches!(const { encoding::<S, N>() }, Encoding::Big) { swapped(bytes) } else { bytes };
            if S::is_valid(bytes) { Ok(at + S::WIDTH) } else { Err(invalid_scalar::<S>(checker, at, bytes.as_ref())) }
        }
        Encoding::Word => match u32::from_le_bytes(checker.array(at)?) {
            0..=1 => Ok(at + 4),
            found => Err(invalid_scalar::<S>(checker, at, &found.to_le_bytes())),
        },
        Encoding::Utf8 => {
            let [first] = checker.array(at)?;
            let width = utf8_width(first);
            let bytes = checker.slice(at, width as u64)?;
            match core::str::from_utf8(bytes) {
                Ok(_) => Ok(at + width),
                Err(_) => Err(checker.fail(ErrorKind::InvalidUtf8, at)),
            }
        }
        Encoding::MantissaExponent => float::check(checker, at, S::WIDTH),
        Encoding::Varint => {
            let (low, end) = varint::check(checker, at, S::WIDTH, S::EXPECTED)?;
            require_valid::<S>(checker, at, low, end)
        }
        Encoding::Zigzag => {
            let (number, end) = varint::check(checker, at, S::WIDTH, S::EXPECTED)?;
            require_valid::<S>(checker, at, unzigzag(number) as u128, end)
        }
        Encoding::VarintPair => {
            let (seconds, middle) = varint::check(checker, at, 8, S::EXPECTED)?;
            let (nanoseconds, end) = varint::check(checker, middle, 4, S::EXPECTED)?;
            require_valid::<S>(checker, at, nanoseconds << 64 | seconds, end)
        }
        Encoding::Item => unreachable!("{NO_ITEMS}"),
    }
}

/// Checks that a number has the bytes of an `S`, which is stored from `at` to `end`; returns its end.
#[cfg_attr(not(debug_assertions), inline(always))]
fn require_valid<S: Scalar>(checker: &mut impl Input, at: usize, low: u128, end: usize) -> Result<usize, Failed> {
    let bytes = bytes_of_low::<S>(low);
    if S::is_valid(bytes) { Ok(end) } else { Err(invalid_scalar::<S>(checker, at, bytes.as_ref())) }
}

/// Writes a scalar; returns the offset after it.
///
/// # Safety
///
/// There is capacity for the scalar.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write<S: Scalar, N: Native>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        match const { encoding::<S, N>() } {
            Encoding::Little | Encoding::Big => writer.put(pos, bytes_of::<S, N>(value)),
            Encoding::Word => writer.put(pos, (low_of(value) as u32).to_le_bytes()),
            Encoding::Utf8 => {
                let char = char::from_u32(low_of(value) as u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                writer.put_slice(pos, char.encode_utf8(&mut [0; 4]).as_bytes())
            }
            Encoding::MantissaExponent => {
                let (bytes, len) = pair::encode(low_of(value) as u64, S::WIDTH);
                writer.put_slice(pos, &bytes[..len])
            }
            Encoding::Varint => varint::put(writer, pos, low_of(value)),
            Encoding::Zigzag => varint::put(writer, pos, zigzag(signed::<S>(low_of(value)))),
            Encoding::VarintPair => {
                let low = low_of(value);
                let middle = varint::put(writer, pos, (low as u64).into());
                varint::put(writer, middle, low >> 64)
            }
            Encoding::Item => unreachable!("{NO_ITEMS}"),
        }
    }
}

/// Returns the number of bytes of a character with this first byte; 1 if no character begins with it.
#[cfg_attr(not(debug_assertions), inline(always))]
fn utf8_width(first: u8) -> usize {
    match first {
        0xC0..=0xDF => 2,
        0xE0..=0xEF => 3,
        0xF0..=0xFF => 4,
        _ => 1,
    }
}

/// Returns the character with these bytes.
///
/// # Safety
///
/// The bytes are one character in UTF-8.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn utf8_char(bytes: &[u8]) -> char {
    // SAFETY: the caller promises one character in UTF-8.
    unsafe { core::str::from_utf8_unchecked(bytes).chars().next().unwrap_unchecked() }
}

/// Reports bytes that are not a valid value of a scalar.
#[cold]
fn invalid_scalar<S: Scalar>(checker: &mut impl Input, at: usize, bytes: &[u8]) -> Failed {
    let found = bytes.iter().rev().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    checker.fail(ErrorKind::InvalidScalar { expected: S::EXPECTED, found }, at)
}
