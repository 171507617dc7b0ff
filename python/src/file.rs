//! Files of records: sequences of them.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use packed_data::Limits;
use packed_data_schema::filter::{Condition, Filter, Logic};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PySlice};

use crate::collections::index_of;
use crate::data::{Body, Data, Handle, span_of};
use crate::errors;
use crate::keys;
use crate::open::Header;
use crate::schema::Schema;
use crate::select::{RecordIter, Selected};
use crate::value::{FILE, RECORDS, root};

/// The key in the metadata for the path of the key.
pub(crate) const KEY: &str = "packed-data: key";

/// An open file of records.
pub(crate) struct File {
    pub(crate) data: Arc<Data>,
    pub(crate) path: Option<PathBuf>,
    pub(crate) header: Header,
    pub(crate) validate: bool,
    /// The block that was decompressed last, with its index.
    last: Mutex<Option<(usize, Arc<Data>)>>,
}

impl File {
    pub(crate) fn new(data: Arc<Data>, path: Option<PathBuf>, header: Header, validate: bool) -> Self {
        Self { data, path, header, validate, last: Mutex::default() }
    }

    /// Returns the number of records.
    pub(crate) fn len(&self) -> u64 {
        match &self.data.body {
            Body::Records(blocks) => blocks.len(),
            _ => 0,
        }
    }

    /// Returns whether the file has an index, which a writer writes when it closes the file.
    pub(crate) fn is_finished(&self) -> bool {
        matches!(&self.data.body, Body::Records(blocks) if blocks.has_index())
    }

    /// Returns where the bytes of a record are; decompresses its block if that is not the last one.
    pub(crate) fn find(&self, number: u64) -> Result<Handle, packed_data_file::Error> {
        let Body::Records(blocks) = &self.data.body else {
            return Err(packed_data_file::Error::NoRecord { number, records: 0 });
        };
        let Some(index) = blocks.block_of(number) else {
            // (It says whether the record is lost.)
            blocks.get(number)?;
            return Err(packed_data_file::Error::NoRecord { number, records: blocks.len() });
        };
        let mut last = self.last.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((known, data)) = &*last
            && *known == index
            && let Body::Block(block) = &data.body
            && let Some(at) = number.checked_sub(block.first())
            && let Some(record) = usize::try_from(at).ok().and_then(|at| block.get(at))
            && let Some(span) = span_of(block.as_bytes(), record)
        {
            return Ok(Handle::root(data.clone(), span));
        }
        let block = blocks.block(index)?;
        let at = usize::try_from(number.saturating_sub(block.first())).unwrap_or(usize::MAX);
        let lost = || packed_data_file::Error::Lost { number };
        let record = block.get(at).ok_or_else(lost)?;
        if let Some(span) = span_of(blocks.as_bytes(), record) {
            return Ok(Handle::root(self.data.clone(), span));
        }
        let span = span_of(block.as_bytes(), record).ok_or_else(lost)?;
        let (codec, schema) = (self.data.codec.clone(), self.data.schema.clone());
        let data = Arc::new(Data { schema, codec, body: Body::Block(block.into_owned()), is_checked: self.validate });
        *last = Some((index, data.clone()));
        Ok(Handle::root(data, span))
    }

    /// Finds a record, and validates it.
    pub(crate) fn checked(&self, number: u64) -> Result<Handle, Failed> {
        let handle = self.find(number)?;
        if self.validate {
            let bytes = handle.data.bytes(&handle.span);
            handle.data.codec.validate(bytes, &Limits::DEFAULT).map_err(|error| Failed::Invalid(error, number))?;
        }
        Ok(handle)
    }

    /// Returns the exception for a record.
    pub(crate) fn raise(&self, py: Python<'_>, error: &Failed) -> PyErr {
        match error {
            Failed::File(error) => errors::file(py, error, self.path.as_deref()),
            Failed::Invalid(error, number) => errors::invalid(py, error, Some(*number)),
        }
    }

