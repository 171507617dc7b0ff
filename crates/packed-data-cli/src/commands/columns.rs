//! `packed convert --to parquet|arrow`: records as the columns of a file of another kind, batch by batch.

use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use arrow_array::RecordBatch;
use arrow_ipc::writer::FileWriter;
use arrow_schema::SchemaRef;
use packed_data_arrow::{BatchBuilder, Enums, FileBatches, Options};
use packed_data_schema::{Codec, Value};
use parquet::arrow::ArrowWriter;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;

use crate::args::To;
use crate::console::{Console, Progress};
use crate::error::Outcome;
use crate::input::{Body, Input};
use crate::output;

/// The rows of a batch.
const ROWS: usize = 16_384;
/// A row group of Parquet ends when it has this number of bytes in memory.
const ROW_GROUP: usize = 64 << 20;

/// Writes the values of an input. The rows are the elements of its only value, if that is a list.
pub(super) fn write_input(
    console: &mut Console<'_>,
    input: &Input,
    codec: &Codec<'_>,
    body: &Body<'_>,
    progress: &mut Progress,
    target: &Path,
    to: To,
) -> Outcome {
    let failed = |error: packed_data_arrow::Error| input.failed(error);
    if let Body::Records(file) = body {
        let schema = FileBatches::new(file, codec, &options(to)).map_err(failed)?.schema();
        return output::write_whole(console, target, &mut |_, path| {
            write_at(path, target, to, schema.clone(), &mut |put| {
                for batch in FileBatches::new(file, codec, &options(to)).map_err(failed)? {
                    let batch = batch.map_err(failed)?;
                    put(&batch)?;
                    progress.step(batch.num_rows() as u64);
                }
                Ok(())
            })
        });
    }
    let elements = BatchBuilder::of_elements(codec, &options(to)).map_err(failed)?;
    let is_list = elements.is_some();
    let mut builder = match elements {
        Some(builder) => builder,
        None => BatchBuilder::new(codec, &options(to)).map_err(failed)?,
    };
    let schema = builder.schema();
    // (What describes the columns is at the end.)
    output::write_whole(console, target, &mut |_, path| {
        write_at(path, target, to, schema.clone(), &mut |put| {
            super::convert::each(body, input, codec, progress, &mut |value, _| {
                rows(&value, is_list, &mut |row| {
                    let end = builder.push_value(row).map_err(failed)?;
                    if builder.is_full() {
                        put(&builder.finish().map_err(failed)?)?;
                    }
                    Ok(end)
                })
            })?;
            if builder.is_empty() { Ok(()) } else { put(&builder.finish().map_err(failed)?) }
        })
    })
}

/// Calls `f` with a value, or with each element of it; `f` returns the offset of its end.
fn rows(value: &Value<'_>, is_list: bool, f: &mut dyn FnMut(&Value<'_>) -> Outcome<usize>) -> Outcome {
    if !is_list {
        return f(value).map(drop);
    }
    let mut parts = value.parts();
    while let Some(part) = parts.next() {
        let end = f(&part.value)?;
        parts.resume(end);
    }
    Ok(())
}

fn options(to: To) -> Options {
    // (Parquet has no unions.)
    Options::new().rows(ROWS).enums(if to == To::Parquet { Enums::Struct } else { Enums::Union })
}

/// Receives the batches.
type Put<'p> = &'p mut dyn FnMut(&RecordBatch) -> Outcome;

/// Writes a file at `path`, which will be `target`: `fill` passes on the batches.
fn write_at(
    path: &Path,
    target: &Path,
    to: To,
    schema: SchemaRef,
    fill: &mut dyn FnMut(Put<'_>) -> Outcome,
) -> Outcome {
    let failed = |error: &dyn std::fmt::Display| output::failed(target, error);
    let mut file = File::create_new(path).map_err(|error| failed(&error))?;
    if to == To::Parquet {
        let properties = WriterProperties::builder()
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_created_by(concat!("packed ", env!("CARGO_PKG_VERSION")).to_owned())
            .build();
        let writer = ArrowWriter::try_new(io::BufWriter::new(&mut file), schema, Some(properties));
        let mut writer = writer.map_err(|error| failed(&error))?;
        fill(&mut |batch| {
            writer.write(batch).map_err(|error| failed(&error))?;
            if writer.in_progress_size() >= ROW_GROUP {
                writer.flush().map_err(|error| failed(&error))?;
            }
            Ok(())
        })?;
        let mut buffer = writer.into_inner().map_err(|error| failed(&error))?;
        buffer.flush().map_err(|error| failed(&error))?;
    } else {
        let writer = FileWriter::try_new_buffered(&mut file, &schema);
        let mut writer = writer.map_err(|error| failed(&error))?;
        fill(&mut |batch| writer.write(batch).map_err(|error| failed(&error)))?;
        writer.finish().map_err(|error| failed(&error))?;
        let mut buffer = writer.into_inner().map_err(|error| failed(&error))?;
        buffer.flush().map_err(|error| failed(&error))?;
    }
    file.sync_all().map_err(|error| failed(&error))
}
