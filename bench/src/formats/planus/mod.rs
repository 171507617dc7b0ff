//! `planus`: FlatBuffers with the schema `schema/formats.fbs`. Its users have the generated types instead of their own,
//! so the conversion of the data to them is not timed.

mod log;
mod mesh;
mod saves;
mod updates;

use planus::{Builder, Result, WriteAsOffset};

use super::data::Data;
use super::format::{Format, READS};
use crate::Answer;

/// `planus`.
pub(super) struct Planus<D: Tabled> {
    table: D::Table,
    builder: Builder,
}

impl<D: Tabled> Default for Planus<D> {
    fn default() -> Self {
        Self { table: D::Table::default(), builder: Builder::new() }
    }
}

/// Data that can be written as a table.
pub(super) trait Tabled: Data {
    /// The table.
    type Table: WriteAsOffset<Self::Table> + Default + PartialEq + for<'d> From<&'d Self>;

    /// Reads a table from bytes.
    fn read_table(bytes: &[u8]) -> Result<Self::Table>;

    /// Runs the update.
    fn update_table(table: &mut Self::Table);

    /// Runs the query. Offsets are checked when they are followed.
    fn query_table(bytes: &[u8]) -> Result<Answer>;
}

impl<D: Tabled> Format<D> for Planus<D> {
    const NAME: &'static str = "planus";
    const READ: Option<fn(&Vec<u8>) -> Answer> = Some(|kept| D::query_table(kept).expect(READS));

    type Value = D::Table;
    type Kept = Vec<u8>;

    fn prepare(&mut self, data: &D) {
        self.table = data.into();
    }

    fn serialize(&mut self, _: &D) -> &[u8] {
        self.builder.clear();
        self.builder.finish(&self.table, None)
    }

    fn keep(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn bytes(kept: &Vec<u8>) -> &[u8] {
        kept
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D::Table {
        D::read_table(bytes).expect(READS)
    }

    fn is(value: &D::Table, data: &D) -> bool {
        *value == data.into()
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        D::query_table(bytes).expect(READS)
    }

    fn update(&mut self, kept: &mut Vec<u8>) {
        let mut table = D::read_table(kept).expect(READS);
        D::update_table(&mut table);
        self.builder.clear();
        let bytes = self.builder.finish(&table, None);
        kept.clear();
        kept.extend_from_slice(bytes);
    }
}

/// Converts each value to a table.
fn all<T, U: for<'t> From<&'t T>>(values: &[T]) -> Option<Vec<U>> {
    Some(values.iter().map(U::from).collect())
}
