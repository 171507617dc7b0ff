//! Blocks: records behind a marker, with checksums. A reader finds the next block after damaged bytes.
//!
//! A block is a header of 64 bytes and a payload. The header begins with a marker, and ends with a checksum of itself;
//! it contains the size of the payload, and a checksum of that. So bytes that changed are found before a record is
//! read, and a reader that lost its way looks for the next marker whose header is intact. The payload of a block of
//! records is the records, one after the other, then a table of their ends: each record is found in constant time.
//!
//! [`Writer::blocks`](super::Writer::blocks) and [`Reader::blocks`](super::Reader::blocks) write and read streams of
//! blocks. What is in this module is for programs that write or read blocks themselves, such as the crate
//! `packed-data-file`. The book's page on streams has the bytes.
//!
//! ```
//! use packed_data::stream::block::{BlockBuilder, BlockHeader, Records};
//! use packed_data::{Compact, stream};
//!
//! let mut builder = BlockBuilder::new(&stream::LIMITS);
//! builder.pack::<str, Compact>("to")?;
//! builder.pack::<str, Compact>("be")?;
//! let bytes = builder.seal([7; 8], 0, None).to_vec();
//!
//! let header = BlockHeader::read(&bytes).expect("an intact header");
//! let payload = &bytes[BlockHeader::SIZE..];
//! assert!(header.is_intact(payload));
//! let records = Records::new(payload, header.records).expect("a valid table");
//! assert_eq!((records.len(), records.get(1)), (2, Some(&b"\x02be"[..])));
//! # Ok::<(), packed_data::Error>(())
//! ```

use alloc::vec::Vec;
use core::ops::Range;

use twox_hash::XxHash3_64;

use crate::build::{Filled, Needs};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::build_into;
use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::limits::Limits;

/// The header of a block.
///
/// ```
/// use packed_data::stream::block::BlockHeader;
///
/// let header = BlockHeader::of_payload([0; 8], BlockHeader::RECORDS, b"payload");
/// let bytes = header.to_bytes();
/// assert_eq!(BlockHeader::read(&bytes), Some(header));
///
/// let mut damaged = bytes;
/// damaged[33] ^= 1;
/// assert_eq!(BlockHeader::read(&damaged), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockHeader {
    /// A number that the stream or file chose at its beginning, the same in all its blocks. Blocks of another stream
    /// that are part of a record are thus not taken for blocks of this one.
    pub id: [u8; 8],
    /// The kind of the payload: [`RECORDS`](Self::RECORDS), or a kind that readers of streams skip.
    pub kind: u8,
    /// How the payload is compressed: 0 if it is not.
    pub compression: u8,
    /// Whether the least and the greatest key of the records, of 16 bytes each, are the last bytes of the payload.
    pub has_keys: bool,
    /// The form of the records: 0 if they follow each other. The crate `packed-data-file` names the others.
    pub form: u8,
    /// The number of records; 0 in a block of another kind.
    pub records: u32,
    /// The number of the first record in the stream: how many records are before it.
    pub first: u64,
    /// The size of the payload in bytes, as it is stored.
    pub stored: u64,
    /// The size of the payload in bytes when it is not compressed, and in form 0.
    pub length: u64,
    /// The checksum of the payload, as it is stored: XXH3 with 64 bits.
    pub checksum: u64,
}

impl BlockHeader {
    /// The bytes with which every block begins. The first one is in no UTF-8 text.
    pub const MARKER: [u8; 8] = *b"\xF5PKB\r\n\x1A\n";
    /// The size of a header in bytes.
    pub const SIZE: usize = 64;
    /// The [kind](Self::kind) of a block of records.
    pub const RECORDS: u8 = 1;
    /// The size in bytes of the keys at the end of a payload, if there are any.
    pub const KEYS: usize = 32;

