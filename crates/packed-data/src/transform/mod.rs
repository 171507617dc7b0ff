//! Transforming: makes packed data from packed data, by reading and writing at the same time.
//!
//! - [`Packed::transform`] calls a function with a cursor of the old value and the new value to be filled;
//!   [`Cursor::transform`](crate::Cursor::transform) matches on both: [`Transformable`], [`TransformShape`],
//!   [`Transform`].
//! - [`Packed::rewrite`] applies [`Rules`] to all values of some types, wherever they are ([`Rewriting`]).
//!
//! Here: one constructor, field by field. `items.rs`: sequences, sets and maps. `whole.rs`: the same for whole packed
//! values, which keep their type. `rewrite.rs`: a whole value, in which the library finds the values to be changed.

mod items;
mod rewrite;
mod whole;

pub use rewrite::{Rewriting, Rules};

use crate::build::{Filled, Needs, NeedsFields};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, Within};
use crate::shape::{Absent, Defaulted, Empty, Enum, Field, List, Named, Present, ScalarShape, Struct, Variants};
use crate::wire::error::Error;
use crate::wire::limits::Limits;
use crate::wire::scalar::Scalar;

/// The fields of a constructor that are still to be read, together with the same fields of a new value, which are still
/// to be written.
///
/// Each method reads and writes the first field of both, and returns the fields after it.
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
    /// Combines the fields of a value that is read with those of a value that is written: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn new(from: Fields<'a, 'i, F, L>, to: NeedsFields<'o, F, L>) -> Self {
        Self { from, to }
    }
}

impl<'a, 'i, 'o, T: Present + Field<Access<L> = L>, R: List, L: Layout> Transform<'a, 'i, 'o, (T, R), L> {
    /// Reads the first field and writes the new one, both by `f`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, Option<u8>)>::pack(&(1, Some(2)));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform(needs).copy().map(|option, needs| option.skip().map(|()| needs.put(&None))).done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(1, None)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn map(
        self,
        f: impl for<'x, 'y> FnOnce(Cursor<'a, 'x, T::Of, L>, Needs<'y, T::Of, L>) -> Done<'x, Filled<'y>, L>,
    ) -> Transform<'a, 'i, 'o, R, L> {
        let Self { from, to } = self;
        // (Beyond a limit `f` is not called: nothing is written or read, and the whole value fails.)
        if to.lacks_stack() {
            return Transform { from: from.skip(), to: to.skip() };
        }
        let (value, width) = from.entered();
        // SAFETY: `entered` returned `value`.
        let (to, from) =
            to.with_or(width, |needs| unsafe { from.with_entered(value, |field| f(field, needs)) }, || from.skip());
        Transform { from, to }
    }

    /// Copies the first field unchanged, with one `memcpy`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(String, u8)>::pack(&("one".into(), 1));
    /// let changed = packed.transform(|tuple, needs| tuple.transform(needs).copy().replace(&2).done());
    /// assert_eq!(changed, Packed::pack(&("one".into(), 2)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn copy(self) -> Transform<'a, 'i, 'o, R, L> {
        self.map(|field, needs| field.copy_to(needs))
    }

    /// Skips the first field, and writes `value` in place of it.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, String)>::pack(&(1, "one".into()));
    /// let changed = packed.transform(|tuple, needs| tuple.transform(needs).copy().replace("eins").done());
    /// assert_eq!(changed, Packed::pack(&(1, "eins".into())));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn replace(self, value: &T::Of) -> Transform<'a, 'i, 'o, R, L> {
        self.replace_with(|needs| needs.put(value))
    }

    /// Skips the first field, and builds another value in place of it, by `fill`.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, Option<u8>)>::pack(&(1, None));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform(needs).copy().replace_with(|needs| needs.start_some().put(&2).done()).done()
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
    T::Of: Packable<Shape = ScalarShape<S>>,
    S: Scalar + Packable<As = S, Shape = ScalarShape<S>>,
    R: List,
    L: Layout,
{
    /// Reads the first field, which is a scalar, and writes `f` of its value.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, u8)>::pack(&(1, 2));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform(needs).update(|n| n + 10).update(|n| n * 2).done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(11, 4)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn update(self, f: impl FnOnce(S) -> S) -> Transform<'a, 'i, 'o, R, L> {
        self.map(|field, needs| field.scalar().map(|value| needs.put_scalar(f(value))))
    }
}

