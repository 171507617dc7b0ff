//! The crate `proptest`, version 1: strategies for packed values are made from strategies for values.

use core::fmt::Debug;

use proptest::arbitrary::Arbitrary;
use proptest::strategy::{BoxedStrategy, Strategy};

use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::Packed;
use crate::wire::limits::Limits;
use crate::with::With;

/// Generates a `T` and packs it; shrinks the `T`. A value that has no packed form, or nests too deeply, is rejected.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use proptest::prelude::*;
///
/// proptest!(|(packed: Packed<Vec<(u8, bool)>, Indexed>)| {
///     let sum: u32 = packed.view().iter().map(|(n, _)| u32::from(n)).sum();
///     prop_assert!(sum <= 255 * packed.view().len() as u32);
/// });
/// ```
impl<T, L> Arbitrary for Packed<T, L>
where
    T: Packable + Arbitrary<Strategy: 'static> + 'static,
    L: Layout,
    Self: Debug,
{
    type Parameters = T::Parameters;
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with(parameters: T::Parameters) -> Self::Strategy {
        let pack = |value: T| Packed::with_limits(&Limits::DEFAULT).pack(&value).ok();
        T::arbitrary_with(parameters).prop_filter_map("the value has no packed form", pack).boxed()
    }
}

impl<T: Arbitrary<Strategy: 'static> + 'static, C: 'static> Arbitrary for With<T, C> {
    type Parameters = T::Parameters;
    type Strategy = BoxedStrategy<Self>;

    fn arbitrary_with(parameters: T::Parameters) -> Self::Strategy {
        T::arbitrary_with(parameters).prop_map(Self::new).boxed()
    }
}
