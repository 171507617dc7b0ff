//! Values that are bytes to every operation: strings, CBOR items of any kind, and unknown constructors.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::check::Checked;
use super::operation::ShapeOp;
use super::{Bounce, Form, Schema, Shape, SizeClass, SkipFn, lazy_part_is_view, place_of, sealed};
#[cfg(feature = "cbor")]
use crate::build::write_raw;
use crate::layout::{CheckerOf, Layout};
use crate::wire::budget::Budget;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::value_writer::ValueWriter;

/// The shape of a leaf of kind `K`.
pub struct LeafShape<K>(PhantomData<K>);

/// The shape of a string: UTF-8 after its length in bytes.
pub type Text = LeafShape<TextKind>;

/// The shape of a CBOR item of any kind.
#[cfg(feature = "cbor")]
pub type RawItem = LeafShape<RawKind>;

/// The shape of a constructor that the reader does not know: the field of a variant marked `other`.
///
/// The field is the whole value, with its head; or the whole item, in CBOR.
pub type UnknownShape = LeafShape<UnknownKind>;

/// The kinds of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// A string.
    Text,
    /// A CBOR item of any kind.
    #[cfg(feature = "cbor")]
    Item,
    /// A constructor that the reader does not know.
    Unknown,
}

impl Leaf {
    /// Returns whether it is an item of CBOR.
    const fn is_item(self) -> bool {
        #[cfg(feature = "cbor")]
        return matches!(self, Self::Item);
        #[cfg(not(feature = "cbor"))]
        false
    }
}

/// What distinguishes the kinds of leaves.
///
/// # Safety
///
/// Only the library implements this trait. The readers of a kind rely only on what every layout checks for it.
pub unsafe trait LeafKind: Sized {
    /// The description at run time.
    #[doc(hidden)]
    const SCHEMA: Schema;
    /// The kind, by which a layout knows it.
    #[doc(hidden)]
    const LEAF: Leaf;

    /// Writes a value that was read in layout `L`; returns the offset after it. `None` if the writer has failed.
    ///
    /// # Safety
    ///
    /// `bytes` are those of a valid value in layout `L`. All bytes of the buffer before `to` are initialised (W1); this
    /// holds for the offset that is returned too.
    #[doc(hidden)]
    unsafe fn write<L: Layout, M: Layout>(
        writer: &mut ValueWriter,
        to: usize,
        budget: Budget,
        bytes: &[u8],
    ) -> Option<usize>;

    /// Returns the number that comes before the bytes in the order of values: that of an unknown constructor.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn number<L: Layout>(_: &[u8]) -> Option<u64> {
        None
    }
}

impl<K: LeafKind> sealed::Sealed for LeafShape<K> {}

// SAFETY: the check of the kind covers all that its readers rely on.
unsafe impl<K: LeafKind> Shape for LeafShape<K> {
    const SIZE_CLASS: SizeClass = SizeClass::Headed;
    const INLINE: usize = size_of::<Vec<u8>>();
    // (An item of CBOR may nest as deeply as the limits allow.)
    const FLAT: bool = matches!(K::LEAF, Leaf::Text);
    const IS_NEVER_CHARGED: bool = Self::FLAT;
    const HAS_ONE_ENCODING: bool = Self::FLAT;
    const IS_RAW: bool = K::LEAF.is_item();
    const IS_UNKNOWN: bool = matches!(K::LEAF, Leaf::Unknown);
    const SCHEMA: Schema = K::SCHEMA;

    #[inline]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        L::check_leaf::<K>(checker, at).map(Bounce::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        L::check_leaf::<K>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises such a value at `pos`.
        Bounce::End(unsafe { L::leaf::<K>(pos) }.1)
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.bytes::<K>() }
    }
}

/// A string.
pub enum TextKind {}

// SAFETY: the check covers the length of the string and that it is UTF-8; its readers rely on nothing else.
unsafe impl LeafKind for TextKind {
    const SCHEMA: Schema = Schema::of::<LeafShape<Self>>(Form::Text);
    const LEAF: Leaf = Leaf::Text;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write<L: Layout, M: Layout>(
        writer: &mut ValueWriter,
        to: usize,
        _: Budget,
        bytes: &[u8],
    ) -> Option<usize> {
        // SAFETY: the caller promises W1 for `to`.
        Some(unsafe { M::write_leaf::<Self>(writer, to, bytes) })
    }
}

/// A CBOR item of any kind.
#[cfg(feature = "cbor")]
pub enum RawKind {}

// SAFETY: the check covers that the item is well-formed; its readers rely on nothing else.
#[cfg(feature = "cbor")]
unsafe impl LeafKind for RawKind {
    const SCHEMA: Schema = Schema::of::<LeafShape<Self>>(Form::Raw);
    const LEAF: Leaf = Leaf::Item;

    unsafe fn write<L: Layout, M: Layout>(
        writer: &mut ValueWriter,
        to: usize,
        budget: Budget,
        bytes: &[u8],
    ) -> Option<usize> {
        // SAFETY: the caller promises W1 for `to`, and an item.
        Some(unsafe { write_raw::<M>(writer, place_of::<RawItem>(to), budget, bytes) })
    }
}

/// A constructor that the reader does not know.
pub enum UnknownKind {}

/// The message about a constructor that is not known, in another layout than that in which it was written.
pub(crate) const OTHER_LAYOUT: &str =
    "an unknown constructor cannot be written in another layout, because the types of its fields are not known";

/// Returns the number of the constructor with these bytes. `None` only for an item of CBOR without one.
pub(crate) fn unknown_tag<L: Layout>(bytes: &[u8]) -> Option<u64> {
    packed_data_model::check::unknown_tag(L::FORMAT, bytes)
}

// SAFETY: the check covers that the bytes are there; its readers rely on nothing else.
unsafe impl LeafKind for UnknownKind {
    const SCHEMA: Schema = Schema::of::<LeafShape<Self>>(Form::Unknown);
    const LEAF: Leaf = Leaf::Unknown;

    unsafe fn write<L: Layout, M: Layout>(
        writer: &mut ValueWriter,
        to: usize,
        _: Budget,
        bytes: &[u8],
    ) -> Option<usize> {
        if L::NAME != M::NAME {
            writer.fail(ErrorKind::Refused { message: OTHER_LAYOUT }, place_of::<UnknownShape>(to));
            return None;
        }
        // SAFETY: the caller promises W1 for `to`, and such a value, which is in the same layout.
        Some(unsafe { M::write_leaf::<Self>(writer, to, bytes) })
    }

    fn number<L: Layout>(bytes: &[u8]) -> Option<u64> {
        unknown_tag::<L>(bytes)
    }
}
