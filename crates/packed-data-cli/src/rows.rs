//! What queries are about: the records of a file, or the elements of its only value if that is a list.

use std::cell::RefCell;
use std::ops::{ControlFlow, Range};

use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::path::Path;
use packed_data_schema::{Codec, Schema, Type, TypeIndex, Value};

use crate::console::{Console, Progress};
use crate::document;
use crate::error::{Failure, Outcome};
use crate::input::{Body, Found, Input, RecordFile, blocks_in, for_each_in_block, missing, with_value};
#[cfg(feature = "columns")]
use crate::parts::Parts;

/// The values of a file that are selected, counted and compared.
pub(crate) struct Rows<'i> {
    pub(crate) input: &'i Input,
    pub(crate) codec: &'i Codec<'i>,
    pub(crate) body: Body<'i>,
    /// The type of the elements, if they are the rows.
    pub(crate) element: Option<TypeIndex>,
    /// The condition that rows have to fulfil.
    condition: Option<(Condition, Filter<'i>)>,
    /// The parts that are needed of the rows that fulfil it; `None` if that is all of them.
    needed: Option<Vec<Path>>,
}

/// Receives a row with its number, and says whether there is need for more.
pub(crate) type Each<'f> = &'f mut dyn FnMut(&mut Console<'_>, u64, Value<'_>) -> Outcome<ControlFlow<()>>;

impl<'i> Rows<'i> {
    pub(crate) fn new(input: &'i Input, codec: &'i Codec<'i>) -> Outcome<Self> {
        let body = input.body()?;
        let element = if let Body::Value(_) = body { element_of(&input.schema) } else { None };
        Ok(Self { input, codec, body, element, condition: None, needed: None })
    }

    /// Returns the type of a row.
    pub(crate) fn of(&self) -> TypeIndex {
        self.element.unwrap_or(0)
    }

    /// Compiles a condition on rows: [`for_each`](Self::for_each) passes on those that fulfil it. Blocks of which the
    /// statistics say that no row does are not read, so nothing is known of damage in them.
    pub(crate) fn select(&mut self, text: &str) -> Outcome {
        let (codec, of) = (self.codec, self.of());
        let compiled = Condition::parse(text, codec.schema(), of).and_then(|condition| {
            let filter = Filter::new(codec, of, &condition, Logic::TwoValued)?;
            Ok((condition, filter))
        });
        self.condition = Some(compiled.map_err(|error| {
            let before = text.get(..error.at).unwrap_or(text).chars().count();
            Failure::Usage(format!("--where: {}, at character {}", error.message, before + 1))
        })?);
        Ok(())
    }

    /// States the parts of rows that are needed. Of records in columns only these are read, and those that the
    /// condition tests: rows may then have `()` in place of all others.
    pub(crate) fn need_only(&mut self, paths: Vec<Path>) {
        self.needed = Some(paths);
    }

    /// Returns the number of rows, and reports records that are missing; returns whether there are any.
    ///
    /// # Errors
    ///
    /// A value is not valid.
    pub(crate) fn count(&self, console: &mut Console<'_>) -> Outcome<(u64, bool)> {
        match (&self.body, self.element) {
            (Body::Records(blocks), _) => {
                let missing = missing(blocks, &(0..u64::MAX));
                missing.iter().for_each(|problem| console.report(&format!("{}: {problem}", self.input.name)));
                let numbers = (0..blocks.block_count()).filter_map(|block| blocks.numbers(block));
                let count = numbers.map(|numbers| numbers.end - numbers.start).fold(0, u64::saturating_add);
                Ok((count, !missing.is_empty()))
            }
            (Body::Value(_), _) => {
                let mut count = 0;
                let failed = self.for_each(console, "counting", 0..u64::MAX, None, &mut |_, _, _| {
                    count += 1;
                    Ok(ControlFlow::Continue(()))
                })?;
                Ok((count, failed))
            }
        }
    }

