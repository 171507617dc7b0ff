//! Statistics of the blocks of a file, in blocks of their own: which blocks may have records that a reader looks for.

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, Limits, Packable, Packed};
use packed_data_schema::statistics::{Gatherer, Statistics};
use packed_data_schema::{LayoutId, Schema};

use crate::directory::Directory;
use crate::entry::Entry;
use crate::header::Header;
use crate::steps;

/// The payload of a block of statistics.
#[derive(Packable)]
struct Stored {
    /// The fingerprint of the type whose columns these are.
    fingerprint: u64,
    blocks: Vec<OfBlock>,
}

/// The statistics of a block.
#[derive(Packable)]
struct OfBlock {
    /// The checksum of its payload, as it is stored. So they are never those of other records, wherever the block is
    /// after a repair.
    checksum: u64,
    statistics: Statistics,
}

/// A writer writes its statistics when they have about this many bytes.
const SIZE: usize = 16 << 10;

/// Gathers the statistics of the blocks that a writer writes.
pub(crate) struct Writer {
    gatherer: Gatherer,
    stored: Stored,
    /// The approximate number of bytes.
    size: usize,
}

impl Writer {
    /// Returns a writer of statistics for records of a file; `None` if its layout or its schema is not known.
    pub(crate) fn new(header: &Header) -> Option<Self> {
        let layout = header.layout.parse::<LayoutId>().ok()?;
        let gatherer = Gatherer::new(Schema::parse(&header.schema).ok()?, layout).ok()?;
        Some(Self {
            gatherer,
            stored: Stored { fingerprint: header.fingerprint.to_bits(), blocks: Vec::new() },
            size: 0,
        })
    }

    /// Gathers the statistics of the records of a block; [`keep`](Self::keep) keeps them once the block is written.
    pub(crate) fn gather<'b>(&mut self, records: impl Iterator<Item = &'b [u8]>) -> Statistics {
        records.for_each(|record| self.gatherer.add(record));
        self.gatherer.finish()
    }

    /// Keeps the statistics of a block with this checksum. Returns whether they should be written.
    pub(crate) fn keep(&mut self, checksum: u64, statistics: Statistics) -> bool {
        self.size += 13 + 30 * statistics.columns.len();
        self.stored.blocks.push(OfBlock { checksum, statistics });
        self.size >= SIZE
    }

    /// Returns the payload of a block with the statistics that were kept; `None` if there are none.
    pub(crate) fn take(&mut self) -> Result<Option<Vec<u8>>, packed_data::Error> {
        if self.stored.blocks.is_empty() {
            return Ok(None);
        }
        let payload = Packed::<Stored, Compact>::with_limits(&Limits::DEFAULT).pack(&self.stored)?.into_inner();
        self.stored.blocks.clear();
        self.size = 0;
        Ok(Some(payload))
    }
}

/// Returns for each block of records whether `may_match` says so of its statistics, or it has none. `read` returns the
/// payload of a block of statistics, if that is intact.
///
/// It takes time linear in the statistics, and that of sorting the blocks once. Only one block of statistics is in
/// memory.
pub(crate) fn select<'b, P: AsRef<[u8]> + 'b>(
    directory: &Directory,
    mut read: impl FnMut(&Entry) -> Option<P>,
    mut may_match: impl FnMut(&Statistics) -> bool,
) -> Vec<bool> {
    let mut selected = vec![true; directory.block_count()];
    if directory.statistics.is_empty() {
        return selected;
    }
    let mut by_checksum: Vec<_> =
        directory.blocks.iter().enumerate().map(|(block, state)| (state.entry.checksum, block)).collect();
    by_checksum.sort_unstable();
    // (Blocks with one checksum take the first statistics with it, so that a file cannot repeat them for all.)
    let mut is_done = vec![false; by_checksum.len()];
    for entry in &directory.statistics {
        let Some(payload) = read(entry) else { continue };
        let Some(stored) = parse(payload.as_ref(), directory.header()) else { continue };
        for OfBlock { checksum, statistics } in stored.blocks {
            steps::count(1);
            let first = by_checksum.partition_point(|(known, _)| *known < checksum);
            let same = by_checksum.iter().skip(first).take_while(|(known, _)| *known == checksum);
            match is_done.get_mut(first) {
                Some(is_done) if !*is_done && same.clone().next().is_some() => *is_done = true,
                _ => continue,
            }
            let mut verdict = None;
            for (_, block) in same {
                steps::count(1);
                let records = directory.blocks.get(*block).map(|state| state.entry.records);
                if let Some(selected) = selected.get_mut(*block)
                    && records == Some(statistics.records)
                {
                    *selected = *verdict.get_or_insert_with(|| may_match(&statistics));
                }
            }
        }
    }
    selected
}

/// Returns the statistics in a payload, if they are those of the file's type.
fn parse(payload: &[u8], header: &Header) -> Option<Stored> {
    steps::count_bytes(payload.len());
    let stored = Packed::<Stored, Compact, _>::from_bytes(payload).ok()?.unpack().ok()?;
    (stored.fingerprint == header.fingerprint.to_bits()).then_some(stored)
}

/// Returns the payload of a block that was read whole, if it is the one that is expected.
pub(crate) fn payload<'b>(entry: &Entry, id: [u8; 8], block: &'b [u8]) -> Option<&'b [u8]> {
    steps::count_bytes(block.len());
    let expected = entry.header(id);
    let payload = block.get(BlockHeader::SIZE..)?;
    (entry.is_plain() && BlockHeader::read(block) == Some(expected) && expected.is_intact(payload)).then_some(payload)
}