    /// Returns the header of a payload that is not compressed and has no records.
    pub fn of_payload(id: [u8; 8], kind: u8, payload: &[u8]) -> Self {
        let stored = payload.len() as u64;
        let (compression, has_keys, form, checksum) = (0, false, 0, checksum(payload));
        Self { id, kind, compression, has_keys, form, records: 0, first: 0, stored, length: stored, checksum }
    }

    /// Returns the bytes of the header.
    pub fn to_bytes(&self) -> [u8; Self::SIZE] {
        let mut bytes = [0; Self::SIZE];
        bytes[..8].copy_from_slice(&Self::MARKER);
        bytes[8..16].copy_from_slice(&self.id);
        bytes[16..20].copy_from_slice(&[self.kind, self.compression, self.has_keys.into(), self.form]);
        bytes[20..24].copy_from_slice(&self.records.to_le_bytes());
        for (at, number) in [(24, self.first), (32, self.stored), (40, self.length), (48, self.checksum)] {
            bytes[at..at + 8].copy_from_slice(&number.to_le_bytes());
        }
        let own = checksum(&bytes[..56]);
        bytes[56..].copy_from_slice(&own.to_le_bytes());
        bytes
    }

    /// Returns the header at the beginning of `bytes`, if an intact one is there.
    #[inline]
    pub fn read(bytes: &[u8]) -> Option<Self> {
        let bytes: &[u8; Self::SIZE] = bytes.first_chunk()?;
        if bytes[..8] != Self::MARKER {
            return None;
        }
        let number = |at: usize| bytes.get(at..).and_then(|rest| rest.first_chunk()).map(|n| u64::from_le_bytes(*n));
        let [kind, compression, flags, form] = [bytes[16], bytes[17], bytes[18], bytes[19]];
        if number(56)? != checksum(&bytes[..56]) || flags > 1 {
            return None;
        }
        Some(Self {
            id: *bytes.get(8..)?.first_chunk()?,
            kind,
            compression,
            has_keys: flags == 1,
            form,
            records: u32::from_le_bytes(*bytes.get(20..)?.first_chunk()?),
            first: number(24)?,
            stored: number(32)?,
            length: number(40)?,
            checksum: number(48)?,
        })
    }

    /// Returns whether `payload`, the bytes after the header, has the size and the checksum of the header.
    #[inline]
    pub fn is_intact(&self, payload: &[u8]) -> bool {
        payload.len() as u64 == self.stored && checksum(payload) == self.checksum
    }

    /// Returns the size of the whole block in bytes, if it fits into memory.
    #[inline]
    pub fn size(&self) -> Option<usize> {
        usize::try_from(self.stored).ok()?.checked_add(Self::SIZE)
    }

    /// Splits the payload, as it is stored, into the records with their table (compressed or not) and the keys.
    ///
    /// Returns `None` if it is too short for its keys.
    pub fn split_keys<'a>(&self, payload: &'a [u8]) -> Option<(&'a [u8], Option<[u128; 2]>)> {
        if !self.has_keys {
            return Some((payload, None));
        }
        let (body, keys) = payload.split_last_chunk::<{ Self::KEYS }>()?;
        let (least, greatest) = keys.split_first_chunk::<16>()?;
        let greatest = greatest.first_chunk::<16>()?;
        Some((body, Some([u128::from_le_bytes(*least), u128::from_le_bytes(*greatest)])))
    }

    /// Returns the offset in `bytes` of the first place where a block may begin: where a marker begins, or the end of
    /// `bytes` cuts it off. If there is an `id`, only blocks with it count.
    ///
    /// ```
    /// use packed_data::stream::block::BlockHeader;
    ///
    /// assert_eq!(BlockHeader::find(b"what \xF5PKB\r\n\x1A\n", None), Some(5));
    /// assert_eq!(BlockHeader::find(b"what \xF5P", None), Some(5));
    /// assert_eq!(BlockHeader::find(b"what \xF5Q", None), None);
    /// ```
    pub fn find(bytes: &[u8], id: Option<[u8; 8]>) -> Option<usize> {
        let mut from = 0;
        loop {
            let rest = bytes.get(from..)?;
            let at = from + rest.iter().position(|byte| *byte == Self::MARKER[0])?;
            if begins(bytes.get(at..)?, id) {
                return Some(at);
            }
            from = at + 1;
        }
    }
}

