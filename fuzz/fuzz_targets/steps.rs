//! Checks that the number of steps is in proportion to the number of bytes.
#![no_main]

#[cfg(packed_data_steps)]
packed_data_fuzz::target!(steps);

#[cfg(not(packed_data_steps))]
packed_data_fuzz::libfuzzer_sys::fuzz_target!(|_input: &[u8]| panic!("build it with --cfg packed_data_steps"));
