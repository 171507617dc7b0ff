//! The steps of a lazy view: into an enum, into a struct, to a text; and the check of a whole value.

use core::fmt;

use super::{Lazy, LazyFields, LazyView};
use crate::cursor::{Branch, Match};
use crate::layout::{AnyAccess, Position, RandomAccess};
use crate::packable::{Packable, Unpack};
use crate::shape::{EndsWith, Enum, Field, FieldName, FirstField, List, Named, NonEmpty, Struct, Variants};
use crate::view::{FieldViews, Record, View};
use crate::wire::error::Error;
use crate::wire::limits::Limits;

impl<T: ?Sized, L: RandomAccess> Clone for LazyView<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized, L: RandomAccess> Copy for LazyView<'_, T, L> {}

/// Prints the range of the bytes in which the value is said to be stored: its parts were not checked.
impl<T: Packable<As = T> + ?Sized, L: RandomAccess> fmt::Debug for LazyView<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "LazyView({}..{})", self.pos().at, self.pos().end())
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: RandomAccess> LazyView<'a, T, L> {
    /// Validates the value, with all that is in it, and returns the plain view.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed, View, lazy};
    ///
    /// let mut bytes = Packed::<(Vec<String>, Vec<String>), Indexed>::pack(&(vec!["to".into()], vec!["be".into()]))
    ///     .into_inner();
    /// *bytes.last_mut().unwrap() = 0xFF; // not UTF-8
    ///
    /// let (to, be) = lazy::<(Vec<String>, Vec<String>), Indexed>(&bytes).try_fields()?;
    /// assert_eq!(to.check()?.unpack::<Vec<String>>()?, ["to"]);
    /// let error = be.check().unwrap_err().to_string();
    /// assert_eq!(error, "invalid string: expected UTF-8, found another byte sequence, at byte 9 in [0]");
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the value is not valid, or does not end where the value that contains it says. Its
    /// offset is counted from the beginning of all bytes, its path from this value.
    pub fn check(self) -> Result<View<'a, T, L>, Error> {
        self.check_within(&Limits::DEFAULT)
    }

    /// Does the same as [`check`](Self::check), within other limits than the default.
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check); or the value exceeds one of the limits.
    pub fn check_within(self, limits: &Limits) -> Result<View<'a, T, L>, Error> {
        let value = self.pos();
        value.check::<T::Shape, L>(limits)?;
        // SAFETY: the value was checked to its end, in bytes that live for `'a`, so V1 holds.
        Ok(unsafe { View::new(L::Pos::at(value.bytes(), value.at)) })
    }

    /// Validates the value, and returns what a [`Packed`](crate::Packed) value would be viewed as: a
    /// [`Seq`](crate::view::Seq) for a sequence, for example.
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check).
    pub fn try_view(self) -> Result<T::View<'a, L>, Error> {
        self.check().map(T::view)
    }

    /// Validates the value, and reads it into memory.
    ///
    /// # Errors
    ///
    /// As for [`check`](Self::check); or the value cannot be unpacked within the default limits.
    pub fn try_unpack<U: Unpack<'a, As = T>>(self) -> Result<U, Error> {
        Ok(self.check()?.unpack()?)
    }
}

impl<'a, N: Named + ?Sized, V: Variants, T, L: RandomAccess> LazyView<'a, T, L>
where
    T: Packable<As = T, Shape = Enum<N, V>> + Match<Variants = V> + ?Sized,
{
    /// Returns the constructor of the value with its fields: the derived enum of views. In it a scalar is a value, and
    /// everything else is a lazy view.
    ///
    /// ```
    /// use packed_data::view::LazyView;
    /// use packed_data::{Error, Indexed, Packable, Packed, lazy};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// fn right_most(mut tree: LazyView<'_, Tree, Indexed>) -> Result<i64, Error> {
    ///     loop {
    ///         match tree.try_case()? {
    ///             TreeView::Leaf(n) => return Ok(n),
    ///             TreeView::Node(_, right) => tree = right, // the left subtree is not looked at
    ///         }
    ///     }
    /// }
    ///
    /// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    /// let mut bytes = Packed::<_, Indexed>::pack(&tree).into_inner();
    /// assert_eq!(right_most(lazy::<Tree, Indexed>(&bytes))?, 2);
    /// bytes[11] = 9;
    /// let error = right_most(lazy::<Tree, Indexed>(&bytes)).unwrap_err();
    /// assert_eq!(error.to_string(), "invalid tag: expected 0 to 1, found 9, at byte 11");
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the tag is not that of a constructor, if a field is not within the value, or if a scalar
    /// among the fields is not valid; or if the type has a condition, and the value is not valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_case(self) -> Result<T::ViewCase<'a, Lazy<L>>, Error> {
        let (tag, fields) = self.pos().enter_enum::<N, V, L>()?;
        // SAFETY: the tag was found to be less than the number of constructors, and V3 holds for the fields (B1).
        T::view_case(unsafe { Branch::new(tag, fields) })
    }
}

