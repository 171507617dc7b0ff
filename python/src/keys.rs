//! Keys of records: numbers and times at a path, by which blocks are found.

use packed_data_file::Key;
use packed_data_schema::path::{self, Path};
use packed_data_schema::{ScalarKind, ScalarValue, Schema, Type, TypeIndex, Value};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;

use crate::errors;
use crate::file::{File, KEY};

/// Where the key of a record is, and what it is.
pub(crate) struct At {
    path: Path,
    kind: ScalarKind,
}

impl At {
    /// Returns where the key is: at a path, or where the header of the file says.
    pub(crate) fn new(py: Python<'_>, file: &File, path: Option<&str>) -> PyResult<Self> {
        let path = path.or_else(|| file.header.header.metadata.get(KEY).map(String::as_str));
        match path {
            Some(path) => Self::in_schema(py, file.data.codec.schema(), path),
            None => {
                let message = "the file does not say where its keys are: state `path=`, such as `path=\"time\"`";
                Err(PyValueError::new_err(message))
            }
        }
    }

    /// Returns a key at a path in values of a schema.
    pub(crate) fn in_schema(py: Python<'_>, schema: &Schema, text: &str) -> PyResult<Self> {
        let path = Path::parse(text).map_err(|error| errors::path(py, text, &error))?;
        let ends = path::check(schema, 0, &path.steps).map_err(|error| errors::path(py, text, &error))?;
        let kinds: Option<Vec<ScalarKind>> = ends.types.iter().map(|of| kind_of(schema, *of)).collect();
        match kinds.as_deref() {
            Some([first, rest @ ..]) if rest.iter().all(|kind| kind == first) => Ok(Self { path, kind: *first }),
            _ => {
                let found = ends.types.first().map_or_else(String::new, |of| schema.name_of(*of));
                let message =
                    format!("a key is an integer or a time: expected one at the path {text:?}, found {found}");
                Err(PyTypeError::new_err(message))
            }
        }
    }

    /// Returns the key of a record.
    pub(crate) fn of(&self, record: &Value<'_>) -> Option<u128> {
        let mut found = path::find(*record, &self.path.steps).ok()?;
        while let Type::Struct(_) | Type::Enum(_) = found.packed_type() {
            found = found.get(0)?;
        }
        bits(found.as_scalar()?)
    }

    /// Returns the key that an object of Python is.
    pub(crate) fn bits(&self, object: &Bound<'_, PyAny>) -> PyResult<u128> {
        let wrong = || {
            let kind = match self.kind {
                ScalarKind::Duration => "a timedelta or Duration",
                ScalarKind::Time => "a datetime with a time zone, or a Time",
                _ => "an int",
            };
            let found = object.repr().map_or_else(|_| "another object".into(), |repr| repr.to_string());
            PyTypeError::new_err(format!("expected {kind} as a key, found {found}"))
        };
        let value = match self.kind {
            // (A key that no value of the type has is one nevertheless: less or greater than all.)
            ScalarKind::Unsigned => match object.extract::<u128>() {
                Ok(value) => ScalarValue::Unsigned(value),
                Err(_) if object.lt(0).unwrap_or(false) => ScalarValue::Unsigned(0),
                Err(_) => return Err(wrong()),
            },
            ScalarKind::Signed => ScalarValue::Signed(object.extract::<i128>().map_err(|_| wrong())?),
            ScalarKind::Duration => {
                let (seconds, nanoseconds) = crate::times::duration(object)?.ok_or_else(wrong)?;
                ScalarValue::Duration(seconds, nanoseconds)
            }
            ScalarKind::Time => {
                let (seconds, nanoseconds) = crate::times::time(object)?.ok_or_else(wrong)?;
                ScalarValue::Time(seconds, nanoseconds)
            }
            _ => return Err(wrong()),
        };
        bits(value).ok_or_else(wrong)
    }
}

/// Returns the kind of a scalar that may be a key, also inside of newtypes and optional values.
fn kind_of(schema: &Schema, mut of: TypeIndex) -> Option<ScalarKind> {
    for _ in 0..16 {
        of = match schema.get(schema.packed(of)) {
            Type::Scalar(scalar) => {
                let kind = scalar.kind();
                let is_key =
                    matches!(kind, ScalarKind::Unsigned | ScalarKind::Signed | ScalarKind::Duration | ScalarKind::Time);
                return is_key.then_some(kind);
            }
            Type::Struct(is) if crate::shape::is_newtype(is) => is.fields.first()?.of,
            Type::Enum(is) if is.is_optional => is.constructors.get(1)?.fields.first()?.of,
            _ => return None,
        };
    }
    None
}

/// Returns the number for a key, in the same order: see [`Key`].
fn bits(value: ScalarValue) -> Option<u128> {
    const SECOND: i128 = 1_000_000_000;
    match value {
        ScalarValue::Unsigned(value) => Some(value.to_bits()),
        ScalarValue::Signed(value) => Some(value.to_bits()),
        ScalarValue::Duration(seconds, nanoseconds) => {
            Some(u128::from(seconds) * SECOND.unsigned_abs() + u128::from(nanoseconds))
        }
        ScalarValue::Time(seconds, nanoseconds) => {
            Some((i128::from(seconds) * SECOND + i128::from(nanoseconds)).to_bits())
        }
        _ => None,
    }
}
