//! `capnp`: Cap'n Proto messages with the schema `schema/records.capnp`.

use capnp::Result;
use capnp::message::{Builder, ReaderOptions};
use capnp::serialize::{BufferSegments, read_message_from_flat_slice, write_message_to_words};

use super::records::{self, Record};
use crate::generated::records_capnp::{integers, record, records as messages};

/// Returns the bytes of a message with these records.
pub(super) fn of_records(records: &[Record]) -> Vec<u8> {
    let mut message = Builder::new_default();
    let mut list = message.init_root::<messages::Builder<'_>>().init_records(records.len() as u32);
    for (one, index) in records.iter().zip(0..) {
        let mut to = list.reborrow().get(index);
        to.set_number(one.number);
        to.set_byte(one.byte);
        to.set_float(one.float);
    }
    write_message_to_words(&message)
}

/// Returns the bytes of a message with these integers.
pub(super) fn of_integers(integers: &[i32]) -> Vec<u8> {
    let mut message = Builder::new_default();
    let mut list = message.init_root::<integers::Builder<'_>>().init_integers(integers.len() as u32);
    integers.iter().zip(0..).for_each(|(one, index)| list.set(index, *one));
    write_message_to_words(&message)
}

/// Returns the records of a message.
pub(super) fn to_records(bytes: &[u8]) -> Result<Vec<Record>> {
    let message = read(bytes)?;
    let list = message.get_root::<messages::Reader<'_>>()?.get_records()?;
    let record =
        |one: record::Reader<'_>| Record { number: one.get_number(), byte: one.get_byte(), float: one.get_float() };
    Ok(list.iter().map(record).collect())
}

/// Returns the integers of a message.
pub(super) fn to_integers(bytes: &[u8]) -> Result<Vec<i32>> {
    Ok(read(bytes)?.get_root::<integers::Reader<'_>>()?.get_integers()?.iter().collect())
}

/// Returns the digest of the records of a message, in place.
pub(super) fn digest(bytes: &[u8]) -> Result<i64> {
    let message = read(bytes)?;
    let list = message.get_root::<messages::Reader<'_>>()?.get_records()?;
    Ok(list.iter().fold(0, |sum, one| records::add(sum, one.get_number(), one.get_byte(), one.get_float())))
}

/// Returns the sum of the integers of a message, in place.
pub(super) fn sum(bytes: &[u8]) -> Result<i64> {
    Ok(read(bytes)?.get_root::<integers::Reader<'_>>()?.get_integers()?.iter().map(i64::from).sum())
}

/// Returns bytes as a message, without a limit on its size.
fn read(mut bytes: &[u8]) -> Result<capnp::message::Reader<BufferSegments<&[u8]>>> {
    read_message_from_flat_slice(&mut bytes, *ReaderOptions::new().traversal_limit_in_words(None))
}
