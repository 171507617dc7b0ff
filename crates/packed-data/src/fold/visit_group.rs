//! Visits of all values of chosen types, wherever they are: of one type by a closure, of a group by a trait.

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use crate::cursor::Cursor;
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::table::ShapeTable;
use crate::shape::visit::{Chosen, Flow, Found, Stopped, Visitor, visit_root};
pub use crate::shape::visit_group::{Children, VisitGroup};
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

/// All values of type `T`, each passed to a closure whose break has type `B`.
struct Each<T: ?Sized, B>(PhantomData<(PhantomData<T>, B)>);

impl<'a, T, B, F, L> VisitGroup<'a, L, F> for Each<T, B>
where
    T: Packable<As = T> + ?Sized,
    F: FnMut(Cursor<'a, '_, T, L>) -> ControlFlow<B, Children>,
    L: Layout,
{
    type Break = B;

    fn choose(chosen: &mut Chosen) {
        chosen.add::<T>();
    }

    #[inline(always)]
    fn enter(visitor: &mut F, _: u32, found: Found<'a, '_, L>) -> ControlFlow<B, Children> {
        found.cast().map_or(ControlFlow::Continue(Children::Visit), visitor)
    }

    #[inline(always)]
    fn leave(_: &mut F, _: u32, _: Found<'a, '_, L>) -> ControlFlow<B> {
        ControlFlow::Continue(())
    }
}

/// A visitor of a group, whose type is erased; and the value with which it broke.
struct OfGroup<'v, 'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> {
    visitor: &'v mut V,
    chosen: &'v Chosen,
    broken: Option<G::Break>,
}

impl<'a, L: Layout, G: VisitGroup<'a, L, V> + ?Sized, V: ?Sized> Visitor<L> for OfGroup<'_, 'a, L, G, V> {
    unsafe fn enter(&mut self, number: u32, pos: L::Pos, _: &'static ShapeTable<L>) -> Flow {
        // SAFETY: the caller promises such a value, in bytes that live for `'a`; the brand is fresh.
        match G::enter(self.visitor, number, unsafe { Found::new(pos, self.chosen.id(number)) }) {
            ControlFlow::Continue(Children::Visit) => Flow::Visit,
            ControlFlow::Continue(Children::Skip) => Flow::Skip,
            ControlFlow::Break(value) => {
                self.broken = Some(value);
                Flow::Break
            }
        }
    }

    unsafe fn leave(&mut self, number: u32, pos: L::Pos) -> bool {
        // SAFETY: as in `enter`.
        match G::leave(self.visitor, number, unsafe { Found::new(pos, self.chosen.id(number)) }) {
            ControlFlow::Continue(()) => true,
            ControlFlow::Break(value) => {
                self.broken = Some(value);
                false
            }
        }
    }
}

