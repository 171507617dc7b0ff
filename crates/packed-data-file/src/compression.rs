//! How the payloads of blocks are compressed.

use std::borrow::Cow;
use std::fmt;
use std::io;
use std::str::FromStr;

/// How the blocks of a file are compressed, each by itself.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::{Compression, Options, Records};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// let lz4: Compression = "lz4".parse().expect("the feature `lz4`");
/// let mut writer = Options::<str, Compact>::new().compress(lz4).create(&path)?;
/// (0..1000).try_for_each(|_| writer.write("again").map(|_| ()))?;
/// writer.close()?;
/// let words = Records::<str, Compact>::open(&path)?;
/// assert_eq!(words.get(999)?.view(), "again");
/// assert!(words.blocks().sizes().0 < words.blocks().sizes().1 / 2);
/// # Ok::<(), packed_data_file::Error>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Compression {
    /// Not at all.
    #[default]
    None,
    /// LZ4 (feature `lz4`): decompressed several times as fast as Zstandard, and larger. It is in Rust alone, so it
    /// also compiles to WebAssembly.
    #[cfg(feature = "lz4")]
    Lz4,
    /// Zstandard (feature `zstd`), a library in C.
    #[cfg(feature = "zstd")]
    Zstd {
        /// From 1, fast, to 22, small; 3 is the library's own default.
        level: i32,
    },
}

/// The numbers of the methods in the header of a block.
#[cfg(feature = "zstd")]
const ZSTD: u8 = 1;
#[cfg(feature = "lz4")]
const LZ4: u8 = 2;

/// A payload may have this many bytes when it is decompressed. (A writer makes a block when it has some thousand bytes,
/// so only a large record makes a large block.)
const MAX_BODY: u64 = 1 << 30;

/// LZ4 makes at most this many bytes of one.
#[cfg(feature = "lz4")]
const MAX_LZ4: usize = 255;

impl Compression {
    /// Returns the name of a method, by its number in the header of a block: `none`, `zstd`, `lz4`. `None` if this
    /// version knows no such method. (It may be built without one that it knows.)
    pub fn name_of(method: u8) -> Option<&'static str> {
        ["none", "zstd", "lz4"].get(usize::from(method)).copied()
    }

    /// Compresses a payload; returns the number of the method too. `None` without compression.
    #[cfg_attr(not(feature = "zstd"), allow(clippy::unnecessary_wraps, reason = "it is the same with the feature"))]
    pub(crate) fn compress(self, body: &[u8]) -> io::Result<Option<(u8, Vec<u8>)>> {
        match self {
            Self::None => {
                let _ = body;
                Ok(None)
            }
            #[cfg(feature = "lz4")]
            Self::Lz4 => Ok(Some((LZ4, lz4_flex::block::compress(body)))),
            #[cfg(feature = "zstd")]
            Self::Zstd { level } => zstd::bulk::compress(body, level).map(|stored| Some((ZSTD, stored))),
        }
    }
}

/// This program lacks the method with which a block is compressed.
pub(crate) struct NoMethod {
    pub(crate) method: u8,
}

/// Decompresses a payload of at most `length` bytes. It takes memory for bytes that are there: in LZ4 at most 255 for
/// each that is stored.
///
/// Returns `None` if the payload is not valid.
pub(crate) fn decompress(method: u8, body: &[u8], length: u64) -> Result<Option<Cow<'_, [u8]>>, NoMethod> {
    #[cfg_attr(not(any(feature = "lz4", feature = "zstd")), allow(unused_variables, reason = "no method"))]
    let length = length.min(MAX_BODY);
    match method {
        0 => Ok(Some(Cow::Borrowed(body))),
        #[cfg(feature = "lz4")]
        LZ4 => {
            let most = body.len().saturating_mul(MAX_LZ4);
            let mut out = vec![0; usize::try_from(length).unwrap_or(usize::MAX).min(most)];
            let Ok(length) = lz4_flex::block::decompress_into(body, &mut out) else { return Ok(None) };
            out.truncate(length);
            Ok(Some(Cow::Owned(out)))
        }
        #[cfg(feature = "zstd")]
        ZSTD => {
            use std::io::Read;

            let mut out = Vec::new();
            let mut read = || {
                let mut decoder = zstd::Decoder::with_buffer(body)?;
                decoder.window_log_max(30)?;
                decoder.take(length + 1).read_to_end(&mut out)
            };
            Ok((read().is_ok() && out.len() as u64 <= length).then_some(Cow::Owned(out)))
        }
        method => Err(NoMethod { method }),
    }
}

/// Why a text is not the name of a [`Compression`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompressionError(&'static str);

impl fmt::Display for CompressionError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for CompressionError {}

/// `none`, `lz4`, `zstd` at level 3, or `zstd:LEVEL`.
impl FromStr for Compression {
    type Err = CompressionError;

    fn from_str(text: &str) -> Result<Self, CompressionError> {
        let (name, level) = text.split_once(':').map_or((text, None), |(name, level)| (name, Some(level)));
        match (name, level) {
            ("none", None) => Ok(Self::None),
            #[cfg(feature = "lz4")]
            ("lz4", None) => Ok(Self::Lz4),
            #[cfg(not(feature = "lz4"))]
            ("lz4", None) => Err(CompressionError("this program was built without the feature `lz4`")),
            #[cfg(feature = "zstd")]
            ("zstd", level) => {
                let level = level.map_or(Some(3), |level| level.parse().ok()).filter(|level| (1..=22).contains(level));
                let level = level.ok_or(CompressionError("expected a level of zstd from 1 to 22, such as `zstd:9`"))?;
                Ok(Self::Zstd { level })
            }
            #[cfg(not(feature = "zstd"))]
            ("zstd", _) => Err(CompressionError("this program was built without the feature `zstd`")),
            _ => Err(CompressionError("expected `none`, `lz4`, `zstd` or `zstd:LEVEL`")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        let parse = |text: &str| text.parse::<Compression>().map_err(|error| error.to_string());
        assert_eq!(parse("none"), Ok(Compression::None));
        #[cfg(feature = "lz4")]
        assert_eq!(parse("lz4"), Ok(Compression::Lz4));
        #[cfg(feature = "zstd")]
        for (text, level) in [("zstd", 3), ("zstd:1", 1), ("zstd:22", 22)] {
            assert_eq!(parse(text), Ok(Compression::Zstd { level }));
        }
        for wrong in ["", "gzip", "lz4:3", "zstd:", "zstd:0", "zstd:23", "zstd:fast", "none:1", "LZ4"] {
            assert!(parse(wrong).is_err(), "{wrong}");
        }
    }
}
