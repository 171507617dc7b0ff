//! Reads items that were checked, and skips them: heads, numbers, strings.

use core::hint::select_unpredictable;

use packed_data_cbor::float;
use packed_data_cbor::head::{ARRAY, BYTES, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};

use super::position::{After, FieldState, ItemPosition, RemainingElements, SequenceHeader};
use super::{StructEncoding, struct_encoding};
use crate::layout::Position;
use crate::shape::{Shape, Style, Variants};
use crate::wire::pointer::{ByteArray, Ptr};
use crate::wire::scalar::{Kind, Scalar, is_byte};
use crate::wire::steps;

/// The first byte of a break, the end of an item of indefinite length.
const BREAK: u8 = SIMPLE << 5 | INDEFINITE;
/// The tags of integers of any size (bignums).
pub(in crate::layout) const BIG: u64 = 2;
pub(in crate::layout) const BIG_NEGATIVE: u64 = 3;

/// A head that was read.
#[derive(Clone, Copy)]
pub(super) struct ReadHead {
    pub(super) major: u8,
    pub(super) info: u8,
    pub(super) argument: u64,
}

/// Reads a head; returns it with the address after it.
///
/// # Safety
///
/// A valid head is stored at `at`.
#[inline]
unsafe fn read_head(at: Ptr) -> (ReadHead, Ptr) {
    // SAFETY: the caller promises a head. Its first byte determines how many bytes follow.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        let (major, info) = (first >> 5, first & 0x1F);
        let rest = at.add(1);
        let (argument, end) = match info {
            24 => (u8::from_be_bytes(rest.load()).into(), rest.add(1)),
            25 => (u16::from_be_bytes(rest.load()).into(), rest.add(2)),
            26 => (u32::from_be_bytes(rest.load()).into(), rest.add(4)),
            27 => (u64::from_be_bytes(rest.load()), rest.add(8)),
            _ => (info.into(), rest),
        };
        (ReadHead { major, info, argument }, end)
    }
}

/// Reads the head of an item after its tags; returns it with the address after it.
///
/// Most heads take one or two bytes, and have no tag before them. The other heads are read by a call, so that this
/// function is short wherever it is inlined. (Measured on log records: reading takes an eighth less time.)
///
/// # Safety
///
/// A valid item is stored at `at`.
#[inline]
pub(super) unsafe fn content(at: Ptr) -> (ReadHead, Ptr) {
    // SAFETY: the caller promises an item. Its first byte determines whether another one follows.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        let (major, info) = (first >> 5, first & 0x1F);
        if major != TAG && info < 24 {
            return (ReadHead { major, info, argument: info.into() }, at.add(1));
        }
        if major != TAG && info == 24 {
            let [argument] = at.add(1).load::<[u8; 1]>();
            return (ReadHead { major, info, argument: argument.into() }, at.add(2));
        }
        content_of_any(at)
    }
}

/// Does the same as [`content`], for heads of any size and after any tags.
///
/// # Safety
///
/// A valid item is stored at `at`.
#[inline(never)]
unsafe fn content_of_any(mut at: Ptr) -> (ReadHead, Ptr) {
    loop {
        // SAFETY: the caller promises an item, which begins with a head; after a tag another item follows.
        let (head, end) = unsafe { read_head(at) };
        if head.major != TAG {
            return (head, end);
        }
        at = end;
    }
}

/// Reads the bytes of a string.
///
/// # Safety
///
/// A valid string is stored at `pos`, in bytes that live for `'a`.
#[inline]
pub(super) unsafe fn string<'a>(pos: ItemPosition) -> (&'a [u8], ItemPosition) {
    // SAFETY: the caller promises a string: a head with its length, then its bytes.
    unsafe {
        let (head, start) = content(pos.at);
        let len = head.argument as usize;
        (start.bytes(len), ItemPosition { at: start.add(len), ..pos })
    }
}

/// Reads the bytes of an item of any kind.
///
/// # Safety
///
/// A valid item is stored at `pos`, in bytes that live for `'a`.
#[inline]
pub(super) unsafe fn any<'a>(pos: ItemPosition) -> (&'a [u8], ItemPosition) {
    // SAFETY: the caller promises an item.
    unsafe {
        let end = skip(pos.at, 1, 0);
        (pos.at.bytes(end.since(pos.at)), ItemPosition { at: end, ..pos })
    }
}

