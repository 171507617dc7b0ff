//! Extensible types. Fields that may be absent are read as their default, and changes leave them as they are.

use packed_data::{Cursor, Done, Edit, Filled, Layout, Needs, Packable, Unknown};

use super::{Described, Script, Source, build, change, transform};
use crate::reference::{Other, Schema, SchemaFn, Value};
use crate::shapes::*;

describe! {
    extensible_record Version {
        major = major: u8,
        minor = minor: u8 => default,
        label = label: String => default,
    }
    extensible_record Profile {
        id = id: u16,
        name = name: String,
        maybe = maybe: Option<u8>,
        bytes = bytes: [u8; 3] => default,
        tree = tree: Option<Box<Tree>> => default,
        unit = unit: () => default,
        flag = flag: bool => default,
        version = version: Version => default,
        children = children: Vec<Profile> => default,
        next = next: Option<Box<Profile>> => default,
    }
    extensible_cases Links<T>, LinksCase, LinksTransform; T {
        0 End start_end,
        1 Link start_link { 0 = value: T, 1 = next: Box<Links<T>> },
        2 Fork start_fork { 0 = left: Box<Links<T>>, 1 = value: Option<T>, 2 = right: Option<Box<Links<T>>>, 3 = flag: bool },
        3 Many start_many { 0 = all: Vec<Links<T>>, 1 = value: Option<T> },
    }
    extensible_cases Signal, SignalCase, SignalTransform {
        0 Off start_off,
        1 On start_on,
    }
    extensible_record Note {}
    extensible_record Label {
        0 = text: String,
    }
    open Event, EventCase, EventTransform {
        0 Nothing start_nothing,
        1 Number start_number { 0 = number: i32, 1 = flag: bool => default, 2 = text: String => default },
        2 Within start_within { 0 = event: Box<Event>, 1 = number: u16, 2 = last: Option<Box<Event>> => default },
        3 Several start_several { 0 = all: Vec<Event> },
        4 Next start_next { 0 = number: u8, 1 = maybe: Option<bool>, 2 = next: Box<Event> },
        5 Unknown start_unknown { 0 = unknown: Unknown },
    }
}

/// The canonical type.
type UnknownConstructor = <Unknown as Packable>::As;

/// No values are made, because they exist only packed.
impl Described for Unknown {
    fn schema() -> Schema {
        unreachable!("the schema of the type has only the known constructors")
    }

    fn generate(_: &mut Source<'_>) -> Option<Self> {
        None
    }

    fn value(&self) -> Value {
        Value::Unknown(self.as_bytes().to_vec())
    }

    fn read<'id, L: Layout>(cursor: Cursor<'_, 'id, UnknownConstructor, L>) -> Done<'id, Value, L> {
        cursor.read().map(|unknown| Value::Unknown(unknown.as_bytes().to_vec()))
    }

    fn build_parts<'id, L: Layout>(&self, needs: Needs<'id, UnknownConstructor, L>, _: &mut Script<'_>) -> Filled<'id> {
        needs.put_as(self)
    }

    fn change_parts(&self, _: &mut Script<'_>) -> Self {
        self.clone()
    }

    fn transform_parts<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, UnknownConstructor, L>,
        needs: Needs<'o, UnknownConstructor, L>,
        _: &mut Script<'_>,
    ) -> Done<'i, Filled<'o>, L> {
        cursor.copy_to(needs)
    }

    fn overwrite(&mut self, _: &mut Script<'_>) {}

    fn edit<'id, L: Layout>(
        cursor: Cursor<'_, 'id, UnknownConstructor, Edit<L>>,
        _: &mut Script<'_>,
    ) -> Done<'id, (), Edit<L>> {
        cursor.skip()
    }
}
