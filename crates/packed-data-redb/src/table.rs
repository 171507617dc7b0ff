//! Tables that know their types.

use std::fmt;

use packed_data::{Indexed, Layout, Limits, Packable};
use packed_data_store::{Definition, EachGet, HEADERS, Key, Policy};
use redb::{
    Database, ReadTransaction, ReadableDatabase, ReadableTable, TableDefinition, TableHandle, WriteTransaction,
};

use crate::error::{Error, failed};
use crate::read::ReadTable;
use crate::value::{KeyBytes, PackedValue};
use crate::write::WriteTable;

const OF_TABLES: TableDefinition<'static, &str, &[u8]> = TableDefinition::new(HEADERS);

/// A table of packed values of type `T` in layout `L`, with keys of type `K` in their order.
///
/// It was opened once, for a database; [`read`](Self::read) and [`write`](Self::write) use it in a transaction. `P`
/// says when values are checked; see [`with_policy`](Self::with_policy).
///
/// ```
/// use packed_data_redb::PackedTable;
/// use redb::ReadableDatabase;
///
/// let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
/// let words = PackedTable::<(u8, String), Vec<String>>::create(&database, "words")?;
///
/// let transaction = database.begin_write()?;
/// let mut writer = words.write(&transaction)?;
/// writer.insert(&(2, "b"), &vec!["to".into(), "be".into()])?;
/// writer.insert(&(1, "z"), &vec!["or".into()])?;
/// drop(writer);
/// transaction.commit()?;
///
/// let reader = words.read(&database.begin_read()?)?;
/// let found = reader.get(&(2, "b"))?.unwrap();
/// assert_eq!(found.value()?.view().get(1), Some("be"));
/// let keys: Vec<_> = reader.iter()?.map(|record| record?.key()).collect::<Result<_, _>>()?;
/// assert_eq!(keys, [(1, "z".into()), (2, "b".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedTable<K, T: ?Sized, L = Indexed, P = EachGet> {
    definition: Definition<K, T, L, P>,
}

/// How much was checked: see [`PackedTable::check`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of records.
    pub records: u64,
    /// The bytes of their values.
    pub bytes: u64,
}

impl<K, T: Packable + ?Sized + 'static, L: Layout> PackedTable<K, T, L> {
    /// Opens a table, or creates it. (It then waits for another write transaction to end.)
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the table has other types, which it describes, or if the database fails. A type that
    /// can read the values of the table opens it: see [`note`](Self::note).
    pub fn create(database: &Database, name: &str) -> Result<Self, Error>
    where
        K: Key,
    {
        match Self::open(database, name) {
            Err(Error::NoTable { .. }) => {}
            opened => return opened,
        }
        let transaction = database.begin_write().map_err(failed)?;
        let definition = create_in(&transaction, name)?;
        transaction.commit().map_err(failed)?;
        Ok(Self { definition })
    }

    /// Opens a table that exists.
    ///
    /// # Errors
    ///
    /// As for [`create`](Self::create), and if there is no such table.
    pub fn open(database: &impl ReadableDatabase, name: &str) -> Result<Self, Error>
    where
        K: Key,
    {
        let transaction = database.begin_read().map_err(failed)?;
        let definition = match header_of(&transaction, name)? {
            Some(header) => Definition::open(name, &header)?,
            None if has_table(transaction.list_tables().map_err(failed)?, name) => {
                return Err(Error::NoHeader { table: name.into() });
            }
            None => return Err(Error::NoTable { table: name.into() }),
        };
        Ok(Self { definition })
    }
}

/// Opens or creates a table in a transaction.
fn create_in<K: Key, T: Packable + ?Sized + 'static, L: Layout>(
    transaction: &WriteTransaction,
    name: &str,
) -> Result<Definition<K, T, L>, Error> {
    let mut headers = transaction.open_table(OF_TABLES).map_err(failed)?;
    if let Some(header) = headers.get(name).map_err(failed)? {
        return Definition::open(name, header.value());
    }
    if has_table(transaction.list_tables().map_err(failed)?, name) {
        return Err(Error::NoHeader { table: name.into() });
    }
    let definition = Definition::new(name)?;
    headers.insert(name, definition.header()).map_err(failed)?;
    transaction.open_table(of_values::<T, L>(name)).map_err(failed)?;
    Ok(definition)
}

fn has_table(mut tables: impl Iterator<Item = impl TableHandle>, name: &str) -> bool {
    tables.any(|table| table.name() == name)
}

/// Returns the header of a table.
fn header_of(transaction: &ReadTransaction, name: &str) -> Result<Option<Vec<u8>>, Error> {
    let headers = match transaction.open_table(OF_TABLES) {
        Err(redb::TableError::TableDoesNotExist(_)) => return Ok(None),
        opened => opened.map_err(failed)?,
    };
    Ok(headers.get_owned(name).map_err(failed)?.map(|header| header.value().to_vec()))
}

