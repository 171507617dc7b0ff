//! The model of a type: everything that the expansion needs, checked; every error is reported at once.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::ext::IdentExt;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Data, DeriveInput, Generics, LitInt, Path, Type, Visibility};

use crate::attributes::{Bounds, ConstructorAttributes, Errors, FieldAttributes, TypeAttributes};
use crate::{names, with};

/// The model of a type.
pub(crate) struct Model<'i> {
    pub(crate) ident: &'i Ident,
    /// The visibility of generated items.
    pub(crate) vis: Visibility,
    /// Which types the associated types must not name.
    pub(crate) veil: Veil,
    /// Whether generated items are left out of the documentation.
    pub(crate) is_hidden: bool,
    pub(crate) generics: &'i Generics,
    /// The path of the library.
    pub(crate) krate: Path,
    pub(crate) kind: Kind,
    pub(crate) constructors: Vec<Constructor<'i>>,
    /// Whether the last constructor is marked `other`: it represents constructors that the type does not know.
    pub(crate) has_other: bool,
    /// Whether values may have fields or constructors that a reader does not know.
    pub(crate) is_extensible: bool,
    pub(crate) pack_only: bool,
    pub(crate) bound: Option<Bounds>,
    pub(crate) unpack_bound: Option<Bounds>,
    /// The adapter with which the whole value is packed.
    pub(crate) adapter: Option<Adapter>,
    /// The function that tests a value when bytes are validated.
    pub(crate) validate: Option<Path>,
    /// The span of the attribute `zerocopy`, if values are copied whole.
    pub(crate) zerocopy: Option<Span>,
    pub(crate) names: GeneratedNames,
    /// The group in which values of the type are folded, if it is in one.
    pub(crate) group: Option<Path>,
    /// The last names of the types of that group, where they are known.
    pub(crate) members: Vec<Ident>,
}

/// The adapter of a whole type.
pub(crate) enum Adapter {
    /// The one that is named.
    Named(Type),
    /// That for a type into which values are converted.
    Converted(Type),
}

/// Which types the associated types of implementations must not name, because they are less visible than the type.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Veil {
    /// They may name all types.
    Needless,
    /// They must not name the types of the fields.
    OfFields,
    /// They must name neither these nor generated types.
    OfItems,
}

/// The kind of a type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Transparent,
    Struct,
    Enum,
}

/// The names of the generated types and traits.
pub(crate) struct GeneratedNames {
    pub(crate) case: Ident,
    pub(crate) view: Ident,
    pub(crate) transform: Ident,
    pub(crate) names: Ident,
    pub(crate) fold: Ident,
    pub(crate) visit: Ident,
    pub(crate) node: Ident,
}

/// A constructor: a variant, or the struct itself.
pub(crate) struct Constructor<'i> {
    pub(crate) ident: &'i Ident,
    /// Its name in the names of generated functions.
    pub(crate) snake: String,
    /// The span of the token which that name is made from.
    pub(crate) span: Span,
    pub(crate) style: Style,
    /// The span of the attribute `other`, if it has one.
    pub(crate) other: Option<Span>,
    /// Its former name.
    pub(crate) was: Option<String>,
    /// The fields that are packed.
    pub(crate) fields: Vec<Field<'i>>,
    /// The fields that are not packed, each with the number of packed fields before it.
    pub(crate) skipped: Vec<(usize, Skipped<'i>)>,
}

/// The syntax of the fields.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Style {
    Named,
    Tuple,
    Unit,
}

/// A field.
pub(crate) struct Field<'i> {
    /// Its name, if it has one.
    pub(crate) ident: Option<&'i Ident>,
    pub(crate) vis: &'i Visibility,
    /// The name of the variable that holds it.
    pub(crate) binding: Ident,
    /// Its type in packed data: `With<T, C>` for a field of type `T` with an adapter `C`.
    pub(crate) ty: &'i Type,
    /// For a field with an adapter: its type in the program.
    pub(crate) adapted: Option<&'i Type>,
    /// For a field that mentions the derived type and is not marked as a leaf: its type, with each mention replaced by
    /// a marker.
    pub(crate) recursive: Option<Type>,
    /// Whether the field is always there, and whether a tag precedes it.
    pub(crate) presence: Presence,
    /// Its former name.
    pub(crate) was: Option<String>,
    /// Whether the description of the type does not name the type of the field, which may be private.
    pub(crate) is_veiled: bool,
}

