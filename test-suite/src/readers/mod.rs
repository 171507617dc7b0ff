//! Every way of reading, building, transforming and editing, by hand, as a user would write it.

mod ast;
mod extensible;
mod floors;
mod json;
mod lists;
mod others;
mod terms;
mod tree;

use std::fmt::Debug;

use packed_data::{
    Cursor, Done, Edit, Filled, InPlace, Layout, Levels, Limits, Needs, Packable, Packed, RandomAccess, Unpack, View,
};

/// Reads values in every way. Where a shape has no reader written by hand, the value is unpacked.
pub trait Reads: Packable<As = Self> + for<'a> Unpack<'a> + Clone + Debug + PartialEq {
    /// Reads the value with a cursor.
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        cursor.unpack(Levels::new(Limits::DEFAULT.depth)).expect("within the limit on levels")
    }

    /// Reads the value under a cursor with a view, if the shape has such a reader.
    fn by_view<L: RandomAccess>(_: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        None
    }

    /// Reads the value with a view.
    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        view.unpack().expect("within the limit on levels")
    }

    /// Reads the value with a fold.
    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.unpack().expect("within the limit on levels")
    }

    /// Returns the calls that a visit receives, in order.
    fn visited<L: Layout>(_: &Packed<Self, L, &[u8]>) -> Vec<String> {
        Vec::new()
    }

    /// Returns the calls that a visit should receive.
    fn tokens(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Builds values piece by piece, and changes every number in them, in every way.
pub trait Changes: Reads {
    /// Builds the value with the functions of each constructor.
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id>;

    /// Returns the value with every number changed.
    fn changed(&self) -> Self;

    /// Copies from packed to packed, and changes every number.
    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L>;

    /// Copies from packed to packed field by field, and changes nothing.
    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L>;

    /// Changes every number in place, with a cursor.
    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>>;

    /// Changes every number in place, with a view.
    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>);

    /// Changes every number in place, with a fold.
    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>);
}
