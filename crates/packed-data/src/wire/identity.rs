//! Whether two types are the same, whatever their lifetimes.
//!
//! Where the function for what is left of a value is that of the loop itself, it is inlined. Which
//! function it is cannot be told by its address: linkers give functions with the same code one address.

use core::any::TypeId;
use core::marker::PhantomData;

/// The identity of a type, but for the lifetimes in it.
#[inline(always)]
pub(crate) fn erased_id<T>() -> TypeId {
    /// Something with an identity, once its lifetimes are taken for `'static`.
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
    // SAFETY: only the lifetime bound of the trait object changes, and no data of that lifetime is touched.
    let identity = unsafe { core::mem::transmute::<&dyn Identity, &(dyn Identity + 'static)>(identity) };
    identity.id()
}
