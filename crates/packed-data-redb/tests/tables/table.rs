//! Records that are written and removed, in redb's transactions.

use packed_data::packed::OwnedBuffer;
use packed_data::{Indexed, Packed};
use redb::ReadableDatabase;

use crate::store::{PackedTable, new};

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