/// Returns redb's definition of a table.
fn of_values<T: Packable + ?Sized + 'static, L: Layout>(
    name: &str,
) -> TableDefinition<'_, KeyBytes, PackedValue<T, L>> {
    TableDefinition::new(name)
}

impl<K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> PackedTable<K, T, L, P> {
    /// Returns the name of the table.
    pub fn name(&self) -> &str {
        self.definition.name()
    }

    /// Returns what differs between the type of the table and `T`, if it is another type that can be read as `T`. Such
    /// a table is not written before it is [upgraded](Self::upgrade).
    pub fn note(&self) -> Option<&str> {
        self.definition.note()
    }

    /// Sets the limits within which values are checked and written; [`Limits::DEFAULT`] otherwise.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { definition: self.definition.with_limits(limits) }
    }

    /// Changes when values are checked: on [each get](packed_data_store::EachGet), which is the default; once,
    /// [at open](packed_data_store::AtOpen), that is, in this call; or never, since they are
    /// [trusted](packed_data_store::Trusted). The last two take a promise.
    ///
    /// ```
    /// use packed_data_redb::{AtOpen, PackedTable};
    /// # let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
    ///
    /// let words = PackedTable::<u32, String>::create(&database, "words")?;
    /// // SAFETY: only this program uses the database, on a disk of its own, and only by this type.
    /// let words = words.with_policy(&database, unsafe { AtOpen::new() })?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All values are checked, and one is not valid, or the database fails.
    pub fn with_policy<Q: Policy>(
        self,
        database: &impl ReadableDatabase,
        policy: Q,
    ) -> Result<PackedTable<K, T, L, Q>, Error> {
        if Q::SCANS {
            self.check(&database.begin_read().map_err(failed)?)?;
        }
        Ok(PackedTable { definition: self.definition.with_policy(policy) })
    }

    /// Checks all keys and values, whatever the policy. Returns how many there are.
    ///
    /// # Errors
    ///
    /// Returns the first value that is not valid, with its key, the byte and the field; or an error of the database.
    pub fn check(&self, transaction: &ReadTransaction) -> Result<Checked, Error> {
        let mut checked = Checked::default();
        for record in self.read(transaction)?.iter()? {
            checked.bytes += record?.check()? as u64;
            checked.records += 1;
        }
        Ok(checked)
    }

    /// Makes the table one of `T`, if `T` can read its values: from then on values of `T` can be added. Programs that
    /// have only the older type can open it no more, unless that can read `T`.
    ///
    /// No value is written again. It waits for another write transaction to end.
    ///
    /// # Errors
    ///
    /// The database fails, or the table was changed since it was opened.
    pub fn upgrade(self, database: &Database) -> Result<Self, Error> {
        if self.note().is_none() {
            return Ok(self);
        }
        let transaction = database.begin_write().map_err(failed)?;
        let definition = {
            let mut headers = transaction.open_table(OF_TABLES).map_err(failed)?;
            let found = headers.get(self.name()).map_err(failed)?.map(|header| header.value().to_vec());
            self.definition.require_header(found.as_deref())?;
            let definition = self.definition.upgraded()?;
            headers.insert(definition.name(), definition.header()).map_err(failed)?;
            definition
        };
        transaction.commit().map_err(failed)?;
        Ok(Self { definition })
    }

    /// Returns the table as it was when the transaction began.
    ///
    /// # Errors
    ///
    /// The database fails, or the table was changed since it was opened.
    pub fn read(&self, transaction: &ReadTransaction) -> Result<ReadTable<K, T, L, P>, Error> {
        self.definition.require_header(header_of(transaction, self.name())?.as_deref())?;
        let table = transaction.open_table(of_values(self.name())).map_err(failed)?;
        Ok(ReadTable::new(&self.definition, table))
    }

    /// Returns the table, to write to it. It must be dropped before the transaction is committed.
    ///
    /// # Errors
    ///
    /// The database fails; the table was changed since it was opened; or it has values of an older type:
    /// [`Error::ReadOnly`].
    pub fn write<'t>(&'t self, transaction: &'t WriteTransaction) -> Result<WriteTable<'t, K, T, L, P>, Error> {
        {
            let headers = transaction.open_table(OF_TABLES).map_err(failed)?;
            let header = headers.get(self.name()).map_err(failed)?;
            self.definition.require_header(header.as_ref().map(redb::AccessGuard::value))?;
        }
        self.definition.require_writable()?;
        let table = transaction.open_table(of_values(self.name())).map_err(failed)?;
        Ok(WriteTable::new(&self.definition, table))
    }
}

impl<K, T: ?Sized, L, P> fmt::Debug for PackedTable<K, T, L, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.definition.fmt(f)
    }
}
