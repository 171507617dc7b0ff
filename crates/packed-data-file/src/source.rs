//! Where the bytes of a file come from: memory, or a file that is read piece by piece.

use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom};
use std::path::Path;

/// The bytes of a file.
pub(crate) trait Source {
    /// Returns the number of bytes.
    fn len(&self) -> u64;

    /// Returns the bytes from `offset`: `count`, or fewer at the end.
    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]>;
}

impl Source for &[u8] {
    fn len(&self) -> u64 {
        <[u8]>::len(self) as u64
    }

    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        let rest = usize::try_from(offset).ok().and_then(|at| <[u8]>::get(self, at..)).unwrap_or_default();
        Ok(rest.get(..count).unwrap_or(rest))
    }
}

/// A file that is read piece by piece, into one buffer. It has the size that it had when it was opened.
pub(crate) struct FileSource<R = File> {
    file: R,
    len: u64,
    buffer: Vec<u8>,
    /// Where the bytes of the buffer are in the file.
    at: u64,
}

/// How many bytes are read at once, at least.
const CHUNK: usize = 64 << 10;

impl FileSource {
    pub(crate) fn open(path: &Path) -> io::Result<Self> {
        Self::new(File::open(path)?)
    }

    pub(crate) fn into_file(self) -> File {
        self.file
    }
}

impl<R: Read + Seek> FileSource<R> {
    pub(crate) fn new(mut file: R) -> io::Result<Self> {
        let len = file.seek(SeekFrom::End(0))?;
        Ok(Self { file, len, buffer: Vec::new(), at: 0 })
    }

    /// Reads bytes from `offset`: `count`, or fewer at the end. Only bytes that are in the file take memory.
    pub(crate) fn read(&mut self, offset: u64, count: usize) -> io::Result<Vec<u8>> {
        let count = (count as u64).min(self.len.saturating_sub(offset));
        let mut bytes = Vec::new();
        self.file.seek(SeekFrom::Start(offset))?;
        (&mut self.file).take(count).read_to_end(&mut bytes)?;
        Ok(bytes)
    }
}

impl<R: Read + Seek> Source for FileSource<R> {
    fn len(&self) -> u64 {
        self.len
    }

    fn get(&mut self, offset: u64, count: usize) -> io::Result<&[u8]> {
        let present = self.len.saturating_sub(offset);
        let count = usize::try_from(present).map_or(count, |present| present.min(count));
        let start = offset.checked_sub(self.at).and_then(|start| usize::try_from(start).ok());
        let range = start.and_then(|start| Some(start..start.checked_add(count)?));
        let range = match range.filter(|range| range.end <= self.buffer.len()) {
            Some(range) => range,
            None => {
                // (Only bytes that are in the file take memory.)
                let wanted = count.max(CHUNK) as u64;
                self.buffer.clear();
                self.at = offset;
                self.file.seek(SeekFrom::Start(offset))?;
                (&mut self.file).take(wanted.min(present)).read_to_end(&mut self.buffer)?;
                0..count
            }
        };
        self.buffer.get(range).ok_or_else(|| io::ErrorKind::UnexpectedEof.into())
    }
}
