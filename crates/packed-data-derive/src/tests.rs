//! Golden expansions: files with the code that the derive emits for a few types, so that each change of it is seen.
//!
//! `UPDATE_GOLDEN=1 cargo test -p packed-data-derive` writes the files again. Read the differences before you commit
//! them.

use std::fs;
use std::path::Path;

use proc_macro2::{TokenStream, TokenTree};
use quote::ToTokens;

/// Names and types; the golden file of a type is `tests/golden/<name>.rs`. Each shows several things at once.
const CASES: &[(&str, &str)] = &[
    // A type of a group, with items that fewer see, and a field that is not packed.
    (
        "struct",
        r#"#[packable(group = syntax::Ast, vis = "pub(crate)")]
        pub struct Block { pub stmts: Vec<Stmt>, #[packable(skip = empty)] cache: Cache, label: Option<i64> }"#,
    ),
    // All kinds of parameters, and another path of the library.
    (
        "generic",
        r#"#[packable(crate = "wire")]
        pub struct Record<'a, T: Clone, const N: usize = 2> where T: Named {
            name: &'a str, values: [T; N], id: T::Id, #[packable(was = "hidden")] inner: Inner,
        }"#,
    ),
    // A type that contains itself, and each attribute of an enum.
    (
        "enum",
        r#"#[packable(case = "Which", view = "Seen", transform = "Changed", fold = "Folder", visit = "Walker")]
        enum Shape {
            #[packable(rename = "loop", was = "Tip")] Leaf { r#type: String },
            Group(
                #[packable(cbor_tag = 5)] Box<Self>,
                #[packable(leaf)] Option<Box<Self>>,
                #[packable(default = none)] Vec<(u8, Shape)>,
            ),
            #[packable(other)] Unknown(RawBuf),
        }"#,
    ),
    // An enum without data, which is copied whole.
    ("fieldless", "#[packable(zerocopy)] #[repr(u8)] enum Level { Low, High }"),
    ("transparent", "#[packable(transparent, zerocopy)] struct Celsius(f32, PhantomData<Scale>);"),
    // A type that is converted.
    ("converted", "#[packable(try_from = u8, into = u8)] pub struct Percent(u8);"),
];

