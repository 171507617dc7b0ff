//! Writes items: in the deterministic form of RFC 8949, section 4.2, or as the Haskell package `serialise` does.

use packed_data_cbor::float::{self, Shortest};
use packed_data_cbor::head::{self, ARRAY, BYTES, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use packed_data_model::check::item_tag;

use super::{Dialect, StructEncoding, struct_encoding};
use crate::layout::backpatch::HeaderBackpatch;
use crate::shape::{SequenceKind, SequenceShape, Shape, ShapeOf, Style, Variants};
use crate::wire::error::ErrorKind;
use crate::wire::failure::Place;
use crate::wire::scalar::{Kind, Scalar, is_byte};
use crate::wire::value_writer::{Expected, ValueWriter};

/// The tags of integers of any size (bignums).
const BIG: u64 = 2;
const BIG_NEGATIVE: u64 = 3;

/// Writes the shortest head with an argument; returns the offset after it, as do the functions below.
///
/// # Safety
///
/// There is capacity for its [`head::size`].
#[inline]
unsafe fn write_head(writer: &mut ValueWriter, pos: usize, major: u8, argument: u64) -> usize {
    let first = major << 5;
    let [a, b, c, d, e, f, g, h] = argument.to_be_bytes();
    // SAFETY: the caller promises the capacity.
    unsafe {
        match head::size(argument) {
            1 => writer.put(pos, [first | h]),
            2 => writer.put(pos, [first | 24, h]),
            3 => writer.put(pos, [first | 25, g, h]),
            5 => writer.put(pos, [first | 26, e, f, g, h]),
            _ => writer.put(pos, [first | 27, a, b, c, d, e, f, g, h]),
        }
    }
}

/// Writes a string of definite length.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[inline]
pub(super) unsafe fn string(writer: &mut ValueWriter, pos: usize, major: u8, bytes: &[u8]) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, head::size(bytes.len() as u64) + bytes.len()) };
    // SAFETY: capacity for the head and the bytes was reserved.
    unsafe {
        let pos = write_head(writer, pos, major, bytes.len() as u64);
        writer.put_slice(pos, bytes)
    }
}

/// Writes a tag.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn tag(writer: &mut ValueWriter, pos: usize, tag: u64) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, head::size(tag)) };
    // SAFETY: capacity for the head was reserved.
    unsafe { write_head(writer, pos, TAG, tag) }
}

/// Writes a CBOR item of any kind. If it is the field of the variant for unknown constructors, the writer fails unless
/// the item is a constructor that the type does not know.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1), and `bytes` are one well-formed
/// item.
pub(super) unsafe fn raw(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
    if let Some(constructors) = writer.unknown_from.take() {
        let tag = item_tag(bytes);
        if tag.is_none_or(|tag| tag < constructors.into()) {
            let found = tag.map_or(u32::MAX, |tag| u32::try_from(tag).unwrap_or(u32::MAX));
            writer.fail(ErrorKind::InvalidTag { found, constructors }, Place::outermost(pos));
            return pos;
        }
    }
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.extend_from_slice(pos, bytes) }
}

/// Begins a struct of shape `S`.
///
/// # Safety
///
/// There is capacity for two heads with arguments of 32 bits.
#[inline]
pub(super) unsafe fn begin_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, fields: u32) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        match const { struct_encoding::<S>() } {
            StructEncoding::Bare => pos,
            StructEncoding::Null => write_head(writer, pos, SIMPLE, 22),
            StructEncoding::InArray => write_head(writer, pos, ARRAY, fields.into()),
            StructEncoding::Tagged => begin_tagged(writer, pos, 0, fields),
        }
    }
}

/// Begins an array that contains the number of a constructor, and then `fields` fields.
///
/// # Safety
///
/// As for [`begin_struct`].
#[inline]
unsafe fn begin_tagged(writer: &mut ValueWriter, pos: usize, tag: u32, fields: u32) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        let pos = write_head(writer, pos, ARRAY, u64::from(fields) + 1);
        write_head(writer, pos, UNSIGNED, tag.into())
    }
}

