//! The environment of a case's process.
//!
//! Everything is inherited but what is known to change figures from one shell or machine to another.
//! The lists are part of the documentation: see `docs/reading-the-figures.md`.

use std::env;
use std::process::Command;

/// Variables with a value of our own.
const SET: [(&str, &str); 5] = [
    // A backtrace takes megabytes: of a panic that is caught, and of an error that captures one.
    ("RUST_BACKTRACE", "0"),
    ("RUST_LIB_BACKTRACE", "0"),
    // Messages, formats and colours depend on these.
    ("LC_ALL", "C"),
    ("TZ", "UTC"),
    ("TERM", "dumb"),
];

/// Variables taken out, besides all that begin with `LC_`. Some decide what is written (logs,
/// colours, width); the standard library reads `RUST_MIN_STACK` when the first thread is started, and
/// allocates its value.
const REMOVED: [&str; 14] = [
    "RUST_SPANTRACE",
    "RUST_MIN_STACK",
    "RUST_LOG",
    "RUST_LOG_STYLE",
    "COLORBT_SHOW_HIDDEN",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "LANG",
    "LANGUAGE",
];

/// Defines the environment of `command`.
pub(crate) fn define(command: &mut Command) {
    let locale = env::vars_os().map(|(name, _)| name);
    let locale = locale.filter(|name| name.as_encoded_bytes().starts_with(b"LC_"));
    for name in locale.chain(REMOVED.map(Into::into)) {
        command.env_remove(name);
    }
    command.envs(SET);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_documentation_lists_each_variable() {
        let page = include_str!("../docs/reading-the-figures.md");
        for (name, value) in SET {
            assert!(page.contains(&format!("`{name}={value}`")), "{name}");
        }
        for name in REMOVED {
            assert!(page.contains(&format!("`{name}`")), "{name}");
        }
    }
}
