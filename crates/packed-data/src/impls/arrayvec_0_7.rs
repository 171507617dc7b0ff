//! The crate `arrayvec`, version 0.7: an `ArrayVec<T, N>` is packed as a `[T]`, an `ArrayString<N>` as a `str`. Bytes
//! with more than `N` elements, or bytes of text, are refused.

use core::cmp::Ordering;

use arrayvec::{ArrayString, ArrayVec};

use super::adapted::adapted;
use crate::build::{Filled, Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Adapt, Adapted};
use crate::view::{Lookup, Seq, View};
use crate::wire::levels::{Levels, TooDeep};

const TOO_MANY: &str = "more elements than the array holds";

/// The adapter of an array with a length: at most `N` elements.
pub enum AtMost<const N: usize> {}

impl<T: Packable, const N: usize> Adapt<ArrayVec<T, N>> for AtMost<N> {
    // (The capacity is not part of what the bytes mean.)
    const NAME: &'static str = "";
    const REFUSES: bool = true;
    type As = [T];

    fn test<L: Layout>(view: View<'_, [T], L>, _: Levels) -> Result<(), &'static str> {
        // (Not `len`: for a sequence without a count it walks over all elements, however many they are.)
        if <[T]>::view(view).iter().nth(N).is_none() { Ok(()) } else { Err(TOO_MANY) }
    }
}

impl<T: Packable, const N: usize> Packable for ArrayVec<T, N> {
    type As = Self;
    type Shape = Adapted<Self, AtMost<N>>;
    type View<'a, L: Access> = Seq<'a, T, L::Layout>;

    #[inline]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        <[T]>::view(view.into_adapted())
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        needs.put_adapted(&value.as_slice()).into()
    }
}

impl<'a, T: Unpack<'a>, const N: usize> Unpack<'a> for ArrayVec<T, N> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let (mut array, mut items) = (Self::new(), cursor.into_adapted().items());
        let levels = levels.elements::<T>()?;
        while let Some(element) = items.try_next(|element| T::unpack(element, levels))? {
            // (Validation refused more than N elements.)
            array.push(element);
        }
        Ok(items.done(array))
    }
}

adapted! {
    {const N: usize} [] ArrayString<N> as str = for<'v> &'v str, "":
        |text| Ok(text.as_str()),
        |text| ArrayString::from(text).map_err(|_| "the text is longer than the array holds");
}

impl<const N: usize> Lookup<ArrayString<N>> for str {
    const IN_MEMORY: bool = true;

    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, ArrayString<N>, L>) -> Filled<'id> {
        if self.len() <= N { needs.put_adapted(&self) } else { needs.refuse("the text is longer than the array holds") }
    }

    fn compare<L: Layout>(&self, packed: View<'_, ArrayString<N>, L>) -> Ordering {
        ArrayString::view(packed).as_str().cmp(self)
    }
}

impl<const N: usize> Lookup<Self> for ArrayString<N> {
    const IN_MEMORY: bool = true;

    fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
        needs.put_as(self)
    }

    fn compare<L: Layout>(&self, packed: View<'_, Self, L>) -> Ordering {
        self.as_str().compare(packed)
    }
}