/// A field that is not packed.
pub(crate) struct Skipped<'i> {
    /// Its name, if it has one.
    pub(crate) ident: Option<&'i Ident>,
    pub(crate) ty: &'i Type,
    /// The function that returns its value when the others are unpacked; without one it is the default of its type.
    pub(crate) path: Option<Path>,
}

/// Whether a field is always there, and whether a tag precedes it.
pub(crate) enum Presence {
    /// Always there, without a tag.
    Always,
    /// Absent from a value that an older version of the type wrote. It is then what the function at the path returns,
    /// or its default.
    Defaulted(Option<Path>),
    /// Always there, after a CBOR tag.
    Tagged(LitInt),
}

impl Field<'_> {
    /// Returns the field as what is packed, given a reference to it.
    pub(crate) fn to_packed(&self, reference: &Ident) -> TokenStream {
        let ty = self.ty;
        match self.adapted {
            Some(_) => quote_spanned!(self.span()=> <#ty>::from_ref(#reference)),
            None => quote!(#reference),
        }
    }

    /// Returns the statement that converts the variable of the field from what was unpacked.
    pub(crate) fn unpacked_value(&self) -> Option<TokenStream> {
        let (ty, binding) = (self.ty, &self.binding);
        self.adapted.map(|_| quote_spanned!(self.span()=> let #binding = <#ty>::into_inner(#binding);))
    }

    /// Returns whether its type mentions a parameter.
    pub(crate) fn mentions(&self, param: &Ident) -> bool {
        mentions(self.ty.to_token_stream(), param)
    }

    /// Returns the span for code that is generated for the field, so that an error in that code is shown at the field.
    pub(crate) fn span(&self) -> Span {
        // Names resolve at the call site, because the generated names are ours, even if a macro of the user made the
        // type.
        self.binding.span().resolved_at(Span::call_site())
    }
}

impl<'i> Model<'i> {
    /// Parses the attributes, builds the model and checks it.
    pub(crate) fn new(input: &'i DeriveInput) -> syn::Result<Self> {
        Self::folded(input, None)
    }

    /// Like [`new`](Self::new), but for a type of a group, whose types are `members`: the recursive fields are those
    /// that mention any of them.
    pub(crate) fn folded(input: &'i DeriveInput, members: Option<&[Member]>) -> syn::Result<Self> {
        let mut errors = Errors::default();
        let attributes = TypeAttributes::new(&input.attrs, &mut errors);
        let krate = attributes.krate.clone().unwrap_or_else(|| syn::parse_quote!(::packed_data));
        let folded = match (&attributes.group, members) {
            (None, _) => Folded::Itself(&input.ident),
            (Some(_), None) => Folded::Unknown,
            (Some(_), Some(members)) => Folded::Group(members),
        };
        if let (Some(group), Some(_)) = (&attributes.group, attributes.transparent) {
            let message = "a `transparent` type leaves no trace in the bytes, so it cannot be in a group";
            errors.at(group.span(), message);
        }
        // (The fields of a type with an adapter are none of ours.)
        let (kind, mut constructors) = constructors(input, &krate, &attributes, folded, &mut errors);
        check_names(kind, &constructors, &mut errors);
        let recursive =
            |constructor: &Constructor<'_>| constructor.fields.iter().any(|field| field.recursive.is_some());
        if members.is_none() && constructors.iter().any(recursive) {
            check_fold_names(kind, &constructors, &mut errors);
        }
        check_defaults(kind, &constructors, &mut errors);
        let has_other = has_other(input, &constructors, &mut errors);
        if let (Some(span), Some(_)) = (attributes.pack_only, &attributes.unpack_bound) {
            errors.at(span, "`pack_only` emits no `Unpack`, so `unpack_bound` has no effect: remove one of them");
        }
        if let (Some(path), Kind::Transparent) = (&attributes.validate, kind) {
            let message = "a `transparent` type is packed as its field, and has no values of its own to validate: remove \
                           `transparent` (in `Compact` the bytes stay the same)";
            errors.at(path.span(), message);
        }
        if let Some(span) = attributes.extensible {
            check_extensible(kind, span, attributes.zerocopy, &constructors, &mut errors);
        }
        let has_default =
            |one: &Constructor<'_>| one.fields.iter().any(|one| matches!(one.presence, Presence::Defaulted(_)));
        let is_extensible = attributes.extensible.is_some() || has_other || constructors.iter().any(has_default);
        if let Some(span) = attributes.zerocopy {
            check_zerocopy(input, span, &constructors, &mut errors);
        }
        let adapter = adapter(&attributes, &mut errors);
        errors.finish()?;
        let TypeAttributes { bound, unpack_bound, validate, zerocopy, group, vis, .. } = attributes;
        let TypeAttributes { case, view, transform, names: field_names, fold, visit, node, .. } = attributes;
        let veil = veil(input, kind, &mut constructors, vis.as_ref(), zerocopy, group.as_ref());
        let name = |given: Option<Ident>, suffix| given.unwrap_or_else(|| names::suffixed(&input.ident, suffix));
        Ok(Self {
            ident: &input.ident,
            veil,
            is_hidden: vis.is_none(),
            vis: vis.unwrap_or_else(|| input.vis.clone()),
            generics: &input.generics,
            krate,
            kind,
            constructors,
            has_other,
            is_extensible,
            pack_only: attributes.pack_only.is_some(),
            bound,
            unpack_bound,
            adapter,
            validate,
            zerocopy,
            names: GeneratedNames {
                case: name(case, "Case"),
                view: name(view, "View"),
                transform: name(transform, "Transform"),
                names: name(field_names, "Names"),
                fold: name(fold, "Fold"),
                visit: name(visit, "Visit"),
                node: name(node, "Node"),
            },
            group,
            members: members.into_iter().flatten().filter_map(Member::without_arguments).cloned().collect(),
        })
    }

    /// Returns whether a field mentions the type itself, and is not marked as a leaf.
    pub(crate) fn is_recursive(&self) -> bool {
        self.fields().any(|field| field.recursive.is_some())
    }

    /// Returns whether the type is recursive, and in each constructor the recursive fields come last.
    pub(crate) fn is_visitable(&self) -> bool {
        let last =
            |constructor: &Constructor<'_>| constructor.fields.is_sorted_by_key(|field| field.recursive.is_some());
        self.is_recursive() && self.constructors.iter().all(last)
    }

    /// Returns whether a parameter is mentioned in a field that is packed.
    pub(crate) fn mentions(&self, param: &Ident) -> bool {
        self.fields().any(|field| mentions(field.ty.to_token_stream(), param))
    }

    /// Returns the type parameters whose values are packed: those that a field mentions, apart from `PhantomData`.
    pub(crate) fn packed_params(&self) -> impl Iterator<Item = &'i Ident> {
        let is_packed = |ident: &Ident| {
            self.fields().filter(|field| !is_phantom(field.ty)).any(|field| mentions(field.ty.to_token_stream(), ident))
        };
        self.generics.type_params().map(|param| &param.ident).filter(move |ident| is_packed(ident))
    }

    /// Returns the types of the fields that are not packed and come back as their `Default`, if a parameter is in them.
    pub(crate) fn defaults(&self) -> impl Iterator<Item = &'i Type> {
        let skipped = self.constructors.iter().flat_map(|constructor| &constructor.skipped);
        let types = skipped.filter(|(_, skipped)| skipped.path.is_none()).map(|(_, skipped)| skipped.ty);
        types
            .filter(|ty| !is_phantom(ty))
            .filter(|ty| self.generics.type_params().any(|param| mentions(ty.to_token_stream(), &param.ident)))
    }

    /// Returns the fields of all constructors.
    fn fields(&self) -> impl Iterator<Item = &Field<'i>> {
        self.constructors.iter().flat_map(|constructor| &constructor.fields)
    }

    /// Returns the field types that are associated types of a parameter, such as `T::Item`. They need bounds of their
    /// own.
    pub(crate) fn projections(&self) -> Vec<&'i Type> {
        let is_projection = |ty: &Type| match ty {
            Type::Path(path) if path.qself.is_none() && path.path.segments.len() > 1 => {
                self.generics.type_params().any(|param| path.path.segments[0].ident == param.ident)
            }
            Type::Path(path) => path.qself.is_some(),
            _ => false,
        };
        self.fields().map(|field| field.ty).filter(|ty| is_projection(ty)).collect()
    }
}

