//! Attacks on what takes a value apart and puts it together: conversions, rewriting, discarded elements, conditions,
//! adapters, buffers. Each test is something that safe code or hostile bytes might try.

use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::OnceLock;

use packed_data::build::Written;
use packed_data::layout::haskell::{Binary, Cereal, Serialise};
use packed_data::types::Unknown;
use packed_data::with::PackWith;
use packed_data::{
    Access, Cbor, Compact, Done, ErrorKind, Indexed, Layout, Limits, Needs, Packable, Packed, Set, View,
};
use test_suite::{TestLayout, over_layouts};

/// A list whose last field nests, with bytes in each cell.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Chain {
    End,
    Link(Vec<Vec<u8>>, Box<Chain>),
}

fn chain(len: usize) -> Chain {
    let each = if cfg!(miri) { 9 } else { 40 };
    (0..len).fold(Chain::End, |rest, n| Chain::Link(vec![vec![b'x'; n * each], vec![b'y']], Box::new(rest)))
}

/// Floats that are different in one layout are one in another, which keeps neither the sign of zero nor the bits of a
/// NaN. Packing such a set fails there; a conversion must too.
#[test]
fn keys_that_become_equal_are_not_converted() {
    for (one, other) in [(-0.0, 0.0), (f64::NAN, f64::from_bits(f64::NAN.to_bits() + 1))] {
        let set =
            Packed::<Set<f64>, Compact>::build(|needs| needs.items([one, other], |needs, float| needs.put(&float)));
        fn check<M: Layout>(set: &Packed<Set<f64>, Compact>) {
            match set.convert::<M>() {
                Ok(converted) => {
                    Packed::<Set<f64>, M, _>::from_bytes(converted.as_bytes()).unwrap();
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::DuplicateKey),
            }
        }
        check::<Indexed>(&set);
        check::<Cbor>(&set);
        check::<Serialise>(&set);
        check::<Binary>(&set);
    }
}

type Map<T> = BTreeMap<u8, T>;

/// Maps in the values of maps: for another order of keys, the entries of the innermost are ordered before they are
/// converted, and what is known of their addresses is kept as long as the outer ones are converted.
type Maps<T> = Map<Map<Map<Map<Map<Map<T>>>>>>;

/// Before each entry of the innermost map there are five maps with one entry each, and the number of its entries.
const BEFORE: usize = 11;

fn maps<T>(values: impl IntoIterator<Item = T>) -> Maps<T> {
    fn one<T>(value: T) -> Map<T> {
        Map::from([(0, value)])
    }
    one(one(one(one(one((0..).zip(values).collect())))))
}

/// Takes no bytes in `Cereal`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Empty {
    Unit(()),
}

/// A conversion remembers where large elements of sets and maps begin. An entry of another map, which takes no bytes,
/// may begin at the same address: it does not end where the large element does.
#[test]
fn an_entry_without_bytes_is_not_taken_for_a_large_one() {
    let entry = || BTreeMap::from([(Empty::Unit(()), Empty::Unit(()))]);
    let keys = [(vec![0_u8], entry()), (vec![1; 100], entry()), (vec![2; 200], entry())];

    let set = maps([BTreeSet::from(keys.clone())]);
    assert_eq!(Packed::<_, Cereal>::pack(&set).convert::<Cbor>().unwrap(), Packed::pack(&set));

    let map = maps([BTreeMap::from(keys.map(|key| (key, Empty::Unit(()))))]);
    assert_eq!(Packed::<_, Cereal>::pack(&map).convert::<Cbor>().unwrap(), Packed::pack(&map));
}

/// What follows a value in an array of unknown items does not belong to it.
#[test]
fn a_part_ends_where_it_ends() {
    #[derive(Debug, PartialEq, Packable)]
    struct Pair(u8, String);
    for bytes in [&[0x84, 0, 7, 0x62, b'h', b'i', 9][..], &[0x9F, 0, 7, 0x62, b'h', b'i', 9, 8, 0xFF]] {
        let pair = Packed::<Pair, Cbor, _>::from_bytes(bytes).unwrap();
        let text = pair.read(|pair| pair.fields().skip().tail().isolate());
        assert_eq!(text.as_bytes(), b"\x62hi");
        let text = pair.read(|pair| pair.fields().skip().isolate_and_done());
        assert_eq!(text.as_bytes(), b"\x62hi");
        let text = pair.read(|pair| {
            let tail = pair.fields().skip().tail();
            let text = tail.peek(|text| text.isolate());
            tail.skip().map(|()| text)
        });
        assert_eq!(text.as_bytes(), b"\x62hi");
    }
}

trait IsolateAndDone<'a, 'id> {
    fn isolate_and_done(self) -> Done<'id, Packed<str, Cbor, &'a [u8]>, Cbor>;
}

