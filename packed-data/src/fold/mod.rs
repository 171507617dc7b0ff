//! Folds and visits: reading where the library owns the loop.
//!
//! A *fold* goes bottom-up: the derive emits a trait with one method for each constructor, which is given
//! the results of the recursive fields. A *visit* goes top-down: its methods are given what comes before
//! the recursive fields, and it takes no stack for those that stand last.
//!
//! Which fields are recursive is told by their types with markers put in: [`Rec<T>`](Rec) where `Box<T>` or
//! `Vec<T>` mention the type itself, [`Leaf<T>`](Leaf) beside it. What a fold is given for such a type is
//! decided by [`FoldField`], so no type is ever known by its name.

mod field;
mod items;
mod marked;
mod unroll;
mod visit;
mod visit_field;

use core::cell::Cell;
use core::fmt;
use core::marker::PhantomData;

pub use field::FoldField;
pub use items::{FoldItems, Pair};
pub use marked::Marked;
pub use unroll::{Call, Inline, Unroll};
pub use visit::{AfterTag, Stop, Trailing, VisitList, Visitable};
pub use visit_field::{IsSelf, No, VisitField, Yes};

use crate::Packed;
use crate::cursor::{Brand, Cursor, Done, Fields};
use crate::invariant::Invariant;
use crate::layout::{Access, Edit, InPlace, Layout, Pos};
use crate::levels::{Levels, TooDeep, fold_ahead, fold_stack};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, BufferMut};
use crate::shape::{List, ShapeOf, skip_whole};
use crate::view::View;

/// Stands for the type itself in the type of one of its fields.
///
/// ```
/// use packed_data::fold::{Marked, Rec};
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Rose(u32, Vec<Rose>);
///
/// fn pack<X: Marked>(field: &X::Field) -> Packed<X::Field> {
///     Packed::pack(field)
/// }
///
/// // `Vec<Rec<Rose>>` stands for the field `Vec<Rose>`.
/// assert_eq!(pack::<Vec<Rec<Rose>>>(&vec![Rose(1, vec![])]).view().len(), 1);
/// ```
pub struct Rec<T: ?Sized>(Invariant<T>);

/// Stands for a type that does not mention the type being folded, beside one that does.
///
/// ```
/// use packed_data::Packed;
/// use packed_data::fold::{Leaf, Marked};
///
/// fn pack<X: Marked>(field: &X::Field) -> Packed<X::Field> {
///     Packed::pack(field)
/// }
///
/// assert_eq!(pack::<Option<Leaf<u8>>>(&Some(7)).view(), Some(7)); // stands for `Option<u8>`
/// ```
pub struct Leaf<T: ?Sized>(Invariant<T>);

/// A type that `F` can fold, in access `L`: derived, for every `F` that implements the derived trait.
///
/// ```
/// use packed_data::{Compact, Foldable, Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Nat {
///     Zero,
///     Succ(Box<Nat>),
/// }
///
/// struct Count;
///
/// impl<'a, L: Layout> NatFold<'a, L> for Count {
///     type Out = u32;
///
///     fn zero(&mut self) -> u32 {
///         0
///     }
///
///     fn succ(&mut self, n: u32) -> u32 {
///         n + 1
///     }
/// }
///
/// fn count<N: for<'a> Foldable<'a, Compact, Count, Out = u32>>(value: &N) -> u32 {
///     Packed::<N>::pack(value).fold(&mut Count).unwrap()
/// }
///
/// assert_eq!(count(&Nat::Succ(Box::new(Nat::Zero))), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot fold `{Self}`",
    note = "implement the trait that the derive emitted: for `enum Tree` it is `TreeFold<'_, L>`",
    note = "it is emitted for types with a field that mentions the type itself"
)]
pub trait Foldable<'a, L: Access, F: ?Sized>: Packable<As = Self> + Sized {
    /// What each value is folded to.
    type Out;
    /// How many levels are put into one function: see [`Unroll`].
    type Unroll: Unroll;

    /// Whether the value has a constructor without recursive fields: it is folded without a call then.
    fn is_leaf(cursor: &Cursor<'a, '_, Self, L>) -> bool;

    /// Folds one value, its recursive fields first.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
    fn fold_step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, Stopped>;
}

/// Why a fold ended before the end.
///
/// ```
/// use packed_data::{Layout, Limits, Packable, Packed, Stopped};
///
/// #[derive(Packable)]
/// enum Nat {
///     Zero,
///     Succ(Box<Nat>),
/// }
///
/// struct Count;
///
/// impl<'a, L: Layout> NatFold<'a, L> for Count {
///     type Out = u32;
///
///     fn zero(&mut self) -> u32 {
///         0
///     }
///
///     fn succ(&mut self, n: u32) -> u32 {
///         n + 1
///     }
/// }
///
/// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
/// let limits = Limits { depth: 0, ..Limits::DEFAULT };
/// assert!(matches!(packed.view().fold_with(&mut Count, &limits), Err(Stopped::TooDeep(_))));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stopped {
    /// The value has more levels than the limit, last fields included.
    TooDeep(TooDeep),
    /// The fold said that it is over.
    Over,
}

