//! `packed stat`: how many bytes each part of the type takes.

use std::path::Path;

use packed_data::Limits;
use packed_data_schema::inspect::{Kind, Totals, print_levels};
use packed_data_schema::{Codec, LayoutId, Schema};

use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::grouped::{bar, counted, grouped};
use crate::input::{Bare, Body, Input};
use crate::timing::{median, short, time};

/// The width of a bar, in characters.
const BAR: usize = 24;
/// The greatest width of a name.
const NAME: usize = 34;
/// How many bytes of values are read, checked and packed to measure it.
const SAMPLE: usize = 1 << 20;
/// The approximate number of bytes of records that are converted to the other layouts; of more records, only one in
/// several is converted.
const CONVERTED: u64 = 8 << 20;

pub(super) fn run(console: &mut Console<'_>, file: &Path, top: usize, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let mut totals = Totals::default();
    let mut layouts = Layouts::new(&input.schema, &body);
    let mut failed = false;
    let mut progress = console.progress("adding up", body.size());
    body.for_each_value(&codec, 0..u64::MAX, &mut |found| {
        match found {
            Ok((number, value)) => {
                let bytes = value.as_bytes();
                progress.step(Body::size_of(bytes));
                totals.add(codec.schema(), value);
                layouts.add(&codec, number, bytes);
            }
            Err(error) => {
                failed = true;
                console.report(&format!("{}: {error}", input.name));
            }
        }
        Ok(())
    })?;
    drop(progress);
    input.note_unfinished(console);
    let what = if matches!(body, Body::Value(_)) { "one value".into() } else { counted(body.len(), "record") };
    console.line(&format!("{}: {what}, {} in {}", input.name, counted(totals.bytes, "byte"), input.layout))?;
    let schema = &input.schema;
    let kinds = totals.kinds.iter().map(|(kind, bytes)| (kind.name().to_owned(), *bytes, look_of(*kind)));
    table(console, "by kind", kinds.collect(), totals.bytes, top)?;
    let types = totals.types.iter().map(|(of, bytes)| (schema.name_of(*of), *bytes, Look::Data));
    table(console, "by type, without its parts", merged(types.collect()), totals.bytes, top)?;
    let fields = totals.fields().into_iter().map(|(levels, bytes)| (print_levels(schema, &levels), bytes, Look::Data));
    table(console, "by field, with its parts", merged(fields.collect()), totals.bytes, top)?;
    layouts.print(console, &codec, totals.bytes)?;
    Failure::if_reported(failed)
}

const fn look_of(kind: Kind) -> Look {
    match kind {
        Kind::Numbers | Kind::Text => Look::Data,
        Kind::Tags => Look::Tag,
        _ => Look::Size,
    }
}

/// A row of a table: a name, its bytes, and how its bar looks.
type Bytes = (String, u64, Look);

/// Adds up rows of one name.
fn merged(mut rows: Vec<Bytes>) -> Vec<Bytes> {
    rows.sort();
    rows.dedup_by(|next, first| {
        let is_same = next.0 == first.0;
        if is_same {
            first.1 += next.1;
        }
        is_same
    });
    rows
}

fn table(console: &mut Console<'_>, title: &str, mut rows: Vec<Bytes>, whole: u64, top: usize) -> Outcome {
    rows.retain(|(_, bytes, _)| *bytes > 0);
    if rows.is_empty() {
        return Ok(());
    }
    rows.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    console.line("")?;
    console.put(Look::Strong, title)?;
    console.line("")?;
    let rest = rows.len().saturating_sub(top);
    for (name, bytes, look) in rows.into_iter().take(top) {
        let part = bytes as f64 / whole.max(1) as f64 * 100.0;
        let row = format!("  {:<NAME$} {:>14} {part:>5.1} %  ", shortened(&name), grouped(bytes));
        console.put(Look::Plain, &row)?;
        console.put(look, &bar(bytes, whole, BAR))?;
        console.line("")?;
    }
    if rest > 0 {
        console.line(&format!("  {rest} more: --top {}", top + rest))?;
    }
    Ok(())
}

/// Returns the end of a name that is too long.
fn shortened(name: &str) -> String {
    let count = name.chars().count();
    if count <= NAME { name.into() } else { format!("..{}", name.chars().skip(count - NAME + 2).collect::<String>()) }
}

/// The sizes of values in each layout.
struct Layouts<'s> {
    rows: Vec<Row<'s>>,
    /// One value in `every` is converted.
    every: u64,
    /// The bytes of the converted values.
    converted: u64,
    /// The first of the values, which are converted to measure times, and the sum of their bytes.
    sample: Vec<Vec<u8>>,
    sampled: usize,
}

