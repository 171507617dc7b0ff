//! The verdict of a reader that has only the schema, beside that of a reader by type.

use packed_data::{Error, ErrorKind, Limits};
use packed_data_schema::{Codec, LayoutId, Schema};
use test_suite::is_of_larger_machine;

/// Returns whether a key of the type may lack a field that has a default: an earlier version wrote the key.
///
/// A schema does not say what the default is. So a reader by schema does not compare two keys of which only one lacks a
/// field, and may miss that they are equal or not in order. (Of these keys the suite has one type.)
pub(super) fn keys_lack_fields(schema: &Schema) -> bool {
    schema.to_string().contains("Version")
}

/// Returns whether a reader by type has found that keys are equal or not in order, and a reader by schema has not. It
/// then goes on, so it accepts the bytes, or finds another error, which may be of a value that begins before the keys.
pub(super) fn is_order_missed(typed: Option<(ErrorKind, usize)>, by_schema: Option<(ErrorKind, usize)>) -> bool {
    matches!(typed, Some((ErrorKind::DuplicateKey | ErrorKind::Unsorted, _))) && by_schema != typed
}

/// Returns whether bytes are refused for a reason that is not in a schema.
pub(super) fn is_beyond_schema(typed: ErrorKind) -> bool {
    matches!(typed, ErrorKind::Refused { .. }) || is_of_larger_machine(typed)
}

/// A reader that has only the schema.
pub(super) struct BySchema<'s> {
    codec: Codec<'s>,
    /// See [`keys_lack_fields`].
    keys_lack_fields: bool,
}

impl<'s> BySchema<'s> {
    pub(super) fn new(schema: &'s Schema, layout: LayoutId) -> Self {
        let codec = schema.codec(layout).expect("a type that the layout has");
        Self { codec, keys_lack_fields: keys_lack_fields(schema) }
    }

    /// Checks that it has the same verdict as a reader by type, which found `error`.
    pub(super) fn compare(&self, bytes: &[u8], error: Option<&Error>) {
        if error.is_some_and(|error| is_beyond_schema(error.kind())) {
            return;
        }
        let by_schema = self.codec.validate(bytes, &Limits::DEFAULT).err();
        let [typed, found] =
            [error.map(|error| (error.kind(), error.offset())), by_schema.map(|error| (error.kind(), error.offset()))];
        if self.keys_lack_fields && is_order_missed(typed, found) {
            return;
        }
        assert_eq!(found, typed, "by schema, and by type, in {:?}", self.codec.layout());
    }
}
