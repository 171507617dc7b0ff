//! Reads bytes as CBOR in every way that needs no type.
#![no_main]

packed_data_fuzz::target!(one cbor);
