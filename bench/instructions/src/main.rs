//! Cases of work with packed data, of which `ci/instructions.sh` counts the instructions: before and after a change.
//!
//! Without arguments, the program prints the names of all cases; with one, it does the work of the case with this name.
//! The script builds it with two revisions of the library, so the cases only use what both have.

use std::process::ExitCode;

mod cases;
mod data;
mod readers;

/// A piece of work that is counted.
struct Case {
    /// The data, the operation, and the layout.
    name: String,
    /// Prepares the data; returns the work, which may be done again and again.
    prepare: fn() -> Box<dyn FnMut()>,
}

/// Does the work that is counted. (The script names this function to callgrind.)
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

fn main() -> ExitCode {
    let cases = cases::all();
    let Some(name) = std::env::args().nth(1) else {
        cases.iter().for_each(|case| println!("{}", case.name));
        return ExitCode::SUCCESS;
    };
    let Some(case) = cases.iter().find(|case| case.name == name) else {
        eprintln!("no case has the name {name:?}");
        return ExitCode::FAILURE;
    };
    let mut work = (case.prepare)();
    // (The first time, the allocator asks the system for memory.)
    work();
    counted(&mut *work);
    ExitCode::SUCCESS
}
