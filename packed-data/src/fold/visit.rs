//! Visits: top-down, in pre-order, with early exit.
//!
//! Where every recursive field is the type itself (boxed or not), stands last among the fields, and
//! nothing is written between them, a visit is a loop with a count of the values still to come, and needs
//! no stack. Otherwise last fields are a loop, and the others a recursion within the limit on levels.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use super::{Leaf, Rec};
use crate::Packed;
use crate::cursor::{Brand, Cursor, Fields};
use crate::invariant::Invariant;
use crate::layout::{Access, Edit, Layout, Pos};
use crate::levels::{Levels, TooDeep};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, BufferMut};
use crate::shape::{Field, List, Pair, ShapeOf, enter, skip_whole};
use crate::view::{Entry, View};

/// A type that `V` can visit, in access `L`: derived, for every `V` that implements the derived trait.
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot visit `{Self}`",
    note = "implement the trait that the derive emitted: for `enum Tree` it is `TreeVisit<'_, L>`",
    note = "it is emitted for types whose fields that mention the type itself stand last in each constructor"
)]
pub trait Visitable<'a, L: Access, V: ?Sized>: Packable<As = Self> + Sized {
    /// What a visit can end early with.
    type Break;

    /// Visits one value up to its recursive fields.
    ///
    /// # Errors
    ///
    /// The visitor breaks.
    fn visit_step<'id>(
        cursor: Cursor<'a, 'id, Self, L>,
        visitor: &mut V,
    ) -> ControlFlow<Self::Break, Trailing<'a, 'id, Self, L, V>>;

    /// Whether a visit needs no stack: each list of recursive fields is [`VisitList::COUNTED`].
    const COUNTED: bool;
}

/// Why a visit ended.
pub enum Stop<B> {
    /// The visitor broke.
    Break(B),
    /// The levels were used up.
    TooDeep(TooDeep),
}

/// How far the visit of recursive fields came: to their end, or to a last field that is the type itself.
pub enum Reached<P> {
    /// They end here.
    End(P),
    /// The last of them begins here.
    Last(P),
}

/// The outcome of visiting recursive fields.
type Outcome<'a, T, L, V> = Result<Reached<Pos<L>>, Stop<<T as Visitable<'a, L, V>>::Break>>;

/// The recursive fields of a value, still to be visited.
pub struct Trailing<'a, 'id, T: Visitable<'a, L, V>, L: Access, V: ?Sized> {
    /// Invariant (T1): `count` values `T` stand here if `T::COUNTED`; in any case the fields that `visit`
    /// visits. They end where the value of brand `'id` ends.
    pos: Pos<L>,
    count: u32,
    #[allow(clippy::type_complexity, reason = "it is used once")]
    visit: unsafe fn(Pos<L>, &mut V, Levels) -> Outcome<'a, T, L, V>,
    types: PhantomData<(&'a [u8], Invariant<T>)>,
    brand: Brand<'id>,
}

impl<'a, 'id, F: List, L: Access> Fields<'a, 'id, F, L> {
    /// The remaining fields, all of them recursive, whose types with markers are `M`: for the derive.
    #[doc(hidden)]
    #[inline(always)]
    pub fn trailing<M, T, V>(self) -> Trailing<'a, 'id, T, L, V>
    where
        M: VisitList<'a, L, V, T, Fields = F>,
        T: Visitable<'a, L, V>,
        V: ?Sized,
    {
        assert!(M::COUNTED || !T::COUNTED, "the type claims what its fields do not have");
        // SAFETY: by F1 the fields stand here, and end where the value of brand `'id` ends.
        let pos = unsafe { M::first(self.into_pos()) };
        Trailing { pos, count: M::COUNT, visit: M::visit, types: PhantomData, brand: PhantomData }
    }
}

