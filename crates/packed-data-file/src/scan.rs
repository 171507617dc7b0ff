//! Finds the blocks of a file without an index.

use std::io;
use std::ops::Range;

use packed_data::stream::block::{BlockHeader, checksum};

use crate::entry::{Entry, end_of, is_plausible};
use crate::source::Source;
use crate::steps;

/// Damaged bytes of a file: bytes that are no intact block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// Where they begin.
    pub offset: u64,
    /// Their number.
    pub bytes: u64,
    /// The number of the first record among them, if an intact header of a block says it.
    pub first: Option<u64>,
    /// The number of records among them, as far as intact headers say it.
    pub records: Option<u64>,
}

impl Damage {
    /// Returns the damage of bytes that begin with this header, if there is an intact one.
    pub(crate) fn new(offset: u64, bytes: u64, header: Option<&BlockHeader>) -> Self {
        let header = header.filter(|header| header.kind == BlockHeader::RECORDS && is_plausible(header));
        let (first, records) = header.map(|header| (header.first, header.records.into())).unzip();
        Self { offset, bytes, first, records }
    }

    /// Adds damage that is behind this one in the file.
    pub(crate) fn add(&mut self, other: &Self) {
        let Self { first, records, .. } = *self;
        let end = |first: Option<u64>, records: Option<u64>| Some(first?.saturating_add(records?));
        let end = end(first, records).max(end(other.first, other.records));
        self.first = first.into_iter().chain(other.first).min();
        self.records = end.zip(self.first).map(|(end, first)| end - first);
        self.bytes = self.bytes.saturating_add(other.bytes);
    }
}

/// The blocks of a part of a file.
#[derive(Default)]
pub(crate) struct Scan {
    /// The intact blocks, in the order of the file.
    pub(crate) entries: Vec<Entry>,
    /// What is between them, and after them.
    pub(crate) damage: Vec<Damage>,
    /// The number of records in the file, as far as intact headers say it: each has the number of those before it, also
    /// if its payload is damaged or was cut off.
    pub(crate) records: u64,
    /// The headers whose payloads would end after the file, and where they begin.
    pub(crate) cut_off: Vec<(u64, BlockHeader)>,
}

/// Blocks with larger payloads are read in pieces of this size, to compute their checksums.
pub(crate) const PIECE: usize = 1 << 20;

/// How many bytes are searched at once for a header.
const WINDOW: usize = 64 << 10;

/// Finds the intact blocks in a part of a file: those with this id, or those with the id of the first one.
///
/// The time is linear in the number of bytes. Each byte is passed once. A payload is verified before the scan passes
/// it. If it is not intact, and no header follows it, its bytes are read again by the scan. The sum of such payloads is
/// at most `spare`: when that is used up, a payload is not verified unless a header follows it.
pub(crate) fn scan(
    source: &mut impl Source,
    part: Range<u64>,
    mut id: Option<[u8; 8]>,
    spare: &mut u64,
) -> io::Result<Scan> {
    let mut found = Scan::default();
    let mut at = part.start;
    while at < part.end {
        let header = BlockHeader::read(source.get(at, BlockHeader::SIZE)?);
        let header = header.filter(|header| id.is_none_or(|id| id == header.id));
        let next = match &header {
            None => next_header(source, at + 1..part.end, id)?,
            Some(header) => match Passed::new(source, at, header, part.end, spare)? {
                Passed::Intact(end) => {
                    id = Some(header.id);
                    let entry = Entry::read(source, at, header)?;
                    found.records = found.records.max(entry.last());
                    found.entries.push(entry);
                    at = end;
                    continue;
                }
                Passed::Damaged(end) => end,
                Passed::Unknown => next_header(source, at + BlockHeader::SIZE as u64..part.end, id)?,
            },
        };
        if let Some(header) = header.filter(|header| id.is_some() && is_plausible(header)) {
            found.records = found.records.max(header.first);
        }
        found.cut_off.extend(header.filter(|header| !ends_within(header, at, source.len())).map(|header| (at, header)));
        let more = Damage::new(at, next - at, header.as_ref());
        match found.damage.last_mut() {
            Some(last) if last.offset + last.bytes == at => last.add(&more),
            _ => found.damage.push(more),
        }
        at = next;
    }
    Ok(found)
}

/// Returns the number of bytes of payloads that the scans of a file may read again: the size of the file, and 64 KiB.
pub(crate) fn spare_of(source: &impl Source) -> u64 {
    source.len().saturating_add(WINDOW as u64)
}

