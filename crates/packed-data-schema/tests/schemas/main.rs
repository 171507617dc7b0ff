//! Schemas as text, and values that are walked over by them.

mod parse;
mod walk;
