//! Bytes and back: which are accepted, which error refuses the others, and what every reader makes of them.

mod adversary;
mod hostile;
mod mutants;
mod one_pass;
mod reference;
mod review;
mod round_trip;
mod rows;
mod schema;
mod several;
mod soundness;
