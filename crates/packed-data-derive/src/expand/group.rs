//! The macro `group!`: the traits and types of a group, and the part of each type's code that depends on the group.
//!
//! The derive of a type knows the name of its group, but not the other types of it. So it emits a call of a macro that
//! `group!` defines under that name. The macro passes the types of the group, and the definition of the type, to
//! `__group_member!`, which emits the rest.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{
    Attribute, DeriveInput, GenericArgument, GenericParam, Path, PathArguments, Token, Type, TypePath, Visibility,
    braced,
};

use super::node::{self, OfGroup};
use super::{Context, attributes, checked, derived};
use crate::attributes::{Errors, GroupAttributes};
use crate::model::{Member, Model};
use crate::names;

/// The input of `group!`.
pub(crate) struct Group {
    krate: Path,
    docs: Vec<Attribute>,
    vis: Visibility,
    name: Ident,
    members: Vec<Member>,
}

impl Parse for Group {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let all = input.call(Attribute::parse_outer)?;
        let mut errors = Errors::default();
        let attributes = GroupAttributes::new(&all, &mut errors);
        errors.finish()?;
        let (vis, name) = (input.parse()?, input.parse()?);
        let content;
        braced!(content in input);
        let members = members(&content)?;
        if members.is_empty() {
            return Err(syn::Error::new_spanned(name, "a group needs at least one type: `Ast { Expr, Stmt }`"));
        }
        Ok(Self {
            krate: attributes.krate.unwrap_or_else(|| syn::parse_quote!(::packed_data)),
            docs: all.into_iter().filter(|attribute| !attribute.path().is_ident("packable")).collect(),
            vis,
            name,
            members,
        })
    }
}

/// Parses the types of a group: `Expr, stmt::Stmt, Spanned<Expr> as SpannedExpr`.
fn members(input: ParseStream<'_>) -> syn::Result<Vec<Member>> {
    let member = |input: ParseStream<'_>| {
        let ty: TypePath = input.parse()?;
        let last = ty.path.segments.last().ok_or_else(|| input.error("expected a type"))?;
        let name = if input.parse::<Option<Token![as]>>()?.is_some() {
            input.parse()?
        } else if last.arguments.is_none() {
            last.ident.clone()
        } else {
            let message = "a generic type needs a name in the group, such as `Spanned<Expr> as SpannedExpr`";
            return Err(syn::Error::new_spanned(last, message));
        };
        Ok(Member { name, ty })
    };
    let members: Vec<Member> =
        Punctuated::<Member, Token![,]>::parse_terminated_with(input, member)?.into_iter().collect();
    let mut errors = Errors::default();
    for (index, member) in members.iter().enumerate() {
        let snake = names::snake(&member.name);
        if snake == "join" {
            errors.at(
                member.name.span(),
                "the group's traits have a method `join`: give the type another name with `as`",
            );
        }
        if members[..index].iter().any(|other| names::snake(&other.name) == snake) {
            let message = format!("two types of the group are named `{snake}`: give one another name with `as`");
            errors.at(member.name.span(), message);
        }
    }
    errors.finish()?;
    Ok(members)
}

