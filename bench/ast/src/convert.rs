// Makes the tree from that of `swc_ecma_ast`. (The module is a part of each version of the tree.)

use std::collections::HashMap;

use swc_common::{Span, Spanned};
use swc_ecma_ast as swc;

use super::*;

/// Why a program has no such tree: what it has, and where.
type Converted<T> = Result<T, String>;

/// Returns the tree of a program.
///
/// # Errors
///
/// The program has syntax of TypeScript or JSX.
pub fn convert(program: &swc::Program) -> Converted<Program> {
    let mut converter = Converter::default();
    let body = match program {
        swc::Program::Script(script) => converter.stmts(&script.body)?,
        swc::Program::Module(module) => {
            let item = |item: &swc::ModuleItem| match item {
                swc::ModuleItem::Stmt(stmt) => converter.stmt(stmt),
                swc::ModuleItem::ModuleDecl(decl) => converter.module_decl(decl),
            };
            module.body.iter().map(item).collect::<Converted<_>>()?
        }
    };
    Ok(Program { texts: converter.texts, body })
}

/// The texts so far, and their numbers.
#[derive(Default)]
struct Converter {
    texts: Vec<String>,
    numbers: HashMap<String, u32>,
}

fn refused<T>(what: &str, span: Span) -> Converted<T> {
    Err(format!("{what} at byte {}: only JavaScript has a tree here", span.lo.0))
}

fn start(span: Span) -> u32 {
    span.lo.0
}

fn end(span: Span) -> u32 {
    span.hi.0
}

