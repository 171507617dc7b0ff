//! `Fields`: the fields of a constructor that are still to be read, in order.

use core::fmt;
use core::marker::PhantomData;

use super::{Brand, Cursor, Done};
use crate::build::{Filled, Needs};
use crate::layout::{Access, Edit, FieldState, Frame, ItemLayout, Layout, Pos, Position};
use crate::packable::{Packable, Unpack};
use crate::shape::level_stack;
use crate::shape::{
    Absent, DefaultOf, Defaulted, Empty, End, Field, FieldDefault, FirstField, List, Present, ScalarShape, Settable,
    ShapeOf, Sizes, Tagged, Veiled, VeiledField, after, enter, is_level, jump, stated_end, untag,
};
use crate::view::{Read, ReadDefault};
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::scalar::Scalar;
use crate::wire::stack::require_inline;

/// The fields that are still to be read, as a type-level list `F`.
///
/// Each method consumes the first field of the list and returns the fields after it.
///
/// ```
/// use packed_data::Packed;
///
/// let packed = Packed::<(u8, String, [u8; 2])>::pack(&(1, "two".into(), [3, 4]));
/// let sum = packed.read(|tuple| {
///     let (first, fields) = tuple.fields().read();
///     let (len, fields) = fields.with(|text| text.read().map(str::len));
///     let (last, fields) = fields.read();
///     fields.done(usize::from(first) + len + last.len())
/// });
/// assert_eq!(sum, 1 + 3 + 2);
/// ```
#[must_use = "the fields must be read or skipped to their end"]
pub struct Fields<'a, 'id, F, L: Access> {
    /// Invariant (F1): valid fields `F` are stored at this position, in bytes that live for `'a`, and end where the
    /// value of brand `'id` ends. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`. (In a value
    /// with a head, of which no field is left, this is any position within the value: see C2 of [`Done`].)
    pub(super) pos: Pos<L>,
    /// What the layout remembers of the enclosing struct or constructor between its fields.
    pub(super) state: FieldState<L>,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<F, L: Layout> Clone for Fields<'_, '_, F, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, L: Layout> Copy for Fields<'_, '_, F, L> {}

impl<F, L: Access> fmt::Debug for Fields<'_, '_, F, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fields").field("types", &core::any::type_name::<F>()).finish_non_exhaustive()
    }
}

impl<F, L: Access> Fields<'_, '_, F, L> {
    /// Creates the list of fields at a position.
    ///
    /// # Safety
    ///
    /// `pos` satisfies F1, and the fields there were entered with `state`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new((state, pos): (FieldState<L>, Pos<L>)) -> Self {
        Self { pos, state, types: PhantomData, brand: PhantomData }
    }
}

/// The cursor of a field `T` in fields accessed by `L`.
type FieldCursor<'a, 'x, T, L> = Cursor<'a, 'x, <T as Field>::Of, <T as Field>::Access<L>>;
/// The proof that a field `T` was read.
type FieldDone<'x, V, T, L> = Done<'x, V, <T as Field>::Access<L>>;

