//! `packed diff --values` and `--key`: the differences of the values of two files.

use std::borrow::Cow;
use std::ops::{ControlFlow, Range};
use std::path::Path as FilePath;

use packed_data::Limits;
use packed_data_file::Block;
use packed_data_schema::Value;
use packed_data_schema::filter::Columns;
use serde_json::Value as Json;

use crate::args::Diff;
use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::grouped::{counted, grouped};
use crate::input::{Bare, Body, Input};
use crate::items;
use crate::order_key::put_value;
use crate::rows::Rows;
use crate::sorter::{Entry, Sorted, Sorter};

/// What differs.
#[derive(Default)]
struct Found {
    same: u64,
    changed: u64,
    only_a: u64,
    only_b: u64,
    failed: bool,
}

pub(super) fn run(console: &mut Console<'_>, arguments: &Diff) -> Outcome {
    let open = |console: &mut Console<'_>, file: &FilePath| Input::open(console, file, &Bare::default());
    let (a, b) = (open(console, &arguments.a)?, open(console, &arguments.b)?);
    let (codec_a, codec_b) = (a.codec()?, b.codec()?);
    let pair = Pair { a: Rows::new(&a, &codec_a)?, b: Rows::new(&b, &codec_b)? };
    let found = match &arguments.key {
        None => by_number(console, &pair)?,
        Some(key) => by_key(console, &pair, key)?,
    };
    let Found { same, changed, only_a, only_b, failed } = found;
    let (a, b) = (&a.name, &b.name);
    if changed + only_a + only_b > 0 {
        let [changed, only_a, only_b] = [changed, only_a, only_b].map(grouped);
        let what = format!("{changed} changed, {only_a} only in {a}, {only_b} only in {b}");
        return Err(Failure::Data(format!("the values of {a} and {b} differ: {what}")));
    }
    if failed {
        return Err(Failure::Reported);
    }
    console.line(&format!("the same values: {a} and {b} have {}", counted(same, "value")))
}

/// The values of two files.
struct Pair<'i> {
    a: Rows<'i>,
    b: Rows<'i>,
}

impl Pair<'_> {
    /// Compares two values of the files: their bytes, and otherwise what they are in JSON.
    fn compare(&self, console: &mut Console<'_>, path: &str, a: Value<'_>, b: Value<'_>, found: &mut Found) -> Outcome {
        let is_same_type = self.a.input.layout == self.b.input.layout && self.a.input.schema == self.b.input.schema;
        if is_same_type && a.as_bytes() == b.as_bytes() {
            found.same += 1;
            return Ok(());
        }
        let (a, b) = (text(a)?, text(b)?);
        if a == b {
            found.same += 1;
            return Ok(());
        }
        let mut count = 0_u64;
        match (serde_json::from_slice(&a), serde_json::from_slice(&b)) {
            (Ok(a), Ok(b)) => differences(path, &a, &b, &mut |difference| {
                count += 1;
                console.line(difference)
            })?,
            // (It is nested deeper than the parser goes.)
            _ => {
                count = 1;
                let (a, b) = (String::from_utf8_lossy(&a), String::from_utf8_lossy(&b));
                console.line(&format!("{path}: {a} -> {b}"))?;
            }
        }
        found.same += u64::from(count == 0);
        found.changed += u64::from(count > 0);
        Ok(())
    }
}

fn text(value: Value<'_>) -> Outcome<Vec<u8>> {
    let mut text = Vec::new();
    value.write_json(&mut text)?;
    Ok(text)
}

/// Prints a value that one of the files has.
fn only(console: &mut Console<'_>, path: &str, rows: &Rows<'_>, value: Value<'_>) -> Outcome {
    let text = text(value)?;
    console.put(Look::Strong, &format!("{path}: only in {}: ", rows.input.name))?;
    console.line(&String::from_utf8_lossy(&text))
}

/// Calls `f` with a line for each difference: members by name, elements by number. (The parser bounds how deep values
/// nest.)
fn differences(path: &str, a: &Json, b: &Json, f: &mut dyn FnMut(&str) -> Outcome) -> Outcome {
    match (a, b) {
        (Json::Object(a), Json::Object(b)) => {
            for (name, a) in a {
                let path = format!("{path}{}", step(name));
                match b.get(name) {
                    Some(b) => differences(&path, a, b, f)?,
                    None => f(&format!("{path}: {a} -> nothing"))?,
                }
            }
            let mut new = b.iter().filter(|(name, _)| !a.contains_key(*name));
            new.try_for_each(|(name, b)| f(&format!("{path}{}: nothing -> {b}", step(name))))
        }
        (Json::Array(a), Json::Array(b)) => {
            for index in 0..a.len().max(b.len()) {
                let path = format!("{path}[{index}]");
                match (a.get(index), b.get(index)) {
                    (Some(a), Some(b)) => differences(&path, a, b, f)?,
                    (Some(a), None) => f(&format!("{path}: {a} -> nothing"))?,
                    (None, Some(b)) => f(&format!("{path}: nothing -> {b}"))?,
                    (None, None) => {}
                }
            }
            Ok(())
        }
        (Json::Number(a), Json::Number(b)) if is_equal(a, b) => Ok(()),
        _ if a == b => Ok(()),
        _ => f(&format!("{path}: {a} -> {b}")),
    }
}

