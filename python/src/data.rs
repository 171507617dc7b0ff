//! Where values are: bytes with their codec, and a place in them.

use std::ops::Range;
use std::sync::Arc;

use packed_data_file::{Block, Blocks};
use packed_data_schema::{Codec, Place, Value};
use pyo3::prelude::*;

use crate::errors;
use crate::map::Store;
use crate::schema::Schema;

/// The bytes of a value or of many records, and how they are read.
pub(crate) struct Data {
    /// (Shared, so that it is cloned without the lock of the interpreter.)
    pub(crate) schema: Arc<Py<Schema>>,
    pub(crate) codec: Arc<Codec<'static>>,
    pub(crate) body: Body,
    /// Whether the values were validated. If not, a number in the bytes may be any.
    pub(crate) is_checked: bool,
}

/// The bytes.
pub(crate) enum Body {
    Bytes(Store),
    /// All of a file.
    Records(Blocks<Store>),
    /// A block that was decompressed.
    Block(Block<'static>),
}

/// Which of the bytes are those of a value or record.
pub(crate) type Span = Range<usize>;

impl Data {
    /// Returns all bytes.
    pub(crate) fn all(&self) -> &[u8] {
        match &self.body {
            Body::Bytes(bytes) => bytes,
            Body::Records(blocks) => blocks.as_bytes(),
            Body::Block(block) => block.as_bytes(),
        }
    }

    /// Returns the bytes of a value or record.
    #[inline]
    pub(crate) fn bytes(&self, span: &Span) -> &[u8] {
        self.all().get(span.clone()).unwrap_or_default()
    }
}

/// Returns where a part of bytes is in them; `None` if it is no part of them.
pub(crate) fn span_of(whole: &[u8], part: &[u8]) -> Option<Span> {
    let start = part.as_ptr().addr().checked_sub(whole.as_ptr().addr())?;
    let end = start.checked_add(part.len())?;
    (end <= whole.len()).then_some(start..end)
}

/// A value: its bytes, and its place in them.
#[derive(Clone)]
pub(crate) struct Handle {
    pub(crate) data: Arc<Data>,
    pub(crate) span: Span,
    pub(crate) place: Place,
}

impl Handle {
    /// Returns the whole of bytes.
    pub(crate) fn root(data: Arc<Data>, span: Span) -> Self {
        let place = data.codec.value(&[]).place();
        Self { data, span, place }
    }

    /// Returns the value.
    #[inline]
    pub(crate) fn value(&self) -> Value<'_> {
        self.data.codec.value_at(self.data.bytes(&self.span), self.place)
    }

    /// Fails if the value is not valid, for what takes all of it, or as much memory as it says that it has parts.
    pub(crate) fn require_valid(&self, py: Python<'_>) -> PyResult<()> {
        if self.data.is_checked {
            return Ok(());
        }
        let result = py.detach(|| self.value().check(&packed_data::Limits::DEFAULT));
        result.map_err(|error| errors::invalid(py, &error, None))
    }

    /// Returns another value in the same bytes.
    #[inline]
    pub(crate) fn at(&self, place: Place) -> Self {
        Self { data: self.data.clone(), span: self.span.clone(), place }
    }

    /// Returns the exception for bytes that are not valid.
    #[cold]
    pub(crate) fn damaged(&self, py: Python<'_>) -> PyErr {
        match self.value().check(&packed_data::Limits::DEFAULT) {
            Err(error) => errors::invalid(py, &error, None),
            Ok(()) => {
                let message = "the bytes are not a value of their type";
                errors::exception(py, errors::Class::Invalid, message, "Invalid", errors::Where::default())
            }
        }
    }
}
