//! Folds by node: each constructor with its fields, of which the recursive ones are results of folding already.
//!
//! A type that mentions itself can be folded by a closure. Types that mention each other are folded together, if they
//! are in one [`group!`](crate::group): by a closure, which receives an enum of their nodes, or by a trait, with a
//! method and a result type for each of them.
//!
//! As in all folds, the type of a field is written with markers. What a node contains for such a field does not depend
//! on the fold, only on the *results*: a type that determines the result of each type that is folded.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::containers::{each_pointer, each_sequence, each_tuple};
use super::engine::{self, Way};
use super::items::Pair;
use super::{Call, Leaf, Marked, Rec, Unroll};
use crate::cursor::{Cursor, Done, Fields};
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::{Bare, FirstField, List, fold_ahead};
use crate::types::OptionCase;
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;
use crate::wire::stack::fold_stack;

/// Results that are all of type `R`, whatever type is folded.
///
/// ```
/// use packed_data::fold::Same;
/// use packed_data::{Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// struct Block {
///     stmts: Vec<Stmt>,
/// }
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// enum Stmt {
///     Pass,
///     Loop(Block),
/// }
///
/// packed_data::group! { Ast { Block, Stmt } }
///
/// struct Count;
///
/// impl<'a, L: Layout> AstFold<'a, L> for Count {
///     type Results = Same<usize>;
///
///     fn block(&mut self, block: BlockNode<'a, Same<usize>, L>) -> usize {
///         block.stmts.into_iter().sum()
///     }
///
///     fn stmt(&mut self, stmt: StmtNode<'a, Same<usize>, L>) -> usize {
///         match stmt {
///             StmtNode::Pass => 1,
///             StmtNode::Loop(count) => 1 + count,
///         }
///     }
/// }
///
/// let inner = Block { stmts: vec![Stmt::Pass] };
/// let packed = Packed::<Block>::pack(&Block { stmts: vec![Stmt::Pass, Stmt::Loop(inner)] });
/// assert_eq!(packed.fold_group(&mut Count), Ok(3));
/// ```
pub struct Same<R>(PhantomData<fn() -> R>);

/// A fold by a closure `F`, whose results are all of type `R`; of some values, `K` knows the results. For the derive.
#[doc(hidden)]
pub struct ByNode<F, R, K = ()> {
    /// The closure.
    pub call: F,
    known: K,
    results: PhantomData<fn() -> R>,
}

impl<F, R, K> ByNode<F, R, K> {
    /// Returns the fold by a closure.
    #[inline]
    pub(crate) fn new(call: F, known: K) -> Self {
        Self { call, known, results: PhantomData }
    }

    /// Returns the result of a value, if it is known already; the value is not folded then.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn known<'id, T, L>(&mut self, cursor: &Cursor<'_, 'id, T, L>, levels: Levels) -> Option<Done<'id, R, L>>
    where
        T: Packable<As = T>,
        L: Access,
        K: Known<R, L>,
    {
        self.known.take(cursor, levels)
    }
}

/// Results that are known before a fold reaches their values: those that other threads have folded. For the derive.
#[doc(hidden)]
pub trait Known<R, L: Access> {
    /// Takes the result of a value, which may use `levels`, if it is known.
    fn take<'id, T: Packable<As = T>>(
        &mut self,
        cursor: &Cursor<'_, 'id, T, L>,
        levels: Levels,
    ) -> Option<Done<'id, R, L>>;
}

impl<R, L: Access> Known<R, L> for () {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn take<'id, T: Packable<As = T>>(&mut self, _: &Cursor<'_, 'id, T, L>, _: Levels) -> Option<Done<'id, R, L>> {
        None
    }
}

/// A type whose values are folded, with results `R`: its own result, and its node. For the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not marked as a type of the group",
    note = "each type that `group!` names needs `#[packable(group = Ast)]`, with the name of the group"
)]
pub trait Member<R: ?Sized>: Packable<As = Self> + Sized {
    /// The result of folding a value.
    type Out;
    /// The constructors with their fields, in which each recursive field is the result of folding it.
    type Node<'a, L: Access>;
}

