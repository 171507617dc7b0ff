//! Opening a file of records to append to it: which of its end is kept, and which is removed.

use std::fs::OpenOptions;
use std::io::{self, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use crate::entry::{Entry, in_order, lost, records_of};
use crate::error::Error;
use crate::header::{HEADER, Header};
use crate::index::{Found, find};
use crate::scan::{Damage, is_expected};
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
    let Kept { entries, records, lost, removed, must_seal, .. } = kept;
    let start = Start { file, path: path.into(), header, offset, next: records, entries, lost, removed };
    let mut writer = RawWriter::at(start, settings);
    if must_seal {
        writer.seal()?;
    }
    Ok(writer)
}

/// What is kept of a file to which records are appended.
///
/// The number of a record is never given out again, unless all that is known of it is a torn block at the end: each
/// block has the number of the records before it, so what follows a damaged block proves that its records were there.
/// That proof is kept.
struct Kept {
    /// The blocks that are kept.
    entries: Vec<Entry>,
    /// The number of the next record.
    records: u64,
    /// The numbers of records that are in no block.
    lost: Vec<Range<u64>>,
    /// Where the end that is removed begins.
    removed_from: u64,
    /// What is removed but index and copy of the header.
    removed: Option<Damage>,
    /// Whether only damaged bytes prove how many records there were. So nothing is removed, and a block that proves it
    /// is written after them.
    must_seal: bool,
}

impl Kept {
    fn new(source: &mut impl Source, found: Found, start: u64, id: [u8; 8]) -> io::Result<Self> {
        let Found { mut entries, mut damage, has_index, records } = found;
        if has_index {
            // (What the index lists is not verified yet; and the index is removed, which proves it.)
            damage.append(&mut remove_damaged_end(source, &mut entries, id)?);
        }
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
        let mut removed = None::<Damage>;
        for part in damage.iter().filter(|part| part.offset >= removed_from) {
            removed.get_or_insert(Damage { bytes: 0, ..*part }).add(part);
        }
        let lost = lost(in_order(entries.clone()).0.iter(), records);
        Ok(Self { entries, records, lost, removed_from, removed, must_seal })
    }
}

/// Removes the damaged ones from the last blocks that an index lists, back to the last intact one that is no copy of
/// the header.
fn remove_damaged_end(source: &mut impl Source, entries: &mut Vec<Entry>, id: [u8; 8]) -> io::Result<Vec<Damage>> {
    let (mut intact, mut damage) = (Vec::new(), Vec::new());
    while let Some(entry) = entries.pop() {
        if is_expected(source, &entry, id)? {
            intact.push(entry);
            if entry.kind != HEADER {
                break;
            }
        } else {
            let bytes = entry.end().unwrap_or(entry.offset) - entry.offset;
            damage.push(Damage::new(entry.offset, bytes, Some(&entry.header(id))));
        }
    }
    entries.extend(intact.into_iter().rev());
    damage.reverse();
    Ok(damage)
}
