//! Where the bytes of a file come from: memory, or a file that is read piece by piece.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::ops::Range;
use std::path::Path;

use packed_data::stream::block::BlockHeader;

use crate::steps;

/// The bytes of a file.
pub(crate) trait Source {
    /// Returns the number of bytes.
    fn len(&self) -> u64;

    /// Returns the bytes from `offset`: `count`, or fewer at the end.
    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]>;

    /// Returns the same few bytes as `get`, for a look ahead, after which reading goes on where it was.
    fn peek(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        self.get(offset, count)
    }
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        steps::count(1);
        let rest = usize::try_from(offset).ok().and_then(|at| <[u8]>::get(self, at..)).unwrap_or_default();
        Ok(rest.get(..count).unwrap_or(rest))
    }
}

/// A file that is read piece by piece, into one buffer. It has the size that it had when it was opened.
///
/// At most about three times the requested bytes are read from the file, in whatever order they are requested; while
/// the offsets ascend, each byte is read once.
pub(crate) struct FileSource<R = File> {
    file: R,
    len: u64,
    buffer: Vec<u8>,
    /// Where the bytes of the buffer are in the file.
    at: u64,
    /// The number of bytes that the last read took beyond those that were requested.
    ahead: usize,
    /// What `peek` has read.
    peeked: Vec<u8>,
}

/// How many bytes are read ahead, at most.
const CHUNK: usize = 64 << 10;

impl FileSource {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::new(File::open(path)?)
    }
}

impl<R: Read + Seek> FileSource<R> {
    pub(crate) fn new(mut file: R) -> io::Result<Self> {
        let len = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, len, buffer: Vec::new(), at: 0, ahead: 0, peeked: Vec::new() })
    }

    pub(crate) fn into_file(self) -> R {
        self.file
    }

    /// Whether the file has become shorter since it was opened.
    pub(crate) fn is_cut(&mut self) -> io::Result<bool> {
        Ok(self.file.seek(SeekFrom::End(0))? < self.len)
    }

    /// Reads bytes from `offset`: `count`, or fewer at the end. Only bytes that are in the file take memory.
    pub(crate) fn read(&mut self, offset: u64, count: usize) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        self.fetch(offset, count, &mut bytes)?;
        Ok(bytes)
    }

    /// Appends `count` bytes from `offset` to `to`, or fewer at the end.
    fn fetch(&mut self, offset: u64, count: usize, to: &mut Vec<u8>) -> io::Result<()> {
        let count = (count as u64).min(self.len.saturating_sub(offset));
        self.file.seek(SeekFrom::Start(offset))?;
        let read = (&mut self.file).take(count).read_to_end(to)?;
        steps::fetched(read);
        Ok(())
    }

    /// Returns where the bytes from `offset` are in the buffer: `count`, or fewer at the end. `None` if it lacks some.
    fn buffered(&self, offset: u64, count: usize) -> Option<Range<usize>> {
        let count = u64::try_from(count).map_or(u64::MAX, |count| count.min(self.len.saturating_sub(offset)));
        let start = usize::try_from(offset.checked_sub(self.at)?).ok()?;
        let end = start.checked_add(usize::try_from(count).ok()?)?;
        (end <= self.buffer.len()).then_some(start..end)
    }
}

impl<R: Read + Seek> Source for FileSource<R> {
    fn len(&self) -> u64 {
        self.len
    }

    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        if self.buffered(offset, count).is_none() {
            let end = self.at.saturating_add(self.buffer.len() as u64);
            let is_next = (self.at..=end.saturating_add(BlockHeader::SIZE as u64)).contains(&offset);
            // (After a jump nothing is read ahead; then more and more.)
            self.ahead = if is_next { self.ahead.saturating_mul(2).saturating_add(count).min(CHUNK) } else { 0 };
            // (What is in the buffer is not read again.)
            let kept = if is_next {
                self.buffer.len().min(usize::try_from(offset - self.at).unwrap_or(usize::MAX))
            } else {
                self.buffer.len()
            };
            self.buffer.drain(..kept);
            self.at = offset;
            let missing = count.saturating_sub(self.buffer.len()).saturating_add(self.ahead);
            let mut buffer = std::mem::take(&mut self.buffer);
            self.fetch(offset.saturating_add(buffer.len() as u64), missing, &mut buffer)?;
            self.buffer = buffer;
        }
        let range = self.buffered(offset, count).ok_or(io::ErrorKind::UnexpectedEof)?;
        steps::count(1);
        Ok(self.buffer.get(range).unwrap_or_default())
    }

    fn peek(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        steps::count(1);
        if let Some(range) = self.buffered(offset, count) {
            return Ok(self.buffer.get(range).unwrap_or_default());
        }
        let mut peeked = std::mem::take(&mut self.peeked);
        peeked.clear();
        self.fetch(offset, count, &mut peeked)?;
        self.peeked = peeked;
        Ok(&self.peeked)
    }
}
