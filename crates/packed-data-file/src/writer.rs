//! Writes the records of a file, and makes them durable.

use std::fs::{File, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::marker::PhantomData;
use std::ops::Range;
use std::path::{Path, PathBuf};

use packed_data::packed::Buffer;
use packed_data::stream::block::{BlockBuilder, BlockHeader};
use packed_data::{Filled, Layout, Limits, Needs, Packable, Packed, stream};
use packed_data_schema::statistics::Statistics;

use crate::compression::Compression;
use crate::content::Content;
use crate::entry::Entry;
use crate::error::Error;
use crate::form::{self, Codecs, Form, Rows};
use crate::header::{Header, SECTION, STATISTICS};
use crate::index::footer;
use crate::magic;
use crate::replace::create;
use crate::scan::Damage;
use crate::section::{self, Section};
use crate::statistics;

/// A function that returns the key of a record.
pub(crate) type KeyFunction<T, L> = Box<dyn Fn(&Packed<T, L, &[u8]>) -> u128 + Send>;

/// Writes records to a file: see [`Options`](crate::Options).
///
/// Records wait in memory until they make a block. [`sync`](Self::sync) writes them and waits until the disk has them:
/// no record that was written before a `sync` that returned is lost, however the program ends. [`close`](Self::close)
/// writes the index, by which a reader finds the blocks without a scan. A writer that is dropped writes the records
/// that wait, and no index.
///
/// One block is in memory, and 100 bytes for each block that was written; with statistics, some of them wait too.
pub struct RecordWriter<T: Packable + ?Sized, L: Layout> {
    raw: RawWriter,
    key: Option<KeyFunction<T, L>>,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

/// Writes records whose type is not known to the program, as bytes: it has their schema, by which it made and checked
/// them. See [`RecordWriter`], which writes the same file.
pub struct RawWriter {
    file: File,
    path: PathBuf,
    header: Header,
    codecs: Codecs,
    settings: Settings,
    builder: BlockBuilder,
    /// The least and the greatest key of the records in the builder.
    keys: Option<[u128; 2]>,
    /// The statistics of the blocks; `None` before the first block with some.
    statistics: Option<statistics::Writer>,
    /// The blocks in the file.
    entries: Vec<Entry>,
    /// Where the next block begins.
    offset: u64,
    /// The number of the first record in the builder.
    next: u64,
    lost: Vec<Range<u64>>,
    removed: Option<Damage>,
    /// Whether a write failed, or the file was closed.
    is_over: bool,
}

/// The file of a writer at its beginning.
pub(crate) struct Start {
    pub(crate) file: File,
    pub(crate) path: PathBuf,
    pub(crate) header: Header,
    pub(crate) offset: u64,
    pub(crate) next: u64,
    pub(crate) entries: Vec<Entry>,
    pub(crate) lost: Vec<Range<u64>>,
    pub(crate) removed: Option<Damage>,
}

/// How blocks are made.
#[derive(Clone, Copy)]
pub(crate) struct Settings {
    pub(crate) block_size: usize,
    pub(crate) compression: Compression,
    pub(crate) form: Form,
    pub(crate) statistics: bool,
    pub(crate) limits: Limits,
}

impl Settings {
    /// Blocks of 64 KiB, rows, not compressed, without statistics.
    pub(crate) const DEFAULT: Self = Self {
        block_size: 64 << 10,
        compression: Compression::None,
        form: Form::Rows,
        statistics: false,
        limits: stream::LIMITS,
    };
}

impl<T: Packable + ?Sized, L: Layout> RecordWriter<T, L> {
    pub(crate) fn new(raw: RawWriter, key: Option<KeyFunction<T, L>>) -> Self {
        Self { raw, key, types: PhantomData }
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.raw.header
    }

    /// Returns the number of records, including those that wait.
    pub fn len(&self) -> u64 {
        self.raw.len()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the numbers of the records that the file had lost when it was opened to append: those of blocks that are
    /// damaged or missing. They are not given out again. (Of the blocks that an index lists, only the last one was
    /// verified; [`Blocks::check`](crate::Blocks::check) verifies all of them.)
    pub fn lost(&self) -> &[Range<u64>] {
        self.raw.lost()
    }

    /// Returns the bytes that were removed from the end of the file when it was opened to append: a block that the
    /// former writer did not complete, or a last block that the disk has damaged, since the two look alike. The numbers
    /// of its records are used again. `None` if only the index was removed.
    pub fn removed(&self) -> Option<Damage> {
        self.raw.removed()
    }

    /// Writes a record; returns its number.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the record exceeds the limits; other records can still be written. Also returns one if
    /// the file cannot be written; the writer then accepts no more records, and
    /// [`Options::append`](crate::Options::append) removes a torn block at the end of the file.
    pub fn write(&mut self, value: &T) -> Result<u64, Error> {
        self.add(|builder| builder.pack::<T, L>(value).map(|_| ()))
    }

    /// Builds a record that never exists in memory, and writes it; returns its number.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn build(&mut self, fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Result<u64, Error> {
        self.add(|builder| builder.build::<T, L>(fill).map(|_| ()))
    }

    /// Writes a record that is packed already; returns its number.
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    pub fn write_packed<B: Buffer>(&mut self, packed: &Packed<T, L, B>) -> Result<u64, Error> {
        self.add(|builder| builder.push(packed.as_bytes()))
    }

    fn add(&mut self, add: impl FnOnce(&mut BlockBuilder) -> Result<(), packed_data::Error>) -> Result<u64, Error> {
        let Self { raw, key, .. } = self;
        let limits = raw.settings.limits;
        raw.add(add, |record| match key {
            Some(key) => Packed::with_limits(&limits).from_bytes(record).map(|record| Some(key(&record))),
            None => Ok(None),
        })
    }

    /// Writes the records that wait, and waits until the disk has them.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.raw.sync()
    }

    /// Writes the records that wait, as a block. (The system may still keep it back from the disk.)
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.raw.flush()
    }

    /// Writes the records that wait and the index, and waits until the disk has them.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written. Records that were synced are in it nevertheless.
    pub fn close(self) -> Result<(), Error> {
        self.raw.close()
    }

    /// Writes a section: bytes that another crate adds, such as a table of offsets. Records that wait are written
    /// first. Readers find it by its name: [`Blocks::sections`](crate::Blocks::sections). A crate names its sections
    /// after itself.
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data_file::{Blocks, Options};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("words");
    /// let mut writer = Options::<str, Compact>::new().create(&path)?;
    /// writer.write("to")?;
    /// writer.write_section("my-crate/initials", b"t")?;
    /// writer.close()?;
    ///
    /// let file = Blocks::open(&path)?;
    /// let section = file.sections("my-crate/initials").next().expect("it was written")?;
    /// assert_eq!((section.records, section.bytes), (1, &b"t"[..]));
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the name has more than 255 bytes, or if the file cannot be written.
    pub fn write_section(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        self.raw.write_section(name, bytes)
    }
}

