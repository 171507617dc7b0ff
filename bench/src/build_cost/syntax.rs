//! The types of a syntax tree, as a compiler has them: most of them contain each other.

use super::types::{Body, Declared, Type, Variant};

/// The types, each in a line: its name, and its fields in braces, or its variants, each after a bar.
const GRAMMAR: &str = "
Module { path: String, items: Vec<Item>, span: Span }
Item { attributes: Vec<Attribute>, visibility: Visibility, kind: ItemKind, span: Span }
ItemKind | Function(Function) | Struct(Record) | Enum(Sum) | Trait(Interface) | Impl(Implementation) | Use(Path) | Const(Constant) | Module(Box<Module>) | Macro(MacroCall)
Attribute { path: Path, arguments: Vec<Literal>, is_inner: bool }
Visibility | Private | Public | Within(Path)
Function { name: String, generics: Generics, parameters: Vec<Parameter>, result: Option<Ty>, body: Option<Block>, is_async: bool }
Parameter { pattern: Pattern, ty: Ty, attributes: Vec<Attribute> }
Generics { parameters: Vec<GenericParameter>, bounds: Vec<Bound> }
GenericParameter | Lifetime(String) | Type { name: String, bounds: Vec<Bound>, default: Option<Ty> } | Const { name: String, ty: Ty, default: Option<Expr> }
Bound { ty: Ty, path: Path }
Record { name: String, generics: Generics, fields: Fields }
Sum { name: String, generics: Generics, variants: Vec<SumVariant> }
SumVariant { name: String, attributes: Vec<Attribute>, fields: Fields, discriminant: Option<Expr> }
Fields | Unit | Tuple(Vec<Ty>) | Named(Vec<Field>)
Field { attributes: Vec<Attribute>, visibility: Visibility, name: String, ty: Ty }
Interface { name: String, generics: Generics, parents: Vec<Bound>, items: Vec<Item> }
Implementation { generics: Generics, of: Option<Path>, ty: Ty, items: Vec<Item> }
Constant { name: String, ty: Ty, value: Expr, is_static: bool }
Path { segments: Vec<Segment>, is_global: bool }
Segment { name: String, arguments: Vec<Argument> }
Argument | Type(Ty) | Const(Expr) | Lifetime(String) | Binding { name: String, ty: Ty }
Ty { kind: TyKind, span: Span }
TyKind | Path(Path) | Reference { is_mut: bool, lifetime: Option<String>, to: Box<Ty> } | Slice(Box<Ty>) | Array(Box<Ty>, Box<Expr>) | Tuple(Vec<Ty>) | Function(Vec<Ty>, Box<Ty>) | Never | Infer
Block { statements: Vec<Statement>, value: Option<Box<Expr>>, span: Span }
Statement | Let(Binding) | Item(Box<Item>) | Expr(Expr) | Macro(MacroCall) | Empty
Binding { pattern: Pattern, ty: Option<Ty>, value: Option<Expr>, otherwise: Option<Block> }
Expr { attributes: Vec<Attribute>, kind: ExprKind, span: Span }
ExprKind | Literal(Literal) | Path(Path) | Unary(UnaryOperator, Box<Expr>) | Binary(BinaryOperator, Box<Expr>, Box<Expr>) | Assign(Option<BinaryOperator>, Box<Expr>, Box<Expr>) | Call(Box<Expr>, Vec<Expr>) | Method { receiver: Box<Expr>, name: String, generics: Vec<Argument>, arguments: Vec<Expr> } | Member(Box<Expr>, String) | Index(Box<Expr>, Box<Expr>) | Closure(Closure) | If(Box<Condition>) | Match(Box<Expr>, Vec<Arm>) | Loop { label: Option<String>, body: Block } | While { label: Option<String>, condition: Box<Expr>, body: Block } | For { label: Option<String>, pattern: Pattern, over: Box<Expr>, body: Block } | Block(Block) | Return(Option<Box<Expr>>) | Break { label: Option<String>, value: Option<Box<Expr>> } | Continue(Option<String>) | Struct { path: Path, fields: Vec<FieldValue>, rest: Option<Box<Expr>> } | Tuple(Vec<Expr>) | Array(Vec<Expr>) | Range { low: Option<Box<Expr>>, high: Option<Box<Expr>>, is_closed: bool } | Cast(Box<Expr>, Ty) | Try(Box<Expr>) | Macro(MacroCall)
Closure { parameters: Vec<ClosureParameter>, result: Option<Ty>, body: Box<Expr>, is_move: bool }
ClosureParameter { pattern: Pattern, ty: Option<Ty> }
Condition { test: Expr, then: Block, otherwise: Option<Expr> }
Arm { pattern: Pattern, guard: Option<Expr>, body: Expr }
FieldValue { name: String, value: Expr }
Pattern { kind: PatternKind, span: Span }
PatternKind | Any | Rest | Bind { is_ref: bool, is_mut: bool, name: String, inner: Option<Box<Pattern>> } | Path(Path) | Literal(Literal) | Tuple(Vec<Pattern>) | Slice(Vec<Pattern>) | Variant(Path, Vec<Pattern>) | Struct { path: Path, fields: Vec<FieldPattern>, has_rest: bool } | Reference(Box<Pattern>) | Range(Option<Literal>, Option<Literal>) | Or(Vec<Pattern>)
FieldPattern { name: String, pattern: Pattern }
MacroCall { path: Path, tokens: Vec<Token> }
Token | Word(String) | Mark(char) | Literal(Literal) | Group(char, Vec<Token>)
Literal | Text(String) | Bytes(Vec<u8>) | Character(char) | Integer(u64, Option<String>) | Float(f64) | Bool(bool)
UnaryOperator | Not | Negate | Dereference | Borrow | BorrowMut
BinaryOperator | Add | Sub | Mul | Div | Rem | And | Or | BitAnd | BitOr | BitXor | Shl | Shr | Equal | NotEqual | Less | LessOrEqual | Greater | GreaterOrEqual
Span { start: u32, end: u32 }
";

