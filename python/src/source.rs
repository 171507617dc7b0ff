//! Objects of Python as a format of serde, so that the schema writes them.

use std::cell::{Cell, RefCell};
use std::fmt;

use packed_data::Limits;
use packed_data_schema::Codec;
use packed_data_schema::infer::Inference;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyByteArray, PyBytes, PyDateTime, PyDelta, PyDict, PyFloat, PyInt, PyList, PyMapping, PyString, PyTuple,
    PyType,
};
use serde::Deserializer;
use serde::de::value::{MapAccessDeserializer, MapDeserializer};
use serde::de::{DeserializeSeed, Error as _, IntoDeserializer, MapAccess, SeqAccess, Visitor};

use crate::depth;
use crate::elements::SIGNALS;
use crate::errors;
use crate::schema::Schema;
use crate::value::{DURATION, Inner, TIME, Value};
use crate::{eager, times};

/// Packs an object by a codec of `schema`; `number` is that of the record.
pub(crate) fn pack(
    object: &Bound<'_, PyAny>,
    schema: &Py<Schema>,
    codec: &Codec<'static>,
    number: Option<u64>,
) -> PyResult<Vec<u8>> {
    let py = object.py();
    if let Some(bytes) = converted(object, schema, codec, number)? {
        return Ok(bytes);
    }
    if schema.get().is_document {
        // (The path of an error is that in the object: it says more than that in the enum.)
        return read(object, number, |source| {
            codec.write(source, &Limits::DEFAULT).map_err(|error| Fault(error.message().to_owned()))
        });
    }
    let noted = Noted::default();
    let written = codec.write(Source { object: object.clone(), noted: &noted }, &Limits::DEFAULT);
    match (noted.raised.into_inner(), written) {
        (Some(error), _) => Err(error),
        (None, Ok(bytes)) => Ok(bytes),
        (None, Err(error)) => Err(errors::pack(py, error.message(), error.path(), number)),
    }
}

/// Returns the bytes of a value of the same schema, copied or converted.
fn converted(
    object: &Bound<'_, PyAny>,
    schema: &Py<Schema>,
    codec: &Codec<'static>,
    number: Option<u64>,
) -> PyResult<Option<Vec<u8>>> {
    let Ok(value) = object.cast::<Value>() else { return Ok(None) };
    let Inner::Lazy(handle) = &value.get().inner else { return Ok(None) };
    let found = handle.value();
    let is_whole = found.type_index() == 0 && found.offset() == 0;
    if !is_whole || handle.data.schema.get().schema != schema.get().schema {
        return Ok(None);
    }
    let bytes = handle.data.bytes(&handle.span);
    let bytes = bytes.get(..found.end()).unwrap_or_default();
    let py = object.py();
    let failed = |error: packed_data_schema::WriteError| errors::pack(py, error.message(), error.path(), number);
    if handle.data.codec.layout() == codec.layout() {
        codec.validate(bytes, &Limits::DEFAULT).map_err(|error| errors::invalid(py, &error, number))?;
        return Ok(Some(bytes.to_vec()));
    }
    handle.data.codec.convert(bytes, codec, &Limits::DEFAULT).map(Some).map_err(failed)
}

/// Notes an object of which the schema is inferred.
pub(crate) fn note(object: &Bound<'_, PyAny>, inference: &mut Inference, number: u64) -> PyResult<()> {
    read(object, Some(number), |source| inference.note(source))
}

/// Reads an object that has no schema.
fn read<'py, T>(
    object: &Bound<'py, PyAny>,
    number: Option<u64>,
    read: impl FnOnce(Source<'_, 'py>) -> Result<T, Fault>,
) -> PyResult<T> {
    let noted = Noted::default();
    let done = read(Source { object: object.clone(), noted: &noted });
    match (noted.raised.into_inner(), done) {
        (Some(error), _) => Err(error),
        (None, Ok(done)) => Ok(done),
        (None, Err(Fault(message))) => {
            let message = format!("what is no JSON needs a schema: {message}");
            Err(errors::pack(object.py(), &message, &printed(&noted.path.into_inner()), number))
        }
    }
}

