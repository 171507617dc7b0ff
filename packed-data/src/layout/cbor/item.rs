//! Reading items that were checked: heads, numbers, strings, and the way over an item.

use core::hint::select_unpredictable;

use super::place::{After, Frame, Head, Place, Steps};
use super::{Fields, fields_of};
use crate::cbor::float;
use crate::cbor::head::{ARRAY, BYTES, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use crate::raw::{ByteArray, Ptr};
use crate::scalar::{Kind, Scalar, is_byte};
use crate::shape::{Shape, Style, Variants};
use crate::steps;

/// The first byte of the end of an item of indefinite length.
const BREAK: u8 = SIMPLE << 5 | INDEFINITE;
/// The tags of integers of any size.
const BIG: u64 = 2;
const BIG_NEGATIVE: u64 = 3;

/// A head that was read.
#[derive(Clone, Copy)]
pub(super) struct Begin {
    pub(super) major: u8,
    pub(super) info: u8,
    pub(super) argument: u64,
}

/// Reads a head, and gives the address after it.
///
/// # Safety
///
/// A valid one stands at `at`.
#[inline]
unsafe fn begin(at: Ptr) -> (Begin, Ptr) {
    // SAFETY: the first byte is there, and tells how many follow.
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
        (Begin { major, info, argument }, end)
    }
}

/// Reads the head of an item after its tags, and gives the address after it.
///
/// Most heads take one byte or two, and no tag. The way of the others is a call, so that this one is short wherever it
/// is inlined: measured on log records, reading takes an eighth less time.
///
/// # Safety
///
/// A valid item stands at `at`.
#[inline]
pub(super) unsafe fn content(at: Ptr) -> (Begin, Ptr) {
    // SAFETY: an item has a first byte, which tells whether another one follows.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        let (major, info) = (first >> 5, first & 0x1F);
        if major != TAG && info < 24 {
            return (Begin { major, info, argument: info.into() }, at.add(1));
        }
        if major != TAG && info == 24 {
            let [argument] = at.add(1).load::<[u8; 1]>();
            return (Begin { major, info, argument: argument.into() }, at.add(2));
        }
        content_of_any(at)
    }
}

/// As [`content`], whatever stands there.
///
/// # Safety
///
/// A valid item stands at `at`.
#[inline(never)]
unsafe fn content_of_any(mut at: Ptr) -> (Begin, Ptr) {
    loop {
        // SAFETY: an item begins with a head, and so does what a tag stands before.
        let (head, end) = unsafe { begin(at) };
        if head.major != TAG {
            return (head, end);
        }
        at = end;
    }
}

/// The address after a tag.
///
/// # Safety
///
/// It stands before the item at `at`, among others perhaps.
#[inline]
pub(super) unsafe fn after_tag(mut at: Ptr, tag: u64) -> Ptr {
    loop {
        // SAFETY: the caller promises that tags stand there up to that one.
        let (head, end) = unsafe { begin(at) };
        debug_assert_eq!(head.major, TAG);
        at = end;
        if head.argument == tag {
            return at;
        }
    }
}

/// Whether a break stands there.
///
/// # Safety
///
/// A valid item or a break does.
#[inline]
pub(super) unsafe fn is_break(at: Ptr) -> bool {
    // SAFETY: either has a first byte.
    let [first] = unsafe { at.load::<[u8; 1]>() };
    first == BREAK
}

/// The address after so many breaks, each with the items before it, and then so many items.
///
/// # Safety
///
/// They stand there.
pub(super) unsafe fn skip(mut at: Ptr, mut items: u64, mut breaks: u64) -> Ptr {
    while items > 0 || breaks > 0 {
        // SAFETY: the caller promises another head; a string has so many bytes after it.
        let (head, end) = unsafe { begin(at) };
        at = end;
        if head.major == SIMPLE && head.info == INDEFINITE {
            breaks -= 1;
            continue;
        }
        // As long as a break is to come, what stands before it need not be counted.
        let counts = breaks == 0;
        items -= u64::from(counts);
        match head.major {
            BYTES..=MAP if head.info == INDEFINITE => breaks += 1,
            // SAFETY: as above.
            BYTES | TEXT => at = unsafe { at.add(head.argument as usize) },
            ARRAY if counts => items += head.argument,
            MAP if counts => items += 2 * head.argument,
            TAG if counts => items += 1,
            _ => {}
        }
    }
    at
}

/// How many elements of so many items each stand there up to a break.
///
/// # Safety
///
/// They do.
pub(super) unsafe fn count(mut at: Ptr, items: u32) -> usize {
    let mut count = 0;
    // SAFETY: behind each element stands another, or the break.
    unsafe {
        while !is_break(at) {
            at = skip(at, items.into(), 0);
            count += 1;
        }
    }
    count
}

/// The end of what a position carries.
///
/// # Safety
///
/// It stands there.
#[inline]
pub(super) unsafe fn settle(pos: Place) -> Place {
    if !pos.after.is_some() {
        return pos;
    }
    // SAFETY: the caller's promise.
    unsafe { pass(pos.at, pos.after) }
}

