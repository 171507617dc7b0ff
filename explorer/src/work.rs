//! What walks over the file, in steps, so that the page stays responsive and can stop it.

use std::io::{Read, Seek};

use packed_data::Limits;
use packed_data_schema::filter::{Condition, Filter, Logic};
use packed_data_schema::infer::is_document;
use packed_data_schema::{Type, TypeIndex, Value};
use serde::Serialize;

use crate::Answer;
use crate::file::{Explorer, Fault};
use crate::tree::Row;

/// A step ends after so many bytes of values.
const STEP: usize = 4 << 20;
/// The most problems that a step reports.
const PROBLEMS: usize = 100;

const NO_LIST: &str = "a condition selects records, or elements of a list: the value is neither";

/// What a step of a search found.
#[derive(Debug, Serialize)]
pub struct Found {
    /// The numbers of the records, or the indices of the elements of a list, that fulfil the condition.
    pub numbers: Vec<u64>,
    /// Where the next step begins.
    pub next: u64,
    /// The number of all that are tested.
    pub total: u64,
    /// Whether this was the last step.
    pub is_end: bool,
    /// The records that could not be read or are not valid, as in [`Checked`], one for each block.
    pub faults: Vec<(u64, Fault)>,
}

/// What a step of a check found.
#[derive(Debug, Serialize)]
pub struct Checked {
    /// The records that are not valid: their numbers, with the error and the offset in the record.
    pub faults: Vec<(u64, Fault)>,
    /// The number of values that are not valid.
    pub invalid: u64,
    /// The number of records in blocks that cannot be read.
    pub unread: u64,
    /// The block with which the next step begins.
    pub next: usize,
    /// The number of blocks.
    pub total: usize,
    /// Whether this was the last step.
    pub is_end: bool,
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Returns the records, or the elements of a single list, from a number on that fulfil a condition, as in
    /// `packed cat --where`: at most `most`, of a few megabytes.
    ///
    /// # Errors
    ///
    /// The condition is wrong: the message says at which character.
    pub fn search(&mut self, condition: &str, from: u64, most: usize) -> Answer<Found> {
        match self.file() {
            Some(_) => self.search_records(condition, from, most),
            None => self.search_elements(condition, from, most),
        }
    }

    fn search_records(&mut self, condition: &str, from: u64, most: usize) -> Answer<Found> {
        let total = self.records();
        let mut found = Found { numbers: Vec::new(), next: from, total, is_end: false, faults: Vec::new() };
        let Some(file) = self.file() else { return Ok(found) };
        let filter = parse(condition, &self.codec, 0)?;
        let mut size = 0;
        for index in 0..file.block_count() {
            let Some(numbers) = file.numbers(index).filter(|numbers| numbers.end > from) else { continue };
            let block = match file.block(index) {
                Ok(block) => block,
                Err(error) => {
                    found.faults.push((numbers.start, Fault::damaged(&error)));
                    found.next = numbers.end;
                    continue;
                }
            };
            for (at, number) in (0..block.len()).zip(block.first()..).filter(|(_, number)| *number >= from) {
                let bytes = block.get(at).unwrap_or_default();
                size += bytes.len();
                found.next = number + 1;
                // (A value that is not valid fulfils nothing.)
                match self.codec.validate(bytes, &Limits::DEFAULT) {
                    Ok(_) if filter.matches_bytes(bytes) => found.numbers.push(number),
                    Ok(_) => {}
                    Err(error) if found.faults.len() < PROBLEMS => {
                        found.faults.push((number, Fault::invalid(&error)));
                    }
                    Err(_) => {}
                }
                if found.numbers.len() == most || size >= STEP {
                    found.is_end = found.next >= total;
                    return Ok(found);
                }
            }
        }
        (found.next, found.is_end) = (total, true);
        Ok(found)
    }

    /// Returns the type of what a condition selects, with the number of steps to the list of it: 0 for records and for
    /// a value that is a list, 1 for a document; `None` for another value.
    pub(crate) fn searched(&self) -> Option<(usize, TypeIndex)> {
        let Some(value) = self.only() else { return Some((0, 0)) };
        let schema = self.codec.schema();
        match schema.get(schema.packed(0)) {
            Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => {
                Some((0, *element))
            }
            _ if is_document(schema) => list(value).map(|_| (1, 0)),
            _ => None,
        }
    }

