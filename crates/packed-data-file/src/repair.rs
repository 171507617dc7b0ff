//! Saves what is intact in a damaged file.

use std::io::{self, BufWriter, Read, Seek, Write};
use std::ops::Range;
use std::path::Path;

use packed_data::stream::block::BlockHeader;

use crate::content::Content;
use crate::entry::{Entry, end_of, in_order, lost};
use crate::error::Error;
use crate::header::{HEADER, Header, INDEX, SECTION, STATISTICS, VALUE};
use crate::index::{end_of_blocks, footer};
use crate::magic;
use crate::scan::{Damage, Scan, scan, spare_of};
use crate::source::{FileSource, Source};
use crate::value::{require_plain, value_block};

/// What [`repair`] saved, and what it could not.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Repaired {
    /// What the file contains.
    pub content: Content,
    /// Whether the header at the beginning was damaged, and its copy at the end was taken.
    pub used_copy_of_header: bool,
    /// The number of blocks that were saved.
    pub blocks: u64,
    /// The number of records that were saved.
    pub records: u64,
    /// The number of blocks that were left out because their records are in another block.
    pub repeated: u64,
    /// The number of intact blocks that were left out although they have no records: sections, because the numbers of
    /// the records have changed; what was left of blocks that were cut off; and blocks of kinds that this version does
    /// not know.
    pub left_out: u64,
    /// The numbers of records that are lost, as they were in the damaged file. (In the new one, numbers have no gaps.
    /// The numbers of records in damaged bytes at the end of the file may be only in `damage`.)
    pub lost: Vec<Range<u64>>,
    /// The bytes that are no intact block.
    pub damage: Vec<Damage>,
}

