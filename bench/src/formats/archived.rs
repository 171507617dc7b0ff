//! `rkyv`.

use std::hint::black_box;
use std::mem::take;

use rkyv::api::high::to_bytes_in_with_alloc;
use rkyv::rancor::Error;
use rkyv::ser::allocator::Arena;
use rkyv::util::AlignedVec;

use super::data::Data;
use super::format::{Format, READS, WRITES};
use crate::Answer;

/// `rkyv` with its defaults: little-endian, aligned, 32-bit pointers.
#[derive(Default)]
pub(super) struct Rkyv {
    buffer: AlignedVec,
    arena: Arena,
}

/// An archive.
pub(super) struct Archive {
    /// Invariant (A1): one valid archive, of the `D` for which [`Format::keep`] made it.
    bytes: AlignedVec,
}

/// Checks bytes.
fn checked<D: Data>(bytes: &[u8]) -> &D::Archived {
    rkyv::access::<D::Archived, Error>(bytes).expect(READS)
}

impl<D: Data> Format<D> for Rkyv {
    const NAME: &'static str = "rkyv";
    const BORROW: Option<fn(&mut Self, &[u8])> = Some(|_, bytes| _ = black_box(checked::<D>(bytes)));
    const VALIDATE: Option<fn(&[u8])> = Some(|bytes| _ = black_box(checked::<D>(bytes)));
    const READ: Option<fn(&Archive) -> Answer> = Some(|kept| {
        // SAFETY: A1.
        D::query_archived(unsafe { rkyv::access_unchecked(&kept.bytes) })
    });

    type Value = D;
    type Kept = Archive;

    fn serialize(&mut self, data: &D) -> &[u8] {
        let mut buffer = take(&mut self.buffer);
        buffer.clear();
        self.buffer = to_bytes_in_with_alloc::<_, _, Error>(data, buffer, self.arena.acquire()).expect(WRITES);
        &self.buffer
    }

    fn keep(bytes: &[u8]) -> Archive {
        let mut aligned = AlignedVec::with_capacity(bytes.len());
        aligned.extend_from_slice(bytes);
        _ = checked::<D>(&aligned);
        Archive { bytes: aligned }
    }

    fn bytes(kept: &Archive) -> &[u8] {
        &kept.bytes
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D {
        rkyv::from_bytes::<D, Error>(bytes).expect(READS)
    }

    fn is(value: &D, data: &D) -> bool {
        value == data
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        D::query_archived(checked::<D>(bytes))
    }

    fn update(&mut self, kept: &mut Archive) {
        // SAFETY: A1; changes through a seal keep the archive valid.
        D::update_archived(unsafe { rkyv::access_unchecked_mut(&mut kept.bytes) });
    }
}