/// Visits one whole value, and gives its end.
///
/// # Safety
///
/// A valid `T` stands at `pos`, as in C1 of [`Cursor`].
unsafe fn visit_value<'a, T, L, V>(
    mut pos: Pos<L>,
    visitor: &mut V,
    levels: Levels,
) -> Result<Pos<L>, Stop<T::Break>>
where
    T: Visitable<'a, L, V>,
    L: Access,
    V: ?Sized,
{
    let mut left = 1u64;
    loop {
        // SAFETY: the caller promises the first value, T1 the others; each is visited once.
        let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(pos) };
        let trailing = match T::visit_step(cursor, visitor) {
            ControlFlow::Continue(trailing) => trailing,
            ControlFlow::Break(value) => return Err(Stop::Break(value)),
        };
        if T::COUNTED {
            pos = trailing.pos;
            left = left - 1 + u64::from(trailing.count);
            if left == 0 {
                return Ok(pos);
            }
            continue;
        }
        // SAFETY: by T1 the fields that it visits stand there.
        match unsafe { (trailing.visit)(trailing.pos, visitor, levels) }? {
            Reached::End(end) => return Ok(end),
            Reached::Last(last) => pos = last,
        }
    }
}

/// Recursive fields, told by their types with markers: `()` or `(X, M)`.
///
/// # Safety
///
/// Implementations are the library's own: `visit` visits `Fields`, and nothing beyond them; if `COUNTED`,
/// `COUNT` values `T`, and nothing else, stand from `first` on.
pub unsafe trait VisitList<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> {
    /// The fields' own types.
    type Fields: List;
    /// How many there are.
    const COUNT: u32;
    /// Whether they are values `T`, one after the other, with nothing in between.
    const COUNTED: bool;

    /// Where the value of the first begins.
    ///
    /// # Safety
    ///
    /// The fields, valid, stand at `pos`.
    #[doc(hidden)]
    unsafe fn first(pos: Pos<L>) -> Pos<L>;

    /// Visits them, but for a last one that is `T` itself.
    ///
    /// # Safety
    ///
    /// The fields, valid, stand there, the value of the first at `pos`; as in C1 of [`Cursor`].
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V>;
}

// SAFETY: no fields, no values.
unsafe impl<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitList<'a, L, V, T> for () {
    type Fields = ();
    const COUNT: u32 = 0;
    const COUNTED: bool = true;

    #[inline(always)]
    unsafe fn first(pos: Pos<L>) -> Pos<L> {
        pos
    }

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, _: &mut V, _: Levels) -> Outcome<'a, T, L, V> {
        Ok(Reached::End(pos))
    }
}

// SAFETY: the first field is visited by `X`, the others by `M`. With a size before it, only the first
// field's value begins where something is said to begin.
unsafe impl<'a, X, M, L, V, T> VisitList<'a, L, V, T> for (X, M)
where
    X: VisitField<'a, L, V, T>,
    M: VisitList<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type Fields = (X::Field, M::Fields);
    const COUNT: u32 = 1 + M::COUNT;
    const COUNTED: bool =
        X::IS_SELF && M::COUNTED && (M::COUNT <= 1 || !L::Layout::SIZES_BEFORE_FIELDS);

    #[inline(always)]
    unsafe fn first(pos: Pos<L>) -> Pos<L> {
        // SAFETY: the caller promises the fields.
        unsafe { enter::<X::Field, M::Fields, L::Layout>(pos) }
    }

    #[inline]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
        // SAFETY: the caller promises the fields; the others begin where the first ends.
        unsafe {
            if Pair::<X::Field, M::Fields>::IS_LAST {
                return X::visit(pos, visitor, levels);
            }
            let end = finish::<X, L, V, T>(pos, visitor, levels)?;
            M::visit(M::first(end), visitor, levels)
        }
    }
}

/// Visits a field that is not the last, to its end.
///
/// # Safety
///
/// As for [`VisitField::visit`].
unsafe fn finish<'a, X, L, V, T>(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Result<Pos<L>, Stop<T::Break>>
where
    X: VisitField<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    // SAFETY: the caller promises the field; what is left of it is one value `T`.
    unsafe {
        match X::visit(pos, visitor, levels)? {
            Reached::End(end) => Ok(end),
            Reached::Last(last) => {
                let levels = levels.deeper().map_err(Stop::TooDeep)?;
                visit_value::<T, L, V>(last, visitor, levels)
            }
        }
    }
}

/// A recursive field, told by its type with markers.
///
/// # Safety
///
/// Implementations are the library's own: `visit` visits a `Field`, and nothing beyond it.
#[diagnostic::on_unimplemented(
    message = "a visit cannot look into a field of type `{Self}`",
    note = "with `#[packable(leaf)]` on the field the visitor is given a view of it"
)]
pub unsafe trait VisitField<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> {
    /// The field's own type.
    type Field: Field<Access<L> = L>;
    /// Whether it is `T` itself, boxed or not.
    const IS_SELF: bool = false;

