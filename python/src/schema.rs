//! Schemas, and the classes of their types.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use packed_data_schema as packed;
use packed_data_schema::{Codec, LayoutId, TypeIndex};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyType, PyWeakrefMethods, PyWeakrefReference};

use crate::compatibility::Compatibility;
use crate::errors;
use crate::shape::{self, Shape};

/// The schemas that are alive, by their texts: those with the same text are one object, and have the same classes.
static ALIVE: Mutex<Option<HashMap<String, Py<PyWeakrefReference>>>> = Mutex::new(None);

/// The description of a type: everything that decides its bytes. It is immutable, and equal to another if their
/// types are.
#[pyclass(frozen, weakref, module = "packed_data")]
pub(crate) struct Schema {
    pub(crate) schema: Arc<packed::Schema>,
    codecs: Mutex<Vec<(LayoutId, Arc<Codec<'static>>)>>,
    /// For each type what its values are in Python, once one was made.
    shapes: Vec<OnceLock<Shape>>,
    /// For each type the names of the fields of each constructor, once a value was read as a whole.
    field_names: Vec<OnceLock<Vec<Vec<Py<PyString>>>>>,
    /// The named types: by the name in Python.
    names: OnceLock<Vec<(String, TypeIndex)>>,
    /// Whether its values are JSON documents of any form, which look as themselves in Python and in JSON.
    pub(crate) is_document: bool,
}

impl Schema {
    /// Returns the object for a schema: the one that is alive, if there is one.
    pub(crate) fn intern(py: Python<'_>, schema: packed::Schema) -> PyResult<Py<Self>> {
        let text = schema.to_string();
        let find = |py: Python<'_>| -> Option<Py<Self>> {
            let alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
            let found = alive.as_ref()?.get(&text)?.bind(py).upgrade()?;
            found.cast_into::<Self>().ok().map(Bound::unbind)
        };
        if let Some(found) = find(py) {
            return Ok(found);
        }
        let shapes = schema.types().iter().map(|_| OnceLock::new()).collect();
        let field_names = schema.types().iter().map(|_| OnceLock::new()).collect();
        let is_document = packed::infer::is_document(&schema);
        let made = Self {
            is_document,
            schema: Arc::new(schema),
            codecs: Mutex::default(),
            shapes,
            field_names,
            names: OnceLock::new(),
        };
        let made = Py::new(py, made)?;
        let weak = PyWeakrefReference::new(made.bind(py))?.unbind();
        let mut alive = ALIVE.lock().unwrap_or_else(PoisonError::into_inner);
        let alive = alive.get_or_insert_default();
        // (Those that are not alive leave when the table would grow.)
        if alive.len() == alive.capacity() {
            alive.retain(|_, weak| weak.bind(py).upgrade().is_some());
        }
        alive.insert(text, weak);
        Ok(made)
    }

    /// Returns the schema that a text or an object is.
    pub(crate) fn of(object: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        if let Ok(schema) = object.cast::<Self>() {
            return Ok(schema.clone().unbind());
        }
        match object.extract::<String>() {
            Ok(text) => Self::parse(object.py(), &text),
            Err(_) => {
                let found = object.get_type().name()?;
                let message = format!("expected a Schema, or the text of one, found {found}");
                Err(pyo3::exceptions::PyTypeError::new_err(message))
            }
        }
    }