impl<'a, 'id> IsolateAndDone<'a, 'id> for packed_data::cursor::Fields<'a, 'id, (String, ()), Cbor> {
    fn isolate_and_done(self) -> Done<'id, Packed<str, Cbor, &'a [u8]>, Cbor> {
        let (text, fields) = self.isolate();
        fields.done(text)
    }
}

/// Begins a cell, and leaves it unfinished in one of several ways.
fn leave_unfinished<L: Layout>(needs: Needs<'_, Chain, L>, how: usize) {
    let third = if cfg!(miri) { 9 } else { 100 };
    let long = vec![b'z'; 3 * third];
    match how {
        0 => drop(needs),
        1 => drop(Chain::start_link(needs)),
        2 => drop(Chain::start_link(needs).put_as(&vec![long, vec![b'a']])),
        3 => drop(needs.put(&chain(9))),
        4 => {
            let link = Chain::start_link(needs).put_as(&vec![long.clone(); 3]);
            drop(Chain::start_link(link.tail()).put_as(&vec![long]).tail());
        }
        5 => {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let link = Chain::start_link(needs).with(|texts| {
                    texts.items(0..10, |needs, n| {
                        assert!(n < 5);
                        needs.put_as(&vec![b'w'; third * n])
                    })
                });
                drop(link);
            }));
            assert!(outcome.is_err());
        }
        6 => {
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let link = Chain::start_link(needs).put_as(&vec![long.clone(); 3]);
                drop(Chain::start_link(link.tail()).with(|texts| {
                    _ = texts.sequence(70_000).push(|needs| needs.put_as(&long));
                    panic!("on purpose")
                }));
            }));
            assert!(outcome.is_err());
        }
        _ => _ = Chain::start_link(needs),
    }
}

/// An element that was begun in any way can be left out: nothing remains of it.
fn discarded_elements_leave_nothing<L: TestLayout>() {
    let (kept, discarded) = if cfg!(miri) { (1, 1) } else { (4, 3) };
    let kept: Vec<Chain> = (0..kept).map(|n| chain(3 * n)).collect();
    let expected = Packed::<Vec<Chain>, L>::pack(&kept);
    for how in 0..8 {
        let built = Packed::<Vec<Chain>, L>::build(|needs| {
            let mut items = needs.sequence(how);
            for chain in &kept {
                for _ in 0..discarded {
                    items = items.push_option(|needs| {
                        leave_unfinished(needs, how);
                        None
                    });
                }
                items = items.push(|needs| needs.put(chain));
            }
            items
                .push_option(|needs| {
                    leave_unfinished(needs, how);
                    None
                })
                .done()
        });
        assert_eq!(built, expected, "{how}");
    }
}

/// A rule that returns another place of the same brand: the last field of the value that it began.
fn a_rule_may_return_the_place_of_the_last_field<L: TestLayout>() {
    let value = chain(5);
    let packed = Packed::<Chain, L>::pack(&value);
    let texts = vec![b"first".to_vec()];
    let rewritten = packed.rewrite(|rules| {
        rules.on_some::<Chain>(|value, needs, _| {
            let is_end = value.peek(|value| {
                let is_end = value.tag() == 0;
                value.skip().map(|()| is_end)
            });
            match is_end {
                true => Err(Chain::start_link(needs).put_as(&texts).tail()),
                false => Err(needs),
            }
        })
    });
    let unpacked = rewritten.unpack().unwrap();
    assert_eq!(Packed::<Chain, L>::pack(&unpacked), rewritten);
    Packed::<Chain, L, _>::from_bytes(rewritten.as_bytes()).unwrap();
}

over_layouts!(all: discarded_elements_leave_nothing, a_rule_may_return_the_place_of_the_last_field);

/// A conversion and a rewriting charge elements without bytes, as packing does.
#[test]
fn elements_without_bytes_are_charged() {
    let units = Packed::<Vec<()>, Compact>::pack(&vec![(); 1000]);
    let limits = Limits { empty_elements: 999, ..Limits::DEFAULT };
    let too_many = ErrorKind::TooManyEmpty { limit: 999 };
    assert_eq!(units.within(&limits).convert::<Indexed>().unwrap_err().kind(), too_many);
    assert_eq!(units.within(&limits).convert::<Compact>().unwrap_err().kind(), too_many);
    let rewritten = units.within(&limits).rewrite(|rules| rules.on::<()>(|unit, needs, _| unit.copy_to(needs)));
    assert_eq!(rewritten.unwrap_err().kind(), too_many);
}

/// Cells in a loop.
#[derive(Debug, PartialEq, Packable)]
enum Cells {
    End,
    Cell(u64, Box<Cells>),
}