/// Returns the adapter of the whole type: the given one, or that for a type into which it is converted.
fn adapter(attributes: &TypeAttributes, errors: &mut Errors) -> Option<Adapter> {
    let TypeAttributes { with, try_from, into, .. } = attributes;
    let converted = match (try_from, into) {
        (Some(from), Some(into)) if from.to_token_stream().to_string() == into.to_token_stream().to_string() => {
            Some(into.clone())
        }
        (Some(from), Some(into)) => {
            let message = "`try_from` and `into` must name the same type: that as which the values are packed";
            errors.push(syn::Error::new_spanned(from, message));
            Some(into.clone())
        }
        (Some(one), None) | (None, Some(one)) => {
            let other = if into.is_none() { "into" } else { "try_from" };
            let ty = one.to_token_stream();
            errors.push(syn::Error::new_spanned(
                one,
                format!("`{other} = {ty}` is needed too: values are converted both ways"),
            ));
            None
        }
        (None, None) => None,
    };
    if let (Some(with), Some(_)) = (with, &converted) {
        errors.push(syn::Error::new_spanned(
            with,
            "`with` and `into` both say how the values are packed: remove one of them",
        ));
    }
    let adapter = with.as_ref().or(converted.as_ref())?;
    let others = [
        (attributes.transparent.is_some(), "transparent"),
        (attributes.zerocopy.is_some(), "zerocopy"),
        (attributes.extensible.is_some(), "extensible"),
        (attributes.validate.is_some(), "validate"),
        (attributes.group.is_some(), "group"),
    ];
    for (_, name) in others.iter().filter(|(is_given, _)| *is_given) {
        let message = format!("the values are packed as another type, so `{name}` has no effect: remove one of them");
        errors.push(syn::Error::new_spanned(adapter, message));
    }
    with.clone().map(Adapter::Named).or(converted.map(Adapter::Converted))
}