/// Returns the address after a tag.
///
/// # Safety
///
/// The tag is stored at `at`, perhaps after other tags.
#[inline]
pub(super) unsafe fn after_tag(mut at: Ptr, tag: u64) -> Ptr {
    loop {
        // SAFETY: the caller promises that tags are stored at `at`, up to that one.
        let (head, end) = unsafe { read_head(at) };
        debug_assert_eq!(head.major, TAG);
        at = end;
        if head.argument == tag {
            return at;
        }
    }
}

/// Returns whether a break is stored at `at`.
///
/// # Safety
///
/// A valid item or a break is stored at `at`.
#[inline]
pub(super) unsafe fn is_break(at: Ptr) -> bool {
    // SAFETY: the caller promises an item or a break, each of which has a first byte.
    let [first] = unsafe { at.load::<[u8; 1]>() };
    first == BREAK
}

/// Skips `breaks` breaks, each with any number of items before it, then `items` items; returns the address after them.
///
/// # Safety
///
/// They are stored at `at`.
pub(super) unsafe fn skip(mut at: Ptr, mut items: u64, mut breaks: u64) -> Ptr {
    while items > 0 || breaks > 0 {
        // SAFETY: the caller promises at least one more head; a string has as many bytes after its head as the head
        // states.
        let (head, end) = unsafe { read_head(at) };
        at = end;
        if head.major == SIMPLE && head.info == INDEFINITE {
            breaks -= 1;
            continue;
        }
        // As long as a break is to come, the items before it need not be counted.
        let counts = breaks == 0;
        items -= u64::from(counts);
        match head.major {
            BYTES..=MAP if head.info == INDEFINITE => breaks += 1,
            // SAFETY: a string has as many bytes after its head as the head states.
            BYTES | TEXT => at = unsafe { at.add(head.argument as usize) },
            ARRAY if counts => items += head.argument,
            MAP if counts => items += 2 * head.argument,
            TAG if counts => items += 1,
            _ => {}
        }
    }
    at
}

/// Returns the position after the trailing items of `pos`.
///
/// # Safety
///
/// The trailing items of `pos` are stored there.
#[inline]
pub(super) unsafe fn finish_trailing(pos: ItemPosition) -> ItemPosition {
    if !pos.after.is_some() {
        return pos;
    }
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { pass(pos.at, pos.after) }
}

/// As [`finish_trailing`], out of line.
///
/// # Safety
///
/// The items and breaks of `after` are stored at `at`.
#[cold]
#[inline(never)]
unsafe fn pass(at: Ptr, after: After) -> ItemPosition {
    // SAFETY: the caller promises these breaks and items.
    ItemPosition::new(unsafe { skip(at, after.items(), after.breaks()) })
}

/// Returns the end of a value whose known fields end at `pos`.
///
/// # Safety
///
/// The known fields of a valid value end at `pos`, and `state` is the state after them.
#[inline]
pub(super) unsafe fn leave(state: FieldState, pos: ItemPosition) -> ItemPosition {
    if state.is_exact() {
        return ItemPosition::new(pos.at).with_after(state.after);
    }
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { leave_more(state, pos.at) }
}

/// As [`leave`] for a state that is not exact, out of line.
///
/// # Safety
///
/// As for [`leave`].
#[cold]
#[inline(never)]
unsafe fn leave_more(state: FieldState, at: Ptr) -> ItemPosition {
    let (items, breaks) = if state.is_indefinite { (0, 1) } else { (state.left, 0) };
    // SAFETY: the caller promises that the known fields end at `at`. So the items that are left, or a break, follow.
    ItemPosition::new(unsafe { skip(at, items, breaks) }).with_after(state.after)
}

/// Enters an array; returns its state, and the address of its first item.
///
/// # Safety
///
/// A valid array is stored at `pos`. (It may also be a map or a string: then the state counts its entries or bytes.)
#[inline]
unsafe fn array(pos: ItemPosition) -> (FieldState, Ptr) {
    // SAFETY: the caller promises an item at `pos`.
    let (head, first) = unsafe { content(pos.at) };
    (FieldState { left: head.argument, is_indefinite: head.info == INDEFINITE, after: pos.after }, first)
}

