//! `log` as a message.

use prost::Message;

use super::Described;
use crate::Answer;
use crate::formats::data::log::{self, Address, Log, Traffic};

#[derive(Clone, PartialEq, Message)]
pub(crate) struct LogMessage {
    #[prost(message, repeated, tag = "1")]
    entries: Vec<Entry>,
}

#[derive(Clone, PartialEq, Message)]
struct Entry {
    #[prost(fixed32, tag = "1")]
    address: u32,
    #[prost(string, tag = "2")]
    identity: String,
    #[prost(string, tag = "3")]
    user: String,
    #[prost(string, tag = "4")]
    time: String,
    #[prost(string, tag = "5")]
    request: String,
    #[prost(uint32, tag = "6")]
    status: u32,
    #[prost(uint64, tag = "7")]
    size: u64,
}

impl From<&Log<String>> for LogMessage {
    fn from(log: &Log<String>) -> Self {
        let entry = |entry: &log::Entry<String>| Entry {
            address: entry.address.to_number(),
            identity: entry.identity.clone(),
            user: entry.user.clone(),
            time: entry.time.clone(),
            request: entry.request.clone(),
            status: entry.status.into(),
            size: entry.size,
        };
        Self { entries: log.entries.iter().map(entry).collect() }
    }
}

impl Described for Log<String> {
    type Message = LogMessage;

    fn query_message(log: &LogMessage) -> Answer {
        let mut traffic = Traffic::default();
        for entry in &log.entries {
            traffic.count(Address::from_number(entry.address), entry.status as u16, entry.size);
        }
        traffic.answer()
    }

    fn update_message(log: &mut LogMessage) {
        for entry in &mut log.entries {
            entry.address = Address::from_number(entry.address).hidden().to_number();
            entry.status = log::revise(entry.status as u16).into();
            entry.size = log::resize(entry.size);
        }
    }
}
