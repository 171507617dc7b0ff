//! The implementations for a type whose values are packed as another type, by an adapter: those of `With`.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{WherePredicate, parse_quote};

use super::{Context, derived};
use crate::model::Adapter;

pub(super) fn expand(context: &Context<'_, '_>, adapter: &Adapter) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let derived = derived();
    let with = quote!(#krate::with::With);
    let bounds = |generics: &mut syn::Generics, others: Vec<WherePredicate>| {
        let own = model.generics.where_clause.iter().flat_map(|clause| clause.predicates.iter().cloned());
        let predicates = &mut generics.make_where_clause().predicates;
        *predicates = own.chain(model.bound.iter().flatten().cloned()).chain(others).collect();
    };
    let mut own = context.generics(&[], &[]);
    bounds(&mut own, Vec::new());
    let (own_parameters, _, own_clause) = own.split_for_impl();
    // (An adapter of the type's own, and not `Converted`: a conversion that is missing is one error, at its type.)
    let (conversion, adapter) = match adapter {
        Adapter::Named(adapter) => (None, adapter.to_token_stream()),
        Adapter::Converted(ty) => {
            let span = ty.span().resolved_at(Span::call_site());
            let conversion = quote_spanned! {span=>
                #derived
                impl #own_parameters #krate::with::PackWith<#this> for __Converted #own_clause {
                    const NAME: &'static ::core::primitive::str = "";
                    type As = <#ty as #krate::Packable>::As;
                    type Value<'__value> = #ty;

                    fn pack(__value: &#this) -> ::core::result::Result<#ty, &'static ::core::primitive::str> {
                        let __value = <#this as ::core::clone::Clone>::clone(__value);
                        ::core::result::Result::Ok(<#this as ::core::convert::Into<#ty>>::into(__value))
                    }

                    fn unpack(__value: #ty) -> ::core::result::Result<#this, &'static ::core::primitive::str> {
                        match <#this as ::core::convert::TryFrom<#ty>>::try_from(__value) {
                            ::core::result::Result::Ok(__value) => ::core::result::Result::Ok(__value),
                            ::core::result::Result::Err(__error) => {
                                // (Which of these is used depends on the type of the error.)
                                #[allow(unused_imports)]
                                use #krate::__private::{Stated as _, Unstated as _};
                                ::core::result::Result::Err(#krate::__private::NotConverted(__error).__refusal())
                            }
                        }
                    }
                }
            };
            (Some(conversion), quote!(__Converted))
        }
    };
    // (The adapter is a parameter, because it may be less visible than the type: see `veil.rs`.)
    let mut generics = context.generics(&[], &[quote!(__C)]);
    let is = parse_quote!(#adapter: #krate::__private::veil::Is<Itself = __C>);
    bounds(&mut generics, vec![is, parse_quote!(__C: #krate::with::PackWith<#this>)]);
    let (parameters, _, clause) = generics.split_for_impl();
    let mut unpacked = context.generics(&[quote!('__de)], &[]);
    bounds(&mut unpacked, model.unpack_bound.iter().flatten().cloned().collect());
    let (unpack_parameters, _, unpack_clause) = unpacked.split_for_impl();
    let unpack = (!model.pack_only).then(|| {
        quote! {
            #derived
            impl #unpack_parameters #krate::Unpack<'__de> for #this #unpack_clause {
                fn unpack<'__id, __L: #krate::Layout>(
                    __cursor: #krate::Cursor<'__de, '__id, <Self as #krate::Packable>::As, __L>,
                    __levels: #krate::Levels,
                ) -> ::core::result::Result<#krate::Done<'__id, Self, __L>, #krate::TooDeep> {
                    match <#with<Self, #adapter> as #krate::Unpack<'__de>>::unpack(__cursor, __levels) {
                        ::core::result::Result::Ok(__done) => ::core::result::Result::Ok(__done.map(#with::into_inner)),
                        ::core::result::Result::Err(__error) => ::core::result::Result::Err(__error),
                    }
                }
            }
        }
    });
    quote! {
        #conversion

        #derived
        impl #parameters #krate::Packable for #this #clause {
            type As = #with<Self, __C>;
            type Shape = <#with<Self, __C> as #krate::Packable>::Shape;
            type View<'__packed, __L: #krate::Access> = #krate::with::WithView<'__packed, Self, __C, __L>;

            fn view<'__packed, __L: #krate::Access>(
                __view: #krate::View<'__packed, #with<Self, __C>, __L>,
            ) -> #krate::with::WithView<'__packed, Self, __C, __L> {
                <#with<Self, __C> as #krate::Packable>::view(__view)
            }

            fn write<'__value, '__id, __L: #krate::Layout>(
                __value: &'__value Self,
                __needs: #krate::Needs<'__id, #with<Self, __C>, __L>,
            ) -> #krate::build::Written<'__value, '__id> {
                <#with<Self, __C> as #krate::Packable>::write(#with::from_ref(__value), __needs)
            }
        }

        #unpack

        #derived
        impl #own_parameters #krate::view::Lookup<#with<#this, #adapter>> for #this #own_clause {
            fn write_key<'__id, __L: #krate::Layout>(
                &self,
                __needs: #krate::Needs<'__id, #with<#this, #adapter>, __L>,
            ) -> #krate::Filled<'__id> {
                #krate::Needs::put_as(__needs, self)
            }
        }
    }
}
