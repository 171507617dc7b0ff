//! Opening a file of records to append to it: which of its end is kept, and which is removed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use packed_data::stream::block::BlockHeader;

use crate::entry::{Entry, in_order, lost, records_of};
use crate::error::Error;
use crate::header::{CUT_OFF, HEADER, Header};
use crate::index::{Found, find, scan_all};
use crate::scan::{Damage, checksum_of, is_expected};
use crate::source::{FileSource, Source};
use crate::writer::{RawWriter, Settings, Start, lock};

/// Opens a file to append records to it, if `check` accepts its header.
pub(crate) fn append(
    path: &Path,
    check: impl FnOnce(&Header) -> Result<(), Error>,
    settings: Settings,
) -> Result<RawWriter, Error> {
    let of_path = |error| Error::of_file(path, error);
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(of_path)?;
    lock(&file).map_err(of_path)?;
    let mut source = FileSource::new(file).map_err(of_path)?;
    let open = || {
        let (header, start) = Header::read(&mut source)?;
        check(&header)?;
        let found = find(&mut source, start, header.id)?;
        let kept = Kept::new(&mut source, found, start, header.id)?;
        Ok((header, kept))
    };
    let (header, kept) = open().map_err(|error: Error| error.in_file(path))?;
    let mut file = source.into_file();
    let offset = kept.removed_from;
    file.set_len(offset).and_then(|()| file.seek(SeekFrom::Start(offset))).map_err(of_path)?;
    let Kept { entries, records, lost, removed, must_seal, cut_off, .. } = kept;
    let start = Start { file, path: path.into(), header, offset, next: records, entries, lost, removed };
    let mut writer = RawWriter::at(start, settings);
    if must_seal {
        writer.seal()?;
    }
    writer.replace_headers(&cut_off)?;
    Ok(writer)
}

/// The part of a file that is kept when records are appended to it.
///
/// The number of a record is never used again. Each block has the number of the records before it, so a block after a
/// damaged one proves how many records the damaged one had, and is kept as that proof. (The only exception is a torn
/// block at the end, which nothing follows.)
struct Kept {
    /// The blocks that are kept.
    entries: Vec<Entry>,
    /// The number of the next record.
    records: u64,
    /// The numbers of records that are in no block.
    lost: Vec<Range<u64>>,
    /// The offset from which on the file is removed.
    removed_from: u64,
    /// The damaged bytes that are removed, without the index and the copy of the header.
    removed: Option<Damage>,
    /// Whether only damaged bytes prove how many records there were. If so, nothing is removed, and a block that proves
    /// it is written after them.
    must_seal: bool,
    /// Headers that replace those of cut-off blocks, and their offsets. A cut-off block claims more bytes than the file
    /// has. Once the file had grown to that size, a block could begin where the cut-off one claims to end, and all
    /// blocks before that would be taken for its damaged payload. The new headers claim the bytes that exist.
    cut_off: Vec<(u64, BlockHeader)>,
}

impl Kept {
    fn new(source: &mut impl Source, found: Found, start: u64, id: [u8; 8]) -> io::Result<Self> {
        // (The blocks that the index lists are not verified yet, and the index, which proves them, is removed.)
        let found = if found.has_index && !is_end_intact(source, &found.entries, id)? {
            scan_all(source, start, id)?
        } else {
            found
        };
        let Found { mut entries, damage, records, cut_off, .. } = found;
        // The copy of the header is written again when the file is closed. It is kept if it is the proof.
        let body = entries.iter().rposition(|entry| entry.kind != HEADER).map_or(0, |last| last + 1);
        let (before, copies) = entries.split_at(body);
        let keep = if records_of(before) >= records {
            body
        } else {
            let proof = copies.iter().position(|copy| copy.last() >= records);
            proof.map_or(entries.len(), |proof| body + proof + 1)
        };
        entries.truncate(keep);
        let must_seal = records_of(&entries) < records;
        let end = entries.last().and_then(Entry::end).unwrap_or(start);
        let removed_from = if must_seal { source.len() } else { end };
        let cut_off = as_cut_off(source, &cut_off, &entries, removed_from, records)?;
        let mut removed = None::<Damage>;
        for part in damage.iter().filter(|part| part.offset >= removed_from) {
            removed.get_or_insert(Damage { bytes: 0, ..*part }).add(part);
        }
        let lost = lost(in_order(entries.clone()).0.iter(), records);
        Ok(Self { entries, records, lost, removed_from, removed, must_seal, cut_off })
    }
}

/// Returns whether the last blocks that an index lists are intact, back to the last one that is no copy of the header.
fn is_end_intact(source: &mut impl Source, entries: &[Entry], id: [u8; 8]) -> io::Result<bool> {
    for entry in entries.iter().rev() {
        if !is_expected(source, entry, id)? {
            return Ok(false);
        }
        if entry.kind != HEADER {
            break;
        }
    }
    Ok(true)
}

/// Returns the headers that replace those in `cut_off`, whose payloads would end after the end of the file. The new
/// payloads end at the next block that is kept, or at the end of the file. (A second such header within these bytes is
/// ignored.)
fn as_cut_off(
    source: &mut impl Source,
    cut_off: &[(u64, BlockHeader)],
    entries: &[Entry],
    end_of_file: u64,
    records: u64,
) -> io::Result<Vec<(u64, BlockHeader)>> {
    let (mut new, mut end) = (Vec::new(), 0);
    for (at, header) in cut_off.iter().filter(|(at, _)| *at < end_of_file) {
        let start = at.saturating_add(BlockHeader::SIZE as u64);
        if *at < end {
            continue;
        }
        let next = entries.partition_point(|entry| entry.offset < *at);
        end = entries.get(next).map_or(end_of_file, |entry| entry.offset);
        // (Nothing else begins within a header.)
        let Some(stored) = end.checked_sub(start) else { continue };
        let Some(checksum) = checksum_of(source, start, stored)? else { continue };
        let (id, first, length) = (header.id, header.first.min(records), stored);
        let (kind, compression, has_keys, form, records) = (CUT_OFF, 0, false, 0, 0);
        new.push((
            *at,
            BlockHeader { id, kind, compression, has_keys, form, records, first, stored, length, checksum },
        ));
    }
    Ok(new)
}
