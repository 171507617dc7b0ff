//! Adapters in tuples and nested containers, and for types that borrow.

use std::borrow::Cow;
use std::collections::{HashMap, VecDeque};

use packed_data::with::{PackWith, Unchanged, With};
use packed_data::{Cbor, Compact, Fingerprint, Indexed, Packable, Packed};

/// Not packable.
#[derive(Clone, Debug, Default, PartialEq)]
struct Metres(f64);

enum Millimetres {}

impl PackWith<Metres> for Millimetres {
    const NAME: &'static str = "millimetres";
    type As = u32;
    type Value<'v> = u32;

    fn pack(metres: &Metres) -> Result<u32, &'static str> {
        Ok((metres.0 * 1000.0) as u32)
    }

    fn unpack(millimetres: u32) -> Result<Metres, &'static str> {
        if millimetres < 1_000_000 { Ok(Metres(f64::from(millimetres) / 1000.0)) } else { Err("too far") }
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Course {
    #[packable(with = (Millimetres,))]
    one: (Metres,),
    #[packable(with = [(Unchanged, Millimetres); 2])]
    ends: [(char, Metres); 2],
    #[packable(with = VecDeque<Option<Millimetres>>)]
    marks: VecDeque<Option<Metres>>,
    #[packable(with = HashMap<Unchanged, Vec<(Unchanged, Millimetres, Unchanged)>>)]
    laps: HashMap<String, Vec<(u8, Metres, String)>>,
    #[packable(with = Box<Millimetres>)]
    total: Box<Metres>,
}

/// The same bytes, without adapters.
#[derive(Packable)]
struct Raw {
    one: (u32,),
    ends: [(char, u32); 2],
    marks: Vec<Option<u32>>,
    laps: HashMap<String, Vec<(u8, u32, String)>>,
    total: u32,
}

fn course() -> Course {
    Course {
        one: (Metres(1.0),),
        ends: [('a', Metres(0.0)), ('b', Metres(100.0))],
        marks: VecDeque::from([None, Some(Metres(2.5))]),
        laps: HashMap::from([("Ada".into(), vec![(1, Metres(40.0), "ok".into())])]),
        total: Box::new(Metres(7.0)),
    }
}

fn round_trip<L: packed_data::Layout>() {
    let packed = Packed::<Course, L>::pack(&course());
    let raw = Raw {
        one: (1000,),
        ends: [('a', 0), ('b', 100_000)],
        marks: vec![None, Some(2500)],
        laps: HashMap::from([("Ada".into(), vec![(1, 40_000, "ok".into())])]),
        total: 7000,
    };
    assert_eq!(packed.as_bytes(), Packed::<Raw, L>::pack(&raw).as_bytes());
    assert_eq!(Packed::<Course, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(course()));
}

#[test]
fn tuples_and_nested_containers() {
    round_trip::<Compact>();
    round_trip::<Indexed>();
    round_trip::<Cbor>();
    assert_ne!(Fingerprint::of::<Course>(), Fingerprint::of::<Raw>());
}

#[test]
fn refused_deep_inside() {
    let raw = Raw {
        one: (0,),
        ends: [('a', 0), ('b', 0)],
        marks: vec![],
        laps: HashMap::from([("Ada".into(), vec![(1, u32::MAX, String::new())])]),
        total: 0,
    };
    let packed = Packed::<Raw>::pack(&raw);
    let error = Packed::<Course, Compact, _>::from_bytes(packed.as_bytes()).unwrap_err();
    assert!(error.to_string().starts_with("refused: too far, at byte "), "{error}");
}

#[test]
fn views_of_nested_containers() {
    let packed = Packed::<Course, Indexed>::pack(&course());
    let view = packed.view().fields();
    assert_eq!(view.one.0, Metres(1.0));
    let laps = view.laps.get("Ada").unwrap();
    let (number, length, remark) = laps.get(0).unwrap();
    assert_eq!((number.packed(), length.packed(), remark.packed()), (1, 40_000, "ok"));
    assert_eq!(view.marks.get(1).unwrap().map(|mark| mark.get()), Some(Metres(2.5)));
    assert!(view.laps.get("Bob").is_none());
}

/// A name that may borrow, as another crate may define it.
#[derive(Clone, Debug, PartialEq)]
struct Name<'n>(Cow<'n, str>);

enum AsText {}

impl<'n> PackWith<Name<'n>> for AsText {
    const NAME: &'static str = "name";
    const REFUSES: bool = false;
    type As = str;
    type Value<'v> = Cow<'v, str>;

    fn pack<'v>(name: &'v Name<'n>) -> Result<Cow<'v, str>, &'static str> {
        Ok(Cow::Borrowed(&name.0))
    }

    fn unpack(text: Cow<'_, str>) -> Result<Name<'n>, &'static str> {
        Ok(Name(Cow::Owned(text.into_owned())))
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Person<'n> {
    #[packable(with = AsText)]
    name: Name<'n>,
    #[packable(with = Vec<AsText>)]
    others: Vec<Name<'n>>,
}

#[test]
fn types_that_borrow() {
    let text = String::from("Ada");
    let person = Person { name: Name(Cow::Borrowed(&text)), others: vec![Name(Cow::Borrowed(&text[1..]))] };
    let packed = Packed::<Person<'_>>::pack(&person);
    assert_eq!(packed.as_bytes(), b"\x03Ada\x01\x02da");
    assert_eq!(packed.unpack(), Ok(person.clone()));
    let with: &With<Name<'_>, AsText> = With::from_ref(&person.name);
    assert_eq!(Packed::<With<Name<'_>, AsText>>::pack(with).as_bytes(), b"\x03Ada");
}
