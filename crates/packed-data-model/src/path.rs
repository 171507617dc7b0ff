//! The path to a part of a value, while the bytes are read.

use alloc::vec;
use alloc::vec::Vec;

/// How many of the outermost and of the innermost segments a path keeps.
pub const KEPT: usize = 16;

/// A step of a path: from a value to one of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Segment<T = u32> {
    /// A field of a struct, or of a constructor.
    Field {
        /// The type with the field.
        of: T,
        /// The number of the constructor; 0 for a struct.
        constructor: u32,
        /// The number of the field.
        field: u32,
    },
    /// An element.
    Element(usize),
}

/// The segments of one value that is not a last field, and of the last fields inside it.
#[derive(Clone, Debug)]
struct Run<T> {
    first: Vec<Segment<T>>,
    /// The innermost segments that are not in `first`, each at its index modulo [`KEPT`].
    last: Vec<Segment<T>>,
    len: usize,
}

/// The path to the part that is read. Its size is proportional to the levels of nesting, not to the last fields.
#[derive(Clone, Debug)]
pub struct Recorder<T = u32> {
    runs: Vec<Run<T>>,
}

impl<T> Run<T> {
    const NEW: Self = Self { first: Vec::new(), last: Vec::new(), len: 0 };
}

impl<T> Default for Recorder<T> {
    fn default() -> Self {
        Self { runs: Vec::new() }
    }
}

impl<T: Copy> Recorder<T> {
    /// Begins a part that is not a last field.
    pub fn enter(&mut self, segment: Segment<T>) {
        self.runs.push(Run { first: vec![segment], last: Vec::new(), len: 1 });
    }

    /// Ends such a part.
    pub fn leave(&mut self) {
        self.runs.pop();
    }

    /// Begins a last field.
    pub fn follow(&mut self, segment: Segment<T>) {
        if self.runs.is_empty() {
            self.runs.push(Run::NEW);
        }
        let Some(run) = self.runs.last_mut() else { return };
        match run.first.len() {
            ..KEPT => run.first.push(segment),
            _ if run.last.len() < KEPT => run.last.push(segment),
            _ => run.last[(run.len - KEPT) % KEPT] = segment,
        }
        run.len += 1;
    }

    /// Removes the last fields of the innermost part: an error is in the part itself.
    pub fn forget(&mut self, is_root: bool) {
        match self.runs.last_mut() {
            Some(run) if is_root => *run = Run::NEW,
            Some(run) => {
                (run.len, run.last) = (1, {
                    run.first.truncate(1);
                    Vec::new()
                })
            }
            None => {}
        }
    }

    /// Returns the number of segments of the path, and those that it keeps, each with its index: the outermost and the
    /// innermost [`KEPT`].
    pub fn kept(&self) -> (usize, impl Iterator<Item = (usize, Segment<T>)>) {
        let len: usize = self.runs.iter().map(|run| run.len).sum();
        let (mut kept, mut depth) = (Vec::new(), 0);
        for run in &self.runs {
            for index in 0..run.len.min(KEPT) {
                kept.push((depth + index, run.first[index]));
            }
            for index in run.len.saturating_sub(KEPT).max(KEPT)..run.len {
                kept.push((depth + index, run.last[(index - KEPT) % KEPT]));
            }
            depth += run.len;
        }
        (len, kept.into_iter().filter(move |(depth, _)| *depth < KEPT || *depth + KEPT >= len))
    }
}
