//! Finding the blocks of a file, without an index.

use std::io;
use std::ops::Range;

use packed_data::stream::block::BlockHeader;

use crate::entry::{Entry, end_of, is_plausible};
use crate::source::Source;

/// Damaged bytes of a file: bytes that are no intact block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Damage {
    /// Where they begin.
    pub offset: u64,
    /// Their number.
    pub bytes: u64,
}

/// The blocks of a part of a file.
#[derive(Default)]
pub(crate) struct Scan {
    /// The intact blocks, in the order of the file.
    pub(crate) entries: Vec<Entry>,
    /// What is between them, and after them.
    pub(crate) damage: Vec<Damage>,
}

/// Blocks with larger payloads are read in pieces of this size, to compute their checksums.
pub(crate) const PIECE: usize = 1 << 20;

/// Finds the intact blocks in a part of a file: those with this id, or those with the id of the first one.
///
/// The time is linear in the number of bytes: where the payload of an intact header is damaged, its bytes may be read
/// twice, but the sum of such bytes is bounded by those that were passed.
pub(crate) fn scan(source: &mut impl Source, part: Range<u64>, mut id: Option<[u8; 8]>) -> io::Result<Scan> {
    let mut found = Scan::default();
    let (mut at, mut wasted) = (part.start, 0_u64);
    while at < part.end {
        let header = BlockHeader::read(source.get(at, BlockHeader::SIZE)?);
        let header = header.filter(|header| id.is_none_or(|id| id == header.id));
        let next = match header.and_then(|header| Some((header, end_of(&header, at).filter(|end| *end <= part.end)?))) {
            Some((header, end)) if is_plausible(&header) && is_intact(source, at, &header)? => {
                id = Some(header.id);
                found.entries.push(Entry::read(source, at, &header)?);
                at = end;
                continue;
            }
            // The size is right if a block follows: then nothing within it is taken for a block.
            Some((header, end)) => {
                let follows = end == part.end || BlockHeader::read(source.get(end, BlockHeader::SIZE)?).is_some();
                if follows || wasted > at - part.start {
                    end
                } else {
                    wasted = wasted.saturating_add(header.stored);
                    next_header(source, at + 1..part.end, id)?
                }
            }
            None => next_header(source, at + 1..part.end, id)?,
        };
        match found.damage.last_mut() {
            Some(last) if last.offset + last.bytes == at => last.bytes += next - at,
            _ => found.damage.push(Damage { offset: at, bytes: next - at }),
        }
        at = next;
    }
    Ok(found)
}

/// Returns whether the payload after the header at `at` is intact. It must be within the file. So a header that lies
/// takes no more memory than a piece.
pub(crate) fn is_intact(source: &mut impl Source, at: u64, header: &BlockHeader) -> io::Result<bool> {
    let start = at + BlockHeader::SIZE as u64;
    if let Ok(stored) = usize::try_from(header.stored)
        && stored <= PIECE
    {
        return Ok(header.is_intact(source.get(start, stored)?));
    }
    let mut hasher = twox_hash::XxHash3_64::with_seed(0);
    let mut left = header.stored;
    while left > 0 {
        let piece = source.get(start + (header.stored - left), usize::try_from(left).unwrap_or(PIECE).min(PIECE))?;
        if piece.is_empty() {
            return Ok(false);
        }
        std::hash::Hasher::write(&mut hasher, piece);
        left -= piece.len() as u64;
    }
    Ok(std::hash::Hasher::finish(&hasher) == header.checksum)
}

/// Returns the offset of the first intact header in a part of the file, or its end.
fn next_header(source: &mut impl Source, part: Range<u64>, id: Option<[u8; 8]>) -> io::Result<u64> {
    let mut at = part.start;
    while at < part.end {
        let present = usize::try_from(part.end - at).unwrap_or(PIECE).min(PIECE);
        let bytes = source.get(at, present)?;
        let mut from = 0;
        while let Some(found) = bytes.get(from..).and_then(|rest| BlockHeader::find(rest, id)) {
            from += found;
            let rest = bytes.get(from..).unwrap_or_default();
            if BlockHeader::read(rest).is_some() {
                return Ok(at + from as u64);
            }
            if rest.len() < BlockHeader::SIZE {
                break;
            }
            from += 1;
        }
        // (A header that begins in the last bytes of the piece is found in the next one.)
        let step = if present < PIECE { present } else { PIECE - BlockHeader::SIZE + 1 };
        at += step as u64;
    }
    Ok(part.end)
}