/// What values take in one layout.
struct Row<'s> {
    into: Codec<'s>,
    /// The bytes of those that are not in the sample.
    bytes: u64,
    is_possible: bool,
}

impl<'s> Layouts<'s> {
    fn new(schema: &'s Schema, body: &Body<'_>) -> Self {
        let codecs = LayoutId::ALL.into_iter().filter_map(|layout| schema.codec(layout).ok());
        let rows = codecs.map(|into| Row { into, bytes: 0, is_possible: true }).collect();
        let every = match body {
            Body::Value(_) => 1,
            Body::Records(blocks) => (blocks.sizes().1 / CONVERTED).max(1),
        };
        Self { rows, every, converted: 0, sample: Vec::new(), sampled: 0 }
    }

    fn add(&mut self, codec: &Codec<'_>, number: u64, bytes: &[u8]) {
        if !number.is_multiple_of(self.every) {
            return;
        }
        self.converted += bytes.len() as u64;
        if self.sample.is_empty() || self.sampled + bytes.len() <= SAMPLE {
            self.sampled += bytes.len();
            return self.sample.push(bytes.to_vec());
        }
        for row in &mut self.rows {
            match codec.convert(bytes, &row.into, &Limits::DEFAULT) {
                Ok(bytes) => row.bytes += bytes.len() as u64,
                Err(_) => row.is_possible = false,
            }
        }
    }

    /// Prints what each layout takes, and how long work takes there.
    fn print(&self, console: &mut Console<'_>, codec: &Codec<'_>, bytes: u64) -> Outcome {
        if self.sample.is_empty() {
            return Ok(());
        }
        console.line("")?;
        console.put(Look::Strong, "by layout")?;
        let part = if self.every > 1 { format!(", from one record in {}", grouped(self.every)) } else { String::new() };
        let sample = match self.sampled as u64 {
            sampled if sampled < bytes => format!("{} bytes", grouped(sampled)),
            _ => "all".into(),
        };
        console.line(&format!("{part}, and the times for {sample}, by schema (Rust types are faster)"))?;
        console.line(&format!(
            "  {:<NAME$} {:>14} {:>7} {:>9} {:>9} {:>9}",
            "", "bytes", "", "validate", "to JSON", "pack"
        ))?;
        let texts: Vec<_> = self.sample.iter().map(|bytes| json_of(codec, bytes)).collect();
        let mut progress = console.progress_of("measuring", self.rows.len() as u64, "layouts");
        for Row { into, bytes: found, is_possible } in &self.rows {
            progress.step(1);
            let name = into.layout().name();
            let values: Result<Vec<_>, _> =
                self.sample.iter().map(|bytes| codec.convert(bytes, into, &Limits::DEFAULT)).collect();
            let (Ok(values), true) = (values, is_possible) else {
                console.line(&format!("  {name:<NAME$} {:>14}", "not possible"))?;
                continue;
            };
            let found = found + values.iter().map(|bytes| bytes.len() as u64).sum::<u64>();
            let [check, read, pack] = times(into, &values, &texts);
            let ratio = found as f64 / self.converted.max(1) as f64;
            let (found, part) = ((ratio * bytes as f64).round() as u64, ratio * 100.0);
            let line = format!("  {name:<NAME$} {:>14} {part:>5.1} % {check:>9} {read:>9} {pack:>9}", grouped(found));
            console.line(&line)?;
        }
        Ok(())
    }
}

/// Measures validation, reading and packing of values in a layout; `texts` are the values as JSON.
fn times(into: &Codec<'_>, values: &[Vec<u8>], texts: &[Vec<u8>]) -> [String; 3] {
    let check =
        median(5, || time(|| values.iter().filter(|value| into.validate(value, &Limits::DEFAULT).is_ok()).count()));
    let read = median(3, || {
        time(|| values.iter().filter(|value| into.value(value).write_json(&mut std::io::sink()).is_ok()).count())
    });
    let pack =
        median(3, || time(|| texts.iter().filter(|text| into.from_json(text, &Limits::DEFAULT).is_ok()).count()));
    [check, read, pack].map(short)
}

fn json_of(codec: &Codec<'_>, bytes: &[u8]) -> Vec<u8> {
    let mut text = Vec::new();
    // (A vector takes all that is written.)
    _ = codec.value(bytes).write_json(&mut text);
    text
}
