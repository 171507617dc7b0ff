//! Types described part by part, by hand: as a [`Schema`], as a [`Value`], and how they are generated, read,
//! built, transformed and edited by decisions that a [`Script`] makes.
//!
//! A shape is one entry in `shapes.rs`.

mod containers;
mod grown;
mod leaves;
mod shapes;
mod source;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use packed_data::shape::{Elements, Field};
use packed_data::{Cursor, Done, Edit, Filled, ItemWriter, Layout, Limits, Needs, Packable, Packed};

use crate::reference::{Schema, Value};

pub use source::{Script, Source, caught};

/// A type that is described part by part.
pub trait Described: Packable + Clone {
    /// What it is made of.
    fn schema() -> Schema;

    /// Any value; none if there is no value of the type.
    fn generate(source: &mut Source<'_>) -> Option<Self>;

    /// The value.
    fn value(&self) -> Value;

    /// Reads the value by a cursor.
    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self::As, L>) -> Done<'id, Value, L>;

    /// Builds the value from its parts.
    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self::As, L>, script: &mut Script<'_>) -> Filled<'id>;

    /// Builds values in a sequence.
    fn build_all<'id, S, L: Layout>(
        values: &[Self],
        mut items: ItemWriter<'id, S, L>,
        script: &mut Script<'_>,
    ) -> ItemWriter<'id, S, L>
    where
        S: Elements,
        S::Element: Field<Of = Self::As>,
    {
        for value in values {
            items = items.push(|needs| build(value, needs, script));
        }
        items
    }

    /// The value with its parts changed.
    fn change_parts(&self, script: &mut Script<'_>) -> Self;

    /// Packed to packed: the same change of its parts.
    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self::As, L>,
        needs: Needs<'o, Self::As, L>,
        script: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L>;

    /// The value with some of its scalars overwritten.
    fn overwrite(&mut self, script: &mut Script<'_>);

    /// In place: the same scalars overwritten.
    fn edit<'id, L: Layout>(
        cursor: Cursor<'_, 'id, Self::As, Edit<L>>,
        script: &mut Script<'_>,
    ) -> Done<'id, (), Edit<L>>;
}

/// The methods of [`Described`] for a type that is read by unpacking it, and written and changed as a whole.
macro_rules! as_a_whole {
    () => {
        fn read<'id, L: packed_data::Layout>(
            cursor: packed_data::Cursor<'_, 'id, Self, L>,
        ) -> packed_data::Done<'id, $crate::reference::Value, L> {
            let done = cursor.unpack::<Self>(packed_data::Levels::new(packed_data::Limits::DEFAULT.depth));
            done.expect("within the limit on levels").map(|value| value.value())
        }

        fn build_parts<'id, L: packed_data::Layout>(
            &self,
            needs: packed_data::Needs<'id, Self, L>,
            _: &mut $crate::described::Script<'_>,
        ) -> packed_data::Filled<'id> {
            needs.put(self)
        }

        fn change_parts(&self, _: &mut $crate::described::Script<'_>) -> Self {
            self.clone()
        }

        fn transform_parts<'i, 'o, L: packed_data::Layout>(
            cursor: packed_data::Cursor<'_, 'i, Self, L>,
            needs: packed_data::Needs<'o, Self, L>,
            _: &mut $crate::described::Script<'_>,
        ) -> packed_data::Done<'i, packed_data::Filled<'o>, L> {
            cursor.copy_to(needs)
        }

        fn overwrite(&mut self, _: &mut $crate::described::Script<'_>) {}

        fn edit<'id, L: packed_data::Layout>(
            cursor: packed_data::Cursor<'_, 'id, Self, packed_data::Edit<L>>,
            _: &mut $crate::described::Script<'_>,
        ) -> packed_data::Done<'id, (), packed_data::Edit<L>> {
            cursor.skip()
        }
    };
}

pub(crate) use as_a_whole;

/// Builds a value in one of the ways there are.
pub fn build<'id, T: Described, L: Layout>(
    value: &T,
    needs: Needs<'id, T::As, L>,
    script: &mut Script<'_>,
) -> Filled<'id> {
    script.step();
    match script.source.byte() % 8 {
        0 => needs.put_as(value),
        1 => needs.put_packed(&Packed::<T, L>::pack(value)),
        2 => {
            let apart = Packed::<T, L>::try_build(&Limits::DEFAULT, |needs| value.build_parts(needs, script));
            match apart {
                Ok(apart) => needs.put_packed(&apart),
                Err(_) => Script::panic(),
            }
        }
        3 => match catch_unwind(AssertUnwindSafe(|| value.build_parts(needs, script))) {
            Ok(filled) => filled,
            Err(payload) => resume_unwind(payload),
        },
        _ => value.build_parts(needs, script),
    }
}

/// What becomes of a value.
enum Change {
    Keep,
    Replace,
    Descend,
}

fn decide(script: &mut Script<'_>) -> Change {
    script.step();
    match script.source.byte() % 4 {
        0 => Change::Keep,
        1 => Change::Replace,
        _ => Change::Descend,
    }
}

/// Keeps a value, replaces it, or changes its parts.
pub fn change<T: Described>(value: &T, script: &mut Script<'_>) -> T {
    match decide(script) {
        Change::Keep => value.clone(),
        Change::Replace => T::generate(&mut script.source).unwrap_or_else(|| value.clone()),
        Change::Descend => value.change_parts(script),
    }
}

/// The same, packed to packed.
pub fn transform<'i, 'o, T: Described, L: Layout>(
    cursor: Cursor<'_, 'i, T::As, L>,
    needs: Needs<'o, T::As, L>,
    script: &mut Script<'_>,
) -> Done<'i, Filled<'o>, L> {
    match decide(script) {
        Change::Keep => cursor.copy_to(needs),
        Change::Replace => match T::generate(&mut script.source) {
            Some(new) => cursor.skip().map(|()| needs.put_as(&new)),
            None => cursor.copy_to(needs),
        },
        Change::Descend => T::transform_parts(cursor, needs, script),
    }
}
