//! What a table is: its name, its types, its header, and when its values are checked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::marker::PhantomData;
use std::sync::Arc;

use packed_data::view::Lookup;
use packed_data::{Compact, Fingerprint, Indexed, Layout, Limits, Packable, Packed};
use packed_data_file::{Content, Header};
use packed_data_schema::Schema;

use crate::error::Error;
use crate::key::{Key, Keys};
use crate::policy::{EachGet, Policy};

/// (It would be unsound to check a value as one type and to read it as another, even if the types differ only in
/// lifetimes.)
type Invariant<T, L> = PhantomData<(fn(*const T) -> *const T, fn(L) -> L)>;

/// The name of the table in which a database keeps the headers of the others, by their names.
pub const HEADERS: &str = "packed-data headers";

/// The key in the metadata of a header under which the schema of the keys is.
const KEY: &str = "key";

/// The prefix of the keys of metadata for the schemas that a table had before it was upgraded: the table may contain
/// values of these types.
const OLDER: &str = "older ";

/// A table that was opened: its name, its types, and how its values are checked.
///
/// Crates for databases wrap it. It decides whether a table can be read as these types (by its header, which is that of
/// a [file](packed_data_file::Header), with the same rules), and whether bytes are a key or a value.
///
/// A clone shares what is large.
pub struct Definition<K, T: ?Sized, L = Indexed, P = EachGet> {
    of: Arc<Of<K>>,
    limits: Limits,
    policy: P,
    types: Invariant<T, L>,
}

/// The parts of a definition that do not depend on its policy.
struct Of<K> {
    name: String,
    header: Vec<u8>,
    note: Option<String>,
    keys: Keys<K>,
}

impl<K: Key, T: Packable + ?Sized, L: Layout> Definition<K, T, L> {
    /// Returns the definition of a new table: keep its [header](Self::header) under its name.
    ///
    /// # Errors
    ///
    /// The keys cannot be read back, or the schema of the values or of the keys is longer than
    /// [`Schema::MAX_TEXT`](packed_data_schema::Schema::MAX_TEXT).
    pub fn new<D>(name: &str) -> Result<Self, Error<D>> {
        Self::with_older(name, BTreeSet::new())
    }

    /// Returns the definition of a table in which values with older schemas may be.
    fn with_older<D>(name: &str, older: BTreeSet<String>) -> Result<Self, Error<D>> {
        let older = (0..).zip(older).map(|(number, schema): (u32, _)| (format!("{OLDER}{number}"), schema));
        let key = Fingerprint::description_of::<K>();
        if key.len() > Schema::MAX_TEXT {
            let error = packed_data_file::Error::Schema { bytes: key.len() };
            return Err(Error::Header { table: name.into(), error: error.into() });
        }
        let metadata = older.chain([(KEY.into(), key)]).collect();
        let header = Header::new::<T, L>(Content::Records, metadata).to_bytes();
        let header = header.map_err(|error| Error::Header { table: name.into(), error: error.into() })?;
        Self::with(name, header, None)
    }

    /// Returns the definition of a table that has this header.
    ///
    /// # Errors
    ///
    /// The table has another type that cannot be read as this one, or had one before it was upgraded; another layout;
    /// or keys of another type; or the header is damaged.
    pub fn open<D>(name: &str, header: &[u8]) -> Result<Self, Error<D>> {
        let failed = |error| Error::Header { table: name.into(), error: Box::new(error) };
        let found = Header::from_bytes(header).map_err(failed)?;
        // (A file goes on after its header; this one does not.)
        if found.to_bytes().map_err(failed)? != header {
            return Err(failed(packed_data_file::Error::Header));
        }
        let note = found.check::<T, L>(Content::Records).map_err(failed)?;
        for schema in older(&found) {
            let older = Header::of_schema(Content::Records, L::NAME, schema, BTreeMap::new());
            older.check::<T, L>(Content::Records).map_err(failed)?;
        }
        let text = found.metadata.get(KEY).map(String::as_str).unwrap_or_default();
        require_keys::<K>(text).map_err(|differences| Error::KeyType { table: name.into(), differences })?;
        Self::with(name, header.to_vec(), note)
    }

    fn with<D>(name: &str, header: Vec<u8>, note: Option<String>) -> Result<Self, Error<D>> {
        let keys = Keys::new().map_err(Error::NoKeys)?;
        let of = Arc::new(Of { name: name.into(), header, note, keys });
        Ok(Self { of, limits: Limits::DEFAULT, policy: EachGet, types: PhantomData })
    }
}

/// Returns the schemas that the table had before it was upgraded.
fn older(header: &Header) -> impl Iterator<Item = &String> {
    header.metadata.iter().filter(|(key, _)| key.starts_with(OLDER)).map(|(_, schema)| schema)
}

/// Fails, with the differences, unless a schema is that of the keys: their order must be the same.
fn require_keys<K: Packable>(found: &str) -> Result<(), String> {
    let expected = Fingerprint::description_of::<K>();
    if expected == found {
        return Ok(());
    }
    let header = Header::of_schema(Content::Records, Compact::NAME, found, BTreeMap::new());
    match header.check::<K, Compact>(Content::Records) {
        Err(error) => Err(error.to_string()),
        Ok(note) => {
            Err(format!("another type, and the order of keys must stay the same:\n{}", note.unwrap_or_default()))
        }
    }
}

impl<K, T: ?Sized, L, P> Definition<K, T, L, P> {
    /// Returns the name of the table.
    pub fn name(&self) -> &str {
        &self.of.name
    }

    /// Returns the header of the table.
    pub fn header(&self) -> &[u8] {
        &self.of.header
    }

