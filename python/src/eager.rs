//! Whole values as objects of Python: a loop over the bytes, so that the depth of a value costs memory and not stack.

use std::ops::Range;

use packed_data_schema::{Field, ScalarValue, Type, Visit};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyList, PySet, PyString, PyTuple};

use crate::data::Handle;
use crate::depth;
use crate::elements::SIGNALS;
use crate::schema::Schema;
use crate::shape::{Shape, Variant};
use crate::structs::{Struct, kind};
use crate::value::{CBOR, Inner, UNKNOWN, Value, scalar};

/// Returns all of a value.
pub(crate) fn to_python<'py>(value: &Bound<'py, Value>) -> PyResult<Bound<'py, PyAny>> {
    match &value.get().inner {
        Inner::Lazy(handle) => of_handle(value.py(), handle),
        Inner::Made(_) => made(value),
    }
}

/// Returns all of a value in bytes.
pub(crate) fn of_handle<'py>(py: Python<'py>, handle: &Handle) -> PyResult<Bound<'py, PyAny>> {
    handle.require_valid(py)?;
    let mut builder =
        Builder { py, handle, schema: handle.data.schema.get(), open: Vec::new(), done: None, failed: None, steps: 0 };
    let end = handle.value().visit(&mut builder);
    match (builder.failed, end, builder.done) {
        (Some(error), ..) => Err(error),
        (None, Some(_), Some(done)) => Ok(done),
        _ => Err(handle.damaged(py)),
    }
}

/// Builds objects from the parts of a value.
struct Builder<'h, 'py> {
    py: Python<'py>,
    handle: &'h Handle,
    schema: &'h Schema,
    open: Vec<Open<'py>>,
    done: Option<Bound<'py, PyAny>>,
    failed: Option<PyErr>,
    steps: usize,
}

/// A value that is open.
struct Open<'py> {
    /// The type that it is packed as.
    of: u32,
    tag: u32,
    /// The index of the part that comes next.
    index: usize,
    parts: Parts<'py>,
}

