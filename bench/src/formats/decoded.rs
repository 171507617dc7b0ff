//! The formats that share the types and decode to them: `bitcode`, `wincode`, `postcard`, `borsh`, `savefile`,
//! `minicbor`, `ciborium`, `rmp-serde`, `serde_json`.

use std::hint::black_box;

use super::data::Data;
use super::format::{Format, READS, WRITES};
use crate::Answer;
use crate::unlimited::UNLIMITED;

/// `bitcode`, with a buffer that keeps its allocations.
#[derive(Default)]
pub(super) struct Bitcode {
    buffer: bitcode::Buffer,
    other: bitcode::Buffer,
}

impl<D: Data> Format<D> for Bitcode {
    const NAME: &'static str = "bitcode";
    const BORROW: Option<fn(&mut Self, &[u8])> = Some(|this, bytes| {
        _ = black_box(this.buffer.decode::<D::Borrowed<'_>>(bytes).expect(READS));
    });

    type Value = D;
    type Kept = Vec<u8>;

    fn serialize(&mut self, data: &D) -> &[u8] {
        self.buffer.encode(data)
    }

    fn keep(bytes: &[u8]) -> Vec<u8> {
        bytes.to_vec()
    }

    fn bytes(kept: &Vec<u8>) -> &[u8] {
        kept
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D {
        self.other.decode(bytes).expect(READS)
    }

    fn is(value: &D, data: &D) -> bool {
        value == data
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        D::query_borrowed(&self.buffer.decode(bytes).expect(READS))
    }

    fn update(&mut self, kept: &mut Vec<u8>) {
        update::<D>(self, kept);
    }
}

/// Decodes the data, changes it, and encodes it again.
fn update<D: Data>(format: &mut impl Format<D, Value = D>, kept: &mut Vec<u8>) {
    let mut data = format.deserialize(kept);
    data.update();
    let bytes = format.serialize(&data);
    kept.clear();
    kept.extend_from_slice(bytes);
}

/// Implements [`Format`] with functions that encode to the end of a vector, decode, and decode to borrowed data.
macro_rules! formats {
    ($($name:ident = $known:literal: $encode:expr, $decode:expr, $($borrow:expr => $query:ident)?;)+) => {$(
        #[doc = concat!("`", $known, "`.")]
        #[derive(Default)]
        pub(super) struct $name {
            buffer: Vec<u8>,
        }

        impl<D: Data> Format<D> for $name {
            const NAME: &'static str = $known;
            $(const BORROW: Option<fn(&mut Self, &[u8])> = Some(|_, bytes| _ = black_box($borrow(bytes)));)?

            type Value = D;
            type Kept = Vec<u8>;

            fn serialize(&mut self, data: &D) -> &[u8] {
                self.buffer.clear();
                let encode: fn(&D, &mut Vec<u8>) = $encode;
                encode(data, &mut self.buffer);
                &self.buffer
            }

            fn keep(bytes: &[u8]) -> Vec<u8> {
                bytes.to_vec()
            }

            fn bytes(kept: &Vec<u8>) -> &[u8] {
                kept
            }

            fn deserialize(&mut self, bytes: &[u8]) -> D {
                let decode: fn(&[u8]) -> D = $decode;
                decode(bytes)
            }

            fn is(value: &D, data: &D) -> bool {
                value == data
            }

            #[allow(unreachable_code, reason = "the fastest way comes first")]
            fn query(&mut self, bytes: &[u8]) -> Answer {
                $(return D::$query(&$borrow(bytes));)?
                Format::<D>::deserialize(self, bytes).query()
            }

            fn update(&mut self, kept: &mut Vec<u8>) {
                update::<D>(self, kept);
            }
        }
    )+};
}

formats! {
    Wincode = "wincode":
        |data, buffer| wincode::config::serialize_into(buffer, data, UNLIMITED).expect(WRITES),
        |bytes| wincode::config::deserialize(bytes, UNLIMITED).expect(READS),
        wincode_in_place::<D> => query_in_place;
    Postcard = "postcard":
        |data, buffer| postcard::serialize_with_flavor(data, ToVec(buffer)).expect(WRITES),
        |bytes| postcard::from_bytes(bytes).expect(READS),
        postcard_borrowed::<D> => query_borrowed;
    Borsh = "borsh":
        |data, buffer| borsh::to_writer(buffer, data).expect(WRITES),
        |bytes| borsh::from_slice(bytes).expect(READS),;
    Savefile = "savefile":
        |data, buffer| savefile::save_noschema(buffer, 0, data).expect(WRITES),
        |mut bytes| savefile::load_noschema(&mut bytes, 0).expect(READS),;
    Minicbor = "minicbor":
        |data, buffer| minicbor::encode(data, buffer).expect(WRITES),
        |bytes| minicbor::decode(bytes).expect(READS),
        minicbor_borrowed::<D> => query_borrowed;
    Ciborium = "ciborium":
        |data, buffer| ciborium::into_writer(data, buffer).expect(WRITES),
        |bytes| ciborium::from_reader(bytes).expect(READS),;
    RmpSerde = "rmp-serde":
        |data, buffer| rmp_serde::encode::write(buffer, data).expect(WRITES),
        |bytes| rmp_serde::from_slice(bytes).expect(READS),
        rmp_borrowed::<D> => query_borrowed;
    SerdeJson = "serde_json":
        |data, buffer| serde_json::to_writer(buffer, data).expect(WRITES),
        |bytes| serde_json::from_slice(bytes).expect(READS),
        json_borrowed::<D> => query_borrowed;
}

fn wincode_in_place<D: Data>(bytes: &[u8]) -> D::InPlace<'_> {
    wincode::config::deserialize(bytes, UNLIMITED).expect(READS)
}

fn postcard_borrowed<D: Data>(bytes: &[u8]) -> D::Borrowed<'_> {
    postcard::from_bytes(bytes).expect(READS)
}

fn minicbor_borrowed<D: Data>(bytes: &[u8]) -> D::Borrowed<'_> {
    minicbor::decode(bytes).expect(READS)
}

fn rmp_borrowed<D: Data>(bytes: &[u8]) -> D::Borrowed<'_> {
    rmp_serde::from_slice(bytes).expect(READS)
}

fn json_borrowed<D: Data>(bytes: &[u8]) -> D::Borrowed<'_> {
    serde_json::from_slice(bytes).expect(READS)
}

/// Lets `postcard` write to the end of an existing vector.
struct ToVec<'v>(&'v mut Vec<u8>);

impl postcard::ser_flavors::Flavor for ToVec<'_> {
    type Output = ();

    #[inline(always)]
    fn try_push(&mut self, byte: u8) -> postcard::Result<()> {
        self.0.push(byte);
        Ok(())
    }

    #[inline(always)]
    fn try_extend(&mut self, bytes: &[u8]) -> postcard::Result<()> {
        self.0.extend_from_slice(bytes);
        Ok(())
    }

    fn finalize(self) -> postcard::Result<()> {
        Ok(())
    }
}
