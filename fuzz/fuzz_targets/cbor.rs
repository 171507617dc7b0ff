//! Reads bytes as CBOR in every way that needs no type.
#![no_main]

packed_data_fuzz::libfuzzer_sys::fuzz_target!(|input: &[u8]| (packed_data_fuzz::cbor().run)(input));
