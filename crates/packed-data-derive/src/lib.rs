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
/// For `enum Tree` with the constructors `Leaf` and `Node`, it emits, with the visibility of `Tree`, and hidden in the
/// documentation (see `vis`):
///
/// - `impl Packable`, `impl Unpack`;
/// - `TreeCase`, for `cursor.case()`; `TreeView`, for `view.case()`; `TreeTransform`, for
///   `cursor.transform(needs)`: enums with the same constructors;
/// - `TreeNames`, a struct with the names of all fields (`leaf_0`, `node_0`, `node_1`; in a struct, the names of its
///   fields), for `fields.skip_to(|tree: TreeNames| tree.node_1)`;
/// - `Tree::start_leaf(needs)`, `Tree::write_leaf(needs, value)` and so on, which build a packed `Tree`;
/// - if a field mentions `Tree` itself, the trait `TreeFold`, with one method for each constructor; if, in addition,
///   those fields come last in each constructor, the trait `TreeVisit`; and `TreeNode`, for
///   `packed.fold_with(|node| match node { .. })`.
///
/// For a struct with fields, it emits the view (`view.fields()`), `start_` and `write_` functions, and the rest as
/// above.
///
/// # On the type
///
/// - `#[packable(transparent)]`: a struct with one field is packed as that field. Like `Box`, the struct itself leaves
///   no trace in the bytes. It may have other fields that are not packed: a `PhantomData`, or fields with `skip`.
/// - `#[packable(crate = "path")]`: the path of `packed_data`, if it was renamed or re-exported.
/// - `#[packable(bound = "T: Packable")]`: the bounds of the implementations. They replace `T: Packable` for every type
///   parameter that a packed field mentions, other than in a `PhantomData`.
///   `#[packable(unpack_bound = "T: Unpack<'de>")]`: the bounds of `Unpack`, in which `'de` is the lifetime of the
///   bytes.
/// - `#[packable(pack_only)]`: emits no `Unpack`, for a type that borrows data which cannot be borrowed from bytes.
/// - `#[packable(extensible)]`: values have a head, which states where they end, so that later versions of the type may
///   have more fields (with `default`) or constructors. A type with such a field, or with a variant marked `other`, is
///   extensible without the attribute. The layouts of Haskell libraries, except `Serialise`, refuse it when code is
///   generated.
/// - `#[packable(zerocopy)]`: values are copied whole, and borrowed as slices, where their bytes in memory are those in
///   packed data. It needs the feature `zerocopy-0_8`, and the derived traits of `zerocopy`; see `InMemory` of the
///   library.
/// - `#[packable(validate = path)]`: a function that tests each value when bytes are validated, and may refuse it with
///   a message: `fn path<L: Layout>(value: View<'_, Tree, L>) -> Result<(), &'static str>`. It is called once for each
///   value, after the value was checked to its end, and after those inside it were tested. The error has its message,
///   the offset of the value, and the path to it. Values that are packed, built or edited are not tested. The function
///   should take time in proportion to the bytes of the value without the values of this type inside it; otherwise
///   hostile bytes can make validation slow.
/// - `#[packable(with = Adapter)]`: values are packed as the adapter says, a type that implements
///   `packed_data::with::PackWith` for this one. Nothing else is emitted; the fields need not be packable, and their
///   attributes have no effect.
/// - `#[packable(try_from = U, into = U)]`: values are packed as those of the type `U`. To pack one, it is cloned and
///   converted (by `Into`); a value that cannot be converted back (by `TryFrom`) is refused, with the conversion's
///   error as the message, if that is a `&'static str` or converts into one. Both `try_from` and `into` are given. For
///   a field of such a type there is the adapter `packed_data::with::Converted<U>`.
/// - `#[packable(vis = "pub(crate)")]`: who sees the generated types, traits and functions, instead of all who see the
///   type. Without this attribute, they are not in the documentation of the crate; `vis = "pub"` puts them there.
/// - `#[packable(case = "Name")]`, `view`, `transform`, `names`, `fold`, `visit`, `node`: another name for the
///   generated type or trait.
/// - `#[packable(rename = "name")]`, on a struct: the name in `start_name`, `write_name`, and in the fold trait.
/// - `#[packable(group = Ast)]`: the type is in the group that [`group!`] declares, with the types that contain it.
///   Values of these types are folded and visited together.
///
/// # On a constructor
///
/// - `#[packable(rename = "name")]`: the name in `start_name`, `write_name`, `TreeFold::name`. A constructor
///   `FoldIsOver` of a type that mentions itself needs another name, because `TreeFold` has a method of its own called
///   `fold_is_over`.
/// - `#[packable(was = "Name")]`: the former name of the constructor, for comparisons of schemas
///   (`packed_data_schema::Schema::can_read`). With it another constructor may get that name.
/// - `#[packable(other)]`, on the last variant of an enum, with one field of type `Unknown`: a reader reads each
///   constructor that it does not know as this variant, which keeps its bytes, so that writing it back loses nothing.
///   The field may be a `cbor::RawBuf` instead, which keeps such constructors in the layout `Cbor` only.
///
/// # On a field
///
/// - `#[packable(leaf)]`: a fold receives the view of the field, not its result, although the field mentions the type
///   itself. A field of type `Reserved<T>`, which was removed, is a leaf without it.
/// - `#[packable(default)]`, on the last fields: the field may be absent, because an older version of the type wrote
///   the value. It is then the `Default` of its type; with `default = path`, what the function `path()` returns. In a
///   view, fold or visit it is an `Option` of its view. The layouts of Haskell libraries, except `Serialise`, cannot
///   detect that it is absent, and refuse such a type when code is generated. In the type of a key of a set or map,
///   keep the default small: a key that lacks the field is compared as if it had the default. For each such key, this
///   costs time and memory in proportion to the size of the default.
/// - `#[packable(skip)]`: the field is not packed, and its type needs nothing. When a value is unpacked, it is the
///   `Default` of its type; with `skip = path`, what the function `path()` returns.
/// - `#[packable(was = "name")]`: the former name of the field, for comparisons of schemas. With it another field may
///   get that name.
/// - `#[packable(cbor_tag = n)]`: in the layout `Cbor`, this tag is written before the field, and a reader requires it.
///   Other layouts have no tags and ignore the attribute. The tags 2 and 3 are refused: they mark integers that are
///   written as byte strings (RFC 8949, section 3.4.3). `Cbor` writes and reads these tags by itself, where an integer
///   type needs them.
///
/// - `#[packable(with = Adapter)]`: packs a field whose type is of another crate, and not `Packable`. `Adapter` is a
///   type that implements `packed_data::with::PackWith` for it; `Vec<Adapter>`, `Option<Adapter>`,
///   `(Unchanged, Adapter)` and so on are for containers and tuples, however they nest. In packed data the field has
///   the type `packed_data::with::With<T, Adapter>`; a container is viewed as a container. The `write_` functions take
///   a reference to the value itself.
///
/// # Errors of the compiler
///
/// Some mistakes are found by the compiler and not by the derive, so that the message does not name the remedy:
///
/// | error | cause | remedy |
/// |---|---|---|
/// | "type `Inner` is private" | a constructor of a `pub` enum has a type that is not `pub`, and another module reads a packed value of the enum (or of a struct with such a private field and `group`, `default` or recursion) | read it in the module of that type, or make the type `pub`: in a private module it remains invisible to other crates |
/// | E0428, "the name `TreeView` is defined multiple times" | the module has a type with the name of a generated one | rename the generated one: `#[packable(view = "TreeShown")]`, and in the same way `case`, `transform`, `fold`, `visit` |
/// | E0446, "private type in public interface" | a private type has the name of one of the standard library, such as `Vec` | rename it |
/// | E0592, "duplicate definitions with name `write_leaf`" | the type has a function with the name of a generated one | `#[packable(rename = "name")]` on the constructor or struct |
/// | E0308, "expected `View<'_, Tree, ..>`, found `TreeView`" | a view is matched as if it were the enum | match `view.case()`; in a layout without random access, that of a cursor: `view.read(\|tree\| match tree.case() { .. })` |
/// | E0609, "no field `name` on type `View<'_, Person, ..>`" | a field is sought in the view itself | `view.fields().name`; in a layout without random access, a cursor: `view.read(\|person\| ..)` |
/// | "lifetime may not live long enough", in `fields.look(\|tree\| tree.case())` | the case of a field leaves the closure that looks at the field | use the case within the closure: `fields.look(\|tree\| match tree.case() { .. })` |
/// | E0119, "conflicting implementations" | the type implements `Packable` twice: by the derive and by hand | remove one of them |
/// | E0080, "`Person.email` has `#[packable(default)]`, but ..." | the type is packed in a layout that cannot detect absent fields; only `cargo build` finds it, because only then it is known which types are packed in which layouts | pack the type in `Compact`, `Indexed` or `Cbor` |
/// | "overflow evaluating the requirement", "reached the recursion limit" | a constructor has more than about a hundred fields | `#![recursion_limit = "256"]` |
///
/// # Limits
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
    model::Model::new(&input).map(|model| expand::expand(&model, &input))
}

