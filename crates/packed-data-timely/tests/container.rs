//! The container and its bytes: what is pushed comes out, and nothing else is accepted.

use packed_data::{Cbor, Compact, ErrorKind, Indexed, Layout, Packable, Packed};
use packed_data_timely::{MessageError, PackedBuilder, PackedContainer, build};
use proptest::prelude::*;
use timely::Accountable;
use timely::bytes::arc::BytesMut;
use timely::container::{CapacityContainerBuilder, ContainerBuilder, DrainContainer, PushInto, SizableContainer};
use timely::dataflow::channels::ContainerBytes;

#[derive(Clone, Debug, PartialEq, Packable)]
struct Event {
    user: u32,
    action: Action,
    path: String,
}

#[derive(Clone, Debug, PartialEq, Packable)]
enum Action {
    View,
    Buy { item: u32, cents: u64 },
    Failed(String),
}

/// The next version of [`Event`].
mod next {
    use packed_data::Packable;

    #[derive(Packable)]
    pub(super) struct Event {
        pub(super) user: u64,
        pub(super) action: super::Action,
        pub(super) path: String,
    }
}

fn events(count: u32) -> Vec<Event> {
    let action = |n| match n % 3 {
        0 => Action::View,
        1 => Action::Buy { item: n, cents: 100 * u64::from(n) },
        _ => Action::Failed(format!("reason {n}")),
    };
    (0..count).map(|n| Event { user: n / 2, action: action(n), path: format!("/{n}") }).collect()
}

fn container<L: Layout>(events: &[Event]) -> PackedContainer<Event, L> {
    let mut container = PackedContainer::default();
    events.iter().for_each(|event| container.push_into(event));
    container
}

fn unpacked<L: Layout>(container: &PackedContainer<Event, L>) -> Vec<Event> {
    container.iter().map(|event| event.into_unpacked().unwrap()).collect()
}

fn to_bytes(container: &impl ContainerBytes) -> Vec<u8> {
    let mut bytes = Vec::new();
    container.into_bytes(&mut bytes);
    assert_eq!(bytes.len(), container.length_in_bytes());
    bytes
}

fn from_bytes<T: Packable + ?Sized + 'static, L: Layout + 'static>(
    bytes: &[u8],
) -> Result<PackedContainer<T, L>, MessageError> {
    PackedContainer::try_from_bytes(BytesMut::from(bytes.to_vec()).freeze())
}

/// Calls a check for each layout.
macro_rules! each_layout {
    ($($check:ident),+ $(,)?) => {$(
        #[test]
        fn $check() {
            check::$check::<Compact>();
            check::$check::<Indexed>();
            check::$check::<Cbor>();
        }
    )+};
}

each_layout!(
    records_are_sent_and_received,
    truncated_messages_are_refused,
    damaged_bytes_are_refused_or_are_other_records,
    wrong_numbers_of_records_are_refused,
    every_item_is_pushed,
);

mod check {
    use super::*;

    pub(super) fn records_are_sent_and_received<L: Layout + 'static>() {
        for count in [0, 1, 2, 3, 100] {
            let events = events(count);
            let sent = container::<L>(&events);
            let bytes = to_bytes(&sent);
            assert_eq!(bytes.len() % 8, 0);
            let received = from_bytes::<Event, L>(&bytes).unwrap();
            assert_eq!((received.len(), received.record_count()), (events.len(), i64::from(count)));
            assert_eq!(unpacked(&received), events);
            assert_eq!(received.as_bytes(), sent.as_bytes());
            assert_eq!(to_bytes(&received), bytes);
        }
    }

    pub(super) fn truncated_messages_are_refused<L: Layout + 'static>() {
        let bytes = to_bytes(&container::<L>(&events(5)));
        for length in 0..bytes.len() {
            let error = from_bytes::<Event, L>(&bytes[..length]).unwrap_err();
            assert!(matches!(error, MessageError::Size { found, .. } if found == length), "{error}");
        }
        let longer = [&bytes[..], &[0; 8]].concat();
        assert!(matches!(from_bytes::<Event, L>(&longer), Err(MessageError::Size { .. })));
    }

    /// What is accepted is written back as the same bytes, so no damage is hidden.
    pub(super) fn damaged_bytes_are_refused_or_are_other_records<L: Layout + 'static>() {
        let mut builder = PackedBuilder::<Event, L>::default();
        events(4).iter().for_each(|event| builder.push_into(event));
        let bytes = to_bytes(builder.finish().unwrap());
        let mut refused = 0;
        for at in 0..bytes.len() {
            for bit in 0..8 {
                let mut damaged = bytes.clone();
                damaged[at] ^= 1 << bit;
                match from_bytes::<Event, L>(&damaged) {
                    Ok(received) => {
                        assert!(at >= 40, "a bit of the header, at byte {at}, is ignored");
                        assert_eq!(to_bytes(&received), damaged);
                    }
                    Err(error) => {
                        assert!(!error.to_string().is_empty());
                        refused += 1;
                    }
                }
            }
        }
        assert!(refused > 40 * 8, "only {refused} refused");
    }

    /// The number of records is not trusted, nor used for an allocation.
    pub(super) fn wrong_numbers_of_records_are_refused<L: Layout + 'static>() {
        let bytes = to_bytes(&container::<L>(&events(5)));
        for (count, offset) in [(0_u64, 0), (4, 1), (6, bytes.len()), (u64::MAX, bytes.len())] {
            let mut lying = bytes.clone();
            lying[16..24].copy_from_slice(&count.to_le_bytes());
            let error = from_bytes::<Event, L>(&lying).unwrap_err();
            let MessageError::Record(error) = error else { panic!("another error: {error}") };
            assert_eq!(matches!(error.kind(), ErrorKind::TrailingBytes { .. }), count < 5, "{error}");
            assert!(offset == 0 || error.offset() > 0, "{error}");
        }
    }

    pub(super) fn every_item_is_pushed<L: Layout + 'static>() {
        let all = events(3);
        let [first, second, third] = &all[..] else { unreachable!("three events") };
        let mut own = PackedContainer::<Event, L>::default();
        own.push_into(first);
        own.push_into(Packed::<Event, L>::pack(second));
        own.push_into(build::<Event, L>(|needs| needs.put(third)));
        assert_eq!(unpacked(&own), all);

        // To a container that arrived, records are appended in a buffer of its own.
        let mut received = from_bytes::<Event, L>(&to_bytes(&own)).unwrap();
        let shared = received.clone();
        received.push_into(Packed::<Box<Event>, L>::pack(&Box::new(first.clone())));
        assert_eq!((shared.len(), received.len()), (3, 4));
        assert_eq!(unpacked(&received)[3], *first);
        assert_eq!(unpacked(&shared), all);

        let drained: Vec<_> = received.drain().map(|event| event.into_unpacked().unwrap().user).collect();
        assert_eq!(drained, [0, 0, 1, 0]);
        received.clear();
        assert!(received.is_empty() && Accountable::is_empty(&received));
    }
}

