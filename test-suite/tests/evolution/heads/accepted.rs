//! Extensible values in `Compact` and `Indexed`: which bytes are accepted, and what is read from them. Each case states
//! what the pages on the layouts say of its bytes. The reference reader and the library must agree with it.

use std::cmp::Ordering;

use packed_data::cbor::RawBuf;
use packed_data::types::Unknown;
use packed_data::{Compact, Error, Indexed, Layout, Levels, Limits, Packable, Packed, Unpack};
use test_suite::described::Described;
use test_suite::reference::{self, Other, Read, Refused, Schema, SchemaFn, Value, Wire};

use super::everything;

/// A type with its schema, which is written by hand.
trait Case: Packable<As = Self> + for<'a> Unpack<'a> + Clone + std::fmt::Debug {
    fn schema() -> Schema;

    fn value(&self) -> Value;

    /// Compares two packed values.
    fn order<L: Layout>(one: &Packed<Self, L, &[u8]>, other: &Packed<Self, L, &[u8]>) -> Ordering;
}

macro_rules! order {
    () => {
        fn order<L: Layout>(one: &Packed<Self, L, &[u8]>, other: &Packed<Self, L, &[u8]>) -> Ordering {
            one.view().cmp(&other.view())
        }
    };
}

fn or_default<T: Described + Default>() -> Schema {
    Schema::Defaulted(T::schema, || T::default().value())
}

// ---- The types of the table on the page on `Compact`

#[derive(Clone, Debug, Packable)]
struct Person {
    name: String,
    age: u8,
    #[packable(default)]
    email: String,
    #[packable(default)]
    visits: u16,
}

impl Case for Person {
    order!();

    fn schema() -> Schema {
        Schema::Fields(&[String::schema, u8::schema, or_default::<String>, or_default::<u16>])
    }

    fn value(&self) -> Value {
        Value::Fields(vec![self.name.value(), self.age.value(), self.email.value(), self.visits.value()])
    }
}

#[derive(Clone, Debug, Default, Packable)]
#[packable(extensible)]
enum Chain {
    #[default]
    End,
    Link(u8, Box<Chain>),
}

impl Case for Chain {
    order!();

    fn schema() -> Schema {
        Schema::Extensible(|| Schema::Cases(&[&[], &[u8::schema, <Chain as Case>::schema]]))
    }

    fn value(&self) -> Value {
        match self {
            Self::End => Value::Case(0, vec![]),
            Self::Link(number, next) => Value::Case(1, vec![number.value(), Case::value(&**next)]),
        }
    }
}

#[derive(Clone, Debug, Packable)]
#[packable(extensible)]
struct Note;

impl Case for Note {
    order!();

    fn schema() -> Schema {
        Schema::Extensible(|| Schema::Fields(&[]))
    }

    fn value(&self) -> Value {
        Value::Fields(vec![])
    }
}

// ---- Other types

/// A type whose last field has a size.
#[derive(Clone, Debug, Packable)]
#[packable(extensible)]
struct OldContact {
    name: String,
    email: Option<String>,
}

impl Case for OldContact {
    order!();

    fn schema() -> Schema {
        Schema::Extensible(|| Schema::Fields(&[String::schema, Option::<String>::schema]))
    }

    fn value(&self) -> Value {
        Value::Fields(vec![self.name.value(), self.email.value()])
    }
}

/// The same with a new field.
#[derive(Clone, Debug, Packable)]
struct NewContact {
    name: String,
    email: Option<String>,
    #[packable(default)]
    visits: u16,
}

impl Case for NewContact {
    order!();

    fn schema() -> Schema {
        Schema::Fields(&[String::schema, Option::<String>::schema, or_default::<u16>])
    }

    fn value(&self) -> Value {
        Value::Fields(vec![self.name.value(), self.email.value(), self.visits.value()])
    }
}

