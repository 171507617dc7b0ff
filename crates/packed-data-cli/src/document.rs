//! A JSON document of any form as an enum: the type that `packed pack` takes when no other fits.

use std::io::{self, Write};

use packed_data_schema::{Content, Parts, Type, Value};

pub use packed_data_schema::infer::document as schema;
pub(crate) use packed_data_schema::infer::{is_document, tagged};

/// A part of a document that is open.
struct Open<'a> {
    parts: Parts<'a>,
    kind: Kind,
    is_begun: bool,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    /// A constructor.
    Plain,
    Array,
    Object,
    /// A name and a value.
    Member,
}

impl Kind {
    const fn close(self) -> &'static str {
        match self {
            Self::Array => "]",
            Self::Object => "}",
            Self::Plain | Self::Member => "",
        }
    }
}

/// Writes a value of the type as the document that it is, in a loop: it takes no stack for each level, and time
/// proportional to the bytes.
pub(crate) fn write(value: Value<'_>, to: &mut dyn Write) -> io::Result<()> {
    let mut stack = vec![begin(value, to)?.0.ok_or_else(invalid)?];
    while let Some(open) = stack.last_mut() {
        let is_first = !std::mem::replace(&mut open.is_begun, true);
        let Some(part) = open.parts.next() else {
            to.write_all(open.kind.close().as_bytes())?;
            let end = open.parts.end().ok_or_else(invalid)?;
            stack.pop();
            if let Some(outer) = stack.last_mut() {
                outer.parts.resume(end);
            }
            continue;
        };
        match open.kind {
            _ if is_first => {}
            Kind::Member => to.write_all(b":")?,
            _ => to.write_all(b",")?,
        }
        match begin(part.value, to)? {
            (Some(inner), _) => stack.push(inner),
            (None, Some(end)) => open.parts.resume(end),
            (None, None) => return Err(invalid()),
        }
    }
    Ok(())
}

fn invalid() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, "the bytes are not a value of their type")
}

/// Writes a leaf, and returns its end; or writes the beginning of a value with parts, and returns it.
fn begin<'a>(value: Value<'a>, to: &mut dyn Write) -> io::Result<(Option<Open<'a>>, Option<usize>)> {
    let (content, end) = value.opened().ok_or_else(invalid)?;
    let Content::Parts(parts) = content else {
        value.write_json(to)?;
        return Ok((None, end));
    };
    let (kind, begins) = match value.packed_type() {
        Type::Enum(_) => {
            let is_null = parts.constructor().ok_or_else(invalid)?.fields.is_empty();
            (Kind::Plain, if is_null { "null" } else { "" })
        }
        Type::Sorted { .. } => (Kind::Object, "{"),
        Type::Struct(_) => (Kind::Member, ""),
        _ => (Kind::Array, "["),
    };
    to.write_all(begins.as_bytes())?;
    Ok((Some(Open { parts, kind, is_begun: false }), None))
}

/// Writes a value as JSON: a document as itself, any other value as serde would.
pub(crate) fn write_json(is_document: bool, value: Value<'_>, to: &mut dyn Write) -> io::Result<()> {
    // (Index 0 is the document itself; a key or a number inside one has another type.)
    if is_document && value.type_index() == 0 { write(value, to) } else { value.write_json(to) }
}
