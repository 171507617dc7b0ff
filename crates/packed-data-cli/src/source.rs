//! Where the bytes of an input come from: a file that is read piece by piece, or a pipe.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;

use packed_data::error::Printable;
use tempfile::{SpooledData, SpooledTempFile};

use crate::console::Console;
use crate::error::{Failure, Outcome};

/// Bytes from a pipe are kept in memory up to this size, and in a temporary file beyond it.
const IN_MEMORY: usize = 16 << 20;
/// The first bytes of a file with a header.
const MAGIC: &[u8] = b"\x8FPACKED";

/// The bytes of an input. A file is read when its bytes are needed; what comes from a pipe was read to its end.
#[derive(Debug)]
pub(crate) enum Source {
    /// A file.
    File(File),
    /// Bytes in memory.
    Memory(Cursor<Vec<u8>>),
}

impl Source {
    /// Opens a file, or reads standard input to its end if it is `-`.
    pub(crate) fn open(console: &mut Console<'_>, path: &Path) -> Outcome<Self> {
        let source = if is_stdio(path) { Self::of_pipe(console.input) } else { Self::of_file(path) };
        source.map_err(|error| cannot_read(path, &error))
    }

    fn of_file(path: &Path) -> io::Result<Self> {
        let mut file = File::open(path)?;
        // (A pipe may have a name too.)
        if file.metadata()?.is_file() { Ok(Self::File(file)) } else { Self::of_pipe(&mut file) }
    }

    fn of_pipe(input: &mut dyn Read) -> io::Result<Self> {
        let mut pipe = SpooledTempFile::new(IN_MEMORY);
        io::copy(input, &mut pipe)?;
        Ok(match pipe.into_inner() {
            SpooledData::InMemory(bytes) => Self::Memory(bytes),
            SpooledData::OnDisk(file) => Self::File(file),
        })
    }

    /// Returns the number of bytes.
    pub(crate) fn size(&mut self) -> io::Result<u64> {
        self.seek(SeekFrom::End(0))
    }

    /// Returns whether the bytes begin as those of a file with a header.
    pub(crate) fn has_magic(&mut self) -> io::Result<bool> {
        let mut first = Vec::new();
        self.rewind()?;
        Read::take(self, MAGIC.len() as u64).read_to_end(&mut first)?;
        Ok(first == MAGIC)
    }

    /// Returns whether the bytes begin as a list or object of JSON does.
    pub(crate) fn looks_like_json(&mut self) -> bool {
        let mut first = Vec::new();
        let is_read = self.rewind().is_ok() && Read::take(self, 64).read_to_end(&mut first).is_ok();
        let text = without_mark("", &first).unwrap_or_default();
        is_read && matches!(text.trim_ascii_start().first(), Some(b'{' | b'['))
    }

    /// Reads all bytes into memory.
    pub(crate) fn into_bytes(self) -> io::Result<Vec<u8>> {
        match self {
            Self::Memory(bytes) => Ok(bytes.into_inner()),
            Self::File(mut file) => {
                let mut bytes = Vec::new();
                file.rewind()?;
                file.read_to_end(&mut bytes)?;
                Ok(bytes)
            }
        }
    }
}

impl Read for Source {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(to),
            Self::Memory(bytes) => bytes.read(to),
        }
    }
}

impl Seek for Source {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        match self {
            Self::File(file) => file.seek(to),
            Self::Memory(bytes) => bytes.seek(to),
        }
    }
}

/// Returns a text without its byte order mark; refuses that of another encoding than UTF-8.
pub(crate) fn without_mark<'t>(name: &str, text: &'t [u8]) -> Outcome<&'t [u8]> {
    let encoding = match text {
        [0xEF, 0xBB, 0xBF, rest @ ..] => return Ok(rest),
        [0xFF, 0xFE, 0, 0, ..] | [0, 0, 0xFE, 0xFF, ..] => "UTF-32",
        [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..] => "UTF-16",
        _ => return Ok(text),
    };
    let error = format_args!("expected text in UTF-8, found the byte order mark of {encoding}");
    Err(Failure::of_file(name, error))
}

/// Returns the failure to read an input.
pub(crate) fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    Failure::Data(format!("cannot read {}: {error}", name_of(path)))
}

/// Returns whether the path is `-`, for standard input or output.
pub(crate) fn is_stdio(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Returns the name of a file in messages.
pub(crate) fn name_of(path: &Path) -> String {
    if is_stdio(path) { "standard input".into() } else { Printable(path.display()).to_string() }
}
