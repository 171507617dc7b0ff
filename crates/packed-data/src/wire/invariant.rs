//! The marker that makes a type parameter invariant.

use core::marker::PhantomData;

/// Makes `T` invariant, owns nothing, and is `Send` and `Sync` for every `T`.
///
/// Types that differ only in lifetimes may implement a trait differently (`for<'a> fn(&'a u8)` and `fn(&'static u8)`
/// are an example), so coercions that change `T` must be rejected.
pub(crate) type Invariant<T> = PhantomData<fn(PhantomData<T>) -> PhantomData<T>>;
