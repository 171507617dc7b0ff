//! Visits: top-down, in pre-order, with early exit, in a loop where possible.
//!
//! A visit needs no stack if three conditions hold: the recursive fields of a constructor have the visited type itself
//! (boxed or not), they are its last fields, and the layout writes nothing between them. Then it is enough to count the
//! values that are still to be visited. Otherwise last fields are visited in a loop, and all others by recursion within
//! the limit on levels.

use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::visit_field::{IsSelf, VisitField};
use crate::Packed;
use crate::cursor::{Brand, Cursor, Done, Fields};
use crate::layout::{Access, Edit, InPlace, ItemLayout, Layout, Pos};
use crate::packable::Packable;
use crate::packed::{Buffer, BufferMut};
pub use crate::shape::visit_group::Stop;
use crate::shape::{FirstField, List, Rest, ShapeOf, Sizes, Tagged};
use crate::view::View;
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;
use crate::wire::steps;

/// A type that `V` can visit, in access `L`; derived for every `V` that implements the derived trait.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use packed_data::fold::Visitable;
/// use packed_data::{Compact, Layout, Packable, Packed, TooDeep};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// struct Sum(i64);
///
/// impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
///     type Break = ();
///
///     fn leaf(&mut self, n: i64) -> ControlFlow<()> {
///         self.0 += n;
///         ControlFlow::Continue(())
///     }
///
///     fn node(&mut self) -> ControlFlow<()> {
///         ControlFlow::Continue(())
///     }
/// }
///
/// fn sum<T: for<'a> Visitable<'a, Compact, Sum>>(packed: &Packed<T>) -> Result<i64, TooDeep> {
///     let mut sum = Sum(0);
///     packed.visit(&mut sum)?;
///     Ok(sum.0)
/// }
///
/// assert_eq!(sum(&Packed::pack(&Tree::Leaf(3))), Ok(3));
/// ```
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot visit `{Self}`",
    note = "implement the trait that the derive emitted: for `enum Tree` it is `TreeVisit<'_, L>`",
    note = "it is emitted for types in which the recursive fields of each constructor are its last fields",
    note = "all values of a type, wherever they are: `visit_each`; of types that contain each other: `visit_group`"
)]
pub trait Visitable<'a, L: Access, V: ?Sized>: Packable<As = Self> + Sized {
    /// The result of a visit that ends early.
    type Break;

    /// Visits one value, and returns the values of the same type that it ends with, unvisited.
    ///
    /// # Errors
    ///
    /// Returns an error if the visitor breaks, or if the value nests too deeply.
    #[doc(hidden)]
    fn visit_step<'id>(
        cursor: Cursor<'a, 'id, Self, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Unvisited<'a, 'id, Self, L>, Stop<Self::Break>>;
}

/// The values `T` at the end of the value of brand `'id`, which are still to be visited.
///
/// There may be none (made `From` a [`Done`]), one (made `From` a [`Cursor`]), or several side by side.
pub struct Unvisited<'a, 'id, T, L: Access> {
    /// Invariant (T1): `count` valid `T`, each of which satisfies C1 of [`Cursor`], are stored in order from this
    /// position on, and end where the value of brand `'id` ends. (If that value has a head, they may end before it:
    /// only the head says where the value ends, as in C2 of [`Done`].)
    pos: Pos<L>,
    count: usize,
    types: PhantomData<(&'a [u8], Invariant<T>)>,
    brand: Brand<'id>,
}

impl<'id, T, L: Access> Unvisited<'_, 'id, T, L> {
    /// Creates the list of `count` values at `pos`.
    ///
    /// # Safety
    ///
    /// The arguments satisfy T1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(pos: Pos<L>, count: usize) -> Self {
        Self { pos, count, types: PhantomData, brand: PhantomData }
    }
}

impl<'id, T, L: Access> From<Done<'id, (), L>> for Unvisited<'_, 'id, T, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(done: Done<'id, (), L>) -> Self {
        // SAFETY: by C2 the value of brand `'id` ends there, so T1 holds for no values.
        unsafe { Self::new(done.pos(), 0) }
    }
}

impl<'a, 'id, T, L: Access> From<Cursor<'a, 'id, T, L>> for Unvisited<'a, 'id, T, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(cursor: Cursor<'a, 'id, T, L>) -> Self {
        // SAFETY: by C1 a valid `T` is stored there, and is the value of brand `'id`; so T1 holds for one value.
        unsafe { Self::new(cursor.pos(), 1) }
    }
}

