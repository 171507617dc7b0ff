//! `packed completions` and `packed man`: printed from the description of the command line.

use std::path::Path;

use clap_complete::Shell;

use crate::command_line;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::{is_stdio, name_of};

pub(super) fn completions(console: &mut Console<'_>, shell: Shell) -> Outcome {
    // (The generator panics if a write fails, so it writes to memory.)
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut command_line(), "packed", &mut text);
    Ok(console.out.write_all(&text)?)
}

pub(super) fn pages(folder: &Path) -> Outcome {
    if is_stdio(folder) {
        return Err(Failure::Usage("expected a folder: there is a page for each command".into()));
    }
    let failed = |error: std::io::Error| Failure::Data(format!("cannot write to {}: {error}", name_of(folder)));
    std::fs::create_dir_all(folder).map_err(failed)?;
    clap_mangen::generate_to(command_line(), folder).map_err(failed)
}