/// Types of other forms, which expand to safe code; `test-suite/tests/types/derive.rs` and `copied.rs` test what it
/// does.
const OTHERS: &[(&str, &str)] = &[
    ("struct", "pub struct Point { pub x: i64, y: Option<i64> }"),
    ("unit", "struct Unit;"),
    ("enum", "pub enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>) }"),
    ("never", "enum Never {}"),
    ("transparent", "#[packable(transparent)] pub struct Meters(f64);"),
    ("wrapper", "struct Spanned<T> { start: u32, node: T }"),
    ("pack_only", "#[packable(pack_only)] enum Rose { Leaf(String), Branch(Vec<Rose>) }"),
    (
        "tagged",
        "enum Chain {
            End,
            Link(u8, #[packable(cbor_tag = 5)] Box<Chain>),
            Both(Box<Chain>, #[packable(cbor_tag = 6)] Vec<Chain>),
        }",
    ),
    ("zerocopy", "#[packable(zerocopy)] struct Pixel { r#in: u8, color: [Level; 3] }"),
];

/// Returns the code that the derive emits.
fn expand(input: &str) -> syn::Result<TokenStream> {
    crate::derive(syn::parse_str(input).expect("the input is a type"))
}

#[test]
fn golden() {
    let update = std::env::var_os("UPDATE_GOLDEN").is_some_and(|value| value == "1");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
    let mut different = Vec::new();
    for (name, input) in CASES {
        let path = folder.join(format!("{name}.rs"));
        let file = syn::parse2(expand(input).expect("the input is valid")).expect("the expansion is items");
        let lines: String = input.lines().map(|line| format!("// {}\n", line.trim())).collect();
        let expansion = format!("{lines}\n{}", prettyplease::unparse(&file));
        if update {
            fs::write(&path, expansion).expect("a golden file can be written");
        } else if fs::read_to_string(&path).unwrap_or_default().replace("\r\n", "\n") != expansion {
            different.push(*name);
        }
    }
    assert!(different.is_empty(), "the expansions of {different:?} differ from tests/golden: see src/tests.rs");
}

/// Returns whether an identifier occurs anywhere in the tokens.
fn mentions(tokens: TokenStream, name: &str) -> bool {
    tokens.into_iter().any(|tree| match tree {
        TokenTree::Group(group) => mentions(group.stream(), name),
        TokenTree::Ident(ident) => ident == name,
        TokenTree::Punct(_) | TokenTree::Literal(_) => false,
    })
}

#[test]
fn safe_code_only() {
    for (name, input) in CASES.iter().chain(OTHERS) {
        let tokens = expand(input).expect("the input is valid");
        assert!(!mentions(tokens, "unsafe"), "`unsafe` in the expansion of {name}");
    }
}

#[test]
fn groups_are_safe_code() {
    let group = "pub Ast { Expr, stmt::Stmt, Spanned<Expr> as SpannedExpr }";
    let group: crate::expand::Group = syn::parse_str(group).expect("the input is a group");
    assert!(!mentions(crate::expand::expand_group(&group), "unsafe"));
    let member = "{ Expr as Expr, Spanned<Expr> as SpannedExpr } (Ast)
        #[packable(group = Ast)] struct Spanned<T> { line: u32, node: Box<T> }";
    let tokens = syn::parse::Parser::parse_str(crate::expand::expand_member, member).expect("the input is valid");
    assert!(mentions(tokens.clone(), "SpannedExprNode") && mentions(tokens.clone(), "Rec"));
    assert!(!mentions(tokens, "unsafe"));
}

/// Returns the public items that are in the documentation of a crate, apart from implementations.
fn documented(file: &syn::File) -> Vec<String> {
    use syn::{Item, Visibility};

    let is_hidden = |attrs: &[syn::Attribute]| {
        attrs.iter().any(|attr| attr.to_token_stream().to_string().replace(' ', "") == "#[doc(hidden)]")
    };
    let item = |item: &Item| match item {
        Item::Enum(item) => Some((item.vis.clone(), item.attrs.clone(), item.ident.to_string())),
        Item::Struct(item) => Some((item.vis.clone(), item.attrs.clone(), item.ident.to_string())),
        Item::Trait(item) => Some((item.vis.clone(), item.attrs.clone(), item.ident.to_string())),
        // (Of functions, the first is as visible as all.)
        Item::Impl(item) if item.trait_.is_none() => match item.items.first() {
            Some(syn::ImplItem::Fn(function)) => Some((function.vis.clone(), item.attrs.clone(), "impl".to_owned())),
            _ => None,
        },
        _ => None,
    };
    let items = file.items.iter().filter_map(item);
    items.filter(|(vis, attrs, _)| matches!(vis, Visibility::Public(_)) && !is_hidden(attrs)).map(|one| one.2).collect()
}

/// The documentation of a crate has no more items because of the derive, unless the user wants them there.
#[test]
fn items_in_the_documentation() {
    let items = |input| documented(&syn::parse2(expand(input).expect("the input is valid")).expect("items"));
    let syntax_set = [
        "pub struct SyntaxSet { syntaxes: Vec<Syntax>, #[packable(skip)] cache: OnceLock<Cache> }",
        "pub struct Syntax { pub name: String, pub scope: Scope, contexts: HashMap<String, Context> }",
        "pub struct Context { pub clear: Option<ClearAmount>, pub patterns: Vec<Pattern> }",
        "pub enum Pattern { Match(MatchPattern), Include(ContextReference) }",
        "pub enum MatchOperation { Push(Vec<ContextReference>), Set(Vec<ContextReference>), Pop, None }",
        "pub enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>) }",
        "#[packable(vis = \"pub(crate)\")] pub enum Shown { Leaf(i64), Node(Box<Shown>, Box<Shown>) }",
    ];
    for input in syntax_set {
        assert_eq!(items(input), [""; 0], "{input}");
    }
    let shown = items("#[packable(vis = \"pub\")] pub enum Tree { Leaf(i64), Node(Box<Tree>, Box<Tree>) }");
    let expected = ["TreeView", "TreeCase", "TreeTransform", "impl", "TreeNames", "TreeFold", "TreeVisit", "TreeNode"];
    assert_eq!(shown, expected);
}

/// A removed field is a leaf, whatever it was. A type of that name that contains itself is no such field.
#[test]
fn reserved_fields_are_leaves() {
    let is_folded = |input| mentions(expand(input).expect("the input is valid"), "Rec");
    assert!(is_folded("struct Chain { next: Option<Box<Chain>> }"));
    assert!(!is_folded("struct Chain { next: Reserved<Option<Box<Chain>>> }"));
    assert!(!is_folded("struct Chain { next: Option<packed_data::types::Reserved<Box<Self>>> }"));
    assert!(!is_folded("struct Chain { #[packable(leaf)] next: Reserved<Box<Chain>> }"));
    assert!(is_folded("struct Chain { old: Reserved<Box<Chain>>, next: Option<Box<Chain>> }"));
    assert!(is_folded("struct Reserved<T> { value: T, next: Option<Box<Reserved<T>>> }"));
}

#[test]
fn every_error_at_once() {
    let input = r#"#[packable(transparant, bound = "T is Packable")]
        #[packable(views = "Which")]
        enum Tree<T> {
            #[packable(renamed = "end")] Leaf(#[packable(leaf)] T),
            #[packable(rename = "a leaf")] Node(#[packable(leave)] Box<Tree<T>>),
            LEAF,
        }"#;
    let errors = expand(input).expect_err("the input is wrong");
    assert_eq!(errors.into_iter().count(), 8);
}

/// The tables of the book's page on attributes list exactly the attributes of the derive. (A published crate comes
/// without the book.)
#[test]
fn the_book_lists_every_attribute() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/attributes.md");
    let Ok(page) = fs::read_to_string(page) else { return };
    for (owner, names) in crate::attributes::NAMES {
        let title = format!("## On {}", owner.replace("packable ", ""));
        let (_, section) = page.split_once(&title).unwrap_or_else(|| panic!("the page has no section `{title}`"));
        let section = section.split("\n## ").next().unwrap_or_default();
        let mut listed: Vec<_> = (section.lines())
            .filter_map(|line| line.strip_prefix("| `"))
            .map(|row| row.split(['`', ' ']).next().unwrap_or_default())
            .collect();
        let mut names = names.to_vec();
        listed.sort_unstable();
        names.sort_unstable();
        assert_eq!(listed, names, "the table of `{title}` in `book/src/attributes.md`");
    }
}

#[test]
fn every_attribute_is_documented() {
    let documentation = include_str!("lib.rs");
    for name in crate::attributes::NAMES.iter().flat_map(|(_, names)| *names) {
        let is_documented =
            documentation.contains(&format!("#[packable({name}")) || documentation.contains(&format!("`{name}`"));
        assert!(is_documented, "`{name}` is not in the documentation of the macro");
    }
}

#[test]
fn names_of_functions() {
    let snake = |name| crate::names::snake(&syn::parse_str(name).expect("an identifier"));
    let names = ["Leaf", "HTTPServer", "HttpServer2", "IPv4", "r#Type", "A", "AB", "already_snake", "V4Addr"];
    let expected = ["leaf", "http_server", "http_server2", "i_pv4", "type", "a", "ab", "already_snake", "v4_addr"];
    assert_eq!(names.map(snake), expected);
}
