//! Files of one value: written, read, mapped.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read, Write};
use std::marker::PhantomData;
use std::ops::Deref;
use std::path::Path;

use memmap2::{Mmap, MmapOptions};
use packed_data::packed::Buffer;
use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::view::LazyView;
use packed_data::{Layout, Limits, Packable, Packed, RandomAccess, lazy};

use crate::content::Content;
use crate::entry::end_of;
use crate::error::Error;
use crate::header::{Header, VALUE};
use crate::replace::replace;
use crate::source::{FileSource, Source};
use crate::verdict::Verdict;

/// A value that was read from a file: a [`Packed`], and the header of the file.
///
/// ```no_run
/// use packed_data::Indexed;
///
/// let words = packed_data_file::open::<Vec<String>, Indexed>("words")?;
/// println!("{} words, made by {:?}", words.view().len(), words.header().metadata.get("made by"));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct Value<T: ?Sized, L, B = Vec<u8>> {
    packed: Packed<T, L, B>,
    header: Header,
    note: Option<String>,
}

impl<T: ?Sized, L, B> Value<T, L, B> {
    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns what differs between the type in the file and `T`, if it is another type that can be read as `T`.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    /// Returns the value without the header.
    pub fn into_packed(self) -> Packed<T, L, B> {
        self.packed
    }
}

impl<T: ?Sized, L, B> Deref for Value<T, L, B> {
    type Target = Packed<T, L, B>;

    fn deref(&self) -> &Self::Target {
        &self.packed
    }
}

impl<T: ?Sized, L, B> std::fmt::Debug for Value<T, L, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Value").field("header", &self.header).field("note", &self.note).finish_non_exhaustive()
    }
}

/// Writes a file with one value. The file is replaced as a whole: a reader, or a program that is killed, leaves or sees
/// either the old file or the new one.
///
/// (The value is written to a new file in the same folder, which is synced to the disk, then renamed; then the folder
/// is synced. A program that is killed may leave a file `.NAME.*.tmp` there. A symbolic link at `path` is replaced by
/// the file. The permissions are those of the old file, or those of files that the process creates.)
///
/// ```
/// use packed_data::Indexed;
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// packed_data_file::write::<[&str], Indexed>(&path, &["to", "be"])?;
/// let words = packed_data_file::open::<Vec<String>, Indexed>(&path)?;
/// assert_eq!(words.view().get(1), Some("be"));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if the value exceeds the default limits, or if the file cannot be written. The old file is then
/// as it was.
pub fn write<T: Packable + ?Sized, L: Layout>(path: impl AsRef<Path>, value: &T) -> Result<(), Error> {
    write_with::<T, L>(path, value, &[])
}

/// Writes a file with one value, and with these keys and values as metadata in its header: see [`write()`].
///
/// # Errors
///
/// As for [`write()`].
pub fn write_with<T: Packable + ?Sized, L: Layout>(
    path: impl AsRef<Path>,
    value: &T,
    metadata: &[(&str, &str)],
) -> Result<(), Error> {
    write_packed(path, &pack::<T, L>(value)?, metadata)
}

/// Writes a file with one value that is packed already: see [`write()`].
///
/// # Errors
///
/// As for [`write()`].
pub fn write_packed<T: Packable + ?Sized, L: Layout, B: Buffer>(
    path: impl AsRef<Path>,
    value: &Packed<T, L, B>,
    metadata: &[(&str, &str)],
) -> Result<(), Error> {
    write_both(path.as_ref(), &before::<T, L>(value.as_bytes(), metadata)?, value.as_bytes())
}

/// Writes a file with these bytes.
fn write_both(path: &Path, start: &[u8], value: &[u8]) -> Result<(), Error> {
    let written = replace(path, |file| {
        file.write_all(start)?;
        file.write_all(value)
    });
    written.map_err(|error| Error::of_file(path, error))
}

