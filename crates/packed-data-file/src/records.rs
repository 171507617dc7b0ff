//! Reads the records of a file as a type: by number, in order, by key.

use std::marker::PhantomData;
use std::ops::{Bound, Range, RangeBounds};
use std::path::Path;

use memmap2::Mmap;
use packed_data::stream::block::Records as Table;
use packed_data::{Layout, Limits, Packable, Packed, stream};

use crate::block::Block;
use crate::blocks::Blocks;
use crate::content::Content;
use crate::error::Error;
use crate::key::Key;

/// A file of records of type `T`, in layout `L`.
///
/// The bytes are in memory or in a memory map. Blocks are verified and records are validated when they are read, each
/// time a record is. A block that is damaged is an error; all others can be read.
///
/// ```
/// use packed_data::{Indexed, Packable};
/// use packed_data_file::{Options, Records};
///
/// #[derive(Packable)]
/// struct Event {
///     time: u64,
///     text: String,
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("events");
/// let time = |event: &packed_data::Packed<Event, Indexed, &[u8]>| event.view().fields().time;
/// let mut writer = Options::<Event, Indexed>::new().key(time).create(&path)?;
/// for time in 0..1000 {
///     writer.write(&Event { time, text: format!("event {time}") })?;
/// }
/// writer.close()?;
///
/// let events = Records::<Event, Indexed>::open(&path)?;
/// assert_eq!(events.len(), 1000);
/// assert_eq!(events.get(17)?.view().fields().text, "event 17");
/// let mut texts = Vec::new();
/// for event in events.by_key(500..502, time) {
///     texts.push(event?.view().fields().text.to_string());
/// }
/// assert_eq!(texts, ["event 500", "event 501"]);
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct Records<T: ?Sized, L, B = Vec<u8>> {
    blocks: Blocks<B>,
    note: Option<String>,
    limits: Limits,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<T: Packable + ?Sized, L: Layout> Records<T, L> {
    /// Reads a file into memory, and finds its blocks: by its index, or by a scan if it was not closed.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, has no valid header, or contains something else than records of
    /// type `T` in layout `L`. Damaged blocks are no error here.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::from_blocks(Blocks::open(path)?)
    }
}

impl<T: Packable + ?Sized, L: Layout> Records<T, L, Mmap> {
    /// Maps a file into memory, and finds its blocks. If the file has an index, only that is read now.
    ///
    /// # Errors
    ///
    /// As for [`open`](Records::open).
    ///
    /// # Safety
    ///
    /// Nothing may change or truncate the mapped bytes as long as the map lives: otherwise the bytes that are read are
    /// not those that were validated. A writer that [appends](crate::Options::append) removes the index at the end of
    /// the file, so no program may do that during this time.
    pub unsafe fn open_mapped(path: impl AsRef<Path>) -> Result<Self, Error> {
        // SAFETY: the caller promises that the mapped bytes do not change.
        Self::from_blocks(unsafe { Blocks::open_mapped(path) }?)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: AsRef<[u8]>> Records<T, L, B> {
    /// Finds the blocks in the bytes of a file: see [`open`](Records::open).
    ///
    /// # Errors
    ///
    /// As for [`open`](Records::open).
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        Self::from_blocks(Blocks::from_bytes(bytes)?)
    }

    fn from_blocks(blocks: Blocks<B>) -> Result<Self, Error> {
        let note = blocks.header().check::<T, L>(Content::Records)?;
        Ok(Self { blocks, note, limits: stream::LIMITS, types: PhantomData })
    }

    /// Sets the limits of each record, instead of [`stream::LIMITS`].
    #[must_use]
    pub fn with_limits(self, limits: &Limits) -> Self {
        Self { limits: *limits, ..self }
    }

    /// Returns the blocks of the file, which know its header, and what is damaged.
    pub fn blocks(&self) -> &Blocks<B> {
        &self.blocks
    }

    /// Returns what differs between the type in the file and `T`, if it is another type that can be read as `T`.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Returns the number of records: the number of the last one, plus one. Some of them may be lost.
    pub fn len(&self) -> u64 {
        self.blocks.len()
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.blocks.is_empty()
    }

    /// Returns a record, in constant time: finds it, and validates it. The first access to a block verifies its
    /// checksum, and decompresses it; a block that was decompressed stays in memory.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such record, if its block is damaged or lost, or if it is not valid.
    #[inline]
    pub fn get(&self, number: u64) -> Result<Packed<T, L, &[u8]>, Error> {
        let (record, offset) = self.blocks.find(number)?;
        validate(record, number, offset, &self.limits)
    }

    /// Returns all records in the order of their numbers.
    ///
    /// A block that is damaged is one [`Error::Damaged`], with its number of records, and the iteration goes on after
    /// it. (Blocks that were decompressed stay in memory; [`for_each`](Self::for_each) keeps only one.)
    pub fn iter(&self) -> Iter<'_, T, L, B> {
        self.range(..)
    }

