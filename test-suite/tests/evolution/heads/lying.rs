//! Hand-written implementations of the library's traits for extensible types, some of which say what is not so; and
//! what extensible types mean for the rest of the library: conditions, edits, names, last fields.

use packed_data::__private::shape::{Defaulted, Enum, Named, Rest, Struct};
use packed_data::__private::{Branch, InTier};
use packed_data::build::Written;
use packed_data::cursor::Match;
use packed_data::error::Names;
use packed_data::layout::AnyAccess;
use packed_data::types::{Reserved, Unknown};
use packed_data::{Access, Cbor, Compact, ErrorKind, Indexed, Layout, Limits, Needs, Packable, Packed, View};
use test_suite::{few, swept};

/// Implements the trait for a type without a view of its own.
macro_rules! by_hand {
    ($T:ident: $shape:ty, $other:literal, |$needs:ident| $write:expr) => {
        impl Named for $T {
            // There are no names at all.
            const NAMES: &'static Names = &Names { name: "", constructors: &[] };
            const HAS_OTHER: bool = $other;
        }

        impl Packable for $T {
            type As = Self;
            type Shape = $shape;
            type View<'a, L: Access> = View<'a, Self, L>;

            fn view<'a, L: Access>(view: View<'a, Self, L>) -> View<'a, Self, L> {
                view
            }

            fn write<'v, 'id, L: Layout>(_: &'v Self, $needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
                $write
            }
        }
    };
}

struct Nameless;

by_hand!(Nameless: Struct<Self, (u8, (String, (Defaulted<String>, (Defaulted<u16>, Rest))))>, false, |needs| {
    needs.fields().put(&1).put("text").put("more").put(&2).done().into()
});

/// The last constructor holds what is not known.
struct Open;
type OpenVariants = ((u8, Rest), (Unknown, Rest));

by_hand!(Open: Enum<Self, OpenVariants>, true, |needs| needs.variant::<InTier<0>, _, OpenVariants>().put(&7).done().into());

/// The same constructors, but the last one is said to be like any other.
struct Closed;

by_hand!(Closed: Enum<Self, OpenVariants>, false, |needs| {
    needs.variant::<InTier<0>, _, OpenVariants>().put(&7).done().into()
});

/// A constructor with a field that may be absent, as the last one of a view.
enum Grown {}
type GrownVariants = ((u8, (Defaulted<String>, Rest)), (u16, (Defaulted<u8>, (Defaulted<Option<u8>>, Rest))));

by_hand!(Grown: Enum<Self, GrownVariants>, false, |needs| {
    let _ = needs;
    unreachable!("the type has no values")
});

impl Match for Grown {
    type Variants = GrownVariants;
    type Case<'a, 'id, L: Access> = String;
    type ViewCase<'a, L: AnyAccess> = String;

    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, GrownVariants, L>) -> String {
        let Ok(case) = Self::view_case(branch);
        case
    }

    fn view_case<'a, L: AnyAccess>(branch: Branch<'a, '_, GrownVariants, L>) -> Result<String, L::Error> {
        Ok(match branch.tag() {
            0 => {
                let (_, parts) = branch.parts::<InTier<0>>()?.next()?;
                format!("{:?}", parts.last()?)
            }
            _ => {
                let (_, parts) = branch.parts::<InTier<1>>()?.next()?;
                let (first, parts) = parts.next()?;
                format!("{} {:?}", first.is_some(), parts.last()?.map(|_| ()))
            }
        })
    }
}

/// Does everything with bytes if they are accepted, and returns whether they are.
fn everything<T: Packable<As = T>, L: Layout>(bytes: &[u8]) -> bool {
    let bytes = bytes.to_vec().into_boxed_slice();
    let packed = match Packed::<T, L, &[u8]>::from_bytes(&bytes) {
        Ok(packed) => packed,
        Err(error) => {
            assert!(!format!("{error} {:?}", error.path()).is_empty());
            return false;
        }
    };
    super::everything(&packed);
    // (A value that is not known can be copied only as what it was.)
    let numbers =
        packed.within(&Limits::DEFAULT).rewrite(|rules| rules.on::<u8>(|value, needs, _| value.copy_to(needs)));
    assert!(numbers.is_ok() || std::any::type_name::<T>().ends_with("Closed"));
    true
}

#[test]
fn types_without_names() {
    let text = b"text";
    let compact = [&[13, 1, 4][..], text, &[4], b"more", &[2, 0]].concat();
    let whole = Packed::<Nameless, Compact>::pack(&Nameless);
    assert_eq!(whole.as_bytes(), compact);
    assert!(everything::<Nameless, Compact>(&compact));
    let whole = Packed::<Nameless, Indexed>::pack(&Nameless).into_inner();
    assert!(everything::<Nameless, Indexed>(&whole));
    for bytes in [compact, whole] {
        for at in swept(0..bytes.len()) {
            let others = [0, 0xFC, bytes[at].wrapping_sub(1), 1, 2, 0xFB, 0xFF, bytes[at].wrapping_add(1)];
            for byte in few(3, others) {
                let mut mutant = bytes.clone();
                mutant[at] = byte;
                everything::<Nameless, Compact>(&mutant);
                everything::<Nameless, Indexed>(&mutant);
            }
        }
    }
}

