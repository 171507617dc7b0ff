//! The shape of constructors that the reader does not know, as values.

use alloc::vec::Vec;

use super::check::Checked;
use super::convert::Converted;
use super::describe::Describer;
use super::{
    Bounce, Comparison, Form, Schema, Shape, SizeClass, SkipFn, SortKeyBuf, SortKeyFn, place_of, sealed, sort_key,
};
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::error::ErrorKind;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// The message about a constructor that is not known, in another layout than that in which it was written.
pub(crate) const OTHER_LAYOUT: &str =
    "an unknown constructor cannot be written in another layout, because the types of its fields are not known";

/// Returns the number of the constructor with these bytes. `None` only for an item of CBOR without one.
pub(crate) fn unknown_tag<L: Layout>(bytes: &[u8]) -> Option<u64> {
    #[cfg(feature = "cbor")]
    if L::COUNTS_ITEMS {
        return crate::layout::cbor::constructor(bytes);
    }
    let tag = if L::FORMAT.has_static_part() { varint::take(bytes)?.1 } else { bytes };
    Some(varint::take(tag)?.0)
}

/// The shape of a constructor that the reader does not know: the field of a variant marked `other`.
///
/// The field is the whole value, with its head; or the whole item, in CBOR.
pub enum UnknownShape {}

impl sealed::Sealed for UnknownShape {}

// SAFETY: the check covers that the bytes are there; its readers rely on nothing else.
unsafe impl Shape for UnknownShape {
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const INLINE: usize = size_of::<Vec<u8>>();
    // (An item of CBOR may nest as deeply as the limits allow.)
    const FLAT: bool = false;
    const IS_UNKNOWN: bool = true;
    const SCHEMA: Schema = Schema::of::<Self>(Form::Unknown);

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        L::check_unknown(checker, at).map(Bounce::End)
    }

    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises such a value at `pos`.
        Bounce::End(unsafe { L::unknown(pos) }.1)
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: the caller promises such values at both positions.
        let ((a, left), (b, right)) = unsafe { (L::unknown(left), L::unknown(right)) };
        steps::count_bytes(a.len().min(b.len()));
        Comparison::of_whole((unknown_tag::<L>(a), a).cmp(&(unknown_tag::<L>(b), b)), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises such a value at `pos`.
        let (bytes, end) = unsafe { L::unknown(pos) };
        out.push(&unknown_tag::<L>(bytes).unwrap_or(u64::MAX).to_be_bytes());
        sort_key::push_bytes(bytes, out);
        Bounce::End(end)
    }

    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        _: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller promises such a value at `from`, and W1 for `to`.
        unsafe {
            let (bytes, end) = L::unknown(from);
            if L::NAME != M::NAME {
                writer.fail(ErrorKind::Refused { message: OTHER_LAYOUT }, place_of::<Self>(to));
                return None;
            }
            Some(Bounce::End((end, M::write_unknown(writer, to, bytes))))
        }
    }

    fn describe(to: &mut Describer) {
        to.say("unknown");
    }
}
