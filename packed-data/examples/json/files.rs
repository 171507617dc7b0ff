//! Files: the document that comes in, and the packed one that goes out.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use packed_data::{Layout, Packed};
use serde_json::Value;

use crate::model::Json;

/// The packed document, mapped from its file.
pub(crate) type Mapped<L> = Packed<Json, L, memmap2::Mmap>;

/// Reads a file to its end.
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, String> {
    let text = fs::read(path).map_err(|error| format!("cannot read {}: {error}", path.display()))?;
    if text.trim_ascii().is_empty() {
        return Err(format!("{} is empty: expected a JSON document", path.display()));
    }
    Ok(text)
}

/// An output that would take the place of the input is a slip.
pub(crate) fn refuse_same(input: &Path, output: Option<&Path>) -> Result<(), String> {
    match output.and_then(|output| output.canonicalize().ok()) {
        Some(output) if input.canonicalize().is_ok_and(|input| input == output) => {
            Err(format!("the output would replace the input, {}", input.display()))
        }
        _ => Ok(()),
    }
}

/// Parses a document; the error has the line and column.
pub(crate) fn parse(path: &Path, text: &[u8]) -> Result<Value, String> {
    serde_json::from_slice(text).map_err(|error| format!("{} is no JSON document: {error}", path.display()))
}

/// A file under a temporary name. It gets its own name when all is done; until then, and if anything fails,
/// it is removed, so nobody ever sees half of it.
pub(crate) struct Draft {
    path: PathBuf,
}

impl Draft {
    /// Writes a file that is to become `output`, beside it, so that the renaming stays within one disk; or, if
    /// nobody wants to keep it, in the directory for temporary files.
    pub(crate) fn write(output: Option<&Path>, bytes: &[u8]) -> Result<Self, String> {
        let mut name = output.and_then(Path::file_name).unwrap_or("packed-json".as_ref()).to_owned();
        name.push(format!(".{}.part", std::process::id()));
        let path = match output {
            Some(output) => output.with_file_name(name),
            None => std::env::temp_dir().join(name),
        };
        let create = || -> io::Result<Self> {
            let mut file = File::create_new(&path)?;
            let draft = Self { path: path.clone() }; // from here on a failure removes it
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
        // SAFETY: the file must stay as it is while the map lives. This process wrote it, under a name that
        // holds its own number, and neither changes nor truncates it any more (renaming does neither).
        unsafe { Packed::map_file(&file) }.map_err(|error| failed(&error))
    }

    /// Gives the file its own name, in one step; what had that name is replaced.
    pub(crate) fn keep(self, output: &Path) -> Result<(), String> {
        fs::rename(&self.path, output).map_err(|error| format!("cannot write {}: {error}", output.display()))
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        // After the renaming there is nothing of that name; otherwise there is nobody to tell of a failure.
        _ = fs::remove_file(&self.path);
    }
}
