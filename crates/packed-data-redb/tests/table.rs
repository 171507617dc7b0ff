//! Tables in files: what was written is read, in the order of the keys, as the types that were written.

use packed_data::{Cbor, Compact, Indexed, Limits, OwnedBuffer, Packable, Packed};
use packed_data_redb::{AtOpen, Checked, Error, PackedTable, Trusted};
use redb::{Database, ReadableDatabase};
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

fn new() -> (TempDir, Database) {
    let folder = tempfile::tempdir().unwrap();
    let database = Database::create(folder.path().join("store")).unwrap();
    (folder, database)
}

type Readings<L> = PackedTable<Place, Reading, L>;

fn fill<L: packed_data::Layout>(database: &Database, table: &Readings<L>, records: &[(Place, Reading)]) {
    let transaction = database.begin_write().unwrap();
    let mut writer = table.write(&transaction).unwrap();
    for (key, value) in records {
        assert!(!writer.insert(key, value).unwrap());
    }
    drop(writer);
    transaction.commit().unwrap();
}

fn in_layout<L: packed_data::Layout>() {
    let (folder, database) = new();
    let table = Readings::<L>::create(&database, "readings").unwrap();
    let records = [
        (room(3, ""), 3.0),
        (room(-1, "b"), -40.0),
        (Place::Outside, 1.5),
        (room(-1, "ba"), 2.0),
        (room(-1, "a\0"), 9.0),
    ];
    let mut records = records.map(|(key, celsius)| (key, reading(celsius)));
    fill(&database, &table, &records);
    records.sort_by(|a, b| a.0.cmp(&b.0));

    drop((table, database));
    let database = Database::open(folder.path().join("store")).unwrap();
    let table = Readings::<L>::open(&database, "readings").unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
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

    let read = |records: packed_data_redb::Records<'_, Place, Reading, L, _>| -> Vec<(Place, Reading)> {
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
    let backwards: Vec<_> = reader.iter().unwrap().rev().map(|record| record.unwrap().key().unwrap()).collect();
    assert!(backwards.iter().rev().eq(records.iter().map(|(key, _)| key)));

    let checked = table.check(&database.begin_read().unwrap()).unwrap();
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
    let (_folder, database) = new();
    let table = PackedTable::<String, Vec<String>>::create(&database, "words").unwrap();
    let transaction = database.begin_write().unwrap();
    {
        let mut writer = table.write(&transaction).unwrap();
        assert!(!writer.insert("b", &vec!["one".to_string()]).unwrap());
        assert!(writer.insert("b", &vec!["two".to_string(), "three".into()]).unwrap());
        assert!(!writer.insert_packed("a", &Packed::<[String], Indexed>::pack(&["four".into()])).unwrap());
        assert!(!writer.insert("c", &Vec::<String>::new()).unwrap());
        assert!(writer.remove("c").unwrap() && !writer.remove("c").unwrap());
        // The transaction sees what it wrote.
        assert_eq!(writer.get("b").unwrap().unwrap().value().unwrap().view().get(1), Some("three"));
        assert_eq!(writer.first().unwrap().unwrap().key().unwrap(), "a");
        assert_eq!(writer.last().unwrap().unwrap().value().unwrap().view().len(), 2);
        // Another one does not, yet.
        assert!(table.read(&database.begin_read().unwrap()).unwrap().is_empty().unwrap());
    }
    transaction.commit().unwrap();

    // A page may outlive the reader, and what is written after it does not change it.
    let page = table.read(&database.begin_read().unwrap()).unwrap().get_page("a").unwrap().unwrap();
    let kept: Packed<Vec<String>, Indexed, _> = Packed::from_bytes(OwnedBuffer::new(page)).unwrap();
    for n in 0..50 {
        let transaction = database.begin_write().unwrap();
        table.write(&transaction).unwrap().insert("a", &vec![n.to_string(); 200]).unwrap();
        transaction.commit().unwrap();
    }
    assert_eq!(kept.view().iter().collect::<Vec<_>>(), ["four"]);

    let transaction = database.begin_write().unwrap();
    table.write(&transaction).unwrap().remove("a").unwrap();
    transaction.abort().unwrap();
    assert!(table.read(&database.begin_read().unwrap()).unwrap().get("a").unwrap().is_some());
}

#[test]
fn policies() {
    let (_folder, database) = new();
    let table = Readings::<Indexed>::create(&database, "readings").unwrap();
    let records: Vec<_> = (0..100_i8).map(|n| (room(n, "x"), reading(n.into()))).collect();
    fill(&database, &table, &records);
    // SAFETY: nothing but this test uses the database, and only by this type.
    let table = table.with_policy(&database, unsafe { AtOpen::new() }).unwrap();
    let transaction = database.begin_write().unwrap();
    table.write(&transaction).unwrap().insert(&Place::Outside, &reading(1.0)).unwrap();
    transaction.commit().unwrap();
    let celsius = |found: Option<packed_data_redb::Record<'_, Place, Reading, Indexed, AtOpen>>| {
        found.unwrap().value().unwrap().view().fields().celsius
    };
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    assert_eq!(celsius(reader.get(&Place::Outside).unwrap()), 1.0);
    assert_eq!(celsius(reader.get(&room(77, "x")).unwrap()), 77.0);

    let table = Readings::<Indexed>::open(&database, "readings").unwrap();
    // SAFETY: all values were written by this test, as this type.
    let table = table.with_policy(&database, unsafe { Trusted::new() }).unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let sum: f32 = reader.iter().unwrap().map(|r| r.unwrap().value().unwrap().view().fields().celsius).sum();
    assert_eq!(sum, (0..100_u8).map(f32::from).sum::<f32>() + 1.0);
    assert_eq!(table.check(&database.begin_read().unwrap()).unwrap().records, 101);
}

#[test]
fn limits() {
    let (_folder, database) = new();
    let table = PackedTable::<u8, Vec<Vec<Vec<u8>>>>::create(&database, "nested").unwrap();
    let deep = vec![vec![vec![1]]];
    let transaction = database.begin_write().unwrap();
    table.write(&transaction).unwrap().insert(&1, &deep).unwrap();
    transaction.commit().unwrap();
    let shallow = table.with_limits(Limits { bytes: 2, ..Limits::DEFAULT });
    let reader = shallow.read(&database.begin_read().unwrap()).unwrap();
    let found = reader.get(&1).unwrap().unwrap();
    assert!(matches!(found.value(), Err(Error::Value { .. })));
    let transaction = database.begin_write().unwrap();
    let written = shallow.write(&transaction).unwrap().insert(&1, &deep);
    assert!(matches!(written, Err(Error::NotPacked { .. })));
}

#[test]
fn an_order_of_its_own() {
    use std::cmp::Reverse;
    let (_folder, database) = new();
    let table = PackedTable::<Reverse<u8>, u8>::create(&database, "reversed").unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    assert!(matches!(reader.range(Reverse(3)..Reverse(1)), Err(Error::Range(_))));
    assert_eq!(table.check(&database.begin_read().unwrap()).unwrap(), Checked::default());
}
