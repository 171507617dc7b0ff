//! Properties that only CBOR has: a value has many encodings, of which one is written and all are read; items that the
//! reader does not know; byte strings, whose elements have no heads. Also tables of the bytes that are written.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::num::NonZeroU8;
use std::time::Duration;

use packed_data::cbor::{from_diagnostic, to_deterministic, to_diagnostic};
use packed_data::layout::haskell::Serialise;
use packed_data::{Cbor, ErrorKind, Limits, Packable, Packed, Unpack};
use test_suite::cbor_items::{Item, Random, parse, with_more_items, written};
use test_suite::constructors::{Narrow, Wide};
use test_suite::reference::Schema;
use test_suite::{
    Ast, Color, Json, LEVELS, List, MaybeVoid, Node, Sample, TestLayout, Tree, check, over_layouts, over_shapes, probe,
};

over_shapes!(miri_few cbors: every_encoding_is_read);
over_layouts!(
    cbors: more_items_than_fields,
    more_items_in_a_long_list,
    elements_of_byte_strings_by_themselves,
    keys_in_any_order,
    duplicate_keys_are_refused,
    deep_keys_are_compared_in_a_loop,
    integers_of_every_form,
    floats_of_every_width,
    bytes_that_are_not_an_item,
    items_of_another_kind,
    characters_are_text_only,
    nesting_is_limited_among_unknown_items
);

/// Number of other encodings that are tried for each value.
const TRIED: u64 = if cfg!(miri) { 1 } else { 2 };

/// Limits that allow a row of values that are each within the default limits.
const ROW: Limits = Limits { depth: Limits::DEFAULT.depth + 1, ..Limits::DEFAULT };

/// Reads bytes that must be accepted as this value, in every way.
#[track_caller]
fn reads<T: Sample, L: TestLayout>(value: &T, bytes: &[u8]) {
    let packed = match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(packed) => packed,
        Err(error) => panic!("{error}: {}, for {value:?}", to_diagnostic(bytes).unwrap_or_default()),
    };
    probe::<T, L>(bytes).expect("the bytes were accepted");
    let written = Packed::<T, L>::pack(value);
    assert_eq!(Packed::<T, L>::pack(&packed.unpack().unwrap()), written, "{value:?}");
    assert_eq!(Packed::<T, L>::pack(&T::from_fold(&packed)), written, "{value:?}");

    let longer = [bytes, &[0xA5; 9]].concat();
    let (prefix, rest) = Packed::<T, L>::from_prefix(&longer).unwrap();
    assert_eq!((prefix.as_bytes(), rest), (bytes, &[0xA5; 9][..]));
    assert_eq!(packed.transform(|cursor, needs| cursor.copy_to(needs)).as_bytes(), bytes);
    ends_where_it_ends::<T, L>(&packed);
}

/// Puts the value among others, and finds each value after it.
fn ends_where_it_ends<T: Sample, L: TestLayout>(packed: &Packed<T, L, &[u8]>) {
    let row = Packed::<(T, Vec<T>, [T; 2], u8), L>::with_limits(&ROW).build(|needs| {
        let fields = needs.fields().put_packed(packed);
        let fields = fields.with(|list| list.items(0..2, |needs, _| needs.put_packed(packed)));
        fields.with(|array| array.array(|needs, _| needs.put_packed(packed))).put(&0xA5).done()
    });
    let row = Packed::<(T, Vec<T>, [T; 2], u8), L>::with_limits(&ROW).from_bytes(row.unwrap().into_inner()).unwrap();
    let (first, elements, last) = row.read(|row| {
        let (first, fields) = row.fields().with(|first| first.as_bytes());
        let mut found = Vec::new();
        let ((), fields) = fields.with(|list| {
            let mut items = list.items();
            while let Some(item) = items.next(|element| element.as_bytes()) {
                found.push(item);
            }
            items.done(())
        });
        let ((), fields) = fields.with(|array| {
            let mut elements = array.elements();
            while let Some(element) = elements.next(|element| element.as_bytes()) {
                found.push(element);
            }
            elements.done(())
        });
        let (last, fields) = fields.read();
        fields.done((first, found, last))
    });
    assert_eq!((first, last), (packed.as_bytes(), 0xA5));
    assert!(elements.len() == 4 && elements.iter().all(|element| *element == packed.as_bytes()));
}

/// Longer heads, wider floats, indefinite lengths, tags before items, bignums, and the entries of maps in another order
/// are read.
fn every_encoding_is_read<T: Sample, L: TestLayout>() {
    let few = test_suite::config().cases.min(16);
    let seen = std::cell::Cell::new(0);
    check(T::any(), |value| {
        if seen.replace(seen.get() + 1) > few {
            return;
        }
        let packed = Packed::<T, L>::pack(&value);
        let item = parse(packed.as_bytes());
        for seed in 0..TRIED {
            let bytes = written(&item, &mut Random::new(seed));
            if matches!(T::schema(), Schema::Open(..)) {
                // Unknown items keep the encoding in which they were read.
                probe::<T, L>(&bytes).expect("a value");
            } else {
                reads::<T, L>(&value, &bytes);
            }
        }
        // Each of the two layouts reads the bytes that the other writes.
        reads::<T, L>(&value, Packed::<T, Cbor>::pack(&value).as_bytes());
        reads::<T, Cbor>(&value, packed.as_bytes());
    });
}

/// A constructor of a newer version of its type has more fields. Its fields have more fields too, including the last
/// ones.
fn more_items_than_fields<L: TestLayout>() {
    fn all<T: Sample, L: TestLayout>() {
        check(T::any(), |value| {
            let item = parse(Packed::<T, L>::pack(&value).as_bytes());
            for seed in 0..TRIED {
                let mut random = Random::new(seed);
                let more = with_more_items(&item, &mut random);
                reads::<T, L>(&value, &written(&more, &mut random));
            }
        });
    }
    all::<Tree, L>();
    all::<Ast, L>();
    all::<List, L>();
    all::<Node, L>();
    all::<Color, L>();
    all::<MaybeVoid, L>();
    all::<Narrow, L>();
    all::<Wide, L>();
}

