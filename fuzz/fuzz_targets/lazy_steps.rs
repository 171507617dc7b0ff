//! Reads lazily, step by step.
#![no_main]

packed_data_fuzz::target!(one lazy_steps);
