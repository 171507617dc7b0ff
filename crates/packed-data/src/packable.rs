//! The central traits: [`Packable`], for types that can be packed, and [`Unpack`], for types that can be unpacked.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::fmt;

use crate::build::{ItemWriter, Needs, Written};
use crate::cursor::incoming::Incoming;
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::shape::{Field, Schema, SequenceShape, Shape};
use crate::view::View;
use crate::wire::checker::Failed;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::stack::{boxed_ahead, require_inline};

/// A type whose values can be packed; usually derived.
///
/// An implementation describes the type (its [`Shape`](Self::Shape)) and writes a value through a typed [`Needs`]. It
/// contains safe code only: a wrong implementation cannot cause undefined behaviour. The library does everything else
/// from the description.
///
/// ```
/// use packed_data::{Cursor, Done, Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
///     match tree.case() {
///         TreeCase::Leaf(fields) => {
///             let (n, fields) = fields.read();
///             fields.done(n)
///         }
///         TreeCase::Node(fields) => {
///             let (left, fields) = fields.with(sum);
///             let (right, fields) = fields.with(sum);
///             fields.done(left + right)
///         }
///     }
/// }
///
/// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
/// let packed: Packed<Tree> = Packed::pack(&tree);
/// assert_eq!(packed.read(sum), 3);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be packed",
    label = "this type has no packed form",
    note = "for a type of your own, add `#[derive(Packable)]`",
    note = "for a type of another crate, use a feature of `packed-data` named for that crate, or say with `#[packable(with = Adapter)]` on the field how it is packed"
)]
pub trait Packable {
    /// The canonical type: the type of the cursors and views of a packed value.
    ///
    /// It is the type itself, with these exceptions: pointers and wrappers are left out (for `Box<T>` it is that of
    /// `T`), strings become `str`, sequences `[T]`, sets [`Set`](crate::Set) and maps [`Map`](crate::Map).
    type As: Packable<As = Self::As> + ?Sized;

    /// The description of the type: what its packed values consist of.
    type Shape: Shape;

    /// What a view of a value returns: the value itself for a scalar, `&str` for a string, [`Seq`](crate::view::Seq)
    /// for a sequence, [`View`] for a type of your own.
    type View<'a, L: Access>: fmt::Debug;

    /// Converts a [`View`] of the canonical type into [`Self::View`].
    fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L>;

    /// Writes the value into `needs`, and returns the proof that it did.
    ///
    /// (Not a method: `value.write(..)` is a function of yours, or of `std`, also where this trait is imported.)
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id>;

    /// Returns the description of the type at run time.
    #[doc(hidden)]
    fn packed_schema() -> &'static Schema {
        const { &<<Self::As as Packable>::Shape as Shape>::SCHEMA }
    }

    /// Writes all of `values` as elements of a sequence: in a loop, unless the type has a faster implementation.
    #[doc(hidden)]
    fn write_all<'id, S, L: Layout>(values: &[Self], items: ItemWriter<'id, S, L>) -> ItemWriter<'id, S, L>
    where
        Self: Sized,
        S: SequenceShape,
        S::Element: Field<Of = Self::As>,
    {
        items.push_all(values)
    }
}

/// A canonical type: one that represents all types with its packed form ([`Packable::As`]), as `str` does for `String`.
///
/// Cursors and views are of canonical types, and so are the types that are named to rewrite values. The library
/// implements it for every such type.
///
/// ```
/// use packed_data::view::Canonical;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Name(String);
///
/// fn is_canonical<T: Canonical + ?Sized>() {}
///
/// is_canonical::<Name>();
/// is_canonical::<str>(); // for `String`, `Box<str>`, `&str`
/// is_canonical::<[Name]>(); // for `Vec<Name>`, `Box<[Name]>`
/// is_canonical::<Option<Name>>(); // also for `Option<Box<Name>>`
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is packed as another type, which must be named here",
    label = "not a canonical type",
    note = "write `str` for `String`, `[T]` for `Vec<T>`, `T` for `Box<T>`, `packed_data::Map<K, V>` for a map, and \
            `packed_data::Set<T>` for a set"
)]
pub trait Canonical: Packable<As = Self> {}

#[diagnostic::do_not_recommend]
impl<T: Packable<As = T> + ?Sized> Canonical for T {}

