//! Reads bytes, and writes values, in the layouts of bincode beside the real crates.
#![no_main]

packed_data_fuzz::libfuzzer_sys::fuzz_target!(|input: &[u8]| (packed_data_fuzz::bincode().run)(input));