impl RawWriter {
    /// Creates a file without records, of the type with this schema, in the layout with this name; syncs it to the
    /// disk. See [`Options::create`](crate::Options::create).
    ///
    /// ```
    /// use packed_data::{Compact, stream};
    /// use packed_data_file::{RawWriter, Records};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("words");
    /// let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\nstr\n", &[])?;
    /// writer.write(b"\x02hi")?;
    /// writer.close()?;
    /// assert_eq!(Records::<str, Compact>::open(&path)?.get(0)?.view(), "hi");
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is such a file already, or if it cannot be written.
    pub fn create(
        path: impl AsRef<Path>,
        layout: &str,
        schema: &str,
        metadata: &[(&str, &str)],
    ) -> Result<Self, Error> {
        let metadata = metadata.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
        let header = Header::of_schema(Content::Records, layout, schema, metadata);
        Self::create_with(path.as_ref(), header, Settings::DEFAULT)
    }

    /// Sets how many bytes of records make a block: 64 KiB by default.
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        self.settings.block_size = bytes;
        self
    }

    /// Compresses each block: see [`Options::compress`](crate::Options::compress).
    #[must_use]
    pub fn compress(mut self, compression: Compression) -> Self {
        self.settings.compression = compression;
        self
    }

    /// Sets the form of the records in the blocks: see [`Options::form`](crate::Options::form).
    #[must_use]
    pub fn form(mut self, form: Form) -> Self {
        self.settings.form = form;
        self
    }

    /// Stores statistics of each block, or does not: see [`Options::statistics`](crate::Options::statistics).
    #[must_use]
    pub fn statistics(mut self, statistics: bool) -> Self {
        self.settings.statistics = statistics;
        self
    }

    pub(crate) fn create_with(path: &Path, header: Header, settings: Settings) -> Result<Self, Error> {
        let mut bytes = magic::bytes().to_vec();
        bytes.append(&mut header.block(0)?);
        let fill = |file: &mut File| lock(file).and_then(|()| file.write_all(&bytes));
        let file = create(path, fill).map_err(|error| Error::of_file(path, error))?;
        let (path, offset) = (path.into(), bytes.len() as u64);
        let start = Start { file, path, header, offset, next: 0, entries: Vec::new(), lost: Vec::new(), removed: None };
        Ok(Self::at(start, settings))
    }

    pub(crate) fn at(start: Start, settings: Settings) -> Self {
        let Start { file, path, header, offset, next, entries, lost, removed } = start;
        let builder = BlockBuilder::new(&settings.limits);
        let codecs = Codecs::default();
        let (keys, statistics, is_over) = (None, None, false);
        Self {
            file,
            path,
            header,
            codecs,
            settings,
            builder,
            keys,
            statistics,
            entries,
            offset,
            next,
            lost,
            removed,
            is_over,
        }
    }

    /// Returns the numbers of the records that the file had lost: see [`RecordWriter::lost`].
    pub(crate) fn lost(&self) -> &[Range<u64>] {
        &self.lost
    }

    /// Returns what was removed from the end of the file: see [`RecordWriter::removed`].
    pub(crate) fn removed(&self) -> Option<Damage> {
        self.removed
    }

    /// Returns the number of records, including those that wait.
    pub fn len(&self) -> u64 {
        self.next.saturating_add(self.builder.records().into())
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Writes the bytes of a record; returns its number. They are not checked: a reader with the type validates them.
    ///
    /// # Errors
    ///
    /// As for [`RecordWriter::write`].
    pub fn write(&mut self, record: &[u8]) -> Result<u64, Error> {
        self.add(|builder| builder.push(record), |_| Ok(None))
    }

    /// Writes the bytes of a record with its key, in the bits of [`Key::to_bits`](crate::Key::to_bits): see
    /// [`Options::key`](crate::Options::key). All records of a file have a key, or none.
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data_file::{Blocks, Key, RawWriter, Records};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("numbers");
    /// let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\ni16\n", &[])?;
    /// for number in [-3_i16, 500] {
    ///     writer.write_with_key(&number.to_le_bytes(), number.to_bits())?;
    /// }
    /// writer.close()?;
    ///
    /// let blocks = Blocks::open(&path)?;
    /// assert_eq!(blocks.keys(0), Some(((-3_i16).to_bits(), 500_i16.to_bits())));
    /// assert_eq!(blocks.with_keys(501_i16.to_bits(), u128::MAX).count(), 0);
    /// let numbers = Records::<i16, Compact>::open(&path)?;
    /// assert_eq!(numbers.by_key(0.., |number| number.view().clone()).count(), 1);
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`RecordWriter::write`].
    pub fn write_with_key(&mut self, record: &[u8], key: u128) -> Result<u64, Error> {
        self.add(|builder| builder.push(record), |_| Ok(Some(key)))
    }

    /// Adds a record, and its key if it has one. If either fails or panics, the record is not added.
    fn add(
        &mut self,
        add: impl FnOnce(&mut BlockBuilder) -> Result<(), packed_data::Error>,
        key: impl FnOnce(&[u8]) -> Result<Option<u128>, packed_data::Error>,
    ) -> Result<u64, Error> {
        /// Removes the last record on drop, unless it is kept.
        struct Pending<'b> {
            builder: &'b mut BlockBuilder,
            keep: bool,
        }

        impl Drop for Pending<'_> {
            fn drop(&mut self) {
                if !self.keep {
                    self.builder.pop();
                }
            }
        }

        if self.is_over {
            return Err(Error::Broken);
        }
        let number = self.len();
        let start = self.builder.data().len();
        let refuse = |error| Error::Value { offset: 0, number: Some(number), error };
        add(&mut self.builder).map_err(refuse)?;
        let mut pending = Pending { builder: &mut self.builder, keep: false };
        let key = key(pending.builder.data().get(start..).unwrap_or_default()).map_err(refuse)?;
        pending.keep = true;
        drop(pending);
        if let Some(key) = key {
            let [least, greatest] = self.keys.unwrap_or([key, key]);
            self.keys = Some([least.min(key), greatest.max(key)]);
        }
        if self.builder.size() >= self.settings.block_size {
            self.write_block()?;
        }
        Ok(number)
    }

    /// Writes the records that wait, and waits until the disk has them: see [`RecordWriter::sync`].
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written.
    pub fn sync(&mut self) -> Result<(), Error> {
        self.flush()?;
        self.file.sync_data().map_err(|error| self.failed(error))
    }

    /// Writes the records that wait, as a block.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written.
    pub fn flush(&mut self) -> Result<(), Error> {
        if self.is_over { Err(Error::Broken) } else { self.write_block() }
    }

    /// Writes the records that wait and the index, and waits until the disk has them.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be written.
    pub fn close(mut self) -> Result<(), Error> {
        self.flush()?;
        self.write_statistics()?;
        self.put_copy_of_header()?;
        let end = footer(self.header.id, self.offset, &self.entries);
        let end = end.map_err(|error| Error::Value { offset: self.offset, number: None, error })?;
        self.is_over = true;
        let written = self.file.write_all(&end).and_then(|()| self.file.sync_all());
        written.map_err(|error| Error::of_file(&self.path, error))
    }

    /// Writes a block that proves how many records the file had, and waits until the disk has it: a copy of the header.
    pub(crate) fn seal(&mut self) -> Result<(), Error> {
        self.put_copy_of_header()?;
        self.sync()
    }

    /// Replaces headers of blocks that were cut off.
    pub(crate) fn replace_headers(&mut self, headers: &[(u64, BlockHeader)]) -> Result<(), Error> {
        let mut replace = || {
            for (at, header) in headers {
                self.file.seek(SeekFrom::Start(*at))?;
                self.file.write_all(&header.to_bytes())?;
            }
            self.file.seek(SeekFrom::Start(self.offset)).map(drop)
        };
        replace().map_err(|error| Error::of_file(&self.path, error))
    }

    /// Writes a copy of the header, with the number of records before it.
    fn put_copy_of_header(&mut self) -> Result<(), Error> {
        let copy = self.header.block(self.next)?;
        let header = BlockHeader::read(&copy).ok_or(Error::Header)?;
        self.put(&copy, &header, None)
    }

    fn write_section(&mut self, name: &str, bytes: &[u8]) -> Result<(), Error> {
        self.flush()?;
        let payload =
            section::payload(&Section { name, records: self.next, bytes }).ok_or(Error::TooLarge { limit: 255 })?;
        self.put_payload(SECTION, &payload)
    }

    /// Writes a block without records.
    fn put_payload(&mut self, kind: u8, payload: &[u8]) -> Result<(), Error> {
        let header = BlockHeader { first: self.next, ..BlockHeader::of_payload(self.header.id, kind, payload) };
        let block = [&header.to_bytes()[..], payload].concat();
        self.put(&block, &header, None)
    }

    /// Writes the statistics of the blocks that were written since the last ones.
    fn write_statistics(&mut self) -> Result<(), Error> {
        let Some(statistics) = &mut self.statistics else { return Ok(()) };
        let refused = |error| Error::Value { offset: self.offset, number: None, error };
        let Some(payload) = statistics.take().map_err(refused)? else { return Ok(()) };
        self.put_payload(STATISTICS, &payload)
    }

    fn write_block(&mut self) -> Result<(), Error> {
        let records = self.builder.records();
        if records == 0 {
            return Ok(());
        }
        let keys = self.keys;
        let statistics = self.gather();
        let mut builder = std::mem::replace(&mut self.builder, BlockBuilder::new(&self.settings.limits));
        let sealed = builder.seal(self.header.id, self.next, keys);
        let written = match BlockHeader::read(sealed) {
            Some(header) => match self.reduced(sealed, &header) {
                Ok(Some((block, header))) => self.put(&block, &header, keys),
                Ok(None) => self.put(sealed, &header, keys),
                Err(error) => Err(error),
            },
            None => Err(Error::Header),
        };
        if written.is_ok() {
            builder.clear();
            self.keys = None;
            self.next = self.next.saturating_add(records.into());
        }
        self.builder = builder;
        written?;
        self.keep(statistics)
    }

    /// Returns the statistics of the records that wait, if there are to be some.
    fn gather(&mut self) -> Option<Statistics> {
        if !self.settings.statistics {
            return None;
        }
        if self.statistics.is_none() {
            self.statistics = statistics::Writer::new(&self.header);
            self.settings.statistics = self.statistics.is_some();
        }
        Some(self.statistics.as_mut()?.gather(self.builder.iter()))
    }

    /// Keeps the statistics of the block that was written last.
    fn keep(&mut self, new: Option<Statistics>) -> Result<(), Error> {
        if let Some(new) = new
            && let Some(statistics) = &mut self.statistics
            && let Some(block) = self.entries.last()
            && statistics.keep(block.checksum, new)
        {
            self.write_statistics()?;
        }
        Ok(())
    }

    /// Returns the block with its payload in another form, compressed, or both, as far as that makes it smaller.
    fn reduced(&self, block: &[u8], header: &BlockHeader) -> Result<Option<(Vec<u8>, BlockHeader)>, Error> {
        let Settings { form, compression, .. } = self.settings;
        if form == Form::Rows && compression == Compression::None {
            return Ok(None);
        }
        let payload = block.get(BlockHeader::SIZE..).unwrap_or_default();
        let keys = if header.has_keys { BlockHeader::KEYS } else { 0 };
        let Some((rows, keys)) = payload.split_at_checked(payload.len().saturating_sub(keys)) else { return Ok(None) };
        let encoded = form::encode(form, self.header.kind(&self.codecs), Rows { body: rows, records: header.records })?;
        let (form, body) = if encoded.len() < rows.len() { (form, &*encoded) } else { (Form::Rows, rows) };
        let compressed = compression.compress(body)?.filter(|(_, stored)| stored.len() < body.len());
        let (compression, body) = compressed.as_ref().map_or((0, body), |(method, stored)| (*method, stored));
        if body.len() >= rows.len() {
            return Ok(None);
        }
        let stored = [body, keys].concat();
        let BlockHeader { stored: size, checksum, .. } = BlockHeader::of_payload(header.id, header.kind, &stored);
        let header = BlockHeader { compression, form: form.number(), stored: size, checksum, ..*header };
        Ok(Some(([&header.to_bytes()[..], &stored].concat(), header)))
    }

    /// Writes a block at the end of the file.
    fn put(&mut self, block: &[u8], header: &BlockHeader, keys: Option<[u128; 2]>) -> Result<(), Error> {
        self.file.write_all(block).map_err(|error| self.failed(error))?;
        self.entries.push(Entry::new(self.offset, header, keys));
        self.offset = self.offset.saturating_add(block.len() as u64);
        Ok(())
    }

    #[cold]
    fn failed(&mut self, error: std::io::Error) -> Error {
        self.is_over = true;
        Error::of_file(&self.path, error)
    }
}

/// Writes the records that wait, without an index.
impl Drop for RawWriter {
    fn drop(&mut self) {
        if !self.is_over {
            // (A drop cannot report an error; `close` returns it.)
            let _ = self.write_block().and_then(|()| self.write_statistics());
        }
    }
}

/// Keeps other writers out.
pub(crate) fn lock(file: &File) -> io::Result<()> {
    match file.try_lock() {
        Ok(()) => Ok(()),
        Err(TryLockError::WouldBlock) => {
            Err(io::Error::new(io::ErrorKind::ResourceBusy, "another writer has the file"))
        }
        Err(TryLockError::Error(error)) if error.kind() == io::ErrorKind::Unsupported => Ok(()),
        Err(TryLockError::Error(error)) => Err(error),
    }
}
