//! `capnp`: Cap'n Proto messages with the schema `schema/formats.capnp`. Each time a message is built from the data, in
//! memory that is used again, and then written.

mod log;
mod mesh;
mod saves;
mod updates;

use std::hint::black_box;
use std::mem::replace;

use capnp::message::{Allocator, Builder, Reader, ReaderOptions, ScratchSpaceHeapAllocator};
use capnp::serialize::{BufferSegments, read_message_from_flat_slice, write_message};
use capnp::{Result, Word};

use super::data::Data;
use super::format::{Format, READS, WRITES};
use crate::Answer;

/// `capnp`.
pub(super) struct Capnp {
    /// The memory in which a message is built, as large as that of the last one. The builder borrows it for as long as
    /// this lives, so it is never returned: it is allocated once for a contestant.
    scratch: ScratchSpaceHeapAllocator<'static>,
    words: usize,
    buffer: Vec<u8>,
}

impl Default for Capnp {
    fn default() -> Self {
        Self { scratch: scratch(0), words: 0, buffer: Vec::new() }
    }
}

fn scratch(words: usize) -> ScratchSpaceHeapAllocator<'static> {
    ScratchSpaceHeapAllocator::new(Word::words_to_bytes_mut(Word::allocate_zeroed_vec(words).leak()))
}

type Message<'m> = Reader<BufferSegments<&'m [u8]>>;

/// Data that can be written to a message and read from one.
pub(super) trait Messaged: Data {
    /// Builds the root of an empty message.
    fn build<A: Allocator>(&self, message: &mut Builder<A>) -> Result<()>;

    /// Reads the root of a message.
    fn unbuild(message: &Message<'_>) -> Result<Self>;

    /// Copies the root of a message into an empty one, and updates it there.
    fn update_message<A: Allocator>(from: &Message<'_>, to: &mut Builder<A>) -> Result<()>;

    /// Returns the answer of the query.
    fn query_message(message: &Message<'_>) -> Result<Answer>;
}

impl Capnp {
    /// Writes the message that `build` builds into the buffer.
    fn write(
        &mut self,
        build: impl FnOnce(&mut Builder<ScratchSpaceHeapAllocator<'static>>) -> Result<()>,
    ) -> Result<()> {
        if self.words < self.buffer.len() / size_of::<Word>() {
            self.words = self.buffer.len() / size_of::<Word>();
            self.scratch = scratch(self.words);
        }
        let mut message = Builder::new(replace(&mut self.scratch, scratch(0)));
        build(&mut message)?;
        self.buffer.clear();
        write_message(&mut self.buffer, &message)?;
        self.scratch = message.into_allocator();
        Ok(())
    }
}

/// Returns bytes as a message. Pointers are checked when they are followed.
fn message(mut bytes: &[u8], options: ReaderOptions) -> Message<'_> {
    read_message_from_flat_slice(&mut bytes, options).expect(READS)
}

impl<D: Messaged> Format<D> for Capnp {
    const NAME: &'static str = "capnp";
    const READ: Option<fn(&Vec<u8>) -> Answer> = Some(|kept| {
        let options = *ReaderOptions::new().traversal_limit_in_words(None);
        D::query_message(&message(kept, options)).expect(READS)
    });

    type Value = D;
    type Kept = Vec<u8>;

    fn serialize(&mut self, data: &D) -> &[u8] {
        self.write(|message| data.build(message)).expect(WRITES);
        &self.buffer
    }

    fn keep(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn bytes(kept: &Vec<u8>) -> &[u8] {
        kept
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D {
        D::unbuild(&message(bytes, ReaderOptions::new())).expect(READS)
    }

    fn is(value: &D, data: &D) -> bool {
        value == data
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        D::query_message(black_box(&message(bytes, ReaderOptions::new()))).expect(READS)
    }

    fn update(&mut self, kept: &mut Vec<u8>) {
        let message = message(kept, ReaderOptions::new());
        self.write(|to| D::update_message(&message, to)).expect(WRITES);
        drop(message);
        kept.clear();
        kept.extend_from_slice(&self.buffer);
    }
}

fn text(text: capnp::text::Reader<'_>) -> Result<String> {
    Ok(text.to_str()?.into())
}
