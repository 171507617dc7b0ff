//! Writing: values as bytes, and files.

use std::ffi::CString;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use packed_data_file::{Error as FileError, RawWriter};
use packed_data_schema::infer::{self, Inference};
use packed_data_schema::{Codec, LayoutId};
use pyo3::exceptions::{PyFileExistsError, PyResourceWarning, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping, PyString};
use tempfile::TempDir;

use crate::errors;
use crate::file::{FileBase, KEY};
use crate::keys::At;
use crate::open::path_of;
use crate::schema::{Schema, layout};
use crate::source;
use crate::value::{Inner, Value};

/// Return the bytes of a value: of dicts, lists and scalars, dataclasses, named tuples, and values of this package.
/// Raises `PackError` with the path of the part that does not fit the schema.
#[pyfunction]
#[pyo3(signature = (value, schema, layout="Compact"))]
pub(crate) fn pack<'py>(
    value: &Bound<'py, PyAny>,
    schema: &Bound<'py, PyAny>,
    layout: &str,
) -> PyResult<Bound<'py, PyBytes>> {
    let py = value.py();
    let schema = Schema::of(schema)?;
    let codec = schema.get().codec(py, crate::schema::layout(py, layout)?)?;
    Ok(PyBytes::new(py, &source::pack(value, &schema, &codec, None)?))
}

/// How a file is written.
pub(crate) struct Settings {
    pub(crate) target: PathBuf,
    pub(crate) schema: Py<Schema>,
    pub(crate) layout: LayoutId,
    pub(crate) key: Option<String>,
    pub(crate) metadata: Vec<(String, String)>,
    pub(crate) compress: Option<i32>,
}

/// A file that is written in a temporary folder beside its place, and renamed when it is complete.
pub(crate) struct Draft {
    folder: TempDir,
    target: PathBuf,
}

impl Draft {
    pub(crate) fn new(target: &Path) -> PyResult<Self> {
        let parent = match target.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        // (An error of the temporary folder would name that.)
        std::fs::metadata(parent).map_err(|error| errors::system(&error, Some(target)))?;
        let folder = tempfile::Builder::new().prefix(".packed-").tempdir_in(parent);
        let folder = folder.map_err(|error| errors::system(&error, Some(target)))?;
        Ok(Self { folder, target: target.into() })
    }

    pub(crate) fn path(&self) -> PathBuf {
        self.folder.path().join("new")
    }

    pub(crate) fn keep(self) -> PyResult<()> {
        std::fs::rename(self.path(), &self.target).map_err(|error| errors::system(&error, Some(&self.target)))
    }
}

/// Writes records into a file that is not complete yet.
pub(crate) struct Output {
    writer: RawWriter,
    pub(crate) codec: Arc<Codec<'static>>,
    pub(crate) schema: Py<Schema>,
    key: Option<At>,
    draft: Draft,
}

impl Output {
    pub(crate) fn create(py: Python<'_>, settings: Settings) -> PyResult<Self> {
        let Settings { target, schema, layout, key, mut metadata, compress } = settings;
        let codec = schema.get().codec(py, layout)?;
        let at = key.as_deref().map(|key| At::in_schema(py, codec.schema(), key)).transpose()?;
        metadata.extend(key.map(|key| (KEY.to_owned(), key)));
        let draft = Draft::new(&target)?;
        let metadata: Vec<(&str, &str)> = metadata.iter().map(|(key, value)| (&**key, &**value)).collect();
        let writer = RawWriter::create(draft.path(), layout.name(), &codec.schema().to_string(), &metadata);
        let mut writer = writer.map_err(|error| failed(py, &error, &target))?;
        if let Some(level) = compress {
            writer = writer.compress(packed_data_file::Compression::Zstd { level });
        }
        Ok(Self { writer, codec, schema, key: at, draft })
    }

    /// Writes the bytes of a record, which are valid.
    pub(crate) fn put(&mut self, record: &[u8]) -> Result<u64, FileError> {
        match &self.key {
            // (A record without a key, because it is in an option, is found by the least one.)
            Some(key) => self.writer.write_with_key(record, key.of(&self.codec.value(record)).unwrap_or(0)),
            None => self.writer.write(record),
        }
    }

