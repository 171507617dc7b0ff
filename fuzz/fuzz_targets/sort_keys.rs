//! Reads and writes sort keys.
#![no_main]

packed_data_fuzz::target!(one sort_keys);
