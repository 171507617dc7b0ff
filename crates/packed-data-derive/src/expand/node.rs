//! The node of a type that is folded by node, and the implementations for it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{Generics, parse_quote};

use super::{Context, derived, fields_in_variables, fold, with_fields};
use crate::model::{Constructor, Field, Kind, Presence, Style};

/// The group of a type, as its code names it.
pub(super) struct OfGroup {
    /// The path of the group's trait `AstFold`.
    pub(super) fold: syn::Path,
    /// The path of the group's trait `AstResults`.
    pub(super) results: syn::Path,
    /// The type of the results for this type.
    pub(super) out: Ident,
    /// The method of `AstFold` for this type.
    pub(super) method: Ident,
    /// The method of `AstFold` that returns results that are known already.
    pub(super) known: Ident,
    /// Whether the group has no other types.
    pub(super) is_alone: bool,
}

/// Returns the code for a type of a group, or for a type that mentions itself.
pub(super) fn expand(context: &Context<'_, '_>, group: Option<&OfGroup>) -> TokenStream {
    if group.is_none() && !context.model.is_recursive() {
        return TokenStream::new();
    }
    let node = Node { context, group };
    let (item, member, join, fold) = (node.item(), node.member(), node.join(), node.fold());
    quote!(#item #member #join #fold)
}

struct Node<'n, 'm, 'i> {
    context: &'n Context<'m, 'i>,
    group: Option<&'n OfGroup>,
}

