//! `rkyv-unaligned`: rkyv with its feature `unaligned`, which changes every archived type. A build has only one rkyv,
//! with one set of features, so this is a program of its own: the package `unaligned`, built when it is first needed.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::Error;
use crate::process::Process;

/// The name of the contestant.
pub(super) const NAME: &str = "rkyv-unaligned";

/// Starts the program at a task on one `part`-th of a data set; it generates the data itself. At the task `bytes` it
/// writes the archive.
pub(super) fn start(task: &str, set: &str, part: usize) -> Result<Process, Error> {
    if align_of::<rkyv::primitive::ArchivedU64>() == 1 {
        return Err("rkyv is unaligned here too: build the package `bench` alone, not the whole workspace".into());
    }
    let program = program()?;
    let process = Process::start(program, &format!("{task} {set} {part}"), &[]);
    process.map_err(|error| format!("{NAME}: {}: {error}", program.display()).into())
}

/// Returns the path of the program.
fn program() -> Result<&'static Path, Error> {
    static PROGRAM: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    match PROGRAM.get_or_init(|| build().map_err(|error| format!("{NAME} does not build: {error}"))) {
        Ok(program) => Ok(program),
        Err(error) => Err(error.as_str().into()),
    }
}

/// Builds the program, with the profile of this one.
fn build() -> Result<PathBuf, Error> {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let (profile, folder) = if cfg!(debug_assertions) { ("dev", "debug") } else { ("release", "release") };
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.args(["build", "--locked", "--profile", profile, "--package", "unaligned", "--target-dir", "target"]);
    let output = cargo.current_dir(here).output()?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into());
    }
    Ok(here.join("target").join(folder).join("unaligned").with_extension(std::env::consts::EXE_EXTENSION))
}
