//! What a format is asked to do.

use super::data::Data;
use crate::Answer;

pub(super) const WRITES: &str = "memory is all that it can lack";
pub(super) const READS: &str = "it was serialised here";

/// A format, with the buffers that it uses again and again.
pub(super) trait Format<D: Data>: Default {
    /// What it is called.
    const NAME: &'static str;

    /// Its layout, where there is a choice.
    const LAYOUT: &'static str = "";

    /// What is deserialised: the data, or messages of the format's own types.
    type Value;

    /// Bytes that are trusted, as the format wants them to stand in memory.
    type Kept;

    /// From bytes that nobody has checked to a value that can be read, and has no texts of its own.
    const BORROW: Option<fn(&mut Self, &[u8])> = None;

    /// Checks bytes, so that they can then be read without checks.
    const VALIDATE: Option<fn(&[u8])> = None;

    /// The query on bytes that are trusted, without decoding them.
    const READ: Option<fn(&Self::Kept) -> Answer> = None;

    /// Makes of the data what the format's users would have in its place.
    fn prepare(&mut self, _: &D) {}

    /// Writes the data (or what was made of it) into the buffer.
    fn serialize(&mut self, data: &D) -> &[u8];

    /// Keeps bytes that the format has written.
    fn keep(bytes: &[u8]) -> Self::Kept;

    /// The bytes that are kept.
    fn bytes(kept: &Self::Kept) -> &[u8];

    /// From bytes that nobody has checked to a value that owns all its parts.
    fn deserialize(&mut self, bytes: &[u8]) -> Self::Value;

    /// Whether the value is the data.
    fn is(value: &Self::Value, data: &D) -> bool;

    /// The query on bytes that nobody has checked: the fastest way from one to the other.
    fn query(&mut self, bytes: &[u8]) -> Answer;

    /// Changes a number in each entry: in place, or else by way of a value.
    fn update(&mut self, kept: &mut Self::Kept);
}
