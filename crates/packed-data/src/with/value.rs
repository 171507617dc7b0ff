//! `With`: a foreign value with its adapter, as a packable type.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;
use core::ops::{Deref, DerefMut};

use super::{PackWith, WithView};
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Adapted;
use crate::view::{Read, View, sealed};
use crate::wire::levels::{Levels, TooDeep};

/// A value of a foreign type `T`, which is packed with the adapter `C`: the type that a field with
/// `#[packable(with = C)]` has in packed data. It dereferences to the value.
///
/// ```
/// use packed_data::with::{PackWith, With};
/// use packed_data::Packed;
///
/// enum Seconds {}
///
/// impl PackWith<std::time::Instant> for Seconds {
///     // ...
/// #     const NAME: &'static str = "seconds";
/// #     type As = u64;
/// #     type Value<'v> = u64;
/// #     fn pack(_: &std::time::Instant) -> Result<u64, &'static str> { Err("an instant has no date") }
/// #     fn unpack(_: u64) -> Result<std::time::Instant, &'static str> { Err("an instant has no date") }
/// }
///
/// let now = With::<_, Seconds>::new(std::time::Instant::now());
/// assert!(now.elapsed().as_secs() < 1000);
/// assert!(Packed::<With<_, Seconds>>::with_limits(&Default::default()).pack(&now).is_err());
/// ```
#[repr(transparent)]
pub struct With<T, C> {
    value: T,
    adapter: PhantomData<fn() -> C>,
}

impl<T, C> With<T, C> {
    /// Wraps a value.
    pub const fn new(value: T) -> Self {
        Self { value, adapter: PhantomData }
    }

    /// Wraps a reference to a value.
    ///
    /// ```
    /// use packed_data::with::{Unchanged, With};
    ///
    /// let text = String::from("hi");
    /// assert_eq!(**With::<String, Unchanged>::from_ref(&text), "hi");
    /// ```
    pub const fn from_ref(value: &T) -> &Self {
        // SAFETY: `With` is transparent: its only field with a size is a `T`.
        unsafe { &*core::ptr::from_ref(value).cast() }
    }

    /// Wraps each value of a slice.
    ///
    /// ```
    /// use packed_data::with::{Unchanged, With};
    ///
    /// assert_eq!(With::<u8, Unchanged>::from_slice(&[1, 2]).len(), 2);
    /// ```
    pub const fn from_slice(values: &[T]) -> &[Self] {
        // SAFETY: `With` is transparent, so both slices have the same elements.
        unsafe { core::slice::from_raw_parts(values.as_ptr().cast(), values.len()) }
    }

    /// Returns the value.
    pub fn into_inner(self) -> T {
        self.value
    }
}

impl<T, C> From<T> for With<T, C> {
    fn from(value: T) -> Self {
        Self::new(value)
    }
}

impl<T, C> Deref for With<T, C> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T, C> DerefMut for With<T, C> {
    fn deref_mut(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T: Clone, C> Clone for With<T, C> {
    fn clone(&self) -> Self {
        Self::new(self.value.clone())
    }
}

impl<T: Copy, C> Copy for With<T, C> {}

impl<T: Default, C> Default for With<T, C> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

impl<T: fmt::Debug, C> fmt::Debug for With<T, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}

impl<T: PartialEq, C> PartialEq for With<T, C> {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl<T: Eq, C> Eq for With<T, C> {}

impl<T: PartialOrd, C> PartialOrd for With<T, C> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl<T: Ord, C> Ord for With<T, C> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.value.cmp(&other.value)
    }
}

impl<T: Hash, C> Hash for With<T, C> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.value.hash(state);
    }
}

impl<T, C: PackWith<T>> Packable for With<T, C> {
    type As = Self;
    type Shape = Adapted<T, C>;
    type View<'a, L: Access> = WithView<'a, T, C, L>;

    #[inline]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> WithView<'a, T, C, L> {
        WithView::new(view)
    }

    /// Writes what the adapter makes of the value, all of it: it exists only during this call.
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match C::pack(&value.value) {
            Ok(value) => needs.put_adapted(&value).into(),
            Err(message) => needs.refuse(message).into(),
        }
    }
}

/// An adapter, or a container of adapters, for a field of the type `T`: the derive names the packed form of the field
/// by it, for the sake of its message.
///
/// `With` has an implementation for adapters, and others for containers of adapters. About a container that fits none
/// of these, the compiler says that `With<..>` cannot be packed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an adapter for `{T}`",
    label = "does not say how a `{T}` is packed",
    note = "the adapter for a `Vec<T>` is `Vec<Adapter>`, where `Adapter` implements `packed_data::with::PackWith<T>`; \
            so it is with `Option`, `Box`, arrays, tuples and the values of maps",
    note = "for a part that needs no adapter, such as a `usize` or the keys of a map, write `packed_data::with::Unchanged`; \
            the type of that part must be `Packable` and `Unpack`, and borrow nothing"
)]
pub trait AdapterOf<T> {
    /// The canonical type of the field.
    type As: ?Sized;
}

#[diagnostic::do_not_recommend]
impl<T, C> AdapterOf<T> for C
where
    With<T, C>: Packable,
{
    type As = <With<T, C> as Packable>::As;
}

impl<'a, T, C: PackWith<T>> Unpack<'a> for With<T, C> {
    /// # Panics
    ///
    /// Panics if the adapter refuses the value, which it accepted when it was packed or validated.
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let done = C::Value::unpack(cursor.into_adapted(), levels)?;
        Ok(done.map(|value| Self::new(accepted(C::unpack(value)))))
    }
}

impl<T, C: PackWith<T>> sealed::Sealed for With<T, C> {}

#[diagnostic::do_not_recommend]
impl<T, C: PackWith<T>> Read for With<T, C> {
    type Value<'a, L: Layout> = T;

    fn read<'a, L: Layout>(cursor: Cursor<'a, '_, Self, impl Access<Layout = L>>) -> (T, L::Pos) {
        let done = cursor.into_view();
        let end = done.pos();
        (WithView::new(done.into_value()).get(), end)
    }
}

/// Returns the value that the adapter made.
#[track_caller]
pub(super) fn accepted<T>(outcome: Result<T, &'static str>) -> T {
    match outcome {
        Ok(value) => value,
        Err(message) => panic!("the adapter refuses a value that it accepted before: {message}"),
    }
}
