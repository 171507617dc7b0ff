//! The traits for folds and visits of a type that mentions itself, and their implementations.

use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::{GenericParam, Generics, parse_quote};

use super::{Context, derived};
use crate::model::{Constructor, Field, Kind, Presence, Veil};
use crate::names;

pub(crate) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let model = context.model;
    let fold = model.is_recursive().then(|| {
        let (item, implementation) = (fold_trait(context), foldable(context));
        quote!(#item #implementation)
    });
    let visit = model.is_visitable().then(|| {
        let (item, implementation) = (visit_trait(context), visitable(context));
        quote!(#item #implementation)
    });
    quote!(#fold #visit)
}

/// Returns the generics of both traits.
fn trait_generics(context: &Context<'_, '_>) -> Generics {
    let krate = context.krate;
    context.generics(&[quote!('__packed)], &[quote!(__L: #krate::Access)])
}

/// Returns the type of a field with markers.
pub(super) fn marked(context: &Context<'_, '_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty) = (context.krate, field.ty);
    match &field.recursive {
        Some(marked) => context.recursive(field, marked),
        None => context.of_field(field, quote!(#krate::fold::Leaf<#ty>)),
    }
}

/// Returns the type of the view of a leaf field: an `Option`, if the field may be absent.
pub(super) fn view_type(context: &Context<'_, '_>, field: &Field<'_>) -> TokenStream {
    let (krate, ty) = (context.krate, context.field(field));
    let view = quote!(<#ty as #krate::Packable>::View<'__packed, __L>);
    match field.presence {
        Presence::Defaulted(_) => quote!(::core::option::Option<#view>),
        Presence::Always | Presence::Tagged(_) => view,
    }
}

/// Returns the name of a field as an argument of a method.
fn argument(index: usize, field: &Field<'_>) -> proc_macro2::Ident {
    field.ident.cloned().unwrap_or_else(|| format_ident!("field{index}"))
}

fn fold_trait(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let (vis, name, generics) = (&model.vis, &model.names.fold, trait_generics(context));
    let (_, _, clause) = generics.split_for_impl();
    let methods = model.constructors.iter().map(|constructor| {
        let method = names::ident(&constructor.snake, constructor.span);
        let arguments = constructor.fields.iter().enumerate().map(|(index, field)| {
            let (argument, marked) = (argument(index, field), marked(context, field));
            let input = match field.recursive {
                _ if matches!(field.presence, Presence::Defaulted(_)) => view_type(context, field),
                Some(_) => quote!(<#marked as #krate::__private::FoldField<'__packed, __L, Self>>::Input<'_>),
                None => view_type(context, field),
            };
            quote!(#argument: #input)
        });
        let doc = format!("Returns the result for the constructor `{}`.", constructor.ident);
        quote! {
            #[doc = #doc]
            fn #method(&mut self, #(#arguments),*) -> Self::Out;
        }
    });
    // `#[diagnostic::on_unimplemented]` is not used: a crate with `no_implicit_prelude` has no `diagnostic`.
    let attributes = context
        .attributes(&format!("A fold over a packed [`{}`], bottom-up: one method for each constructor.", model.ident));
    quote! {
        #attributes
        #vis trait #name #generics #clause {
            /// The result of folding a value.
            type Out;

            #(#methods)*

            /// Returns whether the fold ends early. It is called after each value.
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold_is_over(&self) -> ::core::primitive::bool {
                false
            }
        }
    }
}

/// Returns the generics of an implementation for every type that implements the trait `name`, that type, and its
/// associated type `result`: the parameters are `'__packed`, those of the derived type, `__L` and `param`. If that
/// trait is less visible than the derived type, `result` is a parameter too: the implementation must not name it.
fn impl_generics(
    context: &Context<'_, '_>,
    name: &syn::Ident,
    param: &str,
    result: &str,
) -> (Generics, TokenStream, TokenStream) {
    let mut generics = trait_generics(context);
    let own = context.generics(&[quote!('__packed)], &[quote!(__L)]);
    let (_, arguments, _) = own.split_for_impl();
    let ident = format_ident!("{param}");
    generics.params.push(parse_quote!(#ident: ?::core::marker::Sized));
    generics.make_where_clause().predicates.push(parse_quote!(#ident: #name #arguments));
    let result = format_ident!("{result}");
    let projection: syn::Type = parse_quote!(<#ident as #name #arguments>::#result);
    if context.model.veil != Veil::OfItems {
        return (generics, quote!(#ident), quote!(#projection));
    }
    let parameter = format_ident!("__{result}");
    let equal = own.params.iter().map(|param| match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    });
    let equal = parse_quote!(#ident: #name<#(#equal,)* #result = #parameter>);
    generics.params.push(parse_quote!(#parameter));
    generics.make_where_clause().predicates.push(equal);
    (generics, quote!(#ident), quote!(#parameter))
}

/// Returns how many levels one function folds in addition to the first: the more recursive calls there are, the fewer.
/// (Measured with two recursive fields: with one level more, folding a perfect tree takes a tenth less time, and to
/// compile a program of folds takes 1.6 times as long.)
fn levels(context: &Context<'_, '_>) -> usize {
    let calls: usize =
        (arms(context).iter()).map(|arm| arm.fields().iter().filter(|field| field.recursive.is_some()).count()).sum();
    match calls {
        0..=2 => 3,
        3..=8 => 1,
        _ => 0,
    }
}

/// Returns how many levels one function folds, as a type.
pub(super) fn unroll(context: &Context<'_, '_>) -> TokenStream {
    let krate = context.krate;
    (0..levels(context)).fold(quote!(#krate::__private::Call), |rest, _| quote!(#krate::__private::Inline<#rest>))
}

/// Returns the condition that the tag is that of a constructor without recursive fields.
pub(super) fn is_childless(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, .. } = context;
    let constructors = model.constructors.iter().enumerate();
    let childless = constructors.filter(|(_, one)| one.fields.iter().all(|field| field.recursive.is_none()));
    let tags: Vec<u32> = childless.map(|(tag, _)| tag as u32).collect();
    if model.kind != Kind::Enum || tags.is_empty() {
        return quote!(false);
    }
    quote!(::core::matches!(#krate::Cursor::tag(__cursor), #(#tags)|*))
}

/// Returns the function `leading`; `of_field` returns the call for a recursive field. Nothing is returned if a function
/// folds only one level, or if no constructor has a recursive field that is found by skipping leaves.
pub(super) fn leading(context: &Context<'_, '_>, of_field: impl Fn(TokenStream) -> TokenStream) -> TokenStream {
    let Context { model, krate, .. } = context;
    if levels(context) == 0 {
        return TokenStream::new();
    }
    // How a field is found from the fields before it.
    let found = |field: &Field<'_>| match field.presence {
        Presence::Always if field.is_veiled => Some(quote!(.unveiled())),
        Presence::Always => Some(TokenStream::new()),
        Presence::Tagged(_) => Some(quote!(.untagged())),
        Presence::Defaulted(_) => None,
    };
    let of_arm = |arm: &Arm<'_, '_>| {
        let index = arm.fields().iter().position(|field| field.recursive.is_some())?;
        let (first, leaves) = (&arm.fields()[index], &arm.fields()[..index]);
        let skips: Option<Vec<_>> =
            leaves.iter().map(|field| found(field).map(|found| quote!(#found.skip()))).collect();
        let (found, of_field) = (found(first)?, of_field(marked(context, first)));
        let skips = skips?;
        Some(quote!(__fields #(#skips)* #found.#of_field))
    };
    let arms = arms(context);
    let counted: Vec<_> = arms.iter().filter_map(|arm| Some((arm, of_arm(arm)?))).collect();
    let [(_, first), ..] = &counted[..] else { return TokenStream::new() };
    let body = if model.kind == Kind::Enum {
        let case = &model.names.case;
        let others = (counted.len() < arms.len()).then(|| quote!(_ => 0,));
        let counted = counted.iter().map(|(arm, count)| {
            let idents = arm.0.iter().map(|(_, constructor)| constructor.ident);
            quote!(#(#case::#idents(__fields))|* => #count,)
        });
        quote!(match __cursor.case() { #(#counted)* #others })
    } else {
        quote!(let __fields = __cursor.fields(); #first)
    };
    quote! {
        fn leading<__M: #krate::Layout>(
            __cursor: #krate::Cursor<'_, '_, Self, __M>,
            __most: ::core::primitive::u32,
        ) -> ::core::primitive::u32 {
            #body
        }
    }
}

fn foldable(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let (generics, fold, out) = impl_generics(context, &model.names.fold, "__F", "Out");
    let (parameters, _, clause) = generics.split_for_impl();
    let trait_generics = context.generics(&[quote!('__packed)], &[quote!(__L)]);
    let (_, arguments, _) = trait_generics.split_for_impl();
    let (name, unroll, is_childless) = (&model.names.fold, unroll(context), is_childless(context));
    let body = fold_cases(context, |arm| fold_arm(context, arm, &quote!(#name #arguments)));
    let leading = leading(context, |marked| quote!(leading::<#marked, __L, #fold>(__most)));
    let derived = derived();
    quote! {
        #derived
        impl #parameters #krate::fold::Foldable<'__packed, __L, #fold> for #this #clause {
            type Out = #out;
            type Unroll = #unroll;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn is_childless(__cursor: &#krate::Cursor<'__packed, '_, Self, __L>) -> ::core::primitive::bool {
                #is_childless
            }

            #leading

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn fold_step<'__id, __U: #krate::__private::Unroll>(
                __cursor: #krate::Cursor<'__packed, '__id, Self, __L>,
                __fold: &mut #fold,
                __levels: #krate::Levels,
            ) -> ::core::result::Result<#krate::Done<'__id, #out, __L>, #krate::fold::Stopped> {
                #body
            }
        }
    }
}

/// Returns the `match` on the constructor, with `body` in each arm; for a struct, the body of its only constructor.
fn cases(context: &Context<'_, '_>, mut body: impl FnMut(&Constructor<'_>) -> TokenStream) -> TokenStream {
    let model = context.model;
    let case = &model.names.case;
    if model.kind == Kind::Enum {
        let arms = model.constructors.iter().map(|constructor| {
            let (ident, body) = (constructor.ident, body(constructor));
            quote!(#case::#ident(__fields) => { #body })
        });
        return quote!(match __cursor.case() { #(#arms)* });
    }
    let bodies = model.constructors.iter().map(body);
    quote! {
        let __fields = __cursor.fields();
        #(#bodies)*
    }
}

/// Constructors with the same fields, with their tags: one arm of the `match` of a fold.
pub(super) struct Arm<'c, 'm>(Vec<(u32, &'c Constructor<'m>)>);

impl<'m> Arm<'_, 'm> {
    /// Returns the fields, those of the first constructor, which are in variables.
    pub(super) fn fields(&self) -> &[Field<'m>] {
        &self.0[0].1.fields
    }

    /// Returns what `code` returns for the constructor whose tag is in the variable `__tag`.
    pub(super) fn by_tag(&self, mut code: impl FnMut(&Constructor<'m>) -> TokenStream) -> TokenStream {
        let codes = self.0.iter().rev().map(|(tag, constructor)| (tag, code(constructor)));
        let code = codes.reduce(|(_, others), (tag, code)| (tag, quote!(if __tag == #tag { #code } else { #others })));
        code.map(|(_, code)| code).unwrap_or_default()
    }
}

/// Returns the arms of the `match` of a fold. Recursive constructors with the same fields share an arm.
///
/// One fold step serves all constructors of an arm: four operators of an expression together have two recursive calls,
/// not eight, so more levels fit into one function. On such a tree, evaluation takes half the time that it takes with
/// an arm for each operator.
fn arms<'c, 'm>(context: &'c Context<'_, 'm>) -> Vec<Arm<'c, 'm>> {
    let mut arms: Vec<Arm<'_, '_>> = Vec::new();
    let fields = |constructor: &Constructor<'_>| {
        let marked = constructor.fields.iter().map(|field| marked(context, field).to_string());
        (context.list(constructor).to_string(), marked.collect::<Vec<_>>())
    };
    for (tag, constructor) in (0..).zip(&context.model.constructors) {
        let recursive = constructor.fields.iter().any(|field| field.recursive.is_some());
        let same = |arm: &&mut Arm<'_, '_>| recursive && fields(arm.0[0].1) == fields(constructor);
        match arms.iter_mut().find(same) {
            Some(arm) => arm.0.push((tag, constructor)),
            None => arms.push(Arm(vec![(tag, constructor)])),
        }
    }
    arms
}

/// Returns the `match` on the constructor, with `body` in each of the [`arms`]; for a struct, the body of its only
/// constructor.
pub(super) fn fold_cases(context: &Context<'_, '_>, mut body: impl FnMut(&Arm<'_, '_>) -> TokenStream) -> TokenStream {
    let Context { model, krate, .. } = context;
    let case = &model.names.case;
    if model.kind != Kind::Enum {
        return cases(context, |constructor| body(&Arm(vec![(0, constructor)])));
    }
    let arms = arms(context);
    let is_shared = arms.iter().any(|arm| arm.0.len() > 1);
    let tag = is_shared.then(|| quote!(let __tag = #krate::Cursor::tag(&__cursor);));
    let arms = arms.iter().map(|arm| {
        let idents = arm.0.iter().map(|(_, constructor)| constructor.ident);
        let body = body(arm);
        quote!(#(#case::#idents(__fields))|* => { #body })
    });
    quote! {
        #tag
        match __cursor.case() { #(#arms)* }
    }
}

/// Returns the code that folds a field into its variable by the function `fold` of `__fields`, and puts what is left
/// into `rest`.
pub(super) fn fold_field(field: &Field<'_>, fold: &TokenStream, rest: &TokenStream) -> TokenStream {
    let binding = &field.binding;
    match field.presence {
        Presence::Always if field.is_veiled => quote!(let (#binding, #rest) = __fields.unveiled().#fold?;),
        Presence::Always => quote!(let (#binding, #rest) = __fields.#fold?;),
        Presence::Tagged(_) => quote!(let (#binding, #rest) = __fields.untagged().#fold?;),
        Presence::Defaulted(_) => quote!(let (#binding, __fields) = __fields.view_present();),
    }
}

/// Returns the body of an arm: it folds the fields, and passes them to the method of the constructor.
fn fold_arm(context: &Context<'_, '_>, arm: &Arm<'_, '_>, name: &TokenStream) -> TokenStream {
    let krate = context.krate;
    let bindings: Vec<_> = arm.fields().iter().map(|field| &field.binding).collect();
    let last = arm.fields().last().filter(|field| !matches!(field.presence, Presence::Defaulted(_)));
    let steps = arm.fields().iter().map(|field| {
        let marked = marked(context, field);
        if last.is_some_and(|last| std::ptr::eq(last, field)) {
            let fold = quote!(fold_last::<#marked, __F, __U>(__fold, __levels, &__slot));
            return fold_field(field, &fold, &quote!(__folded));
        }
        fold_field(field, &quote!(fold_field::<#marked, __F, __U>(__fold, __levels)), &quote!(__fields))
    });
    let end = last.is_none().then(|| quote!(let __folded = __fields.fold_none();));
    let out = arm.by_tag(|constructor| {
        let method = names::ident(&constructor.snake, constructor.span);
        quote!(<__F as #name>::#method(__fold, #(#bindings),*))
    });
    quote! {
        let __slot = #krate::__private::Slot::new();
        #(#steps)*
        #end
        let __out = #out;
        __folded.done(__out, &__slot, <__F as #name>::fold_is_over(__fold))
    }
}

fn visit_trait(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, .. } = context;
    let (vis, name, generics) = (&model.vis, &model.names.visit, trait_generics(context));
    let (_, _, clause) = generics.split_for_impl();
    let methods = model.constructors.iter().map(|constructor| {
        let method = names::ident(&constructor.snake, constructor.span);
        let leaves = constructor.fields.iter().enumerate().filter(|(_, field)| field.recursive.is_none());
        let arguments = leaves.map(|(index, field)| {
            let (argument, ty) = (argument(index, field), view_type(context, field));
            quote!(#argument: #ty)
        });
        let names: Vec<_> = (constructor.fields.iter().enumerate())
            .filter(|(_, field)| field.recursive.is_none())
            .map(|(index, field)| argument(index, field))
            .collect();
        let doc =
            format!("Called for each `{}`, before its recursive fields. Continues by default.", constructor.ident);
        quote! {
            #[doc = #doc]
            #[inline]
            fn #method(&mut self, #(#arguments),*) -> ::core::ops::ControlFlow<Self::Break> {
                #(let _ = #names;)*
                ::core::ops::ControlFlow::Continue(())
            }
        }
    });
    let attributes = context.attributes(&format!(
        "A visit of a packed [`{}`], top-down, in pre-order: one method for each constructor.",
        model.ident
    ));
    quote! {
        #attributes
        #vis trait #name #generics #clause {
            /// The value with which a visit can end early.
            type Break;

            #(#methods)*
        }
    }
}

fn visitable(context: &Context<'_, '_>) -> TokenStream {
    let Context { model, krate, this, .. } = context;
    let (generics, visitor, stop) = impl_generics(context, &model.names.visit, "__V", "Break");
    let (parameters, _, clause) = generics.split_for_impl();
    let trait_generics = context.generics(&[quote!('__packed)], &[quote!(__L)]);
    let (_, arguments, _) = trait_generics.split_for_impl();
    let name = &model.names.visit;
    let body = cases(context, |constructor| visit_constructor(context, constructor, &quote!(#name #arguments)));
    let derived = derived();
    quote! {
        #derived
        impl #parameters #krate::fold::Visitable<'__packed, __L, #visitor> for #this #clause {
            type Break = #stop;

            #[inline]
            fn visit_step<'__id>(
                __cursor: #krate::Cursor<'__packed, '__id, Self, __L>,
                __visitor: &mut #visitor,
                __levels: #krate::Levels,
            ) -> ::core::result::Result<
                #krate::__private::Unvisited<'__packed, '__id, Self, __L>,
                #krate::__private::Stop<#stop>,
            > {
                #body
            }
        }
    }
}

/// Returns the body for a constructor: it passes the leaf fields to the method, then visits the recursive fields.
fn visit_constructor(context: &Context<'_, '_>, constructor: &Constructor<'_>, name: &TokenStream) -> TokenStream {
    let krate = context.krate;
    let method = names::ident(&constructor.snake, constructor.span);
    let (leaves, recursive): (Vec<_>, Vec<_>) = constructor.fields.iter().partition(|field| field.recursive.is_none());
    let bindings: Vec<_> = leaves.iter().map(|field| &field.binding).collect();
    let rest = rest(context, &recursive);
    let reads = leaves.iter().map(|field| {
        let binding = &field.binding;
        match field.presence {
            Presence::Always if field.is_veiled => quote!(let (#binding, __fields) = __fields.unveiled().visit_leaf();),
            Presence::Always => quote!(let (#binding, __fields) = __fields.visit_leaf();),
            Presence::Tagged(_) => quote!(let (#binding, __fields) = __fields.untagged().visit_leaf();),
            Presence::Defaulted(_) => quote!(let (#binding, __fields) = __fields.view_present();),
        }
    });
    quote! {
        #(#reads)*
        #krate::__private::Stop::unless(<__V as #name>::#method(__visitor, #(#bindings),*))?;
        __fields.visit_rest::<#rest, Self, __V>(__visitor, __levels)
    }
}

/// Returns the type-level list of the recursive fields at the end of a constructor, with markers.
fn rest(context: &Context<'_, '_>, fields: &[&Field<'_>]) -> TokenStream {
    let krate = context.krate;
    fields.iter().rev().fold(context.end(), |rest, field| {
        let marked = marked(context, field);
        let list = quote_spanned!(field.span()=> (#marked, #rest));
        match &field.presence {
            Presence::Tagged(tag) => quote_spanned!(field.span()=> #krate::__private::AfterTag<#list, #tag>),
            Presence::Always | Presence::Defaulted(_) => list,
        }
    })
}