/// Writes a file with one value whose type is not known to the program: it has the schema, by which it made and checked
/// the bytes. See [`write()`].
///
/// # Errors
///
/// Returns an [`Error`] if the file cannot be written. The old file is then as it was.
pub fn write_raw(
    path: impl AsRef<Path>,
    layout: &str,
    schema: &str,
    value: &[u8],
    metadata: &[(&str, &str)],
) -> Result<(), Error> {
    let metadata = metadata.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    let start = before_of(&Header::of_schema(Content::Value, layout, schema, metadata), value)?;
    write_both(path.as_ref(), &start, value)
}

/// Returns the bytes of a file with one value.
///
/// # Errors
///
/// Returns an [`Error`] if the value exceeds the default limits.
pub fn to_bytes<T: Packable + ?Sized, L: Layout>(value: &T, metadata: &[(&str, &str)]) -> Result<Vec<u8>, Error> {
    let packed = pack::<T, L>(value)?;
    let mut bytes = before::<T, L>(packed.as_bytes(), metadata)?;
    bytes.extend_from_slice(packed.as_bytes());
    Ok(bytes)
}

fn pack<T: Packable + ?Sized, L: Layout>(value: &T) -> Result<Packed<T, L>, Error> {
    Packed::with_limits(&Limits::DEFAULT).pack(value).map_err(|error| Error::Value { offset: 0, number: None, error })
}

/// Returns what is before the value.
fn before<T: Packable + ?Sized, L: Layout>(value: &[u8], metadata: &[(&str, &str)]) -> Result<Vec<u8>, Error> {
    let metadata: BTreeMap<_, _> = metadata.iter().map(|(key, value)| ((*key).into(), (*value).into())).collect();
    before_of(&Header::new::<T, L>(Content::Value, metadata), value)
}

fn before_of(header: &Header, value: &[u8]) -> Result<Vec<u8>, Error> {
    let mut bytes = header.to_bytes()?;
    bytes.extend(BlockHeader::of_payload(header.id, VALUE, value).to_bytes());
    Ok(bytes)
}

/// Where the value is in a file.
struct Place {
    header: Header,
    note: Option<String>,
    block: BlockHeader,
    offset: u64,
}

/// Reads the headers of a file with one value.
fn locate<T: Packable + ?Sized, L: Layout>(source: &mut impl Source) -> Result<Place, Error> {
    let (header, at) = Header::read(source)?;
    let note = header.check::<T, L>(Content::Value)?;
    let (block, offset) = value_block(&header, at, source)?;
    Ok(Place { header, note, block, offset })
}

/// Fails unless the block of a value is not compressed, as no version of the format compresses it.
pub(crate) fn require_plain(method: u8) -> Result<(), Error> {
    if method == 0 { Ok(()) } else { Err(Error::Compression { method }) }
}

/// Returns the header of the value's block, which begins at `at`, and where the value begins; checks the size of the
/// file.
pub(crate) fn value_block(header: &Header, at: u64, source: &mut impl Source) -> Result<(BlockHeader, u64), Error> {
    let found = source.len();
    let bytes = source.get(at, BlockHeader::SIZE)?;
    if bytes.len() < BlockHeader::SIZE {
        return Err(Error::Truncated { expected: at.saturating_add(BlockHeader::SIZE as u64), found });
    }
    let block = BlockHeader::read(bytes).filter(|block| block.kind == VALUE && block.id == header.id);
    let block = block.ok_or(Error::Header)?;
    require_plain(block.compression)?;
    let expected = end_of(&block, at).ok_or(Error::Header)?;
    match found.checked_sub(expected) {
        None => Err(Error::Truncated { expected, found }),
        Some(0) => Ok((block, at + BlockHeader::SIZE as u64)),
        Some(bytes) => Err(Error::Trailing { bytes }),
    }
}

impl Place {
    /// Fails unless the bytes are those that were written.
    fn verify(&self, value: &[u8]) -> Result<(), Error> {
        crate::steps::count_bytes(value.len());
        if checksum(value) == self.block.checksum {
            return Ok(());
        }
        Err(Error::Damaged { offset: self.offset, bytes: self.block.stored, first: None, records: None })
    }

