//! How `wincode` is to treat a box in a recursive type.

use std::marker::PhantomData;
use std::mem::MaybeUninit;

use wincode::config::ConfigCore;
use wincode::io::{Reader, Writer};
use wincode::{ReadResult, SchemaRead, SchemaWrite, WriteResult};

/// A `Box<T>` as `wincode` has it, but for `TYPE_META`: that of a box is computed from the contents', which goes in
/// circles where those contain the box.
pub(crate) struct Link<T>(PhantomData<T>);

// SAFETY: it writes what a box writes, so many bytes.
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

// SAFETY: it makes what a box makes.
unsafe impl<'de, T: SchemaRead<'de, C>, C: ConfigCore> SchemaRead<'de, C> for Link<T> {
    type Dst = Box<T::Dst>;

    #[inline]
    fn read(reader: impl Reader<'de>, dst: &mut MaybeUninit<Self::Dst>) -> ReadResult<()> {
        Box::<T>::read(reader, dst)
    }
}
