//! The functions `start_` and `write_` of each constructor.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::Context;
use crate::model::{Constructor, Kind};
use crate::names;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, this, .. } = context;
    let generics = context.generics(&[], &[]);
    let (parameters, _, clause) = generics.split_for_impl();
    let functions = model.constructors.iter().enumerate().map(|(number, one)| functions(context, number, one));
    let attributes = context.attributes("Builds a packed value: two functions for each constructor.");
    quote! {
        #attributes
        impl #parameters #this #clause {
            #(#functions)*
        }
    }
}

/// Returns the two functions of a constructor.
fn functions(context: &Context<'_, '_>, number: usize, constructor: &Constructor<'_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let vis = &model.vis;
    let (list, index, variants) = (context.list(constructor), context.index(number), context.variants());
    let start = names::ident(&format!("start_{}", constructor.snake), constructor.span);
    let write = names::ident(&format!("write_{}", constructor.snake), constructor.span);
    let begin = match model.kind {
        Kind::Enum => quote!(#krate::Needs::variant::<#index, _, #variants>(__needs)),
        Kind::Struct | Kind::Transparent => quote!(#krate::Needs::fields(__needs)),
    };
    let arguments: Vec<Ident> = (constructor.fields.iter().enumerate())
        .map(|(index, field)| field.ident.cloned().unwrap_or_else(|| format_ident!("field{index}")))
        .collect();
    let types = constructor.fields.iter().map(|field| {
        let ty = context.field(field);
        match field.adapted {
            Some(own) => quote!(#own),
            None => quote_spanned!(field.span()=> <#ty as #krate::Packable>::As),
        }
    });
    let puts = constructor.fields.iter().zip(&arguments).map(|(field, argument)| {
        // (Containers with adapters are no canonical types.)
        let put = if field.adapted.is_some() { "put_as" } else { "put" };
        let (put, value) = (Ident::new(put, field.span()), field.to_packed(argument));
        quote_spanned!(field.span()=> .#put(#value))
    });
    let start_doc = format!("Starts a packed `{}`. Returns its fields, to be filled in order.", constructor.ident);
    let write_doc = format!("Writes a packed `{}` with these fields.", constructor.ident);
    quote! {
        #[doc = #start_doc]
        #[cfg_attr(not(debug_assertions), inline(always))]
        #vis fn #start<'__id, __L: #krate::Layout>(
            __needs: #krate::Needs<'__id, Self, __L>,
        ) -> #krate::build::NeedsFields<'__id, #list, __L> {
            #begin
        }

        #[doc = #write_doc]
        #[cfg_attr(not(debug_assertions), inline(always))]
        #vis fn #write<'__id, __L: #krate::Layout>(
            __needs: #krate::Needs<'__id, Self, __L>,
            #(#arguments: &#types,)*
        ) -> #krate::Filled<'__id> {
            #begin #(#puts)*.done()
        }
    }
}
