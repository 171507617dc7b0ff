//! The derive macro of `packed-data`: it describes a type, and emits safe code only.
//!
//! parse (`attributes`) -> model -> check -> expand. Every misuse is reported at once, each on the
//! user's own token. What the attributes mean stands in the documentation of [`macro@Packable`].

mod attributes;
mod expand;
mod model;
mod names;
mod normal;
#[cfg(test)]
mod tests;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Derives `Packable`, `Unpack`, and what goes with them.
///
/// For `enum Tree` with constructors `Leaf` and `Node`, it emits, with the visibility of `Tree`:
///
/// - `impl Packable`, `impl Unpack`;
/// - `TreeCase`, for `cursor.case()`; `TreeView`, for `view.case()`; `TreeTransform`, for
///   `cursor.transform(needs)`: enums with the same constructors;
/// - `Tree::start_leaf(needs)`, `Tree::write_leaf(needs, value)` and so on, to build;
/// - if a field mentions `Tree` itself, the trait `TreeFold`, with one method for each constructor; and if in
///   each constructor those fields come last, the trait `TreeVisit`.
///
/// For a struct with fields there is the view (`view.fields()`), `start_`, `write_`, and as above.
///
/// # On the type
///
/// - `#[packable(transparent)]`: a struct with one field is packed as that field; it vanishes, as `Box` does.
/// - `#[packable(crate = "path")]`: where `packed_data` is, if it was renamed or re-exported.
/// - `#[packable(bound = "T: Packable")]`: the bounds of the implementations, in place of `T: Packable` for
///   every type parameter. `#[packable(unpack_bound = "T: Unpack<'de>")]`: likewise those of `Unpack`, in which
///   `'de` is the lifetime of the bytes.
/// - `#[packable(pack_only)]`: no `Unpack`, for a type that borrows what cannot be borrowed from bytes.
/// - `#[packable(case = "Name")]`, `view`, `transform`, `fold`, `visit`: another name for what is generated.
///
/// # On a constructor
///
/// - `#[packable(rename = "name")]`: the name in `start_name`, `write_name`, `TreeFold::name`. A constructor
///   `FoldIsOver` of a type that mentions itself needs one: `TreeFold` has a method of its own called `fold_is_over`.
/// - `#[packable(other)]`, on the last variant of an enum, with one field of type `cbor::RawBuf`: what a reader makes of
///   constructors that it does not know. In the layout `Cbor` it keeps the whole item, so that writing it back loses
///   nothing.
///
/// # On a field
///
/// - `#[packable(leaf)]`: although it mentions the type itself, a fold is given its view, not its result.
/// - `#[packable(default)]`, on the last fields: it may be absent, because an older version of the type wrote the value,
///   and is then its type's `Default`. In a fold or visit it is an `Option` of its view. Only layouts that count fields
///   (`Cbor`) can tell; with the others such a type does not compile. In the type of a key of a set or map, keep the default
///   small: a key that lacks the field is compared as if it had the default, which costs time and memory in the size of
///   the default for each such key.
/// - `#[packable(cbor_tag = n)]`: in the layout `Cbor` that tag is written before the field, and must stand there. Other
///   layouts have no tags, and take no notice. The tags 2 and 3 are refused: they mark integers that are written as byte
///   strings (RFC 8949, section 3.4.3). `Cbor` writes and reads them by itself, where an integer type needs them.
///
/// # Limits
///
/// The types of the fields of a `pub` type must be `pub` as well (they may be in a private module): the
/// description names them, and the compiler says so with error E0446. A constructor with more than about a
/// hundred fields needs a larger `recursion_limit`.
///
/// A field such as `Spanned<Tree>` in `Tree`, where `Spanned<T>` is derived too, is given to a fold as a view.
/// If the parameter of `Spanned` has bounds of its own (`Spanned<T: Clone>`), the field must be said to be a
/// `leaf`.
#[proc_macro_derive(Packable, attributes(packable))]
pub fn derive_packable(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    derive(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// The whole way, on tokens that tests can make.
fn derive(mut input: DeriveInput) -> syn::Result<TokenStream> {
    normal::normalise(&mut input);
    model::Model::new(&input).map(|model| expand::expand(&model))
}
