//! `results [--quick] [TABLE ...]`: runs the tables, all of them if none is named, and writes `RESULTS.md` and its charts
//! beside the manifest of the crate. What is there of other tables is kept.

use std::fs;
use std::process::ExitCode;

use bench::{Error, Report, Settings, Table};

const USAGE: &str = "usage: results [--quick] [table1|formats|vectors|scaling ...]";

const INTRODUCTION: &str = "# Results

Written by `cargo run --release -p bench --bin results`; what is compared, and how, is told in the [README](README.md).

Beside each time stands how many times that of the fastest in its column it is. Half the distance of the quartiles is
given (±) where it is above 5 %.
";

fn main() -> ExitCode {
    let (mut quick, mut tables) = (false, Vec::new());
    for argument in std::env::args().skip(1) {
        match Table::ALL.into_iter().find(|table| table.name() == argument) {
            Some(table) => tables.push(table),
            None if argument == "--quick" => quick = true,
            None => {
                eprintln!("{USAGE}");
                return ExitCode::from(2);
            }
        }
    }
    match write(quick, &tables) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

/// Runs the tables. Nothing is written to `RESULTS.md` unless all of them succeed.
fn write(quick: bool, tables: &[Table]) -> Result<(), Error> {
    const RESULTS: &str = "RESULTS.md";

    // Links to charts are relative to the file.
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR"))?;
    let before = fs::read_to_string(RESULTS).unwrap_or_default();
    let mut text = INTRODUCTION.to_owned();
    for table in Table::ALL {
        let section = if tables.is_empty() || tables.contains(&table) {
            eprintln!("{}", table.name());
            run(quick, table)?
        } else {
            section(&before, table)
                .ok_or_else(|| format!("{RESULTS} has no table {}: run it as well", table.name()))?
                .to_owned()
        };
        text += "\n";
        text += &section;
    }
    Ok(fs::write(RESULTS, text)?)
}

/// Runs a table, and tells what came out and on what machine.
fn run(quick: bool, table: Table) -> Result<String, Error> {
    let settings = Settings { quick, svg: Some("charts".into()), ..Settings::new(table) };
    let mut text = Vec::new();
    let report = Report::to(&mut text, &settings)?;
    table.run(&settings, report)?;
    let pace = if quick { "\n- a quick run" } else { "" };
    let text = String::from_utf8(text)?;
    Ok(format!("{}\n\n### Measured on\n\n{}{pace}\n", text.trim_end(), bench::describe_machine()))
}

/// What a text has of a table.
fn section(text: &str, table: Table) -> Option<&str> {
    let start = text.find(&format!("## {}\n", table.name()))?;
    let rest = &text[start..];
    let end = rest.find("\n\n## ").map_or(rest.len(), |end| end + 1);
    Some(&rest[..end])
}