    /// Verifies and validates the value.
    fn finish<T: Packable + ?Sized, L: Layout, B: Buffer>(
        self,
        bytes: B,
        limits: &Limits,
    ) -> Result<Value<T, L, B>, Error> {
        self.verify(bytes.as_bytes())?;
        let offset = self.offset;
        let packed = Packed::with_limits(limits).from_bytes(bytes);
        let packed = packed.map_err(|error| Error::Value { offset, number: None, error })?;
        Ok(Value { packed, header: self.header, note: self.note })
    }
}

/// Reads a file with one value: its header, which must be that of a `T` in layout `L`, its checksum, and then the value
/// is validated, once.
///
/// It takes as much memory as the value, whatever the header claims.
///
/// # Errors
///
/// Returns an [`Error`] if the file cannot be read, is damaged or cut off, has another type, or if the value is not
/// valid.
pub fn open<T: Packable + ?Sized, L: Layout>(path: impl AsRef<Path>) -> Result<Value<T, L>, Error> {
    open_with(path, &Limits::DEFAULT)
}

/// Reads a file with one value, within `limits`: see [`open`].
///
/// # Errors
///
/// As for [`open`], and if the value exceeds the limits.
pub fn open_with<T: Packable + ?Sized, L: Layout>(
    path: impl AsRef<Path>,
    limits: &Limits,
) -> Result<Value<T, L>, Error> {
    let path = path.as_ref();
    read_file(path, limits).map_err(|error| error.in_file(path))
}

fn read_file<T: Packable + ?Sized, L: Layout>(path: &Path, limits: &Limits) -> Result<Value<T, L>, Error> {
    let mut source = FileSource::open(path)?;
    let place = locate::<T, L>(&mut source)?;
    let size = usize::try_from(place.block.stored).unwrap_or(usize::MAX);
    if size > limits.bytes {
        return Err(Error::TooLarge { limit: limits.bytes });
    }
    let mut file = source.into_file();
    io::Seek::seek(&mut file, io::SeekFrom::Start(place.offset))?;
    let mut bytes = Vec::new();
    // (The file has `size` bytes, so the memory is in proportion to the file.)
    bytes.try_reserve_exact(size).map_err(|_| io::Error::from(io::ErrorKind::OutOfMemory))?;
    file.take(place.block.stored).read_to_end(&mut bytes)?;
    place.finish(bytes, limits)
}

/// Reads the bytes of a file with one value, which borrows them: see [`open`].
///
/// # Errors
///
/// As for [`open`].
///
/// ```
/// use packed_data::Compact;
///
/// let mut bytes = packed_data_file::to_bytes::<str, Compact>("hi", &[])?;
/// assert_eq!(packed_data_file::read_value::<str, Compact>(&bytes)?.view(), "hi");
///
/// let error = packed_data_file::read_value::<bool, Compact>(&bytes).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "another type: expected bool (d98a0893e3acca34), found String (3c8767052b26a0a5)\n\
///      broken: the value: the type was String and is bool: bytes are refused, or read as other values"
/// );
///
/// *bytes.last_mut().unwrap() = b'o';
/// let error = packed_data_file::read_value::<str, Compact>(&bytes).unwrap_err();
/// assert_eq!(error.to_string(), "damaged: expected intact bytes, found 3 that are not, at byte 192 of the file");
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub fn read_value<T: Packable + ?Sized, L: Layout>(bytes: &[u8]) -> Result<Value<T, L, &[u8]>, Error> {
    read_value_with(bytes, &Limits::DEFAULT)
}

/// Verifies the bytes of a file with one value, for programs that do not know its type: returns the header, and where
/// the value is. The value is not validated.
///
/// ```
/// use packed_data::Compact;
///
/// let bytes = packed_data_file::to_bytes::<str, Compact>("hi", &[])?;
/// let (header, place) = packed_data_file::read_bytes(&bytes)?;
/// assert_eq!((header.layout.as_str(), &bytes[place]), ("Compact", &b"\x02hi"[..]));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if the header or the value is damaged or cut off, or if the file contains records.
pub fn read_bytes(mut bytes: &[u8]) -> Result<(Header, std::ops::Range<usize>), Error> {
    let (header, at) = Header::read(&mut bytes)?;
    if header.content != Content::Value {
        return Err(Error::Content { expected: Content::Value, found: header.content });
    }
    let (block, offset) = value_block(&header, at, &mut bytes)?;
    let start = usize::try_from(offset).unwrap_or(usize::MAX);
    let place = Place { header, note: None, block, offset };
    place.verify(bytes.get(start..).unwrap_or_default())?;
    Ok((place.header, start..bytes.len()))
}

