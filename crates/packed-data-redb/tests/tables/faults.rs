//! Damage to redb's own pages.

use std::fs;
use std::panic::catch_unwind;
use std::path::Path;

use packed_data::{Indexed, Packed};
use redb::{Database, ReadableDatabase};

use crate::store::{self, Error};
use crate::suites::faults::{Account, Accounts, filled};

/// Returns the number of accounts that are valid, or the first error of redb or of the table.
fn read(database: &Database) -> Result<u64, Error> {
    let table = Accounts::open(database, "accounts")?;
    let transaction = database.begin_read().map_err(store::failed)?;
    let mut records = 0;
    for record in table.read(&transaction)?.iter()? {
        let record = record?;
        if let Ok(value) = record.value() {
            assert_eq!(Packed::<Account, Indexed>::pack(&value.unpack().unwrap()).as_bytes(), record.as_bytes());
            records += 1;
        }
    }
    Ok(records)
}

/// Verifies the checksums of all pages, as a program does with a file that may be damaged. (redb mends one in which
/// only its own records of free pages are.)
fn verify(path: &Path) -> Result<Database, redb::Error> {
    let mut database = Database::open(path)?;
    database.check_integrity()?;
    Ok(database)
}

/// Bytes of the file are overwritten anywhere: whatever redb returns then, values are checked, and nothing is read that
/// is not a value. If redb has verified its pages before, nothing is missing either.
#[test]
fn damage_anywhere() {
    let folder = filled();
    let intact = fs::read(store::file(folder.path())).unwrap();
    let copy = folder.path().join("copy");
    let step = intact.len() / 150;
    let (mut readable, mut found) = (0, 0);
    for round in 0..150 {
        let mut bytes = intact.clone();
        for byte in &mut bytes[round * step..][..16] {
            *byte = byte.wrapping_mul(31).wrapping_add(round as u8);
        }
        fs::write(&copy, &bytes).unwrap();
        // (redb panics when it finds some kinds of damage.)
        let records = catch_unwind(|| read(&Database::open(&copy).map_err(store::failed)?));
        readable += u32::from(matches!(records, Ok(Ok(90..))));
        fs::write(&copy, bytes).unwrap();
        match catch_unwind(|| verify(&copy)) {
            Ok(Ok(database)) => {
                let records = read(&database);
                assert!(matches!(records, Ok(100)), "round {round}: redb has verified it, but: {records:?}");
            }
            Ok(Err(_)) | Err(_) => found += 1,
        }
    }
    assert!(readable > 75 && found > 10, "{readable}, {found}");
}
