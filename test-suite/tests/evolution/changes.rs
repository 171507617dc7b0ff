//! Which type may follow which: every row of the table in the book's page on fingerprints.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::fmt::Debug;

use packed_data::cbor::RawBuf;
use packed_data::layout::haskell::{PackedData, Store};
use packed_data::types::{Reserved, Unknown};
use packed_data::{Cbor, Compact, Fingerprint, Indexed, Layout, Packable, Packed, Unpack};

/// Whether a reader with the new type reads a value of the old one, and the other way round.
type Reads = (bool, bool);

const BOTH: Reads = (true, true);
const NEW_READS_OLD: Reads = (true, false);
const OLD_READS_NEW: Reads = (false, true);
const NONE: Reads = (false, false);

/// Checks that the bytes of `from` are those of `to` in the other type, or that they are not.
fn is_read<T: Packable, U: for<'a> Unpack<'a> + PartialEq + Debug, L: Layout>(from: &T, to: &U, is: bool) {
    let packed = Packed::<T, L>::pack(from);
    let read = Packed::<U, L>::from_slice(packed.as_bytes()).map(|read| read.unpack().expect("shallow"));
    assert_eq!(read.as_ref() == Ok(to), is, "{}: {to:?} is read as {read:?}", L::NAME);
}

/// Checks in one layout that `old` and `new`, the same value in two types, are read as `reads` says.
fn change<T, U, L>(old: &T, new: &U, reads: Reads)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    U: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    L: Layout,
{
    is_read::<T, U, L>(old, new, reads.0);
    is_read::<U, T, L>(new, old, reads.1);
}

/// Checks in `Compact`, `Indexed` and `Cbor`.
fn changes<T, U>(old: &T, new: &U, [compact, indexed, cbor]: [Reads; 3])
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    U: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    change::<T, U, Compact>(old, new, compact);
    change::<T, U, Indexed>(old, new, indexed);
    change::<T, U, Cbor>(old, new, cbor);
}

macro_rules! types {
    ($($module:ident { $($definition:item)+ })+) => {$(
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            $(
                #[derive(Clone, Debug, PartialEq, Packable)]
                $definition
            )+
        }
    )+};
}

types! {
    base {
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8 }
        pub(super) enum Shape { Dot(u8), Line(u8, u16) }
    }
    names {
        pub(super) struct Row { pub(super) title: String, pub(super) len: u8 }
        pub(super) enum Form { Point(u8), Row(u8, u16) }
    }
    removed {
        pub(super) struct Line { pub(super) name: Reserved<String>, pub(super) width: u8 }
    }
    longer {
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8, pub(super) colour: u8 }
    }
    grown {
        pub(super) struct Line {
            pub(super) name: String,
            pub(super) width: u8,
            #[packable(default)]
            pub(super) colour: u8,
        }
    }
    first {
        #[packable(extensible)]
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8 }
        #[packable(extensible)]
        pub(super) enum Shape { Dot(u8), Line(u8, u16) }
    }
    plus {
        #[packable(extensible)]
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8, pub(super) colour: u8 }
    }
    second {
        pub(super) enum Shape { Dot(u8), #[packable(other)] Other(Unknown) }
    }
    more {
        pub(super) enum Shape { Dot(u8), Line(u8, u16), Box { width: u8 } }
    }
    swapped {
        pub(super) struct Line { pub(super) width: u8, pub(super) name: String }
        pub(super) enum Shape { Line(u8, u16), Dot(u8) }
    }
    wider {
        pub(super) struct Line { pub(super) name: String, pub(super) width: i32 }
    }
    as_tuple {
        pub(super) struct Holder { pub(super) line: (String, u8) }
    }
    as_struct {
        pub(super) struct Holder { pub(super) line: base::Line }
    }
    as_enum {
        pub(super) struct Holder { pub(super) line: Line }
        pub(super) enum Line { Line(String, u8), Curve }
    }
    tagged {
        pub(super) struct Line {
            pub(super) name: String,
            #[packable(cbor_tag = 99)]
            pub(super) width: u8,
        }
    }
    optional {
        pub(super) struct Line { pub(super) name: Option<String>, pub(super) width: u8 }
    }
}

