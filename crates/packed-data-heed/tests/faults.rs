//! Damaged values, keys and headers: an error with the place, and the rest is read. (The tree of pages is LMDB's own;
//! it trusts that.)

use std::fs;
use std::path::{Path, PathBuf};

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions};
use packed_data::{Indexed, Packable, Packed};
use packed_data_heed::{AtOpen, Error, PackedTable};
use tempfile::TempDir;

#[derive(Debug, Packable)]
struct Account {
    number: u64,
    is_open: bool,
    owner: String,
}

fn account(number: u64) -> Account {
    Account { number, is_open: true, owner: format!("owner {number}") }
}

type Accounts = PackedTable<(u16, String), Account>;

fn open(folder: &Path) -> Env {
    // SAFETY: nothing changes the files while they are open, and only bytes of records were changed before.
    unsafe { EnvOpenOptions::new().max_dbs(4).open(folder) }.unwrap()
}

/// A closed database with 100 accounts; the path of its file.
fn filled() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let env = open(folder.path());
    let table = Accounts::create(&env, "accounts").unwrap();
    let mut transaction = env.write_txn().unwrap();
    let mut writer = table.write(&mut transaction).unwrap();
    for n in 0..100_u16 {
        writer.insert(&(n, "x"), &account(n.into())).unwrap();
    }
    transaction.commit().unwrap();
    env.prepare_for_closing().wait();
    let path = folder.path().join("data.mdb");
    (folder, path)
}

/// Puts a record into the table, by heed's interface.
fn put_raw(env: &Env, key: &[u8], value: &[u8]) {
    let opened = env.open_databases_and_commit(env.read_txn().unwrap(), |opener, transaction| {
        opener.open_database(transaction, Some("accounts")).map(CommitOrAbort::<_, ()>::Commit)
    });
    let raw: Database<'_, Bytes, Bytes> = opened.unwrap().unwrap_commit().unwrap();
    let mut transaction = env.write_txn().unwrap();
    raw.put(&mut transaction, key, value).unwrap();
    transaction.commit().unwrap();
}

/// Overwrites a byte of every copy of `bytes` in the file.
fn damage(path: &Path, bytes: &[u8], at: usize, with: u8) {
    let mut file = fs::read(path).unwrap();
    let places: Vec<_> = (0..file.len() - bytes.len()).filter(|place| file[*place..].starts_with(bytes)).collect();
    assert!(!places.is_empty());
    for place in places {
        file[place + at] = with;
    }
    fs::write(path, file).unwrap();
}

/// All accounts but one are read.
fn others_are_read(env: &Env, table: &Accounts, damaged: u16) {
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    for n in (0..100).filter(|n| *n != damaged) {
        let found = reader.get(&(n, "x")).unwrap().unwrap();
        assert_eq!(found.value().unwrap().view().fields().number, u64::from(n));
    }
}

#[test]
fn a_damaged_value() {
    let (folder, path) = filled();
    let packed = Packed::<Account, Indexed>::pack(&account(42));
    // (The static part comes first: eight bytes of the number, then the flag.)
    damage(&path, packed.as_bytes(), 8, 9);

    let env = open(folder.path());
    let table = Accounts::open(&env, "accounts").unwrap();
    let expected = "table `accounts`: invalid value of the key (42, \"x\"): invalid bool: expected 0 or 1, found 9, at \
                    byte 8 in Account.is_open";
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    let found = reader.get(&(42, "x")).unwrap().unwrap();
    assert_eq!(found.value().unwrap_err().to_string(), expected);
    assert_eq!(found.as_bytes()[8], 9);
    let in_scan: Vec<_> =
        reader.iter().unwrap().filter_map(|r| r.unwrap().value().err().map(|e| e.to_string())).collect();
    assert_eq!(in_scan, [expected]);
    assert_eq!(table.check(&reading).unwrap_err().to_string(), expected);
    drop(reading);
    others_are_read(&env, &table, 42);
    // SAFETY: the promise is for what is checked now, and nothing changes the file.
    let refused = table.with_policy(&env.read_txn().unwrap(), unsafe { AtOpen::new() }).unwrap_err();
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn a_damaged_key() {
    let (folder, _path) = filled();
    let env = open(folder.path());
    let table = Accounts::open(&env, "accounts").unwrap();
    put_raw(&env, &[0, 7, 0xFF, 0, 0], Packed::<Account, Indexed>::pack(&account(1)).as_bytes());
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    let wrong: Vec<_> = reader.iter().unwrap().filter_map(|record| record.unwrap().key().err()).collect();
    let [error] = &wrong[..] else { panic!("{wrong:?}") };
    assert!(matches!(error, Error::Key { .. }) && error.to_string().contains("invalid key 0007ff0000"), "{error}");
    assert!(error.to_string().ends_with("at byte 2"), "{error}");
    assert!(matches!(table.check(&reading), Err(Error::Key { .. })));
    drop(reading);
    others_are_read(&env, &table, 100);
}

/// A value of another type, put there by heed's interface.
#[test]
fn a_value_of_another_type() {
    let (folder, _path) = filled();
    let env = open(folder.path());
    let table = Accounts::open(&env, "accounts").unwrap();
    put_raw(&env, &[0, 7, b'x', 0, 0], Packed::<str, Indexed>::pack("seven").as_bytes());
    let reading = env.read_txn().unwrap();
    let reader = table.read(&reading).unwrap();
    let error = reader.get(&(7, "x")).unwrap().unwrap().value().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`: invalid value of the key (7, \"x\"): unexpected end of input: expected at least 8 more \
         bytes, found 6, at byte 0 in Account.number"
    );
    drop(reading);
    others_are_read(&env, &table, 7);
}

#[test]
fn a_damaged_header() {
    let (folder, path) = filled();
    damage(&path, b"7:Account", 2, b'a');
    let env = open(folder.path());
    let error = Accounts::open(&env, "accounts").unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`: damaged header: expected an intact one, found another checksum or content"
    );
    assert!(matches!(Accounts::create(&env, "accounts"), Err(Error::Header { .. })));
}
