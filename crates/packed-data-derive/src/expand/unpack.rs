//! The implementation of `Unpack`, which makes a value from packed bytes.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Generics, parse_quote};

use super::{Context, derived, own_value, path, zerocopy};
use crate::model::{Constructor, Kind, Presence};

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let generics = generics(context);
    let (parameters, _, clause) = generics.split_for_impl();
    let body = match model.kind {
        Kind::Transparent => transparent(context),
        Kind::Struct => {
            let fields = model.constructors.iter().map(|constructor| unpack_constructor(context, constructor));
            quote! {
                let __fields = __cursor.fields();
                #(#fields)*
            }
        }
        Kind::Enum if model.constructors.is_empty() => {
            let case = &model.names.case;
            quote!(match __cursor.case() { #case::__Never(__never, _) => match __never {} })
        }
        Kind::Enum => cases(context),
    };
    let (derived, flat, unpack_all) = (derived(), flat(context), zerocopy::unpack_all(context));
    let incoming = incoming(context);
    quote! {
        #derived
        impl #parameters #krate::Unpack<'__de> for #this #clause {
            #flat

            fn unpack<'__id, __L: #krate::Layout>(
                __cursor: #krate::Cursor<'__de, '__id, <Self as #krate::Packable>::As, __L>,
                __levels: #krate::Levels,
            ) -> ::core::result::Result<#krate::Done<'__id, Self, __L>, #krate::TooDeep> {
                #body
            }

            #incoming

            #unpack_all
        }
    }
}

