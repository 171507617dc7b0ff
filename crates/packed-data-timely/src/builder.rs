//! Gathers records into containers.

use std::collections::VecDeque;
use std::fmt;

use packed_data::{Compact, Layout, Packable};
use timely::container::{ContainerBuilder, LengthPreservingContainerBuilder, PushInto, SizableContainer};

use crate::container::PackedContainer;

/// Gathers records into containers of 64 KiB, in their order.
///
/// It takes the items that a [`PackedContainer`] takes. The message with its first container says which type and layout
/// the records have, in the form of a schema. So if the other end has another version of the type, it can say what
/// differs. (A `CapacityContainerBuilder<PackedContainer<T, L>>` works too. The messages then have fingerprints only:
/// another version is refused, but its difference is not known.)
///
/// ```
/// use packed_data_timely::PackedBuilder;
/// use timely::container::{ContainerBuilder, PushInto};
///
/// let mut builder = PackedBuilder::<str>::default();
/// for _ in 0..10_000 {
///     builder.push_into("ten letters");
/// }
/// let mut sizes = Vec::new();
/// while let Some(container) = builder.finish() {
///     sizes.push(container.len());
/// }
/// assert_eq!(sizes, [3277, 3277, 3277, 169]);
/// ```
pub struct PackedBuilder<T: ?Sized, L = Compact> {
    current: PackedContainer<T, L>,
    /// A container that was sent, whose capacity can be used again.
    spare: Option<PackedContainer<T, L>>,
    full: VecDeque<PackedContainer<T, L>>,
    /// Whether a container that states its type was made.
    is_introduced: bool,
}

impl<T: Packable + ?Sized, L: Layout> PackedBuilder<T, L> {
    /// Takes the records that were pushed since the last container was full.
    fn take(&mut self) -> PackedContainer<T, L> {
        let mut container = std::mem::take(&mut self.current);
        container.introduce = !std::mem::replace(&mut self.is_introduced, true);
        container
    }

    /// Returns the next container that is ready.
    fn next(&mut self) -> Option<&mut PackedContainer<T, L>> {
        let container = self.full.pop_front()?;
        Some(self.spare.insert(container))
    }
}

impl<T: Packable + ?Sized, L: Layout> Default for PackedBuilder<T, L> {
    fn default() -> Self {
        Self { current: PackedContainer::default(), spare: None, full: VecDeque::new(), is_introduced: false }
    }
}

impl<T: Packable + ?Sized, L: Layout> fmt::Debug for PackedBuilder<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PackedBuilder")
            .field("current", &self.current.len())
            .field("full", &self.full.len())
            .finish_non_exhaustive()
    }
}

impl<T, L, I> PushInto<I> for PackedBuilder<T, L>
where
    T: Packable + ?Sized,
    L: Layout,
    PackedContainer<T, L>: PushInto<I>,
{
    #[inline]
    fn push_into(&mut self, item: I) {
        self.current.ensure_capacity(&mut self.spare);
        self.current.push_into(item);
        if self.current.at_capacity() {
            let container = self.take();
            self.full.push_back(container);
        }
    }
}

impl<T: Packable + ?Sized, L: Layout> ContainerBuilder for PackedBuilder<T, L> {
    type Container = PackedContainer<T, L>;

    #[inline]
    fn extract(&mut self) -> Option<&mut PackedContainer<T, L>> {
        self.next()
    }

    #[inline]
    fn finish(&mut self) -> Option<&mut PackedContainer<T, L>> {
        if !self.current.is_empty() {
            let container = self.take();
            self.full.push_back(container);
        }
        self.next()
    }

    fn relax(&mut self) {
        self.spare = None;
        self.full.shrink_to_fit();
    }
}

impl<T: Packable + ?Sized, L: Layout> LengthPreservingContainerBuilder for PackedBuilder<T, L> {}