/// The number of cells: it is packed as a list of this length.
#[derive(Debug, PartialEq)]
struct Length(usize);

#[derive(Debug)]
enum AsCells {}

impl PackWith<Length> for AsCells {
    const NAME: &'static str = "a length";
    type As = Cells;
    type Value<'v> = Cells;

    fn pack(length: &Length) -> Result<Cells, &'static str> {
        Ok((0..length.0).fold(Cells::End, |cells, n| Cells::Cell(n as u64, Box::new(cells))))
    }

    fn unpack(cells: Cells) -> Result<Length, &'static str> {
        let (mut cells, mut length) = (&cells, 0);
        while let Cells::Cell(_, others) = cells {
            (cells, length) = (others, length + 1);
        }
        Ok(Length(length))
    }
}

#[derive(Debug, PartialEq, Packable)]
enum Nest {
    Inner(#[packable(with = AsCells)] Length),
    Outer(Box<Nest>, u8),
}

/// A check that has gone deep calls an adapter, which unpacks a value that is as deep. Both together take no more stack
/// than one of them may take; otherwise the stack of this thread would overflow.
#[test]
fn an_adapter_takes_no_stack_beyond_that_of_the_check() {
    let (levels, cells) = if cfg!(miri) { (5, 5) } else { (1020, 1020) };
    for levels in (0..levels).step_by(60) {
        let cells = [1, 0, 0, 0, 0, 0, 0, 0, 0].repeat(cells);
        let bytes = [&vec![1; levels][..], &[0], &cells, &[0], &vec![7; levels]].concat();
        match Packed::<Nest, Compact, _>::from_bytes(&bytes[..]) {
            Ok(_) => {}
            Err(error) => assert!(
                matches!(error.kind(), ErrorKind::TooMuchStack { .. } | ErrorKind::Refused { .. }),
                "{levels}: {error}"
            ),
        }
    }
}

/// What an older version wrote.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Old(String);

fn old(len: usize) -> Old {
    Old("x".repeat(len))
}

thread_local! {
    static HAS_DEFAULT: Cell<bool> = const { Cell::new(true) };
}

fn number() -> u8 {
    assert!(HAS_DEFAULT.get(), "on purpose");
    7
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct New(String, #[packable(default = number)] u8);

/// A conversion calls the function for a field that is absent, which panics, and the element is left out. Then other
/// bytes with other entries are at the same addresses.
#[test]
fn a_conversion_that_panicked_leaves_nothing() {
    let first = Packed::<_, Compact>::pack(&maps([old(100), old(3)]));
    let second = Packed::<_, Compact>::pack(&maps([old(0), old(1), old(2)]));
    let new = [("", 7), ("x", 7), ("xx", 7)].map(|(text, number)| New(text.into(), number));
    let mut memory = [0; 1 << 10];
    let built = Packed::<Vec<Maps<New>>, Cbor>::build(|needs| {
        let items = needs.sequence(1).push_option(|needs| {
            let bytes = &mut memory[..first.as_bytes().len()];
            bytes.copy_from_slice(first.as_bytes());
            let first = Packed::<Maps<New>>::from_slice(bytes).unwrap();
            HAS_DEFAULT.set(false);
            let outcome = catch_unwind(AssertUnwindSafe(|| drop(first.read(|maps| maps.convert_to(needs)))));
            HAS_DEFAULT.set(true);
            assert!(outcome.is_err());
            None
        });
        let bytes = &mut memory[..second.as_bytes().len()];
        bytes.copy_from_slice(second.as_bytes());
        let second = Packed::<Maps<New>>::from_slice(bytes).unwrap();
        items.push(|needs| second.read(|maps| maps.convert_to(needs))).done()
    });
    assert_eq!(built.unpack().unwrap(), [maps(new)]);
}

thread_local! {
    static BYTES: Cell<&'static [u8]> = const { Cell::new(&[]) };
}

/// It is packed by a conversion of those bytes, which may be in use.
#[derive(Default)]
struct Converted;

type Texts = Map<Vec<String>>;

impl Packable for Converted {
    type As = <Texts as Packable>::As;
    type Shape = <Texts as Packable>::Shape;
    type View<'a, L: Access> = <Texts as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
        Texts::view(view)
    }

    fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
        Packed::<Texts>::from_slice(BYTES.get()).unwrap().read(|texts| texts.convert_to(needs)).into()
    }
}

#[derive(Packable)]
#[packable(pack_only)]
struct Newer(String, #[packable(default)] Converted);

/// A conversion calls the function for a field that is absent, which converts some of the same bytes, as another type
/// with other entries.
#[test]
fn a_conversion_within_another_knows_only_its_own_value() {
    // (As entries of the other map, the first five bytes are the keys 0 and 7, each with no texts.)
    let value = |len| (0u8, 7u8, 0u8, old(len));
    static MAPS: OnceLock<Vec<u8>> = OnceLock::new();
    let bytes = MAPS.get_or_init(|| Packed::<_, Compact>::pack(&maps([value(100), value(1)])).into_inner()).as_slice();
    BYTES.set(&bytes[BEFORE - 1..][..5]);
    let texts = Packed::<Texts>::from_slice(BYTES.get()).unwrap();
    let converted = Packed::<Maps<(u8, u8, u8, Newer)>, Compact, _>::from_bytes(bytes).unwrap().convert::<Cbor>();
    let converted = converted.unwrap();
    let texts = texts.convert::<Cbor>().unwrap();
    let found = converted.as_bytes().windows(texts.as_bytes().len()).filter(|part| *part == texts.as_bytes());
    assert_eq!(found.count(), 2);
}

mod old {
    #[derive(PartialEq, Eq, PartialOrd, Ord, packed_data::Packable)]
    #[packable(extensible)]
    pub(super) struct Key(pub(super) Vec<Vec<u8>>);

    #[derive(packed_data::Packable)]
    #[packable(extensible)]
    pub(super) struct Short(pub(super) u8);
}

mod newer {
    #[derive(packed_data::Packable)]
    #[packable(extensible)]
    pub(super) enum Kind {
        One,
        Two(u8),
    }
}

#[derive(Debug, Packable)]
enum Kind {
    One,
    #[packable(other)]
    Other(Unknown),
}

type Lists = Vec<Vec<Vec<u16>>>;

/// Writes many lists and then a constructor that it does not know, which fails in another layout than `Serialise`.
#[derive(Debug)]
struct Fails;

impl Packable for Fails {
    type As = (Lists, Kind);
    type Shape = <(Lists, Kind) as Packable>::Shape;
    type View<'a, L: Access> = <(Lists, Kind) as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
        <(Lists, Kind)>::view(view)
    }

    fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
        let len = if cfg!(miri) { 4 } else { 31 };
        let lists = vec![vec![vec![1; len]; len]; len];
        let bytes = Packed::<(Lists, newer::Kind), Serialise>::pack(&(lists, newer::Kind::Two(1))).into_inner();
        let packed = Packed::<(Lists, Kind), Serialise, _>::from_bytes(bytes).unwrap();
        packed.read(|value| value.convert_to(needs)).into()
    }
}

