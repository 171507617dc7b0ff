//! Files in memory: mapped or read. The only `unsafe` block of reading.

use std::fs::File;
use std::io;
use std::ops::Deref;
use std::path::Path;

use memmap2::Mmap;
use pyo3::pybacked::PyBackedBytes;

/// The bytes of a file, or of an object of Python.
pub(crate) enum Store {
    Owned(Vec<u8>),
    Map(Mmap),
    Backed(PyBackedBytes),
}

impl Store {
    /// Maps a file, or reads it into memory. (A file without bytes, and what is no file, such as a pipe, are read.)
    #[allow(unsafe_code)]
    pub(crate) fn open(path: &Path, is_mapped: bool) -> io::Result<Self> {
        let file = File::open(path)?;
        let about = file.metadata()?;
        if !is_mapped || !about.is_file() || about.len() == 0 {
            return std::fs::read(path).map(Self::Owned);
        }
        // SAFETY: the documentation of `packed_data.open` demands that nothing changes or truncates the file meanwhile.
        // (No memory is accessed out of bounds if something does: every access is checked against the size of the map,
        // and texts are checked when they are read. What was cut off is a signal, as for every map.)
        unsafe { Mmap::map(&file) }.map(Self::Map)
    }
}

impl Deref for Store {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Self::Owned(bytes) => bytes,
            Self::Map(bytes) => bytes,
            Self::Backed(bytes) => bytes,
        }
    }
}

impl AsRef<[u8]> for Store {
    fn as_ref(&self) -> &[u8] {
        self
    }
}
