//! Compares lazy reading with a validation.
#![no_main]

packed_data_fuzz::target!(lazy);