/// Reads the bytes of a file with one value, within `limits`: see [`read_value`].
///
/// # Errors
///
/// As for [`open_with`].
pub fn read_value_with<'b, T: Packable + ?Sized, L: Layout>(
    mut bytes: &'b [u8],
    limits: &Limits,
) -> Result<Value<T, L, &'b [u8]>, Error> {
    let place = locate::<T, L>(&mut bytes)?;
    let value = usize::try_from(place.offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    place.finish(value, limits)
}

/// Maps a file with one value into memory, verifies its checksum and validates the value there. The value begins at a
/// multiple of 16 bytes.
///
/// # Errors
///
/// As for [`open`].
///
/// # Safety
///
/// Nothing may change or truncate the file as long as the map lives: otherwise the bytes that are read are not those
/// that were validated. ([`write()`] replaces a file and does not change it.)
pub unsafe fn open_mapped<T: Packable + ?Sized, L: Layout>(path: impl AsRef<Path>) -> Result<Value<T, L, Mmap>, Error> {
    // SAFETY: the caller promises that nothing changes the file.
    let (place, map) = unsafe { located_map::<T, L>(path.as_ref()) }?;
    place.finish(map, &Limits::DEFAULT)
}

/// Maps a file as [`open_mapped`] does, and keeps the verdict of the validation in a second file, whose name has
/// `.verdict` at its end. As long as both files are unchanged, later calls verify the checksum, which takes the time of
/// reading the bytes, and do not validate the value again.
///
/// A verdict belongs to the bytes (their checksum, size and id), the type, the layout, and the version of this library.
/// It is written on a best-effort basis: if it cannot be written, the value is validated again the next time.
///
/// # Errors
///
/// As for [`open`].
///
/// # Safety
///
/// As for [`open_mapped`]. In addition, no adversary may be able to write the file, its folder, or the verdict, because
/// a checksum detects accidents and not intent. (Therefore the verdict is not a part of the file: a file from elsewhere
/// brings none along.)
pub unsafe fn open_mapped_once<T: Packable + ?Sized, L: Layout>(
    path: impl AsRef<Path>,
) -> Result<Value<T, L, Mmap>, Error> {
    let path = path.as_ref();
    // SAFETY: the caller promises that nothing changes the file.
    let (place, map) = unsafe { located_map::<T, L>(path) }?;
    let verdict = Verdict::new::<T, L>(&place.block);
    if verdict.is_kept(path) {
        place.verify(&map)?;
        // SAFETY: a value with this checksum, size and id was validated as this type in this layout; the caller
        // promises that no adversary made other bytes with the same checksum, or a verdict.
        let packed = unsafe { Packed::from_bytes_unchecked(map) };
        return Ok(Value { packed, header: place.header, note: place.note });
    }
    let value = place.finish(map, &Limits::DEFAULT)?;
    verdict.keep(path);
    Ok(value)
}

/// A value of a file that was not read: a view of it checks what it reads, see [`packed_data::lazy`].
///
/// ```no_run
/// use packed_data::Indexed;
///
/// // SAFETY: nothing changes the file while it is mapped.
/// let words = unsafe { packed_data_file::open_lazy::<Vec<String>, Indexed>("words") }?;
/// println!("{:?}", words.view().try_get(1_000_000)?.map(|word| word.try_text()).transpose()?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct LazyValue<T: ?Sized, L, B = Mmap> {
    bytes: B,
    place: Place,
    /// (Invariant: the header that was verified is that of this type.)
    types: PhantomData<fn(PhantomData<(PhantomData<T>, L)>) -> PhantomData<(PhantomData<T>, L)>>,
}

