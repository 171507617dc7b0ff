//! Sequences, tuples, sets and maps: the compiled bases of the classes in `packed_data._values`.

use std::cmp::Ordering;
use std::sync::{Mutex, PoisonError};

use packed_data_schema::{ScalarValue, Value as PackedValue};
use pyo3::exceptions::{PyIndexError, PyKeyError, PyOverflowError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyList, PySlice, PyTuple};

use crate::data::Handle;
use crate::elements::{Cursor, Elements};
use crate::equality;
use crate::value::{Seed, Value, object};

fn seed(argument: &Bound<'_, PyAny>) -> PyResult<Handle> {
    Seed::take(argument).ok_or_else(|| PyTypeError::new_err("a value of this class is a part of packed bytes"))
}

/// Returns the index that Python means by a number.
pub(crate) fn index_of(object: &Bound<'_, PyAny>, len: usize) -> PyResult<usize> {
    // (An integer that has more bits is no index.)
    let index = match object.extract::<isize>() {
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => isize::MIN,
        index => index?,
    };
    let found = if index < 0 { index.checked_add_unsigned(len).unwrap_or(-1) } else { index };
    match usize::try_from(found) {
        Ok(found) if found < len => Ok(found),
        _ => Err(PyIndexError::new_err(format!("index out of range: expected one of {len}, found {object}"))),
    }
}

macro_rules! collection {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[pyclass(frozen, subclass, extends = Value, module = "packed_data._native")]
        pub(crate) struct $name {
            pub(crate) elements: Elements,
        }

        impl $name {
            fn init(argument: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
                let handle = seed(argument)?;
                let elements = Elements::of(&handle);
                Ok(PyClassInitializer::from(Value::lazy(handle)).add_subclass(Self { elements }))
            }

            fn length(slf: &Bound<'_, Self>) -> PyResult<usize> {
                slf.get().elements.len(slf.py(), slf.as_super().get().handle()?)
            }

            #[allow(dead_code, reason = "a tuple is read as a whole")]
            fn iterate(slf: &Bound<'_, Self>, yields: Yields) -> PyResult<ElementIter> {
                let handle = slf.as_super().get().handle()?.clone();
                let cursor = Mutex::new(Cursor::new(&slf.get().elements));
                Ok(ElementIter { cursor, handle, yields })
            }
        }
    };
}

collection!(
    /// A sequence or an array.
    ListBase
);
collection!(
    /// A tuple.
    TupleBase
);
collection!(
    /// A set.
    SetBase
);
collection!(
    /// A map.
    MapBase
);

/// What an iterator returns of each element.
#[derive(Clone, Copy)]
pub(crate) enum Yields {
    Element,
    Key,
    Value,
    Entry,
}

/// An iterator over elements.
#[pyclass(frozen, module = "packed_data._native")]
pub(crate) struct ElementIter {
    handle: Handle,
    /// (Locked for one step, in which no Python runs.)
    cursor: Mutex<Cursor>,
    yields: Yields,
}

#[pymethods]
impl ElementIter {
    fn __iter__(slf: Bound<'_, Self>) -> Bound<'_, Self> {
        slf
    }

    fn __next__<'py>(&self, py: Python<'py>) -> PyResult<Option<Bound<'py, PyAny>>> {
        let Self { handle, cursor, yields } = self;
        let next = cursor.lock().unwrap_or_else(PoisonError::into_inner).next(handle);
        let Some(element) = next else { return Ok(None) };
        let part = |index: usize| match element.get(index) {
            Some(part) => object(py, handle, part),
            None => Err(handle.damaged(py)),
        };
        match yields {
            Yields::Element => object(py, handle, element),
            Yields::Key => part(0),
            Yields::Value => part(1),
            Yields::Entry => Ok(PyTuple::new(py, [part(0)?, part(1)?])?.into_any()),
        }
        .map(Some)
    }
}

#[pymethods]
impl ListBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Self::init(seed)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::length(slf)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<ElementIter> {
        Self::iterate(slf, Yields::Element)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let handle = slf.as_super().get().handle()?;
        let len = Self::length(slf)?;
        let get = |index: usize| match slf.get().elements.place(py, handle, index)? {
            Some(place) => object(py, handle, handle.at(place).value()),
            None => Err(handle.damaged(py)),
        };
        if let Ok(slice) = index.cast::<PySlice>() {
            let indices = slice.indices(isize::try_from(len).unwrap_or(isize::MAX))?;
            let items = PyList::empty(py);
            let mut at = indices.start;
            for _ in 0..indices.slicelength {
                items.append(get(at.unsigned_abs())?)?;
                at += indices.step;
            }
            return Ok(items.into_any());
        }
        get(index_of(index, len)?)
    }
}

