//! The value type for redb's own tables.

use std::fmt;
use std::marker::PhantomData;

use packed_data::packed::Buffer;
use packed_data::{Indexed, Layout, Limits, Packable, Packed};
use redb::TypeName;

/// A type of values for redb's own tables: a packed `T` in layout `L`.
///
/// redb passes and returns such a value as [`Stored`]: bytes of the database's page, which [`Stored::get`] checks.
/// (redb's `from_bytes` cannot fail, so nothing is checked there.)
///
/// redb compares the names of types when it opens a table. The name of this one has the layout, not the type: a table
/// of one type can be opened as another, and then values are checked against that. A
/// [`PackedTable`](crate::PackedTable) keeps the type too.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_redb::{PackedValue, Stored};
/// use redb::{ReadableDatabase, TableDefinition};
///
/// const SONGS: TableDefinition<u32, PackedValue<(String, u32), Indexed>> = TableDefinition::new("songs");
///
/// let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
/// let song = Packed::pack(&("Low Tide".to_string(), 253));
/// let transaction = database.begin_write()?;
/// transaction.open_table(SONGS)?.insert(7, Stored::from(&song))?;
/// transaction.commit()?;
///
/// let songs = database.begin_read()?.open_table(SONGS)?;
/// let found = songs.get_owned(7)?.unwrap();
/// let song = found.value().get()?; // checked, in the page of the database
/// assert_eq!(song.view(), ("Low Tide", 253));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedValue<T: ?Sized, L = Indexed>(PhantomData<Invariant<T, L>>);

/// The keys of a table, as they are stored.
pub(crate) type KeyBytes = &'static [u8];

/// Both types as arguments and results.
type Invariant<T, L> = (fn(*const T) -> *const T, fn(L) -> L);

impl<T: Packable + ?Sized + 'static, L: Layout> redb::Value for PackedValue<T, L> {
    type SelfType<'a> = Stored<'a, T, L>;
    type AsBytes<'a> = &'a [u8];

    fn fixed_width() -> Option<usize> {
        None
    }

    fn from_bytes<'a>(data: &'a [u8]) -> Stored<'a, T, L>
    where
        Self: 'a,
    {
        Stored { bytes: data, types: PhantomData }
    }

    fn as_bytes<'a, 'b: 'a>(value: &'a Stored<'b, T, L>) -> &'a [u8]
    where
        Self: 'b,
    {
        value.bytes
    }

    fn type_name() -> TypeName {
        TypeName::new(&format!("packed-data {}", L::NAME))
    }
}

impl<T: ?Sized, L> fmt::Debug for PackedValue<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("PackedValue")
    }
}

/// The bytes of a value in a table: not checked yet, and not copied.
pub struct Stored<'a, T: ?Sized, L = Indexed> {
    bytes: &'a [u8],
    types: PhantomData<Invariant<T, L>>,
}

impl<'a, T: Packable + ?Sized, L: Layout> Stored<'a, T, L> {
    /// Returns the value, after it was checked within [`Limits::DEFAULT`]. It borrows the page.
    ///
    /// # Errors
    ///
    /// The bytes are not one `T` in layout `L`.
    #[inline]
    pub fn get(self) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error> {
        Packed::from_bytes(self.bytes)
    }

    /// Returns the value, after it was checked within `limits`.
    ///
    /// # Errors
    ///
    /// The bytes are not one `T` in layout `L`, or exceed the limits.
    #[inline]
    pub fn get_with(self, limits: &Limits) -> Result<Packed<T, L, &'a [u8]>, packed_data::Error> {
        Packed::with_limits(limits).from_bytes(self.bytes)
    }

    /// Returns the value without a check.
    ///
    /// # Safety
    ///
    /// The bytes are one valid `T` in layout `L`.
    #[inline]
    pub unsafe fn get_unchecked(self) -> Packed<T, L, &'a [u8]> {
        // SAFETY: the caller promises it.
        unsafe { Packed::from_bytes_unchecked(self.bytes) }
    }
}

impl<'a, T: ?Sized, L> Stored<'a, T, L> {
    /// Returns the bytes, which are not checked.
    #[inline]
    pub fn as_bytes(self) -> &'a [u8] {
        self.bytes
    }
}

impl<T: ?Sized, L> Clone for Stored<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L> Copy for Stored<'_, T, L> {}

/// A value to insert.
impl<'a, T: Packable + ?Sized, L: Layout, B: Buffer> From<&'a Packed<T, L, B>> for Stored<'a, T, L> {
    fn from(packed: &'a Packed<T, L, B>) -> Self {
        Self { bytes: packed.as_bytes(), types: PhantomData }
    }
}

impl<T: ?Sized, L> fmt::Debug for Stored<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stored").field("len", &self.bytes.len()).finish_non_exhaustive()
    }
}
