//! The header of a file, which says what it contains.

use std::collections::hash_map::RandomState;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{BuildHasher, Hasher};

use packed_data::stream::block::BlockHeader;
use packed_data::{Compact, Fingerprint, Layout, Packable, Packed};
use packed_data_schema::Schema;

use crate::compatibility::{self, Compatibility};
use crate::content::Content;
use crate::error::{Error, TypeError};
use crate::form::{Codecs, Kind};
use crate::magic;
use crate::scan::is_intact;
use crate::source::Source;

/// The kind of the block that is the header.
pub(crate) const HEADER: u8 = 0;
/// The kind of the block that is the value, in a file of one value.
pub(crate) const VALUE: u8 = 2;
/// The kind of a block that another crate adds.
pub(crate) const SECTION: u8 = 3;
/// The kind of the block that is the index.
pub(crate) const INDEX: u8 = 4;
/// The kind of a block with the statistics of others.
pub(crate) const STATISTICS: u8 = 6;
/// The kind of the rest of a block that was cut off.
pub(crate) const CUT_OFF: u8 = 5;

/// The prefix of the keys of metadata for the schemas that a file of records had before it was upgraded: it may contain
/// records of these types.
const OLDER: &str = "packed-data: older schema ";

/// A header with more schemas than this is not valid: the type of a reader is compared with each of them.
const MOST_OLDER: usize = 100;

/// What the header of a file says.
///
/// ```
/// use packed_data::{Compact, Fingerprint};
/// use packed_data_file::{Content, Header};
///
/// let bytes = packed_data_file::to_bytes::<[u8], Compact>(&[1, 2, 3], &[("made by", "hand")])?;
/// let header = Header::from_bytes(&bytes)?;
/// assert_eq!((header.content, header.layout.as_str()), (Content::Value, "Compact"));
/// assert_eq!(header.fingerprint, Fingerprint::of::<[u8]>());
/// assert_eq!(header.schema, "packed-data schema 1\nsequence #1\nu8\n");
/// assert_eq!(header.metadata["made by"], "hand");
/// # Ok::<(), packed_data_file::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// Random bytes that all blocks of the file have: see [`BlockHeader::id`].
    pub id: [u8; 8],
    /// Whether the file is one value.
    pub content: Content,
    /// The layout of the values, by the name in [`Layout::NAME`].
    pub layout: String,
    /// The fingerprint of the type of the values.
    pub fingerprint: Fingerprint,
    /// The schema of the type: the text whose hash is the fingerprint.
    pub schema: String,
    /// Bytes that the program that wrote the file has added.
    pub metadata: BTreeMap<String, String>,
}

/// The payload of the header's block, in the layout `Compact`.
#[derive(Packable)]
struct Stored {
    content: Content,
    layout: String,
    fingerprint: u64,
    schema: String,
    metadata: BTreeMap<String, String>,
}

impl Header {
    /// Returns the header for values of a type, with a new id: for other places than files that keep values, such as
    /// the tables of a database.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use packed_data::Indexed;
    /// use packed_data_file::{Content, Header};
    ///
    /// let bytes = Header::new::<str, Indexed>(Content::Records, BTreeMap::new()).to_bytes()?;
    /// let header = Header::from_bytes(&bytes)?;
    /// assert_eq!(header.check::<str, Indexed>(Content::Records)?, None);
    /// assert!(header.check::<bool, Indexed>(Content::Records).is_err());
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    pub fn new<T: Packable + ?Sized, L: Layout>(content: Content, metadata: BTreeMap<String, String>) -> Self {
        Self::of_schema(content, L::NAME, &Fingerprint::description_of::<T>(), metadata)
    }

    /// Returns the header for values of the type with a schema, in the layout with a name, with a new id.
    pub fn of_schema(content: Content, layout: &str, schema: &str, metadata: BTreeMap<String, String>) -> Self {
        let fingerprint = Fingerprint::of_description(schema);
        Self { id: new_id(), content, layout: layout.into(), fingerprint, schema: schema.into(), metadata }
    }

