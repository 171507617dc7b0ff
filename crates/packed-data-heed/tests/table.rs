//! Tables in files: what was written is read, in the order of the keys, as the types that were written.

use heed::{Env, EnvOpenOptions};
use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed};
use packed_data_heed::{AtOpen, Checked, Error, PackedTable, Record, Records, Trusted};
use tempfile::TempDir;

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Place {
    Outside,
    Room { floor: i8, name: String },
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Reading {
    celsius: f32,
    notes: Vec<String>,
}

fn room(floor: i8, name: &str) -> Place {
    Place::Room { floor, name: name.into() }
}

fn reading(celsius: f32) -> Reading {
    Reading { celsius, notes: vec!["dry".into(); celsius.abs() as usize % 5] }
}

/// Opens the environment in a folder.
fn open(folder: &TempDir) -> Env {
    // SAFETY: nothing but LMDB changes the files in this folder while they are open.
    unsafe { EnvOpenOptions::new().map_size(1 << 26).max_dbs(4).open(folder.path()) }.unwrap()
}

fn new() -> (TempDir, Env) {
    let folder = tempfile::tempdir().unwrap();
    let env = open(&folder);
    (folder, env)
}

type Readings<L> = PackedTable<Place, Reading, L>;

fn fill<L: packed_data::Layout>(env: &Env, table: &Readings<L>, records: &[(Place, Reading)]) {
    let mut transaction = env.write_txn().unwrap();
    let mut writer = table.write(&mut transaction).unwrap();
    for (key, value) in records {
        writer.insert(key, value).unwrap();
    }
    transaction.commit().unwrap();
}

fn in_layout<L: packed_data::Layout>() {
    let (folder, env) = new();
    let table = Readings::<L>::create(&env, "readings").unwrap();
    let records = [
        (room(3, ""), 3.0),
        (room(-1, "b"), -40.0),
        (Place::Outside, 1.5),
        (room(-1, "ba"), 2.0),
        (room(-1, "a\0"), 9.0),
    ];
    let mut records = records.map(|(key, celsius)| (key, reading(celsius)));
    fill(&env, &table, &records);
    records.sort_by(|a, b| a.0.cmp(&b.0));

    env.prepare_for_closing().wait();
    let env = open(&folder);
    let table = Readings::<L>::open(&env, "readings").unwrap();
    let transaction = env.read_txn().unwrap();
    let reader = table.read(&transaction).unwrap();
    assert_eq!((reader.len().unwrap(), reader.is_empty().unwrap()), (5, false));
    for (key, value) in &records {
        let found = reader.get(key).unwrap().unwrap();
        assert_eq!((&found.key().unwrap(), &found.value().unwrap().unpack().unwrap()), (key, value));
        // The value is the page itself, not a copy: it is at the same address each time.
        let again = reader.get(key).unwrap().unwrap();
        assert_eq!(found.as_bytes().as_ptr(), again.as_bytes().as_ptr());
        assert_eq!(found.value().unwrap().as_bytes().as_ptr(), found.as_bytes().as_ptr());
    }
    assert!(reader.get(&room(3, "a")).unwrap().is_none());

    let read = |records: Records<'_, Place, Reading, L, _>| -> Vec<(Place, Reading)> {
        records
            .map(|record| record.unwrap())
            .map(|r| (r.key().unwrap(), r.value().unwrap().unpack().unwrap()))
            .collect()
    };
    assert_eq!(read(reader.iter().unwrap()), records);
    assert_eq!(read(reader.range(room(-1, "")..room(0, "")).unwrap()), records[1..4]);
    assert_eq!(read(reader.range(room(-1, "b")..=room(3, "")).unwrap()), records[2..5]);
    assert_eq!(read(reader.range(..room(-1, "b")).unwrap()), records[..2]);
    assert_eq!(read(reader.range(room(5, "")..room(-5, "")).unwrap()), []);
    let backwards: Vec<_> =
        reader.rev_range::<Place>(..).unwrap().map(|record| record.unwrap().key().unwrap()).collect();
    assert!(backwards.iter().rev().eq(records.iter().map(|(key, _)| key)));

    let checked = table.check(&transaction).unwrap();
    assert_eq!(checked.records, 5);
    assert_eq!(
        checked.bytes,
        records.iter().map(|(_, v)| Packed::<_, L>::pack(v).as_bytes().len() as u64).sum::<u64>()
    );
}

#[test]
fn in_every_layout_of_the_library() {
    in_layout::<Compact>();
    in_layout::<Indexed>();
    in_layout::<Cbor>();
}

#[test]
fn written_and_removed() {
    let (_folder, env) = new();
    let table = PackedTable::<String, Vec<String>>::create(&env, "words").unwrap();
    let mut transaction = env.write_txn().unwrap();
    let mut writer = table.write(&mut transaction).unwrap();
    writer.insert("b", &vec!["one".to_string()]).unwrap();
    writer.insert("b", &vec!["two".to_string(), "three".into()]).unwrap();
    writer.insert_packed("a", &Packed::<[String], Indexed>::pack(&["four".into()])).unwrap();
    writer.insert("c", &Vec::<String>::new()).unwrap();
    assert!(writer.remove("c").unwrap() && !writer.remove("c").unwrap());
    // The transaction sees what it wrote.
    assert_eq!(writer.get("b").unwrap().unwrap().value().unwrap().view().get(1), Some("three"));
    let reader = table.read(&transaction).unwrap();
    let keys: Vec<_> = reader.iter().unwrap().map(|record| record.unwrap().key().unwrap()).collect();
    assert_eq!(keys, ["a", "b"]);
    // Another one does not, yet.
    let before = env.read_txn().unwrap();
    assert!(table.read(&before).unwrap().is_empty().unwrap());
    transaction.commit().unwrap();
    assert!(table.read(&before).unwrap().is_empty().unwrap());
    drop(before);

    // What is written later does not change what a transaction sees.
    let before = env.read_txn().unwrap();
    let kept = table.read(&before).unwrap().get("a").unwrap().unwrap().value().unwrap();
    for n in 0..50 {
        let mut transaction = env.write_txn().unwrap();
        table.write(&mut transaction).unwrap().insert("a", &vec![n.to_string(); 200]).unwrap();
        transaction.commit().unwrap();
    }
    assert_eq!(kept.view().iter().collect::<Vec<_>>(), ["four"]);
    drop(before);

    let mut transaction = env.write_txn().unwrap();
    table.write(&mut transaction).unwrap().remove("a").unwrap();
    transaction.abort();
    let after = env.read_txn().unwrap();
    assert_eq!(table.read(&after).unwrap().get("a").unwrap().unwrap().value().unwrap().view().len(), 200);
}