impl<T: Packable + ?Sized, L: RandomAccess, B: Buffer> LazyValue<T, L, B> {
    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.place.header
    }

    /// Returns what differs between the type in the file and `T`, if it is another type that can be read as `T`.
    pub fn note(&self) -> Option<&str> {
        self.place.note.as_deref()
    }

    /// Returns the lazy view of the value.
    pub fn view(&self) -> LazyView<'_, T::As, L> {
        lazy::<T, L>(self.bytes.as_bytes())
    }

    /// Verifies the checksum and validates the value, as [`open`] does.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes are not those that were written, or if they are not a valid value.
    pub fn check(self) -> Result<Value<T, L, B>, Error> {
        self.place.finish(self.bytes, &Limits::DEFAULT)
    }
}

impl<T: ?Sized, L, B> std::fmt::Debug for LazyValue<T, L, B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("LazyValue").field("header", &self.place.header).finish_non_exhaustive()
    }
}

/// Maps a file with one value into memory, and reads its header: in constant time. Neither is the checksum verified nor
/// the value validated: the lazy view checks what it reads.
///
/// # Errors
///
/// Returns an [`Error`] if the file cannot be read or mapped, is cut off, or has another type.
///
/// # Safety
///
/// Nothing may change or truncate the file as long as the map lives: otherwise the bytes that a step reads are not
/// those that it checked.
pub unsafe fn open_lazy<T: Packable + ?Sized, L: RandomAccess>(
    path: impl AsRef<Path>,
) -> Result<LazyValue<T, L>, Error> {
    // SAFETY: the caller promises that nothing changes the file.
    let (place, bytes) = unsafe { located_map::<T, L>(path.as_ref()) }?;
    Ok(LazyValue { bytes, place, types: PhantomData })
}

/// Reads the header in the bytes of a file with one value, which is read lazily: see [`open_lazy`].
///
/// ```
/// use packed_data::Indexed;
///
/// let bytes = packed_data_file::to_bytes::<[&str], Indexed>(&["to", "be"], &[])?;
/// let words = packed_data_file::read_lazy::<[String], Indexed>(&bytes)?;
/// assert_eq!(words.view().try_get(1)?.unwrap().try_text()?, "be");
/// assert_eq!(words.check()?.view().len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if the bytes are cut off, or have another type.
pub fn read_lazy<T: Packable + ?Sized, L: RandomAccess>(mut bytes: &[u8]) -> Result<LazyValue<T, L, &[u8]>, Error> {
    let place = locate::<T, L>(&mut bytes)?;
    let value = usize::try_from(place.offset).ok().and_then(|at| bytes.get(at..)).unwrap_or_default();
    Ok(LazyValue { bytes: value, place, types: PhantomData })
}

/// Reads the headers of a file with one value, and maps the value.
///
/// # Safety
///
/// Nothing changes or truncates the file as long as the map lives.
unsafe fn located_map<T: Packable + ?Sized, L: Layout>(path: &Path) -> Result<(Place, Mmap), Error> {
    let locate = || {
        let mut source = FileSource::open(path)?;
        let place = locate::<T, L>(&mut source)?;
        Ok((place, source.into_file()))
    };
    let (place, file) = locate().map_err(|error: Error| error.in_file(path))?;
    // SAFETY: the caller promises that nothing changes the file.
    let map = unsafe { map(&file, place.offset, place.block.stored) };
    map.map(|map| (place, map)).map_err(|error| Error::of_file(path, error))
}

/// Maps a part of a file.
///
/// # Safety
///
/// Nothing changes or truncates the file as long as the map lives.
unsafe fn map(file: &File, offset: u64, size: u64) -> io::Result<Mmap> {
    let size = usize::try_from(size).map_err(|_| io::ErrorKind::OutOfMemory)?;
    // SAFETY: the caller promises that nothing changes the file.
    unsafe { MmapOptions::new().offset(offset).len(size).map(file) }
}
