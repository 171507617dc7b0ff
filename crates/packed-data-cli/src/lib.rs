//! The command `packed`: it looks into packed data, checks it, queries it, converts it and repairs it.
//!
//! The book's page on the command is its manual. This library has all of it but the process: [`run`] takes arguments
//! and streams, and returns the exit status.
//!
//! ```
//! use packed_data_cli::{Console, run};
//!
//! fn packed(words: &[&str], mut input: &[u8]) -> (u8, Vec<u8>) {
//!     let (mut out, mut err) = (Vec::new(), Vec::new());
//!     let mut console = Console {
//!         input: &mut input,
//!         out: &mut out,
//!         err: &mut err,
//!         is_terminal: false,
//!         has_colours: false,
//!         shows_progress: false,
//!     };
//!     (run(words, &mut console), out)
//! }
//!
//! let json = br#"[{"id": 1, "open": true}, {"id": 2, "open": false}]"#;
//! let (status, file) = packed(&["packed", "pack", "-", "-o", "-"], json);
//! assert_eq!(status, 0);
//! let (status, found) = packed(&["packed", "cat", "-", "--where", "id > 1"], &file);
//! assert_eq!((status, found.as_slice()), (0, &b"{\"id\":2,\"open\":false}\n"[..]));
//! ```
#![forbid(unsafe_code)]

mod args;
#[cfg(feature = "arrow")]
mod columns_input;
mod commands;
mod console;
mod csv_input;
#[allow(unreachable_pub, reason = "`steps` re-exports some of it")]
mod document;
mod error;
mod follow;
mod grouped;
mod hex;
mod infer;
mod input;
mod items;
mod json_input;
mod json_text;
mod key;
mod losses;
mod order_key;
mod output;
mod packing;
#[cfg(feature = "columns")]
mod parts;
mod rows;
mod sorter;
mod source;
mod split;
mod timing;
mod writing;

use std::ffi::OsString;

use clap::{CommandFactory, Parser};

use args::Arguments;
pub use console::Console;
use error::Failure;

/// What tests call directly that count steps of work.
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub mod steps {
    pub use packed_data_schema::infer::document;
}

/// Runs the command with these arguments, of which the first is its name. Returns the exit status: 0, or 1 if something
/// is wrong with the data, or 2 if something is wrong with the arguments.
pub fn run<A: Into<OsString> + Clone>(arguments: impl IntoIterator<Item = A>, console: &mut Console<'_>) -> u8 {
    let arguments = match Arguments::try_parse_from(arguments) {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() => {
            console.complain(&error.to_string());
            return 2;
        }
        Err(help) => {
            _ = write!(console.out, "{help}").and_then(|()| console.out.flush());
            return 0;
        }
    };
    let done = commands::run(&arguments, console).and_then(|()| Ok(console.out.flush()?));
    let Err(failure) = done else { return 0 };
    if let Failure::Data(_) | Failure::Output(_) | Failure::Usage(_) = failure {
        console.report(&failure.to_string());
    } else {
        _ = console.out.flush();
    }
    failure.status()
}

/// Returns the description of the command line: for completions and manual pages.
pub fn command_line() -> clap::Command {
    Arguments::command()
}