    /// Returns the bytes of the header, with the magic number before it: the beginning of a file.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the schema is longer than [`Schema::MAX_TEXT`], or if schema and metadata together
    /// exceed the limits of a block.
    pub fn to_bytes(&self) -> Result<Vec<u8>, Error> {
        let mut bytes = magic::bytes().to_vec();
        bytes.append(&mut self.block(0)?);
        Ok(bytes)
    }

    /// Reads the header at the beginning of the bytes of a file.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the magic number, the version or the header is not valid.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, Error> {
        Self::read(&mut &*bytes).map(|(header, _)| header)
    }

    /// Reads the header of a file.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, or if its magic number, version or header is not valid.
    pub fn open(path: impl AsRef<std::path::Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let read = || Self::read(&mut crate::source::FileSource::open(path)?);
        read().map(|(header, _)| header).map_err(|error| error.in_file(path))
    }

    /// Reads the header at the beginning of a file, wherever its position is, and no more than that.
    ///
    /// # Errors
    ///
    /// As for [`open`](Self::open).
    pub fn from_file(file: &mut (impl std::io::Read + std::io::Seek)) -> Result<Self, Error> {
        Self::read(&mut crate::source::FileSource::new(file)?).map(|(header, _)| header)
    }

    /// Reads the header at the beginning of a file; returns the offset after it too.
    pub(crate) fn read(source: &mut impl Source) -> Result<(Self, u64), Error> {
        magic::check(source.get(0, magic::SIZE)?)?;
        Self::read_block(source, magic::SIZE as u64)
    }

    /// Reads the block at `offset`, which must be a header; returns the offset after it too.
    pub(crate) fn read_block(source: &mut impl Source, offset: u64) -> Result<(Self, u64), Error> {
        let header = BlockHeader::read(source.get(offset, BlockHeader::SIZE)?).ok_or(Error::Header)?;
        let size = header.size().filter(|_| header.kind == HEADER).ok_or(Error::Header)?;
        let end = offset.checked_add(size as u64).ok_or(Error::Header)?;
        if end > source.len() {
            return Err(Error::Truncated { expected: end, found: source.len() });
        }
        // (A wrong size takes no memory: the checksum is verified piece by piece.)
        if !is_intact(source, offset, &header)? {
            return Err(Error::Header);
        }
        let payload = source.get(offset, size)?.get(BlockHeader::SIZE..).unwrap_or_default();
        let header = Self::parse(header.id, payload).ok_or(Error::Header)?;
        require_short(&header.schema)?;
        Ok((header, end))
    }

    fn parse(id: [u8; 8], payload: &[u8]) -> Option<Self> {
        let (stored, zeros) = Packed::<Stored, Compact>::from_prefix(payload).ok()?;
        if zeros.len() > 15 || zeros.iter().any(|zero| *zero != 0) {
            return None;
        }
        let Stored { content, layout, fingerprint, schema, metadata } = stored.unpack().ok()?;
        // (A fingerprint of another type than the schema would be a header that can be read in two ways.)
        let fingerprint =
            Some(Fingerprint::from_bits(fingerprint)).filter(|f| *f == Fingerprint::of_description(&schema))?;
        Some(Self { id, content, layout, fingerprint, schema, metadata })
    }

    /// Returns the block with the header, after this number of records. It ends at a multiple of 16 if it begins at
    /// one.
    pub(crate) fn block(&self, records: u64) -> Result<Vec<u8>, Error> {
        require_short(&self.schema)?;
        let Self { content, layout, schema, metadata, .. } = self.clone();
        let stored = Stored { content, layout, fingerprint: self.fingerprint.to_bits(), schema, metadata };
        let packed = Packed::<Stored, Compact>::with_limits(&packed_data::stream::LIMITS).pack(&stored);
        let mut payload = packed.map_err(|error| Error::Value { offset: 0, number: None, error })?.into_inner();
        payload.resize(payload.len().next_multiple_of(16), 0);
        let header = BlockHeader { first: records, ..BlockHeader::of_payload(self.id, HEADER, &payload) };
        let mut block = header.to_bytes().to_vec();
        block.append(&mut payload);
        Ok(block)
    }

    /// Checks that the file can be read as `T` in layout `L`; returns a note if the types are not the same. (All types
    /// that the file had before it was [upgraded](crate::upgrade()) are checked too.)
    ///
    /// # Errors
    ///
    /// Returns [`Error::Content`] or [`Error::Type`] if it cannot.
    pub fn check<T: Packable + ?Sized, L: Layout>(&self, content: Content) -> Result<Option<String>, Error> {
        if self.content != content {
            return Err(Error::Content { expected: content, found: self.content });
        }
        let is_same_layout = self.layout == L::NAME;
        let expected = Fingerprint::description_of::<T>();
        if self.older().nth(MOST_OLDER).is_some() {
            return Err(Error::Header);
        }
        for older in self.older() {
            if let Compatibility::Different(differences) = compatibility::compare(&expected, older, L::NAME) {
                return Err(self.type_error::<L>(expected, differences));
            }
        }
        let differences = match compatibility::compare(&expected, &self.schema, L::NAME) {
            Compatibility::Equal if is_same_layout => return Ok(None),
            Compatibility::Readable(note) if is_same_layout => return Ok(Some(note.trim_start().to_string())),
            Compatibility::Equal => String::new(),
            Compatibility::Readable(differences) | Compatibility::Different(differences) => differences,
        };
        Err(self.type_error::<L>(expected, differences))
    }

    /// Returns what the codec of a form knows of the records.
    pub(crate) fn kind<'h>(&'h self, codecs: &'h Codecs) -> Kind<'h> {
        Kind { layout: &self.layout, schema: &self.schema, codecs }
    }

    /// Returns the schemas that the file had before it was upgraded.
    fn older(&self) -> impl Iterator<Item = &String> {
        self.metadata.iter().filter(|(key, _)| key.starts_with(OLDER)).map(|(_, schema)| schema)
    }

    /// Returns the header of the same file after it was made one of `T`: its metadata has the schemas of the records
    /// that are there.
    pub(crate) fn upgraded<T: Packable + ?Sized>(&self) -> Self {
        let schema = Fingerprint::description_of::<T>();
        let mut older: BTreeSet<&String> = self.older().chain([&self.schema]).collect();
        older.remove(&schema);
        let mut metadata = self.metadata.clone();
        metadata.retain(|key, _| !key.starts_with(OLDER));
        metadata
            .extend((0..).zip(older).map(|(number, schema): (u32, _)| (format!("{OLDER}{number}"), schema.clone())));
        Self { fingerprint: Fingerprint::of_description(&schema), schema, metadata, ..self.clone() }
    }

    /// Checks that the file contains exactly `T` in layout `L`, so that values can be added to it.
    pub(crate) fn check_same<T: Packable + ?Sized, L: Layout>(&self, content: Content) -> Result<(), Error> {
        match self.check::<T, L>(content)? {
            None => Ok(()),
            Some(note) => Err(self.type_error::<L>(Fingerprint::description_of::<T>(), format!("\n{note}"))),
        }
    }

    #[cold]
    fn type_error<L: Layout>(&self, expected_schema: String, differences: String) -> Error {
        Error::Type(Box::new(TypeError {
            expected_layout: L::NAME.into(),
            found_layout: self.layout.clone(),
            expected: Fingerprint::of_description(&expected_schema),
            found: self.fingerprint,
            expected_schema,
            found_schema: self.schema.clone(),
            differences,
        }))
    }
}

/// Fails if a schema is too long for a header.
fn require_short(schema: &str) -> Result<(), Error> {
    if schema.len() > Schema::MAX_TEXT { Err(Error::Schema { bytes: schema.len() }) } else { Ok(()) }
}

/// Returns eight bytes that no other file is likely to have.
fn new_id() -> [u8; 8] {
    let mut hasher = RandomState::new().build_hasher();
    hasher.write_u32(std::process::id());
    if let Ok(since) = std::time::UNIX_EPOCH.elapsed() {
        hasher.write_u128(since.as_nanos());
    }
    hasher.finish().to_le_bytes()
}
