//! Types described part by part, by hand: their [`Schema`], their [`Value`], and how values are generated, read, built,
//! transformed and edited, by decisions that a [`Script`] makes.
//!
//! Each shape is one entry in `shapes.rs`.

mod containers;
mod extensible;
mod grown;
mod leaves;
mod shapes;
mod source;

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};

use packed_data::__private::shape::{Field, SequenceShape};
use packed_data::build::ItemWriter;
use packed_data::{Cursor, Done, Edit, Filled, Layout, Limits, Needs, Packable, Packed};

use crate::reference::{Schema, Value};

pub use source::{Script, Source, caught};

/// A type that is described part by part.
pub trait Described: Packable + Clone {
    /// Returns the schema of the type.
    fn schema() -> Schema;

    /// Generates any value; returns `None` if the type has no value.
    fn generate(source: &mut Source<'_>) -> Option<Self>;

    /// Returns the value as plain data.
    fn value(&self) -> Value;

    /// Reads the value with a cursor.
    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self::As, L>) -> Done<'id, Value, L>;

    /// Builds the value from its parts.
    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self::As, L>, script: &mut Script<'_>) -> Filled<'id>;

    /// Builds several elements of a sequence.
    fn build_all<'id, S, L: Layout>(
        values: &[Self],
        mut items: ItemWriter<'id, S, L>,
        script: &mut Script<'_>,
    ) -> ItemWriter<'id, S, L>
    where
        S: SequenceShape,
        S::Element: Field<Of = Self::As>,
    {
        for value in values {
            items = items.push(|needs| build(value, needs, script));
        }
        items
    }

    /// Returns the value with its parts changed.
    fn change_parts(&self, script: &mut Script<'_>) -> Self;

    /// Makes the same change to the parts, from packed to packed.
    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self::As, L>,
        needs: Needs<'o, Self::As, L>,
        script: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L>;

    /// Overwrites some of the scalars of the value.
    fn overwrite(&mut self, script: &mut Script<'_>);

    /// Overwrites the same scalars in place.
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

/// Builds a value in one of the possible ways.
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
            let apart = Packed::<T, L>::with_limits(&Limits::DEFAULT).build(|needs| value.build_parts(needs, script));
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

/// How a value is changed.
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

/// Does the same from packed to packed.
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
