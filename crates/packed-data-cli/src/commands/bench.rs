//! `packed bench`: the questions of the example `json`, beside serde_json.

use std::io::Write;
use std::path::Path as FilePath;
use std::time::Duration;

use packed_data::Limits;
use packed_data_schema::path::{self, Path};
use packed_data_schema::{Codec, LayoutId, ScalarValue, Schema, Segment, Type, TypeIndex, Value, Visit, Walker};
use serde_json::Value as Json;

use super::get;
use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::grouped::grouped;
use crate::input::{Bare, Body, Input};
use crate::timing::{in_turn, short, time};

/// From this size on, times are measured in fewer rounds.
const LARGE: usize = 4 << 20;

pub(super) fn run(console: &mut Console<'_>, file: &FilePath, wanted: Option<&str>, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let mut values = Vec::new();
    let mut progress = console.progress("reading", body.size());
    body.for_each_value(&codec, 0..u64::MAX, &mut |found| match found {
        Ok((_, value)) => {
            progress.step(Body::size_of(value.as_bytes()));
            values.push(value.as_bytes().to_vec());
            Ok(())
        }
        Err(error) => Err(input.failed(error)),
    })?;
    drop(progress);
    let text = json_text(&input, &codec, &values)?;
    let json: Json = serde_json::from_slice(&text).map_err(|error| input.failed(error))?;

    let packed = Packed { codec: &codec, values: &values, are_records: matches!(body, Body::Records(_)) };
    let totals = packed.totals();
    let plain = of_json(&json);
    if compares(&input.schema) && (totals.numbers, totals.floor()) != (plain.numbers, plain.floor()) {
        return Err(input.failed(format_args!("the answers differ: expected {plain:?}, found {totals:?}")));
    }
    let deepest = match wanted {
        Some(path) => path.to_owned(),
        None => packed.deepest(),
    };
    let steps = if wanted.is_some() { get::parse(&deepest)? } else { Path::parse(&deepest).unwrap_or_default().steps };
    if wanted.is_some() && packed.find(&steps).is_none() {
        return Err(Failure::Usage(format!("the path {deepest:?} leads nowhere")));
    }
    console.line(&format!(
        "{}: {} numbers that sum to {}; {} bytes in {}, {} as JSON",
        input.name,
        grouped(totals.numbers),
        totals.sum,
        grouped(values.iter().map(|value| value.len() as u64).sum()),
        input.layout,
        grouped(text.len() as u64),
    ))?;
    console.line(&format!("{}: {deepest}", if wanted.is_some() { "path" } else { "deepest" }))?;
    let rounds = if text.len() < LARGE { 9 } else { 3 };
    console.line("")?;
    let title = format!("time, median of {rounds}, read by schema");
    console.put(
        Look::Strong,
        &format!("  {title:<34} {:>12} {:>12} {:>10}", "serde_json", input.layout.name(), "faster"),
    )?;
    console.line("")?;
    let mut row = |what: &str, (json, packed): (Duration, Duration)| {
        let ratio = json.as_secs_f64() / packed.as_secs_f64().max(1e-12);
        console.line(&format!("  {what:<34} {:>12} {:>12} {ratio:>9.2}x", short(json), short(packed)))?;
        // (The next row may take seconds.)
        Ok(console.out.flush()?)
    };
    row(
        "open (parse; verify and validate)",
        in_turn(rounds, || time(|| serde_json::from_slice::<Json>(&text)), || time(|| open(&input, &codec))),
    )?;
    row("count and sum numbers", in_turn(rounds, || time(|| of_json(&json)), || time(|| packed.totals())))?;
    row("find the deepest path", in_turn(rounds, || time(|| depth_of(&json)), || time(|| packed.deepest())))?;
    let pointer = pointer_of(&packed, &deepest);
    if let Some(pointer) = &pointer
        && json.pointer(pointer).is_some()
        && packed.find(&steps).is_some()
    {
        let times = in_turn(rounds, || time(|| json.pointer(pointer)), || time(|| packed.find(&steps).is_some()));
        row("look the path up", times)?;
    }
    if matches!(input.layout, LayoutId::Compact | LayoutId::Indexed) {
        let edit = || {
            let mut copy = json.clone();
            time(|| add_one(&mut copy))
        };
        row(
            "add one to every number, in place",
            in_turn(rounds, edit, || {
                let mut copy = values.clone();
                time(|| packed.add_one(&mut copy))
            }),
        )?;
    }
    row(
        "make the bytes (serialise; pack)",
        in_turn(rounds, || time(|| serde_json::to_vec(&json)), || time(|| packed.pack(&json))),
    )
}

