//! The events: each follows from its epoch and its number.

use packed_data::{Indexed, Packable, Packed};

use crate::random::{Random, mix};

/// The events that each process feeds the dataflow with in each epoch.
pub(crate) const EVENTS: u64 = 300;

/// What is sent between the processes.
#[derive(Packable)]
pub(crate) struct Event {
    epoch: u64,
    user: u32,
    text: String,
    action: Action,
}

#[derive(Packable)]
enum Action {
    View,
    Buy(u32, u64),
    Search(String),
}

impl Event {
    /// Returns the event with a number, of those that a process feeds in an epoch.
    pub(crate) fn new(process: u64, epoch: u64, number: u64) -> Self {
        let mut random = Random::new(mix(epoch ^ process << 60) ^ number);
        let mut text = |length: u64| (0..length).map(|_| char::from(b'a' + random.below(26) as u8)).collect::<String>();
        let (long, short) = (text(number % 90), text(number % 7));
        let action = match random.below(3) {
            0 => Action::View,
            1 => Action::Buy(random.next() as u32, random.below(100_000)),
            _ => Action::Search(short),
        };
        Self { epoch, user: random.below(1000) as u32, text: long, action }
    }

    /// Returns a number by which an event is sent to a process.
    pub(crate) fn route(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        mix(event.view().fields().user.into())
    }

    /// Returns a number that is another one for another event.
    pub(crate) fn digest(event: &Packed<Self, Indexed, &[u8]>) -> u64 {
        let fields = event.view().fields();
        let hash = |number: u64, text: &str| text.bytes().fold(number, |number, byte| mix(number ^ u64::from(byte)));
        let number = hash(mix(fields.epoch ^ u64::from(fields.user) << 40), fields.text);
        match fields.action.case() {
            ActionView::View => mix(number),
            ActionView::Buy(item, cents) => mix(number ^ u64::from(item) ^ cents << 32),
            ActionView::Search(text) => hash(!number, text),
        }
    }
}

/// Returns the sum of the digests of all events of an epoch.
pub(crate) fn sum_of(epoch: u64) -> u64 {
    let events = (0..2).flat_map(|process| (0..EVENTS).map(move |number| Event::new(process, epoch, number)));
    let digest = |event: Event| {
        let packed = Packed::<Event, Indexed>::pack(&event);
        Event::digest(&packed.as_slice())
    };
    events.map(digest).fold(0, u64::wrapping_add)
}
