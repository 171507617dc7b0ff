//! Arrow: records as streams of batches, and back, through the PyCapsule interface.

use std::sync::{Arc, OnceLock};

use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{RecordBatch, RecordBatchReader};
use arrow_schema::{ArrowError, SchemaRef};
use packed_data_arrow::{BatchBuilder, Enums, Error, Options};
use packed_data_schema::LayoutId;
use packed_data_schema::filter::{Condition, Filter, Logic};
use pyo3::exceptions::{PyImportError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyList};

use crate::errors;
use crate::file::{Failed, File, FileBase, Numbers, RecordsBase};
use crate::schema::Schema;
use crate::stream;
use crate::write::{Output, Settings};

/// Batches of records. Each is made when it is asked for, so that one is in memory.
struct Batches {
    file: Arc<File>,
    options: Options,
    condition: Option<Condition>,
    schema: SchemaRef,
    numbers: Numbers,
    /// How many of the records were read.
    next: u64,
    failed: Arc<OnceLock<Failed>>,
}

impl Batches {
    /// Returns the error of a record in a stream of Arrow, and keeps it.
    fn failed(&self, error: Failed) -> ArrowError {
        let text = match &error {
            Failed::File(error) => error.to_string(),
            Failed::Invalid(error, number) => format!("record {number}: {error}"),
        };
        let text = match &self.file.path {
            Some(path) => format!("{}: {text}", packed_data::error::Printable(path.display())),
            None => text,
        };
        // (Only the first error counts.)
        let _ = self.failed.set(error);
        ArrowError::ExternalError(text.into())
    }

    /// Returns the error of a record that the builder refuses. (It counts from the beginning of the batch.)
    fn refused(&self, error: &Error, number: u64) -> ArrowError {
        match error.kind() {
            packed_data_arrow::ErrorKind::Invalid(error) => self.failed(Failed::Invalid(error.clone(), number)),
            kind => {
                let path = if error.path().is_empty() { String::new() } else { format!(", in {}", error.path()) };
                ArrowError::ExternalError(format!("record {number}: {kind}{path}").into())
            }
        }
    }

    fn batch(&mut self) -> Result<Option<RecordBatch>, ArrowError> {
        if self.next >= self.numbers.count {
            return Ok(None);
        }
        let codec = &self.file.data.codec;
        let mut builder = BatchBuilder::new(codec, &self.options)?;
        let filter = match &self.condition {
            Some(condition) => {
                let filter = Filter::new(codec, 0, condition, Logic::TwoValued);
                Some(filter.map_err(|error| ArrowError::ExternalError(error.message.into()))?)
            }
            None => None,
        };
        while self.next < self.numbers.count {
            let number = self.numbers.get(self.next);
            self.next += 1;
            let push = |builder: &mut BatchBuilder<'_>| -> Result<(), ArrowError> {
                let handle = match &filter {
                    // (Only what is valid is compared.)
                    Some(_) => self.file.checked(number).map_err(|error| self.failed(error))?,
                    None => self.file.find(number).map_err(|error| self.failed(Failed::File(error)))?,
                };
                let bytes = handle.data.bytes(&handle.span);
                match &filter {
                    Some(filter) if !filter.matches_bytes(bytes) => Ok(()),
                    Some(_) if self.file.validate => Ok(builder.push_checked(bytes)?),
                    _ => Ok(builder.push(bytes).map_err(|error| self.refused(&error, number))?),
                }
            };
            push(&mut builder)?;
            if builder.is_full() {
                break;
            }
        }
        if builder.is_empty() { Ok(None) } else { Ok(Some(builder.finish()?)) }
    }
}

impl Iterator for Batches {
    type Item = Result<RecordBatch, ArrowError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.batch();
        if next.is_err() {
            self.next = self.numbers.count;
        }
        next.transpose()
    }
}

impl RecordBatchReader for Batches {
    fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }
}

/// What has columns: tables and record batches of pyarrow, polars, DuckDB, pandas and others.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct ArrowStream {
    file: Arc<File>,
    options: Options,
    condition: Option<Condition>,
    schema: SchemaRef,
    numbers: Numbers,
    /// Why the last batch could not be made: what reads the stream makes an exception of its own of it.
    failed: Arc<OnceLock<Failed>>,
}

/// What a stream of batches is made of.
pub(crate) struct Selection<'s> {
    pub(crate) columns: Option<Vec<String>>,
    pub(crate) condition: Option<&'s str>,
    pub(crate) enums: &'s str,
    pub(crate) rows: usize,
    pub(crate) numbers: Numbers,
}

impl ArrowStream {
    pub(crate) fn new(py: Python<'_>, file: Arc<File>, selection: Selection<'_>) -> PyResult<Self> {
        let Selection { columns, condition, enums, rows, numbers } = selection;
        let enums = match enums {
            "union" => Enums::Union,
            "struct" => Enums::Struct,
            other => return Err(PyValueError::new_err(format!("expected `union` or `struct`, found {other:?}"))),
        };
        let mut options = Options::new().rows(rows).enums(enums);
        if let Some(columns) = columns {
            options = options.columns(columns);
        }
        let packed = file.data.codec.schema();
        let schema = packed_data_arrow::arrow_schema(packed, &options).map_err(|error| exception(py, &error, 0))?;
        let condition = condition
            .map(|text| Condition::parse(text, packed, 0).map_err(|error| errors::condition(py, text, &error)));
        Ok(Self { condition: condition.transpose()?, file, options, schema, numbers, failed: Arc::default() })
    }
}