    /// Visits it, but for what is left if that is one `T`.
    ///
    /// # Safety
    ///
    /// The field, valid, stands at `pos`, as in C1 of [`Cursor`].
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V>;
}

// SAFETY: what is left of a `T` is that `T`.
unsafe impl<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitField<'a, L, V, T> for Rec<T> {
    type Field = T;
    const IS_SELF: bool = true;

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, _: &mut V, _: Levels) -> Outcome<'a, T, L, V> {
        Ok(Reached::Last(pos))
    }
}

// SAFETY: a leaf beside a recursive value is stepped over.
unsafe impl<'a, X: Packable, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitField<'a, L, V, T> for Leaf<X> {
    type Field = X;

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, _: &mut V, _: Levels) -> Outcome<'a, T, L, V> {
        // SAFETY: the caller promises the field.
        Ok(Reached::End(unsafe { skip_whole::<ShapeOf<X>, L::Layout>(pos) }))
    }
}

/// Pointers vanish.
macro_rules! pointers {
    ($($Pointer:ident),+) => {$(
        // SAFETY: a pointer is packed as what it points to.
        unsafe impl<'a, X, L, V, T> VisitField<'a, L, V, T> for $Pointer<X>
        where
            X: VisitField<'a, L, V, T, Field: Packable>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type Field = $Pointer<X::Field>;
            const IS_SELF: bool = X::IS_SELF;

            #[inline(always)]
            unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
                // SAFETY: the caller's promise.
                unsafe { X::visit(pos, visitor, levels) }
            }
        }
    )+};
}

pointers!(Box, Rc, Arc);

// SAFETY: after the tag of a `Some` its value is visited.
unsafe impl<'a, X, L, V, T> VisitField<'a, L, V, T> for Option<X>
where
    X: VisitField<'a, L, V, T, Field: Packable>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type Field = Option<X::Field>;

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
        // SAFETY: the caller promises an option: a tag, and after tag 1 its value.
        unsafe {
            match L::Layout::tag(pos, 2) {
                (0, end) => Ok(Reached::End(end)),
                (_, value) => X::visit(value, visitor, levels),
            }
        }
    }
}

/// Tuples are lists of fields.
macro_rules! tuples {
    ($(($($X:ident)+) ($list:ty) ($fields:ty)),+) => {$(
        // SAFETY: a tuple is its fields.
        unsafe impl<'a, $($X,)+ L, V, T> VisitField<'a, L, V, T> for ($($X,)+)
        where
            $($X: VisitField<'a, L, V, T, Field: Packable>,)+
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type Field = ($($X::Field,)+);

            #[inline(always)]
            unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
                // SAFETY: the caller promises the tuple.
                unsafe {
                    let first = <$list as VisitList<'a, L, V, T>>::first(pos);
                    <$list as VisitList<'a, L, V, T>>::visit(first, visitor, levels)
                }
            }
        }
    )+};
}

tuples!(
    (A B) ((A, (B, ()))) ((A::Field, (B::Field, ()))),
    (A B C) ((A, (B, (C, ())))) ((A::Field, (B::Field, (C::Field, ()))))
);

/// Visits the elements of a sequence.
///
/// # Safety
///
/// A valid sequence with elements `X::Field` stands at `pos`, as in C1 of [`Cursor`].
unsafe fn visit_elements<'a, X, L, V, T>(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V>
where
    X: VisitField<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    // SAFETY: the caller promises the sequence; each element begins where the one before it ends.
    unsafe {
        let (mut steps, mut pos) = L::Layout::first(L::Layout::head::<ShapeOf<X::Field>>(pos));
        while L::Layout::next(&mut steps) {
            pos = finish::<X, L, V, T>(pos, visitor, levels)?;
        }
        Ok(Reached::End(pos))
    }
}

/// An entry of a map, whose key is stepped over.
struct Value<K, X>(Invariant<(K, X)>);

