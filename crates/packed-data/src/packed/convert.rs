//! Converts packed data to another layout, or to another type with the same canonical type.

use core::any::type_name;
use core::marker::PhantomData;

use super::{Buffer, Packed, Within};
use crate::build::{Filled, Needs};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::wire::error::Error;
use crate::wire::identity::erased_id;
use crate::wire::levels::TooDeep;
use crate::wire::limits::Limits;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Converts the value into layout `M`, without an owned value between the two.
    ///
    /// The result is what `Packed::<T, M>::pack` would write for the unpacked value. In [`Cbor`](crate::Cbor) that is
    /// the deterministic form, so a conversion from `Cbor` to `Cbor` changes bytes that another program wrote
    /// differently. Fields that the type does not know are dropped, absent fields with `#[packable(default)]` are
    /// written with their default, and so is the place of a [`Reserved`](crate::types::Reserved): also in a conversion
    /// to the same layout. (To keep such bytes as they are, copy them: [`Cursor::copy_to`], or a clone.) A type that
    /// layout `M` cannot hold does not compile, as in `pack`.
    ///
    /// ```
    /// use packed_data::{Cbor, Indexed, Packed};
    ///
    /// let words: Vec<String> = vec!["to".into(), "be".into()];
    /// let compact: Packed<Vec<String>> = Packed::pack(&words);
    /// let indexed = compact.convert::<Indexed>()?;
    /// assert_eq!(indexed.view().get(1), Some("be"));
    /// assert_eq!(indexed.convert::<Cbor>()?, Packed::pack(&words));
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// ```compile_fail,E0080
    /// use packed_data::layout::haskell::Store;
    /// use packed_data::{Cbor, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Grown(u8, #[packable(default)] u8); // may lack a field, which `Store` cannot express
    ///
    /// _ = Packed::<Grown, Cbor>::pack(&Grown(1, 2)).convert::<Store>();
    /// ```
    ///
    /// Takes time linear in the bytes, except for sorting, and bounded stack. Allocates one buffer, with as many bytes
    /// as this value has, as [`transform`](Self::transform) does.
    ///
    /// The layouts of CBOR and all others have different orders of keys. Therefore, in a conversion from or to a layout
    /// of CBOR, sets and maps are written first and then sorted. For that, one word is allocated for each element of
    /// the sets and maps that are open at the same time; and for a set or map that is not in order, a copy of its
    /// elements with two words for each. (To CBOR, keys that contain sets or maps may be compared by sort keys, which
    /// are allocated too.) Between the other layouts nothing is sorted, except to
    /// [`Binary`](crate::layout::haskell::Binary), in which different floats may become one.
    ///
    /// In a map that is in the values of four others, the entries are ordered first, and then written, so that their
    /// bytes do not move once for each level. For that, five words are allocated for each entry of the maps that are
    /// open at the same time, and the bytes by which these entries are sorted: the converted keys, or sort keys; and
    /// for each element of more than 64 bytes in these maps, six words.
    ///
    /// # Errors
    ///
    /// Returns the error of [`Within::convert`] with [`Limits::DEFAULT`].
    pub fn convert<M: Layout>(&self) -> Result<Packed<T, M>, Error> {
        self.within(&Limits::DEFAULT).convert()
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Within<'_, '_, T, L, B> {
    /// Converts the value into layout `M`, as [`Packed::convert`] does.
    ///
    /// ```
    /// use packed_data::{Compact, ErrorKind, Indexed, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into()]);
    /// let error = words.within(&Limits { bytes: 8, ..Limits::DEFAULT }).convert::<Indexed>().unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooLarge { limit: 8 });
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`WithLimits::build`](super::WithLimits::build). Valid data can exceed
    /// the limits if it was validated within others, or because limits are measured on the bytes: a `()` takes a byte
    /// in `Cbor`, and none in `Compact`, where [`Limits::empty_elements`] bounds how many there are. The data in a
    /// variant marked `#[packable(other)]` is refused by `Cbor` if it is a constructor that the type knows.
    ///
    /// The error has the offset of the part that could not be written, and no path.
    pub fn convert<M: Layout>(self) -> Result<Packed<T, M>, Error> {
        let Self { packed, limits } = self;
        // SAFETY: by K1 a valid value is stored at the beginning of the bytes.
        Packed::build_from(packed.as_bytes().len(), limits, |needs: Needs<'_, T::As, M>| unsafe {
            needs.convert::<L>(packed.start())
        })
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Returns the same bytes as another type with the same [canonical type](Packable::As), without copying or checking
    /// them: a `Packed<[T]>` as a `Packed<Vec<T>>`, a `Packed<Map<K, V>>` as a `Packed<HashMap<K, V>>`, or a
    /// `Packed<Tree>` as a `Packed<Box<Tree>>`.
    ///
    /// Types with the same canonical type have the same packed form. Functions that return packed data, such as
    /// [`transform`](Self::transform), return the canonical type, which often can be neither unpacked nor compared with
    /// the original.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let words: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    /// let more = words.transform::<[u8]>(|words, needs| {
    ///     words.map_items(needs, |word, needs| word.read().map(|n| needs.put(&(n + 1))))
    /// });
    /// let more = more.cast::<Vec<u8>>();
    /// assert_eq!(more.unpack()?, [2, 3]);
    /// assert_ne!(more, words);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// Often the type is inferred: `assert_eq!(transformed.cast(), original)`. Borrow the bytes to keep the value:
    /// `packed.as_slice().cast::<U>()`.
    pub fn cast<U: Packable<As = T::As> + ?Sized>(self) -> Packed<U, L, B> {
        // (What bytes are valid for a type is defined by the shape of its canonical type, so K1 holds for `U`.)
        Packed { bytes: self.bytes, types: PhantomData }
    }

    /// Returns the same bytes as the type `T` with other lifetimes, or as any type with the same packed form as that,
    /// without copying or checking them.
    ///
    /// A value that borrows from a local variable is packed as a `Packed<User<'_>>`. Its text is copied, so the packed
    /// data borrows nothing, but the lifetime in its type ends with the variable. This function changes the type to the
    /// one that a store can name, `Packed<User<'static>>`. To unpack such a value as a `User<'_>`, which borrows from
    /// the packed data, it is cast in the other direction.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Debug, PartialEq, Packable)]
    /// struct User<'a> {
    ///     id: u32,
    ///     name: &'a str,
    /// }
    ///
    /// #[derive(Default)]
    /// struct Store {
    ///     users: Vec<Packed<User<'static>>>,
    /// }
    ///
    /// let mut store = Store::default();
    /// {
    ///     let name = format!("user {}", 7); // dropped at the end of this block
    ///     let packed = Packed::<User<'_>>::pack(&User { id: 7, name: &name });
    ///     store.users.push(packed.cast_lifetimes());
    /// }
    /// let user: User<'_> = store.users[0].as_slice().cast_lifetimes().into_unpacked()?; // borrows from the store
    /// assert_eq!(user, User { id: 7, name: "user 7" });
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// The new lifetimes promise nothing about the bytes: a value that is unpacked borrows from these, and lives as
    /// long as they are borrowed.
    ///
    /// ```compile_fail
    /// # use packed_data::{Packable, Packed};
    /// # #[derive(Packable)]
    /// # struct User<'a>(&'a str);
    /// fn leak(packed: &Packed<User<'static>>) -> User<'static> {
    ///     packed.unpack().unwrap() // error: needs bytes that are borrowed for `'static`
    /// }
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the canonical types of `T` and `U` differ in more than lifetimes. This depends on the types alone: the
    /// same call panics for every value, or for none.
    pub fn cast_lifetimes<U: Packable + ?Sized>(self) -> Packed<U, L, B> {
        require_same_form::<T, U>();
        // (`T` and `U` are labels: `B` owns or borrows the bytes, and is unchanged. What bytes are valid is defined by
        // the shape, which is the same type apart from lifetimes, on which no check depends; so K1 holds for `U`. What
        // is read borrows from the bytes, whatever lifetimes `U` has: `Packed::<U, L, B>::from_bytes` would accept
        // them too.)
        Packed { bytes: self.bytes, types: PhantomData }
    }
}

