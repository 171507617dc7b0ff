//! Every way of reading, building, transforming and editing, by hand, as a user would write it.

mod ast;
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

/// Reads values in every way. What a shape does not read by hand is unpacked.
pub trait Reads: Packable<As = Self> + for<'a> Unpack<'a> + Clone + Debug + PartialEq {
    /// Reads it by a cursor.
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        cursor.unpack(Levels::new(Limits::DEFAULT.depth)).expect("within the limit on levels")
    }

    /// Reads the value under a cursor by a view, if that is done by hand.
    fn by_view<L: RandomAccess>(_: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        None
    }

    /// Reads it by a view.
    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        view.unpack().expect("within the limit on levels")
    }

    /// Reads it by a fold.
    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.unpack().expect("within the limit on levels")
    }

    /// What a visit is given, in order.
    fn visited<L: Layout>(_: &Packed<Self, L, &[u8]>) -> Vec<String> {
        Vec::new()
    }

    /// What a visit should be given.
    fn tokens(&self) -> Vec<String> {
        Vec::new()
    }
}

/// Builds values piece by piece, and changes every number in them, in every way.
pub trait Changes: Reads {
    /// Builds it with the helpers of each constructor.
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id>;

    /// The value with every number changed.
    fn changed(&self) -> Self;

    /// Packed to packed, every number changed.
    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L>;

    /// Packed to packed, nothing changed: every field by itself.
    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L>;

    /// In place, by a cursor.
    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>>;

    /// In place, by a view.
    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>);

    /// In place, by a fold.
    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>);
}