impl<'a, 'id, T: Field, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Returns the cursor of the first field.
    ///
    /// # Safety
    ///
    /// The brand `'x` is fresh.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn first<'x>(&self) -> FieldCursor<'a, 'x, T, L> {
        // SAFETY: by F1 a valid field is stored at `pos`, so C1 holds for the position after its tag and size. The
        // caller promises a fresh brand.
        unsafe { Cursor::new(enter::<T, R, L::Layout>((self.state, self.pos))) }
    }

    /// Returns the position of the value of the first field and, if its size is before it, the number of bytes of that.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn entered(&self) -> (Pos<L>, Option<usize>) {
        // SAFETY: by F1 a valid field is stored at `pos`, after its tag and size.
        unsafe {
            let value = enter::<T, R, L::Layout>((self.state, self.pos));
            if const { !FirstField::<T, R>::is_sized::<L::Layout>() } {
                return (value, None);
            }
            (value, Some(untag::<T, R, L::Layout>((self.state, self.pos)).bytes_to(value).len()))
        }
    }

    /// Returns the end of the first field, if its head states it and a field follows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn stated_end(&self) -> Option<Pos<L>> {
        if const { !FirstField::<T, R>::is_followed::<L::Layout>() || !Sizes::<ShapeOf<T>, L::Layout>::HAS_HEAD } {
            return None;
        }
        // SAFETY: by F1 a valid field is stored at `pos`.
        unsafe { stated_end::<ShapeOf<T>, L::Layout>(enter::<T, R, L::Layout>((self.state, self.pos))) }
    }

    /// Returns the fields after the first one.
    ///
    /// # Safety
    ///
    /// The first field ends at `end`: where [`stated_end`](Self::stated_end) says or, if that is `None`, where a `Done`
    /// of its brand says.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn after(self, end: Pos<L>) -> Fields<'a, 'id, R, L> {
        // SAFETY: by F1 a valid field is stored at `pos`. The caller promises its end (or, if no field follows and the
        // value has a head, a position within the value), so F1 holds for the other fields.
        unsafe { Fields::new(after::<T, R, L::Layout>((self.state, self.pos), end)) }
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Reads the first field with `f`, which must return the proof that it read exactly that field. The brand of the
    /// field is fresh, so no other proof has the right type.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let n = packed.read(|t| { let (n, f) = t.fields().with(|n| n.read()); f.skip().done(n) });
    /// assert_eq!(n, 1);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with<V>(
        self,
        f: impl for<'x> FnOnce(FieldCursor<'a, 'x, T, L>) -> FieldDone<'x, V, T, L>,
    ) -> (V, Fields<'a, 'id, R, L>) {
        let (value, _) = self.entered();
        // SAFETY: the value of the first field is stored there.
        unsafe { self.with_entered(value, f) }
    }

    /// Reads the first field as [`with`](Self::with) does.
    ///
    /// # Safety
    ///
    /// [`entered`](Self::entered) returned `value` for these fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn with_entered<V>(
        self,
        value: Pos<L>,
        f: impl for<'x> FnOnce(FieldCursor<'a, 'x, T, L>) -> FieldDone<'x, V, T, L>,
    ) -> (V, Fields<'a, 'id, R, L>) {
        let stated = self.stated_end();
        // SAFETY: by F1 a valid field is stored at `pos`, so C1 holds for `value`. `f` takes every brand, so that of
        // the field is fresh.
        let done = f(unsafe { Cursor::new(value) });
        let end = stated.unwrap_or(done.pos());
        // SAFETY: `done` has the brand of the field, so by C2 the field ends there, unless its head states its end.
        (done.value, unsafe { self.after(end) })
    }

    /// Reads the first field with `f`, which may return an error.
    ///
    /// # Errors
    ///
    /// Returns the error of `f`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_with<V, E>(
        self,
        f: impl for<'x> FnOnce(FieldCursor<'a, 'x, T, L>) -> Result<FieldDone<'x, V, T, L>, E>,
    ) -> Result<(V, Fields<'a, 'id, R, L>), E> {
        let stated = self.stated_end();
        // SAFETY: `f` takes every brand, so that of the field is fresh.
        let done = f(unsafe { self.first() })?;
        let end = stated.unwrap_or(done.pos());
        // SAFETY: `done` has the brand of the field, so by C2 the field ends there, unless its head states its end.
        Ok((done.value, unsafe { self.after(end) }))
    }

    /// Reads the first field: a scalar as itself, a string as `&str`, a sequence or array of scalars as
    /// [`Scalars`](crate::view::Scalars), a CBOR item of any kind as a [`Raw`](crate::cbor::Raw), and an `Option` of
    /// these as an `Option`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let n = packed.read(|t| { let (n, f) = t.fields().read(); f.skip().done(n) });
    /// assert_eq!(n, 1);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read<V>(self) -> (V, Fields<'a, 'id, R, L>)
    where
        T::Of: Read<Value<'a, L::Layout> = V>,
    {
        self.with(|field| field.read())
    }

    /// Skips the first field: in constant time if the layout can jump over it, otherwise by a walk over its parts.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let n = packed.read(|t| { let (s, f) = t.fields().skip().read(); f.done(s) });
    /// assert_eq!(n, "two");
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn skip(self) -> Fields<'a, 'id, R, L> {
        // SAFETY: by F1 valid fields are stored at `pos`. `jump` returns those after the first one.
        unsafe { Fields::new(jump::<T, R, L::Layout>((self.state, self.pos))) }
    }

    /// Reads the first field into memory.
    ///
    /// The result may borrow from the bytes for a shorter time `'s` than they live; the other fields still have the
    /// whole of `'a`.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the field nests deeper, or takes more stack, than `levels` allows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unpack<'s, U>(self, levels: Levels) -> Result<(U, Fields<'a, 'id, R, L>), TooDeep>
    where
        U: Unpack<'s, As = T::Of>,
        'a: 's,
    {
        const { require_inline::<U>() };
        let levels =
            if const { is_level::<ShapeOf<T>>() } { levels.deeper_by(const { level_stack::<T>() })? } else { levels };
        let levels = if T::IS_KEY { levels.key::<ShapeOf<T>>()? } else { levels };
        let stated = self.stated_end();
        // SAFETY: the brand is used for nothing else, so it is fresh.
        let field = unsafe { self.first() };
        // (Without `?`: its copies take a third more stack without optimisation. The same holds for `try_next` and for
        // code that the derive emits.)
        match field.unpack::<U>(levels) {
            Ok(done) => {
                let end = stated.unwrap_or(done.pos());
                // SAFETY: `done` has the brand of the field, so by C2 the field ends there, unless its head states its
                // end.
                Ok((done.value, unsafe { self.after(end) }))
            }
            Err(error) => Err(error),
        }
    }

    /// Unpacks the first field, of a type that [is flat](Unpack::IS_FLAT): for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unpack_flat<'s, U>(self) -> (U, Fields<'a, 'id, R, L>)
    where
        U: Unpack<'s, As = T::Of>,
        'a: 's,
    {
        const { require_inline::<U>() };
        let stated = self.stated_end();
        // SAFETY: the brand is used for nothing else, so it is fresh.
        let Done { pos, value, .. } = unsafe { self.first() }.unpack_flat::<U>();
        // SAFETY: the `Done` had the brand of the field, so by C2 the field ends there, unless its head states its end.
        (value, unsafe { self.after(stated.unwrap_or(pos)) })
    }

    /// Copies the first field into `needs` with one `memcpy`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn copy_to<'n>(self, needs: Needs<'n, T::Of, L::Layout>) -> (Filled<'n>, Fields<'a, 'id, R, L>) {
        self.with(|field| field.copy_to(needs))
    }
}

