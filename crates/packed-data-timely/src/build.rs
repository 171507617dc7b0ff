//! A record that is built in the container.

use packed_data::{Filled, Layout, Needs, Packable};

/// A function that builds a record at the end of a container: see [`build`].
pub struct Build<F>(pub(crate) F);

/// Returns an item for a container or a session, which is built there and never exists in memory.
///
/// `fill` fills the place of the record, as in [`Packed::build`](packed_data::Packed::build): from parts of other
/// records, for example, which are copied as bytes or borrowed from a view.
///
/// ```
/// use packed_data::{Indexed, Packable};
/// use packed_data_timely::{PackedContainer, build};
/// use timely::container::PushInto;
///
/// #[derive(Packable)]
/// struct Line {
///     number: u32,
///     text: String,
/// }
///
/// let mut lines = PackedContainer::<Line, Indexed>::default();
/// for (number, text) in (1..).zip("to be\nor not".lines()) {
///     lines.push_into(build::<Line, Indexed>(|needs| Line::write_line(needs, &number, text)));
/// }
/// assert_eq!(lines.iter().map(|line| line.view().fields().text.len()).sum::<usize>(), 11);
/// ```
pub fn build<T: Packable + ?Sized, L: Layout>(
    fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
) -> Build<impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>> {
    Build(fill)
}
