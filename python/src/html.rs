//! Values in notebooks: a small tree, folded, with every text escaped.

use pyo3::prelude::*;

use crate::collections::{ListBase, MapBase, SetBase, TupleBase};
use crate::print::leaf;
use crate::structs::{Struct, kind};
use crate::value::Value;

/// The greatest size in bytes; what is left out is an ellipsis.
const SIZE: usize = 20_000;
/// The greatest number of parts of one value.
const PARTS: usize = 20;
/// The greatest number of levels.
const LEVELS: usize = 6;

/// Returns a value as HTML.
pub(crate) fn value(value: &Bound<'_, Value>) -> PyResult<String> {
    let mut out = String::from("<div class=\"packed-data\" style=\"font-family:monospace\">");
    push(None, value.as_any(), 0, &mut out)?;
    out.push_str("</div>");
    Ok(out)
}

/// Returns records as a table: the fields of the first are its columns.
pub(crate) fn table(title: &str, records: &[Bound<'_, PyAny>], more: bool) -> PyResult<String> {
    let mut out = format!("<div class=\"packed-data\"><p>{}</p><table>", escaped(title));
    let columns: Vec<String> = match records.first().map(|first| first.cast::<Value>()) {
        Some(Ok(first)) if first.is_instance_of::<Struct>() => {
            kind(&first.get_type())?.get().fields.iter().take(PARTS).map(|field| field.name.clone()).collect()
        }
        _ => Vec::new(),
    };
    out.push_str("<thead><tr><th></th>");
    match &columns[..] {
        [] => out.push_str("<th>value</th>"),
        columns => columns.iter().for_each(|name| out.push_str(&format!("<th>{}</th>", escaped(name)))),
    }
    out.push_str("</tr></thead><tbody>");
    for (number, record) in records.iter().enumerate() {
        out.push_str(&format!("<tr><th>{number}</th>"));
        let class = records.first().map(|first| first.get_type());
        let is_same = class.is_some_and(|class| record.get_type().is(&class));
        match record.cast::<Value>() {
            Ok(record) if !columns.is_empty() && is_same => {
                for index in 0..columns.len() {
                    cell(&Struct::field(record, index)?, &mut out)?;
                }
            }
            _ => cell(record, &mut out)?,
        }
        out.push_str("</tr>");
    }
    if more {
        out.push_str("<tr><th>…</th></tr>");
    }
    out.push_str("</tbody></table></div>");
    Ok(out)
}

fn cell(object: &Bound<'_, PyAny>, out: &mut String) -> PyResult<()> {
    out.push_str("<td>");
    push(None, object, LEVELS - 2, out)?;
    out.push_str("</td>");
    Ok(())
}

/// Appends a value, with its name if it has one: a line, or what unfolds.
fn push(name: Option<&str>, object: &Bound<'_, PyAny>, level: usize, out: &mut String) -> PyResult<()> {
    let name = name.map_or_else(String::new, |name| format!("<b>{}</b> ", escaped(name)));
    if out.len() > SIZE {
        return Ok(());
    }
    let value = match object.cast::<Value>() {
        Ok(value) if level < LEVELS => value,
        Ok(value) => {
            out.push_str(&format!("<div>{name}{}</div>", escaped(&summary(value)?)));
            return Ok(());
        }
        Err(_) => {
            out.push_str(&format!("<div>{name}{}</div>", escaped(&leaf(object)?)));
            return Ok(());
        }
    };
    let parts = parts(value)?;
    if parts.is_empty() {
        out.push_str(&format!("<div>{name}{}</div>", escaped(&summary(value)?)));
        return Ok(());
    }
    let open = if level == 0 { " open" } else { "" };
    out.push_str(&format!("<details{open}><summary>{name}{}</summary>", escaped(&summary(value)?)));
    out.push_str("<div style=\"margin-left:1.5em\">");
    for (index, (name, part)) in parts.iter().enumerate() {
        if index == PARTS || out.len() > SIZE {
            out.push_str("<div>…</div>");
            break;
        }
        push(Some(name), part, level + 1, out)?;
    }
    out.push_str("</div></details>");
    Ok(())
}

/// Returns the first parts, each with its name.
fn parts<'py>(value: &Bound<'py, Value>) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
    let mut parts = Vec::new();
    if value.is_instance_of::<Struct>() {
        for (index, field) in kind(&value.get_type())?.get().fields.iter().enumerate().take(PARTS + 1) {
            parts.push((field.name.clone(), Struct::field(value, index)?));
        }
        return Ok(parts);
    }
    let is_map = value.is_instance_of::<MapBase>();
    let elements = if is_map { value.call_method0("_items")? } else { value.try_iter()?.into_any() };
    for (index, element) in elements.try_iter()?.enumerate().take(PARTS + 1) {
        let element = element?;
        parts.push(match is_map {
            true => (leaf_or_summary(&element.get_item(0)?)?, element.get_item(1)?),
            false => (index.to_string(), element),
        });
    }
    Ok(parts)
}

fn leaf_or_summary(object: &Bound<'_, PyAny>) -> PyResult<String> {
    match object.cast::<Value>() {
        Ok(value) => crate::print::repr(value),
        Err(_) => leaf(object),
    }
}

/// Returns what a value is, in a few words.
fn summary(value: &Bound<'_, Value>) -> PyResult<String> {
    if value.is_instance_of::<Struct>() {
        return Ok(value.get_type().qualname()?.to_cow()?.into_owned());
    }
    let kind = match () {
        () if value.is_instance_of::<ListBase>() => "list",
        () if value.is_instance_of::<TupleBase>() => "tuple",
        () if value.is_instance_of::<SetBase>() => "set",
        () => "map",
    };
    Ok(format!("{kind} of {}", value.len()?))
}

/// Returns a text with what means something in HTML escaped.
pub(crate) fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for next in text.chars() {
        match next {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            next => out.push(next),
        }
    }
    out
}
