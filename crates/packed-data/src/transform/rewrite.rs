//! `Rules`: rewriting a whole value; the library finds the values to be changed, and copies everything else.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;
use core::marker::PhantomData;

use crate::build::table::WriteTable;
use crate::build::{Filled, Needs};
use crate::cursor::{Cursor, Done};
use crate::layout::Layout;
use crate::packable::{Canonical, Packable};
use crate::packed::{Buffer, Packed, Within};
pub use crate::shape::Rewriting;
use crate::shape::{Applied, Apply, Own, Plan, Rule, id_of, rewrite_value};
use crate::wire::error::Error;
use crate::wire::limits::Limits;

/// The rules of a rewriting: for each of some types, a function that writes the values of that type anew.
///
/// Everything else is copied. The fields that can contain values of these types are determined from the shapes of the
/// types, once for each call of [`Packed::rewrite`]; parts that cannot contain any are copied as bytes.
///
/// A type is the canonical type ([`Packable::As`]): `[T]` for a `Vec<T>`, `str` for a `String`, `Expr` for a
/// `Box<Expr>`. A rule for a type that does not occur has no effect. Of two rules for the same type the first is
/// applied.
///
/// ```
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Ident(String);
///
/// #[derive(Packable)]
/// enum Expr {
///     Number(i64),
///     Variable(Ident),
///     Call(Ident, Vec<Expr>),
/// }
///
/// let call = Expr::Call(Ident("max".into()), vec![Expr::Number(1), Expr::Variable(Ident("x".into()))]);
/// let renamed = Packed::<Expr>::pack(&call).rewrite(|rules| {
///     rules
///         .on::<Ident>(|ident, needs, _| {
///             let (name, end) = ident.fields().read();
///             end.done(Ident::write_ident(needs, &format!("my_{name}")))
///         })
///         .on::<i64>(|number, needs, _| number.read().map(|n| needs.put(&(n + 1))))
/// });
/// let expected = Expr::Call(Ident("my_max".into()), vec![Expr::Number(2), Expr::Variable(Ident("my_x".into()))]);
/// assert_eq!(renamed, Packed::pack(&expected));
/// ```
#[must_use = "rules do nothing until they are returned to `rewrite`"]
pub struct Rules<'f, L> {
    rules: Vec<Rule<'f, L>>,
}

impl<L> fmt::Debug for Rules<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rules").field("len", &self.rules.len()).finish_non_exhaustive()
    }
}

/// The function of a rule, with its type.
struct On<T: ?Sized, F>(F, PhantomData<fn(&T)>);

impl<T, F, L> Apply<L> for On<T, F>
where
    T: Packable<As = T> + ?Sized,
    F: for<'a, 'i, 'o> Fn(
        Cursor<'a, 'i, T, L>,
        Needs<'o, T, L>,
        Rewriting<'_, L>,
    ) -> Result<Done<'i, Filled<'o>, L>, Needs<'o, T, L>>,
    L: Layout,
{
    unsafe fn apply<'n>(
        &self,
        pos: L::Pos,
        needs: Needs<'n, (), L>,
        rewriting: Rewriting<'_, L>,
    ) -> Applied<'n, (), L> {
        // SAFETY: the caller promises a valid `T` at `pos`, and a place for a `T`. The function takes every brand, so
        // that of the cursor is fresh.
        unsafe {
            match (self.0)(Cursor::new(pos), needs.cast(), rewriting) {
                Ok(done) => Ok((done.pos(), done.into_value())),
                Err(needs) => Err(needs.cast()),
            }
        }
    }
}

