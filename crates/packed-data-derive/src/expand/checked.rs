//! The alias by which generated code names the types of fields: an error about one of them is reported once, in it.

use std::collections::HashSet;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::visit_mut::{self, VisitMut};
use syn::{GenericArgument, Path, PathArguments, Type, Visibility};

use super::{Context, allowed};
use crate::model::{Constructor, Field, Kind, Model, Presence};
use crate::{names, with};

/// Returns the alias. Its argument is a type in which the types of fields are, and it is that type, if they can be
/// packed.
///
/// The alias mentions a constant whose code names the packed form of each field. If there is none, the compiler says so
/// there, and the constant is an error. A type that contains an error is one too, and the compiler reports no other
/// error about it. So there is one message for each such field, where generated code has dozens of obligations.
pub(super) fn expand(context: &Context<'_, '_>) -> TokenStream {
    let Context { krate, .. } = context;
    let Some(alias) = &context.checked else { return TokenStream::new() };
    let mut seen = HashSet::new();
    let fields = context.model.constructors.iter().flat_map(|constructor| &constructor.fields);
    let checks = fields.filter(|field| is_checked(context.model, field)).filter_map(|field| {
        let ty = without_lifetimes(context.model, field)?;
        let form = match field.presence {
            Presence::Defaulted(None) => {
                let shape = with::at(quote!(#krate::__private::shape), field.span());
                quote_spanned!(field.span()=> <#shape::Defaulted<#ty> as #shape::Field>::Of)
            }
            _ => match field.adapted.and_then(|_| with::own_type_and_adapter(&ty)) {
                Some([own, adapter]) => {
                    let private = with::at(quote!(#krate::__private), field.span());
                    quote_spanned!(field.span()=> <#adapter as #private::AdapterOf<#own>>::As)
                }
                None => quote_spanned!(field.span()=> <#ty as #krate::Packable>::As),
            },
        };
        let check = quote_spanned!(field.span()=> let _: ::core::marker::PhantomData<#form>;);
        seen.insert(form.to_string()).then_some(check)
    });
    alias_of(krate, &Visibility::Inherited, alias, checks)
}

/// Returns an alias: its argument is a type, and it is that type, if these statements are correct.
pub(super) fn alias_of(
    krate: &Path,
    vis: &Visibility,
    name: &Ident,
    checks: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let allowed = allowed();
    quote! {
        #[doc(hidden)]
        #[allow(dead_code, missing_docs, unreachable_pub)]
        #allowed
        #vis type #name<__T> = <__T as #krate::__private::If<{ #(#checks)* true }>>::Itself;
    }
}

/// Returns the name of the alias, if the type needs one.
pub(super) fn alias(model: &Model<'_>) -> Option<Ident> {
    let mut fields = model.constructors.iter().flat_map(|constructor| &constructor.fields);
    let is_checked = model.kind != Kind::Transparent && fields.any(|field| is_checked(model, field));
    is_checked.then(|| names::prefixed("__FieldsOf", model.ident))
}

impl Context<'_, '_> {
    /// Returns the type of a field, by the alias.
    pub(super) fn field(&self, field: &Field<'_>) -> TokenStream {
        self.of_field(field, field.ty)
    }

    /// Returns a type that contains the type of a field, by the alias.
    pub(super) fn of_field(&self, field: &Field<'_>, ty: impl ToTokens) -> TokenStream {
        self.by_alias(is_checked(self.model, field), ty, field.span())
    }

    /// Returns the marked type of a recursive field, by the alias, and by that of the group.
    pub(super) fn recursive(&self, field: &Field<'_>, marked: &Type) -> TokenStream {
        let marked = self.of_field(field, marked);
        match &self.members {
            Some(members) => quote!(#members<#marked>),
            None => marked,
        }
    }

    /// Returns a type that contains the types of the fields of these constructors, by the alias.
    pub(super) fn of_constructors(&self, constructors: &[Constructor<'_>], ty: impl ToTokens) -> TokenStream {
        let mut fields = constructors.iter().flat_map(|constructor| &constructor.fields);
        let span = fields.clone().next().map_or_else(Span::call_site, Field::span);
        self.by_alias(fields.any(|field| is_checked(self.model, field)), ty, span)
    }

    /// Returns the type of a field by the alias, if there is one: it is an error if any field is one. (If one predicate
    /// of an implementation is an error, the others do not hold either.)
    pub(super) fn if_all(&self, field: &Field<'_>) -> TokenStream {
        self.by_alias(true, field.ty, field.span())
    }

    /// Returns a type by the alias. What is said about it is shown at `span`.
    fn by_alias(&self, is_checked: bool, ty: impl ToTokens, span: Span) -> TokenStream {
        match &self.checked {
            Some(alias) if is_checked => {
                let alias = Ident::new(&alias.to_string(), span);
                quote_spanned!(span=> #alias<#ty>)
            }
            _ => ty.to_token_stream(),
        }
    }
}

/// Returns whether it is not certain that the type of a field can be packed. An alias for types that are known would
/// only cost the time of the compiler.
fn is_checked(model: &Model<'_>, field: &Field<'_>) -> bool {
    !is_known(model, field.ty)
}

/// Returns whether a type is made of well-known types, of parameters, and of the derived type itself.
fn is_known(model: &Model<'_>, ty: &Type) -> bool {
    match ty {
        Type::Tuple(tuple) => tuple.elems.len() <= 6 && tuple.elems.iter().all(|ty| is_known(model, ty)),
        Type::Path(path) if path.qself.is_none() && path.path.segments.len() == 1 => {
            let last = &path.path.segments[0];
            match &last.arguments {
                PathArguments::None => {
                    let is_parameter = model.bound.is_none() && model.packed_params().any(|param| last.ident == *param);
                    let is_folded = model.members.contains(&last.ident);
                    is_parameter
                        || is_folded
                        || last.ident == *model.ident
                        || last.ident == "String"
                        || names::is_scalar(&last.ident.to_string())
                }
                PathArguments::AngleBracketed(arguments) => {
                    let is_container = ["Box", "Vec", "Option"].iter().any(|one| last.ident == one);
                    is_container
                        && arguments.args.iter().all(|argument| match argument {
                            GenericArgument::Type(ty) => is_known(model, ty),
                            _ => false,
                        })
                }
                PathArguments::Parenthesized(_) => false,
            }
        }
        _ => false,
    }
}

/// Returns the type of a field without the lifetimes that are parameters: a constant cannot name them. `None` if it
/// mentions a parameter of another kind: then an error about it is reported many times.
fn without_lifetimes(model: &Model<'_>, field: &Field<'_>) -> Option<Type> {
    let types = model.generics.type_params().map(|param| &param.ident);
    let mut others = types.chain(model.generics.const_params().map(|param| &param.ident));
    if others.any(|param| field.mentions(param)) {
        return None;
    }
    let lifetimes = model.generics.lifetimes().map(|param| &param.lifetime.ident);
    let mut ty = field.ty.clone();
    Static(lifetimes.collect()).visit_type_mut(&mut ty);
    Some(ty)
}

/// Replaces lifetimes by `'static`.
struct Static<'i>(HashSet<&'i Ident>);

impl VisitMut for Static<'_> {
    fn visit_lifetime_mut(&mut self, lifetime: &mut syn::Lifetime) {
        if self.0.contains(&lifetime.ident) {
            lifetime.ident = Ident::new("static", lifetime.ident.span());
        }
        visit_mut::visit_lifetime_mut(self, lifetime);
    }
}
