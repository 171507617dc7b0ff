//! A JSON document of any form as an enum: the type that `packed pack` takes where no other fits.

pub(crate) use packed_data_schema::infer::is_document;