    /// Returns the codec for a layout.
    pub(crate) fn codec(&self, py: Python<'_>, layout: LayoutId) -> PyResult<Arc<Codec<'static>>> {
        let mut codecs = self.codecs.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, codec)) = codecs.iter().find(|(known, _)| *known == layout) {
            return Ok(codec.clone());
        }
        let codec = (*self.schema).clone().into_codec(layout).map_err(|error| errors::schema(py, error))?;
        let codec = Arc::new(codec);
        codecs.push((layout, codec.clone()));
        Ok(codec)
    }

    /// Returns what values of a type are in Python.
    pub(crate) fn shape(slf: &Bound<'_, Self>, of: TypeIndex) -> PyResult<()> {
        let this = slf.get();
        let Some(place) = this.shapes.get(of as usize) else { return Ok(()) };
        if place.get().is_none() {
            let shape = shape::make(slf, of)?;
            // (Making classes runs Python, so another thread may have done the same.)
            let _ = place.set(shape);
        }
        Ok(())
    }

    /// Returns what values of a type are in Python, if that was made.
    #[inline]
    pub(crate) fn made(&self, of: TypeIndex) -> Option<&Shape> {
        self.shapes.get(of as usize)?.get()
    }

    /// Returns the names of the fields of a struct or constructor.
    pub(crate) fn field_names(&self, py: Python<'_>, of: TypeIndex, tag: u32) -> &[Py<PyString>] {
        let Some(place) = self.field_names.get(of as usize) else { return &[] };
        // (No Python runs while they are made.)
        let names = place.get_or_init(|| {
            let names = |fields: &[packed::Field]| {
                fields.iter().map(|field| PyString::new(py, &field.name).unbind()).collect::<Vec<_>>()
            };
            match self.schema.get(of) {
                packed::Type::Struct(is) => vec![names(&is.fields)],
                packed::Type::Enum(is) => is.constructors.iter().map(|is| names(&is.fields)).collect(),
                _ => Vec::new(),
            }
        });
        names.get(tag as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the names of the named types, each once.
    pub(crate) fn names(&self) -> &[(String, TypeIndex)] {
        self.names.get_or_init(|| shape::names(&self.schema))
    }

    /// Returns the class of a named type.
    pub(crate) fn class(slf: &Bound<'_, Self>, of: TypeIndex) -> PyResult<Option<Py<PyType>>> {
        Self::shape(slf, of)?;
        Ok(slf.get().made(of).and_then(Shape::class).map(|class| class.clone_ref(slf.py())))
    }
}

/// Parses the name of a layout.
pub(crate) fn layout(py: Python<'_>, name: &str) -> PyResult<LayoutId> {
    name.parse().map_err(|error| errors::schema(py, error))
}

#[pymethods]
impl Schema {
    /// Parse the text of a schema: what `str()` returns, and what a file has in its header. Raises `SchemaError`.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str) -> PyResult<Py<Self>> {
        // (A text made by a person may have other line ends, or none at its end.)
        let mut text = text.replace("\r\n", "\n");
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let schema = packed::Schema::parse(&text).map_err(|error| errors::schema(py, error))?;
        Self::intern(py, schema)
    }

    /// Parse the form in JSON: what `to_json()` returns. Raises `SchemaError`.
    #[staticmethod]
    fn from_json(py: Python<'_>, text: &Bound<'_, PyAny>) -> PyResult<Py<Self>> {
        let schema = match text.extract::<&[u8]>() {
            Ok(bytes) => serde_json::from_slice(bytes),
            Err(_) => serde_json::from_str(&text.extract::<String>()?),
        };
        Self::intern(py, schema.map_err(|error| errors::schema(py, error))?)
    }

    /// Infer the schema of records (dicts or dataclasses of one form), as `packed pack` does; a `datetime` is a `Time`,
    /// a `timedelta` a `Duration`. Records of different forms become JSON documents, the enum `Json`: also if one of
    /// them lacks a name.
    #[staticmethod]
    #[pyo3(signature = (records, name="Record"))]
    fn infer(records: &Bound<'_, PyAny>, name: &str) -> PyResult<Py<Self>> {
        let py = records.py();
        let records = records.try_iter()?.collect::<PyResult<Vec<_>>>()?;
        Self::intern(py, crate::write::inferred(py, &records, name)?)
    }

    /// The type as a Rust programmer calls it: `Vec<Shape>`.
    #[getter]
    fn name(&self) -> String {
        self.schema.name_of(0)
    }

    /// The hash of the text: 16 hexadecimal digits.
    #[getter]
    fn fingerprint(&self) -> String {
        self.schema.fingerprint().to_string()
    }

    /// The classes of the named types: `schema.types.Circle`, `schema.types.Shape.Circle`. They are what `match`
    /// needs, and construct values to write. Schemas with the same text share their classes.
    #[getter]
    fn types(slf: Bound<'_, Self>) -> Types {
        Types { schema: slf.unbind() }
    }

    /// Compare with the schema with which bytes were written: whether a reader with this schema reads them.
    #[pyo3(signature = (older, layout="Compact"))]
    fn can_read(&self, py: Python<'_>, older: &Bound<'_, Self>, layout: &str) -> PyResult<Compatibility> {
        let layout = self::layout(py, layout)?;
        Compatibility::new(py, self.schema.can_read(&older.get().schema, layout))
    }

    /// Return the form in JSON.
    fn to_json(&self, py: Python<'_>) -> PyResult<String> {
        serde_json::to_string(&*self.schema).map_err(|error| errors::schema(py, error))
    }

    /// Return a TypeScript module that reads values in place. Raises `SchemaError` if the type has no such form.
    #[pyo3(signature = (layout="Compact"))]
    fn to_typescript(&self, py: Python<'_>, layout: &str) -> PyResult<String> {
        let layout = self::layout(py, layout)?;
        self.schema.to_typescript(layout).map_err(|error| errors::schema(py, error))
    }

    /// Return a JSON Schema of what `to_json()` of a value returns.
    fn to_json_schema(&self) -> String {
        self.schema.to_json_schema().to_string()
    }

    /// Return the CDDL (RFC 8610) of the bytes in the layout `Cbor`.
    fn to_cddl(&self, py: Python<'_>) -> PyResult<String> {
        self.schema.to_cddl().map_err(|error| errors::schema(py, error))
    }

    /// Return Rust code: the types with the derive.
    fn to_rust(&self, py: Python<'_>) -> PyResult<String> {
        self.schema.to_rust().map_err(|error| errors::schema(py, error))
    }

    fn __str__(&self) -> String {
        self.schema.to_string()
    }

    fn __repr__(&self) -> String {
        format!("<Schema of {} ({})>", self.name(), self.fingerprint())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Self>().is_ok_and(|other| other.get().schema == self.schema)
    }

    fn __hash__(&self) -> u64 {
        self.schema.fingerprint().to_bits()
    }

    fn __reduce__(slf: Bound<'_, Self>) -> PyResult<(Bound<'_, PyAny>, (String,))> {
        let parse = slf.py().get_type::<Self>().getattr("parse")?;
        Ok((parse, (slf.get().schema.to_string(),)))
    }

    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        self.shapes.iter().filter_map(OnceLock::get).try_for_each(|shape| shape.traverse(&visit))
    }

    /// (The classes let go of their schema, which ends every cycle.)
    fn __clear__(&self) {}
}

