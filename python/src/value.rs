//! Lazy values: their common base, and how a place in bytes becomes an object of Python.

use std::sync::Mutex;

use packed_data::Limits;
use packed_data_schema::path::{self, Path};
use packed_data_schema::{Content, LayoutId, ScalarValue, Type, Value as PackedValue};
use pyo3::exceptions::PyTypeError;
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBytes, PyString, PyTuple, PyType};

use crate::data::Handle;
use crate::errors;
use crate::schema::Schema;
use crate::shape::{Shape, Variant};

/// A value in packed bytes: a place in them and its type. It is lazy: what it consists of is read when it is asked
/// for. It keeps the bytes, or the map of the file, alive.
///
/// Scalars and texts are Python's own (`int`, `float`, `bool`, `str`, `bytes`; `Duration` and `Time`), an absent option
/// is `None`. All others are a `Struct`, `Tuple`, `List`, `Map` or `Set`.
///
/// Values are equal if they have the same type names, constructors and parts, wherever their bytes are. A `List`
/// equals a list with equal items, a `Tuple` a tuple, a `Map` a dict, a `Set` a set. They have no hash, except a
/// `Struct` or `Tuple` all of whose fields have one.
///
/// A field with the name of a method hides it; the functions `to_python`, `to_json`, `at` and `validate` of the module
/// do the same as the methods.
#[pyclass(frozen, subclass, module = "packed_data")]
pub(crate) struct Value {
    pub(crate) inner: Inner,
}

/// What a value is.
pub(crate) enum Inner {
    /// A place in bytes.
    Lazy(Handle),
    /// A struct that was made in Python: its fields, `None` for one that was not given.
    Made(Vec<Option<Py<PyAny>>>),
}

impl Value {
    pub(crate) fn lazy(handle: Handle) -> Self {
        Self { inner: Inner::Lazy(handle) }
    }

    /// Returns the place in bytes.
    pub(crate) fn handle(&self) -> PyResult<&Handle> {
        match &self.inner {
            Inner::Lazy(handle) => Ok(handle),
            Inner::Made(_) => Err(PyTypeError::new_err("expected a value in bytes, found one that was made in Python")),
        }
    }
}

/// What the constructor of a class is called with, when a value in bytes becomes an object. A class of Python's own
/// cannot be instantiated otherwise without `unsafe`.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct Seed(Mutex<Option<Handle>>);

impl Seed {
    /// Returns the place that the constructor was called with, if it was.
    pub(crate) fn take(argument: &Bound<'_, PyAny>) -> Option<Handle> {
        let seed = argument.cast::<Self>().ok()?;
        seed.get().0.try_lock().ok()?.take()
    }

    /// Calls the constructor of a class.
    pub(crate) fn call<'py>(class: &Bound<'py, PyType>, handle: Handle) -> PyResult<Bound<'py, PyAny>> {
        class.call1((Self(Mutex::new(Some(handle))),))
    }
}

/// The classes that are made in Python.
pub(crate) struct Class {
    name: &'static str,
    module: &'static str,
    class: PyOnceLock<Py<PyType>>,
}

impl Class {
    const fn of(module: &'static str, name: &'static str) -> Self {
        Self { name, module, class: PyOnceLock::new() }
    }

    pub(crate) fn get<'py>(&self, py: Python<'py>) -> PyResult<&Bound<'py, PyType>> {
        self.class.import(py, self.module, self.name)
    }
}

pub(crate) static TUPLE: Class = Class::of("packed_data._values", "Tuple");
pub(crate) static LIST: Class = Class::of("packed_data._values", "List");
pub(crate) static MAP: Class = Class::of("packed_data._values", "Map");
pub(crate) static SET: Class = Class::of("packed_data._values", "Set");
pub(crate) static FILE: Class = Class::of("packed_data._values", "File");
pub(crate) static RECORDS: Class = Class::of("packed_data._values", "Records");
pub(crate) static DURATION: Class = Class::of("packed_data._scalars", "Duration");
pub(crate) static TIME: Class = Class::of("packed_data._scalars", "Time");
pub(crate) static CBOR: Class = Class::of("packed_data._scalars", "Cbor");
pub(crate) static UNKNOWN: Class = Class::of("packed_data._scalars", "Unknown");

