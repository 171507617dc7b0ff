//! Attacks on the library from outside: each test is an attack that once succeeded, or nearly did.

use std::collections::{BTreeMap, BTreeSet};

use packed_data::build::Written;
use packed_data::cbor::RawBuf;
use packed_data::layout::haskell::{Binary, Cereal, Serialise, Store};
use packed_data::types::OptionCase;
use packed_data::view::Entry;
use packed_data::{
    Access, Cbor, Compact, Cursor, Done, ErrorKind, Indexed, Layout, Limits, Map, Needs, Packable, Packed, View,
    pack_into,
};
use test_suite::{LEVELS, TestLayout, few, is_of_larger_machine, over_layouts, swept};

/// Returns these bytes after a check.
fn packed<T: Packable>(bytes: &[u8]) -> Packed<T, Cbor> {
    Packed::from_bytes(bytes.to_vec()).unwrap_or_else(|error| panic!("{error}"))
}

/// A copied number has enough tags before it to fill the buffer to its end. Capacity for the fields after it
/// must be reserved again.
#[test]
fn capacity_is_reserved_again_after_a_copy_longer_than_the_library_writes() {
    for tags in swept(0..100).chain((!cfg!(miri)).then_some(1000)) {
        let mut bytes = vec![0xC1; tags];
        bytes.push(7);
        let long: Packed<u32, Cbor> = packed(&bytes);
        let built = Packed::<((u32, u8), u64, u64, u64), Cbor>::build(|needs| {
            let needs = needs.fields().with(|inner| inner.fields().put_packed(&long).put(&8).done());
            needs.put(&u64::MAX).put(&1).put(&u64::MAX).done()
        });
        assert_eq!(built.unpack(), Ok(((7, 8), u64::MAX, 1, u64::MAX)));
    }
}

/// A map entry as a key. In CBOR an entry is two items, so it can be a key only in other layouts.
#[test]
fn a_map_entry_can_be_a_key() {
    let bytes = [3, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let packed = Packed::<Map<Entry<u8, u8>, u8>, Compact, _>::from_bytes(bytes.as_slice()).unwrap();
    assert_eq!(packed.view().values().collect::<Vec<_>>(), [3, 6, 9]);
}

/// The reader too handles tags before an integer in a loop.
#[test]
fn a_long_chain_of_tags_takes_no_stack() {
    let mut bytes = vec![0xC1; if cfg!(miri) { 1_000 } else { 5_000_000 }];
    bytes.extend([0xC3, 0x41, 7]);
    let number: Packed<i64, Cbor> = packed(&bytes);
    assert_eq!(number.view(), -8);
    *bytes.last_mut().unwrap() = 8;
    let end = bytes.len() - 3;
    bytes.splice(end.., [0xD9, 1, 0, 0x20]);
    assert_eq!(packed::<i64>(&bytes).view(), -1);
}

/// Found in a review: the number of a character was cut to 32 bits. Now no number is a character, whatever its width.
#[test]
fn a_character_of_more_than_32_bits_is_refused() {
    for bytes in [&[0x1B, 0, 0, 0, 1, 0, 0, 0, 0x41][..], &[0x1B, 0, 0, 0, 1, 0, 0, 0xD8, 0], &[0x18, 0x41]] {
        let error = Packed::<char, Cbor, _>::from_bytes(bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedItem { found: "an unsigned integer", .. }), "{error}");
    }
    let error = Packed::<char, Cbor, _>::from_bytes([0x19, 0xD8, 0].as_slice()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidScalar { found: 0xD800, .. }), "{error}");
}

/// A type that contains itself without end. Its values would take no bytes.
#[derive(Packable)]
#[allow(dead_code, reason = "there are no values")]
enum Endless {
    Again(Box<Endless>),
}

/// The same type inside another.
#[derive(Packable)]
#[allow(dead_code, reason = "there are no values")]
struct Corner(u8, Option<Endless>);