/// Returns which types the associated types must not name: types of fields that may be less visible than the type,
/// and generated ones if the user says that they are. In a struct, marks the fields whose types are hidden one by one:
/// other modules then read the other fields.
fn veil(
    input: &DeriveInput,
    kind: Kind,
    constructors: &mut [Constructor<'_>],
    vis: Option<&Visibility>,
    zerocopy: Option<Span>,
    group: Option<&Path>,
) -> Veil {
    let text = |vis: &Visibility| vis.to_token_stream().to_string();
    if vis.is_some_and(|vis| text(vis) != text(&input.vis) && !matches!(vis, Visibility::Public(_))) {
        return Veil::OfItems;
    } else if matches!(input.vis, Visibility::Inherited) || zerocopy.is_some() {
        return Veil::Needless;
    }
    let is_public = |field: &Field<'_>| kind == Kind::Enum || matches!(field.vis, Visibility::Public(_));
    let may_be_private = |field: &&mut Field<'_>| {
        field.adapted.is_some() || (kind == Kind::Enum || !is_public(field)) && names_own_type(input, field.ty)
    };
    let mut fields: Vec<_> = constructors.iter_mut().flat_map(|one| &mut one.fields).filter(may_be_private).collect();
    // (Folds have no names for other fields that are hidden.)
    let is_simple = |field: &&mut Field<'_>| matches!(field.presence, Presence::Always) && field.recursive.is_none();
    let is_one_by_one = kind == Kind::Struct && group.is_none() && fields.iter().all(is_simple);
    if is_one_by_one {
        fields.iter_mut().for_each(|field| field.is_veiled = true);
    }
    if is_one_by_one || fields.is_empty() { Veil::Needless } else { Veil::OfFields }
}

/// Returns whether a type may be one of the user, or has such arguments. (An error only costs a little: a type of the
/// user that has one of these names must be as visible as the type that has it in a field; any other is hidden.)
fn names_own_type(input: &DeriveInput, ty: &Type) -> bool {
    struct Search<'s>(&'s DeriveInput, bool);

    impl VisitMut for Search<'_> {
        fn visit_type_path_mut(&mut self, path: &mut syn::TypePath) {
            let first = path.path.segments.first().map(|first| first.ident.unraw().to_string()).unwrap_or_default();
            let is_parameter =
                self.0.ident.unraw() == first || self.0.generics.type_params().any(|param| param.ident == first);
            self.1 |= !is_parameter && !names::is_scalar(&first) && !names::is_std(&first);
            visit_mut::visit_type_path_mut(self, path);
        }
    }

    let mut search = Search(input, false);
    search.visit_type_mut(&mut ty.clone());
    search.1
}

