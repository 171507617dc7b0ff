//! `Indexed`: the native layout with random access.

use core::ops::Range;

use super::backpatch::TableBackpatch;
use super::native::{self, Native, RemainingWithTable, StaticPart};
use super::{FieldAccess, InPlace, Layout, LayoutId, RandomAccess, StatedElements};
use crate::shape::{LeafKind, SequenceShape, Shape, Variants};
use crate::wire::checker::{Failed, Input};
use crate::wire::scalar::Scalar;

/// The layout for random access: [`Compact`](crate::Compact) plus the sizes and tables that a reader needs to jump.
///
/// The fields of static size come first, at offsets that the compiler knows. Any other field has its size in bytes
/// before it, as a short varint, unless it is the last field, or it is a string or a sequence (which state their own
/// length). A sequence of elements whose size varies has a table of their ends. Therefore every field and every element
/// is reached in constant time, and [views](crate::View) can be used. The book's page on this layout has every rule,
/// with a table of values and bytes.
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let packed = Packed::<(Option<u8>, u8), Indexed>::pack(&(Some(7), 8));
/// assert_eq!(packed.as_bytes(), [8, 2, 1, 7]); // the 8; two bytes, a `Some(7)`
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Indexed {}

impl InPlace for Indexed {}

// SAFETY: it is a native layout, for which L1 holds.
unsafe impl Layout for Indexed {
    const ID: LayoutId = LayoutId::Indexed;
}

impl Native for Indexed {
    type Frame = StaticPart;
    type Remaining = RemainingWithTable;
    type Table = TableBackpatch;
}

impl FieldAccess for Indexed {}

// SAFETY: `computed` uses the static size, or the table that was checked with the sequence.
unsafe impl RandomAccess for Indexed {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_fields(at: usize) -> Self::FieldCheck {
        native::FieldOffsets::at(at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_tag<S: Shape, V: Variants>(input: &mut impl Input, at: usize) -> Result<(u32, usize), Failed> {
        native::check_tag::<S, V, Self>(input, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_scalar<S: Scalar>(input: &mut impl Input, at: usize) -> Result<usize, Failed> {
        native::check_scalar::<S, Self>(input, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_size(input: &mut impl Input, at: usize) -> Result<(usize, u64), Failed> {
        native::check_size::<Self>(input, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_header<Q: SequenceShape>(input: &mut impl Input, at: usize) -> Result<StatedElements, Failed> {
        native::check_header::<Q, Self>(input, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_length<K: LeafKind>(input: &mut impl Input, at: usize) -> Result<Range<usize>, Failed> {
        native::check_length::<K, Self>(input, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn peek_head(input: &mut impl Input, at: usize) -> Result<usize, Failed> {
        native::check_head(input, at)
    }
}
