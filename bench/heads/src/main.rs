//! What heads cost: the instructions of operations on extensible types, counted by callgrind, beside those on the same
//! types that are not extensible.
//!
//! `cargo run --release --manifest-path bench/Cargo.toml -p heads` prints the table of the book's chapter "Types that
//! change". It needs `valgrind`, and starts this program under it for each case, with the name of the case.

use std::process::{Command, ExitCode};

/// A piece of work that is counted.
struct Case {
    data: &'static str,
    operation: &'static str,
    layout: &'static str,
    /// Prepares the data; returns the work, which may be done again and again.
    prepare: fn() -> Box<dyn FnMut()>,
}

/// The types, in a module of this name, with the attributes that follow it; and the cases with these types.
macro_rules! types {
    ($(#[doc = $doc:literal])* $module:ident $(, $attribute:meta)*) => {
        $(#[doc = $doc])*
        mod $module {
            use packed_data::Packable;

            /// A record.
            #[derive(Clone, Packable)]
            $(#[$attribute])*
            struct Person {
                name: String,
                number: u64,
                mail: String,
                age: u16,
                active: bool,
            }

            /// Nothing but numbers.
            #[derive(Clone, Copy, Packable)]
            $(#[$attribute])*
            struct Sample {
                time: u64,
                count: u32,
                value: f32,
                kind: u16,
                flags: u8,
            }

            /// An expression.
            #[derive(Clone, Packable)]
            $(#[$attribute])*
            enum Expr {
                Number(i64),
                Add(Box<Expr>, Box<Expr>),
                Subtract(Box<Expr>, Box<Expr>),
                Multiply(Box<Expr>, Box<Expr>),
            }

            include!("cases.rs");
        }
    };
}

types!(
    /// Types that are not extensible.
    plain
);
types!(
    /// The same types, extensible.
    extensible,
    packable(extensible)
);

/// Does the work that is counted.
#[inline(never)]
fn counted(work: &mut dyn FnMut()) {
    work();
}

/// Does the work of the case with this name: once so that memory is allocated, and then once that counts.
fn run(name: &str) -> Result<(), String> {
    let cases = [("plain", plain::cases()), ("extensible", extensible::cases())];
    for (module, cases) in cases {
        for case in cases {
            if name == case.name(module) {
                let mut work = (case.prepare)();
                work();
                counted(&mut *work);
                return Ok(());
            }
        }
    }
    Err(format!("no case has the name {name:?}"))
}

impl Case {
    fn name(&self, module: &str) -> String {
        format!("{}/{}/{}/{module}", self.data, self.operation, self.layout)
    }

    /// Counts the instructions of this case, with the types of a module.
    fn count(&self, module: &str) -> Result<u64, String> {
        let program = std::env::current_exe().map_err(|error| error.to_string())?;
        let output = Command::new("valgrind")
            .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--toggle-collect=heads::counted*"])
            .arg(program)
            .arg(self.name(module))
            .output()
            .map_err(|error| format!("valgrind: {error}"))?;
        let text = String::from_utf8_lossy(&output.stderr);
        let collected = text.lines().find_map(|line| line.split_once("Collected : ")?.1.trim().parse().ok());
        match collected {
            Some(count) if output.status.success() && count > 0 => Ok(count),
            _ => Err(format!("{}: nothing was counted:\n{text}", self.name(module))),
        }
    }
}

/// The columns and the rows of the summary.
const DATA: [&str; 3] = ["records", "numbers", "expressions"];
const OPERATIONS: [&str; 6] = ["unpack", "pack", "cursor", "view", "fold", "validate"];

/// Counts all cases; prints a row for each, and a summary of the ratios.
fn table() -> Result<(), String> {
    println!("| data | operation | layout | plain | extensible | ratio |");
    println!("|---|---|---|--:|--:|--:|");
    let mut ratios = Vec::new();
    for case in plain::cases() {
        let (plain, extensible) = (case.count("plain")?, case.count("extensible")?);
        let ratio = extensible as f64 / plain as f64;
        let Case { data, operation, layout, .. } = case;
        println!("| {data} | {operation} | {layout} | {plain} | {extensible} | {ratio:.2} |");
        ratios.push((case, ratio));
    }
    println!("\nRatios, `Compact` / `Indexed`:\n\n| operation | {} |\n|---|---|---|---|", DATA.join(" | "));
    for operation in OPERATIONS {
        let cells = DATA.map(|data| {
            let of_cell = |case: &Case| case.operation == operation && case.data == data;
            let cell = ratios.iter().filter(|(case, _)| of_cell(case)).map(|(_, ratio)| format!("{ratio:.2}"));
            cell.collect::<Vec<_>>().join(" / ")
        });
        println!("| {operation} | {} |", cells.join(" | "));
    }
    Ok(())
}

fn main() -> ExitCode {
    let result = match std::env::args().nth(1) {
        Some(name) => run(&name),
        None => table(),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}