/// Fields of each extent that may be absent, among them one without bytes.
#[derive(Clone, Debug, Packable)]
struct Mixed {
    number: u16,
    option: Option<u8>,
    #[packable(default)]
    bytes: [u8; 3],
    #[packable(default)]
    unit: (),
    #[packable(default)]
    maybe: Option<u8>,
    #[packable(default)]
    byte: u8,
    #[packable(default)]
    chain: Chain,
}

impl Case for Mixed {
    order!();

    fn schema() -> Schema {
        Schema::Fields(&[
            u16::schema,
            Option::<u8>::schema,
            or_default::<[u8; 3]>,
            or_default::<()>,
            or_default::<Option<u8>>,
            or_default::<u8>,
            || Schema::Defaulted(<Chain as Case>::schema, || Value::Case(0, vec![])),
        ])
    }

    fn value(&self) -> Value {
        let Self { number, option, bytes, unit, maybe, byte, chain } = self;
        let first = vec![number.value(), option.value(), bytes.value(), unit.value()];
        Value::Fields([first, vec![maybe.value(), byte.value(), Case::value(chain)]].concat())
    }
}

/// An enum that keeps unknown constructors.
#[derive(Clone, Debug, Packable)]
enum Open {
    Empty,
    One(u8),
    #[packable(other)]
    Unknown(Unknown),
}

const OPEN: &[&[SchemaFn]] = &[&[], &[u8::schema]];

impl Case for Open {
    order!();

    fn schema() -> Schema {
        Schema::Open(OPEN, Other::Unknown)
    }

    fn value(&self) -> Value {
        match self {
            Self::Empty => Value::Case(0, vec![]),
            Self::One(number) => Value::Case(1, vec![number.value()]),
            Self::Unknown(unknown) => Value::Case(2, vec![Value::Unknown(unknown.as_bytes().to_vec())]),
        }
    }
}

/// An enum that keeps them only in CBOR.
#[derive(Clone, Debug, Packable)]
enum OpenItem {
    Empty,
    One(u8),
    #[packable(other)]
    Unknown(RawBuf),
}

impl Case for OpenItem {
    order!();

    fn schema() -> Schema {
        Schema::Open(OPEN, Other::Item)
    }

    fn value(&self) -> Value {
        match self {
            Self::Empty => Value::Case(0, vec![]),
            Self::One(number) => Value::Case(1, vec![number.value()]),
            Self::Unknown(item) => Value::Item(item.as_raw().as_bytes().to_vec()),
        }
    }
}

/// Fields after extensible ones, and elements.
#[derive(Clone, Debug, Packable)]
struct Row(Chain, Vec<Note>, Open, u8);

impl Case for Row {
    order!();

    fn schema() -> Schema {
        Schema::Fields(&[
            <Chain as Case>::schema,
            || Schema::Sequence(<Note as Case>::schema),
            <Open as Case>::schema,
            u8::schema,
        ])
    }

    fn value(&self) -> Value {
        let notes = self.1.iter().map(Case::value).collect();
        Value::Fields(vec![Case::value(&self.0), Value::Sequence(notes), Case::value(&self.2), self.3.value()])
    }
}

/// Elements of a recursive type.
#[derive(Clone, Debug, Packable)]
struct Chains(Vec<Chain>);

impl Case for Chains {
    order!();

    fn schema() -> Schema {
        Schema::Fields(&[|| Schema::Sequence(<Chain as Case>::schema)])
    }

    fn value(&self) -> Value {
        Value::Fields(vec![Value::Sequence(self.0.iter().map(Case::value).collect())])
    }
}

// ---- The checks

fn bytes(hex: &str) -> Vec<u8> {
    hex.split_whitespace().map(|byte| u8::from_str_radix(byte, 16).expect("two digits")).collect()
}

fn read<T: Case>(wire: Wire, hex: &str) -> Result<Read, Refused> {
    reference::read(T::schema(), wire, &Limits::DEFAULT, &bytes(hex))
}

