//! Parses texts of schemas.
#![no_main]

packed_data_fuzz::libfuzzer_sys::fuzz_target!(|input: &[u8]| (packed_data_fuzz::schema_text().run)(input));
