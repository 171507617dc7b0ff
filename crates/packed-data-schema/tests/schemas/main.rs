//! Schemas as text, exported and inferred, values that are walked over by them, and records that conditions leave out.

mod export;
mod infer;
mod parse;
mod prune;
mod walk;
