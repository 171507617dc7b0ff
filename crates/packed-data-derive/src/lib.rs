//! The derive macro of [`packed-data`]. It describes a type, and emits only safe code. That crate exports it with its
//! feature `derive`, which is on by default; this one has no features. The [book] has a tutorial.
//!
//! The stages are: parse (`attributes`), model, check, expand. All errors are reported at once, each on the user's own
//! token. The documentation of [`macro@Packable`] explains the attributes.
//!
//! [`packed-data`]: https://docs.rs/packed-data
//! [book]: https://github.com/packed-data/packed-data/blob/main/book/src/SUMMARY.md

mod attributes;
mod expand;
mod model;
mod names;
mod normal;
#[cfg(test)]
mod tests;
mod with;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Derives `Packable` and `Unpack`, and the types, traits and functions that belong to them.
///
/// For `enum Tree` with the constructors `Leaf` and `Node`, it emits, with the visibility of `Tree`:
///
/// - `impl Packable`, `impl Unpack`;
/// - `TreeCase`, for `cursor.case()`; `TreeView`, for `view.case()`; `TreeTransform`, for
///   `cursor.transform(needs)`: enums with the same constructors;
/// - `Tree::start_leaf(needs)`, `Tree::write_leaf(needs, value)` and so on, which build a packed `Tree`;
/// - if a field mentions `Tree` itself, the trait `TreeFold`, with one method for each constructor; if, in addition,
///   those fields come last in each constructor, the trait `TreeVisit`.
///
/// For a struct with fields, it emits the view (`view.fields()`), `start_` and `write_` functions, and the rest as
/// above.
///
/// # On the type
///
/// - `#[packable(transparent)]`: a struct with one field is packed as that field. Like `Box`, the struct itself leaves
///   no trace in the bytes.
/// - `#[packable(crate = "path")]`: the path of `packed_data`, if it was renamed or re-exported.
/// - `#[packable(bound = "T: Packable")]`: the bounds of the implementations. They replace `T: Packable` for every type
///   parameter. `#[packable(unpack_bound = "T: Unpack<'de>")]`: the bounds of `Unpack`, in which `'de` is the lifetime
///   of the bytes.
/// - `#[packable(pack_only)]`: emits no `Unpack`, for a type that borrows data which cannot be borrowed from bytes.
/// - `#[packable(validate = path)]`: a function that tests each value when bytes are validated, and may refuse it with
///   a message: `fn path<L: Layout>(value: View<'_, Tree, L>) -> Result<(), &'static str>`. It is called once for each
///   value, after the value was checked to its end, and after those inside it were tested. The error has its message,
///   the offset of the value, and the path to it. Values that are packed, built or edited are not tested. The function
///   should take time in proportion to the bytes of the value without the values of this type inside it; otherwise
///   hostile bytes can make validation slow.
/// - `#[packable(case = "Name")]`, `view`, `transform`, `fold`, `visit`: another name for the generated type or trait.
///
/// # On a constructor
///
/// - `#[packable(rename = "name")]`: the name in `start_name`, `write_name`, `TreeFold::name`. A constructor
///   `FoldIsOver` of a type that mentions itself needs another name, because `TreeFold` has a method of its own called
///   `fold_is_over`.
/// - `#[packable(other)]`, on the last variant of an enum, with one field of type `cbor::RawBuf`: a reader reads each
///   constructor that it does not know as this variant. In the layout `Cbor` the variant keeps the whole item, so that
///   writing it back loses nothing.
///
/// # On a field
///
/// - `#[packable(leaf)]`: a fold receives the view of the field, not its result, although the field mentions the type
///   itself.
/// - `#[packable(default)]`, on the last fields: the field may be absent, because an older version of the type wrote
///   the value. It is then the `Default` of its type. In a fold or visit it is an `Option` of its view. Only layouts
///   that count fields (`Cbor`) can detect that it is absent; with the others such a type does not compile. In the type
///   of a key of a set or map, keep the default small: a key that lacks the field is compared as if it had the default.
///   For each such key, this costs time and memory in proportion to the size of the default.
/// - `#[packable(cbor_tag = n)]`: in the layout `Cbor`, this tag is written before the field, and a reader requires it.
///   Other layouts have no tags and ignore the attribute. The tags 2 and 3 are refused: they mark integers that are
///   written as byte strings (RFC 8949, section 3.4.3). `Cbor` writes and reads these tags by itself, where an integer
///   type needs them.
///
/// - `#[packable(with = Adapter)]`: packs a field whose type is of another crate, and not `Packable`. `Adapter` is a
///   type that implements `packed_data::with::PackWith` for it; `Vec<Adapter>`, `Option<Adapter>` and so on are for
///   containers. In packed data the field has the type `packed_data::with::With<T, Adapter>`; the `write_` functions
///   take a reference to the value itself.
///
/// # Limits
///
/// The types of the fields of a `pub` type must be `pub` as well (they may be in a private module), because the
/// description of the type names them. Otherwise the compiler reports error E0446. A constructor with more than about a
/// hundred fields needs a larger `recursion_limit`.
///
/// A fold receives a field such as `Spanned<Tree>` in `Tree` as a view, if `Spanned<T>` is derived too. If the
/// parameter of `Spanned` has bounds of its own (`Spanned<T: Clone>`), the field must be marked as a `leaf`.
#[proc_macro_derive(Packable, attributes(packable))]
pub fn derive_packable(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let input = syn::parse_macro_input!(input as DeriveInput);
    derive(input).unwrap_or_else(syn::Error::into_compile_error).into()
}

/// Runs all stages. It takes and returns tokens of `proc_macro2`, which tests can make.
fn derive(mut input: DeriveInput) -> syn::Result<TokenStream> {
    normal::normalise(&mut input);
    with::adapt(&mut input);
    model::Model::new(&input).map(|model| expand::expand(&model))
}
