//! `Lookup` for tuples, sequences, options, and all types that are packed to be compared.

use alloc::collections::{BTreeMap, BTreeSet, LinkedList, VecDeque};
use alloc::vec::Vec;
use core::cmp::Ordering;
use core::marker::PhantomData;
use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::build::{Filled, Needs};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::InTier;
use crate::view::{Lookup, Map, Set, View, order_in_memory, order_of_array};

/// The items of [`Lookup`] for a type that is compared as another value is: `lookup_as!(A, |value| place, Other)`,
/// where `place` is of type `Other`.
macro_rules! lookup_as {
    ($A:ty, |$value:ident| $place:expr, $Other:ty) => {
        const IN_MEMORY: bool = <$Other as $crate::view::Lookup<$A>>::IN_MEMORY;

        #[inline]
        fn write_key<'id, L: $crate::layout::Layout>(
            &self,
            needs: $crate::build::Needs<'id, $A, L>,
        ) -> $crate::build::Filled<'id> {
            let $value = self;
            <$Other as $crate::view::Lookup<$A>>::write_key(&$place, needs)
        }

        #[inline]
        fn compare<L: $crate::layout::Layout>(&self, packed: $crate::view::View<'_, $A, L>) -> core::cmp::Ordering {
            let $value = self;
            <$Other as $crate::view::Lookup<$A>>::compare(&$place, packed)
        }
    };
}

/// The items of [`Lookup`] for a type that is packed to be compared.
macro_rules! lookup_packed {
    ($A:ty) => {
        fn write_key<'id, L: $crate::layout::Layout>(
            &self,
            needs: $crate::build::Needs<'id, $A, L>,
        ) -> $crate::build::Filled<'id> {
            needs.put_as(self)
        }
    };
}

pub(super) use {lookup_as, lookup_packed};

impl<T: Packable, Q: Lookup<T::As>> Lookup<[T]> for [Q] {
    const IN_MEMORY: bool = Q::IN_MEMORY;

    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, [T], L>) -> Filled<'id> {
        needs.items(self, |needs, element| element.write_key(needs))
    }

    fn compare<L: Layout>(&self, packed: View<'_, [T], L>) -> Ordering {
        order_in_memory(<[T]>::view(packed), self.iter())
    }
}

/// Implements [`Lookup`] for types that are packed as sequences.
macro_rules! sequences {
    ($($Values:ident),+ $(,)?) => {$(
        impl<T: Packable, Q: Lookup<T::As>> Lookup<[T]> for $Values<Q> {
            const IN_MEMORY: bool = Q::IN_MEMORY;

            fn write_key<'id, L: Layout>(&self, needs: Needs<'id, [T], L>) -> Filled<'id> {
                needs.items(self, |needs, element| element.write_key(needs))
            }

            fn compare<L: Layout>(&self, packed: View<'_, [T], L>) -> Ordering {
                order_in_memory(<[T]>::view(packed), self.iter())
            }
        }
    )+};
}

sequences!(Vec, VecDeque, LinkedList);

impl<T: Packable, Q: Lookup<T::As>, const N: usize> Lookup<[T; N]> for [Q; N] {
    const IN_MEMORY: bool = Q::IN_MEMORY;

    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, [T; N], L>) -> Filled<'id> {
        needs.array(|needs, index| self[index].write_key(needs))
    }

    fn compare<L: Layout>(&self, packed: View<'_, [T; N], L>) -> Ordering {
        order_of_array(<[T; N]>::view(packed), self)
    }
}

impl<T: Packable, Q: Lookup<T::As>> Lookup<Option<T>> for Option<Q> {
    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Option<T>, L>) -> Filled<'id> {
        match self {
            None => needs.start_none().done(),
            Some(value) => needs.start_some().with(|needs| value.write_key(needs)).done(),
        }
    }
}

impl<T: Packable, E: Packable, P: Lookup<T::As>, Q: Lookup<E::As>> Lookup<Result<T, E>> for Result<P, Q> {
    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Result<T, E>, L>) -> Filled<'id> {
        match self {
            Ok(value) => needs.start_ok().with(|needs| value.write_key(needs)).done(),
            Err(error) => needs.start_err().with(|needs| error.write_key(needs)).done(),
        }
    }
}

impl<T: Packable, Q: Lookup<T::As>> Lookup<Bound<T>> for Bound<Q> {
    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Bound<T>, L>) -> Filled<'id> {
        match self {
            Bound::Included(bound) => needs.variant::<InTier<0>, _, _>().with(|needs| bound.write_key(needs)).done(),
            Bound::Excluded(bound) => needs.variant::<InTier<1>, _, _>().with(|needs| bound.write_key(needs)).done(),
            Bound::Unbounded => needs.variant::<InTier<2>, _, _>().done(),
        }
    }
}