/// The classes of a schema, by the names of the types. Of several types with one name, the second is `Name_2`.
#[pyclass(frozen, module = "packed_data")]
pub(crate) struct Types {
    schema: Py<Schema>,
}

impl Types {
    fn find(&self, py: Python<'_>, name: &str) -> PyResult<Option<Py<PyType>>> {
        let schema = self.schema.bind(py);
        match schema.get().names().iter().find(|(known, _)| known == name) {
            Some((_, of)) => Schema::class(schema, *of),
            None => Ok(None),
        }
    }

    fn unknown(&self, name: &str) -> String {
        let names = self.schema.get().names();
        let known: Vec<_> = names.iter().take(12).map(|(name, _)| name.as_str()).collect();
        let more = if names.len() > known.len() { ", ..." } else { "" };
        format!("no type {name:?}: the schema has {}{more}", known.join(", "))
    }
}

#[pymethods]
impl Types {
    fn __getattr__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyType>> {
        let found = if name.starts_with("__") { None } else { self.find(py, name)? };
        found.ok_or_else(|| pyo3::exceptions::PyAttributeError::new_err(self.unknown(name)))
    }

    fn __getitem__(&self, py: Python<'_>, name: &str) -> PyResult<Py<PyType>> {
        self.find(py, name)?.ok_or_else(|| pyo3::exceptions::PyKeyError::new_err(self.unknown(name)))
    }

    fn __iter__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let names: Vec<&str> = self.schema.get().names().iter().map(|(name, _)| name.as_str()).collect();
        names.into_pyobject(py)?.call_method0("__iter__")
    }

    fn __len__(&self) -> usize {
        self.schema.get().names().len()
    }

    fn __contains__(&self, name: &Bound<'_, PyAny>) -> bool {
        let name = name.extract::<String>();
        name.is_ok_and(|name| self.schema.get().names().iter().any(|(known, _)| *known == name))
    }

    fn __dir__(&self) -> Vec<String> {
        self.schema.get().names().iter().map(|(name, _)| name.clone()).collect()
    }

    fn __repr__(&self) -> String {
        let names: Vec<&str> = self.schema.get().names().iter().map(|(name, _)| name.as_str()).collect();
        format!("<types {}>", names.join(", "))
    }
}
