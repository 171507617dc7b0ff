//! Files of records and of one value: as the book says, damaged, and repaired.

mod damage;
mod page;
mod records;