    pub(crate) fn write(&mut self, record: &Bound<'_, PyAny>) -> PyResult<u64> {
        let bytes = source::pack(record, &self.schema, &self.codec, Some(self.writer.len()))?;
        self.put(&bytes).map_err(|error| failed(record.py(), &error, &self.draft.target))
    }

    pub(crate) fn len(&self) -> u64 {
        self.writer.len()
    }

    pub(crate) fn target(&self) -> &Path {
        &self.draft.target
    }

    pub(crate) fn close(self, py: Python<'_>) -> PyResult<u64> {
        let Self { writer, draft, .. } = self;
        let len = writer.len();
        py.detach(|| writer.close()).map_err(|error| failed(py, &error, &draft.target))?;
        // (The older file stays if this is interrupted.)
        py.check_signals()?;
        draft.keep()?;
        Ok(len)
    }
}

/// Returns the exception for a file that cannot be written. (The path in the error is that of the draft.)
pub(crate) fn failed(py: Python<'_>, error: &FileError, target: &Path) -> PyErr {
    match error {
        FileError::File { error, .. } => errors::system(error, Some(target)),
        error => errors::file(py, error, Some(target)),
    }
}

fn metadata_of(metadata: Option<&Bound<'_, PyMapping>>) -> PyResult<Vec<(String, String)>> {
    match metadata {
        Some(metadata) => metadata.items()?.iter().map(|pair| pair.extract()).collect(),
        None => Ok(Vec::new()),
    }
}

/// Fails if Zstandard does not have a level of compression: it would take the nearest one.
fn require_level(level: Option<i32>) -> PyResult<()> {
    let levels = -(1 << 17)..=22;
    match level {
        Some(level) if !levels.contains(&level) => {
            let (least, most) = levels.into_inner();
            Err(PyValueError::new_err(format!("compress: expected a level of {least} to {most}, found {level}")))
        }
        _ => Ok(()),
    }
}

fn refuse_existing(path: &Path, overwrite: bool) -> PyResult<()> {
    if !overwrite && path.exists() {
        let code = 17;
        return Err(PyFileExistsError::new_err((code, "File exists", path.to_string_lossy().into_owned())));
    }
    Ok(())
}

/// Returns the schema and the layout of objects that have them.
fn known(object: &Bound<'_, PyAny>) -> Option<(Py<Schema>, LayoutId)> {
    let py = object.py();
    if let Ok(file) = object.cast::<FileBase>() {
        let file = file.get().file().ok()?;
        return Some((file.data.schema.clone_ref(py), file.data.codec.layout()));
    }
    let value = object.cast::<Value>().ok()?;
    match &value.get().inner {
        // (The schema of a part of a record is another.)
        Inner::Lazy(handle) if handle.value().type_index() == 0 => {
            Some((handle.data.schema.clone_ref(py), handle.data.codec.layout()))
        }
        Inner::Made(_) => {
            let kind = crate::structs::kind(&value.get_type()).ok()?;
            (kind.get().node == 0).then(|| (kind.get().schema.clone_ref(py), LayoutId::Compact))
        }
        Inner::Lazy(_) => None,
    }
}

