//! `packed-data-columns`: packed first, then encoded; decoded to packed data.

use packed_data::{Compact, Packed};
use packed_data_columns::{Options, decode, encode};

use super::data::Data;
use super::format::{Format, READS};
use crate::Answer;

/// Columns of one value; with `FOLLOWED`, for a compressor that follows.
#[derive(Default)]
pub(super) struct InColumns<const FOLLOWED: bool> {
    bytes: Vec<u8>,
}

fn decoded<D: Data>(bytes: &[u8]) -> Packed<[D], Compact> {
    decode(bytes).expect(READS)
}

fn unpacked<D: Data>(value: &Packed<[D], Compact>) -> D {
    let unpacked = Packed::<Vec<D>, Compact>::unpack_from(value.as_bytes()).expect(READS);
    unpacked.into_iter().next().expect(READS)
}

impl<D: Data, const FOLLOWED: bool> Format<D> for InColumns<FOLLOWED> {
    const NAME: &'static str = "packed-data-columns";
    const LAYOUT: &'static str = if FOLLOWED { "for a compressor" } else { "" };

    type Value = Packed<[D], Compact>;
    type Kept = Vec<u8>;

    fn serialize(&mut self, data: &D) -> &[u8] {
        let packed = Packed::<[D], Compact>::pack(std::slice::from_ref(data));
        self.bytes = encode(&packed, Options::new().compressed(FOLLOWED));
        &self.bytes
    }

    fn keep(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn bytes(kept: &Vec<u8>) -> &[u8] {
        kept
    }

    fn deserialize(&mut self, bytes: &[u8]) -> Packed<[D], Compact> {
        decoded(bytes)
    }

    fn is(value: &Packed<[D], Compact>, data: &D) -> bool {
        unpacked(value) == *data
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        unpacked::<D>(&decoded(bytes)).query()
    }

    fn update(&mut self, kept: &mut Vec<u8>) {
        let mut data = unpacked::<D>(&decoded(kept));
        data.update();
        *kept = Format::<D>::serialize(self, &data).to_vec();
    }
}
