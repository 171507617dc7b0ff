//! Packed data in a memory map.

use std::fs::File;
use std::io;

use super::Packed;
use crate::error::Error;
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;

/// Why a file could not be mapped as packed data.
#[derive(Debug)]
pub enum MapError {
    /// The file could not be mapped.
    Io(io::Error),
    /// Its bytes are not one value of the type.
    Invalid(Error),
}

impl core::fmt::Display for MapError {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            Self::Invalid(error) => error.fmt(f),
        }
    }
}

impl core::error::Error for MapError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            Self::Io(error) => Some(error),
            Self::Invalid(error) => Some(error),
        }
    }
}

impl From<io::Error> for MapError {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<Error> for MapError {
    fn from(error: Error) -> Self {
        Self::Invalid(error)
    }
}

impl<T: Packable + ?Sized, L: Layout> Packed<T, L, memmap2::Mmap> {
    /// Maps a file and validates it there: nothing is read but what the system pages in.
    ///
    /// # Errors
    ///
    /// The file cannot be mapped, or its bytes are not one `T` in layout `L`.
    ///
    /// # Safety
    ///
    /// Nobody changes or truncates the file while the map lives: what was validated would no longer be
    /// what is read.
    pub unsafe fn map_file(file: &File) -> Result<Self, MapError> {
        // SAFETY: the caller's promise.
        unsafe { Self::map_file_with(file, &Limits::DEFAULT) }
    }

    /// Maps a file and validates it there, within limits.
    ///
    /// # Errors
    ///
    /// The file cannot be mapped, or its bytes are not one `T` in layout `L`, or exceed the limits.
    ///
    /// # Safety
    ///
    /// As for [`map_file`](Self::map_file).
    pub unsafe fn map_file_with(file: &File, limits: &Limits) -> Result<Self, MapError> {
        // SAFETY: the caller promises that the file stays as it is.
        let map = unsafe { memmap2::Mmap::map(file) }?;
        Ok(Self::from_bytes_with(map, limits)?)
    }
}
