//! Packed data from packed data: a cursor and a place walk together.

use alloc::vec::Vec;

use crate::build::{Filled, Needs, NeedsFields};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::error::Error;
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::scalar::Scalar;
use crate::shape::{Defaulted, Elements, Empty, Enum, Field, Leaf, List, Named, Present, Struct, Variants};

/// The fields of a constructor that are still to be read, and the same fields of the new value, still to
/// be written: each method does the first of both, and gives the others.
///
/// ```
/// use packed_data::{Cursor, Done, Filled, Layout, Needs, Packable, Packed};
///
/// #[derive(Debug, PartialEq, Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn increment<'i, 'o, L: Layout>(
///     tree: Cursor<'_, 'i, Tree, L>,
///     needs: Needs<'o, Tree, L>,
/// ) -> Done<'i, Filled<'o>, L> {
///     match tree.transform(needs) {
///         TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
///         TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
///     }
/// }
///
/// let packed: Packed<Tree> = Packed::pack(&Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))));
/// let incremented = packed.transform(increment);
/// assert_eq!(incremented.unpack()?, Tree::Node(Box::new(Tree::Leaf(2)), Box::new(Tree::Leaf(3))));
/// # Ok::<(), packed_data::TooDeep>(())
/// ```
#[must_use = "the fields must be read and written to their end"]
pub struct Transform<'a, 'i, 'o, F, L: Layout> {
    from: Fields<'a, 'i, F, L>,
    to: NeedsFields<'o, F, L>,
}

impl<'a, 'i, 'o, F: List, L: Layout> Transform<'a, 'i, 'o, F, L> {
    /// The fields of one value, and those of another.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(from: Fields<'a, 'i, F, L>, to: NeedsFields<'o, F, L>) -> Self {
        Self { from, to }
    }
}

impl<'a, 'i, 'o, T: Present + Field<Access<L> = L>, R: List, L: Layout> Transform<'a, 'i, 'o, (T, R), L> {
    /// Makes the new field from the old one.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, Option<u8>)>::pack(&(1, Some(2)));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform_fields(needs).copy().map(|option, needs| option.skip().map(|()| needs.put(&None))).done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(1, None)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn map(
        self,
        f: impl for<'x, 'y> FnOnce(Cursor<'a, 'x, T::Of, L>, Needs<'y, T::Of, L>) -> Done<'x, Filled<'y>, L>,
    ) -> Transform<'a, 'i, 'o, R, L> {
        let mut from = None;
        let to = self.to.with(|needs| {
            let (filled, others) = self.from.with(|field| f(field, needs));
            from = Some(others);
            filled
        });
        // Past the limit on depth nothing is written, and so nothing was read: the whole fails.
        let from = from.unwrap_or_else(|| self.from.skip());
        Transform { from, to }
    }

    /// Copies the field as it is, with one `memcpy`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(String, u8)>::pack(&("one".into(), 1));
    /// let changed = packed.transform(|tuple, needs| tuple.transform_fields(needs).copy().replace(&2).done());
    /// assert_eq!(changed, Packed::pack(&("one".into(), 2)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn copy(self) -> Transform<'a, 'i, 'o, R, L> {
        self.map(|field, needs| field.copy_to(needs))
    }

    /// Writes another value in place of the field, which is skipped.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(1, "one".into()));
    /// let changed = packed.transform(|tuple, needs| tuple.transform_fields(needs).copy().replace("eins").done());
    /// assert_eq!(changed, Packed::pack(&(1, "eins".into())));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn replace(self, value: &T::Of) -> Transform<'a, 'i, 'o, R, L> {
        self.replace_with(|needs| needs.put(value))
    }

    /// Builds another value in place of the field, which is skipped.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, Option<u8>)>::pack(&(1, None));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform_fields(needs).copy().replace_with(|needs| needs.start_some().put(&2).done()).done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(1, Some(2))));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn replace_with(
        self,
        fill: impl for<'y> FnOnce(Needs<'y, T::Of, L>) -> Filled<'y>,
    ) -> Transform<'a, 'i, 'o, R, L> {
        Transform { from: self.from.skip(), to: self.to.with(fill) }
    }
}

