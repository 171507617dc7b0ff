//! Types: those of the language, of libraries and of other crates, and those that the derive is used on.

mod constructors;
mod copied;
mod derive;
mod foreign;
mod foreign_types;
mod generated;
mod library_types;
mod testing;
