//! Compatibility of two schemas.

use std::io::{Cursor, Read, Seek};

use packed_data_file::Header;
use packed_data_schema::{Effect, Schema};
use serde::Serialize;

use crate::Answer;
use crate::file::Explorer;

/// What a reader with one schema makes of bytes of another.
#[derive(Debug, Serialize)]
pub struct Comparison {
    /// Whether the type of the open file reads all values of the other.
    pub reads: Direction,
    /// Whether the other type reads all values of the open file.
    pub is_read: Direction,
    /// The name of the other type.
    pub type_name: String,
}

/// The differences for a reader with one schema and bytes of the other.
#[derive(Debug, Serialize)]
pub struct Direction {
    /// Whether all values are read.
    pub is_full: bool,
    /// The differences.
    pub differences: Vec<Difference>,
    /// How many are left out.
    pub more: usize,
}

/// A difference.
#[derive(Debug, Serialize)]
pub struct Difference {
    /// Its effect and meaning, with the path.
    pub message: String,
    /// The identifier of the rule.
    pub rule: &'static str,
    /// Whether it does no harm.
    pub is_fine: bool,
}

/// Parses the text of a schema, with the line ends of any system.
pub(crate) fn parse(text: &str) -> Answer<Schema> {
    let mut text = text.trim_start_matches('\u{FEFF}').replace("\r\n", "\n");
    if !text.ends_with('\n') {
        text.push('\n');
    }
    Schema::parse(&text).map_err(|error| format!("not a schema: {error}"))
}

/// Reads the text of a schema, or the beginning of a file with a header.
pub(crate) fn read(bytes: &[u8]) -> Answer<Schema> {
    match Header::from_file(&mut Cursor::new(bytes)) {
        Ok(header) => parse(&header.schema),
        Err(error) => {
            let text = std::str::from_utf8(bytes).map_err(|_| format!("{error}; and not the text of a schema"))?;
            parse(text)
        }
    }
}

impl<R: Read + Seek + Clone> Explorer<R> {
    /// Compares the schema of the open file with another one: its text, or the beginning of a file with a header.
    ///
    /// # Errors
    ///
    /// The bytes are neither.
    pub fn compare(&self, other: &[u8]) -> Answer<Comparison> {
        let other = read(other)?;
        let (schema, layout) = (self.codec.schema(), self.codec.layout());
        let direction = |reader: &Schema, bytes: &Schema| {
            let found = reader.can_read(bytes, layout);
            let differences = found.differences.iter().map(|difference| Difference {
                message: difference.to_string(),
                rule: difference.rule.id(),
                is_fine: difference.effect == Effect::Fine,
            });
            Direction { is_full: found.is_full(), differences: differences.collect(), more: found.more() }
        };
        Ok(Comparison {
            reads: direction(schema, &other),
            is_read: direction(&other, schema),
            type_name: other.name_of(0),
        })
    }
}
