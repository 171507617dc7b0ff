//! Reads bytes by a schema.
#![no_main]

packed_data_fuzz::target!(schema_read);
