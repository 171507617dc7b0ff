//! Types that hold values of other types: pointers, tuples, arrays, sums, sequences, maps and sets.

use std::borrow::Cow;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, VecDeque};
use std::hash::Hash;
use std::rc::Rc;

use bytes::Bytes;
use packed_data::types::{OptionCase, OptionTransform, OrderingCase, ResultCase, ResultTransform};
use packed_data::{Cursor, Done, Edit, Filled, Layout, Needs, Packable};
use smallvec::SmallVec;
use uuid::Uuid;

use super::{Described, Script, Source, build, change, transform};
use crate::reference::{Schema, SchemaFn, Value};
use crate::shapes::{Library, Wrapper};

/// Implements the trait for pointers, which are packed as the value that they point to.
macro_rules! pointers {
    ($($Pointer:ident),+ $(,)?) => {$(
        impl<T: Described> Described for $Pointer<T> {
            fn schema() -> Schema {
                T::schema()
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                T::generate(source).map(Self::new)
            }

            fn value(&self) -> Value {
                (**self).value()
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, T::As, L>) -> Done<'id, Value, L> {
                T::read(cursor)
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, T::As, L>, script: &mut Script<'_>) -> Filled<'id> {
                (**self).build_parts(needs, script)
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                Self::new((**self).change_parts(script))
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, T::As, L>,
                needs: Needs<'o, T::As, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                T::transform_parts(cursor, needs, script)
            }

            fn overwrite(&mut self, script: &mut Script<'_>) {
                $Pointer::make_mut(self).overwrite(script);
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, T::As, Edit<L>>,
                script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                T::edit(cursor, script)
            }
        }
    )+};
}

/// `make_mut` as `Rc` has it, for `Box` too.
trait MakeMut {
    type Of;
    fn make_mut(this: &mut Self) -> &mut Self::Of;
}

impl<T> MakeMut for Box<T> {
    type Of = T;

    fn make_mut(this: &mut Self) -> &mut T {
        this
    }
}

pointers!(Box, Rc);

