//! Brings the input into a normal form, so that the other modules need to handle only one form of each type.
//!
//! `Self` becomes the type with its parameters, because code that is generated from a field is also part of other
//! types. Parentheses are removed, and so are the invisible groups that `macro_rules!` puts around a `$ty`.

use quote::ToTokens;
use syn::visit_mut::{self, VisitMut};
use syn::{Data, DeriveInput, ExprPath, Fields, Path, QSelf, Type, TypePath, parse_quote_spanned};

/// Brings the types of the fields and the generics into the normal form.
pub(crate) fn normalise(input: &mut DeriveInput) {
    let (_, arguments, _) = input.generics.split_for_impl();
    let (ident, arguments) = (&input.ident, arguments.to_token_stream());
    let this = |span| -> TypePath {
        let mut ident = ident.clone();
        ident.set_span(span);
        parse_quote_spanned!(span=> #ident #arguments)
    };
    let mut normaliser = Normaliser { this: &this };
    let mut generics = input.generics.clone();
    normaliser.visit_generics_mut(&mut generics);
    let fields: Vec<&mut Fields> = match &mut input.data {
        Data::Struct(data) => vec![&mut data.fields],
        Data::Enum(data) => data.variants.iter_mut().map(|variant| &mut variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields.into_iter().flatten() {
        normaliser.visit_type_mut(&mut field.ty);
    }
    input.generics = generics;
}

struct Normaliser<'n> {
    /// Returns the derived type, with the span of the `Self` that it replaces.
    this: &'n dyn Fn(proc_macro2::Span) -> TypePath,
}

impl Normaliser<'_> {
    /// Replaces `Self` in a path: `Self::Item` becomes `<Tree<A>>::Item`.
    fn qualify(&self, qself: &mut Option<QSelf>, path: &mut Path) {
        if qself.is_some() || path.leading_colon.is_some() || path.segments[0].ident != "Self" {
            return;
        }
        let span = path.segments[0].ident.span();
        let this = (self.this)(span);
        if path.segments.len() == 1 {
            *path = this.path;
            return;
        }
        let rest = path.segments.iter().skip(1);
        let qualified: TypePath = parse_quote_spanned!(span=> <#this>::#(#rest)::*);
        (*qself, *path) = (qualified.qself, qualified.path);
    }
}

impl VisitMut for Normaliser<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        while let Type::Group(syn::TypeGroup { elem, .. }) | Type::Paren(syn::TypeParen { elem, .. }) = ty {
            let inner = std::mem::replace(&mut **elem, Type::Verbatim(proc_macro2::TokenStream::new()));
            *ty = inner;
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_type_path_mut(&mut self, ty: &mut TypePath) {
        self.qualify(&mut ty.qself, &mut ty.path);
        visit_mut::visit_type_path_mut(self, ty);
    }

    fn visit_expr_path_mut(&mut self, expr: &mut ExprPath) {
        self.qualify(&mut expr.qself, &mut expr.path);
        visit_mut::visit_expr_path_mut(self, expr);
    }
}
