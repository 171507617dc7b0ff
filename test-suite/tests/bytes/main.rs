//! Which bytes are accepted, and which error refuses the others: attacks, mutants, and the verdicts of other readers.

mod adversary;
mod checks;
mod hostile;
mod mutants;
mod one_pass;
mod reference;
mod review;
mod rows;
mod schema;
mod soundness;