/// Begins constructor `tag` of an enum of shape `S`.
///
/// # Safety
///
/// As for [`begin_struct`].
#[inline]
pub(super) unsafe fn begin_enum<S: Shape, V: Variants>(
    writer: &mut ValueWriter,
    pos: usize,
    tag: u32,
    fields: u32,
) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        match S::STYLE {
            Style::Optional => write_head(writer, pos, ARRAY, fields.into()),
            // The variant for unknown constructors is written as the item that it contains, and nothing else.
            _ if S::HAS_OTHER && tag == V::COUNT - 1 => {
                writer.unknown_from = Some(V::COUNT - 1);
                pos
            }
            _ => begin_tagged(writer, pos, tag, fields),
        }
    }
}

/// Begins an array of `count` elements of shape `S`.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn begin_array<S: Shape>(writer: &mut ValueWriter, pos: usize, count: usize) -> usize {
    writer.in_string = S::IS_BYTE;
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, head::size(count as u64)) };
    // SAFETY: capacity for the head was reserved.
    unsafe { write_head(writer, pos, if S::IS_BYTE { BYTES } else { ARRAY }, count as u64) }
}

/// Returns the major type of a sequence.
const fn major_of<Q: SequenceShape>() -> u8 {
    match Q::KIND {
        _ if matches!(<ShapeOf<Q::Element> as Shape>::STYLE, Style::Entry) => MAP,
        SequenceKind::List | SequenceKind::Vector if <ShapeOf<Q::Element> as Shape>::IS_BYTE => BYTES,
        _ => ARRAY,
    }
}

/// Returns whether a sequence is written with indefinite length, as a Haskell list is.
const fn is_open<Q: SequenceShape, W: Dialect>() -> bool {
    W::AS_SERIALISE && matches!(Q::KIND, SequenceKind::List) && major_of::<Q>() == ARRAY
}

/// Begins a sequence; returns where its head and its elements begin.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn begin_sequence<Q: SequenceShape, W: Dialect>(
    writer: &mut ValueWriter,
    pos: usize,
    expected: Expected,
) -> HeaderBackpatch<()> {
    let major = const { major_of::<Q>() };
    let count = expected.count();
    // (The size of an element is not known; it is at least one byte.)
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.reserve(pos, expected, 1, head::size(count as u64)) };
    writer.in_string = major == BYTES;
    // SAFETY: capacity for the head was reserved.
    let elements = unsafe {
        if const { is_open::<Q, W>() } {
            writer.put(pos, [ARRAY << 5 | INDEFINITE])
        } else {
            write_head(writer, pos, major, count as u64)
        }
    };
    let (expected, recorded) = (count, writer.recorded_elements());
    HeaderBackpatch { header: pos, elements, expected, recorded, table: () }
}

/// Ends a sequence of `count` elements: writes a break, or the count if it is not the expected one.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). Unless the writer has failed, they end with `count`
/// valid elements, which begin where `backpatch` says.
pub(super) unsafe fn end_sequence<Q: SequenceShape, W: Dialect>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch<()>,
    count: usize,
) -> usize {
    let major = const { major_of::<Q>() };
    writer.in_string = false;
    if writer.has_failed() {
        writer.leave_sequence(backpatch.open(count));
        return pos;
    }
    if const { is_open::<Q, W>() } && count > 0 {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { writer.ensure_capacity(pos, 1) };
        // SAFETY: capacity for a break was reserved.
        return unsafe { writer.put(pos, [SIMPLE << 5 | INDEFINITE]) };
    }
    if count == backpatch.expected && !const { is_open::<Q, W>() } {
        return pos;
    }
    let count = count as u64;
    let put = |writer: &mut ValueWriter, at: usize| {
        // SAFETY: `replace_header` calls this with an offset at which there is capacity for the head.
        _ = unsafe { write_head(writer, at, major, count) };
    };
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.replace_header(pos, (backpatch.header, backpatch.elements), head::size(count), put) }
}

