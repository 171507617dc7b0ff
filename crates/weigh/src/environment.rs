//! The environment variables of a case's process.
//!
//! All variables are inherited, except those that are known to change figures between shells or machines. The
//! documentation has the same lists: see `docs/reading-the-figures.md`.

use std::env;
use std::process::Command;

/// Variables that are set to a fixed value.
const SET: [(&str, &str); 5] = [
    // A backtrace takes megabytes, for a panic that is caught and for an error that captures it.
    ("RUST_BACKTRACE", "0"),
    ("RUST_LIB_BACKTRACE", "0"),
    // Messages, formats and colours depend on these variables.
    ("LC_ALL", "C"),
    ("TZ", "UTC"),
    ("TERM", "dumb"),
];

/// Variables that are removed, in addition to all that begin with `LC_`. Most of them change the output (logs, colours,
/// width). The standard library reads `RUST_MIN_STACK` when the first thread starts, and allocates its value.
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

/// Sets the environment of `command`.
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
