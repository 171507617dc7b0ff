//! The program: see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    match dataflow::run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::FAILURE
        }
    }
}
