//! Finds the records of a stream of blocks, however its bytes were damaged.

use crate::wire::limits::Limits;

use super::block::{BlockHeader, Records};
use super::error::ErrorKind;

/// How many bytes the table and the keys of a block may take, in addition to the limit on its records.
const TABLES: usize = 1 << 20;

/// The state of a reader of blocks.
#[derive(Default)]
pub(super) struct Blocks {
    /// The id of the first intact block, which all others must have.
    id: Option<[u8; 8]>,
    /// The number of the next record; `None` if the stream is read from the middle.
    next: Option<u64>,
    /// The block whose records are being returned.
    open: Option<Open>,
    /// The size of the block that begins here, if it was found intact before an error was reported.
    intact: Option<usize>,
    /// Damaged bytes that were passed and not reported: where they begin, and their number.
    damage: Option<(u64, u64)>,
    /// What is reported before anything else, and where.
    pending: Option<(ErrorKind, u64)>,
    /// The number of bytes whose checksum was computed, and which were not passed as a whole after that.
    wasted: u64,
    /// Whether the source has no more bytes.
    ended: bool,
}

/// A block whose header was taken.
struct Open {
    /// The number of bytes of records that were not taken.
    data: usize,
    /// The number of bytes after them: the table, and the keys.
    tail: usize,
    index: usize,
    records: usize,
    /// The end of the last record that was taken.
    end: usize,
}

/// What is at the beginning of some bytes.
pub(super) enum Found {
    /// The beginning of a block, whose end (or that of the bytes that decide on it) is at this offset at least.
    NeedAtLeast(usize),
    /// Bytes that must be taken first: they are no record.
    Skip(usize),
    /// A record of this size.
    Record(usize),
    /// Something to be reported, at this offset of the stream.
    Report(ErrorKind, u64),
}

impl Blocks {
    /// Returns the state at the beginning of a stream.
    pub(super) fn new() -> Self {
        Self { next: Some(0), ..Self::default() }
    }

    /// Sets that the stream is read from the middle: any number may be the first.
    pub(super) fn start_in_the_middle(&mut self) {
        self.next = None;
    }

    /// Sets whether the source has no more bytes; returns whether that is new.
    pub(super) fn set_ended(&mut self, ended: bool) -> bool {
        core::mem::replace(&mut self.ended, ended) != ended
    }

    /// Marks the record that was found as taken.
    #[inline]
    pub(super) fn take(&mut self, length: usize) {
        if let Some(open) = &mut self.open {
            open.data -= length;
            open.end += length;
            open.index += 1;
        }
    }

    /// Returns what is at the beginning of `live`, the bytes that were not taken. They begin at `offset` of the stream.
    #[inline]
    pub(super) fn find(&mut self, live: &[u8], offset: u64, limits: &Limits) -> Found {
        match &self.open {
            Some(open) if open.index < open.records => Found::Record(open.next(live)),
            _ => self.find_block(live, offset, limits),
        }
    }

    fn find_block(&mut self, live: &[u8], offset: u64, limits: &Limits) -> Found {
        if let Some(open) = self.open.take() {
            return Found::Skip(open.data + open.tail);
        }
        if let Some((kind, at)) = self.pending.take() {
            return Found::Report(kind, at);
        }
        if live.is_empty() && !self.ended {
            return Found::NeedAtLeast(BlockHeader::SIZE);
        }
        let header = BlockHeader::read(live).filter(|header| self.id.is_none_or(|id| id == header.id));
        let bound = limits.bytes.saturating_add(TABLES);
        match header.and_then(|header| Some((header, header.size().filter(|size| *size <= bound)?))) {
            Some((header, size)) => self.block(&header, size, live, offset, bound as u64),
            None => self.no_block(live, offset),
        }
    }

    /// At bytes that are no intact header.
    fn no_block(&mut self, live: &[u8], offset: u64) -> Found {
        let may_begin = live.len() < BlockHeader::SIZE && BlockHeader::find(live, self.id) == Some(0);
        if live.is_empty() || may_begin && (!self.ended || self.damage.is_none()) {
            return match self.damage.take() {
                Some((at, bytes)) if live.is_empty() => Found::Report(ErrorKind::Damaged { bytes }, at),
                damage => {
                    self.damage = damage;
                    Found::NeedAtLeast(BlockHeader::SIZE)
                }
            };
        }
        self.pass(live, offset)
    }