impl<'a, 'i, 'o, T: Packable, D: Absent<T>, R: List, L: Layout> Transform<'a, 'i, 'o, (Defaulted<T, D>, R), L> {
    /// Copies the first field; writes its default if it is absent.
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
            Err(from) => Transform { from, to: self.to.put_as(&D::value()) },
        }
    }

    /// Skips the first field, if it is present, and writes `value` in place of it.
    #[inline]
    pub fn replace(self, value: &T::As) -> Transform<'a, 'i, 'o, R, L> {
        Transform { from: self.from.skip(), to: self.to.put(value) }
    }
}

impl<'i, 'o, F, L: Layout> Transform<'_, 'i, 'o, F, L> {
    /// Returns the proof that all fields were read, with the proof that all were written as its result.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(u8, u8)>::pack(&(1, 2));
    /// let changed = packed.transform(|tuple, needs| tuple.transform(needs).copy().copy().done());
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

/// An enum that can be transformed by constructor; derived together with [`Packable`].
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
    /// An enum with one variant for each constructor; each variant contains the fields of both values.
    type Cases<'a, 'i, 'o, L: Layout>;

    /// Begins the constructor of `branch` in the new value, and returns the variant for it.
    #[doc(hidden)]
    fn begin<'a, 'i, 'o, L: Layout>(
        branch: Branch<'a, 'i, Self::Variants, L>,
        needs: Needs<'o, Self, L>,
    ) -> Self::Cases<'a, 'i, 'o, L>;
}

/// A shape with constructors: that of an enum, struct or tuple. It decides what [`Cursor::transform`] returns.
///
/// ```
/// use packed_data::__private::shape::{Field, Named, Present, Struct};
/// use packed_data::{Layout, Packable, Packed};
///
/// /// Copies the only field of a struct, through a transform.
/// fn again<T, N, F, L: Layout>(packed: &Packed<T, L>) -> Packed<T, L>
/// where
///     T: Packable<As = T, Shape = Struct<N, (F, ())>>,
///     N: Named,
///     F: Present + Field<Access<L> = L>,
/// {
///     packed.transform(|value, needs| value.transform(needs).copy().done())
/// }
///
/// assert_eq!(again(&Packed::<(u8,)>::pack(&(7,))), Packed::pack(&(7,)));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{T}` has no constructors to be transformed",
    label = "not an enum, a struct or a tuple",
    note = "for a sequence, set or map: `cursor.map_items(needs, |item, needs| ...)`, `filter_map_items`, `retain`, \
            `append`",
    note = "for a scalar or string: `cursor.read().map(|value| needs.put(...))`"
)]
pub trait TransformShape<T: ?Sized> {
    /// For an enum the derived enum with a variant for each constructor, otherwise [`Transform`].
    type Cases<'a, 'i, 'o, L: Layout>;

    /// Begins the constructor of the value in the new value.
    #[doc(hidden)]
    fn begin<'a, 'i, 'o, L: Layout>(cursor: Cursor<'a, 'i, T, L>, needs: Needs<'o, T, L>)
    -> Self::Cases<'a, 'i, 'o, L>;
}

impl<N: Named + ?Sized, V: Variants, T> TransformShape<T> for Enum<N, V>
where
    T: Transformable<As = T, Shape = Self, Variants = V>,
{
    type Cases<'a, 'i, 'o, L: Layout> = T::Cases<'a, 'i, 'o, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<'a, 'i, 'o, L: Layout>(cursor: Cursor<'a, 'i, T, L>, needs: Needs<'o, T, L>) -> T::Cases<'a, 'i, 'o, L> {
        T::begin(cursor.branch(), needs)
    }
}

impl<N: Named + ?Sized, F: List, T: Packable<As = T, Shape = Self>> TransformShape<T> for Struct<N, F> {
    type Cases<'a, 'i, 'o, L: Layout> = Transform<'a, 'i, 'o, F, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<'a, 'i, 'o, L: Layout>(
        cursor: Cursor<'a, 'i, T, L>,
        needs: Needs<'o, T, L>,
    ) -> Transform<'a, 'i, 'o, F, L> {
        Transform::new(cursor.fields(), needs.fields())
    }
}

