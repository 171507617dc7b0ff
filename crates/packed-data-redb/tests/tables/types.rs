//! Tables of other databases, tables without headers, and redb's own tables.

use packed_data::{Compact, Indexed, Packed};
use packed_data_redb::{PackedValue, Stored};
use redb::{ReadableDatabase, ReadableTable, TableDefinition};

use crate::store::{Error, PackedTable, new};

type People = PackedTable<u32, (String, u8)>;

#[test]
fn a_table_of_another_database() {
    let ((_folder, one), (_other_folder, other)) = (new(), new());
    let table = People::create(&one, "people").unwrap();
    assert!(matches!(table.read(&other.begin_read().unwrap()), Err(Error::NoTable { .. })));
    People::create(&other, "people").unwrap();
    assert!(matches!(table.read(&other.begin_read().unwrap()), Err(Error::Changed { .. })));
}

#[test]
fn a_table_without_a_header() {
    let (_folder, database) = new();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(TableDefinition::<&[u8], PackedValue<(String, u8)>>::new("people")).unwrap();
    transaction.commit().unwrap();
    for opened in [People::open(&database, "people"), People::create(&database, "people")] {
        assert_eq!(
            opened.unwrap_err().to_string(),
            "table `people`: expected a header that says what is in it, found a table without one"
        );
    }
}

/// A program of another kind made them, by redb's interface: a table, or that of the headers.
#[test]
fn tables_of_other_types() {
    const NUMBERS: TableDefinition<'_, u64, u64> = TableDefinition::new("people");
    let is_of_redb = |result: Result<(), Error>| {
        let Err(Error::Database(error)) = result else { panic!("{result:?}") };
        assert!(matches!(*error, redb::Error::TableTypeMismatch { .. }), "{error}");
    };

    let (_folder, database) = new();
    let table = People::create(&database, "people").unwrap();
    let transaction = database.begin_write().unwrap();
    assert!(transaction.delete_table(NUMBERS).unwrap());
    transaction.open_table(NUMBERS).unwrap().insert(1, 1).unwrap();
    transaction.commit().unwrap();
    is_of_redb(table.read(&database.begin_read().unwrap()).map(drop));
    is_of_redb(table.write(&database.begin_write().unwrap()).map(drop));

    let (_folder, database) = new();
    let transaction = database.begin_write().unwrap();
    transaction.open_table(TableDefinition::<u64, u64>::new("packed-data headers")).unwrap();
    transaction.commit().unwrap();
    is_of_redb(People::open(&database, "people").map(drop));
    is_of_redb(People::create(&database, "people").map(drop));
}

/// The table of the headers is none of packed values.
#[test]
fn the_name_of_the_headers() {
    let (_folder, database) = new();
    for _ in 0..2 {
        People::create(&database, "packed-data headers").unwrap_err();
        People::create(&database, "people").unwrap();
    }
    assert!(matches!(People::open(&database, "packed-data headers"), Err(Error::NoHeader { .. })));
}

/// redb's own tables compare the layout, not the type; values are checked against the type.
#[test]
fn tables_of_redb() {
    let (_folder, database) = new();
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