impl<'a, 'id, T: Present, E: End, L: Access> Fields<'a, 'id, (T, E), L> {
    /// Returns the cursor of the last field, and *keeps* the brand: the enclosing value ends where its last field ends.
    /// Recursion in the last field can therefore be a loop, and reading a list of a million cells takes constant stack.
    ///
    /// ```
    /// use packed_data::{Cursor, Done, Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum List {
    ///     Nil,
    ///     Cons(i64, Box<List>),
    /// }
    ///
    /// fn sum<'id, L: Layout>(mut list: Cursor<'_, 'id, List, L>) -> Done<'id, i64, L> {
    ///     let mut sum = 0;
    ///     loop {
    ///         match list.case() {
    ///             ListCase::Nil(end) => return end.done(sum),
    ///             ListCase::Cons(fields) => {
    ///                 let (n, fields) = fields.read();
    ///                 sum += n;
    ///                 list = fields.tail();
    ///             }
    ///         }
    ///     }
    /// }
    ///
    /// let list = List::Cons(1, Box::new(List::Cons(2, Box::new(List::Nil))));
    /// assert_eq!(Packed::<List>::pack(&list).read(sum), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in [`Indexed`](crate::Indexed) if the field has a static size and comes after fields of varying size: it
    /// is stored before these, so the value does not end with it. [`with`](Self::with) reads such a field. (Not in an
    /// extensible type, whose values end where their heads say.)
    ///
    /// In [`Compact`](crate::Compact) and [`Indexed`](crate::Indexed) it does not compile if the type of the field is
    /// extensible, and the type that contains it is not: the field ends where its head says, and the value with it.
    /// Within an extensible type every last field has a tail.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn tail(self) -> FieldCursor<'a, 'id, T, L> {
        const { FirstField::<T, E>::require_tail::<L::Layout>() };
        self.last()
    }

    /// Returns the cursor of the last field, as [`tail`](Self::tail) does.
    ///
    /// # Panics
    ///
    /// Panics if the value does not end with the field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub(crate) fn last(self) -> FieldCursor<'a, 'id, T, L> {
        assert!(FirstField::<T, E>::is_last_in::<L::Layout>(), "the value ends with its last field");
        if const { FirstField::<T, E>::is_fixed::<L::Layout>() && !Sizes::<E, L::Layout>::ENDS_BY_HEAD }
            && self.is_early()
        {
            not_a_tail();
        }
        // SAFETY: by F1 a valid field is stored at `pos`. With what the layout adds from the state to the position, the
        // end of the field is the end of the value of brand `'id`, unless that has a head (C2).
        unsafe {
            let field = (self.state, self.pos);
            Cursor::new(self.state.last(enter::<T, E, L::Layout>(field)))
        }
    }
}