/// Validates bytes with the library. If they are accepted, reads them in every way that every type has, and writes
/// them back.
fn by_library<T: Case>(wire: Wire, bytes: &[u8]) -> Result<(Value, bool), Error> {
    match wire {
        Wire::Compact => in_layout::<T, Compact, Indexed>(bytes),
        Wire::Indexed => in_layout::<T, Indexed, Compact>(bytes),
    }
}

/// Validates bytes without the type: with the same result. (Not under Miri: the crate that reads by a schema has no
/// unsafe code.)
fn by_schema<T: Case, L: Layout>(bytes: &[u8], typed: Result<&Packed<T, L, &[u8]>, &Error>) {
    let schema = packed_data_schema::Schema::of::<T>();
    let codec = schema.codec(L::NAME.parse().expect("a layout")).expect("a layout with heads");
    let found = codec.validate(bytes, &Limits::DEFAULT);
    let found = found.map(drop).map_err(|error| (error.kind(), error.offset(), error.path().to_owned()));
    let expected = typed.map(drop).map_err(|error| (error.kind(), error.offset(), error.path().to_string()));
    assert_eq!(found, expected, "{bytes:02x?}");
}

fn in_layout<T: Case, L: Layout, M: Layout>(bytes: &[u8]) -> Result<(Value, bool), Error> {
    // (A box of its own, so that a read past its end is a read past the end of the allocation.)
    let boxed = bytes.to_vec().into_boxed_slice();
    let valid = Packed::<T, L, &[u8]>::from_bytes(&boxed);
    if !cfg!(miri) {
        by_schema::<T, L>(bytes, valid.as_ref());
    }
    let packed = valid?;
    let owned = packed.unpack().expect("within the limit on levels");
    let again = Packed::<T, L>::pack(&owned);
    let second = Packed::<T, L, _>::from_bytes(again.as_bytes()).expect("packed bytes are valid");
    assert_eq!(second.unpack().expect("shallow").value(), owned.value());
    everything(&packed);
    let pair = Packed::<(T, u8), L>::build(|needs| needs.fields().put_packed(&packed).put(&0xA5).done());
    let (first, _) = pair.unpack().expect("within the limit on levels");
    assert_eq!(first.value(), owned.value());
    // What is equal is equal, whatever is not known.
    let second: Packed<T, L, &[u8]> = Packed::from_bytes(again.as_bytes()).expect("valid");
    assert_eq!(T::order(&packed, &second), Ordering::Equal, "{owned:?}");
    let rewritten = packed.rewrite(|rules| rules.on::<u8>(|value, needs, _| value.copy_to(needs)));
    assert_eq!(rewritten.unpack().expect("shallow").value(), owned.value());
    if let Ok(converted) = packed.convert::<M>() {
        assert_eq!(converted.unpack().expect("shallow").value(), owned.value());
    } else {
        assert!(format!("{owned:?}").contains("Unknown"), "{owned:?}");
    }
    let value = packed.read(|value| value.unpack::<T>(Levels::new(100)).expect("shallow").map(|value| value.value()));
    Ok((value, again.as_bytes() == bytes))
}

#[track_caller]
fn accepted<T: Case>(wire: Wire, hex: &str, value: &Value, is_whole: bool) {
    let size = bytes(hex).len();
    assert_eq!(read::<T>(wire, hex), Ok(Read { value: value.clone(), size, is_whole }), "by the reference reader");
    assert_eq!(by_library::<T>(wire, &bytes(hex)), Ok((value.clone(), is_whole)), "{hex}");
}

/// Bytes that a writer writes who knows this type.
#[track_caller]
fn whole<T: Case>(wire: Wire, hex: &str, value: &Value) {
    accepted::<T>(wire, hex, value, true);
}

/// Bytes of another version of the type.
#[track_caller]
fn partial<T: Case>(wire: Wire, hex: &str, value: &Value) {
    accepted::<T>(wire, hex, value, false);
}

/// Bytes that both readers refuse: the reference reader with a reason, the library with a message.
#[track_caller]
fn refused<T: Case>(wire: Wire, hex: &str, why: &'static str, message: &str) {
    assert_eq!(read::<T>(wire, hex), Err(Refused(why)), "{hex}");
    let error = by_library::<T>(wire, &bytes(hex)).expect_err(hex);
    if !message.is_empty() {
        assert_eq!(error.to_string(), message, "{hex}");
    }
}