/// A step to a part of an object.
enum Step {
    Name(String),
    Element(usize),
}

/// Returns a path as a text, such as `items[2].count`, given its steps from the innermost one.
fn printed(path: &[Step]) -> String {
    let mut text = String::new();
    for step in path.iter().rev() {
        match step {
            Step::Name(name) if text.is_empty() => text.push_str(name),
            Step::Name(name) => text.extend([".", name]),
            Step::Element(index) => text.push_str(&format!("[{index}]")),
        }
    }
    packed_data::error::Printable(text).to_string()
}

/// What is kept beside the error that serde reports.
#[derive(Default)]
struct Noted {
    /// The exception that a part of the object raised.
    raised: RefCell<Option<PyErr>>,
    /// The path to the part with the error, from the innermost step.
    path: RefCell<Vec<Step>>,
    /// The number of parts that were read.
    parts: Cell<usize>,
}

/// What serde reports; an exception that a part of the object raised is kept beside it.
#[derive(Debug)]
pub(crate) struct Fault(String);

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Fault {}

impl serde::de::Error for Fault {
    fn custom<T: fmt::Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

/// An object that is to be read.
struct Source<'f, 'py> {
    object: Bound<'py, PyAny>,
    noted: &'f Noted,
}

impl<'f, 'py> Source<'f, 'py> {
    fn of(&self, object: Bound<'py, PyAny>) -> Self {
        Self { object, noted: self.noted }
    }

    /// Keeps an exception.
    fn raised(noted: &'f Noted) -> impl Fn(PyErr) -> Fault + use<'f, 'py> {
        move |error| {
            let message = error.to_string();
            noted.raised.borrow_mut().get_or_insert(error);
            Fault(message)
        }
    }

    fn items<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let items = self.object.try_iter().map_err(Self::raised(self.noted))?;
        let list = Items { items: items.into_any(), noted: self.noted, count: 0 };
        visitor.visit_seq(list)
    }

    fn pairs<'de, V: Visitor<'de>>(
        self,
        pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_map(Pairs { pairs: pairs.into_iter(), open: None, noted: self.noted })
    }