impl<'a, 'id, T, R, L> Fields<'a, 'id, (T, R), Edit<L>>
where
    T: Present + Field<Access<Edit<L>> = Edit<L>>,
    R: List,
    L: Layout,
{
    /// Overwrites the first field, which is a scalar or an enum without data, with `value`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let mut packed: Packed<(u8, u8)> = Packed::pack(&(1, 2));
    /// packed.edit(|t| t.fields().set(7).skip().done(()));
    /// assert_eq!(packed.as_bytes(), [7, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set(self, value: <T::Of as Settable>::Value) -> Fields<'a, 'id, R, Edit<L>>
    where
        T::Of: Settable,
    {
        self.with(|field| field.set(value)).1
    }

    /// Overwrites the first field, which is a scalar or an enum without data, with `f` of its present value.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let mut packed: Packed<(u8, u8)> = Packed::pack(&(1, 2));
    /// packed.edit(|t| t.fields().update(|n| n + 6).skip().done(()));
    /// assert_eq!(packed.as_bytes(), [7, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(
        self,
        f: impl FnOnce(<T::Of as Settable>::Value) -> <T::Of as Settable>::Value,
    ) -> Fields<'a, 'id, R, Edit<L>>
    where
        T::Of: Settable,
    {
        self.with(|field| field.update(f)).1
    }
}

impl<T: Field, E: End, L: Access> Fields<'_, '_, (T, E), L> {
    /// Returns whether the last field, which is in the static part, is before other fields of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn is_early(&self) -> bool {
        // SAFETY: by F1 the static part ends where the fields of varying size begin, or before that. (No reference to
        // the bytes between them is made: views for editing these may be in use, also in another thread.)
        let left = unsafe { self.pos.ptr().since(self.state.fixed().ptr()) };
        Some(left) != const { FirstField::<T, E>::size::<L::Layout>() }
    }
}