    /// Returns a record.
    pub(crate) fn record<'py>(&self, py: Python<'py>, number: u64) -> PyResult<Bound<'py, PyAny>> {
        let handle = self.checked(number).map_err(|error| self.raise(py, &error))?;
        root(py, &handle)
    }
}

/// Why a record cannot be read.
pub(crate) enum Failed {
    File(packed_data_file::Error),
    Invalid(packed_data_schema::Error, u64),
}

impl From<packed_data_file::Error> for Failed {
    fn from(error: packed_data_file::Error) -> Self {
        Self::File(error)
    }
}

/// The compiled base of `File`.
#[pyclass(frozen, subclass, module = "packed_data._native")]
pub(crate) struct FileBase {
    file: Mutex<Option<Arc<File>>>,
}

/// What the constructors of `File` and `Records` are called with.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct FileSeed(Mutex<Option<(Arc<File>, Numbers)>>);

fn seed(argument: &Bound<'_, PyAny>) -> PyResult<(Arc<File>, Numbers)> {
    let seed = argument.cast::<FileSeed>().ok().and_then(|seed| seed.get().0.lock().ok()?.take());
    seed.ok_or_else(|| PyTypeError::new_err("a file is opened by `packed_data.open`"))
}

impl FileBase {
    pub(crate) fn make(py: Python<'_>, file: File) -> PyResult<Bound<'_, PyAny>> {
        let numbers = Numbers { start: 0, step: 1, count: 0 };
        FILE.get(py)?.call1((FileSeed(Mutex::new(Some((Arc::new(file), numbers)))),))
    }

    pub(crate) fn file(&self) -> PyResult<Arc<File>> {
        let file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
        file.clone().ok_or_else(errors::closed)
    }
}

impl FileBase {
    /// Returns the file, and the numbers of its records.
    pub(crate) fn records(&self) -> PyResult<(Arc<File>, Numbers)> {
        let file = self.file()?;
        let numbers = Numbers::all(&file);
        Ok((file, numbers))
    }
}

/// Numbers of records, as a `range` has them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Numbers {
    start: u64,
    step: i64,
    pub(crate) count: u64,
}

impl Numbers {
    /// Returns those of all records.
    pub(crate) fn all(file: &File) -> Self {
        Self { start: 0, step: 1, count: file.len() }
    }

    pub(crate) fn get(&self, index: u64) -> u64 {
        let offset = self.step.unsigned_abs().wrapping_mul(index);
        if self.step < 0 { self.start.wrapping_sub(offset) } else { self.start.wrapping_add(offset) }
    }

    /// Returns some of them.
    fn slice(&self, slice: &Bound<'_, PySlice>) -> PyResult<Self> {
        let indices = slice.indices(isize::try_from(self.count).unwrap_or(isize::MAX))?;
        let start = self.get(u64::try_from(indices.start).unwrap_or(0));
        let step = self.step.saturating_mul(i64::try_from(indices.step).unwrap_or(i64::MAX));
        Ok(Self { start, step, count: indices.slicelength as u64 })
    }
}

fn records<'py>(py: Python<'py>, file: Arc<File>, numbers: Numbers) -> PyResult<Bound<'py, PyAny>> {
    RECORDS.get(py)?.call1((FileSeed(Mutex::new(Some((file, numbers)))),))
}

fn length(count: u64) -> PyResult<usize> {
    Ok(usize::try_from(count)?)
}

