//! Parses conditions and paths, and tests them.
#![no_main]

packed_data_fuzz::target!(one conditions);
