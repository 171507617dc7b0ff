//! A linter with four rules, over packed bytes, over owned trees and over those of `rkyv`.
//!
//! - `==` and `!=`, unless one side is `null`
//! - `var`
//! - blocks without a statement
//! - `debugger` and `with`

use std::ops::ControlFlow;

use packed_data::fold::Children;
use packed_data::{Cursor, Indexed, Packed};

use crate::tree::plain::*;

/// What a linter found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found {
    /// The number of places at which a rule is broken.
    pub count: u32,
    /// The sum of their positions, as far as the nodes have one.
    places: u64,
}

impl Found {
    fn add(&mut self, place: u32) {
        self.count += 1;
        self.places += u64::from(place);
    }
}

/// Lints packed bytes in place.
pub fn packed(program: &Packed<Program, Indexed>) -> Found {
    let mut found = Found::default();
    let flow = program.visit_group::<Tree, _>(&mut found).expect("the tree is not too deep");
    assert!(flow.is_continue());
    found
}

const GO_ON: ControlFlow<(), Children> = ControlFlow::Continue(Children::Visit);

impl<'a> TreeVisit<'a, Indexed> for Found {
    type Break = ();

    fn enter_expr(&mut self, expr: Cursor<'a, '_, Expr, Indexed>) -> ControlFlow<(), Children> {
        if let ExprView::Binary { op, left, right } = expr.view().case() {
            let is_null = |of: ExprView<'a, Indexed>| matches!(of, ExprView::Null { .. });
            let is_loose = matches!(op.case(), BinaryOpView::Equal | BinaryOpView::NotEqual);
            if is_loose && !is_null(left.case()) && !is_null(right.case()) {
                self.add(0);
            }
        }
        GO_ON
    }

    fn enter_stmt(&mut self, stmt: Cursor<'a, '_, Stmt, Indexed>) -> ControlFlow<(), Children> {
        match stmt.view().case() {
            StmtView::Debugger { start } | StmtView::With { start, .. } => self.add(start),
            _ => {}
        }
        GO_ON
    }

    fn enter_block(&mut self, block: Cursor<'a, '_, Block, Indexed>) -> ControlFlow<(), Children> {
        let BlockView { start, body, .. } = block.view().fields();
        if body.is_empty() {
            self.add(start);
        }
        GO_ON
    }

    fn enter_variables(&mut self, variables: Cursor<'a, '_, Variables, Indexed>) -> ControlFlow<(), Children> {
        let VariablesView { start, kind, .. } = variables.view().fields();
        if matches!(kind.case(), VariableKindView::Var) {
            self.add(start);
        }
        GO_ON
    }
}