/// Enters a struct of shape `S`; returns its state, and the position of its first field.
///
/// # Safety
///
/// A valid struct is stored at `pos`.
#[inline]
pub(super) unsafe fn enter_struct<S: Shape>(pos: ItemPosition) -> (FieldState, ItemPosition) {
    // SAFETY: the caller promises a struct, whose fields are stored as `struct_encoding` describes.
    unsafe {
        match const { struct_encoding::<S>() } {
            StructEncoding::Bare => {
                let state = FieldState { left: 2, is_indefinite: false, after: pos.after };
                (state, ItemPosition::new(pos.at))
            }
            StructEncoding::Null => {
                let (_, end) = content(pos.at);
                (FieldState { left: 0, is_indefinite: false, after: pos.after }, ItemPosition::new(end))
            }
            StructEncoding::InArray => {
                let (state, first) = array(pos);
                (state, ItemPosition::new(first))
            }
            StructEncoding::Tagged => {
                let (_, state, first) = tagged(pos);
                (state, ItemPosition::new(first))
            }
        }
    }
}

/// Enters an array whose first item is the number of a constructor. Returns that number, the state after it, and the
/// address of the next item.
///
/// # Safety
///
/// A valid array of that kind is stored at `pos`.
#[inline]
unsafe fn tagged(pos: ItemPosition) -> (u64, FieldState, Ptr) {
    // SAFETY: the caller promises an array that is not empty, so it takes at least two bytes. If its head takes one
    // byte, the second byte is the first of its first item; if that is less than 24, it is the whole item.
    unsafe {
        let [head, tag] = pos.at.load::<[u8; 2]>();
        if matches!(head, 0x81..0x98) && tag < 24 {
            let state = FieldState { left: u64::from(head - 0x81), is_indefinite: false, after: pos.after };
            return (tag.into(), state, pos.at.add(2));
        }
        tagged_of_any(pos)
    }
}

/// Does the same as [`tagged`], for heads of any size and after any tags.
///
/// # Safety
///
/// A valid array of that kind is stored at `pos`.
#[inline(never)]
unsafe fn tagged_of_any(pos: ItemPosition) -> (u64, FieldState, Ptr) {
    // SAFETY: the caller promises an array with at least one item.
    unsafe {
        let (state, tag) = array(pos);
        let (tag, first) = content(tag);
        (tag.argument, state.without_one(), first)
    }
}

/// Enters an enum of shape `S`; returns the number of its constructor, its state, and the position of its first field.
///
/// # Safety
///
/// A valid enum is stored at `pos`.
#[inline]
pub(super) unsafe fn enter_enum<S: Shape, V: Variants>(pos: ItemPosition) -> (u32, FieldState, ItemPosition) {
    // SAFETY: the caller promises an enum, which was checked: the number of its constructor is known to the type,
    // unless the type has a variant for all others.
    unsafe {
        if matches!(S::STYLE, Style::Optional) {
            let (state, first) = array(pos);
            // (An optional value is an array of no item or of one item.)
            let is_some = if state.is_indefinite { !is_break(first) } else { state.left > 0 };
            return (is_some.into(), state, ItemPosition::new(first));
        }
        let (tag, state, fields) = tagged(pos);
        if S::HAS_OTHER && tag >= u64::from(V::COUNT - 1) {
            // The one field of that variant is the whole item.
            let state = FieldState { left: 1, is_indefinite: false, after: pos.after };
            return (V::COUNT - 1, state, ItemPosition::new(pos.at));
        }
        core::hint::assert_unchecked(tag < u64::from(V::COUNT));
        (tag as u32, state, ItemPosition::new(fields))
    }
}

/// Reads the header of a sequence of elements of shape `S`.
///
/// # Safety
///
/// A valid sequence is stored at `pos`.
#[inline]
pub(super) unsafe fn sequence_header<S: Shape>(pos: ItemPosition) -> SequenceHeader {
    // SAFETY: the caller promises a sequence: an array, a map, or a byte string.
    let (state, first) = unsafe { array(pos) };
    // SAFETY: the caller promises a sequence, which is an item.
    let is_string = S::IS_BYTE && unsafe { content(pos.at) }.0.major == BYTES;
    let remaining = RemainingElements { left: state.left, is_indefinite: state.is_indefinite, after: state.after };
    SequenceHeader { remaining, first, is_string }
}

