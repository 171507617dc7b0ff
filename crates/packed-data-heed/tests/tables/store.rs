//! LMDB, for the tests that all stores share.

use std::path::{Path, PathBuf};

use heed::types::Bytes;
use heed::{CommitOrAbort, Database, Env, EnvOpenOptions, RoTxn, WithTls};
use packed_data::view::Lookup;
use packed_data::{Indexed, Layout, Packable, Packed};
pub(crate) use packed_data_heed::{AtOpen, Checked, Error, PackedTable, Record, Records, Trusted};
use packed_data_heed::{Key, Policy, ReadTable};
use tempfile::TempDir;

pub(crate) type Store = Env;

/// The variable that says how many bytes an environment may take, for processes that a test starts.
pub(crate) const SIZE: &str = "PACKED_DATA_HEED_SIZE";

/// The errors of a write to a disk that is full. (LMDB reports a write that ends early as an error of the device.)
pub(crate) const FULL_DISK: &[&str] = &["too large", "Input/output error"];

/// Opens the database in a folder, or creates it.
pub(crate) fn open(folder: &Path) -> Store {
    let size = std::env::var(SIZE).map_or(1 << 28, |size| size.parse().unwrap());
    // SAFETY: nothing but LMDB changes the files while they are open, and only bytes of records were changed before.
    unsafe { EnvOpenOptions::new().map_size(size).max_dbs(4).open(folder) }.unwrap()
}

/// Creates a database in a folder of its own.
pub(crate) fn new() -> (TempDir, Store) {
    let folder = tempfile::tempdir().unwrap();
    let env = open(folder.path());
    (folder, env)
}

pub(crate) fn close(env: Store) {
    env.prepare_for_closing().wait();
}

/// Returns the file with the records of the database in a folder.
pub(crate) fn file(folder: &Path) -> PathBuf {
    folder.join("data.mdb")
}

pub(crate) fn begin_read(env: &Store) -> RoTxn<'_, WithTls> {
    env.read_txn().unwrap()
}

/// Puts records into a table, in one transaction.
pub(crate) fn put<K, T, L, P, Q, V>(
    env: &Store,
    table: &PackedTable<K, T, L, P>,
    records: impl IntoIterator<Item = (Q, V)>,
) -> Result<(), Error>
where
    K: Key,
    T: Packable,
    L: Layout,
    P: Policy,
    Q: Packable + Lookup<K::As>,
    V: Packable<As = T::As>,
{
    let mut transaction = env.write_txn()?;
    let mut writer = table.write(&mut transaction)?;
    for (key, value) in records {
        writer.insert(&key, &value)?;
    }
    Ok(transaction.commit()?)
}

/// Puts records into a table, by heed's interface.
pub(crate) fn put_raw<T: Packable + ?Sized>(
    env: &Store,
    table: &str,
    records: impl IntoIterator<Item = (impl AsRef<[u8]>, Packed<T, Indexed>)>,
) {
    let opened = env.open_databases_and_commit(env.read_txn().unwrap(), |opener, transaction| {
        opener.open_database(transaction, Some(table)).map(CommitOrAbort::<_, ()>::Commit)
    });
    let raw: Database<'_, Bytes, Bytes> = opened.unwrap().unwrap_commit().unwrap();
    let mut transaction = env.write_txn().unwrap();
    for (key, value) in records {
        raw.put(&mut transaction, key.as_ref(), value.as_bytes()).unwrap();
    }
    transaction.commit().unwrap();
}

/// Returns the table with another policy.
pub(crate) fn with_policy<K: Key, T: Packable, L: Layout, P: Policy>(
    env: &Store,
    table: PackedTable<K, T, L>,
    policy: P,
) -> Result<PackedTable<K, T, L, P>, Error> {
    let transaction = env.read_txn()?;
    table.with_policy(&transaction, policy)
}

/// Returns the keys of a table, the greatest first.
pub(crate) fn keys_backwards<K: Key + Lookup<K::As>, T: Packable, L: Layout, P: Policy>(
    reader: &ReadTable<'_, K, T, L, P>,
) -> Vec<K> {
    reader.rev_range::<K>(..).unwrap().map(|record| record.unwrap().key().unwrap()).collect()
}