/// A type that a closure can fold; derived for each type that mentions itself, and for each type of a group.
///
/// ```
/// use packed_data::{Compact, Packable, Packed, fold::FoldByNode};
///
/// #[derive(Packable)]
/// enum Nat {
///     Zero,
///     Succ(Box<Nat>),
/// }
///
/// // The node of a type that mentions itself has the name of the type and `Node`.
/// fn successor<'a>(node: <Nat as FoldByNode>::Node<'a, u32, Compact>) -> u32 {
///     match node {
///         NatNode::Zero => 0,
///         NatNode::Succ(n) => n + 1,
///     }
/// }
///
/// assert_eq!(Packed::<Nat>::pack(&Nat::Succ(Box::new(Nat::Zero))).fold_with(successor), Ok(1));
/// ```
#[diagnostic::on_unimplemented(
    message = "values of type `{Self}` cannot be folded by node",
    label = "neither mentions itself, nor is in a group",
    note = "types that contain each other are folded together: name them in \
            `packed_data::group! {{ Ast {{ Expr, Stmt }} }}`, and give each of them `#[packable(group = Ast)]`"
)]
pub trait FoldByNode: Packable {
    /// What the closure receives: the type's node, or for a type of a group the enum of its nodes.
    type Node<'a, R, L: Access>;
}

/// A type that `F` folds by node, with results `R`, in access `L`. For the derive.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot fold `{Self}`",
    note = "types that contain each other are folded together: name them in \
            `packed_data::group! {{ Ast {{ Expr, Stmt }} }}`, give each of them `#[packable(group = Ast)]`, and \
            implement the trait `AstFold`"
)]
pub trait FoldNode<'a, L: Access, R: ?Sized, F: ?Sized>: Member<R> {
    /// How many levels are inlined into one function.
    type Unroll: Unroll;

    /// Returns whether the value has a constructor without recursive fields; such a value is folded without a call.
    fn is_childless(cursor: &Cursor<'a, '_, Self, L>) -> bool;

    /// Returns the number of levels from this value to the innermost along first recursive fields, at most `most`. It
    /// only decides where functions begin, so it may be any number.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(_: Cursor<'_, '_, Self, M>, _most: u32) -> u32 {
        0
    }

    /// Folds one value, after its recursive fields.
    ///
    /// # Errors
    ///
    /// Returns an error if the value nests too deeply.
    fn fold_node<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, TooDeep>;
}

/// The node of a type `T` whose values `F` folds, with results `R`, of which `Out` is that of this type. (The bound is
/// on the node, so that the only error about a type without a node is that it has none.)
#[doc(hidden)]
pub trait NodeOf<'a, T, L: Access, R: ?Sized, F: ?Sized, Out> {
    fn fold(view: View<'a, T, L>, fold: &mut F, limits: &Limits) -> Result<Out, TooDeep>;
}

impl<'a, T, L: Access, R: ?Sized, F: ?Sized, Out, N> NodeOf<'a, T, L, R, F, Out> for N
where
    T: FoldNode<'a, L, R, F> + Member<R, Out = Out>,
{
    #[inline]
    fn fold(view: View<'a, T, L>, fold: &mut F, limits: &Limits) -> Result<Out, TooDeep> {
        // SAFETY: V1 implies C1. The view is consumed, and the brand is fresh.
        let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(view.pos()) };
        Ok(node_root(cursor, fold, Levels::within(limits))?.into_value())
    }
}

