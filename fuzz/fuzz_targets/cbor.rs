//! Bytes are read as CBOR in every way there is without a type.
#![no_main]

packed_data_fuzz::libfuzzer_sys::fuzz_target!(|input: &[u8]| (packed_data_fuzz::cbor().run)(input));