/// Returns whether `bytes` begin with the marker and the id, as far as they go.
fn begins(bytes: &[u8], id: Option<[u8; 8]>) -> bool {
    let (marker, rest) = bytes.split_at(bytes.len().min(8));
    let found = rest.get(..8).unwrap_or(rest);
    BlockHeader::MARKER.starts_with(marker) && id.is_none_or(|id| id.starts_with(found))
}

/// Returns the checksum of bytes: XXH3 with 64 bits.
///
/// ```
/// assert_eq!(packed_data::stream::block::checksum(b""), 0x2D06_8005_38D3_94C2);
/// ```
#[inline]
pub fn checksum(bytes: &[u8]) -> u64 {
    XxHash3_64::oneshot(bytes)
}

/// The records of a block: the payload, when it is not compressed and without keys.
#[derive(Clone, Copy, Debug)]
pub struct Records<'a> {
    data: &'a [u8],
    /// The offset in `data` at which each record ends.
    ends: &'a [[u8; 4]],
}

impl<'a> Records<'a> {
    /// Takes a payload with this many records. It only finds the table: see [`is_valid`](Self::is_valid).
    ///
    /// Returns `None` if the payload is too short for the table.
    #[inline]
    pub fn new(payload: &'a [u8], records: u32) -> Option<Self> {
        let table = usize::try_from(records).ok()?.checked_mul(4)?;
        let (data, table) = payload.split_at_checked(payload.len().checked_sub(table)?)?;
        let (ends, _) = table.as_chunks();
        Some(Self { data, ends })
    }

    /// Returns whether the table is valid: no record ends before it begins, and the last one ends where the table
    /// begins. Takes time linear in the number of records.
    pub fn is_valid(&self) -> bool {
        let mut last = 0;
        let sorted = self.ends.iter().all(|end| {
            let end = u32::from_le_bytes(*end);
            core::mem::replace(&mut last, end) <= end
        });
        sorted && usize::try_from(last) == Ok(self.data.len())
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns whether there is no record.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the bytes of a record, in constant time; `None` if there is no such record, or if the table is not valid
    /// there.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&'a [u8]> {
        self.data.get(self.bounds(index)?)
    }

    /// Returns where the bytes of a record are in the payload.
    #[inline]
    pub fn bounds(&self, index: usize) -> Option<Range<usize>> {
        let end = usize::try_from(u32::from_le_bytes(*self.ends.get(index)?)).ok()?;
        let start = match index.checked_sub(1) {
            Some(before) => usize::try_from(u32::from_le_bytes(*self.ends.get(before)?)).ok()?,
            None => 0,
        };
        (start <= end && end <= self.data.len()).then_some(start..end)
    }
}

/// Gathers records, and makes a block of them.
pub struct BlockBuilder {
    /// Space for a header, then the records; while it is sealed, the table and the keys too.
    bytes: Vec<u8>,
    /// Where each record ends, after the header.
    ends: Vec<u32>,
    limits: Limits,
}

impl BlockBuilder {
    /// Creates a builder, whose records must be within `limits`.
    pub fn new(limits: &Limits) -> Self {
        let limits = Limits { bytes: limits.bytes.min(u32::MAX as usize), ..*limits };
        Self { bytes: Vec::new(), ends: Vec::new(), limits }
    }

    /// Packs a value as a record, and returns its bytes.
    ///
    /// # Errors
    ///
    /// As for [`build`](Self::build).
    #[inline]
    pub fn pack<T: Packable + ?Sized, L: Layout>(&mut self, value: &T) -> Result<&[u8], Error> {
        self.build::<T, L>(|needs| needs.put_as(&value))
    }

