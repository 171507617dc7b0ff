//! `bench TABLE [--quick] [--only TASK] [--json FILE] [--svg DIR]`

use std::process::ExitCode;

use bench::{Report, Settings};

fn main() -> ExitCode {
    let settings = match Settings::from_args(std::env::args_os().skip(1)) {
        Ok(settings) => settings,
        Err(error) => {
            eprintln!("{error}\n{}", bench::Settings::USAGE);
            return ExitCode::from(2);
        }
    };
    println!("{}\n", bench::describe_machine());
    match Report::to_stdout(&settings).and_then(|report| settings.table.run(&settings, report)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