    /// Returns the records with these numbers, as [`iter`](Self::iter) does.
    pub fn range(&self, numbers: impl RangeBounds<u64>) -> Iter<'_, T, L, B> {
        let next = match numbers.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(start) => start.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match numbers.end_bound() {
            Bound::Included(end) => end.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => u64::MAX,
        };
        Iter { records: self, current: None, block: self.blocks.block_from(next), next, end }
    }

    /// Returns the records whose keys are in a range, in the order of their numbers.
    ///
    /// `key` must be the function with which the file was [written](crate::Options::key). Only blocks that may have
    /// such records are read. If the keys ascend from block to block, as times do in a log, the blocks are found by
    /// binary search. If the file was written without keys, all blocks are read.
    pub fn by_key<'a, K: Key + 'a>(
        &'a self,
        keys: impl RangeBounds<K> + 'a,
        key: impl Fn(&Packed<T, L, &[u8]>) -> K + 'a,
    ) -> impl Iterator<Item = Result<Packed<T, L, &'a [u8]>, Error>> {
        let least = match keys.start_bound() {
            Bound::Included(key) | Bound::Excluded(key) => key.to_bits(),
            Bound::Unbounded => 0,
        };
        let greatest = match keys.end_bound() {
            Bound::Included(key) | Bound::Excluded(key) => key.to_bits(),
            Bound::Unbounded => u128::MAX,
        };
        let blocks = self.blocks.with_keys(least, greatest);
        let records = blocks.filter_map(|block| self.blocks.numbers(block)).flat_map(|numbers| self.range(numbers));
        records.filter(move |record| match record {
            Ok(record) => keys.contains(&key(record)),
            Err(_) => true,
        })
    }

    /// Calls `f` with each record that can be read, in the order of their numbers. Of compressed blocks, one at a time
    /// is in memory. Returns how many records were passed to `f`, and the errors of the others: one for each block that
    /// is damaged, one for each record that is not valid.
    pub fn for_each(&self, mut f: impl FnMut(u64, Packed<T, L, &[u8]>)) -> (u64, Vec<Error>) {
        let (mut count, mut errors) = (0, Vec::new());
        for block in 0..self.blocks.block_count() {
            match self.open_block(block) {
                Ok(records) => records.iter().for_each(|record| match record {
                    Ok((number, record)) => {
                        count += 1;
                        f(number, record);
                    }
                    Err(error) => errors.push(error),
                }),
                Err(error) => errors.push(error),
            }
        }
        (count, errors)
    }

    /// Opens a block, by its index among all blocks: verifies and decompresses it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such block, or if it is damaged.
    pub fn open_block(&self, block: usize) -> Result<RecordBlock<'_, T, L>, Error> {
        Ok(RecordBlock { block: self.blocks.block(block)?, limits: self.limits, types: PhantomData })
    }

    /// Opens all blocks in parallel (feature `rayon-1`).
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data_file::{Options, Records};
    /// use rayon::iter::ParallelIterator;
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("numbers");
    /// let mut writer = Options::<u32, Compact>::new().block_size(100).create(&path)?;
    /// (0..1000).try_for_each(|number| writer.write(&number).map(|_| ()))?;
    /// writer.close()?;
    ///
    /// let numbers = Records::<u32, Compact>::open(&path)?;
    /// let sums = numbers.par_blocks().map(|block| {
    ///     let mut sum = 0;
    ///     for record in block?.iter() {
    ///         sum += record?.1.view();
    ///     }
    ///     Ok(sum)
    /// });
    /// let sum = sums.try_reduce(|| 0, |a, b| Ok::<_, packed_data_file::Error>(a + b))?;
    /// assert_eq!(sum, 499_500);
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    #[cfg(feature = "rayon-1")]
    pub fn par_blocks(&self) -> impl rayon::iter::IndexedParallelIterator<Item = Result<RecordBlock<'_, T, L>, Error>>
    where
        B: Sync,
        L: 'static,
    {
        use rayon::iter::{IntoParallelIterator, ParallelIterator};

        (0..self.blocks.block_count()).into_par_iter().map(|block| self.open_block(block))
    }
}