#[pymethods]
impl ArrowStream {
    #[pyo3(signature = (requested_schema=None))]
    pub(crate) fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // (The interface allows another schema than the requested one; the consumer casts.)
        let _ = requested_schema;
        let Self { file, options, condition, schema, numbers, failed } = self;
        let batches = Batches {
            file: file.clone(),
            options: options.clone(),
            condition: condition.clone(),
            schema: schema.clone(),
            numbers: *numbers,
            next: 0,
            failed: failed.clone(),
        };
        PyCapsule::new_with_value(py, FFI_ArrowArrayStream::new(Box::new(batches)), stream::NAME)
    }
}

/// Returns a `pyarrow.Table`, made batch by batch, so that it can be interrupted.
pub(crate) fn table<'py>(py: Python<'py>, stream: ArrowStream) -> PyResult<Bound<'py, PyAny>> {
    let pyarrow = py.import("pyarrow").map_err(|error| {
        let missing = PyImportError::new_err("to_arrow() needs the package pyarrow; `pip install packed-data[arrow]`");
        missing.set_cause(py, Some(error));
        missing
    })?;
    let (file, failed) = (stream.file.clone(), stream.failed.clone());
    let reader = pyarrow.getattr("RecordBatchReader")?.call_method1("from_stream", (stream,))?;
    let batches = PyList::empty(py);
    for batch in reader.try_iter()? {
        let batch = batch.map_err(|error| failed.get().map_or(error, |failed| file.raise(py, failed)))?;
        batches.append(batch)?;
        py.check_signals()?;
    }
    pyarrow.getattr("Table")?.call_method1("from_batches", (batches, reader.getattr("schema")?))
}

fn exception(py: Python<'_>, error: &Error, before: u64) -> PyErr {
    let record = error.record().map(|record| record.saturating_add(before));
    errors::pack(py, &error.kind().to_string(), error.path(), record)
}

/// Writes the rows of an object with `__arrow_c_stream__`.
pub(crate) fn write(
    object: &Bound<'_, PyAny>,
    schema: Option<Py<Schema>>,
    layout: Option<LayoutId>,
    settings: impl FnOnce((Py<Schema>, LayoutId)) -> Settings,
) -> PyResult<u64> {
    let py = object.py();
    let broken = |error: &ArrowError| errors::pack(py, &error.to_string(), "", None);
    let mut reader: RecordBatchStreamReader =
        stream::import(object)?.and_then(RecordBatchStreamReader::try_new).map_err(|error| broken(&error))?;
    let schema = match schema {
        Some(schema) => schema,
        None => {
            let inferred = packed_data_arrow::infer_schema(&reader.schema(), "Record");
            Schema::intern(py, inferred.map_err(|error| exception(py, &error, 0))?)?
        }
    };
    let mut output = Output::create(py, settings((schema, layout.unwrap_or(LayoutId::Compact))))?;
    loop {
        py.check_signals()?;
        // (A producer in Python takes the lock of the interpreter again.)
        let next = py.detach(|| reader.next());
        let Some(batch) = next.transpose().map_err(|error| broken(&error))? else { break };
        let before = output.len();
        let codec = output.codec.clone();
        let written = py.detach(|| -> Result<(), Unwritten> {
            for record in packed_data_arrow::from_batch(&batch, &codec) {
                output.put(&record.map_err(Unwritten::Unfit)?).map_err(Unwritten::File)?;
            }
            Ok(())
        });
        written.map_err(|error| match error {
            Unwritten::Unfit(error) => exception(py, &error, before),
            Unwritten::File(error) => crate::write::failed(py, &error, output.target()),
        })?;
    }
    output.close(py)
}

enum Unwritten {
    Unfit(Error),
    File(packed_data_file::Error),
}

/// The methods of what has records.
macro_rules! columns {
    ($name:ident) => {
        #[pymethods]
        impl $name {
            /// Return a `pyarrow.Table` of the records; needs the package `pyarrow`. Enums with data become unions, or
            /// structs, which Parquet and DuckDB need.
            #[pyo3(signature = (columns=None, *, r#where=None, enums="union"))]
            fn to_arrow<'py>(
                &self,
                py: Python<'py>,
                columns: Option<Vec<String>>,
                r#where: Option<&str>,
                enums: &str,
            ) -> PyResult<Bound<'py, PyAny>> {
                table(py, self.arrow_stream(py, columns, r#where, enums, TABLE_ROWS)?)
            }

            /// Return the records as a stream of batches, which takes the memory of one batch.
            #[pyo3(signature = (columns=None, *, r#where=None, enums="union", rows=8192))]
            fn arrow_stream(
                &self,
                py: Python<'_>,
                columns: Option<Vec<String>>,
                r#where: Option<&str>,
                enums: &str,
                rows: usize,
            ) -> PyResult<ArrowStream> {
                let (file, numbers) = self.records()?;
                ArrowStream::new(py, file, Selection { columns, condition: r#where, enums, rows, numbers })
            }

            /// Export the records through the PyCapsule interface of Arrow.
            #[pyo3(signature = (requested_schema=None))]
            fn __arrow_c_stream__<'py>(
                &self,
                py: Python<'py>,
                requested_schema: Option<&Bound<'py, PyAny>>,
            ) -> PyResult<Bound<'py, PyCapsule>> {
                self.arrow_stream(py, None, None, "union", 8192)?.__arrow_c_stream__(py, requested_schema)
            }
        }
    };
}

/// The rows of each batch of a table.
const TABLE_ROWS: usize = 1 << 16;

columns!(FileBase);
columns!(RecordsBase);
