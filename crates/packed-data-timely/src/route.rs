//! Sends each record to a worker that a function chooses.

use packed_data::{Layout, Packable, Packed};
use timely::dataflow::channels::pact::ExchangeCore;

use crate::builder::PackedBuilder;

/// The pact of an operator whose records are sent to the worker that a function `F` chooses: see [`exchange`].
pub type Exchange<T, L, F> = ExchangeCore<PackedBuilder<T, L>, F>;

/// Returns the pact of an operator that receives each record on the worker that `route` chooses: records with the same
/// number go to the same worker.
///
/// `route` reads a view of the record; records are not unpacked, and their bytes are copied once, into the container
/// for that worker. Timely takes the number modulo the number of workers, so the low bits should differ: hash a key of
/// which they do not.
///
/// ```
/// use packed_data::{Indexed, Packable};
/// use packed_data_timely::{Exchange, exchange};
///
/// #[derive(Packable)]
/// struct Event {
///     time: u64,
///     user: u32,
/// }
///
/// let by_user: Exchange<Event, Indexed, _> = exchange::<Event, Indexed, _>(|event| event.view().fields().user.into());
/// # let _ = by_user;
/// ```
pub fn exchange<T, L, F>(route: F) -> Exchange<T, L, F>
where
    T: Packable + ?Sized + 'static,
    L: Layout + 'static,
    F: for<'a> FnMut(&Packed<T, L, &'a [u8]>) -> u64 + 'static,
{
    Exchange::new_core(route)
}
