//! `packed-data`, in the layouts that are compared.

use std::hint::black_box;
use std::marker::PhantomData;

use packed_data::{Layout, Packed, pack_into};

use super::data::Data;
use super::format::{Format, READS, WRITES};
use crate::{Answer, layouts};

/// A layout, and the way of reading that suits it.
pub(super) trait Reads: Layout {
    /// Runs the query.
    fn query<D: Data>(packed: &Packed<D, Self, &[u8]>) -> Answer;

    /// Runs the update.
    fn update<D: Data>(packed: &mut Packed<D, Self>);
}

/// Takes the list of layouts: those that are compared are read and updated with views if they have random access, with
/// cursors otherwise.
macro_rules! reads {
    ($(
        $layout:ident $L:ty: $family:ident $shapes:ident, $wire:expr, $order:expr, $floats:literal,
        $views:tt $edit:tt $few:tt $bench:tt;
    )+) => {$(
        reads! { @ $bench $views $L }
    )+};
    (@ [bench] [views] $L:ty) => {
        impl Reads for $L {
            fn query<D: Data>(packed: &Packed<D, Self, &[u8]>) -> Answer {
                D::query_view(packed)
            }

            fn update<D: Data>(packed: &mut Packed<D, Self>) {
                D::update_view(packed);
            }
        }
    };
    (@ [bench] [] $L:ty) => {
        impl Reads for $L {
            fn query<D: Data>(packed: &Packed<D, Self, &[u8]>) -> Answer {
                packed.read(D::query_cursor)
            }

            fn update<D: Data>(packed: &mut Packed<D, Self>) {
                packed.edit(D::update_cursor);
            }
        }
    };
    (@ [] $views:tt $L:ty) => {};
}

layouts! { [reads] }

/// `packed-data` in layout `L`.
pub(super) struct InLayout<L> {
    buffer: Vec<u8>,
    layout: PhantomData<L>,
}

impl<L> Default for InLayout<L> {
    fn default() -> Self {
        Self { buffer: Vec::new(), layout: PhantomData }
    }
}

/// Checks bytes.
fn checked<D: Data, L: Layout>(bytes: &[u8]) -> Packed<D, L, &[u8]> {
    Packed::from_bytes(bytes).expect(READS)
}

impl<D: Data, L: Reads> Format<D> for InLayout<L> {
    const NAME: &'static str = "packed-data";
    const LAYOUT: &'static str = L::NAME;
    const BORROW: Option<fn(&mut Self, &[u8])> = Some(|_, bytes| _ = black_box(checked::<D, L>(bytes)));
    const VALIDATE: Option<fn(&[u8])> = Some(|bytes| _ = black_box(checked::<D, L>(bytes)));
    const READ: Option<fn(&Self::Kept) -> Answer> = Some(|kept| L::query(&kept.as_slice()));

    type Value = D;
    type Kept = Packed<D, L>;

    fn serialize(&mut self, data: &D) -> &[u8] {
        self.buffer.clear();
        pack_into::<D, L>(data, &mut self.buffer).expect(WRITES);
        &self.buffer
    }

    fn keep(bytes: &[u8]) -> Packed<D, L> {
        checked(bytes).to_vec()
    }

    fn bytes(kept: &Packed<D, L>) -> &[u8] {
        kept.as_bytes()
    }

    fn deserialize(&mut self, bytes: &[u8]) -> D {
        Packed::<D, L>::unpack_from(bytes).expect(READS)
    }

    fn is(value: &D, data: &D) -> bool {
        value == data
    }

    fn query(&mut self, bytes: &[u8]) -> Answer {
        L::query(&checked::<D, L>(bytes))
    }

    fn update(&mut self, kept: &mut Packed<D, L>) {
        L::update(kept);
    }
}

/// Checks bytes, unpacks structs with borrowed texts, and runs the query on them.
pub(super) fn unpack_borrowed<D: Data, L: Layout>(bytes: &[u8]) -> Answer {
    let data = Packed::<D::Borrowed<'_>, L>::unpack_from(bytes).expect(READS);
    D::query_borrowed(black_box(&data))
}
