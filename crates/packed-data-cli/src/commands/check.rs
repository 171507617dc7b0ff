//! `packed check`: header, checksums, and every value.

use std::path::{Path, PathBuf};

use packed_data::Limits;
use packed_data_file::UNFINISHED;
use packed_data_schema::Codec;

use super::info;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::grouped::grouped;
use crate::input::{Bare, Body, Input};

pub(super) fn run(console: &mut Console<'_>, files: &[PathBuf], is_deep: bool, bare: &Bare) -> Outcome {
    let mut failed = false;
    for file in files {
        let outcome = one(console, file, is_deep, bare);
        failed |= console.report_data(outcome)?;
    }
    Failure::if_reported(failed)
}

fn one(console: &mut Console<'_>, file: &Path, is_deep: bool, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = input.body()?;
    let mut failed = false;
    // (They are not gathered: each record may have one.)
    let mut report = |console: &mut Console<'_>, problem: &str| {
        failed = true;
        console.report(&format!("{}: {problem}", input.name));
    };
    if let Body::Records(blocks) = &body {
        info::problems(console, blocks).iter().for_each(|problem| report(console, problem));
    }
    let (mut values, mut bytes, mut has_unchecked) = (0_u64, 0_u64, false);
    let mut progress = console.progress("checking", body.size());
    let is_value = matches!(body, Body::Value(_));
    body.for_each(0..u64::MAX, &mut |found| {
        // (What is wrong with a block is a problem that was found above.)
        let Ok((number, value)) = found else { return Ok(()) };
        progress.step(Body::size_of(value));
        let named = |error: String| if is_value { error } else { format!("record {number}: {error}") };
        match codec.validate(value, &Limits::DEFAULT) {
            Ok(found) => {
                has_unchecked |= found.has_unchecked;
                values += 1;
                bytes += value.len() as u64;
                if is_deep && let Err(error) = deeper(&codec, value) {
                    report(console, &named(error));
                }
                if is_deep
                    && let Body::Records(blocks) = &body
                    && blocks.block_of(number).is_none()
                {
                    report(console, &named("its number leads to another record".into()));
                }
            }
            Err(error) => report(console, &named(error.to_string())),
        }
        Ok(())
    })?;
    drop(progress);
    if !failed {
        let values = if is_value { "one value".into() } else { crate::grouped::counted(values, "record") };
        let unchecked = if has_unchecked { "; conditions of the program that wrote it are not checked" } else { "" };
        let is_open = matches!(&body, Body::Records(blocks) if !blocks.has_index());
        let open = if is_open { format!("; {UNFINISHED}") } else { String::new() };
        return console.line(&format!("{}: ok: {values}, {} bytes{open}{unchecked}", input.name, grouped(bytes)));
    }
    Err(Failure::Reported)
}

/// Writes a value again, and compares.
fn deeper(codec: &Codec<'_>, bytes: &[u8]) -> Result<(), String> {
    let again = codec.convert(bytes, codec, &Limits::DEFAULT).map_err(|error| format!("cannot be written: {error}"))?;
    // (CBOR has several forms of a value, and fields that the type does not know are not written.)
    if codec.layout().is_cbor() {
        let twice = codec.convert(&again, codec, &Limits::DEFAULT).map_err(|error| error.to_string())?;
        return if twice == again {
            Ok(())
        } else {
            Err("expected the same bytes, written twice, found others".into())
        };
    }
    let differs = again.iter().zip(bytes).position(|(a, b)| a != b);
    match differs.or_else(|| (again.len() != bytes.len()).then(|| again.len().min(bytes.len()))) {
        None => Ok(()),
        Some(at) => Err(format!("expected the bytes that are written for the value, found others, at byte {at}")),
    }
}
