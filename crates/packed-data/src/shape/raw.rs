//! The shape of a CBOR item of any kind.

use alloc::vec::Vec;

use super::check::Checked;
use super::convert::Converted;
use super::describe::Describer;
use super::{
    Bounce, Comparison, Form, Schema, Shape, SizeClass, SkipFn, SortKeyBuf, SortKeyFn, place_of, sealed, sort_key,
};
use crate::build::write_raw;
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// The shape of a CBOR item of any kind.
pub enum RawItem {}

impl sealed::Sealed for RawItem {}

// SAFETY: the check covers that the item is well-formed; its readers rely on nothing else.
unsafe impl Shape for RawItem {
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const INLINE: usize = size_of::<Vec<u8>>();
    // (An item may nest as deeply as the limits allow.)
    const FLAT: bool = false;
    const IS_RAW: bool = true;
    const SCHEMA: Schema = Schema::of::<Self>(Form::Raw);

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        L::check_raw(checker, at).map(Bounce::End)
    }

    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises an item at `pos`.
        Bounce::End(unsafe { L::raw(pos) }.1)
    }

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: the caller promises items at both positions.
        let ((a, left), (b, right)) = unsafe { (L::raw(left), L::raw(right)) };
        steps::count_bytes(a.len().min(b.len()));
        Comparison::of_whole(a.cmp(b), left, right)
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, out: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises an item at `pos`.
        let (bytes, end) = unsafe { L::raw(pos) };
        sort_key::push_bytes(bytes, out);
        Bounce::End(end)
    }

    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        budget: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller promises an item at `from`, and W1 for `to`.
        unsafe {
            let (bytes, end) = L::raw(from);
            Some(Bounce::End((end, write_raw::<M>(writer, place_of::<Self>(to), budget, bytes))))
        }
    }

    fn describe(to: &mut Describer) {
        to.say("cbor");
    }
}