/// Reports a last field that is stored before others.
#[cold]
#[track_caller]
pub(crate) fn not_a_tail() -> ! {
    panic!(
        "the last field is stored in the static part, before fields of varying size, so the value does not end with it: \
         use `with` and `done` instead of `tail`"
    )
}

/// The fields whose first one is present; or, if it is absent, the fields after it.
type PresentOr<'a, 'id, T, R, L> = Result<Fields<'a, 'id, (T, R), L>, Fields<'a, 'id, R, L>>;

impl<'a, 'id, T: Packable, D, R: List, L: Access> Fields<'a, 'id, (Defaulted<T, D>, R), L> {
    /// Returns the fields with the first one known to be present, so that it can be read like any other field.
    ///
    /// ```
    /// use packed_data::{Cbor, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Old(u8);
    ///
    /// #[derive(Packable)]
    /// struct New(u8, #[packable(default)] String);
    ///
    /// let old: Packed<Old, Cbor> = Packed::pack(&Old(1));
    /// let new: Packed<New, Cbor, _> = Packed::from_bytes(old.as_bytes())?;
    /// let len = new.read(|new| match new.fields().skip().present() {
    ///     Ok(fields) => {
    ///         let (text, end) = fields.read();
    ///         end.done(Some(text.len()))
    ///     }
    ///     Err(end) => end.done(None),
    /// });
    /// assert_eq!(len, None);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the fields after the first one if it is absent: an older version of the type wrote the value. These
    /// fields are then absent too.
    #[inline]
    pub fn present(self) -> PresentOr<'a, 'id, T, R, L> {
        // SAFETY: by F1 the fields are stored at `pos`, except those that are absent. An absent field takes no bytes,
        // so the fields after it begin at the same position.
        unsafe {
            if L::Layout::is_absent::<T, R>(self.state, self.pos) {
                Err(Fields::new((self.state, self.pos)))
            } else {
                Ok(Fields::new((self.state, self.pos)))
            }
        }
    }

    /// Skips the first field, if it is present.
    #[inline]
    pub fn skip(self) -> Fields<'a, 'id, R, L> {
        match self.present() {
            Ok(fields) => fields.skip(),
            Err(others) => others,
        }
    }

