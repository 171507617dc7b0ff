//! Tables that are opened as another type: an error that says what differs, or a note.

use packed_data::{Compact, Packable};

use crate::store::{self, Error, PackedTable, Store};

mod v1 {
    use packed_data::Packable;

    #[derive(Packable)]
    #[packable(extensible)]
    pub(crate) struct Person {
        pub(crate) name: String,
        pub(crate) age: u8,
    }
}

#[derive(Packable)]
struct Person {
    name: String,
    age: u8,
    #[packable(default)]
    visits: u32,
}

fn put(database: &Store, table: &PackedTable<u32, v1::Person>) -> Result<(), Error> {
    store::put(database, table, [(7_u32, v1::Person { name: "Ada".into(), age: 36 })])
}

#[test]
fn another_type() {
    let (_folder, database) = store::new();
    put(&database, &PackedTable::create(&database, "people").unwrap()).unwrap();
    let error = |error: Error| {
        assert!(matches!(error, Error::Header { .. }), "{error}");
        error.to_string()
    };
    let other = error(PackedTable::<u32, (String, u16)>::open(&database, "people").unwrap_err());
    let lines: Vec<_> = other.lines().collect();
    assert!(lines[0].starts_with("table `people`: another type: expected (String, u16) ("), "{other}");
    assert!(lines[0].contains("found Person ("), "{other}");
    assert!(lines.len() > 1, "{other}");
    let layout = error(PackedTable::<u32, v1::Person, Compact>::open(&database, "people").unwrap_err());
    assert_eq!(layout, "table `people`: another layout: expected Compact, found Indexed");
    // To create it is the same.
    error(PackedTable::<u32, bool>::create(&database, "people").unwrap_err());

    let keys = PackedTable::<i32, v1::Person>::open(&database, "people").unwrap_err();
    assert!(matches!(keys, Error::KeyType { .. }));
    let keys = keys.to_string();
    assert!(keys.starts_with("table `people`: keys of another type: expected i32 ("), "{keys}");
    assert!(keys.contains("found u32 ("), "{keys}");

    let none = PackedTable::<u32, v1::Person>::open(&database, "absent").unwrap_err();
    assert_eq!(none.to_string(), "no such table: expected a table `absent`, found none");
}

#[test]
fn a_newer_type() {
    let (_folder, database) = store::new();
    let old = PackedTable::<u32, v1::Person>::create(&database, "people").unwrap();
    put(&database, &old).unwrap();

    let table = PackedTable::<u32, Person>::open(&database, "people").unwrap();
    let note = table.note().unwrap();
    assert!(note.contains("visits"), "{note}");
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        let found = reader.get(&7).unwrap().unwrap();
        let value = found.value().unwrap();
        let person = value.view().fields();
        assert_eq!((person.name, person.age, value.unpack().unwrap().visits), ("Ada", 36, 0));
    }

    // Others are added only after the table says so.
    let bob = || [(8_u32, Person { name: "Bob".into(), age: 40, visits: 3 })];
    let error = store::put(&database, &table, bob()).unwrap_err();
    assert!(matches!(error, Error::ReadOnly { .. }) && error.to_string().contains("visits"), "{error}");
    let table = table.upgrade(&database).unwrap();
    assert_eq!(table.note(), None);
    store::put(&database, &table, bob()).unwrap();
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        let visits = |key| reader.get(&key).unwrap().unwrap().value().unwrap().unpack().unwrap().visits;
        assert_eq!([visits(7), visits(8)], [0, 3]);
        // The program that has the old type open notices.
        assert!(matches!(old.read(&transaction), Err(Error::Changed { .. })));
    }
    assert!(matches!(put(&database, &old), Err(Error::Changed { .. })));
    // Opened again, it reads what is there: it skips the field that it does not know.
    let old = PackedTable::<u32, v1::Person>::open(&database, "people").unwrap();
    assert!(old.note().is_some());
    {
        let transaction = store::begin_read(&database);
        let reader = old.read(&transaction).unwrap();
        assert_eq!(reader.get(&8).unwrap().unwrap().value().unwrap().view().fields().age, 40);
    }
    // An upgrade of what is not the newest any more is refused.
    let again = PackedTable::<u32, Person>::open(&database, "people").unwrap();
    assert!(again.upgrade(&database).unwrap().note().is_none());
}

/// A table whose last field was removed, and then another one added in its place: the values that have the removed
/// field are still there.
#[test]
fn a_type_that_cannot_read_the_oldest_values() {
    mod v3 {
        #[derive(packed_data::Packable)]
        pub(super) struct Person {
            pub(super) name: String,
            pub(super) age: u8,
            #[packable(default)]
            pub(super) is_member: bool,
        }
    }
    let (_folder, database) = store::new();
    let table = PackedTable::<u32, Person>::create(&database, "people").unwrap();
    store::put(&database, &table, [(7_u32, Person { name: "Ada".into(), age: 36, visits: 1 })]).unwrap();
    let table = PackedTable::<u32, v1::Person>::open(&database, "people").unwrap().upgrade(&database).unwrap();
    store::put(&database, &table, [(8_u32, v1::Person { name: "Bob".into(), age: 40 })]).unwrap();

    let error = PackedTable::<u32, v3::Person>::open(&database, "people").unwrap_err();
    assert!(matches!(error, Error::Header { .. }), "{error}");
    assert!(error.to_string().contains("visits") && error.to_string().contains("is_member"), "{error}");
    // Those that can read all values open it, whatever it was before.
    assert!(PackedTable::<u32, v1::Person>::open(&database, "people").unwrap().note().is_none());
    let table = PackedTable::<u32, Person>::open(&database, "people").unwrap().upgrade(&database).unwrap();
    let transaction = store::begin_read(&database);
    let reader = table.read(&transaction).unwrap();
    let visits = |key| reader.get(&key).unwrap().unwrap().value().unwrap().unpack().unwrap().visits;
    assert_eq!([visits(7), visits(8)], [1, 0]);
}
