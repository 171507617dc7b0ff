//! What the visitor decides about a visit: which values it enters, whether it goes on, and why it ends.

use core::ops::ControlFlow;

use super::visit::{Chosen, Found};
use crate::layout::Layout;
use crate::wire::levels::TooDeep;

/// Whether a visit goes on to what a value contains.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use packed_data::fold::Children;
/// use packed_data::{Cursor, Packable, Packed};
///
/// #[derive(Packable)]
/// struct Dir {
///     is_hidden: bool,
///     dirs: Vec<Dir>,
/// }
///
/// let hidden = Dir { is_hidden: true, dirs: vec![Dir { is_hidden: false, dirs: vec![] }] };
/// let packed = Packed::<Dir>::pack(&Dir { is_hidden: false, dirs: vec![hidden] });
/// let mut shown = 0;
/// packed.visit_each(|dir: Cursor<'_, '_, Dir, _>| {
///     let (is_hidden, _) = dir.fields().read();
///     shown += usize::from(!is_hidden);
///     if is_hidden { Children::Skip } else { Children::Visit }
/// })?;
/// assert_eq!(shown, 1);
/// # Ok::<(), packed_data::TooDeep>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Children {
    /// Visits them.
    Visit,
    /// Skips them.
    Skip,
}

/// A set of types whose values a visit enters and leaves, with `V` as the visitor, in layout `L`.
///
/// [`group!`](crate::group) implements it for the group, for every `V` that implements the group's trait. Bounds name
/// it; it has no methods to be called.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use packed_data::fold::{Children, VisitGroup};
/// use packed_data::{Compact, Cursor, Layout, Packable, Packed, TooDeep};
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// enum Stmt {
///     Pass,
///     Loop(Block),
/// }
///
/// #[derive(Packable)]
/// #[packable(group = Ast)]
/// struct Block {
///     stmts: Vec<Stmt>,
/// }
///
/// packed_data::group! { Ast { Stmt, Block } }
///
/// #[derive(Default)]
/// struct Depth(u32, u32);
///
/// impl<'a, L: Layout> AstVisit<'a, L> for Depth {
///     type Break = ();
///
///     fn enter_block(&mut self, _: Cursor<'a, '_, Block, L>) -> ControlFlow<(), Children> {
///         self.0 += 1;
///         self.1 = self.1.max(self.0);
///         ControlFlow::Continue(Children::Visit)
///     }
///
///     fn leave_block(&mut self, _: Cursor<'a, '_, Block, L>) -> ControlFlow<()> {
///         self.0 -= 1;
///         ControlFlow::Continue(())
///     }
/// }
///
/// fn visited<G, V>(packed: &Packed<Block>) -> Result<V, TooDeep>
/// where
///     G: for<'a> VisitGroup<'a, Compact, V>,
///     V: Default,
/// {
///     let mut visitor = V::default();
///     packed.visit_group::<G, V>(&mut visitor)?;
///     Ok(visitor)
/// }
///
/// let packed = Packed::pack(&Block { stmts: vec![Stmt::Pass, Stmt::Loop(Block { stmts: vec![] })] });
/// assert_eq!(visited::<Ast, Depth>(&packed)?.1, 2);
/// # Ok::<(), TooDeep>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{V}` cannot visit the group `{Self}`",
    note = "implement the trait that `group!` emitted: for `group! {{ Ast {{ .. }} }}` it is `AstVisit<'_, L>`"
)]
pub trait VisitGroup<'a, L: Layout, V: ?Sized> {
    /// The result of a visit that ends early.
    type Break;

    /// Adds the types whose values are entered and left.
    #[doc(hidden)]
    fn choose(chosen: &mut Chosen);

    /// Passes a value of the type with this number to the visitor, before its parts are visited.
    #[doc(hidden)]
    fn enter(visitor: &mut V, number: u32, found: Found<'a, '_, L>) -> ControlFlow<Self::Break, Children>;

    /// Passes a value of the type with this number to the visitor, after its parts were visited.
    #[doc(hidden)]
    fn leave(visitor: &mut V, number: u32, found: Found<'a, '_, L>) -> ControlFlow<Self::Break>;
}

/// Why a visit ended early.
#[derive(Debug)]
pub enum Stop<B> {
    /// The visitor returned `Break` with this value.
    Break(B),
    /// The value nests more deeply, or takes more stack, than the limits allow.
    TooDeep(TooDeep),
}

impl<B> Stop<B> {
    /// Converts the result of a visitor's method.
    ///
    /// # Errors
    ///
    /// Returns [`Stop::Break`] if the visitor broke.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn unless(flow: ControlFlow<B>) -> Result<(), Self> {
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(value) => Err(Self::Break(value)),
        }
    }
}
