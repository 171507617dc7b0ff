//! Parquet and Arrow files as input, batch by batch (feature `arrow`).

use std::fs::File;
use std::io::Seek;

use arrow_array::RecordBatch;
use arrow_ipc::reader::FileReader;
use arrow_schema::{ArrowError, SchemaRef};
use packed_data_arrow::{from_batch, infer_schema};
use packed_data_schema::infer::singular;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

use crate::args::From;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::losses::Losses;
use crate::packing::{Done, Job};
use crate::source::Source;

/// The rows of a batch of Parquet.
const ROWS: usize = 4096;

/// The batches of a file.
struct Batches {
    schema: SchemaRef,
    rows: u64,
    batches: Box<dyn Iterator<Item = Result<RecordBatch, ArrowError>>>,
}

impl Batches {
    fn open(name: &str, source: Source, from: From) -> Outcome<Self> {
        let failed = |error: &dyn std::fmt::Display| Failure::of_file(name, error);
        let mut file = file(source).map_err(|error| failed(&error))?;
        if from == From::Parquet {
            let builder = ParquetRecordBatchReaderBuilder::try_new(file).map_err(|error| failed(&error))?;
            let rows = u64::try_from(builder.metadata().file_metadata().num_rows()).unwrap_or_default();
            let schema = builder.schema().clone();
            let reader = builder.with_batch_size(ROWS).build().map_err(|error| failed(&error))?;
            return Ok(Self { schema, rows, batches: Box::new(reader) });
        }
        file.rewind().map_err(|error| failed(&error))?;
        let reader = FileReader::try_new_buffered(file, None).map_err(|error| failed(&error))?;
        Ok(Self { schema: reader.schema(), rows: 0, batches: Box::new(reader) })
    }
}

/// Returns a source as a file. (What describes the columns is at the end.)
fn file(source: Source) -> std::io::Result<File> {
    match source {
        Source::File(file) => Ok(file),
        Source::Memory(mut bytes) => {
            let mut file = tempfile::tempfile()?;
            bytes.rewind()?;
            std::io::copy(&mut bytes, &mut file)?;
            Ok(file)
        }
    }
}

impl Job<'_> {
    /// Packs the rows of a file of Parquet or Arrow.
    pub(crate) fn columns(
        &self,
        console: &mut Console<'_>,
        source: Source,
        from: From,
        losses: &mut Losses,
    ) -> Outcome<Done> {
        let Batches { schema: columns, rows, batches } = Batches::open(self.name, source, from)?;
        let failed = |error: &dyn std::fmt::Display| Failure::of_file(self.name, error);
        let schema = match &self.schema {
            Some(schema) => schema.clone(),
            None => infer_schema(&columns, &crate::packing::type_of(&singular(self.type_name)))
                .map_err(|error| failed(&error))?,
        };
        let mut batches = Some(batches);
        self.write(console, &schema, true, losses, &mut |console, codec, _, put| {
            let mut progress = console.progress_of("packing", rows, "records");
            let mut first = 0;
            for batch in batches.take().into_iter().flatten() {
                let batch = batch.map_err(|error| failed(&error))?;
                for record in from_batch(&batch, codec).numbered_from(first) {
                    put(&record.map_err(|error| failed(&error))?)?;
                }
                first += batch.num_rows() as u64;
                progress.step(batch.num_rows() as u64);
            }
            Ok(())
        })
    }
}
