//! The files: the document that is read, and the packed one that is written.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use packed_data::packed::map_file;
use packed_data::{Layout, Packed};
use serde_json::Value;

use crate::model::Json;

/// The packed document, mapped from its file.
pub(crate) type Mapped<L> = Packed<Json, L, memmap2::Mmap>;

/// Reads a whole file.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    if text.trim_ascii().is_empty() {
        return Err(format!("{} is empty: expected a JSON document", path.display()));
    }
    Ok(text)
}

/// Refuses an output that would replace the input: that is a mistake of the user.
pub(crate) fn refuse_same(input: &Path, output: Option<&Path>) -> Result<(), String> {
    match output.and_then(|output| output.canonicalize().ok()) {
        Some(output) if input.canonicalize().is_ok_and(|input| input == output) => {
            Err(format!("the output would replace the input, {}", input.display()))
        }
        _ => Ok(()),
    }
}

/// Parses a document; the error contains the line and column.
pub(crate) fn parse(path: &Path, text: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(text).map_err(|error| format!("{} is not a JSON document: {error}", path.display()))
}

/// A file under a temporary name. It gets its final name when it is complete. Until then, and if anything fails, it is
/// removed, so an incomplete file is never visible under the final name.
pub(crate) struct Draft {
    path: PathBuf,
}

impl Draft {
    /// Writes a file next to `output`, so that renaming it does not move it to another disk. Without an `output`, it is
    /// written to the directory for temporary files.
    pub(crate) fn write(output: Option<&Path>, bytes: &[u8]) -> Result<Self, String> {
        let mut name = output.and_then(Path::file_name).unwrap_or("packed-json".as_ref()).to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let path = match output {
            Some(output) => output.with_file_name(name),
            None => std::env::temp_dir().join(name),
        };
        let create = || -> io::Result<Self> {
            let mut file = File::create_new(&path)?;
            let draft = Self { path: path.clone() }; // from here on an error removes it
            io::Write::write_all(&mut file, bytes)?;
            file.sync_all()?;
            Ok(draft)
        };
        create().map_err(|error| format!("cannot write {}: {error}", path.display()))
    }

    /// Maps the file and validates it.
    pub(crate) fn map<L: Layout>(&self) -> Result<Mapped<L>, String> {
        let failed = |error: &dyn std::fmt::Display| format!("cannot map {}: {error}", self.path.display());
        let file = File::open(&self.path).map_err(|error| failed(&error))?;
        // SAFETY: the file must not change while it is mapped. This process wrote it, under a name that contains the id
        // of the process, and does not change or truncate it any more (renaming does neither).
        unsafe { map_file(&file) }.map_err(|error| failed(&error))
    }

    /// Gives the file its final name, in one step. An existing file with that name is replaced.
    pub(crate) fn keep(self, output: &Path) -> Result<(), String> {
        fs::rename(&self.path, output).map_err(|error| format!("cannot write {}: {error}", output.display()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is no file of this name; otherwise an error could not be reported.
        _ = fs::remove_file(&self.path);
    }
}