/// Writes a scalar.
///
/// # Safety
///
/// There is capacity for the scalar.
#[inline]
pub(super) unsafe fn scalar<S: Scalar, W: Dialect>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
    let bytes = value.to_bytes();
    let low = bytes.as_ref().iter().rev().fold(0, |low: u128, byte| low << 8 | u128::from(*byte));
    // SAFETY: the caller promises the capacity.
    unsafe {
        match S::KIND {
            Kind::Unsigned if is_byte::<S>() && writer.in_string => writer.put(pos, [low as u8]),
            Kind::Unsigned => integer(writer, pos, UNSIGNED, low),
            Kind::Signed => signed(writer, pos, low, 8 * S::WIDTH as u32),
            Kind::Float => float::<W>(writer, pos, low as u64, S::WIDTH),
            Kind::Bool => write_head(writer, pos, SIMPLE, 20 + low as u64),
            Kind::Char => char(writer, pos, low as u32),
            Kind::Duration | Kind::Time => {
                let pos = write_head(writer, pos, ARRAY, 2);
                let seconds = low as u64;
                let pos = match S::KIND {
                    Kind::Duration => integer(writer, pos, UNSIGNED, seconds.into()),
                    _ => signed(writer, pos, seconds.into(), 64),
                };
                integer(writer, pos, UNSIGNED, low >> 64)
            }
        }
    }
}

/// Writes a signed integer of `bits` bits in two's complement.
///
/// # Safety
///
/// There is capacity for the integer.
#[inline]
unsafe fn signed(writer: &mut ValueWriter, pos: usize, low: u128, bits: u32) -> usize {
    let value = (low << (128 - bits)) as i128 >> (128 - bits);
    // SAFETY: the caller promises the capacity.
    unsafe {
        if value < 0 {
            integer(writer, pos, NEGATIVE, !value as u128)
        } else {
            integer(writer, pos, UNSIGNED, value as u128)
        }
    }
}

/// Writes an integer: as one head if its argument has at most 64 bits, otherwise as a bignum, a byte string after a
/// tag.
///
/// # Safety
///
/// There is capacity for the integer.
#[inline]
unsafe fn integer(writer: &mut ValueWriter, pos: usize, major: u8, argument: u128) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        if let Ok(argument) = u64::try_from(argument) {
            return write_head(writer, pos, major, argument);
        }
        let pos = write_head(writer, pos, TAG, if major == NEGATIVE { BIG_NEGATIVE } else { BIG });
        let bytes = argument.to_be_bytes();
        let digits = &bytes[argument.leading_zeros() as usize / 8..];
        let pos = write_head(writer, pos, BYTES, digits.len() as u64);
        writer.put_slice(pos, digits)
    }
}

/// Writes a float, given its bits and its width in bytes.
///
/// # Safety
///
/// There is capacity for the float.
#[inline]
unsafe fn float<W: Dialect>(writer: &mut ValueWriter, pos: usize, bits: u64, width: usize) -> usize {
    /// The half-precision NaN that `serialise` writes for every NaN.
    const NAN: u16 = 0x7E00;
    let single = f32::from_bits(bits as u32);
    let shortest = match (W::AS_SERIALISE, width) {
        (true, 4) if single.is_nan() => Shortest::Half(NAN),
        (true, 4) => Shortest::Single(bits as u32),
        (true, _) if f64::from_bits(bits).is_nan() => Shortest::Half(NAN),
        (true, _) => Shortest::Double(bits),
        (false, 4) => float::shortest_single(single),
        (false, _) => float::shortest(f64::from_bits(bits)),
    };
    let first = SIMPLE << 5;
    // SAFETY: the caller promises the capacity.
    unsafe {
        match shortest {
            Shortest::Half(bits) => {
                let [a, b] = bits.to_be_bytes();
                writer.put(pos, [first | 25, a, b])
            }
            Shortest::Single(bits) => {
                let [a, b, c, d] = bits.to_be_bytes();
                writer.put(pos, [first | 26, a, b, c, d])
            }
            Shortest::Double(bits) => {
                let pos = writer.put(pos, [first | 27]);
                writer.put(pos, bits.to_be_bytes())
            }
        }
    }
}

/// Writes a character, as a text string of one character.
///
/// # Safety
///
/// There is capacity for the character.
#[inline]
unsafe fn char(writer: &mut ValueWriter, pos: usize, code: u32) -> usize {
    let char = char::from_u32(code).unwrap_or(char::REPLACEMENT_CHARACTER);
    let mut bytes = [0; 4];
    let text = char.encode_utf8(&mut bytes).as_bytes();
    // SAFETY: the caller promises the capacity.
    unsafe {
        let pos = write_head(writer, pos, TEXT, text.len() as u64);
        writer.put_slice(pos, text)
    }
}
