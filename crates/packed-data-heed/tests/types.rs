//! Tables that are opened as another type: an error that says what differs, or a note.

use heed::types::{Bytes, Str};
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions};
use packed_data::{Compact, Packable};
use packed_data_heed::{Error, PackedTable, PackedValue};
use tempfile::TempDir;

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

fn new() -> (TempDir, Env) {
    let folder = tempfile::tempdir().unwrap();
    // SAFETY: nothing but LMDB changes the files in this folder.
    let env = unsafe { EnvOpenOptions::new().max_dbs(4).open(folder.path()) }.unwrap();
    (folder, env)
}

fn put(env: &Env, table: &PackedTable<u32, v1::Person>) {
    let mut transaction = env.write_txn().unwrap();
    table.write(&mut transaction).unwrap().insert(&7, &v1::Person { name: "Ada".into(), age: 36 }).unwrap();
    transaction.commit().unwrap();
}

#[test]
fn another_type() {
    let (_folder, env) = new();
    put(&env, &PackedTable::create(&env, "people").unwrap());
    let error = |error: Error| {
        assert!(matches!(error, Error::Header { .. }), "{error}");
        error.to_string()
    };
    let other = error(PackedTable::<u32, (String, u16)>::open(&env, "people").unwrap_err());
    let lines: Vec<_> = other.lines().collect();
    assert!(lines[0].starts_with("table `people`: another type: expected tuple 0: ("), "{other}");
    assert!(lines[0].contains("found struct 6:Person ("), "{other}");
    assert!(lines.len() > 1, "{other}");
    let layout = error(PackedTable::<u32, v1::Person, Compact>::open(&env, "people").unwrap_err());
    assert_eq!(layout, "table `people`: another layout: expected Compact, found Indexed");
    // To create it is the same.
    error(PackedTable::<u32, bool>::create(&env, "people").unwrap_err());

    let keys = PackedTable::<i32, v1::Person>::open(&env, "people").unwrap_err();
    assert!(matches!(keys, Error::KeyType { .. }));
    let keys = keys.to_string();
    assert!(keys.starts_with("table `people`: keys of another type: expected i32 ("), "{keys}");
    assert!(keys.contains("found u32 ("), "{keys}");

    let none = PackedTable::<u32, v1::Person>::open(&env, "nobody").unwrap_err();
    assert_eq!(none.to_string(), "no such table: expected a table `nobody`, found none");
}

#[test]
fn a_newer_type() {
    let (_folder, env) = new();
    let old = PackedTable::<u32, v1::Person>::create(&env, "people").unwrap();
    put(&env, &old);

    let table = PackedTable::<u32, Person>::open(&env, "people").unwrap();
    let note = table.note().unwrap();
    assert!(note.contains("visits"), "{note}");
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    let found = reader.get(&7).unwrap().unwrap();
    let value = found.value().unwrap();
    let person = value.view().fields();
    assert_eq!((person.name, person.age, value.unpack().unwrap().visits), ("Ada", 36, 0));

    drop(reading);

    // Others are added only after the table says so.
    let mut transaction = env.write_txn().unwrap();
    let Err(error) = table.write(&mut transaction) else { panic!("it can be written") };
    assert!(matches!(error, Error::ReadOnly { .. }) && error.to_string().contains("visits"), "{error}");
    drop(transaction);
    let table = table.upgrade(&env).unwrap();
    assert_eq!(table.note(), None);
    let mut transaction = env.write_txn().unwrap();
    table.write(&mut transaction).unwrap().insert(&8, &Person { name: "Bob".into(), age: 40, visits: 3 }).unwrap();
    transaction.commit().unwrap();
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    let visits = |key| reader.get(&key).unwrap().unwrap().value().unwrap().unpack().unwrap().visits;
    assert_eq!([visits(7), visits(8)], [0, 3]);

    // The program that has the old type open notices.
    let changed = old.read(&reading).err().unwrap();
    assert!(matches!(changed, Error::Changed { .. }));
    drop(reading);
    let mut transaction = env.write_txn().unwrap();
    assert!(matches!(old.write(&mut transaction), Err(Error::Changed { .. })));
    drop(transaction);
    // Opened again, it reads what is there: it skips the field that it does not know.
    let old = PackedTable::<u32, v1::Person>::open(&env, "people").unwrap();
    assert!(old.note().is_some());
    let reading = env.read_txn().unwrap();
    let reader = old.read(&reading).unwrap();
    assert_eq!(reader.get(&8).unwrap().unwrap().value().unwrap().view().fields().age, 40);
    drop(reading);
    // An upgrade of what is not the newest any more is refused.
    let again = PackedTable::<u32, Person>::open(&env, "people").unwrap();
    assert!(again.upgrade(&env).unwrap().note().is_none());
}

#[test]
fn a_table_that_was_made_again() {
    let (_folder, env) = new();
    let table = PackedTable::<u32, v1::Person>::create(&env, "people").unwrap();
    let mut transaction = env.write_txn().unwrap();
    let headers = raw_headers(&env);
    headers.delete(&mut transaction, "people").unwrap();
    transaction.commit().unwrap();
    assert!(matches!(table.read(&env.read_txn().unwrap()), Err(Error::NoTable { .. })));
    let error = PackedTable::<u32, v1::Person>::create(&env, "people").unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `people`: expected a header that says what is in it, found a table without one"
    );
    assert!(matches!(PackedTable::<u32, v1::Person>::open(&env, "people"), Err(Error::NoHeader { .. })));
}

fn raw_headers(env: &Env) -> Database<'static, Str, Bytes> {
    let opened = env.open_databases_and_commit(env.read_txn().unwrap(), |opener, transaction| {
        opener.open_database(transaction, Some("packed-data headers")).map(CommitOrAbort::<_, ()>::Commit)
    });
    opened.unwrap().unwrap_commit().unwrap()
}

/// heed's own databases do not keep types; values are checked against the type.
#[test]
fn databases_of_heed() {
    type Words = Database<'static, Str, PackedValue<Vec<String>, Compact>>;
    let (_folder, env) = new();
    let words: Words = env
        .create_databases_and_commit(env.write_txn().unwrap(), |opener, transaction| {
            opener.create_database(transaction, Some("words")).map(CommitOrAbort::<_, ()>::Commit)
        })
        .unwrap()
        .unwrap_commit();
    let mut transaction = env.write_txn().unwrap();
    words.put(&mut transaction, "a", &vec!["to".into(), "be".into()]).unwrap();
    transaction.commit().unwrap();
    let transaction = env.read_txn().unwrap();
    assert_eq!(words.get(&transaction, "a").unwrap().unwrap().view().iter().nth(1), Some("be"));
    let other = words.remap_data_type::<PackedValue<(bool, u8), Compact>>();
    let Err(error) = other.get(&transaction, "a") else { panic!("it was read") };
    assert_eq!(
        error.to_string(),
        "error while decoding: invalid bool: expected 0 or 1, found 2, at byte 0 in (_, _).0"
    );
}
