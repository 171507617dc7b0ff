//! Packed data in a memory-mapped file.

use std::fs::File;
use std::io;

use super::{Packed, WithLimits};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// Why a file could not be mapped as packed data.
#[derive(Debug)]
pub enum MapError {
    /// The file could not be mapped.
    Io(io::Error),
    /// The bytes of the file are not one value of the type.
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

/// Maps a file into memory and validates it there. Only the pages that the system loads are read.
///
/// # Errors
///
/// Returns a [`MapError`] if the file cannot be mapped, if its bytes are not one `T` in layout `L`, or if they exceed
/// [`Limits::DEFAULT`].
///
/// # Safety
///
/// Nothing may change or truncate the file as long as the map lives: otherwise the bytes that are read are not those
/// that were validated.
pub unsafe fn map_file<T: Packable + ?Sized, L: Layout>(file: &File) -> Result<Packed<T, L, memmap2::Mmap>, MapError> {
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { Packed::<T, L>::with_limits(&Limits::DEFAULT).map_file(file) }
}

impl<T: Packable + ?Sized, L: Layout> WithLimits<'_, T, L> {
    /// Maps a file into memory and validates it there, as [`map_file`] does.
    ///
    /// # Errors
    ///
    /// Returns a [`MapError`] if the file cannot be mapped, if its bytes are not one `T` in layout `L`, or if they
    /// exceed the limits.
    ///
    /// # Safety
    ///
    /// As for [`map_file`].
    pub unsafe fn map_file(self, file: &File) -> Result<Packed<T, L, memmap2::Mmap>, MapError> {
        // SAFETY: the caller promises that nothing changes or truncates the file.
        let map = unsafe { memmap2::Mmap::map(file) }?;
        Ok(self.from_bytes(map)?)
    }
}
