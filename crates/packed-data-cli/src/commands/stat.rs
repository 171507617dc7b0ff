//! `packed stat`: where the bytes go.

use std::path::Path;

use packed_data::Limits;
use packed_data_schema::{Codec, Layout};

use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::input::{Bare, Body, Input};
use crate::stat::{Kind, Totals, bar, grouped, print_places};
use crate::timing::{median, short, time};

/// The width of a bar, in characters.
const BAR: usize = 24;
/// The greatest width of a name.
const NAME: usize = 34;
/// How many bytes of values are read, checked and packed to measure it.
const SAMPLE: usize = 1 << 20;

pub(super) fn run(console: &mut Console<'_>, file: &Path, top: usize, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let mut totals = Totals::default();
    let mut failed = false;
    let mut progress = console.progress("adding up", body.len());
    body.for_each_value(&codec, 0..u64::MAX, &mut |found| {
        progress.step(1);
        match found {
            Ok((_, value)) => totals.add(&codec, value.as_bytes(), value),
            Err(error) => {
                failed = true;
                console.report(&format!("{}: {error}", input.name));
            }
        }
        Ok(())
    })?;
    drop(progress);
    let what = if matches!(body, Body::Value { .. }) {
        "one value".into()
    } else {
        format!("{} records", grouped(body.len()))
    };
    console.line(&format!("{}: {what}, {} bytes in {}", input.name, grouped(totals.bytes), input.layout))?;
    let schema = &input.schema;
    let kinds = totals.kinds.iter().map(|(kind, bytes)| (kind.name().to_owned(), *bytes, look_of(*kind)));
    table(console, "by kind", kinds.collect(), totals.bytes, top)?;
    let types = totals.types.iter().map(|(of, bytes)| (schema.name_of(*of), *bytes, Look::Data));
    table(console, "by type, without its parts", merged(types.collect()), totals.bytes, top)?;
    let fields = totals.fields.iter().map(|(places, bytes)| (print_places(schema, places), *bytes, Look::Data));
    table(console, "by field, with its parts", merged(fields.collect()), totals.bytes, top)?;
    layouts(console, &input, &codec, &body, totals.bytes)?;
    Failure::if_reported(failed)
}

const fn look_of(kind: Kind) -> Look {
    match kind {
        Kind::Numbers | Kind::Text => Look::Data,
        Kind::Tags => Look::Tag,
        _ => Look::Size,
    }
}

type Row = (String, u64, Look);

/// Adds up rows of one name.
fn merged(mut rows: Vec<Row>) -> Vec<Row> {
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

fn table(console: &mut Console<'_>, title: &str, mut rows: Vec<Row>, whole: u64, top: usize) -> Outcome {
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
        write!(console.out, "  {:<NAME$} {:>14} {part:>5.1} %  ", shortened(&name), grouped(bytes))?;
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

/// Prints what each layout takes, and how long work takes there.
fn layouts(console: &mut Console<'_>, input: &Input, codec: &Codec<'_>, body: &Body<'_>, bytes: u64) -> Outcome {
    console.line("")?;
    let mut sample: Vec<Vec<u8>> = Vec::new();
    let mut size = 0;
    let mut rows = Vec::new();
    for layout in Layout::ALL {
        if let Ok(into) = input.schema.codec(layout) {
            rows.push((into, 0_u64, None));
        }
    }
    let mut progress = console.progress("trying layouts", body.len() * rows.len() as u64);
    body.for_each_value(codec, 0..u64::MAX, &mut |found| {
        let Ok((_, value)) = found else { return Ok(()) };
        let value = value.as_bytes();
        if sample.is_empty() || size + value.len() <= SAMPLE {
            size += value.len();
            sample.push(value.to_vec());
        }
        for (into, total, error) in &mut rows {
            progress.step(1);
            match codec.convert(value, into, &Limits::DEFAULT) {
                Ok(bytes) => *total += bytes.len() as u64,
                Err(found) => *error = Some(found.to_string()),
            }
        }
        Ok(())
    })?;
    drop(progress);
    if sample.is_empty() {
        return Ok(());
    }
    console.put(Look::Strong, "by layout")?;
    let part = if (size as u64) < bytes { format!("the first {} bytes", grouped(size as u64)) } else { "all".into() };
    console.line(&format!(", and the times for {part}, by schema (Rust types are faster)"))?;
    console
        .line(&format!("  {:<NAME$} {:>14} {:>7} {:>9} {:>9} {:>9}", "", "bytes", "", "validate", "to JSON", "pack"))?;
    for (into, total, error) in rows {
        let name = into.layout().name();
        if error.is_some() {
            console.line(&format!("  {name:<NAME$} {:>14}", "not possible"))?;
            continue;
        }
        let [check, read, pack] = times(codec, &into, &sample);
        let part = total as f64 / bytes.max(1) as f64 * 100.0;
        let line = format!("  {name:<NAME$} {:>14} {part:>5.1} % {check:>9} {read:>9} {pack:>9}", grouped(total));
        console.line(&line)?;
    }
    Ok(())
}

/// Measures validation, reading and packing of values in a layout.
fn times(codec: &Codec<'_>, into: &Codec<'_>, sample: &[Vec<u8>]) -> [String; 3] {
    let values: Vec<Vec<u8>> =
        sample.iter().filter_map(|bytes| codec.convert(bytes, into, &Limits::DEFAULT).ok()).collect();
    let texts: Vec<Vec<u8>> = values
        .iter()
        .map(|bytes| {
            let mut text = Vec::new();
            // (A vector takes all that is written.)
            _ = into.value(bytes).write_json(&mut text);
            text
        })
        .collect();
    let check =
        median(5, || time(|| values.iter().filter(|value| into.validate(value, &Limits::DEFAULT).is_ok()).count()));
    let read = median(3, || {
        time(|| values.iter().filter(|value| into.value(value).write_json(&mut std::io::sink()).is_ok()).count())
    });
    let pack =
        median(3, || time(|| texts.iter().filter(|text| into.from_json(text, &Limits::DEFAULT).is_ok()).count()));
    [check, read, pack].map(short)
}
