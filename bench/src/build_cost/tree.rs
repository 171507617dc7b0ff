//! The program with a syntax tree as source code: for one library, it reads a module, finds all names in it, counts
//! what it contains, looks for mistakes, renames, and writes it.
//!
//! With `packed-data` the derive and the library do this in place. With the others the program walks over the tree by
//! functions for each type, as its author would write them: over archived values with `rkyv`, over owned ones with
//! serde. Nothing else can rename but a change of owned values.

use std::fmt::Write;

use super::emit::{Library, declare};
use super::types::{Body, Declared, Type, Variant};

/// Returns the program.
pub(crate) fn program(library: Library, types: &[Declared]) -> String {
    let mut text = String::from(
        "//! Generated.\n#![allow(dead_code, unused_imports, unused_variables)]\n\nuse std::error::Error;\nuse std::io::{Read, Write};\n\n\
        type Bytes = Result<Vec<u8>, Box<dyn Error>>;\n",
    );
    if library != Library::Nothing {
        for one in types {
            declare(&mut text, library, one, if library.is_packed() { "#[packable(group = Syntax)]\n" } else { "" });
        }
    }
    match library {
        Library::Packed(layouts) => packed(&mut text, types, layouts),
        Library::Rkyv => {
            walks(&mut text, types, "Archived");
            renames(&mut text, types);
            text += OTHERS;
            text += RKYV;
        }
        Library::Serde => {
            walks(&mut text, types, "");
            renames(&mut text, types);
            text += &OTHERS.replace("Archived", "");
            text += SERDE;
        }
        Library::Nothing | Library::Wincode => {}
    }
    text += "\nfn main() -> Result<(), Box<dyn Error>> {\n\
        let mut bytes = Vec::new();\n\
        std::io::stdin().read_to_end(&mut bytes)?;\n";
    let calls = match library {
        Library::Packed(layouts) => {
            layouts.iter().map(|layout| format!("{}(&bytes)?", layout.to_lowercase())).collect()
        }
        Library::Nothing => vec!["bytes".to_owned()],
        _ => vec!["module(&bytes)?".to_owned()],
    };
    for call in calls {
        _ = writeln!(text, "std::io::stdout().write_all(&{call})?;");
    }
    text + "Ok(())\n}\n"
}

/// Writes the program's own part with `packed-data`.
fn packed(text: &mut String, types: &[Declared], layouts: &[&str]) {
    let names: Vec<&str> = types.iter().map(|one| one.name).collect();
    _ = write!(text, "\npacked_data::group! {{ pub Syntax {{ {} }} }}\n", names.join(", "));
    *text += PACKED;
    for layout in layouts {
        let name = layout.to_lowercase();
        _ = write!(
            text,
            "\n#[inline(never)]\nfn {name}(bytes: &[u8]) -> Bytes {{\nmodule::<packed_data::{layout}>(bytes)\n}}\n"
        );
    }
}

const PACKED: &str = r#"
use std::ops::ControlFlow;

use packed_data::fold::Children;
use packed_data::{Cursor, Layout, Packed};

struct Count {
    expressions: usize,
    patterns: usize,
    types: usize,
}

impl<'a, L: Layout> SyntaxVisit<'a, L> for Count {
    type Break = ();

