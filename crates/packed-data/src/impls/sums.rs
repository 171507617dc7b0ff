//! `Option` and `Result`.

use crate::build::{Needs, NeedsFields, Written};
use crate::cursor::incoming::{Incoming, is_taken_apart};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Bare, Enum, Field, InTier, List, Named, Present, Style};
use crate::transform::{Transform, Transformable};
use crate::view::sealed::Sealed;
use crate::view::{Read, ReadDefault, View};
use crate::wire::checker::Failed;
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::{Levels, TooDeep};

/// The cases of a packed `Option<T>`: `None` has tag 0, `Some` has tag 1.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::types::OptionCase;
///
/// let packed = Packed::<Option<u8>>::pack(&Some(7));
/// let n = packed.read(|option| match option.case() {
///     OptionCase::None(end) => end.done(0),
///     OptionCase::Some(fields) => {
///         let (n, end) = fields.read();
///         end.done(n)
///     }
/// });
/// assert_eq!(n, 7);
/// ```
#[derive(Debug)]
pub enum OptionCase<'a, 'id, T, L: Access> {
    /// The value is `None`: there are no fields.
    None(Fields<'a, 'id, (), L>),
    /// The value is `Some`, with one field.
    Some(Fields<'a, 'id, (Bare<T>, ()), L>),
}

/// The cases of a packed `Result<T, E>`: `Ok` has tag 0, `Err` has tag 1.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::types::ResultCase;
///
/// let packed = Packed::<Result<u8, String>>::pack(&Ok(7));
/// let n = packed.read(|result| match result.case() {
///     ResultCase::Ok(fields) => {
///         let (n, end) = fields.read();
///         end.done(Some(n))
///     }
///     ResultCase::Err(fields) => fields.skip().done(None),
/// });
/// assert_eq!(n, Some(7));
/// ```
#[derive(Debug)]
pub enum ResultCase<'a, 'id, T, E, L: Access> {
    /// The value is `Ok`, with the result as its field.
    Ok(Fields<'a, 'id, (Bare<T>, ()), L>),
    /// The value is `Err`, with the error as its field.
    Err(Fields<'a, 'id, (Bare<E>, ()), L>),
}

type OptionVariants<T> = ((), (Bare<T>, ()));
type ResultVariants<T, E> = ((Bare<T>, ()), (Bare<E>, ()));

impl<T> Named for Option<T> {
    const NAMES: &'static Names = &Names {
        name: "Option",
        constructors: &[Constructor { name: "None", fields: &[] }, Constructor { name: "Some", fields: &["0"] }],
    };
    const STYLE: Style = Style::Optional;
}

impl<T: Packable> Packable for Option<T> {
    type As = Self;
    type Shape = Enum<Self, OptionVariants<T>>;
    type View<'a, L: Access> = Option<L::Part<'a, T>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        view.into_case()
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match value {
            None => needs.start_none().done().into(),
            Some(value) => needs.start_some().put_last(value),
        }
    }
}

impl<T: Packable> Match for Option<T> {
    type Variants = OptionVariants<T>;
    type Case<'a, 'id, L: Access> = OptionCase<'a, 'id, T, L>;
    type ViewCase<'a, L: AnyAccess> = Option<L::Part<'a, T>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> OptionCase<'a, 'id, T, L> {
        match branch.tag() {
            0 => OptionCase::None(branch.fields::<InTier<0>>()),
            _ => OptionCase::Some(branch.fields::<InTier<1>>()),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'a, L: AnyAccess>(
        branch: Branch<'a, '_, Self::Variants, L>,
    ) -> Result<Self::ViewCase<'a, L>, L::Error> {
        match branch.tag() {
            0 => Ok(None),
            _ => Ok(Some(branch.parts::<InTier<1>>()?.last()?)),
        }
    }
}

impl<'a, 'id, T: Present, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Reads the first field, an `Option`: with `f`, if it is `Some`.
    ///
    /// ```
    /// use packed_data::{Cursor, Done, Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Name {
    ///     text: String,
    ///     line: u32,
    /// }
    ///
    /// fn name<'a, 'id, L: Layout>(name: Cursor<'a, 'id, Name, L>) -> Done<'id, &'a str, L> {
    ///     let (text, fields) = name.fields().read();
    ///     fields.skip().done(text)
    /// }
    ///
    /// let packed = Packed::<(Option<Name>, u8)>::pack(&(Some(Name { text: "main".into(), line: 3 }), 7));
    /// let (name, number) = packed.read(|pair| {
    ///     let (name, fields) = pair.fields().with_some(name);
    ///     let (number, end) = fields.read();
    ///     end.done((name, number))
    /// });
    /// assert_eq!((name, number), (Some("main"), 7));
    /// ```
    ///
    /// (An `Option` of what [`read`](Self::read) reads is read by `read` too.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_some<U: Packable, V>(
        self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, U::As, L>) -> Done<'x, V, L>,
    ) -> (Option<V>, Fields<'a, 'id, R, L>)
    where
        T: Field<Of = Option<U>, Access<L> = L>,
    {
        self.with(|option| option.with_some(f))
    }
}

