//! Makes columns of values, and values of columns.
#![no_main]

packed_data_fuzz::target!(columns_round_trip);