#[derive(Debug, Packable)]
#[packable(pack_only)]
struct Key(Vec<Vec<u8>>, #[packable(default = fails)] Fails);

fn fails() -> Fails {
    Fails
}

/// The keys of a map are converted before its entries. If one of them fails, what was to be inserted in it is not.
#[test]
fn a_key_that_fails_is_an_error() {
    let keys = maps([BTreeMap::from([(old::Key(vec![vec![1]]), 1_u8)])]);
    let bytes = Packed::<_, Compact>::pack(&keys).into_inner();
    let packed = Packed::<Maps<BTreeMap<Key, u8>>, Compact, _>::from_bytes(bytes).unwrap();
    assert!(matches!(packed.convert::<Cbor>().unwrap_err().kind(), ErrorKind::Refused { .. }));
}

/// A default that becomes another one while a map is converted, at any time. That two keys become equal is an error,
/// where it is noticed.
#[test]
fn a_default_may_change() {
    use std::cell::Cell;

    thread_local! {
        /// How often the default is 0 until it is 5.
        static LEFT: Cell<u32> = const { Cell::new(u32::MAX) };
    }

    #[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
    #[packable(extensible)]
    struct Key(u8, #[packable(default = default)] u8);

    fn default() -> u8 {
        let left = LEFT.get().checked_sub(1);
        LEFT.set(left.unwrap_or(0));
        left.map_or(5, |_| 0)
    }

    let keys =
        [Packed::<_, Compact>::pack(&old::Short(1)).into_inner(), Packed::<_, Compact>::pack(&Key(1, 5)).into_inner()];
    // Six maps of one entry each are before that of the two keys.
    let bytes = [&[1, 0].repeat(6), &[2][..], &keys[0], &[7], &keys[1], &[8]].concat();
    let packed = Packed::<Maps<BTreeMap<Key, u8>>, Compact, _>::from_bytes(bytes).unwrap();
    let outcome = |left| {
        LEFT.set(left);
        packed.convert::<Cbor>().map(drop).map_err(|error| error.kind())
    };
    let outcomes: Vec<_> = (0..10).map(outcome).collect();
    assert_eq!((outcomes[0], outcomes[9]), (Err(ErrorKind::DuplicateKey), Ok(())));
    assert!(outcomes.is_sorted_by_key(Result::is_ok), "{outcomes:?}");
}
