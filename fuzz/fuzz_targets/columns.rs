//! Reads bytes as columns.
#![no_main]

packed_data_fuzz::target!(columns);