#[pymethods]
impl TupleBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Self::init(seed)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::length(slf)
    }

    fn __iter__<'py>(slf: &Bound<'py, Self>) -> PyResult<Bound<'py, PyAny>> {
        let items: PyResult<Vec<_>> =
            (0..Self::length(slf)?).map(|index| crate::structs::Struct::field(slf.as_super(), index)).collect();
        PyTuple::new(slf.py(), items?)?.call_method0("__iter__")
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        if index.cast::<PySlice>().is_ok() {
            let items: PyResult<Vec<_>> = Self::__iter__(slf)?.try_iter()?.collect();
            return PyTuple::new(slf.py(), items?)?.get_item_by(index);
        }
        crate::structs::Struct::field(slf.as_super(), index_of(index, Self::length(slf)?)?)
    }
}

/// Indexing of a tuple by a slice.
trait GetItemBy<'py> {
    fn get_item_by(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>>;
}

impl<'py> GetItemBy<'py> for Bound<'py, PyTuple> {
    fn get_item_by(&self, index: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        self.as_any().get_item(index)
    }
}

#[pymethods]
impl SetBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Self::init(seed)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::length(slf)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<ElementIter> {
        Self::iterate(slf, Yields::Element)
    }

    fn __contains__(slf: &Bound<'_, Self>, element: &Bound<'_, PyAny>) -> PyResult<bool> {
        let handle = slf.as_super().get().handle()?;
        let found = find(slf.py(), handle, &slf.get().elements, element, |element| Some(*element))?;
        Ok(found.is_some())
    }
}

#[pymethods]
impl MapBase {
    #[new]
    #[pyo3(signature = (seed, /))]
    fn new(seed: &Bound<'_, PyAny>) -> PyResult<PyClassInitializer<Self>> {
        Self::init(seed)
    }

    fn __len__(slf: &Bound<'_, Self>) -> PyResult<usize> {
        Self::length(slf)
    }

    fn __iter__(slf: &Bound<'_, Self>) -> PyResult<ElementIter> {
        Self::iterate(slf, Yields::Key)
    }

    fn _items(slf: &Bound<'_, Self>) -> PyResult<ElementIter> {
        Self::iterate(slf, Yields::Entry)
    }

    fn _values(slf: &Bound<'_, Self>) -> PyResult<ElementIter> {
        Self::iterate(slf, Yields::Value)
    }

    fn __getitem__<'py>(slf: &Bound<'py, Self>, key: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        let py = slf.py();
        let handle = slf.as_super().get().handle()?;
        match find(py, handle, &slf.get().elements, key, |entry| entry.get(0))? {
            Some(entry) => match handle.at(entry).value().get(1) {
                Some(value) => object(py, handle, value),
                None => Err(handle.damaged(py)),
            },
            None => Err(PyKeyError::new_err(key.clone().unbind())),
        }
    }

    fn __contains__(slf: &Bound<'_, Self>, key: &Bound<'_, PyAny>) -> PyResult<bool> {
        let handle = slf.as_super().get().handle()?;
        Ok(find(slf.py(), handle, &slf.get().elements, key, |entry| entry.get(0))?.is_some())
    }
}

/// A key for which the order of a set or map is known.
enum Key {
    Scalar(ScalarValue),
    Text(String),
}

