//! `repr` of values, limited in length: it is for people.

use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::collections::{ListBase, MapBase, SetBase, TupleBase};
use crate::structs::{Struct, kind};
use crate::value::Value;

/// The greatest number of characters; what is left out is `...`.
const LENGTH: usize = 800;
/// The greatest number of characters of a text, or of bytes.
const TEXT: usize = 100;
/// The greatest number of levels.
const LEVELS: usize = 16;

/// Returns a value as it looks in Python.
pub(crate) fn repr(value: &Bound<'_, Value>) -> PyResult<String> {
    let mut out = String::new();
    print(value.as_any(), 0, &mut out)?;
    Ok(out)
}

/// Returns whether there is no more space; the rest is left out.
fn is_full(out: &mut String) -> bool {
    let is_full = out.len() > LENGTH;
    if is_full && !out.ends_with("...") {
        out.push_str("...");
    }
    is_full
}

/// Appends an object.
fn print(object: &Bound<'_, PyAny>, level: usize, out: &mut String) -> PyResult<()> {
    let Ok(value) = object.cast::<Value>() else {
        out.push_str(&leaf(object)?);
        return Ok(());
    };
    if level >= LEVELS {
        out.push_str("...");
        return Ok(());
    }
    if value.is_instance_of::<Struct>() {
        return fields(value, level, out);
    }
    let (open, close) = match () {
        () if value.is_instance_of::<ListBase>() => ("[", "]"),
        () if value.is_instance_of::<TupleBase>() => ("(", ")"),
        () if value.is_instance_of::<SetBase>() => ("{", "}"),
        () if value.is_instance_of::<MapBase>() => ("{", "}"),
        () => ("<", ">"),
    };
    out.push_str(open);
    let is_map = value.is_instance_of::<MapBase>();
    let elements = if is_map { value.call_method0("_items")? } else { value.try_iter()?.into_any() };
    let mut count = 0;
    for element in elements.try_iter()? {
        if count > 0 {
            out.push_str(", ");
        }
        if is_full(out) {
            break;
        }
        let element = element?;
        if is_map {
            print(&element.get_item(0)?, level + 1, out)?;
            out.push_str(": ");
            print(&element.get_item(1)?, level + 1, out)?;
        } else {
            print(&element, level + 1, out)?;
        }
        count += 1;
    }
    if count == 1 && value.is_instance_of::<TupleBase>() {
        out.push(',');
    }
    out.push_str(close);
    Ok(())
}

/// Appends a struct with its fields.
fn fields(value: &Bound<'_, Value>, level: usize, out: &mut String) -> PyResult<()> {
    let class = value.get_type();
    let kind = kind(&class)?;
    out.push_str(&packed_data::error::Printable(class.qualname()?.to_cow()?).to_string());
    out.push('(');
    for (index, field) in kind.get().fields.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        if is_full(out) {
            break;
        }
        if !field.attribute.starts_with('_') || field.attribute.strip_prefix('_') != Some(&field.name) {
            out.push_str(&packed_data::error::Printable(&field.attribute).to_string());
            out.push('=');
        }
        print(&Struct::field(value, index)?, level + 1, out)?;
    }
    out.push(')');
    Ok(())
}

/// Returns a text, bytes or a scalar; a long one is cut.
pub(crate) fn leaf(object: &Bound<'_, PyAny>) -> PyResult<String> {
    let py = object.py();
    let cut = if let Ok(text) = object.cast::<PyString>() {
        let text = text.to_cow()?;
        text.char_indices().nth(TEXT).map(|(end, _)| PyString::new(py, &text[..end]).into_any())
    } else if let Ok(bytes) = object.cast_exact::<PyBytes>() {
        bytes
            .as_bytes()
            .get(..TEXT)
            .filter(|cut| cut.len() < bytes.as_bytes().len())
            .map(|cut| PyBytes::new(py, cut).into_any())
    } else {
        None
    };
    match cut {
        Some(cut) => Ok(format!("{}...", cut.repr()?)),
        None => Ok(object.repr()?.to_cow()?.into_owned()),
    }
}
