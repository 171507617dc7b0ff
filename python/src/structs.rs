//! Structs and constructors: their fields as attributes.

use packed_data_schema::{Field as PackedField, TypeIndex};
use pyo3::exceptions::{PyKeyError, PyTypeError};
use pyo3::gc::{PyTraverseError, PyVisit};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple, PyType};

use crate::collections::index_of;
use crate::schema::Schema;
use crate::shape::attribute;
use crate::value::{Inner, Seed, Value, object};

/// What a class is the class of: the value of its attribute `__packed__`.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct Kind {
    pub(crate) schema: Py<Schema>,
    pub(crate) node: TypeIndex,
    /// The constructor; 0 of a struct, `u32::MAX` of the base of constructors.
    pub(crate) tag: u32,
    pub(crate) fields: Vec<FieldName>,
}

pub(crate) struct FieldName {
    pub(crate) name: String,
    pub(crate) attribute: String,
}

impl Kind {
    pub(crate) fn new(schema: &Bound<'_, Schema>, node: TypeIndex, tag: u32, fields: &[PackedField]) -> Self {
        let name = |field: &PackedField| FieldName { name: field.name.clone(), attribute: attribute(&field.name) };
        Self { schema: schema.clone().unbind(), node, tag, fields: fields.iter().map(name).collect() }
    }

    /// Returns the index of a field, by its name or that of its attribute.
    fn index(&self, name: &str) -> Option<usize> {
        let by_name = self.fields.iter().position(|field| field.name == name);
        by_name.or_else(|| self.fields.iter().position(|field| field.attribute == name))
    }
}

#[pymethods]
impl Kind {
    fn __traverse__(&self, visit: PyVisit<'_>) -> Result<(), PyTraverseError> {
        visit.call(&self.schema)
    }

    fn __clear__(&self) {}
}

/// Returns what a class is the class of.
pub(crate) fn kind<'py>(class: &Bound<'py, PyType>) -> PyResult<Bound<'py, Kind>> {
    let kind = class.getattr(pyo3::intern!(class.py(), "__packed__"));
    let kind = kind.ok().and_then(|kind| kind.cast_into::<Kind>().ok());
    kind.ok_or_else(|| PyTypeError::new_err("a Struct is made by a class of `Schema.types`"))
}

/// A struct, or a constructor of an enum: the base of the classes in `Schema.types`.
///
/// Each field is an attribute; one without a name is `_0`, `_1`, ..., and the name of one that is a keyword of Python
/// has an underscore after it: `from_`. `value["name"]` and `value[0]` work with any name. A field that is absent,
/// because the writer did not know it, is `None`.
///
/// The constructor takes fields by position or name, and makes a value to be written. What it is given is checked then.
/// A field that is not given is None or absent, where the type allows it.
#[pyclass(frozen, subclass, extends = Value, module = "packed_data")]
pub(crate) struct Struct;

impl Struct {
    /// Returns a field; `None` of Python if it is absent.
    pub(crate) fn field<'py>(value: &Bound<'py, Value>, index: usize) -> PyResult<Bound<'py, PyAny>> {
        let py = value.py();
        match &value.get().inner {
            Inner::Lazy(handle) => {
                let whole = handle.value();
                match whole.get(index) {
                    Some(found) => object(py, handle, found),
                    // (It is absent, or the bytes are not valid.)
                    None if whole.content().is_some() => Ok(py.None().into_bound(py)),
                    None => Err(handle.damaged(py)),
                }
            }
            Inner::Made(fields) => match fields.get(index) {
                Some(Some(field)) => Ok(field.bind(py).clone()),
                _ => Ok(py.None().into_bound(py)),
            },
        }
    }
}

#[pymethods]
impl Struct {
    #[new]
    #[classmethod]
    #[pyo3(signature = (*args, **fields))]
    fn new(
        class: &Bound<'_, PyType>,
        args: &Bound<'_, PyTuple>,
        fields: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<PyClassInitializer<Self>> {
        if fields.is_none()
            && args.len() == 1
            && let Some(handle) = Seed::take(&args.get_item(0)?)
        {
            return Ok(PyClassInitializer::from(Value::lazy(handle)).add_subclass(Self));
        }
        let kind = kind(class)?;
        let kind = kind.get();
        let name = class.qualname()?;
        if kind.tag == u32::MAX {
            let message = format!("{name} is made by the class of one of its constructors");
            return Err(PyTypeError::new_err(message));
        }
        let count = kind.fields.len();
        if args.len() > count {
            let message = format!("{name} takes {count} fields, found {}", args.len());
            return Err(PyTypeError::new_err(message));
        }
        let mut values: Vec<Option<Py<PyAny>>> = args.iter().map(|value| Some(value.unbind())).collect();
        values.resize_with(count, || None);
        for (name, value) in fields.into_iter().flatten() {
            let name = name.extract::<String>()?;
            let place = kind.index(&name).and_then(|index| values.get_mut(index));
            match place {
                Some(place @ None) => *place = Some(value.unbind()),
                Some(_) => {
                    return Err(PyTypeError::new_err(format!("a second value for the field {name:?}")));
                }
                None => {
                    let known: Vec<_> = kind.fields.iter().take(12).map(|field| field.attribute.as_str()).collect();
                    let message = format!("no field {name:?}; the fields are {}", known.join(", "));
                    return Err(PyTypeError::new_err(message));
                }
            }
        }
        Ok(PyClassInitializer::from(Value { inner: Inner::Made(values) }).add_subclass(Self))
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, field: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let kind = kind(&slf.get_type())?;
        if let Ok(name) = field.cast::<PyString>() {
            let name = name.to_cow()?;
            let index = kind.get().index(&name).ok_or_else(|| PyKeyError::new_err(name.clone().into_owned()))?;
            return Self::field(slf.as_super(), index);
        }
        Self::field(slf.as_super(), index_of(field, kind.get().fields.len())?)
    }
}

/// The attribute for a field.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct Field {
    index: usize,
    name: String,
}

impl Field {
    pub(crate) fn new(index: usize, name: &str) -> Self {
        Self { index, name: name.into() }
    }
}

#[pymethods]
impl Field {
    fn __get__<'py>(
        slf: Bound<'py, Self>,
        object: &Bound<'py, PyAny>,
        _class: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        match object.cast::<Value>() {
            Ok(value) => Struct::field(value, slf.get().index),
            Err(_) => Ok(slf.into_any()),
        }
    }

    fn __set__(&self, _object: &Bound<'_, PyAny>, _value: &Bound<'_, PyAny>) -> PyResult<()> {
        let message = format!("values are immutable: the field {:?} cannot be set", self.name);
        Err(pyo3::exceptions::PyAttributeError::new_err(message))
    }

    fn __repr__(&self) -> String {
        format!("<field {:?}>", self.name)
    }
}
