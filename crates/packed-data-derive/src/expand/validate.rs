//! The implementation of `Validate`: calls the function of `#[packable(validate = path)]`.

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::spanned::Spanned;

use super::{Context, derived};

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let Some(path) = &model.validate else { return TokenStream::new() };
    let (derived, generics) = (derived(), context.generics(&[], &[]));
    let (parameters, _, clause) = generics.split_for_impl();
    // (Errors are shown at the path; `__value` is that of this function, also if a macro's caller supplies the path.)
    let span = path.span().resolved_at(Span::call_site());
    let call = quote_spanned!(span=> #path(__value));
    quote! {
        #derived
        impl #parameters #krate::types::Validate for #this #clause {
            fn validate<__L: #krate::Layout>(
                __value: #krate::View<'_, Self, __L>,
            ) -> ::core::result::Result<(), &'static ::core::primitive::str> {
                #call
            }
        }
    }
}