    fn search_elements(&mut self, condition: &str, from: u64, most: usize) -> Answer<Found> {
        let (_, element) = self.searched().ok_or(NO_LIST)?;
        if let Some(fault) = self.validate(0)? {
            return Err(fault.message);
        }
        let bytes = self.bytes(0)?;
        let filter = parse(condition, &self.codec, element)?;
        let mut parts = list(self.root(&bytes)).ok_or(NO_LIST)?.parts();
        let total = parts.stated_len().unwrap_or_default() as u64;
        let mut found = Found { numbers: Vec::new(), next: from, total, is_end: true, faults: Vec::new() };
        let mut least = usize::try_from(from).unwrap_or(usize::MAX);
        let mut begin = None;
        while let Some(part) = parts.next_from(least) {
            let offset = part.value.offset();
            if found.numbers.len() == most || offset - *begin.get_or_insert(offset) >= STEP {
                found.is_end = false;
                break;
            }
            if filter.matches(part.value) {
                found.numbers.push(part.index as u64);
            }
            least = part.index + 1;
            found.next = least as u64;
        }
        Ok(found)
    }

    /// Returns rows of the elements of the only value with these indices, for a search.
    ///
    /// # Errors
    ///
    /// The value is no list.
    pub fn elements(&mut self, indices: &[u64]) -> Answer<Vec<Row>> {
        let mut of = self.record(0).id.ok_or(NO_LIST)?;
        if is_document(self.codec.schema()) {
            let inner = self.parts(of, 0, 1)?.rows;
            of = inner.first().and_then(|row| row.id).ok_or(NO_LIST)?;
        }
        let mut rows = Vec::new();
        for index in indices {
            rows.extend(self.parts(of, *index, 1)?.rows);
        }
        Ok(rows)
    }

    /// Validates the records of some blocks from one on: a few megabytes. A single value is one step.
    ///
    /// # Errors
    ///
    /// None: what is wrong is in the answer.
    pub fn check(&mut self, from: usize) -> Answer<Checked> {
        let mut faults = Vec::new();
        let Some(file) = self.file() else {
            faults.extend(self.validate(0)?.map(|fault| (0, fault)));
            return Ok(Checked { invalid: faults.len() as u64, faults, unread: 0, next: 1, total: 1, is_end: true });
        };
        let total = file.block_count();
        let (mut size, mut invalid, mut unread, mut next) = (0, 0, 0, from);
        while next < total && size < STEP && faults.len() < PROBLEMS {
            let numbers = file.numbers(next).unwrap_or_default();
            next += 1;
            match file.block(next - 1) {
                Err(error) => {
                    unread += numbers.end - numbers.start;
                    faults.push((numbers.start, Fault::damaged(&error)));
                }
                Ok(block) => {
                    for (at, number) in (0..block.len()).zip(block.first()..) {
                        let bytes = block.get(at).unwrap_or_default();
                        size += bytes.len();
                        if let Err(error) = self.codec.validate(bytes, &Limits::DEFAULT) {
                            invalid += 1;
                            faults.push((number, Fault::invalid(&error)));
                        }
                    }
                }
            }
        }
        Ok(Checked { faults, invalid, unread, next, total, is_end: next >= total })
    }
}

/// Returns the list whose elements are tested: the value, or what a document contains that is a list.
fn list(value: Value<'_>) -> Option<Value<'_>> {
    match value.constructor() {
        None => Some(value),
        Some(constructor) if constructor.name == "Array" => value.get(0),
        Some(_) => None,
    }
}

fn parse<'c>(text: &str, codec: &'c packed_data_schema::Codec<'c>, of: TypeIndex) -> Answer<Filter<'c>> {
    let condition = Condition::parse(text, codec.schema(), of);
    condition.and_then(|condition| Filter::new(codec, of, &condition, Logic::TwoValued)).map_err(|error| {
        let before = text.get(..error.at).unwrap_or(text).chars().count();
        format!("{}, at character {}", error.message, before + 1)
    })
}