impl<'f, L: Layout> Rules<'f, L> {
    /// Adds a rule: `f` reads each value of type `T`, and writes the new one.
    ///
    /// The rules are not applied to what is inside such a value, unless `f` goes on there with [`Rewriting::inside`] or
    /// [`Rewriting::rewrite`].
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Statement {
    ///     Debug(String),
    ///     Print(i64),
    ///     If(bool, Vec<Statement>),
    /// }
    ///
    /// let program = vec![
    ///     Statement::Debug("begin".into()),
    ///     Statement::If(true, vec![Statement::Debug("then".into()), Statement::Print(1)]),
    /// ];
    /// let program = Packed::<Vec<Statement>>::pack(&program);
    /// // Drops statements from all blocks, also from those inside the statements that stay.
    /// let without = program.rewrite(|rules| {
    ///     rules.on::<[Statement]>(|block, needs, rewriting| {
    ///         block.filter_map_items(needs, |statement, needs| match statement.case() {
    ///             StatementCase::Debug(_) => statement.skip().map(|()| None),
    ///             _ => rewriting.rewrite(statement, needs).map(Some),
    ///         })
    ///     })
    /// });
    /// assert_eq!(without, Packed::pack(&vec![Statement::If(true, vec![Statement::Print(1)])]));
    /// ```
    pub fn on<T: Canonical + ?Sized + 'f>(
        self,
        f: impl for<'a, 'i, 'o> Fn(Cursor<'a, 'i, T, L>, Needs<'o, T, L>, Rewriting<'_, L>) -> Done<'i, Filled<'o>, L> + 'f,
    ) -> Self {
        self.on_some::<T>(move |value, needs, rewriting| Ok(f(value, needs, rewriting)))
    }

    /// Adds a rule for some values of type `T`: `f` reads the value and writes the new one, or returns the place, and
    /// the value is copied, with the rules applied to what is inside it.
    ///
    /// The library then goes on without `f` on the stack: so values that `f` leaves as they are take no stack, however
    /// deep they nest.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Expr {
    ///     Number(i64),
    ///     Negate(Box<Expr>),
    ///     Add(Box<Expr>, Box<Expr>),
    /// }
    ///
    /// let expr = Expr::Add(Box::new(Expr::Number(1)), Box::new(Expr::Negate(Box::new(Expr::Number(2)))));
    /// let folded = Packed::<Expr>::pack(&expr).rewrite(|rules| {
    ///     rules.on_some::<Expr>(|expr, needs, _| match expr.case() {
    ///         ExprCase::Negate(fields) => match fields.look(|inner| match inner.case() {
    ///             ExprCase::Number(fields) => Some(fields.read().0),
    ///             _ => None,
    ///         }) {
    ///             Some(n) => Ok(fields.skip().done(Expr::write_number(needs, &-n))),
    ///             None => Err(needs),
    ///         },
    ///         _ => Err(needs),
    ///     })
    /// });
    /// assert_eq!(folded, Packed::pack(&Expr::Add(Box::new(Expr::Number(1)), Box::new(Expr::Number(-2)))));
    /// ```
    pub fn on_some<T: Canonical + ?Sized + 'f>(
        mut self,
        f: impl for<'a, 'i, 'o> Fn(
            Cursor<'a, 'i, T, L>,
            Needs<'o, T, L>,
            Rewriting<'_, L>,
        ) -> Result<Done<'i, Filled<'o>, L>, Needs<'o, T, L>>
        + 'f,
    ) -> Self {
        self.rules.push(Rule { id: id_of::<T>(), apply: Box::new(On::<T, _>(f, PhantomData)) });
        self
    }

    /// Returns the plan for values of type `T`.
    fn plan<T: Packable<As = T> + ?Sized>(&self) -> Plan<L> {
        plan::<T, L>(&self.rules)
    }
}

/// Returns the plan of `rules` for values of type `T`.
fn plan<T: Packable<As = T> + ?Sized, L: Layout>(rules: &[Rule<'_, L>]) -> Plan<L> {
    Plan::of(WriteTable::of::<T>(), |id| rules.iter().position(|rule| rule.id == id))
}

impl<L: Layout> fmt::Debug for Rewriting<'_, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Rewriting").finish_non_exhaustive()
    }
}

