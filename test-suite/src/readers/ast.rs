//! Arithmetic expressions.

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::view::{ScalarMut, ViewMut};
use packed_data::{Cursor, Done, Edit, Filled, InPlace, Layout, Needs, Packed, RandomAccess, View};

use super::{Changes, Reads};
use crate::shapes::{Ast, AstCase, AstFold, AstTransform, AstView, AstVisit};

/// A constructor of two expressions.
type Binary = fn(Box<Ast>, Box<Ast>) -> Ast;

fn binary(make: Binary, left: Ast, right: Ast) -> Ast {
    make(Box::new(left), Box::new(right))
}

struct Rebuild;

impl<'a, L: Layout> AstFold<'a, L> for Rebuild {
    type Out = Ast;

    fn value(&mut self, n: i32) -> Ast {
        Ast::Value(n)
    }

    fn add(&mut self, left: Ast, right: Ast) -> Ast {
        binary(Ast::Add, left, right)
    }

    fn sub(&mut self, left: Ast, right: Ast) -> Ast {
        binary(Ast::Sub, left, right)
    }

    fn mul(&mut self, left: Ast, right: Ast) -> Ast {
        binary(Ast::Mul, left, right)
    }

    fn negate(&mut self, ast: Ast) -> Ast {
        Ast::Negate(Box::new(ast))
    }
}

struct Tokens(Vec<String>);

impl Tokens {
    fn push(&mut self, token: impl ToString) -> ControlFlow<Infallible> {
        self.0.push(token.to_string());
        ControlFlow::Continue(())
    }
}

impl<'a, L: Layout> AstVisit<'a, L> for Tokens {
    type Break = Infallible;

    fn value(&mut self, n: i32) -> ControlFlow<Infallible> {
        self.push(n)
    }

    fn add(&mut self) -> ControlFlow<Infallible> {
        self.push('+')
    }

    fn sub(&mut self) -> ControlFlow<Infallible> {
        self.push('-')
    }

    fn mul(&mut self) -> ControlFlow<Infallible> {
        self.push('*')
    }

    fn negate(&mut self) -> ControlFlow<Infallible> {
        self.push('~')
    }
}

impl Reads for Ast {
    fn from_cursor<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, L>) -> Done<'id, Self, L> {
        let (make, fields): (Binary, _) = match cursor.case() {
            AstCase::Value(fields) => {
                let (n, fields) = fields.read();
                return fields.done(Ast::Value(n));
            }
            AstCase::Negate(fields) => {
                return Self::from_cursor(fields.tail()).map(|ast| Ast::Negate(Box::new(ast)));
            }
            AstCase::Add(fields) => (Ast::Add, fields),
            AstCase::Sub(fields) => (Ast::Sub, fields),
            AstCase::Mul(fields) => (Ast::Mul, fields),
        };
        let (left, fields) = fields.with(Self::from_cursor);
        Self::from_cursor(fields.tail()).map(|right| binary(make, left, right))
    }

    fn by_view<L: RandomAccess>(cursor: &Cursor<'_, '_, Self, L>) -> Option<Self> {
        Some(Self::from_view(cursor.view()))
    }

    fn from_view<L: RandomAccess>(view: View<'_, Self, L>) -> Self {
        let both = |make, left, right| binary(make, Self::from_view(left), Self::from_view(right));
        match view.case() {
            AstView::Value(n) => Ast::Value(n),
            AstView::Add(left, right) => both(Ast::Add, left, right),
            AstView::Sub(left, right) => both(Ast::Sub, left, right),
            AstView::Mul(left, right) => both(Ast::Mul, left, right),
            AstView::Negate(ast) => Ast::Negate(Box::new(Self::from_view(ast))),
        }
    }

    fn from_fold<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Self {
        packed.fold(&mut Rebuild).expect("within the limit on levels")
    }

    fn visited<L: Layout>(packed: &Packed<Self, L, &[u8]>) -> Vec<String> {
        let mut tokens = Tokens(Vec::new());
        assert_eq!(packed.visit(&mut tokens), Ok(ControlFlow::Continue(())));
        tokens.0
    }

    fn tokens(&self) -> Vec<String> {
        let both = |sign: &str, left: &Ast, right: &Ast| [vec![sign.into()], left.tokens(), right.tokens()].concat();
        match self {
            Ast::Value(n) => vec![n.to_string()],
            Ast::Add(left, right) => both("+", left, right),
            Ast::Sub(left, right) => both("-", left, right),
            Ast::Mul(left, right) => both("*", left, right),
            Ast::Negate(ast) => [vec!["~".into()], ast.tokens()].concat(),
        }
    }
}