/// Implements the trait for tuples, which are packed as structs with the same fields.
macro_rules! tuples {
    ($(($($T:ident $t:ident $index:tt),*);)+) => {$(
        impl<$($T: Described),*> Described for ($($T,)*) {
            fn schema() -> Schema {
                Schema::Tuple(const { &[$($T::schema as SchemaFn),*] })
            }

            fn generate(_source: &mut Source<'_>) -> Option<Self> {
                Some(($($T::generate(_source)?,)*))
            }

            fn value(&self) -> Value {
                Value::Fields(vec![$(self.$index.value()),*])
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
                let fields = cursor.fields();
                $(let ($t, fields) = fields.with($T::read::<L>);)*
                fields.done(Value::Fields(vec![$($t),*]))
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _script: &mut Script<'_>) -> Filled<'id> {
                needs.fields()$(.with(|needs| build(&self.$index, needs, _script)))*.done()
            }

            #[allow(clippy::unused_unit, reason = "one of the tuples is the unit")]
            fn change_parts(&self, _script: &mut Script<'_>) -> Self {
                ($(change(&self.$index, _script),)*)
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, Self, L>,
                needs: Needs<'o, Self, L>,
                _script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                cursor
                    .transform(needs)
                    $(.map(|field, needs| transform::<$T, L>(field, needs, _script)))*
                    .done()
            }

            fn overwrite(&mut self, _script: &mut Script<'_>) {
                $(self.$index.overwrite(_script);)*
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, Self, Edit<L>>,
                _script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                let fields = cursor.fields();
                $(let ((), fields) = fields.with(|field| $T::edit(field, _script));)*
                fields.done(())
            }
        }
    )+};
}

tuples! {
    ();
    (A a 0, B b 1);
    (A a 0, B b 1, C c 2);
}

impl<T: Described, const N: usize> Described for [T; N] {
    fn schema() -> Schema {
        Schema::Array(T::schema, N)
    }

    fn generate(source: &mut Source<'_>) -> Option<Self> {
        let items: Option<Vec<T>> = (0..N).map(|_| T::generate(source)).collect();
        items?.try_into().ok()
    }

    fn value(&self) -> Value {
        Value::Fields(self.iter().map(T::value).collect())
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
        let (mut elements, mut values) = (cursor.elements(), Vec::new());
        while let Some(value) = elements.next(T::read) {
            values.push(value);
        }
        elements.done(Value::Fields(values))
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, script: &mut Script<'_>) -> Filled<'id> {
        needs.array(|needs, index| build(&self[index], needs, script))
    }

    fn change_parts(&self, script: &mut Script<'_>) -> Self {
        std::array::from_fn(|index| change(&self[index], script))
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
        script: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        let mut elements = cursor.elements();
        let filled = needs.array(|needs, _| {
            elements.next(|element| transform::<T, L>(element, needs, script)).expect("the same number of elements")
        });
        elements.done(filled)
    }

    fn overwrite(&mut self, script: &mut Script<'_>) {
        self.iter_mut().for_each(|element| element.overwrite(script));
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, script: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
        let mut elements = cursor.elements();
        while let Some(()) = elements.next(|element| T::edit(element, script)) {}
        elements.done(())
    }
}

impl<T: Described> Described for Option<T> {
    fn schema() -> Schema {
        Schema::Option(const { &[&[], &[T::schema as SchemaFn]] })
    }

    fn generate(source: &mut Source<'_>) -> Option<Self> {
        Some(if source.flag() { T::generate(source) } else { None })
    }

    fn value(&self) -> Value {
        match self {
            None => Value::Case(0, vec![]),
            Some(value) => Value::Case(1, vec![value.value()]),
        }
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
        match cursor.case() {
            OptionCase::None(end) => end.done(Value::Case(0, vec![])),
            OptionCase::Some(fields) => {
                let (value, fields) = fields.with(T::read::<L>);
                fields.done(Value::Case(1, vec![value]))
            }
        }
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, script: &mut Script<'_>) -> Filled<'id> {
        match self {
            None => needs.start_none().done(),
            Some(value) => needs.start_some().with(|needs| build(value, needs, script)).done(),
        }
    }

    fn change_parts(&self, script: &mut Script<'_>) -> Self {
        self.as_ref().map(|value| change(value, script))
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
        script: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            OptionTransform::None(fields) => fields.done(),
            OptionTransform::Some(fields) => fields.map(|value, needs| transform::<T, L>(value, needs, script)).done(),
        }
    }

    fn overwrite(&mut self, script: &mut Script<'_>) {
        if let Some(value) = self {
            value.overwrite(script);
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, script: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {
            OptionCase::None(end) => end.done(()),
            OptionCase::Some(fields) => {
                let ((), fields) = fields.with(|value| T::edit(value, script));
                fields.done(())
            }
        }
    }
}

impl<T: Described, E: Described> Described for Result<T, E> {
    fn schema() -> Schema {
        Schema::Cases(const { &[&[T::schema as SchemaFn], &[E::schema as SchemaFn]] })
    }

    fn generate(source: &mut Source<'_>) -> Option<Self> {
        Some(if source.flag() { Err(E::generate(source)?) } else { Ok(T::generate(source)?) })
    }

    fn value(&self) -> Value {
        match self {
            Ok(value) => Value::Case(0, vec![value.value()]),
            Err(error) => Value::Case(1, vec![error.value()]),
        }
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
        match cursor.case() {
            ResultCase::Ok(fields) => {
                let (value, fields) = fields.with(T::read::<L>);
                fields.done(Value::Case(0, vec![value]))
            }
            ResultCase::Err(fields) => {
                let (error, fields) = fields.with(E::read::<L>);
                fields.done(Value::Case(1, vec![error]))
            }
        }
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, script: &mut Script<'_>) -> Filled<'id> {
        match self {
            Ok(value) => needs.start_ok().with(|needs| build(value, needs, script)).done(),
            Err(error) => needs.start_err().with(|needs| build(error, needs, script)).done(),
        }
    }

    fn change_parts(&self, script: &mut Script<'_>) -> Self {
        match self {
            Ok(value) => Ok(change(value, script)),
            Err(error) => Err(change(error, script)),
        }
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
        script: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            ResultTransform::Ok(fields) => fields.map(|value, needs| transform::<T, L>(value, needs, script)).done(),
            ResultTransform::Err(fields) => fields.map(|error, needs| transform::<E, L>(error, needs, script)).done(),
        }
    }

    fn overwrite(&mut self, script: &mut Script<'_>) {
        match self {
            Ok(value) => value.overwrite(script),
            Err(error) => error.overwrite(script),
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, script: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {
            ResultCase::Ok(fields) => {
                let ((), fields) = fields.with(|value| T::edit(value, script));
                fields.done(())
            }
            ResultCase::Err(fields) => {
                let ((), fields) = fields.with(|error| E::edit(error, script));
                fields.done(())
            }
        }
    }
}

impl Described for Ordering {
    fn schema() -> Schema {
        Schema::Cases(&[&[], &[], &[]])
    }

    fn generate(source: &mut Source<'_>) -> Option<Self> {
        Some([Ordering::Less, Ordering::Equal, Ordering::Greater][source.below(3)])
    }

    fn value(&self) -> Value {
        Value::Case((*self as i8 + 1) as usize, vec![])
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Value, L> {
        match cursor.case() {
            OrderingCase::Less(end) => end.done(Ordering::Less.value()),
            OrderingCase::Equal(end) => end.done(Ordering::Equal.value()),
            OrderingCase::Greater(end) => end.done(Ordering::Greater.value()),
        }
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self, L>, _: &mut Script<'_>) -> Filled<'id> {
        needs.put(self)
    }

    fn change_parts(&self, _: &mut Script<'_>) -> Self {
        self.reverse()
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
        _: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.case() {
            OrderingCase::Less(end) => end.done(needs.put(&Ordering::Greater)),
            OrderingCase::Equal(end) => end.done(needs.put(&Ordering::Equal)),
            OrderingCase::Greater(end) => end.done(needs.put(&Ordering::Less)),
        }
    }

    fn overwrite(&mut self, script: &mut Script<'_>) {
        if script.source.flag() {
            *self = self.reverse();
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>, script: &mut Script<'_>) -> Done<'id, (), Edit<L>> {
        match script.source.flag() {
            true => cursor.update(Ordering::reverse),
            false => cursor.skip(),
        }
    }
}

/// Returns the number of elements to generate, at most five.
fn few(source: &mut Source<'_>) -> usize {
    source.below(6)
}

/// How a transformation treats an element of a sequence.
enum ElementChange {
    Change,
    Remove,
    Insert,
}

fn decide(script: &mut Script<'_>) -> ElementChange {
    match script.source.byte() % 8 {
        0 => ElementChange::Remove,
        1 => ElementChange::Insert,
        _ => ElementChange::Change,
    }
}

/// Implements the trait for sequences.
macro_rules! sequences {
    ($([$($P:ident)?] $Sequence:ty, $T:ty $(, $to_mut:ident)?;)+) => {$(
        impl $(<$P: Described>)? Described for $Sequence {
            fn schema() -> Schema {
                Schema::Sequence(<$T>::schema)
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                Some((0..few(source)).filter_map(|_| <$T>::generate(source)).collect::<Vec<_>>().into())
            }

            fn value(&self) -> Value {
                Value::Sequence(self.iter().map(<$T>::value).collect())
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, [$T], L>) -> Done<'id, Value, L> {
                let (mut items, mut values) = (cursor.items(), Vec::new());
                while let Some(value) = items.next(<$T>::read) {
                    values.push(value);
                }
                items.done(Value::Sequence(values))
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, [$T], L>, script: &mut Script<'_>) -> Filled<'id> {
                match script.source.byte() {
                    byte if byte % 2 == 0 => needs.items(self.iter(), |needs, value| build(value, needs, script)),
                    // Some of them in one call, the others one by one.
                    byte if byte % 4 == 1 => {
                        let values: Vec<$T> = self.iter().cloned().collect();
                        let (some, others) = values.split_at(script.source.below(values.len() + 1));
                        let items = <$T>::write_all(some, needs.sequence(byte.into()));
                        <$T>::build_all(others, items, script).done()
                    }
                    // All in one call, or one by one, with an expected number that may be wrong.
                    expected => {
                        let values: Vec<$T> = self.iter().cloned().collect();
                        let items = <$T>::build_all(&values, needs.sequence(expected.into()), script);
                        items.done()
                    }
                }
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                let mut changed = Vec::new();
                for value in self.iter() {
                    match decide(script) {
                        ElementChange::Remove => continue,
                        ElementChange::Insert => changed.extend(<$T>::generate(&mut script.source)),
                        ElementChange::Change => {}
                    }
                    changed.push(change(value, script));
                }
                changed.into()
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, [$T], L>,
                needs: Needs<'o, [$T], L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                let (mut items, mut new) = (cursor.items(), needs.sequence(0));
                for _ in 0..items.len() {
                    match decide(script) {
                        ElementChange::Remove => {
                            items.next(|value| value.skip());
                            continue;
                        }
                        ElementChange::Insert => {
                            if let Some(value) = <$T>::generate(&mut script.source) {
                                new = new.push(|needs| needs.put_as(&value));
                            }
                        }
                        ElementChange::Change => {}
                    }
                    new = new.push(|needs| {
                        items.next(|value| transform::<$T, L>(value, needs, script)).expect("one more element")
                    });
                }
                items.done(new.done())
            }

            fn overwrite(&mut self, script: &mut Script<'_>) {
                self$(.$to_mut())?.iter_mut().for_each(|value| value.overwrite(script));
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, [$T], Edit<L>>,
                script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                cursor.fold_items((), |(), value| <$T>::edit(value, script))
            }
        }
    )+};
}

sequences! {
    [T] Vec<T>, T;
    [T] VecDeque<T>, T;
    [T] Box<[T]>, T;
    [] Cow<'static, [u16]>, u16, to_mut;
    [] SmallVec<[u16; 2]>, u16;
    [] SmallVec<[Box<Library>; 1]>, Box<Library>;
}

/// Returns the elements in an order that the script decides; one of them may appear twice.
fn shuffled<T: Copy>(values: impl Iterator<Item = T>, script: &mut Script<'_>) -> Vec<T> {
    let mut values: Vec<T> = values.collect();
    let first = script.source.below(values.len().max(1));
    values.rotate_left(first);
    if let Some(&value) = values.first()
        && script.source.byte() % 16 == 15
    {
        script.repeated = true;
        values.push(value);
    }
    values
}

/// Implements the trait for maps.
macro_rules! maps {
    ($($Map:ident: $($Bound:ident)+;)+) => {$(
        impl<K: Described + $($Bound +)+, V: Described> Described for $Map<K, V> {
            fn schema() -> Schema {
                Schema::Map(K::schema, V::schema)
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                Some((0..few(source)).filter_map(|_| source.key(K::generate).zip(V::generate(source))).collect())
            }

            fn value(&self) -> Value {
                let entries = self.iter().map(|(key, value)| (key.value(), value.value()));
                let sorted: BTreeMap<Value, Value> = entries.collect();
                Value::Sequence(sorted.into_iter().map(|(key, value)| Value::Fields(vec![key, value])).collect())
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self::As, L>) -> Done<'id, Value, L> {
                let (mut items, mut values) = (cursor.items(), Vec::new());
                while let Some(entry) = items.next(|entry| {
                    let (key, fields) = entry.fields().with(K::read::<L>);
                    let (value, fields) = fields.with(V::read::<L>);
                    fields.done(Value::Fields(vec![key, value]))
                }) {
                    values.push(entry);
                }
                // (Not every layout stores keys in the order of their values.)
                values.sort();
                items.done(Value::Sequence(values))
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self::As, L>, script: &mut Script<'_>) -> Filled<'id> {
                let entries = shuffled(self.iter(), script);
                needs.items(entries, |needs, (key, value)| {
                    needs
                        .fields()
                        .with(|needs| build(key, needs, script))
                        .with(|needs| build(value, needs, script))
                        .done()
                })
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                let changed = |key: &K, value| change(value, &mut script.of_part(&key.value()));
                self.iter().map(|(key, value)| (key.clone(), changed(key, value))).collect()
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, Self::As, L>,
                needs: Needs<'o, Self::As, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                let (mut items, mut new) = (cursor.items(), needs.sequence(0));
                for _ in 0..items.len() {
                    new = new.push(|needs| {
                        let entry = items.next(|entry| {
                            let key = entry.peek(|entry| {
                                let (key, fields) = entry.fields().with(K::read::<L>);
                                fields.skip().done(key)
                            });
                            let mut script = script.of_part(&key);
                            let fields = entry.transform(needs).copy();
                            fields.map(|value, needs| transform::<V, L>(value, needs, &mut script)).done()
                        });
                        entry.expect("one more element")
                    });
                }
                items.done(new.done())
            }

            fn overwrite(&mut self, script: &mut Script<'_>) {
                let entries: BTreeMap<Value, &mut V> =
                    self.iter_mut().map(|(key, value)| (key.value(), value)).collect();
                entries.into_values().for_each(|value| value.overwrite(script));
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, Self::As, Edit<L>>,
                script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                cursor.fold_items((), |(), entry| {
                    let ((), fields) = entry.fields().skip().with(|value| V::edit(value, script));
                    fields.done(())
                })
            }
        }
    )+};
}

maps! {
    BTreeMap: Ord;
    HashMap: Eq Hash;
}

/// Implements the trait for sets.
macro_rules! sets {
    ($($Set:ident: $($Bound:ident)+;)+) => {$(
        impl<T: Described + $($Bound +)+> Described for $Set<T> {
            fn schema() -> Schema {
                Schema::Set(T::schema)
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                Some((0..few(source)).filter_map(|_| source.key(T::generate)).collect())
            }

            fn value(&self) -> Value {
                let sorted: BTreeSet<Value> = self.iter().map(T::value).collect();
                Value::Sequence(sorted.into_iter().collect())
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, Self::As, L>) -> Done<'id, Value, L> {
                let (mut items, mut values) = (cursor.items(), Vec::new());
                while let Some(value) = items.next(T::read::<L>) {
                    values.push(value);
                }
                // (Not every layout stores elements in the order of their values.)
                values.sort();
                items.done(Value::Sequence(values))
            }

            fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, Self::As, L>, script: &mut Script<'_>) -> Filled<'id> {
                let elements = shuffled(self.iter(), script);
                let way = script.source.byte();
                if way % 2 == 0 {
                    return needs.items(elements, |needs, element| build(element, needs, script));
                }
                // Some of them in one call, the others one by one, with an expected number that may be wrong.
                let elements: Vec<T> = elements.into_iter().cloned().collect();
                let (some, others) = elements.split_at(script.source.below(elements.len() + 1));
                let items = T::write_all(some, needs.sequence(way.into()));
                T::build_all(others, items, script).done()
            }

            /// Keeps some of the elements.
            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                self.iter().filter(|element| script.of_part(&element.value()).source.flag()).cloned().collect()
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, Self::As, L>,
                needs: Needs<'o, Self::As, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                let (mut items, mut new) = (cursor.items(), needs.sequence(0));
                for _ in 0..items.len() {
                    let element = items.next(|element| {
                        let value = element.peek(T::read::<L>);
                        element.isolate().map(|element| (value, element))
                    });
                    let (value, element) = element.expect("one more element");
                    if script.of_part(&value).source.flag() {
                        new = new.push(|needs| needs.put_packed(&element));
                    }
                }
                items.done(new.done())
            }

            fn overwrite(&mut self, _: &mut Script<'_>) {}

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, Self::As, Edit<L>>,
                _: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                cursor.skip()
            }
        }
    )+};
}

sets! {
    BTreeSet: Ord;
    HashSet: Eq Hash;
}

/// Implements the trait for types that are packed as another type, by converting to and from that type.
macro_rules! packed_as {
    ($($T:ty as $Other:ty: |$value:ident| $to:expr, $from:expr;)+) => {$(
        impl Described for $T {
            fn schema() -> Schema {
                <$Other>::schema()
            }

            fn generate(source: &mut Source<'_>) -> Option<Self> {
                <$Other>::generate(source).map($from)
            }

            fn value(&self) -> Value {
                let $value = self;
                $to.value()
            }

            fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, <$Other as Packable>::As, L>) -> Done<'id, Value, L> {
                <$Other>::read(cursor)
            }

            fn build_parts<'id, L: Layout>(
                &self,
                needs: Needs<'id, <$Other as Packable>::As, L>,
                script: &mut Script<'_>,
            ) -> Filled<'id> {
                let $value = self;
                $to.build_parts(needs, script)
            }

            fn change_parts(&self, script: &mut Script<'_>) -> Self {
                let $value = self;
                $from($to.change_parts(script))
            }

            fn transform_parts<'i, 'o, L: Layout>(
                cursor: Cursor<'_, 'i, <$Other as Packable>::As, L>,
                needs: Needs<'o, <$Other as Packable>::As, L>,
                script: &mut Script<'_>,
            ) -> Done<'i, Filled<'o>, L> {
                <$Other>::transform_parts(cursor, needs, script)
            }

            fn overwrite(&mut self, script: &mut Script<'_>) {
                let $value = &*self;
                let mut other: $Other = $to.clone();
                other.overwrite(script);
                *self = $from(other);
            }

            fn edit<'id, L: Layout>(
                cursor: Cursor<'_, 'id, <$Other as Packable>::As, Edit<L>>,
                script: &mut Script<'_>,
            ) -> Done<'id, (), Edit<L>> {
                <$Other>::edit(cursor, script)
            }
        }
    )+};
}

packed_as! {
    Wrapper as Option<u16>: |wrapper| wrapper.0, Wrapper;
    Bytes as Vec<u8>: |bytes| bytes.to_vec(), Bytes::from;
    Uuid as [u8; 16]: |uuid| uuid.as_bytes(), Uuid::from_bytes;
}