impl<L: Layout> Rewriting<'_, L> {
    /// Copies a value, and applies the rules to what is inside it, but not to the value itself.
    ///
    /// Called by a rule for the type itself, this function and the rule are on the stack for each level, also where a
    /// value is the last field of another. [`Limits::stack`] bounds them. A rule that leaves most values as they are is
    /// better added with [`Rules::on_some`].
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Node {
    ///     children: Vec<Node>,
    ///     value: u32,
    /// }
    ///
    /// let tree = Node { children: vec![Node { children: vec![], value: 1 }], value: 2 };
    /// let counted = core::cell::Cell::new(0);
    /// let same = Packed::<Node>::pack(&tree).rewrite(|rules| {
    ///     rules.on::<Node>(|node, needs, rewriting| {
    ///         counted.set(counted.get() + 1);
    ///         rewriting.inside(node, needs)
    ///     })
    /// });
    /// assert_eq!((same, counted.get()), (Packed::pack(&tree), 2));
    /// ```
    pub fn inside<'i, 'o, T: Packable<As = T> + ?Sized>(
        self,
        value: Cursor<'_, 'i, T, L>,
        needs: Needs<'o, T, L>,
    ) -> Done<'i, Filled<'o>, L> {
        self.run(value, needs, Own::Left)
    }

    /// Copies a value, and applies the rules to it and to what is inside it. The value may be of any type, for example
    /// that of one field of the value that the rule is applied to.
    ///
    /// ```
    /// use packed_data::{Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Expr {
    ///     Number(i64),
    ///     Parentheses(Box<Expr>),
    /// }
    ///
    /// let expr = Expr::Parentheses(Box::new(Expr::Parentheses(Box::new(Expr::Number(1)))));
    /// let without = Packed::<Expr>::pack(&expr).rewrite(|rules| {
    ///     rules.on::<Expr>(|expr, needs, rewriting| match expr.case() {
    ///         ExprCase::Parentheses(fields) => rewriting.rewrite(fields.tail(), needs),
    ///         _ => rewriting.inside(expr, needs),
    ///     })
    /// });
    /// assert_eq!(without, Packed::pack(&Expr::Number(1)));
    /// ```
    pub fn rewrite<'i, 'o, T: Packable<As = T> + ?Sized>(
        self,
        value: Cursor<'_, 'i, T, L>,
        needs: Needs<'o, T, L>,
    ) -> Done<'i, Filled<'o>, L> {
        self.run(value, needs, Own::Applies)
    }

    fn run<'i, 'o, T: Packable<As = T> + ?Sized>(
        self,
        value: Cursor<'_, 'i, T, L>,
        needs: Needs<'o, T, L>,
        own: Own,
    ) -> Done<'i, Filled<'o>, L> {
        let id = id_of::<T>();
        let node = if self.plan.is(self.here, id) { Some(self.here) } else { self.plan.find(id) };
        match node {
            // SAFETY: it is the node of `T`.
            Some(node) => unsafe { run(value, needs, node, own, self) },
            None => {
                // (The value is of a type that does not occur in the value that is rewritten.)
                let plan = plan::<T, L>(self.rules);
                let rewriting = Rewriting { plan: &plan, rules: self.rules, here: 0 };
                // SAFETY: node 0 is that of `T`, for which the plan was made.
                unsafe { run(value, needs, 0, own, rewriting) }
            }
        }
    }
}

/// Rewrites a value, unless the stack is exhausted.
///
/// # Safety
///
/// `node` is the node of `T`.
unsafe fn run<'i, 'o, T: Packable<As = T> + ?Sized, L: Layout>(
    value: Cursor<'_, 'i, T, L>,
    needs: Needs<'o, T, L>,
    node: usize,
    own: Own,
    rewriting: Rewriting<'_, L>,
) -> Done<'i, Filled<'o>, L> {
    match needs.require_stack() {
        // SAFETY: by C1 a valid `T` is stored at the position, and `rewrite_value` returns its end (C2). The caller
        // promises the node.
        Ok(needs) => unsafe {
            let (end, filled) = rewrite_value(value.pos(), needs.cast(), node, own, &rewriting);
            Done::at(end, filled)
        },
        Err(failed) => value.skip().map(|()| failed),
    }
}

