//! Records that are written and removed, in LMDB's transactions; its limits on keys.

use packed_data::{Indexed, Packed};

use crate::store::{Error, PackedTable, new};

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
    drop(transaction);
    let units = PackedTable::<(), u8>::create(&env, "units").unwrap();
    let mut transaction = env.write_txn().unwrap();
    assert!(matches!(units.write(&mut transaction).unwrap().insert(&(), &1_u8), Err(Error::KeySize { bytes: 0, .. })));
}