#[cold]
#[inline(never)]
unsafe fn pass(at: Ptr, after: After) -> Place {
    // SAFETY: the caller's promise.
    Place::new(unsafe { skip(at, after.items(), after.breaks()) })
}

/// The end of a value whose known fields end at `pos`.
///
/// # Safety
///
/// They do.
#[inline]
pub(super) unsafe fn leave(frame: Frame, pos: Place) -> Place {
    if frame.is_exact() {
        return Place::new(pos.at).with_after(frame.after);
    }
    // SAFETY: the caller's promise.
    unsafe { leave_more(frame, pos.at) }
}

#[cold]
#[inline(never)]
unsafe fn leave_more(frame: Frame, at: Ptr) -> Place {
    let (items, breaks) = if frame.is_indefinite { (0, 1) } else { (frame.left, 0) };
    // SAFETY: the caller promises what is left.
    Place::new(unsafe { skip(at, items, breaks) }).with_after(frame.after)
}

/// Enters an array, and gives what is left of it.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
unsafe fn array(pos: Place) -> (Frame, Ptr) {
    // SAFETY: the caller's promise.
    let (head, first) = unsafe { content(pos.at) };
    (Frame { left: head.argument, is_indefinite: head.info == INDEFINITE, after: pos.after }, first)
}

/// Enters a struct of shape `S`.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
pub(super) unsafe fn enter_struct<S: Shape>(pos: Place) -> (Frame, Place) {
    // SAFETY: the caller promises a struct, whose fields stand as `fields_of` says.
    unsafe {
        match const { fields_of::<S>() } {
            Fields::Bare => {
                let frame = Frame { left: 2, is_indefinite: false, after: pos.after };
                (frame, Place::new(pos.at))
            }
            Fields::Null => {
                let (_, end) = content(pos.at);
                (Frame { left: 0, is_indefinite: false, after: pos.after }, Place::new(end))
            }
            Fields::InArray => {
                let (frame, first) = array(pos);
                (frame, Place::new(first))
            }
            Fields::Tagged => {
                let (_, frame, first) = tagged(pos);
                (frame, Place::new(first))
            }
        }
    }
}

/// Enters an array whose first item is the number of a constructor, and gives that and what is left.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
unsafe fn tagged(pos: Place) -> (u64, Frame, Ptr) {
    // SAFETY: an array that is not empty takes two bytes at least: if it is short, its head and its first item, if
    // that is short, too.
    unsafe {
        let [head, tag] = pos.at.load::<[u8; 2]>();
        if matches!(head, 0x81..0x98) && tag < 24 {
            let frame = Frame { left: u64::from(head - 0x81), is_indefinite: false, after: pos.after };
            return (tag.into(), frame, pos.at.add(2));
        }
        tagged_of_any(pos)
    }
}

/// As [`tagged`], whatever its form.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline(never)]
unsafe fn tagged_of_any(pos: Place) -> (u64, Frame, Ptr) {
    // SAFETY: the caller's promise.
    unsafe {
        let (frame, tag) = array(pos);
        let (tag, first) = content(tag);
        (tag.argument, frame.passed(), first)
    }
}

/// Enters an enum of shape `S`.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
pub(super) unsafe fn enter_enum<S: Shape, V: Variants>(pos: Place) -> (u32, Frame, Place) {
    // SAFETY: the caller promises an enum.
    unsafe {
        if matches!(S::STYLE, Style::Optional) {
            let (frame, first) = array(pos);
            // Nothing or one item.
            let is_some = if frame.is_indefinite { !is_break(first) } else { frame.left > 0 };
            return (is_some.into(), frame, Place::new(first));
        }
        let (tag, frame, fields) = tagged(pos);
        if S::HAS_OTHER && tag >= u64::from(V::COUNT - 1) {
            // The one field of that variant is the whole item.
            let frame = Frame { left: 1, is_indefinite: false, after: pos.after };
            return (V::COUNT - 1, frame, Place::new(pos.at));
        }
        core::hint::assert_unchecked(tag < u64::from(V::COUNT));
        (tag as u32, frame, Place::new(fields))
    }
}

/// Reads the beginning of a sequence of elements of shape `S`.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
pub(super) unsafe fn head<S: Shape>(pos: Place) -> Head {
    // SAFETY: the caller promises a sequence: an array, a map, or a string of bytes.
    let (frame, first) = unsafe { array(pos) };
    // SAFETY: as above.
    let is_string = S::IS_BYTE && unsafe { content(pos.at) }.0.major == BYTES;
    let steps = Steps { left: frame.left, is_indefinite: frame.is_indefinite, after: frame.after };
    Head { steps, first, is_string }
}

