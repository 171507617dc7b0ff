//! Elements that rayon divides: what the two parallel iterators share.

use rayon::iter::plumbing::Producer;

use super::SMALL;

/// Elements that are found by their index.
///
/// # Safety
///
/// `len` always returns the same number.
pub(super) unsafe trait ByIndex: Copy {
    type Item;
    /// What is known of the place of the next element. At first it is the default.
    type Next: Default;

    /// Returns the number of elements.
    fn len(&self) -> usize;

    /// Returns the number of bytes of all elements; 0 if it is not known.
    fn size(&self) -> usize;

    /// Returns element `index`.
    ///
    /// # Safety
    ///
    /// `index` is less than the number of elements.
    unsafe fn get(&self, index: usize) -> Self::Item;

    /// Returns element `index`, and records the place of the one after it.
    ///
    /// # Safety
    ///
    /// `index` is less than the number of elements. `next` is the default, or this function has recorded it for the
    /// element before.
    unsafe fn next(&self, index: usize, next: &mut Self::Next) -> Self::Item;
}

/// A range of elements.
#[derive(Clone, Copy)]
pub(super) struct Divided<E> {
    elements: E,
    /// Invariant (Y3): both are at most the number of elements, and they are in order.
    range: (usize, usize),
    /// The number of elements that are not divided.
    min_len: usize,
}

impl<E: ByIndex> Divided<E> {
    /// Returns the elements of a range.
    ///
    /// # Safety
    ///
    /// Both bounds are at most the number of elements, and they are in order.
    pub(super) unsafe fn new(elements: E, range: (usize, usize)) -> Self {
        Self { elements, range, min_len: 1 }.with_grain(SMALL)
    }

    /// Returns all elements.
    pub(super) fn of(elements: E) -> Self {
        // SAFETY: the upper bound is the number of elements.
        unsafe { Self::new(elements, (0, elements.len())) }
    }

    /// Chooses how many bytes a piece has at least, on average.
    pub(super) fn with_grain(self, bytes: usize) -> Self {
        let size = self.elements.size() / self.elements.len().max(1);
        Self { min_len: (bytes / size.max(1)).max(1), ..self }
    }

    /// Returns the number of elements in the range.
    pub(super) fn left(&self) -> usize {
        self.range.1 - self.range.0
    }

    /// Returns whether they are one piece.
    pub(super) fn is_small(&self) -> bool {
        self.left() / 2 < self.min_len
    }
}

/// A piece of the elements, which rayon divides.
pub(super) struct Pieces<E>(pub(super) Divided<E>);

impl<E: ByIndex<Item: Send> + Send> Producer for Pieces<E> {
    type Item = E::Item;
    type IntoIter = Piece<E>;

    fn into_iter(self) -> Self::IntoIter {
        Piece { left: self.0, next: E::Next::default() }
    }

    fn min_len(&self) -> usize {
        self.0.min_len
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // (Rayon divides within the piece; the bound keeps Y3 whatever it does.)
        let middle = self.0.range.0 + index.min(self.0.left());
        let (start, end) = self.0.range;
        let part = |range| Self(Divided { range, ..self.0 });
        (part((start, middle)), part((middle, end)))
    }
}

/// The elements of a piece, in order.
pub(super) struct Piece<E: ByIndex> {
    left: Divided<E>,
    /// Invariant (Y4): the default, or what was recorded for the element before the first that is left.
    next: E::Next,
}

impl<E: ByIndex> Iterator for Piece<E> {
    type Item = E::Item;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, end) = self.left.range;
        if index == end {
            return None;
        }
        self.left.range.0 = index + 1;
        // SAFETY: by Y3 the index is less than the number of elements; Y4 is what is promised of `next`.
        Some(unsafe { self.left.elements.next(index, &mut self.next) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.left(), Some(self.left.left()))
    }
}

impl<E: ByIndex> DoubleEndedIterator for Piece<E> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left.range.0 == self.left.range.1 {
            return None;
        }
        self.left.range.1 -= 1;
        // SAFETY: by Y3 the index is less than the number of elements.
        Some(unsafe { self.left.elements.get(self.left.range.1) })
    }
}

impl<E: ByIndex> ExactSizeIterator for Piece<E> {}

/// Implements rayon's traits for a type that wraps [`Divided`].
macro_rules! parallel_iterator {
    ($Type:ty) => {
        impl<'a, T: Field, L: Layout> ParallelIterator for $Type
        where
            T::View<'a, L>: Send,
        {
            type Item = T::View<'a, L>;

            fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
                // (Without a look at the threads, if there is nothing to divide.)
                if self.0.is_small() {
                    return consumer.into_folder().consume_iter(Pieces(self.0).into_iter()).complete();
                }
                bridge(self, consumer)
            }

            fn opt_len(&self) -> Option<usize> {
                Some(self.0.left())
            }
        }

        impl<'a, T: Field, L: Layout> IndexedParallelIterator for $Type
        where
            T::View<'a, L>: Send,
        {
            fn len(&self) -> usize {
                self.0.left()
            }

            fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
                bridge(self, consumer)
            }

            fn with_producer<C: ProducerCallback<Self::Item>>(self, callback: C) -> C::Output {
                callback.callback(Pieces(self.0))
            }
        }
    };
}

pub(super) use parallel_iterator;
