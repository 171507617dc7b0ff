//! The value type for heed's own databases.

use std::borrow::Cow;
use std::marker::PhantomData;

use heed::{BoxedError, BytesDecode, BytesEncode};
use packed_data::{Indexed, Layout, Limits, Packable, Packed};

/// A type of values for heed's own databases: a packed `T` in layout `L`. It takes a `T`, and returns a [`Packed`] in
/// the memory map, which is checked on each get.
///
/// heed does not keep the types of its databases; a [`PackedTable`](crate::PackedTable) does.
///
/// ```
/// use heed::types::Str;
/// use heed::{CommitOrAbort, Database, EnvOpenOptions};
/// use packed_data_heed::PackedValue;
///
/// type Songs<'e> = Database<'e, Str, PackedValue<(String, u32)>>;
///
/// # let folder = tempfile::tempdir()?;
/// // SAFETY: nothing but LMDB changes the files in this folder.
/// let env = unsafe { EnvOpenOptions::new().open(folder.path()) }?;
/// let songs: Songs<'_> = env
///     .create_databases_and_commit(env.write_txn()?, |opener, transaction| {
///         opener.create_database(transaction, None).map(CommitOrAbort::<_, ()>::Commit)
///     })?
///     .unwrap_commit();
/// let mut transaction = env.write_txn()?;
/// songs.put(&mut transaction, "a", &("Low Tide".into(), 253))?;
/// transaction.commit()?;
///
/// let transaction = env.read_txn()?;
/// let song = songs.get(&transaction, "a")?.unwrap();
/// assert_eq!(song.view(), ("Low Tide", 253));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct PackedValue<T: ?Sized, L = Indexed>(PhantomData<(fn(*const T) -> *const T, fn(L) -> L)>);

impl<'a, T: Packable + ?Sized + 'a, L: Layout> BytesEncode<'a> for PackedValue<T, L> {
    type EItem = T;

    fn bytes_encode(item: &'a T) -> Result<Cow<'a, [u8]>, BoxedError> {
        Ok(Packed::<T, L>::with_limits(&Limits::DEFAULT).pack(item)?.into_inner().into())
    }
}

impl<'a, T: Packable + ?Sized + 'a, L: Layout> BytesDecode<'a> for PackedValue<T, L> {
    type DItem = Packed<T, L, &'a [u8]>;

    fn bytes_decode(bytes: &'a [u8]) -> Result<Self::DItem, BoxedError> {
        Ok(Packed::from_bytes(bytes)?)
    }
}
