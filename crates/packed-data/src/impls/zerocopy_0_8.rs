//! The crate `zerocopy`, version 0.8: the types of the language that can be copied whole.

use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};

use crate::shape::{InMemory, Memory};

macro_rules! scalars {
    ($($T:ty),+ $(,)?) => {$(
        impl InMemory for $T {
            const MEMORY: Memory = Memory::of_scalar::<Self>();
        }
    )+};
}

scalars!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char);
scalars!(NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize);
scalars!(NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize);

impl<T: InMemory, const N: usize> InMemory for [T; N] {
    const MEMORY: Memory = Memory::Repeat(&T::MEMORY, N);
}
