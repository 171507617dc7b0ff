//! Parses the attributes `#[packable(...)]` of types, constructors and fields, with their spans.

use proc_macro2::{Ident, Span, TokenTree};
use syn::ext::IdentExt;
use syn::meta::ParseNestedMeta;
use syn::parse::{Parse, Parser};
use syn::punctuated::Punctuated;
use syn::spanned::Spanned;
use syn::{Attribute, LitInt, LitStr, Path, Token, Type, Visibility, WherePredicate};

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

/// An attribute that takes a value from the function at a path, or from `Default`.
#[derive(Clone)]
pub(crate) struct Value {
    /// The span of its name.
    pub(crate) span: Span,
    /// The path of the function, if one is given.
    pub(crate) path: Option<Path>,
}

/// The predicates of a `bound` attribute.
pub(crate) type Bounds = Punctuated<WherePredicate, Token![,]>;

/// Declares the attributes of each kind of item, one a line: the field that holds it, its name if that is another, its
/// type, and the function that parses it. The parsing code and the error messages are generated from these lines.
macro_rules! attributes {
    ($(
        $(#[$doc:meta])*
        $Attributes:ident, $of:literal {
            $($field:ident $(as $name:literal)?: $T:ty = $parse:ident,)+
        }
    )+) => {
        $(
            $(#[$doc])*
            #[derive(Default)]
            pub(crate) struct $Attributes {
                $(pub(crate) $field: Option<$T>,)+
            }

            impl $Attributes {
                pub(crate) fn new(attributes: &[Attribute], errors: &mut Errors) -> Self {
                    let mut this = Self::default();
                    each(attributes, errors, |meta, errors| {
                        let given = name_of(meta);
                        $(if given == attributes!(@ $field $($name)?) {
                            once(&mut this.$field, $parse(meta)?, meta, errors);
                            return Ok(());
                        })+
                        Err(unknown(meta, $of))
                    });
                    this
                }
            }
        )+

        /// The names of all attributes, grouped by the item they belong to.
        pub(crate) const NAMES: &[(&str, &[&str])] = &[$(($of, &[$(attributes!(@ $field $($name)?)),+])),+];
    };
    (@ $field:ident $name:literal) => { $name };
    (@ $field:ident) => { stringify!($field) };
}

attributes! {
    /// The attributes of a type.
    TypeAttributes, "a packable type" {
        transparent: Span = flag,
        pack_only: Span = flag,
        zerocopy: Span = flag,
        extensible: Span = flag,
        krate as "crate": Path = krate,
        bound: Bounds = bounds,
        unpack_bound: Bounds = bounds,
        validate: Path = function,
        with: Type = adapter,
        try_from: Type = converted,
        into: Type = converted,
        vis: Visibility = visibility,
        case: Ident = name,
        view: Ident = name,
        transform: Ident = name,
        names: Ident = name,
        fold: Ident = name,
        visit: Ident = name,
        rename: Ident = name,
        node: Ident = name,
        group: Path = group,
    }

    /// The attributes of a constructor.
    ConstructorAttributes, "a constructor" {
        rename: Ident = name,
        was: String = former_name,
        other: Span = flag,
    }

    /// The attributes of a group.
    GroupAttributes, "a group" {
        krate as "crate": Path = krate,
    }

    /// The attributes of a field.
    FieldAttributes, "a field" {
        leaf: Span = flag,
        default: Value = value,
        skip: Value = value,
        was: String = former_name,
        cbor_tag: LitInt = number,
        with: Type = adapter,
    }
}

/// The error for an item that is not an attribute of `of`.
fn unknown(meta: &ParseNestedMeta<'_>, of: &str) -> syn::Error {
    let given = name_of(meta);
    let owners: Vec<_> =
        NAMES.iter().filter(|(_, names)| names.contains(&given.as_str())).map(|(owner, _)| *owner).collect();
    if !owners.is_empty() {
        return meta.error(format!("`{given}` is an attribute of {}, not of {of}", owners.join(" or of ")));
    }
    let names = NAMES.iter().find(|(owner, _)| *owner == of).map_or(&[][..], |(_, names)| names);
    let quoted: Vec<_> = names.iter().map(|name| format!("`{name}`")).collect();
    let expected = match quoted.as_slice() {
        [one, other] => format!("{one} or {other}"),
        _ => format!("one of {}", quoted.join(", ")),
    };
    meta.error(format!("unknown attribute of {of}: expected {expected}"))
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

/// Parses the path of a function after `=`, if there is one.
fn value(meta: &ParseNestedMeta<'_>) -> syn::Result<Value> {
    let span = meta.path.span();
    if meta.input.is_empty() || meta.input.peek(Token![,]) {
        return Ok(Value { span, path: None });
    }
    function(meta).map(|path| Value { span, path: Some(path) })
}

/// Parses a former name of a field or constructor.
fn former_name(meta: &ParseNestedMeta<'_>) -> syn::Result<String> {
    string(meta, Ident::parse_any, "the former name as a string, such as `\"name\"`")
        .map(|ident| ident.unraw().to_string())
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

/// Parses the path of a function after `=`.
fn function(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    meta.value()?.parse().map_err(|error| syn::Error::new(error.span(), "expected the path of a function"))
}

/// Parses the adapter after `=`, a type.
fn adapter(meta: &ParseNestedMeta<'_>) -> syn::Result<Type> {
    let value = meta.value()?;
    let message = "expected an adapter, such as `Millis` or `Vec<Millis>`, without quotes";
    value.parse().map_err(|error| syn::Error::new(error.span(), message))
}

/// Parses the type after `=`.
fn converted(meta: &ParseNestedMeta<'_>) -> syn::Result<Type> {
    let value = meta.value()?;
    value
        .parse()
        .map_err(|error| syn::Error::new(error.span(), "expected a type, such as `(u8, String)`, without quotes"))
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

/// Parses the visibility of generated items.
fn visibility(meta: &ParseNestedMeta<'_>) -> syn::Result<Visibility> {
    let expected = "a visibility as a string, such as `\"pub(crate)\"`";
    string(meta, Visibility::parse, expected).and_then(|vis| match vis {
        Visibility::Inherited => Err(meta.error(format!("expected {expected}"))),
        vis => Ok(vis),
    })
}

/// Parses the path of a group.
fn group(meta: &ParseNestedMeta<'_>) -> syn::Result<Path> {
    let message = "expected the name of a group that `group!` declares, such as `group = Ast`";
    let value = meta.value()?;
    let path = value.call(Path::parse_mod_style).map_err(|error| syn::Error::new(error.span(), message))?;
    if value.is_empty() || value.peek(Token![,]) { Ok(path) } else { Err(value.error(message)) }
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