impl Node<'_, '_, '_> {
    /// Returns the results by which the fields of the node are determined, if `results` is its parameter.
    fn results(&self, results: &TokenStream) -> TokenStream {
        let krate = self.context.krate;
        if self.group.is_some() { quote!(#results) } else { quote!(#krate::fold::Same<#results>) }
    }

    /// Returns the generics of the node, with `results` as the parameter for the results.
    fn generics(&self, results: &TokenStream) -> Generics {
        let krate = self.context.krate;
        self.context.generics(&[quote!('__packed)], &[results.clone(), quote!(__L: #krate::Access)])
    }

    /// Returns the node type: without arguments, if no constructor has fields.
    fn ty(&self, results: &TokenStream) -> TokenStream {
        let name = &self.context.model.names.node;
        if !self.context.has_fields() {
            return quote!(#name);
        }
        let generics = self.context.generics(&[quote!('__packed)], &[quote!(__R), quote!(__L)]);
        let arguments = generics.params.iter().map(|param| match param {
            syn::GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            syn::GenericParam::Const(param) => param.ident.to_token_stream(),
            syn::GenericParam::Type(param) if param.ident == "__R" => results.clone(),
            syn::GenericParam::Type(param) => param.ident.to_token_stream(),
        });
        quote!(#name<#(#arguments),*>)
    }

    /// Returns the path of a constructor of the node.
    fn path(&self, constructor: &Constructor<'_>) -> TokenStream {
        let (name, ident) = (&self.context.model.names.node, constructor.ident);
        if self.context.model.kind == Kind::Enum { quote!(#name::#ident) } else { quote!(#name) }
    }

    /// Returns the type of a field of the node.
    fn field(&self, field: &Field<'_>) -> TokenStream {
        let (context, krate) = (self.context, self.context.krate);
        let is_absent = matches!(field.presence, Presence::Defaulted(_));
        // (Without a recursive field, only a projection uses the parameter for the results.)
        if is_absent || field.recursive.is_none() && context.model.is_recursive() {
            return fold::view_type(context, field);
        }
        let (marked, results) = (fold::marked(context, field), self.results(&quote!(__R)));
        quote!(<#marked as #krate::fold::NodeField<'__packed, __L, #results>>::Out)
    }

    /// Returns the declaration of the node.
    fn item(&self) -> TokenStream {
        let Context { model, .. } = self.context;
        let (vis, name) = (&model.vis, &model.names.node);
        let results = match self.group {
            Some(OfGroup { results, .. }) => quote!(__R: #results + ?::core::marker::Sized),
            None => quote!(__R),
        };
        let generics = self.generics(&results);
        let (_, _, clause) = generics.split_for_impl();
        let (generics, clause) =
            if self.context.has_fields() { (quote!(#generics), quote!(#clause)) } else { Default::default() };
        let fields = |constructor: &Constructor<'_>| {
            let fields = constructor.fields.iter().map(|field| {
                let (ty, vis) =
                    (self.context.using(self.field(field)), (model.kind != Kind::Enum).then_some(field.vis));
                let name = field.ident.map(|ident| quote!(#ident:));
                quote!(#vis #name #ty)
            });
            match constructor.style {
                Style::Named => quote!({ #(#fields),* }),
                Style::Tuple => quote!((#(#fields),*)),
                Style::Unit => TokenStream::new(),
            }
        };
        let attributes = self.context.attributes(&format!(
            "The constructors of a folded [`{}`] with their fields; recursive ones are the results of folding them.",
            model.ident
        ));
        if model.kind == Kind::Enum {
            let variants = model.constructors.iter().map(|constructor| {
                let (ident, fields) = (constructor.ident, fields(constructor));
                quote!(#ident #fields)
            });
            return quote!(#attributes #vis enum #name #generics #clause { #(#variants),* });
        }
        let items = model.constructors.iter().map(|constructor| {
            let fields = fields(constructor);
            match constructor.style {
                Style::Named => quote!(#vis struct #name #generics #clause #fields),
                Style::Tuple | Style::Unit => quote!(#vis struct #name #generics #fields #clause;),
            }
        });
        quote!(#attributes #(#items)*)
    }

    /// Returns the implementations that name the node, and the result of the type.
    fn member(&self) -> TokenStream {
        let Context { krate, this, .. } = self.context;
        let (parameter, results, out) = match self.group {
            Some(OfGroup { results, out, .. }) => {
                (quote!(__R: #results + ?::core::marker::Sized), quote!(__R), quote!(<__R as #results>::#out))
            }
            None => (quote!(__R), quote!(#krate::fold::Same<__R>), quote!(__R)),
        };
        let generics = self.context.generics(&[], &[parameter]);
        let (parameters, _, clause) = generics.split_for_impl();
        let (node, derived) = (self.ty(&quote!(__R)), derived());
        let member = quote! {
            #derived
            impl #parameters #krate::__private::Member<#results> for #this #clause {
                type Out = #out;
                type Node<'__packed, __L: #krate::Access> = #node;
            }
        };
        if self.group.is_some() {
            return member;
        }
        let generics = self.context.generics(&[], &[]);
        let (parameters, _, clause) = generics.split_for_impl();
        quote! {
            #member

            #derived
            impl #parameters #krate::fold::FoldByNode for #this #clause {
                type Node<'__packed, __R, __L: #krate::Access> = #node;
            }
        }
    }

    /// Returns the implementation that passes on the results in a node.
    fn join(&self) -> TokenStream {
        let Context { model, krate, .. } = self.context;
        let node = match self.group {
            Some(_) => self.ty(&quote!(#krate::fold::Same<__R>)),
            None => self.ty(&quote!(__R)),
        };
        let arms = model.constructors.iter().map(|constructor| {
            let pattern = fields_in_variables(&self.path(constructor), constructor);
            let leaves = constructor.fields.iter().filter(|field| field.recursive.is_none());
            let leaves = leaves.map(|field| &field.binding);
            let recursive = constructor.fields.iter().filter(|field| field.recursive.is_some()).map(|field| {
                let (binding, marked) = (&field.binding, fold::marked(self.context, field));
                quote! {
                    <#marked as #krate::__private::JoinField<'__packed, __L, __R>>::each_result(#binding, __each);
                }
            });
            quote!(#pattern => { #(let _ = #leaves;)* #(#recursive)* })
        });
        let body = if model.constructors.is_empty() { quote!(match self {}) } else { quote!(match self { #(#arms)* }) };
        let generics = match self.context.has_fields() {
            true => self.generics(&quote!(__R)),
            false => parse_quote!(<__R>),
        };
        let (parameters, _, clause) = generics.split_for_impl();
        let derived = derived();
        quote! {
            #derived
            impl #parameters #krate::fold::NodeResults<__R> for #node #clause {
                fn each_result(self, __each: &mut impl ::core::ops::FnMut(__R)) {
                    #body
                }
            }
        }
    }

    /// Returns how many levels one function folds. Levels of several types multiply, so there are fewer in a group: a
    /// type with one or two recursive fields includes their level.
    fn unroll(&self) -> TokenStream {
        let krate = self.context.krate;
        if self.group.is_none_or(|group| group.is_alone) {
            return fold::unroll(self.context);
        }
        let fields = self.context.model.constructors.iter().flat_map(|constructor| &constructor.fields);
        match fields.filter(|field| field.recursive.is_some()).count() {
            0..=2 => quote!(#krate::__private::Inline<#krate::__private::Call>),
            _ => quote!(#krate::__private::Call),
        }
    }

    /// Returns the implementation that folds a value.
    fn fold(&self) -> TokenStream {
        let Context { krate, this, .. } = self.context;
        let access = quote!(__L: #krate::Access);
        let (generics, folder, results, known, call) = match self.group {
            Some(OfGroup { fold, method, known, .. }) => {
                let bound = quote!(__F: #fold<'__packed, __L> + ?::core::marker::Sized);
                let results = quote!(<__F as #fold<'__packed, __L>>::Results);
                let known = quote!(<__F as #fold<'__packed, __L>>::#known(__fold, &__cursor, __levels));
                let call = quote!(<__F as #fold<'__packed, __L>>::#method(__fold, __node));
                (self.context.generics(&[quote!('__packed)], &[access, bound]), quote!(__F), results, known, call)
            }
            None => {
                let types = [access, quote!(__C), quote!(__R), quote!(__K: #krate::__private::Known<__R, __L>)];
                let mut generics = self.context.generics(&[quote!('__packed)], &types);
                let node = self.ty(&quote!(__R));
                let predicate = parse_quote!(__C: ::core::ops::FnMut(#node) -> __R);
                generics.make_where_clause().predicates.push(predicate);
                let results = quote!(#krate::fold::Same<__R>);
                let folder = quote!(#krate::__private::ByNode<__C, __R, __K>);
                let known = quote!(__fold.known(&__cursor, __levels));
                (generics, folder, results, known, quote!((__fold.call)(__node)))
            }
        };
        let (parameters, _, clause) = generics.split_for_impl();
        let body = fold::fold_cases(self.context, |arm| {
            let steps = arm.fields().iter().map(|field| {
                let marked = fold::marked(self.context, field);
                let step = quote!(node_field::<#marked, #results, #folder, __U>(__fold, __levels));
                fold::fold_field(field, &step, &quote!(__fields))
            });
            let bindings: Vec<_> = arm.fields().iter().map(|field| &field.binding).collect();
            let value = arm.by_tag(|constructor| with_fields(&self.path(constructor), constructor, &bindings));
            quote! {
                #(#steps)*
                __fields.done(#value)
            }
        });
        let leading = match self.group {
            Some(group) if !group.is_alone => TokenStream::new(),
            _ => fold::leading(self.context, |marked| quote!(node_leading::<#marked, __L, #results, #folder>(__most))),
        };
        let (unroll, is_childless, derived) = (self.unroll(), fold::is_childless(self.context), derived());
        quote! {
            #derived
            impl #parameters #krate::__private::FoldNode<'__packed, __L, #results, #folder> for #this #clause {
                type Unroll = #unroll;

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn is_childless(__cursor: &#krate::Cursor<'__packed, '_, Self, __L>) -> ::core::primitive::bool {
                    #is_childless
                }

                #leading

                #[cfg_attr(not(debug_assertions), inline(always))]
                fn fold_node<'__id, __U: #krate::__private::Unroll>(
                    __cursor: #krate::Cursor<'__packed, '__id, Self, __L>,
                    __fold: &mut #folder,
                    __levels: #krate::Levels,
                ) -> ::core::result::Result<
                    #krate::Done<'__id, <Self as #krate::__private::Member<#results>>::Out, __L>,
                    #krate::TooDeep,
                > {
                    if let ::core::option::Option::Some(__done) = #known {
                        return ::core::result::Result::Ok(__done);
                    }
                    let __done = { #body };
                    ::core::result::Result::Ok(__done.map(|__node| #call))
                }
            }
        }
    }
}