#[test]
fn an_endless_type_whose_tag_takes_no_bytes_is_refused() {
    fn refused<T: Packable, L: Layout>(bytes: &[u8]) {
        let error = Packed::<T, L, _>::from_bytes(bytes).map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooDeep { .. }), "{error}");
    }
    refused::<Endless, Store>(&[0; 4]);
    refused::<Endless, Cereal>(&[]);
    refused::<Endless, Binary>(&[1]);
    refused::<Corner, Store>(&[1, 1, 0]);
    assert!(Packed::<Corner, Store, _>::from_bytes([1, 0].as_slice()).is_ok());
}

/// Returns an item of this many levels.
fn nested(levels: usize) -> Vec<u8> {
    let mut bytes = vec![0x81; levels];
    bytes.push(0);
    bytes
}

#[test]
fn an_item_is_written_only_if_it_can_be_read_back() {
    type Deep = Vec<Vec<Vec<RawBuf>>>;
    let most = LEVELS.depth as usize - 3;
    for layout in [within::<Deep, Cbor>, within::<Deep, Compact>] {
        layout(vec![vec![vec![RawBuf::new(nested(most)).unwrap()]]], true);
        layout(vec![vec![vec![RawBuf::new(nested(most + 1)).unwrap()]]], false);
    }
    /// Checks whether a value is within the limits, both when it is packed and when it is validated.
    fn within<T: Packable, L: Layout>(value: T, expected: bool) {
        let packed = Packed::<T, L>::with_limits(&LEVELS).pack(&value);
        assert_eq!(packed.is_ok(), expected);
        if let Ok(packed) = packed {
            Packed::<T, L>::with_limits(&LEVELS).from_bytes(packed.as_bytes()).map(drop).unwrap();
        }
    }
}

#[test]
fn unknown_items_that_are_copied_nest_within_the_limits() {
    #[derive(Packable)]
    struct Flat(u8, u8);

    let most = LEVELS.depth as usize;
    for levels in most - 1..=most + 1 {
        let bytes = [&[0x84, 0, 1, 2], &nested(levels)[..]].concat();
        let limits = Limits { depth: 10_000, ..Limits::DEFAULT };
        let flat = Packed::<Flat, Cbor>::with_limits(&limits).from_bytes(bytes).unwrap();
        let copied = Packed::<(Flat, u8), Cbor>::with_limits(&LEVELS)
            .build(|needs| needs.fields().put_packed(&flat).put(&1).done());
        assert_eq!(copied.is_ok(), levels <= most, "{levels}");
        if let Ok(packed) = copied {
            Packed::<(Flat, u8), Cbor>::with_limits(&LEVELS).from_bytes(packed.as_bytes()).map(drop).unwrap();
        }
    }
}

