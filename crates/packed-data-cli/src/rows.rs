//! What queries are about: the records of a file, or the elements of its only value if that is a list.

use std::ops::{ControlFlow, Range};

use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::{Codec, Schema, Type, TypeIndex, Value};

use crate::console::Console;
use crate::document;
use crate::error::{Failure, Outcome};
use crate::input::{Body, Found, Input, missing};

/// The values of a file that are selected, counted and compared.
pub(crate) struct Rows<'i> {
    pub(crate) input: &'i Input,
    pub(crate) codec: &'i Codec<'i>,
    pub(crate) body: Body<'i>,
    /// The type of the elements, if they are the rows.
    pub(crate) element: Option<TypeIndex>,
    /// Which blocks may have rows that fulfil the condition, if there is one.
    pruner: Option<Pruner>,
}

/// Receives a row with its number, and says whether there is need for more.
pub(crate) type Each<'f> = &'f mut dyn FnMut(&mut Console<'_>, u64, Value<'_>) -> Outcome<ControlFlow<()>>;

impl<'i> Rows<'i> {
    pub(crate) fn new(input: &'i Input, codec: &'i Codec<'i>) -> Outcome<Self> {
        let body = input.body()?;
        let element = if let Body::Value(_) = body { element_of(&input.schema) } else { None };
        Ok(Self { input, codec, body, element, pruner: None })
    }

    /// Returns the type of a row.
    pub(crate) fn of(&self) -> TypeIndex {
        self.element.unwrap_or(0)
    }

    /// Compiles a condition on rows. From then on, blocks of which the statistics say that no row fulfils it are not
    /// read.
    pub(crate) fn filter(&mut self, text: &str) -> Outcome<Filter<'i>> {
        let (codec, of) = (self.codec, self.of());
        let compiled = Condition::parse(text, codec.schema(), of)
            .and_then(|condition| Ok((Filter::new(codec, of, &condition, Logic::TwoValued)?, condition)));
        let (filter, condition) = compiled.map_err(|error| {
            let before = text.get(..error.at).unwrap_or(text).chars().count();
            Failure::Usage(format!("--where: {}, at character {}", error.message, before + 1))
        })?;
        if self.element.is_none() {
            self.pruner = Some(Pruner::new(codec.schema(), &condition, Logic::TwoValued));
        }
        Ok(filter)
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
        let mut progress = console.progress_of(what, total, "records");
        let (mut failed, mut is_over) = (false, false);
        let each = &mut |found: Found<'_>| {
            let flow = match found {
                Ok((_, value)) if self.element.is_some() => {
                    let mut each = |value: Value<'_>| each_element(value, &range, &mut |n, value| f(console, n, value));
                    match into {
                        Some(into) => {
                            let done = self.codec.convert(value.as_bytes(), into, &packed_data::Limits::DEFAULT);
                            each(into.value(&done.map_err(|error| self.input.failed(error))?))?
                        }
                        None => each(value)?,
                    }
                }
                Ok((number, value)) => f(console, number, value)?,
                Err(error) => {
                    failed = true;
                    console.report(&format!("{}: {error}", self.input.name));
                    ControlFlow::Continue(())
                }
            };
            progress.step(1);
            is_over = flow.is_break();
            if is_over { Err(Failure::Closed) } else { Ok(()) }
        };
        let done = match &self.pruner {
            Some(pruner) => self.body.for_each_candidate(self.codec, records, pruner, each),
            None => self.body.for_each_value(self.codec, records, each),
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
