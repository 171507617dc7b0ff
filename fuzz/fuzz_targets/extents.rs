//! Compares where a skip ends, where a read ends, and what the size says.
#![no_main]

packed_data_fuzz::target!(extents);
