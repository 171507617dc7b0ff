//! Values as text that looks like Rust, in a loop: depth takes no stack.

use alloc::string::ToString;
use alloc::vec::Vec;
use std::io::{self, Write};

use packed_data::error::Printable;
use packed_data_model::visit::ScalarValue;

use crate::read::{Content, Parts, Value};
use crate::schema::{Schema, StructKind, Type};

/// A value that is open.
struct Open<'a> {
    parts: Parts<'a>,
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

/// A value that was begun.
enum Begun<'a> {
    /// It was a leaf, which ends there.
    Leaf(usize),
    Open(Open<'a>),
}

impl Value<'_> {
    /// Writes the value on one line, as `{:?}` of the Rust value would print it. It takes time proportional to the
    /// bytes, and memory for the levels of nesting; no more of the value is read once `to` fails.
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data_schema::{LayoutId, Schema};
    ///
    /// let codec = Schema::of::<Vec<Option<bool>>>().into_codec(LayoutId::Compact)?;
    /// let mut text = Vec::new();
    /// codec.read(&[2, 0, 1, 1], &Limits::DEFAULT)?.write_rust(&mut text)?;
    /// assert_eq!(text, b"[None, Some(true)]");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error of the writer, or one of the kind `InvalidData` if the bytes are not valid.
    pub fn write_rust(&self, to: &mut dyn Write) -> io::Result<()> {
        let schema = self.codec.schema();
        let mut stack = Vec::new();
        if let Begun::Open(open) = begin(schema, *self, false, to)? {
            stack.push(open);
        }
        while let Some(open) = stack.last_mut() {
            let (kind, is_first) = (open.kind, !core::mem::replace(&mut open.is_begun, true));
            let Some(part) = open.parts.next() else {
                to.write_all(open.close.as_bytes())?;
                let end = open.parts.end().ok_or_else(invalid)?;
                stack.pop();
                if let Some(outer) = stack.last_mut() {
                    outer.parts.resume(end);
                }
                continue;
            };
            match kind {
                _ if is_first => {}
                Kind::Entry => to.write_all(b": ")?,
                _ => to.write_all(b", ")?,
            }
            if let (Kind::Named, Some(field)) = (kind, part.field) {
                write!(to, "{}: ", Printable(&field.name))?;
            }
            match begin(schema, part.value, kind == Kind::Map, to)? {
                Begun::Leaf(end) => open.parts.resume(end),
                Begun::Open(inner) => stack.push(inner),
            }
        }
        Ok(())
    }
}

/// Writes a leaf, or the beginning of a value with parts.
fn begin<'a>(schema: &Schema, value: Value<'a>, is_entry: bool, to: &mut dyn Write) -> io::Result<Begun<'a>> {
    let (content, end) = value.opened().ok_or_else(invalid)?;
    let parts = match content {
        Content::Parts(parts) => parts,
        leaf => {
            match leaf {
                Content::Scalar(scalar) => write_scalar(scalar, to)?,
                Content::Text(text) => write!(to, "{text:?}")?,
                Content::Unknown(bytes) => write!(to, "Unknown({bytes:02x?})")?,
                Content::Cbor(bytes) => {
                    let text = packed_data_cbor::to_diagnostic(bytes).unwrap_or_else(|error| error.to_string());
                    to.write_all(text.as_bytes())?;
                }
                Content::Parts(_) => {}
            }
            return end.map(Begun::Leaf).ok_or_else(invalid);
        }
    };
    let open = |parts, kind, close| Ok(Begun::Open(Open { parts, kind, is_begun: false, close }));
    let (name, fields, is_tuple) = match value.packed_type() {
        Type::Struct(_) if is_entry => {
            return open(parts, Kind::Entry, "");
        }
        Type::Struct(of) => (of.name.as_str(), of.fields.as_slice(), of.kind == StructKind::Tuple),
        Type::Enum(_) => match parts.constructor() {
            Some(constructor) => (constructor.name.as_str(), constructor.fields.as_slice(), false),
            None => ("", &[][..], false),
        },
        Type::Sorted { element } => {
            to.write_all(b"{")?;
            let is_map =
                matches!(schema.get(schema.packed(*element)), Type::Struct(of) if of.kind == StructKind::Entry);
            let kind = if is_map { Kind::Map } else { Kind::List };
            return open(parts, kind, "}");
        }
        _ => {
            to.write_all(b"[")?;
            return open(parts, Kind::List, "]");
        }
    };
    write!(to, "{}", Printable(name))?;
    let (text, kind, close) = match fields {
        [] if is_tuple => ("()", Kind::List, ""),
        [] => ("", Kind::List, ""),
        [_] if is_tuple => ("(", Kind::List, ",)"),
        [first, ..] if first.is_named() => (" { ", Kind::Named, " }"),
        _ => ("(", Kind::List, ")"),
    };
    to.write_all(text.as_bytes())?;
    open(parts, kind, close)
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the bytes are not a value of their type")
}

/// Writes a scalar.
fn write_scalar(value: ScalarValue, to: &mut dyn Write) -> io::Result<()> {
    match value {
        ScalarValue::Time(seconds, nanoseconds) => {
            write!(to, "SystemTime {{ tv_sec: {seconds}, tv_nsec: {nanoseconds} }}")
        }
        value => write!(to, "{value}"),
    }
}
