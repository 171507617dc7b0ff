//! The rules in which native layouts differ, as functions of a [`Format`](crate::layout::Format). They are evaluated at
//! compile time: code for a rule that a layout does not have is not compiled for it.
//!
//! | rule | layouts that have it |
//! |---|---|
//! | [`jumps`], [`has_table`] | `Indexed` |
//! | [`has_wide_sizes`] | `haskell::PackedDataFieldSizes`, `haskell::PackedDataSkipLast` |
//! | [`has_cells`] | those of the Haskell library `packed-data` |
//! | [`mark_len`] | `haskell::Store` |
//! | [`is_big`] | `haskell::Cereal`, `haskell::Binary` |
//! | `Format::tags_vary` | `bincode::Standard` |
//! | `Format::accepts_unsorted` | `bincode::Legacy`, `bincode::Standard` |
//! | [`no_compound`], [`no_leaf`], [`no_map`] | layouts of Haskell libraries that lack tuples, texts or maps |

use super::Native;
use crate::layout::{Layout, SequenceRule, SizeRule};
use crate::shape::{Leaf, LeafKind, SequenceKind, SequenceShape, Shape, ShapeOf, SizeClass, Sizes, Style};

/// Returns whether a layout adds what makes jumps possible: sizes as short varints, and tables of ends.
pub(super) const fn jumps<L: Layout>() -> bool {
    matches!(L::FORMAT.sizes, SizeRule::ForJumps)
}

/// Returns whether fields have their sizes before them as numbers of four bytes.
pub(super) const fn has_wide_sizes<N: Native>() -> bool {
    N::FORMAT.sizes_every_field()
}

/// Returns whether a sequence of elements of shape `S` has a table of ends.
pub(crate) const fn has_table<S: Shape, L: Layout>() -> bool {
    jumps::<L>() && Sizes::<S, L>::SIZE.is_none()
}

/// Returns whether sequences are written as cells.
pub(super) const fn has_cells<N: Native>() -> bool {
    matches!(N::FORMAT.sequences, SequenceRule::Cells)
}

/// Returns the number of bytes before the count of a sequence of elements of shape `S`.
pub(super) const fn mark_len<S: Shape, N: Native>() -> usize {
    match (S::STYLE, N::FORMAT.map_mark) {
        (Style::Entry, Some(mark)) => mark.len(),
        _ => 0,
    }
}

/// Returns the number of bytes before the fields of a value of shape `S`, which is a struct.
pub(super) const fn struct_tag<S: Shape, N: Native>() -> usize {
    match S::STYLE {
        Style::Constructors => N::FORMAT.struct_size(),
        _ => 0,
    }
}

/// Rejects, at compile time, what a layout does not have.
macro_rules! refuse {
    ($why:expr) => {
        const {
            if let Some(why) = $why {
                panic!("{}", why)
            }
        }
    };
}

/// Returns the message if the layout does not have structs, tuples or enums of shape `S`.
pub(super) const fn no_compound<S: Shape, N: Native>() -> Option<&'static str> {
    match S::STYLE {
        Style::Tuple if !matches!(S::SIZE_CLASS, SizeClass::Unit) => N::FORMAT.lacks.tuples,
        _ => None,
    }
}

/// Returns the message if the layout does not have leaves of kind `K`.
pub(super) const fn no_leaf<K: LeafKind, N: Native>() -> Option<&'static str> {
    match K::LEAF {
        Leaf::Text => N::FORMAT.lacks.text,
        _ => None,
    }
}

/// Returns whether numbers are big-endian.
pub(super) const fn is_big<N: Native>() -> bool {
    N::FORMAT.is_big()
}

/// Returns the message if the layout does not have the sequence `Q`.
pub(super) const fn no_map<Q: SequenceShape, N: Native>() -> Option<&'static str> {
    match (Q::KIND, <ShapeOf<Q::Element> as Shape>::STYLE) {
        (SequenceKind::Set, _) | (_, Style::Entry) => N::FORMAT.lacks.maps,
        _ => None,
    }
}

pub(super) use refuse;
