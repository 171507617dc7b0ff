//! Tables that know their types.

use std::fmt;
use std::ops::Deref;

use heed::types::{Bytes, Str};
use heed::{CommitOrAbort, Database, DatabaseOpener, Env, RoTxn, RwTxn};
use packed_data::{Indexed, Layout, Limits, Packable};
use packed_data_store::{Definition, EachGet, HEADERS, Key, Policy};

use crate::error::Error;
use crate::opened::{Opened, Values};
use crate::read::ReadTable;
use crate::write::WriteTable;

/// A table of packed values of type `T` in layout `L`, with keys of type `K` in their order.
///
/// It is a named database of an environment of LMDB, which must allow one more than there are tables
/// (`EnvOpenOptions::max_dbs`). It was opened once; [`read`](Self::read) and [`write`](Self::write) use it in a
/// transaction. `P` says when values are checked; see [`with_policy`](Self::with_policy).
///
/// The stored form of a key takes at most [`Env::max_key_size`] bytes, which is 511 unless heed is built otherwise, and
/// at least one: `()` cannot be a key.
///
/// ```
/// use heed::EnvOpenOptions;
/// use packed_data_heed::PackedTable;
///
/// # let folder = tempfile::tempdir()?;
/// // SAFETY: nothing but LMDB changes the files in this folder.
/// let env = unsafe { EnvOpenOptions::new().max_dbs(2).open(folder.path()) }?;
/// let words = PackedTable::<(u8, String), Vec<String>>::create(&env, "words")?;
///
/// let mut transaction = env.write_txn()?;
/// let mut writer = words.write(&mut transaction)?;
/// writer.insert(&(2, "b"), &vec!["to".into(), "be".into()])?;
/// writer.insert(&(1, "z"), &vec!["or".into()])?;
/// transaction.commit()?;
///
/// let transaction = env.read_txn()?;
/// let reader = words.read(&transaction)?;
/// let found = reader.get(&(2, "b"))?.unwrap();
/// assert_eq!(found.value()?.view().get(1), Some("be"));
/// let keys: Vec<_> = reader.iter()?.map(|record| record?.key()).collect::<Result<_, _>>()?;
/// assert_eq!(keys, [(1, "z".into()), (2, "b".into())]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedTable<K, T: ?Sized, L = Indexed, P = EachGet> {
    opened: Opened<K, T, L, P>,
    headers: Headers<'static>,
}

/// The database of the headers.
type Headers<'e> = Database<'e, Str, Bytes>;

/// How much was checked: see [`PackedTable::check`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Checked {
    /// The number of records.
    pub records: u64,
    /// The bytes of their values.
    pub bytes: u64,
}

/// Two databases before the transaction that opened them was committed.
type Databases<'e> = (Values<'e>, Headers<'e>);

impl<K, T: Packable + ?Sized, L: Layout> PackedTable<K, T, L> {
    /// Opens a table, or creates it. (It then waits for another write transaction to end.)
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the table has other types, which it describes, or if the database fails. A type that
    /// can read the values of the table opens it: see [`note`](Self::note).
    ///
    /// # Panics
    ///
    /// If the name contains a zero byte.
    pub fn create<Tls: 'static>(env: &Env<Tls>, name: &str) -> Result<Self, Error>
    where
        K: Key,
    {
        let mut definition = None;
        let opened = env.create_databases_and_commit(env.write_txn()?, |opener, transaction| {
            let (opened, found) = create_in(opener, transaction, name)?;
            definition = Some(found);
            Ok::<_, Error>(CommitOrAbort::<_, ()>::Commit(opened))
        })?;
        Self::with(env, name, definition, opened.unwrap_commit())
    }

    /// Opens a table that exists.
    ///
    /// # Errors
    ///
    /// As for [`create`](Self::create), and if there is no such table.
    ///
    /// # Panics
    ///
    /// If the name contains a zero byte.
    pub fn open<Tls: 'static>(env: &Env<Tls>, name: &str) -> Result<Self, Error>
    where
        K: Key,
        for<'t> RoTxn<'t, Tls>: Deref<Target = RoTxn<'t>>,
    {
        let mut definition = None;
        let opened = env.open_databases_and_commit(env.read_txn()?, |opener, transaction| {
            let (opened, found) = open_in(opener, transaction, name)?;
            definition = Some(found);
            Ok::<_, Error>(CommitOrAbort::<_, ()>::Commit(opened))
        })?;
        Self::with(env, name, definition, opened.unwrap_commit())
    }

    fn with<Tls: 'static>(
        env: &Env<Tls>,
        name: &str,
        definition: Option<Definition<K, T, L>>,
        (values, headers): Databases<'static>,
    ) -> Result<Self, Error> {
        let definition = definition.ok_or_else(|| Error::NoTable { table: name.into() })?;
        Ok(Self { opened: Opened { definition, values, max_key: env.max_key_size() }, headers })
    }
}

/// Opens or creates the databases of a table in a transaction.
fn create_in<'e, Tls: 'static, K: Key, T: Packable + ?Sized, L: Layout>(
    opener: &DatabaseOpener<'e, Tls>,
    transaction: &mut RwTxn<'_>,
    name: &str,
) -> Result<(Databases<'e>, Definition<K, T, L>), Error> {
    let mut of_headers = opener.database_options().types::<Str, Bytes>();
    let headers = of_headers.name(HEADERS).create(transaction)?;
    let mut of_values = opener.database_options().types::<Bytes, Bytes>();
    let of_values = of_values.name(name);
    let definition = match headers.get(transaction, name)? {
        Some(header) => Definition::open(name, header)?,
        None if of_values.open(transaction)?.is_some() => return Err(Error::NoHeader { table: name.into() }),
        None => {
            let definition = Definition::new(name)?;
            headers.put(transaction, name, definition.header())?;
            definition
        }
    };
    Ok(((of_values.create(transaction)?, headers), definition))
}

