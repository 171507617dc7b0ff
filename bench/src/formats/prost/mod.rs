//! `prost`: Protocol Buffers messages. Its users have the message types instead of their own, so the conversion of the
//! data to them is not timed.

mod log;
mod mesh;
mod saves;
mod updates;

use std::hint::black_box;

use prost::Message;

use super::data::Data;
use super::format::{Format, READS, WRITES};
use crate::Answer;

/// `prost`.
pub(super) struct Prost<D: Described> {
    message: D::Message,
    buffer: Vec<u8>,
}

impl<D: Described> Default for Prost<D> {
    fn default() -> Self {
        Self { message: D::Message::default(), buffer: Vec::new() }
    }
}

/// Data that can be written as a message.
pub(super) trait Described: Data {
    /// The message.
    type Message: Message + Default + PartialEq + for<'d> From<&'d Self>;

    /// Runs the query.
    fn query_message(message: &Self::Message) -> Answer;

    /// Runs the update.
    fn update_message(message: &mut Self::Message);
}

impl<D: Described> Format<D> for Prost<D> {
    const NAME: &'static str = "prost";

    type Value = D::Message;
    type Kept = Vec<u8>;

    fn prepare(&mut self, data: &D) {
        self.message = data.into();
    }

    fn serialize(&mut self, _: &D) -> &[u8] {
        self.buffer.clear();
        self.message.encode(&mut self.buffer).expect(WRITES);
        &self.buffer
    }

    fn keep(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn bytes(kept: &Vec<u8>) -> &[u8] {
        kept
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D::Message {
        D::Message::decode(bytes).expect(READS)
    }

    fn is(value: &D::Message, data: &D) -> bool {
        *value == data.into()
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        D::query_message(black_box(&D::Message::decode(bytes).expect(READS)))
    }

    fn update(&mut self, kept: &mut Vec<u8>) {
        let mut message = D::Message::decode(kept.as_slice()).expect(READS);
        D::update_message(&mut message);
        kept.clear();
        message.encode(kept).expect(WRITES);
    }
}

/// Converts each value to a message.
fn all<T, M: for<'t> From<&'t T>>(values: &[T]) -> Vec<M> {
    values.iter().map(M::from).collect()
}