/// A node whose results are all of type `R`. The derive implements it for the node of each type that is folded by node,
/// and [`group!`](crate::group) for the enum of a group's nodes.
///
/// ```
/// use packed_data::fold::NodeResults;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// enum Expr {
///     Name(String),
///     Not(Box<Expr>),
///     All(Vec<Expr>),
///     If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
/// }
///
/// let name = |name: &str| Box::new(Expr::Name(name.into()));
/// let expr = Expr::If(name("a"), Box::new(Expr::Not(name("b"))), None);
/// let names = Packed::<Expr>::pack(&expr).fold_with(|node| match node {
///     ExprNode::Name(name) => vec![name.to_string()],
///     other => other.into_results().concat(),
/// });
/// assert_eq!(names, Ok(vec!["a".to_string(), "b".to_string()]));
/// ```
pub trait NodeResults<R>: Sized {
    /// Calls `each` for each result in the node, in order.
    fn each_result(self, each: &mut impl FnMut(R));

    /// Returns the results in the node, in order.
    fn into_results(self) -> Vec<R> {
        let mut results = Vec::new();
        self.each_result(&mut |result| results.push(result));
        results
    }
}

/// The way of a fold `F` by node, with results `R`.
struct OfNodes<T, R: ?Sized, F: ?Sized>(PhantomData<(T, PhantomData<R>, F)>);

impl<'a, T, L, R, F> Way<'a, L> for OfNodes<T, R, F>
where
    T: FoldNode<'a, L, R, F>,
    L: Access,
    R: ?Sized,
    F: ?Sized,
{
    type Value = T;
    type Folder = F;
    type Out = T::Out;
    type Error = TooDeep;
    type Unroll = T::Unroll;

    const STACK: u32 = node_stack::<T, L, R>();
    const AHEAD: usize = fold_ahead::<T::Shape, (T::Out, T::Node<'a, L>)>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_childless(cursor: &Cursor<'a, '_, T, L>) -> bool {
        T::is_childless(cursor)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(cursor: Cursor<'_, '_, T, M>, most: u32) -> u32 {
        T::leading(cursor, most)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, T, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, T::Out, L>, TooDeep> {
        T::fold_node::<U>(cursor, fold, levels)
    }
}

/// Folds a whole value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn node_root<'a, 'id, T, L, R, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, TooDeep>
where
    T: FoldNode<'a, L, R, F>,
    L: Access,
    R: ?Sized,
    F: ?Sized,
{
    engine::root::<OfNodes<T, R, F>, L>(cursor, fold, levels)
}

/// Returns the charge, in bytes of stack, for a level of a fold by node.
const fn node_stack<T: Member<R>, L: Access, R: ?Sized>() -> u32 {
    fold_stack::<(T::Out, T::Node<'static, L>)>()
}

/// What a node with results `R` contains for a field. The type that implements this trait is the type of the field with
/// markers.
///
/// | the field | the node contains |
/// |---|---|
/// | a leaf | what a view returns: the value of a scalar, `&str`, a [`View`] |
/// | a type that is folded, boxed or not | its result |
/// | an option, a tuple | an option, a tuple of what it contains for the parts |
/// | a sequence | a `Vec` of what it contains for the elements |
/// | a map | a `Vec` of pairs |
#[diagnostic::on_unimplemented(
    message = "a node cannot contain a field of type `{Self}`",
    note = "it mentions a type that is folded inside a type that folds do not look into",
    note = "add that type to the group, or, with `#[packable(leaf)]` on the field, receive a view of it"
)]
pub trait NodeField<'a, L: Access, R: ?Sized>: Marked {
    /// What the node contains.
    type Out;
}

/// A field of a node whose results are all of one type. For the derive.
#[doc(hidden)]
pub trait JoinField<'a, L: Access, R>: NodeField<'a, L, Same<R>> {
    /// Calls `each` for each result in the field.
    fn each_result(field: Self::Out, each: &mut impl FnMut(R));
}

/// A field that `F` folds by node. For the derive.
#[doc(hidden)]
pub trait FoldNodeField<'a, L: Access, R: ?Sized, F: ?Sized>: NodeField<'a, L, R> {
    /// Folds the field.
    ///
    /// # Errors
    ///
    /// Returns an error if the value nests too deeply.
    fn fold<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, TooDeep>;