/// Returns the kind and the constructors of the type.
fn constructors<'i>(
    input: &'i DeriveInput,
    krate: &Path,
    attributes: &TypeAttributes,
    folded: Folded<'_>,
    errors: &mut Errors,
) -> (Kind, Vec<Constructor<'i>>) {
    let is_transparent = attributes.transparent.is_some();
    let mut constructor = |ident, given: ConstructorAttributes, all| {
        let ConstructorAttributes { rename, other, was } = given;
        let (fields, skipped) = self::fields(folded, krate, is_transparent, all, errors);
        Constructor {
            ident,
            snake: rename.as_ref().map_or_else(|| names::snake(ident), |rename| rename.unraw().to_string()),
            span: rename.map_or(ident.span(), |rename| rename.span()),
            style: style(all),
            other,
            was,
            fields,
            skipped,
        }
    };
    let (transparent, rename) = (attributes.transparent, attributes.rename.as_ref());
    match &input.data {
        Data::Struct(data) => {
            let given = ConstructorAttributes { rename: rename.cloned(), ..Default::default() };
            let one = constructor(&input.ident, given, &data.fields);
            if let (Some(_), Some(rename)) = (transparent, rename) {
                errors.at(rename.span(), "`rename` has no effect: for a `transparent` type no functions are generated");
            }
            let kind = if transparent.is_some() { Kind::Transparent } else { Kind::Struct };
            if let (Some(span), false) = (transparent, one.fields.len() == 1) {
                let count = one.fields.len();
                errors.at(span, format!("`transparent` needs a struct with exactly one field, this one has {count}"));
            }
            (kind, vec![one])
        }
        Data::Enum(data) => {
            let mut renames = Vec::new();
            let mut rename_errors = Errors::default();
            for variant in &data.variants {
                renames.push(ConstructorAttributes::new(&variant.attrs, &mut rename_errors));
            }
            let constructors = (data.variants.iter().zip(renames))
                .map(|(variant, given)| constructor(&variant.ident, given, &variant.fields))
                .collect();
            if let Err(error) = rename_errors.finish() {
                errors.push(error);
            }
            if let Some(rename) = rename {
                errors.at(rename.span(), "`rename` on an enum has no effect: rename its constructors");
            }
            if let Some(span) = transparent {
                errors.at(span, "`transparent` needs a struct with exactly one field, this is an enum");
            }
            (Kind::Enum, constructors)
        }
        Data::Union(data) => {
            errors.at(data.union_token.span(), "a union cannot be packed: it does not record which field it holds");
            (Kind::Struct, Vec::new())
        }
    }
}

fn style(fields: &syn::Fields) -> Style {
    match fields {
        syn::Fields::Named(_) => Style::Named,
        syn::Fields::Unnamed(_) => Style::Tuple,
        syn::Fields::Unit => Style::Unit,
    }
}

/// Returns the fields of a constructor that are packed, and those that are not, each with the number of packed fields
/// before it. (Beside the field as which a transparent type is packed, a `PhantomData` is none.)
fn fields<'i>(
    folded: Folded<'_>,
    krate: &Path,
    is_transparent: bool,
    all: &'i syn::Fields,
    errors: &mut Errors,
) -> (Vec<Field<'i>>, Vec<(usize, Skipped<'i>)>) {
    let (mut fields, mut skipped) = (Vec::new(), Vec::new());
    for field in all {
        let attributes = FieldAttributes::new(&field.attrs, errors);
        let (ident, ty) = (field.ident.as_ref(), &field.ty);
        if let Some(skip) = attributes.skip {
            let given = [
                (attributes.leaf.is_some(), "leaf"),
                (attributes.default.is_some(), "default"),
                (attributes.cbor_tag.is_some(), "cbor_tag"),
                (attributes.with.is_some(), "with"),
                (attributes.was.is_some(), "was"),
            ];
            for (_, name) in given.iter().filter(|(is_given, _)| *is_given) {
                errors
                    .at(skip.span, format!("a field with `skip` is not packed, so `{name}` has no effect: remove it"));
            }
            skipped.push((fields.len(), Skipped { ident, ty, path: skip.path }));
        } else if is_transparent && is_phantom(ty) {
            skipped.push((fields.len(), Skipped { ident, ty, path: None }));
        } else {
            fields.push(self::field(folded, krate, (fields.len(), field), attributes, errors));
        }
    }
    (fields, skipped)
}