/// Makes a module that walks over a tree in memory: the owned one, also to change it, or that of `rkyv`, which has
/// other names.
macro_rules! walker {
    ($walker:ident $iter:ident [$($m:tt)?]: $Program:ident $Stmt:ident $Expr:ident $Function:ident $Template:ident $Element:ident $Property:ident
     $Key:ident $Pattern:ident $PatternProperty:ident $Body:ident $Block:ident $Case:ident $Init:ident $Variables:ident
     $VariableKind:ident $Class:ident $Member:ident $BinaryOp:ident $Name:ident, $number:expr) => {
        /// Visits a tree in memory, each name too.
        pub mod $walker {
            use super::*;

            /// What is found on the way.
            pub struct Walk<'n> {
                found: Found,
                /// Called for each name.
                name: &'n mut dyn FnMut(&$($m)? $Name),
            }

            /// Lints a program.
            #[allow(dead_code, reason = "the walk that changes names does not lint")]
            pub fn lint(program: &$($m)? $Program) -> Found {
                walk(program, &mut |_| ())
            }

            /// Lints a program, and passes on each name.
            pub fn walk(program: &$($m)? $Program, name: &mut dyn FnMut(&$($m)? $Name)) -> Found {
                let mut walk = Walk { found: Found::default(), name };
                program.body.$iter().for_each(|of| walk.stmt(of));
                walk.found
            }

            impl Walk<'_> {
                fn name(&mut self, of: &$($m)? $Name) {
                    (self.name)(of);
                }

                fn stmt(&mut self, of: &$($m)? $Stmt) {
                    match of {
                        $Stmt::Block(of) => self.block(of),
                        $Stmt::Debugger { start } => self.found.add($number(start)),
                        $Stmt::With { start, object, body } => {
                            self.found.add($number(start));
                            self.expr(object);
                            self.stmt(body);
                        }
                        $Stmt::Return { value, .. } => value.$iter().for_each(|of| self.expr(of)),
                        $Stmt::Labeled { label, body } => {
                            self.name(label);
                            self.stmt(body);
                        }
                        $Stmt::Break { label, .. } | $Stmt::Continue { label, .. } => {
                            label.$iter().for_each(|of| self.name(of));
                        }
                        $Stmt::If { test, then, otherwise, .. } => {
                            self.expr(test);
                            self.stmt(then);
                            otherwise.$iter().for_each(|of| self.stmt(of));
                        }
                        $Stmt::Switch { on, cases, .. } => {
                            self.expr(on);
                            for $Case { test, body, .. } in cases.$iter() {
                                test.$iter().for_each(|of| self.expr(of));
                                body.$iter().for_each(|of| self.stmt(of));
                            }
                        }
                        $Stmt::Throw { value, .. } | $Stmt::Expression { value, .. } => self.expr(value),
                        $Stmt::ExportDefault { value, .. } => self.expr(value),
                        $Stmt::Try { block, handler, finalizer, .. } => {
                            self.block(block);
                            for handler in handler.$iter() {
                                handler.parameter.$iter().for_each(|of| self.pattern(of));
                                self.block(&$($m)? handler.body);
                            }
                            finalizer.$iter().for_each(|of| self.block(of));
                        }
                        $Stmt::While { test, body, .. } | $Stmt::DoWhile { test, body, .. } => {
                            self.expr(test);
                            self.stmt(body);
                        }
                        $Stmt::For { init, test, update, body, .. } => {
                            init.$iter().for_each(|of| self.init(of));
                            test.$iter().for_each(|of| self.expr(of));
                            update.$iter().for_each(|of| self.expr(of));
                            self.stmt(body);
                        }
                        $Stmt::ForIn { each, of, body, .. } | $Stmt::ForOf { each, of, body, .. } => {
                            self.init(each);
                            self.expr(of);
                            self.stmt(body);
                        }
                        $Stmt::Function { name, function } => {
                            self.name(name);
                            self.function(function);
                        }
                        $Stmt::Class { name, class } => {
                            self.name(name);
                            self.class(class);
                        }
                        $Stmt::Variables(of) => self.variables(of),
                        $Stmt::Import { specifiers, .. } | $Stmt::ExportNames { specifiers, .. } => {
                            for specifier in specifiers.$iter() {
                                self.name(&$($m)? specifier.local);
                                specifier.other.$iter().for_each(|of| self.name(of));
                            }
                        }
                        $Stmt::ExportDeclaration { declaration, .. } => self.stmt(declaration),
                        $Stmt::Empty { .. } | $Stmt::ExportAll { .. } => {}
                    }
                }

                fn block(&mut self, of: &$($m)? $Block) {
                    if of.body.is_empty() {
                        self.found.add($number(&of.start));
                    }
                    of.body.$iter().for_each(|of| self.stmt(of));
                }

                fn expr(&mut self, of: &$($m)? $Expr) {
                    match of {
                        $Expr::Name(of) | $Expr::PrivateName(of) => self.name(of),
                        $Expr::Template(of) => self.template(of),
                        $Expr::Tagged { tag, template } => {
                            self.expr(tag);
                            self.template(template);
                        }
                        $Expr::Array { elements, .. } => elements.$iter().for_each(|of| self.element(of)),
                        $Expr::Object { properties, .. } => properties.$iter().for_each(|of| self.property(of)),
                        $Expr::Function { name, function } => {
                            name.$iter().for_each(|of| self.name(of));
                            self.function(function);
                        }
                        $Expr::Arrow { parameters, body, .. } => {
                            parameters.$iter().for_each(|of| self.pattern(of));
                            match body {
                                $Body::Block(of) => self.block(of),
                                $Body::Expression(of) => self.expr(of),
                            }
                        }
                        $Expr::Class { name, class } => {
                            name.$iter().for_each(|of| self.name(of));
                            self.class(class);
                        }
                        $Expr::Binary { op, left, right } => {
                            let is_loose = matches!(op, $BinaryOp::Equal | $BinaryOp::NotEqual);
                            let is_null = |of: &$Expr| matches!(of, $Expr::Null { .. });
                            if is_loose && !is_null(left) && !is_null(right) {
                                self.found.add(0);
                            }
                            self.expr(left);
                            self.expr(right);
                        }
                        $Expr::Assign { to, value, .. } => {
                            self.pattern(to);
                            self.expr(value);
                        }
                        $Expr::Conditional { test, then, otherwise } => {
                            self.expr(test);
                            self.expr(then);
                            self.expr(otherwise);
                        }
                        $Expr::Sequence { expressions } => expressions.$iter().for_each(|of| self.expr(of)),
                        $Expr::Member { name, object } | $Expr::PrivateMember { name, object } => {
                            self.name(name);
                            self.expr(object);
                        }
                        $Expr::Index { object, index, .. } => {
                            self.expr(object);
                            self.expr(index);
                        }
                        $Expr::Call { callee, arguments, .. } | $Expr::New { callee, arguments, .. } => {
                            self.expr(callee);
                            arguments.$iter().for_each(|of| self.element(of));
                        }
                        $Expr::Yield { of, .. } => of.$iter().for_each(|of| self.expr(of)),
                        $Expr::Optional { base: of, .. }
                        | $Expr::Unary { of, .. }
                        | $Expr::Update { of, .. }
                        | $Expr::Await { of, .. }
                        | $Expr::Paren { of, .. } => self.expr(of),
                        $Expr::This { .. }
                        | $Expr::Super { .. }
                        | $Expr::Import { .. }
                        | $Expr::Null { .. }
                        | $Expr::Bool { .. }
                        | $Expr::Number { .. }
                        | $Expr::Text { .. }
                        | $Expr::BigInt { .. }
                        | $Expr::Regex { .. }
                        | $Expr::NewTarget { .. }
                        | $Expr::ImportMeta { .. } => {}
                    }
                }

                fn template(&mut self, of: &$($m)? $Template) {
                    of.values.$iter().for_each(|of| self.expr(of));
                }

                fn element(&mut self, of: &$($m)? $Element) {
                    match of {
                        $Element::Hole => {}
                        $Element::Item(of) | $Element::Spread { of, .. } => self.expr(of),
                    }
                }

                fn property(&mut self, of: &$($m)? $Property) {
                    match of {
                        $Property::Shorthand(of) => self.name(of),
                        $Property::Value { key, value } => {
                            self.key(key);
                            self.expr(value);
                        }
                        $Property::Assign { name, value } => {
                            self.name(name);
                            self.expr(value);
                        }
                        $Property::Getter { key, function }
                        | $Property::Setter { key, function }
                        | $Property::Method { key, function } => {
                            self.key(key);
                            self.function(function);
                        }
                        $Property::Spread { of, .. } => self.expr(of),
                    }
                }

                fn key(&mut self, of: &$($m)? $Key) {
                    match of {
                        $Key::Name(of) | $Key::Private(of) => self.name(of),
                        $Key::Computed { of, .. } => self.expr(of),
                        $Key::Text { .. } | $Key::Number { .. } | $Key::BigInt { .. } => {}
                    }
                }

                fn pattern(&mut self, of: &$($m)? $Pattern) {
                    match of {
                        $Pattern::Hole => {}
                        $Pattern::Name(of) => self.name(of),
                        $Pattern::Array { elements, .. } => elements.$iter().for_each(|of| self.pattern(of)),
                        $Pattern::Object { properties, .. } => {
                            for property in properties.$iter() {
                                match property {
                                    $PatternProperty::Value { key, value } => {
                                        self.key(key);
                                        self.pattern(value);
                                    }
                                    $PatternProperty::Name { name, default } => {
                                        self.name(name);
                                        default.$iter().for_each(|of| self.expr(of));
                                    }
                                    $PatternProperty::Rest { of, .. } => self.pattern(of),
                                }
                            }
                        }
                        $Pattern::Rest { of, .. } => self.pattern(of),
                        $Pattern::Default { of, value } => {
                            self.pattern(of);
                            self.expr(value);
                        }
                        $Pattern::Expression(of) => self.expr(of),
                    }
                }

                fn init(&mut self, of: &$($m)? $Init) {
                    match of {
                        $Init::Variables(of) => self.variables(of),
                        $Init::Expression(of) => self.expr(of),
                        $Init::Pattern(of) => self.pattern(of),
                    }
                }

                fn variables(&mut self, of: &$($m)? $Variables) {
                    if matches!(of.kind, $VariableKind::Var) {
                        self.found.add($number(&of.start));
                    }
                    for declarator in of.declarators.$iter() {
                        self.pattern(&$($m)? declarator.name);
                        declarator.init.$iter().for_each(|of| self.expr(of));
                    }
                }

                fn function(&mut self, of: &$($m)? $Function) {
                    of.parameters.$iter().for_each(|of| self.pattern(of));
                    of.body.$iter().for_each(|of| self.stmt(of));
                }

                fn class(&mut self, of: &$($m)? $Class) {
                    of.extends.$iter().for_each(|of| self.expr(of));
                    of.decorators.$iter().for_each(|of| self.expr(of));
                    for member in of.members.$iter() {
                        match member {
                            $Member::Empty { .. } => {}
                            $Member::Static(of) => self.block(of),
                            $Member::Constructor { key, function }
                            | $Member::Method { key, function, .. }
                            | $Member::Getter { key, function, .. }
                            | $Member::Setter { key, function, .. } => {
                                self.key(key);
                                self.function(function);
                            }
                            $Member::Field { key, value, .. } | $Member::Accessor { key, value, .. } => {
                                self.key(key);
                                value.$iter().for_each(|of| self.expr(of));
                            }
                        }
                    }
                }
            }
        }
    };
}

walker! {
    owned iter []: Program Stmt Expr Function Template Element Property Key Pattern PatternProperty Body Block Case Init
    Variables VariableKind Class Member BinaryOp Name, |number: &u32| *number
}

walker! {
    owned_mut iter_mut [mut]: Program Stmt Expr Function Template Element Property Key Pattern PatternProperty Body Block
    Case Init Variables VariableKind Class Member BinaryOp Name, |number: &u32| *number
}

walker! {
    archived iter []: ArchivedProgram ArchivedStmt ArchivedExpr ArchivedFunction ArchivedTemplate ArchivedElement
    ArchivedProperty ArchivedKey ArchivedPattern ArchivedPatternProperty ArchivedBody ArchivedBlock ArchivedCase
    ArchivedInit ArchivedVariables ArchivedVariableKind ArchivedClass ArchivedMember ArchivedBinaryOp ArchivedName,
    |number: &rkyv::rend::u32_le| number.to_native()
}