/// Visits all values of `trailing`, and all values at their ends: a loop that counts the values still to be visited.
fn visit_all<'a, 'id, T, L, V>(
    trailing: Unvisited<'a, 'id, T, L>,
    visitor: &mut V,
    levels: Levels,
) -> Result<Done<'id, (), L>, Stop<T::Break>>
where
    T: Visitable<'a, L, V>,
    L: Access,
    V: ?Sized,
{
    let Unvisited { mut pos, mut count, .. } = trailing;
    while count > 0 {
        steps::count(1);
        // SAFETY: by T1 a valid value is stored at `pos`, which was not visited before; the brand is fresh.
        let value = T::visit_step(unsafe { Cursor::new(pos) }, visitor, levels)?;
        // First come the values at the end of this one, then those after it (T1).
        pos = value.pos;
        count = count - 1 + value.count;
    }
    // SAFETY: no value is left, so by T1 the value of brand `'id` ends at `pos` (C2).
    Ok(unsafe { Done::at(pos, ()) })
}

/// The recursive fields at the end of a constructor, as a list of their types with markers: `()` or `(X, M)`.
///
/// # Safety
///
/// Only the library implements this trait. If `SIDE_BY_SIDE` is a number, the bytes of `Fields` are this number of
/// values `T`, with nothing between them. (The trait is unsafe and not sealed, because sealing is not enough: another
/// crate could implement it for an existing list with its own type parameters.)
pub unsafe trait VisitList<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> {
    /// The types of the fields, without markers.
    type FieldList: List;
    /// The number of values `T` that the fields consist of, side by side; `None` if they contain anything else.
    #[doc(hidden)]
    const SIDE_BY_SIDE: Option<usize>;

    /// Visits the fields, and returns the values `T` that they end with, unvisited.
    ///
    /// # Errors
    ///
    /// Returns an error if the visitor breaks, or if a field nests too deeply.
    fn visit<'id>(
        fields: Fields<'a, 'id, Self::FieldList, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>>;
}

/// Returns whether values of a field have a head: then other values do not follow them without bytes between.
pub(super) const fn has_head<X: Packable, L: Access>() -> bool {
    Sizes::<ShapeOf<X>, L::Layout>::HAS_HEAD
}

/// Implements [`VisitList`] for the ends of lists, and for one field.
macro_rules! ends {
    ($($End:ty),+) => {$(
        // SAFETY: there are no fields, and no values.
        unsafe impl<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitList<'a, L, V, T> for $End {
            type FieldList = $End;
            const SIDE_BY_SIDE: Option<usize> = Some(0);

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                fields: Fields<'a, 'id, $End, L>,
                _: &mut V,
                _: Levels,
            ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>> {
                Ok(fields.done(()).into())
            }
        }

        // SAFETY: the field is a `T` if `IsSelf` is `Yes`, which is possible only if its canonical type is `T`.
        unsafe impl<'a, X, L, V, T> VisitList<'a, L, V, T> for (X, $End)
        where
            X: VisitField<'a, L, V, T>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type FieldList = (X::Field, $End);
            // (In an extensible type the last field has a size before it, if it is walked.)
            const SIDE_BY_SIDE: Option<usize> = if X::IsSelf::VALUE
                && !has_head::<X::Field, L>()
                && !FirstField::<X::Field, $End>::is_fixed::<L::Layout>()
                && !FirstField::<X::Field, $End>::is_sized_last::<L::Layout>()
            {
                Some(1)
            } else {
                None
            };

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                fields: Fields<'a, 'id, Self::FieldList, L>,
                visitor: &mut V,
                levels: Levels,
            ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>> {
                if const { !FirstField::<X::Field, $End>::is_end::<L::Layout>() } {
                    let ((), fields) = fields.try_with(|field| visit_field::<X, L, V, T>(field, visitor, levels))?;
                    return Ok(fields.done(()).into());
                }
                X::visit(fields.last(), visitor, levels)
            }
        }
    )+};
}

ends!((), Rest);