impl Converter {
    fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let number = self.texts.len() as u32;
        self.texts.push(text.to_owned());
        self.numbers.insert(text.to_owned(), number);
        number
    }

    fn name_of(&mut self, span: Span, text: &str) -> Name {
        Name { start: start(span), text: self.text(text) }
    }

    fn ident(&mut self, of: &swc::Ident) -> Name {
        self.name_of(of.span, &of.sym)
    }

    fn ident_name(&mut self, of: &swc::IdentName) -> Name {
        self.name_of(of.span, &of.sym)
    }

    fn label(&mut self, of: &Option<swc::Ident>) -> Option<Name> {
        of.as_ref().map(|of| self.ident(of))
    }

    fn str_text(&mut self, of: &swc::Str) -> u32 {
        let text = of.value.to_string_lossy().into_owned();
        self.text(&text)
    }

    /// Returns the text that a literal has in the source.
    fn raw(&mut self, raw: Option<&str>, value: impl ToString) -> u32 {
        match raw {
            Some(raw) => self.text(raw),
            None => self.text(&value.to_string()),
        }
    }

    fn stmts(&mut self, of: &[swc::Stmt]) -> Converted<Vec<Stmt>> {
        of.iter().map(|of| self.stmt(of)).collect()
    }

    fn block(&mut self, of: &swc::BlockStmt) -> Converted<Block> {
        Ok(Block { start: start(of.span), end: end(of.span), body: self.stmts(&of.stmts)? })
    }

    fn boxed(&mut self, of: &swc::Stmt) -> Converted<Box<Stmt>> {
        Ok(Box::new(self.stmt(of)?))
    }

    fn stmt(&mut self, of: &swc::Stmt) -> Converted<Stmt> {
        Ok(match of {
            swc::Stmt::Block(of) => Stmt::Block(self.block(of)?),
            swc::Stmt::Empty(of) => Stmt::Empty { start: start(of.span) },
            swc::Stmt::Debugger(of) => Stmt::Debugger { start: start(of.span) },
            swc::Stmt::With(of) => {
                Stmt::With { start: start(of.span), object: self.expr(&of.obj)?, body: self.boxed(&of.body)? }
            }
            swc::Stmt::Return(of) => {
                Stmt::Return { start: start(of.span), end: end(of.span), value: self.maybe(&of.arg)? }
            }
            swc::Stmt::Labeled(of) => Stmt::Labeled { label: self.ident(&of.label), body: self.boxed(&of.body)? },
            swc::Stmt::Break(of) => Stmt::Break { start: start(of.span), label: self.label(&of.label) },
            swc::Stmt::Continue(of) => Stmt::Continue { start: start(of.span), label: self.label(&of.label) },
            swc::Stmt::If(of) => Stmt::If {
                start: start(of.span),
                test: self.expr(&of.test)?,
                then: self.boxed(&of.cons)?,
                otherwise: of.alt.as_ref().map(|of| self.boxed(of)).transpose()?,
            },
            swc::Stmt::Switch(of) => Stmt::Switch {
                start: start(of.span),
                end: end(of.span),
                on: self.expr(&of.discriminant)?,
                cases: of.cases.iter().map(|of| self.case(of)).collect::<Converted<_>>()?,
            },
            swc::Stmt::Throw(of) => {
                Stmt::Throw { start: start(of.span), end: end(of.span), value: self.expr(&of.arg)? }
            }
            swc::Stmt::Try(of) => Stmt::Try {
                start: start(of.span),
                block: self.block(&of.block)?,
                handler: of.handler.as_ref().map(|of| self.handler(of)).transpose()?,
                finalizer: of.finalizer.as_ref().map(|of| self.block(of)).transpose()?,
            },
            swc::Stmt::While(of) => {
                Stmt::While { start: start(of.span), test: self.expr(&of.test)?, body: self.boxed(&of.body)? }
            }
            swc::Stmt::DoWhile(of) => Stmt::DoWhile {
                start: start(of.span),
                end: end(of.span),
                body: self.boxed(&of.body)?,
                test: self.expr(&of.test)?,
            },
            swc::Stmt::For(of) => Stmt::For {
                start: start(of.span),
                init: of.init.as_ref().map(|of| self.init(of)).transpose()?,
                test: self.maybe(&of.test)?,
                update: self.maybe(&of.update)?,
                body: self.boxed(&of.body)?,
            },
            swc::Stmt::ForIn(of) => Stmt::ForIn {
                start: start(of.span),
                each: self.for_head(&of.left)?,
                of: self.expr(&of.right)?,
                body: self.boxed(&of.body)?,
            },
            swc::Stmt::ForOf(of) => Stmt::ForOf {
                start: start(of.span),
                is_await: of.is_await,
                each: self.for_head(&of.left)?,
                of: self.expr(&of.right)?,
                body: self.boxed(&of.body)?,
            },
            swc::Stmt::Decl(of) => self.decl(of)?,
            swc::Stmt::Expr(of) => Stmt::Expression { end: end(of.span), value: self.expr(&of.expr)? },
        })
    }

    fn case(&mut self, of: &swc::SwitchCase) -> Converted<Case> {
        Ok(Case { start: start(of.span), test: self.maybe(&of.test)?, body: self.stmts(&of.cons)? })
    }

    fn handler(&mut self, of: &swc::CatchClause) -> Converted<Handler> {
        let parameter = of.param.as_ref().map(|of| self.pattern(of)).transpose()?;
        Ok(Handler { start: start(of.span), parameter, body: self.block(&of.body)? })
    }

    fn init(&mut self, of: &swc::VarDeclOrExpr) -> Converted<Init> {
        Ok(match of {
            swc::VarDeclOrExpr::VarDecl(of) => Init::Variables(self.variables(of)?),
            swc::VarDeclOrExpr::Expr(of) => Init::Expression(self.expr(of)?),
        })
    }

    fn for_head(&mut self, of: &swc::ForHead) -> Converted<Init> {
        Ok(match of {
            swc::ForHead::VarDecl(of) => Init::Variables(self.variables(of)?),
            swc::ForHead::UsingDecl(of) => Init::Variables(self.using(of)?),
            swc::ForHead::Pat(of) => Init::Pattern(self.pattern(of)?),
        })
    }

    fn variables(&mut self, of: &swc::VarDecl) -> Converted<Variables> {
        let kind = match of.kind {
            swc::VarDeclKind::Var => VariableKind::Var,
            swc::VarDeclKind::Let => VariableKind::Let,
            swc::VarDeclKind::Const => VariableKind::Const,
        };
        Ok(Variables { start: start(of.span), end: end(of.span), kind, declarators: self.declarators(&of.decls)? })
    }

    fn using(&mut self, of: &swc::UsingDecl) -> Converted<Variables> {
        let kind = if of.is_await { VariableKind::AwaitUsing } else { VariableKind::Using };
        Ok(Variables { start: start(of.span), end: end(of.span), kind, declarators: self.declarators(&of.decls)? })
    }

    fn declarators(&mut self, of: &[swc::VarDeclarator]) -> Converted<Vec<Declarator>> {
        of.iter().map(|of| Ok(Declarator { name: self.pattern(&of.name)?, init: self.maybe(&of.init)? })).collect()
    }

    fn decl(&mut self, of: &swc::Decl) -> Converted<Stmt> {
        Ok(match of {
            swc::Decl::Class(of) => Stmt::Class { name: self.ident(&of.ident), class: self.class(&of.class)? },
            swc::Decl::Fn(of) => {
                Stmt::Function { name: self.ident(&of.ident), function: self.function(&of.function)? }
            }
            swc::Decl::Var(of) => Stmt::Variables(self.variables(of)?),
            swc::Decl::Using(of) => Stmt::Variables(self.using(of)?),
            other => return refused("a declaration of TypeScript", other.span()),
        })
    }

    fn module_decl(&mut self, of: &swc::ModuleDecl) -> Converted<Stmt> {
        let (start, end) = (start(of.span()), end(of.span()));
        Ok(match of {
            swc::ModuleDecl::Import(of) => {
                let specifiers = of.specifiers.iter().map(|of| self.import(of)).collect();
                Stmt::Import { start, end, specifiers, from: self.str_text(&of.src) }
            }
            swc::ModuleDecl::ExportDecl(of) => {
                Stmt::ExportDeclaration { start, declaration: Box::new(self.decl(&of.decl)?) }
            }
            swc::ModuleDecl::ExportNamed(of) => {
                let specifiers = of.specifiers.iter().map(|of| self.export(of)).collect();
                Stmt::ExportNames { start, end, specifiers, from: of.src.as_ref().map(|of| self.str_text(of)) }
            }
            swc::ModuleDecl::ExportDefaultDecl(of) => {
                let value = match &of.decl {
                    swc::DefaultDecl::Class(of) => self.class_expr(of)?,
                    swc::DefaultDecl::Fn(of) => self.function_expr(of)?,
                    swc::DefaultDecl::TsInterfaceDecl(of) => return refused("an interface", of.span),
                };
                Stmt::ExportDefault { start, end, value }
            }
            swc::ModuleDecl::ExportDefaultExpr(of) => Stmt::ExportDefault { start, end, value: self.expr(&of.expr)? },
            swc::ModuleDecl::ExportAll(of) => Stmt::ExportAll { start, end, from: self.str_text(&of.src) },
            other => return refused("a declaration of TypeScript", other.span()),
        })
    }

    fn module_name(&mut self, of: &swc::ModuleExportName) -> Name {
        match of {
            swc::ModuleExportName::Ident(of) => self.ident(of),
            swc::ModuleExportName::Str(of) => Name { start: start(of.span), text: self.str_text(of) },
        }
    }

    fn import(&mut self, of: &swc::ImportSpecifier) -> Specifier {
        let (kind, local, other) = match of {
            swc::ImportSpecifier::Named(of) => (SpecifierKind::Name, &of.local, of.imported.as_ref()),
            swc::ImportSpecifier::Default(of) => (SpecifierKind::Default, &of.local, None),
            swc::ImportSpecifier::Namespace(of) => (SpecifierKind::Namespace, &of.local, None),
        };
        Specifier { kind, local: self.ident(local), other: other.map(|of| self.module_name(of)) }
    }

    fn export(&mut self, of: &swc::ExportSpecifier) -> Specifier {
        match of {
            swc::ExportSpecifier::Namespace(of) => {
                Specifier { kind: SpecifierKind::Namespace, local: self.module_name(&of.name), other: None }
            }
            swc::ExportSpecifier::Default(of) => {
                Specifier { kind: SpecifierKind::Default, local: self.ident(&of.exported), other: None }
            }
            swc::ExportSpecifier::Named(of) => Specifier {
                kind: SpecifierKind::Name,
                local: self.module_name(&of.orig),
                other: of.exported.as_ref().map(|of| self.module_name(of)),
            },
        }
    }

    fn maybe(&mut self, of: &Option<Box<swc::Expr>>) -> Converted<Option<Expr>> {
        of.as_ref().map(|of| self.expr(of)).transpose()
    }

    fn boxed_expr(&mut self, of: &swc::Expr) -> Converted<Box<Expr>> {
        Ok(Box::new(self.expr(of)?))
    }

    fn exprs(&mut self, of: &[Box<swc::Expr>]) -> Converted<Vec<Expr>> {
        of.iter().map(|of| self.expr(of)).collect()
    }

    fn expr(&mut self, of: &swc::Expr) -> Converted<Expr> {
        let (start, end) = (start(of.span()), end(of.span()));
        Ok(match of {
            swc::Expr::This(_) => Expr::This { start },
            swc::Expr::Array(of) => Expr::Array { start, end, elements: self.elements(&of.elems)? },
            swc::Expr::Object(of) => {
                let properties = of.props.iter().map(|of| self.property(of)).collect::<Converted<_>>()?;
                Expr::Object { start, end, properties }
            }
            swc::Expr::Fn(of) => self.function_expr(of)?,
            swc::Expr::Unary(of) => Expr::Unary { start, op: unary(of.op), of: self.boxed_expr(&of.arg)? },
            swc::Expr::Update(of) => Expr::Update {
                start,
                end,
                is_prefix: of.prefix,
                is_minus: of.op == swc::UpdateOp::MinusMinus,
                of: self.boxed_expr(&of.arg)?,
            },
            swc::Expr::Bin(of) => Expr::Binary {
                op: binary(of.op),
                left: self.boxed_expr(&of.left)?,
                right: self.boxed_expr(&of.right)?,
            },
            swc::Expr::Assign(of) => Expr::Assign {
                op: assign(of.op),
                to: Box::new(self.target(&of.left)?),
                value: self.boxed_expr(&of.right)?,
            },
            swc::Expr::Member(of) => self.member(of)?,
            swc::Expr::SuperProp(of) => {
                let object = Box::new(Expr::Super { start: of.obj.span.lo.0 });
                match &of.prop {
                    swc::SuperProp::Ident(name) => Expr::Member { name: self.ident_name(name), object },
                    swc::SuperProp::Computed(of) => {
                        Expr::Index { end, object, index: self.boxed_expr(&of.expr)? }
                    }
                }
            }
            swc::Expr::Cond(of) => Expr::Conditional {
                test: self.boxed_expr(&of.test)?,
                then: self.boxed_expr(&of.cons)?,
                otherwise: self.boxed_expr(&of.alt)?,
            },
            swc::Expr::Call(of) => {
                let callee = match &of.callee {
                    swc::Callee::Super(of) => Box::new(Expr::Super { start: of.span.lo.0 }),
                    swc::Callee::Import(of) => Box::new(Expr::Import { start: of.span.lo.0 }),
                    swc::Callee::Expr(of) => self.boxed_expr(of)?,
                };
                Expr::Call { end, callee, arguments: self.arguments(&of.args)? }
            }
            swc::Expr::New(of) => Expr::New {
                start,
                end,
                callee: self.boxed_expr(&of.callee)?,
                arguments: self.arguments(of.args.as_deref().unwrap_or(&[]))?,
            },
            swc::Expr::Seq(of) => Expr::Sequence { expressions: self.exprs(&of.exprs)? },
            swc::Expr::Ident(of) => Expr::Name(self.ident(of)),
            swc::Expr::Lit(of) => self.literal(of)?,
            swc::Expr::Tpl(of) => Expr::Template(self.template(of)?),
            swc::Expr::TaggedTpl(of) => {
                Expr::Tagged { tag: self.boxed_expr(&of.tag)?, template: self.template(&of.tpl)? }
            }
            swc::Expr::Arrow(of) => Expr::Arrow {
                start,
                is_async: of.is_async,
                parameters: of.params.iter().map(|of| self.pattern(of)).collect::<Converted<_>>()?,
                body: match &*of.body {
                    swc::ArrowFunctionBody::FunctionBody(of) => Body::Block(Block {
                        start: of.span.lo.0,
                        end: of.span.hi.0,
                        body: self.stmts(&of.stmts)?,
                    }),
                    swc::ArrowFunctionBody::Expr(of) => Body::Expression(self.boxed_expr(of)?),
                },
            },
            swc::Expr::Class(of) => self.class_expr(of)?,
            swc::Expr::Yield(of) => Expr::Yield {
                start,
                is_delegate: of.delegate,
                of: of.arg.as_ref().map(|of| self.boxed_expr(of)).transpose()?,
            },
            swc::Expr::MetaProp(of) => match of.kind {
                swc::MetaPropKind::NewTarget => Expr::NewTarget { start },
                swc::MetaPropKind::ImportMeta => Expr::ImportMeta { start },
            },
            swc::Expr::Await(of) => Expr::Await { start, of: self.boxed_expr(&of.arg)? },
            swc::Expr::Paren(of) => Expr::Paren { start, end, of: self.boxed_expr(&of.expr)? },
            swc::Expr::PrivateName(of) => Expr::PrivateName(self.name_of(of.span, &of.name)),
            swc::Expr::OptChain(of) => self.chain(of)?,
            other => return refused("an expression of TypeScript or JSX", other.span()),
        })
    }

    fn chain(&mut self, of: &swc::OptChainExpr) -> Converted<Expr> {
        let base = match &*of.base {
            swc::OptChainBase::Member(of) => self.member(of)?,
            swc::OptChainBase::Call(of) => Expr::Call {
                end: of.span.hi.0,
                callee: self.boxed_expr(&of.callee)?,
                arguments: self.arguments(&of.args)?,
            },
        };
        Ok(Expr::Optional { is_optional: of.optional, base: Box::new(base) })
    }

    fn member(&mut self, of: &swc::MemberExpr) -> Converted<Expr> {
        let object = self.boxed_expr(&of.obj)?;
        Ok(match &of.prop {
            swc::MemberProp::Ident(name) => Expr::Member { name: self.ident_name(name), object },
            swc::MemberProp::PrivateName(name) => {
                Expr::PrivateMember { name: self.name_of(name.span, &name.name), object }
            }
            swc::MemberProp::Computed(index) => {
                Expr::Index { end: end(of.span), object, index: self.boxed_expr(&index.expr)? }
            }
        })
    }

    fn literal(&mut self, of: &swc::Lit) -> Converted<Expr> {
        let (start, end) = (start(of.span()), end(of.span()));
        Ok(match of {
            swc::Lit::Str(of) => Expr::Text { start, end, text: self.str_text(of) },
            swc::Lit::Bool(of) => Expr::Bool { start, value: of.value },
            swc::Lit::Null(_) => Expr::Null { start },
            swc::Lit::Num(of) => Expr::Number { start, text: self.raw(of.raw.as_deref(), of.value) },
            swc::Lit::BigInt(of) => Expr::BigInt { start, text: self.raw(of.raw.as_deref(), &of.value) },
            swc::Lit::Regex(of) => {
                Expr::Regex { start, pattern: self.text(&of.exp), flags: self.text(&of.flags) }
            }
            swc::Lit::JSXText(of) => return refused("text of JSX", of.span),
        })
    }

    fn template(&mut self, of: &swc::Tpl) -> Converted<Template> {
        let texts = of.quasis.iter().map(|of| self.text(&of.raw)).collect();
        Ok(Template { start: start(of.span), end: end(of.span), texts, values: self.exprs(&of.exprs)? })
    }

    fn element(&mut self, of: &swc::ExprOrSpread) -> Converted<Element> {
        Ok(match of.spread {
            Some(span) => Element::Spread { start: start(span), of: self.expr(&of.expr)? },
            None => Element::Item(self.expr(&of.expr)?),
        })
    }

    fn elements(&mut self, of: &[Option<swc::ExprOrSpread>]) -> Converted<Vec<Element>> {
        of.iter().map(|of| of.as_ref().map_or(Ok(Element::Hole), |of| self.element(of))).collect()
    }

    fn arguments(&mut self, of: &[swc::ExprOrSpread]) -> Converted<Vec<Element>> {
        of.iter().map(|of| self.element(of)).collect()
    }

    fn property(&mut self, of: &swc::PropOrSpread) -> Converted<Property> {
        let of = match of {
            swc::PropOrSpread::Spread(of) => {
                return Ok(Property::Spread { start: start(of.dot3_token), of: self.expr(&of.expr)? });
            }
            swc::PropOrSpread::Prop(of) => of,
        };
        Ok(match &**of {
            swc::Prop::Shorthand(of) => Property::Shorthand(self.ident(of)),
            swc::Prop::KeyValue(of) => Property::Value { key: self.key(&of.key)?, value: self.expr(&of.value)? },
            swc::Prop::Assign(of) => Property::Assign { name: self.ident(&of.key), value: self.expr(&of.value)? },
            swc::Prop::Getter(of) => {
                Property::Getter { key: self.key(&of.key)?, function: self.function(&of.function)? }
            }
            swc::Prop::Setter(of) => {
                Property::Setter { key: self.key(&of.key)?, function: self.function(&of.function)? }
            }
            swc::Prop::Method(of) => {
                Property::Method { key: self.key(&of.key)?, function: self.function(&of.function)? }
            }
        })
    }

    fn key(&mut self, of: &swc::PropName) -> Converted<Key> {
        let (start, end) = (start(of.span()), end(of.span()));
        Ok(match of {
            swc::PropName::Ident(of) => Key::Name(self.ident_name(of)),
            swc::PropName::Str(of) => Key::Text { start, end, text: self.str_text(of) },
            swc::PropName::Num(of) => Key::Number { start, text: self.raw(of.raw.as_deref(), of.value) },
            swc::PropName::BigInt(of) => Key::BigInt { start, text: self.raw(of.raw.as_deref(), &of.value) },
            swc::PropName::Computed(of) => Key::Computed { start, end, of: self.boxed_expr(&of.expr)? },
        })
    }

    fn pattern(&mut self, of: &swc::Pat) -> Converted<Pattern> {
        Ok(match of {
            swc::Pat::Ident(of) => Pattern::Name(self.ident(&of.id)),
            swc::Pat::Array(of) => self.array_pattern(of)?,
            swc::Pat::Object(of) => self.object_pattern(of)?,
            swc::Pat::Rest(of) => self.rest(of)?,
            swc::Pat::Assign(of) => {
                Pattern::Default { of: Box::new(self.pattern(&of.left)?), value: self.boxed_expr(&of.right)? }
            }
            swc::Pat::Expr(of) => Pattern::Expression(self.boxed_expr(of)?),
            swc::Pat::Invalid(of) => return refused("a pattern that is none", of.span),
        })
    }

    fn rest(&mut self, of: &swc::RestPat) -> Converted<Pattern> {
        Ok(Pattern::Rest { start: start(of.span), of: Box::new(self.pattern(&of.arg)?) })
    }

    fn array_pattern(&mut self, of: &swc::ArrayPat) -> Converted<Pattern> {
        let element = |of: &Option<swc::Pat>| of.as_ref().map_or(Ok(Pattern::Hole), |of| self.pattern(of));
        let elements = of.elems.iter().map(element).collect::<Converted<_>>()?;
        Ok(Pattern::Array { start: start(of.span), end: end(of.span), elements })
    }

    fn object_pattern(&mut self, of: &swc::ObjectPat) -> Converted<Pattern> {
        let property = |of: &swc::ObjectPatProp| {
            Ok(match of {
                swc::ObjectPatProp::KeyValue(of) => {
                    PatternProperty::Value { key: self.key(&of.key)?, value: self.pattern(&of.value)? }
                }
                swc::ObjectPatProp::Assign(of) => {
                    PatternProperty::Name { name: self.ident(&of.key.id), default: self.maybe(&of.value)? }
                }
                swc::ObjectPatProp::Rest(of) => {
                    PatternProperty::Rest { start: start(of.span), of: self.pattern(&of.arg)? }
                }
            })
        };
        let properties = of.props.iter().map(property).collect::<Converted<_>>()?;
        Ok(Pattern::Object { start: start(of.span), end: end(of.span), properties })
    }

    fn target(&mut self, of: &swc::AssignTarget) -> Converted<Pattern> {
        let expression = |of: Expr| Pattern::Expression(Box::new(of));
        Ok(match of {
            swc::AssignTarget::Simple(of) => match of {
                swc::SimpleAssignTarget::Ident(of) => Pattern::Name(self.ident(&of.id)),
                swc::SimpleAssignTarget::Member(of) => expression(self.member(of)?),
                swc::SimpleAssignTarget::SuperProp(of) => {
                    expression(self.expr(&swc::Expr::SuperProp(of.clone()))?)
                }
                swc::SimpleAssignTarget::Paren(of) => expression(Expr::Paren {
                    start: start(of.span),
                    end: end(of.span),
                    of: self.boxed_expr(&of.expr)?,
                }),
                swc::SimpleAssignTarget::OptChain(of) => expression(self.chain(of)?),
                other => return refused("an assignment of TypeScript", other.span()),
            },
            swc::AssignTarget::Pat(swc::AssignTargetPat::Array(of)) => self.array_pattern(of)?,
            swc::AssignTarget::Pat(swc::AssignTargetPat::Object(of)) => self.object_pattern(of)?,
            swc::AssignTarget::Pat(swc::AssignTargetPat::Invalid(of)) => {
                return refused("a pattern that is none", of.span);
            }
        })
    }

    fn function_expr(&mut self, of: &swc::FnExpr) -> Converted<Expr> {
        Ok(Expr::Function { name: self.label(&of.ident), function: self.function(&of.function)? })
    }

    fn class_expr(&mut self, of: &swc::ClassExpr) -> Converted<Expr> {
        Ok(Expr::Class { name: self.label(&of.ident), class: self.class(&of.class)? })
    }

    fn function(&mut self, of: &swc::Function) -> Converted<Function> {
        let parameters = of.params.iter().map(|of| self.pattern(&of.pat)).collect::<Converted<_>>()?;
        let body = of.body.as_ref().map_or(Ok(Vec::new()), |of| self.stmts(&of.stmts))?;
        let (is_async, is_generator) = (of.is_async, of.is_generator);
        Ok(function(start(of.span), end(of.span), (is_async, is_generator), parameters, body))
    }

    fn class(&mut self, of: &swc::Class) -> Converted<Class> {
        Ok(Class {
            start: start(of.span),
            end: end(of.span),
            extends: of.super_class.as_ref().map(|of| self.boxed_expr(of)).transpose()?,
            decorators: of.decorators.iter().map(|of| self.expr(&of.expr)).collect::<Converted<_>>()?,
            members: of.body.iter().map(|of| self.class_member(of)).collect::<Converted<_>>()?,
        })
    }

    fn class_member(&mut self, of: &swc::ClassMember) -> Converted<Member> {
        let (from, to) = (start(of.span()), end(of.span()));
        Ok(match of {
            swc::ClassMember::Constructor(of) => {
                let mut parameters = Vec::new();
                for parameter in &of.params {
                    match parameter {
                        swc::ParamOrTsParamProp::Param(of) => parameters.push(self.pattern(&of.pat)?),
                        swc::ParamOrTsParamProp::TsParamProp(of) => return refused("a property", of.span),
                    }
                }
                let body = of.body.as_ref().map_or(Ok(Vec::new()), |of| self.stmts(&of.stmts))?;
                let function = function(from, to, (false, false), parameters, body);
                Member::Constructor { key: self.key(&of.key)?, function }
            }
            swc::ClassMember::Method(of) => {
                let (key, function) = (self.key(&of.key)?, self.function(&of.function)?);
                method(of.kind, of.is_static, key, function)
            }
            swc::ClassMember::PrivateMethod(of) => {
                let key = Key::Private(self.name_of(of.key.span, &of.key.name));
                method(of.kind, of.is_static, key, self.function(&of.function)?)
            }
            swc::ClassMember::ClassProp(of) => Member::Field {
                start: from,
                end: to,
                is_static: of.is_static,
                key: self.key(&of.key)?,
                value: self.maybe(&of.value)?,
            },
            swc::ClassMember::PrivateProp(of) => Member::Field {
                start: from,
                end: to,
                is_static: of.is_static,
                key: Key::Private(self.name_of(of.key.span, &of.key.name)),
                value: self.maybe(&of.value)?,
            },
            swc::ClassMember::AutoAccessor(of) => Member::Accessor {
                start: from,
                end: to,
                is_static: of.is_static,
                key: match &of.key {
                    swc::Key::Private(of) => Key::Private(self.name_of(of.span, &of.name)),
                    swc::Key::Public(of) => self.key(of)?,
                },
                value: self.maybe(&of.value)?,
            },
            swc::ClassMember::StaticBlock(of) => Member::Static(self.block(&of.body)?),
            swc::ClassMember::Empty(_) => Member::Empty { start: from },
            swc::ClassMember::TsIndexSignature(of) => return refused("an index signature", of.span),
        })
    }
}

