//! Generated names, made from the user's names; and well-known names of types.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

/// Returns a name in snake case: `HTTPServer` becomes `http_server`. A raw identifier loses its `r#`.
pub(crate) fn snake(ident: &Ident) -> String {
    let name = ident.unraw().to_string();
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::new();
    for (i, &c) in chars.iter().enumerate() {
        let after_lower = i > 0 && (chars[i - 1].is_lowercase() || chars[i - 1].is_numeric());
        let before_lower = chars.get(i + 1).is_some_and(|next| next.is_lowercase());
        let after_upper = i > 0 && chars[i - 1].is_uppercase();
        if c.is_uppercase() && (after_lower || (after_upper && before_lower)) {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// Returns an identifier with the span of the user's token. A keyword becomes a raw identifier (`gen` is a keyword
/// since edition 2024); a keyword that cannot be raw gets an underscore at its end.
pub(crate) fn ident(name: &str, span: Span) -> Ident {
    match name {
        "self" | "super" | "crate" | "Self" | "_" => Ident::new(&format!("{name}_"), span),
        "gen" => Ident::new_raw(name, span),
        _ if syn::parse_str::<Ident>(name).is_ok() => Ident::new(name, span),
        _ => Ident::new_raw(name, span),
    }
}

/// Returns the user's identifier with a suffix.
pub(crate) fn suffixed(base: &Ident, suffix: &str) -> Ident {
    Ident::new(&format!("{}{suffix}", base.unraw()), base.span())
}

/// Returns the user's identifier with a prefix.
pub(crate) fn prefixed(prefix: &str, base: &Ident) -> Ident {
    Ident::new(&format!("{prefix}{}", base.unraw()), base.span())
}

/// Returns whether this is the name of a scalar type of the language.
pub(crate) fn is_scalar(name: &str) -> bool {
    matches!(name, "u8" | "u16" | "u32" | "u64" | "u128" | "usize" | "i8" | "i16" | "i32" | "i64" | "i128" | "isize")
        || matches!(name, "f32" | "f64" | "bool" | "char")
}

/// Returns whether this is the name of another type of the language or its libraries, or of one of these.
pub(crate) fn is_std(name: &str) -> bool {
    matches!(name, "str" | "String" | "std" | "core" | "alloc" | "Option" | "Result" | "PhantomData")
        || matches!(name, "Box" | "Rc" | "Arc" | "Cow")
        || matches!(name, "Vec" | "VecDeque" | "HashMap" | "HashSet" | "BTreeMap" | "BTreeSet")
}