/// Reads a scalar; returns it with the position after it.
///
/// # Safety
///
/// A valid scalar is stored at `pos`.
#[inline]
pub(super) unsafe fn scalar<S: Scalar>(pos: ItemPosition) -> (S, ItemPosition) {
    // SAFETY: the caller promises a valid scalar, so the item is of the kind that is read here, and its bits are valid.
    unsafe {
        if is_byte::<S>() && pos.is_in_string() {
            let [byte] = pos.at.load::<[u8; 1]>();
            return (of_low(byte.into()), pos.advance(1));
        }
        let (low, end) = match S::KIND {
            Kind::Unsigned => integer(pos.at, S::WIDTH, false),
            Kind::Signed => integer(pos.at, S::WIDTH, true),
            Kind::Float => float(pos.at, S::WIDTH),
            Kind::Bool => {
                let (head, end) = content(pos.at);
                (u128::from(head.info == 21), end)
            }
            Kind::Char => char(pos.at),
            Kind::Duration | Kind::Time => time(pos.at),
        };
        (of_low(low), ItemPosition { at: end, ..pos })
    }
}

/// Returns the scalar with these bytes, least significant first.
///
/// # Safety
///
/// The bytes are a valid `S`.
#[inline]
unsafe fn of_low<S: Scalar>(low: u128) -> S {
    let mut bytes = <S::Bytes as ByteArray>::ZERO;
    bytes.as_mut().copy_from_slice(&low.to_le_bytes()[..S::WIDTH]);
    // SAFETY: the caller promises that the bytes are a valid `S`.
    unsafe { S::from_bytes(bytes) }
}

/// Reads an integer of `width` bytes; returns it in two's complement, with the address after it.
///
/// Neither the sign nor the width of the head, up to four bytes, is a branch: for numbers of random size, a branch
/// would be mispredicted every other time. The width of eight bytes is a branch: if all numbers have this width, the
/// processor begins the next item before this head is loaded.
///
/// # Safety
///
/// A valid integer is stored at `at`.
#[inline]
unsafe fn integer(at: Ptr, width: usize, is_signed: bool) -> (u128, Ptr) {
    // SAFETY: the caller promises an integer. The additional information of its head determines how many bytes the
    // argument takes.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        let info = first & 0x1F;
        let widest = match width {
            1 => 24,
            2..=4 => 26,
            _ => 27,
        };
        // Without the sign bit, the first byte is greater than `widest` if the head is wider, or not the head of an
        // integer.
        let sign = if is_signed { NEGATIVE << 5 } else { 0 };
        if first & !sign > widest {
            return integer_of_any(at);
        }
        let (argument, end) = match info {
            27 => (u64::from_be_bytes(at.add(1).load()), at.add(9)),
            _ if width > 1 => short_argument(at, info),
            24 => (u8::from_be_bytes(at.add(1).load()).into(), at.add(2)),
            _ => (info.into(), at.add(1)),
        };
        let flipped = 0_u128.wrapping_sub((first & sign != 0).into());
        (u128::from(argument) ^ flipped, end)
    }
}

/// Returns the argument of a head, of at most four bytes, and the address after the head, without a branch.
///
/// # Safety
///
/// A valid head with this additional information, which is at most 26, is stored at `at`.
#[inline]
unsafe fn short_argument(at: Ptr, info: u8) -> (u64, Ptr) {
    static NOTHING: [u8; 2] = [0; 2];
    let is_long = info >= 24;
    let size = usize::from(is_long) << (info & 3);
    // SAFETY: the head takes `1 + size` bytes, where `size` is 0, 1, 2 or 4. If it is not 0, both loads of two bytes
    // are within the head: `low` is its last two bytes, `high` is its first two, or of five bytes the second and the
    // third. If it is 0, both are loaded from `NOTHING`.
    let (high, low, end) = unsafe {
        let from = select_unpredictable(is_long, at, Ptr::to(&NOTHING));
        (
            u16::from_be_bytes(from.add(size >> 2).load()),
            u16::from_be_bytes(from.add(size - usize::from(is_long)).load()),
            at.add(1 + size),
        )
    };
    let argument = (u64::from(high) << 16 | u64::from(low)) & !(u64::MAX << (8 * size));
    (select_unpredictable(is_long, argument, info.into()), end)
}

