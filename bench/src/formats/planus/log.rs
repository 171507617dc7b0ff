//! `log` as a table.

use planus::{ReadAsRoot, Result};

use super::{Tabled, all};
use crate::Answer;
use crate::formats::data::log::{self, Log, Traffic};
use crate::generated::formats_planus::formats as schema;

impl From<&Log<String>> for schema::Log {
    fn from(log: &Log<String>) -> Self {
        Self { entries: all(&log.entries) }
    }
}

impl From<&log::Entry<String>> for schema::Entry {
    fn from(entry: &log::Entry<String>) -> Self {
        Self {
            address: u32::from_be_bytes(entry.address),
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
        log.entries.iter_mut().flatten().for_each(|entry| entry.size = log::resize(entry.size));
    }

    fn query_table(bytes: &[u8]) -> Result<Answer> {
        let mut traffic = Traffic::default();
        for entry in schema::LogRef::read_as_root(bytes)?.entries()?.into_iter().flatten() {
            let entry = entry?;
            traffic.count(entry.request()?, entry.status()?, entry.size()?);
        }
        Ok(traffic.answer())
    }
}