/// Returns whether numbers are equal: an integer of one type and a float of the other too.
fn is_equal(a: &serde_json::Number, b: &serde_json::Number) -> bool {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a == b,
        (None, None) => a.as_f64() == b.as_f64(),
        (Some(whole), None) | (None, Some(whole)) => {
            let float = if a.is_f64() { a.as_f64() } else { b.as_f64() };
            float.is_some_and(|float| float.abs() < 2_f64.powi(100) && float.fract() == 0.0 && float as i128 == whole)
        }
    }
}

/// How many characters of a name are printed, which is repeated in the path of each difference in it.
const NAME: usize = 100;

/// Returns a name as a step of a path.
fn step(name: &str) -> String {
    let name = match name.char_indices().nth(NAME) {
        Some((end, _)) => Cow::Owned(format!("{}...", &name[..end])),
        None => Cow::Borrowed(name),
    };
    let is_plain = !name.starts_with(|first: char| first.is_numeric())
        && !name.is_empty()
        && name.chars().all(|next| next == '_' || next.is_alphanumeric());
    if is_plain { format!(".{name}") } else { format!("[{}]", Json::from(&*name)) }
}

/// Compares values with the same numbers.
fn by_number(console: &mut Console<'_>, pair: &Pair<'_>) -> Outcome<Found> {
    let mut found = Found::default();
    let mut next = 0;
    let mut others = Others::new(&pair.b);
    let mut failed = pair.a.for_each(console, "comparing", 0..u64::MAX, None, &mut |console, number, a| {
        // (Records of numbers that the first file has lost.)
        for lost in others.numbers(next..number).into_iter().flatten() {
            if !alone(console, pair, &mut others, lost, &mut found)? {
                break;
            }
        }
        next = number.saturating_add(1);
        let path = format!("[{number}]");
        match others.get(number)? {
            Some(b) => pair.compare(console, &path, a, b, &mut found)?,
            None => {
                found.only_a += 1;
                only(console, &path, &pair.a, a)?;
            }
        }
        Ok(ControlFlow::Continue(()))
    })?;
    failed |= pair.b.for_each(console, "comparing", next..u64::MAX, None, &mut |console, number, b| {
        found.only_b += 1;
        only(console, &format!("[{number}]"), &pair.b, b)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(Found { failed, ..found })
}

/// Prints a record that only the second file has; returns whether it has it.
fn alone(
    console: &mut Console<'_>,
    pair: &Pair<'_>,
    others: &mut Others<'_>,
    number: u64,
    found: &mut Found,
) -> Outcome<bool> {
    let Some(b) = others.get(number)? else { return Ok(false) };
    found.only_b += 1;
    only(console, &format!("[{number}]"), &pair.b, b)?;
    Ok(true)
}

/// The values of the second file, which are asked for in their order.
struct Others<'i> {
    rows: &'i Rows<'i>,
    block: Option<Block<'static>>,
    /// Blocks before this one are not asked for again.
    next: usize,
    elements: Option<packed_data_schema::Parts<'i>>,
}

impl<'i> Others<'i> {
    fn new(rows: &'i Rows<'i>) -> Self {
        Self { rows, block: None, next: 0, elements: None }
    }

    /// Returns the numbers in a range that the file may have: a few ranges, however great the numbers are.
    fn numbers(&mut self, range: Range<u64>) -> Vec<Range<u64>> {
        let Body::Records(blocks) = &self.rows.body else { return vec![range] };
        let mut found = Vec::new();
        while let Some(numbers) = blocks.numbers(self.next).filter(|numbers| numbers.start < range.end) {
            let common = numbers.start.max(range.start)..numbers.end.min(range.end);
            found.extend(Some(common).filter(|common| !common.is_empty()));
            if numbers.end > range.end {
                break;
            }
            self.next += 1;
        }
        found
    }

    fn get(&mut self, number: u64) -> Outcome<Option<Value<'_>>> {
        let Rows { input, codec, body, element, .. } = self.rows;
        match body {
            Body::Records(blocks) => {
                let is_inside = |block: &Block<'_>| {
                    number.checked_sub(block.first()).is_some_and(|index| index < block.len() as u64)
                };
                if !self.block.as_ref().is_some_and(is_inside) {
                    let Some(block) = blocks.block_of(number) else { return Ok(None) };
                    self.block = Some(blocks.block(block).map_err(|error| input.failed(error))?);
                }
                let Some(block) = self.block.as_ref() else { return Ok(None) };
                let bytes = usize::try_from(number - block.first()).ok().and_then(|index| block.get(index));
                let failed = |error| input.failed(format_args!("record {number}: {error}"));
                bytes.map(|bytes| codec.read(bytes, &Limits::DEFAULT).map_err(failed)).transpose()
            }
            Body::Value(bytes) if element.is_none() => {
                if number > 0 {
                    return Ok(None);
                }
                codec.read(bytes, &Limits::DEFAULT).map(Some).map_err(|error| input.failed(error))
            }
            Body::Value(bytes) => {
                if self.elements.is_none() {
                    let value = codec.read(bytes, &Limits::DEFAULT).map_err(|error| input.failed(error))?;
                    self.elements = crate::rows::list(value).map(|list| list.parts());
                    if self.elements.is_none() && number == 0 {
                        return Ok(Some(value));
                    }
                }
                let Some(elements) = &mut self.elements else { return Ok(None) };
                let least = usize::try_from(number).unwrap_or(usize::MAX);
                Ok(elements.next_from(least).filter(|part| part.index == least).map(|part| part.value))
            }
        }
    }
}

