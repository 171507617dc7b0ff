//! Fields with `#[packable(with = C)]`: in the model their type is `With<T, C>`, so that they are fields as any other.

use proc_macro2::{Span, TokenStream, TokenTree};
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;
use syn::{Data, DeriveInput, Field, GenericArgument, PathArguments, Type};

use crate::attributes::{Errors, FieldAttributes, TypeAttributes};

/// Replaces the type `T` of each field that has an adapter `C` by `With<T, C>`.
pub(crate) fn adapt(input: &mut DeriveInput) {
    // (The model reports the errors.)
    let krate = TypeAttributes::new(&input.attrs, &mut Errors::default()).krate;
    let krate = krate.unwrap_or_else(|| syn::parse_quote!(::packed_data)).to_token_stream();
    let fields: Vec<&mut Field> = match &mut input.data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => data.variants.iter_mut().flat_map(|variant| &mut variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in fields {
        if let Some(adapter) = FieldAttributes::new(&field.attrs, &mut Errors::default()).with {
            let (ty, span) = (&field.ty, field.ty.span());
            let krate = at(krate.clone(), span.resolved_at(Span::call_site()));
            field.ty = syn::parse2(quote_spanned!(span=> #krate::with::With<#ty, #adapter>))
                .unwrap_or_else(|_| field.ty.clone());
        }
    }
}

/// Returns the type `T` of a field `With<T, C>`.
pub(crate) fn own_type(ty: &Type) -> Option<&Type> {
    arguments(ty)?.first().copied()
}

/// Returns the type `T` and the adapter `C` of a field `With<T, C>`.
pub(crate) fn own_type_and_adapter(ty: &Type) -> Option<[&Type; 2]> {
    arguments(ty)?.try_into().ok()
}

fn arguments(ty: &Type) -> Option<Vec<&Type>> {
    let Type::Path(path) = ty else { return None };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else { return None };
    let types = arguments.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Returns the tokens with another span.
pub(crate) fn at(tokens: TokenStream, span: Span) -> TokenStream {
    let respan = |mut tree: TokenTree| {
        tree.set_span(span);
        tree
    };
    tokens.into_iter().map(respan).collect()
}