/// Reads a scalar.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[inline]
pub(super) unsafe fn scalar<S: Scalar>(pos: Place) -> (S, Place) {
    // SAFETY: the caller promises a scalar; its kind says what items it can be.
    unsafe {
        if is_byte::<S>() && pos.is_in_string() {
            let [byte] = pos.at.load::<[u8; 1]>();
            return (of_low(byte.into()), pos.moved(1));
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
        (of_low(low), Place { at: end, ..pos })
    }
}

/// The scalar with these bytes, least significant first.
///
/// # Safety
///
/// They are valid.
#[inline]
unsafe fn of_low<S: Scalar>(low: u128) -> S {
    let mut bytes = <S::Bytes as ByteArray>::ZERO;
    bytes.as_mut().copy_from_slice(&low.to_le_bytes()[..S::WIDTH]);
    // SAFETY: the caller's promise.
    unsafe { S::from_bytes(bytes) }
}

/// Reads an integer of so many bytes, as a number in two's complement.
///
/// Neither the sign nor, up to four bytes, the width of the head is a branch: for numbers of random size it would be
/// mispredicted for every other one. The greatest width is one, so that where all have it the next item is begun before
/// this head is there.
///
/// # Safety
///
/// A valid one stands at `at`.
#[inline]
unsafe fn integer(at: Ptr, width: usize, is_signed: bool) -> (u128, Ptr) {
    // SAFETY: the caller's promise; the additional information says how many bytes the argument takes.
    unsafe {
        let [first] = at.load::<[u8; 1]>();
        let info = first & 0x1F;
        let widest = match width {
            1 => 24,
            2..=4 => 26,
            _ => 27,
        };
        // But for the sign a head is greater than that if it is wider, and if it is not one of an integer.
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

/// The argument of a head, of at most four bytes, and the address after it, without a branch.
///
/// # Safety
///
/// A valid head with this additional information, up to 26, stands at `at`.
#[inline]
unsafe fn short_argument(at: Ptr, info: u8) -> (u64, Ptr) {
    static NOTHING: [u8; 2] = [0; 2];
    let is_long = info >= 24;
    let size = usize::from(is_long) << (info & 3);
    // SAFETY: one, two or four bytes follow the first, or none. Of the `1 + size` the last two are loaded, and the first
    // two, or of five those after the first; of one nothing.
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

/// Reads an integer, whatever its form: behind tags, one of any size, or with a head that is wider than it need be.
///
/// # Safety
///
/// A valid one stands at `at`.
#[cold]
#[inline(never)]
unsafe fn integer_of_any(mut at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller's promise; behind a tag stands another, or the integer.
    unsafe {
        // (A loop, since there is no limit on tags.)
        let tag = loop {
            let (head, end) = begin(at);
            at = end;
            match (head.major, head.argument) {
                (UNSIGNED, argument) => return (argument.into(), end),
                (NEGATIVE, argument) => return (!u128::from(argument), end),
                (_, BIG | BIG_NEGATIVE) => break head.argument,
                _ => {}
            }
        };
        let (head, start) = begin(at);
        let bytes = start.bytes(head.argument as usize);
        steps::count(bytes.len());
        let number = bytes.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
        (if tag == BIG { number } else { !number }, start.add(bytes.len()))
    }
}

/// Reads a float as the bits of one of so many bytes.
///
/// # Safety
///
/// A valid one stands at `at`.
#[inline]
unsafe fn float(at: Ptr, width: usize) -> (u128, Ptr) {
    // SAFETY: the caller's promise; after these first bytes there are eight more, or four.
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

/// As [`float()`], whatever its width.
///
/// # Safety
///
/// A valid one stands at `at`.
#[inline(never)]
unsafe fn float_of_any(at: Ptr, width: usize) -> (u128, Ptr) {
    // SAFETY: the caller's promise.
    unsafe {
        let (head, end) = content(at);
        (float_bits(head, width).into(), end)
    }
}

/// The bits of a float, for one of so many bytes.
#[inline]
pub(super) fn float_bits(head: Begin, width: usize) -> u64 {
    let bits = match head.info {
        25 if width == 4 => return float::half_to_single(head.argument as u16).into(),
        25 => return float::half_to_f64(head.argument as u16).to_bits(),
        26 if width == 4 => return head.argument,
        26 => return float::single_to_double(head.argument as u32),
        _ => head.argument,
    };
    if width == 4 { float::double_to_single(bits).unwrap_or(0).into() } else { bits }
}

/// Reads a character: a text of one.
///
/// # Safety
///
/// A valid one stands at `at`.
#[inline]
unsafe fn char(at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller's promise.
    unsafe {
        let (head, start) = content(at);
        let bytes = start.bytes(head.argument as usize);
        let char = core::str::from_utf8_unchecked(bytes).chars().next().unwrap_unchecked();
        (u32::from(char).into(), start.add(bytes.len()))
    }
}

/// Reads seconds and nanoseconds, in an array.
///
/// # Safety
///
/// A valid one stands at `at`.
unsafe fn time(at: Ptr) -> (u128, Ptr) {
    // SAFETY: the caller promises an array of two integers.
    unsafe {
        let (frame, first) = array(Place::new(at));
        let (seconds, second) = integer(first, 8, true);
        let (nanoseconds, end) = integer(second, 4, false);
        let end = if frame.is_indefinite { end.add(1) } else { end };
        (nanoseconds << 64 | u128::from(seconds as u64), end)
    }
}

/// The item that a byte of a string would be by itself.
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
