//! `results [--quick] [TABLE ...]`: runs these tables, or all tables if none is named, and writes `RESULTS.md` and its
//! charts next to the manifest of the crate. The sections of other tables are kept.

use std::fs;
use std::process::ExitCode;

use bench::{Error, Report, Settings, Table};

const USAGE: &str = "usage: results [--quick] [table1|formats|vectors|scaling|build-cost ...]";

const INTRODUCTION: &str = "# Results

Written by `cargo run --release --manifest-path bench/Cargo.toml --bin results`. The [README](README.md) says what is
compared, and how.

The number after each time is its ratio to the fastest time in the column. Half the distance of the quartiles is given
(±) where it is above 5 %.
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

/// Runs the tables. Writes `RESULTS.md` after each of them, so that a later one that fails takes nothing with it.
fn write(quick: bool, tables: &[Table]) -> Result<(), Error> {
    const RESULTS: &str = "RESULTS.md";

    // Links to charts are relative to the file.
    std::env::set_current_dir(env!("CARGO_MANIFEST_DIR"))?;
    let before = fs::read_to_string(RESULTS).unwrap_or_default();
    let wanted = |table| tables.is_empty() || tables.contains(&table);
    let mut sections = Table::ALL.map(|table| section(&before, table).map(str::to_owned));
    if let Some((table, _)) = Table::ALL.iter().zip(&sections).find(|(table, old)| old.is_none() && !wanted(**table)) {
        return Err(format!("{RESULTS} has no table {}: run it too", table.name()).into());
    }
    for (index, table) in Table::ALL.into_iter().enumerate().filter(|(_, table)| wanted(*table)) {
        eprintln!("{}", table.name());
        sections[index] = Some(run(quick, table)?);
        let written = sections.iter().flatten();
        fs::write(RESULTS, written.fold(INTRODUCTION.to_owned(), |text, section| text + "\n" + section))?;
    }
    Ok(())
}

/// Runs a table, and returns its results and a description of the machine.
fn run(quick: bool, table: Table) -> Result<String, Error> {
    let settings = Settings { quick, svg: Some("charts".into()), ..Settings::new(table) };
    let mut text = Vec::new();
    let report = Report::to(&mut text, &settings)?;
    table.run(&settings, report)?;
    let pace = if quick { "\n- a quick run" } else { "" };
    let text = String::from_utf8(text)?;
    Ok(format!("{}\n\n### Measured on\n\n{}{pace}\n", text.trim_end(), bench::describe_machine()))
}

/// Returns the section of a table.
fn section(text: &str, table: Table) -> Option<&str> {
    let start = text.find(&format!("## {}\n", table.name()))?;
    let rest = &text[start..];
    let end = rest.find("\n\n## ").map_or(rest.len(), |end| end + 1);
    Some(&rest[..end])
}
