//! The process of the command `packed`; the library of this crate does the work.

use std::io::{self, BufWriter, IsTerminal};
use std::process::ExitCode;

fn main() -> ExitCode {
    let is_terminal = io::stdout().is_terminal();
    let wants_colours = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let mut console = packed_data_cli::Console {
        input: &mut io::stdin().lock(),
        out: &mut BufWriter::with_capacity(1 << 16, io::stdout().lock()),
        err: &mut io::stderr(),
        is_terminal,
        has_colours: is_terminal && wants_colours,
        shows_progress: io::stderr().is_terminal(),
    };
    ExitCode::from(packed_data_cli::run(std::env::args_os(), &mut console))
}
