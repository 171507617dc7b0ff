//! Joins the parts of the code that is emitted for a type, one in each file.

mod adapted;
mod build;
mod cases;
mod checked;
mod debug;
mod field_names;
mod fieldless;
mod fold;
mod group;
mod lookup;
mod node;
mod opaque;
mod packable;
mod unpack;
mod validate;
mod veil;
mod view;
mod zerocopy;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::{ToTokens, quote, quote_spanned};
use syn::parse::ParseStream;
use syn::spanned::Spanned;
use syn::{DeriveInput, GenericParam, Generics, Path, WherePredicate, parse_quote};

use crate::model::{Constructor, Kind, Model, Presence, Skipped, Style};

/// Returns all code that is emitted for a type.
pub(crate) fn expand(model: &Model<'_>, input: &DeriveInput) -> TokenStream {
    let context = Context::new(model);
    if let Some(adapter) = &model.adapter {
        return in_one_block(&context, adapted::expand(&context, adapter));
    }
    let (packable, unpack) = (packable::expand(&context), (!model.pack_only).then(|| unpack::expand(&context)));
    let lookup = lookup::expand(&context);
    let zerocopy = zerocopy::expand(&context);
    if model.kind == Kind::Transparent {
        return in_one_block(&context, quote!(#packable #unpack #lookup #zerocopy));
    }
    let (view, cases, build) = (view::expand(&context), cases::expand(&context), build::expand(&context));
    let checked = checked::expand(&context);
    let (fold, opaque) = (fold::expand(&context), opaque::expand(&context));
    let (validate, fieldless) = (validate::expand(&context), fieldless::expand(&context));
    let names = field_names::expand(&context);
    let (node, ask) = match &model.group {
        Some(group) => (None, Some(group::ask(group, input))),
        None => (Some(node::expand(&context, None)), None),
    };
    let items = quote! {
        #checked #view #packable #validate #unpack #lookup #cases #build #names #fold #node #opaque #fieldless #zerocopy
    };
    let items = in_one_block(&context, items);
    quote!(#items #ask)
}

/// Returns the code that [`group!`](crate::group) emits.
pub(crate) fn expand_group(group: &Group) -> TokenStream {
    block(group::expand(group), |implementations| implementations)
}

/// Returns the code of a type that depends on the types of its group.
pub(crate) fn expand_member(input: ParseStream<'_>) -> syn::Result<TokenStream> {
    group::expand_member(input)
}

pub(crate) use group::Group;

/// The input of every part.
pub(crate) struct Context<'m, 'i> {
    pub(crate) model: &'m Model<'i>,
    pub(crate) krate: &'m Path,
    /// The type with its own generics, as `Tree<A>`.
    pub(crate) this: TokenStream,
    /// The predicates of the type and those that make its fields packable.
    pub(crate) predicates: Vec<WherePredicate>,
    /// The alias by which the types of fields are named, if there is one.
    pub(crate) checked: Option<Ident>,
    /// In the code of a type that depends on its group: the alias for types of the group.
    pub(crate) members: Option<Path>,
}

impl<'m, 'i> Context<'m, 'i> {
    fn new(model: &'m Model<'i>) -> Self {
        let ident = model.ident;
        let (_, arguments, clause) = model.generics.split_for_impl();
        let mut predicates: Vec<WherePredicate> =
            clause.map(|clause| clause.predicates.iter().cloned().collect()).unwrap_or_default();
        let krate = &model.krate;
        match &model.bound {
            Some(bound) => predicates.extend(bound.iter().cloned()),
            None => {
                let params = model.packed_params().map(|ident| ident.to_token_stream());
                let projections = model.projections().into_iter().map(ToTokens::to_token_stream);
                predicates.extend(
                    params.chain(projections).map(|ty| -> WherePredicate { parse_quote!(#ty: #krate::Packable) }),
                );
            }
        }
        Self {
            model,
            krate,
            this: quote!(#ident #arguments),
            predicates,
            checked: checked::alias(model),
            members: None,
        }
    }

    /// Returns the generics of the type with `lifetimes` before them, `types` after them, and the predicates.
    pub(crate) fn generics(&self, lifetimes: &[TokenStream], types: &[TokenStream]) -> Generics {
        let mut generics = self.model.generics.clone();
        let own = std::mem::take(&mut generics.params);
        let (own_lifetimes, own_types): (Vec<_>, Vec<_>) =
            own.into_iter().partition(|param| matches!(param, GenericParam::Lifetime(_)));
        generics.params.extend(lifetimes.iter().map(|lifetime| -> GenericParam { parse_quote!(#lifetime) }));
        generics.params.extend(own_lifetimes);
        generics.params.extend(own_types);
        generics.params.extend(types.iter().map(|ty| -> GenericParam { parse_quote!(#ty) }));
        for param in &mut generics.params {
            match param {
                GenericParam::Type(param) => param.default = None,
                GenericParam::Const(param) => param.default = None,
                GenericParam::Lifetime(_) => {}
            }
        }
        generics.make_where_clause().predicates = self.predicates.iter().cloned().collect();
        generics
    }

    /// Returns the type-level list of a constructor's fields.
    pub(crate) fn list(&self, constructor: &Constructor<'_>) -> TokenStream {
        let list = self.unchecked_list(constructor);
        self.of_constructors(std::slice::from_ref(constructor), list)
    }

    fn unchecked_list(&self, constructor: &Constructor<'_>) -> TokenStream {
        let krate = self.krate;
        let (this, fields) = (&self.this, constructor.fields.iter().enumerate());
        let fields = fields.map(|(place, field)| {
            let ty = field.ty;
            let listed = match &field.presence {
                Presence::Always if field.is_veiled => {
                    let index = self.index(place);
                    quote_spanned!(field.span()=> #krate::__private::shape::Veiled<#this, #index>)
                }
                Presence::Always => ty.to_token_stream(),
                Presence::Defaulted(None) => quote_spanned!(field.span()=> #krate::__private::shape::Defaulted<#ty>),
                Presence::Defaulted(Some(_)) => {
                    let by = self.default_of(constructor, place);
                    quote_spanned!(field.span()=> #krate::__private::shape::Defaulted<#ty, #by>)
                }
                Presence::Tagged(tag) => quote_spanned!(field.span()=> #krate::__private::shape::Tagged<#ty, #tag>),
            };
            (field.span(), listed)
        });
        list(fields, self.end())
    }

    /// Returns the type that represents the default of a field, given by a function.
    pub(crate) fn default_of(&self, constructor: &Constructor<'_>, place: usize) -> TokenStream {
        let (krate, this, field) = (self.krate, &self.this, self.index(place));
        let number = self.model.constructors.iter().position(|one| std::ptr::eq(one, constructor)).unwrap_or_default();
        let constructor = self.index(number);
        quote!(#krate::__private::shape::DefaultOf<#this, #constructor, #field>)
    }

    /// Returns `ty`, as a type that mentions each parameter that no packed field mentions, so that all are used.
    pub(crate) fn using(&self, ty: TokenStream) -> TokenStream {
        let (krate, model) = (self.krate, self.model);
        let params = model.generics.params.iter().filter_map(|param| match param {
            GenericParam::Type(param) if !model.mentions(&param.ident) => {
                let ident = &param.ident;
                Some(quote!(::core::marker::PhantomData<#ident>))
            }
            GenericParam::Lifetime(param) if !model.mentions(&param.lifetime.ident) => {
                let lifetime = &param.lifetime;
                Some(quote!(&#lifetime ()))
            }
            _ => None,
        });
        let params: Vec<_> = params.collect();
        if params.is_empty() { ty } else { quote!(<#ty as #krate::__private::veil::Uses<(#(#params,)*)>>::Itself) }
    }

    /// Returns the end of each list of fields.
    pub(crate) fn end(&self) -> TokenStream {
        let krate = self.krate;
        if self.model.is_extensible { quote!(#krate::__private::shape::Rest) } else { quote!(()) }
    }

    /// Returns the type-level list of all constructors, in tiers of [`TIER`].
    pub(crate) fn variants(&self) -> TokenStream {
        let krate = self.krate;
        let lists: Vec<TokenStream> = self.model.constructors.iter().map(|one| self.unchecked_list(one)).collect();
        let mut tiers = lists.chunks(TIER).map(|tier| quote!((#(#tier,)*))).rev();
        let last = tiers.next().unwrap_or_else(|| quote!(()));
        let tiers = tiers.fold(last, |rest, tier| quote!(#krate::__private::More<#tier, #rest>));
        self.of_constructors(&self.model.constructors, tiers)
    }

    /// Returns the type-level index of a constructor.
    pub(crate) fn index(&self, constructor: usize) -> TokenStream {
        let krate = self.krate;
        let position = constructor % TIER;
        let in_tier = quote!(#krate::__private::InTier<#position>);
        (0..constructor / TIER).fold(in_tier, |index, _| quote!(#krate::__private::NextTier<#index>))
    }

    /// Returns the attributes of a generated item that has a name, with its documentation. Unless the user says who
    /// sees these items, they are not in the documentation of the crate: it would have four more items for each type.
    pub(crate) fn attributes(&self, doc: &str) -> TokenStream {
        let (attributes, hidden) = (attributes(doc), self.model.is_hidden.then(|| quote!(#[doc(hidden)])));
        quote!(#attributes #hidden)
    }

    /// Returns whether any constructor has a field.
    pub(crate) fn has_fields(&self) -> bool {
        self.model.constructors.iter().any(|constructor| !constructor.fields.is_empty())
    }
}

/// The number of constructors in a type-level tier. The library has the same number.
const TIER: usize = 16;

/// Returns the type-level list of `types`, which ends with `end`: `(A, (B, ()))`.
fn list(types: impl DoubleEndedIterator<Item = (Span, TokenStream)>, end: TokenStream) -> TokenStream {
    types.rev().fold(end, |rest, (span, ty)| quote_spanned!(span=> (#ty, #rest)))
}

/// Returns the pattern or expression of the constructor at `path`, with each field in its variable.
pub(crate) fn fields_in_variables(path: &TokenStream, constructor: &Constructor<'_>) -> TokenStream {
    let variables: Vec<_> = constructor.fields.iter().map(|field| &field.binding).collect();
    with_fields(path, constructor, &variables)
}

/// Returns the pattern of the user's constructor at `path`, with each field that is packed in its variable.
pub(crate) fn own_pattern(path: &TokenStream, constructor: &Constructor<'_>) -> TokenStream {
    own(path, constructor, |_| quote!(_))
}

/// Returns the value of the user's constructor at `path`, given each field that is packed in its variable.
pub(crate) fn own_value(path: &TokenStream, constructor: &Constructor<'_>) -> TokenStream {
    own(path, constructor, |skipped| {
        let span = skipped.ty.span().resolved_at(Span::call_site());
        match &skipped.path {
            Some(path) => quote_spanned!(span=> #path()),
            None => quote_spanned!(span=> ::core::default::Default::default()),
        }
    })
}

/// Returns the pattern or expression of the user's constructor at `path`, with each field that is packed in its
/// variable.
fn own(path: &TokenStream, constructor: &Constructor<'_>, other: impl Fn(&Skipped<'_>) -> TokenStream) -> TokenStream {
    if constructor.skipped.is_empty() {
        return fields_in_variables(path, constructor);
    }
    let mut skipped = constructor.skipped.iter().peekable();
    let mut all = Vec::new();
    for place in 0..=constructor.fields.len() {
        while let Some((_, skipped)) = skipped.next_if(|(before, _)| *before == place) {
            all.push((skipped.ident, other(skipped)));
        }
        if let Some(field) = constructor.fields.get(place) {
            all.push((field.ident, field.binding.to_token_stream()));
        }
    }
    let (idents, values): (Vec<_>, Vec<_>) = all.into_iter().unzip();
    match constructor.style {
        Style::Unit => quote!(#path),
        Style::Tuple => quote!(#path(#(#values),*)),
        Style::Named => quote!(#path { #(#idents: #values),* }),
    }
}

/// Returns the pattern or expression of the constructor at `path`, with the fields in these variables.
pub(crate) fn with_fields(path: &TokenStream, constructor: &Constructor<'_>, variables: &[&Ident]) -> TokenStream {
    match constructor.style {
        Style::Unit => quote!(#path),
        Style::Tuple => quote!(#path(#(#variables),*)),
        Style::Named => {
            let names = constructor.fields.iter().map(|field| field.ident);
            quote!(#path { #(#names: #variables),* })
        }
    }
}

/// Returns the path of a constructor.
pub(crate) fn path(model: &Model<'_>, constructor: &Constructor<'_>) -> TokenStream {
    let ident = constructor.ident;
    if model.kind == Kind::Enum { quote!(Self::#ident) } else { quote!(Self) }
}

/// Returns the attributes of generated items that have names. Users may leave these unused, hence the `allow`.
fn attributes(doc: &str) -> TokenStream {
    let allowed = allowed();
    quote! {
        #[doc = #doc]
        #[allow(dead_code, missing_copy_implementations, missing_debug_implementations, missing_docs)]
        #[allow(private_bounds, private_interfaces, unnameable_types, unreachable_pub)]
        #allowed
    }
}

/// Returns the attributes of generated implementations of traits, which begin with it: see [`in_one_block`].
pub(crate) fn derived() -> TokenStream {
    quote!(#[automatically_derived])
}

/// Moves the implementations of traits into one block, and veils them if the type needs it.
fn in_one_block(context: &Context<'_, '_>, items: TokenStream) -> TokenStream {
    block(items, |implementations| veil::expand(context, implementations))
}

/// Moves the implementations of traits into one block, in which lints are allowed once. They begin with [`derived`];
/// all other items begin with their documentation. `with` changes the implementations.
fn block(items: TokenStream, with: impl FnOnce(TokenStream) -> TokenStream) -> TokenStream {
    let (mut named, mut implementations) = (Vec::new(), Vec::new());
    let mut is_implementation = false;
    let mut tokens = items.into_iter().peekable();
    while let Some(token) = tokens.next() {
        if let (TokenTree::Punct(_), Some(TokenTree::Group(attribute))) = (&token, tokens.peek())
            && let Some(TokenTree::Ident(name)) = attribute.stream().into_iter().next()
        {
            is_implementation = name == "automatically_derived" || is_implementation && name != "doc";
        }
        if is_implementation { implementations.push(token) } else { named.push(token) }
    }
    let (named, implementations) = (TokenStream::from_iter(named), TokenStream::from_iter(implementations));
    let implementations = with(implementations);
    let allowed = allowed();
    quote! {
        #named
        #allowed
        const _: () = { #implementations };
    }
}

/// Returns attributes that allow, in generated code, violations of style lints and the use of deprecated items of the
/// user.
fn allowed() -> TokenStream {
    quote! {
        #[allow(deprecated, non_camel_case_types, non_snake_case, non_upper_case_globals)]
        #[allow(single_use_lifetimes, unused_qualifications)]
        #[allow(clippy::all, clippy::nursery, clippy::pedantic, clippy::restriction)]
    }
}
