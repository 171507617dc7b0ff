//! The container: records in a buffer of its own, or in the one in which they arrived.

use std::fmt;
use std::sync::Arc;

use packed_data::packed::{Buffer, OwnedBuffer, PackedIter};
use packed_data::{Compact, Error, Filled, Layout, Needs, Packable, Packed, PackedVec};
use timely::Accountable;
use timely::bytes::arc::Bytes;
use timely::container::{DrainContainer, PushInto, SizableContainer};

use crate::build::Build;

/// The size at which a container is full: the bytes of its records and of the table of their ends.
const FULL: usize = 1 << 16;

/// A container of packed records, for timely.
///
/// It has one buffer: of its own, to which records are appended; or the one in which they arrived from another process,
/// which it shares. Its records are [`Packed`] values that borrow from it, when it is iterated over and when it is
/// drained. (Timely receives up to a mebibyte at once, which stays in memory as long as one container with a part of it
/// does. To keep a few records for long, copy them to a [`PackedVec`].)
///
/// These can be pushed into it, and given to a session whose builder is a
/// [`PackedBuilder`](crate::PackedBuilder):
///
/// | item | what happens |
/// |---|---|
/// | `&T` | it is packed |
/// | a [`Packed`] value, such as a record of another container | its bytes are copied |
/// | [`build(...)`](crate::build()) | it is built in the container |
///
/// Pushing panics if the value cannot be packed, as [`Packed::pack`] does.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_timely::PackedContainer;
/// use timely::container::PushInto;
///
/// let mut words = PackedContainer::<str, Indexed>::default();
/// words.push_into("to");
/// words.push_into("be");
/// words.push_into(Packed::<String, Indexed>::pack(&"or not".into())); // has the same packed form
///
/// let mut long = PackedContainer::<str, Indexed>::default();
/// for word in words.iter().filter(|word| word.view().len() > 2) {
///     long.push_into(word);
/// }
/// assert_eq!((words.len(), long.len()), (3, 1));
/// ```
///
/// # Its bytes
///
/// A message between processes has a header of 40 bytes, the records, and zeros up to a multiple of 8 bytes; the table
/// of the ends of records is made while they are validated. The numbers are little-endian.
///
/// | bytes | content |
/// |---|---|
/// | 8 | `F5 50 4B 44 46 0D 0A 01`; the last one is the version of this format |
/// | 8 | the fingerprint of the text below |
/// | 8 | the number of records |
/// | 8 | the bytes of all records, `n` |
/// | 8 | the bytes of the text, `m`, or 0 |
/// | n | the records, one after the other |
/// | m | the name of the layout, a line feed, and the [schema](packed_data::Fingerprint::description_of) of the type |
/// | up to 7 | zeros |
///
/// The text is in the first message that a [`PackedBuilder`](crate::PackedBuilder) makes, so that the other end can say
/// what differs. All other messages have only its fingerprint.
pub struct PackedContainer<T: ?Sized, L = Compact> {
    pub(crate) records: Records<T, L>,
    /// Whether the message with these records says what type they have.
    pub(crate) introduce: bool,
}

/// The buffer of a container.
pub(crate) enum Records<T: ?Sized, L> {
    Own(PackedVec<T, L>),
    /// The bytes that arrived are shared with other messages.
    Arrived(PackedVec<T, L, Arc<OwnedBuffer<Message>>>),
}

/// A part of the bytes that timely received.
pub(crate) struct Message(pub(crate) Bytes);

impl AsRef<[u8]> for Message {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<T: Packable + ?Sized, L: Layout> PackedContainer<T, L> {
    /// Returns the number of records.
    #[inline]
    pub fn len(&self) -> usize {
        match &self.records {
            Records::Own(records) => records.len(),
            Records::Arrived(records) => records.len(),
        }
    }

    /// Returns whether there is no record.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns a record, in constant time.
    #[inline]
    pub fn get(&self, index: usize) -> Option<Packed<T, L, &[u8]>> {
        match &self.records {
            Records::Own(records) => records.get(index),
            Records::Arrived(records) => records.get(index),
        }
    }

    /// Returns all records, in their order.
    #[inline]
    pub fn iter(&self) -> PackedIter<'_, T, L> {
        match &self.records {
            Records::Own(records) => records.iter(),
            Records::Arrived(records) => records.iter(),
        }
    }

    /// Returns the bytes of all records, one after the other.
    #[inline]
    pub fn as_bytes(&self) -> &[u8] {
        match &self.records {
            Records::Own(records) => records.as_bytes(),
            Records::Arrived(records) => records.as_bytes(),
        }
    }

    /// Removes all records. A buffer of its own keeps its capacity.
    pub fn clear(&mut self) {
        match &mut self.records {
            Records::Own(records) => records.clear(),
            Records::Arrived(_) => self.records = Records::Own(PackedVec::new()),
        }
        self.introduce = false;
    }

