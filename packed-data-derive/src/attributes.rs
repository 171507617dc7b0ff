//! `#[packable(...)]`, parsed: what each may say, and where it said it.

use proc_macro2::{Ident, Span};
use syn::meta::ParseNestedMeta;
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Path, Token, WherePredicate};

/// Errors, collected so that all are reported at once.
#[derive(Default)]
pub(crate) struct Errors(Option<syn::Error>);

impl Errors {
    pub(crate) fn push(&mut self, error: syn::Error) {
        match &mut self.0 {
            Some(errors) => errors.combine(error),
            None => self.0 = Some(error),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl std::fmt::Display) {
        self.push(syn::Error::new(span, message));
    }

    pub(crate) fn finish(self) -> syn::Result<()> {
        self.0.map_or(Ok(()), Err)
    }
}

/// The predicates of a `bound` attribute.
pub(crate) type Bounds = Punctuated<WherePredicate, Token![,]>;

/// What stands on the type.
#[derive(Default)]
pub(crate) struct TypeAttributes {
    pub(crate) krate: Option<Path>,
    pub(crate) transparent: Option<Span>,
    pub(crate) pack_only: Option<Span>,
    pub(crate) bound: Option<Bounds>,
    pub(crate) unpack_bound: Option<Bounds>,
    pub(crate) case: Option<Ident>,
    pub(crate) view: Option<Ident>,
    pub(crate) transform: Option<Ident>,
    pub(crate) fold: Option<Ident>,
    pub(crate) visit: Option<Ident>,
}

impl TypeAttributes {
    pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        let expected = "expected one of `transparent`, `pack_only`, `crate`, `bound`, `unpack_bound`, `case`, `view`, \
                        `transform`, `fold`, `visit`";
        each(attributes, errors, |meta, errors| {
            let name = name_of(&meta);
            match name.as_str() {
                "transparent" => once(&mut this.transparent, span_of(&meta), &meta, errors),
                "pack_only" => once(&mut this.pack_only, span_of(&meta), &meta, errors),
                "crate" => once(&mut this.krate, string(&meta)?.parse()?, &meta, errors),
                "bound" => once(&mut this.bound, bounds(&meta)?, &meta, errors),
                "unpack_bound" => once(&mut this.unpack_bound, bounds(&meta)?, &meta, errors),
                "case" => once(&mut this.case, string(&meta)?.parse()?, &meta, errors),
                "view" => once(&mut this.view, string(&meta)?.parse()?, &meta, errors),
                "transform" => once(&mut this.transform, string(&meta)?.parse()?, &meta, errors),
                "fold" => once(&mut this.fold, string(&meta)?.parse()?, &meta, errors),
                "visit" => once(&mut this.visit, string(&meta)?.parse()?, &meta, errors),
                _ => return Err(meta.error(format!("unknown attribute of a packable type: {expected}"))),
            }
            Ok(())
        });
        this
    }
}

/// What stands on a constructor.
#[derive(Default)]
pub(crate) struct ConstructorAttributes {
    pub(crate) rename: Option<Ident>,
}

impl ConstructorAttributes {
    pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        each(attributes, errors, |meta, errors| {
            match name_of(&meta).as_str() {
                "rename" => once(&mut this.rename, string(&meta)?.parse()?, &meta, errors),
                _ => return Err(meta.error("unknown attribute of a constructor: expected `rename`")),
            }
            Ok(())
        });
        this
    }
}

/// What stands on a field.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    pub(crate) leaf: Option<Span>,
}

impl FieldAttributes {
    pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        each(attributes, errors, |meta, errors| {
            match name_of(&meta).as_str() {
                "leaf" => once(&mut this.leaf, span_of(&meta), &meta, errors),
                _ => return Err(meta.error("unknown attribute of a field: expected `leaf`")),
            }
            Ok(())
        });
        this
    }
}

/// Calls `f` for each item of each `#[packable(...)]`; one that is wrong does not hide the others.
fn each(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut f: impl FnMut(ParseNestedMeta<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("packable")) {
        if let Err(error) = attribute.parse_nested_meta(|meta| f(meta, errors)) {
            errors.push(error);
        }
    }
}

fn name_of(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(Ident::to_string).unwrap_or_default()
}

fn span_of(meta: &ParseNestedMeta<'_>) -> Span {
    syn::spanned::Spanned::span(&meta.path)
}

/// The string after `=`.
fn string(meta: &ParseNestedMeta<'_>) -> syn::Result<LitStr> {
    meta.value()?.parse()
}

fn bounds(meta: &ParseNestedMeta<'_>) -> syn::Result<Bounds> {
    string(meta)?.parse_with(Bounds::parse_terminated)
}

/// Sets what may be said once.
fn once<T>(place: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>, errors: &mut Errors) {
    if place.replace(value).is_some() {
        errors.push(meta.error(format!("`{}` is given twice", name_of(meta))));
    }
}