impl<'a, 'i, 'o, T, R, S, L> Transform<'a, 'i, 'o, (T, R), L>
where
    T: Present + Field<Access<L> = L>,
    T::Of: Packable<Shape = Leaf<S>>,
    S: Scalar + Packable<As = S, Shape = Leaf<S>>,
    R: List,
    L: Layout,
{
    /// Makes the new field, a scalar, from the value of the old one.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, u8)>::pack(&(1, 2));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform_fields(needs).update(|n| n + 10).update(|n| n * 2).done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(11, 4)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(self, f: impl FnOnce(S) -> S) -> Transform<'a, 'i, 'o, R, L> {
        self.map(|field, needs| field.scalar().map(|value| needs.put_scalar(f(value))))
    }
}

impl<'a, 'i, 'o, T: Packable + Default, R: List, L: Layout> Transform<'a, 'i, 'o, (Defaulted<T>, R), L> {
    /// Copies the first field whole; writes its default, if it is absent.
    #[inline]
    pub fn copy(self) -> Transform<'a, 'i, 'o, R, L> {
        match self.from.present() {
            Ok(fields) => {
                let mut from = None;
                let to = self.to.with(|needs| {
                    let (filled, others) = fields.with(|field| field.copy_to(needs));
                    from = Some(others);
                    filled
                });
                Transform { from: from.unwrap_or_else(|| fields.skip()), to }
            }
            Err(from) => Transform { from, to: self.to.put_as(&T::default()) },
        }
    }

    /// Writes another value in the place of the first field, whether it is there or not.
    #[inline]
    pub fn replace(self, value: &T::As) -> Transform<'a, 'i, 'o, R, L> {
        Transform { from: self.from.skip(), to: self.to.put(value) }
    }
}

impl<'i, 'o, F, L: Layout> Transform<'_, 'i, 'o, F, L> {
    /// All fields are read and written.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, u8)>::pack(&(1, 2));
    /// let changed = packed.transform(|tuple, needs| tuple.transform_fields(needs).copy().copy().done());
    /// assert_eq!(changed, Packed::pack(&(1, 2)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done(self) -> Done<'i, Filled<'o>, L>
    where
        F: Empty,
    {
        self.from.done(self.to.done())
    }
}

/// An enum that can be transformed constructor by constructor: derived with [`Packable`].
///
/// ```
/// use packed_data::{Packable, Packed};
///
/// #[derive(Debug, PartialEq, Packable)]
/// enum Light {
///     Off,
///     On(u8),
/// }
///
/// let packed = Packed::<Light>::pack(&Light::On(1));
/// let brighter = packed.transform(|light, needs| match light.transform(needs) {
///     LightTransform::Off(fields) => fields.done(),
///     LightTransform::On(fields) => fields.update(|n| n + 1).done(),
/// });
/// assert_eq!(brighter.unpack(), Ok(Light::On(2)));
/// ```
pub trait Transformable: Match {
    /// The enum with one variant for each constructor, holding the fields of both sides.
    type Cases<'a, 'i, 'o, L: Layout>;

    /// Finds the constructor, and begins the same in the new value.
    fn transform<'a, 'i, 'o, L: Layout>(
        branch: Branch<'a, 'i, Self::Variants, L>,
        needs: Needs<'o, Self, L>,
    ) -> Self::Cases<'a, 'i, 'o, L>;
}

impl<'a, 'i, N: Named + ?Sized, V: Variants, T: Packable<As = T, Shape = Enum<N, V>>, L: Layout> Cursor<'a, 'i, T, L> {
    /// Which constructor stands here, with its fields and those of a new value with the same constructor,
    /// whose tag is written already. (For another constructor, `match` on [`case`](Self::case) and begin it
    /// with its `start_` function.)
    ///
    /// ```
    /// use packed_data::{OptionTransform, Packed};
    ///
    /// let packed = Packed::<Option<u8>>::pack(&Some(7));
    /// let changed = packed.transform(|option, needs| match option.transform(needs) {
    ///     OptionTransform::None(fields) => fields.done(),
    ///     OptionTransform::Some(fields) => fields.update(|n| n + 1).done(),
    /// });
    /// assert_eq!(changed, Packed::pack(&Some(8)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn transform<'o>(self, needs: Needs<'o, T, L>) -> T::Cases<'a, 'i, 'o, L>
    where
        T: Transformable<Variants = V>,
    {
        T::transform(self.branch(), needs)
    }
}

