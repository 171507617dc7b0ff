//! The program: see the library.

use std::io::Write;
use std::process::ExitCode;

fn main() -> ExitCode {
    match dataflow::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // (In one piece: a worker that panics may be printing too. It is no error if standard error is closed.)
            _ = std::io::stderr().write_all(format!("error: {error}\n").as_bytes());
            ExitCode::FAILURE
        }
    }
}