/// Whether the last constructor is said to hold what is not known decides what is accepted; nothing else relies on it.
#[test]
fn a_constructor_that_is_said_to_be_another() {
    for first in (0..8).step_by(if cfg!(miri) { 2 } else { 1 }) {
        for bytes in [
            &[][..],
            &[0],
            &[1],
            &[0, 5],
            &[1, 5],
            &[1, 1, 5],
            &[2, 5, 5],
            &[0, 1, 2],
            &[0, 1, 0],
            &[1, 1, 1, 9],
            &[0, 1, 2, 0, 5],
        ] {
            let bytes = [&[first], bytes].concat();
            everything::<Open, Compact>(&bytes);
            everything::<Open, Indexed>(&bytes);
            everything::<Closed, Compact>(&bytes);
            everything::<Closed, Indexed>(&bytes);
        }
    }
    assert!(everything::<Open, Compact>(&[2, 1, 9]));
    assert!(everything::<Open, Compact>(&[2, 5, 9]));
    assert!(!everything::<Closed, Compact>(&[2, 5, 9]));
    assert!(everything::<Closed, Compact>(Packed::<Closed, Compact>::pack(&Closed).as_bytes()));
    assert!(everything::<Open, Indexed>(Packed::<Open, Indexed>::pack(&Open).as_bytes()));
}

/// A hand-written match that looks at a field that is absent finds nothing, not what follows the value.
#[test]
fn an_absent_field_is_not_viewed() {
    fn check<L: Layout>(cases: &[(&[u8], &str)]) {
        for (bytes, expected) in cases {
            let packed = Packed::<(Grown, u8), L, &[u8]>::from_bytes(bytes).expect("valid");
            let (viewed, last) = packed.read(|pair| {
                let (viewed, fields) = pair.fields().with(|grown| {
                    let case = grown.case();
                    grown.skip().map(|()| case)
                });
                let (last, fields) = fields.read();
                fields.done((viewed, last))
            });
            assert_eq!((&*viewed, last), (*expected, 0xA5));
        }
    }
    check::<Compact>(&[
        (&[2, 0, 7, 0xA5], "None"),
        (&[4, 0, 7, 1, b'a', 0xA5], "Some(\"a\")"),
        (&[3, 1, 7, 0, 0xA5], "false None"),
        (&[4, 1, 7, 0, 5, 0xA5], "true None"),
        (&[5, 1, 7, 0, 5, 0, 0xA5], "true Some(())"),
    ]);
    check::<Indexed>(&[(&[0xA5, 3, 1, 0, 7], "None"), (&[0xA5, 5, 1, 0, 7, 1, b'a'], "Some(\"a\")")]);
    check::<Indexed>(&[(&[0xA5, 4, 2, 1, 7, 0], "false None"), (&[0xA5, 5, 3, 1, 7, 0, 5], "true None")]);
}

// ---- Conditions

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(validate = in_order)]
struct Range {
    start: u8,
    #[packable(default)]
    end: u16,
    #[packable(default)]
    name: String,
}