impl ToTokens for Member {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        let Self { name, ty } = self;
        tokens.extend(quote!(#ty as #name));
    }
}

/// Returns the name of the method of `AstFold` that returns the results of a type that are known already.
fn known(name: &Ident) -> Ident {
    format_ident!("__known_{}", names::snake(name))
}

/// Returns the name of the macro that passes the types of a group on.
fn macro_name(group: &Ident) -> Ident {
    format_ident!("__{}_types", group.unraw())
}

/// Returns the name of the alias for types of a group.
fn members_alias(group: &Ident) -> Ident {
    names::prefixed("__TypesOf", group)
}

/// Returns a path with another last name.
fn renamed(path: &Path, name: impl FnOnce(&Ident) -> Ident) -> Path {
    let mut path = path.clone();
    if let Some(last) = path.segments.last_mut() {
        last.ident = name(&last.ident);
    }
    path
}

/// Returns the call of the group's macro, for a type of the group.
pub(super) fn ask(group: &Path, input: &DeriveInput) -> TokenStream {
    let name = renamed(group, |group| Ident::new(&macro_name(group).to_string(), group.span()));
    quote!(#name! { (#group) #input })
}

/// Parses the input of `__group_member!`, the types of a group, the group's path and the definition of a type; returns
/// the code of the type that depends on the group.
pub(crate) fn expand_member(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    let content;
    braced!(content in input);
    let members = members(&content)?;
    let content;
    syn::parenthesized!(content in input);
    let group: Path = content.call(Path::parse_mod_style)?;
    let input: DeriveInput = input.parse()?;
    let is_type = |member: &&Member| member.ty.path.segments.last().is_some_and(|last| last.ident == input.ident);
    let mut code = TokenStream::new();
    let mut own = members.iter().filter(is_type).peekable();
    if own.peek().is_none() {
        let name = group.segments.last().map(|last| last.ident.to_string()).unwrap_or_default();
        let message =
            format!("the group does not name this type: write `group! {{ {name} {{ {}, .. }} }}`", input.ident);
        return Err(syn::Error::new(input.ident.span(), message));
    }
    // (The derive decided with the parameters, and not with their arguments, whether the type has an alias.)
    let alias = checked::alias(&Model::new(&input)?);
    for member in own {
        let input = instantiated(&input, member)?;
        let mut model = Model::folded(&input, Some(&members))?;
        if member.name != input.ident {
            model.names.node = names::suffixed(&member.name, "Node");
        }
        let mut context = Context::new(&model);
        let arguments = member.ty.path.segments.last().map(|last| &last.arguments);
        let ident = &input.ident;
        context.this = quote!(#ident #arguments);
        context.checked.clone_from(&alias);
        context.members = Some(renamed(&group, members_alias));
        let group = OfGroup {
            fold: renamed(&group, |group| names::suffixed(group, "Fold")),
            results: renamed(&group, |group| names::suffixed(group, "Results")),
            out: member.name.clone(),
            method: names::ident(&names::snake(&member.name), member.name.span()),
            known: known(&member.name),
            is_alone: members.len() == 1,
        };
        code.extend(super::in_one_block(&context, node::expand(&context, Some(&group))));
    }
    Ok(code)
}

/// Returns the definition of a type with the arguments that the group gives it in place of its parameters.
fn instantiated(input: &DeriveInput, member: &Member) -> syn::Result<DeriveInput> {
    let mut input = input.clone();
    let arguments: Vec<GenericArgument> = match member.ty.path.segments.last().map(|last| &last.arguments) {
        Some(PathArguments::AngleBracketed(arguments)) => arguments.args.iter().cloned().collect(),
        _ => Vec::new(),
    };
    let generics = std::mem::take(&mut input.generics);
    if arguments.len() != generics.params.len() {
        let message = format!(
            "the group gives this type {} arguments, it has {} parameters: write `{1}<..> as Name` in the group",
            arguments.len(),
            generics.params.len(),
        );
        let message = message.replace(&format!("`{}<..>", generics.params.len()), &format!("`{}<..>", input.ident));
        return Err(syn::Error::new(input.ident.span(), message));
    }
    let mut replace = Replace(generics.params.into_iter().zip(arguments).collect());
    let fields: Vec<&mut syn::Fields> = match &mut input.data {
        syn::Data::Struct(data) => vec![&mut data.fields],
        syn::Data::Enum(data) => data.variants.iter_mut().map(|variant| &mut variant.fields).collect(),
        syn::Data::Union(_) => Vec::new(),
    };
    for field in fields.into_iter().flatten() {
        replace.visit_type_mut(&mut field.ty);
    }
    // (Bounds of the parameters are met by the arguments, or the compiler says so.)
    input.attrs.iter_mut().for_each(without_bounds);
    Ok(input)
}

/// Replaces `bound` and `unpack_bound`, which name parameters.
fn without_bounds(attribute: &mut Attribute) {
    let Ok(list) = attribute.meta.require_list() else { return };
    let parser = Punctuated::<syn::Meta, Token![,]>::parse_terminated;
    let Ok(items) = attribute.parse_args_with(parser) else { return };
    if attribute.path().is_ident("packable") {
        let is_bound = |item: &syn::Meta| item.path().is_ident("bound") || item.path().is_ident("unpack_bound");
        let others = items.into_iter().filter(|item| !is_bound(item));
        let mut list = list.clone();
        list.tokens = quote!(#(#others),*);
        attribute.meta = syn::Meta::List(list);
    }
}

/// Replaces parameters by arguments.
struct Replace(Vec<(GenericParam, GenericArgument)>);

impl VisitMut for Replace {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        for (param, argument) in &self.0 {
            if let (GenericParam::Type(param), GenericArgument::Type(argument), Type::Path(path)) =
                (param, argument, &*ty)
                && path.path.is_ident(&param.ident)
            {
                *ty = argument.clone();
                return;
            }
        }
        visit_mut::visit_type_mut(self, ty);
    }

    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        for (param, argument) in &self.0 {
            if let (GenericParam::Lifetime(param), GenericArgument::Lifetime(argument)) = (param, argument)
                && param.lifetime.ident == lifetime.ident
            {
                *lifetime = argument.clone();
                return;
            }
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut syn::Expr) {
        for (param, argument) in &self.0 {
            if let (GenericParam::Const(param), GenericArgument::Const(argument), syn::Expr::Path(path)) =
                (param, argument, &*expr)
                && path.path.is_ident(&param.ident)
            {
                *expr = argument.clone();
                return;
            }
        }
        visit_mut::visit_expr_mut(self, expr);
    }
}

/// Returns the code that `group!` emits.
pub(crate) fn expand(group: &Group) -> TokenStream {
    let parts =
        [group.head(), group.alias(), group.results(), group.fold(), group.collect(), group.node(), group.visit()];
    parts.into_iter().collect()
}

impl Group {
    /// Returns the name of a generated item.
    fn named(&self, suffix: &str) -> Ident {
        names::suffixed(&self.name, suffix)
    }

    /// Returns the name, the type and the method of each type of the group.
    fn each(&self) -> impl Iterator<Item = (&Ident, &TypePath, Ident)> {
        self.members.iter().map(|Member { name, ty }| (name, ty, names::ident(&names::snake(name), name.span())))
    }

    /// Returns the name of a method for a type of the group, which begins with `prefix`.
    fn method(prefix: &str, name: &Ident) -> Ident {
        Ident::new(&format!("{prefix}_{}", names::snake(name)), name.span())
    }

    /// Returns the node of a type, with these results.
    fn node_of(&self, ty: &TypePath, results: &TokenStream) -> TokenStream {
        let krate = &self.krate;
        // (So that the error about a type without the attribute is shown at that type.)
        let span = ty.span().resolved_at(Span::call_site());
        let alias = members_alias(&self.name);
        quote_spanned!(span=> <#alias<#ty> as #krate::__private::Member<#results>>::Node<'__packed, __L>)
    }

    /// Returns the alias by which generated code names types of the group: an error about one of them, that it is not
    /// marked as one, is reported once, in it. See `checked.rs`.
    fn alias(&self) -> TokenStream {
        let Self { krate, vis, name, members, .. } = self;
        let checks = members.iter().map(|Member { ty, .. }| {
            let span = ty.span().resolved_at(Span::call_site());
            let same = quote!(#krate::fold::Same<()>);
            quote_spanned!(span=> let _: ::core::marker::PhantomData<<#ty as #krate::__private::Member<#same>>::Out>;)
        });
        checked::alias_of(krate, vis, &members_alias(name), checks)
    }

    /// Returns the type that represents the group, and the macro that passes its types on.
    fn head(&self) -> TokenStream {
        let Self { krate, docs, vis, name, members } = self;
        let (types, attributes) = (macro_name(name), attributes(&format!("The group of types `{name}`.")));
        let attributes = if docs.is_empty() { quote!(#attributes) } else { quote!(#(#docs)* #[allow(dead_code)]) };
        let import = Ident::new(&types.to_string(), Span::call_site());
        quote! {
            #attributes
            #vis enum #name {}

            #[doc(hidden)]
            #[allow(unused_macros)]
            macro_rules! #import {
                ($($tokens:tt)*) => { #krate::__private::group_member! { { #(#members),* } $($tokens)* } };
            }
            #[doc(hidden)]
            #[allow(unused_imports)]
            pub(crate) use #import;
        }
    }

    fn results(&self) -> TokenStream {
        let Self { krate, vis, .. } = self;
        let name = self.named("Results");
        let types = self.members.iter().map(|member| &member.name);
        let docs = self.members.iter().map(|member| format!("The result of folding `{}`.", member.name));
        let same = self.members.iter().map(|member| &member.name);
        let attributes = attributes(&format!("The results of a fold of [`{}`]: a type for each type.", self.name));
        let derived = derived();
        quote! {
            #attributes
            #vis trait #name {
                #(#[doc = #docs] type #types;)*
            }

            #derived
            impl<__R> #name for #krate::fold::Same<__R> {
                #(type #same = __R;)*
            }
        }
    }

    fn fold(&self) -> TokenStream {
        let Self { krate, vis, .. } = self;
        let (name, results) = (self.named("Fold"), self.named("Results"));
        let attributes = attributes(&format!(
            "A fold over packed values of [`{}`], bottom-up: a method for each type of the group.",
            self.name
        ));
        let methods = self.each().map(|(out, ty, method)| {
            let (node, doc) = (self.node_of(ty, &quote!(Self::Results)), format!("Returns the result for a `{out}`."));
            let known = known(out);
            quote! {
                #[doc = #doc]
                fn #method(&mut self, node: #node) -> <Self::Results as #results>::#out;

                #[doc(hidden)]
                #[inline(always)]
                fn #known<'__id>(
                    &mut self,
                    _: &#krate::Cursor<'__packed, '__id, #ty, __L>,
                    _: #krate::Levels,
                ) -> ::core::option::Option<#krate::Done<'__id, <Self::Results as #results>::#out, __L>> {
                    ::core::option::Option::None
                }
            }
        });
        quote! {
            #attributes
            #vis trait #name<'__packed, __L: #krate::Access> {
                /// The results: `Same<R>`, if they are all of type `R`.
                type Results: #results + ?::core::marker::Sized;

                #(#methods)*
            }
        }
    }

    fn collect(&self) -> TokenStream {
        let Self { krate, vis, .. } = self;
        let (name, fold) = (self.named("Collect"), self.named("Fold"));
        let attributes = attributes(&format!(
            "A fold over packed values of [`{}`], bottom-up, where the methods that are not written join the results.",
            self.name
        ));
        let methods = self.each().map(|(out, ty, method)| {
            let node = self.node_of(ty, &quote!(#krate::fold::Same<Self::Out>));
            let join = Self::method("join", out);
            let doc = format!("Returns the result for a `{out}`. By default, joins the results in it.");
            let join_doc = format!("Joins the results in a `{out}`.");
            quote! {
                #[doc = #doc]
                fn #method(&mut self, node: #node) -> Self::Out {
                    self.#join(node)
                }

                #[doc = #join_doc]
                fn #join(&mut self, node: #node) -> Self::Out {
                    let mut joined = <Self::Out as ::core::default::Default>::default();
                    #krate::fold::NodeResults::each_result(node, &mut |result| {
                        joined = self.join(::core::mem::take(&mut joined), result);
                    });
                    joined
                }
            }
        });
        let same = quote!(#krate::fold::Same<<__F as #name<'__packed, __L>>::Out>);
        let calls = self.each().map(|(_, ty, method)| {
            let node = self.node_of(ty, &same);
            quote! {
                fn #method(&mut self, node: #node) -> <__F as #name<'__packed, __L>>::Out {
                    <__F as #name<'__packed, __L>>::#method(&mut self.0, node)
                }
            }
        });
        let derived = derived();
        quote! {
            #attributes
            #vis trait #name<'__packed, __L: #krate::Access> {
                /// The result of folding any type. The default is the result without anything to join.
                type Out: ::core::default::Default;

                /// Joins two results, in the order of the bytes.
                fn join(&mut self, first: Self::Out, second: Self::Out) -> Self::Out;

                #(#methods)*
            }

            #derived
            impl<'__packed, __L: #krate::Access, __F: #name<'__packed, __L>> #fold<'__packed, __L>
                for #krate::fold::Collect<__F>
            {
                type Results = #same;

                #(#calls)*
            }
        }
    }