/// The parts that were found.
enum Parts<'py> {
    /// Those of a struct, or of a constructor, whose fields have names.
    Fields(Bound<'py, PyDict>),
    /// Those of a sequence.
    List(Bound<'py, PyList>),
    Others(Vec<Bound<'py, PyAny>>),
}

impl<'py> Builder<'_, 'py> {
    fn put(&mut self, part: PyResult<Bound<'py, PyAny>>) {
        self.steps += 1;
        let interrupted = if self.steps.is_multiple_of(SIGNALS) { self.py.check_signals() } else { Ok(()) };
        if let Err(error) = interrupted.and(part).and_then(|part| self.add(part)) {
            self.failed = Some(error);
        }
    }

    fn add(&mut self, part: Bound<'py, PyAny>) -> PyResult<()> {
        let Some(open) = self.open.last_mut() else {
            self.done = Some(part);
            return Ok(());
        };
        match &mut open.parts {
            Parts::Fields(fields) => {
                let names = self.schema.field_names(self.py, open.of, open.tag);
                names.get(open.index).map_or(Ok(()), |name| fields.set_item(name, part))
            }
            Parts::List(list) => list.append(part),
            Parts::Others(parts) => {
                parts.push(part);
                Ok(())
            }
        }
    }

    /// Returns a value that begins.
    fn opened(&self, node: u32, tag: u32) -> PyResult<Open<'py>> {
        let of = self.schema.schema.packed(node);
        Schema::shape(self.handle.data.schema.bind(self.py), of)?;
        let parts = match (self.schema.made(of), self.schema.schema.get(of)) {
            (Some(Shape::Struct(_)), Type::Struct(is)) if has_names(&is.fields) => Parts::Fields(PyDict::new(self.py)),
            (Some(Shape::Enum { .. }), Type::Enum(is))
                if is.constructors.get(tag as usize).is_some_and(|is| has_names(&is.fields)) =>
            {
                Parts::Fields(PyDict::new(self.py))
            }
            (Some(Shape::List), _) => Parts::List(PyList::empty(self.py)),
            _ => Parts::Others(Vec::new()),
        };
        Ok(Open { of, tag, index: 0, parts })
    }

    fn close(&self, open: Open<'py>) -> PyResult<Bound<'py, PyAny>> {
        let (py, schema) = (self.py, self.schema);
        let Some(shape) = schema.made(open.of) else { return Err(self.handle.damaged(py)) };
        let constructor = match (shape, schema.schema.get(open.of)) {
            (Shape::Enum { constructors, .. }, Type::Enum(is)) => match constructors.get(open.tag as usize) {
                Some(Variant::Class(_)) => is.constructors.get(open.tag as usize),
                _ => None,
            },
            _ => None,
        };
        let inner = match open.parts {
            Parts::Fields(fields) => fields.into_any(),
            Parts::List(list) => list.into_any(),
            Parts::Others(parts) => {
                let fields = match (constructor, schema.schema.get(open.of)) {
                    (Some(constructor), _) => &constructor.fields[..],
                    (None, Type::Struct(is)) => &is.fields,
                    _ => &[],
                };
                self.close_others(shape, constructor.is_some(), fields, parts)?
            }
        };
        match constructor {
            Some(_) if schema.is_document => Ok(inner),
            Some(constructor) => {
                let name = PyString::new(py, &constructor.name).into_any();
                if constructor.fields.is_empty() { Ok(name) } else { tagged(name, inner) }
            }
            None => Ok(inner),
        }
    }

    fn close_others(
        &self,
        shape: &Shape,
        has_class: bool,
        fields: &[Field],
        parts: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let none = || py.None().into_bound(py);
        let first = |parts: Vec<Bound<'py, PyAny>>| parts.into_iter().next();
        Ok(match shape {
            Shape::Enum { .. } if !has_class => first(parts).unwrap_or_else(none),
            Shape::Newtype => first(parts).ok_or_else(|| self.handle.damaged(py))?,
            Shape::Unit => none(),
            Shape::Tuple => PyTuple::new(py, parts)?.into_any(),
            Shape::Struct(_) | Shape::Enum { .. } => match fields {
                [] => none(),
                [only] if !only.has_default => first(parts).unwrap_or_else(none),
                _ => PyTuple::new(py, parts)?.into_any(),
            },
            Shape::Map => map(py, parts)?,
            Shape::Set => match parts.iter().all(|element| element.hash().is_ok()) {
                true => PySet::new(py, parts)?.into_any(),
                false => PyList::new(py, parts)?.into_any(),
            },
            Shape::Bytes => {
                let bytes: PyResult<Vec<u8>> = parts.iter().map(|byte| byte.extract()).collect();
                PyBytes::new(py, &bytes?).into_any()
            }
            _ => PyList::new(py, parts)?.into_any(),
        })
    }
}

/// Returns whether fields are an object in the JSON form.
fn has_names(fields: &[Field]) -> bool {
    fields.first().is_some_and(Field::is_named)
}

/// Returns fields as what the JSON form has for them: an object, a list, or the value of the only one.
fn fields<'py>(
    py: Python<'py>,
    fields: &[Field],
    parts: Vec<(usize, Bound<'py, PyAny>)>,
) -> PyResult<Bound<'py, PyAny>> {
    match fields {
        [] => Ok(py.None().into_bound(py)),
        [only] if !only.is_named() && !only.has_default => match parts.into_iter().next() {
            Some((_, part)) => Ok(part),
            None => Ok(py.None().into_bound(py)),
        },
        [first, ..] if !first.is_named() => {
            Ok(PyTuple::new(py, parts.into_iter().map(|(_, part)| part).collect::<Vec<_>>())?.into_any())
        }
        _ => {
            let object = PyDict::new(py);
            for (index, part) in parts {
                if let Some(field) = fields.get(index) {
                    object.set_item(&field.name, part)?;
                }
            }
            Ok(object.into_any())
        }
    }
}

fn tagged<'py>(name: Bound<'py, PyAny>, value: Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let object = PyDict::new(name.py());
    object.set_item(name, value)?;
    Ok(object.into_any())
}

/// Returns entries as a dict, or as a list of pairs if a key has no hash.
fn map<'py>(py: Python<'py>, entries: Vec<Bound<'py, PyAny>>) -> PyResult<Bound<'py, PyAny>> {
    let map = PyDict::new(py);
    for entry in &entries {
        let pair = entry.cast::<PyTuple>()?;
        let key = pair.get_item(0)?;
        if key.hash().is_err() {
            return Ok(PyList::new(py, entries)?.into_any());
        }
        map.set_item(key, pair.get_item(1)?)?;
    }
    Ok(map.into_any())
}

