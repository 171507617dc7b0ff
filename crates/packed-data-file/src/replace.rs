//! Replaces or creates a file as a whole.

use std::fs::{self, File};
use std::io;
use std::path::Path;

use tempfile::NamedTempFile;

/// Replaces a file by one that `fill` writes, as a whole. Errors do not name the file.
pub(crate) fn replace(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<()> {
    let mut new = beside(path)?;
    fill(new.as_file_mut())?;
    if let Ok(old) = fs::metadata(path) {
        new.as_file().set_permissions(old.permissions())?;
    }
    new.as_file().sync_all()?;
    new.persist(path).map_err(|error| error.error)?;
    sync_folder(path)
}

/// Creates a file that `fill` writes, and returns it open: after a crash there is no file, or one with all that was
/// written. Fails if there is such a file already. Errors do not name the file.
pub(crate) fn create(path: &Path, fill: impl FnOnce(&mut File) -> io::Result<()>) -> io::Result<File> {
    let mut new = beside(path)?;
    fill(new.as_file_mut())?;
    new.as_file().sync_all()?;
    let file = new.persist_noclobber(path).map_err(|error| error.error)?;
    sync_folder(path)?;
    Ok(file)
}

/// Creates a temporary file in the folder of a file.
fn beside(path: &Path) -> io::Result<NamedTempFile> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut prefix = std::ffi::OsString::from(".");
    prefix.push(name);
    prefix.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(".tmp");
    #[cfg(unix)]
    let all = std::os::unix::fs::PermissionsExt::from_mode(0o666);
    #[cfg(unix)]
    builder.permissions(all); // (the umask applies)
    builder.tempfile_in(folder_of(path)).map_err(without_path)
}

/// Returns the error of the system inside `error`, which also names the temporary file: users do not know that name.
fn without_path(error: io::Error) -> io::Error {
    let inner = error.get_ref().and_then(|error| error.source()).and_then(|error| error.downcast_ref::<io::Error>());
    match inner.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error.kind().into(),
    }
}

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Syncs the folder of a file, so that its name is on the disk.
pub(crate) fn sync_folder(path: &Path) -> io::Result<()> {
    // (Elsewhere folders cannot be opened as files.)
    if cfg!(unix) { File::open(folder_of(path))?.sync_all() } else { Ok(()) }
}
