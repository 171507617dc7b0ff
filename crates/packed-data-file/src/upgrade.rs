//! Makes a file of records one of a newer type, so that records of that type can be appended to it.

use std::fs::OpenOptions;
use std::path::Path;

use packed_data::{Layout, Packable};

use crate::content::Content;
use crate::error::Error;
use crate::header::Header;
use crate::repair::Plan;
use crate::source::FileSource;
use crate::writer::lock;

/// Makes a file of records one of type `T`, if its records can be read as a `T` already: those of an older version of
/// an extensible type, for example. Such a file can be [read](crate::Records) as it is, but records of the new type are
/// [appended](crate::Options::append) only after this.
///
/// Returns what differs between the types; `None` if the file is one of exactly this type, and was not changed.
///
/// The file is replaced as a whole by one with another header. Its blocks are copied as they are, with the numbers and
/// keys of the records. Its metadata has the old schema from then on: whatever is read as another type later must be
/// able to read all types that are in the file.
///
/// It reads all of the file, piece by piece: the memory is that of the largest block, and 100 bytes for each block.
///
/// ```
/// use packed_data::{Compact, Packable};
/// use packed_data_file::{Options, Records, upgrade};
///
/// mod v1 {
///     #[derive(packed_data::Packable)]
///     #[packable(extensible)]
///     pub struct Event(pub u64);
/// }
///
/// #[derive(Packable)]
/// #[packable(extensible)]
/// struct Event(u64, #[packable(default)] String);
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("events");
/// let mut writer = Options::<v1::Event, Compact>::new().create(&path)?;
/// writer.write(&v1::Event(7))?;
/// writer.close()?;
///
/// assert!(Options::<Event, Compact>::new().append(&path).is_err());
/// assert!(upgrade::<Event, Compact>(&path)?.is_some());
/// let mut writer = Options::<Event, Compact>::new().append(&path)?;
/// writer.write(&Event(9, "new".into()))?;
/// writer.close()?;
///
/// let events = Records::<Event, Compact>::open(&path)?;
/// assert_eq!(events.get(0)?.get(|event: EventNames| event.1), None);
/// assert_eq!(events.get(1)?.get(|event: EventNames| event.1), Some("new"));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
///
/// # Errors
///
/// Returns an [`Error`] if the records cannot be read as a `T` in layout `L`; if a writer has the file open; if it is
/// damaged or records of it are lost, so that it needs a [repair](crate::repair()) first; if it had a hundred other
/// types already; or if it cannot be read or replaced. The file is unchanged then.
pub fn upgrade<T: Packable + ?Sized, L: Layout>(path: impl AsRef<Path>) -> Result<Option<String>, Error> {
    let path = path.as_ref();
    let of_path = |error| Error::of_file(path, error);
    let file = OpenOptions::new().read(true).write(true).open(path).map_err(of_path)?;
    lock(&file).map_err(of_path)?;
    let mut source = FileSource::new(file).map_err(of_path)?;
    let mut plan = || {
        let (header, _) = Header::read(&mut source)?;
        let Some(note) = header.check::<T, L>(Content::Records)? else { return Ok(None) };
        let mut plan = Plan::new(&mut source)?;
        plan.require_whole()?;
        plan.header = header.upgraded::<T>();
        plan.header.check::<T, L>(Content::Records)?;
        Ok(Some((plan, note)))
    };
    let Some((plan, note)) = plan().map_err(|error: Error| error.in_file(path))? else { return Ok(None) };
    plan.write_file(&mut source, path, path)?;
    Ok(Some(note))
}