#[inline]
fn validate<'b, T: Packable + ?Sized, L: Layout>(
    record: &'b [u8],
    number: u64,
    offset: u64,
    limits: &Limits,
) -> Result<Packed<T, L, &'b [u8]>, Error> {
    Packed::with_limits(limits).from_bytes(record).map_err(|error| Error::Value { offset, number: Some(number), error })
}

impl<'a, T: Packable + ?Sized, L: Layout, B: AsRef<[u8]>> IntoIterator for &'a Records<T, L, B> {
    type Item = Result<Packed<T, L, &'a [u8]>, Error>;
    type IntoIter = Iter<'a, T, L, B>;

    fn into_iter(self) -> Iter<'a, T, L, B> {
        self.iter()
    }
}

/// The records of a file, or some of them, in the order of their numbers: see [`Records::iter`].
pub struct Iter<'a, T: ?Sized, L, B> {
    records: &'a Records<T, L, B>,
    /// The block whose records are returned.
    current: Option<Current<'a>>,
    /// The index of the next block.
    block: usize,
    /// The number of the next record.
    next: u64,
    end: u64,
}

/// A block whose records are returned.
struct Current<'a> {
    table: Table<'a>,
    first: u64,
    offset: u64,
    /// The indices in the block of the next record, and of the last one plus one.
    indices: Range<usize>,
}

impl<'a, T: Packable + ?Sized, L: Layout, B: AsRef<[u8]>> Iter<'a, T, L, B> {
    /// Opens the next block; `None` if there is none.
    fn open(&mut self) -> Option<Result<(), Error>> {
        loop {
            let numbers = self.records.blocks.numbers(self.block)?;
            self.next = self.next.max(numbers.start);
            if self.next >= self.end {
                return None;
            }
            self.block += 1;
            if self.next < numbers.end {
                let index = |number: u64| usize::try_from(number - numbers.start).unwrap_or(usize::MAX);
                let indices = index(self.next)..index(numbers.end.min(self.end));
                self.next = numbers.end;
                let opened = self.records.blocks.opened(self.block - 1);
                return Some(opened.map(|(entry, table)| {
                    self.current = Some(Current { table, first: entry.first, offset: entry.offset, indices });
                }));
            }
        }
    }
}

impl<'a, T: Packable + ?Sized, L: Layout, B: AsRef<[u8]>> Iterator for Iter<'a, T, L, B> {
    type Item = Result<Packed<T, L, &'a [u8]>, Error>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        loop {
            if let Some(current) = &mut self.current
                && let Some(index) = current.indices.next()
            {
                let number = current.first.saturating_add(index as u64);
                let Some(record) = current.table.get(index) else { return Some(Err(Error::Lost { number })) };
                return Some(validate(record, number, current.offset, &self.records.limits));
            }
            if let Err(error) = self.open()? {
                self.current = None;
                return Some(Err(error));
            }
        }
    }
}

/// A block of records of type `T`, verified and decompressed.
pub struct RecordBlock<'a, T: ?Sized, L> {
    block: Block<'a>,
    limits: Limits,
    types: PhantomData<fn() -> (PhantomData<T>, L)>,
}

impl<'a, T: Packable + ?Sized, L: Layout> RecordBlock<'a, T, L> {
    /// Returns the block, which knows the bytes of its records.
    pub fn block(&self) -> &Block<'a> {
        &self.block
    }

    /// Returns a record: `index` counts from the first one of the block. `None` if there is no such record.
    pub fn get(&self, index: usize) -> Option<Result<Packed<T, L, &[u8]>, Error>> {
        let number = self.block.first().saturating_add(index as u64);
        Some(validate(self.block.get(index)?, number, self.block.offset(), &self.limits))
    }

    /// Returns all records with their numbers in the file.
    pub fn iter(&self) -> impl Iterator<Item = Result<(u64, Packed<T, L, &[u8]>), Error>> {
        let table = self.block.table();
        let (first, offset) = (self.block.first(), self.block.offset());
        (0..self.block.len()).filter_map(move |index| {
            let number = first.saturating_add(index as u64);
            let record = validate(table?.get(index)?, number, offset, &self.limits);
            Some(record.map(|record| (number, record)))
        })
    }
}
