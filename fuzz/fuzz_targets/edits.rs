//! What transforming and editing give, and what the same does to an owned value.
#![no_main]

packed_data_fuzz::target!(edits);
