//! Builds a value in any of the possible ways, with panics on the way.
#![no_main]

packed_data_fuzz::target!(builder);