/// Returns the object for a scalar.
pub(crate) fn scalar<'py>(py: Python<'py>, value: ScalarValue) -> PyResult<Bound<'py, PyAny>> {
    Ok(match value {
        ScalarValue::Unsigned(value) => match u64::try_from(value) {
            Ok(value) => value.into_pyobject(py)?.into_any(),
            Err(_) => value.into_pyobject(py)?.into_any(),
        },
        ScalarValue::Signed(value) => match i64::try_from(value) {
            Ok(value) => value.into_pyobject(py)?.into_any(),
            Err(_) => value.into_pyobject(py)?.into_any(),
        },
        ScalarValue::F32(value) => f64::from(value).into_pyobject(py)?.into_any(),
        ScalarValue::F64(value) => value.into_pyobject(py)?.into_any(),
        ScalarValue::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
        ScalarValue::Char(value) => value.into_pyobject(py)?.into_any(),
        ScalarValue::Duration(seconds, nanoseconds) => DURATION.get(py)?.call1((seconds, nanoseconds))?,
        ScalarValue::Time(seconds, nanoseconds) => TIME.get(py)?.call1((seconds, nanoseconds))?,
    })
}

/// Returns the object for a value in the bytes of `handle`: of Python, or a lazy one.
pub(crate) fn object<'py>(py: Python<'py>, handle: &Handle, value: PackedValue<'_>) -> PyResult<Bound<'py, PyAny>> {
    let schema = handle.data.schema.get();
    let damaged = || handle.at(value.place()).damaged(py);
    let mut value = value;
    loop {
        let of = schema.schema.packed(value.type_index());
        let Some(shape) = schema.made(of) else {
            Schema::shape(handle.data.schema.bind(py), of)?;
            continue;
        };
        let collection = |class: &'static Class| Seed::call(class.get(py)?, handle.at(value.place()));
        match shape {
            Shape::Newtype => value = value.get(0).ok_or_else(damaged)?,
            Shape::Enum { constructors, .. } => {
                let Some(Content::Parts(mut parts)) = value.content() else { return Err(damaged()) };
                match constructors.get(parts.tag() as usize) {
                    Some(Variant::None) => return Ok(py.None().into_bound(py)),
                    Some(Variant::Some) => value = parts.next().ok_or_else(damaged)?.value,
                    Some(Variant::Class(class)) => return Seed::call(class.bind(py), handle.at(value.place())),
                    None => return Err(damaged()),
                }
            }
            Shape::Struct(class) => return Seed::call(class.bind(py), handle.at(value.place())),
            Shape::List => return collection(&LIST),
            Shape::Map => return collection(&MAP),
            Shape::Set => return collection(&SET),
            Shape::Tuple => return collection(&TUPLE),
            Shape::Unit => return Ok(py.None().into_bound(py)),
            Shape::Bytes => {
                handle.at(value.place()).require_valid(py)?;
                let mut bytes = Bytes(Vec::new(), None);
                value.visit(&mut bytes).ok_or_else(damaged)?;
                return Ok(PyBytes::new(py, bytes.1.unwrap_or(&bytes.0)).into_any());
            }
            Shape::Scalar | Shape::Text | Shape::Cbor | Shape::Unknown => {
                return match value.content().ok_or_else(damaged)? {
                    Content::Scalar(value) => scalar(py, value),
                    Content::Text(text) => Ok(PyString::new(py, text).into_any()),
                    Content::Cbor(bytes) => CBOR.get(py)?.call1((PyBytes::new(py, bytes),)),
                    Content::Unknown(bytes) => UNKNOWN.get(py)?.call1((PyBytes::new(py, bytes),)),
                    Content::Parts(_) => Err(damaged()),
                };
            }
        }
    }
}