    /// Reads an object of a class that is not built in.
    fn other<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let (object, raised) = (&self.object, Self::raised(self.noted));
        let py = object.py();
        if let Ok(value) = object.cast::<Value>() {
            let plain = eager::to_python(value).map_err(&raised)?;
            return self.of(plain).read(visitor);
        }
        if let Some(map) = time(object).map_err(&raised)?? {
            let map = MapDeserializer::new(map.into_iter());
            // (A newtype, so that inference can tell it from a struct with these names.)
            return visitor.visit_newtype_struct(MapAccessDeserializer::new(map));
        }
        if object.cast::<PyDateTime>().is_ok() {
            let message = "expected a datetime with a time zone, found one without: a time is in UTC";
            return Err(Fault::custom(message));
        }
        let is_class = object.cast::<PyType>().is_ok();
        if !is_class && let Ok(fields) = object.getattr("__dataclass_fields__") {
            let names = fields.call_method0("keys").and_then(|names| names.try_iter()?.collect::<PyResult<Vec<_>>>());
            let pairs = names.and_then(|names| {
                let field = |name: Bound<'py, PyAny>| {
                    let name = name.cast_into::<PyString>()?;
                    let value = object.getattr(&name)?;
                    Ok((PyString::new(py, &field_name(&name.to_cow()?)).into_any(), value))
                };
                names.into_iter().map(field).collect()
            });
            return Self::pairs(self.of(object.clone()), pairs.map_err(&raised)?, visitor);
        }
        if let Ok(tuple) = object.cast::<PyTuple>()
            && let Ok(names) = object.getattr("_fields").and_then(|names| names.extract::<Vec<String>>())
        {
            let names = names.into_iter().map(|name| PyString::new(py, &field_name(&name)).into_any());
            let pairs = names.zip(tuple.iter()).collect();
            return Self::pairs(self.of(object.clone()), pairs, visitor);
        }
        let member = py.import("enum").and_then(|module| object.is_instance(&module.getattr("Enum")?));
        if member.map_err(&raised)? {
            let name = object.getattr("name").map_err(&raised)?;
            return self.of(name).read(visitor);
        }
        if object.cast::<PyMapping>().is_ok() {
            let items = object
                .call_method0("items")
                .and_then(|items| items.try_iter()?.map(|pair| pair?.extract()).collect::<PyResult<Vec<_>>>());
            return Self::pairs(self.of(object.clone()), items.map_err(&raised)?, visitor);
        }
        if object.cast::<PyInt>().is_ok() {
            return self.integer(visitor);
        }
        if let Ok(number) = object.cast::<PyFloat>() {
            return visitor.visit_f64(number.value());
        }
        if let Ok(index) = object.call_method0("__index__") {
            return self.of(index).read(visitor);
        }
        if object.hasattr("__iter__").map_err(&raised)? && !is_class {
            return self.items(visitor);
        }
        if let Ok(number) = object.call_method0("__float__") {
            return self.of(number).read(visitor);
        }
        let name = object.get_type().fully_qualified_name().map_err(&raised)?;
        Err(Fault(format!("an object of the class {name} has no packed form")))
    }

    fn integer<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if let Ok(number) = self.object.extract::<i64>() {
            return visitor.visit_i64(number);
        }
        if let Ok(number) = self.object.extract::<u64>() {
            return visitor.visit_u64(number);
        }
        if let Ok(number) = self.object.extract::<i128>() {
            return visitor.visit_i128(number);
        }
        match self.object.extract::<u128>() {
            Ok(number) => visitor.visit_u128(number),
            Err(_) => Err(Fault::custom("expected an integer of at most 128 bits, found a larger one")),
        }
    }

    fn read<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        let raised = Self::raised(self.noted);
        let _deeper = depth::enter().map_err(&raised)?;
        let object = &self.object;
        let parts = self.noted.parts.get() + 1;
        self.noted.parts.set(parts);
        if parts.is_multiple_of(SIGNALS) {
            object.py().check_signals().map_err(&raised)?;
        }
        if object.is_none() {
            return visitor.visit_unit();
        }
        if let Ok(text) = object.cast::<PyString>() {
            let text = text.to_cow().map_err(|_| Fault::custom("expected Unicode text, found a lone surrogate"))?;
            return visitor.visit_str(&text);
        }
        if let Ok(truth) = object.cast_exact::<PyBool>() {
            return visitor.visit_bool(truth.is_true());
        }
        if object.cast_exact::<PyInt>().is_ok() {
            return self.integer(visitor);
        }
        if let Ok(number) = object.cast_exact::<PyFloat>() {
            return visitor.visit_f64(number.value());
        }
        if let Ok(dict) = object.cast_exact::<PyDict>() {
            // (A copy, since what reads a value may run Python, which may change the dict.)
            let pairs = dict.items().iter().map(|pair| pair.extract()).collect::<PyResult<_>>();
            return Self::pairs(self.of(object.clone()), pairs.map_err(&raised)?, visitor);
        }
        if object.cast_exact::<PyList>().is_ok() || object.cast_exact::<PyTuple>().is_ok() {
            return self.items(visitor);
        }
        if let Ok(bytes) = object.cast::<PyBytes>() {
            return visitor.visit_bytes(bytes.as_bytes());
        }
        if let Ok(bytes) = object.cast::<PyByteArray>() {
            return visitor.visit_bytes(&bytes.to_vec());
        }
        self.other(visitor)
    }
}

/// Returns the name of the field that an attribute is for: a keyword of Python has an underscore after it.
fn field_name(attribute: &str) -> std::borrow::Cow<'_, str> {
    match attribute.strip_suffix('_') {
        Some(name) if crate::shape::is_keyword(name) => name.into(),
        _ => attribute.into(),
    }
}