impl<'a, 'id, T: Packable, L: Access> Cursor<'a, 'id, Option<T>, L> {
    /// Reads the value with `f`, if it is `Some`: see [`Fields::with_some`].
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<Vec<Option<(u8, u8)>>>::pack(&vec![Some((1, 2)), None]);
    /// let count = packed.read(|all| {
    ///     all.fold_items(0, |count, one| one.with_some(|pair| pair.skip()).map(|one| count + one.map_or(0, |()| 1)))
    /// });
    /// assert_eq!(count, 1);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with_some<V>(
        self,
        f: impl for<'x> FnOnce(Cursor<'a, 'x, T::As, L>) -> Done<'x, V, L>,
    ) -> Done<'id, Option<V>, L> {
        match self.case() {
            OptionCase::None(end) => end.done(None),
            OptionCase::Some(fields) => {
                let (value, end) = fields.with(f);
                end.done(Some(value))
            }
        }
    }
}

impl<T: Packable<As: Read>> Sealed for Option<T> {}

/// An `Option` of something that is read in one call.
#[diagnostic::do_not_recommend]
impl<T: Packable<As: Read>> Read for Option<T> {
    type Value<'a, L: Layout> = Option<<T::As as Read>::Value<'a, L>>;

    #[inline(always)]
    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (Self::Value<'a, L>, L::Pos) {
        let done = cursor.with_some(|value| value.read());
        let end = done.pos();
        (done.into_value(), end)
    }
}

impl<T: Packable<As: Read>> ReadDefault for Option<T> {
    #[inline]
    fn absent<'a, L: Layout>() -> <Self as Read>::Value<'a, L> {
        None
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Option<T> {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        match cursor.case() {
            OptionCase::None(fields) => Ok(fields.done(None)),
            OptionCase::Some(fields) => {
                let (value, fields) = fields.unpack(levels)?;
                Ok(fields.done(Some(value)))
            }
        }
    }

    #[inline]
    fn unpack_incoming<L: Layout>(mut incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
        if const { !is_taken_apart::<Self, L>() } {
            return incoming.whole(levels);
        }
        match incoming.tag::<Self>()? {
            0 => Ok(None),
            _ => incoming.field(levels).map(Some),
        }
    }
}

impl<T, E> Named for Result<T, E> {
    const NAMES: &'static Names = &Names {
        name: "Result",
        constructors: &[Constructor { name: "Ok", fields: &["0"] }, Constructor { name: "Err", fields: &["0"] }],
    };
}

impl<T: Packable, E: Packable> Packable for Result<T, E> {
    type As = Self;
    type Shape = Enum<Self, ResultVariants<T, E>>;
    type View<'a, L: Access> = Result<L::Part<'a, T>, L::Part<'a, E>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        view.into_case()
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match value {
            Ok(value) => needs.start_ok().put_last(value),
            Err(error) => needs.start_err().put_last(error),
        }
    }
}

impl<T: Packable, E: Packable> Match for Result<T, E> {
    type Variants = ResultVariants<T, E>;
    type Case<'a, 'id, L: Access> = ResultCase<'a, 'id, T, E, L>;
    type ViewCase<'a, L: AnyAccess> = Result<L::Part<'a, T>, L::Part<'a, E>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> Self::Case<'a, 'id, L> {
        match branch.tag() {
            0 => ResultCase::Ok(branch.fields::<InTier<0>>()),
            _ => ResultCase::Err(branch.fields::<InTier<1>>()),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'a, L: AnyAccess>(
        branch: Branch<'a, '_, Self::Variants, L>,
    ) -> Result<Self::ViewCase<'a, L>, L::Error> {
        match branch.tag() {
            0 => Ok(Ok(branch.parts::<InTier<0>>()?.last()?)),
            _ => Ok(Err(branch.parts::<InTier<1>>()?.last()?)),
        }
    }
}

