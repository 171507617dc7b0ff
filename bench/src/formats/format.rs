//! The operations of a format.

use super::data::Data;
use crate::Answer;

pub(super) const WRITES: &str = "serialisation fails only without memory";
pub(super) const READS: &str = "these bytes were serialised here";

/// A format, with the buffers that it uses again and again.
pub(super) trait Format<D: Data>: Default {
    /// The name of the format.
    const NAME: &'static str;

    /// Its layout, if there is a choice.
    const LAYOUT: &'static str = "";

    /// The result of deserialising: the data, or a message of the format's own types.
    type Value;

    /// Trusted bytes, in memory as the format needs them.
    type Kept;

    /// Makes of unchecked bytes a value that can be read and owns no texts.
    const BORROW: Option<fn(&mut Self, &[u8])> = None;

    /// Checks bytes, so that they can then be read without checks.
    const VALIDATE: Option<fn(&[u8])> = None;

    /// Runs the query on trusted bytes, without decoding them.
    const READ: Option<fn(&Self::Kept) -> Answer> = None;

    /// Converts the data to the types that users of the format would have.
    fn prepare(&mut self, _: &D) {}

    /// Writes the data (or its converted form) into the buffer.
    fn serialize(&mut self, data: &D) -> &[u8];

    /// Keeps bytes that the format wrote.
    fn keep(bytes: &[u8]) -> Self::Kept;

    /// Returns the kept bytes.
    fn bytes(kept: &Self::Kept) -> &[u8];

    /// Makes of unchecked bytes a value that owns all its parts.
    fn deserialize(&mut self, bytes: &[u8]) -> Self::Value;

    /// Returns whether the value is equal to the data.
    fn is(value: &Self::Value, data: &D) -> bool;

    /// Runs the query on unchecked bytes, in the fastest way.
    fn query(&mut self, bytes: &[u8]) -> Answer;

    /// Changes a number in each entry: in place, or else by decoding and encoding.
    fn update(&mut self, kept: &mut Self::Kept);
}