proptest! {
    /// Any records, in any numbers, in the order in which they were pushed.
    #[test]
    fn any_records(texts in proptest::collection::vec(".{0,300}", 0..800)) {
        let mut builder = PackedBuilder::<String, Indexed>::default();
        let mut received = Vec::new();
        let mut receive = |container: &mut PackedContainer<String, Indexed>| {
            let container = from_bytes::<String, Indexed>(&to_bytes(container)).unwrap();
            received.extend(container.iter().map(|text| text.view().to_string()));
        };
        for text in &texts {
            builder.push_into(text);
            while let Some(container) = builder.extract() {
                assert!(container.at_capacity());
                receive(container);
            }
        }
        while let Some(container) = builder.finish() {
            receive(container);
        }
        prop_assert_eq!(received, texts);
    }

    /// Bytes that no container wrote.
    #[test]
    fn any_bytes(bytes in proptest::collection::vec(any::<u8>(), 0..400), count in 0..9_u64, sized: bool) {
        let mut message = to_bytes(&PackedContainer::<Event>::default());
        message[16..24].copy_from_slice(&count.to_le_bytes());
        if sized {
            message[24..32].copy_from_slice(&(bytes.len() as u64).to_le_bytes());
        }
        message.extend(&bytes);
        message.resize(message.len().next_multiple_of(8), 0);
        if let Ok(received) = from_bytes::<Event, Compact>(&message) {
            prop_assert_eq!(to_bytes(&received), message);
            prop_assert_eq!(unpacked(&received).len() as u64, count);
        }
    }
}

#[test]
fn only_the_first_message_of_a_builder_has_the_schema() {
    let mut builder = PackedBuilder::<Event>::default();
    let mut sizes = Vec::new();
    for _ in 0..3 {
        builder.push_into(&events(1)[0]);
        sizes.push(builder.finish().unwrap().length_in_bytes());
        assert!(builder.finish().is_none());
        builder.relax();
    }
    assert_eq!(sizes[1..], [48, 48]);
    let text = format!("Compact\n{}", packed_data::Fingerprint::description_of::<Event>());
    assert_eq!(sizes[0], (40 + 7 + text.len()).next_multiple_of(8));
}

#[test]
fn containers_are_reused() {
    let mut container = PackedContainer::<u64>::default();
    container.ensure_capacity(&mut None);
    let pushed = (0..).take_while(|n| {
        container.push_into(n);
        !container.at_capacity()
    });
    assert_eq!(pushed.count(), 4095);
    let first = container.as_bytes().as_ptr();
    let mut next = PackedContainer::default();
    next.ensure_capacity(&mut Some(container));
    assert!(next.is_empty());
    next.push_into(&1);
    assert_eq!(next.as_bytes().as_ptr(), first);
}

#[test]
fn a_record_that_is_not_valid_is_named() {
    let events = events(3);
    let mut bytes = to_bytes(&container::<Indexed>(&events));
    let path = bytes.windows(2).position(|two| two == b"/1").unwrap();
    bytes[path] = 0xFF;
    let error = from_bytes::<Event, Indexed>(&bytes).unwrap_err();
    let expected = format!(
        "a record is not valid: invalid string: expected UTF-8, found another byte sequence, at byte {} in [1] > \
         Event.path",
        path - 40
    );
    assert_eq!(error.to_string(), expected);
}