#[pymethods]
impl FileBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (file, _) = self::seed(seed)?;
        Ok(Self { file: Mutex::new(Some(file)) })
    }

    #[getter]
    fn path(&self) -> PyResult<Option<String>> {
        Ok(self.file()?.path.as_ref().map(|path| path.to_string_lossy().into_owned()))
    }

    #[getter]
    fn schema(&self, py: Python<'_>) -> PyResult<Py<Schema>> {
        Ok(self.file()?.data.schema.clone_ref(py))
    }

    #[getter]
    fn layout(&self) -> PyResult<&'static str> {
        Ok(self.file()?.data.codec.layout().name())
    }

    #[getter]
    fn metadata<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        self.file()?.header.metadata(py)
    }

    /// The path of the key, if the file was written with one by this package.
    #[getter]
    fn key(&self) -> PyResult<Option<String>> {
        Ok(self.file()?.header.header.metadata.get(KEY).cloned())
    }

    /// Whether the file was closed by its writer, and is there to its end. If not, records may be missing.
    #[getter]
    fn is_finished(&self) -> PyResult<bool> {
        Ok(self.file()?.is_finished())
    }

    #[getter]
    fn closed(&self) -> bool {
        self.file().is_err()
    }

    fn __len__(&self) -> PyResult<usize> {
        length(self.file()?.len())
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let file = self.file()?;
        let all = Numbers::all(&file);
        if let Ok(slice) = index.cast::<PySlice>() {
            return records(py, file, all.slice(slice)?);
        }
        let number = index_of(index, length(file.len())?)?;
        file.record(py, number as u64)
    }

    fn __iter__(&self) -> PyResult<RecordIter> {
        let file = self.file()?;
        let numbers = Numbers::all(&file);
        Ok(RecordIter::new(file, numbers))
    }

    /// Return the records that fulfil a condition, such as `age > 17 and name != "Ann"`: the language of `packed cat
    /// --where`. Raises `PathError` for one that no record can fulfil.
    #[pyo3(name = "where", signature = (condition, /))]
    fn filter(&self, py: Python<'_>, condition: &str) -> PyResult<Selected> {
        let file = self.file()?;
        let parsed = Condition::parse(condition, file.data.codec.schema(), 0);
        let parsed = parsed.map_err(|error| errors::condition(py, condition, &error))?;
        if let Err(error) = Filter::new(&file.data.codec, 0, &parsed, Logic::TwoValued) {
            return Err(errors::condition(py, condition, &error));
        }
        Ok(Selected::of_condition(file, parsed))
    }

    /// Return the records with a key. Only blocks that may have it are read. `path` says where the key is, if the
    /// file does not.
    #[pyo3(signature = (key, /, *, path=None))]
    fn by_key(&self, key: &Bound<'_, PyAny>, path: Option<&str>) -> PyResult<Selected> {
        let file = self.file()?;
        let at = keys::At::new(key.py(), &file, path)?;
        let key = at.bits(key)?;
        Ok(Selected::by_key(file, at, key..=key))
    }

    /// Return the records with `start <= key < stop`, as `by_key` does.
    #[pyo3(signature = (start=None, stop=None, /, *, path=None))]
    fn between(
        &self,
        py: Python<'_>,
        start: Option<&Bound<'_, PyAny>>,
        stop: Option<&Bound<'_, PyAny>>,
        path: Option<&str>,
    ) -> PyResult<Selected> {
        let file = self.file()?;
        let at = keys::At::new(py, &file, path)?;
        let start = start.map(|start| at.bits(start)).transpose()?.unwrap_or(0);
        let stop = stop.map(|stop| at.bits(stop)).transpose()?;
        let last = stop.map_or(Some(u128::MAX), |stop| stop.checked_sub(1));
        Ok(match last {
            Some(last) => Selected::by_key(file, at, start..=last),
            None => Selected::none(file),
        })
    }

    /// Verify all checksums and validate all records; return what is wrong. An error of the kind `Unfinished` says that
    /// the file is not finished.
    fn check(&self, py: Python<'_>) -> PyResult<Vec<PyErr>> {
        let file = self.file()?;
        let Body::Records(blocks) = &file.data.body else { return Ok(Vec::new()) };
        let mut wrong: Vec<PyErr> = Vec::new();
        if !file.is_finished() {
            let at = errors::Where::default();
            wrong.push(errors::exception(py, errors::Class::File, packed_data_file::UNFINISHED, "Unfinished", at));
        }
        for damage in blocks.damage() {
            let text = format!("damaged: expected a block, found {} bytes that are none", damage.bytes);
            let at = errors::Where { offset: Some(damage.offset), ..Default::default() };
            wrong.push(errors::exception(py, errors::Class::File, &text, "Damaged", at));
        }
        for lost in blocks.lost() {
            let text =
                format!("lost: expected the records {} to {}, found no block with them", lost.start, lost.end - 1);
            let at = errors::Where { record: Some(lost.start), ..Default::default() };
            wrong.push(errors::exception(py, errors::Class::File, &text, "Lost", at));
        }
        for index in 0..blocks.block_count() {
            py.check_signals()?;
            let found = py.detach(|| -> Result<Vec<Failed>, packed_data_file::Error> {
                let block = blocks.block(index)?;
                let check = |at: usize| {
                    let number = block.first().saturating_add(at as u64);
                    let bytes = block.get(at).unwrap_or_default();
                    let checked = file.data.codec.validate(bytes, &Limits::DEFAULT);
                    checked.err().map(|error| Failed::Invalid(error, number))
                };
                Ok((0..block.len()).filter_map(check).collect())
            });
            match found {
                Ok(found) => wrong.extend(found.iter().map(|error| file.raise(py, error))),
                Err(error) => wrong.push(file.raise(py, &Failed::File(error))),
            }
        }
        Ok(wrong)
    }

    /// Let go of the file. Values that were read before stay valid.
    fn close(&self) {
        drop(self.file.lock().unwrap_or_else(PoisonError::into_inner).take());
    }

    fn __enter__(slf: Bound<'_, Self>) -> PyResult<Bound<'_, Self>> {
        slf.get().file()?;
        Ok(slf)
    }

    fn __exit__(&self, _kind: &Bound<'_, PyAny>, _error: &Bound<'_, PyAny>, _trace: &Bound<'_, PyAny>) {
        self.close();
    }

    fn __repr__(&self) -> String {
        match self.file() {
            Ok(file) => describe(&file, file.len()),
            Err(_) => "<File: closed>".into(),
        }
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        let file = self.file()?;
        let numbers = Numbers::all(&file);
        html(py, &file, &numbers)
    }
}

