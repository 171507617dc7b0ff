//! The schema of JSON values, if there is a value.

use serde_json::Value as Json;

pub(crate) use packed_data_schema::infer::Inferred;

use crate::error::{Failure, Outcome};

/// Infers what the values of a file are: its lines, or its only value, or the elements of that.
pub(crate) fn infer(values: Vec<Json>, name: &str, as_document: bool) -> Outcome<Inferred> {
    let inferred = packed_data_schema::infer::infer(values, name, as_document);
    inferred.ok_or_else(|| Failure::Data("the input is empty: expected a JSON document".into()))
}