    /// Returns the number of levels along first recursive fields, as [`FoldNode::leading`] does, from this field on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(_: Cursor<'_, '_, <Self::Field as Packable>::As, M>, _most: u32) -> u32 {
        0
    }
}

/// Implements the traits of fields for types with markers: parameters, type, `Out`, and the two functions.
macro_rules! node_fields {
    ($([$($X:ident)*] $Field:ty, $Out:ty,
        |$cursor:pat_param, $fold:pat_param, $levels:pat_param, $Unroll:ident| $body:expr,
        |$field:pat_param, $each:pat_param| $join:expr $(, |$first:ident, $most:ident| $leading:expr)?;)+) => {$(
        impl<'a, L: Access, R: ?Sized, $($X: Marked),*> NodeField<'a, L, R> for $Field
        where
            $($X: NodeField<'a, L, R>,)*
        {
            type Out = $Out;
        }

        impl<'a, L: Access, R: ?Sized, F: ?Sized, $($X),*> FoldNodeField<'a, L, R, F> for $Field
        where
            $($X: FoldNodeField<'a, L, R, F>,)*
        {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold<'id, $Unroll: Unroll>(
                $cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
                $fold: &mut F,
                $levels: Levels,
            ) -> Result<Done<'id, Self::Out, L>, TooDeep> {
                $body
            }

            $(
                #[cfg_attr(not(debug_assertions), inline(always))]
                fn leading<M: Layout>($first: Cursor<'_, '_, <Self::Field as Packable>::As, M>, $most: u32) -> u32 {
                    $leading
                }
            )?
        }

        impl<'a, L: Access, R, $($X),*> JoinField<'a, L, R> for $Field
        where
            $($X: JoinField<'a, L, R>,)*
        {
            #[inline]
            fn each_result($field: Self::Out, $each: &mut impl FnMut(R)) {
                $join
            }
        }
    )+};
}

/// Returns the view of a value, which is skipped. For the derive.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn leaf_view<'a, 'id, T: Packable<As = T>, L: Access>(
    cursor: Cursor<'a, 'id, T, L>,
) -> Done<'id, View<'a, T, L>, L> {
    cursor.into_view()
}

impl<'a, L: Access, R: ?Sized, T: Packable> NodeField<'a, L, R> for Leaf<T> {
    type Out = T::View<'a, L>;
}

impl<'a, L: Access, R: ?Sized, F: ?Sized, T: Packable> FoldNodeField<'a, L, R, F> for Leaf<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, T::As, L>,
        _: &mut F,
        _: Levels,
    ) -> Result<Done<'id, Self::Out, L>, TooDeep> {
        Ok(cursor.into_view().map(T::view))
    }
}

impl<'a, L: Access, R, T: Packable> JoinField<'a, L, R> for Leaf<T> {
    #[inline]
    fn each_result(_: Self::Out, _: &mut impl FnMut(R)) {}
}

impl<'a, L: Access, R: ?Sized, T: Member<R>> NodeField<'a, L, R> for Rec<T> {
    type Out = T::Out;
}

impl<'a, L: Access, R: ?Sized, F: ?Sized, T: FoldNode<'a, L, R, F>> FoldNodeField<'a, L, R, F> for Rec<T> {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fold<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, T, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, TooDeep> {
        engine::field::<OfNodes<T, R, F>, L, U>(cursor, fold, levels)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(cursor: Cursor<'_, '_, T, M>, most: u32) -> u32 {
        T::leading(cursor, most)
    }
}

/// An entry of a map: the view of its key, and what the node contains for its value.
impl<'a, L: Access, R: ?Sized, K: Marked, X: NodeField<'a, L, R>> NodeField<'a, L, R> for Pair<K, X> {
    type Out = (<K::Field as Packable>::View<'a, L::Layout>, X::Out);
}

