//! The enum that `view.case()` returns, and the struct that `view.fields()` returns.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};

use super::{Context, debug, derived, fields_in_variables};
use crate::model::{Constructor, Kind, Presence, Style};

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    match context.model.kind {
        Kind::Enum => view_enum(context),
        Kind::Struct if context.has_fields() => {
            let (item, record, debug) = (view_struct(context), record(context), debug::expand(context));
            let copy = copy(context);
            quote!(#item #record #debug #copy)
        }
        Kind::Struct | Kind::Transparent => TokenStream::new(),
    }
}

/// Returns the generic arguments of the view: none, if no constructor has fields.
fn arguments(context: &Context<'_, '_>) -> TokenStream {
    let generics = context.generics(&[quote!('__packed)], &[quote!(__L)]);
    let (_, arguments, _) = generics.split_for_impl();
    if context.has_fields() { quote!(#arguments) } else { TokenStream::new() }
}

/// Returns the result type and the body of `Match::view_case`.
pub(crate) fn case(context: &Context<'_, '_>) -> (TokenStream, TokenStream) {
    let Context { model, krate, .. } = context;
    let (name, arguments) = (&model.names.view, arguments(context));
    let arms = model.constructors.iter().enumerate().map(|(number, constructor)| {
        let (tag, ident, index) = (number as u32, constructor.ident, context.index(number));
        let value = fields_in_variables(&quote!(#name::#ident), constructor);
        let views = views(constructor);
        let parts = if constructor.fields.is_empty() {
            TokenStream::new()
        } else {
            or_return(&quote!(__parts), &quote!(__branch.parts::<#index>()))
        };
        quote!(#tag => { #parts #views ::core::result::Result::Ok(#value) })
    });
    let body = quote! {
        match #krate::__private::Branch::tag(&__branch) {
            #(#arms)*
            _ => __branch.no_such_constructor(),
        }
    };
    (quote!(#name #arguments), body)
}

/// Returns the code that reads the view of each field in turn.
fn views(constructor: &Constructor<'_>) -> TokenStream {
    let Some((last, others)) = constructor.fields.split_last() else { return TokenStream::new() };
    let others = others.iter().map(|field| {
        let binding = &field.binding;
        or_return(&quote!((#binding, __parts)), &quote_spanned!(field.span()=> __parts.next()))
    });
    let (last, span) = (&last.binding, last.span());
    let last = or_return(&quote!(#last), &quote_spanned!(span=> __parts.last()));
    quote!(#(#others)* #last)
}

/// Returns the code that binds what `step` returns, or returns its error. (Without `?`, which is two more functions in
/// an unoptimised build.)
fn or_return(binding: &TokenStream, step: &TokenStream) -> TokenStream {
    quote! {
        let #binding = match #step {
            ::core::result::Result::Ok(__ok) => __ok,
            ::core::result::Result::Err(__error) => return ::core::result::Result::Err(__error),
        };
    }
}

/// Returns the declaration of a constructor's fields in the view, each with the type of its view.
fn fields(context: &Context<'_, '_>, constructor: &Constructor<'_>, is_struct: bool) -> TokenStream {
    let krate = context.krate;
    let fields = constructor.fields.iter().map(|field| {
        let (ty, vis) = (context.if_all(field), is_struct.then_some(field.vis));
        let name = field.ident.map(|ident| quote!(#ident:));
        let view = quote_spanned!(field.span()=> <__L as #krate::layout::AnyAccess>::Part<'__packed, #ty>);
        let view = match field.presence {
            Presence::Defaulted(_) => quote!(::core::option::Option<#view>),
            Presence::Always | Presence::Tagged(_) => view,
        };
        let view = context.using(view);
        quote!(#vis #name #view)
    });
    match constructor.style {
        Style::Named => quote!({ #(#fields),* }),
        Style::Tuple => quote!((#(#fields),*)),
        Style::Unit => TokenStream::new(),
    }
}

fn view_enum(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (vis, name) = (&model.vis, &model.names.view);
    let variants = model.constructors.iter().map(|constructor| {
        let (ident, fields) = (constructor.ident, fields(context, constructor, false));
        quote!(#ident #fields)
    });
    let doc = format!("The constructors of a packed [`{}`] with the views of their fields.", model.ident);
    let attributes = context.attributes(&doc);
    if !context.has_fields() {
        return quote! {
            #attributes
            #[derive(::core::clone::Clone, ::core::marker::Copy, ::core::fmt::Debug)]
            #[derive(::core::cmp::PartialEq, ::core::cmp::Eq)]
            #vis enum #name { #(#variants),* }
        };
    }
    let generics = context.generics(&[quote!('__packed)], &[quote!(__L: #krate::layout::AnyAccess)]);
    let (_, _, clause) = generics.split_for_impl();
    let (debug, copy) = (debug::expand(context), copy(context));
    quote! {
        #attributes
        #vis enum #name #generics #clause { #(#variants),* }
        #debug
        #copy
    }
}

/// Returns the implementations of `Clone` and `Copy`, for views that only read.
fn copy(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (name, derived) = (&model.names.view, derived());
    let mut generics = context.generics(&[quote!('__packed)], &[quote!(__L: #krate::Layout)]);
    let fields = model.constructors.iter().flat_map(|constructor| &constructor.fields);
    let mut seen = std::collections::HashSet::new();
    let types = fields.map(|field| context.if_all(field)).filter(|ty| seen.insert(ty.to_string()));
    let copied = types.map(|ty| -> syn::WherePredicate {
        syn::parse_quote!(<__L as #krate::layout::AnyAccess>::Part<'__packed, #ty>: ::core::marker::Copy)
    });
    generics.make_where_clause().predicates.extend(copied);
    let (parameters, arguments, clause) = generics.split_for_impl();
    quote! {
        #derived
        impl #parameters ::core::clone::Clone for #name #arguments #clause {
            #[inline]
            fn clone(&self) -> Self {
                *self
            }
        }

        #derived
        impl #parameters ::core::marker::Copy for #name #arguments #clause {}
    }
}

fn view_struct(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (vis, name) = (&model.vis, &model.names.view);
    let generics = context.generics(&[quote!('__packed)], &[quote!(__L: #krate::layout::AnyAccess)]);
    let (_, _, clause) = generics.split_for_impl();
    let attributes = context.attributes(&format!("The views of the fields of a packed [`{}`].", model.ident));
    let items = model.constructors.iter().map(|constructor| {
        let fields = fields(context, constructor, true);
        match constructor.style {
            Style::Named => quote!(#vis struct #name #generics #clause #fields),
            Style::Tuple | Style::Unit => quote!(#vis struct #name #generics #fields #clause;),
        }
    });
    quote!(#attributes #(#items)*)
}

/// Returns the implementation of `Record`.
fn record(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let (name, arguments) = (&model.names.view, arguments(context));
    let generics = context.generics(&[], &[]);
    let (parameters, _, clause) = generics.split_for_impl();
    let derived = derived();
    let implementations = model.constructors.iter().map(|constructor| {
        let (list, views) = (context.list(constructor), views(constructor));
        let value = fields_in_variables(&quote!(#name), constructor);
        quote! {
            #derived
            impl #parameters #krate::view::Record for #this #clause {
                type FieldList = #list;
                type ViewFields<'__packed, __L: #krate::layout::AnyAccess> = #name #arguments;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn view_fields<'__packed, __L: #krate::layout::AnyAccess>(
                    __parts: #krate::__private::FieldViews<'__packed, <Self as #krate::view::Record>::FieldList, __L>,
                ) -> ::core::result::Result<
                    <Self as #krate::view::Record>::ViewFields<'__packed, __L>,
                    <__L as #krate::layout::AnyAccess>::Error,
                > {
                    #views
                    ::core::result::Result::Ok(#value)
                }
            }
        }
    });
    quote!(#(#implementations)*)
}
