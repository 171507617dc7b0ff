//! Values as text that looks like Rust, in a loop: depth takes no stack.

use std::io::{self, Write};

use packed_data_schema::{Content, Parts, ScalarValue, Schema, StructKind, Type, Value};

use crate::path::is_map;

/// A value that is open.
struct Open<'a> {
    parts: Parts<'a>,
    /// The number of fields that are left. (Asking for one more part would walk over the last one.)
    left: usize,
    kind: Kind,
    is_begun: bool,
    close: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// Fields with names.
    Named,
    /// Elements, or fields without names.
    List,
    /// Entries of a map.
    Map,
    /// One entry.
    Entry,
}

/// Writes a value on one line, as `{:?}` of the Rust value would print it.
pub(crate) fn write(schema: &Schema, value: Value<'_>, to: &mut dyn Write) -> io::Result<()> {
    let mut open: Vec<Open<'_>> = Vec::new();
    open.extend(begin(schema, value, false, to)?);
    while let Some(Open { parts, left, kind, is_begun, close }) = open.last_mut() {
        let (kind, is_first) = (*kind, !std::mem::replace(is_begun, true));
        let part = if *left > 0 { parts.next() } else { None };
        *left = left.saturating_sub(1);
        let Some(part) = part else {
            to.write_all(close.as_bytes())?;
            open.pop();
            continue;
        };
        match kind {
            _ if is_first => {}
            Kind::Entry => to.write_all(b": ")?,
            _ => to.write_all(b", ")?,
        }
        if let (Kind::Named, Some(field)) = (kind, part.field) {
            write!(to, "{}: ", field.name)?;
        }
        open.extend(begin(schema, part.value, kind == Kind::Map, to)?);
    }
    Ok(())
}

/// Writes a leaf, or the beginning of a value with parts.
fn begin<'a>(schema: &Schema, value: Value<'a>, is_entry: bool, to: &mut dyn Write) -> io::Result<Option<Open<'a>>> {
    let parts = match value.content() {
        Some(Content::Scalar(scalar)) => return write_scalar(scalar, to).map(|()| None),
        Some(Content::Text(text)) => return write!(to, "{text:?}").map(|()| None),
        Some(Content::Unknown(bytes)) => return write!(to, "Unknown({bytes:02x?})").map(|()| None),
        Some(Content::Cbor(bytes)) => {
            let text = packed_data_cbor::to_diagnostic(bytes).unwrap_or_else(|error| error.to_string());
            return to.write_all(text.as_bytes()).map(|()| None);
        }
        Some(Content::Parts(parts)) => parts,
        None => return Err(io::Error::new(io::ErrorKind::InvalidData, "the bytes are not a value of their type")),
    };
    let (name, fields, is_tuple) = match value.packed_type() {
        Type::Struct(_) if is_entry => {
            return Ok(Some(Open { parts, left: 2, kind: Kind::Entry, is_begun: false, close: "" }));
        }
        Type::Struct(of) => (of.name.as_str(), of.fields.as_slice(), of.kind == StructKind::Tuple),
        Type::Enum(_) => match parts.constructor() {
            Some(constructor) => (constructor.name.as_str(), constructor.fields.as_slice(), false),
            None => ("", &[][..], false),
        },
        Type::Sorted { element } => {
            to.write_all(b"{")?;
            let kind = if is_map(schema, *element) { Kind::Map } else { Kind::List };
            return Ok(Some(Open { parts, left: usize::MAX, kind, is_begun: false, close: "}" }));
        }
        _ => {
            to.write_all(b"[")?;
            return Ok(Some(Open { parts, left: usize::MAX, kind: Kind::List, is_begun: false, close: "]" }));
        }
    };
    to.write_all(name.as_bytes())?;
    let (text, kind, close) = match fields {
        [] if is_tuple => ("()", Kind::List, ""),
        [] => ("", Kind::List, ""),
        [_] if is_tuple => ("(", Kind::List, ",)"),
        [first, ..] if first.is_named() => (" { ", Kind::Named, " }"),
        _ => ("(", Kind::List, ")"),
    };
    to.write_all(text.as_bytes())?;
    Ok(Some(Open { parts, left: fields.len(), kind, is_begun: false, close }))
}

/// Writes a scalar.
pub(crate) fn write_scalar(value: ScalarValue, to: &mut dyn Write) -> io::Result<()> {
    match value {
        ScalarValue::Unsigned(value) => write!(to, "{value}"),
        ScalarValue::Signed(value) => write!(to, "{value}"),
        ScalarValue::F32(value) => write!(to, "{value:?}"),
        ScalarValue::F64(value) => write!(to, "{value:?}"),
        ScalarValue::Bool(value) => write!(to, "{value}"),
        ScalarValue::Char(value) => write!(to, "{value:?}"),
        ScalarValue::Duration(seconds, nanoseconds) => {
            // (Validation has bounded the nanoseconds.)
            write!(
                to,
                "{:?}",
                std::time::Duration::from_secs(seconds)
                    .saturating_add(std::time::Duration::from_nanos(nanoseconds.into()))
            )
        }
        ScalarValue::Time(seconds, nanoseconds) => {
            write!(to, "SystemTime {{ tv_sec: {seconds}, tv_nsec: {nanoseconds} }}")
        }
        other => write!(to, "{other:?}"),
    }
}