struct Change;

impl<'a, L: Layout> AstFold<'a, Edit<L>> for Change {
    type Out = ();

    fn value(&mut self, mut n: ScalarMut<'a, i32, L>) {
        n.update(|n| !n);
    }

    fn add(&mut self, (): (), (): ()) {}
    fn sub(&mut self, (): (), (): ()) {}
    fn mul(&mut self, (): (), (): ()) {}
    fn negate(&mut self, (): ()) {}
}

fn edit_view<L: RandomAccess>(view: ViewMut<'_, Ast, L>) {
    match view.case() {
        AstView::Value(mut n) => n.update(|n| !n),
        AstView::Add(left, right) | AstView::Sub(left, right) | AstView::Mul(left, right) => {
            edit_view(left);
            edit_view(right);
        }
        AstView::Negate(ast) => edit_view(ast),
    }
}

impl Changes for Ast {
    fn build<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        let (fields, left, right) = match self {
            Ast::Value(n) => return Ast::start_value(needs).put(n).done(),
            Ast::Negate(ast) => return ast.build(Ast::start_negate(needs).tail()),
            Ast::Add(left, right) => (Ast::start_add(needs), left, right),
            Ast::Sub(left, right) => (Ast::start_sub(needs), left, right),
            Ast::Mul(left, right) => (Ast::start_mul(needs), left, right),
        };
        right.build(fields.with(|needs| left.build(needs)).tail())
    }

    fn changed(&self) -> Self {
        match self {
            Ast::Value(n) => Ast::Value(!n),
            Ast::Add(left, right) => binary(Ast::Add, left.changed(), right.changed()),
            Ast::Sub(left, right) => binary(Ast::Sub, left.changed(), right.changed()),
            Ast::Mul(left, right) => binary(Ast::Mul, left.changed(), right.changed()),
            Ast::Negate(ast) => Ast::Negate(Box::new(ast.changed())),
        }
    }

    fn transform<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            AstTransform::Value(fields) => fields.update(|n| !n).done(),
            AstTransform::Negate(fields) => fields.map(Self::transform).done(),
            AstTransform::Add(fields) | AstTransform::Sub(fields) | AstTransform::Mul(fields) => {
                fields.map(Self::transform).map(Self::transform).done()
            }
        }
    }

    fn identity<'i, 'o, L: Layout>(
        cursor: Cursor<'_, 'i, Self, L>,
        needs: Needs<'o, Self, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match cursor.transform(needs) {
            AstTransform::Value(fields) => fields.update(|n| n).done(),
            AstTransform::Negate(fields) => fields.copy().done(),
            AstTransform::Add(fields) | AstTransform::Sub(fields) | AstTransform::Mul(fields) => {
                fields.copy().map(Self::identity).done()
            }
        }
    }

    fn edit<'id, L: Layout>(cursor: Cursor<'_, 'id, Self, Edit<L>>) -> Done<'id, (), Edit<L>> {
        match cursor.case() {
            AstCase::Value(fields) => fields.update(|n| !n).done(()),
            AstCase::Negate(fields) => Self::edit(fields.tail()),
            AstCase::Add(fields) | AstCase::Sub(fields) | AstCase::Mul(fields) => {
                let ((), fields) = fields.with(Self::edit);
                Self::edit(fields.tail())
            }
        }
    }

    fn edit_by_view<L: RandomAccess + InPlace>(packed: &mut Packed<Self, L>) {
        edit_view(packed.view_mut());
    }

    fn edit_by_fold<L: InPlace>(packed: &mut Packed<Self, L>) {
        packed.fold_mut(&mut Change).expect("within the limit on levels");
    }
}