/// Writes all that is intact in a file to a new one, which has a header, an index and records without gaps in their
/// numbers. The blocks are copied as they are, so the type of the records need not be known; they are not validated.
///
/// It reads all of the file, piece by piece: the memory is that of the largest block, and 100 bytes for each block.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::{Options, Records, repair};
///
/// # let folder = tempfile::tempdir()?;
/// # let (path, saved) = (folder.path().join("words"), folder.path().join("saved"));
/// let mut writer = Options::<str, Compact>::new().block_size(0).create(&path)?; // a block for each word
/// ["to", "be", "or"].iter().try_for_each(|word| writer.write(word).map(|_| ()))?;
/// writer.close()?;
///
/// let mut bytes = std::fs::read(&path)?;
/// let at = bytes.windows(2).position(|two| two == b"be").unwrap();
/// bytes[at] = b'B';
/// std::fs::write(&path, bytes)?;
///
/// let report = repair(&path, &saved)?;
/// assert_eq!((report.records, &report.lost[..]), (2, &[1..2][..]));
/// let words = Records::<str, Compact>::open(&saved)?;
/// assert_eq!((words.get(0)?.view(), words.get(1)?.view()), ("to", "or"));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if nothing can be saved, because neither the header nor its copy is intact or a file of one
/// value is damaged; or if a file cannot be read or written. There is no new file then.
pub fn repair(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Repaired, Error> {
    let (from, to) = (from.as_ref(), to.as_ref());
    let mut source = FileSource::open(from).map_err(|error| Error::of_file(from, error))?;
    let plan = Plan::new(&mut source).map_err(|error| error.in_file(from))?;
    plan.write_file(&mut source, from, to)?;
    Ok(plan.report)
}

/// Repairs a file that is open, and writes the new one to `to`: see [`repair`]. Nothing is written if nothing can be
/// saved.
///
/// # Errors
///
/// As for [`repair`]. If `to` fails, it has a part of the new file.
pub fn repair_to(from: &mut (impl Read + Seek), to: &mut (impl Write + ?Sized)) -> Result<Repaired, Error> {
    let mut source = FileSource::new(from)?;
    let plan = Plan::new(&mut source)?;
    plan.write_to(&mut source, to, Error::Io)?;
    Ok(plan.report)
}

/// Returns the bytes of a repaired file, and what was saved: see [`repair`].
///
/// # Errors
///
/// As for [`repair`].
pub fn repair_bytes(mut bytes: &[u8]) -> Result<(Vec<u8>, Repaired), Error> {
    let plan = Plan::new(&mut bytes)?;
    let mut out = Vec::new();
    plan.write_to(&mut bytes, &mut out, Error::Io)?;
    Ok((out, plan.report))
}

/// What is copied.
pub(crate) struct Plan {
    pub(crate) header: Header,
    entries: Vec<Entry>,
    report: Repaired,
}

impl Plan {
    pub(crate) fn new(source: &mut impl Source) -> Result<Self, Error> {
        let from_start = Header::read(source);
        let (start, id) = match &from_start {
            Ok((header, start)) => (*start, Some(header.id)),
            Err(Error::Io(_)) => return from_start.map(|_| unreachable!("it is an error")),
            Err(_) => (0, None),
        };
        let found = if let Ok((header, start)) = &from_start
            && header.content == Content::Value
        {
            Scan { entries: vec![whole_value(source, header, *start)?], ..Scan::default() }
        } else {
            let (end, spare) = (end_of_blocks(source)?, &mut spare_of(source));
            scan(source, start.min(end)..end, id, spare)?
        };
        let used_copy_of_header = from_start.is_err();
        let header =
            from_start.map(|(header, _)| header).or_else(|error| copy_of_header(source, &found).ok_or(error))?;
        let mut report = Repaired {
            content: header.content,
            used_copy_of_header,
            blocks: 0,
            records: 0,
            repeated: 0,
            left_out: 0,
            lost: Vec::new(),
            damage: found.damage,
        };
        let entries = choose(found.entries, found.records, &mut report);
        if report.content == Content::Value {
            let [entry] = entries.as_slice() else { return Err(Error::Header) };
            require_plain(entry.compression)?;
        }
        Ok(Self { header, entries, report })
    }

    /// Fails unless all that is in the file is copied.
    pub(crate) fn require_whole(&self) -> Result<(), Error> {
        let Repaired { damage, lost, repeated, left_out, .. } = &self.report;
        if let Some(&Damage { offset, bytes, first, records }) = damage.first() {
            return Err(Error::Damaged { offset, bytes, first, records });
        }
        if let Some(lost) = lost.first() {
            return Err(Error::Lost { number: lost.start });
        }
        if *repeated > 0 || *left_out > 0 { Err(Error::Header) } else { Ok(()) }
    }

    /// Replaces the file `to` as a whole by the new one, made of the file `from`, which is open.
    pub(crate) fn write_file(&self, source: &mut impl Source, from: &Path, to: &Path) -> Result<(), Error> {
        let mut outcome = Ok(());
        crate::replace::replace(to, |file| {
            let mut out = BufWriter::new(file);
            let of_output = |error| Error::of_file(to, error);
            outcome = self.write_to(source, &mut out, of_output).and_then(|()| out.flush().map_err(of_output));
            // (The error itself is returned below.)
            if outcome.is_ok() { Ok(()) } else { Err(io::ErrorKind::Other.into()) }
        })
        .or_else(|error| outcome.map_err(|error| error.in_file(from)).and(Err(Error::of_file(to, error))))
    }

    /// Writes the new file to `out`; `of_output` makes the error if that fails.
    fn write_to(
        &self,
        source: &mut impl Source,
        out: &mut (impl Write + ?Sized),
        of_output: impl Fn(io::Error) -> Error,
    ) -> Result<(), Error> {
        let mut offset = 0_u64;
        let mut put = |bytes: &[u8]| {
            offset += bytes.len() as u64;
            out.write_all(bytes).map(|()| offset).map_err(&of_output)
        };
        put(&magic::bytes())?;
        let mut at = put(&self.header.block(0)?)?;
        let mut written = Vec::with_capacity(self.entries.len());
        let mut next = 0;
        for entry in &self.entries {
            // (Statistics are kept also where records are lost.)
            let first = if entry.kind == BlockHeader::RECORDS { next } else { entry.first.min(next) };
            let new = Entry { offset: at, first, ..*entry };
            next = if entry.kind == BlockHeader::RECORDS { new.last() } else { next };
            at = put(&new.header(self.header.id).to_bytes())?;
            at = copy(source, entry, &mut put)?.unwrap_or(at);
            written.push(new);
        }
        if self.header.content == Content::Records {
            let block = self.header.block(next)?;
            let copy = BlockHeader::read(&block).ok_or(Error::Header)?;
            written.push(Entry::new(at, &copy, None));
            at = put(&block)?;
            let end = footer(self.header.id, at, &written);
            put(&end.map_err(|error| Error::Value { offset: at, number: None, error })?)?;
        }
        Ok(())
    }
}

/// Copies the payload of a block, piece by piece.
fn copy(
    source: &mut impl Source,
    entry: &Entry,
    mut put: impl FnMut(&[u8]) -> Result<u64, Error>,
) -> Result<Option<u64>, Error> {
    const PIECE: u64 = 1 << 20;
    let mut last = None;
    let start = entry.offset.saturating_add(BlockHeader::SIZE as u64);
    let mut done = 0;
    while done < entry.stored {
        let count = usize::try_from(PIECE.min(entry.stored - done)).unwrap_or_default();
        let piece = source.get(start.saturating_add(done), count)?;
        if piece.len() < count {
            return Err(io::Error::from(io::ErrorKind::UnexpectedEof).into());
        }
        last = Some(put(piece)?);
        done += count as u64;
    }
    Ok(last)
}

/// Returns the entry of the value of a file, if it is intact.
fn whole_value(source: &mut impl Source, header: &Header, start: u64) -> Result<Entry, Error> {
    let (block, offset) = value_block(header, start, source)?;
    let (part, spare) = (start..source.len(), &mut spare_of(source));
    let found = scan(source, part, Some(header.id), spare)?;
    match found.entries.as_slice() {
        [entry] if entry.offset == start && entry.end() == end_of(&block, start) => Ok(*entry),
        _ => Err(Error::Damaged { offset, bytes: block.stored, first: None, records: None }),
    }
}

/// Returns the last intact copy of the header among the blocks. (They are read in the order of the file, each once.)
fn copy_of_header(source: &mut impl Source, found: &Scan) -> Option<Header> {
    let copies = found.entries.iter().filter(|entry| entry.kind == HEADER);
    copies.filter_map(|entry| Header::read_block(source, entry.offset).ok()).map(|(header, _)| header).last()
}

/// Chooses the blocks that are copied, in the order of their numbers, of a file that had this number of records.
fn choose(entries: Vec<Entry>, records: u64, report: &mut Repaired) -> Vec<Entry> {
    if report.content == Content::Value {
        report.blocks = 1;
        return entries.into_iter().filter(|entry| entry.kind == VALUE).collect();
    }
    let of_kind = |entries: Vec<Entry>, kind| entries.into_iter().partition::<Vec<_>, _>(|entry| entry.kind == kind);
    let (of_records, others) = of_kind(entries, BlockHeader::RECORDS);
    // (Statistics know their blocks by checksums, so they are kept in any case.)
    let (mut statistics, mut others) = of_kind(others, STATISTICS);
    others.retain(|entry| entry.kind != HEADER && entry.kind != INDEX);
    let (mut chosen, repeated) = in_order(of_records);
    report.repeated = repeated as u64;
    report.lost = lost(chosen.iter(), records);
    report.blocks = chosen.len() as u64;
    report.records = chosen.iter().map(|entry| u64::from(entry.records)).sum();
    // (Sections speak of numbers of records: they are copied only if these have not changed.)
    report.left_out = others.len() as u64;
    if report.lost.is_empty() {
        others.retain(|entry| entry.kind == SECTION);
        report.left_out -= others.len() as u64;
        chosen.append(&mut others);
    }
    chosen.append(&mut statistics);
    chosen
}
