//! Converts the errors of `packed-data-cbor` into errors of this crate.

use packed_data_cbor as cbor;

use crate::wire::error::{Error, Path};

impl From<cbor::Error> for Error {
    fn from(error: cbor::Error) -> Self {
        Self { kind: error.kind().into(), offset: error.offset(), path: Path::EMPTY }
    }
}