fn old_line() -> base::Line {
    base::Line { name: "hi".into(), width: 7 }
}

#[test]
fn another_name() {
    let new = names::Row { title: "hi".into(), len: 7 };
    changes(&old_line(), &new, [BOTH; 3]);
    changes(&base::Shape::Dot(1), &names::Form::Point(1), [BOTH; 3]);
    changes(&base::Shape::Line(1, 2), &names::Form::Row(1, 2), [BOTH; 3]);
}

#[test]
fn pointers_and_newtypes() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(transparent)]
    struct Width(Box<u8>);

    changes(&5_u8, &Width(Box::new(5)), [BOTH; 3]);
    assert_eq!(Fingerprint::of::<u8>(), Fingerprint::of::<Width>());
    changes(&vec![5_u16], &VecDeque::from([5_u16]), [BOTH; 3]);
    changes(&BTreeMap::from([(1_u8, 2_u8)]), &HashMap::from([(1_u8, 2_u8)]), [BOTH; 3]);
}

#[test]
fn a_removed_field_is_reserved() {
    let old = base::Line { name: String::new(), width: 7 };
    changes(&old, &removed::Line { name: Reserved::new(), width: 7 }, [BOTH; 3]);
}

#[test]
fn a_new_last_field() {
    let new = longer::Line { name: "hi".into(), width: 7, colour: 0 };
    changes(&old_line(), &new, [NONE, NONE, OLD_READS_NEW]);
    let old = first::Line { name: "hi".into(), width: 7 };
    let new = grown::Line { name: "hi".into(), width: 7, colour: 0 };
    changes(&old, &new, [BOTH; 3]);
    // And the other way round, a last field that is removed, or loses its `default`.
    let plus = plus::Line { name: "hi".into(), width: 7, colour: 0 };
    changes(&new, &plus, [BOTH; 3]);
    changes(&old, &plus, [OLD_READS_NEW; 3]);
    // A type that becomes extensible.
    changes(&old_line(), &old, [NONE, NONE, BOTH]);
    changes(&old_line(), &new, [NONE, NONE, BOTH]);
}

#[test]
fn a_new_last_constructor() {
    changes(&base::Shape::Line(1, 2), &more::Shape::Line(1, 2), [BOTH; 3]);
    // The old reader does not know the new constructor.
    let new = more::Shape::Box { width: 1 };
    is_read::<_, base::Shape, Compact>(&new, &base::Shape::Dot(1), false);
    is_read::<_, base::Shape, Indexed>(&new, &base::Shape::Dot(1), false);
    is_read::<_, base::Shape, Cbor>(&new, &base::Shape::Dot(1), false);
}

#[test]
fn a_constructor_that_is_kept() {
    fn kept<L: Layout>() {
        let new = Packed::<first::Shape, L>::pack(&first::Shape::Line(1, 2));
        let old = Packed::<second::Shape, L>::from_slice(new.as_bytes()).expect("valid").unpack().expect("shallow");
        assert!(matches!(&old, second::Shape::Other(other) if other.tag() == Some(1)), "{}: {old:?}", L::NAME);
        assert_eq!(Packed::<second::Shape, L>::pack(&old).as_bytes(), new.as_bytes());
        change::<_, _, L>(&first::Shape::Dot(3), &second::Shape::Dot(3), BOTH);
    }

    kept::<Compact>();
    kept::<Indexed>();
    kept::<Cbor>();
}

/// The first constructor with a field makes the values of an enum differ in size: `Indexed` then writes their sizes.
#[test]
fn the_first_constructor_with_a_field() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Color {
        Red,
        Green,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum AnyColor {
        Red,
        Green,
        Mixed(u8, u8),
    }

    let (old, new) = ((Color::Green, 5_u8), (AnyColor::Green, 5_u8));
    changes(&old, &new, [BOTH, NONE, BOTH]);
    // (Alone it has no size before it.)
    changes(&Color::Red, &AnyColor::Red, [BOTH; 3]);
}

macro_rules! constructors {
    ($Old:ident $New:ident: $($name:ident)+, $more:ident) => {
        #[derive(Clone, Debug, PartialEq, Packable)]
        enum $Old {
            $($name,)+
        }

        #[derive(Clone, Debug, PartialEq, Packable)]
        enum $New {
            $($name,)+
            $more,
        }
    };
}