fn in_order<L: Layout>(range: View<'_, Range, L>) -> Result<(), &'static str> {
    let range: Range = range.unpack().map_err(|_| "too deep")?;
    match range.end == 0 || u16::from(range.start) <= range.end {
        true => Ok(()),
        false => Err("it ends before it starts"),
    }
}

#[test]
fn a_condition_sees_only_its_value() {
    fn accepts<L: Layout>(bytes: &[u8], expected: bool) {
        let error = match Packed::<(Range, u8), L, &[u8]>::from_bytes(bytes) {
            Ok(packed) => {
                assert!(expected, "{bytes:?}");
                return drop(packed.unpack().expect("shallow"));
            }
            Err(error) => error,
        };
        assert!(!expected, "{error}");
        assert!(matches!(error.kind(), ErrorKind::Refused { .. }), "{error}");
    }
    accepts::<Compact>(&[1, 9, 7], true);
    accepts::<Compact>(&[3, 9, 9, 0, 7], true);
    accepts::<Compact>(&[3, 9, 8, 0, 7], false);
    accepts::<Compact>(&[5, 9, 9, 0, 0, 0xFF, 7], true);
    accepts::<Compact>(&[5, 9, 8, 0, 0, 0xFF, 7], false);
    accepts::<Indexed>(&[7, 2, 1, 9], true);
    accepts::<Indexed>(&[7, 5, 3, 9, 9, 0, 0], true);
    accepts::<Indexed>(&[7, 5, 3, 9, 8, 0, 0], false);
    accepts::<Indexed>(&[7, 7, 4, 9, 8, 0, 0xFF, 0, 0xFF], false);
    accepts::<Indexed>(&[7, 7, 4, 9, 9, 0, 0xFF, 0, 0xFF], true);
}

// ---- Edits, names, last fields, places of removed fields

#[derive(Clone, Debug, PartialEq, Packable)]
struct Person {
    name: String,
    age: u8,
    #[packable(default)]
    email: String,
    #[packable(default)]
    visits: u16,
}

/// Bytes of persons in Compact and Indexed: with all fields, without one, without two.
const COMPACT: [&[u8]; 3] = [&[7, 1, 97, 9, 1, 98, 5, 0], &[5, 1, 97, 9, 1, 98], &[3, 1, 97, 9]];
const INDEXED: [&[u8]; 3] = [&[8, 3, 9, 5, 0, 1, 97, 1, 98], &[6, 1, 9, 1, 97, 1, 98], &[4, 1, 9, 1, 97]];

#[test]
fn a_scalar_is_edited_only_where_it_is() {
    macro_rules! check {
        ($L:ty, $all:expr) => {
            for (index, bytes) in $all.iter().enumerate() {
                let mut packed = Packed::<Person, $L>::from_vec(bytes.to_vec()).expect("valid");
                packed.edit(|person| {
                    let ((), fields) = person.fields().skip().with(|age| age.update(|age| age + 1));
                    let ((), fields) = fields.skip().with_or((), |visits| visits.update(|visits| visits + 300));
                    fields.done(())
                });
                let person = packed.unpack().expect("shallow");
                assert_eq!((person.age, person.visits), (10, if index == 0 { 305 } else { 0 }));
                assert!(Packed::<Person, $L, _>::from_bytes(packed.as_bytes()).is_ok());
            }
        };
    }
    check!(Compact, COMPACT);
    check!(Indexed, INDEXED);
}

#[test]
fn absent_fields_have_names() {
    fn check<L: Layout>(all: &[&[u8]; 3]) {
        for (index, bytes) in all.iter().enumerate() {
            let packed = Packed::<Person, L, &[u8]>::from_bytes(bytes).expect("valid");
            let visits = packed.read(|person| {
                let (visits, end) = person.fields().skip_to(|person: PersonNames| person.visits).read();
                end.done(visits)
            });
            let email = packed.read(|person| {
                let (email, fields) = person.fields().skip_to(|person: PersonNames| person.email).read_or("");
                fields.skip().done(email)
            });
            let age = packed.read(|person| {
                let (age, fields) = person.fields().skip_to(|person: PersonNames| person.age).read();
                fields.skip().skip().done(age)
            });
            assert_eq!((age, visits, email), (9, if index == 0 { 5 } else { 0 }, if index < 2 { "b" } else { "" }));
        }
    }
    check::<Compact>(&COMPACT);
    check::<Indexed>(&INDEXED);
    check::<Cbor>(&[&[0x85, 0, 0x61, 97, 9, 0x61, 98, 5], &[0x84, 0, 0x61, 97, 9, 0x61, 98], &[0x83, 0, 0x61, 97, 9]]);
}

/// Whoever reads an extensible value takes its end from the head, so its last field may be read as its rest, also if
/// more bytes follow that are not known. (In `Indexed` not one in the static part, as in other types.)
#[test]
fn the_last_field_is_the_rest() {
    fn check<L: Layout>(bytes: &[u8]) {
        let packed = Packed::<(Person, u8), L, &[u8]>::from_bytes(bytes).expect("valid");
        let (visits, last) = packed.read(|pair| {
            let (visits, fields) = pair.fields().with(|person| {
                let fields = person.fields().skip().skip().skip();
                match fields.present() {
                    Ok(fields) => fields.tail().read(),
                    Err(end) => end.done(0),
                }
            });
            let (last, fields) = fields.read();
            fields.done((visits, last))
        });
        assert_eq!((visits, last), (5, 0xA5));
    }
    check::<Compact>(&[7, 1, 97, 9, 1, 98, 5, 0, 0xA5]);
    check::<Compact>(&[9, 1, 97, 9, 1, 98, 5, 0, 0xEE, 0xEE, 0xA5]);
}

/// The place of a removed field, which had a type that is extensible itself.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Fewer {
    name: String,
    #[packable(default)]
    removed: Reserved<Option<u16>>,
    #[packable(default)]
    visits: u16,
}

#[test]
fn the_place_of_a_removed_field_may_be_absent() {
    for bytes in
        [&[2, 1, 97][..], &[3, 1, 97, 0], &[5, 1, 97, 1, 9, 9], &[7, 1, 97, 1, 9, 9, 5, 0], &[5, 1, 97, 0, 5, 0]]
    {
        let packed = Packed::<Fewer, Compact, &[u8]>::from_bytes(bytes).expect("valid");
        assert_eq!(packed.unpack().expect("shallow").name, "a");
        assert!(everything::<Fewer, Compact>(bytes));
    }
    let fewer = Fewer { name: "a".into(), removed: Reserved::new(), visits: 5 };
    assert!(everything::<Fewer, Indexed>(Packed::<Fewer, Indexed>::pack(&fewer).as_bytes()));
    assert_eq!(Packed::<Fewer, Compact>::pack(&fewer).as_bytes(), [5, 1, 97, 0, 5, 0]);
    assert!(Packed::<Fewer, Compact>::with_limits(&Limits { bytes: 5, ..Limits::DEFAULT }).pack(&fewer).is_err());
}
