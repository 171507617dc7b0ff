//! Where a byte or a path leads: the indices of the parts on the way, so that the page unfolds them.

use std::io::{Read, Seek};

use packed_data_schema::path::{self, Path, Step};
use packed_data_schema::{LayoutId, Type, Value};
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
        while let Some((index, inner, _)) = part_at(here, offset) {
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
        if let Some(len) = self.file().map(|file| file.len()) {
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
                Step::FromEnd(number) => {
                    len.checked_sub(*number as u64).ok_or_else(|| format!("the file has {len} records"))?
                }
                Step::Field { .. } => return Err("a path begins with the number of a record, such as `[0]`".into()),
            };
            steps = rest;
        }
        let bytes = self.bytes(record)?;
        let root = self.root(&bytes);
        let found = path::find(root, steps).map_err(|error| error.message)?;
        let indices = way_to(root, found).ok_or("the path leads to a part that is not found")?;
        Ok(Way { record, indices })
    }
}

/// Returns the indices of the parts on the way to a part. (Parts without bytes may be at the place of another one, so
/// that the first way that is tried is not always right.)
fn way_to(root: Value<'_>, found: Value<'_>) -> Option<Vec<u64>> {
    if root.place() == found.place() {
        return Some(Vec::new());
    }
    let mut ways = vec![candidates(root, found.offset()).into_iter()];
    let mut indices = Vec::new();
    while let Some(way) = ways.last_mut() {
        let Some((index, part)) = way.next() else {
            ways.pop();
            indices.pop();
            continue;
        };
        indices.push(index as u64);
        if part.place() == found.place() {
            return Some(indices);
        }
        // (One more index than ways, until this way is tried.)
        ways.push(candidates(part, found.offset()).into_iter());
    }
    None
}

/// Returns the parts of a value in which a part at an offset may be, the most likely first.
fn candidates(value: Value<'_>, offset: usize) -> Vec<(usize, Value<'_>)> {
    let mut found = Vec::new();
    let mut parts = value.parts();
    let mut least = if is_ordered(value) { first_from(value, offset).saturating_sub(1) } else { 0 };
    while let Some(part) = parts.next_from(least) {
        let (start, end) = (part.value.offset(), part.end.unwrap_or_else(|| part.value.end()));
        parts.resume(end);
        least = part.index + 1;
        if start <= offset && offset <= end {
            found.push((part.index, part.value));
        }
        if is_ordered(value) && (start > offset || found.len() == SEARCHED) {
            break;
        }
    }
    found
}

/// Returns whether the parts of a value are in the bytes as they are numbered. (Fields of a static size may be before
/// the others.)
pub(crate) fn is_ordered(value: Value<'_>) -> bool {
    !matches!(value.packed_type(), Type::Struct(_) | Type::Enum(_))
}

/// Returns the index of the first element that begins at an offset or after it.
fn first_from(value: Value<'_>, offset: usize) -> usize {
    let count = value.parts().stated_len().unwrap_or_default();
    if count >= SEARCHED && value.layout() == LayoutId::Indexed {
        let (mut low, mut high) = (0, count);
        while low < high {
            let middle = low + (high - low) / 2;
            match value.get(middle) {
                Some(part) if part.offset() < offset => low = middle + 1,
                _ => high = middle,
            }
        }
        return low;
    }
    value.parts().take_while(|part| part.value.offset() < offset).count()
}

/// Returns the part of a value that contains a byte, with its end.
pub(crate) fn part_at<'a>(value: Value<'a>, offset: usize) -> Option<(usize, Value<'a>, usize)> {
    let is_ordered = is_ordered(value);
    let mut parts = value.parts();
    // (The first element that begins after the byte, and the one before it.)
    let mut least = if is_ordered { first_from(value, offset.checked_add(1)?).checked_sub(1)? } else { 0 };
    while let Some(part) = parts.next_from(least) {
        let (start, end) = (part.value.offset(), part.end.unwrap_or_else(|| part.value.end()));
        if start <= offset && offset < end {
            return Some((part.index, part.value, end));
        }
        if is_ordered && start > offset {
            return None;
        }
        parts.resume(end);
        least = part.index + 1;
    }
    None
}