    fn node(&self) -> TokenStream {
        let Self { krate, vis, .. } = self;
        let (name, results, fold) = (self.named("Node"), self.named("Results"), self.named("Fold"));
        let attributes =
            attributes(&format!("The node of any type of [`{}`]; values in it are results of folding.", self.name));
        let variants = self.each().map(|(variant, ty, _)| {
            let node = self.node_of(ty, &quote!(__R));
            quote!(#variant(#node))
        });
        let idents = self.members.iter().map(|member| &member.name);
        let same = quote!(#krate::fold::Same<__R>);
        let alias = members_alias(&self.name);
        let calls = self.each().map(|(variant, ty, method)| {
            let node = self.node_of(ty, &same);
            let known = known(variant);
            quote! {
                fn #method(&mut self, node: #node) -> __R {
                    (self.call)(#name::#variant(node))
                }

                #[inline(always)]
                fn #known<'__id>(
                    &mut self,
                    cursor: &#krate::Cursor<'__packed, '__id, #alias<#ty>, __L>,
                    levels: #krate::Levels,
                ) -> ::core::option::Option<#krate::Done<'__id, __R, __L>> {
                    self.known(cursor, levels)
                }
            }
        });
        let types = self.members.iter().map(|member| &member.ty);
        let derived = derived();
        quote! {
            #attributes
            #vis enum #name<'__packed, __R: #results + ?::core::marker::Sized, __L: #krate::Access> {
                #(#variants),*
            }

            #derived
            impl<'__packed, __R, __L: #krate::Access> #krate::fold::NodeResults<__R> for #name<'__packed, #same, __L> {
                fn each_result(self, each: &mut impl ::core::ops::FnMut(__R)) {
                    match self {
                        #(Self::#idents(node) => #krate::fold::NodeResults::each_result(node, each),)*
                    }
                }
            }