/// Reads an integer in any form: after tags, as a bignum, or with a head that is wider than necessary.
///
/// # Safety
///
/// A valid integer is stored at `at`.
#[cold]
#[inline(never)]
unsafe fn integer_of_any(mut at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller promises an integer. After a tag follows another tag, the integer, or the bytes of a bignum.
    unsafe {
        // (This is a loop because there is no limit on tags.)
        let tag = loop {
            let (head, end) = read_head(at);
            at = end;
            match (head.major, head.argument) {
                (UNSIGNED, argument) => return (argument.into(), end),
                (NEGATIVE, argument) => return (!u128::from(argument), end),
                (_, BIG | BIG_NEGATIVE) => break head.argument,
                _ => {}
            }
        };
        let (head, start) = read_head(at);
        let bytes = start.bytes(head.argument as usize);
        steps::count(bytes.len());
        let number = bytes.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        (if tag == BIG { number } else { !number }, start.add(bytes.len()))
    }
}

/// Reads a float; returns the bits of the same number as a float of `width` bytes, with the address after it.
///
/// # Safety
///
/// A valid float is stored at `at`.
#[inline]
unsafe fn float(at: Ptr, width: usize) -> (u128, Ptr) {
    // SAFETY: the caller promises a float. After these first bytes follow eight or four more.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        if width == 8 && first == SIMPLE << 5 | 27 {
            return (u64::from_be_bytes(at.add(1).load()).into(), at.add(9));
        }
        if width == 8 && first == SIMPLE << 5 | 26 {
            return (float::single_to_double(u32::from_be_bytes(at.add(1).load())).into(), at.add(5));
        }
        float_of_any(at, width)
    }
}

/// Does the same as [`float()`], for floats of any width and after any tags.
///
/// # Safety
///
/// A valid float is stored at `at`.
#[inline(never)]
unsafe fn float_of_any(at: Ptr, width: usize) -> (u128, Ptr) {
    // SAFETY: the caller promises a float, which is an item.
    unsafe {
        let (head, end) = content(at);
        (float_bits(head, width).into(), end)
    }
}

/// Returns the bits of the float with this head, as a float of `width` bytes.
#[inline]
pub(super) fn float_bits(head: ReadHead, width: usize) -> u64 {
    float_of_head(head.info, head.argument, width)
}

/// Returns the bits of the float whose head has this additional information and argument, as a float of `width` bytes.
#[inline]
pub(in crate::layout) fn float_of_head(info: u8, argument: u64, width: usize) -> u64 {
    let bits = match info {
        25 if width == 4 => return float::half_to_single(argument as u16).into(),
        25 => return float::half_to_f64(argument as u16).to_bits(),
        26 if width == 4 => return argument,
        26 => return float::single_to_double(argument as u32),
        _ => argument,
    };
    if width == 4 { float::double_to_single(bits).unwrap_or(0).into() } else { bits }
}

/// Reads a character, which is a text string of one character; returns its code, with the address after it.
///
/// # Safety
///
/// A valid character is stored at `at`.
#[inline]
unsafe fn char(at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller promises a text string of exactly one character, in UTF-8.
    unsafe {
        let (head, start) = content(at);
        let bytes = start.bytes(head.argument as usize);
        let char = core::str::from_utf8_unchecked(bytes).chars().next().unwrap_unchecked();
        (u32::from(char).into(), start.add(bytes.len()))
    }
}

/// Reads an array of seconds and nanoseconds; returns them as the bytes of the scalar, with the address after the
/// array.
///
/// # Safety
///
/// A valid array of that kind is stored at `at`.
unsafe fn time(at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller promises an array of two integers.
    unsafe {
        let (state, first) = array(ItemPosition::new(at));
        let (seconds, second) = integer(first, 8, true);
        let (nanoseconds, end) = integer(second, 4, false);
        let end = if state.is_indefinite { end.add(1) } else { end };
        (nanoseconds << 64 | u128::from(seconds as u64), end)
    }
}

/// Returns the item that encodes a byte as an integer of its own, outside of a byte string.
pub(super) fn encoded_byte(byte: u8) -> &'static [u8] {
    static ITEMS: [[u8; 2]; 256] = {
        let mut items = [[24, 0]; 256];
        let mut byte = 0;
        while byte < 256 {
            items[byte][if byte < 24 { 0 } else { 1 }] = byte as u8;
            byte += 1;
        }
        items
    };
    let item = &ITEMS[usize::from(byte)];
    if byte < 24 { &item[..1] } else { item }
}
