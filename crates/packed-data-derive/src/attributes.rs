//! Parses the attributes `#[packable(...)]` of types, constructors and fields, with their spans.

use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, LitInt, LitStr, Path, Token, WherePredicate};

use crate::names;

/// Collected errors, so that all are reported at once.
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

/// The attributes of a type.
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
            match name_of(meta).as_str() {
                "transparent" => once(&mut this.transparent, flag(meta)?, meta, errors),
                "pack_only" => once(&mut this.pack_only, flag(meta)?, meta, errors),
                "crate" => once(&mut this.krate, krate(meta)?, meta, errors),
                "bound" => once(&mut this.bound, bounds(meta)?, meta, errors),
                "unpack_bound" => once(&mut this.unpack_bound, bounds(meta)?, meta, errors),
                "case" => once(&mut this.case, name(meta)?, meta, errors),
                "view" => once(&mut this.view, name(meta)?, meta, errors),
                "transform" => once(&mut this.transform, name(meta)?, meta, errors),
                "fold" => once(&mut this.fold, name(meta)?, meta, errors),
                "visit" => once(&mut this.visit, name(meta)?, meta, errors),
                _ => return Err(meta.error(format!("unknown attribute of a packable type: {expected}"))),
            }
            Ok(())
        });
        this
    }
}

/// The attributes of a constructor.
#[derive(Default)]
pub(crate) struct ConstructorAttributes {
    pub(crate) rename: Option<Ident>,
    pub(crate) other: Option<Span>,
}

impl ConstructorAttributes {
    pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        each(attributes, errors, |meta, errors| {
            match name_of(meta).as_str() {
                "rename" => once(&mut this.rename, name(meta)?, meta, errors),
                "other" => once(&mut this.other, flag(meta)?, meta, errors),
                _ => return Err(meta.error("unknown attribute of a constructor: expected `rename` or `other`")),
            }
            Ok(())
        });
        this
    }
}

/// The attributes of a field.
#[derive(Default)]
pub(crate) struct FieldAttributes {
    pub(crate) leaf: Option<Span>,
    pub(crate) default: Option<Span>,
    pub(crate) cbor_tag: Option<LitInt>,
}

impl FieldAttributes {
    pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut this = Self::default();
        each(attributes, errors, |meta, errors| {
            match name_of(meta).as_str() {
                "leaf" => once(&mut this.leaf, flag(meta)?, meta, errors),
                "default" => once(&mut this.default, flag(meta)?, meta, errors),
                "cbor_tag" => once(&mut this.cbor_tag, number(meta)?, meta, errors),
                _ => {
                    let message = "unknown attribute of a field: expected one of `leaf`, `default`, `cbor_tag`";
                    return Err(meta.error(message));
                }
            }
            Ok(())
        });
        this
    }
}

/// Calls `f` for each item of each `#[packable(...)]`. After an invalid item it continues with the next one.
fn each(
    attributes: &[Attribute],
    errors: &mut Errors,
    mut f: impl FnMut(&ParseNestedMeta<'_>, &mut Errors) -> syn::Result<()>,
) {
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("packable")) {
        let parsed = attribute.parse_nested_meta(|meta| {
            if let Err(error) = f(&meta, errors) {
                errors.push(error);
                skip_item(&meta)?;
            }
            Ok(())
        });
        if let Err(error) = parsed {
            errors.push(error);
        }
    }
}

/// Skips the rest of an invalid item.
fn skip_item(meta: &ParseNestedMeta<'_>) -> syn::Result<()> {
    while !meta.input.is_empty() && !meta.input.peek(Token![,]) {
        meta.input.parse::<TokenTree>()?;
    }
    Ok(())
}

/// Returns the name of an item; empty, if it is a path of several segments.
fn name_of(meta: &ParseNestedMeta<'_>) -> String {
    meta.path.get_ident().map(Ident::to_string).unwrap_or_default()
}

/// Parses an item without a value. Returns its span.
fn flag(meta: &ParseNestedMeta<'_>) -> syn::Result<Span> {
    if meta.input.is_empty() || meta.input.peek(Token![,]) {
        return Ok(meta.path.span());
    }
    Err(meta.input.error(format!("`{}` takes no value", name_of(meta))))
}

/// Parses the number after `=`, of 64 bits.
fn number(meta: &ParseNestedMeta<'_>) -> syn::Result<LitInt> {
    let message = |span| syn::Error::new(span, "expected a number from 0 to 18446744073709551615");
    let literal: LitInt = meta.value()?.parse().map_err(|error| message(error.span()))?;
    match literal.base10_parse::<u64>() {
        Ok(_) if literal.suffix().is_empty() => Ok(literal),
        _ => Err(message(literal.span())),
    }
}

/// Parses the content of the string after `=`.
fn string<T>(meta: &ParseNestedMeta<'_>, parse: impl Parser<Output = T>, expected: &str) -> syn::Result<T> {
    let message = |span| syn::Error::new(span, format!("expected {expected}"));
    let literal: LitStr = meta.value()?.parse().map_err(|error| message(error.span()))?;
    literal.parse_with(parse).map_err(|_| message(literal.span()))
}

/// Parses the path of the library.
fn krate(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    string(meta, Path::parse_mod_style, "the path of `packed_data` as a string, such as `\"::packed_data\"`")
}

/// Parses the name of a generated item.
fn name(meta: &ParseNestedMeta<'_>) -> syn::Result<Ident> {
    string(meta, Ident::parse_any, "a name as a string, such as `\"Name\"`").and_then(|ident| {
        match ident.unraw().to_string() {
            reserved if matches!(reserved.as_str(), "self" | "Self" | "super" | "crate" | "_") => {
                Err(syn::Error::new(ident.span(), format!("`{reserved}` cannot be a name")))
            }
            name => Ok(names::ident(&name, ident.span())),
        }
    })
}

/// Parses the predicates of a `where` clause.
fn bounds(meta: &ParseNestedMeta<'_>) -> syn::Result<Bounds> {
    string(meta, Bounds::parse_terminated, "bounds as a string, such as `\"T: Packable, T::Item: Clone\"`")
}

/// Sets an attribute; reports an error if it was set before.
fn once<T>(attribute: &mut Option<T>, value: T, meta: &ParseNestedMeta<'_>, errors: &mut Errors) {
    if attribute.replace(value).is_some() {
        errors.push(meta.error(format!("`{}` is given twice", name_of(meta))));
    }
}