/// Returns the types. The first contains all others.
pub(crate) fn syntax() -> Vec<Declared> {
    let lines = GRAMMAR.lines().filter(|line| !line.is_empty());
    let mut types: Vec<Declared> = lines.map(|line| declared(&mut Reader(line))).collect();
    let names: Vec<&str> = types.iter().map(|one| one.name).collect();
    let mentioned: Vec<Vec<usize>> = (types.iter_mut())
        .map(|one| {
            let mut mentioned = Vec::new();
            one.each_type(&mut |ty| {
                if let Type::Declared(name, _) = ty {
                    mentioned.extend(names.iter().position(|other| other == name));
                }
            });
            mentioned
        })
        .collect();
    for (index, one) in types.iter_mut().enumerate() {
        let around: Vec<&str> = (0..names.len())
            .filter(|&other| reached(&mentioned, index).contains(&other) && reached(&mentioned, other).contains(&index))
            .map(|other| names[other])
            .collect();
        one.is_recursive = !around.is_empty();
        one.each_type(&mut |ty| {
            if let Type::Declared(name, _) = ty
                && around.contains(name)
            {
                *ty = Type::Itself(name);
            }
        });
    }
    types
}

/// Returns the types that a type contains, directly or indirectly.
fn reached(mentioned: &[Vec<usize>], from: usize) -> Vec<usize> {
    let (mut reached, mut next) = (mentioned[from].clone(), 0);
    while let Some(&one) = reached.get(next) {
        let new: Vec<usize> = mentioned[one].iter().copied().filter(|other| !reached.contains(other)).collect();
        reached.extend(new);
        next += 1;
    }
    reached
}

/// Reads a line of the grammar, which is well-formed.
struct Reader(&'static str);

impl Reader {
    fn take(&mut self, token: &str) -> bool {
        let rest = self.0.trim_start().strip_prefix(token);
        self.0 = rest.unwrap_or(self.0);
        rest.is_some()
    }

    fn name(&mut self) -> &'static str {
        let text = self.0.trim_start();
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        let (name, rest) = text.split_at(end);
        self.0 = rest;
        name
    }
}

fn declared(line: &mut Reader) -> Declared {
    let name = line.name();
    let mut variants = Vec::new();
    while line.take("|") {
        variants.push((line.name(), variant(line)));
    }
    let body = if variants.is_empty() { Body::Struct(fields(line)) } else { Body::Enum(variants) };
    Declared { name, parameters: 0, body, is_recursive: false }
}

fn variant(line: &mut Reader) -> Variant {
    if line.take("(") {
        let mut types = Vec::new();
        while !line.take(")") {
            types.push(ty(line));
            line.take(",");
        }
        Variant::Tuple(types)
    } else if line.0.trim_start().starts_with('{') {
        Variant::Named(fields(line))
    } else {
        Variant::Unit
    }
}

fn fields(line: &mut Reader) -> Vec<(&'static str, Type)> {
    let mut fields = Vec::new();
    line.take("{");
    while !line.take("}") {
        let name = line.name();
        line.take(":");
        fields.push((name, ty(line)));
        line.take(",");
    }
    fields
}

fn ty(line: &mut Reader) -> Type {
    let name = line.name();
    let container = match name {
        "Box" => Type::Boxed,
        "Option" => Type::Optional,
        "Vec" => Type::Vector,
        "String" | "bool" | "char" | "u8" | "u32" | "u64" | "f64" => return Type::Plain(name),
        _ => return Type::Declared(name, Vec::new()),
    };
    line.take("<");
    let of = ty(line);
    line.take(">");
    container(Box::new(of))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_least_35_types_contain_each_other() {
        let mut types = syntax();
        let recursive: Vec<&str> = types.iter().filter(|one| one.is_recursive).map(|one| one.name).collect();
        assert_eq!((types.len(), recursive.len()), (42, 38), "{recursive:?}");
        // (A token contains tokens, and no other of these.)
        let token = types.iter_mut().find(|one| one.name == "Token").unwrap();
        let mut around = Vec::new();
        token.each_type(&mut |ty| around.extend(if let Type::Itself(name) = ty { Some(*name) } else { None }));
        assert_eq!(around, ["Token"]);
    }
}
