//! `Debug` for the enum of views that `view.case()` returns, and for the struct that `view.fields()` returns.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, derived, fields_in_variables, path};

/// Returns the implementation of `Debug` for a view: it passes the names and a reference to each field to the library.
pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let (name, derived) = (&model.names.view, derived());
    let generics = context.generics(&[quote!('__packed)], &[quote!(__L: #krate::layout::AnyAccess)]);
    let (parameters, arguments, clause) = generics.split_for_impl();
    let arms = model.constructors.iter().enumerate().map(|(tag, constructor)| {
        let pattern = fields_in_variables(&path(model, constructor), constructor);
        let fields = constructor.fields.iter().map(|field| &field.binding);
        quote!(#pattern => #krate::__private::debug_fields(__f, __names, #tag, &[#(#fields),*]),)
    });
    quote! {
        #derived
        impl #parameters ::core::fmt::Debug for #name #arguments #clause {
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let __names = <#this as #krate::__private::shape::Named>::NAMES;
                match self { #(#arms)* }
            }
        }
    }
}