impl<'a, L, R, F, K, X> FoldNodeField<'a, L, R, F> for Pair<K, X>
where
    L: Access,
    R: ?Sized,
    F: ?Sized,
    K: Marked,
    X: FoldNodeField<'a, L, R, F>,
{
    #[inline]
    fn fold<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self::Field, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, TooDeep> {
        let (key, fields) = cursor.fields().with(|key| {
            let view = key.as_view();
            key.skip().map(|()| <K::Field as Packable>::view(view))
        });
        let (value, end) = fields.try_with(|field| X::fold::<U>(field, fold, levels))?;
        Ok(end.done((key, value)))
    }
}

impl<'a, L: Access, R, K: Marked, X: JoinField<'a, L, R>> JoinField<'a, L, R> for Pair<K, X> {
    #[inline]
    fn each_result((_, value): Self::Out, each: &mut impl FnMut(R)) {
        X::each_result(value, each);
    }
}

impl<'a, L: Access, R, T: Member<Same<R>, Out = R>> JoinField<'a, L, R> for Rec<T> {
    #[inline]
    fn each_result(field: R, each: &mut impl FnMut(R)) {
        each(field);
    }
}

node_fields! {
    [X] Option<X>, Option<X::Out>,
        |cursor, fold, levels, U| match cursor.case() {
            OptionCase::None(fields) => Ok(fields.done(None)),
            OptionCase::Some(fields) => {
                if const { FirstField::<Bare<X::Field>, ()>::is_end::<L::Layout>() } {
                    return Ok(X::fold::<U>(fields.last(), fold, levels)?.map(Some));
                }
                let (value, end) = fields.try_with(|field| X::fold::<U>(field, fold, levels))?;
                Ok(end.done(Some(value)))
            }
        },
        |field, each| if let Some(field) = field { X::each_result(field, each) },
        |first, most| match first.case() {
            OptionCase::None(_) => 0,
            // SAFETY: the brand is used for nothing else, so it is fresh.
            OptionCase::Some(fields) => X::leading(unsafe { fields.first() }, most),
        };
}

/// Implements the traits of fields for pointers, which are transparent.
macro_rules! pointers {
    ($(($X:ident) $Pointer:ty => $Field:ty;)+) => {
        node_fields! {$(
            [$X] $Pointer, $X::Out,
                |cursor, fold, levels, U| $X::fold::<U>(cursor, fold, levels), |field, each| $X::each_result(field, each),
                |first, most| $X::leading(first, most);
        )+}
    };
}

/// Implements the traits of fields for tuples.
macro_rules! tuples {
    ($($($X:ident $x:ident)+; $Last:ident $last:ident: $list:ty;)+) => {
        node_fields! {$(
            [$($X)+ $Last] ($($X,)+ $Last), ($($X::Out,)+ $Last::Out),
                |cursor, fold, levels, U| {
                    let fields = cursor.fields();
                    $(let ($x, fields) = fields.try_with(|field| $X::fold::<U>(field, fold, levels))?;)+
                    let ($last, end) = fields.try_with(|field| $Last::fold::<U>(field, fold, levels))?;
                    Ok(end.done(($($x,)+ $last)))
                },
                |($($x,)+ $last), each| { $($X::each_result($x, each);)+ $Last::each_result($last, each); };
        )+}
    };
}

/// Implements the traits of fields for sequences and maps.
macro_rules! sequences {
    ($(($X:ident $([$K:ident])? $(; $S:ident)?) $Sequence:ty => $Field:ty: $Element:ty;)+) => {$(
        impl<'a, L: Access, R: ?Sized, $X, $($K,)? $($S)?> NodeField<'a, L, R> for $Sequence
        where
            $X: NodeField<'a, L, R>,
            $($K: Marked,)?
        {
            type Out = Vec<<$Element as NodeField<'a, L, R>>::Out>;
        }

        impl<'a, L: Access, R: ?Sized, F: ?Sized, $X, $($K,)? $($S)?> FoldNodeField<'a, L, R, F> for $Sequence
        where
            $X: FoldNodeField<'a, L, R, F>,
            $($K: Marked,)?
        {
            fn fold<'id, U: Unroll>(
                cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
                fold: &mut F,
                levels: Levels,
            ) -> Result<Done<'id, Self::Out, L>, TooDeep> {
                let levels = levels.deeper()?;
                cursor.try_collect(|element| {
                    <$Element as FoldNodeField<'a, L, R, F>>::fold::<Call>(element, fold, levels)
                })
            }
        }

        impl<'a, L: Access, R, $X, $($K,)? $($S)?> JoinField<'a, L, R> for $Sequence
        where
            $X: JoinField<'a, L, R>,
            $($K: Marked,)?
        {
            #[inline]
            fn each_result(field: Self::Out, each: &mut impl FnMut(R)) {
                for element in field {
                    <$Element as JoinField<'a, L, R>>::each_result(element, each);
                }
            }
        }
    )+};
}

