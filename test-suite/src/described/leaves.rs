//! Scalars and strings.

use std::num::{NonZeroI64, NonZeroU8, NonZeroU32, NonZeroUsize};
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;

use packed_data::__private::shape::{Field, SequenceShape};
use packed_data::build::ItemWriter;
use packed_data::{Cursor, Done, Edit, Filled, Layout, Needs};

use super::{Described, Script, Source};
use crate::reference::{Scalar, Schema, Value};

/// Implements the trait for scalars: for each its schema, how to generate it from a source, and its [`Value`].
macro_rules! scalars {
    ($($T:ty, $scalar:expr, $generate:expr, $value:expr;)+) => {$(
        impl Described for $T {
            fn schema() -> Schema {
                Schema::Scalar($scalar)
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                let generate: fn(&mut Source<'_>) -> Self = $generate;
                Some(generate(source))
            }

            fn value(&self) -> Value {
                let value: fn($T) -> Value = $value;
                value(*self)
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
                cursor.read().map(|scalar| scalar.value())
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _: &mut Script<'_>) -> Filled<'id> {
                needs.put(self)
            }

            fn build_all<'id, S, L: Layout>(
                values: &[Self],
                mut items: ItemWriter<'id, S, L>,
                script: &mut Script<'_>,
            ) -> ItemWriter<'id, S, L>
            where
                S: SequenceShape,
                S::Element: Field<Of = Self>,
            {
                let (some, others) = values.split_at(script.source.below(values.len() + 1));
                items = items.extend_from_slice(some);
                for value in others {
                    script.step();
                    items = items.push(|needs| needs.put(value));
                }
                items
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                Self::generate(&mut script.source).unwrap_or(*self)
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, Self, L>,
                needs: Needs<'o, Self, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                cursor.read().map(|old| needs.put(&old.change_parts(script)))
            }

            fn overwrite(&mut self, script: &mut Script<'_>) {
                if script.source.flag() {
                    *self = self.change_parts(script);
                }
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, Self, Edit<L>>,
                script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                match script.source.flag() {
                    true => cursor.update(|old| {
                        let new = old.change_parts(script);
                        script.step();
                        new
                    }),
                    false => cursor.skip(),
                }
            }
        }
    )+};
}

const fn unsigned(width: usize, memory: usize, zero: bool) -> Scalar {
    Scalar::Integer { width, memory, signed: false, zero }
}

const fn signed(width: usize, memory: usize, zero: bool) -> Scalar {
    Scalar::Integer { width, memory, signed: true, zero }
}

scalars! {
    u8, unsigned(1, 1, true), |source| source.byte(), |n| Value::Unsigned(n.into());
    u16, unsigned(2, 2, true), |source| Self::from_le_bytes(source.array()), |n| Value::Unsigned(n.into());
    u32, unsigned(4, 4, true), |source| Self::from_le_bytes(source.array()), |n| Value::Unsigned(n.into());
    u64, unsigned(8, 8, true), |source| Self::from_le_bytes(source.array()), |n| Value::Unsigned(n.into());
    u128, unsigned(16, 16, true), |source| Self::from_le_bytes(source.array()), Value::Unsigned;
    usize, unsigned(8, size_of::<usize>(), true), |source| Self::from_le_bytes(source.array()),
        |n| Value::Unsigned(n as u128);
    i8, signed(1, 1, true), |source| Self::from_le_bytes(source.array()), |n| Value::Signed(n.into());
    i16, signed(2, 2, true), |source| Self::from_le_bytes(source.array()), |n| Value::Signed(n.into());
    i32, signed(4, 4, true), |source| Self::from_le_bytes(source.array()), |n| Value::Signed(n.into());
    i64, signed(8, 8, true), |source| Self::from_le_bytes(source.array()), |n| Value::Signed(n.into());
    i128, signed(16, 16, true), |source| Self::from_le_bytes(source.array()), Value::Signed;
    isize, signed(8, size_of::<isize>(), true), |source| Self::from_le_bytes(source.array()),
        |n| Value::Signed(n as i128);
    f32, Scalar::Float(4), |source| Self::from_le_bytes(source.array()), |n| Value::single(n.to_bits());
    f64, Scalar::Float(8), |source| Self::from_le_bytes(source.array()), |n| Value::double(n.to_bits());
    bool, Scalar::Bool, |source| source.flag(), Value::Bool;
    char, Scalar::Char, |source| source.character(), Value::Char;
    Duration, Scalar::Duration,
        |source| Self::new(u64::from_le_bytes(source.array()), u32::from_le_bytes(source.array()) % 1_000_000_000),
        |time| Value::Time(time.as_secs(), time.subsec_nanos());
    NonZeroU8, unsigned(1, 1, false), |source| Self::new(source.byte()).unwrap_or(Self::MIN),
        |n| Value::Unsigned(n.get().into());
    NonZeroU32, unsigned(4, 4, false),
        |source| Self::new(u32::from_le_bytes(source.array())).unwrap_or(Self::MIN),
        |n| Value::Unsigned(n.get().into());
    NonZeroI64, signed(8, 8, false),
        |source| Self::new(i64::from_le_bytes(source.array())).unwrap_or(Self::MIN),
        |n| Value::Signed(n.get().into());
    NonZeroUsize, unsigned(8, size_of::<usize>(), false),
        |source| Self::new(usize::from_le_bytes(source.array())).unwrap_or(Self::MIN),
        |n| Value::Unsigned(n.get() as u128);
}

/// Implements the trait for strings.
macro_rules! texts {
    ($($T:ty),+ $(,)?) => {$(
        impl Described for $T {
            fn schema() -> Schema {
                Schema::Text
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                Some(source.text().into())
            }

            fn value(&self) -> Value {
                Value::Text(self.to_string())
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, str, L>) -> Done<'id, Value, L> {
                cursor.read().map(|text| Value::Text(text.into()))
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, str, L>, _: &mut Script<'_>) -> Filled<'id> {
                needs.put(self)
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                format!("{self}{}", script.source.text()).into()
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, str, L>,
                needs: Needs<'o, str, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                cursor.read().map(|text| needs.put(&format!("{text}{}", script.source.text())))
            }

            fn overwrite(&mut self, _: &mut Script<'_>) {}

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, str, Edit<L>>,
                _: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                cursor.skip()
            }
        }
    )+};
}

texts!(String, Box<str>, Arc<str>, Rc<str>);