/// Every cell of a list has more items than the reader knows, some of definite and some of indefinite length. The items
/// after the last field of each cell follow at the end of the list.
fn more_items_in_a_long_list<L: TestLayout>() {
    let cells: u64 = if cfg!(miri) { 60 } else { 300_000 };
    let mut bytes = Vec::new();
    let is_open = |cell: u64| cell.is_multiple_of(3) || cell.is_multiple_of(7);
    for cell in 0..cells {
        bytes.push(if is_open(cell) { 0x9F } else { 0x85 });
        bytes.extend([0x01, 0x07]);
    }
    bytes.extend([0x81, 0x00]);
    for cell in (0..cells).rev() {
        bytes.extend(if is_open(cell) { &[0x9F, 0xFF, 0x61, b'x', 0xFF][..] } else { &[0x82, 0x01, 0x02, 0xF6] });
    }
    let run = move || {
        let packed = Packed::<List, L, _>::from_bytes(bytes.as_slice()).unwrap();
        assert_eq!(packed.read(|list| list.as_bytes()), bytes);
        assert_eq!(packed.read(List::numbers).len() as u64, cells);
        let behind = Packed::<(List, u8), L>::build(|needs| needs.fields().put_packed(&packed).put(&9).done());
        let last = behind.read(|pair| {
            let (numbers, fields) = pair.fields().with(List::numbers);
            assert_eq!(numbers.len() as u64, cells);
            let (last, fields) = fields.read();
            fields.done(last)
        });
        assert_eq!(last, 9);
        // One item or one break is missing: the error is found at the end of the list.
        for cut in [1, 2, 4] {
            let error = Packed::<List, L, _>::from_bytes(&bytes[..bytes.len() - cut]).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

/// An element of a byte string is a byte without a head. By itself it is an item; in another byte string it is a byte.
fn elements_of_byte_strings_by_themselves<L: TestLayout>() {
    let values: Vec<u8> = vec![0, 23, 24, 255];
    let items: [&[u8]; 4] = [&[0], &[23], &[24, 24], &[24, 255]];
    let string = Packed::<Vec<u8>, L>::pack(&values);
    assert_eq!(string.as_bytes(), [0x44, 0, 23, 24, 255]);
    let array = Packed::<[u8; 4], L>::pack(&[0, 23, 24, 255]);
    assert_eq!(array.as_bytes(), string.as_bytes());

    // Each element by itself: its bytes as packed data, and its value.
    let each = string.read(|string| {
        let (mut items, mut found) = (string.items(), Vec::new());
        while let Some(item) = items.next(|byte| {
            assert_eq!(byte.peek(|byte| byte.read()), byte.peek(|byte| byte.isolate()).view());
            assert_eq!(byte.peek(|byte| byte.as_bytes()), byte.peek(|byte| byte.isolate()).as_bytes());
            byte.isolate()
        }) {
            found.push(item);
        }
        items.done(found)
    });
    assert!(each.iter().map(|byte| byte.as_bytes()).eq(items));
    assert!(each.iter().all(|byte| Packed::<u8, L, _>::from_bytes(byte.as_bytes()).is_ok_and(|again| again == *byte)));
    let elements = array.read(|array| {
        let (mut elements, mut found) = (array.elements(), Vec::new());
        while let Some(element) = elements.next(|byte| byte.as_bytes()) {
            found.push(element);
        }
        elements.done(found)
    });
    assert_eq!(elements, items);

    // From a byte string into another byte string and into other places, and back.
    let reversed =
        Packed::<Vec<u8>, L>::build(|needs| needs.items(each.iter().rev(), |needs, byte| needs.put_packed(byte)));
    assert_eq!(reversed, Packed::pack(&vec![255, 24, 23, 0]));
    let array = Packed::<[u8; 4], L>::build(|needs| needs.array(|needs, index| needs.put_packed(&each[3 - index])));
    assert_eq!(array.as_bytes(), reversed.as_bytes());
    let copied = string.transform::<[u8]>(|string, needs| {
        let (mut items, mut new) = (string.items(), needs.sequence(0));
        for _ in 0..items.len() {
            new = new.push(|needs| items.next(|byte| byte.copy_to(needs)).expect("one more byte"));
        }
        items.done(new.done())
    });
    assert_eq!(copied.as_bytes(), string.as_bytes());
    let options = string.transform::<[Option<u8>]>(|string, needs| {
        let (mut items, mut new) = (string.items(), needs.sequence(0));
        for _ in 0..items.len() {
            new = new.push(|needs| items.next(|byte| byte.copy_to(needs.start_some().tail())).expect("one more byte"));
        }
        items.done(new.done())
    });
    let expected: Vec<Option<u8>> = values.iter().copied().map(Some).collect();
    assert_eq!(options.as_bytes(), Packed::<Vec<Option<u8>>, L>::pack(&expected).as_bytes());
    let again = options.transform::<[u8]>(|options, needs| {
        let (mut items, mut new) = (options.items(), needs.sequence(0));
        for _ in 0..items.len() {
            new = new.push(|needs| {
                let filled = items.next(|option| match option.case() {
                    packed_data::types::OptionCase::None(end) => end.done(None),
                    packed_data::types::OptionCase::Some(fields) => {
                        let (filled, end) = fields.copy_to(needs);
                        end.done(Some(filled))
                    }
                });
                filled.flatten().expect("every option is `Some`")
            });
        }
        items.done(new.done())
    });
    assert_eq!(again.as_bytes(), string.as_bytes());
    let set = Packed::<BTreeSet<u8>, L>::build(|needs| needs.items(&each, |needs, byte| needs.put_packed(byte)));
    assert_eq!(set, Packed::pack(&values.iter().copied().collect()));
    assert_eq!(set.as_bytes(), [0x84, 0, 23, 24, 24, 24, 255]);
    let from_set = Packed::<Vec<u8>, L>::build(|needs| {
        needs.items([255_u8, 0], |needs, value| {
            set.read(|set| {
                let (mut items, mut needs) = (set.items(), Some(needs));
                let mut filled = None;
                while items
                    .next(|byte| match byte.peek(|byte| byte.read()) == value {
                        true => byte.copy_to(needs.take().expect("once")).map(|done| filled = Some(done)),
                        false => byte.skip(),
                    })
                    .is_some()
                {}
                items.done(filled.expect("the set contains the value"))
            })
        })
    });
    assert_eq!(from_set, Packed::pack(&vec![255, 0]));

    // In a byte string a byte has no head, whatever its head was; a byte that is written after a byte string has a head
    // again.
    let long = Packed::<u8, L, _>::from_bytes([0xC1, 0x1B, 0, 0, 0, 0, 0, 0, 0, 200].as_slice()).unwrap();
    let pair = Packed::<(Vec<u8>, u8), L>::build(|needs| {
        needs.fields().with(|needs| needs.items([&long, &long], |needs, byte| needs.put_packed(byte))).put(&200).done()
    });
    assert_eq!(pair.as_bytes(), [0x82, 0x42, 200, 200, 24, 200]);
    let arrays = Packed::<([u8; 1], u8, [[u8; 2]; 1], u8), L>::pack(&([200], 200, [[200; 2]], 200));
    assert_eq!(arrays.as_bytes(), [0x84, 0x41, 200, 24, 200, 0x81, 0x42, 200, 200, 24, 200]);
    assert_eq!(arrays.unpack().unwrap(), ([200], 200, [[200; 2]], 200));

    // A sequence of a type that is only similar to a byte is not a byte string.
    let other = Packed::<Vec<NonZeroU8>, L>::pack(&vec![NonZeroU8::MIN; 2]);
    assert_eq!(parse(other.as_bytes()), Item::Array(vec![Item::Unsigned(1); 2]));
}

/// Returns the bytes of diagnostic notation.
fn bytes_of(diagnostic: &str) -> Vec<u8> {
    from_diagnostic(diagnostic).expect("diagnostic notation")
}

/// Checks that diagnostic notation is read as this value.
#[track_caller]
fn reads_as<T, L: TestLayout>(diagnostic: &str, value: &T)
where
    T: Packable + for<'a> Unpack<'a> + Debug + PartialEq,
{
    let bytes = bytes_of(diagnostic);
    reads_bytes_as::<T, L>(&bytes, value);
}

#[track_caller]
fn reads_bytes_as<T, L: TestLayout>(bytes: &[u8], value: &T)
where
    T: Packable + for<'a> Unpack<'a> + Debug + PartialEq,
{
    match Packed::<T, L, _>::from_bytes(bytes) {
        Ok(packed) => {
            assert_eq!(packed.unpack().unwrap(), *value);
            assert_eq!(packed.read(|cursor| cursor.as_bytes()), bytes);
            assert_eq!(Packed::<T, L>::build(|needs| needs.put_packed(&packed)).unpack().unwrap(), *value);
        }
        Err(error) => panic!("{error}: {bytes:02X?}"),
    }
}

/// Checks that bytes are refused: with this error, at this byte, in this field.
#[track_caller]
fn refuses<T: Packable, L: TestLayout>(bytes: &[u8], kind: ErrorKind, offset: usize, path: &str) {
    match Packed::<T, L, &[u8]>::from_bytes(bytes).map(drop) {
        Ok(()) => panic!("accepted as {}: {bytes:02X?}", std::any::type_name::<T>()),
        Err(error) => {
            assert_eq!((error.kind(), error.offset()), (kind, offset), "{error}");
            assert_eq!(error.path().to_string(), path, "{error}");
        }
    }
}

type Ages = BTreeMap<String, i8>;

/// Keys may be in the order of their values, in that of their bytes, or in neither, with definite or indefinite
/// lengths; and a set may be a key.
fn keys_in_any_order<L: TestLayout>() {
    let ages: Ages = [("b", 1), ("a", 2), ("aa", -3)].map(|(name, age)| (name.to_string(), age)).into();
    for diagnostic in [
        r#"{"a": 2, "aa": -3, "b": 1}"#,
        r#"{"a": 2, "b": 1, "aa": -3}"#,
        r#"{"aa": -3, "b": 1, "a": 2}"#,
        r#"{_ "b": 1, "aa": -3, "a": 2}"#,
    ] {
        reads_as::<Ages, L>(diagnostic, &ages);
    }
    let numbers = BTreeSet::from([-1000_i64, -1, 0, 1, 1000]);
    for diagnostic in ["[0, 1, 1000, -1, -1000]", "[-1000, -1, 0, 1, 1000]", "[_ 1, 0, -1, 1000, -1000]"] {
        reads_as::<BTreeSet<i64>, L>(diagnostic, &numbers);
    }
    let sets = BTreeSet::from([BTreeSet::from([-1_i8, 1]), BTreeSet::from([2, 3])]);
    for diagnostic in ["[[1, -1], [2, 3]]", "[[3, 2], [-1, 1]]", "[_ [_ 1, -1], [3, 2]]"] {
        reads_as::<BTreeSet<BTreeSet<i8>>, L>(diagnostic, &sets);
    }
}

/// A duplicate key is found in any encoding, and in any order of the keys.
fn duplicate_keys_are_refused<L: TestLayout>() {
    let twice = |diagnostic: &str, at: usize| {
        refuses::<Ages, L>(&bytes_of(diagnostic), ErrorKind::DuplicateKey, at, "");
    };
    twice(r#"{"a": 1, "a": 1}"#, 4);
    twice(r#"{"a": 1, "b": 1, "a": 2}"#, 7);
    twice(r#"{"b": 1, "a": 1, "b": 2}"#, 7);
    twice(r#"{_ "b": 1, "a": 1, "b": 2}"#, 7);
    twice(r#"{"a": 1, "aa": 1, "b": 1, "aa": 2}"#, 11);
    // With a longer head, or with a tag.
    refuses::<Ages, L>(&[0xA2, 0x61, b'a', 1, 0x78, 1, b'a', 2], ErrorKind::DuplicateKey, 4, "");
    refuses::<Ages, L>(&[0xA2, 0x78, 1, b'a', 1, 0x61, b'a', 2], ErrorKind::DuplicateKey, 5, "");
    refuses::<Ages, L>(&[0xA2, 0x61, b'a', 1, 0xC1, 0x61, b'a', 2], ErrorKind::DuplicateKey, 4, "");
    let numbers = |bytes: &[u8], at| refuses::<BTreeSet<i64>, L>(bytes, ErrorKind::DuplicateKey, at, "");
    numbers(&[0x82, 1, 0x18, 1], 2);
    numbers(&[0x82, 1, 0xC2, 0x41, 1], 2);
    numbers(&[0x83, 1, 0x20, 0xC2, 0x42, 0, 1], 3);
    numbers(&[0x82, 0x20, 0xC3, 0x40], 2);
    refuses::<BTreeSet<char>, L>(&[0x82, 0x78, 1, b'a', 0x61, b'a'], ErrorKind::DuplicateKey, 4, "");
    refuses::<BTreeSet<()>, L>(&[0x82, 0xF6, 0xF6], ErrorKind::DuplicateKey, 2, "");
    refuses::<BTreeSet<bool>, L>(&[0x9F, 0xF4, 0xF5, 0xF4, 0xFF], ErrorKind::DuplicateKey, 3, "");

    // Found by reading the code: if keys differ only in items that the reader does not know, or in the order of their
    // own keys, their shortest encodings differ, and they were accepted as different keys.
    let colors = |diagnostic: &str, at| {
        refuses::<BTreeSet<Color>, L>(&bytes_of(diagnostic), ErrorKind::DuplicateKey, at, "");
    };
    colors(r#"[[0, 1], [0, 2]]"#, 4);
    colors(r#"[[0], [0, 2]]"#, 3);
    colors(r#"[[0, 2], [1], [0]]"#, 6);
    let sets = |diagnostic: &str, at| {
        refuses::<BTreeSet<BTreeSet<u8>>, L>(&bytes_of(diagnostic), ErrorKind::DuplicateKey, at, "");
    };
    sets("[[1, 2], [2, 1]]", 4);
    sets("[[2, 1], [1, 2]]", 4);
    sets("[[_ 2, 1], [3], [1, 2]]", 7);
    let maps = r#"{{"a": 1, "b": 2}: 1, {"b": 2, "a": 1}: 2}"#;
    refuses::<BTreeMap<Ages, u8>, L>(&bytes_of(maps), ErrorKind::DuplicateKey, 9, "");
}

/// Keys that are long lists, equal except for their ends, are compared without a call for each cell. A cell may have
/// more items than the reader knows.
fn deep_keys_are_compared_in_a_loop<L: TestLayout>() {
    let cells = if cfg!(miri) { 5 } else { 20_000 };
    let key = move |last: u8, is_open: bool| {
        let mut bytes = Vec::new();
        for _ in 0..cells {
            bytes.extend([if is_open { 0x9F } else { 0x84 }, 0, 7, 0x81]);
        }
        bytes.extend([0x83, 0, last, 0x80]);
        bytes.extend((0..cells).flat_map(|_| if is_open { &[0x61, b'x', 0xFF][..] } else { &[0xF6] }));
        bytes
    };
    let set = |keys: &[Vec<u8>]| [&[0x80 | keys.len() as u8][..], &keys.concat()].concat();
    let run = move || {
        for (first, second) in [(false, false), (false, true), (true, true)] {
            for (small, large) in [(1, 2), (2, 1)] {
                let bytes = set(&[key(small, first), key(large, second)]);
                let packed = Packed::<BTreeSet<Node>, L, _>::from_bytes(bytes.as_slice()).unwrap();
                assert_eq!(packed.read(|nodes| nodes.as_bytes()), bytes);
            }
            let twice = set(&[key(1, first), key(3, first), key(1, second)]);
            let error = Packed::<BTreeSet<Node>, L, _>::from_bytes(twice.as_slice()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::DuplicateKey);
            assert_eq!(error.offset(), 1 + 2 * key(1, first).len());
        }
        let nodes = [2, 1].map(|last| Packed::<Node, L, _>::from_bytes(key(last, true)).unwrap());
        let built =
            Packed::<BTreeSet<Node>, L>::build(|needs| needs.items(&nodes, |needs, node| needs.put_packed(node)));
        assert!(Packed::<BTreeSet<Node>, L, _>::from_bytes(built.as_bytes()).is_ok());
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

/// Integers are read from heads of any length, and from bytes after a tag. An error names the integer that does not
/// fit.
fn integers_of_every_form<L: TestLayout>() {
    for (bytes, value) in [
        (&[0x07][..], 7),
        (&[0x18, 7], 7),
        (&[0x19, 0, 7], 7),
        (&[0x1A, 0, 0, 0, 7], 7),
        (&[0x1B, 0, 0, 0, 0, 0, 0, 0, 7], 7),
        (&[0xC2, 0x41, 7], 7),
        (&[0xC2, 0x40], 0),
        (&[0xC3, 0x40], -1),
        (&[0xC3, 0x41, 7], -8),
        (&[0xC2, 0x53, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 7], 7),
        (&[0xD9, 1, 2, 0xC1, 0xC2, 0x58, 1, 7], 7),
        (&[0x26], -7),
        (&[0x3B, 0, 0, 0, 0, 0, 0, 0, 6], -7),
    ] {
        reads_bytes_as::<i8, L>(bytes, &value);
        reads_bytes_as::<i64, L>(bytes, &value.into());
        reads_bytes_as::<i128, L>(bytes, &value.into());
        if let Ok(value) = u128::try_from(value) {
            reads_bytes_as::<u128, L>(bytes, &value);
            reads_bytes_as::<u16, L>(bytes, &(value as u16));
        }
    }
    let most = [&[0xC2, 0x50][..], &[0xFF; 16]].concat();
    reads_bytes_as::<u128, L>(&most, &u128::MAX);
    let least = [&[0xC3, 0x50, 0x7F][..], &[0xFF; 15]].concat();
    reads_bytes_as::<i128, L>(&least, &i128::MIN);

    let out = |negative, magnitude, expected| ErrorKind::OutOfRange { expected, negative, magnitude };
    refuses::<u8, L>(&[0x19, 1, 0], out(false, 256, "u8"), 0, "");
    refuses::<u8, L>(&[0x20], out(true, 1, "u8"), 0, "");
    refuses::<i8, L>(&[0x18, 128], out(false, 128, "i8"), 0, "");
    refuses::<i8, L>(&[0xC1, 0x38, 128], out(true, 129, "i8"), 1, "");
    refuses::<u64, L>(&[0xC2, 0x49, 1, 0, 0, 0, 0, 0, 0, 0, 0], out(false, 1 << 64, "u64"), 0, "");
    refuses::<i128, L>(&most, out(false, u128::MAX, "i128"), 0, "");
    refuses::<u128, L>(&[&[0xC2, 0x51, 1][..], &[0; 16]].concat(), ErrorKind::Overflow, 0, "");
    let zero = ErrorKind::InvalidScalar { expected: "NonZeroU8: a number other than 0", found: 0 };
    refuses::<NonZeroU8, L>(&[0xC2, 0x41, 0], zero, 0, "");
    refuses::<Vec<u64>, L>(&[0x82, 1, 0x20], out(true, 1, "u64"), 2, "[1]");
    refuses::<u64, L>(&[0xC2, 0x01], unexpected("the bytes of an integer", "an unsigned integer"), 1, "");
    refuses::<u64, L>(&[0xC2, 0xC1, 0x41, 1], unexpected("the bytes of an integer", "a tag"), 1, "");
    refuses::<u64, L>(&[0xC2, 0x5F, 0x41, 1, 0xFF], ErrorKind::IndefiniteString, 1, "");
}

fn unexpected(expected: &'static str, found: &'static str) -> ErrorKind {
    ErrorKind::UnexpectedItem { expected, found }
}

/// Floats may have half, single or double precision. A float that single precision cannot hold is not an `f32`.
fn floats_of_every_width<L: TestLayout>() {
    for bytes in [&[0xF9, 0x3E, 0][..], &[0xFA, 0x3F, 0xC0, 0, 0], &[0xC1, 0xFB, 0x3F, 0xF8, 0, 0, 0, 0, 0, 0]] {
        reads_bytes_as::<f32, L>(bytes, &1.5);
        reads_bytes_as::<f64, L>(bytes, &1.5);
    }
    for (bytes, bits) in [
        (&[0xF9, 0x7E, 0][..], 0x7FF8_0000_0000_0000_u64),
        (&[0xF9, 0x80, 0], 0x8000_0000_0000_0000),
        (&[0xF9, 0, 1], 0x3E70_0000_0000_0000),
        (&[0xF9, 0xFC, 0], 0xFFF0_0000_0000_0000),
        (&[0xF9, 0x7C, 1], 0x7FF0_0400_0000_0000),
        (&[0xFA, 0x7F, 0x80, 0, 1], 0x7FF0_0000_2000_0000),
        (&[0xFA, 0, 0, 0, 1], 0x36A0_0000_0000_0000),
        (&[0xFB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1], 0x7FF0_0000_0000_0001),
    ] {
        let packed = Packed::<f64, L, _>::from_bytes(bytes).unwrap();
        assert_eq!(packed.unpack().unwrap().to_bits(), bits, "{bytes:02X?}");
    }
    let too_wide = unexpected("a float of single precision", "one of double precision");
    refuses::<f32, L>(&[0xFB, 0x3F, 0xB9, 0x99, 0x99, 0x99, 0x99, 0x99, 0x9A], too_wide, 0, "");
    refuses::<f32, L>(&[0xFB, 0x7F, 0xF0, 0, 0, 0, 0, 0, 1], too_wide, 0, "");
    refuses::<f64, L>(&[0x01], unexpected("a float", "an unsigned integer"), 0, "");
    refuses::<(bool, f64), L>(&[0x82, 0xF4, 0xF5], unexpected("a float", "a simple value"), 2, "(_, _).1");
}

/// Bytes that are not a CBOR item, whatever the type.
fn bytes_that_are_not_an_item<L: TestLayout>() {
    // Reserved additional information.
    for (major, reserved) in (0..8).flat_map(|major| (28..31).map(move |reserved| (major, reserved))) {
        let first = major << 5 | reserved;
        let kind = ErrorKind::ReservedHead { found: reserved };
        refuses::<u8, L>(&[first], kind, 0, "");
        refuses::<Tree, L>(&[0x82, 0, first], kind, 2, "Tree::Leaf.0");
        refuses::<Tree, L>(&[0x83, 0, 1, first], kind, 3, "");
        refuses::<Ages, L>(&[0xA1, 0x61, b'a', first], kind, 3, "[0] > Map.value");
    }
    for first in [0x1F, 0x3F, 0xDF] {
        refuses::<u8, L>(&[first], ErrorKind::ReservedHead { found: 31 }, 0, "");
    }
    refuses::<bool, L>(&[0xF8, 20], ErrorKind::InvalidSimple { found: 20 }, 0, "");
    // A break where no item can end.
    let a_break = ErrorKind::UnexpectedBreak;
    refuses::<u8, L>(&[0xFF], a_break, 0, "");
    refuses::<Vec<u16>, L>(&[0x82, 1, 0xFF], a_break, 2, "[1]");
    refuses::<Tree, L>(&[0x9F, 0xFF], a_break, 1, "");
    refuses::<Tree, L>(&[0x9F, 0, 0xFF], a_break, 2, "Tree::Leaf.0");
    refuses::<Tree, L>(&[0x83, 0, 1, 0xFF], a_break, 3, "");
    refuses::<Tree, L>(&[0x9F, 0, 1, 0xC1, 0xFF], a_break, 4, "");
    refuses::<Ages, L>(&[0xBF, 0x61, b'a', 0xFF], a_break, 3, "[0] > Map.value");
    refuses::<[u16; 2], L>(&[0x9F, 1, 0xFF], a_break, 2, "[1]");
    // Strings in chunks.
    refuses::<String, L>(&[0x7F, 0x61, b'a', 0xFF], ErrorKind::IndefiniteString, 0, "");
    refuses::<Vec<u8>, L>(&[0x5F, 0x41, b'a', 0xFF], ErrorKind::IndefiniteString, 0, "");
    refuses::<[u8; 1], L>(&[0xC1, 0x5F, 0x41, b'a', 0xFF], ErrorKind::IndefiniteString, 1, "");
    refuses::<char, L>(&[0x7F, 0x61, b'a', 0xFF], ErrorKind::IndefiniteString, 0, "");
    refuses::<Ages, L>(&[0xA1, 0x7F, 0x61, b'a', 0xFF, 1], ErrorKind::IndefiniteString, 1, "[0] > Map.key");
    // Text that is not UTF-8.
    refuses::<String, L>(&[0x62, b'a', 0xFF], ErrorKind::InvalidUtf8, 2, "");
    refuses::<char, L>(&[0x63, 0xED, 0xA0, 0x80], ErrorKind::InvalidUtf8, 1, "");
    refuses::<Tree, L>(&[0x83, 0, 1, 0x61, 0xFF], ErrorKind::InvalidUtf8, 4, "");
    // A length or count beyond the end of the input.
    for count in [2_u64, 1 << 32, 1 << 63, u64::MAX - 1, u64::MAX] {
        for (major, needed) in [(2_u8, count), (3, count), (4, count), (5, count.saturating_mul(2))] {
            let bytes = [&[major << 5 | 27][..], &count.to_be_bytes(), &[0x01]].concat();
            let kind = ErrorKind::UnexpectedEnd { needed, left: 1 };
            match major {
                2 => refuses::<Vec<u8>, L>(&bytes, kind, 9, ""),
                3 => refuses::<String, L>(&bytes, kind, 9, ""),
                4 => {
                    refuses::<Vec<u16>, L>(&bytes, kind, 9, "");
                    refuses::<Vec<()>, L>(&bytes, kind, 9, "");
                    refuses::<BTreeSet<u8>, L>(&bytes, kind, 9, "");
                    refuses::<Tree, L>(&bytes, kind, 9, "");
                    refuses::<(u8, u8), L>(&bytes, kind, 9, "");
                    refuses::<[u16; 3], L>(&bytes, kind, 9, "");
                }
                _ => refuses::<BTreeMap<u8, ()>, L>(&bytes, kind, 9, ""),
            }
        }
    }
    // Cut off in a head, and before a break.
    refuses::<u64, L>(&[0x1B, 0, 0], ErrorKind::UnexpectedEnd { needed: 9, left: 3 }, 0, "");
    refuses::<Vec<u16>, L>(&[0x9F, 1], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 2, "[1]");
    refuses::<Tree, L>(&[0x9F, 0, 1], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 3, "");
    refuses::<[u16; 2], L>(&[0x9F, 1, 2], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 3, "");
    refuses::<u8, L>(&[1, 2], ErrorKind::TrailingBytes { count: 1 }, 1, "");
    refuses::<Tree, L>(&[0x82, 0, 1, 0xFF], ErrorKind::TrailingBytes { count: 1 }, 3, "");
}

/// CBOR items that are not a value of the type.
fn items_of_another_kind<L: TestLayout>() {
    refuses::<bool, L>(&[0x01], unexpected("true or false", "an unsigned integer"), 0, "");
    refuses::<u8, L>(&[0xF9, 0, 0], unexpected("an integer", "a float"), 0, "");
    refuses::<String, L>(&[0x41, b'a'], unexpected("a text string", "a byte string"), 0, "");
    refuses::<Vec<u8>, L>(&[0x81, 1], unexpected("a byte string", "an array"), 0, "");
    refuses::<BTreeSet<u8>, L>(&[0x41, 1], unexpected("an array", "a byte string"), 0, "");
    refuses::<Vec<u16>, L>(&[0xA1, 1, 2], unexpected("an array", "a map"), 0, "");
    refuses::<Ages, L>(&[0xC1, 0x80], unexpected("a map", "an array"), 1, "");
    refuses::<[u16; 2], L>(&[0x9F, 1, 2, 3, 0xFF], unexpected("an array of fewer elements", "a longer one"), 3, "");
    assert_eq!(Packed::<[u16; 2], L, _>::from_bytes(&[0x9F, 1, 2, 0xFF][..]).unwrap().unpack(), Ok([1, 2]));
    refuses::<(), L>(&[0xF7], unexpected("null", "a simple value"), 0, "");
    refuses::<(), L>(&[0xF9, 0, 22], unexpected("null", "a float"), 0, "");
    assert_eq!(Packed::<(), L, _>::from_bytes(&[0xF6][..]).unwrap().unpack(), Ok(()));
    refuses::<(u8, ()), L>(&[0x82, 1, 0x80], unexpected("null", "an array"), 2, "(_, _).1");
    refuses::<Option<u8>, L>(&[0xF6], unexpected("an array", "a simple value"), 0, "");
    refuses::<Tree, L>(&[0x00], unexpected("an array", "an unsigned integer"), 0, "");
    refuses::<Tree, L>(&[0x82, 0x20, 1], unexpected("the number of a constructor", "a negative integer"), 1, "");
    refuses::<Tree, L>(&[0x82, 0xC2, 0x40, 1], unexpected("the number of a constructor", "a byte string"), 2, "");
    refuses::<char, L>(&[0x60], unexpected("a text string of one character", "an empty one"), 0, "");
    refuses::<char, L>(&[0x62, b'a', b'b'], unexpected("a text string of one character", "a longer one"), 0, "");
    // Unknown constructors, and missing fields.
    refuses::<Tree, L>(&[0x82, 2, 1], ErrorKind::InvalidTag { found: 2, constructors: 2 }, 1, "");
    refuses::<Tree, L>(
        &[0x81, 0x1B, 0, 0, 0, 1, 0, 0, 0, 0],
        ErrorKind::InvalidTag { found: u32::MAX, constructors: 2 },
        1,
        "",
    );
    refuses::<Node, L>(&[0x83, 1, 1, 0x80], ErrorKind::InvalidTag { found: 1, constructors: 1 }, 1, "");
    refuses::<Tree, L>(&[0x80], ErrorKind::MissingFields { expected: 1, found: 0 }, 1, "");
    refuses::<Tree, L>(&[0x82, 1, 0x82, 0, 1], ErrorKind::MissingFields { expected: 2, found: 1 }, 2, "");
    refuses::<(u8, u8), L>(&[0x81, 1], ErrorKind::MissingFields { expected: 2, found: 1 }, 1, "");
    // Arrays and durations have a fixed number of items.
    refuses::<[u16; 2], L>(&[0x81, 1], ErrorKind::MissingFields { expected: 2, found: 1 }, 0, "");
    refuses::<[u16; 1], L>(&[0x82, 1, 2], unexpected("an array of fewer elements", "a longer one"), 0, "");
    refuses::<[u16; 1], L>(&[0x9F, 1, 2, 0xFF], unexpected("an array of fewer elements", "a longer one"), 2, "");
    refuses::<[u8; 2], L>(&[0x43, 1, 2, 3], unexpected("an array of fewer elements", "a longer one"), 0, "");
    refuses::<[u8; 2], L>(&[0x41, 1], ErrorKind::MissingFields { expected: 2, found: 1 }, 0, "");
    let times = "an array of seconds and nanoseconds";
    refuses::<Duration, L>(&[0x83, 1, 2, 3], unexpected(times, "a longer one"), 3, "");
    refuses::<Duration, L>(&[0x81, 1], ErrorKind::MissingFields { expected: 2, found: 1 }, 1, "");
    reads_bytes_as::<Duration, L>(&[0x9F, 1, 2, 0xFF], &Duration::new(1, 2));
    let nanoseconds = [0x82, 1, 0x1A, 0x3B, 0x9A, 0xCA, 0];
    let error = Packed::<Duration, L, _>::from_bytes(nanoseconds.as_slice()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::InvalidScalar { .. }), "{error}");
}

/// Finding 10 of the review: some characters were written as numbers, and every character was also read from a number.
fn characters_are_text_only<L: TestLayout>() {
    let step = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => 0x1_FFFF,
        (_, true) => 61,
        _ => 1,
    };
    // (All that are near a limit: of a length in UTF-8, of the surrogates, of the characters.)
    let limits = [0x80, 0x800, 0xD800, 0xE000, 0x1_0000, 0x11_0000].into_iter();
    let near_limits = limits.flat_map(|limit| limit - 4..limit + 4).filter(|code| *code < 0x11_0000);
    let (mut packed, mut expected, mut number) = (Vec::new(), Vec::new(), Vec::new());
    for code in (0..0x11_0000_u32).step_by(step).chain(near_limits) {
        number.clear();
        number.push(0x1A);
        number.extend(code.to_be_bytes());
        let found = Packed::<char, L, _>::from_bytes(number.as_slice()).map(drop).map_err(|error| error.kind());
        let Some(char) = char::from_u32(code) else {
            let surrogate = ErrorKind::InvalidScalar { expected: "char: a Unicode scalar value", found: code.into() };
            assert_eq!(found, Err(surrogate));
            continue;
        };
        let expected_kind = unexpected("a text string of one character", "an unsigned integer");
        assert_eq!(found, Err(expected_kind), "{char:?}");
        expected.clear();
        expected.push(0x60 + char.len_utf8() as u8);
        expected.extend(char.encode_utf8(&mut [0; 4]).as_bytes());
        packed.clear();
        packed_data::pack_into::<char, L>(&char, &mut packed).unwrap();
        assert_eq!(packed, expected, "{char:?}");
        let read = Packed::<char, L, _>::from_bytes(packed.as_slice()).unwrap();
        assert_eq!(read.unpack().unwrap(), char);
        packed.clear();
        packed_data::pack_into::<str, L>(char.encode_utf8(&mut [0; 4]), &mut packed).unwrap();
        assert_eq!(packed, expected, "{char:?}");
    }
    // `serialise` writes a surrogate as its number, and a `String` that contains one as a byte string. The error says
    // which.
    let error = Packed::<char, L, _>::from_bytes(&[0x19, 0xD8, 0][..]).unwrap_err();
    assert_eq!(error.to_string(), "invalid char: expected a Unicode scalar value, found 55296, at byte 0");
    refuses::<Vec<char>, L>(
        &[0x82, 0x61, b'a', 0x19, 0xDF, 0xFF],
        ErrorKind::InvalidScalar { expected: "char: a Unicode scalar value", found: 0xDFFF },
        3,
        "[1]",
    );
    refuses::<char, L>(&[0x63, 0xED, 0xA0, 0x80], ErrorKind::InvalidUtf8, 1, "");
    let string = [0x43, 0xED, 0xA0, 0x80];
    refuses::<String, L>(&string, unexpected("a text string", "a byte string"), 0, "");
    refuses::<char, L>(&string, unexpected("a text string of one character", "a byte string"), 0, "");
    // A number that is not a character at all.
    let number = unexpected("a text string of one character", "an unsigned integer");
    refuses::<char, L>(&[0x1A, 0, 0x11, 0, 0], number, 0, "");
    refuses::<char, L>(&[0x1B, 0, 0, 0, 1, 0, 0, 0xD8, 0], number, 0, "");
}

/// Skipped items may not nest deeper than those that are read, and skipping takes no stack.
fn nesting_is_limited_among_unknown_items<L: TestLayout>() {
    let levels = if cfg!(miri) { 100 } else { 1_000_000 };
    let run = move || {
        let limit = LEVELS.depth;
        for first in [0x81, 0x9F, 0xC1, 0xA1, 0xBF] {
            let deep = vec![first; levels];
            let unknown = [&[0x83, 0, 1][..], &deep].concat();
            let error = Packed::<Tree, L>::with_limits(&LEVELS).from_bytes(unknown.as_slice()).unwrap_err();
            assert_eq!(error.kind(), ErrorKind::TooDeep { limit }, "{first:X}: {error}");
            let error = Packed::<Json, L>::with_limits(&LEVELS).from_bytes(deep.as_slice()).map(drop).unwrap_err();
            assert!(error.offset() <= levels && error.to_string().len() < 1000, "{error}");
        }
        // Tags before an item are not levels: they are skipped one by one.
        let mut tags = vec![0xC1; levels];
        tags.extend([0x82, 0, 1]);
        let packed = Packed::<Tree, L, _>::from_bytes(tags.as_slice()).unwrap();
        assert_eq!(packed.unpack().unwrap(), Tree::Leaf(1));
        assert_eq!(packed.read(|tree| tree.as_bytes()).len(), tags.len());
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

/// Returns bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The bytes that are written: deterministic in `Cbor`, and the same as the library's in `Serialise`.
#[test]
fn the_written_bytes() {
    #[track_caller]
    fn writes<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, cbor: &str, serialise: &str) {
        let packed = Packed::<T, Cbor>::pack(&value);
        assert_eq!(hex(packed.as_bytes()), cbor, "{value:?}");
        assert_eq!(to_deterministic(packed.as_bytes()).unwrap(), packed.as_bytes(), "{value:?}");
        assert_eq!(packed.unpack().unwrap(), value);
        let packed = Packed::<T, Serialise>::pack(&value);
        assert_eq!(hex(packed.as_bytes()), serialise, "{value:?}");
        assert_eq!(packed.unpack().unwrap(), value);
        // `Cbor` reads the bytes that `Serialise` writes.
        assert_eq!(Packed::<T, Cbor, _>::from_bytes(packed.as_bytes()).unwrap().unpack().unwrap(), value);
    }
    #[track_caller]
    fn same<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, both: &str) {
        writes(value, both, both);
    }
    same(0_u8, "00");
    same(24_u64, "1818");
    same(-1_i32, "20");
    same(-500_i16, "3901f3");
    same(u64::MAX, "1bffffffffffffffff");
    same(1_u128 << 64, "c249010000000000000000");
    same(-(1_i128 << 64) - 1, "c349010000000000000000");
    same(true, "f5");
    same((), "f6");
    same('a', "6161");
    same("ü".to_string(), "62c3bc");
    same(Some(1_u8), "8101");
    same(None::<u8>, "80");
    same(Some(Some(())), "8181f6");
    same(Ok::<u8, bool>(1), "820001");
    same(Err::<u8, bool>(false), "8201f4");
    same((1_u8, "a".to_string()), "82016161");
    same(vec![1_u8, 200], "4201c8");
    same([1_u8, 200], "4201c8");
    same([1_u16, 200], "820118c8");
    same(Color::Green, "8101");
    same(Node { value: 1, next: None }, "83000180");
    same(Duration::new(1, 2), "820102");
    same(Vec::<u16>::new(), "80");
    same(BTreeSet::from([1_u8]), "8101");
    writes(vec![1_u16, 2], "820102", "9f0102ff");
    writes(1.5_f64, "f93e00", "fb3ff8000000000000");
    writes(1.5_f32, "f93e00", "fa3fc00000");
    writes(f64::INFINITY, "f97c00", "fb7ff0000000000000");
    writes(0.1_f64, "fb3fb999999999999a", "fb3fb999999999999a");
    same('\u{D7FF}', "63ed9fbf");
    same('\u{E000}', "63ee8080");
    same('\u{F800}', "63efa080");
    same('\u{FFFD}', "63efbfbd");
    same('\u{1F914}', "64f09fa494");
    same('\u{1F600}', "64f09f9880");
    same('\u{10FFFF}', "64f48fbfbf");
    same("\u{F800}\u{FFFF}\u{10FFFF}".to_string(), "6aefa080efbfbff48fbfbf");
    // Keys in the order of their bytes, or of their values.
    writes(BTreeMap::from([(-1_i8, true), (1, false)]), "a201f420f5", "a220f501f4");
    writes(BTreeSet::from([-1_i8, 1]), "820120", "822001");
    assert_eq!(hex(Packed::<f64, Serialise>::pack(&f64::from_bits(0xFFF8_0000_0000_0001)).as_bytes()), "f97e00");
    assert_eq!(hex(Packed::<f64, Cbor>::pack(&f64::NAN).as_bytes()), "f97e00");
    assert_eq!(hex(Packed::<f64, Cbor>::pack(&-0.0).as_bytes()), "f98000");
}

/// The bytes that are written are the deterministic form of any encoding without tags.
#[test]
fn the_deterministic_form_is_written() {
    check(Json::any(), |json| {
        let packed = Packed::<Json, Cbor>::pack(&json);
        let other = written(&parse(packed.as_bytes()), &mut Random::new(7));
        let plain = other.iter().all(|byte| byte >> 5 != 6);
        assert!(!plain || to_deterministic(&other).unwrap() == packed.as_bytes(), "{other:02X?}");
    });
}

/// Found by fuzzing: a constructor of definite length was the last field of one of indefinite length. Its unknown items
/// were skipped up to the break, without a check that they are present. A cursor that skipped them one by one went past
/// the break, and read out of bounds.
#[test]
fn items_before_a_break_are_counted() {
    let found = [0x9F, 3, 0x82, 4, 0x82, 0, 1, 0x83, 0, 0, 0xFF];
    refuses::<Ast, Cbor>(&found, ErrorKind::UnexpectedBreak, 10, "");
    reads::<Ast, Cbor>(
        &Ast::Mul(Box::new(Ast::Negate(Box::new(Ast::Value(1)))), Box::new(Ast::Value(0))),
        &[0x9F, 3, 0x82, 4, 0x82, 0, 1, 0x83, 0, 0, 7, 0xFF],
    );
    // Cells of both kinds, some of which lack one item.
    let cells = |more: [usize; 5]| {
        let mut bytes = vec![0x9F, 1, 7, 0x85, 1, 7, 0x84, 1, 7, 0x9F, 1, 7, 0x84, 1, 7, 0x81, 0];
        let [d, c, b, a, outer] = more;
        bytes.extend(vec![0xF6; d]);
        bytes.extend(vec![0xF6; c]);
        bytes.push(0xFF);
        bytes.extend(vec![0xF6; b + a + outer]);
        bytes.push(0xFF);
        bytes
    };
    let list = List::of([7; 5].into_iter());
    for more in [[1, 0, 1, 2, 0], [1, 2, 1, 2, 3], [1, 0, 1, 2, 9]] {
        reads::<List, Cbor>(&list, &cells(more));
    }
    for more in [[0, 0, 1, 2, 0], [1, 0, 0, 2, 0], [1, 5, 1, 1, 0], [1, 0, 0, 0, 0]] {
        let error = Packed::<List, Cbor, _>::from_bytes(cells(more)).map(drop).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedBreak, "{more:?}: {error}");
    }
}