impl From<TooDeep> for Stopped {
    fn from(error: TooDeep) -> Self {
        Self::TooDeep(error)
    }
}

impl fmt::Display for Stopped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooDeep(error) => error.fmt(f),
            Self::Over => f.write_str("the fold was over before the end of the value"),
        }
    }
}

impl core::error::Error for Stopped {}

/// Folds one value in a function of its own: where the levels put into one function end.
#[inline(never)]
fn fold_call<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    // Whether the budget and the stack suffice for all levels of this function is checked once; the compiler then drops the
    // check of each.
    let (depth, stack) = (<T::Unroll as Unroll>::DEPTH, const { fold_stack::<T::Out>() });
    let ahead = const { fold_ahead::<T::Shape, T::Out>() };
    let suffices = levels.left().levels() >= depth && levels.left().stack() / depth >= stack;
    if suffices && levels.has_stack(ahead.saturating_mul(depth as usize)) {
        T::fold_step::<T::Unroll>(cursor, fold, levels)
    } else {
        levels.require_stack(ahead)?;
        T::fold_step::<Call>(cursor, fold, levels)
    }
}

/// Folds a whole value.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fold_within<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    limits: &Limits,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    fold_call(cursor, fold, Levels::within(limits))
}

impl<'a, 'id, T: Packable<As = T>, L: Access> Cursor<'a, 'id, T, L> {
    /// Folds the value, with the default limit on its levels.
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.read(|nat| nat.fold(&mut Count).unwrap()), 1);
    /// ```
    ///
    /// # Errors
    ///
    /// The fold said that it is over, or the value has too many levels.
    #[inline]
    pub fn fold<F>(self, fold: &mut F) -> Result<Done<'id, T::Out, L>, Stopped>
    where
        T: Foldable<'a, L, F>,
        F: ?Sized,
    {
        fold_within(self, fold, &Limits::DEFAULT)
    }
}

impl<'a, T: Packable<As = T>, L: Access> View<'a, T, L> {
    /// Folds the value, with the default limit on its levels.
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.view().fold(&mut Count), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// The fold said that it is over, or the value has too many levels.
    #[inline]
    pub fn fold<F>(self, fold: &mut F) -> Result<T::Out, Stopped>
    where
        T: Foldable<'a, L, F>,
        F: ?Sized,
    {
        self.fold_with(fold, &Limits::DEFAULT)
    }

    /// Folds the value, within a limit on its levels.
    ///
    /// ```
    /// use packed_data::{Layout, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.view().fold_with(&mut Count, &Limits { depth: 10, ..Limits::DEFAULT }), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// The fold said that it is over, or the value has more levels than `limits.depth`.
    #[inline]
    pub fn fold_with<F>(self, fold: &mut F, limits: &Limits) -> Result<T::Out, Stopped>
    where
        T: Foldable<'a, L, F>,
        F: ?Sized,
    {
        // SAFETY: V1 is C1, and the brand is fresh.
        let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(self.pos()) };
        Ok(fold_within(cursor, fold, limits)?.value)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Folds the value bottom-up, with the default limit on its levels. Several levels of the recursion are
    /// put into one function, which saves most of the calls.
    ///
    /// ```
    /// use packed_data::{Access, Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct Depth;
    ///
    /// impl<'a, L: Layout> TreeFold<'a, L> for Depth {
    ///     type Out = usize;
    ///
    ///     fn leaf(&mut self, _: i64) -> usize {
    ///         0
    ///     }
    ///
    ///     fn node(&mut self, left: usize, right: usize) -> usize {
    ///         1 + left.max(right)
    ///     }
    /// }
    ///
    /// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    /// assert_eq!(Packed::<Tree>::pack(&tree).fold(&mut Depth), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// The fold said that it is over, or the value has too many levels.
    #[inline]
    pub fn fold<'a, F>(&'a self, fold: &mut F) -> Result<<T::As as Foldable<'a, L, F>>::Out, Stopped>
    where
        T::As: Foldable<'a, L, F> + Sized,
        F: ?Sized,
    {
        self.root().fold(fold)
    }
}

impl<T: Packable + ?Sized, L: InPlace, B: BufferMut> Packed<T, L, B> {
    /// Folds the value bottom-up, and lets the fold overwrite its scalars.
    ///
    /// ```
    /// use packed_data::{Compact, Edit, Packable, Packed, ScalarMut};
    ///
    /// #[derive(Debug, PartialEq, Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct Increment;
    ///
    /// impl<'a> TreeFold<'a, Edit<Compact>> for Increment {
    ///     type Out = ();
    ///
    ///     fn leaf(&mut self, mut n: ScalarMut<'a, i64, Compact>) {
    ///         n.update(|n| n + 1);
    ///     }
    ///
    ///     fn node(&mut self, _: (), _: ()) {}
    /// }
    ///
    /// let mut packed: Packed<Tree> = Packed::pack(&Tree::Leaf(41));
    /// packed.fold_mut(&mut Increment)?;
    /// assert_eq!(packed.unpack()?, Tree::Leaf(42));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// The fold said that it is over, or the value has too many levels. What was overwritten stays so.
    #[inline]
    pub fn fold_mut<'a, F>(&'a mut self, fold: &mut F) -> Result<<T::As as Foldable<'a, Edit<L>, F>>::Out, Stopped>
    where
        T::As: Foldable<'a, Edit<L>, F> + Sized,
        F: ?Sized,
    {
        self.root_mut().fold(fold)
    }
}