fn method(kind: swc::MethodKind, is_static: bool, key: Key, function: Function) -> Member {
    match kind {
        swc::MethodKind::Method => Member::Method { is_static, key, function },
        swc::MethodKind::Getter => Member::Getter { is_static, key, function },
        swc::MethodKind::Setter => Member::Setter { is_static, key, function },
    }
}

fn unary(of: swc::UnaryOp) -> UnaryOp {
    match of {
        swc::UnaryOp::Minus => UnaryOp::Minus,
        swc::UnaryOp::Plus => UnaryOp::Plus,
        swc::UnaryOp::Bang => UnaryOp::Not,
        swc::UnaryOp::Tilde => UnaryOp::BitNot,
        swc::UnaryOp::TypeOf => UnaryOp::TypeOf,
        swc::UnaryOp::Void => UnaryOp::Void,
        swc::UnaryOp::Delete => UnaryOp::Delete,
    }
}

fn binary(of: swc::BinaryOp) -> BinaryOp {
    match of {
        swc::BinaryOp::EqEq => BinaryOp::Equal,
        swc::BinaryOp::NotEq => BinaryOp::NotEqual,
        swc::BinaryOp::EqEqEq => BinaryOp::StrictEqual,
        swc::BinaryOp::NotEqEq => BinaryOp::StrictNotEqual,
        swc::BinaryOp::Lt => BinaryOp::Less,
        swc::BinaryOp::LtEq => BinaryOp::LessOrEqual,
        swc::BinaryOp::Gt => BinaryOp::Greater,
        swc::BinaryOp::GtEq => BinaryOp::GreaterOrEqual,
        swc::BinaryOp::LShift => BinaryOp::ShiftLeft,
        swc::BinaryOp::RShift => BinaryOp::ShiftRight,
        swc::BinaryOp::ZeroFillRShift => BinaryOp::ShiftRightUnsigned,
        swc::BinaryOp::Add => BinaryOp::Add,
        swc::BinaryOp::Sub => BinaryOp::Subtract,
        swc::BinaryOp::Mul => BinaryOp::Multiply,
        swc::BinaryOp::Div => BinaryOp::Divide,
        swc::BinaryOp::Mod => BinaryOp::Remainder,
        swc::BinaryOp::BitOr => BinaryOp::BitOr,
        swc::BinaryOp::BitXor => BinaryOp::BitXor,
        swc::BinaryOp::BitAnd => BinaryOp::BitAnd,
        swc::BinaryOp::LogicalOr => BinaryOp::Or,
        swc::BinaryOp::LogicalAnd => BinaryOp::And,
        swc::BinaryOp::In => BinaryOp::In,
        swc::BinaryOp::InstanceOf => BinaryOp::InstanceOf,
        swc::BinaryOp::Exp => BinaryOp::Power,
        swc::BinaryOp::NullishCoalescing => BinaryOp::Coalesce,
    }
}

fn assign(of: swc::AssignOp) -> AssignOp {
    match of {
        swc::AssignOp::Assign => AssignOp::Assign,
        swc::AssignOp::AddAssign => AssignOp::Add,
        swc::AssignOp::SubAssign => AssignOp::Subtract,
        swc::AssignOp::MulAssign => AssignOp::Multiply,
        swc::AssignOp::DivAssign => AssignOp::Divide,
        swc::AssignOp::ModAssign => AssignOp::Remainder,
        swc::AssignOp::LShiftAssign => AssignOp::ShiftLeft,
        swc::AssignOp::RShiftAssign => AssignOp::ShiftRight,
        swc::AssignOp::ZeroFillRShiftAssign => AssignOp::ShiftRightUnsigned,
        swc::AssignOp::BitOrAssign => AssignOp::BitOr,
        swc::AssignOp::BitXorAssign => AssignOp::BitXor,
        swc::AssignOp::BitAndAssign => AssignOp::BitAnd,
        swc::AssignOp::ExpAssign => AssignOp::Power,
        swc::AssignOp::AndAssign => AssignOp::And,
        swc::AssignOp::OrAssign => AssignOp::Or,
        swc::AssignOp::NullishAssign => AssignOp::Coalesce,
    }
}