impl<'i, T: Packable<As = T> + ?Sized, L: Layout> Cursor<'_, 'i, T, L> {
    /// Copies the value, with the values for which there are rules written anew: [`Packed::rewrite`] for a part of a
    /// value that is transformed.
    ///
    /// ```
    /// use packed_data::Packed;
    ///
    /// let packed = Packed::<(Vec<u8>, Vec<u8>)>::pack(&(vec![1], vec![2]));
    /// let changed = packed.transform(|pair, needs| {
    ///     let pair = pair.transform(needs).copy();
    ///     pair.map(|second, needs| {
    ///         second.rewrite(needs, |rules| rules.on::<u8>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1)))))
    ///     })
    ///     .done()
    /// });
    /// assert_eq!(changed, Packed::pack(&(vec![1], vec![3])));
    /// ```
    pub fn rewrite<'f, 'o>(
        self,
        needs: Needs<'o, T, L>,
        rules: impl FnOnce(Rules<'f, L>) -> Rules<'f, L>,
    ) -> Done<'i, Filled<'o>, L> {
        let rules = rules(Rules { rules: Vec::new() });
        let plan = rules.plan::<T>();
        // SAFETY: node 0 is that of `T`, for which the plan was made.
        unsafe { run(self, needs, 0, Own::Applies, Rewriting { plan: &plan, rules: &rules.rules, here: 0 }) }
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Copies the value, with the values for which there are rules written anew: see [`Rules`].
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
    /// let tree = Packed::<Tree>::pack(&Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))));
    /// let more = tree.rewrite(|rules| rules.on::<i64>(|n, needs, _| n.read().map(|n| needs.put(&(n * 10)))));
    /// assert_eq!(more, Packed::pack(&Tree::Node(Box::new(Tree::Leaf(10)), Box::new(Tree::Leaf(20)))));
    /// ```
    ///
    /// Allocates as [`transform`](Self::transform) does, and in addition a few words for each type that the value can
    /// contain and for each of its fields, and some hundred bytes for each level of nesting.
    ///
    /// # Panics
    ///
    /// Panics if [`Within::rewrite`] with [`Limits::DEFAULT`] returns an error.
    pub fn rewrite<'f>(&self, rules: impl FnOnce(Rules<'f, L>) -> Rules<'f, L>) -> Packed<T, L> {
        self.within(&Limits::DEFAULT).rewrite(rules).unwrap_or_else(|error| panic!("cannot build: {error}"))
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Within<'_, '_, T, L, B> {
    /// Copies the value, with the values for which there are rules written anew, as [`Packed::rewrite`] does.
    ///
    /// ```
    /// use packed_data::{ErrorKind, Limits, Packed};
    ///
    /// let words = Packed::<Vec<String>>::pack(&vec!["hi".into()]);
    /// let flat = Limits { depth: 0, ..Limits::DEFAULT };
    /// let rewritten = words.within(&flat).rewrite(|rules| rules.on::<str>(|word, needs, _| word.copy_to(needs)));
    /// assert_eq!(rewritten.unwrap_err().kind(), ErrorKind::TooDeep { limit: 0 });
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`WithLimits::build`](crate::packed::WithLimits::build).
    pub fn rewrite<'f>(self, rules: impl FnOnce(Rules<'f, L>) -> Rules<'f, L>) -> Result<Packed<T, L>, Error> {
        let Self { packed, limits } = self;
        let len = packed.as_bytes().len();
        Packed::build_from(len, limits, |needs| packed.read(|cursor| cursor.rewrite(needs, rules)))
    }
}
