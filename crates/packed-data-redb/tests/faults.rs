//! Damaged values, keys and headers: an error with the place, and the rest is read.

use std::fs;
use std::path::{Path, PathBuf};

use packed_data::{Indexed, Packable, Packed};
use packed_data_redb::{AtOpen, Error, PackedTable, PackedValue, Stored};
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
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

/// A closed database with 100 accounts.
fn filled() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let database = Database::create(&path).unwrap();
    let table = Accounts::create(&database, "accounts").unwrap();
    let transaction = database.begin_write().unwrap();
    let mut writer = table.write(&transaction).unwrap();
    for n in 0..100_u16 {
        writer.insert(&(n, "x"), &account(n.into())).unwrap();
    }
    drop(writer);
    transaction.commit().unwrap();
    (folder, path)
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
fn others_are_read(database: &Database, table: &Accounts, damaged: u16) {
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    for n in (0..100).filter(|n| *n != damaged) {
        let found = reader.get(&(n, "x")).unwrap().unwrap();
        assert_eq!(found.value().unwrap().view().fields().number, u64::from(n));
    }
}

#[test]
fn a_damaged_value() {
    let (_folder, path) = filled();
    let packed = Packed::<Account, Indexed>::pack(&account(42));
    // (The static part comes first: eight bytes of the number, then the flag.)
    damage(&path, packed.as_bytes(), 8, 9);

    let database = Database::open(&path).unwrap();
    let table = Accounts::open(&database, "accounts").unwrap();
    let expected = "table `accounts`: invalid value of the key (42, \"x\"): invalid bool: expected 0 or 1, found 9, at \
                    byte 8 in Account.is_open";
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let found = reader.get(&(42, "x")).unwrap().unwrap();
    assert_eq!(found.value().unwrap_err().to_string(), expected);
    assert_eq!(found.as_bytes()[8], 9);
    let in_scan: Vec<_> =
        reader.iter().unwrap().filter_map(|r| r.unwrap().value().err().map(|e| e.to_string())).collect();
    assert_eq!(in_scan, [expected]);
    assert_eq!(table.check(&database.begin_read().unwrap()).unwrap_err().to_string(), expected);
    others_are_read(&database, &table, 42);
    // SAFETY: the promise is for what is checked now, and nothing changes the file.
    let refused = table.with_policy(&database, unsafe { AtOpen::new() }).unwrap_err();
    assert_eq!(refused.to_string(), expected);
}

#[test]
fn every_bit_of_a_value() {
    let bytes = Packed::<Account, Indexed>::pack(&account(42)).into_inner();
    let database = Database::builder().create_with_backend(redb::backends::InMemoryBackend::new()).unwrap();
    let table = PackedTable::<u32, Account>::create(&database, "accounts").unwrap();
    // What another program puts there, by redb's interface.
    let raw = TableDefinition::<&[u8], PackedValue<Raw, Indexed>>::new("accounts");
    let transaction = database.begin_write().unwrap();
    let mut writer = transaction.open_table(raw).unwrap();
    for (n, bit) in (0..bytes.len() * 8).enumerate() {
        let mut bytes = bytes.clone();
        bytes[bit / 8] ^= 1 << (bit % 8);
        let packed = Packed::<Raw, Indexed>::pack(&Raw(bytes.try_into().unwrap()));
        writer.insert(&u32::try_from(n).unwrap().to_be_bytes()[..], Stored::from(&packed)).unwrap();
    }
    drop(writer);
    transaction.commit().unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
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
    let (_folder, path) = filled();
    let database = Database::open(&path).unwrap();
    let table = Accounts::open(&database, "accounts").unwrap();
    let raw = TableDefinition::<&[u8], PackedValue<Account, Indexed>>::new("accounts");
    let transaction = database.begin_write().unwrap();
    let packed = Packed::<Account, Indexed>::pack(&account(1));
    transaction.open_table(raw).unwrap().insert(&[0, 7, 0xFF, 0, 0][..], Stored::from(&packed)).unwrap();
    transaction.commit().unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let wrong: Vec<_> = reader.iter().unwrap().filter_map(|record| record.unwrap().key().err()).collect();
    let [error] = &wrong[..] else { panic!("{wrong:?}") };
    assert!(matches!(error, Error::Key { .. }) && error.to_string().contains("invalid key 0007ff0000"), "{error}");
    assert!(error.to_string().ends_with("at byte 2"), "{error}");
    assert!(matches!(table.check(&database.begin_read().unwrap()), Err(Error::Key { .. })));
    others_are_read(&database, &table, 100);
}

/// A value of another type, put there by redb's interface, which compares only layouts.
#[test]
fn a_value_of_another_type() {
    let (_folder, path) = filled();
    let database = Database::open(&path).unwrap();
    let table = Accounts::open(&database, "accounts").unwrap();
    let raw = TableDefinition::<&[u8], PackedValue<str, Indexed>>::new("accounts");
    let transaction = database.begin_write().unwrap();
    let mut writer = transaction.open_table(raw).unwrap();
    let key = writer.iter().unwrap().nth(7).unwrap().unwrap().0.value().to_vec();
    writer.insert(key.as_slice(), Stored::from(&Packed::<str, Indexed>::pack("seven"))).unwrap();
    drop(writer);
    transaction.commit().unwrap();
    let reader = table.read(&database.begin_read().unwrap()).unwrap();
    let error = reader.get(&(7, "x")).unwrap().unwrap().value().unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`: invalid value of the key (7, \"x\"): unexpected end of input: expected at least 8 more \
         bytes, found 6, at byte 0 in Account.number"
    );
    others_are_read(&database, &table, 7);
}

#[test]
fn a_damaged_header() {
    let (_folder, path) = filled();
    damage(&path, b"7:Account", 2, b'a');
    let database = Database::open(&path).unwrap();
    let error = Accounts::open(&database, "accounts").unwrap_err();
    assert_eq!(
        error.to_string(),
        "table `accounts`: damaged header: expected an intact one, found another checksum or content"
    );
    assert!(matches!(Accounts::create(&database, "accounts"), Err(Error::Header { .. })));
}

/// Bytes of the file are overwritten anywhere: whatever redb returns then, values are checked, and nothing is read that
/// is not a value.
#[test]
fn damage_anywhere() {
    let (folder, path) = filled();
    let intact = fs::read(&path).unwrap();
    let copy = folder.path().join("copy");
    let step = intact.len() / 150;
    let mut read = 0;
    for round in 0..150 {
        let mut bytes = intact.clone();
        for byte in &mut bytes[round * step..][..16] {
            *byte = byte.wrapping_mul(31).wrapping_add(round as u8);
        }
        fs::write(&copy, bytes).unwrap();
        // (redb panics when it finds some kinds of damage.)
        let result = std::panic::catch_unwind(|| -> Result<u64, Error> {
            let database = Database::open(&copy).map_err(|error| Error::Database(Box::new(error.into())))?;
            let table = Accounts::open(&database, "accounts")?;
            let transaction = database.begin_read().map_err(|error| Error::Database(Box::new(error.into())))?;
            let mut records = 0;
            for record in table.read(&transaction)?.iter()? {
                let record = record?;
                if let Ok(value) = record.value() {
                    assert_eq!(
                        Packed::<Account, Indexed>::pack(&value.unpack().unwrap()).as_bytes(),
                        record.as_bytes()
                    );
                    records += 1;
                }
            }
            Ok(records)
        });
        read += result.is_ok_and(|records| records.is_ok_and(|records| records >= 90)) as u32;
    }
    assert!(read > 75, "{read}");
}