    /// Calls `f` with each row whose number is in a range, and reports what is wrong; returns whether anything is. With
    /// `into`, elements are those of the value in that layout.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` does.
    pub(crate) fn for_each(
        &self,
        console: &mut Console<'_>,
        what: &'static str,
        range: Range<u64>,
        into: Option<&Codec<'_>>,
        f: Each<'_>,
    ) -> Outcome<bool> {
        let records = if self.element.is_some() { 0..u64::MAX } else { range.clone() };
        let total = self.body.len().min(records.end).saturating_sub(records.start);
        let progress = RefCell::new(console.progress_of(what, total, "records"));
        let (mut failed, mut is_over) = (false, false);
        let mut f = |console: &mut Console<'_>, number: u64, row: Value<'_>, is_tested: bool| {
            let matches = is_tested || self.condition.as_ref().is_none_or(|(_, filter)| filter.matches(row));
            if matches { f(console, number, row) } else { Ok(ControlFlow::Continue(())) }
        };
        let each = &mut |found: Found<'_>, is_tested: bool| {
            let flow = match found {
                Ok((_, value)) if self.element.is_some() => {
                    let mut each =
                        |value: Value<'_>| each_element(value, &range, &mut |n, value| f(console, n, value, false));
                    match into {
                        Some(into) => {
                            let done = self.codec.convert(value.as_bytes(), into, &packed_data::Limits::DEFAULT);
                            each(into.value(&done.map_err(|error| self.input.failed(error))?))?
                        }
                        None => each(value)?,
                    }
                }
                Ok((number, value)) => f(console, number, value, is_tested)?,
                Err(error) => {
                    failed = true;
                    console.report(&format!("{}: {error}", self.input.name));
                    ControlFlow::Continue(())
                }
            };
            progress.borrow_mut().step(1);
            is_over = flow.is_break();
            if is_over { Err(Failure::Closed) } else { Ok(()) }
        };
        let done = match &self.body {
            Body::Records(blocks) => self.for_each_record(blocks, &records, &progress, each),
            Body::Value(_) => self.body.for_each_value(self.codec, records, &mut |found| each(found, false)),
        };
        drop(progress);
        // (The failure that ends the loop is no failure of the output.)
        if !is_over {
            done?;
        }
        self.input.note_unfinished(console);
        Ok(failed)
    }
}

impl Rows<'_> {
    /// Calls `f` with each record in a range, or with what is wrong, and with whether the condition was tested.
    fn for_each_record(
        &self,
        blocks: &RecordFile,
        range: &Range<u64>,
        #[cfg_attr(not(feature = "columns"), allow(unused_variables, reason = "others count by themselves"))]
        progress: &RefCell<Progress>,
        f: &mut dyn FnMut(Found<'_>, bool) -> Outcome,
    ) -> Outcome {
        let selected = self.condition.as_ref().map(|(condition, _)| {
            let pruner = Pruner::new(self.codec.schema(), condition, Logic::TwoValued);
            blocks.select(|statistics| pruner.may_match(statistics))
        });
        #[cfg(feature = "columns")]
        let condition = self.condition.as_ref().map(|(condition, _)| condition);
        #[cfg(feature = "columns")]
        let parts = Parts::new(self.codec, condition, self.needed.as_deref());
        #[cfg(feature = "columns")]
        let parts = parts.as_ref().and_then(|parts| parts.compiled(condition));
        for problem in missing(blocks, range) {
            f(Err(problem), false)?;
        }
        for index in blocks_in(blocks, range) {
            if selected.as_ref().and_then(|selected| selected.get(index)) == Some(&false) {
                continue;
            }
            #[cfg(feature = "columns")]
            if let Some(parts) = &parts
                && parts.read(blocks, index, range, &mut |count| progress.borrow_mut().step(count), f)?
            {
                continue;
            }
            for_each_in_block(blocks, index, range, &mut |found| {
                with_value(self.codec, found, false, &mut |found| f(found, false))
            })?;
        }
        Ok(())
    }
}

/// Returns the type of the elements, if values are lists.
fn element_of(schema: &Schema) -> Option<TypeIndex> {
    match schema.get(schema.packed(0)) {
        Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => Some(*element),
        _ if document::is_document(schema) => Some(0),
        _ => None,
    }
}

/// Calls `f` with each element of a list in a range; a document that is no list is its only element.
fn each_element(
    value: Value<'_>,
    range: &Range<u64>,
    f: &mut dyn FnMut(u64, Value<'_>) -> Outcome<ControlFlow<()>>,
) -> Outcome<ControlFlow<()>> {
    let Some(list) = list(value) else {
        return if range.contains(&0) { f(0, value) } else { Ok(ControlFlow::Continue(())) };
    };
    for part in list.parts() {
        let index = part.index as u64;
        if index >= range.end {
            break;
        }
        if index >= range.start && f(index, part.value)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(ControlFlow::Continue(()))
}

/// Returns a list: also that in a document. `None` if a document is none.
pub(crate) fn list(value: Value<'_>) -> Option<Value<'_>> {
    match value.constructor() {
        Some(constructor) if constructor.name == "Array" => value.get(0),
        Some(_) => None,
        None => Some(value),
    }
}
