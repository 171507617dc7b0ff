//! The record that the value of a file was validated, kept in a second file.

use std::fs;
use std::path::{Path, PathBuf};

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Fingerprint, Layout, Packable};

/// The first bytes of a verdict.
const MAGIC: [u8; 8] = *b"\x8FPKV\r\n\x1A\n";

/// A record that some bytes are a valid value. [`open_mapped_once`](crate::open_mapped_once) says how far it can be
/// trusted.
pub(crate) struct Verdict([u8; 56]);

impl Verdict {
    /// Returns the verdict on the value of a block, as `T` in layout `L`, by this version of the library.
    pub(crate) fn new<T: Packable + ?Sized, L: Layout>(block: &BlockHeader) -> Self {
        let judge = [L::NAME, " ", env!("CARGO_PKG_VERSION")].concat();
        let numbers = [
            u64::from_le_bytes(block.id),
            block.checksum,
            block.stored,
            Fingerprint::of::<T>().to_bits(),
            checksum(judge.as_bytes()),
        ];
        let mut bytes = [0; 56];
        bytes[..8].copy_from_slice(&MAGIC);
        for (number, space) in numbers.iter().zip(bytes[8..48].as_chunks_mut().0) {
            *space = number.to_le_bytes();
        }
        let own = checksum(&bytes[..48]);
        bytes[48..].copy_from_slice(&own.to_le_bytes());
        Self(bytes)
    }

    /// Returns whether this verdict is kept for the file.
    pub(crate) fn is_kept(&self, file: &Path) -> bool {
        fs::read(path(file)).is_ok_and(|kept| kept == self.0)
    }

    /// Keeps this verdict for the file, if that is possible.
    pub(crate) fn keep(&self, file: &Path) {
        // (Without it the value is validated again, which is all that a verdict saves.)
        let _ = crate::replace::replace(&path(file), |new| std::io::Write::write_all(new, &self.0));
    }
}

fn path(file: &Path) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".verdict");
    name.into()
}
