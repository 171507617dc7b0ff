//! Names that are made from the user's.

use proc_macro2::{Ident, Span};
use syn::ext::IdentExt;

/// `HTTPServer` becomes `http_server`; a raw identifier loses its `r#`.
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

/// An identifier with the span of the user's token: raw if it is a keyword (`gen` is one from edition 2024
/// on), with an underscore if it cannot even be raw.
pub(crate) fn ident(name: &str, span: Span) -> Ident {
    match name {
        "self" | "super" | "crate" | "Self" | "_" => Ident::new(&format!("{name}_"), span),
        "gen" => Ident::new_raw(name, span),
        _ if syn::parse_str::<Ident>(name).is_ok() => Ident::new(name, span),
        _ => Ident::new_raw(name, span),
    }
}

/// An identifier made of the user's and a suffix.
pub(crate) fn suffixed(base: &Ident, suffix: &str) -> Ident {
    Ident::new(&format!("{}{suffix}", base.unraw()), base.span())
}
