//! The fields of a constructor, read in order.

use core::fmt;
use core::marker::PhantomData;

use super::{Brand, Cursor, Done};
use crate::Packed;
use crate::build::{Filled, Needs};
use crate::invariant::Invariant;
use crate::layout::{Access, Edit, Frame, Layout, Pos};
use crate::levels::{Levels, TooDeep, level_stack, require_inline};
use crate::packable::{Packable, Unpack};
use crate::scalar::Scalar;
use crate::shape::{Defaulted, Empty, Field, Leaf, List, Present, ShapeOf, Tagged, enter, is_level, jump, untag};
use crate::view::Read;

/// The fields that are still to be read, as a type-level list `F`: each method takes the first and gives
/// the others.
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
    /// Invariant (F1): valid fields `F` stand here, in bytes that live for `'a`, and end where the value
    /// of brand `'id` ends; if `L` is `Edit`, nothing else reads or writes their scalars during `'a`.
    pos: Pos<L>,
    /// What to remember of what the fields stand in.
    frame: Frame<L>,
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
    /// # Safety
    ///
    /// F1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new((frame, pos): (Frame<L>, Pos<L>)) -> Self {
        Self { pos, frame, types: PhantomData, brand: PhantomData }
    }
}

/// The cursor of a field `T` in fields accessed by `L`.
type FieldCursor<'a, 'x, T, L> = Cursor<'a, 'x, <T as Field>::Of, <T as Field>::Access<L>>;
/// The proof that a field `T` was read.
type FieldDone<'x, V, T, L> = Done<'x, V, <T as Field>::Access<L>>;

impl<'a, 'id, T: Field, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// The cursor of the first field, with a brand of the caller's, and what to remember after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn first<'x>(self) -> (FieldCursor<'a, 'x, T, L>, Frame<L>) {
        // SAFETY: by F1 the field stands here. Every caller gives it a fresh brand.
        (unsafe { Cursor::new(enter::<T, R, L::Layout>(self.pos)) }, L::Layout::passed(self.frame))
    }

    /// The fields after one that ends at `pos`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn after(frame: Frame<L>, pos: Pos<L>) -> Fields<'a, 'id, R, L> {
        // SAFETY: by F1 the others begin where the first ends.
        unsafe { Fields::new((frame, pos)) }
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Reads the first field with `f`, which must give back the proof that it read exactly that field:
    /// its brand is fresh, so no other proof will do.
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
        let (field, frame) = self.first();
        let done = f(field);
        (done.value, Self::after(frame, done.pos))
    }

    /// Reads the first field with `f`, which may fail.
    ///
    /// # Errors
    ///
    /// Those of `f`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_with<V, E>(
        self,
        f: impl for<'x> FnOnce(FieldCursor<'a, 'x, T, L>) -> Result<FieldDone<'x, V, T, L>, E>,
    ) -> Result<(V, Fields<'a, 'id, R, L>), E> {
        let (field, frame) = self.first();
        let done = f(field)?;
        Ok((done.value, Self::after(frame, done.pos)))
    }

    /// Reads the first field: a scalar's value, a string as `&str`, a sequence or array of scalars as
    /// [`Scalars`](crate::Scalars), an item of CBOR as a [`Raw`](crate::cbor::Raw).
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let n = packed.read(|t| { let (n, f) = t.fields().read(); f.skip().done(n) });
    /// assert_eq!(n, 1);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn read(self) -> (<T::Of as Read>::Value<'a, L::Layout>, Fields<'a, 'id, R, L>)
    where
        T::Of: Read,
    {
        let (field, frame) = self.first();
        let done = field.read();
        (done.value, Self::after(frame, done.pos))
    }

    /// Steps over the first field: in constant time where the layout can.
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
        // SAFETY: by F1 the fields are valid.
        Self::after(L::Layout::passed(self.frame), unsafe { jump::<T, R, L::Layout>(self.pos) })
    }

    /// Reads the first field back into memory. What it borrows from the bytes may live for a shorter time
    /// `'s` than they do: the other fields have the whole of `'a` still.
    ///
    /// # Errors
    ///
    /// It has more levels than `levels` allows.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unpack<'s, U>(self, levels: Levels) -> Result<(U, Fields<'a, 'id, R, L>), TooDeep>
    where
        U: Unpack<'s, As = T::Of>,
        'a: 's,
    {
        const { require_inline::<U>() };
        let is_level = const { is_level::<ShapeOf<T>>() };
        let levels = if is_level { levels.deeper_by(const { level_stack::<T>() })? } else { levels };
        let levels = if T::IS_KEY { levels.key::<ShapeOf<T>>()? } else { levels };
        let (field, frame) = self.first();
        // (No `?`, whose copies take a third more stack without optimisation; so too in `try_next` and in code that the
        // derive emits.)
        match field.unpack::<U>(levels) {
            Ok(done) => Ok((done.value, Self::after(frame, done.pos))),
            Err(error) => Err(error),
        }
    }

    /// Copies the first field to a place that needs one, with one `memcpy`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn copy_to<'n>(self, needs: Needs<'n, T::Of, L::Layout>) -> (Filled<'n>, Fields<'a, 'id, R, L>) {
        let (field, frame) = self.first();
        let done = field.copy_to(needs);
        (done.value, Self::after(frame, done.pos))
    }

    /// The first field as packed data of its own, without copying.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed: Packed<(u8, String)> = Packed::pack(&(1, "two".into()));
    /// let text = packed.read(|t| { let (s, f) = t.fields().skip().isolate(); f.done(s) });
    /// assert_eq!(text.view(), "two");
    /// ```
    pub fn isolate(self) -> (Packed<T::Of, L::Layout, &'a [u8]>, Fields<'a, 'id, R, L>) {
        let (field, frame) = self.first();
        let done = field.isolate();
        (done.value, Self::after(frame, done.pos))
    }
}