    /// At an intact header.
    fn block(&mut self, header: &BlockHeader, size: usize, live: &[u8], offset: u64, bound: u64) -> Found {
        let Some(payload) = live.get(BlockHeader::SIZE..size) else {
            // The end of the stream may have cut it off; or bytes are missing from it, and other blocks follow.
            let is_last = || after(live, 1, self.id).is_none();
            return if !self.ended || (self.damage.is_none() && is_last()) {
                Found::NeedAtLeast(size)
            } else {
                self.pass(live, offset)
            };
        };
        if self.intact != Some(size) && !header.is_intact(payload) {
            return self.damaged_payload(header, size, live, offset, bound);
        }
        self.intact = Some(size);
        if let Some((at, bytes)) = self.damage.take() {
            return Found::Report(ErrorKind::Damaged { bytes }, at);
        }
        self.id = Some(header.id);
        if header.kind != BlockHeader::RECORDS {
            return self.skip(size);
        }
        let expected = self.next.replace(header.first).unwrap_or(header.first);
        if expected != header.first {
            return Found::Report(ErrorKind::Gap { expected, found: header.first }, offset);
        }
        self.next = Some(header.first.saturating_add(header.records.into()));
        if header.compression != 0 || header.form != 0 {
            self.pending = Some((ErrorKind::Compressed { records: header.records }, offset));
            return self.skip(size);
        }
        let records = header.split_keys(payload).and_then(|(body, _)| Records::new(body, header.records));
        let Some(records) = records.filter(Records::is_valid) else {
            self.intact = None;
            return self.damage(size, offset);
        };
        let data = records.bounds(records.len().wrapping_sub(1)).map_or(0, |last| last.end);
        let tail = payload.len() - data;
        self.open = Some(Open { data, tail, index: 0, records: records.len(), end: 0 });
        self.skip(BlockHeader::SIZE)
    }

    /// At an intact header with a payload that is not. If another block follows it, its size is right, and it is passed
    /// as a whole: a block that is written in a record is not taken for one. Otherwise bytes are missing, and the next
    /// block begins within what should be its payload.
    ///
    /// (Each such block costs a checksum. Their sum is bounded by what was read, or else a hostile stream could take
    /// time quadratic in its size.)
    fn damaged_payload(&mut self, header: &BlockHeader, size: usize, live: &[u8], offset: u64, bound: u64) -> Found {
        let rest = live.get(size..).unwrap_or_default();
        if rest.len() < BlockHeader::SIZE && !self.ended {
            return Found::NeedAtLeast(size.saturating_add(BlockHeader::SIZE));
        }
        if rest.is_empty() || BlockHeader::read(rest).is_some() || self.wasted > offset.saturating_add(bound) {
            return self.damage(size, offset);
        }
        self.wasted = self.wasted.saturating_add(header.stored);
        self.pass(live, offset)
    }

    /// Passes the bytes before the next marker.
    fn pass(&mut self, live: &[u8], offset: u64) -> Found {
        let next = live.get(1..).and_then(|rest| BlockHeader::find(rest, self.id));
        self.damage(next.map_or(live.len(), |at| at + 1), offset)
    }

    /// Passes damaged bytes.
    fn damage(&mut self, count: usize, offset: u64) -> Found {
        let (at, bytes) = self.damage.unwrap_or((offset, 0));
        self.damage = Some((at, bytes.saturating_add(count as u64)));
        self.skip(count)
    }

    fn skip(&mut self, count: usize) -> Found {
        self.intact = None;
        Found::Skip(count)
    }
}

impl Open {
    /// Returns the size of the next record; `live` begins with it.
    #[inline]
    fn next(&self, live: &[u8]) -> usize {
        let at = self.data + 4 * self.index;
        let end = live.get(at..).and_then(|rest| rest.first_chunk()).map_or(0, |end| u32::from_le_bytes(*end));
        // (The table was checked, so the bounds hold.)
        (end as usize).saturating_sub(self.end).min(self.data)
    }
}

/// Returns the offset of the first intact header at `from` or after it.
fn after(bytes: &[u8], mut from: usize, id: Option<[u8; 8]>) -> Option<usize> {
    loop {
        let at = from + BlockHeader::find(bytes.get(from..)?, id)?;
        if BlockHeader::read(bytes.get(at..)?).is_some() {
            return Some(at);
        }
        from = at + 1;
    }
}
