//! Values are equal if their parts are, wherever their bytes are.

use std::sync::Arc;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFrozenSet, PyList, PyMapping, PySet, PyTuple};

use crate::collections::{ListBase, MapBase, SetBase, TupleBase};
use crate::depth;
use crate::structs::{Kind, Struct, kind};
use crate::value::{Inner, Value};

/// Returns whether two objects are equal.
pub(crate) fn same(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    if a.is(b) {
        return Ok(true);
    }
    let _deeper = depth::enter()?;
    a.eq(b)
}

/// Returns `True`, `False` or `NotImplemented`.
pub(crate) fn equal(value: &Bound<'_, Value>, other: &Bound<'_, PyAny>) -> PyResult<Py<PyAny>> {
    let py = value.py();
    let found = match compare(value, other)? {
        Some(is_equal) => PyBool::new(py, is_equal).to_owned().into_any(),
        None => return Ok(py.NotImplemented()),
    };
    Ok(found.unbind())
}

fn compare(value: &Bound<'_, Value>, other: &Bound<'_, PyAny>) -> PyResult<Option<bool>> {
    if value.is(other) {
        return Ok(Some(true));
    }
    for value in [Some(value), other.cast::<Value>().ok()].into_iter().flatten() {
        if let Inner::Lazy(handle) = &value.get().inner {
            handle.require_valid(value.py())?;
        }
    }
    if let Ok(other) = other.cast::<Value>() {
        if has_same_bytes(value, other) {
            return Ok(Some(true));
        }
        if value.is_instance_of::<Struct>() {
            let is_struct = other.is_instance_of::<Struct>();
            return if is_struct { structs(value, other).map(Some) } else { Ok(Some(false)) };
        }
    }
    let is = |other_is: bool| if other_is { in_order(value, other).map(Some) } else { Ok(None) };
    if value.is_instance_of::<ListBase>() {
        is(other.is_instance_of::<ListBase>() || other.is_instance_of::<PyList>())
    } else if value.is_instance_of::<TupleBase>() {
        is(other.is_instance_of::<TupleBase>() || other.is_instance_of::<PyTuple>())
    } else if value.is_instance_of::<SetBase>() {
        let is_set = other.is_instance_of::<PySet>() || other.is_instance_of::<PyFrozenSet>();
        if !is_set && !other.is_instance_of::<SetBase>() {
            return Ok(None);
        }
        // (In CBOR the elements may be in another order.)
        let has_order = !is_set && in_order(value, other)?;
        Ok(Some(has_order || contained(value, other)?))
    } else if value.is_instance_of::<MapBase>() {
        match other.cast::<PyMapping>() {
            Ok(other) => maps(value, other).map(Some),
            Err(_) => Ok(None),
        }
    } else {
        Ok(None)
    }
}

/// Returns whether both have the same bytes of the same type: then they are equal.
fn has_same_bytes(a: &Bound<'_, Value>, b: &Bound<'_, Value>) -> bool {
    match (&a.get().inner, &b.get().inner) {
        (Inner::Lazy(a), Inner::Lazy(b)) => {
            let (of_a, of_b) = (a.value().type_index(), b.value().type_index());
            Arc::ptr_eq(&a.data.codec, &b.data.codec) && of_a == of_b && a.value().as_bytes() == b.value().as_bytes()
        }
        _ => false,
    }
}

fn structs(a: &Bound<'_, Value>, b: &Bound<'_, Value>) -> PyResult<bool> {
    let (of_a, of_b) = (kind(&a.get_type())?, kind(&b.get_type())?);
    if !of_a.is(&of_b) && names(of_a.get()) != names(of_b.get()) {
        return Ok(false);
    }
    for index in 0..of_a.get().fields.len() {
        if !same(&Struct::field(a, index)?, &Struct::field(b, index)?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the names that equal structs share: of the type, of the constructor, and of the fields.
fn names(kind: &Kind) -> (String, Vec<&str>) {
    let schema = &kind.schema.get().schema;
    let name = match schema.get(kind.node) {
        packed_data_schema::Type::Struct(is) => is.name.clone(),
        packed_data_schema::Type::Enum(is) => {
            let constructor = is.constructors.get(kind.tag as usize).map_or("", |constructor| &constructor.name);
            format!("{}::{constructor}", is.name)
        }
        _ => String::new(),
    };
    (name, kind.fields.iter().map(|field| field.name.as_str()).collect())
}

/// Compares elements in order.
fn in_order(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    if a.len()? != b.len()? {
        return Ok(false);
    }
    for (a, b) in a.try_iter()?.zip(b.try_iter()?) {
        if !same(&a?, &b?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns whether a set of Python has the same elements.
fn contained(a: &Bound<'_, PyAny>, b: &Bound<'_, PyAny>) -> PyResult<bool> {
    if a.len()? != b.len()? {
        return Ok(false);
    }
    for element in a.try_iter()? {
        if !b.contains(element?)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn maps(a: &Bound<'_, PyAny>, b: &Bound<'_, PyMapping>) -> PyResult<bool> {
    if a.len()? != b.len()? {
        return Ok(false);
    }
    for entry in a.call_method0("items")?.try_iter()? {
        let (key, value): (Bound<'_, PyAny>, Bound<'_, PyAny>) = entry?.extract()?;
        match b.contains(&key)? {
            true if same(&value, &b.get_item(&key)?)? => {}
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// Returns the hash of a struct or tuple.
pub(crate) fn hash(value: &Bound<'_, Value>) -> PyResult<isize> {
    let _deeper = depth::enter()?;
    let py = value.py();
    if let Inner::Lazy(handle) = &value.get().inner {
        handle.require_valid(py)?;
    }
    if value.is_instance_of::<TupleBase>() {
        let items: PyResult<Vec<_>> = value.try_iter()?.collect();
        return PyTuple::new(py, items?)?.hash();
    }
    if !value.is_instance_of::<Struct>() {
        return Err(PyTypeError::new_err(format!("unhashable type: '{}'", value.get_type().name()?)));
    }
    let kind = kind(&value.get_type())?;
    let fields: PyResult<Vec<_>> = (0..kind.get().fields.len()).map(|index| Struct::field(value, index)).collect();
    (names(kind.get()).0, PyTuple::new(py, fields?)?).into_pyobject(py)?.hash()
}
