//! The program: see the README.

use std::process::ExitCode;

use clap::Parser;
use tree_service::config::Cli;

fn main() -> ExitCode {
    match tree_service::run::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tree-service: {error}");
            ExitCode::FAILURE
        }
    }
}
