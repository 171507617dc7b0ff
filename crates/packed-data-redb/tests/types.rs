//! Tables that are opened as another type: an error that says what differs, or a note.

use packed_data::{Compact, Indexed, Packable, Packed};
use packed_data_redb::{Error, PackedTable, PackedValue, Stored};
use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};

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

fn new() -> Database {
    Database::builder().create_with_backend(InMemoryBackend::new()).unwrap()
}

fn put(database: &Database, table: &PackedTable<u32, v1::Person>) {
    let transaction = database.begin_write().unwrap();
    table.write(&transaction).unwrap().insert(&7, &v1::Person { name: "Ada".into(), age: 36 }).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn another_type() {
    let database = new();
    put(&database, &PackedTable::create(&database, "people").unwrap());
    let error = |error: Error| {
        assert!(matches!(error, Error::Header { .. }), "{error}");
        error.to_string()
    };
    let other = error(PackedTable::<u32, (String, u16)>::open(&database, "people").unwrap_err());
    let lines: Vec<_> = other.lines().collect();
    assert!(lines[0].starts_with("table `people`: another type: expected tuple 0: ("), "{other}");
    assert!(lines[0].contains("found struct 6:Person ("), "{other}");
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

    let none = PackedTable::<u32, v1::Person>::open(&database, "nobody").unwrap_err();
    assert_eq!(none.to_string(), "no such table: expected a table `nobody`, found none");
}

#[test]
fn a_newer_type() {
    let database = new();
    let old = PackedTable::<u32, v1::Person>::create(&database, "people").unwrap();
    put(&database, &old);

    let table = PackedTable::<u32, Person>::open(&database, "people").unwrap();
    let note = table.note().unwrap();
    assert!(note.contains("visits"), "{note}");
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let found = reader.get(&7).unwrap().unwrap();
    let value = found.value().unwrap();
    let person = value.view().fields();
    assert_eq!((person.name, person.age, value.unpack().unwrap().visits), ("Ada", 36, 0));

    // Others are added only after the table says so.
    let transaction = database.begin_write().unwrap();
    let Err(error) = table.write(&transaction) else { panic!("it can be written") };
    assert!(matches!(error, Error::ReadOnly { .. }) && error.to_string().contains("visits"), "{error}");
    drop(transaction);
    let table = table.upgrade(&database).unwrap();
    assert_eq!(table.note(), None);
    let transaction = database.begin_write().unwrap();
    table.write(&transaction).unwrap().insert(&8, &Person { name: "Bob".into(), age: 40, visits: 3 }).unwrap();
    transaction.commit().unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let visits = |key| reader.get(&key).unwrap().unwrap().value().unwrap().unpack().unwrap().visits;
    assert_eq!([visits(7), visits(8)], [0, 3]);

    // The program that has the old type open notices.
    let changed = old.read(&database.begin_read().unwrap()).err().unwrap();
    assert!(matches!(changed, Error::Changed { .. }));
    let transaction = database.begin_write().unwrap();
    assert!(matches!(old.write(&transaction), Err(Error::Changed { .. })));
    drop(transaction);
    // Opened again, it reads what is there: it skips the field that it does not know.
    let old = PackedTable::<u32, v1::Person>::open(&database, "people").unwrap();
    assert!(old.note().is_some());
    let reader = old.read(&database.begin_read().unwrap()).unwrap();
    assert_eq!(reader.get(&8).unwrap().unwrap().value().unwrap().view().fields().age, 40);
    // An upgrade of what is not the newest any more is refused.
    let again = PackedTable::<u32, Person>::open(&database, "people").unwrap();
    assert!(again.upgrade(&database).unwrap().note().is_none());
}

#[test]
fn a_table_of_another_database() {
    let (one, other) = (new(), new());
    let table = PackedTable::<u32, v1::Person>::create(&one, "people").unwrap();
    assert!(matches!(table.read(&other.begin_read().unwrap()), Err(Error::NoTable { .. })));
    PackedTable::<u32, v1::Person>::create(&other, "people").unwrap();
    assert!(matches!(table.read(&other.begin_read().unwrap()), Err(Error::Changed { .. })));
}

#[test]
fn a_table_without_a_header() {
    let database = new();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(TableDefinition::<&[u8], PackedValue<v1::Person>>::new("people")).unwrap();
    transaction.commit().unwrap();
    type People = PackedTable<u32, v1::Person>;
    for opened in [People::open(&database, "people"), People::create(&database, "people")] {
        assert_eq!(
            opened.unwrap_err().to_string(),
            "table `people`: expected a header that says what is in it, found a table without one"
        );
    }
}

/// redb's own tables compare the layout, not the type; values are checked against the type.
#[test]
fn tables_of_redb() {
    let database = new();
    let words = TableDefinition::<u32, PackedValue<Vec<String>, Compact>>::new("words");
    let transaction = database.begin_write().unwrap();
    let packed = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into()]);
    transaction.open_table(words).unwrap().insert(1, Stored::from(&packed)).unwrap();
    transaction.commit().unwrap();

    let reader = database.begin_read().unwrap();
    let table = reader.open_table(words).unwrap();
    let found = table.get_owned(1).unwrap().unwrap();
    assert_eq!(found.value().get().unwrap().view().iter().nth(1), Some("be"));
    let other = reader.open_table(TableDefinition::<u32, PackedValue<Vec<String>, Indexed>>::new("words"));
    assert!(matches!(other, Err(redb::TableError::TableTypeMismatch { .. })));
    drop(table);
    let other = reader.open_table(TableDefinition::<u32, PackedValue<(bool, u8), Compact>>::new("words")).unwrap();
    let found = other.iter().unwrap().next().unwrap().unwrap().1;
    let error = found.value().get().unwrap_err();
    assert_eq!(error.to_string(), "invalid bool: expected 0 or 1, found 2, at byte 0 in (_, _).0");
}