/// Returns a field that is packed; `index` is its place among these.
fn field<'i>(
    folded: Folded<'_>,
    krate: &Path,
    (index, field): (usize, &'i syn::Field),
    attributes: FieldAttributes,
    errors: &mut Errors,
) -> Field<'i> {
    let adapted = attributes.with.as_ref().and_then(|_| with::own_type(&field.ty));
    let recursive = if adapted.is_some() { None } else { mark(folded, krate, &field.ty) };
    if let (Some(span), None) = (attributes.leaf.filter(|_| !is_reserved(&field.ty)), &recursive) {
        let types = match folded {
            Folded::Itself(ident) => Some(format!("`{ident}`")),
            Folded::Group(_) => Some("a type of the group".to_owned()),
            Folded::Unknown => None,
        };
        if let Some(types) = types {
            errors.at(span, format!("`leaf` has no effect: the type of this field does not mention {types}"));
        }
    }
    Field {
        ident: field.ident.as_ref(),
        vis: &field.vis,
        binding: Ident::new(&format!("__field{index}"), field.ty.span().resolved_at(Span::call_site())),
        ty: &field.ty,
        adapted,
        recursive: recursive.filter(|_| attributes.leaf.is_none() && attributes.default.is_none()),
        was: attributes.was.clone(),
        presence: presence(attributes, errors),
        is_veiled: false,
    }
}

/// Reports constructors for which functions of the same name would be generated.
fn check_names(kind: Kind, constructors: &[Constructor<'_>], errors: &mut Errors) {
    let mut seen = std::collections::BTreeMap::new();
    for constructor in constructors {
        // The name as a method: `Super` and `Super_` both become `super_`.
        let name = names::ident(&constructor.snake, constructor.span).unraw().to_string();
        if let Some(first) = seen.insert(name.clone(), constructor.ident) {
            let message = format!(
                "constructors `{first}` and `{}` would both be named `{name}` in the generated functions; \
                 give one of them `#[packable(rename = \"...\")]`",
                constructor.ident
            );
            errors.at(constructor.span, message);
        }
    }
    let is_enum = kind == Kind::Enum;
    for constructor in constructors.iter().filter(|_| is_enum) {
        check_hidden_functions(constructor, constructors, errors);
    }
}

/// Reports constructors that have the name of a function which is generated for `constructor`: the path
/// `Self::start_leaf` would name the constructor, not the function.
fn check_hidden_functions(constructor: &Constructor<'_>, constructors: &[Constructor<'_>], errors: &mut Errors) {
    for function in [format!("start_{}", constructor.snake), format!("write_{}", constructor.snake)] {
        if let Some(other) = constructors.iter().find(|other| other.ident.unraw() == function) {
            let message = format!(
                "constructor `{function}` hides the function `{function}` that is generated for `{0}`; give `{0}` the \
                 attribute `#[packable(rename = \"...\")]`",
                constructor.ident
            );
            errors.at(other.ident.span(), message);
        }
    }
}

