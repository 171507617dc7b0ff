//! Parses texts of schemas.
#![no_main]

packed_data_fuzz::target!(one schema_text);
