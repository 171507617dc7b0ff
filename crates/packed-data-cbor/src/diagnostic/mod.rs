//! Diagnostic notation: CBOR as text for people (RFC 8949, section 8; RFC 8610, appendix G).
//!
//! Comments that begin with `#`, and `float'...'`, are those of the Internet-Draft draft-ietf-cbor-edn-literals.

mod assembly;
mod literal;
mod number;
mod parse;
mod print;
mod source;

use core::fmt;

pub use parse::from_diagnostic;
pub use print::to_diagnostic;

/// Why a text is not diagnostic notation: what was expected, what was found, and where.
///
/// ```
/// use packed_data_cbor::from_diagnostic;
///
/// let error = from_diagnostic("[1,\n 2 3]").unwrap_err();
/// assert_eq!((error.line(), error.column(), error.offset()), (2, 4, 7));
/// assert_eq!(error.to_string(), "expected a comma or the end of an array, found '3', at line 2, column 4");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DiagnosticError {
    expected: &'static str,
    found: Option<char>,
    offset: usize,
    line: usize,
    column: usize,
}

impl DiagnosticError {
    /// Returns what was expected.
    pub fn expected(&self) -> &'static str {
        self.expected
    }

    /// Returns the first character of what was found; `None` at the end of the text.
    pub fn found(&self) -> Option<char> {
        self.found
    }

    /// Returns the offset of the error, in bytes from the start of the text.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the line of the error; the first line is 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the position of the error in its line, in characters; the first is 1.
    pub fn column(&self) -> usize {
        self.column
    }
}

impl fmt::Display for DiagnosticError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}, found ", self.expected)?;
        match self.found {
            Some(found) => write!(f, "{found:?}")?,
            None => f.write_str("the end")?,
        }
        write!(f, ", at line {}, column {}", self.line, self.column)
    }
}

impl core::error::Error for DiagnosticError {}
