//! `packed sql`: passes a question to the program `packed-sql`.
//!
//! DataFusion is a program of its own: it needs a newer Rust than this one, has the version of Arrow before that of
//! `packed-data-arrow`, and takes many times as long to compile as all else here.

use std::io::{self, ErrorKind};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::console::Console;
use crate::error::{Failure, Outcome};

const PROGRAM: &str = "packed-sql";

pub(super) fn run(console: &mut Console<'_>, files: &[PathBuf], query: &str) -> Outcome {
    // (One beside this program is preferred to one of the path.)
    let here = std::env::current_exe().ok().and_then(|exe| Some(exe.parent()?.join(PROGRAM)));
    let program = here.filter(|program| program.is_file()).unwrap_or_else(|| PROGRAM.into());
    let mut command = Command::new(program);
    command.args(files).arg(query).stdin(Stdio::null()).stdout(Stdio::piped());
    let mut child = command.spawn().map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::Usage(format!(
            "the program `{PROGRAM}`, which answers with DataFusion, is not installed: cargo install --path examples/sql"
        )),
        _ => Failure::Data(format!("cannot start `{PROGRAM}`: {error}")),
    })?;
    if let Some(mut answer) = child.stdout.take() {
        io::copy(&mut answer, &mut console.out)?;
    }
    let status = child.wait().map_err(|error| Failure::Data(format!("cannot wait for `{PROGRAM}`: {error}")))?;
    // (It has said why.)
    Failure::if_reported(!status.success())
}