#[test]
fn policies() {
    let (_folder, env) = new();
    let table = Readings::<Indexed>::create(&env, "readings").unwrap();
    let records: Vec<_> = (0..100_i8).map(|n| (room(n, "x"), reading(n.into()))).collect();
    fill(&env, &table, &records);
    // SAFETY: nothing but this test uses the database, and only by this type.
    let table = table.with_policy(&env.read_txn().unwrap(), unsafe { AtOpen::new() }).unwrap();
    let mut transaction = env.write_txn().unwrap();
    table.write(&mut transaction).unwrap().insert(&Place::Outside, &reading(1.0)).unwrap();
    transaction.commit().unwrap();
    let celsius = |found: Option<Record<'_, Place, Reading, Indexed, AtOpen>>| {
        found.unwrap().value().unwrap().view().fields().celsius
    };
    let transaction = env.read_txn().unwrap();
    let reader = table.read(&transaction).unwrap();
    assert_eq!(celsius(reader.get(&Place::Outside).unwrap()), 1.0);
    assert_eq!(celsius(reader.get(&room(77, "x")).unwrap()), 77.0);

    drop(transaction);

    let table = Readings::<Indexed>::open(&env, "readings").unwrap();
    // SAFETY: all values were written by this test, as this type.
    let table = table.with_policy(&env.read_txn().unwrap(), unsafe { Trusted::new() }).unwrap();
    let transaction = env.read_txn().unwrap();
    let reader = table.read(&transaction).unwrap();
    let sum: f32 = reader.iter().unwrap().map(|r| r.unwrap().value().unwrap().view().fields().celsius).sum();
    assert_eq!(sum, (0..100_u8).map(f32::from).sum::<f32>() + 1.0);
    assert_eq!(table.check(&transaction).unwrap().records, 101);
}

#[test]
fn limits() {
    let (_folder, env) = new();
    let table = PackedTable::<u8, Vec<Vec<Vec<u8>>>>::create(&env, "nested").unwrap();
    let deep = vec![vec![vec![1]]];
    let mut transaction = env.write_txn().unwrap();
    table.write(&mut transaction).unwrap().insert(&1, &deep).unwrap();
    transaction.commit().unwrap();
    let shallow = table.with_limits(Limits { bytes: 2, ..Limits::DEFAULT });
    let transaction = env.read_txn().unwrap();
    let reader = shallow.read(&transaction).unwrap();
    let found = reader.get(&1).unwrap().unwrap();
    assert!(matches!(found.value(), Err(Error::Value { .. })));
    drop(transaction);
    let mut transaction = env.write_txn().unwrap();
    let written = shallow.write(&mut transaction).unwrap().insert(&1, &deep);
    assert!(matches!(written, Err(Error::NotPacked { .. })));
}

#[test]
fn an_order_of_its_own() {
    use std::cmp::Reverse;
    let (_folder, env) = new();
    let table = PackedTable::<Reverse<u8>, u8>::create(&env, "reversed").unwrap();
    let transaction = env.read_txn().unwrap();
    let reader = table.read(&transaction).unwrap();
    assert!(matches!(reader.range(Reverse(3)..Reverse(1)), Err(Error::Range(_))));
    assert_eq!(table.check(&transaction).unwrap(), Checked::default());
}

/// Keys of LMDB have one to 511 bytes.
#[test]
fn keys_of_any_size() {
    let (_folder, env) = new();
    let table = PackedTable::<String, u8>::create(&env, "words").unwrap();
    let mut transaction = env.write_txn().unwrap();
    let mut writer = table.write(&mut transaction).unwrap();
    // (A string is stored with two bytes at its end.)
    writer.insert(&"a".repeat(509), &1_u8).unwrap();
    writer.insert("", &2_u8).unwrap();
    let long = "a".repeat(510);
    let message = "table `words`: expected a key that is stored in 1 to 511 bytes, found one of 512";
    assert_eq!(writer.insert(&long, &3_u8).unwrap_err().to_string(), message);
    assert_eq!(writer.get(&long).err().unwrap().to_string(), message);
    let reader = table.read(&transaction).unwrap();
    assert_eq!(reader.range(long..).err().unwrap().to_string(), message);
    assert_eq!(reader.range("".to_string()..).unwrap().count(), 2);
    drop(reader);
    drop(transaction);
    let units = PackedTable::<(), u8>::create(&env, "units").unwrap();
    let mut transaction = env.write_txn().unwrap();
    assert!(matches!(units.write(&mut transaction).unwrap().insert(&(), &1_u8), Err(Error::KeySize { bytes: 0, .. })));
}
