//! `retain` and `append` of whole packed sequences, sets and maps, which keep their type.

use crate::cursor::Cursor;
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, Within};
use crate::shape::{Field, SequenceShape};
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// The canonical type of the elements of `S`.
type Element<S> = <<S as SequenceShape>::Element as Field>::Of;

impl<T, S, L: Layout, B: Buffer> Packed<T, L, B>
where
    T: Packable + ?Sized,
    T::As: Packable<As = T::As, Shape = S>,
    S: SequenceShape,
    S::Element: Field<Access<L> = L>,
{
    /// Makes a sequence, set or map of the same type from the elements for which `keep` returns `true`; they are
    /// copied as bytes. `keep` need not read an element to its end; for an element of a map it receives an
    /// [`Entry`](crate::view::Entry). (Inside a [`transform`](Self::transform), [`Cursor::retain`] does the same.)
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Record { level: u8, message: String }
    ///
    /// fn warnings(log: &Packed<Vec<Record>>) -> Packed<Vec<Record>> {
    ///     log.retain(|record| record.fields().read().0 >= 3)
    /// }
    ///
    /// let log = vec![Record { level: 1, message: "start".into() }, Record { level: 3, message: "full".into() }];
    /// assert_eq!(warnings(&Packed::pack(&log)), Packed::pack(&log[1..]).cast());
    ///
    /// let ages = Packed::<BTreeMap<String, u8>>::pack(&BTreeMap::from([("Ann".into(), 30), ("Ben".into(), 4)]));
    /// assert_eq!(ages.retain(|entry| entry.view().1 >= 18).view().len(), 1);
    /// ```
    ///
    /// Allocates one buffer, as [`transform`](Self::transform) does.
    ///
    /// # Panics
    ///
    /// Panics if [`Within::retain`] with [`Limits::DEFAULT`] returns an error.
    pub fn retain<'a>(&'a self, keep: impl for<'x> FnMut(Cursor<'a, 'x, Element<S>, L>) -> bool) -> Packed<T, L> {
        self.within(&Limits::DEFAULT).retain(keep).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }

    /// Makes a sequence, set or map of the same type from the elements of this one and then those of `other`, whose
    /// elements have the same type. The elements are copied as bytes; those of a set or map are sorted.
    ///
    /// (To add values, or elements of several sequences, use [`Cursor::append`] in a [`transform`](Self::transform), or
    /// [`ItemWriter::append_packed`](crate::build::ItemWriter::append_packed).)
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let monday = Packed::<Vec<String>>::pack(&vec!["to".into()]);
    /// let tuesday = Packed::<Vec<String>>::pack(&vec!["be".into()]);
    /// let both: Packed<Vec<String>> = monday.append(&tuesday);
    /// assert_eq!(both.view(), ["to", "be"]);
    /// ```
    ///
    /// Allocates one buffer, as [`transform`](Self::transform) does.
    ///
    /// # Panics
    ///
    /// Panics if [`Within::append`] with [`Limits::DEFAULT`] returns an error, as it does if two sets
    /// or maps have a key in common.
    pub fn append<U, Q, C>(&self, other: &Packed<U, L, C>) -> Packed<T, L>
    where
        U: Packable + ?Sized,
        U::As: Packable<As = U::As, Shape = Q>,
        Q: SequenceShape,
        Q::Element: Field<Of = Element<S>, Access<L> = L>,
        C: Buffer,
    {
        self.within(&Limits::DEFAULT).append(other).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }
}

impl<'p, T, S, L: Layout, B: Buffer> Within<'p, '_, T, L, B>
where
    T: Packable + ?Sized,
    T::As: Packable<As = T::As, Shape = S>,
    S: SequenceShape,
    S::Element: Field<Access<L> = L>,
{
    /// Makes a sequence, set or map of the same type from some of its elements, as [`Packed::retain`] does.
    ///
    /// ```
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into(), "you".into()]);
    /// let small = Limits { bytes: 4, ..Limits::DEFAULT };
    /// assert_eq!(words.within(&small).retain(|word| word.view() == "hi")?, Packed::pack(&vec!["hi".into()]));
    /// let error = words.within(&small).retain(|word| word.view() == "you").unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge { limit: 4 });
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`transform`](Self::transform): for a value that was
    /// validated or built within greater limits than these.
    pub fn retain(
        self,
        keep: impl for<'x> FnMut(Cursor<'p, 'x, Element<S>, L>) -> bool,
    ) -> Result<Packed<T, L>, Error> {
        self.transform::<T::As>(|items, needs| items.retain(needs, keep)).map(Packed::cast)
    }

    /// Makes a sequence, set or map of the same type from its elements and those of `other`, as [`Packed::append`]
    /// does.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let set = |items: &[u8]| Packed::<BTreeSet<u8>>::pack(&items.iter().copied().collect());
    /// assert_eq!(set(&[1, 5]).within(&Limits::DEFAULT).append(&set(&[3]))?, set(&[1, 3, 5]));
    /// let error = set(&[1, 5]).within(&Limits::DEFAULT).append(&set(&[5])).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::DuplicateKey);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`transform`](Self::transform): if the whole exceeds the
    /// limits, or two elements of a set or map have the same key.
    pub fn append<U, Q, C>(self, other: &Packed<U, L, C>) -> Result<Packed<T, L>, Error>
    where
        U: Packable + ?Sized,
        U::As: Packable<As = U::As, Shape = Q>,
        Q: SequenceShape,
        Q::Element: Field<Of = Element<S>, Access<L> = L>,
        C: Buffer,
    {
        self.transform::<T::As>(|items, needs| items.append(needs, |new| new.append_packed(other))).map(Packed::cast)
    }
}