/// Write a file of records, and return their number. The file appears when it is complete; if anything fails, an
/// older file stays.
///
/// `records` are dicts, dataclasses, named tuples, values of this package, or anything with `__arrow_c_stream__`.
/// Without a schema it is that of the records, if they are values of this package or a `File`; otherwise it is inferred
/// from all of them (see `Schema.infer`). The layout is `Compact`, or that of the `File`.
///
/// `key` is the path to a number or time in each record, such as `time`; see `File.by_key`. `compress` is a level of
/// Zstandard, at most 22. Raises `PackError` with the number and the path of the part that does not fit.
#[pyfunction]
#[pyo3(signature = (path, records, *, schema=None, layout=None, key=None, metadata=None, compress=None,
                    overwrite=true))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub(crate) fn write(
    path: &Bound<'_, PyAny>,
    records: &Bound<'_, PyAny>,
    schema: Option<&Bound<'_, PyAny>>,
    layout: Option<&str>,
    key: Option<String>,
    metadata: Option<&Bound<'_, PyMapping>>,
    compress: Option<i32>,
    overwrite: bool,
) -> PyResult<u64> {
    let py = path.py();
    let target = path_of(path)?;
    refuse_existing(&target, overwrite)?;
    require_level(compress)?;
    let layout = layout.map(|name| self::layout(py, name)).transpose()?;
    let schema = schema.map(Schema::of).transpose()?;
    let metadata = metadata_of(metadata)?;
    let settings = |(schema, layout)| Settings { target, schema, layout, key, metadata, compress };
    let is_ours = records.cast::<FileBase>().is_ok();
    if !is_ours && records.hasattr("__arrow_c_stream__")? {
        return crate::arrow::write(records, schema, layout, settings);
    }
    if records.cast::<PyMapping>().is_ok() || records.is_instance_of::<PyString>() {
        let found = records.get_type().name()?;
        return Err(PyTypeError::new_err(format!("expected an iterable of records, found one {found}")));
    }
    let from = known(records);
    let mut items = records.try_iter()?;
    let mut first = Vec::new();
    let (schema, layout) = match (schema, from) {
        (Some(schema), Some((_, of_file))) => (schema, layout.unwrap_or(of_file)),
        (Some(schema), None) => (schema, layout.unwrap_or(LayoutId::Compact)),
        (None, Some((schema, of_file))) => (schema, layout.unwrap_or(of_file)),
        (None, None) => {
            first.extend(items.next().transpose()?);
            match first.first().and_then(known) {
                Some((schema, of_record)) => (schema, layout.unwrap_or(of_record)),
                None => {
                    for (number, item) in items.by_ref().enumerate() {
                        first.push(item?);
                        if number.is_multiple_of(crate::elements::SIGNALS) {
                            py.check_signals()?;
                        }
                    }
                    let schema = Schema::intern(py, inferred(py, &first, "Record")?)?;
                    let layout = layout.unwrap_or(LayoutId::Compact);
                    (schema, layout)
                }
            }
        }
    };
    let mut output = Output::create(py, settings((schema, layout)))?;
    for item in first.into_iter().map(Ok).chain(items) {
        output.write(&item?)?;
        py.check_signals()?;
    }
    output.close(py)
}

/// Infers the schema of records.
pub(crate) fn inferred(
    py: Python<'_>,
    records: &[Bound<'_, PyAny>],
    name: &str,
) -> PyResult<packed_data_schema::Schema> {
    if records.is_empty() {
        return Err(errors::pack(py, "there are no records to infer a schema from: state one", "", None));
    }
    let mut inference = Inference::new();
    for (number, record) in (0..).zip(records) {
        py.check_signals()?;
        source::note(record, &mut inference, number)?;
    }
    Ok(inference.uniform(name).unwrap_or_else(infer::document))
}

/// Write a file of one value, as `write` does for records.
#[pyfunction]
#[pyo3(signature = (path, value, *, schema=None, layout=None, metadata=None, overwrite=true))]
pub(crate) fn write_value(
    path: &Bound<'_, PyAny>,
    value: &Bound<'_, PyAny>,
    schema: Option<&Bound<'_, PyAny>>,
    layout: Option<&str>,
    metadata: Option<&Bound<'_, PyMapping>>,
    overwrite: bool,
) -> PyResult<()> {
    let py = path.py();
    let target = path_of(path)?;
    refuse_existing(&target, overwrite)?;
    let layout = layout.map(|name| self::layout(py, name)).transpose()?;
    let schema = schema.map(Schema::of).transpose()?;
    let metadata = metadata_of(metadata)?;
    let (schema, codec, bytes) = match (schema, known(value)) {
        (Some(schema), of_value) => {
            let layout = layout.or(of_value.map(|(_, layout)| layout)).unwrap_or(LayoutId::Compact);
            let codec = schema.get().codec(py, layout)?;
            let bytes = source::pack(value, &schema, &codec, None)?;
            (schema, codec, bytes)
        }
        (None, Some((schema, of_value))) => {
            let codec = schema.get().codec(py, layout.unwrap_or(of_value))?;
            let bytes = source::pack(value, &schema, &codec, None)?;
            (schema, codec, bytes)
        }
        (None, None) => {
            let schema = Schema::intern(py, inferred(py, std::slice::from_ref(value), "Value")?)?;
            let codec = schema.get().codec(py, layout.unwrap_or(LayoutId::Compact))?;
            let bytes = source::pack(value, &schema, &codec, None)?;
            (schema, codec, bytes)
        }
    };
    let metadata: Vec<(&str, &str)> = metadata.iter().map(|(key, value)| (&**key, &**value)).collect();
    let text = schema.get().schema.to_string();
    let layout = codec.layout().name();
    py.check_signals()?;
    let written = py.detach(|| packed_data_file::write_raw(&target, layout, &text, &bytes, &metadata));
    written.map_err(|error| failed(py, &error, &target))
}

/// Writes records one by one into a new file. As a context manager it closes the file; after an exception it removes
/// it. One that is never closed writes no file, and issues a `ResourceWarning`.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Writer {
    output: Mutex<Option<Output>>,
}

