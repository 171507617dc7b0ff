//! Regular expressions: those of the crate `regex`, with the feature `regex-1`.
//!
//! That crate searches in time linear in the text, whatever the expression, bounds the memory that one takes, and knows
//! the properties of Unicode. It is a feature because it is larger than all else that a page of WebAssembly contains.

#[cfg(feature = "regex-1")]
use alloc::format;
#[cfg(feature = "regex-1")]
use alloc::string::{String, ToString};

#[cfg(not(feature = "regex-1"))]
pub(super) use without::Pattern;

/// A regular expression.
#[cfg(feature = "regex-1")]
#[derive(Clone, Debug)]
pub(super) struct Pattern(regex::Regex);

#[cfg(feature = "regex-1")]
impl Pattern {
    /// Compiles a regular expression, or says what is wrong with it.
    pub(super) fn new(pattern: &str) -> Result<Self, String> {
        regex::Regex::new(pattern).map(Self).map_err(|error| {
            // (The message has several lines: the expression, a mark below it, and the error.)
            let text = error.to_string();
            let reason = text.lines().last().unwrap_or_default();
            format!("not a regular expression: {}", reason.trim_start_matches("error: "))
        })
    }

    /// Returns whether it matches somewhere in a text.
    pub(super) fn is_match(&self, text: &str) -> bool {
        self.0.is_match(text)
    }
}

#[cfg(not(feature = "regex-1"))]
mod without {
    use alloc::string::String;

    /// There is none.
    #[derive(Clone, Debug)]
    pub(in super::super) enum Pattern {}

    impl Pattern {
        /// Says that this build has none.
        pub(in super::super) fn new(_: &str) -> Result<Self, String> {
            Err("regular expressions are not part of this build".into())
        }

        pub(in super::super) fn is_match(&self, _: &str) -> bool {
            match *self {}
        }
    }
}
