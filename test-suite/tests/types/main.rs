//! Types of the language, of libraries and of other crates, and types that the derive is used on.

mod copied;
mod derive;
mod foreign;
mod foreign_types;
mod generated;
mod library_types;
mod testing;