/// Returns all values as one JSON text: records are the elements of a list.
fn json_text(input: &Input, codec: &Codec<'_>, values: &[Vec<u8>]) -> Outcome<Vec<u8>> {
    let is_list = input.content() == packed_data_file::Content::Records;
    let mut text = Vec::new();
    for (number, value) in values.iter().enumerate() {
        if is_list {
            text.write_all(if number == 0 { b"[" } else { b"," })?;
        }
        codec.value(value).write_json(&mut text)?;
    }
    if is_list {
        text.write_all(if values.is_empty() { b"[]" } else { b"]" })?;
    }
    Ok(text)
}

/// Verifies checksums and validates all values, as when the file is opened.
fn open(input: &Input, codec: &Codec<'_>) -> bool {
    let mut is_valid = true;
    let valid = input.body().and_then(|body| {
        body.for_each(0..u64::MAX, &mut |found| {
            is_valid &= found.is_ok_and(|(_, value)| codec.validate(value, &Limits::DEFAULT).is_ok());
            Ok(())
        })
    });
    is_valid && valid.is_ok()
}

/// The counts of one pass.
#[derive(Clone, Copy, Debug, Default)]
struct Totals {
    numbers: u64,
    sum: f64,
}

impl Totals {
    fn add(&mut self, number: f64) {
        self.numbers += 1;
        self.sum += number;
    }

    /// Returns the sum without its last digits, which depend on the order.
    fn floor(&self) -> i64 {
        let digits = self.sum.abs().max(1.0).log10().floor() as i32;
        (self.sum / 10_f64.powi(digits - 6)).round() as i64
    }
}

fn of_json(json: &Json) -> Totals {
    let (mut totals, mut open) = (Totals::default(), vec![json]);
    while let Some(json) = open.pop() {
        match json {
            Json::Number(number) => totals.add(number.as_f64().unwrap_or(f64::NAN)),
            Json::Array(values) => open.extend(values),
            Json::Object(members) => open.extend(members.values()),
            _ => {}
        }
    }
    totals
}

fn depth_of(json: &Json) -> usize {
    let (mut deepest, mut open) = (0, vec![(json, 0)]);
    while let Some((json, depth)) = open.pop() {
        deepest = deepest.max(depth);
        match json {
            Json::Array(values) => open.extend(values.iter().map(|value| (value, depth + 1))),
            Json::Object(members) => open.extend(members.values().map(|value| (value, depth + 1))),
            _ => {}
        }
    }
    deepest
}

fn add_one(json: &mut Json) {
    match json {
        Json::Number(number) => {
            *json = match number.as_i64() {
                Some(number) => number.saturating_add(1).into(),
                None => (number.as_f64().unwrap_or(f64::NAN) + 1.0).into(),
            };
        }
        Json::Array(values) => values.iter_mut().for_each(add_one),
        Json::Object(members) => members.values_mut().for_each(add_one),
        _ => {}
    }
}

/// Returns whether all numbers of the type are numbers in JSON, and nothing else is.
fn compares(schema: &Schema) -> bool {
    use packed_data_schema::Scalar;
    schema.types().iter().all(|of| match of {
        Type::Scalar(scalar) => {
            !matches!(scalar, Scalar::Duration | Scalar::SystemTime | Scalar::F32 | Scalar::F64) && scalar.width() <= 8
                || matches!(scalar, Scalar::F64)
        }
        Type::Cbor => false,
        // (The numbers that are keys are texts in JSON.)
        Type::Sorted { element } => match schema.get(*element) {
            Type::Struct(entry) => entry.fields.first().is_none_or(|key| schema.get(key.of) == &Type::Text),
            _ => true,
        },
        _ => true,
    })
}

/// The values, read by their schema.
struct Packed<'v> {
    codec: &'v Codec<'v>,
    values: &'v [Vec<u8>],
    are_records: bool,
}

impl<'v> Packed<'v> {
    fn totals(&self) -> Totals {
        let (mut totals, mut walker) = (Totals::default(), Walker::new(self.codec));
        for bytes in self.values {
            // (Every value was validated.)
            _ = walker.value(&self.codec.value(bytes), &mut totals);
        }
        totals
    }

