//! `planus`: FlatBuffers tables with the schema `schema/records.fbs`.

use planus::{Builder, ReadAsRoot, Result};

use super::records::{self, Record};
use crate::generated::records_planus::records as schema;

pub(super) use schema::{Integers, Records};

/// Returns the records as planus represents them.
pub(super) fn records(records: &[Record]) -> Records {
    let record = |one: &Record| schema::Record { number: one.number, byte: one.byte, float: one.float };
    Records { records: Some(records.iter().map(record).collect()) }
}

/// Returns the bytes of a table.
pub(super) fn bytes<T: planus::WriteAsOffset<T>>(table: &T) -> Vec<u8> {
    Builder::new().finish(table, None).to_vec()
}

/// Returns the records of a table.
pub(super) fn to_records(bytes: &[u8]) -> Result<Records> {
    schema::RecordsRef::read_as_root(bytes)?.try_into()
}

/// Returns the integers of a table.
pub(super) fn to_integers(bytes: &[u8]) -> Result<Integers> {
    schema::IntegersRef::read_as_root(bytes)?.try_into()
}

/// Returns the digest of records.
pub(super) fn digest(table: &Records) -> i64 {
    let records = table.records.iter().flatten();
    records.fold(0, |sum, one| records::add(sum, one.number, one.byte, one.float))
}

/// Returns the sum of integers.
pub(super) fn sum(table: &Integers) -> i64 {
    table.integers.iter().flatten().map(|one| i64::from(*one)).sum()
}

/// Returns the digest of the records of a table, in place.
pub(super) fn digest_in_place(bytes: &[u8]) -> Result<i64> {
    let list = schema::RecordsRef::read_as_root(bytes)?.records()?;
    let list = list.into_iter().flatten();
    Ok(list.fold(0, |sum, one| records::add(sum, one.number(), one.byte(), one.float())))
}

/// Returns the sum of the integers of a table, in place.
pub(super) fn sum_in_place(bytes: &[u8]) -> Result<i64> {
    let list = schema::IntegersRef::read_as_root(bytes)?.integers()?;
    Ok(list.into_iter().flatten().map(i64::from).sum())
}