fn ends_within(header: &BlockHeader, at: u64, len: u64) -> bool {
    end_of(header, at).is_some_and(|end| end <= len)
}

/// What is known of a block with an intact header.
enum Passed {
    /// It is intact, and ends at this offset.
    Intact(u64),
    /// It is damaged, and ends there: another header follows. So nothing within it is taken for a block.
    Damaged(u64),
    /// It is damaged or cut off, and its end is not known.
    Unknown,
}

impl Passed {
    /// Verifies the payload after the header at `at`, if it ends before `limit`, and there are bytes to `spare` for it
    /// or a header follows it.
    fn new(source: &mut impl Source, at: u64, header: &BlockHeader, limit: u64, spare: &mut u64) -> io::Result<Self> {
        let Some(end) = end_of(header, at).filter(|end| *end <= limit) else { return Ok(Self::Unknown) };
        let can_verify = is_plausible(header);
        let is_affordable = header.stored <= *spare;
        if can_verify && is_affordable && is_intact(source, at, header)? {
            return Ok(Self::Intact(end));
        }
        let next = BlockHeader::read(source.peek(end, BlockHeader::SIZE)?);
        let follows = next.is_some_and(|next| next.id == header.id);
        if follows && can_verify && !is_affordable && is_intact(source, at, header)? {
            return Ok(Self::Intact(end));
        }
        if follows {
            return Ok(Self::Damaged(end));
        }
        if can_verify && is_affordable {
            *spare -= header.stored;
        }
        Ok(Self::Unknown)
    }
}

/// Returns whether the payload after the header at `at` is intact. It must be within the file.
pub(crate) fn is_intact(source: &mut impl Source, at: u64, header: &BlockHeader) -> io::Result<bool> {
    Ok(checksum_of(source, at + BlockHeader::SIZE as u64, header.stored)? == Some(header.checksum))
}

/// Returns the checksum of bytes of a file; `None` if it has fewer. So a number that lies takes no more memory than a
/// piece.
pub(crate) fn checksum_of(source: &mut impl Source, start: u64, count: u64) -> io::Result<Option<u64>> {
    steps::count_bytes(usize::try_from(count).unwrap_or(usize::MAX));
    if let Ok(count) = usize::try_from(count)
        && count <= PIECE
    {
        let bytes = source.get(start, count)?;
        return Ok((bytes.len() == count).then(|| checksum(bytes)));
    }
    let mut hasher = twox_hash::XxHash3_64::with_seed(0);
    let mut left = count;
    while left > 0 {
        let piece = source.get(start + (count - left), usize::try_from(left).unwrap_or(PIECE).min(PIECE))?;
        if piece.is_empty() {
            return Ok(None);
        }
        std::hash::Hasher::write(&mut hasher, piece);
        left -= piece.len() as u64;
    }
    Ok(Some(std::hash::Hasher::finish(&hasher)))
}

/// Returns whether the block that an entry describes is in the file, and intact.
pub(crate) fn is_expected(source: &mut impl Source, entry: &Entry, id: [u8; 8]) -> io::Result<bool> {
    let expected = entry.header(id);
    let is_within = entry.end().is_some_and(|end| end <= source.len());
    let header = BlockHeader::read(source.get(entry.offset, BlockHeader::SIZE)?);
    Ok(is_within && header == Some(expected) && is_intact(source, entry.offset, &expected)?)
}

/// Returns the offset of the first intact header in a part of the file, or its end.
fn next_header(source: &mut impl Source, part: Range<u64>, id: Option<[u8; 8]>) -> io::Result<u64> {
    let mut at = part.start;
    while at < part.end {
        let present = usize::try_from(part.end - at).unwrap_or(WINDOW).min(WINDOW);
        let bytes = source.get(at, present)?;
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| BlockHeader::find(rest, id)) {
            from += found;
            steps::count_bytes(found);
            let rest = bytes.get(from..).unwrap_or_default();
            if BlockHeader::read(rest).is_some() {
                return Ok(at + from as u64);
            }
            if rest.len() < BlockHeader::SIZE {
                break;
            }
            from += 1;
        }
        steps::count_bytes(bytes.len().saturating_sub(from));
        // (A header that begins in the last bytes of the window is found in the next one.)
        let step = if present < WINDOW { present } else { WINDOW - BlockHeader::SIZE + 1 };
        at += step as u64;
    }
    Ok(part.end)
}