/// A constructor that makes the tag wider changes the bytes of all the others, except in CBOR.
#[test]
fn a_constructor_that_makes_the_tag_wider() {
    constructors! {
        Byte Wide:
        A0 A1 A2 A3 A4 A5 A6 A7 A8 A9 AA AB AC AD AE AF B0 B1 B2 B3 B4 B5 B6 B7 B8 B9 BA BB BC BD BE BF
        C0 C1 C2 C3 C4 C5 C6 C7 C8 C9 CA CB CC CD CE CF D0 D1 D2 D3 D4 D5 D6 D7 D8 D9 DA DB DC DD DE DF
        E0 E1 E2 E3 E4 E5 E6 E7 E8 E9 EA EB EC ED EE EF F0 F1 F2 F3 F4 F5 F6 F7 F8 F9 FA FB FC FD FE FF
        G0 G1 G2 G3 G4 G5 G6 G7 G8 G9 GA GB GC GD GE GF H0 H1 H2 H3 H4 H5 H6 H7 H8 H9 HA HB HC HD HE HF
        I0 I1 I2 I3 I4 I5 I6 I7 I8 I9 IA IB IC ID IE IF J0 J1 J2 J3 J4 J5 J6 J7 J8 J9 JA JB JC JD JE JF
        K0 K1 K2 K3 K4 K5 K6 K7 K8 K9 KA KB KC KD KE KF L0 L1 L2 L3 L4 L5 L6 L7 L8 L9 LA LB LC LD LE LF
        M0 M1 M2 M3 M4 M5 M6 M7 M8 M9 MA MB MC MD ME MF N0 N1 N2 N3 N4 N5 N6 N7 N8 N9 NA NB NC ND NE NF
        O0 O1 O2 O3 O4 O5 O6 O7 O8 O9 OA OB OC OD OE OF P0 P1 P2 P3 P4 P5 P6 P7 P8 P9 PA PB PC PD PE PF,
        Q0
    }
    changes(&Byte::P9, &Wide::P9, [NONE, NONE, BOTH]);
}

/// Some Haskell libraries write no tag for the only constructor of a type.
#[test]
fn the_second_constructor() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum One {
        A(u8),
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Two {
        A(u8),
        B,
    }

    changes(&One::A(1), &Two::A(1), [BOTH; 3]);
    change::<_, _, PackedData>(&One::A(1), &Two::A(1), BOTH);
    change::<_, _, Store>(&One::A(1), &Two::A(1), NONE);
}

#[test]
fn another_order() {
    // (In `Indexed` the field of static size comes first in both.)
    let new = swapped::Line { width: 7, name: "hi".into() };
    changes(&old_line(), &new, [NONE, BOTH, NONE]);
    let (old, new) = ((7_u8, 8_u16), (8_u16, 7_u8));
    is_read::<_, (u16, u8), Indexed>(&old, &new, false);
    changes(&base::Shape::Line(1, 2), &swapped::Shape::Line(1, 2), [NONE; 3]);
}

#[test]
fn a_wider_number() {
    let new = wider::Line { name: "hi".into(), width: 7 };
    changes(&old_line(), &new, [NONE, NONE, BOTH]);
    is_read::<_, base::Line, Cbor>(&wider::Line { width: 256, ..new.clone() }, &old_line(), false);
    changes(&1.5_f32, &1.5_f64, [NONE, NONE, BOTH]);
    changes(&1.1_f32, &f64::from(1.1_f32), [NONE, NONE, BOTH]);
    // A sequence of `u8` is a byte string.
    changes(&vec![1_u8, 2], &vec![1_u16, 2], [NONE; 3]);
    changes(&vec![1_u16, 2], &vec![1_u32, 2], [NONE, NONE, BOTH]);
}

#[test]
fn an_optional_field() {
    let new = optional::Line { name: Some("hi".into()), width: 7 };
    changes(&old_line(), &new, [NONE; 3]);
}

#[test]
fn a_tuple_becomes_a_struct() {
    let tuple = as_tuple::Holder { line: ("hi".into(), 7) };
    changes(&tuple, &as_struct::Holder { line: old_line() }, [BOTH, BOTH, NONE]);
}

