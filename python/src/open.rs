//! Files and bytes: opened, and checked.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use packed_data::Limits;
use packed_data_file::{Blocks, Content, Error as FileError, Header as FileHeader, MagicError};
use packed_data_schema::{Effect, LayoutId};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyBytes, PyDict, PyMemoryView};

use crate::data::{Body, Data, Handle};
use crate::errors;
use crate::file::{File, FileBase};
use crate::map::Store;
use crate::schema::{Schema, layout};
use crate::value;

/// Returns the bytes of an object of Python: `bytes` are kept, those of others are copied.
pub(crate) fn store(object: &Bound<'_, PyAny>) -> PyResult<Store> {
    if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        return Ok(Store::Backed(PyBackedBytes::from(bytes.clone())));
    }
    let view = PyMemoryView::from(object).map_err(|_| PyTypeError::new_err("expected bytes, or another buffer"))?;
    let bytes = view.call_method0("tobytes")?.cast_into::<PyBytes>()?;
    Ok(Store::Backed(PyBackedBytes::from(bytes)))
}

/// Returns the path that an object is: as `os.fsdecode` reads it.
pub(crate) fn path_of(object: &Bound<'_, PyAny>) -> PyResult<PathBuf> {
    object.py().import("os")?.getattr("fsdecode")?.call1((object,))?.extract()
}

/// Validates bytes without the interpreter's lock, and returns their value.
pub(crate) fn checked<'py>(py: Python<'py>, data: Data, validate: bool) -> PyResult<Bound<'py, PyAny>> {
    let span = 0..data.all().len();
    value_in(py, data, span, validate)
}

fn value_in<'py>(
    py: Python<'py>,
    data: Data,
    span: std::ops::Range<usize>,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let data = Arc::new(data);
    if validate {
        let (data, span) = (data.clone(), span.clone());
        let result = py.detach(move || data.codec.validate(data.bytes(&span), &Limits::DEFAULT));
        result.map_err(|error| errors::invalid(py, &error, None))?;
    }
    value::root(py, &Handle::root(data, span))
}

/// Return the value in packed bytes that have no header. `bytes` are kept, other buffers are copied. Raises
/// `InvalidError`, with the offset and the path; with `validate=False` errors show when parts are read.
#[pyfunction]
#[pyo3(signature = (data, schema, layout="Compact", *, validate=true))]
pub(crate) fn from_bytes<'py>(
    data: &Bound<'py, PyAny>,
    schema: &Bound<'py, PyAny>,
    layout: &str,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let py = data.py();
    let schema = Schema::of(schema)?;
    let codec = schema.get().codec(py, crate::schema::layout(py, layout)?)?;
    checked(
        py,
        Data { schema: Arc::new(schema), codec, body: Body::Bytes(store(data)?), is_checked: validate },
        validate,
    )
}

/// What the header of a file says.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Header {
    pub(crate) header: FileHeader,
    pub(crate) schema: Py<Schema>,
    pub(crate) layout: LayoutId,
}

impl Header {
    fn new(py: Python<'_>, header: FileHeader, name: Option<&Path>) -> PyResult<Self> {
        let named = |message: String| match name {
            Some(name) => format!("{}: {message}", packed_data::error::Printable(name.display())),
            None => message,
        };
        let schema = packed_data_schema::Schema::parse(&header.schema)
            .map_err(|error| errors::schema(py, named(format!("the schema in the header: {error}"))))?;
        let layout = header.layout.parse().map_err(|_| {
            let found = packed_data::error::Printable(&header.layout);
            errors::schema(py, named(format!("unknown layout in the header: {found}")))
        })?;
        Ok(Self { schema: Schema::intern(py, schema)?, header, layout })
    }
}

#[pymethods]
impl Header {
    #[getter]
    fn schema(&self, py: Python<'_>) -> Py<Schema> {
        self.schema.clone_ref(py)
    }

    #[getter]
    fn layout(&self) -> &'static str {
        self.layout.name()
    }

    #[getter]
    pub(crate) fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let metadata = PyDict::new(py);
        for (key, value) in &self.header.metadata {
            metadata.set_item(key, value)?;
        }
        Ok(metadata)
    }

    /// Whether the file has records; otherwise it is one value.
    #[getter]
    fn is_records(&self) -> bool {
        self.header.content == Content::Records
    }

    fn __repr__(&self) -> String {
        let what = if self.is_records() { "records of " } else { "one " };
        format!("<Header: {what}{} in {}>", self.schema.get().schema.name_of(0), self.layout)
    }
}

/// Read what the header of a file says.
#[pyfunction]
pub(crate) fn read_header(path: &Bound<'_, PyAny>) -> PyResult<Header> {
    let (py, path) = (path.py(), path_of(path)?);
    let header = py.detach(|| FileHeader::open(&path));
    Header::new(py, header.map_err(|error| errors::file(py, &error, Some(&path)))?, Some(&path))
}