    /// Appends a record by `push`, to a buffer of its own.
    #[inline]
    #[track_caller]
    fn append(&mut self, push: impl FnOnce(&mut PackedVec<T, L>) -> Result<(), Error>) {
        if let Records::Arrived(arrived) = &self.records {
            self.records = Records::Own(copy(arrived.iter()));
        }
        if let Records::Own(records) = &mut self.records {
            push(records).unwrap_or_else(|error| panic!("cannot pack: {error}"));
        }
    }
}

/// Copies records into a buffer that can grow.
#[cold]
fn copy<T: Packable + ?Sized, L: Layout>(records: PackedIter<'_, T, L>) -> PackedVec<T, L> {
    let mut own = PackedVec::new();
    for record in records {
        own.push_packed(&record).unwrap_or_else(|error| panic!("cannot copy: {error}"));
    }
    own
}

impl<T: Packable + ?Sized, L: Layout> Default for PackedContainer<T, L> {
    fn default() -> Self {
        Self { records: Records::Own(PackedVec::new()), introduce: false }
    }
}

/// Copies a buffer of its own, and shares one that arrived.
impl<T: Packable + ?Sized, L: Layout> Clone for PackedContainer<T, L> {
    fn clone(&self) -> Self {
        let records = match &self.records {
            Records::Own(records) => Records::Own(records.clone()),
            Records::Arrived(records) => Records::Arrived(records.clone()),
        };
        Self { records, introduce: self.introduce }
    }
}

impl<T: Packable + ?Sized, L: Layout> fmt::Debug for PackedContainer<T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Packable + ?Sized, L: Layout> Accountable for PackedContainer<T, L> {
    #[inline]
    fn record_count(&self) -> i64 {
        // (Each record has an entry of eight bytes in a table, so there are fewer records than that.)
        i64::try_from(self.len()).unwrap_or(i64::MAX)
    }
}

/// The records are not removed: timely leaves that open. Use [`clear`](PackedContainer::clear).
impl<T: Packable + ?Sized + 'static, L: Layout + 'static> DrainContainer for PackedContainer<T, L> {
    type Item<'a> = Packed<T, L, &'a [u8]>;
    type DrainIter<'a> = PackedIter<'a, T, L>;

    #[inline]
    fn drain(&mut self) -> PackedIter<'_, T, L> {
        self.iter()
    }
}

impl<'a, T: Packable + ?Sized, L: Layout> IntoIterator for &'a PackedContainer<T, L> {
    type Item = Packed<T, L, &'a [u8]>;
    type IntoIter = PackedIter<'a, T, L>;

    #[inline]
    fn into_iter(self) -> PackedIter<'a, T, L> {
        self.iter()
    }
}

/// A container is full at 64 KiB: the bytes of its records, and eight for each of them.
impl<T: Packable + ?Sized, L: Layout> SizableContainer for PackedContainer<T, L> {
    #[inline]
    fn at_capacity(&self) -> bool {
        self.as_bytes().len() + 8 * self.len() >= FULL
    }

    #[inline]
    fn ensure_capacity(&mut self, stash: &mut Option<Self>) {
        if let Records::Own(records) = &self.records
            && records.capacity() == 0
            && records.is_empty()
        {
            let introduce = self.introduce;
            *self = renewed(stash.take());
            self.introduce = introduce;
        }
    }
}

/// Returns an empty container with capacity: the one that is given, if it has some.
fn renewed<T: Packable + ?Sized, L: Layout>(stash: Option<PackedContainer<T, L>>) -> PackedContainer<T, L> {
    if let Some(mut container) = stash {
        container.clear();
        if let Records::Own(records) = &container.records
            && records.capacity() >= FULL / 2
        {
            return container;
        }
    }
    PackedContainer { records: Records::Own(PackedVec::with_capacity(FULL / 64, FULL)), introduce: false }
}

impl<T: Packable + ?Sized, L: Layout> PushInto<&T> for PackedContainer<T, L> {
    #[inline]
    #[track_caller]
    fn push_into(&mut self, value: &T) {
        self.append(|records| records.push(value));
    }
}

impl<T, L, V, B> PushInto<Packed<V, L, B>> for PackedContainer<T, L>
where
    T: Packable + ?Sized,
    L: Layout,
    V: Packable<As = T::As> + ?Sized,
    B: Buffer,
{
    #[inline]
    #[track_caller]
    fn push_into(&mut self, record: Packed<V, L, B>) {
        self.append(|records| records.push_packed(&record));
    }
}

impl<T, L, F> PushInto<Build<F>> for PackedContainer<T, L>
where
    T: Packable + ?Sized,
    L: Layout,
    F: for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
{
    #[inline]
    #[track_caller]
    fn push_into(&mut self, build: Build<F>) {
        self.append(|records| records.build(build.0));
    }
}