/// A [`Packable`] type whose values can be unpacked from bytes that live for `'a`; derived together with [`Packable`].
///
/// Types that own their parts implement it for every `'a`. A type that contains a `&'a str` borrows from the bytes.
///
/// ```
/// use packed_data::{Packable, Packed};
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct Word<'a>(&'a str, u8);
///
/// let packed: Packed<Word<'_>> = Packed::pack(&Word("hi", 2));
/// assert_eq!(packed.unpack(), Ok(Word("hi", 2))); // borrows from `packed`
/// ```
///
/// A function that is given the bytes names their lifetime, and returns any type, also one that borrows:
/// `fn load<'a, T: Unpack<'a>>(bytes: &'a [u8])`, which calls
/// [`Packed::<T, L>::unpack_from(bytes)`](crate::Packed::unpack_from). For bytes of the program itself
/// (`include_bytes!`), `'a` is `'static`.
///
/// A function that reads the bytes itself, or does not name their lifetime, needs a type that owns its parts:
/// `T: for<'a> Unpack<'a>`. For a type that borrows, the compiler then reports that the "implementation of `Unpack` is
/// not general enough". Give such a function the [`Packed`](crate::Packed), whose bytes live longer:
///
/// ```
/// use packed_data::{Compact, Error, Packable, Packed, Unpack};
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct Word<'a>(&'a str, u8);
///
/// fn load<T: for<'a> Unpack<'a>>(bytes: &[u8]) -> Result<T, Box<dyn std::error::Error>> {
///     Ok(Packed::<T, Compact, _>::from_bytes(bytes)?.unpack()?)
/// }
///
/// fn borrow<'a, T: Unpack<'a>>(packed: &'a Packed<T, Compact, &[u8]>) -> Option<T> {
///     packed.unpack().ok()
/// }
///
/// let bytes = [2, b'h', b'i', 2];
/// assert_eq!(load::<(String, u8)>(&bytes)?, ("hi".to_owned(), 2));
/// let packed = Packed::<Word<'_>, Compact, _>::from_bytes(&bytes[..])?;
/// assert_eq!(borrow(&packed), Some(Word("hi", 2)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be unpacked",
    label = "no value of this type can be made from packed bytes",
    note = "in generic code, add the bound `T: for<'a> Unpack<'a>`; or `T: Unpack<'a>`, if the bytes live for `'a` and \
            the value may borrow from them",
    note = "for a type of your own, add `#[derive(Packable)]`, without `pack_only`",
    note = "a slice other than `&[u8]`, or a reference, cannot point into packed bytes: use `Vec` or `Box`"
)]
pub trait Unpack<'a>: Packable + Sized {
    /// Whether the type implements [`unpack_flat`](Self::unpack_flat): for scalars, enums without data, and structs,
    /// tuples and arrays of these.
    #[doc(hidden)]
    const IS_FLAT: bool = false;

    /// Reads the value of `cursor` into memory.
    ///
    /// # Errors
    ///
    /// Returns [`TooDeep`] if the value nests deeper, or takes more stack, than `levels` allows.
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, Self::As, L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep>;

    /// Reads the value of `cursor` into memory, without levels, and therefore without an error: for a type that
    /// [is flat](Self::IS_FLAT).
    ///
    /// (In a `Result`, the error lies over a part of the value. The compiler then moves this part as one integer, and
    /// the rest as what it is, so that neither loads nor stores of neighbours are joined. Measured on triangles of
    /// twelve numbers: unpacking took 1.8 times as long.)
    #[doc(hidden)]
    fn unpack_flat<'id, L: Layout>(_: Cursor<'a, 'id, Self::As, L>) -> Done<'id, Self, L> {
        unreachable!("called only for a type that is flat")
    }

    /// Reads the value of `cursor` into a `Box`. The value is built in place if its type supports that, otherwise it is
    /// moved there.
    #[doc(hidden)]
    #[inline]
    fn unpack_boxed<'id, L: Layout>(
        cursor: Cursor<'a, 'id, Self::As, L>,
        levels: Levels,
    ) -> Result<Done<'id, Box<Self>, L>, TooDeep> {
        const { require_inline::<Self>() };
        if const { boxed_ahead::<Self>() > 0 } {
            levels.require_stack(const { boxed_ahead::<Self>() })?;
        }
        // (Written directly into the heap: `Box::new` would first move the value to the stack.)
        match Self::unpack(cursor, levels) {
            Ok(done) => Ok(done.map(|value| Box::write(Box::new_uninit(), value))),
            Err(error) => Err(error),
        }
    }

    /// Makes a value of bytes that are checked meanwhile. Implemented for types whose parts are checked and made one
    /// after the other; values of other types are validated and unpacked.
    #[doc(hidden)]
    #[inline]
    fn unpack_incoming<L: Layout>(incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
        incoming.whole(levels)
    }

    /// Reads all elements of a sequence into a `Vec`: in a loop, unless the type has a faster implementation.
    #[doc(hidden)]
    fn unpack_all<'id, L: Layout>(
        cursor: Cursor<'a, 'id, [Self], L>,
        levels: Levels,
    ) -> Result<Done<'id, Vec<Self>, L>, TooDeep> {
        cursor.unpack_each(levels)
    }
}
