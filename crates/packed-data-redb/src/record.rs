//! Records: a key and a value, in the pages of the database.

use packed_data::{Layout, Packable, Packed};
use packed_data_store::{Definition, Key, Policy};
use redb::{AccessGuard, OwnedAccessGuard};

use crate::error::Error;
use crate::value::{KeyBytes, PackedValue};

/// A record: it keeps the page of the database in which its value is.
pub struct Record<'t, K, T: Packable + ?Sized + 'static, L: Layout, P> {
    definition: &'t Definition<K, T, L, P>,
    key: StoredKey<'t>,
    value: StoredValue<'t, T, L>,
}

/// The bytes of a key.
pub(crate) enum StoredKey<'t> {
    /// As it was looked up.
    Encoded(Vec<u8>),
    Borrowed(AccessGuard<'t, KeyBytes>),
    Owned(OwnedAccessGuard<KeyBytes>),
}

/// The bytes of a value.
pub(crate) enum StoredValue<'t, T: Packable + ?Sized + 'static, L: Layout> {
    Borrowed(AccessGuard<'t, PackedValue<T, L>>),
    Owned(OwnedAccessGuard<PackedValue<T, L>>),
}

impl<'t, K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> Record<'t, K, T, L, P> {
    /// Returns a record of the table of this definition.
    pub(crate) fn new(
        definition: &'t Definition<K, T, L, P>,
        key: StoredKey<'t>,
        value: StoredValue<'t, T, L>,
    ) -> Self {
        Self { definition, key, value }
    }

    /// Reads the key.
    ///
    /// # Errors
    ///
    /// The bytes are not a key: they were damaged, or put there through redb's interface.
    pub fn key(&self) -> Result<K, Error> {
        self.definition.key(self.key_bytes())
    }

    /// Returns the value, in the page of the database, checked as the policy says.
    ///
    /// # Errors
    ///
    /// The value is not valid. The error has the table, the key, the byte and the field.
    pub fn value(&self) -> Result<Packed<T, L, &[u8]>, Error> {
        // SAFETY: records are made only by a `ReadTable` or a `WriteTable`, of values of the table of the definition.
        // If the policy scans, `PackedTable::with_policy` has checked all values before it made that definition.
        unsafe { self.definition.value(self.key_bytes(), self.as_bytes()) }
    }

    /// Returns the bytes of the value, which are not checked.
    pub fn as_bytes(&self) -> &[u8] {
        match &self.value {
            StoredValue::Borrowed(guard) => guard.value().as_bytes(),
            StoredValue::Owned(guard) => guard.value().as_bytes(),
        }
    }

    /// Returns the bytes of the key, whose order is that of the table.
    pub fn key_bytes(&self) -> &[u8] {
        match &self.key {
            StoredKey::Encoded(key) => key,
            StoredKey::Borrowed(guard) => guard.value(),
            StoredKey::Owned(guard) => guard.value(),
        }
    }

    /// Checks the key and the value, whatever the policy; returns the size of the value in bytes.
    pub(crate) fn check(&self) -> Result<usize, Error> {
        self.key()?;
        Ok(self.definition.check(self.key_bytes(), self.as_bytes())?.as_bytes().len())
    }
}

/// The bytes of a value in a page of the database, which it keeps, with the transaction. They are not checked.
///
/// It is for values that outlive the function that reads them: put it into a [`packed_data::packed::OwnedBuffer`], or
/// into `bytes::Bytes`. As long as it lives, the database does not reuse pages that were freed since.
pub struct Page<T: Packable + ?Sized + 'static, L: Layout>(pub(crate) OwnedAccessGuard<PackedValue<T, L>>);

impl<T: Packable + ?Sized + 'static, L: Layout> AsRef<[u8]> for Page<T, L> {
    fn as_ref(&self) -> &[u8] {
        self.0.value().as_bytes()
    }
}
