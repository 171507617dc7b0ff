//! The rules that native layouts differ in, as functions of a layout's [`Format`](crate::layout::Format). They are
//! evaluated when the library is compiled: code for a rule that a layout does not have is not compiled for it.
//!
//! | rule | layouts that have it |
//! |---|---|
//! | [`jumps`], [`has_table`] | `Indexed` |
//! | [`has_wide_sizes`] | `haskell::PackedDataFieldSizes`, `haskell::PackedDataSkipLast` |
//! | [`has_cells`] | those of the Haskell library `packed-data` |
//! | [`mark_len`] | `haskell::Store` |
//! | [`is_big`] | `haskell::Cereal`, `haskell::Binary` |
//! | [`no_compound`], [`no_map`] | layouts of Haskell libraries that lack tuples or maps |

use super::Native;
use crate::layout::format::{ScalarRule, SequenceRule};
use crate::layout::{Layout, SizeRule};
use crate::shape::{SequenceKind, SequenceShape, Shape, ShapeOf, SizeClass, Sizes, Style};

/// Whether a layout puts in what makes jumps possible: sizes as short varints, tables of ends.
pub(super) const fn jumps<L: Layout>() -> bool {
    matches!(L::FORMAT.sizes, SizeRule::ForJumps)
}

/// Whether sizes stand before fields as numbers of four bytes.
pub(super) const fn has_wide_sizes<N: Native>() -> bool {
    N::FORMAT.sizes_every_field()
}

/// Whether a sequence of elements of shape `S` has a table of ends.
pub(crate) const fn has_table<S: Shape, L: Layout>() -> bool {
    jumps::<L>() && Sizes::<S, L>::SIZE.is_none()
}

/// Whether a sequence is written as cells.
pub(super) const fn has_cells<N: Native>() -> bool {
    matches!(N::FORMAT.sequences, SequenceRule::Cells)
}

/// How many bytes stand before the count of a sequence of elements of shape `S`.
pub(super) const fn mark_len<S: Shape, N: Native>() -> usize {
    match (S::STYLE, N::MAP_MARK) {
        (Style::Entry, Some(mark)) => mark.len(),
        _ => 0,
    }
}

/// How many bytes stand before the fields of a value of shape `S` that is a struct.
pub(super) const fn struct_tag<S: Shape, N: Native>() -> usize {
    match S::STYLE {
        Style::Constructors => N::FORMAT.struct_size(),
        _ => 0,
    }
}

/// Refuses, when compiled, what a layout does not have.
macro_rules! refuse {
    ($why:expr) => {
        const {
            if let Some(why) = $why {
                panic!("{}", why)
            }
        }
    };
}

/// Why a layout does not have a struct, tuple or enum of shape `S`.
pub(super) const fn no_compound<S: Shape, N: Native>() -> Option<&'static str> {
    match S::STYLE {
        Style::Tuple if !matches!(S::SIZE_CLASS, SizeClass::Unit) => N::NO_TUPLES,
        _ => None,
    }
}

/// Whether numbers are big-endian.
pub(super) const fn is_big<N: Native>() -> bool {
    matches!(N::FORMAT.scalars, ScalarRule::Big | ScalarRule::BigPairs)
}

/// Why a layout does not have the sequence `Q`.
pub(super) const fn no_map<Q: SequenceShape, N: Native>() -> Option<&'static str> {
    match (Q::KIND, <ShapeOf<Q::Element> as Shape>::STYLE) {
        (SequenceKind::Set, _) | (_, Style::Entry) => N::NO_MAPS,
        _ => None,
    }
}

pub(super) use refuse;
