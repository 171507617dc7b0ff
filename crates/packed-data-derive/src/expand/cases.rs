//! The enums that `cursor.case()` and `cursor.transform(needs)` return.

use proc_macro2::TokenStream;
use quote::quote;

use super::{Context, derived};
use crate::model::Kind;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    if context.model.kind != Kind::Enum {
        return TokenStream::new();
    }
    let case_enum = case_enum(context);
    let transform_enum = transform_enum(context);
    let implementations = implementations(context);
    quote!(#case_enum #transform_enum #implementations)
}

/// Returns the variant of a generated enum for a type without constructors. Its only purpose is to use the parameters.
fn never(context: &Context<'_, '_>, used: &TokenStream) -> Option<TokenStream> {
    context.model.constructors.is_empty().then(|| {
        quote! {
            #[doc(hidden)]
            __Never(::core::convert::Infallible, ::core::marker::PhantomData<#used>),
        }
    })
}

fn case_enum(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (vis, name) = (&model.vis, &model.names.case);
    let generics = context.generics(&[quote!('__packed), quote!('__id)], &[quote!(__L: #krate::Access)]);
    let (_, _, clause) = generics.split_for_impl();
    let variants = model.constructors.iter().map(|constructor| {
        let (ident, list) = (constructor.ident, context.list(constructor));
        let fields = context.using(quote!(#krate::cursor::Fields<'__packed, '__id, #list, __L>));
        quote!(#ident(#fields),)
    });
    let never = never(context, &quote!(#krate::cursor::Fields<'__packed, '__id, (), __L>));
    let doc = format!("The constructors of a packed [`{}`] with their fields, for a cursor.", model.ident);
    let attributes = context.attributes(&doc);
    quote! {
        #attributes
        #vis enum #name #generics #clause {
            #(#variants)*
            #never
        }
    }
}

fn transform_enum(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (vis, name) = (&model.vis, &model.names.transform);
    let lifetimes = [quote!('__packed), quote!('__id), quote!('__new)];
    let generics = context.generics(&lifetimes, &[quote!(__L: #krate::Layout)]);
    let (_, _, clause) = generics.split_for_impl();
    let variants = model.constructors.iter().map(|constructor| {
        let (ident, list) = (constructor.ident, context.list(constructor));
        let fields = context.using(quote!(#krate::transform::Transform<'__packed, '__id, '__new, #list, __L>));
        quote!(#ident(#fields),)
    });
    let never = never(context, &quote!(#krate::transform::Transform<'__packed, '__id, '__new, (), __L>));
    let doc = format!("The constructors of a packed [`{}`] with their fields, for a transformation.", model.ident);
    let attributes = context.attributes(&doc);
    quote! {
        #attributes
        #vis enum #name #generics #clause {
            #(#variants)*
            #never
        }
    }
}

/// Returns the implementations of `Match` and `Transformable`. Each is a `match` on the tag, which becomes a jump
/// table.
fn implementations(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let generics = context.generics(&[], &[]);
    let (parameters, _, clause) = generics.split_for_impl();
    let (case, transform) = (&model.names.case, &model.names.transform);
    let case_generics = context.generics(&[quote!('__packed), quote!('__id)], &[quote!(__L)]);
    let (_, case_arguments, _) = case_generics.split_for_impl();
    let transform_generics = context.generics(&[quote!('__packed), quote!('__id), quote!('__new)], &[quote!(__L)]);
    let (_, transform_arguments, _) = transform_generics.split_for_impl();
    let variants = context.variants();
    let case_arms = model.constructors.iter().enumerate().map(|(number, constructor)| {
        let (tag, ident, index) = (number as u32, constructor.ident, context.index(number));
        quote!(#tag => #case::#ident(__branch.fields::<#index>()),)
    });
    let transform_arms = model.constructors.iter().enumerate().map(|(number, constructor)| {
        let (tag, ident, index) = (number as u32, constructor.ident, context.index(number));
        quote! {
            #tag => #transform::#ident(#krate::transform::Transform::new(
                __branch.fields::<#index>(),
                __needs.variant::<#index, _, #variants>(),
            )),
        }
    });
    let (view_case, view_body) = super::view::case(context);
    let derived = derived();
    quote! {
        #derived
        impl #parameters #krate::cursor::Match for #this #clause {
            type Variants = #variants;
            type Case<'__packed, '__id, __L: #krate::Access> = #case #case_arguments;
            type ViewCase<'__packed, __L: #krate::layout::AnyAccess> = #view_case;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn case<'__packed, '__id, __L: #krate::Access>(
                __branch: #krate::__private::Branch<'__packed, '__id, <Self as #krate::cursor::Match>::Variants, __L>,
            ) -> <Self as #krate::cursor::Match>::Case<'__packed, '__id, __L> {
                match #krate::__private::Branch::tag(&__branch) {
                    #(#case_arms)*
                    _ => __branch.no_such_constructor(),
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view_case<'__packed, __L: #krate::layout::AnyAccess>(
                __branch: #krate::__private::Branch<'__packed, '_, <Self as #krate::cursor::Match>::Variants, __L>,
            ) -> ::core::result::Result<
                <Self as #krate::cursor::Match>::ViewCase<'__packed, __L>,
                <__L as #krate::layout::AnyAccess>::Error,
            > {
                #view_body
            }
        }

        #derived
        impl #parameters #krate::transform::Transformable for #this #clause {
            type Cases<'__packed, '__id, '__new, __L: #krate::Layout> = #transform #transform_arguments;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn begin<'__packed, '__id, '__new, __L: #krate::Layout>(
                __branch: #krate::__private::Branch<'__packed, '__id, <Self as #krate::cursor::Match>::Variants, __L>,
                __needs: #krate::Needs<'__new, Self, __L>,
            ) -> <Self as #krate::transform::Transformable>::Cases<'__packed, '__id, '__new, __L> {
                match #krate::__private::Branch::tag(&__branch) {
                    #(#transform_arms)*
                    _ => __branch.no_such_constructor(),
                }
            }
        }
    }
}