impl Writer {
    fn lock(&self) -> MutexGuard<'_, Option<Output>> {
        self.output.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Writer {
    /// Warns of a writer that was never closed: its file is removed.
    fn drop(&mut self) {
        let output = self.output.get_mut().unwrap_or_else(PoisonError::into_inner).take();
        let Some(output) = output else { return };
        let message = format!("unclosed writer: {} is not written", output.target().display());
        drop(output);
        // (The object may go while an exception is raised; and there is no interpreter at the end of the process.)
        Python::try_attach(|py| {
            let raised = PyErr::take(py);
            let message = CString::new(message).unwrap_or_default();
            if let Err(error) = PyErr::warn(py, &py.get_type::<PyResourceWarning>(), &message, 1) {
                error.write_unraisable(py, None);
            }
            if let Some(raised) = raised {
                raised.restore(py);
            }
        });
    }
}

fn closed() -> PyErr {
    PyValueError::new_err("the writer was closed")
}

#[pymethods]
impl Writer {
    #[new]
    #[pyo3(signature = (path, schema, layout="Compact", *, key=None, metadata=None, compress=None, overwrite=true))]
    fn new(
        path: &Bound<'_, PyAny>,
        schema: &Bound<'_, PyAny>,
        layout: &str,
        key: Option<String>,
        metadata: Option<&Bound<'_, PyMapping>>,
        compress: Option<i32>,
        overwrite: bool,
    ) -> PyResult<Self> {
        let py = path.py();
        let target = path_of(path)?;
        refuse_existing(&target, overwrite)?;
        require_level(compress)?;
        let (schema, layout) = (Schema::of(schema)?, self::layout(py, layout)?);
        let metadata = metadata_of(metadata)?;
        let output = Output::create(py, Settings { target, schema, layout, key, metadata, compress })?;
        Ok(Self { output: Mutex::new(Some(output)) })
    }

    /// Write a record, and return its number.
    #[pyo3(signature = (record, /))]
    fn write(&self, record: &Bound<'_, PyAny>) -> PyResult<u64> {
        // (Packing runs Python, which may write to this writer.)
        let (schema, codec, number) = match &*self.lock() {
            Some(output) => (output.schema.clone_ref(record.py()), output.codec.clone(), output.len()),
            None => return Err(closed()),
        };
        let bytes = source::pack(record, &schema, &codec, Some(number))?;
        let mut output = self.lock();
        let output = output.as_mut().ok_or_else(closed)?;
        output.put(&bytes).map_err(|error| failed(record.py(), &error, output.target()))
    }

    /// Complete the file: it appears under its name now.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        let output = self.lock().take();
        match output {
            Some(output) => output.close(py).map(drop),
            None => Ok(()),
        }
    }

    fn __len__(&self) -> PyResult<usize> {
        match &*self.lock() {
            Some(output) => Ok(usize::try_from(output.len())?),
            None => Err(closed()),
        }
    }

    fn __bool__(&self) -> bool {
        true
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        if slf.get().lock().is_none() { Err(closed()) } else { Ok(slf) }
    }

    fn __exit__(
        &self,
        py: Python<'_>,
        kind: &Bound<'_, PyAny>,
        _error: &Bound<'_, PyAny>,
        _trace: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        if kind.is_none() {
            return self.close(py);
        }
        drop(self.lock().take());
        Ok(())
    }
}
