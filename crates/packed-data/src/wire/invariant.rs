//! The marker that makes a type parameter invariant.

use core::marker::PhantomData;

/// Makes `T` invariant, owns nothing, and is `Send` and `Sync` whatever `T` is.
///
/// Types that differ only in lifetimes may implement a trait differently (`for<'a> fn(&'a u8)` and
/// `fn(&'static u8)` do not even convert both ways), so nothing here may be coerced in `T`.
pub(crate) type Invariant<T> = PhantomData<fn(PhantomData<T>) -> PhantomData<T>>;
