//! Bytes and back: which are accepted, which error refuses the others, and what every reader makes of them.

mod adversary;
mod by_schema;
mod exhaustive;
mod hostile;
mod hostile_schemas;
mod mutants;
mod names;
mod one_pass;
mod parts_without_bytes;
mod reference;
mod review;
mod round_trip;
mod rows;
mod schema;
mod several;
mod soundness;
