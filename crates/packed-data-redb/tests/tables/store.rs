//! redb, for the tests that all stores share.

use std::path::{Path, PathBuf};

use packed_data::view::Lookup;
use packed_data::{Indexed, Layout, Packable, Packed};
pub(crate) use packed_data_redb::{AtOpen, Checked, Error, PackedTable, Record, Records, Trusted};
use packed_data_redb::{Key, PackedValue, Policy, ReadTable, Stored};
use redb::{Database, ReadTransaction, ReadableDatabase, TableDefinition};
use tempfile::TempDir;

pub(crate) type Store = Database;

/// The errors of a write to a disk that is full.
pub(crate) const FULL_DISK: &[&str] = &["too large"];

/// Opens the database in a folder, or creates it.
pub(crate) fn open(folder: &Path) -> Store {
    Database::create(file(folder)).unwrap()
}

/// Creates a database in a folder of its own.
pub(crate) fn new() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let database = open(folder.path());
    (folder, database)
}

pub(crate) fn close(database: Store) {
    drop(database);
}

/// Returns the file of the database in a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("store")
}

pub(crate) fn begin_read(database: &Store) -> ReadTransaction {
    database.begin_read().unwrap()
}

pub(crate) fn failed(error: impl Into<redb::Error>) -> Error {
    Error::Database(Box::new(error.into()))
}

/// Puts records into a table that has none with their keys, in one transaction.
pub(crate) fn put<K, T, L, P, Q, V>(
    database: &Store,
    table: &PackedTable<K, T, L, P>,
    records: impl IntoIterator<Item = (Q, V)>,
) -> Result<(), Error>
where
    K: Key,
    T: Packable + 'static,
    L: Layout,
    P: Policy,
    Q: Packable + Lookup<K::As>,
    V: Packable<As = T::As>,
{
    let transaction = database.begin_write().map_err(failed)?;
    let mut writer = table.write(&transaction)?;
    for (key, value) in records {
        assert!(!writer.insert(&key, &value)?, "it replaces another record");
    }
    drop(writer);
    transaction.commit().map_err(failed)
}

/// Puts records into a table, by redb's interface, which compares only layouts.
pub(crate) fn put_raw<T: Packable + ?Sized + 'static>(
    database: &Store,
    table: &str,
    records: impl IntoIterator<Item = (impl AsRef<[u8]>, Packed<T, Indexed>)>,
) {
    let transaction = database.begin_write().unwrap();
    let mut writer = transaction.open_table(TableDefinition::<&[u8], PackedValue<T, Indexed>>::new(table)).unwrap();
    for (key, value) in records {
        writer.insert(key.as_ref(), Stored::from(&value)).unwrap();
    }
    drop(writer);
    transaction.commit().unwrap();
}

/// Returns the table with another policy.
pub(crate) fn with_policy<K: Key, T: Packable + 'static, L: Layout, P: Policy>(
    database: &Store,
    table: PackedTable<K, T, L>,
    policy: P,
) -> Result<PackedTable<K, T, L, P>, Error> {
    table.with_policy(database, policy)
}

/// Returns the keys of a table, the greatest first.
pub(crate) fn keys_backwards<K: Key, T: Packable + 'static, L: Layout, P: Policy>(
    reader: &ReadTable<K, T, L, P>,
) -> Vec<K> {
    reader.iter().unwrap().rev().map(|record| record.unwrap().key().unwrap()).collect()
}
