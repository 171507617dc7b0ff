//! A UUID that every format can write.

use minicbor::bytes::ByteArray;
use minicbor::decode::{self, Decoder};
use minicbor::encode::{self, Encoder, Write};
use uuid::Uuid;

use super::Random;

/// A UUID; a type of its own, because minicbor has no implementation for the one of the crate `uuid`.
#[derive(
    Clone,
    Copy,
    Debug,
    PartialEq,
    packed_data::Packable,
    serde::Serialize,
    serde::Deserialize,
    bitcode::Encode,
    bitcode::Decode,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
)]
#[serde(transparent)]
#[packable(transparent)]
pub(crate) struct Id(pub(crate) Uuid);

impl Id {
    /// Returns a random UUID, of version 4.
    pub(crate) fn random(random: &mut Random) -> Self {
        let bits = u128::from(random.bits()) << 64 | u128::from(random.bits());
        Self(uuid::Builder::from_random_bytes(bits.to_be_bytes()).into_uuid())
    }
}

impl<C> minicbor::Encode<C> for Id {
    fn encode<W: Write>(&self, encoder: &mut Encoder<W>, _: &mut C) -> Result<(), encode::Error<W::Error>> {
        encoder.bytes(self.0.as_bytes())?.ok()
    }
}

impl<'b, C> minicbor::Decode<'b, C> for Id {
    fn decode(decoder: &mut Decoder<'b>, context: &mut C) -> Result<Self, decode::Error> {
        let bytes = ByteArray::<16>::decode(decoder, context)?;
        Ok(Self(Uuid::from_bytes(*bytes)))
    }
}
