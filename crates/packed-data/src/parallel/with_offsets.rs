//! Sequences that are validated and get their table in one pass.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::located::Located;
use super::offsets::Offsets;
use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, validate_and_note};
use crate::shape::{SequenceShape, ShapeOf, Sizes};
use crate::view::Seq;
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// A packed sequence, set or map with the table of where its elements begin, which the validation of its bytes has
/// made: in one pass, and without a proof of its own.
///
/// It contains the bytes, so that the table is never used with others. Nothing can be edited in it.
///
/// ```
/// use packed_data::parallel::WithOffsets;
/// use packed_data::{Cbor, Packed};
/// use rayon::prelude::*;
///
/// let words: Vec<String> = (0..200).map(|n| n.to_string()).collect();
/// let received = Packed::<Vec<String>, Cbor>::pack(&words).into_inner();
///
/// let words = WithOffsets::<Vec<String>, Cbor>::from_bytes(received)?;
/// assert_eq!(words.located().get(77), Some("77"));
/// assert_eq!(words.located().par_iter().map(str::len).sum::<usize>(), 490);
/// # Ok::<(), packed_data::Error>(())
/// ```
pub struct WithOffsets<T: ?Sized, L = Compact, B = Vec<u8>> {
    packed: Packed<T, L, B>,
    /// Invariant (Y9): the elements of `packed` begin at this offset of its bytes, and `offsets` is their table.
    first: usize,
    offsets: Offsets,
}

impl<T, L, B> WithOffsets<T, L, B>
where
    T: Packable + ?Sized,
    <T::As as Packable>::Shape: SequenceShape,
    L: Layout,
    B: Buffer,
{
    /// Validates bytes as [`Packed::from_bytes`] does, and records where elements begin.
    ///
    /// The verdict is the same, and so is the error. The table has at most 5 % of the bytes of the elements; it is the
    /// only thing that is allocated.
    ///
    /// # Errors
    ///
    /// As for [`Packed::from_bytes`].
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        Self::from_bytes_with(bytes, &Limits::DEFAULT)
    }

    /// Validates bytes as [`WithLimits::from_bytes`](crate::packed::WithLimits::from_bytes) does, within `limits`, and
    /// records where elements begin.
    ///
    /// # Errors
    ///
    /// As for [`WithLimits::from_bytes`](crate::packed::WithLimits::from_bytes).
    pub fn from_bytes_with(bytes: B, limits: &Limits) -> Result<Self, Error> {
        Located::<ElementOf<T>, L>::require();
        if let Some(size) = const { Sizes::<ShapeOf<ElementOf<T>>, L>::SIZE } {
            // (Their offsets are computed, and they are checked all at once.)
            let packed = Packed::with_limits(limits).from_bytes(bytes)?;
            let seq = Seq::<ElementOf<T>, L>::of(&packed.root());
            let (first, offsets) = (seq.size_of_header(), Offsets::of_static(seq.len(), size));
            return Ok(Self { packed, first, offsets });
        }
        let mut recorder = Offsets::recorder(None);
        let mut first = None;
        validate_and_note::<T, L>(bytes.as_bytes(), limits, |at| {
            recorder.push(at - *first.get_or_insert(at));
        })?;
        // SAFETY: `validate_and_note` accepted what `from_bytes_with` accepts with these limits. (A buffer has the same
        // bytes each time.) It passed the offset of each element in order, so Y9 holds.
        let packed = unsafe { Packed::from_bytes_unchecked(bytes) };
        Ok(Self { packed, first: first.unwrap_or_default(), offsets: recorder.finish() })
    }

    /// Returns the elements with their table, which is borrowed.
    pub fn located(&self) -> Located<'_, ElementOf<T>, L> {
        let elements = self.packed.as_bytes().get(self.first..).unwrap_or_default();
        // SAFETY: by K1 `packed` is a valid sequence; by Y9 its elements begin there, and this is their table. So Y2
        // holds. (Nothing edits the bytes: `packed` is only lent, and shared.)
        unsafe { Located::new(elements, Cow::Borrowed(&self.offsets)) }
    }

    /// Returns the sequence.
    pub fn packed(&self) -> &Packed<T, L, B> {
        &self.packed
    }

    /// Returns the sequence and the table: to save the table beside the bytes, or to edit the sequence. (From then on
    /// the table is not trusted: [`Located::verified`].)
    ///
    /// ```
    /// use packed_data::parallel::{InvalidOffsets, Located, WithOffsets};
    /// use packed_data::{Compact, Packed};
    ///
    /// let bytes = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]).into_inner();
    /// let (packed, offsets) = WithOffsets::<Vec<String>>::from_bytes(bytes).expect("valid bytes").into_parts();
    /// assert_eq!(Located::verified(&packed, offsets)?.get(1), Some("be"));
    /// # Ok::<(), InvalidOffsets>(())
    /// ```
    pub fn into_parts(self) -> (Packed<T, L, B>, Offsets) {
        (self.packed, self.offsets)
    }
}

/// The type of the elements.
type ElementOf<T> = <<<T as Packable>::As as Packable>::Shape as SequenceShape>::Element;
