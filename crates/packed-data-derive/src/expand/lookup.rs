//! The implementation of `Lookup`: values of the type are sought in maps, and compared with views.

use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::{Context, derived, own_pattern};
use crate::model::Kind;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    if context.model.kind == Kind::Transparent { transparent(context) } else { described(context) }
}

/// Returns the implementation for a type that has a shape of its own. A value is packed once, and then compared by the
/// shape, so no code is emitted that compares fields.
fn described(context: &Context<'_, '_>) -> TokenStream {
    let Context { krate, this, .. } = context;
    let (derived, generics) = (derived(), context.generics(&[], &[]));
    let (parameters, _, clause) = generics.split_for_impl();
    quote! {
        #derived
        impl #parameters #krate::view::Lookup<Self> for #this #clause {
            fn write_key<'__id, __L: #krate::Layout>(
                &self,
                __needs: #krate::Needs<'__id, Self, __L>,
            ) -> #krate::Filled<'__id> {
                __needs.put_as(self)
            }
        }
    }
}

/// Returns the implementation for a transparent type: it is sought wherever its only field is.
fn transparent(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let fields = model.constructors.iter().flat_map(|one| one.fields.iter().map(move |field| (one, field)));
    let implementations = fields.map(|(constructor, field)| {
        let (ty, value) = (field.ty, field.to_packed(&field.binding));
        let (derived, pattern) = (derived(), own_pattern(&quote!(Self), constructor));
        let mut generics = context.generics(&[], &[quote!(__A: #krate::Packable<As = __A> + ?::core::marker::Sized)]);
        generics.make_where_clause().predicates.push(parse_quote!(#ty: #krate::view::Lookup<__A>));
        let (parameters, _, clause) = generics.split_for_impl();
        quote! {
            #derived
            impl #parameters #krate::view::Lookup<__A> for #this #clause {
                const IN_MEMORY: ::core::primitive::bool = <#ty as #krate::view::Lookup<__A>>::IN_MEMORY;

                fn write_key<'__id, __L: #krate::Layout>(
                    &self,
                    __needs: #krate::Needs<'__id, __A, __L>,
                ) -> #krate::Filled<'__id> {
                    let #pattern = self;
                    <#ty as #krate::view::Lookup<__A>>::write_key(#value, __needs)
                }

                #[inline]
                fn compare<__L: #krate::Layout>(
                    &self,
                    __packed: #krate::View<'_, __A, __L>,
                ) -> ::core::cmp::Ordering {
                    let #pattern = self;
                    <#ty as #krate::view::Lookup<__A>>::compare(#value, __packed)
                }
            }
        }
    });
    quote!(#(#implementations)*)
}
