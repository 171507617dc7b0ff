//! The path to a value that could not be written: a walk over what was written.
//!
//! Writing records nothing that a path needs. When it has failed, the bytes before that are walked by the schema of the
//! type and the rules of the layout, up to the value at which writing stopped. The walk must not rely on incomplete
//! parts: an [`OpenSequence`] says where the elements of an open sequence begin, and sizes that are not written yet are
//! not used.

use alloc::collections::VecDeque;

use crate::layout::Layout;
use crate::layout::reader::{Input, Malformed, Opened, Part, Parts, Reader};
use crate::shape::{Form, Schema};
use crate::wire::error::{Error, Path, PathSegment};
use crate::wire::failure::{OpenSequence, Place};
use crate::wire::value_writer::ValueWriter;

/// Checks that what was written from `start` to `end` is a value of the type with this schema.
///
/// # Errors
///
/// Returns the first failure, with the path to the value that could not be written, and its offset from `start`; or
/// `TooLarge` if the value has more bytes than the limits allow.
///
/// # Safety
///
/// All bytes of the buffer before `end` are initialised (W1), and the insertions are made unless the writer has failed.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn outcome<L: Layout>(
    writer: &mut ValueWriter,
    start: usize,
    end: usize,
    schema: &'static Schema,
) -> Result<(), Error> {
    match writer.outcome(start, end) {
        Ok(()) => Ok(()),
        // SAFETY: the caller promises W1 for `end`.
        Err(kind) => Err(match unsafe { located::<L>(writer, start, end, schema) } {
            Some((offset, path)) => Error { kind, offset, path },
            None => Error { kind, offset: end - start, path: Path::EMPTY },
        }),
    }
}

/// Returns the offset from `start` of the value that could not be written, and the path to it, given the end of what
/// was written; `None` if nothing failed. The path is empty if it is not known. (One function for all types of a
/// layout.)
///
/// # Safety
///
/// As for [`outcome`].
#[cold]
#[inline(never)]
unsafe fn located<L: Layout>(
    writer: &mut ValueWriter,
    start: usize,
    end: usize,
    schema: &'static Schema,
) -> Option<(usize, Path)> {
    // SAFETY: the caller promises W1 for `end`.
    let (failure, bytes) = unsafe { writer.take_failure(end)? };
    let place = failure.place;
    let reader = Reader::new(Input { is_open: true, ..Input::of::<L>(bytes) });
    let mut search = Search { reader, place, open: &failure.open, path: Path::EMPTY, stack: VecDeque::new() };
    let path = match search.run(schema, start) {
        Ok(()) => search.path(),
        Err(Malformed) => Path::EMPTY,
    };
    Some((place.at - start, path))
}

/// A walk to a place in a value that is not complete.
struct Search<'b> {
    reader: Reader<'b>,
    place: Place,
    /// The sequences that enclose the place and are not opened yet, the innermost first.
    open: &'b [OpenSequence],
    /// The path to the values on the stack. They are the last parts of all that enclose them.
    path: Path,
    /// The values that the walk is in, the outermost first.
    stack: VecDeque<Parts>,
}

impl Search<'_> {
    /// Walks from the beginning of the value to the place.
    ///
    /// # Errors
    ///
    /// The place was not found.
    fn run(&mut self, schema: &'static Schema, start: usize) -> Result<(), Malformed> {
        let (mut part, mut at) = (Part::root(schema), start);
        while !self.place.is(at, part.schema.id) {
            if part.absent.is_none() {
                at = self.open(&part, at)?;
            }
            (part, at) = loop {
                let parts = self.stack.back_mut().ok_or(Malformed)?;
                match self.reader.next(parts, at)? {
                    (Some(part), next) => break (part, next),
                    (None, end) => (at, _) = (end, self.stack.pop_back()),
                }
            };
            // (Otherwise a list of a million cells would take a stack of a million entries.)
            while self.stack.front().is_some_and(Parts::is_over) {
                self.stack.pop_front().iter().for_each(|parts| self.path.push(segment(parts)));
            }
        }
        Ok(())
    }

    /// Opens the value of a part; returns its end, or the offset of its first part.
    fn open(&mut self, part: &Part, at: usize) -> Result<usize, Malformed> {
        // (Each of them is in the next one, so the outermost is the first that the walk comes to.)
        if let Some((open, inner)) = self.open.split_last()
            && open.header == at
            && let Some(parts) = self.reader.input.begun_elements(part, at, (open.elements, open.count))
        {
            self.open = inner;
            self.stack.push_back(parts);
            return Ok(open.elements);
        }
        match self.reader.open(part, at)? {
            Opened::Leaf(end) => Ok(end),
            Opened::Parts(first) => {
                self.stack.push_back(*self.reader.parts());
                Ok(first)
            }
        }
    }

    /// Returns the path to the part at which the walk is.
    fn path(self) -> Path {
        let mut path = self.path;
        self.stack.iter().for_each(|parts| path.push(segment(parts)));
        path
    }
}

/// Returns the segment of the path for the last part of a value that was read.
fn segment(parts: &Parts) -> PathSegment {
    let index = parts.index().saturating_sub(1);
    match parts.schema().form {
        Form::Struct(names, _) | Form::Enum(names, ..) => {
            PathSegment::field(names, parts.tag(), u32::try_from(index).unwrap_or(u32::MAX))
        }
        _ => PathSegment::element(index),
    }
}