    /// Builds a record, and returns its bytes.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`build_into`], and if the records together have more than
    /// 2<sup>32</sup> - 1 bytes. The builder then keeps the records that it had.
    #[inline]
    pub fn build<T: Packable + ?Sized, L: Layout>(
        &mut self,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<&[u8], Error> {
        let start = self.unseal();
        build_into::<T, L>(&mut self.bytes, &self.limits, fill)?;
        self.end_record(start)
    }

    /// Appends a record that is packed already.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the record has more bytes than the limits allow, or all records together more than
    /// 2<sup>32</sup> - 1.
    pub fn push(&mut self, record: &[u8]) -> Result<(), Error> {
        let limit = self.limits.bytes;
        if record.len() > limit {
            return Err(too_large(limit));
        }
        let start = self.unseal();
        self.bytes.extend_from_slice(record);
        self.end_record(start).map(|_| ())
    }

    /// Removes the last record, if there is one.
    pub fn pop(&mut self) {
        self.ends.pop();
        self.unseal();
    }

    /// Removes all records.
    pub fn clear(&mut self) {
        self.ends.clear();
        self.unseal();
    }

    /// Returns the number of records.
    #[inline]
    pub fn records(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the size of the block's payload in bytes, without keys.
    #[inline]
    pub fn size(&self) -> usize {
        self.data_len() + 4 * self.ends.len()
    }

    /// Returns the number of bytes that are allocated.
    pub fn capacity(&self) -> usize {
        self.bytes.capacity() + 4 * self.ends.capacity()
    }

    /// Returns the block with the records. They stay in the builder, until it is [cleared](Self::clear).
    ///
    /// `first` is the number of the first record in the stream; `keys` are the least and the greatest key.
    pub fn seal(&mut self, id: [u8; 8], first: u64, keys: Option<[u128; 2]>) -> &[u8] {
        self.unseal();
        self.bytes.extend(self.ends.iter().flat_map(|end| end.to_le_bytes()));
        self.bytes.extend(keys.iter().flatten().flat_map(|key| key.to_le_bytes()));
        let payload = self.bytes.get(BlockHeader::SIZE..).unwrap_or_default();
        let has_keys = keys.is_some();
        let records = self.ends.len() as u32;
        let header = BlockHeader::of_payload(id, BlockHeader::RECORDS, payload);
        let header = BlockHeader { has_keys, records, first, ..header };
        if let Some(space) = self.bytes.first_chunk_mut() {
            *space = header.to_bytes();
        }
        &self.bytes
    }

    /// Returns the bytes of each record.
    pub fn iter(&self) -> impl Iterator<Item = &[u8]> {
        let data = self.data();
        let starts = core::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, end)| data.get(start as usize..*end as usize).unwrap_or_default())
    }

    /// Returns the bytes of the records, one after the other.
    pub fn data(&self) -> &[u8] {
        self.bytes.get(BlockHeader::SIZE..BlockHeader::SIZE + self.data_len()).unwrap_or_default()
    }

    fn data_len(&self) -> usize {
        self.ends.last().map_or(0, |end| *end as usize)
    }

    /// Removes what is not records, so that another one can be appended; returns the number of bytes.
    #[inline]
    fn unseal(&mut self) -> usize {
        let end = BlockHeader::SIZE + self.data_len();
        self.bytes.resize(end, 0);
        end
    }

    #[inline]
    fn end_record(&mut self, start: usize) -> Result<&[u8], Error> {
        match u32::try_from(self.bytes.len() - BlockHeader::SIZE) {
            Ok(end) => self.ends.push(end),
            Err(_) => {
                self.bytes.truncate(start);
                return Err(too_large(u32::MAX as usize));
            }
        }
        Ok(self.bytes.get(start..).unwrap_or_default())
    }
}

#[cold]
fn too_large(limit: usize) -> Error {
    Error { kind: ErrorKind::TooLarge { limit }, offset: limit, path: Path::EMPTY }
}