impl<'a, T: Unpack<'a>, E: Unpack<'a>> Unpack<'a> for Result<T, E> {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        match cursor.case() {
            ResultCase::Ok(fields) => {
                let (value, fields) = fields.unpack(levels)?;
                Ok(fields.done(Ok(value)))
            }
            ResultCase::Err(fields) => {
                let (error, fields) = fields.unpack(levels)?;
                Ok(fields.done(Err(error)))
            }
        }
    }

    #[inline]
    fn unpack_incoming<L: Layout>(mut incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
        if const { !is_taken_apart::<Self, L>() } {
            return incoming.whole(levels);
        }
        match incoming.tag::<Self>()? {
            0 => incoming.field(levels).map(Ok),
            _ => incoming.field(levels).map(Err),
        }
    }
}

impl<'id, T: Packable, L: Layout> Needs<'id, Option<T>, L> {
    /// Begins a `None`, which has no fields.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<Option<u8>, Compact>::build(|needs| needs.start_none().done());
    /// assert_eq!(built, Packed::pack(&None));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_none(self) -> NeedsFields<'id, (), L> {
        self.variant::<InTier<0>, _, OptionVariants<T>>()
    }

    /// Begins a `Some`, and returns its field to be filled.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<Option<u8>, Compact>::build(|needs| needs.start_some().put(&7).done());
    /// assert_eq!(built, Packed::pack(&Some(7)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_some(self) -> NeedsFields<'id, (Bare<T>, ()), L> {
        self.variant::<InTier<1>, _, OptionVariants<T>>()
    }
}

impl<'id, T: Packable, E: Packable, L: Layout> Needs<'id, Result<T, E>, L> {
    /// Begins an `Ok`, and returns its field to be filled.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<Result<u8, String>, Compact>::build(|needs| needs.start_ok().put(&7).done());
    /// assert_eq!(built, Packed::pack(&Ok(7)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_ok(self) -> NeedsFields<'id, (Bare<T>, ()), L> {
        self.variant::<InTier<0>, _, ResultVariants<T, E>>()
    }

    /// Begins an `Err`, and returns its field to be filled.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<Result<u8, String>, Compact>::build(|needs| needs.start_err().put("no").done());
    /// assert_eq!(built, Packed::pack(&Err("no".into())));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn start_err(self) -> NeedsFields<'id, (Bare<E>, ()), L> {
        self.variant::<InTier<1>, _, ResultVariants<T, E>>()
    }
}

/// The cases of a packed `Option<T>` that is being transformed.
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
/// ```
pub enum OptionTransform<'a, 'i, 'o, T, L: Layout> {
    /// The value is `None`: there are no fields.
    None(Transform<'a, 'i, 'o, (), L>),
    /// The value is `Some`, with one field.
    Some(Transform<'a, 'i, 'o, (Bare<T>, ()), L>),
}

impl<T: Packable> Transformable for Option<T> {
    type Cases<'a, 'i, 'o, L: Layout> = OptionTransform<'a, 'i, 'o, T, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<'a, 'i, 'o, L: Layout>(
        branch: Branch<'a, 'i, Self::Variants, L>,
        needs: Needs<'o, Self, L>,
    ) -> Self::Cases<'a, 'i, 'o, L> {
        match branch.tag() {
            0 => OptionTransform::None(Transform::new(branch.fields::<InTier<0>>(), needs.start_none())),
            _ => OptionTransform::Some(Transform::new(branch.fields::<InTier<1>>(), needs.start_some())),
        }
    }
}

/// The cases of a packed `Result<T, E>` that is being transformed.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::types::ResultTransform;
///
/// let packed = Packed::<Result<u8, String>>::pack(&Ok(7));
/// let changed = packed.transform(|result, needs| match result.transform(needs) {
///     ResultTransform::Ok(fields) => fields.update(|n| n + 1).done(),
///     ResultTransform::Err(fields) => fields.copy().done(),
/// });
/// assert_eq!(changed, Packed::pack(&Ok(8)));
/// ```
pub enum ResultTransform<'a, 'i, 'o, T, E, L: Layout> {
    /// The value is `Ok`, with the result as its field.
    Ok(Transform<'a, 'i, 'o, (Bare<T>, ()), L>),
    /// The value is `Err`, with the error as its field.
    Err(Transform<'a, 'i, 'o, (Bare<E>, ()), L>),
}

impl<T: Packable, E: Packable> Transformable for Result<T, E> {
    type Cases<'a, 'i, 'o, L: Layout> = ResultTransform<'a, 'i, 'o, T, E, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin<'a, 'i, 'o, L: Layout>(
        branch: Branch<'a, 'i, Self::Variants, L>,
        needs: Needs<'o, Self, L>,
    ) -> Self::Cases<'a, 'i, 'o, L> {
        match branch.tag() {
            0 => ResultTransform::Ok(Transform::new(branch.fields::<InTier<0>>(), needs.start_ok())),
            _ => ResultTransform::Err(Transform::new(branch.fields::<InTier<1>>(), needs.start_err())),
        }
    }
}