impl<'b> Visit<'b> for Builder<'_, '_> {
    fn begin(&mut self, node: u32, tag: u32) {
        match self.opened(node, tag) {
            Ok(open) => self.open.push(open),
            Err(error) => self.failed = Some(error),
        }
    }

    fn field(&mut self, index: usize) {
        if let Some(open) = self.open.last_mut() {
            open.index = index;
        }
    }

    fn absent(&mut self, _: Range<usize>) {}

    fn scalar(&mut self, _: u32, value: ScalarValue) {
        self.put(scalar(self.py, value));
    }

    fn text(&mut self, text: &'b str) {
        self.put(Ok(PyString::new(self.py, text).into_any()));
    }

    fn raw(&mut self, bytes: &'b [u8]) {
        let made = CBOR.get(self.py).and_then(|class| class.call1((PyBytes::new(self.py, bytes),)));
        self.put(made);
    }

    fn unknown(&mut self, bytes: &'b [u8]) {
        let made = UNKNOWN.get(self.py).and_then(|class| class.call1((PyBytes::new(self.py, bytes),)));
        self.put(made);
    }

    fn bytes(&mut self, of: u32, bytes: &'b [u8]) {
        let schema = self.handle.data.schema.bind(self.py);
        let packed = schema.get().schema.packed(of);
        let made = Schema::shape(schema, packed).and_then(|()| match schema.get().made(packed) {
            Some(Shape::List | Shape::Set) => Ok(PyList::new(self.py, bytes)?.into_any()),
            _ => Ok(PyBytes::new(self.py, bytes).into_any()),
        });
        self.put(made);
    }

    fn end(&mut self, count: usize) {
        for _ in 0..count {
            let Some(open) = self.open.pop() else { return };
            if self.failed.is_none() {
                let closed = self.close(open);
                self.put(closed);
            }
        }
    }

    fn is_over(&self) -> bool {
        self.failed.is_some()
    }
}

/// Returns all of a struct that was made in Python.
fn made<'py>(value: &Bound<'py, Value>) -> PyResult<Bound<'py, PyAny>> {
    let _deeper = depth::enter()?;
    let (py, kind) = (value.py(), kind(&value.get_type())?);
    let schema = kind.get().schema.get().schema.clone();
    let mut parts = Vec::new();
    let (declared, name) = match schema.get(kind.get().node) {
        Type::Struct(is) => (&is.fields, None),
        Type::Enum(is) => match is.constructors.get(kind.get().tag as usize) {
            Some(constructor) => (&constructor.fields, Some(&constructor.name)),
            None => return Ok(py.None().into_bound(py)),
        },
        _ => return Ok(py.None().into_bound(py)),
    };
    let Inner::Made(given) = &value.get().inner else { return to_python(value) };
    for (index, field) in declared.iter().enumerate() {
        let is_given = given.get(index).is_some_and(Option::is_some);
        if is_given || !field.has_default {
            parts.push((index, plain(&Struct::field(value, index)?)?));
        }
    }
    let inner = fields(py, declared, parts)?;
    match name {
        Some(name) if declared.is_empty() => Ok(PyString::new(py, name).into_any()),
        Some(name) => tagged(PyString::new(py, name).into_any(), inner),
        None => Ok(inner),
    }
}

/// Returns an object in which no values of this package are left, as far as lists, tuples and dicts go.
fn plain<'py>(object: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
    let _deeper = depth::enter()?;
    let py = object.py();
    if let Ok(value) = object.cast::<Value>() {
        return to_python(value);
    }
    if let Ok(list) = object.cast_exact::<PyList>() {
        let items: PyResult<Vec<_>> = list.iter().map(|item| plain(&item)).collect();
        return Ok(PyList::new(py, items?)?.into_any());
    }
    if let Ok(tuple) = object.cast_exact::<PyTuple>() {
        let items: PyResult<Vec<_>> = tuple.iter().map(|item| plain(&item)).collect();
        return Ok(PyTuple::new(py, items?)?.into_any());
    }
    if let Ok(dict) = object.cast_exact::<PyDict>() {
        let made = PyDict::new(py);
        for (key, value) in dict {
            made.set_item(plain(&key)?, plain(&value)?)?;
        }
        return Ok(made.into_any());
    }
    Ok(object.clone())
}
