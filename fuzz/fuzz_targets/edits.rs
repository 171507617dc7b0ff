//! Compares transforming and editing with the same changes to an owned value.
#![no_main]

packed_data_fuzz::target!(edits);