each_pointer!(pointers);
each_tuple!(tuples);
each_sequence!(sequences);

/// A fold that goes on by itself: the methods that are not written join the results. [`group!`](crate::group) emits the
/// trait that `F` implements; for `group! { Ast { .. } }` it is `AstCollect`.
///
/// ```
/// use packed_data::fold::{Collect, Same};
/// use packed_data::{Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// struct Block(Vec<Stmt>);
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// enum Stmt {
///     Goto(u32),
///     If { then: Block, or_else: Block },
/// }
///
/// packed_data::group! { Ast { Block, Stmt } }
///
/// /// Collects the targets of all jumps.
/// struct Targets;
///
/// impl<'a, L: Layout> AstCollect<'a, L> for Targets {
///     type Out = Vec<u32>;
///
///     fn join(&mut self, mut first: Vec<u32>, mut second: Vec<u32>) -> Vec<u32> {
///         first.append(&mut second);
///         first
///     }
///
///     fn stmt(&mut self, stmt: StmtNode<'a, Same<Vec<u32>>, L>) -> Vec<u32> {
///         match stmt {
///             StmtNode::Goto(target) => vec![target],
///             other => self.join_stmt(other),
///         }
///     }
/// }
///
/// let block = |target| Block(vec![Stmt::Goto(target)]);
/// let packed = Packed::<Block>::pack(&Block(vec![Stmt::If { then: block(1), or_else: block(2) }, Stmt::Goto(3)]));
/// assert_eq!(packed.fold_group(&mut Collect(Targets)), Ok(vec![1, 2, 3]));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct Collect<F>(pub F);

impl<'a, 'id, T: Packable, R: List, L: Access> Fields<'a, 'id, (T, R), L> {
    /// Folds the first field, whose type with markers is `X`, and returns what the node contains for it, and the other
    /// fields. For the derive.
    ///
    /// # Errors
    ///
    /// Returns an error if the value nests too deeply.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn node_field<X, Q, F, U>(
        self,
        fold: &mut F,
        levels: Levels,
    ) -> Result<(X::Out, Fields<'a, 'id, R, L>), TooDeep>
    where
        X: FoldNodeField<'a, L, Q, F, Field = T>,
        Q: ?Sized,
        F: ?Sized,
        U: Unroll,
    {
        let stated = self.stated_end();
        // SAFETY: the brand is used for nothing else, so it is fresh.
        let field: Cursor<'a, '_, T::As, L> = unsafe { self.first() };
        // (`try_with` needs a closure. The compiler left most of these out of line: folding a perfect tree took 2 to 4
        // times as long.)
        let done = X::fold::<U>(field, fold, levels)?;
        let end = stated.unwrap_or(done.pos());
        // SAFETY: by C2 the field ends there, unless its head states its end.
        Ok((done.into_value(), unsafe { self.after(end) }))
    }
}

impl<T: Packable, R: List, M: Layout> Fields<'_, '_, (T, R), M> {
    /// Returns the number of levels along first recursive fields, at most `most`, from the value whose fields these are
    /// on; the first one is recursive, and `X` is its type with markers. For the derive.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn node_leading<'a, X, L, Q, F>(self, most: u32) -> u32
    where
        X: FoldNodeField<'a, L, Q, F, Field = T>,
        L: Access,
        Q: ?Sized,
        F: ?Sized,
    {
        if most == 0 {
            return 0;
        }
        // SAFETY: the brand is used for nothing else, so it is fresh.
        1 + X::leading(unsafe { self.first() }, most - 1)
    }
}

