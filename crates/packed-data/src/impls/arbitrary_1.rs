//! The crate `arbitrary`, version 1: an arbitrary packed value is made from an arbitrary value.

use arbitrary::{Arbitrary, Error, Result, Unstructured};

use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::Packed;
use crate::wire::limits::Limits;
use crate::with::With;

/// Generates a `T` and packs it. A fuzz target can take packed values as its input, in the layout in which it reads
/// them. (For bytes that need not be valid, it takes `&[u8]`.)
///
/// ```
/// use arbitrary::{Arbitrary, Unstructured};
/// use packed_data::{Indexed, Packed};
///
/// let mut input = Unstructured::new(b"the bytes of a fuzzer");
/// let packed = Packed::<Vec<(u8, bool)>, Indexed>::arbitrary(&mut input)?;
/// assert!(Packed::<Vec<(u8, bool)>, Indexed, _>::from_bytes(packed.as_bytes()).is_ok());
/// # Ok::<(), arbitrary::Error>(())
/// ```
impl<'a, T: Packable + Arbitrary<'a>, L: Layout> Arbitrary<'a> for Packed<T, L> {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
        pack(T::arbitrary(input)?)
    }

    fn arbitrary_take_rest(input: Unstructured<'a>) -> Result<Self> {
        pack(T::arbitrary_take_rest(input)?)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        T::size_hint(depth)
    }
}

/// Packs a value. One that has no packed form, or nests too deeply, is not a possible value.
fn pack<T: Packable, L: Layout>(value: T) -> Result<Packed<T, L>> {
    Packed::with_limits(&Limits::DEFAULT).pack(&value).map_err(|_| Error::IncorrectFormat)
}

impl<'a, T: Arbitrary<'a>, C> Arbitrary<'a> for With<T, C> {
    fn arbitrary(input: &mut Unstructured<'a>) -> Result<Self> {
        T::arbitrary(input).map(Self::new)
    }

    fn arbitrary_take_rest(input: Unstructured<'a>) -> Result<Self> {
        T::arbitrary_take_rest(input).map(Self::new)
    }

    fn size_hint(depth: usize) -> (usize, Option<usize>) {
        T::size_hint(depth)
    }
}