/// Gathers a sequence of bytes, whether they are side by side or not.
struct Bytes<'b>(Vec<u8>, Option<&'b [u8]>);

impl<'b> packed_data_schema::Visit<'b> for Bytes<'b> {
    fn scalar(&mut self, _: u32, value: ScalarValue) {
        if let ScalarValue::Unsigned(value) = value {
            self.0.push(value as u8);
        }
    }

    fn bytes(&mut self, _: u32, bytes: &'b [u8]) {
        self.1 = Some(bytes);
    }
}

/// Returns the object for the whole of bytes.
pub(crate) fn root<'py>(py: Python<'py>, handle: &Handle) -> PyResult<Bound<'py, PyAny>> {
    object(py, handle, handle.value())
}

#[pymethods]
impl Value {
    /// Return dicts, lists, sets, tuples and scalars: all of the value, read at once. A struct is a dict of its
    /// fields; a constructor is its name, or a dict from its name to its fields, as in JSON.
    fn to_python<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        crate::eager::to_python(slf)
    }

    /// Return the value as JSON, in the form that serde has for the Rust type.
    fn to_json(slf: &Bound<'_, Self>) -> PyResult<String> {
        let py = slf.py();
        let handle = slf.get().handle()?.clone();
        handle.require_valid(py)?;
        let written = py.detach(|| {
            let mut text = Vec::new();
            handle.value().write_json(&mut text)?;
            Ok::<_, std::io::Error>(text)
        });
        let text = written.map_err(|_| handle.damaged(py))?;
        String::from_utf8(text).map_err(|_| handle.damaged(py))
    }

    /// Return the part at a path: `records[12].user.name`, a JSON Pointer, or a path of an error. Raises
    /// `PathError` if it leads nowhere.
    #[pyo3(signature = (path, /))]
    fn at<'py>(&self, py: Python<'py>, path: &str) -> PyResult<Bound<'py, PyAny>> {
        let handle = self.handle()?;
        let steps = Path::parse(path).map_err(|error| errors::path(py, path, &error))?.steps;
        let value = handle.value();
        path::check(handle.data.codec.schema(), value.type_index(), &steps)
            .map_err(|error| errors::path(py, path, &error))?;
        let found = path::find(value, &steps).map_err(|error| errors::path(py, path, &error))?;
        object(py, handle, found)
    }

    /// Check all of the value, and of a whole value that nothing follows it; raises `InvalidError`. Bytes that were not
    /// validated return wrong parts, or raise `InvalidError`, but do no other harm.
    fn validate(&self, py: Python<'_>) -> PyResult<()> {
        let handle = self.handle()?.clone();
        let result = py.detach(|| {
            let value = handle.value();
            if value.type_index() == 0 && value.offset() == 0 {
                return handle.data.codec.validate(handle.data.bytes(&handle.span), &Limits::DEFAULT).map(drop);
            }
            value.check(&Limits::DEFAULT)
        });
        result.map_err(|error| errors::invalid(py, &error, None))
    }

    fn __repr__(slf: &Bound<'_, Self>) -> PyResult<String> {
        crate::print::repr(slf)
    }

    fn _repr_html_(slf: &Bound<'_, Self>) -> PyResult<String> {
        crate::html::value(slf)
    }

    fn __eq__(slf: &Bound<'_, Self>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
        crate::equality::equal(slf, other)
    }

    fn __hash__(slf: &Bound<'_, Self>) -> PyResult<isize> {
        crate::equality::hash(slf)
    }

    fn __copy__<'py>(slf: Bound<'py, Self>) -> Bound<'py, Self> {
        slf
    }

    /// (It is immutable.)
    fn __deepcopy__<'py>(slf: Bound<'py, Self>, _memo: &Bound<'py, PyAny>) -> Bound<'py, Self> {
        slf
    }

    /// Returns what a whole value or record is made from again, in another process.
    fn __reduce_ex__<'py>(slf: &Bound<'py, Self>, _protocol: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyTuple>> {
        let py = slf.py();
        let part =
            || PyTypeError::new_err("a part of a value cannot be pickled: pickle the record, or its to_python()");
        let (bytes, schema, layout) = match &slf.get().inner {
            Inner::Lazy(handle) if handle.value().type_index() != 0 || handle.value().offset() != 0 => {
                return Err(part());
            }
            Inner::Lazy(handle) => {
                let bytes = PyBytes::new(py, handle.data.bytes(&handle.span));
                (bytes, handle.data.schema.clone_ref(py), handle.data.codec.layout())
            }
            Inner::Made(_) => {
                let kind = crate::structs::kind(&slf.get_type())?;
                let kind = kind.get();
                if kind.node != 0 {
                    return Err(part());
                }
                let codec = kind.schema.get().codec(py, LayoutId::Compact)?;
                let bytes = crate::source::pack(slf.as_any(), &kind.schema, &codec, None)?;
                (PyBytes::new(py, &bytes), kind.schema.clone_ref(py), LayoutId::Compact)
            }
        };
        let arguments = (bytes, schema, layout.name());
        (py.import("packed_data")?.getattr("from_bytes")?, arguments).into_pyobject(py)
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        match &self.inner {
            Inner::Made(fields) => fields.iter().flatten().try_for_each(|field| visit.call(field)),
            Inner::Lazy(_) => Ok(()),
        }
    }

    /// (What is immutable cannot be in a cycle without something that is not.)
    fn __clear__(&self) {}
}

