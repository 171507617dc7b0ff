//! [`Reserved`]: the place of a field that was removed.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use crate::build::{Needs, Written, require_same_place};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{ReservedShape, Schema};
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};

/// The place of a field of type `T` that was removed: it takes no memory, and is packed as a `T`.
///
/// The default of `T` is written, so that programs with the former type read the value. Any other `T` is accepted
/// there: it is checked when bytes are validated, and skipped when they are read; a view of it is `()`. The bytes are
/// those of a `T` in every layout, and so is the [fingerprint](crate::Fingerprint), except for the name of the field if
/// that changes.
///
/// ```
/// use packed_data::types::Reserved;
/// use packed_data::{Packable, Packed};
///
/// mod v1 {
///     #[derive(Debug, PartialEq, packed_data::Packable)]
///     pub struct Person {
///         pub name: String,
///         pub fax: Vec<u8>,
///         pub age: u8,
///     }
/// }
///
/// #[derive(Debug, Default, PartialEq, Packable)]
/// struct Person {
///     name: String,
///     fax: Reserved<Vec<u8>>,
///     age: u8,
/// }
///
/// // A new reader skips what is there.
/// let old = Packed::<v1::Person>::pack(&v1::Person { name: "Ada".into(), fax: vec![4, 9], age: 36 });
/// let read = Packed::<Person>::from_slice(old.as_bytes())?.unpack()?;
/// assert_eq!(read, Person { name: "Ada".into(), age: 36, ..Person::default() });
///
/// // An old reader finds a value.
/// let new = Packed::<Person>::pack(&read);
/// let read = Packed::<v1::Person>::from_slice(new.as_bytes())?.unpack()?;
/// assert_eq!(read, v1::Person { name: "Ada".into(), fax: vec![], age: 36 });
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// A fold receives `()` for such a field, also if `T` contains the type that is folded. (The derive knows the field by
/// the name `Reserved`: for an alias of it, write `#[packable(leaf)]`.) Where a packed value is built field by field,
/// the default is put there: `put(&Reserved::new())`.
///
/// [`convert`](crate::Packed::convert) writes the default too, as `pack` would. These copy the bytes as they are, and
/// keep any value there: [`Cursor::copy_to`](crate::Cursor::copy_to), [`Packed::retain`](crate::Packed::retain),
/// [`Packed::append`](crate::Packed::append), and [`Packed::rewrite`](crate::Packed::rewrite), whose rules are not
/// applied to it.
///
/// Views are equal if the values in memory are, whatever is at the place. Packed values are compared by their bytes,
/// and shown by `Debug` with what they hold there.
///
/// A key of a map or set, and a value with a [sort key](crate::Packed::sort_key), cannot contain one: two keys that
/// differ only there would become one, and an old map might not be in the order of its keys any more. The error is
/// reported when code is generated (`cargo build`).
///
/// ```compile_fail,E0080
/// use std::collections::BTreeMap;
///
/// use packed_data::types::Reserved;
/// use packed_data::{Compact, Packed};
///
/// let old = Packed::<BTreeMap<(u8, u8), char>>::pack(&BTreeMap::from([((1, 1), 'a'), ((1, 2), 'b')]));
/// _ = Packed::<BTreeMap<(u8, Reserved<u8>), char>, Compact, _>::from_bytes(old.as_bytes());
/// ```
pub struct Reserved<T: ?Sized>(PhantomData<fn() -> T>);

impl<T: ?Sized> Reserved<T> {
    /// Creates the only value.
    ///
    /// ```
    /// use packed_data::types::Reserved;
    ///
    /// assert_eq!(Reserved::<String>::new(), Reserved::default());
    /// assert_eq!(size_of::<Reserved<String>>(), 0);
    /// ```
    pub const fn new() -> Self {
        Self(PhantomData)
    }
}

// (Implemented by hand: the derived implementations would require the same of `T`.)

impl<T: ?Sized> Default for Reserved<T> {
    fn default() -> Self {
        Self::new()
    }
}

impl<T: ?Sized> Clone for Reserved<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: ?Sized> Copy for Reserved<T> {}

impl<T: ?Sized> fmt::Debug for Reserved<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Reserved")
    }
}

impl<T: ?Sized> PartialEq for Reserved<T> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T: ?Sized> Eq for Reserved<T> {}

impl<T: ?Sized> PartialOrd for Reserved<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T: ?Sized> Ord for Reserved<T> {
    fn cmp(&self, _: &Self) -> Ordering {
        Ordering::Equal
    }
}

impl<T: ?Sized> Hash for Reserved<T> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T: Packable + Default> Packable for Reserved<T> {
    type As = Self;
    type Shape = ReservedShape<T>;
    type View<'a, L: Access> = ();

    fn packed_schema() -> &'static Schema {
        T::packed_schema()
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(_: View<'a, Self, L>) {}

    fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        const { require_same_place::<ReservedShape<T>, <T::As as Packable>::Shape, L>() };
        // SAFETY: by its shape the bytes of a `Reserved<T>` are those of a `T`, and as many are reserved (W5).
        unsafe { needs.cast::<T::As>() }.put_as(&T::default()).into()
    }
}

impl<'a, T: Packable + Default> Unpack<'a> for Reserved<T> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.skip().map(|()| Self::new()))
    }
}
