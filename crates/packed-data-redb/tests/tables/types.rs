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
