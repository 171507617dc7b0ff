//! Copies whole packed values to a place that is being built.

use super::{Buffer, Packed};
use crate::build::{Filled, ItemWriter, Needs, NeedsFields};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{Field, List, SequenceShape};

impl<'id, T: Packable + ?Sized, L: Layout> Needs<'id, T, L> {
    /// Copies a whole packed value with one `memcpy`. If the value nests, it is first checked that at this place it
    /// does not nest more deeply than the limits allow.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let word = Packed::<String>::pack(&"hi".into());
    /// let twice = Packed::<(String, String), Compact>::build(|needs| {
    ///     needs.fields().put_packed(&word).with(|second| second.put_packed(&word)).done()
    /// });
    /// assert_eq!(twice.view(), ("hi", "hi"));
    /// ```
    pub fn put_packed<V: Packable<As = T> + ?Sized, B: Buffer>(self, packed: &Packed<V, L, B>) -> Filled<'id> {
        // SAFETY: by K1 the bytes are those of one valid value.
        unsafe { self.copy(packed.as_bytes()) }
    }
}

impl<'id, T: Field, R: List, L: Layout> NeedsFields<'id, (T, R), L> {
    /// Fills the first field with a copy of a whole packed value.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let word = Packed::<String>::pack(&"hi".into());
    /// let built = Packed::<(u8, String), Compact>::build(|needs| needs.fields().put(&1).put_packed(&word).done());
    /// assert_eq!(built.view(), (1, "hi"));
    /// ```
    pub fn put_packed<V, B>(self, packed: &Packed<V, L, B>) -> NeedsFields<'id, R, L>
    where
        V: Packable<As = T::Of> + ?Sized,
        B: Buffer,
    {
        self.with(|needs| needs.put_packed(packed))
    }
}

impl<'id, S: SequenceShape, L: Layout> ItemWriter<'id, S, L> {
    /// Writes a copy of a whole packed value as one more element.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let word = Packed::<String>::pack(&"hi".into());
    /// let words = Packed::<Vec<String>, Compact>::build(|needs| needs.sequence(2).put("oh").put_packed(&word).done());
    /// assert_eq!(words.view(), ["oh", "hi"]);
    /// ```
    pub fn put_packed<V, B>(self, packed: &Packed<V, L, B>) -> Self
    where
        V: Packable<As = <S::Element as Field>::Of> + ?Sized,
        B: Buffer,
    {
        self.push(|needs| needs.put_packed(packed))
    }

    /// Copies all elements of a whole packed sequence, set or map, as [`append`](Self::append) does with those of a
    /// cursor. Its elements have the same type.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["be".into(), "or".into()]);
    /// let more = Packed::<Vec<String>, Compact>::build(|needs| {
    ///     needs.sequence(3).put("to").append_packed(&words).done()
    /// });
    /// assert_eq!(more.view(), ["to", "be", "or"]);
    /// ```
    pub fn append_packed<V, Q, B>(self, packed: &Packed<V, L, B>) -> Self
    where
        V: Packable + ?Sized,
        V::As: Packable<As = V::As, Shape = Q>,
        Q: SequenceShape,
        Q::Element: Field<Of = <S::Element as Field>::Of, Access<L> = L>,
        B: Buffer,
    {
        packed.read(|items| self.append(items))
    }
}