/// Implements [`VisitList`] for a field that is followed by others.
macro_rules! before_others {
    ($(($($tag:ident: $kind:ty)?) $Others:ty),+ $(,)?) => {$(
        // SAFETY: as for one field; in addition, `runs_on` ensures that the layout writes nothing between these fields.
        unsafe impl<'a, X, Y, M, L, V, T $(, const $tag: $kind)?> VisitList<'a, L, V, T> for (X, $Others)
        where
            X: VisitField<'a, L, V, T>,
            $Others: VisitList<'a, L, V, T>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type FieldList = (X::Field, <$Others as VisitList<'a, L, V, T>>::FieldList);
            const SIDE_BY_SIDE: Option<usize> = match <$Others as VisitList<'a, L, V, T>>::SIDE_BY_SIDE {
                // (The size before the first field is passed when the field is entered; the last field has none. Fields
                // of the static part are not beside the others.)
                Some(others)
                    if X::IsSelf::VALUE
                        && !has_head::<X::Field, L>()
                        && !FirstField::<X::Field, <$Others as VisitList<'a, L, V, T>>::FieldList>::is_fixed::<L::Layout>()
                        && L::Layout::FORMAT.runs_on(others) =>
                {
                    Some(others + 1)
                }
                _ => None,
            };

            #[inline]
            fn visit<'id>(
                fields: Fields<'a, 'id, Self::FieldList, L>,
                visitor: &mut V,
                levels: Levels,
            ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>> {
                if let Some(count) = const { Self::SIDE_BY_SIDE } {
                    // SAFETY: the brand is used for nothing else, so it is fresh.
                    let first: Cursor<'a, '_, <X::Field as Packable>::As, L> = unsafe { fields.first() };
                    // SAFETY: by F1 the fields are stored from there on, and end where the value does; they are `count`
                    // values `T` side by side, as `SIDE_BY_SIDE` says. So T1 holds.
                    return Ok(unsafe { Unvisited::new(first.pos(), count) });
                }
                let ((), fields) = fields.try_with(|field| visit_field::<X, L, V, T>(field, visitor, levels))?;
                <$Others as VisitList<'a, L, V, T>>::visit(fields, visitor, levels)
            }
        }
    )+};
}

before_others!(() (Y, M), (TAG: u64) AfterTag<(Y, M), TAG>);

/// Recursive fields at the end of a constructor, the first of which has a CBOR tag: `M` is the list without it.
pub struct AfterTag<M, const TAG: u64>(Invariant<M>);

// SAFETY: if the layout writes the tag, `SIDE_BY_SIDE` is `None`, because the tag is stored before the first value.
// Otherwise the fields are those of `M`.
unsafe impl<'a, M, F, R, const TAG: u64, L, V, T> VisitList<'a, L, V, T> for AfterTag<M, TAG>
where
    M: VisitList<'a, L, V, T, FieldList = (F, R)>,
    F: Packable,
    R: List,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type FieldList = (Tagged<F, TAG>, R);
    const SIDE_BY_SIDE: Option<usize> = if L::Layout::HAS_TAGS { None } else { M::SIDE_BY_SIDE };

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'id>(
        fields: Fields<'a, 'id, Self::FieldList, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>> {
        M::visit(fields.untagged(), visitor, levels)
    }
}

/// Visits a field or element completely.
#[inline]
pub(super) fn visit_field<'a, 'id, X, L, V, T>(
    cursor: Cursor<'a, 'id, <X::Field as Packable>::As, L>,
    visitor: &mut V,
    levels: Levels,
) -> Result<Done<'id, (), L>, Stop<T::Break>>
where
    X: VisitField<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    let levels = levels.deeper().map_err(Stop::TooDeep)?;
    let trailing = X::visit(cursor, visitor, levels)?;
    visit_all(trailing, visitor, levels)
}

// (The type of the break is a parameter, for the same reason as the result of a fold.)