impl<'a, 'i, T: Packable<As = T> + ?Sized, L: Layout> Cursor<'a, 'i, T, L> {
    /// Reads the value and writes a new one with the same constructor. Returns, for an enum, a derived enum to `match`
    /// on, with the fields of both; for a struct or tuple, the fields of both. If there is a tag, it is already
    /// written.
    ///
    /// (To write another constructor, `match` on [`case`](Self::case), and begin it with its `start_` function.)
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data::types::OptionTransform;
    ///
    /// let packed = Packed::<Option<u8>>::pack(&Some(7));
    /// let changed = packed.transform(|option, needs| match option.transform(needs) {
    ///     OptionTransform::None(fields) => fields.done(),
    ///     OptionTransform::Some(fields) => fields.update(|n| n + 1).done(),
    /// });
    /// assert_eq!(changed, Packed::pack(&Some(8)));
    ///
    /// let packed = Packed::<(u8, String, u8)>::pack(&(1, "two".into(), 3));
    /// let changed = packed.transform(|tuple, needs| {
    ///     tuple.transform(needs).update(|n| n + 10).replace("zwei").copy().done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(11, "zwei".into(), 3)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn transform<'o>(self, needs: Needs<'o, T, L>) -> <T::Shape as TransformShape<T>>::Cases<'a, 'i, 'o, L>
    where
        T::Shape: TransformShape<T>,
    {
        T::Shape::begin(self, needs)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Makes packed data from packed data: `f` reads this value and writes the new one.
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
    /// The result has the [canonical type](Packable::As) of what is written, such as `[Record]` for a `Vec<Record>`.
    /// [`cast`](Packed::cast) returns it as the other type; where the compiler cannot infer the canonical type, name
    /// it: `packed.transform::<[Record]>(..).cast()`. [`retain`](Self::retain) and [`append`](Self::append) keep the
    /// type.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// fn incremented(numbers: &Packed<Vec<u8>>) -> Packed<Vec<u8>> {
    ///     let new = numbers.transform::<[u8]>(|numbers, needs| {
    ///         numbers.map_items(needs, |number, needs| number.read().map(|n| needs.put(&(n + 1))))
    ///     });
    ///     new.cast()
    /// }
    ///
    /// assert_eq!(incremented(&Packed::pack(&vec![1, 2])), Packed::pack(&vec![2, 3]));
    /// ```
    ///
    /// Allocates one buffer, with as many bytes as this value has, up to 1 MiB. When that is full, it grows to the size
    /// of this value; after that, to twice its size each time. If more than half of it is unused at the end, the unused
    /// capacity is released.
    ///
    /// # Panics
    ///
    /// Panics if [`Within::transform`] with [`Limits::DEFAULT`] returns an error.
    pub fn transform<'a, U: Packable<As = U> + ?Sized>(
        &'a self,
        f: impl for<'i, 'o> FnOnce(Cursor<'a, 'i, T::As, L>, Needs<'o, U, L>) -> Done<'i, Filled<'o>, L>,
    ) -> Packed<U, L> {
        self.within(&Limits::DEFAULT).transform(f).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }
}

impl<'p, T: Packable + ?Sized, L: Layout, B: Buffer> Within<'p, '_, T, L, B> {
    /// Makes packed data from packed data, as [`Packed::transform`] does.
    ///
    /// A function `f` that calls itself for last fields is bounded only by [`Limits::stack`], because last fields do
    /// not count as levels.
    ///
    /// ```
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// let flat = Limits { depth: 0, ..Limits::DEFAULT };
    /// let error = words.within(&flat).transform::<[String]>(|words, needs| words.copy_to(needs)).unwrap_err();
    /// assert_eq!(error.kind(), ErrorKind::TooDeep { limit: 0 });
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`WithLimits::build`](crate::packed::WithLimits::build).
    pub fn transform<U: Packable<As = U> + ?Sized>(
        self,
        f: impl for<'i, 'o> FnOnce(Cursor<'p, 'i, T::As, L>, Needs<'o, U, L>) -> Done<'i, Filled<'o>, L>,
    ) -> Result<Packed<U, L>, Error> {
        let Self { packed, limits } = self;
        Packed::build_from(packed.as_bytes().len(), limits, |needs| packed.read(|cursor| f(cursor, needs)))
    }
}