/// Open a packed file: a `File` if it has records, otherwise its value.
///
/// The file is mapped into memory. No program may change or truncate it meanwhile: the bytes would be others than those
/// that were validated, and reading what is cut off ends the process (SIGBUS). With `mmap=False` the file is read into
/// memory instead.
///
/// `layout` and `schema` together say what bytes without a header are. `schema` alone is that of the reader: it must be
/// able to read the file. With `validate=False` records are not validated when they are read (checksums are verified
/// nevertheless). Raises `FileError`, `SchemaError` or `InvalidError`; `OSError` if the file cannot be read.
///
/// A file that was not closed, or whose end was cut off, is opened with an `UnfinishedFileWarning`: its whole blocks
/// can be read, and `is_finished` is false.
#[pyfunction]
#[pyo3(signature = (path, *, schema=None, layout=None, validate=true, mmap=true))]
pub(crate) fn open<'py>(
    path: &Bound<'py, PyAny>,
    schema: Option<&Bound<'py, PyAny>>,
    layout: Option<&str>,
    validate: bool,
    mmap: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let (py, path) = (path.py(), path_of(path)?);
    let schema = schema.map(Schema::of).transpose()?;
    let bytes = py.detach(|| Store::open(&path, mmap)).map_err(|error| errors::system(&error, Some(&path)))?;
    match (layout, schema) {
        (Some(layout), Some(schema)) => {
            let codec = schema.get().codec(py, self::layout(py, layout)?)?;
            checked(
                py,
                Data { schema: Arc::new(schema), codec, body: Body::Bytes(bytes), is_checked: validate },
                validate,
            )
        }
        (Some(_), None) => Err(PyTypeError::new_err("`layout` is for bytes without a header, and needs `schema` too")),
        (None, schema) => of_file(py, bytes, Some(path), schema, validate),
    }
}

/// Do the same as `open` for the bytes of a file.
#[pyfunction]
#[pyo3(signature = (data, *, schema=None, validate=true))]
pub(crate) fn open_bytes<'py>(
    data: &Bound<'py, PyAny>,
    schema: Option<&Bound<'py, PyAny>>,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let schema = schema.map(Schema::of).transpose()?;
    of_file(data.py(), store(data)?, None, schema, validate)
}

/// Opens the bytes of a file with a header, which a reader with another schema may read.
fn of_file<'py>(
    py: Python<'py>,
    bytes: Store,
    path: Option<PathBuf>,
    reader: Option<Py<Schema>>,
    validate: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let header = FileHeader::from_bytes(&bytes).map_err(|error| match error {
        FileError::Magic(MagicError::Other) => {
            let message = format!("{error}; bytes without a header need `schema=` and `layout=`");
            let message = path.as_ref().map_or(message.clone(), |path| format!("{}: {message}", path.display()));
            errors::exception(py, errors::Class::File, &message, "Magic", errors::Where::default())
        }
        error => errors::file(py, &error, path.as_deref()),
    })?;
    let header = Header::new(py, header, path.as_deref())?;
    let schema = match reader {
        Some(reader) => {
            require_readable(py, &reader, &header)?;
            reader
        }
        None => header.schema.clone_ref(py),
    };
    let codec = schema.get().codec(py, header.layout)?;
    match header.header.content {
        Content::Value => {
            let place = py.detach(|| packed_data_file::read_bytes(&bytes));
            let (_, span) = place.map_err(|error| errors::file(py, &error, path.as_deref()))?;
            value_in(
                py,
                Data { schema: Arc::new(schema), codec, body: Body::Bytes(bytes), is_checked: validate },
                span,
                validate,
            )
        }
        Content::Records => {
            let blocks = py.detach(|| Blocks::from_bytes(bytes));
            let blocks = blocks.map_err(|error| errors::file(py, &error, path.as_deref()))?;
            if !blocks.has_index() {
                errors::warn_unfinished(py, path.as_deref())?;
            }
            let data =
                Arc::new(Data { schema: Arc::new(schema), codec, body: Body::Records(blocks), is_checked: validate });
            FileBase::make(py, File::new(data, path, header, validate))
        }
    }
}

/// Fails if values of the file would be read as others.
fn require_readable(py: Python<'_>, reader: &Py<Schema>, header: &Header) -> PyResult<()> {
    let found = reader.get().schema.can_read(&header.schema.get().schema, header.layout);
    if found.effect() == Effect::Broken {
        let message = format!("the file cannot be read by this schema:\n{found}");
        return Err(errors::schema(py, message));
    }
    Ok(())
}
