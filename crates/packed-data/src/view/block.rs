//! Sequences and arrays of types that are copied whole, borrowed as slices.

use zerocopy::TryFromBytes;

use super::{Array, Seq, Slice};
use crate::layout::{Layout, Position, RandomAccess};
use crate::shape::{InMemory, ShapeOf, Sizes, elements_of, is_copied};

impl<'a, T: InMemory, L: Layout> Seq<'a, T, L> {
    /// Returns the elements as a slice in memory, if that is possible without a copy.
    ///
    /// Three conditions must hold: the elements are stored as they are in memory (see [`InMemory`]), the bytes happen
    /// to be aligned for their type, and the byte order is that of the machine. A type that is `zerocopy::Unaligned` is
    /// always aligned. For others it depends on where in the buffer the sequence begins, so that a program needs a
    /// second way: the views of the elements, or [`View::unpack`](crate::View::unpack), which copies all of them at
    /// once.
    ///
    /// Takes constant time if the type derives `zerocopy::FromBytes`. Otherwise, such as for a struct with a `bool`,
    /// `zerocopy` looks at each element.
    ///
    /// ```
    /// use packed_data::{Compact, Packable, Packed};
    /// use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned};
    ///
    /// #[derive(Packable, FromBytes, Immutable, IntoBytes, KnownLayout, Unaligned)]
    /// #[packable(zerocopy)]
    /// #[repr(C)]
    /// struct Pixel {
    ///     red: u8,
    ///     green: u8,
    ///     blue: u8,
    /// }
    ///
    /// let packed = Packed::<Vec<Pixel>, Compact>::pack(&vec![Pixel { red: 9, green: 5, blue: 1 }]);
    /// let pixels: &[Pixel] = packed.view().as_slice().unwrap();
    /// assert_eq!(pixels[0].green, 5);
    /// ```
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if !const { is_copied::<T, L>() } {
            return None;
        }
        // SAFETY: the test above has found that sequences of `T` are copied whole; by Q1 `header` was read from a valid
        // one, in bytes that live for `'a`.
        let (bytes, _) = unsafe { elements_of::<T, L>(self.header) };
        borrowed(bytes)
    }
}

impl<'a, T: InMemory, L: RandomAccess> Slice<'a, T, L> {
    /// Returns the elements as a slice in memory, as [`Seq::as_slice`] does.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        self.seq.as_slice()?.get(self.range.0..self.range.1)
    }
}

impl<'a, T: InMemory, const N: usize, L: Layout> Array<'a, T, N, L> {
    /// Returns the elements that the iterator has not returned as a slice in memory, as [`Seq::as_slice`] does.
    pub fn as_slice(&self) -> Option<&'a [T]> {
        if !const { is_copied::<T, L>() } {
            return None;
        }
        let size = const { Sizes::<ShapeOf<T>, L>::SIZE }.unwrap_or(0);
        // SAFETY: by Y1 elements `index..N` are stored from `pos` on, each of this size, with nothing between them, in
        // bytes that live for `'a`.
        borrowed(unsafe { self.pos.bytes_to(self.pos.advance((N - self.index) * size)) })
    }
}

/// Returns bytes as values, if `zerocopy` finds that they are, at an address that is aligned.
fn borrowed<T: InMemory>(bytes: &[u8]) -> Option<&[T]> {
    if bytes.is_empty() { Some(&[]) } else { <[T]>::try_ref_from_bytes(bytes).ok() }
}