fn describe(file: &File, count: u64) -> String {
    let path = file
        .path
        .as_ref()
        .map_or_else(String::new, |path| format!(" in {}", packed_data::error::Printable(path.display())));
    let records = if count == 1 { "record" } else { "records" };
    format!("<{count} {records} of {}{path}>", file.data.codec.schema().name_of(0))
}

/// Returns the first records as a table.
fn html(py: Python<'_>, file: &File, numbers: &Numbers) -> PyResult<String> {
    let shown: PyResult<Vec<_>> = (0..numbers.count.min(10)).map(|index| file.record(py, numbers.get(index))).collect();
    crate::html::table(&describe(file, numbers.count), &shown?, numbers.count > 10)
}

/// The compiled base of `Records`.
#[pyclass(frozen, subclass, module = "packed_data._native")]
pub(crate) struct RecordsBase {
    pub(crate) file: Arc<File>,
    pub(crate) numbers: Numbers,
}

impl RecordsBase {
    pub(crate) fn records(&self) -> PyResult<(Arc<File>, Numbers)> {
        Ok((self.file.clone(), self.numbers))
    }
}

#[pymethods]
impl RecordsBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<Self> {
        let (file, numbers) = self::seed(seed)?;
        Ok(Self { file, numbers })
    }

    fn __len__(&self) -> PyResult<usize> {
        length(self.numbers.count)
    }

    fn __getitem__<'py>(&self, py: Python<'py>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if let Ok(slice) = index.cast::<PySlice>() {
            return records(py, self.file.clone(), self.numbers.slice(slice)?);
        }
        let index = index_of(index, length(self.numbers.count)?)?;
        self.file.record(py, self.numbers.get(index as u64))
    }

    fn __iter__(&self) -> RecordIter {
        RecordIter::new(self.file.clone(), self.numbers)
    }

    fn __repr__(&self) -> String {
        describe(&self.file, self.numbers.count)
    }

    fn _repr_html_(&self, py: Python<'_>) -> PyResult<String> {
        html(py, &self.file, &self.numbers)
    }
}
