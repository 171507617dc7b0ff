//! Damage to redb's own pages.

use std::fs;

use packed_data::{Indexed, Packed};
use redb::{Database, ReadableDatabase};

use crate::store::{self, Error};
use crate::suites::faults::{Account, Accounts, filled};

/// Bytes of the file are overwritten anywhere: whatever redb returns then, values are checked, and nothing is read that
/// is not a value.
#[test]
fn damage_anywhere() {
    let folder = filled();
    let intact = fs::read(store::file(folder.path())).unwrap();
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
            let database = Database::open(&copy).map_err(store::failed)?;
            let table = Accounts::open(&database, "accounts")?;
            let transaction = database.begin_read().map_err(store::failed)?;
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