impl<'a, T: Packable<As = T>, L: Access> View<'a, T, L> {
    /// Visits the value top-down, in pre-order, until the visitor breaks. Last fields do not count as levels.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::{Layout, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct Sum(i64);
    ///
    /// impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    ///     type Break = ();
    ///
    ///     fn leaf(&mut self, n: i64) -> ControlFlow<()> {
    ///         self.0 += n;
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn node(&mut self) -> ControlFlow<()> {
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mut sum = Sum(0);
    /// let packed: Packed<Tree> = Packed::pack(&Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))));
    /// assert_eq!(packed.view().visit(&mut sum, &Limits::DEFAULT), Ok(ControlFlow::Continue(())));
    /// assert_eq!(sum.0, 3);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than `limits` allow.
    pub fn visit<V, R>(self, visitor: &mut V, limits: &Limits) -> Result<ControlFlow<R>, TooDeep>
    where
        T: Visitable<'a, L, V, Break = R>,
        V: ?Sized,
    {
        // SAFETY: V1 implies C1. The view is consumed, and the brand is fresh.
        let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(self.pos()) };
        match visit_all(cursor.into(), visitor, Levels::within(limits)) {
            Ok(Done { .. }) => Ok(ControlFlow::Continue(())),
            Err(Stop::Break(value)) => Ok(ControlFlow::Break(value)),
            Err(Stop::TooDeep(error)) => Err(error),
        }
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Visits the value top-down, in pre-order, until the visitor breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct FirstNegative;
    ///
    /// impl<'a, L: Layout> TreeVisit<'a, L> for FirstNegative {
    ///     type Break = i64;
    ///
    ///     fn leaf(&mut self, n: i64) -> ControlFlow<i64> {
    ///         if n < 0 { ControlFlow::Break(n) } else { ControlFlow::Continue(()) }
    ///     }
    ///
    ///     fn node(&mut self) -> ControlFlow<i64> {
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-2)));
    /// assert_eq!(Packed::<Tree>::pack(&tree).visit(&mut FirstNegative), Ok(ControlFlow::Break(-2)));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than [`Limits::DEFAULT`] allows. Last
    /// fields do not count as levels.
    pub fn visit<'a, V, R>(&'a self, visitor: &mut V) -> Result<ControlFlow<R>, TooDeep>
    where
        T::As: Visitable<'a, L, V, Break = R> + Sized,
        V: ?Sized,
    {
        self.root().visit(visitor, &Limits::DEFAULT)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Visits the value top-down, in pre-order, until the visitor breaks, and lets the visitor overwrite its scalars.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::view::ScalarMut;
    /// use packed_data::{Compact, Edit, Packable, Packed};
    ///
    /// #[derive(Debug, PartialEq, Packable)]
    /// enum List {
    ///     Nil,
    ///     Cons(i64, Box<List>),
    /// }
    ///
    /// struct Increment;
    ///
    /// impl<'a> ListVisit<'a, Edit<Compact>> for Increment {
    ///     type Break = ();
    ///
    ///     fn nil(&mut self) -> ControlFlow<()> {
    ///         ControlFlow::Continue(())
    ///     }
    ///
    ///     fn cons(&mut self, mut n: ScalarMut<'a, i64, Compact>) -> ControlFlow<()> {
    ///         n.update(|n| n + 1);
    ///         ControlFlow::Continue(())
    ///     }
    /// }
    ///
    /// let mut packed: Packed<List> = Packed::pack(&List::Cons(41, Box::new(List::Nil)));
    /// assert_eq!(packed.visit_mut(&mut Increment), Ok(ControlFlow::Continue(())));
    /// assert_eq!(packed.unpack(), Ok(List::Cons(42, Box::new(List::Nil))));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`visit`](Self::visit). The scalars that were overwritten until then keep their new values.
    pub fn visit_mut<'a, V, R>(&'a mut self, visitor: &mut V) -> Result<ControlFlow<R>, TooDeep>
    where
        T::As: Visitable<'a, Edit<L>, V, Break = R> + Sized,
        V: ?Sized,
        L: InPlace,
        B: BufferMut,
    {
        self.root_mut().visit(visitor, &Limits::DEFAULT)
    }
}

impl<'a, 'id, F: List, L: Access> Fields<'a, 'id, F, L> {
    /// Visits the remaining fields, whose types with markers are `M`, and returns the values that they end with: for
    /// the derive.
    ///
    /// # Errors
    ///
    /// Returns an error if the visitor breaks, or if a field nests too deeply.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn visit_rest<M, T, V>(
        self,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>>
    where
        M: VisitList<'a, L, V, T, FieldList = F>,
        T: Visitable<'a, L, V>,
        V: ?Sized,
    {
        M::visit(self, visitor, levels)
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Returns the view of the first field, and the fields after it: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn visit_leaf(self) -> (T::View<'a, L>, Fields<'a, 'id, R, L>) {
        self.with(|field: Cursor<'a, '_, T::As, L>| field.into_view().map(T::view))
    }
}
