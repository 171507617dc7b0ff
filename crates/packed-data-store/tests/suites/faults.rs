//! Damaged values, keys and headers: an error with the place, and the rest is read.

use std::fs;
use std::path::Path;

use packed_data::{Indexed, Packable, Packed};
use tempfile::TempDir;

use crate::store::{self, AtOpen, Error, PackedTable, Store};

#[derive(Debug, Packable)]
pub(crate) struct Account {
    number: u64,
    is_open: bool,
    owner: String,
}

fn account(number: u64) -> Account {
    Account { number, is_open: true, owner: format!("owner {number}") }
}

pub(crate) type Accounts = PackedTable<(u16, String), Account>;

/// A closed database with 100 accounts.
pub(crate) fn filled() -> TempDir {
    let (folder, database) = store::new();
    let table = Accounts::create(&database, "accounts").unwrap();
    store::put(&database, &table, (0..100_u16).map(|n| ((n, "x"), account(n.into())))).unwrap();
    drop(table);
    store::close(database);
    folder
}

/// Overwrites a byte of every copy of `bytes` in the file of a closed database.
fn damage(folder: &Path, bytes: &[u8], at: usize, with: u8) {
    let path = store::file(folder);
    let mut file = fs::read(&path).unwrap();
    let places: Vec<_> = (0..file.len() - bytes.len()).filter(|place| file[*place..].starts_with(bytes)).collect();
    assert!(!places.is_empty());
    for place in places {
        file[place + at] = with;
    }
    fs::write(path, file).unwrap();
}

/// All accounts but one are read.
fn others_are_read(database: &Store, table: &Accounts, damaged: u16) {
    let transaction = store::begin_read(database);
    let reader = table.read(&transaction).unwrap();
    for n in (0..100).filter(|n| *n != damaged) {
        let found = reader.get(&(n, "x")).unwrap().unwrap();
        assert_eq!(found.value().unwrap().view().fields().number, u64::from(n));
    }
}

#[test]
fn a_damaged_value() {
    let folder = filled();
    let packed = Packed::<Account, Indexed>::pack(&account(42));
    // (The static part comes first: eight bytes of the number, then the flag.)
    damage(folder.path(), packed.as_bytes(), 8, 9);

    let database = store::open(folder.path());
    let table = Accounts::open(&database, "accounts").unwrap();
    let expected = "table `accounts`: invalid value of the key (42, \"x\"): invalid bool: expected 0 or 1, found 9, at \
                    byte 8 in Account.is_open";
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        let found = reader.get(&(42, "x")).unwrap().unwrap();
        assert_eq!(found.value().unwrap_err().to_string(), expected);
        assert_eq!(found.as_bytes()[8], 9);
        let in_scan: Vec<_> =
            reader.iter().unwrap().filter_map(|r| r.unwrap().value().err().map(|e| e.to_string())).collect();
        assert_eq!(in_scan, [expected]);
        assert_eq!(table.check(&transaction).unwrap_err().to_string(), expected);
    }
    others_are_read(&database, &table, 42);
    // SAFETY: the promise is for what is checked now, and nothing changes the file.
    let refused = store::with_policy(&database, table, unsafe { AtOpen::new() }).unwrap_err();
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn every_bit_of_a_value() {
    let bytes = Packed::<Account, Indexed>::pack(&account(42)).into_inner();
    let (_folder, database) = store::new();
    let table = PackedTable::<u32, Account>::create(&database, "accounts").unwrap();
    // What another program puts there, by the interface of the database.
    let damaged = (0..bytes.len() * 8).zip(0_u32..).map(|(bit, n)| {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        (n.to_be_bytes(), Packed::pack(&Raw(bytes.try_into().unwrap())))
    });
    store::put_raw::<Raw>(&database, "accounts", damaged);
    let transaction = store::begin_read(&database);
    let reader = table.read(&transaction).unwrap();
    let (mut valid, mut refused) = (0, 0);
    for record in reader.iter().unwrap() {
        let record = record.unwrap();
        match record.value() {
            Ok(value) => {
                let unpacked = value.unpack().unwrap();
                assert_eq!(Packed::<Account, Indexed>::pack(&unpacked).as_bytes(), record.as_bytes());
                valid += 1;
            }
            Err(Error::Value { error, .. }) => {
                assert!(error.offset() <= record.as_bytes().len());
                refused += 1;
            }
            Err(error) => panic!("{error}"),
        }
    }
    // (Each bit of the number is another number; the flag has one valid bit; the text stays UTF-8 in seven of eight.)
    assert_eq!(valid, 64 + 1 + 8 * 7);
    assert_eq!(refused, bytes.len() * 8 - valid);

    #[derive(Packable)]
    struct Raw([u8; 18]);
}

#[test]
fn a_damaged_key() {
    let folder = filled();
    let database = store::open(folder.path());
    let table = Accounts::open(&database, "accounts").unwrap();
    store::put_raw::<Account>(&database, "accounts", [([0, 7, 0xFF, 0, 0], Packed::pack(&account(1)))]);
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        let wrong: Vec<_> = reader.iter().unwrap().filter_map(|record| record.unwrap().key().err()).collect();
        let [error] = &wrong[..] else { panic!("{wrong:?}") };
        assert!(matches!(error, Error::Key { .. }) && error.to_string().contains("invalid key 0007ff0000"), "{error}");
        assert!(error.to_string().ends_with("at byte 2"), "{error}");
        assert!(matches!(table.check(&transaction), Err(Error::Key { .. })));
    }
    others_are_read(&database, &table, 100);
}

/// A value of another type, put there by the interface of the database.
#[test]
fn a_value_of_another_type() {
    let folder = filled();
    let database = store::open(folder.path());
    let table = Accounts::open(&database, "accounts").unwrap();
    store::put_raw::<str>(&database, "accounts", [([0, 7, b'x', 0, 0], Packed::pack("seven"))]);
    {
        let transaction = store::begin_read(&database);
        let reader = table.read(&transaction).unwrap();
        let error = reader.get(&(7, "x")).unwrap().unwrap().value().unwrap_err();
        assert_eq!(
            error.to_string(),
            "table `accounts`: invalid value of the key (7, \"x\"): unexpected end of input: expected at least 8 more \
             bytes, found 6, at byte 0 in Account.number"
        );
    }
    others_are_read(&database, &table, 7);
}

#[test]
fn a_damaged_header() {
    let folder = filled();
    damage(folder.path(), b"7:Account", 2, b'a');
    let database = store::open(folder.path());
    let error = Accounts::open(&database, "accounts").unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`: damaged header: expected an intact one, found another checksum or content"
    );
    assert!(matches!(Accounts::create(&database, "accounts"), Err(Error::Header { .. })));
}