/// Return `value.to_python()` of a `Value`; any other object as it is.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn to_python<'py>(value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    match value.cast::<Value>() {
        Ok(value) => crate::eager::to_python(value),
        Err(_) => Ok(value),
    }
}

/// Return `value.to_json()`.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn to_json(value: &Bound<'_, Value>) -> PyResult<String> {
    Value::to_json(value)
}

/// Return `value.at(path)`.
#[pyfunction]
#[pyo3(signature = (value, path, /))]
pub(crate) fn at<'py>(value: &Bound<'py, Value>, path: &str) -> PyResult<Bound<'py, PyAny>> {
    value.get().at(value.py(), path)
}

/// Call `value.validate()`.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn validate(value: &Bound<'_, Value>) -> PyResult<()> {
    value.get().validate(value.py())
}

/// Return the schema by which a value is read; its type is in it.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn schema_of(value: &Bound<'_, Value>) -> PyResult<Py<Schema>> {
    match &value.get().inner {
        Inner::Lazy(handle) => Ok(handle.data.schema.clone_ref(value.py())),
        Inner::Made(_) => Ok(crate::structs::kind(&value.get_type())?.get().schema.clone_ref(value.py())),
    }
}

/// Return the name of the type of a value, as a Rust programmer calls it.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn type_of(value: &Bound<'_, Value>) -> PyResult<String> {
    match &value.get().inner {
        Inner::Lazy(handle) => {
            let value = handle.value();
            let schema = handle.data.codec.schema();
            Ok(match value.packed_type() {
                Type::Enum(_) | Type::Struct(_) => schema.name_of(schema.packed(value.type_index())),
                _ => schema.name_of(value.type_index()),
            })
        }
        Inner::Made(_) => {
            let kind = crate::structs::kind(&value.get_type())?;
            Ok(kind.get().schema.get().schema.name_of(kind.get().node))
        }
    }
}

/// Return the name of the layout of a value.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn layout_of(value: &Bound<'_, Value>) -> PyResult<&'static str> {
    Ok(value.get().handle()?.data.codec.layout().name())
}

/// Return the offset of a value, in bytes from the beginning of the value or record that it is a part of.
#[pyfunction]
#[pyo3(signature = (value, /))]
pub(crate) fn offset_of(value: &Bound<'_, Value>) -> PyResult<usize> {
    Ok(value.get().handle()?.value().offset())
}
