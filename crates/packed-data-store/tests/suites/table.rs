//! Tables in files: what was written is read, in the order of the keys, as the types that were written.

use std::cmp::Reverse;

use packed_data::{Cbor, Compact, Indexed, Layout, Limits, Packable, Packed};

use crate::store::{self, AtOpen, Checked, Error, PackedTable, Record, Records, Trusted};

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

type Readings<L> = PackedTable<Place, Reading, L>;

fn in_layout<L: Layout>() {
    let (folder, database) = store::new();
    let table = Readings::<L>::create(&database, "readings").unwrap();
    let records = [
        (room(3, ""), 3.0),
        (room(-1, "b"), -40.0),
        (Place::Outside, 1.5),
        (room(-1, "ba"), 2.0),
        (room(-1, "a\0"), 9.0),
    ];
    let mut records = records.map(|(key, celsius)| (key, reading(celsius)));
    store::put(&database, &table, records.clone()).unwrap();
    records.sort_by(|a, b| a.0.cmp(&b.0));

    drop(table);
    store::close(database);
    let database = store::open(folder.path());
    let table = Readings::<L>::open(&database, "readings").unwrap();
    let transaction = store::begin_read(&database);
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
    let backwards = store::keys_backwards(&reader);
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
fn policies() {
    let (_folder, database) = store::new();
    let table = Readings::<Indexed>::create(&database, "readings").unwrap();
    store::put(&database, &table, (0..100_i8).map(|n| (room(n, "x"), reading(n.into())))).unwrap();
    // SAFETY: nothing but this test uses the database, and only by this type.
    let table = store::with_policy(&database, table, unsafe { AtOpen::new() }).unwrap();
    store::put(&database, &table, [(Place::Outside, reading(1.0))]).unwrap();
    let celsius = |found: Option<Record<'_, Place, Reading, Indexed, AtOpen>>| {
        found.unwrap().value().unwrap().view().fields().celsius
    };
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        assert_eq!(celsius(reader.get(&Place::Outside).unwrap()), 1.0);
        assert_eq!(celsius(reader.get(&room(77, "x")).unwrap()), 77.0);
    }

    let table = Readings::<Indexed>::open(&database, "readings").unwrap();
    // SAFETY: all values were written by this test, as this type.
    let table = store::with_policy(&database, table, unsafe { Trusted::new() }).unwrap();
    let transaction = store::begin_read(&database);
    let reader = table.read(&transaction).unwrap();
    let sum: f32 = reader.iter().unwrap().map(|r| r.unwrap().value().unwrap().view().fields().celsius).sum();
    assert_eq!(sum, (0..100_u8).map(f32::from).sum::<f32>() + 1.0);
    assert_eq!(table.check(&transaction).unwrap().records, 101);
}

#[test]
fn limits() {
    let (_folder, database) = store::new();
    let table = PackedTable::<u8, Vec<Vec<Vec<u8>>>>::create(&database, "nested").unwrap();
    let deep = vec![vec![vec![1_u8]]];
    store::put(&database, &table, [(1_u8, deep.clone())]).unwrap();
    let shallow = table.with_limits(Limits { bytes: 2, ..Limits::DEFAULT });
    {
        let transaction = store::begin_read(&database);
        let reader = shallow.read(&transaction).unwrap();
        let found = reader.get(&1).unwrap().unwrap();
        assert!(matches!(found.value(), Err(Error::Value { .. })));
    }
    assert!(matches!(store::put(&database, &shallow, [(1_u8, deep)]), Err(Error::NotPacked { .. })));
}

#[test]
fn an_order_of_its_own() {
    let (_folder, database) = store::new();
    let table = PackedTable::<Reverse<u8>, u8>::create(&database, "reversed").unwrap();
    let transaction = store::begin_read(&database);
    let reader = table.read(&transaction).unwrap();
    assert!(matches!(reader.range(Reverse(3)..Reverse(1)), Err(Error::Range(_))));
    assert_eq!(table.check(&transaction).unwrap(), Checked::default());
}