impl<'a, T: Packable<As = T> + ?Sized, L: Layout> View<'a, T, L> {
    /// Visits all values of the types of group `Group`, wherever they are, within `limits`; see
    /// [`Packed::visit_group`].
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::fold::Children;
    /// use packed_data::{Cursor, Layout, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// #[packable(group = Ast)]
    /// struct Block {
    ///     blocks: Vec<Block>,
    /// }
    ///
    /// packed_data::group! { Ast { Block } }
    ///
    /// struct Count(usize);
    ///
    /// impl<'a, L: Layout> AstVisit<'a, L> for Count {
    ///     type Break = ();
    ///
    ///     fn enter_block(&mut self, _: Cursor<'a, '_, Block, L>) -> ControlFlow<(), Children> {
    ///         self.0 += 1;
    ///         ControlFlow::Continue(Children::Visit)
    ///     }
    /// }
    ///
    /// let packed = Packed::<Block>::pack(&Block { blocks: vec![Block { blocks: vec![] }] });
    /// let mut count = Count(0);
    /// _ = packed.view().visit_group::<Ast, _>(&mut count, &Limits::DEFAULT)?;
    /// assert_eq!(count.0, 2);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than `limits` allow.
    pub fn visit_group<Group, V>(self, visitor: &mut V, limits: &Limits) -> Result<ControlFlow<Group::Break>, TooDeep>
    where
        Group: VisitGroup<'a, L, V> + ?Sized,
        V: ?Sized,
    {
        let chosen = Chosen::of(Group::choose);
        let (shape, levels) = (ShapeTable::of::<T::Shape>(), Levels::within(limits));
        let mut visitor = OfGroup::<'_, 'a, L, Group, V> { visitor, chosen: &chosen, broken: None };
        // SAFETY: by V1 a valid `T` is stored at `pos`, in bytes that live for `'a`.
        let visited = unsafe { visit_root(self.pos(), shape, &chosen, &mut visitor, levels) };
        match (visited, visitor.broken) {
            (Err(Stopped::TooDeep(error)), _) => Err(error),
            (_, Some(value)) => Ok(ControlFlow::Break(value)),
            (_, None) => Ok(ControlFlow::Continue(())),
        }
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Visits all values of the types of group `Group`, wherever they are: fields, elements, keys, values of types that
    /// are not in the group. Calls the `enter_` method of its type for each of them, then visits what it contains, then
    /// calls the `leave_` method. The order is that of the bytes. The group is always named, because a visitor may have
    /// the traits of several groups: `visit_group::<Ast, _>(&mut visitor)`.
    ///
    /// A value that was entered is left unless the visit breaks, also if what it contains was skipped.
    ///
    /// Last fields take no stack. For each value that was entered, and whose last field is still being visited, a
    /// position and a number are kept on the heap: 16 bytes in most layouts, 40 in `Cbor`. So is a table of the types
    /// of the group, 24 to 32 bytes for each.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::fold::Children;
    /// use packed_data::{Cursor, Layout, Packable, Packed};
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
    ///     Name(String),
    ///     Div(Box<Expr>, Box<Expr>),
    /// }
    ///
    /// packed_data::group! { Ast { Expr, ExprKind } }
    ///
    /// /// Notes the line of each division.
    /// #[derive(Default)]
    /// struct Divisions {
    ///     line: u32,
    ///     found: Vec<u32>,
    /// }
    ///
    /// impl<'a, L: Layout> AstVisit<'a, L> for Divisions {
    ///     type Break = ();
    ///
    ///     fn enter_expr(&mut self, expr: Cursor<'a, '_, Expr, L>) -> ControlFlow<(), Children> {
    ///         self.line = expr.fields().read().0;
    ///         ControlFlow::Continue(Children::Visit)
    ///     }
    ///
    ///     fn enter_expr_kind(&mut self, kind: Cursor<'a, '_, ExprKind, L>) -> ControlFlow<(), Children> {
    ///         if let ExprKindCase::Div(_) = kind.case() {
    ///             self.found.push(self.line);
    ///         }
    ///         ControlFlow::Continue(Children::Visit)
    ///     }
    /// }
    ///
    /// let name = |line, name: &str| Box::new(Expr { line, kind: ExprKind::Name(name.into()) });
    /// let div = Expr { line: 2, kind: ExprKind::Div(name(1, "a"), name(3, "b")) };
    /// let packed = Packed::<Vec<Expr>>::pack(&vec![div]);
    /// let mut divisions = Divisions::default();
    /// assert_eq!(packed.visit_group::<Ast, _>(&mut divisions), Ok(ControlFlow::Continue(())));
    /// assert_eq!(divisions.found, [2]);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests more deeply, or takes more stack, than [`Limits::DEFAULT`] allows. Last
    /// fields do not count as levels.
    pub fn visit_group<'a, Group, V>(&'a self, visitor: &mut V) -> Result<ControlFlow<Group::Break>, TooDeep>
    where
        Group: VisitGroup<'a, L, V> + ?Sized,
        V: ?Sized,
    {
        self.root().visit_group::<Group, V>(visitor, &Limits::DEFAULT)
    }

    /// Calls `f` for each value of type `U`, wherever it is in this one, in the order of the bytes: a value before
    /// those of the same type in it.
    ///
    /// Takes stack and heap as [`visit_group`](Self::visit_group).
    ///
    /// ```
    /// use packed_data::fold::Children;
    /// use packed_data::{Cursor, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Name(String);
    ///
    /// #[derive(Packable)]
    /// enum Pattern {
    ///     Any,
    ///     Bind(Name),
    ///     Tuple(Vec<Pattern>),
    /// }
    ///
    /// let bind = |name: &str| Pattern::Bind(Name(name.into()));
    /// let packed = Packed::<Pattern>::pack(&Pattern::Tuple(vec![bind("a"), Pattern::Any, bind("b")]));
    /// let mut names = vec![];
    /// packed.visit_each(|name: Cursor<'_, '_, Name, _>| {
    ///     names.push(name.fields().read().0);
    ///     Children::Visit
    /// })?;
    /// assert_eq!(names, ["a", "b"]);
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`visit_group`](Self::visit_group).
    pub fn visit_each<'a, U>(&'a self, mut f: impl FnMut(Cursor<'a, '_, U, L>) -> Children) -> Result<(), TooDeep>
    where
        U: Packable<As = U> + ?Sized,
    {
        let flow = self.try_visit_each(|value| ControlFlow::<Infallible, _>::Continue(f(value)))?;
        match flow {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(never) => match never {},
        }
    }

    /// Calls `f` for each value of type `U`, like [`visit_each`](Self::visit_each), until it breaks.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use packed_data::fold::Children;
    /// use packed_data::{Cursor, Packed};
    ///
    /// let packed = Packed::<Vec<(u8, Option<char>)>>::pack(&vec![(1, None), (2, Some('b')), (3, Some('c'))]);
    /// let first = packed.try_visit_each(|c: Cursor<'_, '_, char, _>| {
    ///     ControlFlow::<_, Children>::Break(*c.read().value())
    /// });
    /// assert_eq!(first, Ok(ControlFlow::Break('b')));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`visit_group`](Self::visit_group).
    pub fn try_visit_each<'a, U, R>(
        &'a self,
        mut f: impl FnMut(Cursor<'a, '_, U, L>) -> ControlFlow<R, Children>,
    ) -> Result<ControlFlow<R>, TooDeep>
    where
        U: Packable<As = U> + ?Sized,
    {
        self.root().visit_group::<Each<U, R>, _>(&mut f, &Limits::DEFAULT)
    }
}