    /// Returns the path to the value with the deepest nesting, the first of several.
    fn deepest(&self) -> String {
        let (mut deepest, mut of, mut walker) = (Deepest::default(), 0, Walker::new(self.codec));
        for (number, bytes) in self.values.iter().enumerate() {
            let before = deepest.path.len();
            _ = walker.value(&self.codec.value(bytes), &mut deepest);
            if deepest.path.len() > before {
                of = number;
            }
        }
        let path = self.codec.schema().path(&deepest.segments(self.codec.schema()));
        match (self.are_records, path.is_empty()) {
            (true, false) => format!("[{of}] > {path}"),
            (true, true) => format!("[{of}]"),
            _ => path,
        }
    }

    fn find(&self, steps: &[path::Step]) -> Option<Value<'v>> {
        let (number, steps) = if self.are_records { get::number(steps, self.values.len() as u64)? } else { (0, steps) };
        let bytes = self.values.get(usize::try_from(number).ok()?)?;
        path::find(self.codec.value(bytes), steps).ok()
    }

    /// Adds one to every number; `copies` are the values.
    fn add_one(&self, copies: &mut [Vec<u8>]) {
        let (schema, mut walker) = (self.codec.schema(), Walker::new(self.codec));
        for (bytes, copy) in self.values.iter().zip(copies) {
            _ = walker.value(&self.codec.value(bytes), &mut AddOne { schema, copy });
        }
    }

    fn pack(&self, json: &Json) -> usize {
        let size = |json: &Json| self.codec.write(json, &Limits::DEFAULT).map_or(0, |bytes| bytes.len());
        match (json, self.are_records) {
            (Json::Array(records), true) => records.iter().map(size).sum(),
            _ => size(json),
        }
    }
}

impl Visit<'_> for Totals {
    fn scalar(&mut self, _: TypeIndex, value: ScalarValue) {
        if let Some(number) = number(value) {
            self.add(number);
        }
    }

    fn bytes(&mut self, _: TypeIndex, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.add((*byte).into()));
    }
}

/// Adds one to every number in a copy of the bytes, in a layout whose numbers are little-endian.
struct AddOne<'c> {
    schema: &'c Schema,
    copy: &'c mut [u8],
}

impl Visit<'_> for AddOne<'_> {
    fn scalar_at(&mut self, of: TypeIndex, value: ScalarValue, at: usize) {
        let Type::Scalar(scalar) = self.schema.get(self.schema.packed(of)) else { return };
        let width = scalar.width();
        let Some(place) = self.copy.get_mut(at..at + width) else { return };
        match value {
            ScalarValue::Unsigned(value) => place.copy_from_slice(&value.saturating_add(1).to_le_bytes()[..width]),
            ScalarValue::Signed(value) => place.copy_from_slice(&value.saturating_add(1).to_le_bytes()[..width]),
            ScalarValue::F32(value) => place.copy_from_slice(&(value + 1.0).to_le_bytes()),
            ScalarValue::F64(value) => place.copy_from_slice(&(value + 1.0).to_le_bytes()),
            _ => {}
        }
    }

    fn bytes_at(&mut self, _: TypeIndex, bytes: &[u8], at: usize) {
        let place = self.copy.get_mut(at..at + bytes.len()).unwrap_or_default();
        place.iter_mut().for_each(|byte| *byte = byte.saturating_add(1));
    }
}

/// Finds the path to the value with the deepest nesting.
#[derive(Default)]
struct Deepest {
    /// The open values: type, constructor, and the index of the part.
    open: Vec<(TypeIndex, u32, usize)>,
    path: Vec<(TypeIndex, u32, usize)>,
}

impl Deepest {
    fn compare(&mut self) {
        if self.open.len() > self.path.len() {
            self.path.clone_from(&self.open);
        }
    }

    fn segments(&self, schema: &Schema) -> Vec<Segment> {
        let segment = |&(of, constructor, index): &(TypeIndex, u32, usize)| match schema.get(schema.packed(of)) {
            Type::Struct(_) | Type::Enum(_) => Segment::Field { of, constructor, field: index as u32 },
            _ => Segment::Element(index),
        };
        self.path.iter().map(segment).collect()
    }
}