/// Compares records with the same key.
fn by_key(console: &mut Console<'_>, pair: &Pair<'_>, key: &str) -> Outcome<Found> {
    let mut found = Found::default();
    let (mut a, failed_a) = keyed(console, &pair.a, key)?;
    let (mut b, failed_b) = keyed(console, &pair.b, key)?;
    let (mut next_a, mut next_b) = (a.next()?, b.next()?);
    let value = |rows: &Rows<'_>, (_, rest): &Entry| Keyed::of(rest, &rows.input.name);
    loop {
        let order = match (&next_a, &next_b) {
            (None, None) => break,
            (Some(_), None) => std::cmp::Ordering::Less,
            (None, Some(_)) => std::cmp::Ordering::Greater,
            (Some((a, _)), Some((b, _))) => a.cmp(b),
        };
        let own_a = if order.is_le() { next_a.as_ref().map(|entry| value(&pair.a, entry)).transpose()? } else { None };
        let own_b = if order.is_ge() { next_b.as_ref().map(|entry| value(&pair.b, entry)).transpose()? } else { None };
        match (&own_a, &own_b) {
            (Some(a), Some(b)) => {
                let path = a.path(key);
                pair.compare(console, &path, pair.a.codec.value(&a.record), pair.b.codec.value(&b.record), &mut found)?;
            }
            (Some(a), None) => {
                found.only_a += 1;
                only(console, &a.path(key), &pair.a, pair.a.codec.value(&a.record))?;
            }
            (None, Some(b)) => {
                found.only_b += 1;
                only(console, &b.path(key), &pair.b, pair.b.codec.value(&b.record))?;
            }
            (None, None) => break,
        }
        if own_a.is_some() {
            next_a = a.next()?;
        }
        if own_b.is_some() {
            next_b = b.next()?;
        }
    }
    Ok(Found { failed: failed_a || failed_b, ..found })
}

/// A record that was sorted by its key.
struct Keyed {
    /// The JSON of the key.
    key: String,
    record: Vec<u8>,
}

impl Keyed {
    fn of(rest: &[u8], name: &str) -> Outcome<Self> {
        let parts = rest.split_first_chunk().and_then(|(len, rest)| {
            let len = usize::try_from(u64::from_le_bytes(*len)).ok()?;
            rest.split_at_checked(len)
        });
        let (key, record) = parts.ok_or_else(|| Failure::of_file(name, "a temporary file was changed"))?;
        Ok(Self { key: String::from_utf8_lossy(key).into_owned(), record: record.to_vec() })
    }

    fn path(&self, name: &str) -> String {
        format!("[{name} = {}]", self.key)
    }
}

/// Sorts records by their keys; those with equal keys stay in order.
fn keyed(console: &mut Console<'_>, rows: &Rows<'_>, key: &str) -> Outcome<(Sorted, bool)> {
    let Body::Records(_) = rows.body else {
        return Err(rows.input.failed("--key needs a file of records, found one value"));
    };
    let items = items::check("--key", key, items::parse("--key", key, false, false)?, &rows.input.schema, 0)?;
    let [item] = &items[..] else { return Err(Failure::Usage("--key: expected one path".into())) };
    let columns = Columns::new(rows.codec, 0, &[item.path.clone().unwrap_or_default()]);
    let columns = columns.map_err(|error| Failure::Usage(error.message))?;
    let mut sorter = Sorter::new(None);
    let failed = rows.for_each(console, "sorting", 0..u64::MAX, None, &mut |_, _, row| {
        let value = columns.values(row).into_iter().next().flatten();
        let mut key = Vec::new();
        put_value(value, &mut key)?;
        let json = value.map_or(Ok(b"null".to_vec()), text)?;
        let rest = [&(json.len() as u64).to_le_bytes()[..], &json, row.as_bytes()].concat();
        sorter.push(key, rest)?;
        Ok(ControlFlow::Continue(()))
    })?;
    Ok((sorter.finish()?, failed))
}
