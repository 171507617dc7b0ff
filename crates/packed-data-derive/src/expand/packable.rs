//! The implementations of `Named` and `Packable`: the description of the type, and the function that writes a value.

use proc_macro2::{Ident, TokenStream};
use quote::{quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse_quote;

use super::{Context, derived, own_pattern, path, zerocopy};
use crate::model::{Constructor, Field, Kind, Presence, Veil};

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    if context.model.kind == Kind::Transparent { transparent(context) } else { described(context) }
}

/// Returns the implementations for a type that has a shape of its own.
fn described(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let names = names_constant(context);
    let generics = context.generics(&[], &[]);
    let (parameters, _, clause) = generics.split_for_impl();
    let (own_parameters, _, own_clause) = model.generics.split_for_impl();
    let named = if model.validate.is_some() { quote!(#krate::__private::shape::Validated<Self>) } else { quote!(Self) };
    let former = former_names(context).map(|names| {
        quote!(
            const FORMER_NAMES: &'static [#krate::__private::FormerName] = &[#(#names),*];
        )
    });
    let shape = match model.kind {
        Kind::Enum => {
            let variants = context.variants();
            quote!(#krate::__private::shape::Enum<#named, #variants>)
        }
        Kind::Struct | Kind::Transparent => {
            let list = model.constructors.iter().map(|one| context.list(one));
            quote!(#krate::__private::shape::Struct<#named, #(#list)*>)
        }
    };
    let (write, write_all) = (write(context), zerocopy::write_all(context));
    let (derived, veiled, defaults) = (derived(), veiled_fields(context), defaults(context));
    let has_other = model.has_other.then(|| {
        quote!(
            const HAS_OTHER: ::core::primitive::bool = true;
        )
    });
    quote! {
        #derived
        impl #own_parameters #krate::__private::shape::Named for #this #own_clause {
            const NAMES: &'static #krate::error::Names = &#names;
            #former
            #has_other
        }

        #derived
        impl #parameters #krate::Packable for #this #clause {
            type As = Self;
            type Shape = #shape;
            type View<'__packed, __L: #krate::Access> = #krate::View<'__packed, Self, __L>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'__packed, __L: #krate::Access>(
                __view: #krate::View<'__packed, Self, __L>,
            ) -> <Self as #krate::Packable>::View<'__packed, __L> {
                __view
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'__value, '__id, __L: #krate::Layout>(
                __value: &'__value Self,
                __needs: #krate::Needs<'__id, Self, __L>,
            ) -> #krate::build::Written<'__value, '__id> {
                #write
            }

            #write_all
        }

        #veiled

        #defaults
    }
}