fn of_person(name: &str, age: u8, email: &str, visits: u16) -> Value {
    Case::value(&Person { name: name.into(), age, email: email.into(), visits })
}

fn link(number: u8, next: Value) -> Value {
    Value::Case(1, vec![number.value(), next])
}

fn end() -> Value {
    Value::Case(0, vec![])
}

const ENDS: &str = "the input ends";
const BEYOND: &str = "a head that goes beyond the value around it";
const LONG: &str = "a varint that is longer than necessary";
const MISSING: &str = "a field is missing";
const MIDDLE: &str = "the static part ends in the middle of a field";
const UNKNOWN: &str = "unknown constructor";

#[test]
fn the_head_says_where_a_value_ends_in_compact() {
    let all = of_person("a", 9, "b", 5);
    whole::<Person>(Wire::Compact, "07 01 61 09 01 62 05 00", &all);
    partial::<Person>(Wire::Compact, "0a 01 61 09 01 62 05 00 11 22 33", &all);
    partial::<Person>(Wire::Compact, "05 01 61 09 01 62", &of_person("a", 9, "b", 0));
    partial::<Person>(Wire::Compact, "03 01 61 09", &of_person("a", 9, "", 0));
    for (hex, why, message) in [
        ("", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 0"),
        ("00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 1 in Person.name"),
        ("01 01", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 2 in Person.name"),
        ("02 01 61", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 3 in Person.age"),
        (
            "04 01 61 09 01",
            ENDS,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 5 in Person.email",
        ),
        (
            "06 01 61 09 01 62 05",
            ENDS,
            "unexpected end of input: expected at least 2 more bytes, found 1, at byte 6 in Person.visits",
        ),
        (
            "08 01 61 09 01 62 05 00",
            BEYOND,
            "unexpected end of input: expected at least 8 more bytes, found 7, at byte 1",
        ),
        (
            "06 01 61 09 01 62 05 00",
            ENDS,
            "unexpected end of input: expected at least 2 more bytes, found 1, at byte 6 in Person.visits",
        ),
        (
            "fc 07 00 01 61 09 01 62 05 00",
            LONG,
            "number not minimal: expected the shortest form of 7, found a longer one, at byte 0",
        ),
        (
            "fd 07 00 00 00 01 61 09 01 62 05 00",
            LONG,
            "number not minimal: expected the shortest form of 7, found a longer one, at byte 0",
        ),
        (
            "ff 01 61 09 01 62 05 00",
            "not the first byte of a varint",
            "invalid length: expected a first byte of 0 to 254, found 255, at byte 0",
        ),
        ("fc 07", ENDS, "unexpected end of input: expected at least 2 more bytes, found 1, at byte 1"),
        (
            "fe ff ff ff ff ff ff ff ff 01 61 09",
            "a head beyond all bytes",
            "unexpected end of input: expected at least 18446744073709551615 more bytes, found 3, at byte 9",
        ),
        (
            "fe ff ff ff ff ff ff ff 7f 01 61 09",
            if cfg!(target_pointer_width = "32") { "a head beyond all bytes" } else { BEYOND },
            "unexpected end of input: expected at least 9223372036854775807 more bytes, found 3, at byte 9",
        ),
        (
            "05 01 61 09 01 62 05 00",
            "bytes after the value",
            "trailing bytes: expected the end of the input, found 2 more bytes, at byte 6",
        ),
    ] {
        refused::<Person>(Wire::Compact, hex, why, message);
    }
}

#[test]
fn the_static_part_ends_between_fields_in_indexed() {
    let all = of_person("a", 9, "b", 5);
    whole::<Person>(Wire::Indexed, "08 03 09 05 00 01 61 01 62", &all);
    // Bytes of a newer version: in the static part, after the last field, and in both places.
    partial::<Person>(Wire::Indexed, "09 04 09 05 00 ff 01 61 01 62", &all);
    partial::<Person>(Wire::Indexed, "09 03 09 05 00 01 61 01 62 ff", &all);
    partial::<Person>(Wire::Indexed, "0b 05 09 05 00 ff fe 01 61 01 62 ff", &all);
    // Older versions.
    partial::<Person>(Wire::Indexed, "06 01 09 01 61 01 62", &of_person("a", 9, "b", 0));
    partial::<Person>(Wire::Indexed, "04 01 09 01 61", &of_person("a", 9, "", 0));
    for (hex, why, message) in [
        ("00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 1"),
        ("01 00", MISSING, "unexpected end of input: expected at least 1 more byte, found 0, at byte 2 in Person.name"),
        (
            "02 00 00",
            MISSING,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 2 in Person.age",
        ),
        (
            "02 01 09",
            MISSING,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 3 in Person.name",
        ),
        ("05 02 09 05 01 61", MIDDLE, "missing fields: expected at least 4, found 2, at byte 3 in Person.visits"),
        (
            "06 03 09 05 00 01 61",
            "a field after one that is absent",
            "missing fields: expected at least 4, found 2, at byte 3 in Person.visits",
        ),
        (
            "08 08 09 05 00 01 61 01 62",
            ENDS,
            "unexpected end of input: expected at least 8 more bytes, found 7, at byte 2",
        ),
        (
            "08 09 09 05 00 01 61 01 62",
            ENDS,
            "unexpected end of input: expected at least 9 more bytes, found 7, at byte 2",
        ),
        (
            "08 fe ff ff ff ff ff ff ff ff",
            ENDS,
            "unexpected end of input: expected at least 8 more bytes, found 7, at byte 2",
        ),
        (
            "0a fe ff ff ff ff ff ff ff ff 00",
            ENDS,
            "unexpected end of input: expected at least 18446744073709551615 more bytes, found 1, at byte 10",
        ),
        (
            "0a fc 03 00 09 05 00 01 61 01 62",
            LONG,
            "number not minimal: expected the shortest form of 3, found a longer one, at byte 1",
        ),
        (
            "fc 08 00 03 09 05 00 01 61 01 62",
            LONG,
            "number not minimal: expected the shortest form of 8, found a longer one, at byte 0",
        ),
        (
            "07 03 09 05 00 01 61 01 62",
            ENDS,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 8 in Person.email",
        ),
        (
            "09 03 09 05 00 01 61 01 62",
            BEYOND,
            "unexpected end of input: expected at least 9 more bytes, found 8, at byte 1",
        ),
    ] {
        refused::<Person>(Wire::Indexed, hex, why, message);
    }
}

#[test]
fn tags_are_varints_within_the_head() {
    use Wire::{Compact, Indexed};
    let two = link(7, end());
    whole::<Chain>(Compact, "01 00", &end());
    whole::<Chain>(Compact, "04 01 07 01 00", &two);
    whole::<Chain>(Indexed, "02 00 00", &end());
    whole::<Chain>(Indexed, "06 01 01 07 02 00 00", &two);
    let elements = Value::Fields(vec![Value::Sequence(vec![end(), two.clone()])]);
    whole::<Chains>(Compact, "02 01 00 04 01 07 01 00", &elements);
    whole::<Chains>(Indexed, "08 03 0a 02 00 00 06 01 01 07 02 00 00", &elements);
    whole::<Note>(Compact, "00", &Value::Fields(vec![]));
    whole::<Note>(Indexed, "01 00", &Value::Fields(vec![]));
    partial::<Note>(Compact, "02 05 06", &Value::Fields(vec![]));
    partial::<Note>(Indexed, "03 01 06 07", &Value::Fields(vec![]));
    // Bytes of a newer version after the inner value, and within it.
    partial::<Chain>(Compact, "05 01 07 01 00 ff", &two);
    partial::<Chain>(Compact, "05 01 07 02 00 ff", &two);
    partial::<Chain>(Indexed, "07 01 01 07 03 00 00 ff", &two);
    partial::<Chain>(Indexed, "07 01 01 07 03 01 00 ff", &two);
    for (hex, why, message) in [
        ("00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 1"),
        ("01 02", UNKNOWN, "invalid tag: expected 0 to 1, found 2, at byte 1"),
        ("03 fc 01 00", LONG, "number not minimal: expected the shortest form of 1, found a longer one, at byte 1"),
        ("03 fc 01 01", UNKNOWN, "invalid tag: expected 0 to 1, found 257, at byte 1"),
        (
            "02 01 07",
            ENDS,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 3 in Chain::Link.1",
        ),
        // The inner head goes beyond the outer one, but not beyond the input.
        (
            "03 01 07 01 00",
            BEYOND,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 4 in Chain::Link.1",
        ),
        (
            "04 01 07 02 00 00",
            BEYOND,
            "unexpected end of input: expected at least 2 more bytes, found 1, at byte 4 in Chain::Link.1",
        ),
        (
            "04 01 07 00 00",
            ENDS,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 4 in Chain::Link.1",
        ),
    ] {
        refused::<Chain>(Compact, hex, why, message);
    }
    for (hex, why, message) in [
        ("00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 1"),
        ("01 00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 2"),
        ("02 00 02", UNKNOWN, "invalid tag: expected 0 to 1, found 2, at byte 2"),
        ("02 01 00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 3"),
        (
            "05 00 01 02 00 00",
            MISSING,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 3 in Chain::Link.0",
        ),
        (
            "06 01 01 07 03 00 00",
            BEYOND,
            "unexpected end of input: expected at least 3 more bytes, found 2, at byte 5 in Chain::Link.1",
        ),
        (
            "06 01 01 07 03 00 00 00",
            BEYOND,
            "unexpected end of input: expected at least 3 more bytes, found 2, at byte 5 in Chain::Link.1",
        ),
        (
            "06 02 01 07 02 00 00",
            ENDS,
            "unexpected end of input: expected at least 1 more byte, found 0, at byte 6 in Chain::Link.1",
        ),
    ] {
        refused::<Chain>(Indexed, hex, why, message);
    }
    let why = "an element that does not end where the table says";
    refused::<Chains>(
        Indexed,
        "08 04 0a 02 00 00 06 01 01 07 02 00 00",
        why,
        "size mismatch: expected a value of 4 bytes, found one of 3, at byte 1 in Chains.0",
    );
}

#[test]
fn the_last_walked_field_has_a_size_too() {
    let some = || Value::Case(1, vec![Value::Text("b".into())]);
    let old = Value::Fields(vec![Value::Text("a".into()), some()]);
    let with = |number: u16| Value::Fields(vec![Value::Text("a".into()), some(), number.value()]);
    whole::<OldContact>(Wire::Compact, "05 01 61 01 01 62", &old);
    partial::<NewContact>(Wire::Compact, "05 01 61 01 01 62", &with(0));
    whole::<OldContact>(Wire::Indexed, "07 00 01 61 03 01 01 62", &old);
    partial::<NewContact>(Wire::Indexed, "07 00 01 61 03 01 01 62", &with(0));
    whole::<NewContact>(Wire::Indexed, "09 02 05 00 01 61 03 01 01 62", &with(5));
    partial::<OldContact>(Wire::Indexed, "09 02 05 00 01 61 03 01 01 62", &old);
    refused::<OldContact>(Wire::Indexed, "07 00 01 61 02 01 01 62", "a field does not have the stated size", "");
    refused::<OldContact>(Wire::Indexed, "08 00 01 61 04 01 01 62 00", "a field does not have the stated size", "");
}

#[test]
fn what_is_absent_is_absent_up_to_the_end() {
    let value = |array: [u8; 3], option: Option<u8>, number: u8, last: Value| {
        let first = vec![0x201_u16.value(), Some(7_u8).value()];
        let others = vec![array.value(), ().value(), option.value(), number.value(), last];
        Value::Fields([first, others].concat())
    };
    let compact = [
        ("04 01 02 01 07", value([0; 3], None, 0, end())),
        ("07 01 02 01 07 03 04 05", value([3, 4, 5], None, 0, end())),
        ("08 01 02 01 07 03 04 05 00", value([3, 4, 5], None, 0, end())),
        ("09 01 02 01 07 03 04 05 01 06", value([3, 4, 5], Some(6), 0, end())),
        ("0a 01 02 01 07 03 04 05 01 06 08", value([3, 4, 5], Some(6), 8, end())),
        ("0d 01 02 01 07 03 04 05 01 06 08 02 00 ff", value([3, 4, 5], Some(6), 8, end())),
    ];
    for (hex, value) in compact {
        partial::<Mixed>(Wire::Compact, hex, &value);
    }
    whole::<Mixed>(Wire::Compact, "0c 01 02 01 07 03 04 05 01 06 08 01 00", &value([3, 4, 5], Some(6), 8, end()));
    for hex in ["03 01 02 01", "05 01 02 01 07 03", "06 01 02 01 07 03 04", "08 01 02 01 07 03 04 05 01"] {
        refused::<Mixed>(Wire::Compact, hex, ENDS, "");
    }
    let indexed = [
        ("06 02 01 02 02 01 07", value([0; 3], None, 0, end())),
        ("09 05 01 02 03 04 05 02 01 07", value([3, 4, 5], None, 0, end())),
        ("0d 06 01 02 03 04 05 08 02 01 07 02 01 06", value([3, 4, 5], Some(6), 8, end())),
    ];
    for (hex, value) in indexed {
        partial::<Mixed>(Wire::Indexed, hex, &value);
    }
    let all = value([3, 4, 5], Some(6), 8, link(9, end()));
    whole::<Mixed>(Wire::Indexed, "14 06 01 02 03 04 05 08 02 01 07 02 01 06 06 01 01 09 02 00 00", &all);
    for (hex, why, message) in [
        ("07 03 01 02 03 02 01 07", MIDDLE, ""),
        ("08 04 01 02 03 04 02 01 07", MIDDLE, ""),
        // The second static field that may be absent is there, but the option before it is not.
        ("0a 06 01 02 03 04 05 08 02 01 07", "a field after one that is absent", ""),
        // The option is there, but the array before it is not.
        ("08 02 01 02 02 01 07 01 00", "a field after one that is absent", ""),
        ("04 01 01 01 07", MIDDLE, ""),
        ("05 02 01 02 02 01", "the input ends", ""),
        ("04 02 01 02 02", "the input ends", ""),
        ("03 02 01 02", MISSING, ""),
        ("01 00", MISSING, ""),
    ] {
        refused::<Mixed>(Wire::Indexed, hex, why, message);
    }
}

/// The field without bytes, after the last one of the static part, does not say that those after it are absent.
#[test]
fn a_field_without_bytes_says_nothing() {
    let first = vec![0x201_u16.value(), Some(7_u8).value(), [3_u8, 4, 5].value(), ().value()];
    let value = Value::Fields([first, vec![None::<u8>.value(), 0_u8.value(), end()]].concat());
    partial::<Mixed>(Wire::Indexed, "0b 05 01 02 03 04 05 02 01 07 01 00", &value);
}

#[test]
fn an_unknown_constructor_is_kept() {
    use Wire::{Compact, Indexed};
    // (All bytes after the size in the head.)
    let unknown = |hex: &str| Value::Case(2, vec![Value::Unknown(bytes(hex)[1..].into())]);
    whole::<Open>(Compact, "01 00", &end());
    partial::<Open>(Compact, "02 00 07", &end());
    whole::<Open>(Compact, "01 02", &unknown("01 02"));
    whole::<Open>(Compact, "04 02 ff ff ff", &unknown("04 02 ff ff ff"));
    whole::<Open>(Compact, "03 fc fc 00", &unknown("03 fc fc 00"));
    whole::<Open>(Compact, "09 fe 00 00 00 00 01 00 00 00", &unknown("09 fe 00 00 00 00 01 00 00 00"));
    refused::<Open>(Compact, "00", ENDS, "unexpected end of input: expected at least 1 more byte, found 0, at byte 1");
    refused::<Open>(
        Compact,
        "03 fc 02 00",
        LONG,
        "number not minimal: expected the shortest form of 2, found a longer one, at byte 1",
    );
    refused::<Open>(
        Compact,
        "02 02",
        BEYOND,
        "unexpected end of input: expected at least 2 more bytes, found 1, at byte 1",
    );
    whole::<Open>(Indexed, "02 00 02", &unknown("02 00 02"));
    whole::<Open>(Indexed, "05 02 02 ff ff ff", &unknown("05 02 02 ff ff ff"));
    refused::<Open>(
        Indexed,
        "05 04 02 ff ff ff",
        ENDS,
        "unexpected end of input: expected at least 4 more bytes, found 3, at byte 3",
    );
    refused::<Open>(
        Indexed,
        "01 00",
        ENDS,
        "unexpected end of input: expected at least 1 more byte, found 0, at byte 2",
    );
    // As an item of CBOR: a byte string, the field of the last constructor.
    whole::<OpenItem>(Compact, "04 02 02 81 05", &Value::Item(vec![0x81, 5]));
    partial::<OpenItem>(Compact, "05 02 02 81 05 ff", &Value::Item(vec![0x81, 5]));
    whole::<OpenItem>(Indexed, "05 00 02 02 81 05", &Value::Item(vec![0x81, 5]));
    partial::<OpenItem>(Indexed, "06 01 02 ff 02 81 05", &Value::Item(vec![0x81, 5]));
    refused::<OpenItem>(Compact, "04 03 02 81 05", UNKNOWN, "invalid tag: expected 0 to 2, found 3, at byte 1");
    refused::<OpenItem>(
        Compact,
        "03 02 01 81",
        "not one item of CBOR",
        "unexpected end of input: expected at least 1 more byte, found 0, at byte 4 in OpenItem::Unknown.0",
    );
    refused::<OpenItem>(
        Compact,
        "04 02 02 05 05",
        "not one item of CBOR",
        "size mismatch: expected a value of 2 bytes, found one of 1, at byte 2 in OpenItem::Unknown.0",
    );
    refused::<OpenItem>(
        Compact,
        "01 02",
        ENDS,
        "unexpected end of input: expected at least 1 more byte, found 0, at byte 2 in OpenItem::Unknown.0",
    );
}

#[test]
fn extensible_values_within_others() {
    let notes = Value::Sequence(vec![Value::Fields(vec![]); 2]);
    let unknown = |hex: &str| Value::Case(2, vec![Value::Unknown(bytes(hex)[1..].into())]);
    let value = |other: Value| Value::Fields(vec![link(7, end()), notes.clone(), other, 9_u8.value()]);
    whole::<Row>(Wire::Compact, "04 01 07 01 00 02 00 00 02 05 ff 09", &value(unknown("02 05 ff")));
    whole::<Row>(
        Wire::Indexed,
        "09 06 01 01 07 02 00 00 08 02 04 01 00 01 00 03 01 05 ff",
        &value(unknown("03 01 05 ff")),
    );
    // Levels: a field that is not last, and a sequence of extensible values.
    let within = |depth, hex: &str| {
        reference::read(Row::schema(), Wire::Compact, &Limits { depth, ..Limits::DEFAULT }, &bytes(hex)).is_ok()
    };
    assert!(within(1, "04 01 07 01 00 02 00 00 02 05 ff 09"));
    assert!(!within(0, "01 00 00 01 00 09"));
    let list = |depth| {
        reference::read(
            <Chain as Case>::schema(),
            Wire::Compact,
            &Limits { depth, ..Limits::DEFAULT },
            &[4, 1, 7, 1, 0],
        )
    };
    assert!(list(0).is_ok(), "a last field is not a level");
}