/// Reports constructors whose method in the fold trait would have the name of the trait's own method.
fn check_fold_names(kind: Kind, constructors: &[Constructor<'_>], errors: &mut Errors) {
    const OWN: &str = "fold_is_over";
    for constructor in constructors.iter().filter(|constructor| constructor.snake == OWN) {
        let (ident, which) = (constructor.ident, if kind == Kind::Enum { "constructor" } else { "struct" });
        let message = format!(
            "{which} `{ident}` would be named `{OWN}` in the fold trait, which has its own method of that name; \
             give it `#[packable(rename = \"...\")]`"
        );
        errors.at(constructor.span, message);
    }
}

/// Returns the presence of a field, given its attributes.
fn presence(attributes: FieldAttributes, errors: &mut Errors) -> Presence {
    if let Some(tag) = attributes.cbor_tag.as_ref().filter(|tag| matches!(tag.base10_parse::<u64>(), Ok(2 | 3))) {
        let message = "the tags 2 and 3 mark integers that are written as byte strings: give the field an integer type, \
                       such as `u128` or `i128`, without `cbor_tag`; `Cbor` writes and reads these tags where it needs them";
        errors.at(tag.span(), message);
    }
    match (attributes.default, attributes.cbor_tag) {
        (Some(default), Some(_)) => {
            errors.at(default.span, "a field with `default` cannot have a `cbor_tag` too");
            Presence::Defaulted(default.path)
        }
        (Some(default), None) => Presence::Defaulted(default.path),
        (None, Some(tag)) => Presence::Tagged(tag),
        (None, None) => Presence::Always,
    }
}

/// Reports a field with `default` before one without, and `default` or `cbor_tag` in a transparent type.
fn check_defaults(kind: Kind, constructors: &[Constructor<'_>], errors: &mut Errors) {
    for constructor in constructors {
        let is_defaulted = |field: &Field<'_>| matches!(field.presence, Presence::Defaulted(_));
        for pair in constructor.fields.windows(2) {
            if is_defaulted(&pair[0]) && !is_defaulted(&pair[1]) {
                let message = "this field comes after one with `default`: a reader could not tell which of them is \
                               absent; move it before that field, or give it `default` too";
                errors.at(pair[1].ty.span(), message);
            }
        }
        let plain = constructor.fields.iter().filter(|field| matches!(field.presence, Presence::Always)).count();
        if kind == Kind::Transparent && plain < constructor.fields.len() {
            errors.at(constructor.span, "the field of a `transparent` type takes neither `default` nor `cbor_tag`");
        }
    }
}

/// Returns whether the last constructor is marked `other`. Reports wrong uses of that attribute.
fn has_other(input: &DeriveInput, constructors: &[Constructor<'_>], errors: &mut Errors) -> bool {
    let Some((last, others)) = constructors.split_last() else { return false };
    for constructor in others {
        if let Some(span) = constructor.other {
            errors.at(span, "a variant marked `other` must be the last one: newer versions add constructors before it");
        }
    }
    let Some(span) = last.other else { return false };
    if last.fields.len() != 1 {
        let message = format!(
            "`other` needs a variant with exactly one field, an `Unknown`, this one has {}: write `{}(Unknown)`",
            last.fields.len(),
            last.ident
        );
        errors.at(span, message);
    }
    if others.is_empty() {
        errors.at(span, format!("`{}` needs at least one constructor besides the one marked `other`", input.ident));
    }
    true
}

/// Reports a type that cannot be extensible, at the span of the attribute that says so.
fn check_extensible(
    kind: Kind,
    span: Span,
    zerocopy: Option<Span>,
    constructors: &[Constructor<'_>],
    errors: &mut Errors,
) {
    if kind == Kind::Transparent {
        let message = "a `transparent` type leaves no trace in the bytes, so it cannot be `extensible`: remove one of \
                       the two";
        errors.at(span, message);
    } else if constructors.is_empty() {
        errors.at(span, "`extensible` has no effect: this enum has no values");
    }
    if zerocopy.is_some() {
        errors
            .at(span, "a type with `zerocopy` has the same bytes in memory, so it cannot be `extensible`: remove one");
    }
}

/// Reports what keeps values of a type with `zerocopy`, at `span`, from being copied whole.
fn check_zerocopy(input: &DeriveInput, span: Span, constructors: &[Constructor<'_>], errors: &mut Errors) {
    let fields = || constructors.iter().flat_map(|constructor| &constructor.fields);
    if let Some(param) = input.generics.type_params().next() {
        let message = format!(
            "a type with `zerocopy` has no type parameters: only for a type without them is it known where its fields \
             are; remove `{}`, or the attribute",
            param.ident
        );
        errors.at(param.ident.span(), message);
    }
    match (&input.data, constructors) {
        (Data::Enum(_), []) => errors.at(span, "`zerocopy` has no effect: this enum has no values"),
        (Data::Enum(_), _) => {
            if let Some(data) = constructors.iter().find(|constructor| !constructor.fields.is_empty()) {
                let message = format!(
                    "an enum with `zerocopy` has no data: `{}` has fields, so that values vary in size",
                    data.ident
                );
                errors.at(data.span, message);
            }
        }
        _ if fields().next().is_none() => {
            errors.at(span, "`zerocopy` has no effect: this struct has no fields to copy")
        }
        _ => {}
    }
    for field in fields() {
        let why = match field {
            Field { adapted: Some(_), .. } => "an adapter, so it is packed as another type than it has in memory",
            Field { presence: Presence::Defaulted(_), .. } => "`default`, so it may be absent from packed data",
            _ => continue,
        };
        let ty = field.adapted.unwrap_or(field.ty);
        errors.at(ty.span(), format!("the type has `zerocopy`, but this field has {why}"));
    }
}

/// A type of a group.
pub(crate) struct Member {
    /// Its name in the names of generated items.
    pub(crate) name: Ident,
    pub(crate) ty: syn::TypePath,
}

impl Member {
    /// Returns the last name of the type, if it has no arguments.
    fn without_arguments(&self) -> Option<&Ident> {
        self.ty.path.segments.last().filter(|last| last.arguments.is_none()).map(|last| &last.ident)
    }
}

/// The types that a fold folds. A field that mentions one of them is recursive.
#[derive(Clone, Copy)]
enum Folded<'m> {
    /// The derived type itself.
    Itself(&'m Ident),
    /// The types of the group.
    Group(&'m [Member]),
    /// The types of the group, which are not known yet.
    Unknown,
}

/// Returns whether an identifier occurs anywhere in the tokens.
fn mentions(tokens: TokenStream, name: &Ident) -> bool {
    tokens.into_iter().any(|tree| match tree {
        proc_macro2::TokenTree::Group(group) => mentions(group.stream(), name),
        proc_macro2::TokenTree::Ident(ident) => ident == *name,
        _ => false,
    })
}

/// Returns whether `ty` is `PhantomData<...>`, which has no data to be packed.
pub(crate) fn is_phantom(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.qself.is_none() && path.path.segments.last().is_some_and(|last| last.ident == "PhantomData")
}

/// Returns whether `ty` is `Reserved<...>`: the place of a removed field, which a fold does not look into.
fn is_reserved(ty: &Type) -> bool {
    let Type::Path(path) = ty else { return false };
    path.qself.is_none() && path.path.segments.last().is_some_and(|last| last.ident == "Reserved")
}

/// Returns `ty` with markers: `Rec` around each mention of a type that is folded, `Leaf` around each type argument that
/// does not mention it. `Vec<(String, Json)>` becomes `Vec<(Leaf<String>, Rec<Json>)>`. Returns `None` if there is no
/// mention.
fn mark(folded: Folded<'_>, krate: &Path, ty: &Type) -> Option<Type> {
    let mut marker = Marker { folded, krate, found: false };
    let mut marked = ty.clone();
    marker.visit_type_mut(&mut marked);
    marker.found.then_some(marked)
}

/// Puts markers into a type.
struct Marker<'m> {
    folded: Folded<'m>,
    krate: &'m Path,
    found: bool,
}

impl Marker<'_> {
    /// Returns whether a type is one of those that are folded.
    fn is_mention(&self, ty: &Type) -> bool {
        let Type::Path(path) = ty else { return false };
        let ident = match self.folded {
            Folded::Itself(ident) => ident,
            Folded::Group(members) => return members.iter().any(|member| is_same(&member.ty, path)),
            Folded::Unknown => return false,
        };
        let names_it = |segment: &syn::PathSegment| segment.ident == *ident || segment.ident == "Self";
        path.qself.is_none()
            && match path.path.segments.len() {
                1 => names_it(&path.path.segments[0]),
                2 => path.path.segments[0].ident == "self" && names_it(&path.path.segments[1]),
                _ => false,
            }
    }
}

/// Returns whether two paths end with the same name and arguments. The modules before it are not compared, because they
/// depend on where the path is written.
fn is_same(one: &syn::TypePath, other: &syn::TypePath) -> bool {
    let last = |path: &syn::TypePath| path.path.segments.last().map(|last| last.to_token_stream().to_string());
    one.qself.is_none() && other.qself.is_none() && last(one) == last(other)
}

impl VisitMut for Marker<'_> {
    fn visit_type_mut(&mut self, ty: &mut Type) {
        let krate = self.krate;
        if self.is_mention(ty) {
            self.found = true;
            *ty = syn::parse_quote!(#krate::fold::Rec<#ty>);
        } else if self.holds_mention(ty) {
            visit_mut::visit_type_mut(self, ty);
        } else {
            *ty = syn::parse_quote!(#krate::fold::Leaf<#ty>);
        }
    }
}

impl Marker<'_> {
    /// Returns whether a type that is not a mention itself has a mention in its arguments.
    fn holds_mention(&self, ty: &Type) -> bool {
        struct Search<'s, 'm>(&'s Marker<'m>, bool);

        impl Search<'_, '_> {
            fn arguments(&mut self, ty: &mut Type) {
                if !is_reserved(ty) {
                    visit_mut::visit_type_mut(self, ty);
                }
            }
        }

        impl VisitMut for Search<'_, '_> {
            fn visit_type_mut(&mut self, ty: &mut Type) {
                self.1 |= self.0.is_mention(ty);
                self.arguments(ty);
            }
        }

        let mut search = Search(self, false);
        search.arguments(&mut ty.clone());
        search.1
    }
}
