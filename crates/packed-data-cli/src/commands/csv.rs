//! Comma-separated values: a line for each record, or for each element of a list.

use std::io::Write;

use packed_data_schema::{Content, Field, Schema, StructKind, Type, TypeIndex, Value};

use crate::error::{Failure, Outcome};

/// Writes values as comma-separated values (RFC 4180). Fields of a struct are columns. A cell is empty for what is null
/// or absent; a text is the text, and what has parts is its JSON.
pub(super) struct Csv<'s> {
    /// Whether the lines are the elements of a value.
    is_list: bool,
    /// The columns, if a line is a struct.
    fields: Option<&'s [Field]>,
}

impl<'s> Csv<'s> {
    /// Returns a writer of lines: of the elements of values, if there `is_one` and it is a list.
    pub(super) fn new(schema: &'s Schema, is_one: bool) -> Self {
        let row = match schema.get(schema.packed(0)) {
            Type::Sequence { element, .. } | Type::Sorted { element } | Type::Array { element, .. } if is_one => {
                Some(*element)
            }
            _ => None,
        };
        Self { is_list: row.is_some(), fields: fields(schema, row.unwrap_or(0)) }
    }

    /// Returns a writer of lines that are values of a type.
    pub(super) fn of_rows(schema: &'s Schema, of: TypeIndex) -> Self {
        Self { is_list: false, fields: fields(schema, of) }
    }

    /// Writes the names of the columns.
    pub(super) fn header(&self, to: &mut dyn Write) -> Outcome {
        match self.fields {
            Some(fields) => header(fields.iter().map(|field| &*field.name), to),
            None => header(std::iter::once("value"), to),
        }
    }

    /// Writes the lines of a value.
    pub(super) fn value(&self, value: &Value<'_>, to: &mut dyn Write) -> Outcome {
        if !self.is_list {
            return self.line(value, to).map(drop);
        }
        let mut parts = value.parts();
        while let Some(part) = parts.next() {
            let end = self.line(&part.value, to)?;
            parts.resume(end);
        }
        Ok(())
    }

    /// Writes a line; returns the offset of the end of the value.
    fn line(&self, value: &Value<'_>, to: &mut dyn Write) -> Outcome<usize> {
        let Some(fields) = self.fields else {
            self.cell(value, to)?;
            to.write_all(b"\r\n")?;
            return Ok(value.end());
        };
        let mut parts = value.parts();
        let mut next = 0;
        for part in parts.by_ref() {
            while next < part.index {
                separate(next, to)?;
                next += 1;
            }
            separate(next, to)?;
            self.cell(&part.value, to)?;
            next += 1;
        }
        while next < fields.len() {
            separate(next, to)?;
            next += 1;
        }
        to.write_all(b"\r\n")?;
        parts.end().ok_or_else(|| Failure::Data("the bytes are not a value of their type".into()))
    }

    fn cell(&self, value: &Value<'_>, to: &mut dyn Write) -> Outcome {
        if let Some(Content::Text(text)) = value.content() {
            return put_text(text, to);
        }
        let mut json = Vec::new();
        value.write_json(&mut json)?;
        put_json(&json, to)
    }
}

/// Writes the names of columns.
pub(super) fn header<'n>(names: impl Iterator<Item = &'n str>, to: &mut dyn Write) -> Outcome {
    for (index, name) in names.enumerate() {
        separate(index, to)?;
        put_text(name, to)?;
    }
    Ok(to.write_all(b"\r\n")?)
}

/// Writes a line of cells, which are JSON.
pub(super) fn row(cells: &[Vec<u8>], to: &mut dyn Write) -> Outcome {
    for (index, cell) in cells.iter().enumerate() {
        separate(index, to)?;
        put_json(cell, to)?;
    }
    Ok(to.write_all(b"\r\n")?)
}

/// Writes the cell of a value that is JSON.
fn put_json(json: &[u8], to: &mut dyn Write) -> Outcome {
    match json.first() {
        // (A text inside of an option or a newtype, a character, a name, a number that JSON has as text.)
        Some(b'"') => match serde_json::from_slice::<String>(json) {
            Ok(text) => put_text(&text, to),
            Err(error) => Err(Failure::Data(error.to_string())),
        },
        Some(b'n') => Ok(()),
        _ => put_text(&String::from_utf8_lossy(json), to),
    }
}

/// Returns the fields of a type, if it is a struct with columns.
fn fields(schema: &Schema, of: TypeIndex) -> Option<&[Field]> {
    match schema.get(schema.packed(of)) {
        Type::Struct(of) => match &of.fields[..] {
            [] => None,
            [only] if of.kind == StructKind::Struct && !only.is_named() && !only.has_default => None,
            fields => Some(fields),
        },
        _ => None,
    }
}

fn separate(index: usize, to: &mut dyn Write) -> Outcome {
    if index > 0 {
        to.write_all(b",")?;
    }
    Ok(())
}

/// Writes a text; in quotation marks if it needs them, and if it is empty, so that it is not taken for null.
fn put_text(text: &str, to: &mut dyn Write) -> Outcome {
    if !text.is_empty() && !text.contains(['"', ',', '\r', '\n']) {
        return Ok(to.write_all(text.as_bytes())?);
    }
    Ok(write!(to, "\"{}\"", text.replace('"', "\"\""))?)
}
