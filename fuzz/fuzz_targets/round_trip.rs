//! A value is packed, validated and read back.
#![no_main]

packed_data_fuzz::target!(round_trip);
