//! A text of JSON, split into its values without being parsed: so that one of them is in memory, and not all.

use std::io::{Read, Seek};

use crate::error::{Failure, Outcome};
use crate::source::{Source, without_mark};

/// How many bytes are read at a time.
const CHUNK: usize = 256 << 10;

/// What a text consists of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    /// One list.
    List,
    /// Another value.
    One,
    /// Several values, in a row.
    Lines,
}

/// A place in a text, counted from 1 as in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Position {
    line: usize,
    column: usize,
}

impl Position {
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// Returns the place after a text that begins here.
    pub(crate) fn after(self, text: &[u8]) -> Self {
        let feeds = text.iter().filter(|byte| **byte == b'\n').count();
        match text.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => Self { line: self.line + feeds, column: text.len() - last },
            None => Self { column: self.column + text.len(), ..self },
        }
    }

    /// Returns a failure at this place.
    pub(crate) fn failed(self, name: &str, message: &str) -> Failure {
        Failure::of_file(name, format_args!("{message}, at line {} column {}", self.line, self.column))
    }
}

/// Splits a text. It takes memory for the longest value, and time for the bytes.
pub(crate) struct Splitter<'s> {
    name: &'s str,
    from: &'s mut Source,
    buffer: Vec<u8>,
    /// Where the bytes begin that were not passed, and where those end that were read.
    start: usize,
    end: usize,
    is_over: bool,
    position: Position,
    /// How many bytes were passed.
    pub(crate) done: u64,
    /// Whether values are elements of a list, and whether one was passed.
    list: Option<bool>,
}

/// Where a walk over a value is.
#[derive(Clone, Copy, Default)]
struct Walk {
    /// The offset after the beginning of the value.
    at: usize,
    depth: usize,
    is_text: bool,
}

