//! The elements of sequences, sets and maps, found in the bytes when they are asked for.

use std::sync::{Mutex, OnceLock};

use packed_data_schema::{Place, Value};
use pyo3::prelude::*;

use crate::data::Handle;

/// The place of every element with an index that is a multiple of this is kept, once it was found.
const STRIDE: usize = 16;

/// What is known of the elements of a value.
pub(crate) struct Elements {
    /// The number, if it is known.
    len: OnceLock<usize>,
    /// Whether each is found in constant time.
    is_random: bool,
    /// The places of elements, each `STRIDE` after the one before it.
    marks: Mutex<Vec<Place>>,
}

impl Elements {
    pub(crate) fn of(handle: &Handle) -> Self {
        let parts = handle.value().parts();
        let len = match parts.stated_len() {
            Some(len) => OnceLock::from(len),
            None => OnceLock::new(),
        };
        Self { len, is_random: parts.is_random_access(), marks: Mutex::default() }
    }

    /// Returns the number of elements; counts them, if the bytes do not state it.
    pub(crate) fn len(&self, py: Python<'_>, handle: &Handle) -> PyResult<usize> {
        if let Some(len) = self.len.get() {
            return Ok(*len);
        }
        let mut count = 0_usize;
        for _ in handle.value().parts() {
            count += 1;
            if count.is_multiple_of(SIGNALS) {
                py.check_signals()?;
            }
        }
        let _ = self.len.set(count);
        Ok(count)
    }

    /// Returns whether each element is found in constant time.
    pub(crate) fn is_random(&self) -> bool {
        self.is_random
    }

    /// Returns the place of an element.
    pub(crate) fn place(&self, py: Python<'_>, handle: &Handle, index: usize) -> PyResult<Option<Place>> {
        let value = handle.value();
        if self.is_random {
            return Ok(value.get(index).map(|element| element.place()));
        }
        // (If another thread, or a handler of a signal, walks over the same elements, its places are not waited for.)
        let mut kept = self.marks.try_lock().ok();
        let mut own = Vec::new();
        let marks = kept.as_deref_mut().unwrap_or(&mut own);
        if marks.is_empty() {
            match value.parts().next() {
                Some(first) => marks.push(first.value.place()),
                None => return Ok(None),
            }
        }
        let from = (index / STRIDE).min(marks.len() - 1);
        let (mut at, mut place) = (from * STRIDE, marks[from]);
        let mut after = None;
        while at < index {
            let next = match after.take() {
                None => value.elements_after(at, place),
                Some(after) => after,
            };
            let mut next = next;
            let Some(part) = next.next() else { return Ok(None) };
            (at, place) = (at + 1, part.value.place());
            after = Some(next);
            if at == marks.len() * STRIDE {
                marks.push(place);
            }
            if at.is_multiple_of(SIGNALS) {
                py.check_signals()?;
            }
        }
        Ok(Some(place))
    }
}

/// After this number of steps a long loop asks whether the user has interrupted it.
pub(crate) const SIGNALS: usize = 1 << 14;

/// Goes through the elements, one after another.
pub(crate) struct Cursor {
    is_random: bool,
    /// The index of the next element.
    next: usize,
    /// The place of the one before it.
    last: Option<Place>,
    is_over: bool,
}

impl Cursor {
    pub(crate) fn new(elements: &Elements) -> Self {
        Self { is_random: elements.is_random, next: 0, last: None, is_over: false }
    }

    /// Returns the next element.
    pub(crate) fn next<'v>(&mut self, handle: &'v Handle) -> Option<Value<'v>> {
        if self.is_over {
            return None;
        }
        let value = handle.value();
        let found = match self.last {
            _ if self.is_random => value.get(self.next),
            None => value.parts().next().map(|part| part.value),
            Some(last) => value.elements_after(self.next - 1, last).next().map(|part| part.value),
        };
        match found {
            Some(found) => {
                self.next += 1;
                self.last = Some(found.place());
            }
            None => self.is_over = true,
        }
        found
    }
}
