//! Packs a value, validates the bytes and reads them back.
#![no_main]

packed_data_fuzz::target!(round_trip);