impl<'a, T: Packable<As = T>, L: Access> View<'a, T, L> {
    /// Folds the value by node, within `limits`; see [`Packed::fold_group`].
    ///
    /// ```
    /// use packed_data::fold::Same;
    /// use packed_data::{Layout, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// struct Block(Vec<Block>);
    ///
    /// packed_data::group! { Ast { Block } }
    ///
    /// struct Height;
    ///
    /// impl<'a, L: Layout> AstFold<'a, L> for Height {
    ///     type Results = Same<usize>;
    ///
    ///     fn block(&mut self, BlockNode(heights): BlockNode<'a, Same<usize>, L>) -> usize {
    ///         1 + heights.into_iter().max().unwrap_or(0)
    ///     }
    /// }
    ///
    /// let packed = Packed::<Block>::pack(&Block(vec![Block(vec![])]));
    /// let limits = Limits { depth: 10, ..Limits::DEFAULT };
    /// assert_eq!(packed.view().fold_group(&mut Height, &limits), Ok(2));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value has more levels than `limits` allow, last fields included, or takes more stack.
    pub fn fold_group<R, F, Out>(self, fold: &mut F, limits: &Limits) -> Result<Out, TooDeep>
    where
        T: FoldByNode<Node<'a, (), L>: NodeOf<'a, T, L, R, F, Out>>,
        R: ?Sized,
        F: ?Sized,
    {
        <T as FoldByNode>::Node::<'a, (), L>::fold(self, fold, limits)
    }
}

