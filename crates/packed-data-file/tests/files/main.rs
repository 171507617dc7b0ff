//! Files of records and of one value: as the book says, damaged, cut off, hostile, and repaired.

mod compression;
mod crash_and_damage;
mod damage;
mod form;
mod long_schema;
mod page;
mod paths;
mod records;
mod statistics;
