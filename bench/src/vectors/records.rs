//! Records of three numbers, and the source of these numbers.

use packed_data::Packable;

/// Snoyman's `SomeData`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    Packable,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
    bitcode::Encode,
    bitcode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    minicbor::Encode,
    minicbor::Decode,
)]
pub(super) struct Record {
    #[n(0)]
    pub(super) number: i64,
    #[n(1)]
    pub(super) byte: u8,
    #[n(2)]
    pub(super) float: f64,
}

/// The records as `prost` represents them: it has no 8-bit numbers.
#[derive(prost::Message)]
pub(super) struct RecordMessages {
    #[prost(message, repeated, tag = "1")]
    pub(super) records: Vec<RecordMessage>,
}

/// A record as `prost` represents it.
#[derive(prost::Message)]
pub(super) struct RecordMessage {
    #[prost(sfixed64, tag = "1")]
    number: i64,
    #[prost(uint32, tag = "2")]
    byte: u32,
    #[prost(double, tag = "3")]
    float: f64,
}

/// Returns this number of records with uniform random numbers. The floats have few digits, so that every reader of text
/// reads them exactly.
pub(super) fn records(count: usize) -> Vec<Record> {
    let mut random = Random(3);
    let record = |_| Record {
        number: random.next() as i64,
        byte: random.next() as u8,
        float: (random.next() >> 40) as f64 / 256.0,
    };
    (0..count).map(record).collect()
}

/// Returns this number of uniform random integers.
pub(super) fn integers(count: usize) -> Vec<i32> {
    let mut random = Random(4);
    (0..count).map(|_| random.next() as i32).collect()
}

/// Returns the same records as messages.
pub(super) fn messages(records: &[Record]) -> RecordMessages {
    let message = |one: &Record| RecordMessage { number: one.number, byte: one.byte.into(), float: one.float };
    RecordMessages { records: records.iter().map(message).collect() }
}

/// Returns a digest of records, to compare them.
pub(super) fn digest(records: &[Record]) -> i64 {
    records.iter().fold(0, |sum, one| add(sum, one.number, one.byte, one.float))
}

/// Returns the digest of messages.
pub(super) fn digest_of_messages(messages: &RecordMessages) -> i64 {
    messages.records.iter().fold(0, |sum, one| add(sum, one.number, one.byte as u8, one.float))
}

/// Adds a record to a digest.
#[inline(always)]
pub(super) fn add(sum: i64, number: i64, byte: u8, float: f64) -> i64 {
    sum.wrapping_add(number).wrapping_add(byte.into()).wrapping_add(float.to_bits() as i64)
}

/// Steele, Lea and Flood's SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }
}
