//! Reads streams.
#![no_main]

packed_data_fuzz::target!(one streams);
