//! Extensible values in `Compact` and `Indexed`, which begin with a head: one suite, divided by what it is about.

mod accepted;
mod hostile;
mod known;
mod lying;
mod visited;

