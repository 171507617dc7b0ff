//! The data sets: their types, which all formats share, and the queries and updates on them. They are like those of
//! djkoloski's `rust_serialization_benchmark`: fields of the same types in the same order, the same number of entries,
//! and values that are distributed alike.

pub(crate) mod log;
pub(crate) mod mesh;
mod random;
pub(crate) mod saves;
pub(crate) mod updates;

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
use crate::unlimited::Unlimited;

/// Derives the traits of all formats that share the types. A type with texts has a parameter `S` for them: `String` in
/// owned data, `&str` in borrowed data.
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
            savefile_derive::Savefile,
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

/// Calls a function with each element of an archived vector, in place.
fn each_archived<T>(elements: Seal<'_, ArchivedVec<T>>, mut f: impl FnMut(Seal<'_, T>)) {
    let mut elements = ArchivedVec::as_slice_seal(elements);
    for index in 0..elements.len() {
        f(elements.as_mut().index(index));
    }
}

/// A data set. The query (`query`) and the update (`update`) are the same in every form.
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
    + savefile::Serialize
    + savefile::Deserialize
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
    /// The name of the data set.
    const NAME: &'static str;

    /// Number of entries, as in the public suite.
    const ENTRIES: usize;

    /// The same type with borrowed texts.
    type Borrowed<'a>: Unpack<'a>
        + Packable<As = Self::Borrowed<'a>>
        + serde::Deserialize<'a>
        + bitcode::Decode<'a>
        + minicbor::Decode<'a, ()>;

    /// The same type with every part borrowed that wincode can borrow.
    type InPlace<'a>: SchemaRead<'a, Unlimited, Dst = Self::InPlace<'a>>;

    /// Generates this number of entries.
    fn generate(random: &mut Random, entries: usize) -> Self;

    /// Runs the query over all entries.
    fn query(&self) -> Answer;

    /// Runs the query on borrowed texts.
    fn query_borrowed(data: &Self::Borrowed<'_>) -> Answer;

    /// Runs the query on the parts that wincode borrows.
    fn query_in_place(data: &Self::InPlace<'_>) -> Answer;

    /// Changes a few numbers in each entry.
    fn update(&mut self);

    /// Runs the query with a cursor.
    fn query_cursor<'id, L: Layout>(data: Cursor<'_, 'id, Self, L>) -> Done<'id, Answer, L>;

    /// Runs the query with views.
    fn query_view(data: &Packed<Self, Indexed, &[u8]>) -> Answer;

    /// Runs the query with lazy views of bytes that were not validated.
    ///
    /// # Errors
    ///
    /// If something that the query reads is not valid.
    fn query_lazy(bytes: &[u8]) -> Result<Answer, packed_data::Error>;

    /// Runs the update with a cursor.
    fn update_cursor<'id, L: Layout>(data: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>>;

    /// Runs the update with views.
    fn update_view(data: &mut Packed<Self, Indexed>);

    /// Runs the query on an rkyv archive.
    fn query_archived(data: &Self::Archived) -> Answer;

    /// Runs the update in an rkyv archive.
    fn update_archived(data: Seal<'_, Self::Archived>);
}
