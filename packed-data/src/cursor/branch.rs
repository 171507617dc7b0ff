//! A tag that was read, with the fields of its constructor.

use core::marker::PhantomData;

use super::{Brand, Fields};
use crate::invariant::Invariant;
use crate::layout::{Access, Frame, Pos};
use crate::shape::{At, Variants};

/// One constructor out of `V`, its fields still to be read: what [`Match::case`](super::Match::case) is given.
pub struct Branch<'a, 'id, V, L: Access> {
    /// Invariant (B1): below `V::COUNT`, and valid fields of that constructor stand at `fields`, entered with `frame`.
    tag: u32,
    frame: Frame<L>,
    fields: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<V>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'a, 'id, V: Variants, L: Access> Branch<'a, 'id, V, L> {
    /// # Safety
    ///
    /// B1, and the fields end where the value of brand `'id` ends.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn new((tag, frame, fields): (u32, Frame<L>, Pos<L>)) -> Self {
        Self { tag, frame, fields, types: PhantomData, brand: PhantomData }
    }

    /// The number of the constructor, counted from zero.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn tag(&self) -> u32 {
        // SAFETY: B1. (Said again here so that a `match` on it needs no arm for other numbers.)
        unsafe { core::hint::assert_unchecked(self.tag < V::COUNT) };
        self.tag
    }

    /// The fields of constructor `I`.
    ///
    /// # Panics
    ///
    /// It is another constructor.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn fields<I>(self) -> Fields<'a, 'id, V::Fields, L>
    where
        V: At<I>,
    {
        assert!(self.tag == V::TAG, "constructor {} taken for {}", self.tag, V::TAG);
        // SAFETY: by B1 these are the fields at `fields`.
        unsafe { Fields::new((self.frame, self.fields)) }
    }

    /// There is no such constructor: for the last arm of a `match` on [`tag`](Self::tag).
    ///
    /// # Panics
    ///
    /// Always.
    #[cold]
    pub fn no_such_constructor(self) -> ! {
        unreachable!("constructor {} of {}", self.tag, V::COUNT)
    }
}
