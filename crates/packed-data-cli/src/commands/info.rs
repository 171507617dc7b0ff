//! `packed info`: what is in files.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use packed_data::error::Printable;
use packed_data_file::{Compression, Form, UNFINISHED};
use serde_json::json;

use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::grouped::{counted, grouped};
use crate::input::{Bare, Body, Input, RecordFile, missing};

pub(super) fn run(console: &mut Console<'_>, files: &[PathBuf], as_json: bool, bare: &Bare) -> Outcome {
    let mut failed = false;
    for (number, file) in files.iter().enumerate() {
        if number > 0 && !as_json {
            console.line("")?;
        }
        let outcome = one(console, file, as_json, bare);
        failed |= console.report_data(outcome)?;
    }
    Failure::if_reported(failed)
}

/// What is known of a file.
struct Facts {
    content: String,
    records: Option<u64>,
    blocks: Option<usize>,
    /// The bytes of the values, as stored and when they are not compressed.
    sizes: Option<(u64, u64)>,
    has_index: Option<bool>,
    /// How many blocks there are of each compression and form, by their names.
    stored_as: BTreeMap<String, usize>,
    /// How many blocks have statistics.
    with_statistics: usize,
    /// The number of bytes at the end of the file that are no whole block; 0 if it has an index.
    torn: u64,
    /// What is wrong, as far as checksums say; `None` if there are none.
    errors: Option<Vec<String>>,
}

fn one(console: &mut Console<'_>, file: &Path, as_json: bool, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let facts = facts(console, &input);
    let checksums = match &facts.errors {
        None => "none",
        Some(errors) if errors.is_empty() => "intact",
        Some(_) => "damaged",
    };
    let metadata = input.header.as_ref().map(|header| header.metadata.clone()).unwrap_or_default();
    let name = input.schema.name_of(0);
    let fingerprint = input.schema.fingerprint().to_string();
    if as_json {
        let (stored, bytes) = facts.sizes.unzip();
        let line = json!({
            "file": input.name, "has_header": input.header.is_some(), "content": facts.content,
            "records": facts.records, "type": name, "fingerprint": fingerprint, "layout": input.layout.name(),
            "file_bytes": input.size, "stored_bytes": stored, "value_bytes": bytes,
            "blocks": facts.blocks, "stored_as": facts.stored_as, "with_statistics": facts.with_statistics,
            "has_index": facts.has_index, "checksums": checksums,
            "errors": facts.errors, "metadata": metadata,
        });
        console.line(&line.to_string())?;
    } else {
        console.put(Look::Strong, &input.name)?;
        console.line("")?;
        let mut row = |key: &str, value: &str| console.line(&format!("  {key:<12} {value}"));
        row("content", &facts.content)?;
        row("type", &name)?;
        row("fingerprint", &fingerprint)?;
        row("layout", input.layout.name())?;
        row("file", &format!("{} bytes", grouped(input.size)))?;
        if let Some((stored, bytes)) = facts.sizes {
            let packed = if stored == bytes { String::new() } else { format!(", {} uncompressed", grouped(bytes)) };
            // (A block has the numbers that lead to its records too.)
            let size = format!("{}{packed}", counted(stored, "byte"));
            match facts.blocks {
                None => row("value", &size)?,
                Some(count) => row("blocks", &format!("{}, {size}", grouped(count as u64)))?,
            }
        }
        if facts.stored_as.keys().any(|name| name != PLAIN) {
            let parts: Vec<_> = facts.stored_as.iter().map(|(name, count)| format!("{count} in {name}")).collect();
            row("stored as", &parts.join(", "))?;
        }
        if facts.with_statistics > 0 {
            row("statistics", &format!("of {}", counted(facts.with_statistics as u64, "block")))?;
        }
        if let Some(has_index) = facts.has_index {
            let torn = format!("no: the file was cut off; its last {} bytes are no whole block", grouped(facts.torn));
            let unfinished = UNFINISHED.replacen("no index", "no", 1);
            row(
                "index",
                match facts.torn {
                    _ if has_index => "yes",
                    0 => &unfinished,
                    _ => &torn,
                },
            )?;
        }
        row("checksums", checksums)?;
        for (number, (key, value)) in metadata.iter().enumerate() {
            row(if number == 0 { "metadata" } else { "" }, &format!("{} = {value:?}", Printable(key)))?;
        }
    }
    match facts.errors.unwrap_or_default() {
        errors if errors.is_empty() => Ok(()),
        errors => {
            errors.iter().for_each(|error| console.report(&format!("{}: {error}", input.name)));
            if facts.records.is_some() {
                let remedy = "`packed repair FILE NEW` writes what is intact to a new file";
                console.report(&format!("{}: {remedy}", input.name));
            }
            Err(Failure::Reported)
        }
    }
}

