//! The index of the blocks, at the end of a file that was closed; finding all blocks.

use std::io;

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Compact, Packable, Packed};

use crate::entry::{Entry, end_of, is_plausible, records_of};
use crate::header::INDEX;
use crate::scan::{is_intact, scan, spare_of};
use crate::source::Source;
use crate::steps;

/// The payload of the index's block.
#[derive(Packable)]
struct Index {
    blocks: Vec<Listed>,
}

/// An entry, as it is stored.
#[derive(Clone, Copy, Packable)]
struct Listed {
    offset: u64,
    first: u64,
    stored: u64,
    length: u64,
    checksum: u64,
    records: u32,
    kind: u8,
    compression: u8,
    rest: Rest,
}

/// What few blocks have. (An index without forms has the first two.)
#[derive(Clone, Copy, Packable)]
enum Rest {
    None,
    Keys(u128, u128),
    Form(u8),
    FormAndKeys(u8, u128, u128),
}

impl From<&Entry> for Listed {
    fn from(entry: &Entry) -> Self {
        let Entry { offset, first, stored, length, checksum, records, kind, compression, form, keys } = *entry;
        let rest = match (form, keys) {
            (0, None) => Rest::None,
            (0, Some((least, greatest))) => Rest::Keys(least, greatest),
            (form, None) => Rest::Form(form),
            (form, Some((least, greatest))) => Rest::FormAndKeys(form, least, greatest),
        };
        Self { offset, first, stored, length, checksum, records, kind, compression, rest }
    }
}

impl From<&Listed> for Entry {
    fn from(listed: &Listed) -> Self {
        let Listed { offset, first, stored, length, checksum, records, kind, compression, rest } = *listed;
        let (form, keys) = match rest {
            Rest::None => (0, None),
            Rest::Keys(least, greatest) => (0, Some((least, greatest))),
            Rest::Form(form) => (form, None),
            Rest::FormAndKeys(form, least, greatest) => (form, Some((least, greatest))),
        };
        Self { offset, first, stored, length, checksum, records, kind, compression, form, keys }
    }
}

/// The size of the last bytes of a file that was closed, after the block of the index.
const TAIL: usize = 32;
/// The greatest size of an entry, and of the number of entries.
const ENTRY: u64 = 80;
const COUNT: u64 = 9;
/// The last eight bytes.
const END: [u8; 8] = *b"\xF5PKE\r\n\x1A\n";

/// Returns the block with the index, which begins at `offset`, and what follows it to the end of the file.
pub(crate) fn footer(id: [u8; 8], offset: u64, blocks: &[Entry]) -> Result<Vec<u8>, packed_data::Error> {
    let index = Index { blocks: blocks.iter().map(Listed::from).collect() };
    let mut payload = Packed::<Index, Compact>::with_limits(&packed_data::Limits::DEFAULT).pack(&index)?.into_inner();
    let header = BlockHeader { first: records_of(blocks), ..BlockHeader::of_payload(id, INDEX, &payload) };
    let mut bytes = header.to_bytes().to_vec();
    bytes.append(&mut payload);
    let len = offset.saturating_add((bytes.len() + TAIL) as u64);
    let start = bytes.len();
    bytes.extend(offset.to_le_bytes());
    bytes.extend(len.to_le_bytes());
    let own = checksum(bytes.get(start..).unwrap_or_default());
    bytes.extend(own.to_le_bytes());
    bytes.extend(END);
    Ok(bytes)
}

