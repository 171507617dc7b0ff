//! How `wincode` treats a box in a recursive type.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use wincode::config::ConfigCore;
use wincode::io::{Reader, Writer};
use wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult};

/// A `Box<T>` as `wincode` implements it, except for `TYPE_META`: that of a box is computed from its contents, which is
/// a cycle if the contents contain the box.
pub(crate) struct Link<T>(PhantomData<T>);

// SAFETY: it writes the same bytes as a box, of the same size.
unsafe impl<T: SchemaWrite<C>, C: ConfigCore> SchemaWrite<C> for Link<T> {
    type Src = Box<T::Src>;

    #[inline]
    fn size_of(src: &Self::Src) -> WriteResult<usize> {
        Box::<T>::size_of(src)
    }

    #[inline]
    fn write(writer: impl Writer, src: &Self::Src) -> WriteResult<()> {
        Box::<T>::write(writer, src)
    }
}

// SAFETY: it initialises the same value as a box.
unsafe impl<'de, T: SchemaRead<'de, C>, C: ConfigCore> SchemaRead<'de, C> for Link<T> {
    type Dst = Box<T::Dst>;

    #[inline]
    fn read(reader: impl Reader<'de>, dst: &mut MaybeUninit<Self::Dst>) -> ReadResult<()> {
        Box::<T>::read(reader, dst)
    }
}
