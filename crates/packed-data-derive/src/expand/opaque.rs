//! How the folds and visits of another type treat a field of this type, if this type is generic. An example is
//! a field `Spanned<Expr>` in `Expr`. They do not look into it: a fold receives its view, a visit skips it.

use proc_macro2::TokenStream;
use quote::quote;
use syn::{GenericParam, Generics, parse_quote};

use super::{Context, derived};

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    // A marker in place of a parameter does not satisfy the user's bounds.
    let is_bounded = model.generics.type_params().any(|param| !param.bounds.is_empty())
        || model.generics.where_clause.is_some()
        || model.bound.is_some();
    if model.generics.type_params().next().is_none() || is_bounded {
        return TokenStream::new();
    }
    let field = field(context);
    let parameters =
        [quote!(__L: #krate::Access), quote!(__R: ?::core::marker::Sized), quote!(__F: ?::core::marker::Sized)];
    let node = |types: &[TokenStream]| {
        with_predicates(context, &[quote!('__packed)], types, &quote!(#krate::Packable<As = #field>))
    };
    let nodes = node_fields(
        context,
        &field,
        [node(&parameters[..2]), node(&parameters), node(&[parameters[0].clone(), quote!(__R)])],
    );
    let marked = with_predicates(context, &[], &[], &quote!(#krate::Packable));
    let canonical = quote!(#krate::Packable<As = #field>);
    let access = quote!(__L: #krate::Access);
    let fold = with_predicates(
        context,
        &[quote!('__packed)],
        &[access.clone(), quote!(__F: ?::core::marker::Sized)],
        &canonical,
    );
    let visitor = quote!(__V: ?::core::marker::Sized);
    let visited = quote!(__T: #krate::fold::Visitable<'__packed, __L, __V>);
    let visit = with_predicates(context, &[quote!('__packed)], &[access, visitor, visited], &canonical);
    let (marked_parameters, _, marked_clause) = marked.split_for_impl();
    let (fold_parameters, _, fold_clause) = fold.split_for_impl();
    let (visit_parameters, _, visit_clause) = visit.split_for_impl();
    let derived = derived();
    quote! {
        #derived
        impl #marked_parameters #krate::fold::Marked for #this #marked_clause {
            type Field = #field;
        }

        #derived
        impl #fold_parameters #krate::__private::FoldField<'__packed, __L, __F> for #this #fold_clause {
            type Input<'__input> = #krate::View<'__packed, #field, __L>;

            #[inline]
            fn fold<'__id, '__input, __U: #krate::__private::Unroll>(
                __cursor: #krate::Cursor<'__packed, '__id, #field, __L>,
                _: &mut __F,
                _: #krate::Levels,
                _: ::core::option::Option<&'__input #krate::__private::Slot<'__id, __L>>,
            ) -> ::core::result::Result<
                #krate::__private::FoldedField<'__id, #krate::View<'__packed, #field, __L>, __L>,
                #krate::fold::Stopped,
            > {
                ::core::result::Result::Ok(#krate::__private::FoldedField::view(__cursor))
            }
        }

        #derived
        impl #visit_parameters #krate::__private::VisitField<'__packed, __L, __V, __T> for #this #visit_clause {
            type IsSelf = #krate::__private::No;

            #[inline]
            fn visit<'__id>(
                __cursor: #krate::Cursor<'__packed, '__id, #field, __L>,
                _: &mut __V,
                _: #krate::Levels,
            ) -> ::core::result::Result<
                #krate::__private::Unvisited<'__packed, '__id, __T, __L>,
                #krate::__private::Stop<__T::Break>,
            > {
                ::core::result::Result::Ok(::core::convert::From::from(__cursor.skip()))
            }
        }

        #nodes
    }
}

/// Returns the implementations for folds by node: a node contains the view of the field.
fn node_fields(context: &Context<'_, '_>, field: &TokenStream, generics: [Generics; 3]) -> TokenStream {
    let Context { krate, this, .. } = context;
    let [(node, _, node_clause), (fold, _, fold_clause), (join, _, join_clause)] =
        generics.each_ref().map(Generics::split_for_impl);
    let derived = derived();
    quote! {
        #derived
        impl #node #krate::fold::NodeField<'__packed, __L, __R> for #this #node_clause {
            type Out = #krate::View<'__packed, #field, __L>;
        }

        #derived
        impl #fold #krate::__private::FoldNodeField<'__packed, __L, __R, __F> for #this #fold_clause {
            #[inline]
            fn fold<'__id, __U: #krate::__private::Unroll>(
                __cursor: #krate::Cursor<'__packed, '__id, #field, __L>,
                _: &mut __F,
                _: #krate::Levels,
            ) -> ::core::result::Result<
                #krate::Done<'__id, #krate::View<'__packed, #field, __L>, __L>,
                #krate::TooDeep,
            > {
                ::core::result::Result::Ok(#krate::__private::leaf_view(__cursor))
            }
        }

        #derived
        impl #join #krate::__private::JoinField<'__packed, __L, __R> for #this #join_clause {
            #[inline]
            fn each_result(_: #krate::View<'__packed, #field, __L>, _: &mut impl ::core::ops::FnMut(__R)) {}
        }
    }
}

/// Returns the type with the markers removed from its parameters: `Spanned<<T as Marked>::Field>`.
fn field(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let arguments = model.generics.params.iter().map(|param| match param {
        GenericParam::Type(param) => {
            let ident = &param.ident;
            quote!(<#ident as #krate::fold::Marked>::Field)
        }
        GenericParam::Lifetime(param) => {
            let lifetime = &param.lifetime;
            quote!(#lifetime)
        }
        GenericParam::Const(param) => {
            let ident = &param.ident;
            quote!(#ident)
        }
    });
    let ident = model.ident;
    quote!(#ident<#(#arguments),*>)
}

/// Returns the type's generics with `lifetimes` and `types`, and with these predicates: every type parameter is marked,
/// and the type without markers satisfies `bound`.
fn with_predicates(
    context: &Context<'_, '_>,
    lifetimes: &[TokenStream],
    types: &[TokenStream],
    bound: &TokenStream,
) -> Generics {
    let Context { model, krate, .. } = context;
    let field = field(context);
    let mut generics = context.generics(lifetimes, types);
    let clause = generics.make_where_clause();
    clause.predicates.clear();
    for param in model.generics.type_params() {
        let ident = &param.ident;
        clause.predicates.push(parse_quote!(#ident: #krate::fold::Marked));
    }
    clause.predicates.push(parse_quote!(#field: #bound));
    generics
}
