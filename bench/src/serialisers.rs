//! Serialisers, each as in the first example of its documentation: they encode into fresh memory, and decode bytes to
//! an owned value.

use std::hint::black_box;

use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::unlimited::{UNLIMITED, Unlimited};
use crate::{Answer, Comparison};

const ENCODES: &str = "encoding fails only without memory";
const DECODES: &str = "encoded bytes can be decoded";

/// A serialiser for values of type `T`.
pub(crate) trait Serialiser<T> {
    /// The name of the contestant.
    const NAME: &'static str;

    /// The encoded bytes.
    type Bytes;

    /// Encodes a value.
    fn encode(value: &T) -> Self::Bytes;

    /// Decodes a value, with all checks.
    fn decode(bytes: &Self::Bytes) -> T;

    /// Adds the encoding of a value to a comparison; `answer` returns the answer of a decoded value.
    fn add_encode<'c>(on: &mut Comparison<'c>, value: &'c T, answer: fn(&T) -> Answer)
    where
        Self::Bytes: 'c,
    {
        on.add(Self::NAME, "", || Self::encode(black_box(value)), move |bytes| answer(&Self::decode(bytes)));
    }

    /// Adds the decoding of an encoded value to a comparison.
    fn add_decode<'c>(on: &mut Comparison<'c>, value: &'c T, answer: fn(&T) -> Answer)
    where
        Self::Bytes: 'c,
    {
        let bytes = Self::encode(value);
        on.add(Self::NAME, "", move || Self::decode(black_box(&bytes)), answer);
    }
}

/// [`rkyv`], from archive to value.
pub(crate) enum Rkyv {}

impl<T> Serialiser<T> for Rkyv
where
    T: for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, rancor::Error>>,
    T::Archived: rkyv::Deserialize<T, HighDeserializer<rancor::Error>>,
    T::Archived: for<'a> CheckBytes<HighValidator<'a, rancor::Error>>,
{
    const NAME: &'static str = "rkyv";
    type Bytes = AlignedVec;

    fn encode(value: &T) -> AlignedVec {
        rkyv::to_bytes::<rancor::Error>(value).expect(ENCODES)
    }

    fn decode(bytes: &AlignedVec) -> T {
        rkyv::from_bytes::<T, rancor::Error>(bytes).expect(DECODES)
    }
}

/// [`minicbor`].
pub(crate) enum Minicbor {}

impl<T: minicbor::Encode<()> + for<'b> minicbor::Decode<'b, ()>> Serialiser<T> for Minicbor {
    const NAME: &'static str = "minicbor";
    type Bytes = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        minicbor::to_vec(value).expect(ENCODES)
    }

    fn decode(bytes: &Vec<u8>) -> T {
        minicbor::decode(bytes).expect(DECODES)
    }
}

/// [`wincode`], without its limit of 4 MiB.
pub(crate) enum Wincode {}

impl<T: wincode::SchemaWrite<Unlimited, Src = T> + for<'b> wincode::SchemaRead<'b, Unlimited, Dst = T>> Serialiser<T>
    for Wincode
{
    const NAME: &'static str = "wincode";
    type Bytes = Vec<u8>;

    fn encode(value: &T) -> Vec<u8> {
        wincode::config::serialize(value, UNLIMITED).expect(ENCODES)
    }

    fn decode(bytes: &Vec<u8>) -> T {
        wincode::config::deserialize(bytes, UNLIMITED).expect(DECODES)
    }
}

/// Implements [`Serialiser`] for serialisers that encode into `Vec<u8>`.
macro_rules! codecs {
    ($($(#[$doc:meta])* $name:ident = $known:literal: [$($bound:tt)+], $encode:expr, $decode:expr;)+) => {$(
        $(#[$doc])*
        pub(crate) enum $name {}

        impl<T: $($bound)+> Serialiser<T> for $name {
            const NAME: &'static str = $known;
            type Bytes = Vec<u8>;

            fn encode(value: &T) -> Vec<u8> {
                $encode(value)
            }

            fn decode(bytes: &Vec<u8>) -> T {
                $decode(bytes)
            }
        }
    )+};
}

codecs! {
    /// [`bitcode`].
    Bitcode = "bitcode": [bitcode::Encode + bitcode::DecodeOwned],
        |value| bitcode::encode(value),
        |bytes: &Vec<u8>| bitcode::decode(bytes).expect(DECODES);
    /// [`borsh`].
    Borsh = "borsh": [borsh::BorshSerialize + borsh::BorshDeserialize],
        |value| borsh::to_vec(value).expect(ENCODES),
        |bytes: &Vec<u8>| borsh::from_slice(bytes).expect(DECODES);
    /// [`postcard`].
    Postcard = "postcard": [Serialize + DeserializeOwned],
        |value| postcard::to_stdvec(value).expect(ENCODES),
        |bytes: &Vec<u8>| postcard::from_bytes(bytes).expect(DECODES);
    /// [`prost`].
    Prost = "prost": [prost::Message + Default],
        prost::Message::encode_to_vec,
        |bytes: &Vec<u8>| T::decode(bytes.as_slice()).expect(DECODES);
    /// [`ciborium`], without its limit on depth.
    Ciborium = "ciborium": [Serialize + DeserializeOwned],
        |value| {
            let mut bytes = Vec::new();
            ciborium::into_writer(value, &mut bytes).expect(ENCODES);
            bytes
        },
        |bytes: &Vec<u8>| ciborium::de::from_reader_with_recursion_limit(bytes.as_slice(), usize::MAX).expect(DECODES);
    /// [`rmp_serde`], without its limit on depth.
    RmpSerde = "rmp-serde": [Serialize + DeserializeOwned],
        |value| rmp_serde::to_vec(value).expect(ENCODES),
        |bytes: &Vec<u8>| {
            let mut deserializer = rmp_serde::Deserializer::from_read_ref(bytes);
            deserializer.set_max_depth(usize::MAX);
            T::deserialize(&mut deserializer).expect(DECODES)
        };
    /// [`serde_json`].
    SerdeJson = "serde_json": [Serialize + DeserializeOwned],
        |value| serde_json::to_vec(value).expect(ENCODES),
        |bytes: &Vec<u8>| serde_json::from_slice(bytes).expect(DECODES);
}
