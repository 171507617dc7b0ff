//! Infers schemas from JSON.
#![no_main]

packed_data_fuzz::target!(one infer_schema);
