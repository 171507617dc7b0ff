//! The data sets: their types, which every format shares, and what is asked of them.

mod id;
pub(crate) mod log;
pub(crate) mod mesh;
mod random;
pub(crate) mod saves;
pub(crate) mod updates;

pub(crate) use id::Id;
pub(crate) use random::Random;

use borsh::{BorshDeserialize, BorshSerialize};
use packed_data::{Cursor, Done, Edit, Indexed, Layout, Packable, Packed, Unpack};
use rkyv::api::high::{HighDeserializer, HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor;
use rkyv::seal::Seal;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use rkyv::vec::ArchivedVec;
use wincode::{SchemaRead, SchemaWrite};

use crate::Answer;
use crate::codecs::Unlimited;

/// Derives what the formats need that share the types. A type has a parameter `S` where it has texts: `String` in what
/// owns them, `&str` in what borrows them.
macro_rules! in_every_format {
    ($($item:item)*) => {$(
        #[derive(
            Clone,
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
            minicbor::Encode,
            minicbor::Decode,
            rkyv::Archive,
            rkyv::Serialize,
            rkyv::Deserialize,
        )]
        $item
    )*};
}
use in_every_format;

/// Does something with each element of an archived vector, in place.
fn each_archived<T>(elements: Seal<'_, ArchivedVec<T>>, mut f: impl FnMut(Seal<'_, T>)) {
    let mut elements = ArchivedVec::as_slice_seal(elements);
    for index in 0..elements.len() {
        f(elements.as_mut().index(index));
    }
}

/// A data set. What is asked of it (`query`) and what is changed in it (`update`) is the same in every form.
pub(crate) trait Data:
    PartialEq
    + Packable<As = Self>
    + for<'a> Unpack<'a>
    + serde::Serialize
    + serde::de::DeserializeOwned
    + bitcode::Encode
    + bitcode::DecodeOwned
    + BorshSerialize
    + BorshDeserialize
    + SchemaWrite<Unlimited, Src = Self>
    + for<'a> SchemaRead<'a, Unlimited, Dst = Self>
    + minicbor::Encode<()>
    + for<'a> minicbor::Decode<'a, ()>
    + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, rancor::Error>>
    + rkyv::Archive<
        Archived: rkyv::Portable
                      + for<'a> CheckBytes<HighValidator<'a, rancor::Error>>
                      + rkyv::Deserialize<Self, HighDeserializer<rancor::Error>>,
    > + 'static
{
    /// What it is called.
    const NAME: &'static str;

    /// How many entries make a few megabytes.
    const ENTRIES: usize;

    /// The same with texts that are borrowed.
    type Borrowed<'a>: Unpack<'a>
        + Packable<As = Self::Borrowed<'a>>
        + serde::Deserialize<'a>
        + bitcode::Decode<'a>
        + minicbor::Decode<'a, ()>;

    /// The same with everything borrowed that wincode can borrow.
    type InPlace<'a>: SchemaRead<'a, Unlimited, Dst = Self::InPlace<'a>>;

    /// So many entries.
    fn generate(random: &mut Random, entries: usize) -> Self;

    /// The query, over all entries.
    fn query(&self) -> Answer;

    /// The query on borrowed texts.
    fn query_borrowed(data: &Self::Borrowed<'_>) -> Answer;

    /// The query on what wincode borrows.
    fn query_in_place(data: &Self::InPlace<'_>) -> Answer;

    /// Changes one number in each entry.
    fn update(&mut self);

    /// The query with a cursor.
    fn query_cursor<'id, L: Layout>(data: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L>;

    /// The query with views.
    fn query_view(data: &Packed<Self, Indexed, &[u8]>) -> Answer;

    /// The update with a cursor.
    fn update_cursor<'id, L: Layout>(data: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>>;

    /// The update with views.
    fn update_view(data: &mut Packed<Self, Indexed>);

    /// The query on an archive of rkyv.
    fn query_archived(data: &Self::Archived) -> Answer;

    /// The update in an archive of rkyv.
    fn update_archived(data: Seal<'_, Self::Archived>);
}
