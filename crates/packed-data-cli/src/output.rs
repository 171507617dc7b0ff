//! Files that are written: beside their place, then renamed, so that no file is ever half written.

use std::fmt;
use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{is_stdio, name_of};

/// The place of a new file: in a temporary folder beside its final place. The folder is removed when this is dropped.
struct Draft {
    folder: TempDir,
    target: PathBuf,
}

impl Draft {
    /// Creates the folder.
    fn new(target: &Path) -> Outcome<Self> {
        let parent = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = tempfile::Builder::new().prefix(".packed-").tempdir_in(parent).map_err(|error| {
            if error.kind() == io::ErrorKind::NotFound {
                return failed(target, &format_args!("the folder {} does not exist", parent.display()));
            }
            // (The error ends with the path of the temporary folder.)
            let text = error.to_string();
            failed(target, &text.split_once(" at path ").map_or(&*text, |(system, _)| system))
        })?;
        Ok(Self { folder, target: target.into() })
    }

    /// Returns the path at which the file is to be created.
    fn path(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    /// Gives the file its name, in one step; an existing file of that name is replaced.
    fn keep(self) -> Outcome {
        std::fs::rename(self.path(), &self.target).map_err(|error| failed(&self.target, &error))
    }
}

/// Returns the failure to write an output.
pub(crate) fn failed(target: &Path, error: &dyn fmt::Display) -> Failure {
    let name = if is_stdio(target) { "standard output".into() } else { name_of(target) };
    Failure::Data(format!("cannot write {name}: {error}"))
}

/// Names the output in a failure to write it.
fn named(failure: Failure, target: &Path) -> Failure {
    match failure {
        Failure::Output(error) => failed(target, &error),
        other => other,
    }
}

/// Opens an output that exists and is no file, as a pipe or a device: it takes bytes, and must not be replaced.
fn open_stream(target: &Path) -> Outcome<Option<File>> {
    match std::fs::metadata(target) {
        Ok(found) if !found.is_file() && !found.is_dir() => {
            OpenOptions::new().write(true).open(target).map(Some).map_err(|error| failed(target, &error))
        }
        _ => Ok(None),
    }
}

/// Writes a file whose beginning depends on its end: `write` creates it at a temporary path. Then it gets its name; or
/// it is copied, to standard output and to what is no file.
pub(crate) fn write_whole(
    console: &mut Console<'_>,
    target: &Path,
    write: &mut dyn FnMut(&mut Console<'_>, &Path) -> Outcome,
) -> Outcome {
    whole(console, target, write).map_err(|failure| named(failure, target))
}

fn whole(
    console: &mut Console<'_>,
    target: &Path,
    write: &mut dyn FnMut(&mut Console<'_>, &Path) -> Outcome,
) -> Outcome {
    let mut stream = if is_stdio(target) { None } else { open_stream(target)? };
    if !is_stdio(target) && stream.is_none() {
        let draft = Draft::new(target)?;
        write(console, &draft.path())?;
        return draft.keep();
    }
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("new");
    write(console, &path)?;
    let mut file = File::open(&path)?;
    match &mut stream {
        Some(stream) => io::copy(&mut file, stream)?,
        None => return console.data(&mut |to| Ok(io::copy(&mut file, to).map(drop)?)),
    };
    Ok(())
}

/// Writes a file as a whole, or standard output, or to what is no file.
pub(crate) fn write_file(
    console: &mut Console<'_>,
    target: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> Outcome,
) -> Outcome {
    file(console, target, write).map_err(|failure| named(failure, target))
}

fn file(console: &mut Console<'_>, target: &Path, write: &mut dyn FnMut(&mut dyn Write) -> Outcome) -> Outcome {
    if is_stdio(target) {
        return console.data(write);
    }
    if let Some(stream) = open_stream(target)? {
        let mut to = BufWriter::new(stream);
        write(&mut to)?;
        return Ok(to.flush()?);
    }
    let draft = Draft::new(target)?;
    let file = File::create_new(draft.path()).map_err(|error| failed(target, &error))?;
    let mut to = BufWriter::new(file);
    write(&mut to)?;
    to.flush().and_then(|()| to.get_ref().sync_all()).map_err(|error| failed(target, &error))?;
    drop(to);
    draft.keep()
}

/// Refuses an output that would replace the input.
pub(crate) fn refuse_same(input: &Path, output: &Path) -> Outcome {
    let same = || Some(input.canonicalize().ok()? == output.canonicalize().ok()?);
    if !is_stdio(input) && !is_stdio(output) && same() == Some(true) {
        return Err(Failure::Usage(format!("the output would replace the input, {}", name_of(input))));
    }
    Ok(())
}
