//! The struct with the names of the fields, for `fields.skip_to(...)` and `view.field(...)`.

use std::collections::HashSet;

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;

use super::Context;
use crate::model::{Constructor, Field, Kind, Style};
use crate::names;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    if !context.has_fields() {
        return TokenStream::new();
    }
    let (vis, name) = (&model.vis, &model.names.names);
    let generics = context.generics(&[], &[]);
    let (_, _, clause) = generics.split_for_impl();
    let attributes = context.attributes(&format!("The names of the fields of a packed [`{}`].", model.ident));
    let is_tuple = model.kind == Kind::Struct && model.constructors.iter().all(|one| one.style == Style::Tuple);
    let mut used = HashSet::new();
    let fields: Vec<TokenStream> = (model.constructors.iter().enumerate())
        .flat_map(|(number, constructor)| {
            constructor.fields.iter().enumerate().map(move |(place, field)| (number, constructor, place, field))
        })
        .filter_map(|(number, constructor, place, field)| {
            let index = context.index(place);
            if model.kind == Kind::Struct {
                let (vis, name) = (field.vis, field.ident.map(|ident| quote!(#ident:)));
                return Some(
                    quote_spanned!(field.span()=> #vis #name #krate::__private::shape::StructField<#this, #index>),
                );
            }
            // (Of two fields with the same joined name, the second has none.)
            let (name, constructor) = (joined(constructor, field, place), context.index(number));
            let is_new = used.insert(name.to_string());
            let ty = quote_spanned!(field.span()=> #krate::__private::shape::VariantField<#this, #constructor, #index>);
            is_new.then(|| quote!(#vis #name: #ty))
        })
        .collect();
    if is_tuple {
        return quote!(#attributes #vis struct #name #generics (#(#fields),*) #clause;);
    }
    quote!(#attributes #vis struct #name #generics #clause { #(#fields),* })
}

/// Returns the name of a field of a variant: `circle_radius`, or `circle_0` if the field has no name.
fn joined(constructor: &Constructor<'_>, field: &Field<'_>, place: usize) -> Ident {
    let own = field.ident.map_or_else(|| place.to_string(), |ident| ident.unraw().to_string());
    names::ident(&format!("{}_{own}", constructor.snake), field.span())
}