#[test]
fn another_version_is_refused_with_what_differs() {
    let event = next::Event { user: 1, action: Action::View, path: "/".into() };
    let mut builder = PackedBuilder::<next::Event>::default();
    builder.push_into(&event);
    let error = from_bytes::<Event, Compact>(&to_bytes(builder.finish().unwrap())).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("another type: expected fingerprint "), "{text}");
    for part in ["Event.user", "u32", "u64"] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }

    // Without the schema only the fingerprints are known.
    let mut builder = CapacityContainerBuilder::<PackedContainer<next::Event>>::default();
    builder.push_into(&event);
    let error = from_bytes::<Event, Compact>(&to_bytes(builder.finish().unwrap())).unwrap_err();
    assert!(matches!(&error, MessageError::Type { differences, .. } if differences.is_empty()), "{error}");
    assert!(error.to_string().contains("a `PackedBuilder` at the other end"), "{error}");
}

/// What a message says of its type has a greatest length, and differences are found in linear time.
#[test]
fn a_long_schema_of_another_type_is_refused() {
    let message = |name: usize| {
        let text = format!("Compact\npacked-data schema 1\nwith {name}:{} #1\nu8\n", "x\n".repeat(name / 2));
        let fingerprint = packed_data::Fingerprint::of_description(&text);
        let mut bytes = to_bytes(&container::<Compact>(&[]))[..8].to_vec();
        for number in [fingerprint.to_bits(), 0, 0, text.len() as u64] {
            bytes.extend_from_slice(&number.to_le_bytes());
        }
        bytes.extend_from_slice(text.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(8), 0);
        from_bytes::<Event, Compact>(&bytes).unwrap_err()
    };
    let error = message(1_000_000);
    assert!(matches!(&error, MessageError::Type { differences, .. } if !differences.is_empty()), "{error}");
    assert!(error.to_string().len() < 10_000, "{error}");
    assert_eq!(message(1_100_000), MessageError::Text);
}

#[test]
fn another_layout_is_refused() {
    let mut builder = PackedBuilder::<Event, Indexed>::default();
    builder.push_into(&events(1)[0]);
    let error = from_bytes::<Event, Compact>(&to_bytes(builder.finish().unwrap())).unwrap_err();
    assert!(error.to_string().ends_with("layout: expected Compact, found Indexed"), "{error}");
}

#[test]
fn a_schema_of_another_fingerprint_is_refused() {
    let mut builder = PackedBuilder::<Event>::default();
    builder.push_into(&events(1)[0]);
    let bytes = to_bytes(builder.finish().unwrap());
    let text = bytes.windows(7).position(|part| part == b"Compact").unwrap();
    let mut lying = bytes.clone();
    lying[text] = b'K';
    assert_eq!(from_bytes::<Event, Compact>(&lying).unwrap_err(), MessageError::Text);
    lying[8] ^= 1;
    assert_eq!(from_bytes::<Event, Compact>(&lying).unwrap_err(), MessageError::Text);
}

#[test]
fn the_rest_of_a_message_is_zero() {
    let mut container = PackedContainer::<u8>::default();
    container.push_into(&7);
    let bytes = to_bytes(&container);
    assert_eq!((bytes.len(), bytes[40]), (48, 7));
    for offset in 41..48 {
        let mut damaged = bytes.clone();
        damaged[offset] = 1;
        assert_eq!(from_bytes::<u8, Compact>(&damaged).unwrap_err(), MessageError::Padding { offset });
    }
}

#[test]
fn other_messages_are_refused() {
    let mut bytes = to_bytes(&PackedContainer::<u8>::default());
    bytes[0] = 0;
    let text = from_bytes::<u8, Compact>(&bytes).unwrap_err().to_string();
    assert_eq!(text, "not a message of packed records: expected F5504B44460D0A01 at byte 0, found 00504B44460D0A01");
}

/// Records without bytes are counted, and not more of them are accepted than of empty elements.
#[test]
fn records_without_bytes() {
    let mut units = PackedContainer::<()>::default();
    (0..1000).for_each(|_| units.push_into(&()));
    assert_eq!(from_bytes::<(), Compact>(&to_bytes(&units)).unwrap().len(), 1000);
    let mut bytes = to_bytes(&units);
    bytes[16..24].copy_from_slice(&(1_u64 << 60).to_le_bytes());
    let MessageError::Record(error) = from_bytes::<(), Compact>(&bytes).unwrap_err() else { panic!("another error") };
    assert_eq!(error.kind(), ErrorKind::TooManyEmpty { limit: 1 << 20 });
}

#[test]
#[should_panic(
    expected = "a message from another process is refused: size mismatch: expected a message of 40 bytes, found 3"
)]
fn timely_panics_where_a_message_is_refused() {
    _ = <PackedContainer<Event> as ContainerBytes>::from_bytes(BytesMut::from(vec![1, 2, 3]).freeze());
}
