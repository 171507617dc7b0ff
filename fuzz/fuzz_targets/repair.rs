//! Repairs files that were changed.
#![no_main]

packed_data_fuzz::target!(one repair);