/// Opens the databases of a table in a transaction.
fn open_in<'e, Tls: 'static, K: Key, T: Packable + ?Sized, L: Layout>(
    opener: &DatabaseOpener<'e, Tls>,
    transaction: &RoTxn<'_>,
    name: &str,
) -> Result<(Databases<'e>, Definition<K, T, L>), Error> {
    let mut of_values = opener.database_options().types::<Bytes, Bytes>();
    let values = of_values.name(name).open(transaction)?.ok_or_else(|| Error::NoTable { table: name.into() })?;
    let no_header = || Error::NoHeader { table: name.into() };
    let mut of_headers = opener.database_options().types::<Str, Bytes>();
    let headers = of_headers.name(HEADERS).open(transaction)?.ok_or_else(no_header)?;
    let definition = Definition::open(name, headers.get(transaction, name)?.ok_or_else(no_header)?)?;
    Ok(((values, headers), definition))
}

impl<K: Key, T: Packable + ?Sized, L: Layout, P: Policy> PackedTable<K, T, L, P> {
    /// Returns the name of the table.
    pub fn name(&self) -> &str {
        self.opened.definition.name()
    }

    /// Returns what differs between the type of the table and `T`, if it is another type that can be read as `T`. Such
    /// a table is not written before it is [upgraded](Self::upgrade).
    pub fn note(&self) -> Option<&str> {
        self.opened.definition.note()
    }

    /// Sets the limits within which values are checked and written; [`Limits::DEFAULT`] otherwise.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        let opened = Opened { definition: self.opened.definition.with_limits(limits), ..self.opened };
        Self { opened, ..self }
    }

    /// Changes when values are checked: on [each get](packed_data_store::EachGet), which is the default; once,
    /// [at open](packed_data_store::AtOpen), that is, in this call; or never, since they are
    /// [trusted](packed_data_store::Trusted). The last two take a promise.
    ///
    /// ```
    /// use packed_data_heed::{AtOpen, PackedTable};
    /// # let folder = tempfile::tempdir()?;
    /// # // SAFETY: nothing but LMDB changes the files in this folder.
    /// # let env = unsafe { heed::EnvOpenOptions::new().max_dbs(2).open(folder.path()) }?;
    ///
    /// let words = PackedTable::<u32, String>::create(&env, "words")?;
    /// // SAFETY: only this program uses the database, on a disk of its own, and only by this type.
    /// let promise = unsafe { AtOpen::new() };
    /// let transaction = env.read_txn()?;
    /// let words = words.with_policy(&transaction, promise)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// All values are checked, and one is not valid, or the database fails.
    ///
    /// # Panics
    ///
    /// If the transaction is one of another environment.
    pub fn with_policy<Q: Policy>(self, transaction: &RoTxn<'_>, policy: Q) -> Result<PackedTable<K, T, L, Q>, Error> {
        if Q::SCANS {
            self.check(transaction)?;
        }
        let Opened { definition, values, max_key } = self.opened;
        let opened = Opened { definition: definition.with_policy(policy), values, max_key };
        Ok(PackedTable { opened, headers: self.headers })
    }

    /// Checks all keys and values, whatever the policy. Returns how many there are.
    ///
    /// # Errors
    ///
    /// Returns the first value that is not valid, with its key, the byte and the field; or an error of the database.
    ///
    /// # Panics
    ///
    /// If the transaction is one of another environment.
    pub fn check(&self, transaction: &RoTxn<'_>) -> Result<Checked, Error> {
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
    ///
    /// # Panics
    ///
    /// If it is another environment.
    pub fn upgrade<Tls: 'static>(self, env: &Env<Tls>) -> Result<Self, Error> {
        if self.note().is_none() {
            return Ok(self);
        }
        let mut transaction = env.write_txn()?;
        self.opened.definition.require_header(self.headers.get(&transaction, self.name())?)?;
        let definition = self.opened.definition.upgraded()?;
        self.headers.put(&mut transaction, definition.name(), definition.header())?;
        transaction.commit()?;
        Ok(Self { opened: Opened { definition, ..self.opened }, ..self })
    }

    /// Returns the table as it was when the transaction began, or as a write transaction has written it.
    ///
    /// # Errors
    ///
    /// The database fails, or the table was changed since it was opened.
    ///
    /// # Panics
    ///
    /// If the transaction is one of another environment.
    pub fn read<'t>(&'t self, transaction: &'t RoTxn<'_>) -> Result<ReadTable<'t, K, T, L, P>, Error> {
        self.opened.definition.require_header(self.headers.get(transaction, self.name())?)?;
        Ok(ReadTable::new(&self.opened, transaction))
    }

    /// Returns the table, to write to it.
    ///
    /// # Errors
    ///
    /// The database fails; the table was changed since it was opened; or it has values of an older type:
    /// [`Error::ReadOnly`].
    ///
    /// # Panics
    ///
    /// If the transaction is one of another environment.
    pub fn write<'t, 'e>(&'t self, transaction: &'t mut RwTxn<'e>) -> Result<WriteTable<'t, 'e, K, T, L, P>, Error> {
        self.opened.definition.require_header(self.headers.get(transaction, self.name())?)?;
        self.opened.definition.require_writable()?;
        Ok(WriteTable::new(&self.opened, transaction))
    }
}

impl<K, T: ?Sized, L, P> fmt::Debug for PackedTable<K, T, L, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.opened.definition.fmt(f)
    }
}
