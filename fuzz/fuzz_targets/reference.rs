//! Compares the reader with the reference reader.
#![no_main]

packed_data_fuzz::target!(reference);
