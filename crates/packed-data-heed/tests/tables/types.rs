//! Tables whose headers are gone, and heed's own databases.

use heed::types::{Bytes, Str};
use heed::{CommitOrAbort, Database, Env};
use packed_data::Compact;
use packed_data_heed::PackedValue;

use crate::store::{Error, PackedTable, new};

type People = PackedTable<u32, (String, u8)>;

#[test]
fn a_table_that_was_made_again() {
    let (_folder, env) = new();
    let table = People::create(&env, "people").unwrap();
    let mut transaction = env.write_txn().unwrap();
    let headers = raw_headers(&env);
    headers.delete(&mut transaction, "people").unwrap();
    transaction.commit().unwrap();
    assert!(matches!(table.read(&env.read_txn().unwrap()), Err(Error::NoTable { .. })));
    let error = People::create(&env, "people").unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `people`: expected a header that says what is in it, found a table without one"
    );
    assert!(matches!(People::open(&env, "people"), Err(Error::NoHeader { .. })));
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