    /// Reads the first field; returns `absent` in its place if it is absent.
    #[inline]
    pub fn read_or(
        self,
        absent: <T::As as Read>::Value<'a, L::Layout>,
    ) -> (<T::As as Read>::Value<'a, L::Layout>, Fields<'a, 'id, R, L>)
    where
        T::As: Read,
    {
        match self.present() {
            Ok(fields) => fields.read(),
            Err(others) => (absent, others),
        }
    }

    /// Reads the first field with `f`; returns `absent` in its place if it is absent.
    #[inline]
    pub fn with_or<V>(
        self,
        absent: V,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Done<'x, V, L>,
    ) -> (V, Fields<'a, 'id, R, L>) {
        match self.present() {
            Ok(fields) => fields.with(f),
            Err(others) => (absent, others),
        }
    }

    /// Reads the first field into memory; returns its default if it is absent.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the field nests deeper, or takes more stack, than `levels` allows.
    #[inline]
    pub fn unpack<'s, U>(self, levels: Levels) -> Result<(U, Fields<'a, 'id, R, L>), TooDeep>
    where
        U: Unpack<'s, As = T::As>,
        D: Absent<U>,
        'a: 's,
    {
        match self.present() {
            Ok(fields) => fields.unpack::<U>(levels),
            Err(others) => Ok((D::value(), others)),
        }
    }

    /// Returns the view of the first field, or `None` if it is absent: for the derive.
    #[doc(hidden)]
    #[inline]
    pub fn view_present(self) -> (Option<T::View<'a, L>>, Fields<'a, 'id, R, L>) {
        match self.present() {
            Ok(fields) => {
                let (view, others) = fields.visit_leaf();
                (Some(view), others)
            }
            Err(others) => (None, others),
        }
    }
}

impl<'a, 'id, T: ReadDefault, R: List, L: Access> Fields<'a, 'id, (Defaulted<T>, R), L> {
    /// Reads the first field: a scalar, a string, or an `Option` of what [`Cursor::read`] reads. Returns its default if
    /// it is absent: 0, `""`, `None`.
    ///
    /// ```
    /// use packed_data::{Cbor, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Old(u8);
    ///
    /// #[derive(Packable)]
    /// struct New(u8, #[packable(default)] String, #[packable(default)] Option<u32>);
    ///
    /// let old: Packed<Old, Cbor> = Packed::pack(&Old(1));
    /// let new: Packed<New, Cbor, _> = Packed::from_bytes(old.as_bytes())?;
    /// let read = new.read(|new| {
    ///     let (text, fields) = new.fields().skip().read();
    ///     let (number, end) = fields.read();
    ///     end.done((text, number))
    /// });
    /// assert_eq!(read, ("", None));
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    #[inline]
    pub fn read(self) -> (<T::As as Read>::Value<'a, L::Layout>, Fields<'a, 'id, R, L>) {
        match self.present() {
            Ok(fields) => fields.read(),
            Err(others) => (T::absent::<L::Layout>(), others),
        }
    }
}

impl<'a, 'id, S, N, C, I, R, L> Fields<'a, 'id, (Defaulted<S, DefaultOf<N, C, I>>, R), L>
where
    S: Scalar + Packable<As = S, Shape = ScalarShape<S>>,
    N: FieldDefault<C, I, S>,
    R: List,
    L: Access,
{
    /// Reads the first field, which is a scalar; returns what its function returns if it is absent.
    #[inline]
    pub fn read(self) -> (S, Fields<'a, 'id, R, L>) {
        match self.present() {
            Ok(fields) => fields.with(|field: Cursor<'a, '_, S, L>| field.scalar()),
            Err(others) => (N::field_default(), others),
        }
    }
}

impl<'a, 'id, T: Packable, const TAG: u64, R: List, L: Access> Fields<'a, 'id, (Tagged<T, TAG>, R), L> {
    /// Returns the fields with the tag of the first one already skipped. (The other methods skip that tag themselves.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn untagged(self) -> Fields<'a, 'id, (T, R), L> {
        // (If the layout puts a size before the field, that size follows the tag, and so belongs to the field without
        // its tag too.)
        let fields = (self.state, self.pos);
        if const { FirstField::<Tagged<T, TAG>, R>::is_fixed::<L::Layout>() } {
            // SAFETY: by F1 the fields are stored there. The first one is in the static part, and has no tag.
            return unsafe { Fields::new(fields) };
        }
        // SAFETY: by F1 the fields are stored there; `untag` returns the position after the tag of the first one.
        unsafe { Fields::new((self.state, untag::<Tagged<T, TAG>, R, L::Layout>(fields))) }
    }
}

impl<'a, 'id, N: VeiledField<I>, I, R: List, L: Access> Fields<'a, 'id, (Veiled<N, I>, R), L> {
    /// Returns the fields with the type of the first one named.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unveiled(self) -> Fields<'a, 'id, (N::Type, R), L> {
        // SAFETY: by F1 the fields are stored there, the first of them as a value of this type.
        unsafe { Fields::new((self.state, self.pos)) }
    }
}

impl<'id, F, L: Access> Fields<'_, 'id, F, L> {
    /// Returns the proof that all fields were read, with `value` as its result.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// assert_eq!(packed.read(|t| t.fields().skip().skip().done("read")), "read");
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done<V>(self, value: V) -> Done<'id, V, L>
    where
        F: Empty,
    {
        // SAFETY: no field is left, so by F1 `pos` is the position after the last one.
        let end = unsafe { L::Layout::leave::<F>(self.state, self.pos) };
        // SAFETY: by F1 the fields end where the value of brand `'id` does (C2).
        unsafe { Done::at(end, value) }
    }
}
