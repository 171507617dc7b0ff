//! A JSON document of any form as an enum: the type that `packed pack` takes when no other fits.

use std::io::{self, Write};

use packed_data_schema::Value;
use packed_data_schema::infer::write_document;
pub(crate) use packed_data_schema::infer::{is_document, tagged};

/// Writes a value as JSON: a document as itself, any other value as serde would.
pub(crate) fn write_json(is_document: bool, value: Value<'_>, to: &mut dyn Write) -> io::Result<()> {
    // (Index 0 is the document itself; a key or a number inside one has another type.)
    if is_document && value.type_index() == 0 { write_document(value, to) } else { value.write_json(to) }
}
