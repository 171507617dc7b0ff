//! Cargo as trybuild shall call it: `cases` of code that must not compile are built, not only checked, and their
//! dependencies are compiled once.
//!
//! Trybuild compiles the dependencies twice, because it adds a flag for the cases; and once more if any case has to be
//! built. Here both calls have the flag, and a check is a build. (A case that a check would refuse is refused by a
//! build as early.) The variable `CARGO_OF_CASES` has the path of the cargo that is called.

use std::env;
use std::ffi::OsString;
use std::process::{Command, exit};

/// The flag that trybuild adds, as it is in a list of flags.
const WIDTH: &str = r#""--diagnostic-width=140""#;

fn main() {
    let cargo = env::var_os("CARGO_OF_CASES").expect("tests/ui.rs sets the variable");
    let status = Command::new(cargo).args(env::args_os().skip(1).map(changed)).status();
    exit(status.ok().and_then(|status| status.code()).unwrap_or(101));
}

/// Returns an argument as cargo is to have it.
fn changed(argument: OsString) -> OsString {
    match argument.to_str() {
        Some("check") => "build".into(),
        Some(text) if text.contains(".rustflags=[") && !text.contains(WIDTH) => {
            format!("{}, {WIDTH}]", text.trim_end_matches(']')).into()
        }
        _ => argument,
    }
}