/// Returns the generics of the implementation: the bytes outlive every lifetime of the type, and every parameter can be
/// unpacked.
fn generics(context: &Context<'_, '_>) -> Generics {
    let Context { model, krate, .. } = context;
    let outlived = model.generics.lifetimes().map(|param| &param.lifetime);
    let mut outlived = outlived.filter(|lifetime| model.mentions(&lifetime.ident)).peekable();
    let de = if outlived.peek().is_some() { quote!('__de: #(#outlived)+*) } else { quote!('__de) };
    let mut generics = context.generics(&[de], &[]);
    let clause = generics.make_where_clause();
    match (&model.unpack_bound, &model.bound) {
        (Some(bound), _) => {
            let renamed = bound.iter().map(|predicate| rename_lifetime(quote!(#predicate)));
            clause.predicates.extend(renamed.map(|predicate| -> syn::WherePredicate { parse_quote!(#predicate) }));
        }
        (None, Some(_)) => {}
        (None, None) => {
            let params = model.packed_params();
            let params = params.map(|ident| -> syn::WherePredicate { parse_quote!(#ident: #krate::Unpack<'__de>) });
            let projections = model.projections().into_iter();
            let projections = projections.map(|ty| -> syn::WherePredicate { parse_quote!(#ty: #krate::Unpack<'__de>) });
            let defaults = model.defaults();
            let defaults = defaults.map(|ty| -> syn::WherePredicate { parse_quote!(#ty: ::core::default::Default) });
            clause.predicates.extend(params.chain(projections).chain(defaults));
        }
    }
    generics
}

/// Replaces `'de`, the user's name for the lifetime of the bytes, by `'__de` in the tokens of a bound.
fn rename_lifetime(tokens: TokenStream) -> TokenStream {
    use proc_macro2::{Group, Ident, TokenTree};

    let mut after_quote = false;
    let rename = |tree: TokenTree| match tree {
        TokenTree::Group(group) => {
            let mut renamed = Group::new(group.delimiter(), rename_lifetime(group.stream()));
            renamed.set_span(group.span());
            TokenTree::Group(renamed)
        }
        TokenTree::Ident(ident) if std::mem::take(&mut after_quote) && ident == "de" => {
            TokenTree::Ident(Ident::new("__de", ident.span()))
        }
        TokenTree::Punct(punct) => {
            after_quote = punct.as_char() == '\'';
            TokenTree::Punct(punct)
        }
        tree => {
            after_quote = false;
            tree
        }
    };
    tokens.into_iter().map(rename).collect()
}

/// Returns the items for a type that may be flat: a struct without absent fields, or an enum without data.
fn flat(context: &Context<'_, '_>) -> Option<TokenStream> {
    let Context { model, krate, .. } = context;
    let fields = || model.constructors.iter().flat_map(|constructor| &constructor.fields);
    // (What borrows from the bytes is not flat.)
    let borrows = model.generics.lifetimes().next().is_some();
    if borrows || model.is_extensible {
        return None;
    }
    let body = match (model.kind, model.constructors.as_slice()) {
        (Kind::Transparent, [one]) => {
            let (field, value) = (one.fields.first()?, own_value(&quote!(Self), one));
            let (ty, binding, converted) = (context.field(field), &field.binding, field.unpacked_value());
            quote! {
                #krate::Done::map(<#ty as #krate::Unpack<'__de>>::unpack_flat(__cursor), |#binding| {
                    #converted
                    #value
                })
            }
        }
        (Kind::Struct, [one]) => {
            let value = own_value(&quote!(Self), one);
            let reads = one.fields.iter().map(|field| {
                let (ty, binding, converted) = (context.field(field), &field.binding, field.unpacked_value());
                quote_spanned! {field.span()=>
                    let (#binding, __fields) = __fields.unpack_flat::<#ty>();
                    #converted
                }
            });
            quote! {
                let __fields = __cursor.fields();
                #(#reads)*
                __fields.done(#value)
            }
        }
        (Kind::Enum, [_, ..]) if fields().next().is_none() => {
            let case = &model.names.case;
            let arms = model.constructors.iter().map(|constructor| {
                let (ident, value) = (constructor.ident, own_value(&path(model, constructor), constructor));
                quote!(#case::#ident(__fields) => __fields.done(#value),)
            });
            quote!(match __cursor.case() { #(#arms)* })
        }
        _ => return None,
    };
    let types = fields().map(|field| context.field(field));
    Some(quote! {
        const IS_FLAT: ::core::primitive::bool = true #(&& <#types as #krate::Unpack<'__de>>::IS_FLAT)*;

        #[inline]
        fn unpack_flat<'__id, __L: #krate::Layout>(
            __cursor: #krate::Cursor<'__de, '__id, <Self as #krate::Packable>::As, __L>,
        ) -> #krate::Done<'__id, Self, __L> {
            #body
        }
    })
}

fn transparent(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let fields = model.constructors.iter().flat_map(|one| one.fields.iter().map(move |field| (one, field)));
    let bodies = fields.map(|(constructor, field)| {
        let (ty, binding) = (context.field(field), &field.binding);
        let value = own_value(&quote!(Self), constructor);
        let value = match field.unpacked_value() {
            Some(converted) => quote!({ #converted #value }),
            None => value,
        };
        quote! {
            let __done = <#ty as #krate::Unpack<'__de>>::unpack(__cursor, __levels)?;
            ::core::result::Result::Ok(__done.map(|#binding| #value))
        }
    });
    quote!(#(#bodies)*)
}

fn cases(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let case = &model.names.case;
    let arms = model.constructors.iter().map(|constructor| {
        let ident = constructor.ident;
        if constructor.fields.is_empty() {
            let value = own_value(&path(model, constructor), constructor);
            return quote!(#case::#ident(__fields) => #krate::__private::unit(__fields, #value),);
        }
        let body = unpack_constructor(context, constructor);
        quote!(#case::#ident(__fields) => #krate::__apart!(__fields => { #body }),)
    });
    quote!(match __cursor.case() { #(#arms)* })
}

/// Returns the code that reads the fields of a constructor and makes the value.
fn unpack_constructor(context: &Context<'_, '_>, constructor: &Constructor<'_>) -> TokenStream {
    let value = own_value(&path(context.model, constructor), constructor);
    let reads = constructor.fields.iter().map(|field| {
        let (ty, binding, converted) = (context.field(field), &field.binding, field.unpacked_value());
        // `?` is not used: without optimisation, its copies take more stack.
        quote_spanned! {field.span()=>
            let (#binding, __fields) = match __fields.unpack::<#ty>(__levels) {
                ::core::result::Result::Ok(__read) => __read,
                ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
            };
            #converted
        }
    });
    quote! {
        #(#reads)*
        ::core::result::Result::Ok(__fields.done(#value))
    }
}

/// Returns the function that makes a value of bytes while they are checked, part by part: for a type without a
/// condition, all of whose fields are always present.
fn incoming(context: &Context<'_, '_>) -> Option<TokenStream> {
    let Context { model, krate, .. } = context;
    let mut fields = model.constructors.iter().flat_map(|constructor| &constructor.fields).peekable();
    // (Enums without data are checked whole.)
    fields.peek()?;
    if model.validate.is_some()
        || model.is_extensible
        || fields.any(|field| !matches!(field.presence, Presence::Always))
    {
        return None;
    }
    let body = match model.kind {
        Kind::Transparent => {
            let one = model.constructors.first()?;
            let (field, value) = (one.fields.first()?, own_value(&quote!(Self), one));
            let (ty, binding, converted) = (context.field(field), &field.binding, field.unpacked_value());
            quote! {
                match <#ty as #krate::Unpack<'__de>>::unpack_incoming(__incoming, __levels) {
                    ::core::result::Result::Ok(#binding) => {
                        #converted
                        ::core::result::Result::Ok(#value)
                    }
                    ::core::result::Result::Err(__failed) => ::core::result::Result::Err(__failed),
                }
            }
        }
        Kind::Struct => {
            let made = incoming_constructor(context, model.constructors.first()?);
            taken_apart(context, &made)
        }
        Kind::Enum => {
            let last = model.constructors.len() - 1;
            let arms = model.constructors.iter().enumerate().map(|(tag, constructor)| {
                let made = incoming_constructor(context, constructor);
                let tag = u32::try_from(tag).unwrap_or(u32::MAX);
                // (The tag is one of these.)
                let pattern = if tag as usize == last { quote!(_) } else { quote!(#tag) };
                if constructor.fields.is_empty() {
                    return quote!(#pattern => { #made });
                }
                quote!(#pattern => #krate::__apart!(__incoming => { let mut __incoming = __incoming; #made }),)
            });
            let made = quote! {
                match #krate::__private::Incoming::tag::<<Self as #krate::Packable>::As>(&mut __incoming) {
                    ::core::result::Result::Ok(__tag) => match __tag { #(#arms)* },
                    ::core::result::Result::Err(__failed) => ::core::result::Result::Err(__failed),
                }
            };
            taken_apart(context, &made)
        }
    };
    Some(quote! {
        #[inline]
        fn unpack_incoming<__L: #krate::Layout>(
            __incoming: #krate::__private::Incoming<'_, '_, '__de, __L>,
            __levels: #krate::Levels,
        ) -> ::core::result::Result<Self, #krate::__private::Failed> {
            #body
        }
    })
}

/// Returns the code that makes a value whole, or by `made` if it is taken apart.
fn taken_apart(context: &Context<'_, '_>, made: &TokenStream) -> TokenStream {
    let krate = context.krate;
    quote! {
        if const { !#krate::__private::is_taken_apart::<Self, __L>() } {
            return #krate::__private::Incoming::whole(__incoming, __levels);
        }
        let mut __incoming = __incoming;
        #made
    }
}

/// Returns the code that makes the fields of a constructor one by one, and then the value.
fn incoming_constructor(context: &Context<'_, '_>, constructor: &Constructor<'_>) -> TokenStream {
    let krate = context.krate;
    let value = own_value(&path(context.model, constructor), constructor);
    let makes = constructor.fields.iter().map(|field| {
        let (ty, binding, converted) = (context.field(field), &field.binding, field.unpacked_value());
        quote_spanned! {field.span()=>
            let #binding = match #krate::__private::Incoming::field::<#ty>(&mut __incoming, __levels) {
                ::core::result::Result::Ok(__made) => __made,
                ::core::result::Result::Err(__failed) => return ::core::result::Result::Err(__failed),
            };
            #converted
        }
    });
    quote! {
        #(#makes)*
        ::core::result::Result::Ok(#value)
    }
}