fn facts(console: &Console<'_>, input: &Input) -> Facts {
    let content = match &input.header {
        None => "bare bytes".to_owned(),
        Some(header) => header.content.to_string(),
    };
    let nothing = Facts {
        content,
        records: None,
        blocks: None,
        sizes: None,
        has_index: None,
        stored_as: BTreeMap::new(),
        with_statistics: 0,
        torn: 0,
        errors: Some(Vec::new()),
    };
    match input.body() {
        Err(error) => Facts { errors: Some(vec![strip(input, &error)]), ..nothing },
        Ok(Body::Value(bytes)) => {
            let size = bytes.len() as u64;
            let errors = input.header.is_some().then(Vec::new);
            Facts { sizes: Some((size, size)), errors, ..nothing }
        }
        Ok(Body::Records(blocks)) => {
            let errors = problems(console, blocks);
            let last =
                blocks.damage().last().filter(|last| !blocks.has_index() && last.offset + last.bytes == input.size);
            Facts {
                content: counted(blocks.len(), "record"),
                records: Some(blocks.len()),
                blocks: Some(blocks.block_count()),
                sizes: Some(blocks.sizes()),
                has_index: Some(blocks.has_index()),
                stored_as: stored_as(blocks),
                with_statistics: blocks.select(|_| false).iter().filter(|selected| !**selected).count(),
                torn: last.map_or(0, |last| last.bytes),
                errors: Some(errors),
            }
        }
    }
}

/// How blocks are stored that are used in place.
const PLAIN: &str = "plain rows";

/// Counts the blocks of each compression and form.
fn stored_as(blocks: &RecordFile) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for block in 0..blocks.block_count() {
        let (compression, form) = (blocks.compression(block).unwrap_or(0), blocks.form(block).unwrap_or(0));
        let compression_name =
            Compression::name_of(compression).map_or_else(|| format!("method {compression}"), str::to_owned);
        let form_name = Form::name_of(form).map_or_else(|| format!("form {form}"), str::to_owned);
        let name = match (compression, form) {
            (0, 0) => PLAIN.to_owned(),
            (_, 0) => compression_name,
            (0, _) => form_name,
            _ => format!("{form_name} and {compression_name}"),
        };
        *counts.entry(name).or_default() += 1;
    }
    counts
}

/// Returns a failure without the name of the file.
pub(super) fn strip(input: &Input, failure: &Failure) -> String {
    let text = failure.to_string();
    text.strip_prefix(&format!("{}: ", input.name)).map_or(text.clone(), str::to_owned)
}

/// Returns what is wrong with the blocks of a file.
pub(super) fn problems(console: &Console<'_>, blocks: &RecordFile) -> Vec<String> {
    let mut progress = console.progress_of("verifying", blocks.block_count() as u64, "blocks");
    let mut problems = Vec::new();
    for block in 0..blocks.block_count() {
        problems.extend(blocks.block(block).err().map(|error| error.to_string()));
        progress.step(1);
    }
    problems.extend(missing(blocks, &(0..u64::MAX)));
    if blocks.repeated() > 0 {
        problems.push(format!("repeated: expected each record once, found {} blocks twice", blocks.repeated()));
    }
    problems
}
