//! Reads bytes, and writes values, in the layouts of bincode beside the real crates.
#![no_main]

packed_data_fuzz::target!(one bincode);
