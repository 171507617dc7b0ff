//! `packed cat`: values, each on a line.

use std::ops::Range;

use packed_data_schema::filter::{Condition, Filter, Logic, Pruner};
use packed_data_schema::{Codec, Schema, Type, TypeIndex, Value};

use super::Printer;
use crate::args::Cat;
use crate::console::Console;
use crate::document;
use crate::error::{Failure, Outcome};
use crate::input::{Body, Found, Input};

pub(super) fn run(console: &mut Console<'_>, arguments: &Cat) -> Outcome {
    let Cat { file, range, condition, form, bare } = arguments;
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let selects = range.is_some() || condition.is_some();
    // (The elements of the only value are selected as records are.)
    let element = if selects && matches!(body, Body::Value(_)) { element_of(&input.schema) } else { None };
    let parsed = condition.as_deref().map(|text| parse(text, &codec, element.unwrap_or(0))).transpose()?;
    let (filter, pruner) = parsed.unzip();
    let printer = Printer::new(&input.schema, input.layout, *form)?;
    let all = range.clone().unwrap_or(0..u64::MAX);
    let records = if element.is_some() { 0..u64::MAX } else { all.clone() };
    let mut progress = console.progress("printing", body.len());
    let mut failed = false;
    let print = &mut |found: Found<'_>| {
        progress.step(1);
        let value = match found {
            Ok((_, value)) => value,
            Err(error) => {
                failed = true;
                console.report(&format!("{}: {error}", input.name));
                return Ok(());
            }
        };
        if element.is_some() {
            return printer.with_value(&codec, value, &mut |value| {
                for_each_element(value, &all, &mut |element| match &filter {
                    Some(filter) if !filter.matches(element) => Ok(()),
                    _ => console.data(&mut |to| printer.print(element, to)),
                })
            });
        }
        match &filter {
            Some(filter) if !filter.matches(value) => Ok(()),
            _ => printer.with_value(&codec, value, &mut |value| console.data(&mut |to| printer.print(value, to))),
        }
    };
    match &pruner {
        Some(pruner) if element.is_none() => body.for_each_candidate(&codec, records, pruner, print)?,
        _ => body.for_each_value(&codec, records, print)?,
    }
    drop(progress);
    input.note_unfinished(console);
    Failure::if_reported(failed)
}

/// Returns the condition for records, and for their statistics.
fn parse<'c>(text: &str, codec: &'c Codec<'c>, of: TypeIndex) -> Outcome<(Filter<'c>, Pruner)> {
    let compiled = |condition: Condition| {
        let filter = Filter::new(codec, of, &condition, Logic::TwoValued)?;
        Ok((filter, Pruner::new(codec.schema(), &condition, Logic::TwoValued)))
    };
    Condition::parse(text, codec.schema(), of).and_then(compiled).map_err(|error| {
        let before = text.get(..error.at).unwrap_or(text).chars().count();
        Failure::Usage(format!("--where: {}, at character {}", error.message, before + 1))
    })
}

/// Returns the type of the elements, if values are lists.
fn element_of(schema: &Schema) -> Option<TypeIndex> {
    match schema.get(schema.packed(0)) {
        Type::Sequence { element, .. } | Type::Array { element, .. } | Type::Sorted { element } => Some(*element),
        _ if document::is_document(schema) => Some(0),
        _ => None,
    }
}

/// Calls `f` with each element of a list; a document that is no list is its only element.
fn for_each_element(value: Value<'_>, range: &Range<u64>, f: &mut dyn FnMut(Value<'_>) -> Outcome) -> Outcome {
    let list = match value.constructor() {
        Some(constructor) if constructor.name == "Array" => value.get(0),
        Some(_) if range.contains(&0) => return f(value),
        Some(_) => return Ok(()),
        None => Some(value),
    };
    let Some(list) = list else { return Ok(()) };
    for part in list.parts() {
        match part.index as u64 {
            index if index >= range.end => break,
            index if index >= range.start => f(part.value)?,
            _ => {}
        }
    }
    Ok(())
}
