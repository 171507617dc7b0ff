//! Files that are written: beside their place, then renamed, so that no file is ever half written.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::is_stdio;

/// The place of a new file: in a temporary folder beside its final place. The folder is removed when this is dropped.
pub(crate) struct Draft {
    folder: TempDir,
    target: PathBuf,
}

impl Draft {
    /// Creates the folder.
    pub(crate) fn new(target: &Path) -> Outcome<Self> {
        let parent = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = tempfile::Builder::new().prefix(".packed-").tempdir_in(parent);
        // (The error itself has the path of the temporary folder.)
        let folder = folder.map_err(|error| failed(target, &error.kind().into()))?;
        Ok(Self { folder, target: target.into() })
    }

    /// Returns the path at which the file is to be created.
    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    /// Gives the file its name, in one step; an existing file of that name is replaced.
    pub(crate) fn keep(self) -> Outcome {
        std::fs::rename(self.path(), &self.target).map_err(|error| failed(&self.target, &error))
    }
}

fn failed(target: &Path, error: &io::Error) -> Failure {
    Failure::Data(format!("cannot write {}: {error}", target.display()))
}

/// Writes a file as a whole, or standard output.
pub(crate) fn write_file(
    console: &mut Console<'_>,
    target: &Path,
    write: &mut dyn FnMut(&mut dyn Write) -> Outcome,
) -> Outcome {
    if is_stdio(target) {
        return write(console.out);
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
        return Err(Failure::Usage(format!("the output would replace the input, {}", input.display())));
    }
    Ok(())
}