    /// Returns what differs between the type of the table and `T`, if it is another type that can be read as `T`.
    pub fn note(&self) -> Option<&str> {
        self.of.note.as_deref()
    }

    /// Returns the policy.
    pub fn policy(&self) -> &P {
        &self.policy
    }

    /// Returns the limits within which values are checked.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Sets the limits within which values are checked and written; [`Limits::DEFAULT`] otherwise.
    #[must_use]
    pub fn with_limits(self, limits: Limits) -> Self {
        Self { limits, ..self }
    }

    /// Changes the policy. If it [scans](Policy::SCANS), the caller checks all values first.
    #[must_use]
    pub fn with_policy<Q: Policy>(self, policy: Q) -> Definition<K, T, L, Q> {
        let Self { of, limits, types, .. } = self;
        Definition { of, limits, policy, types }
    }

    /// Fails unless the header is still the one that the table was opened with.
    ///
    /// # Errors
    ///
    /// [`Error::NoTable`] or [`Error::Changed`].
    pub fn require_header<D>(&self, header: Option<&[u8]>) -> Result<(), Error<D>> {
        match header {
            Some(header) if header == self.of.header => Ok(()),
            Some(_) => Err(Error::Changed { table: self.of.name.clone() }),
            None => Err(Error::NoTable { table: self.of.name.clone() }),
        }
    }

    /// Fails if the values were written as an older type: others cannot be added then.
    ///
    /// # Errors
    ///
    /// [`Error::ReadOnly`].
    pub fn require_writable<D>(&self) -> Result<(), Error<D>> {
        match &self.of.note {
            None => Ok(()),
            Some(note) => Err(Error::ReadOnly { table: self.of.name.clone(), note: note.clone() }),
        }
    }
}

impl<K: Key, T: Packable + ?Sized, L: Layout, P: Policy> Definition<K, T, L, P> {
    /// Returns the bytes of a key, of the type of the keys or a borrowed form of it: `str` for `String`.
    ///
    /// # Errors
    ///
    /// The key nests too deeply, or the borrowed form is not a value of the type.
    pub fn encode_key<D, Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Vec<u8>, Error<D>> {
        // (Written as a `K`: as a `Q` it could be one that no `K` is.)
        let packed = Packed::<K, Compact>::with_limits(&Limits::DEFAULT).build(|needs| key.write_key(needs));
        let packed = packed.map_err(|error| Error::NotPacked { table: self.of.name.clone(), error: error.into() })?;
        Ok(packed.sort_key())
    }

    /// Returns the packed value.
    ///
    /// # Errors
    ///
    /// The value exceeds the limits.
    pub fn pack<D, V: Packable<As = T::As> + ?Sized>(&self, value: &V) -> Result<Packed<V, L>, Error<D>> {
        Packed::with_limits(&self.limits)
            .pack(value)
            .map_err(|error| Error::NotPacked { table: self.of.name.clone(), error: error.into() })
    }

    /// Reads a key.
    ///
    /// # Errors
    ///
    /// The bytes are not a key of the type.
    pub fn key<D>(&self, bytes: &[u8]) -> Result<K, Error<D>> {
        self.of.keys.decode(bytes).map_err(|error| Error::Key {
            table: self.of.name.clone(),
            key: bytes.into(),
            error: error.into(),
        })
    }

    /// Returns the value with this key, checked whatever the policy.
    ///
    /// # Errors
    ///
    /// The bytes are not one value.
    pub fn check<'a, D>(&self, key: &[u8], bytes: &'a [u8]) -> Result<Packed<T, L, &'a [u8]>, Error<D>> {
        Packed::with_limits(&self.limits).from_bytes(bytes).map_err(|error| self.invalid(key, error))
    }

    /// Returns the value with this key, checked as the policy says.
    ///
    /// # Errors
    ///
    /// The bytes were checked, and are not one value.
    ///
    /// # Safety
    ///
    /// As for [`Policy::read`]: the bytes are those of a value of this table.
    #[inline]
    pub unsafe fn value<'a, D>(&self, key: &[u8], bytes: &'a [u8]) -> Result<Packed<T, L, &'a [u8]>, Error<D>> {
        // SAFETY: the caller promises it.
        unsafe { self.policy.read(bytes, &self.limits) }.map_err(|error| self.invalid(key, error))
    }

    /// Returns the definition after the table was made one of `T`: the same with another header, which keeps the
    /// schemas of the values that are there. Then other values can be added.
    ///
    /// # Errors
    ///
    /// As for [`new`](Definition::new).
    pub fn upgraded<D>(self) -> Result<Self, Error<D>> {
        let found = Header::from_bytes(self.header());
        let found = found.map_err(|error| Error::Header { table: self.name().into(), error: error.into() })?;
        let schemas = older(&found).chain([&found.schema]).cloned().collect();
        let Definition { of, .. } = Definition::<K, T, L>::with_older(self.name(), schemas)?;
        Ok(Self { of, ..self })
    }

    #[cold]
    fn invalid<D>(&self, key: &[u8], error: packed_data::Error) -> Error<D> {
        let key = match self.of.keys.decode(key) {
            Ok(key) => format!("{key:?}"),
            Err(_) => key.iter().map(|byte| format!("{byte:02x}")).collect(),
        };
        Error::Value { table: self.of.name.clone(), key, error: error.into() }
    }
}

impl<K, T: ?Sized, L, P: Copy> Clone for Definition<K, T, L, P> {
    fn clone(&self) -> Self {
        Self { of: Arc::clone(&self.of), limits: self.limits, policy: self.policy, types: PhantomData }
    }
}

impl<K, T: ?Sized, L, P> fmt::Debug for Definition<K, T, L, P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Definition").field("name", &self.name()).field("note", &self.note()).finish_non_exhaustive()
    }
}