/// Implements [`Lookup`] for types that are packed to be compared.
macro_rules! packed {
    ($([$($parameters:tt)*] $T:ty as $A:ty);+ $(;)?) => {$(
        impl<$($parameters)*> Lookup<$A> for $T {
            lookup_packed!($A);
        }
    )+};
}

packed! {
    [] () as ();
    [T: ?Sized] PhantomData<T> as ();
    [] RangeFull as ();
    [T: Packable] Range<T> as (T, T);
    [T: Packable] RangeInclusive<T> as (T, T);
    [K: Packable, V: Packable] BTreeMap<K, V> as Map<K, V>;
    [T: Packable] BTreeSet<T> as Set<T>;
}

#[cfg(feature = "std")]
packed! {
    [K: Packable, V: Packable, S] std::collections::HashMap<K, V, S> as Map<K, V>;
    [T: Packable, S] std::collections::HashSet<T, S> as Set<T>;
}

#[cfg(feature = "haskell")]
packed! {
    [T: Packable] crate::layout::haskell::Vector<T> as crate::layout::haskell::Vector<T>;
}

#[cfg(feature = "cbor")]
packed! {
    ['b] crate::cbor::Raw<'b> as crate::cbor::Item;
    [] crate::cbor::RawBuf as crate::cbor::Item;
}

#[cfg(feature = "bytes-1")]
packed! {
    [] bytes::Bytes as [u8];
    [] bytes::BytesMut as [u8];
}

#[cfg(feature = "indexmap-2")]
packed! {
    [K: Packable, V: Packable, S] indexmap::IndexMap<K, V, S> as [(K, V)];
    [T: Packable, S] indexmap::IndexSet<T, S> as [T];
}

#[cfg(feature = "smallvec-1")]
packed! {
    [I: smallvec::Array<Item: Packable>] smallvec::SmallVec<I> as [I::Item];
}

/// Implements [`Lookup`] for ranges that are packed as their bound.
macro_rules! bounds {
    ($($Range:ident { $bound:ident }),+ $(,)?) => {$(
        impl<Q: Lookup<A>, A: Packable<As = A> + ?Sized> Lookup<A> for $Range<Q> {
            lookup_as!(A, |range| range.$bound, Q);
        }
    )+};
}

bounds!(RangeFrom { start }, RangeTo { end }, RangeToInclusive { end });

/// Implements [`Lookup`] for a tuple: field by field. A pair of borrowed forms is one of a pair.
macro_rules! tuples {
    ($(($($T:ident $Q:ident $index:tt),* ; $Last:ident $LastQ:ident $last:tt));+ $(;)?) => {$(
        impl<$($T: Packable, $Q: Lookup<$T::As>,)* $Last: Packable, $LastQ: Lookup<$Last::As>>
            Lookup<($($T,)* $Last,)> for ($($Q,)* $LastQ,)
        {
            const IN_MEMORY: bool = $($Q::IN_MEMORY &&)* $LastQ::IN_MEMORY;

            #[inline]
            fn write_key<'id, L: Layout>(&self, needs: Needs<'id, ($($T,)* $Last,), L>) -> Filled<'id> {
                needs
                    .fields()
                    $(.with(|needs| self.$index.write_key(needs)))*
                    .with(|needs| self.$last.write_key(needs))
                    .done()
            }

            #[inline]
            fn compare<L: Layout>(&self, packed: View<'_, ($($T,)* $Last,), L>) -> Ordering {
                let fields = packed.parts();
                $(
                    // SAFETY: no field of a tuple may be absent.
                    let (field, fields) = unsafe { fields.next_root() };
                    match self.$index.compare(field) {
                        Ordering::Equal => {}
                        order => return order,
                    }
                )*
                // SAFETY: no field of a tuple may be absent.
                self.$last.compare(unsafe { fields.last_root() })
            }
        }
    )+};
}

tuples! {
    (; A P 0);
    (A P 0; B Q 1);
    (A P 0, B Q 1; C R 2);
    (A P 0, B Q 1, C R 2; D S 3);
    (A P 0, B Q 1, C R 2, D S 3; E T 4);
    (A P 0, B Q 1, C R 2, D S 3, E T 4; F U 5);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5; G V 6);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6; H W 7);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6, H W 7; I X 8);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6, H W 7, I X 8; J Y 9);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6, H W 7, I X 8, J Y 9; K Z 10);
    (A P 0, B Q 1, C R 2, D S 3, E T 4, F U 5, G V 6, H W 7, I X 8, J Y 9, K Z 10; M N 11);
}
