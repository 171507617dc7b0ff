//! The text of diagnostic notation that is parsed, and the position in it.

use super::DiagnosticError;
use crate::steps;

/// A text, and the offset in bytes up to which it has been read.
#[derive(Clone, Copy)]
pub(super) struct Source<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Source<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// Returns the offset in bytes of the next character.
    pub(super) fn offset(&self) -> usize {
        self.at
    }

    /// Returns the text that has not been read.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.at..).unwrap_or("")
    }

    /// Returns the next character and does not read it.
    pub(super) fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    /// Reads the next character.
    pub(super) fn next(&mut self) -> Option<char> {
        steps::count(1);
        let next = self.peek()?;
        self.at += next.len_utf8();
        Some(next)
    }

    /// Reads a piece of text if the rest begins with it. Returns whether it does.
    pub(super) fn take(&mut self, piece: &str) -> bool {
        steps::count(1);
        let found = self.rest().starts_with(piece);
        if found {
            self.at += piece.len();
        }
        found
    }

    /// Reads characters as long as they are of a kind, and returns them.
    pub(super) fn take_while(&mut self, is_kind: impl Fn(char) -> bool) -> &'t str {
        let rest = self.rest();
        let len = rest.find(|c| !is_kind(c)).unwrap_or(rest.len());
        steps::count_bytes(len);
        self.at += len;
        rest.get(..len).unwrap_or("")
    }

    /// Skips white space, comments between slashes, and comments from a number sign to the end of the line.
    pub(super) fn skip_blank(&mut self) -> Result<(), DiagnosticError> {
        loop {
            self.take_while(char::is_whitespace);
            if self.take("#") {
                self.take_while(|c| c != '\n');
            } else if self.take("/") {
                self.take_while(|c| c != '/');
                self.expect("/", "the slash that ends a comment")?;
            } else {
                return Ok(());
            }
        }
    }

    /// Reads a piece of text that must be next. The error says `expected`.
    pub(super) fn expect(&mut self, piece: &str, expected: &'static str) -> Result<(), DiagnosticError> {
        if self.take(piece) { Ok(()) } else { Err(self.error(expected)) }
    }

    /// Returns an error at this position, with what was expected.
    pub(super) fn error(&self, expected: &'static str) -> DiagnosticError {
        self.error_at(self.at, expected)
    }

    /// Returns an error at an offset, with what was expected. It takes time linear in the offset.
    pub(super) fn error_at(&self, offset: usize, expected: &'static str) -> DiagnosticError {
        steps::count_bytes(offset);
        let (before, after) = self.text.split_at_checked(offset).unwrap_or((self.text, ""));
        let line = before.matches('\n').count() + 1;
        let column = before.chars().rev().take_while(|&c| c != '\n').count() + 1;
        DiagnosticError { expected, found: after.chars().next(), offset, line, column }
    }
}