// SAFETY: the key is stepped over, and the value visited.
unsafe impl<'a, K, X, L, V, T> VisitField<'a, L, V, T> for Value<K, X>
where
    K: Packable,
    X: VisitField<'a, L, V, T, Field: Packable>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type Field = Entry<K, X::Field>;

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
        // SAFETY: the caller promises an entry.
        unsafe {
            let value = crate::shape::jump::<crate::shape::Frozen<K>, (X::Field, ()), L::Layout>(pos);
            X::visit(value, visitor, levels)
        }
    }
}

/// Sequences and maps are visited element by element.
macro_rules! sequences {
    ($(($($K:ident)?) $Sequence:ty: $Element:ty, $Field:ty);+ $(;)?) => {$(
        // SAFETY: the elements are visited one by one.
        unsafe impl<'a, $($K: Packable,)? X, L, V, T> VisitField<'a, L, V, T> for $Sequence
        where
            X: VisitField<'a, L, V, T, Field: Packable>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type Field = $Field;

            #[inline(always)]
            unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
                // SAFETY: the caller promises the sequence.
                unsafe { visit_elements::<$Element, L, V, T>(pos, visitor, levels) }
            }
        }
    )+};
}

sequences! {
    () Vec<X>: X, Vec<X::Field>;
    () VecDeque<X>: X, VecDeque<X::Field>;
    () Box<[X]>: X, Box<[X::Field]>;
    (K) BTreeMap<Leaf<K>, X>: Value<K, X>, BTreeMap<K, X::Field>;
}

#[cfg(feature = "std")]
// SAFETY: the entries are visited one by one.
unsafe impl<'a, K, X, S, L, V, T> VisitField<'a, L, V, T> for std::collections::HashMap<Leaf<K>, X, Leaf<S>>
where
    K: Packable,
    X: VisitField<'a, L, V, T, Field: Packable>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type Field = std::collections::HashMap<K, X::Field, S>;

    #[inline(always)]
    unsafe fn visit(pos: Pos<L>, visitor: &mut V, levels: Levels) -> Outcome<'a, T, L, V> {
        // SAFETY: the caller promises the map.
        unsafe { visit_elements::<Value<K, X>, L, V, T>(pos, visitor, levels) }
    }
}

impl<'a, T: Packable<As = T>, L: Access> View<'a, T, L> {
    /// Visits the value, within a limit on its levels (last fields do not count).
    ///
    /// # Errors
    ///
    /// It has more levels than `limits.depth`.
    pub fn visit<V>(self, visitor: &mut V, limits: &Limits) -> Result<ControlFlow<T::Break>, TooDeep>
    where
        T: Visitable<'a, L, V>,
        V: ?Sized,
    {
        // SAFETY: V1 is C1, and the view is used up.
        match unsafe { visit_value::<T, L, V>(self.pos(), visitor, Levels::new(limits.depth)) } {
            Ok(_) => Ok(ControlFlow::Continue(())),
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
    /// The value has more levels (last fields do not count) than the default limit.
    pub fn visit<'a, V>(
        &'a self,
        visitor: &mut V,
    ) -> Result<ControlFlow<<T::As as Visitable<'a, L, V>>::Break>, TooDeep>
    where
        T::As: Visitable<'a, L, V> + Sized,
        V: ?Sized,
    {
        self.root().visit(visitor, &Limits::DEFAULT)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: BufferMut> Packed<T, L, B> {
    /// Visits the value, and lets the visitor overwrite its scalars.
    ///
    /// # Errors
    ///
    /// As [`visit`](Self::visit).
    pub fn visit_mut<'a, V>(
        &'a mut self,
        visitor: &mut V,
    ) -> Result<ControlFlow<<T::As as Visitable<'a, Edit<L>, V>>::Break>, TooDeep>
    where
        T::As: Visitable<'a, Edit<L>, V> + Sized,
        V: ?Sized,
    {
        self.root_mut().visit(visitor, &Limits::DEFAULT)
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// The view of the first field, and the others: for the derive.
    #[doc(hidden)]
    #[inline(always)]
    pub fn visit_leaf(self) -> (T::View<'a, L>, Fields<'a, 'id, R, L>) {
        let field: Cursor<'a, '_, T::As, L> = self.first();
        let pos = field.pos;
        let end = field.skip().pos;
        // SAFETY: by F1 the field stands there, and is given away once.
        (T::view::<L>(unsafe { View::new(pos) }), Self::after(end))
    }
}