#[test]
fn a_struct_becomes_an_enum() {
    let new = as_enum::Holder { line: as_enum::Line::Line("hi".into(), 7) };
    changes(&as_struct::Holder { line: old_line() }, &new, [NONE, NONE, BOTH]);
    let curve = as_enum::Holder { line: as_enum::Line::Curve };
    is_read::<_, as_struct::Holder, Cbor>(&curve, &as_struct::Holder { line: old_line() }, false);
}

#[test]
fn a_set_becomes_a_sequence() {
    let (set, sequence) = (BTreeSet::from([3_u16, 1, 2]), vec![1_u16, 2, 3]);
    changes(&set, &sequence, [BOTH; 3]);
    // The old reader needs keys that are sorted, or in CBOR different.
    is_read::<_, BTreeSet<u16>, Compact>(&vec![3_u16, 1, 2], &set, false);
    is_read::<_, BTreeSet<u16>, Indexed>(&vec![3_u16, 1, 2], &set, false);
    is_read::<_, BTreeSet<u16>, Cbor>(&vec![1_u16, 1, 2], &set, false);
    let (map, pairs) = (BTreeMap::from([(1_u8, "a".to_owned())]), vec![(1_u8, "a".to_owned())]);
    changes(&map, &pairs, [BOTH, BOTH, NONE]);
}

#[test]
fn a_tag_of_cbor() {
    let new = tagged::Line { name: "hi".into(), width: 7 };
    changes(&old_line(), &new, [BOTH, BOTH, OLD_READS_NEW]);
    changes(&new, &old_line(), [BOTH, BOTH, NEW_READS_OLD]);
}

#[test]
fn a_constructor_before_the_one_for_unknown_ones() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Old {
        Dot(u8),
        #[packable(other)]
        Unknown(RawBuf),
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum New {
        Dot(u8),
        Line(u8, u16),
        #[packable(other)]
        Unknown(RawBuf),
    }

    change::<_, _, Cbor>(&Old::Dot(1), &New::Dot(1), BOTH);
    let line = New::Line(1, 2);
    let unknown = RawBuf::new(Packed::<New, Cbor>::pack(&line).into_inner()).expect("well-formed");
    change::<_, _, Cbor>(&Old::Unknown(unknown), &line, BOTH);
}

#[test]
fn a_condition() {
    use packed_data::View;

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(validate = even)]
    struct Even(u8);

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Any(u8);

    fn even<L: Layout>(value: View<'_, Even, L>) -> Result<(), &'static str> {
        let Ok(Even(number)) = value.unpack() else { return Err("too deep") };
        if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
    }

    changes(&Any(2), &Even(2), [BOTH; 3]);
    changes(&Any(3), &Even(3), [OLD_READS_NEW; 3]);
}

#[test]
fn an_adapter() {
    use packed_data::with::{PackWith, With};

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Ticks(u32);

    #[derive(Clone, Debug, PartialEq)]
    enum Plain {}
    #[derive(Clone, Debug, PartialEq)]
    enum Even {}

    impl PackWith<Ticks> for Plain {
        const NAME: &'static str = "ticks";
        type As = u32;
        type Value<'v> = u32;

        fn pack(ticks: &Ticks) -> Result<u32, &'static str> {
            Ok(ticks.0)
        }

        fn unpack(ticks: u32) -> Result<Ticks, &'static str> {
            Ok(Ticks(ticks))
        }
    }

    impl PackWith<Ticks> for Even {
        const NAME: &'static str = "even ticks";
        type As = u32;
        type Value<'v> = u32;

        fn pack(ticks: &Ticks) -> Result<u32, &'static str> {
            Ok(ticks.0)
        }

        fn unpack(ticks: u32) -> Result<Ticks, &'static str> {
            if ticks.is_multiple_of(2) { Ok(Ticks(ticks)) } else { Err("odd") }
        }
    }

    let (plain, even) = (With::<_, Plain>::new, With::<_, Even>::new);
    changes(&vec![plain(Ticks(6))], &vec![even(Ticks(6))], [BOTH; 3]);
    changes(&vec![plain(Ticks(7))], &vec![even(Ticks(7))], [OLD_READS_NEW; 3]);
}
