//! Tests whether two types are the same, apart from lifetimes.
//!
//! A loop that runs steps inlines the next step if it is the loop's own step. The address of a function does not
//! identify it, because linkers may give one address to functions with the same code; the type does.

use core::any::TypeId;
use core::marker::PhantomData;

/// Returns the identity of a type, ignoring the lifetimes in it.
#[inline(always)]
pub(crate) fn erased_id<T>() -> TypeId {
    /// Has an identity, once its lifetimes are treated as `'static`.
    trait Identity {
        fn id(&self) -> TypeId
        where
            Self: 'static;
    }

    impl<T> Identity for PhantomData<T> {
        #[inline(always)]
        fn id(&self) -> TypeId
        where
            Self: 'static,
        {
            TypeId::of::<Self>()
        }
    }

    let phantom = PhantomData::<T>;
    let identity: &dyn Identity = &phantom;
    // SAFETY: only the lifetime bound of the trait object changes, and no data with that lifetime is accessed.
    let identity = unsafe { core::mem::transmute::<&dyn Identity, &(dyn Identity + 'static)>(identity) };
    identity.id()
}