/// Reads the index of a file whose blocks begin at `start`: the blocks, and the header of the index with its offset.
/// `None` if there is no valid one.
fn read(source: &mut impl Source, start: u64, id: [u8; 8]) -> io::Result<Option<(Vec<Entry>, BlockHeader, u64)>> {
    let Some(at) = source.len().checked_sub(TAIL as u64) else { return Ok(None) };
    let len = source.len();
    let Some(offset) = parse_tail(source.get(at, TAIL)?, len).filter(|offset| *offset >= start) else {
        return Ok(None);
    };
    let header = BlockHeader::read(source.get(offset, BlockHeader::SIZE)?);
    let is_index = |header: &BlockHeader| header.id == id && header.kind == INDEX && is_plausible(header);
    let Some(header) = header.filter(is_index) else { return Ok(None) };
    if end_of(&header, offset) != Some(at) {
        return Ok(None);
    }
    // (Each entry is a block before the index. So a wrong index takes no more memory than the blocks would.)
    let most = (offset - start) / BlockHeader::SIZE as u64;
    if header.stored > most.saturating_mul(ENTRY).saturating_add(COUNT) || !is_intact(source, offset, &header)? {
        return Ok(None);
    }
    let size = usize::try_from(at - offset).unwrap_or(usize::MAX);
    let payload = source.get(offset, size)?.get(BlockHeader::SIZE..).unwrap_or_default();
    let Ok(index) = Packed::<Index, Compact, _>::from_bytes(payload) else { return Ok(None) };
    let Ok(Index { blocks }) = index.unpack() else { return Ok(None) };
    let blocks: Vec<Entry> = blocks.iter().map(Entry::from).collect();
    let mut end = start;
    let is_in_order = blocks.iter().all(|entry| {
        let starts_at = entry.offset;
        let ok = starts_at >= end && entry.end().is_some_and(|end| end <= offset) && entry.is_plausible();
        end = entry.end().unwrap_or(u64::MAX);
        ok
    });
    Ok(is_in_order.then_some((blocks, header, offset)))
}

/// Returns the end of the last block, whole or torn: the last bytes of a file that was closed are no block.
pub(crate) fn end_of_blocks(source: &mut impl Source) -> io::Result<u64> {
    let len = source.len();
    let Some(at) = len.checked_sub(TAIL as u64) else { return Ok(len) };
    Ok(if parse_tail(source.get(at, TAIL)?, len).is_some() { at } else { len })
}

/// Returns the offset of the index.
fn parse_tail(tail: &[u8], len: u64) -> Option<u64> {
    let (numbers, rest) = tail.split_at_checked(16)?;
    let number =
        |bytes: &[u8], at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|n| u64::from_le_bytes(*n));
    let is_valid = rest.ends_with(&END) && number(rest, 0)? == checksum(numbers) && number(numbers, 8)? == len;
    number(numbers, 0).filter(|_| is_valid)
}

/// All blocks of a file.
#[derive(Default)]
pub(crate) struct Found {
    /// The blocks before the index, in the order of the file.
    pub(crate) entries: Vec<Entry>,
    pub(crate) damage: Vec<crate::scan::Damage>,
    /// Whether the file has an index.
    pub(crate) has_index: bool,
    /// The number of records in the file, as far as the index and intact headers say it.
    pub(crate) records: u64,
    /// The headers whose payloads would end after the file, and where they begin.
    pub(crate) cut_off: Vec<(u64, BlockHeader)>,
}

/// Finds all blocks of a file from `start`: by its index, or by a scan if there is none. What the index leaves out is
/// scanned too.
pub(crate) fn find(source: &mut impl Source, start: u64, id: [u8; 8]) -> io::Result<Found> {
    let Some((listed, header, offset)) = read(source, start, id)? else { return scan_all(source, start, id) };
    let entries = Vec::with_capacity(listed.len());
    let mut found = Found { entries, has_index: true, records: header.first, ..Found::default() };
    let spare = &mut spare_of(source);
    let mut at = start;
    for entry in listed {
        found.scan(source, at..entry.offset, id, spare)?;
        at = entry.end().unwrap_or(offset);
        found.entries.push(entry);
    }
    found.scan(source, at..offset, id, spare)?;
    Ok(found.finished())
}

/// Finds all blocks of a file from `start` by a scan, whatever its index says.
pub(crate) fn scan_all(source: &mut impl Source, start: u64, id: [u8; 8]) -> io::Result<Found> {
    let mut found = Found::default();
    let end = end_of_blocks(source)?;
    let spare = &mut spare_of(source);
    found.scan(source, start..end, id, spare)?;
    Ok(found.finished())
}

impl Found {
    fn finished(mut self) -> Self {
        self.records = self.records.max(records_of(&self.entries));
        self.entries.retain(|entry| entry.kind != INDEX);
        steps::count(self.entries.len());
        self
    }

    fn scan(
        &mut self,
        source: &mut impl Source,
        part: std::ops::Range<u64>,
        id: [u8; 8],
        spare: &mut u64,
    ) -> io::Result<()> {
        if part.is_empty() {
            return Ok(());
        }
        let mut more = scan(source, part, Some(id), spare)?;
        self.entries.append(&mut more.entries);
        self.damage.append(&mut more.damage);
        self.records = self.records.max(more.records);
        self.cut_off.append(&mut more.cut_off);
        Ok(())
    }
}
