//! What is known of the blocks of a file of records without reading their payloads.

use std::ops::Range;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU8;

use crate::content::Content;
use crate::entry::{Entry, in_order};
use crate::error::Error;
use crate::form::{Codecs, Kind};
use crate::header::{Header, SECTION, STATISTICS};
use crate::index::find;
use crate::lookup::Lookup;
use crate::scan::Damage;
use crate::source::Source;

/// What to say of a file of records without an index: [`Directory::has_index`].
pub const UNFINISHED: &str =
    "no index: the file was not closed, or its end was cut off; records may be missing at its end";

/// What is known of the blocks of a file without reading their records: from its index, or from a scan if it was not
/// closed. [`Blocks`](crate::Blocks) and [`BlockReader`](crate::BlockReader) have it; they read the records too.
///
/// It takes about 150 bytes for each block that is in the file, never memory for numbers that are read.
pub struct Directory {
    header: Header,
    codecs: Codecs,
    /// The blocks of records, by the numbers of their records, which do not overlap.
    pub(crate) blocks: Vec<State>,
    /// The number of records that were in the file.
    records: u64,
    pub(crate) sections: Vec<Entry>,
    /// The blocks with statistics of others.
    pub(crate) statistics: Vec<Entry>,
    damage: Vec<Damage>,
    /// The number of blocks that were left out, because the file has their records a second time.
    repeated: usize,
    lookup: Lookup,
    has_index: bool,
    sorted_by_key: bool,
}

/// A block, and what is known of it.
pub(crate) struct State {
    pub(crate) entry: Entry,
    /// [`UNKNOWN`], [`INTACT`] or [`DAMAGED`].
    pub(crate) verdict: AtomicU8,
    /// The payload, if it is compressed and was read.
    pub(crate) body: OnceLock<Vec<u8>>,
}

pub(crate) const UNKNOWN: u8 = 0;
pub(crate) const INTACT: u8 = 1;
pub(crate) const DAMAGED: u8 = 2;

impl Directory {
    /// Finds the blocks of a file.
    pub(crate) fn new(source: &mut impl Source) -> Result<Self, Error> {
        let (header, start) = Header::read(source)?;
        if header.content != Content::Records {
            return Err(Error::Content { expected: Content::Records, found: header.content });
        }
        let found = find(source, start, header.id)?;
        let records = found.records;
        let of_kind = |kind| found.entries.iter().filter(|entry| entry.kind == kind).copied().collect();
        let (sections, statistics) = (of_kind(SECTION), of_kind(STATISTICS));
        let (entries, repeated) = in_order(found.entries);
        let lookup = Lookup::new(entries.iter().map(Entry::last));
        let sorted_by_key = entries.iter().all(|entry| entry.keys.is_some())
            && entries.is_sorted_by(|a, b| a.keys.map(|(_, greatest)| greatest) <= b.keys.map(|(least, _)| least));
        let state = |entry| State { entry, verdict: AtomicU8::new(UNKNOWN), body: OnceLock::new() };
        let blocks = entries.into_iter().map(state).collect();
        let (damage, has_index) = (found.damage, found.has_index);
        let codecs = Codecs::default();
        Ok(Self {
            header,
            codecs,
            blocks,
            records,
            sections,
            statistics,
            damage,
            repeated,
            lookup,
            has_index,
            sorted_by_key,
        })
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns what the codec of a form knows of the records.
    pub(crate) fn kind(&self) -> Kind<'_> {
        self.header.kind(&self.codecs)
    }