/// Returns the former names of constructors and fields, if there are any.
fn former_names(context: &Context<'_, '_>) -> Option<Vec<TokenStream>> {
    let krate = context.krate;
    let mut names = Vec::new();
    for (tag, constructor) in (0_u32..).zip(&context.model.constructors) {
        let mut push = |field: TokenStream, name: &str| {
            names.push(quote!(#krate::__private::FormerName { constructor: #tag, field: #field, name: #name }));
        };
        if let Some(name) = &constructor.was {
            push(quote!(::core::option::Option::None), name);
        }
        for (index, field) in (0_u32..).zip(&constructor.fields) {
            if let Some(name) = &field.was {
                push(quote!(::core::option::Option::Some(#index)), name);
            }
        }
    }
    (!names.is_empty()).then_some(names)
}

/// Returns the implementations that call the functions which state what absent fields are.
fn defaults(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let constructors = model.constructors.iter().enumerate();
    let fields = constructors.flat_map(|(number, one)| one.fields.iter().enumerate().map(move |field| (number, field)));
    let implementations = fields.filter_map(|(number, (place, field))| {
        let Presence::Defaulted(Some(path)) = &field.presence else { return None };
        let (ty, derived, generics) = (context.field(field), derived(), context.generics(&[], &[]));
        let (constructor, index) = (context.index(number), context.index(place));
        let (parameters, _, clause) = generics.split_for_impl();
        let value = if field.adapted.is_some() { quote!(<#ty>::new(#path())) } else { quote!(#path()) };
        Some(quote_spanned! {field.span()=>
            #derived
            impl #parameters #krate::__private::shape::FieldDefault<#constructor, #index, #ty> for #this #clause {
                fn field_default() -> #ty {
                    #value
                }
            }
        })
    });
    quote!(#(#implementations)*)
}

/// Returns the implementations that state the types of the fields which the description does not name.
fn veiled_fields(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let fields = model.constructors.iter().flat_map(|one| one.fields.iter().enumerate());
    let implementations = fields.filter(|(_, field)| field.is_veiled).map(|(place, field)| {
        let (ty, index, derived) = (context.field(field), context.index(place), derived());
        let mut generics = context.generics(&[], &[quote!(__T: #krate::Packable)]);
        let is = parse_quote!(#ty: #krate::__private::veil::Is<Itself = __T>);
        generics.make_where_clause().predicates.push(is);
        let (parameters, _, clause) = generics.split_for_impl();
        quote_spanned! {field.span()=>
            #derived
            impl #parameters #krate::__private::shape::VeiledField<#index> for #this #clause {
                type Type = __T;
            }
        }
    });
    quote!(#(#implementations)*)
}

/// Returns the implementation for a transparent type: each item is that of its only field.
fn transparent(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let (derived, generics) = (derived(), context.generics(&[], &[]));
    let (parameters, _, clause) = generics.split_for_impl();
    let write_all = zerocopy::write_all(context);
    let implementations = model.constructors.iter().flat_map(|one| one.fields.iter().map(move |field| (one, field)));
    let implementations = implementations.map(|(constructor, field)| {
        let (ty, value) = (field.ty, field.to_packed(&field.binding));
        let pattern = own_pattern(&quote!(Self), constructor);
        let veiled = quote!(#krate::__private::veil::Transparent);
        let (veil, ty, write, generics) = if model.veil == Veil::Needless {
            let write = quote! {
                let #pattern = __value;
                <#ty as #krate::Packable>::write(#value, __needs)
            };
            (None, quote!(#ty), write, generics.clone())
        } else {
            let marker = super::veil::marker("Transparent");
            let veil = quote! {
                #derived
                impl #parameters #veiled<#marker> for #this #clause {
                    type Field = #ty;

                    #[cfg_attr(not(debug_assertions), inline(always))]
                    fn write<'__value, '__id, __L: #krate::Layout>(
                        __value: &'__value Self,
                        __needs: #krate::Needs<'__id, <#ty as #krate::Packable>::As, __L>,
                    ) -> #krate::build::Written<'__value, '__id> {
                        let #pattern = __value;
                        <#ty as #krate::Packable>::write(#value, __needs)
                    }
                }
            };
            let ty = quote!(<Self as #veiled<__M>>::Field);
            let write = quote!(<Self as #veiled<__M>>::write(__value, __needs));
            (Some(veil), ty, write, super::veil::unveiled(krate, generics.clone(), &marker, &quote!(#veiled<__M>)))
        };
        let (parameters, _, clause) = generics.split_for_impl();
        quote! {
            #veil

            #derived
            impl #parameters #krate::Packable for #this #clause {
                type As = <#ty as #krate::Packable>::As;
                type Shape = <#ty as #krate::Packable>::Shape;
                type View<'__packed, __L: #krate::Access> = <#ty as #krate::Packable>::View<'__packed, __L>;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn view<'__packed, __L: #krate::Access>(
                    __view: #krate::View<'__packed, <Self as #krate::Packable>::As, __L>,
                ) -> <Self as #krate::Packable>::View<'__packed, __L> {
                    <#ty as #krate::Packable>::view(__view)
                }

                fn packed_schema() -> &'static #krate::__private::Schema {
                    <#ty as #krate::Packable>::packed_schema()
                }

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn write<'__value, '__id, __L: #krate::Layout>(
                    __value: &'__value Self,
                    __needs: #krate::Needs<'__id, <Self as #krate::Packable>::As, __L>,
                ) -> #krate::build::Written<'__value, '__id> {
                    #write
                }

                #write_all
            }
        }
    });
    quote!(#(#implementations)*)
}

/// Returns the names of the type, its constructors and their fields.
fn names_constant(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let name = model.ident.unraw().to_string();
    let constructors = model.constructors.iter().map(|constructor| {
        let name = if model.kind == Kind::Enum { constructor.ident.unraw().to_string() } else { String::new() };
        let fields = constructor
            .fields
            .iter()
            .enumerate()
            .map(|(index, field)| field.ident.map_or_else(|| index.to_string(), |ident| ident.unraw().to_string()));
        quote!(#krate::error::Constructor { name: #name, fields: &[#(#fields),*] })
    });
    quote!(#krate::error::Names { name: #name, constructors: &[#(#constructors),*] })
}

/// Returns the body of `write`: it writes a value, except for the last field, which the caller may write in a loop.
fn write(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let variants = context.variants();
    let arms = model.constructors.iter().enumerate().map(|(index, constructor)| {
        let pattern = own_pattern(&path(model, constructor), constructor);
        let index = context.index(index);
        let put = put_fields(constructor);
        match (model.kind, constructor.fields.is_empty()) {
            (Kind::Enum, true) => quote!(#pattern => #krate::Needs::put_unit::<#index, _, #variants>(__needs),),
            (Kind::Enum, false) => {
                let start = quote!(#krate::Needs::variant::<#index, _, #variants>(__needs));
                quote!(#pattern => #krate::__apart!(__needs => #start #put),)
            }
            (Kind::Struct | Kind::Transparent, true) => {
                let filled = quote!(#krate::Needs::fields(__needs) #put);
                let written = quote!(#krate::build::Written<'_, '_>);
                quote!(#pattern => <#written as ::core::convert::From<#krate::Filled<'_>>>::from(#filled),)
            }
            (Kind::Struct | Kind::Transparent, false) => quote!(#pattern => #krate::Needs::fields(__needs) #put,),
        }
    });
    if model.constructors.is_empty() { quote!(match *__value {}) } else { quote!(match __value { #(#arms)* }) }
}

/// Returns the calls that put all fields; the last field is put in the caller's loop.
fn put_fields(constructor: &Constructor<'_>) -> TokenStream {
    let put = |method: &str, field: &Field<'_>| {
        let (method, value) = (Ident::new(method, field.span()), field.to_packed(&field.binding));
        quote_spanned!(field.span()=> .#method(#value))
    };
    match constructor.fields.split_last() {
        Some((last, others)) => {
            let others = others.iter().map(|field| put("put_as", field));
            let last = put("put_last", last);
            quote!(#(#others)* #last)
        }
        None => quote!(.done()),
    }
}