/// Declares a group: types that contain each other, and are folded and visited together.
///
/// Each of the types is named here once, and has the attribute `#[packable(group = Ast)]` (or the path of the group in
/// another module). For `group! { pub Ast { Expr, Stmt } }`, it emits, with the visibility that is written before the
/// name:
///
/// - `AstFold`, a trait for `packed.fold_group(&mut fold)`: a method for each type, which receives the type's node
///   (`ExprNode`), in which each value of a type of the group is already the result of folding it;
/// - `AstResults`, a trait for the results of an `AstFold`: one type for each type of the group. If all are the same,
///   the type `Same<R>` of the library is enough;
/// - `AstCollect`, a trait for `packed.fold_group(&mut Collect(fold))`: the same with one type of results, where the
///   methods that are not written go on, and join the results;
/// - `AstNode`, an enum of the nodes, for `packed.fold_with(|node| match node { .. })`;
/// - `AstVisit`, a trait for `packed.visit_group::<Ast, _>(&mut visitor)`: for each type a method that enters a value,
///   and one that leaves it; by default they do nothing and go on;
/// - `Ast`, a type without values that represents the group.
///
/// A type may be in another module (`Ast { Expr, stmt::Stmt }`); it is recognised by its last name and the arguments
/// after it, so these must be written the same wherever the type is a field. A generic type is named with its arguments
/// (which its module must also know under these names) and another name: `Spanned<Expr> as SpannedExpr`. Documentation
/// before the name is that of `Ast`, and `#[packable(crate = "path")]` is the path of `packed_data`.
///
/// # Types that are left out
///
/// A field is folded if its type, as it is written, mentions a type of the group. Any other field is a leaf, also if
/// its type contains types of the group, or is an alias of a type that mentions one. A fold receives a view of it, and
/// misses the values of the group in it, **without an error**: the macro does not see what is in a type that is not in
/// the group. So every type between types of the group has to be in it too. A visit looks into all types.
#[proc_macro]
pub fn group(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let group = syn::parse_macro_input!(input as expand::Group);
    expand::expand_group(&group).into()
}

/// The part of a type's code that depends on the types of its group: for the macro that [`group!`] emits.
#[doc(hidden)]
#[proc_macro]
pub fn __group_member(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    syn::parse::Parser::parse2(expand::expand_member, input.into())
        .unwrap_or_else(syn::Error::into_compile_error)
        .into()
}
