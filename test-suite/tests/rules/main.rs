//! The rules of the layouts: each row of the tables of the book, each check of bytes, each number of constructors.
//! These suites are small: `ci/quick.sh` runs them.

mod checks;
mod constructors;
mod spec;
mod spec_haskell;
