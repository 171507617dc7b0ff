//! The implementation of `FieldlessEnum`: an enum without data can be overwritten in place, by its tag.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, derived, own_pattern, own_value, path};
use crate::model::Kind;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    if model.kind != Kind::Enum || model.constructors.is_empty() || context.has_fields() || model.is_extensible {
        return TokenStream::new();
    }
    let (parameters, _, clause) = model.generics.split_for_impl();
    let constructors = || (0_u32..).zip(&model.constructors);
    let to_tags = constructors().map(|(tag, constructor)| {
        let pattern = own_pattern(&path(model, constructor), constructor);
        quote!(#pattern => #tag,)
    });
    let from_tags = constructors().map(|(tag, constructor)| {
        let value = own_value(&path(model, constructor), constructor);
        quote!(#tag => #value,)
    });
    let derived = derived();
    quote! {
        #derived
        impl #parameters #krate::__private::shape::FieldlessEnum for #this #clause {
            fn tag(&self) -> ::core::primitive::u32 {
                match self { #(#to_tags)* }
            }

            fn from_tag(__tag: ::core::primitive::u32) -> ::core::option::Option<Self> {
                ::core::option::Option::Some(match __tag {
                    #(#from_tags)*
                    _ => return ::core::option::Option::None,
                })
            }
        }
    }
}
