//! Implementations whose associated types name private types: see `__private/veil.rs` of the library.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{FnArg, Generics, Ident, ImplItem, ImplItemFn, ImplItemType, Item, ItemImpl, Path, parse_quote};

use super::Context;
use crate::model::{Adapter, Kind, Veil};

/// The traits with associated types that name types of the user, and which of their items move behind the veil.
const OF_FIELDS: &[(&str, &[&str])] = &[
    ("Packable", &["Shape", "write"]),
    ("Match", &["Variants", "Case", "ViewCase", "case", "view_case"]),
    ("Record", &["FieldList", "ViewFields", "view_fields"]),
];

/// The traits with other associated types that name generated types.
const OF_ITEMS: &[(&str, &[&str])] =
    &[("Transformable", &["Cases", "begin"]), ("Member", &["Node"]), ("FoldByNode", &["Node"])];

/// Replaces each implementation of such a trait by two: one with a private marker, which has the items; and one for
/// whatever is the marker, which refers to the first.
pub(super) fn expand(context: &Context<'_, '_>, implementations: TokenStream) -> TokenStream {
    match context.model.adapter {
        Some(Adapter::Converted(_)) => return quote!(enum __Converted {} #implementations),
        Some(Adapter::Named(_)) => return implementations,
        None => {}
    }
    let traits: &[_] = match context.model.veil {
        Veil::Needless => return implementations,
        // (Its implementation of `Packable` is veiled already.)
        _ if context.model.kind == Kind::Transparent => {
            let marker = marker("Transparent");
            return quote!(struct #marker; #implementations);
        }
        Veil::OfFields => &[OF_FIELDS],
        Veil::OfItems => &[OF_FIELDS, OF_ITEMS],
    };
    let Ok(file) = syn::parse2::<syn::File>(implementations.clone()) else { return implementations };
    let items = file.items.into_iter().map(|item| match item {
        Item::Impl(implementation) => of(context.krate, traits, implementation),
        item => item.into_token_stream(),
    });
    quote!(#(#items)*)
}

/// Returns the marker of a trait. (Each has its own: while one is implemented, it is not known what its marker is.)
pub(super) fn marker(name: impl std::fmt::Display) -> Ident {
    Ident::new(&format!("__{name}"), Span::call_site())
}

/// Returns the generics of an implementation for whatever is the marker, and for which the veiled trait is implemented.
pub(super) fn unveiled(krate: &Path, mut generics: Generics, marker: &Ident, veiled: &TokenStream) -> Generics {
    generics.params.push(parse_quote!(__M));
    let predicates = &mut generics.make_where_clause().predicates;
    predicates.push(parse_quote!(#marker: #krate::__private::veil::Is<Itself = __M>));
    predicates.push(parse_quote!(Self: #veiled));
    generics
}

fn of(krate: &Path, traits: &[&[(&str, &[&str])]], mut implementation: ItemImpl) -> TokenStream {
    let Some(last) = implementation.trait_.as_ref().and_then(|(path, _)| path.segments.last().cloned()) else {
        return implementation.into_token_stream();
    };
    let Some((_, moved)) = traits.iter().copied().flatten().find(|(name, _)| last.ident == name) else {
        return implementation.into_token_stream();
    };
    let (name, arguments) = (&last.ident, arguments(&last.arguments));
    let marker = marker(name);
    let by = |marker: &Ident| quote!(#krate::__private::veil::#name<#marker #(, #arguments)*>);
    let (hidden, seen) = (by(&marker), by(&Ident::new("__M", Span::call_site())));
    let mut moved_items = Vec::new();
    for item in &mut implementation.items {
        match item {
            ImplItem::Type(ty) if moved.iter().any(|moved| ty.ident == moved) => {
                moved_items.push(ImplItem::Type(ty.clone()));
                refer(ty, &seen);
            }
            ImplItem::Fn(function) if moved.iter().any(|moved| function.sig.ident == moved) => {
                moved_items.push(ImplItem::Fn(function.clone()));
                call(function, &seen);
            }
            _ => {}
        }
    }
    let (attrs, ty, (parameters, _, clause)) =
        (&implementation.attrs, &implementation.self_ty, implementation.generics.split_for_impl());
    let veiled = quote! {
        struct #marker;

        #(#attrs)*
        impl #parameters #hidden for #ty #clause {
            #(#moved_items)*
        }
    };
    implementation.generics = unveiled(krate, implementation.generics, &marker, &seen);
    quote!(#veiled #implementation)
}

fn arguments(arguments: &syn::PathArguments) -> Vec<TokenStream> {
    match arguments {
        syn::PathArguments::AngleBracketed(arguments) => arguments.args.iter().map(ToTokens::to_token_stream).collect(),
        _ => Vec::new(),
    }
}

/// Makes an associated type that of the veiled trait.
fn refer(ty: &mut ImplItemType, veiled: &TokenStream) {
    let (ident, (_, arguments, _)) = (&ty.ident, ty.generics.split_for_impl());
    ty.ty = parse_quote!(<Self as #veiled>::#ident #arguments);
}

/// Makes a function call that of the veiled trait.
fn call(function: &mut ImplItemFn, veiled: &TokenStream) {
    let ident = &function.sig.ident;
    function.attrs = vec![parse_quote!(#[inline(always)])];
    let arguments = function.sig.inputs.iter().filter_map(|argument| match argument {
        FnArg::Typed(argument) => Some(&argument.pat),
        FnArg::Receiver(_) => None,
    });
    function.block = parse_quote!({ <Self as #veiled>::#ident(#(#arguments),*) });
}
