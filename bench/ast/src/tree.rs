//! The syntax tree of JavaScript: all that the language has, without the syntax of TypeScript and JSX.
//!
//! Positions are offsets in bytes of the source, from 1 as the parser counts them. A node has those that do not follow
//! from others: a name ends where its text does, and a sum begins where its left side does. Names and the texts of
//! literals are numbers in a list of texts, each of which is there once.
//!
//! A macro makes the types, because there are three versions of them.

/// Defines the types of the tree. `each` are the attributes of every type, `recursive` of those that contain
/// themselves, `link` of the fields in which they do, `growing` of those that may grow; then come the variants and
/// fields that a newer version adds.
macro_rules! tree {
    (
        each { $(#[$each:meta])* } recursive { $(#[$recursive:meta])* } link { $(#[$link:meta])* }
        growing { $(#[$growing:meta])* }
        statements { $($statements:tt)* } expressions { $($expressions:tt)* } functions { $($functions:tt)* }
    ) => {
        $(#[$each])*
        pub struct Program {
            pub texts: Vec<String>,
            pub body: Vec<Stmt>,
        }

        /// A name, where it is used: the number of its text.
        $(#[$each])*
        pub struct Name {
            pub start: u32,
            pub text: u32,
        }

        $(#[$each])*
        $(#[$recursive])*
        $(#[$growing])*
        pub enum Stmt {
            Block($(#[$link])* Block),
            Empty { start: u32 },
            Debugger { start: u32 },
            With { start: u32, $(#[$link])* object: Expr, $(#[$link])* body: Box<Stmt> },
            Return { start: u32, end: u32, $(#[$link])* value: Option<Expr> },
            Labeled { label: Name, $(#[$link])* body: Box<Stmt> },
            Break { start: u32, label: Option<Name> },
            Continue { start: u32, label: Option<Name> },
            If {
                start: u32,
                $(#[$link])* test: Expr,
                $(#[$link])* then: Box<Stmt>,
                $(#[$link])* otherwise: Option<Box<Stmt>>,
            },
            Switch { start: u32, end: u32, $(#[$link])* on: Expr, $(#[$link])* cases: Vec<Case> },
            Throw { start: u32, end: u32, $(#[$link])* value: Expr },
            Try {
                start: u32,
                $(#[$link])* block: Block,
                $(#[$link])* handler: Option<Handler>,
                $(#[$link])* finalizer: Option<Block>,
            },
            While { start: u32, $(#[$link])* test: Expr, $(#[$link])* body: Box<Stmt> },
            DoWhile { start: u32, end: u32, $(#[$link])* body: Box<Stmt>, $(#[$link])* test: Expr },
            For {
                start: u32,
                $(#[$link])* init: Option<Init>,
                $(#[$link])* test: Option<Expr>,
                $(#[$link])* update: Option<Expr>,
                $(#[$link])* body: Box<Stmt>,
            },
            ForIn { start: u32, $(#[$link])* each: Init, $(#[$link])* of: Expr, $(#[$link])* body: Box<Stmt> },
            ForOf {
                start: u32,
                is_await: bool,
                $(#[$link])* each: Init,
                $(#[$link])* of: Expr,
                $(#[$link])* body: Box<Stmt>,
            },
            Function { name: Name, $(#[$link])* function: Function },
            Class { name: Name, $(#[$link])* class: Class },
            Variables($(#[$link])* Variables),
            Expression { end: u32, $(#[$link])* value: Expr },
            Import { start: u32, end: u32, specifiers: Vec<Specifier>, from: u32 },
            ExportAll { start: u32, end: u32, from: u32 },
            ExportNames { start: u32, end: u32, specifiers: Vec<Specifier>, from: Option<u32> },
            ExportDeclaration { start: u32, $(#[$link])* declaration: Box<Stmt> },
            ExportDefault { start: u32, end: u32, $(#[$link])* value: Expr },
            $($statements)*
        }

        $(#[$each])*
        $(#[$recursive])*
        $(#[$growing])*
        pub enum Expr {
            Name(Name),
            This { start: u32 },
            Super { start: u32 },
            Import { start: u32 },
            Null { start: u32 },
            Bool { start: u32, value: bool },
            Number { start: u32, text: u32 },
            Text { start: u32, end: u32, text: u32 },
            BigInt { start: u32, text: u32 },
            Regex { start: u32, pattern: u32, flags: u32 },
            Template($(#[$link])* Template),
            Tagged { $(#[$link])* tag: Box<Expr>, $(#[$link])* template: Template },
            Array { start: u32, end: u32, $(#[$link])* elements: Vec<Element> },
            Object { start: u32, end: u32, $(#[$link])* properties: Vec<Property> },
            Function { name: Option<Name>, $(#[$link])* function: Function },
            Arrow {
                start: u32,
                is_async: bool,
                $(#[$link])* parameters: Vec<Pattern>,
                $(#[$link])* body: Body,
            },
            Class { name: Option<Name>, $(#[$link])* class: Class },
            Unary { start: u32, op: UnaryOp, $(#[$link])* of: Box<Expr> },
            Update { start: u32, end: u32, is_prefix: bool, is_minus: bool, $(#[$link])* of: Box<Expr> },
            Binary { op: BinaryOp, $(#[$link])* left: Box<Expr>, $(#[$link])* right: Box<Expr> },
            Assign { op: AssignOp, $(#[$link])* to: Box<Pattern>, $(#[$link])* value: Box<Expr> },
            Conditional {
                $(#[$link])* test: Box<Expr>,
                $(#[$link])* then: Box<Expr>,
                $(#[$link])* otherwise: Box<Expr>,
            },
            Sequence { $(#[$link])* expressions: Vec<Expr> },
            Member { name: Name, $(#[$link])* object: Box<Expr> },
            PrivateMember { name: Name, $(#[$link])* object: Box<Expr> },
            Index { end: u32, $(#[$link])* object: Box<Expr>, $(#[$link])* index: Box<Expr> },
            Optional { is_optional: bool, $(#[$link])* base: Box<Expr> },
            Call { end: u32, $(#[$link])* callee: Box<Expr>, $(#[$link])* arguments: Vec<Element> },
            New { start: u32, end: u32, $(#[$link])* callee: Box<Expr>, $(#[$link])* arguments: Vec<Element> },
            Yield { start: u32, is_delegate: bool, $(#[$link])* of: Option<Box<Expr>> },
            Await { start: u32, $(#[$link])* of: Box<Expr> },
            Paren { start: u32, end: u32, $(#[$link])* of: Box<Expr> },
            NewTarget { start: u32 },
            ImportMeta { start: u32 },
            PrivateName(Name),
            $($expressions)*
        }

        $(#[$each])*
        $(#[$recursive])*
        $(#[$growing])*
        pub struct Function {
            pub start: u32,
            pub end: u32,
            pub is_async: bool,
            pub is_generator: bool,
            $(#[$link])*
            pub parameters: Vec<Pattern>,
            $(#[$link])*
            pub body: Vec<Stmt>,
            $($functions)*
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Template {
            pub start: u32,
            pub end: u32,
            pub texts: Vec<u32>,
            $(#[$link])*
            pub values: Vec<Expr>,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Element {
            Hole,
            Item($(#[$link])* Expr),
            Spread { start: u32, $(#[$link])* of: Expr },
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Property {
            Shorthand(Name),
            Value { $(#[$link])* key: Key, $(#[$link])* value: Expr },
            Assign { name: Name, $(#[$link])* value: Expr },
            Getter { $(#[$link])* key: Key, $(#[$link])* function: Function },
            Setter { $(#[$link])* key: Key, $(#[$link])* function: Function },
            Method { $(#[$link])* key: Key, $(#[$link])* function: Function },
            Spread { start: u32, $(#[$link])* of: Expr },
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Key {
            Name(Name),
            Text { start: u32, end: u32, text: u32 },
            Number { start: u32, text: u32 },
            BigInt { start: u32, text: u32 },
            Computed { start: u32, end: u32, $(#[$link])* of: Box<Expr> },
            Private(Name),
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Pattern {
            Hole,
            Name(Name),
            Array { start: u32, end: u32, $(#[$link])* elements: Vec<Pattern> },
            Object { start: u32, end: u32, $(#[$link])* properties: Vec<PatternProperty> },
            Rest { start: u32, $(#[$link])* of: Box<Pattern> },
            Default { $(#[$link])* of: Box<Pattern>, $(#[$link])* value: Box<Expr> },
            Expression($(#[$link])* Box<Expr>),
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum PatternProperty {
            Value { $(#[$link])* key: Key, $(#[$link])* value: Pattern },
            Name { name: Name, $(#[$link])* default: Option<Expr> },
            Rest { start: u32, $(#[$link])* of: Pattern },
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Body {
            Block($(#[$link])* Block),
            Expression($(#[$link])* Box<Expr>),
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Block {
            pub start: u32,
            pub end: u32,
            $(#[$link])*
            pub body: Vec<Stmt>,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Case {
            pub start: u32,
            $(#[$link])*
            pub test: Option<Expr>,
            $(#[$link])*
            pub body: Vec<Stmt>,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Handler {
            pub start: u32,
            $(#[$link])*
            pub parameter: Option<Pattern>,
            $(#[$link])*
            pub body: Block,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Init {
            Variables($(#[$link])* Variables),
            Expression($(#[$link])* Expr),
            Pattern($(#[$link])* Pattern),
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Variables {
            pub start: u32,
            pub end: u32,
            pub kind: VariableKind,
            $(#[$link])*
            pub declarators: Vec<Declarator>,
        }

        $(#[$each])*
        pub enum VariableKind {
            Var,
            Let,
            Const,
            Using,
            AwaitUsing,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Declarator {
            $(#[$link])*
            pub name: Pattern,
            $(#[$link])*
            pub init: Option<Expr>,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub struct Class {
            pub start: u32,
            pub end: u32,
            $(#[$link])*
            pub extends: Option<Box<Expr>>,
            $(#[$link])*
            pub decorators: Vec<Expr>,
            $(#[$link])*
            pub members: Vec<Member>,
        }

        $(#[$each])*
        $(#[$recursive])*
        pub enum Member {
            Empty { start: u32 },
            Static($(#[$link])* Block),
            Constructor { $(#[$link])* key: Key, $(#[$link])* function: Function },
            Method { is_static: bool, $(#[$link])* key: Key, $(#[$link])* function: Function },
            Getter { is_static: bool, $(#[$link])* key: Key, $(#[$link])* function: Function },
            Setter { is_static: bool, $(#[$link])* key: Key, $(#[$link])* function: Function },
            Field { start: u32, end: u32, is_static: bool, $(#[$link])* key: Key, $(#[$link])* value: Option<Expr> },
            Accessor { start: u32, end: u32, is_static: bool, $(#[$link])* key: Key, $(#[$link])* value: Option<Expr> },
        }

        /// What an import or export names: here, and if that differs, there.
        $(#[$each])*
        pub struct Specifier {
            pub kind: SpecifierKind,
            pub local: Name,
            pub other: Option<Name>,
        }

        $(#[$each])*
        pub enum SpecifierKind {
            Name,
            Default,
            Namespace,
        }

        $(#[$each])*
        pub enum UnaryOp {
            Minus,
            Plus,
            Not,
            BitNot,
            TypeOf,
            Void,
            Delete,
        }

        $(#[$each])*
        pub enum BinaryOp {
            Equal,
            NotEqual,
            StrictEqual,
            StrictNotEqual,
            Less,
            LessOrEqual,
            Greater,
            GreaterOrEqual,
            ShiftLeft,
            ShiftRight,
            ShiftRightUnsigned,
            Add,
            Subtract,
            Multiply,
            Divide,
            Remainder,
            BitOr,
            BitXor,
            BitAnd,
            Or,
            And,
            In,
            InstanceOf,
            Power,
            Coalesce,
        }

        $(#[$each])*
        pub enum AssignOp {
            Assign,
            Add,
            Subtract,
            Multiply,
            Divide,
            Remainder,
            ShiftLeft,
            ShiftRight,
            ShiftRightUnsigned,
            BitOr,
            BitXor,
            BitAnd,
            Power,
            And,
            Or,
            Coalesce,
        }
    };
}

/// The tree that is measured.
pub mod plain {
    tree! {
        each {
            #[derive(Clone, Debug, PartialEq, packed_data::Packable, serde::Serialize, serde::Deserialize)]
            #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
        }
        recursive {
            #[packable(group = Tree)]
            #[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]
            #[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]
            #[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)))]
        }
        link { #[rkyv(omit_bounds)] }
        growing {}
        statements {} expressions {} functions {}
    }

    packed_data::group! {
        /// The types of the tree that contain each other.
        pub Tree {
            Stmt, Expr, Function, Template, Element, Property, Key, Pattern, PatternProperty, Body, Block, Case, Handler,
            Init, Variables, Declarator, Class, Member,
        }
    }

    // (Included, since the module is a part of each version.)
    mod convert {
        include!("convert.rs");
    }

    pub use convert::convert;

    /// Returns a function.
    fn function(
        start: u32,
        end: u32,
        (is_async, is_generator): (bool, bool),
        parameters: Vec<Pattern>,
        body: Vec<Stmt>,
    ) -> Function {
        Function { start, end, is_async, is_generator, parameters, body }
    }
}

/// The same tree, of types that may grow.
pub mod old {
    tree! {
        each { #[derive(Clone, Debug, PartialEq, packed_data::Packable)] }
        recursive {}
        link {}
        growing { #[packable(extensible)] }
        statements { #[packable(other)] Unknown(packed_data::types::Unknown), }
        expressions { #[packable(other)] Unknown(packed_data::types::Unknown), }
        functions {}
    }

    // (Included, since the module is a part of each version.)
    mod convert {
        include!("convert.rs");
    }

    pub use convert::convert;

    /// Returns a function.
    fn function(
        start: u32,
        end: u32,
        (is_async, is_generator): (bool, bool),
        parameters: Vec<Pattern>,
        body: Vec<Stmt>,
    ) -> Function {
        Function { start, end, is_async, is_generator, parameters, body }
    }
}

/// A newer version of it, with another statement, another expression and another field. (For `rkyv`, which has no types
/// that may grow, it is a newer version of the plain tree.)
pub mod new {
    tree! {
        each {
            #[derive(Clone, Debug, PartialEq, packed_data::Packable)]
            #[derive(rkyv::Archive, rkyv::Serialize, rkyv::Deserialize)]
        }
        recursive {
            #[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]
            #[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]
            #[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext, __C::Error: rkyv::rancor::Source)))]
        }
        link { #[rkyv(omit_bounds)] }
        growing { #[packable(extensible)] }
        statements { Match { start: u32, #[rkyv(omit_bounds)] on: Expr }, }
        expressions { Pipeline { #[rkyv(omit_bounds)] steps: Vec<Expr> }, }
        functions { #[packable(default)] pub complexity: u32, }
    }

    // (Included, since the module is a part of each version.)
    mod convert {
        include!("convert.rs");
    }

    pub use convert::convert;

    /// Returns a function, with what is new: a field, a statement and an expression, in functions of some length.
    fn function(
        start: u32,
        end: u32,
        (is_async, is_generator): (bool, bool),
        parameters: Vec<Pattern>,
        body: Vec<Stmt>,
    ) -> Function {
        let complexity = body.len() as u32;
        let mut body = body;
        if complexity > 8 {
            let steps = vec![Expr::Null { start }, Expr::Pipeline { steps: Vec::new() }];
            body.push(Stmt::Match { start: end, on: Expr::Pipeline { steps } });
        }
        Function { start, end, is_async, is_generator, parameters, body, complexity }
    }
}
