//! Bytes, if they are accepted, are read in every way and packed again.
#![no_main]

packed_data_fuzz::target!(read);
