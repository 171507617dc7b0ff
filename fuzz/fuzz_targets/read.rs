//! Reads accepted bytes in every way, and packs the value again.
#![no_main]

packed_data_fuzz::target!(read);