impl<'a, T: Packable<As = T>, L: Layout> View<'a, T, L> {
    /// Folds the value by a closure, within the default limits; see [`Packed::fold_with`].
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Dir(u8, Vec<Dir>);
    ///
    /// let packed = Packed::<Dir>::pack(&Dir(1, vec![Dir(2, vec![]), Dir(3, vec![])]));
    /// let sum = packed.view().fold_with(|DirNode(n, sums)| u32::from(n) + sums.into_iter().sum::<u32>());
    /// assert_eq!(sum, Ok(6));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`fold_group`](Self::fold_group).
    #[inline]
    pub fn fold_with<R, F>(self, call: F) -> Result<R, TooDeep>
    where
        F: FnMut(<T as FoldByNode>::Node<'a, R, L>) -> R,
        T: FoldByNode<Node<'a, R, L>: NodeOf<'a, T, L, Same<R>, ByNode<F, R>, R>>,
    {
        <T as FoldByNode>::Node::<'a, R, L>::fold(self, &mut ByNode::new(call, ()), &Limits::DEFAULT)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Folds the value bottom-up, together with the values of all types of its group. For each type the group's trait
    /// has a method, which receives the *node*: the constructor with its fields, in which every value of a type of the
    /// group is already the result of folding it. Values of the group inside a type that is not in it are not folded,
    /// without an error: see [`group!`](crate::group#types-that-are-left-out).
    ///
    /// Sequences of results are collected in `Vec`s. Nothing else is allocated.
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// struct Expr {
    ///     line: u32,
    ///     kind: ExprKind,
    /// }
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// enum ExprKind {
    ///     Number(f64),
    ///     Div(Box<Expr>, Box<Expr>),
    /// }
    ///
    /// packed_data::group! { Ast { Expr, ExprKind } }
    ///
    /// /// The result of each type of the group.
    /// struct Results;
    ///
    /// impl AstResults for Results {
    ///     type Expr = Result<f64, u32>;
    ///     type ExprKind = Option<Result<f64, u32>>;
    /// }
    ///
    /// /// Evaluates, or returns the line of a division by zero.
    /// struct Eval;
    ///
    /// impl<'a, L: Layout> AstFold<'a, L> for Eval {
    ///     type Results = Results;
    ///
    ///     fn expr(&mut self, expr: ExprNode<'a, Results, L>) -> Result<f64, u32> {
    ///         expr.kind.unwrap_or(Err(expr.line))
    ///     }
    ///
    ///     fn expr_kind(&mut self, kind: ExprKindNode<'a, Results, L>) -> Option<Result<f64, u32>> {
    ///         match kind {
    ///             ExprKindNode::Number(n) => Some(Ok(n)),
    ///             ExprKindNode::Div(_, Ok(0.0)) => None,
    ///             ExprKindNode::Div(left, right) => Some(left.and_then(|left| Ok(left / right?))),
    ///         }
    ///     }
    /// }
    ///
    /// let number = |line, n| Box::new(Expr { line, kind: ExprKind::Number(n) });
    /// let div = Expr { line: 2, kind: ExprKind::Div(number(1, 1.0), number(3, 4.0)) };
    /// assert_eq!(Packed::<Expr>::pack(&div).fold_group(&mut Eval), Ok(Ok(0.25)));
    /// let div = Expr { line: 2, kind: ExprKind::Div(number(1, 1.0), number(3, 0.0)) };
    /// assert_eq!(Packed::<Expr>::pack(&div).fold_group(&mut Eval), Ok(Err(2)));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, last fields included, or takes more stack, than
    /// [`Limits::DEFAULT`] allows.
    #[inline]
    pub fn fold_group<'a, R, F, Out>(&'a self, fold: &mut F) -> Result<Out, TooDeep>
    where
        T::As: FoldByNode<Node<'a, (), L>: NodeOf<'a, T::As, L, R, F, Out>> + Sized,
        R: ?Sized,
        F: ?Sized,
    {
        self.root().fold_group(fold, &Limits::DEFAULT)
    }

    /// Folds the value bottom-up by a closure, which receives the node of each value: the constructor with its fields,
    /// in which every recursive field is already the result of folding it.
    ///
    /// For a type of a group, the closure receives the enum of the group's nodes, and all results are of one type. For
    /// a type that mentions itself, a fold by a trait ([`fold`](Self::fold)) allocates nothing, because it receives the
    /// elements of a sequence one by one; here, sequences of results are collected in `Vec`s.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    /// let sum = Packed::<Tree>::pack(&tree).fold_with(|node| match node {
    ///     TreeNode::Leaf(n) => n,
    ///     TreeNode::Node(left, right) => left + right,
    /// });
    /// assert_eq!(sum, Ok(3));
    /// ```
    ///
    /// The same with a group:
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// struct Expr {
    ///     line: u32,
    ///     kind: ExprKind,
    /// }
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// enum ExprKind {
    ///     Number(f64),
    ///     Add(Box<Expr>, Box<Expr>),
    /// }
    ///
    /// packed_data::group! { Ast { Expr, ExprKind } }
    ///
    /// let number = |n| Box::new(Expr { line: 1, kind: ExprKind::Number(n) });
    /// let expr = Expr { line: 1, kind: ExprKind::Add(number(1.0), number(2.0)) };
    /// let value = Packed::<Expr>::pack(&expr).fold_with(|node| match node {
    ///     AstNode::Expr(expr) => expr.kind,
    ///     AstNode::ExprKind(ExprKindNode::Number(n)) => n,
    ///     AstNode::ExprKind(ExprKindNode::Add(left, right)) => left + right,
    /// });
    /// assert_eq!(value, Ok(3.0));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`fold_group`](Self::fold_group).
    #[inline]
    pub fn fold_with<'a, R, F>(&'a self, call: F) -> Result<R, TooDeep>
    where
        F: FnMut(<T::As as FoldByNode>::Node<'a, R, L>) -> R,
        T::As: FoldByNode<Node<'a, R, L>: NodeOf<'a, T::As, L, Same<R>, ByNode<F, R>, R>> + Sized,
    {
        self.root().fold_with(call)
    }
}