impl<'a, 'i, N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Struct<N, F>>, L: Layout> Cursor<'a, 'i, T, L> {
    /// The fields of a struct or tuple, and those of a new one.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String, u8)>::pack(&(1, "two".into(), 3));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform_fields(needs).update(|n| n + 10).replace("zwei").copy().done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(11, "zwei".into(), 3)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn transform_fields<'o>(self, needs: Needs<'o, T, L>) -> Transform<'a, 'i, 'o, F, L> {
        Transform::new(self.fields(), needs.fields())
    }
}

impl<'a, 'i, S: Elements, T: Packable<As = T, Shape = S> + ?Sized, L: Layout> Cursor<'a, 'i, T, L>
where
    S::Element: Field<Access<L> = L>,
{
    /// Makes each element of a new sequence from an old one. (A loop that asks the old sequence for its length takes time
    /// for each level of nesting where that is not stated.)
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<u8>>::pack(&vec![1, 2]);
    /// let changed = packed.transform(|numbers, needs| {
    ///     numbers.transform_items(needs, |number, needs| number.read().map(|n| needs.put(&(n + 1))))
    /// });
    /// assert_eq!(changed, Packed::<[u8]>::pack(&[2, 3]));
    /// ```
    pub fn transform_items<'o>(
        self,
        needs: Needs<'o, T, L>,
        mut f: impl for<'x, 'y> FnMut(
            Cursor<'a, 'x, <S::Element as Field>::Of, L>,
            Needs<'y, <S::Element as Field>::Of, L>,
        ) -> Done<'x, Filled<'y>, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let mut items = self.items();
        let mut new = needs.sequence(items.stated());
        let mut goes_on = !items.is_empty();
        while goes_on {
            // (Past a limit nothing is written, and so nothing is read: the whole fails.)
            goes_on = false;
            new = new.push(|needs| match items.next(|item| f(item, needs)) {
                Some(filled) => {
                    goes_on = !items.is_empty();
                    filled
                }
                None => unreachable!("there is an element"),
            });
        }
        items.done(new.done())
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Makes packed data from packed data: `f` reads the old and fills the new.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(1, "one".into()));
    /// let word: Packed<str> = packed.transform(|tuple, needs| {
    ///     let (filled, end) = tuple.fields().skip().copy_to(needs);
    ///     end.done(filled)
    /// });
    /// assert_eq!(word.view(), "one");
    /// ```
    ///
    /// One buffer is allocated, of as many bytes as there are here, up to a megabyte; it grows as it fills, and what of it
    /// is left in the end, if that is more than half, is given back.
    ///
    /// # Panics
    ///
    /// The new value exceeds the default [`Limits`].
    pub fn transform<'a, U: Packable<As = U> + ?Sized>(
        &'a self,
        f: impl for<'i, 'o> FnOnce(Cursor<'a, 'i, T::As, L>, Needs<'o, U, L>) -> Done<'i, Filled<'o>, L>,
    ) -> Packed<U, L> {
        self.try_transform(&Limits::DEFAULT, f).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }

    /// Makes packed data from packed data, within limits: [`transform`](Self::transform) that does not panic.
    ///
    /// A function that calls itself for last fields, which are no levels, is bounded by [`Limits::stack`] alone.
    ///
    /// ```
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// let flat = Limits { depth: 0, ..Limits::DEFAULT };
    /// let error = words.try_transform::<[String]>(&flat, |words, needs| words.copy_to(needs)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 0 });
    /// ```
    ///
    /// # Errors
    ///
    /// The new value exceeds the limits.
    pub fn try_transform<'a, U: Packable<As = U> + ?Sized>(
        &'a self,
        limits: &Limits,
        f: impl for<'i, 'o> FnOnce(Cursor<'a, 'i, T::As, L>, Needs<'o, U, L>) -> Done<'i, Filled<'o>, L>,
    ) -> Result<Packed<U, L>, Error> {
        let capacity = self.as_bytes().len().min(1 << 20);
        let built =
            Packed::build_in(Vec::with_capacity(capacity), limits, |needs| self.read(|cursor| f(cursor, needs)));
        Ok(built?.without_room())
    }
}