/// Panics unless the packed forms of `T` and `U` are the same, apart from lifetimes. (A constant cannot compare types
/// without their lifetimes, but the comparison depends on types alone, and compiles to nothing or to a panic.)
#[inline(always)]
#[track_caller]
fn require_same_form<T: Packable + ?Sized, U: Packable + ?Sized>() {
    assert!(
        erased_id::<<T::As as Packable>::Shape>() == erased_id::<<U::As as Packable>::Shape>(),
        "a packed `{}` cannot be cast to a `{}`, which has another packed form",
        type_name::<T>(),
        type_name::<U>()
    );
}

impl<'b, T: Packable + ?Sized, L: Layout> Packed<T, L, &'b [u8]> {
    /// Reads the value into memory, within the default limits. A value that borrows, such as a `&str`, lives as long as
    /// the bytes are borrowed, and not only as long as this `Packed`.
    ///
    /// ```
    /// use packed_data::{Compact, Error, Packable, Packed, TooDeep};
    ///
    /// #[derive(Debug, PartialEq, Packable)]
    /// struct Word<'a>(&'a str, u8);
    ///
    /// fn word(bytes: &[u8]) -> Result<Word<'_>, Box<dyn std::error::Error>> {
    ///     Ok(Packed::<Word<'_>, Compact, _>::from_bytes(bytes)?.into_unpacked()?)
    /// }
    ///
    /// assert_eq!(word(b"\x02hi\x07")?, Word("hi", 7));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] in the same cases as [`unpack`](Self::unpack).
    pub fn into_unpacked(self) -> Result<T, TooDeep>
    where
        T: Unpack<'b>,
    {
        self.within(&Limits::DEFAULT).into_unpacked()
    }
}

impl<'id, T: Packable<As = T> + ?Sized, L: Access> Cursor<'_, 'id, T, L> {
    /// Writes the value to a place that needs one in any layout, as [`Packed::convert`] does. (In the same layout,
    /// [`copy_to`](Self::copy_to) copies the bytes as they are.)
    ///
    /// ```
    /// use packed_data::{Compact, Indexed, Packed};
    ///
    /// let packed = Packed::<(u8, String), Compact>::pack(&(7, "hi".into()));
    /// let text = Packed::<String, Indexed>::build(|needs| {
    ///     packed.read(|pair| pair.fields().skip().tail().convert_to(needs))
    /// });
    /// assert_eq!(text.view(), "hi");
    /// ```
    pub fn convert_to<'n, M: Layout>(self, needs: Needs<'n, T, M>) -> Done<'id, Filled<'n>, L> {
        // SAFETY: by C1 a valid value is stored at this position, in the layout of `L`.
        let filled = unsafe { needs.convert::<L::Layout>(self.pos()) };
        self.skip().map(|()| filled)
    }
}