/// Returns the order of a key in the bytes and another, if both are of a kind.
fn compare(found: &PackedValue<'_>, key: &Key) -> Option<Ordering> {
    match key {
        Key::Text(key) => match found.as_str() {
            Some(text) => Some(text.as_bytes().cmp(key.as_bytes())),
            None => match found.as_scalar()? {
                ScalarValue::Char(found) => {
                    let mut letters = key.chars();
                    let first = letters.next().map(|first| found.cmp(&first)).unwrap_or(Ordering::Greater);
                    Some(if letters.next().is_some() { first.then(Ordering::Less) } else { first })
                }
                _ => None,
            },
        },
        Key::Scalar(key) => match (found.as_scalar()?, key) {
            (ScalarValue::Unsigned(a), ScalarValue::Unsigned(b)) => Some(a.cmp(b)),
            (ScalarValue::Signed(a), ScalarValue::Signed(b)) => Some(a.cmp(b)),
            (ScalarValue::Unsigned(a), ScalarValue::Signed(b)) => match u128::try_from(*b) {
                Ok(b) => Some(a.cmp(&b)),
                Err(_) => Some(Ordering::Greater),
            },
            (ScalarValue::Signed(a), ScalarValue::Unsigned(b)) => match i128::try_from(*b) {
                Ok(b) => Some(a.cmp(&b)),
                Err(_) => Some(Ordering::Less),
            },
            _ => None,
        },
    }
}

/// Returns the key in another form, if it is one for which the order is known.
fn key_of(object: &Bound<'_, PyAny>) -> Option<Key> {
    if let Ok(text) = object.cast_exact::<pyo3::types::PyString>() {
        return text.to_cow().ok().map(|text| Key::Text(text.into_owned()));
    }
    let number = object.cast_exact::<pyo3::types::PyInt>().ok()?;
    match number.extract::<i128>() {
        Ok(number) => Some(Key::Scalar(ScalarValue::Signed(number))),
        Err(_) => number.extract::<u128>().ok().map(|number| Key::Scalar(ScalarValue::Unsigned(number))),
    }
}

/// Returns the place of the element with a key: by binary search where elements are found in constant time, otherwise
/// by a walk, which ends at a greater key. (In CBOR the keys may be in any order.)
fn find(
    py: Python<'_>,
    handle: &Handle,
    elements: &Elements,
    key: &Bound<'_, PyAny>,
    key_in: impl for<'v> Fn(&PackedValue<'v>) -> Option<PackedValue<'v>>,
) -> PyResult<Option<packed_data_schema::Place>> {
    let known = key_of(key);
    let is_ordered = !handle.data.codec.layout().format().accepts_unsorted;
    let mut cursor = Cursor::new(elements);
    if let Some(known) = &known
        && elements.is_random()
        && is_ordered
    {
        let (mut low, mut high) = (0, elements.len(py, handle)?);
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(element) = handle.value().get(middle) else { return Ok(None) };
            match key_in(&element).and_then(innermost).and_then(|found| compare(&found, known)) {
                Some(Ordering::Equal) => return Ok(Some(element.place())),
                Some(Ordering::Less) => low = middle + 1,
                Some(Ordering::Greater) => high = middle,
                // (Keys of this type are not ordered so.)
                None => return walk(py, handle, &mut cursor, key, key_in),
            }
        }
        return Ok(None);
    }
    let Some(known) = &known else { return walk(py, handle, &mut cursor, key, key_in) };
    let mut steps = 0_usize;
    while let Some(element) = cursor.next(handle) {
        match key_in(&element).and_then(innermost).and_then(|found| compare(&found, known)) {
            Some(Ordering::Equal) => return Ok(Some(element.place())),
            Some(Ordering::Greater) if is_ordered => return Ok(None),
            Some(_) => {}
            None => return walk(py, handle, &mut Cursor::new(elements), key, key_in),
        }
        steps += 1;
        if steps.is_multiple_of(crate::elements::SIGNALS) {
            py.check_signals()?;
        }
    }
    Ok(None)
}

/// Compares each key with an object.
fn walk(
    py: Python<'_>,
    handle: &Handle,
    cursor: &mut Cursor,
    key: &Bound<'_, PyAny>,
    key_in: impl for<'v> Fn(&PackedValue<'v>) -> Option<PackedValue<'v>>,
) -> PyResult<Option<packed_data_schema::Place>> {
    while let Some(element) = cursor.next(handle) {
        let Some(found) = key_in(&element) else { return Err(handle.damaged(py)) };
        if equality::same(&object(py, handle, found)?, key)? {
            return Ok(Some(element.place()));
        }
        py.check_signals()?;
    }
    Ok(None)
}

/// Returns the value inside of newtypes.
fn innermost(mut value: PackedValue<'_>) -> Option<PackedValue<'_>> {
    while let packed_data_schema::Type::Struct(of) = value.packed_type()
        && crate::shape::is_newtype(of)
    {
        value = value.get(0)?;
    }
    Some(value)
}