impl<'s> Splitter<'s> {
    /// Begins at the beginning of the text.
    ///
    /// # Errors
    ///
    /// It cannot be read, or is in another encoding than UTF-8.
    pub(crate) fn new(name: &'s str, from: &'s mut Source) -> Outcome<Self> {
        let failed = |error| Failure::Data(format!("cannot read {name}: {error}"));
        from.rewind().map_err(failed)?;
        let (start, end, position) = (0, 0, Position::START);
        let buffer = Vec::new();
        let mut splitter = Self { name, from, buffer, start, end, is_over: false, position, done: 0, list: None };
        while splitter.end < 4 && splitter.fill()? {}
        let text = splitter.rest();
        splitter.start = text.len() - without_mark(name, text)?.len();
        Ok(splitter)
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.start..self.end).unwrap_or_default()
    }

    /// Reads more; returns whether there was any.
    fn fill(&mut self) -> Outcome<bool> {
        if self.start > 0 {
            self.buffer.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
        if self.buffer.len() < self.end + CHUNK {
            self.buffer.resize(CHUNK.max(2 * self.end) + CHUNK, 0);
        }
        let to = self.buffer.get_mut(self.end..).unwrap_or_default();
        let count = self.from.read(to).map_err(|error| Failure::Data(format!("cannot read {}: {error}", self.name)))?;
        self.end += count;
        self.is_over = count == 0;
        Ok(count > 0)
    }

    fn pass(&mut self, count: usize) {
        let passed = self.buffer.get(self.start..self.start + count).unwrap_or_default();
        self.position = self.position.after(passed);
        self.start += count;
        self.done += count as u64;
    }

    /// Passes spaces; returns the next byte.
    fn peek(&mut self) -> Outcome<Option<u8>> {
        loop {
            let rest = self.rest();
            let spaces = rest.iter().position(|byte| !is_space(*byte)).unwrap_or(rest.len());
            let next = rest.get(spaces).copied();
            self.pass(spaces);
            if next.is_some() || !self.fill()? {
                return Ok(next);
            }
        }
    }

    /// Returns what the text consists of. What comes after this call is at the end of the first value, or of a few.
    pub(crate) fn form(&mut self) -> Outcome<Form> {
        let Some(first) = self.peek()? else {
            return Err(Failure::of_file(self.name, "the file is empty: expected a JSON document"));
        };
        let mut walk = Walk::default();
        while !self.walk(&mut walk, false) {
            // (What was walked over is not needed any more.)
            self.start += std::mem::take(&mut walk.at);
            if !self.fill()? {
                break;
            }
        }
        self.start += walk.at;
        Ok(match self.peek()? {
            Some(_) => Form::Lines,
            None if first == b'[' => Form::List,
            None => Form::One,
        })
    }

    /// Begins with the elements of the list that comes next.
    pub(crate) fn enter(&mut self) -> Outcome {
        if self.peek()? == Some(b'[') {
            self.pass(1);
            self.list = Some(false);
        }
        Ok(())
    }

    /// Returns the next value or element, with its place; `None` at the end. A text that is not JSON is returned in
    /// pieces of which one is not JSON either, or is an error.
    pub(crate) fn next(&mut self) -> Outcome<Option<(&[u8], Position)>> {
        let next = self.peek()?;
        match (self.list, next) {
            (None, None) => return Ok(None),
            (Some(_), None) => return Err(self.unclosed()),
            (Some(false), Some(b']')) => {
                self.pass(1);
                return self.require_end();
            }
            (Some(true), Some(b']')) => {
                self.pass(1);
                return self.require_end();
            }
            (Some(true), Some(b',')) => {
                self.pass(1);
                if let Some(b']') | None = self.peek()? {
                    return Err(self
                        .position
                        .failed(self.name, "not JSON: expected a value, found the end of the list"));
                }
            }
            (Some(true), Some(_)) => return Err(self.unclosed()),
            _ => {}
        }
        let mut walk = Walk::default();
        while !self.walk(&mut walk, self.list.is_some()) {
            if !self.fill()? {
                break;
            }
        }
        self.list = self.list.map(|_| true);
        let (start, position) = (self.start, self.position);
        self.pass(walk.at);
        Ok(self.buffer.get(start..start + walk.at).map(|value| (value, position)))
    }

    fn unclosed(&self) -> Failure {
        self.position.failed(self.name, "not JSON: expected `,` or `]`")
    }

    fn require_end(&mut self) -> Outcome<Option<(&'static [u8], Position)>> {
        match self.peek()? {
            None => Ok(None),
            Some(_) => Err(self.position.failed(self.name, "not JSON: expected the end of the file")),
        }
    }

    /// Walks over the value at the beginning of what was read. Returns whether its end was found.
    fn walk(&self, walk: &mut Walk, is_element: bool) -> bool {
        let rest = self.rest();
        while let Some(&byte) = rest.get(walk.at) {
            if walk.is_text {
                let text = &rest[walk.at..];
                let Some(end) = text.iter().position(|byte| matches!(byte, b'"' | b'\\')) else {
                    walk.at = rest.len();
                    return false;
                };
                if text[end] == b'\\' {
                    // (The escaped byte must be there too.)
                    if end + 1 >= text.len() {
                        walk.at += end;
                        return self.is_over && {
                            walk.at = rest.len();
                            true
                        };
                    }
                    walk.at += end + 2;
                    continue;
                }
                (walk.at, walk.is_text) = (walk.at + end + 1, false);
                if walk.depth == 0 {
                    return true;
                }
                continue;
            }
            match byte {
                b'"' => walk.is_text = true,
                b'[' | b'{' => walk.depth += 1,
                b']' | b'}' if walk.depth > 0 => {
                    walk.depth -= 1;
                    if walk.depth == 0 {
                        walk.at += 1;
                        return true;
                    }
                }
                _ if walk.depth > 0 => {}
                // (At its beginning, a comma is what there is in place of the value.)
                b',' | b']' if is_element && walk.at > 0 => return true,
                _ if is_space(byte) => return true,
                _ => {
                    // A number or a word: to the byte that cannot be of it.
                    let is_end =
                        |byte: &u8| is_space(*byte) || matches!(byte, b',' | b']' | b'}' | b'[' | b'{' | b'"' | b':');
                    let first = walk.at;
                    let len = rest[first + 1..].iter().position(is_end);
                    walk.at = len.map_or(rest.len(), |len| first + 1 + len);
                    match len {
                        Some(_) => return true,
                        None => continue,
                    }
                }
            }
            walk.at += 1;
        }
        self.is_over
    }
}

const fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\n' | b'\r' | b'\t')
}
