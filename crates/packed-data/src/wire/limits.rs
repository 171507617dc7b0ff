//! `Limits` on the input, on nesting, and on what is built: those of the model.

pub use packed_data_model::Limits;