            #derived
            impl<'__packed, __L, __C, __R, __K> #fold<'__packed, __L> for #krate::__private::ByNode<__C, __R, __K>
            where
                __L: #krate::Access,
                __K: #krate::__private::Known<__R, __L>,
                __C: ::core::ops::FnMut(#name<'__packed, #same, __L>) -> __R,
            {
                type Results = #same;

                #(#calls)*
            }

            #(
                #derived
                impl #krate::fold::FoldByNode for #types {
                    type Node<'__packed, __R, __L: #krate::Access> = #name<'__packed, #same, __L>;
                }
            )*
        }
    }

    fn visit(&self) -> TokenStream {
        let Self { krate, vis, name: group, .. } = self;
        let name = self.named("Visit");
        let attributes = attributes(&format!(
            "A visit of packed values of [`{group}`], top-down: two methods for each type of the group."
        ));
        let flow = quote!(::core::ops::ControlFlow);
        let methods = self.each().map(|(ident, ty, _)| {
            let (enter, leave) = (Self::method("enter", ident), Self::method("leave", ident));
            let enter_doc = format!(
                "Enters a `{ident}`, before what it contains is visited. By default, does nothing and goes on."
            );
            let leave_doc = format!(
                "Leaves a `{ident}`, after what it contains was visited. By default, does nothing and goes on."
            );
            quote! {
                #[doc = #enter_doc]
                #[inline]
                fn #enter(
                    &mut self,
                    value: #krate::Cursor<'__packed, '_, #ty, __L>,
                ) -> #flow<Self::Break, #krate::fold::Children> {
                    let _ = value;
                    #flow::Continue(#krate::fold::Children::Visit)
                }

                #[doc = #leave_doc]
                #[inline]
                fn #leave(&mut self, value: #krate::Cursor<'__packed, '_, #ty, __L>) -> #flow<Self::Break> {
                    let _ = value;
                    #flow::Continue(())
                }
            }
        });
        let types: Vec<_> = self.members.iter().map(|member| &member.ty).collect();
        let alias = members_alias(group);
        let numbers: Vec<u32> = (0..).take(types.len()).collect();
        // (Returns the result of the visitor's method for the type with the number.)
        let by_number = |prefix| {
            let methods = self.members.iter().map(|member| Self::method(prefix, &member.name));
            quote! {
                match number {
                    #(
                        #numbers => if let ::core::option::Option::Some(value) = found.cast::<#alias<#types>>() {
                            return <__V as #name<'__packed, __L>>::#methods(visitor, value);
                        },
                    )*
                    _ => {}
                }
            }
        };
        let (enter, leave) = (by_number("enter"), by_number("leave"));
        let found = quote!(#krate::__private::Found<'__packed, '_, __L>);
        let derived = derived();
        quote! {
            #attributes
            #vis trait #name<'__packed, __L: #krate::Layout> {
                /// The value with which a visit can end early.
                type Break;

                #(#methods)*
            }

            #derived
            impl<'__packed, __L, __V> #krate::fold::VisitGroup<'__packed, __L, __V> for #group
            where
                __L: #krate::Layout,
                __V: #name<'__packed, __L> + ?::core::marker::Sized,
            {
                type Break = <__V as #name<'__packed, __L>>::Break;

                fn choose(chosen: &mut #krate::__private::Chosen) {
                    #(chosen.add::<#alias<#types>>();)*
                }

                fn enter(
                    visitor: &mut __V,
                    number: ::core::primitive::u32,
                    found: #found,
                ) -> #flow<<__V as #name<'__packed, __L>>::Break, #krate::fold::Children> {
                    #enter
                    #flow::Continue(#krate::fold::Children::Visit)
                }

                fn leave(
                    visitor: &mut __V,
                    number: ::core::primitive::u32,
                    found: #found,
                ) -> #flow<<__V as #name<'__packed, __L>>::Break> {
                    #leave
                    #flow::Continue(())
                }
            }
        }
    }
}
