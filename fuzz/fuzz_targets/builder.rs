//! A value is built in any of the ways there are, with panics on the way.
#![no_main]

packed_data_fuzz::target!(builder);