impl<'a, 'id, T: Present, L: Access> Fields<'a, 'id, (T, ()), L> {
    /// The cursor of the last field, with the brand *kept*: where the last field ends, the whole ends. So
    /// recursion in the last field can be a loop, and a list of a million cells takes no stack.
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
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tail(self) -> FieldCursor<'a, 'id, T, L> {
        // SAFETY: by F1 the field stands here; with what the layout remembers of the whole, it ends where that does.
        unsafe { Cursor::new(L::Layout::last(self.frame, enter::<T, (), L::Layout>(self.pos))) }
    }
}

impl<'a, 'id, T, R, S, L> Fields<'a, 'id, (T, R), Edit<L>>
where
    T: Present + Field<Access<Edit<L>> = Edit<L>>,
    T::Of: Packable<Shape = Leaf<S>>,
    R: List,
    S: Scalar,
    L: Layout,
{
    /// Overwrites the first field, a scalar.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let mut packed: Packed<(u8, u8)> = Packed::pack(&(1, 2));
    /// packed.edit(|t| t.fields().set(7).skip().done(()));
    /// assert_eq!(packed.as_bytes(), [7, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn set(self, value: S) -> Fields<'a, 'id, R, Edit<L>> {
        self.update(|_| value)
    }

    /// Overwrites the first field, a scalar, with what is made of it.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let mut packed: Packed<(u8, u8)> = Packed::pack(&(1, 2));
    /// packed.edit(|t| t.fields().update(|n| n + 6).skip().done(()));
    /// assert_eq!(packed.as_bytes(), [7, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(self, f: impl FnOnce(S) -> S) -> Fields<'a, 'id, R, Edit<L>> {
        let (field, frame) = self.first();
        Self::after(frame, field.update(f).pos)
    }
}

/// The fields from one on, if it is there, or those after it.
type PresentOr<'a, 'id, T, R, L> = Result<Fields<'a, 'id, (T, R), L>, Fields<'a, 'id, R, L>>;

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (Defaulted<T>, R), L> {
    /// The first field as one that is there; or, if an older version of the type wrote the whole, the fields after it,
    /// which are then absent too.
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
    /// It is absent: the others.
    #[inline]
    pub fn present(self) -> PresentOr<'a, 'id, T, R, L> {
        // SAFETY: by F1 the fields stand here, but for those that are absent; what is absent takes no bytes.
        unsafe {
            if L::Layout::is_absent(self.frame, self.pos) {
                Err(Fields::new((self.frame, self.pos)))
            } else {
                Ok(Fields::new((self.frame, self.pos)))
            }
        }
    }

    /// Steps over the first field, if it is there.
    #[inline]
    pub fn skip(self) -> Fields<'a, 'id, R, L> {
        match self.present() {
            Ok(fields) => fields.skip(),
            Err(others) => others,
        }
    }

    /// Reads the first field, or gives another value if it is absent.
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

    /// Reads the first field with `f`, or gives another value if it is absent.
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

    /// Reads the first field back into memory: its default, if it is absent.
    ///
    /// # Errors
    ///
    /// It has more levels than `levels` allows.
    #[inline]
    pub fn unpack<'s, U>(self, levels: Levels) -> Result<(U, Fields<'a, 'id, R, L>), TooDeep>
    where
        U: Unpack<'s, As = T::As> + Default,
        'a: 's,
    {
        match self.present() {
            Ok(fields) => fields.unpack::<U>(levels),
            Err(others) => Ok((U::default(), others)),
        }
    }

    /// The view of the first field, if it is there: for the derive.
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

impl<'a, 'id, S, R, L> Fields<'a, 'id, (Defaulted<S>, R), L>
where
    S: Scalar + Packable<As = S, Shape = Leaf<S>> + Default,
    R: List,
    L: Access,
{
    /// Reads the first field, a scalar: its default, if it is absent.
    #[inline]
    pub fn read(self) -> (S, Fields<'a, 'id, R, L>) {
        match self.present() {
            Ok(fields) => {
                let (field, frame) = fields.first();
                let done = field.scalar();
                (done.value, Fields::<'a, 'id, (S, R), L>::after(frame, done.pos))
            }
            Err(others) => (S::default(), others),
        }
    }
}

impl<'a, 'id, T: Packable, const TAG: u64, R: List, L: Access> Fields<'a, 'id, (Tagged<T, TAG>, R), L> {
    /// The first field without its tag, over which all reading goes anyway.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn untagged(self) -> Fields<'a, 'id, (T, R), L> {
        // (The size of the field, where the layout puts one before it, belongs to the field without its tag too.)
        // SAFETY: by F1 the fields stand here, the first after its tag.
        unsafe { Fields::new((self.frame, untag::<Tagged<T, TAG>, R, L::Layout>(self.pos))) }
    }
}

impl<'id, F, L: Access> Fields<'_, 'id, F, L> {
    /// All fields are read: the proof, with what was made of them.
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
        // SAFETY: no field is left, so by F1 the value of brand `'id` ends where the layout has it after its last field.
        Done::at(unsafe { L::Layout::leave(self.frame, self.pos) }, value)
    }
}