/// A type whose newer versions may add fields of every form that CBOR has.
#[derive(Debug, Clone, PartialEq, Packable)]
enum Message {
    Text(String, #[packable(default)] Option<u8>, #[packable(default)] Vec<u8>),
    Number(#[packable(cbor_tag = 4)] i128, char, f32),
    Next(Vec<bool>, Box<Message>),
    Both(Box<Message>, [u8; 2], Option<Box<Message>>),
    Time(std::time::Duration, (), BTreeMap<String, u16>, BTreeSet<u8>),
    #[packable(other)]
    Other(RawBuf),
}

/// Returns values with each constructor, as last fields and as others.
fn messages() -> Vec<Message> {
    use Message::{Both, Next, Number, Other, Text, Time};
    let text = Text("text".into(), Some(1), vec![1, 2]);
    let time = Time(
        std::time::Duration::new(3, 4),
        (),
        BTreeMap::from([("a".into(), 300), ("bb".into(), 1)]),
        BTreeSet::from([1, 30]),
    );
    let other = Other(RawBuf::new(vec![0x82, 9, 0x9F, 0x5F, 0x41, 1, 0xFF, 0xFF]).unwrap());
    let number = Number(-1 << 100, 'ß', 1.5);
    let both = Both(Box::new(other.clone()), [1, 200], Some(Box::new(text.clone())));
    let next = Next(vec![true, false], Box::new(Next(vec![], Box::new(time.clone()))));
    vec![text, time, other, number, both, next]
}

/// Reads a value in every way; all reads must end at the same place.
fn read_in_every_way<L: Layout>(bytes: &[u8]) {
    let Ok(packed) = Packed::<Message, L, _>::from_bytes(bytes) else { return };
    let isolated = packed.read(|message| message.isolate());
    assert_eq!((packed.read(|message| message.as_bytes()), isolated.as_bytes()), (bytes, bytes));
    assert_eq!(packed.read(|message| typed(message)), packed.view().as_bytes().len());
    let message = packed.unpack().unwrap();
    let pair = Packed::<(Message, Message), L>::build(|needs| {
        needs.fields().put_packed(&packed).with(|second| packed.read(|message| message.copy_to(second))).done()
    });
    // (Compared as text, because a NaN is not equal to itself.)
    let text = |message: Message| format!("{message:?}");
    let (first, second) = pair.unpack().unwrap();
    assert_eq!([text(first), text(second)], [text(message.clone()), text(message.clone())]);
    let (_, last) = pair.view();
    assert_eq!(text(last.unpack().unwrap()), text(message.clone()));
    // After each way of reading the value, the field after it is found.
    let marked = Packed::<(Message, u8), L>::build(|needs| needs.fields().put_packed(&packed).put(&171).done());
    let skipped = marked.read(|marked| marked.fields().skip().tail().read());
    let read = marked.read(|marked| marked.fields().with(|message| typed(message)).1.tail().read());
    assert_eq!((skipped, read), (171, 171));
    let set = Packed::<BTreeSet<(u16, u8)>, L>::build(|needs| {
        needs.items([2, 1], |needs, n: u8| needs.fields().put(&1).put(&n).done())
    });
    assert!(set.view().iter().is_sorted_by_key(|(_, n)| n));
    let again = Packed::<Message, L>::pack(&message);
    let again = Packed::<Message, L, _>::from_bytes(again.as_bytes()).unwrap();
    assert_eq!(text(again.unpack().unwrap()), text(message));
}

/// Reads a value field by field, last fields in a loop. Returns the number of bytes that the cursor says the value has.
fn typed<'id, L: Layout>(message: Cursor<'_, 'id, Message, L>) -> Done<'id, usize, L> {
    let len = message.peek(|message| message.as_bytes()).len();
    let done = |()| len;
    let mut message = message;
    loop {
        match message.case() {
            MessageCase::Text(fields) => {
                let (_, fields) = fields.with(|text| text.read());
                let (_, fields) = fields.with_or((), |option| option.skip());
                return fields
                    .with_or((), |bytes| bytes.fold_items((), |(), n| n.read().map(drop)))
                    .1
                    .done(())
                    .map(done);
            }
            MessageCase::Number(fields) => {
                let (_, fields) = fields.untagged().read();
                let (_, fields) = fields.read();
                return fields.read().1.done(()).map(done);
            }
            MessageCase::Next(fields) => message = fields.with(|bools| bools.items().done(())).1.tail(),
            MessageCase::Both(fields) => {
                let (_, fields) = fields.with(|first| typed(first));
                let (array, fields) = fields.with(|array| array.elements().done(()));
                let () = array;
                return match fields.tail().case() {
                    OptionCase::None(end) => end.done(()).map(done),
                    OptionCase::Some(last) => typed(last.tail()).map(|_| len),
                };
            }
            MessageCase::Time(fields) => {
                let (_, fields) = fields.read();
                let (_, fields) =
                    fields.skip().with(|map| map.fold_items((), |(), entry| entry.fields().skip().skip().done(())));
                return fields.tail().fold_items((), |(), n| n.read().map(drop)).map(done);
            }
            MessageCase::Other(fields) => return fields.read().1.done(()).map(done),
        }
    }
}

/// Returns copies of the bytes: with one byte changed, one left out, one added, or cut short.
fn mutants(bytes: &[u8]) -> impl Iterator<Item = Vec<u8>> {
    let others = [0x00, 0x5F, 0x80, 0x81, 0x9F, 0xA1, 0xBF, 0xC1, 0xC2, 0xF6, 0xFF];
    let few = if cfg!(miri) { 1 } else { others.len() };
    (0..bytes.len()).step_by(if cfg!(miri) { 61 } else { 1 }).flat_map(move |at| {
        let changed = others.into_iter().cycle().skip(at * 5).take(few).flat_map(move |byte| {
            let (before, after) = bytes.split_at(at);
            let replaced = [before, &[byte], &after[1..]].concat();
            [replaced, [before, &[byte], after].concat(), [before, &[byte], after, &[0xFF]].concat()]
        });
        changed.chain([[&bytes[..at], &bytes[at + 1..]].concat(), bytes[..at].to_vec()])
    })
}

/// Returns the bytes with every array of definite length as one of indefinite length, and with more items at its end.
fn with_more(bytes: &[u8]) -> Vec<Vec<u8>> {
    let text = packed_data::cbor::to_diagnostic(bytes).unwrap();
    let forms = [("[", "[_ "), ("[", "["), ("{", "{_ ")];
    let forms = forms.into_iter().flat_map(|(open, long)| {
        let text = text.replace(open, long);
        [text.replace(']', ", [_ {_ 1: (_ h'01', h'')}], 7([])]"), text]
    });
    forms.filter_map(|text| packed_data::cbor::from_diagnostic(&text).ok()).collect()
}

#[test]
fn accepted_bytes_are_read_to_the_same_end_in_every_way() {
    fn attack<L: Layout>() -> usize {
        let mut count = 0;
        for message in few(1, messages()) {
            let bytes = Packed::<Message, L>::pack(&message).into_inner();
            let more = if L::NAME == <Cbor>::NAME { with_more(&bytes) } else { vec![] };
            for bytes in core::iter::once(bytes).chain(more) {
                read_in_every_way::<L>(&bytes.clone().into_boxed_slice());
                for mutant in mutants(&bytes) {
                    read_in_every_way::<L>(&mutant.into_boxed_slice());
                    count += 1;
                }
            }
        }
        count
    }
    let (cbor, serialise) = (attack::<Cbor>(), attack::<Serialise>());
    assert!(cfg!(miri) || cbor > 100 && serialise > 50, "{cbor} {serialise}");
}

/// A type that every layout can write.
#[derive(Debug, Clone, PartialEq, Packable)]
enum Plain {
    Leaf(f64, char),
    Node(Box<Plain>, Box<Plain>),
    List(Vec<Plain>, Option<Box<Plain>>),
    Scalars(Vec<bool>, Vec<char>, Vec<f32>),
    One(One),
    Unit,
}

/// An enum with one constructor, which has no tag in some layouts.
#[derive(Debug, Clone, PartialEq, Packable)]
enum One {
    Of(Vec<()>, Pair),
}

/// A struct, which has a tag in layouts where every type has one.
#[derive(Debug, Clone, PartialEq, Packable)]
struct Pair(u16, Option<bool>);

fn plain() -> Vec<Plain> {
    use Plain::{Leaf, List, Node, One, Scalars, Unit};
    let leaf = |n| Box::new(Leaf(n, 'é'));
    vec![
        Node(leaf(-0.5), Box::new(Node(leaf(f64::INFINITY), Box::new(Unit)))),
        List(vec![*leaf(5e-324), Unit], Some(Box::new(List(vec![], None)))),
        Scalars(vec![true, false], vec!['a', '\u{10FFFF}'], vec![0.0, f32::MAX, f32::NAN]),
        One(self::One::Of(vec![(), ()], Pair(3, Some(true)))),
    ]
}

/// Reads a value in every way.
fn read_plain<L: TestLayout>(bytes: &[u8]) {
    let Ok(packed) = Packed::<Plain, L, _>::from_bytes(bytes) else { return };
    let value = packed.unpack().unwrap();
    assert_eq!(packed.read(|value| value.as_bytes()), bytes);
    assert_eq!(packed.view().isolate().as_bytes(), bytes);
    packed.read(|value| scalars(value));
    let pair = Packed::<Vec<Plain>, L>::build(|needs| needs.sequence(9).push(|needs| needs.put_packed(&packed)).done());
    assert_eq!(format!("{:?}", pair.unpack().unwrap()), format!("{:?}", [&value]));
    assert!(!L::IS_CANONICAL || Packed::<Plain, L>::pack(&value).as_bytes() == bytes);
}

/// Reads sequences of scalars from both ends.
fn scalars<'id, L: Layout>(value: Cursor<'_, 'id, Plain, L>) -> Done<'id, (), L> {
    match value.case() {
        PlainCase::Scalars(fields) => {
            let (bools, fields) = fields.read();
            assert_eq!(bools.iter().rev().count(), bools.to_vec().len());
            let (chars, fields) = fields.read();
            assert_eq!(chars.iter().nth(1), chars.get(1));
            let floats = fields.tail().read();
            assert_eq!(floats.value().iter().count(), floats.value().len());
            assert_eq!(floats.value().as_bytes().is_empty(), floats.value().is_empty());
            floats.map(drop)
        }
        PlainCase::Node(fields) => fields.with(scalars).1.with(scalars).1.done(()),
        PlainCase::List(fields) => fields.with(|list| list.fold_items((), |(), one| scalars(one))).1.skip().done(()),
        PlainCase::Leaf(fields) => fields.read().1.read().1.done(()),
        PlainCase::One(fields) => fields.skip().done(()),
        PlainCase::Unit(end) => end.done(()),
    }
}

fn all_that_is_accepted_is_read<L: TestLayout>() {
    for value in plain() {
        let bytes = Packed::<Plain, L>::pack(&value).into_inner();
        read_plain::<L>(&bytes.clone().into_boxed_slice());
        mutants(&bytes).for_each(|mutant| read_plain::<L>(&mutant.into_boxed_slice()));
        // Sizes and tags off by one.
        for at in (0..bytes.len()).step_by(if cfg!(miri) { 61 } else { 1 }) {
            for off in [1, 0xFF] {
                let mut mutant = bytes.clone();
                mutant[at] = mutant[at].wrapping_add(off);
                read_plain::<L>(&mutant.into_boxed_slice());
            }
        }
    }
}

over_layouts! { all: all_that_is_accepted_is_read }

/// A type whose value takes no bytes in a layout where a single constructor has no tag.
#[derive(Debug, Clone, PartialEq, Packable)]
enum Only {
    This,
}

#[test]
fn copied_elements_without_bytes_are_charged() {
    let limits = Limits { empty_elements: 10, ..Limits::DEFAULT };
    let six = Packed::<Vec<Only>, Store>::pack(&vec![Only::This; 6]);
    let twelve = Packed::<(Vec<Only>, Vec<Only>), Store>::with_limits(&limits)
        .build(|needs| needs.fields().put_packed(&six).put_packed(&six).done());
    assert_eq!(twelve.map(drop).map_err(|error| error.kind()), Err(ErrorKind::TooManyEmpty { limit: 10 }));
}

/// An enum with one constructor and no tag may take no bytes. Packed values are accepted, and a huge count is an error.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for a million elements")]
fn elements_without_bytes_in_enums_of_variable_size() {
    #[derive(Debug, Clone, PartialEq, Packable)]
    enum One {
        A((), Option<Void>),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    enum Nothing {
        A(()),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    enum Void {}

    fn check<L: Layout>() {
        let nothings = vec![Nothing::A(()); 3];
        let packed = Packed::<Vec<Nothing>, L>::pack(&nothings);
        let again = Packed::<Vec<Nothing>, L, _>::from_bytes(packed.as_bytes()).expect("accepted");
        assert_eq!(again.unpack(), Ok(nothings));
        let ones = vec![One::A((), None); 3];
        let packed = Packed::<Vec<One>, L>::pack(&ones);
        assert_eq!(Packed::<Vec<One>, L, _>::from_bytes(packed.as_bytes()).expect("accepted").unpack(), Ok(ones));

        let limits = Limits { empty_elements: 2, ..Limits::DEFAULT };
        let error =
            Packed::<Vec<Nothing>, L>::with_limits(&limits).pack(&vec![Nothing::A(()); 3]).expect_err("too many");
        assert_eq!(error.kind(), ErrorKind::TooManyEmpty { limit: 2 });
    }
    check::<Store>();
    check::<Cereal>();
    check::<Binary>();

    let bomb = Packed::<Vec<Nothing>, Cereal, _>::from_bytes([0xFF; 8].as_slice()).expect_err("too many");
    let is_expected = bomb.kind() == ErrorKind::TooManyEmpty { limit: 1 << 20 } || is_of_larger_machine(bomb.kind());
    assert!(is_expected, "{bomb}");
}

/// Implements `Packable` by hand, for a type that is packed as a number.
macro_rules! packed_as_u64 {
    ($T:ty, $number:expr) => {
        impl Packable for $T {
            type As = u64;
            type Shape = <u64 as Packable>::Shape;
            type View<'a, L: Access> = <u64 as Packable>::View<'a, L>;

            fn view<'a, L: Access>(view: View<'a, u64, L>) -> Self::View<'a, L> {
                u64::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, u64, L>) -> Written<'v, 'id> {
                let number: fn(&Self) -> u64 = $number;
                needs.put(&number(value)).into()
            }
        }
    };
}

/// A slice of more bytes than an allocation can have is an error, not a panic.
#[test]
fn a_slice_too_large_for_memory() {
    /// A type of no bytes in memory, and of eight bytes when packed.
    #[derive(Clone, Copy)]
    struct Seven;
    packed_as_u64!(Seven, |_| 7);

    fn refused<L: Layout>() {
        for row in [[Seven; 1 << (usize::BITS - 4)].as_slice(), [Seven; usize::MAX].as_slice()] {
            let error = Packed::<[Seven], L>::with_limits(&Limits::DEFAULT).pack(row).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::Overflow);
        }
    }
    refused::<Compact>();
    refused::<Indexed>();
    refused::<Store>();
    refused::<Cereal>();
}

/// A panic in the middle of a slice leaves the earlier contents of the buffer, and more can be appended.
#[test]
fn a_slice_with_an_element_that_panics() {
    struct Fragile(u64);
    packed_as_u64!(Fragile, |fragile| {
        assert_ne!(fragile.0, 13, "this number panics");
        fragile.0
    });

    let (whole, broken) = ([7, 8, 9].map(Fragile), [7, 13, 9].map(Fragile));
    let mut out = Vec::new();
    pack_into::<[Fragile], Compact>(&whole, &mut out).unwrap();
    let before = out.clone();
    let attempt = || pack_into::<[Fragile], Compact>(&broken, &mut out);
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(attempt)).is_err());
    assert_eq!(out, before);
    pack_into::<[Fragile], Compact>(&whole, &mut out).unwrap();
    assert_eq!(out, before.repeat(2));
    assert_eq!(Packed::<Vec<u64>, Compact, _>::from_bytes(before).unwrap().unpack().unwrap(), [7, 8, 9]);
}
