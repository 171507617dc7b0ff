//! Colours for terminals.

use std::env;
use std::io::{self, IsTerminal};

/// When to use colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Colour {
    /// On a terminal with colours, unless `NO_COLOR` is set.
    #[default]
    Auto,
    Always,
    Never,
}

impl Colour {
    pub(crate) fn named(name: &str) -> Option<Self> {
        match name {
            "auto" => Some(Self::Auto),
            "always" => Some(Self::Always),
            "never" => Some(Self::Never),
            _ => None,
        }
    }

    /// Returns the paint for standard output.
    pub(crate) fn paint(self) -> Paint {
        Paint(match self {
            Self::Always => true,
            Self::Never => false,
            Self::Auto => io::stdout().is_terminal() && wanted(),
        })
    }
}

/// Returns whether the environment allows colours.
fn wanted() -> bool {
    let refused = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let dumb = env::var_os("TERM").is_some_and(|term| term == "dumb");
    !refused && !dumb
}

/// Colours text if it is `true`; otherwise leaves the text unchanged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint(pub(crate) bool);

impl Paint {
    pub(crate) fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    pub(crate) fn green(self, text: &str) -> String {
        self.with("32", text)
    }

    pub(crate) fn red(self, text: &str) -> String {
        self.with("31", text)
    }

    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { String::from(text) }
    }
}
