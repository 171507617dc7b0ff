//! `results [--quick]`: runs every table, and writes `RESULTS.md` and its charts beside the manifest of the crate.

use std::io::Write as _;
use std::path::Path;
use std::process::ExitCode;

use bench::{Error, Report, Settings, Table};

const USAGE: &str = "usage: results [--quick]";

const COMMAND: &str = "cargo run --release -p bench --bin results";

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args_os().skip(1).collect();
    let quick = match arguments.as_slice() {
        [] => false,
        [flag] if flag == "--quick" => true,
        _ => {
            eprintln!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match write(quick) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the tables. Nothing is written to `RESULTS.md` unless all of them succeed.
fn write(quick: bool) -> Result<(), Error> {
    // Links to charts are relative to the file.
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR"))?;
    let mut text = introduction(quick).into_bytes();
    for table in Table::ALL {
        eprintln!("{}", table.name());
        writeln!(text)?;
        let settings = Settings { quick, svg: Some("charts".into()), ..Settings::new(table) };
        let report = Report::to(&mut text, &settings)?;
        table.run(&settings, report)?;
    }
    Ok(std::fs::write(Path::new("RESULTS.md"), text)?)
}

fn introduction(quick: bool) -> String {
    let command = if quick { format!("{COMMAND} -- --quick") } else { COMMAND.to_owned() };
    let machine = bench::describe_machine();
    format!(
        "# Results\n\n\
         Written by `{command}`; what is compared, and how, is told in the [README](README.md).\n\n\
         Beside each time stands how many times that of the fastest in its column it is. Half the distance of the \
         quartiles is given (±) where it is above 5 %.\n\n\
         {machine}\n"
    )
}