/// A duration or time in its form in serde.
type TimeParts = [(&'static str, Number); 2];

/// Returns a duration or time in its form in serde; `None` for another object.
fn time(object: &Bound<'_, PyAny>) -> PyResult<Result<Option<TimeParts>, Fault>> {
    let py = object.py();
    let is_duration = object.cast::<PyDelta>().is_ok() || object.is_instance(DURATION.get(py)?)?;
    if is_duration {
        return match times::duration(object)? {
            Some((seconds, nanoseconds)) => {
                Ok(Ok(Some([("secs", Number::Unsigned(seconds)), ("nanos", Number::Unsigned(nanoseconds.into()))])))
            }
            None => Ok(Err(Fault(format!(
                "expected a duration of 0 to 2^64 - 1 seconds and 0 to 999999999 nanoseconds, found {}",
                object.repr()?.to_string_lossy()
            )))),
        };
    }
    let is_time = object.cast::<PyDateTime>().is_ok() || object.is_instance(TIME.get(py)?)?;
    if is_time && let Some((seconds, nanoseconds)) = times::time(object)? {
        let nanoseconds = Number::Unsigned(nanoseconds.into());
        return Ok(Ok(Some([("secs_since_epoch", Number::Signed(seconds)), ("nanos_since_epoch", nanoseconds)])));
    }
    Ok(Ok(None))
}

/// A number of seconds or nanoseconds.
enum Number {
    Unsigned(u64),
    Signed(i64),
}

impl<'de> IntoDeserializer<'de, Fault> for Number {
    type Deserializer = Self;

    fn into_deserializer(self) -> Self {
        self
    }
}

impl<'de> Deserializer<'de> for Number {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self {
            Self::Unsigned(number) => visitor.visit_u64(number),
            Self::Signed(number) => visitor.visit_i64(number),
        }
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf option unit unit_struct
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

impl<'de> Deserializer<'de> for Source<'_, '_> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.read(visitor)
    }

    /// (A text is no number.)
    fn is_human_readable(&self) -> bool {
        false
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        if self.object.is_none() { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(self, _: &'static str, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf unit unit_struct seq tuple
        tuple_struct map struct enum identifier ignored_any
    }
}

/// The items of an iterable.
struct Items<'f, 'py> {
    items: Bound<'py, PyAny>,
    noted: &'f Noted,
    count: usize,
}

impl<'de> SeqAccess<'de> for Items<'_, '_> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<Option<T::Value>, Fault> {
        let raised = Source::raised(self.noted);
        self.count += 1;
        let next =
            self.items.cast::<pyo3::types::PyIterator>().map_err(|_| Fault::custom("no iterator"))?.clone().next();
        match next.transpose().map_err(&raised)? {
            Some(object) => {
                let done = seed.deserialize(Source { object, noted: self.noted });
                done.map(Some).inspect_err(|_| self.noted.path.borrow_mut().push(Step::Element(self.count - 1)))
            }
            None => Ok(None),
        }
    }
}

/// The keys and values of a dict, or the names and values of fields.
struct Pairs<'f, 'py> {
    pairs: std::vec::IntoIter<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    /// The key and the value of which the key was read.
    open: Option<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    noted: &'f Noted,
}

impl<'de> MapAccess<'de> for Pairs<'_, '_> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(&mut self, seed: K) -> Result<Option<K::Value>, Fault> {
        let Some((key, value)) = self.pairs.next() else { return Ok(None) };
        self.open = Some((key.clone(), value));
        seed.deserialize(Source { object: key, noted: self.noted }).map(Some)
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Fault> {
        let Some((key, object)) = self.open.take() else { return Err(Fault::custom("a value without a key")) };
        seed.deserialize(Source { object, noted: self.noted }).inspect_err(|_| {
            let name = key.cast::<PyString>().map_or_else(|_| "_".into(), |name| name.to_string_lossy().into_owned());
            self.noted.path.borrow_mut().push(Step::Name(name));
        })
    }
}