    /// Returns the number of records: the number of the last one, plus one. Some of them may be [lost](Self::lost),
    /// also the last ones: each block has the number of the records before it, the copy of the header at the end of the
    /// file too.
    pub fn len(&self) -> u64 {
        self.records
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns whether the file has an index, so that it was closed. If not, there is [`UNFINISHED`] to say it.
    pub fn has_index(&self) -> bool {
        self.has_index
    }

    /// Returns the bytes between the blocks that are no intact block. After a crash the last of them is a torn block.
    /// (A block that the index lists is checked when it is read.)
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Returns the number of blocks that were left out because their records are in another block.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// Returns the size of all blocks as they are stored, in bytes, and when they are not compressed.
    pub fn sizes(&self) -> (u64, u64) {
        let sum =
            |size: fn(&Entry) -> u64| self.blocks.iter().map(|state| size(&state.entry)).fold(0, u64::saturating_add);
        (sum(|entry| entry.stored), sum(|entry| entry.length))
    }

    /// Returns the numbers of the records in a block; `None` if there is no such block.
    pub fn numbers(&self, block: usize) -> Option<Range<u64>> {
        self.blocks.get(block).map(|state| state.entry.first..state.entry.last())
    }

    /// Returns the block with a record; `None` if there is none.
    pub fn block_of(&self, number: u64) -> Option<usize> {
        let block = self.lookup.block_of(number)?;
        self.numbers(block)?.contains(&number).then_some(block)
    }

    /// Returns the least and the greatest key of a block, if it was written with keys: see [`Key`](crate::Key).
    pub fn keys(&self, block: usize) -> Option<(u128, u128)> {
        self.blocks.get(block)?.entry.keys
    }

    /// Returns the number of the method with which a block is compressed, 0 if it is not: see
    /// [`Compression::name_of`](crate::Compression::name_of). `None` if there is no such block.
    pub fn compression(&self, block: usize) -> Option<u8> {
        self.blocks.get(block).map(|state| state.entry.compression)
    }

    /// Returns the number of the form of a block: see [`Form::name_of`](crate::Form::name_of). `None` if there is no
    /// such block.
    pub fn form(&self, block: usize) -> Option<u8> {
        self.blocks.get(block).map(|state| state.entry.form)
    }

    /// Returns the ranges of numbers whose records are in no block.
    pub fn lost(&self) -> Vec<Range<u64>> {
        crate::entry::lost(self.blocks.iter().map(|state| &state.entry), self.records)
    }

    /// Returns the block with a record, and what is known of it.
    #[inline]
    pub(crate) fn state_of(&self, number: u64) -> Result<&State, Error> {
        let state = self.lookup.block_of(number).and_then(|block| self.blocks.get(block));
        state.filter(|state| state.entry.first <= number).ok_or_else(|| self.absent(number))
    }

    #[cold]
    fn absent(&self, number: u64) -> Error {
        let records = self.len();
        if number < records { Error::Lost { number } } else { Error::NoRecord { number, records } }
    }

    /// Returns a block, by its index among all blocks.
    #[inline]
    pub(crate) fn state(&self, block: usize) -> Result<&State, Error> {
        self.blocks.get(block).ok_or_else(|| Error::NoRecord { number: u64::MAX, records: self.len() })
    }

    /// Returns the blocks that may have records with keys from `least` to `greatest`. Takes logarithmic time if the
    /// keys of the file ascend from block to block. The keys are the bits of [`Key::to_bits`](crate::Key::to_bits).
    pub fn with_keys(&self, least: u128, greatest: u128) -> impl Iterator<Item = usize> {
        let all = 0..self.blocks.len();
        let bounds = if self.sorted_by_key {
            let keys = |state: &State| state.entry.keys.unwrap_or((0, u128::MAX));
            let start = self.blocks.partition_point(|state| keys(state).1 < least);
            let end = self.blocks.partition_point(|state| keys(state).0 <= greatest);
            start..end.max(start)
        } else {
            all
        };
        bounds.filter(move |block| self.keys(*block).is_none_or(|(from, to)| to >= least && from <= greatest))
    }

    /// Returns the first block with a record whose number is at least this.
    pub(crate) fn block_from(&self, number: u64) -> usize {
        self.blocks.partition_point(|state| state.entry.last() <= number)
    }
}
