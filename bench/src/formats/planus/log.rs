//! `log` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::log::{self, Address, Log, Traffic};
use crate::generated::formats_planus::formats as schema;

impl From<&Log<String>> for schema::Log {
    fn from(log: &Log<String>) -> Self {
        Self { entries: all(&log.entries) }
    }
}

impl From<Address> for schema::Address {
    fn from(Address { a, b, c, d }: Address) -> Self {
        Self { a, b, c, d }
    }
}

impl From<&log::Entry<String>> for schema::Entry {
    fn from(entry: &log::Entry<String>) -> Self {
        Self {
            address: entry.address.into(),
            identity: entry.identity.clone(),
            user: entry.user.clone(),
            time: entry.time.clone(),
            request: entry.request.clone(),
            status: entry.status,
            size: entry.size,
        }
    }
}

impl Tabled for Log<String> {
    type Table = schema::Log;

    fn read_table(bytes: &[u8]) -> Result<schema::Log> {
        schema::LogRef::read_as_root(bytes)?.try_into()
    }

    fn update_table(log: &mut schema::Log) {
        for entry in log.entries.iter_mut().flatten() {
            let schema::Address { a, b, c, d } = entry.address;
            entry.address = Address { a, b, c, d }.hidden().into();
            entry.status = log::revise(entry.status);
            entry.size = log::resize(entry.size);
        }
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut traffic = Traffic::default();
        for entry in schema::LogRef::read_as_root(bytes)?.entries()?.into_iter().flatten() {
            let entry = entry?;
            let address = entry.address()?;
            let address = Address { a: address.a(), b: address.b(), c: address.c(), d: address.d() };
            traffic.count(address, entry.status()?, entry.size()?);
        }
        Ok(traffic.answer())
    }
}