impl Visit<'_> for Deepest {
    fn begin(&mut self, of: TypeIndex, constructor: u32) {
        self.compare();
        self.open.push((of, constructor, 0));
    }

    fn field(&mut self, index: usize) {
        if let Some(open) = self.open.last_mut() {
            open.2 = index;
        }
    }

    fn scalar(&mut self, _: TypeIndex, _: ScalarValue) {
        self.compare();
    }

    fn text(&mut self, _: &str) {
        self.compare();
    }

    fn bytes(&mut self, _: TypeIndex, _: &[u8]) {
        self.compare();
    }

    fn raw(&mut self, _: &[u8]) {
        self.compare();
    }

    fn unknown(&mut self, _: &[u8]) {
        self.compare();
    }

    fn end(&mut self, count: usize) {
        self.open.truncate(self.open.len().saturating_sub(count));
    }
}

/// Returns a scalar as JSON has it, if it is a number there.
fn number(value: ScalarValue) -> Option<f64> {
    match value {
        ScalarValue::Unsigned(value) => Some(value as f64),
        ScalarValue::Signed(value) => Some(value as f64),
        ScalarValue::F32(value) => Some(value.into()).filter(|value: &f64| value.is_finite()),
        ScalarValue::F64(value) => Some(value).filter(|value| value.is_finite()),
        _ => None,
    }
}

/// Returns a path as a JSON Pointer, if every step of it is seen in JSON.
fn pointer_of(packed: &Packed<'_>, text: &str) -> Option<String> {
    if text.starts_with('/') {
        return Some(text.to_owned());
    }
    let steps = Path::parse(text).ok()?.steps;
    let (number, steps) =
        if packed.are_records { get::number(&steps, packed.values.len() as u64)? } else { (0, &steps[..]) };
    let mut here = if packed.are_records { format!("/{number}") } else { String::new() };
    let schema = packed.codec.schema();
    let mut value = packed.codec.value(packed.values.get(usize::try_from(number).ok()?)?);
    for step in steps {
        let next = path::find(value, std::slice::from_ref(step)).ok()?;
        let token = match step {
            path::Step::Element(index) => match value.packed_type() {
                Type::Sorted { .. } => next.get(0).and_then(|key| key.as_str()).map(str::to_owned),
                _ => Some(index.to_string()),
            },
            path::Step::Name(name) => Some(name.clone()),
            // (A JSON Pointer has no such step.)
            path::Step::FromEnd(_) => return None,
            // (A JSON enum has none of these in JSON.)
            path::Step::Field { .. } if schema.is_json_enum(value.type_index()) => None,
            path::Step::Field { of, field, .. } => (of.as_deref() != Some("Option")).then(|| field.clone()),
        };
        // (Errors print the name of the struct before that of its field.)
        let is_struct_name =
            matches!((step, value.packed_type()), (path::Step::Name(name), Type::Struct(of)) if *name == of.name);
        if let Some(token) = token.filter(|_| !is_struct_name) {
            here.push('/');
            here.push_str(&token.replace('~', "~0").replace('/', "~1"));
        }
        value = next;
    }
    Some(here)
}

#[cfg(test)]
mod tests {
    use packed_data::{Compact, Indexed, Layout, Packable, Packed as Bytes};

    use super::*;

    #[derive(Packable)]
    struct Row {
        name: String,
        flag: bool,
        small: i8,
        large: u128,
        bytes: Vec<u8>,
        array: [u8; 3],
        ratio: Option<f32>,
        pairs: Vec<(i16, f64)>,
    }

    fn row(one: u8) -> Row {
        let (name, pairs) = ("row".into(), vec![(-1 + i16::from(one), 0.5 + f64::from(one)); 3]);
        let (small, large, ratio) = (-1 + one as i8, u128::from(one), Some(1.5 + f32::from(one)));
        Row { name, flag: true, small, large, bytes: vec![7 + one, one], array: [3 + one; 3], ratio, pairs }
    }

    fn adds_one<L: Layout>(layout: packed_data_schema::LayoutId) {
        let schema = Schema::of::<Row>();
        let codec = schema.codec(layout).unwrap();
        let pack = |one| Bytes::<Row, L>::pack(&row(one)).into_inner();
        let values = [pack(0), pack(1)];
        let mut copies = values.to_vec();
        Packed { codec: &codec, values: &values, are_records: true }.add_one(&mut copies);
        assert_eq!(copies, [pack(1), pack(2)], "{layout}");
    }

    #[test]
    fn every_number() {
        adds_one::<Compact>(packed_data_schema::LayoutId::Compact);
        adds_one::<Indexed>(packed_data_schema::LayoutId::Indexed);
    }
}