/// Where the value of brand `'id` ends, when its last field is given unread: filled in when the fold has
/// read it. By the brand, whoever fills it fills in the right end.
pub struct Slot<'id, L: Access> {
    end: Cell<Option<Pos<L>>>,
    brand: Brand<'id>,
}

impl<L: Access> Slot<'_, L> {
    /// Not known yet.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self { end: Cell::new(None), brand: PhantomData }
    }
}

/// What a fold is given for a field of brand `'id`, and where the field ends if that is known already.
pub struct Gave<'id, G, L: Access> {
    pub(crate) given: G,
    /// Invariant (G1): if it is `Some`, the field ends there. It is `None` where a slot was given.
    pub(crate) end: Option<Pos<L>>,
    brand: Brand<'id>,
}

impl<'id, G, L: Access> Gave<'id, G, L> {
    /// G1 is the caller's to see to.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(given: G, end: Option<Pos<L>>) -> Self {
        Self { given, end, brand: PhantomData }
    }

    /// The same, and something made of what is given.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn map<H>(self, f: impl FnOnce(G) -> H) -> Gave<'id, H, L> {
        Gave::new(f(self.given), self.end)
    }
}

impl<'a, 'id, T: Packable<As = T>, L: Access> Gave<'id, View<'a, T, L>, L> {
    /// The view of the value, which is stepped over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn view(cursor: Cursor<'a, 'id, T, L>) -> Self {
        let pos = cursor.pos;
        let end = cursor.skip().pos;
        // SAFETY: by C1 a valid value stands here; the cursor is used up.
        Self::new(unsafe { View::new(pos) }, Some(end))
    }
}

impl<'id, G, L: Access> From<Done<'id, G, L>> for Gave<'id, G, L> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn from(done: Done<'id, G, L>) -> Self {
        Self::new(done.value, Some(done.pos))
    }
}

/// All fields are given to the fold; the last may be unread yet.
pub struct Folded<'a, 'id, L: Access> {
    /// Invariant (G2): where the value of brand `'id` ends, or the beginning of its last field with the
    /// function that steps over it.
    end: Result<Pos<L>, LastField<L>>,
    brand: Brand<'id>,
    bytes: PhantomData<&'a [u8]>,
}

/// A last field, and the function that steps over it.
type LastField<L> = (Pos<L>, unsafe fn(Pos<L>) -> Pos<L>);

impl<'id, L: Access> Folded<'_, 'id, L> {
    /// The value is folded to `out`.
    ///
    /// # Errors
    ///
    /// The fold is over.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done<V>(self, out: V, slot: &Slot<'id, L>, is_over: bool) -> Result<Done<'id, V, L>, Stopped> {
        if is_over {
            return Err(Stopped::Over);
        }
        let end = match self.end {
            Ok(end) => end,
            // SAFETY: G2. (If the fold did not read the last field to its end, it is stepped over.)
            Err((field, skip)) => slot.end.get().unwrap_or_else(|| unsafe { skip(field) }),
        };
        Ok(Done::at(end, out))
    }
}

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// What a fold is given for the first field, whose type with markers is `X`: for the derive.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_field<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
    ) -> Result<(X::Given<'c>, Fields<'a, 'id, R, L>), Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        let (field, frame) = self.first();
        let gave = X::give::<U>(field, fold, levels, None)?;
        let Some(end) = gave.end else { panic!("a field was given with an end only a slot could tell") };
        Ok((gave.given, Self::after(frame, end)))
    }
}

impl<'a, 'id, T: Packable, L: Access> Fields<'a, 'id, (T, ()), L> {
    /// What a fold is given for the last field, whose type with markers is `X`: for the derive.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_last<'c, X, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
        slot: &'c Slot<'id, L>,
    ) -> Result<(X::Given<'c>, Folded<'a, 'id, L>), Stopped>
    where
        X: FoldField<'a, L, F, Field = T>,
        F: ?Sized,
        U: Unroll,
    {
        let field: Cursor<'a, 'id, T::As, L> = self.tail();
        let pos = field.pos;
        let gave = X::give::<U>(field, fold, levels, Some(slot))?;
        let skip: unsafe fn(Pos<L>) -> Pos<L> = skip_whole::<ShapeOf<T>, L::Layout>;
        let end = gave.end.ok_or((pos, skip));
        Ok((gave.given, Folded { end, brand: PhantomData, bytes: PhantomData }))
    }
}

impl<'a, 'id, L: Access> Fields<'a, 'id, (), L> {
    /// There are no fields: for the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fold_none(self) -> Folded<'a, 'id, L> {
        Folded { end: Ok(self.done(()).pos), brand: PhantomData, bytes: PhantomData }
    }
}