impl<'a, N: Named + ?Sized, F: List, T, L: RandomAccess> LazyView<'a, T, L>
where
    T: Packable<As = T, Shape = Struct<N, F>> + Record<FieldList = F> + ?Sized,
{
    /// Returns the fields of a struct, tuple or entry of a map: the derived struct of views or a tuple, in which a
    /// scalar is a value and everything else a lazy view. See [`lazy`](crate::lazy) for an example.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if a field is not within the value, or if a scalar among the fields is not valid; or if the
    /// type has a condition, and the value is not valid.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_fields(self) -> Result<T::ViewFields<'a, Lazy<L>>, Error> {
        // SAFETY: V3 holds for the fields, so P1 does.
        T::view_fields(unsafe { FieldViews::new(self.begin()?) })
    }
}

impl<'a, N: Named + ?Sized, F: List, T, L: RandomAccess> LazyView<'a, T, L>
where
    T: Packable<As = T, Shape = Struct<N, F>> + ?Sized,
{
    /// Returns one field of a struct: a scalar, or a lazy view; a field that may be absent (`#[packable(default)]`) is
    /// an `Option` of that. Only what is needed to find it is looked at: nothing but itself, if it has a static size;
    /// otherwise the sizes of the fields before it.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed, lazy};
    ///
    /// #[derive(Packable)]
    /// struct Event {
    ///     text: String,
    ///     time: u64,
    /// }
    ///
    /// let packed = Packed::<Event, Indexed>::pack(&Event { text: "start".into(), time: 7 });
    /// let event = lazy::<Event, Indexed>(packed.as_bytes());
    /// assert_eq!(event.try_field(|event: EventNames| event.time)?, 7);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`try_fields`](Self::try_fields), but for the fields that are not looked at.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn try_field<M, S: FieldName, I>(
        self,
        name: impl FnOnce(M) -> S,
    ) -> Result<<<S::Suffix as NonEmpty>::First as Field>::View<'a, Lazy<L>>, Error>
    where
        F: EndsWith<S::Suffix, I>,
    {
        _ = name;
        let fields = self.begin()?;
        // SAFETY: the fields were begun, and are found by the types in their list. V2 holds for the range of the field.
        unsafe {
            let found = if const { is_in_static_part::<S::Suffix, L>() } {
                F::find::<L, true>(fields)?
            } else {
                F::find::<L, false>(fields)?
            };
            match found.find::<<S::Suffix as NonEmpty>::First, <S::Suffix as NonEmpty>::Others>()?.0 {
                Some(field) => <S::Suffix as NonEmpty>::First::view_at::<Lazy<L>>(field),
                None => Ok(<S::Suffix as NonEmpty>::First::view_absent::<Lazy<L>>()),
            }
        }
    }

    /// Enters a struct, and begins its fields.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn begin(self) -> Result<LazyFields<L>, Error> {
        // SAFETY: V3 holds for the fields of a struct that was entered.
        unsafe { Lazy::<L>::begin::<F>(self.pos().enter_struct::<N, F, L>()?) }
    }
}

/// Returns whether the first field of `S` is found in the static part, wherever the fields before it are.
const fn is_in_static_part<S: NonEmpty, L: RandomAccess>() -> bool {
    FirstField::<S::First, S::Others>::is_fixed::<L>() && !S::IS_EXTENSIBLE
}

impl<'a, L: RandomAccess> LazyView<'a, str, L> {
    /// Checks that the text is UTF-8, and returns it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if it is not, or if its length is not that of the value.
    pub fn try_text(self) -> Result<&'a str, Error> {
        Ok(self.check()?.text())
    }
}
