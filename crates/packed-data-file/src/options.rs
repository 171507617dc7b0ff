//! How a file of records is written; creates it, or opens it to append.

use std::collections::BTreeMap;
use std::marker::PhantomData;
use std::path::Path;

use packed_data::{Layout, Limits, Packable, Packed};

use crate::append::append;
use crate::compression::Compression;
use crate::content::Content;
use crate::error::Error;
use crate::form::Form;
use crate::header::Header;
use crate::key::Key;
use crate::writer::{KeyFunction, RawWriter, RecordWriter, Settings};

/// How a file of records is written: size of blocks, compression, keys, metadata.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::{Options, Records};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// let options = || Options::<str, Compact>::new().block_size(4 << 10).metadata("made by", "hand");
/// let mut writer = options().create(&path)?;
/// writer.write("to")?;
/// writer.close()?;
///
/// let mut writer = options().append(&path)?;
/// assert_eq!(writer.len(), 1);
/// writer.write("be")?;
/// writer.close()?;
///
/// let words = Records::<str, Compact>::open(&path)?;
/// assert_eq!((words.get(0)?.view(), words.get(1)?.view()), ("to", "be"));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct Options<T: ?Sized, L> {
    settings: Settings,
    key: Option<KeyFunction<T, L>>,
    metadata: BTreeMap<String, String>,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<T: Packable + ?Sized, L: Layout> Options<T, L> {
    /// Returns the defaults: blocks of 64 KiB, not compressed, without keys or metadata, records within
    /// [`stream::LIMITS`](packed_data::stream::LIMITS).
    pub fn new() -> Self {
        Self { settings: Settings::DEFAULT, key: None, metadata: BTreeMap::new(), types: PhantomData }
    }

    /// Sets how many bytes of records make a block: 64 KiB by default. A damaged byte costs one block.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.settings.block_size = bytes;
        self
    }

    /// Compresses each block; blocks that would not become smaller are stored as they are. See [`Compression`].
    #[must_use]
    pub fn compress(mut self, compression: Compression) -> Self {
        self.settings.compression = compression;
        self
    }

    /// Sets the form of the records in the blocks: rows by default. A block that would not become smaller in another
    /// form is stored as rows. See [`Form`].
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.settings.form = form;
        self
    }

    /// Stores statistics of each block, or does not, which is the default: of each scalar and text that a record has at
    /// most once, the least and the greatest value, whether there are NaNs, and the number of records that have none. A
    /// reader of few records passes blocks that have none of them: [`Blocks::select`](crate::Blocks::select). See
    /// [`statistics`](packed_data_schema::statistics).
    ///
    /// They take about 25 bytes for each column of a block. Each record is walked over by its schema when its block is
    /// written, which may take longer than packing it. They are written in groups, and when the file is closed: if the
    /// program ends before that, the last blocks have none, and are always read.
    #[must_use]
    pub fn statistics(mut self, statistics: bool) -> Self {
        self.settings.statistics = statistics;
        self
    }

    /// Sets a function that returns the key of a record, such as its time. Each block stores the least and the greatest
    /// key of its records: see [`Records::by_key`](crate::Records::by_key).
    ///
    /// ```
    /// use packed_data::{Compact, Packable};
    /// use packed_data_file::Options;
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     text: String,
    ///     time: u64,
    /// }
    ///
    /// let options = Options::<Event, Compact>::new().key(|event| event.get(|event: EventNames| event.time));
    /// ```
    #[must_use]
    pub fn key<K: Key>(self, key: impl Fn(&Packed<T, L, &[u8]>) -> K + Send + 'static) -> Self {
        Self { key: Some(Box::new(move |record| key(record).to_bits())), ..self }
    }

    /// Adds a key and a value to the header of a file that is created. A value replaces the former one of the same key.
    #[must_use]
    pub fn metadata(mut self, key: impl Into<String>, value: impl Into<String>) -> Self {
        self.metadata.insert(key.into(), value.into());
        self
    }

    /// Sets the limits of each record.
    #[must_use]
    pub fn limits(mut self, limits: &Limits) -> Self {
        self.settings.limits = *limits;
        self
    }

    /// Creates a file without records, and syncs it to the disk. It appears under its name when it has its header: a
    /// program that is killed meanwhile leaves no file to which [`append`](Self::append) cannot append. Other writers
    /// are kept out by a lock of the file, as long as this one lives.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is such a file already, or if it cannot be written.
    pub fn create(self, path: impl AsRef<Path>) -> Result<RecordWriter<T, L>, Error> {
        let header = Header::new::<T, L>(Content::Records, self.metadata);
        let raw = RawWriter::create_with(path.as_ref(), header, self.settings)?;
        Ok(RecordWriter::new(raw, self.key))
    }

    /// Opens a file to append records to it. If the file was not closed, because its writer was killed, the blocks are
    /// found by a scan; a torn block at the end is removed (see [`RecordWriter::removed`]). No record is lost that was
    /// [synced](RecordWriter::sync) and is intact. Damaged bytes before an intact block stay where they are; the
    /// numbers of their records are not used again (see [`RecordWriter::lost`]).
    ///
    /// The header is not changed: metadata of these options is ignored.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be opened, if another writer has it open, or if it contains something
    /// else than records of exactly this type in this layout.
    pub fn append(self, path: impl AsRef<Path>) -> Result<RecordWriter<T, L>, Error> {
        let check = |header: &Header| header.check_same::<T, L>(Content::Records);
        let raw = append(path.as_ref(), check, self.settings)?;
        Ok(RecordWriter::new(raw, self.key))
    }
}

impl<T: Packable + ?Sized, L: Layout> Default for Options<T, L> {
    fn default() -> Self {
        Self::new()
    }
}
