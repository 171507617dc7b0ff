//! Where a byte or a path leads: the indices of the parts on the way, so that the page unfolds them.

use std::io::{Read, Seek};

use packed_data_schema::path::{self, Path, Step};
use packed_data_schema::{LayoutId, Value};
use serde::Serialize;

use crate::Answer;
use crate::file::Explorer;

/// From this number of parts on, one is searched for and not looked for, if the layout has tables.
const SEARCHED: usize = 32;

/// A way from a whole value to a part.
#[derive(Debug, Serialize, PartialEq, Eq)]
pub struct Way {
    /// The number of the record; 0 for the only value of a file.
    pub record: u64,
    /// The index of the part in each value on the way, from the outside.
    pub indices: Vec<u64>,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Returns the way to the innermost part that contains a byte of a record. Takes time proportional to the bytes of
    /// the record and its depth; in `Indexed`, to its depth and the logarithm of its numbers of elements.
    ///
    /// # Errors
    ///
    /// The record cannot be read.
    pub fn locate(&mut self, record: u64, offset: usize) -> Answer<Way> {
        let bytes = self.bytes(record)?;
        let mut here = self.root(&bytes);
        let mut indices = Vec::new();
        while let Some((index, inner)) = part_at(here, offset) {
            indices.push(index as u64);
            here = inner;
        }
        Ok(Way { record, indices })
    }

    /// Returns the way to the part at a path, as errors print it, or a JSON Pointer. In a file of records it begins
    /// with the number of one.
    ///
    /// # Errors
    ///
    /// The text is no path, or leads nowhere.
    pub fn find(&mut self, text: &str) -> Answer<Way> {
        let parsed = Path::parse(text).map_err(|error| error.message)?;
        let mut steps = parsed.steps.as_slice();
        let mut record = 0;
        if self.file().is_some() {
            if let [Step::Name(name), rest @ ..] = steps
                && name == "records"
            {
                steps = rest;
            }
            let (first, rest) =
                steps.split_first().ok_or("a path begins with the number of a record, such as `[0]`")?;
            record = match first {
                Step::Element(number) => *number as u64,
                Step::Name(name) => {
                    name.parse().map_err(|_| "a path begins with the number of a record, such as `[0]`")?
                }
                Step::Field { .. } => return Err("a path begins with the number of a record, such as `[0]`".into()),
            };
            steps = rest;
        }
        let bytes = self.bytes(record)?;
        let root = self.root(&bytes);
        let found = path::find(root, steps).map_err(|error| error.message)?;
        let mut here = root;
        let mut indices = Vec::new();
        while here.place() != found.place() {
            // (Of parts at one place, those without bytes are before the one that has some.)
            let next = here.parts().take_while(|part| part.value.offset() <= found.offset());
            let same = next.filter(|part| {
                part.value.place() == found.place() || part.value.offset() < found.offset() || may_contain(part.value)
            });
            let (mut last, mut exact) = (None, None);
            for part in same {
                if part.value.place() == found.place() {
                    exact = Some((part.index, part.value));
                }
                last = Some((part.index, part.value));
            }
            let (index, inner) = exact.or(last).ok_or("the path leads to a part that is not found")?;
            indices.push(index as u64);
            here = inner;
        }
        Ok(Way { record, indices })
    }
}

/// Returns whether a value may have parts.
fn may_contain(value: Value<'_>) -> bool {
    value.parts().next().is_some()
}

/// Returns the part of a value that contains a byte.
pub(crate) fn part_at<'a>(value: Value<'a>, offset: usize) -> Option<(usize, Value<'a>)> {
    let count = value.parts().stated_len().unwrap_or_default();
    let mut least = 0;
    if count >= SEARCHED && value.layout() == LayoutId::Indexed {
        // (The first part that begins after the byte.)
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            match value.get(middle) {
                Some(part) if part.offset() <= offset => low = middle + 1,
                _ => high = middle,
            }
        }
        least = low.checked_sub(1)?;
    }
    let mut parts = value.parts();
    let mut found = None;
    while let Some(part) = parts.next_from(least) {
        if part.value.offset() > offset {
            break;
        }
        least = part.index + 1;
        found = Some(part);
    }
    let part = found?;
    let end = part.end.unwrap_or_else(|| part.value.end());
    (offset < end).then_some((part.index, part.value))
}