    fn enter_expr(&mut self, _: Cursor<'a, '_, Expr, L>) -> ControlFlow<(), Children> {
        self.expressions += 1;
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_pattern(&mut self, _: Cursor<'a, '_, Pattern, L>) -> ControlFlow<(), Children> {
        self.patterns += 1;
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_ty(&mut self, _: Cursor<'a, '_, Ty, L>) -> ControlFlow<(), Children> {
        self.types += 1;
        ControlFlow::Continue(Children::Visit)
    }
}

struct Lint {
    warnings: Vec<String>,
}

impl<'a, L: Layout> SyntaxVisit<'a, L> for Lint {
    type Break = ();

    fn enter_function(&mut self, function: Cursor<'a, '_, Function, L>) -> ControlFlow<(), Children> {
        let (name, _) = function.fields().read();
        if name.contains(char::is_uppercase) {
            self.warnings.push(format!("function `{name}`"));
        }
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_constant(&mut self, constant: Cursor<'a, '_, Constant, L>) -> ControlFlow<(), Children> {
        let (name, _) = constant.fields().read();
        if name.contains(char::is_lowercase) {
            self.warnings.push(format!("constant `{name}`"));
        }
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_block(&mut self, block: Cursor<'a, '_, Block, L>) -> ControlFlow<(), Children> {
        let is_empty = block.fields().look(|statements| statements.items().is_empty());
        if is_empty {
            self.warnings.push("a block without statements".to_owned());
        }
        ControlFlow::Continue(Children::Visit)
    }

    fn enter_expr_kind(&mut self, kind: Cursor<'a, '_, ExprKind, L>) -> ControlFlow<(), Children> {
        if let ExprKindCase::Method(fields) = kind.case() {
            let (name, _) = fields.skip().read();
            if name == "unwrap" {
                self.warnings.push("`unwrap`".to_owned());
            }
        }
        ControlFlow::Continue(Children::Visit)
    }
}

fn module<L: Layout>(bytes: &[u8]) -> Bytes {
    let packed = Packed::<Module, L, _>::from_bytes(bytes)?;
    let mut count = Count { expressions: 0, patterns: 0, types: 0 };
    _ = packed.visit_group::<Syntax, _>(&mut count)?;
    let mut lint = Lint { warnings: Vec::new() };
    _ = packed.visit_group::<Syntax, _>(&mut lint)?;
    let mut names = Vec::new();
    packed.visit_each(|segment: Cursor<'_, '_, Segment, _>| {
        names.push(segment.fields().read().0);
        Children::Visit
    })?;
    println!("{} {} {} {:?} {names:?}", count.expressions, count.patterns, count.types, lint.warnings);
    let renamed = packed.rewrite(|rules| {
        rules.on::<Segment>(|segment, needs, rewriting| {
            let segment = segment.transform(needs);
            let segment = segment.map(|name, needs| {
                name.read().map(|name| needs.put(if name == "old" { "new" } else { name }))
            });
            segment.map(|arguments, needs| rewriting.rewrite(arguments, needs)).done()
        })
    });
    let value: Module = renamed.unpack()?;
    Ok(Packed::<Module, L>::pack(&value).into_inner())
}
"#;

const OTHERS: &str = r#"
struct Count {
    expressions: usize,
    patterns: usize,
    types: usize,
}

impl Visit for Count {
    fn enter_expr(&mut self, _: &ArchivedExpr) {
        self.expressions += 1;
    }

    fn enter_pattern(&mut self, _: &ArchivedPattern) {
        self.patterns += 1;
    }

    fn enter_ty(&mut self, _: &ArchivedTy) {
        self.types += 1;
    }
}

struct Lint {
    warnings: Vec<String>,
}

impl Visit for Lint {
    fn enter_function(&mut self, function: &ArchivedFunction) {
        if function.name.contains(char::is_uppercase) {
            self.warnings.push(format!("function `{}`", function.name));
        }
    }

    fn enter_constant(&mut self, constant: &ArchivedConstant) {
        if constant.name.contains(char::is_lowercase) {
            self.warnings.push(format!("constant `{}`", constant.name));
        }
    }

    fn enter_block(&mut self, block: &ArchivedBlock) {
        if block.statements.is_empty() {
            self.warnings.push("a block without statements".to_owned());
        }
    }

    fn enter_expr_kind(&mut self, kind: &ArchivedExprKind) {
        if let ArchivedExprKind::Method { name, .. } = kind {
            if name == "unwrap" {
                self.warnings.push("`unwrap`".to_owned());
            }
        }
    }
}

struct Names(Vec<String>);

impl Visit for Names {
    fn enter_segment(&mut self, segment: &ArchivedSegment) {
        self.0.push(segment.name.to_string());
    }
}

fn look(module: &ArchivedModule) {
    let mut count = Count { expressions: 0, patterns: 0, types: 0 };
    walk_module(&mut count, module);
    let mut lint = Lint { warnings: Vec::new() };
    walk_module(&mut lint, module);
    let mut names = Names(Vec::new());
    walk_module(&mut names, module);
    println!("{} {} {} {:?} {:?}", count.expressions, count.patterns, count.types, lint.warnings, names.0);
}
"#;

const RKYV: &str = r#"
#[inline(never)]
fn module(bytes: &[u8]) -> Bytes {
    let archived = rkyv::access::<ArchivedModule, rkyv::rancor::Error>(bytes)?;
    look(archived);
    let mut value = rkyv::deserialize::<Module, rkyv::rancor::Error>(archived)?;
    rename_module(&mut value);
    Ok(rkyv::to_bytes::<rkyv::rancor::Error>(&value)?.into_vec())
}
"#;

const SERDE: &str = r#"
#[inline(never)]
fn module(bytes: &[u8]) -> Bytes {
    let mut value: Module = postcard::from_bytes(bytes)?;
    look(&value);
    rename_module(&mut value);
    Ok(postcard::to_allocvec(&value)?)
}
"#;

/// Writes the trait of a visitor, and a function for each type that calls it for what a value contains.
fn walks(text: &mut String, types: &[Declared], prefix: &str) {
    *text += "\ntrait Visit {\n";
    for one in types {
        _ = writeln!(text, "fn enter_{}(&mut self, _: &{prefix}{}) {{}}", snake(one.name), one.name);
    }
    *text += "}\n";
    for one in types {
        let name = snake(one.name);
        _ = write!(
            text,
            "\nfn walk_{name}<V: Visit>(visitor: &mut V, value: &{prefix}{}) {{\nvisitor.enter_{name}(value);\n{}}}\n",
            one.name,
            parts(one, prefix, "walk", "visitor, ")
        );
    }
}

/// Writes a function for each type that renames what an owned value contains.
fn renames(text: &mut String, types: &[Declared]) {
    for one in types {
        let name = snake(one.name);
        let own =
            if one.name == "Segment" { "if value.name == \"old\" { value.name = \"new\".to_owned(); }\n" } else { "" };
        _ = write!(text, "\nfn rename_{name}(value: &mut {}) {{\n{own}{}}}\n", one.name, parts(one, "", "rename", ""));
    }
}

/// Returns the statements that call the function of each part of `value`.
fn parts(one: &Declared, prefix: &str, function: &str, arguments: &str) -> String {
    let (borrow, iter, as_ref) = match function {
        "rename" => ("&mut ", "iter_mut", "as_mut"),
        _ => ("&", "iter", "as_ref"),
    };
    let call = |ty: &Type, place: &str| part(ty, place, &Calls { function, arguments, iter, as_ref });
    match &one.body {
        Body::Struct(fields) => fields.iter().map(|(name, ty)| call(ty, &format!("{borrow}value.{name}"))).collect(),
        Body::Enum(variants) => {
            let mut text = String::from("match value {\n");
            for (variant, body) in variants {
                let path = format!("{prefix}{}::{variant}", one.name);
                match body {
                    Variant::Unit => _ = writeln!(text, "{path} => {{}}"),
                    Variant::Tuple(types) => {
                        let names: Vec<String> = (0..types.len()).map(|index| format!("part_{index}")).collect();
                        let calls: String = types.iter().zip(&names).map(|(ty, name)| call(ty, name)).collect();
                        _ = writeln!(text, "{path}({}) => {{\n{calls}}}", names.join(", "));
                    }
                    Variant::Named(fields) => {
                        let names: Vec<&str> = fields.iter().map(|field| field.0).collect();
                        let calls: String = fields.iter().map(|(name, ty)| call(ty, name)).collect();
                        _ = writeln!(text, "{path} {{ {} }} => {{\n{calls}}}", names.join(", "));
                    }
                }
            }
            text + "}\n"
        }
    }
}

/// How the functions of parts are called.
struct Calls<'c> {
    function: &'c str,
    /// The arguments before the part.
    arguments: &'c str,
    iter: &'c str,
    as_ref: &'c str,
}

/// Returns the statements that call the functions of the declared types in a part at a reference `place`.
fn part(ty: &Type, place: &str, calls: &Calls<'_>) -> String {
    let Calls { function, arguments, iter, as_ref } = calls;
    match ty {
        Type::Declared(name, _) | Type::Itself(name) => format!("{function}_{}({arguments}{place});\n", snake(name)),
        Type::Boxed(of) => part(of, place, calls),
        Type::Optional(of) if of.is_declared() => {
            format!("if let Some(part) = ({place}).{as_ref}() {{\n{}}}\n", part(of, "part", calls))
        }
        Type::Vector(of) if of.is_declared() => {
            format!("for part in ({place}).{iter}() {{\n{}}}\n", part(of, "part", calls))
        }
        _ => String::new(),
    }
}

/// Returns a name of a type as a part of the name of a function.
fn snake(name: &str) -> String {
    let mut snake = String::new();
    for c in name.chars() {
        if c.is_uppercase() && !snake.is_empty() {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}
