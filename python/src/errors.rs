//! Errors as exceptions of Python: what is wrong, with the path, the offset and the number of the record.

use std::ffi::CString;
use std::fmt::{Debug, Display};
use std::io;

use packed_data_file::Error as FileError;
use packed_data_schema::Error as InvalidError;
use packed_data_schema::path::PathError;
use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;

/// The class of an exception: its name in `packed_data._exceptions`.
#[derive(Clone, Copy)]
pub(crate) enum Class {
    Invalid,
    File,
    Schema,
    Path,
    Pack,
}

/// Where something is wrong.
#[derive(Clone, Copy, Default)]
pub(crate) struct Where<'w> {
    pub(crate) path: &'w str,
    pub(crate) offset: Option<u64>,
    pub(crate) record: Option<u64>,
}

/// Returns an exception.
pub(crate) fn exception(py: Python<'_>, class: Class, message: &str, kind: &str, at: Where<'_>) -> PyErr {
    let name = match class {
        Class::Invalid => "InvalidError",
        Class::File => "FileError",
        Class::Schema => "SchemaError",
        Class::Path => "PathError",
        Class::Pack => "PackError",
    };
    let made = py
        .import("packed_data._exceptions")
        .and_then(|module| module.getattr(name))
        .and_then(|class| class.call1((message, kind, at.path, at.offset, at.record)));
    match made {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Returns the name of a variant.
fn variant(of: &dyn Debug) -> String {
    format!("{of:?}").chars().take_while(|next| next.is_alphanumeric()).collect()
}

/// Returns the exception for bytes that are not a value of their type.
pub(crate) fn invalid(py: Python<'_>, error: &InvalidError, record: Option<u64>) -> PyErr {
    let message = match record {
        Some(record) => format!("record {record}: {error}"),
        None => error.to_string(),
    };
    let at = Where { path: error.path(), offset: Some(error.offset() as u64), record };
    exception(py, Class::Invalid, &message, &variant(&error.kind()), at)
}

/// Returns the exception for a schema that cannot be used.
pub(crate) fn schema(py: Python<'_>, error: impl Display) -> PyErr {
    exception(py, Class::Schema, &error.to_string(), "Schema", Where::default())
}

/// Returns the exception for a path.
pub(crate) fn path(py: Python<'_>, text: &str, error: &PathError) -> PyErr {
    let message = format!("the path {text:?}: {}", error.message);
    exception(py, Class::Path, &message, "Path", Where { path: text, ..Where::default() })
}

/// Returns the exception for a condition.
pub(crate) fn condition(py: Python<'_>, text: &str, error: &PathError) -> PyErr {
    let before = text.get(..error.at).unwrap_or(text).chars().count();
    let message = format!("{}, at character {} of the condition {text:?}", error.message, before + 1);
    exception(py, Class::Path, &message, "Condition", Where::default())
}

/// Returns the exception for an object that is not of its type.
pub(crate) fn pack(py: Python<'_>, message: &str, path: &str, record: Option<u64>) -> PyErr {
    let mut text = record.map_or_else(String::new, |record| format!("record {record}: "));
    text.push_str(message);
    if !path.is_empty() {
        text.push_str(" in ");
        text.push_str(path);
    }
    exception(py, Class::Pack, &text, "Pack", Where { path, record, ..Where::default() })
}

/// Returns the exception for an error of the system.
pub(crate) fn system(error: &io::Error, path: Option<&std::path::Path>) -> PyErr {
    match (error.raw_os_error(), path) {
        (Some(code), Some(path)) => {
            let text = error.to_string();
            let text = text.split(" (os error").next().unwrap_or_default().to_owned();
            PyOSError::new_err((code, text, path.to_string_lossy().into_owned()))
        }
        (_, Some(path)) => PyOSError::new_err(format!("{error}: {}", path.display())),
        (Some(code), None) => PyOSError::new_err((code, error.to_string())),
        (None, None) => PyOSError::new_err(error.to_string()),
    }
}

/// Returns the exception for a file.
pub(crate) fn file(py: Python<'_>, error: &FileError, name: Option<&std::path::Path>) -> PyErr {
    let mut at = Where::default();
    match error {
        FileError::Io(error) => return system(error, name),
        FileError::File { path, error } => return system(error, Some(path)),
        FileError::Damaged { offset, first, .. } => {
            at.offset = Some(*offset);
            at.record = *first;
        }
        FileError::NoRecord { number, .. } | FileError::Lost { number } => at.record = Some(*number),
        FileError::Value { offset, number, .. } => {
            at.offset = Some(*offset);
            at.record = *number;
        }
        _ => {}
    }
    let message = match name {
        Some(name) => format!("{}: {error}", packed_data::error::Printable(name.display())),
        None => error.to_string(),
    };
    exception(py, Class::File, &message, &variant(error), at)
}

/// Warns of a file without an index. (A program may have made the warning an exception.)
pub(crate) fn warn_unfinished(py: Python<'_>, name: Option<&std::path::Path>) -> PyResult<()> {
    let name = name.map_or_else(String::new, |name| format!("{}: ", packed_data::error::Printable(name.display())));
    let class = py.import("packed_data._exceptions")?.getattr("UnfinishedFileWarning")?;
    let message = CString::new(format!("{name}{}", packed_data_file::UNFINISHED))?;
    PyErr::warn(py, &class, &message, 1)
}

/// Returns the exception for something that a closed file was asked for.
pub(crate) fn closed() -> PyErr {
    PyValueError::new_err("the file was closed")
}
