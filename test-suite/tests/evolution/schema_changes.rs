//! Compatibility by schemas, held against what the library does with the bytes: every row of the book's table of what
//! may follow what, and fifty other changes made by hand.
#![cfg(not(miri))] // the crate that compares schemas has no unsafe code

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::time::Duration;

use packed_data::cbor::RawBuf;
use packed_data::layout::haskell::{Binary, PackedData, Store};
use packed_data::types::{Reserved, Unknown};
use packed_data::{Cbor, Compact, Indexed, Packable, Packed, Unpack};
use packed_data_schema::Effect::{self, Broken, Fine, Narrowed};
use packed_data_schema::{LayoutId, Schema};

/// Returns what a reader of `N` makes of bytes of `O`.
fn effect<N: Packable, O: Packable>(layout: LayoutId) -> Effect {
    Schema::of::<N>().can_read(&Schema::of::<O>(), layout).effect()
}

/// Checks the effects for the new reader and the old one, and that the library reads values as they say.
///
/// `old` and `new` are the same values. If all values are read, then these are; if none is reliably, then some is not.
/// Where some are refused, none may be read as another value.
#[track_caller]
fn check<O, N, L>(layout: LayoutId, old: &[O], new: &[N], effects: (Effect, Effect))
where
    O: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    N: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    L: packed_data::Layout,
{
    assert_eq!((effect::<N, O>(layout), effect::<O, N>(layout)), effects, "{layout}: {:?}", old.first());
    // (No closures over values of the types: there are hundreds of pairs of types and layouts.)
    let (mut by_new, mut by_old) = (Vec::new(), Vec::new());
    for (old, new) in old.iter().zip(new) {
        by_new.push(is_read::<O, N, L>(old, new));
        by_old.push(is_read::<N, O, L>(new, old));
    }
    assert!(is_as_expected(&by_new, effects.0), "{layout}: {old:?} and {new:?}");
    assert!(is_as_expected(&by_old, effects.1), "{layout}: {old:?} and {new:?}");
}

/// Returns whether values were read as the effect says.
fn is_as_expected(is_read: &[Option<bool>], effect: Effect) -> bool {
    match effect {
        Fine => is_read.iter().all(|read| *read == Some(true)),
        Narrowed => is_read.iter().all(|read| *read != Some(false)),
        Broken => is_read.iter().any(|read| *read != Some(true)),
    }
}

/// Returns whether the bytes of `from` are read as `to`; `None` if they are refused.
fn is_read<T: Packable, U: for<'a> Unpack<'a> + PartialEq, L: packed_data::Layout>(from: &T, to: &U) -> Option<bool> {
    let packed = Packed::<T, L>::pack(from);
    match Packed::<U, L>::from_slice(packed.as_bytes()) {
        Ok(read) => Some(read.unpack().expect("shallow") == *to),
        Err(_) => None,
    }
}

/// Checks in `Compact`, `Indexed` and `Cbor`.
#[track_caller]
fn changes<O, N>(old: &[O], new: &[N], effects: [(Effect, Effect); 3])
where
    O: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    N: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
{
    check::<O, N, Compact>(LayoutId::Compact, old, new, effects[0]);
    check::<O, N, Indexed>(LayoutId::Indexed, old, new, effects[1]);
    check::<O, N, Cbor>(LayoutId::Cbor, old, new, effects[2]);
}

const BOTH: (Effect, Effect) = (Fine, Fine);
const NONE: (Effect, Effect) = (Broken, Broken);

macro_rules! types {
    ($($module:ident { $($definition:item)+ })+) => {$(
        mod $module {
            #[allow(unused_imports)]
            use super::*;

            $(
                #[derive(Clone, Debug, PartialEq, PartialOrd, Packable)]
                $definition
            )+
        }
    )+};
}

types! {
    base {
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8 }
        pub(super) enum Shape { Dot(u8), Line(u8, u16) }
        pub(super) struct Pair { pub(super) a: u8, pub(super) b: u8 }
        pub(super) struct Holder { pub(super) line: Line, pub(super) last: u8 }
        pub(super) enum Color { Red, Green }
    }
    names {
        pub(super) struct Row { pub(super) title: String, pub(super) len: u8 }
        pub(super) enum Form { Point(u8), Row(u8, u16) }
    }
    removed {
        pub(super) struct Line { pub(super) name: Reserved<String>, pub(super) width: u8 }
        pub(super) struct Short { pub(super) name: String }
    }
    longer {
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8, pub(super) colour: u8 }
        pub(super) struct Unit { pub(super) name: String, pub(super) width: u8, pub(super) unit: () }
        pub(super) struct First { pub(super) colour: u8, pub(super) name: String, pub(super) width: u8 }
        pub(super) struct Holder { pub(super) line: Line, pub(super) last: u8 }
    }
    more {
        pub(super) enum Shape { Dot(u8), Line(u8, u16), Box { width: u8 } }
        pub(super) enum Color { Red, Green, Blue }
        pub(super) enum AnyColor { Red, Green, Mixed(u8, u8) }
        pub(super) enum Dots { Dot(u8) }
    }
    swapped {
        pub(super) struct Line { pub(super) width: u8, pub(super) name: String }
        pub(super) enum Shape { Line(u8, u16), Dot(u8) }
        pub(super) struct Pair { pub(super) b: u8, pub(super) a: u8 }
    }
    retyped {
        pub(super) struct Wide { pub(super) name: String, pub(super) width: i32 }
        pub(super) struct Float { pub(super) name: String, pub(super) width: f32 }
        pub(super) struct Optional { pub(super) name: Option<String>, pub(super) width: u8 }
        pub(super) struct Tagged { pub(super) name: String, #[packable(cbor_tag = 99)] pub(super) width: u8 }
        pub(super) struct Tagged2 { pub(super) name: String, #[packable(cbor_tag = 98)] pub(super) width: u8 }
    }
    kinds {
        pub(super) struct Tuple { pub(super) line: (String, u8) }
        pub(super) struct Struct { pub(super) line: base::Line }
        pub(super) struct Enum { pub(super) line: Line }
        pub(super) enum Line { Line(String, u8), Curve }
        pub(super) enum Only { Line(String, u8) }
        pub(super) enum Maybe { None, Some(u8) }
    }
}

types! {
    grown {
        pub(super) struct Line { pub(super) name: String, pub(super) width: u8, #[packable(default)] pub(super) colour: u8 }
        pub(super) enum Shape { Dot(u8), #[packable(other)] Unknown(RawBuf) }
        pub(super) enum More { Dot(u8), Line(u8, u16), #[packable(other)] Unknown(RawBuf) }
    }
}

types! {
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
    between {
        pub(super) struct Line {
            pub(super) name: String,
            pub(super) width: u8,
            #[packable(default)]
            pub(super) text: String,
            #[packable(default)]
            pub(super) colour: u8,
        }
    }
    second {
        pub(super) enum Shape { Dot(u8), #[packable(other)] Other(Unknown) }
    }
    third {
        pub(super) enum Shape { Dot(u8), Line(u8, u16), #[packable(other)] Other(Unknown) }
    }
    fourth {
        #[packable(extensible)]
        pub(super) enum Shape { Dot(u8), Line(u8, u16), Box(u8) }
    }
}

fn line() -> [base::Line; 2] {
    [base::Line { name: "hi".into(), width: 7 }, base::Line { name: String::new(), width: 255 }]
}

#[test]
fn names_and_pointers() {
    let new = line().map(|line| names::Row { title: line.name, len: line.width });
    changes(&line(), &new, [BOTH; 3]);
    changes(
        &[base::Shape::Dot(1), base::Shape::Line(1, 2)],
        &[names::Form::Point(1), names::Form::Row(1, 2)],
        [BOTH; 3],
    );
    changes(&[5_u8], &[Box::new(5_u8)], [BOTH; 3]);
    let removed = [removed::Line { name: Reserved::new(), width: 7 }];
    changes(&[base::Line { name: String::new(), width: 7 }], &removed, [BOTH; 3]);
}

#[test]
fn fields() {
    let new = line().map(|line| longer::Line { name: line.name, width: line.width, colour: 0 });
    changes(&line(), &new, [NONE, NONE, (Broken, Fine)]);
    let grown = line().map(|line| grown::Line { name: line.name, width: line.width, colour: 0 });
    // (A type that becomes extensible: in the native layouts its values have a head then.)
    changes(&line(), &grown, [NONE, NONE, BOTH]);
    // (Values that were written before the field lost its default may lack it.)
    check::<_, _, Cbor>(LayoutId::Cbor, &grown, &new, (Narrowed, Fine));
    let short = line().map(|line| removed::Short { name: line.name });
    changes(&short, &line(), [NONE, NONE, (Broken, Fine)]);
    let unit = line().map(|line| longer::Unit { name: line.name, width: line.width, unit: () });
    changes(&line(), &unit, [BOTH, BOTH, (Broken, Fine)]);
    let first = line().map(|line| longer::First { colour: 9, name: line.name, width: line.width });
    changes(&line(), &first, [NONE, NONE, NONE]);
    let old = [base::Holder { line: line()[0].clone(), last: 1 }];
    let new = [longer::Holder { line: longer::Line { name: "hi".into(), width: 7, colour: 0 }, last: 1 }];
    changes(&old, &new, [NONE, NONE, (Broken, Fine)]);
}

/// The fields of extensible types, and constructors that are kept.
#[test]
fn extensible_types() {
    let first = line().map(|line| first::Line { name: line.name, width: line.width });
    let grown = line().map(|line| grown::Line { name: line.name, width: line.width, colour: 0 });
    let plus = line().map(|line| plus::Line { name: line.name, width: line.width, colour: 0 });
    changes(&line(), &first, [NONE, NONE, BOTH]);
    changes(&first, &grown, [BOTH; 3]);
    changes(&first, &plus, [(Broken, Fine); 3]);
    changes(&grown, &plus, [(Narrowed, Fine); 3]);
    // A new field of varying size between two others: the static part of `Indexed` has the last field, which is
    // refused after one that is absent.
    let between = line().map(|line| between::Line { name: line.name, width: line.width, text: "x".into(), colour: 0 });
    changes(&grown, &between, [NONE, (Broken, Fine), NONE]);
    let (old, new) = ([first::Shape::Dot(3)], [second::Shape::Dot(3)]);
    changes(&old, &new, [(Fine, Narrowed); 3]);
    changes(&[second::Shape::Dot(3)], &[third::Shape::Dot(3)], [BOTH; 3]);
    changes(&[first::Shape::Line(1, 2)], &[third::Shape::Line(1, 2)], [(Fine, Narrowed); 3]);
    changes(&[third::Shape::Line(1, 2)], &[fourth::Shape::Line(1, 2)], [(Narrowed, Fine); 3]);
    // A native layout keeps no constructor as an item, and reads bytes under its tag as one.
    assert_eq!(effect::<grown::More, grown::Shape>(LayoutId::Compact), Broken);
    assert_eq!(effect::<grown::Shape, grown::More>(LayoutId::Indexed), Broken);
    assert_eq!(effect::<grown::Shape, grown::More>(LayoutId::Cbor), Fine);
    // The elements and fields around an extensible type: it is headed, and needs no size.
    let (old, new) = ([vec![grown[0].clone()]], [vec![first[0].clone()]]);
    changes(&old, &new, [BOTH; 3]);
}

#[test]
fn order() {
    let new = line().map(|line| swapped::Line { width: line.width, name: line.name });
    changes(&line(), &new, [NONE, BOTH, NONE]);
    changes(&[base::Pair { a: 1, b: 2 }], &[swapped::Pair { b: 2, a: 1 }], [NONE; 3]);
    changes(&[(700_u16, 8_u32)], &[(700_u32, 8_u16)], [NONE, NONE, (Narrowed, Narrowed)]);
    changes(&[base::Shape::Line(1, 2)], &[swapped::Shape::Line(1, 2)], [NONE; 3]);
}

#[test]
fn constructors() {
    let (old, new) = ([base::Shape::Dot(1), base::Shape::Line(1, 2)], [more::Shape::Dot(1), more::Shape::Line(1, 2)]);
    changes(&old, &new, [(Fine, Narrowed); 3]);
    changes(&[base::Color::Green], &[more::Color::Green], [(Fine, Narrowed); 3]);
    changes(&[base::Color::Red], &[more::AnyColor::Red], [(Fine, Narrowed); 3]);
    let (old, new) = ([(base::Color::Green, 5_u8)], [(more::AnyColor::Green, 5_u8)]);
    changes(&old, &new, [(Fine, Narrowed), NONE, (Fine, Narrowed)]);
    let (old, new) = ([vec![base::Color::Green]], [vec![more::AnyColor::Green]]);
    changes(&old, &new, [(Fine, Narrowed), NONE, (Fine, Narrowed)]);
    changes(&[more::Dots::Dot(1)], &[base::Shape::Dot(1)], [(Fine, Narrowed); 3]);
    check::<_, _, PackedData>(LayoutId::PackedData, &[more::Dots::Dot(1)], &[base::Shape::Dot(1)], (Fine, Narrowed));
    check::<_, _, Store>(LayoutId::Store, &[more::Dots::Dot(1)], &[base::Shape::Dot(1)], NONE);
    check::<_, _, Cbor>(LayoutId::Cbor, &[grown::Shape::Dot(1)], &[grown::More::Dot(1)], BOTH);
    check::<_, _, Cbor>(LayoutId::Cbor, &[base::Shape::Dot(1)], &[grown::Shape::Dot(1)], (Fine, Narrowed));
}

#[test]
fn numbers() {
    let new = line().map(|line| retyped::Wide { name: line.name, width: line.width.into() });
    changes(&line(), &new, [NONE, NONE, (Fine, Narrowed)]);
    let new = line().map(|line| retyped::Float { name: line.name, width: line.width.into() });
    changes(&line(), &new, [NONE; 3]);
    changes(&[1.5_f32], &[1.5_f64], [NONE, NONE, (Fine, Narrowed)]);
    changes(&[1.5_f64], &[1_u64], [NONE; 3]);
    changes(&[5_u64], &[5_usize], [BOTH; 3]);
    changes(&[-5_i64], &[-5_isize], [BOTH; 3]);
    check::<_, _, Compact>(LayoutId::Compact, &[200_u8], &[100_i8], NONE);
    check::<_, _, Cbor>(LayoutId::Cbor, &[5_u8], &[5_i8], (Narrowed, Narrowed));
    changes(&[5_u16], &[std::num::NonZeroU16::new(5).expect("not zero")], [(Narrowed, Fine); 3]);
    changes(&[5_u16], &[std::num::NonZeroU32::new(5).expect("not zero")], [NONE, NONE, (Narrowed, Narrowed)]);
    changes(&[5_u64], &[5_u128], [NONE, NONE, (Fine, Narrowed)]);
    changes(&[true], &[7_u8], [NONE; 3]);
    changes(&['x'], &[5_u32], [NONE; 3]);
    changes(&['x'], &["x".to_owned()], [NONE, NONE, (Fine, Narrowed)]);
    changes(&[Duration::new(1, 2)], &[3_u64], [NONE; 3]);
    changes(&[vec![1_u8, 2]], &[vec![1_u16, 2]], [NONE; 3]);
    changes(&[vec![1_u16, 2]], &[vec![1_u32, 2]], [NONE, NONE, (Fine, Narrowed)]);
}

#[test]
fn kinds() {
    let new = line().map(|line| retyped::Optional { name: Some(line.name), width: line.width });
    changes(&line(), &new, [NONE; 3]);
    let tuple = line().map(|line| kinds::Tuple { line: (line.name, line.width) });
    let record = line().map(|line| kinds::Struct { line });
    changes(&tuple, &record, [BOTH, BOTH, NONE]);
    let choice = line().map(|line| kinds::Enum { line: kinds::Line::Line(line.name, line.width) });
    changes(&record, &choice, [NONE, NONE, (Fine, Narrowed)]);
    let only = line().map(|line| kinds::Only::Line(line.name, line.width));
    changes(&line(), &only, [NONE, NONE, BOTH]);
    check::<_, _, Binary>(LayoutId::Binary, &line(), &only, BOTH);
    changes(&[Some(5_u8)], &[kinds::Maybe::Some(5)], [BOTH, BOTH, NONE]);
    changes(&["text".to_owned()], &[b"text".to_vec()], [(Fine, Narrowed), (Fine, Narrowed), NONE]);
    changes(&[[1_u16, 2]], &[(1_u16, 2_u16)], [BOTH; 3]);
    changes(&[[1_u8, 2]], &[(1_u8, 2_u8)], [BOTH, BOTH, NONE]);
    changes(&[[1_u16, 2]], &[(1_u16, 2_u32)], [NONE, NONE, (Fine, Narrowed)]);
    changes(&[[1_u16, 2]], &[vec![1_u16, 2]], [NONE, NONE, (Fine, Narrowed)]);
    changes(&[[1_u16, 2]], &[[1_u16, 2, 3]], [NONE; 3]);
    changes(&[()], &[0_u8], [NONE; 3]);
}

#[test]
fn sets_and_maps() {
    let (set, sequence) = ([BTreeSet::from([3_u16, 1, 2])], [vec![1_u16, 2, 3]]);
    changes(&set, &sequence, [(Fine, Narrowed); 3]);
    changes(&[BTreeSet::from([1_u8])], &[vec![1_u8]], [(Fine, Narrowed), (Fine, Narrowed), NONE]);
    let (map, pairs) = ([BTreeMap::from([(1_u8, "a".to_owned())])], [vec![(1_u8, "a".to_owned())]]);
    changes(&map, &pairs, [(Fine, Narrowed), (Fine, Narrowed), NONE]);
    check::<_, _, Store>(LayoutId::Store, &map, &pairs, NONE);
    changes(&map, &[BTreeSet::from([(1_u8, "a".to_owned())])], [BOTH, BOTH, NONE]);
    let wider = [BTreeMap::from([(1_u16, "a".to_owned())])];
    changes(&map, &wider, [NONE, NONE, (Fine, Narrowed)]);
}

#[test]
fn tags() {
    let new = line().map(|line| retyped::Tagged { name: line.name, width: line.width });
    changes(&line(), &new, [BOTH, BOTH, (Broken, Fine)]);
    let other = line().map(|line| retyped::Tagged2 { name: line.name, width: line.width });
    changes(&new, &other, [BOTH, BOTH, NONE]);
}

/// Types that a layout does not have cannot be read in it.
#[test]
fn what_does_not_compile() {
    assert_eq!(effect::<grown::Line, base::Line>(LayoutId::Compact), Broken);
    assert_eq!(effect::<String, String>(LayoutId::PackedData), Broken);
    assert_eq!(effect::<u128, u128>(LayoutId::Store), Broken);
}

#[test]
fn conditions_and_adapters() {
    let parse = |lines: &str| Schema::parse(&format!("packed-data schema 1\n{lines}")).expect("a schema");
    let all = [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor];
    let effects = |new: &str, old: &str| all.map(|layout| parse(new).can_read(&parse(old), layout).effect());
    let (plain, tested) = ("struct 1:S 1 1:a #1\nu8\n", "struct 1:S condition 1 1:a #1\nu8\n");
    assert_eq!(effects(tested, plain), [Narrowed; 3]);
    assert_eq!(effects(plain, tested), [Fine; 3]);
    let (days, weeks) = ("with 4:days #1\nu16\n", "with 5:weeks #1\nu16\n");
    assert_eq!(effects(days, weeks), [Narrowed; 3]);
    assert_eq!(effects("u16\n", days), [Fine; 3]);
    assert_eq!(effects(days, "u16\n"), [Narrowed; 3]);
    // The elements of a sequence of `u8` are a byte string in CBOR; adapted ones are not.
    let (bytes, adapted) = ("sequence #1\nu8\n", "sequence #1\nwith 0: #2\nu8\n");
    assert_eq!(effects(bytes, adapted), [Fine, Fine, Broken]);
    assert_eq!(effects("vector #1\nu16\n", "sequence #1\nu16\n"), [Fine; 3]);
}

/// A type that contains itself is compared once, and a difference has a path.
#[test]
fn paths() {
    #[derive(Packable)]
    #[allow(dead_code)]
    enum Tree {
        Leaf(i64),
        Node(Box<Tree>, Box<Tree>),
    }
    mod new {
        #[derive(packed_data::Packable)]
        #[allow(dead_code)]
        pub(super) enum Tree {
            Leaf(i32),
            Node(Box<Tree>, Box<Tree>),
        }
    }
    let found = Schema::of::<new::Tree>().can_read(&Schema::of::<Tree>(), LayoutId::Cbor);
    assert_eq!(
        found.to_string(),
        "narrowed: Tree::Leaf.0: the number was i64 and is i32: numbers that it cannot hold are refused\n",
    );
}

/// Returns the schema of a struct with these fields of type `u8`, or `()` if the name is `unit`.
fn struct_of(fields: &[&str]) -> Schema {
    let units = fields.contains(&"unit") && fields != ["unit"];
    let (byte, unit) = if fields.first() == Some(&"unit") { ("#2", "#1") } else { ("#1", "#2") };
    let mut text = format!("packed-data schema 1\nstruct 5:Event {}", fields.len());
    for field in fields {
        text += &format!(" {}:{field} {}", field.len(), if *field == "unit" { unit } else { byte });
    }
    text += match (fields.first(), units) {
        (None, _) => "\n",
        (Some(&"unit"), true) => "\ntuple 0: 0\nu8\n",
        (Some(&"unit"), false) => "\ntuple 0: 0\n",
        (_, true) => "\nu8\ntuple 0: 0\n",
        (_, false) => "\nu8\n",
    };
    Schema::parse(&text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn differences(new: &[&str], old: &[&str], layout: LayoutId) -> String {
    struct_of(new).can_read(&struct_of(old), layout).to_string()
}

/// The difference is found by name: fields after the one that was added or removed are not reported in its place.
#[test]
fn fields_that_were_added_or_removed_between_others() {
    let (old, new) = (["time", "user", "action", "agent"], ["time", "user", "took", "action", "agent"]);
    for layout in [LayoutId::Compact, LayoutId::Indexed, LayoutId::Cbor] {
        assert_eq!(
            differences(&new, &old, layout),
            "broken: Event.took: the field is new, where `action` was: values are refused or misread\n"
        );
        assert_eq!(
            differences(&old, &new, layout),
            "broken: Event.action: it is where `took` was, which is gone: values are refused or misread\n"
        );
    }
    // Those that changed places, and those at the end, are reported as before.
    assert_eq!(
        differences(&["a", "c", "b", "d"], &["a", "b", "c"], LayoutId::Compact),
        "broken: Event.c: its bytes were those of the field `b`: values change places, or are refused\n\
         broken: Event.b: its bytes were those of the field `c`: values change places, or are refused\n\
         broken: Event.d: the field is new: the bytes do not have it, and are refused or misread\n"
    );
}

/// Names decide what is said, places what is read: for all structs of a few fields.
#[test]
fn effects_of_all_arrangements_of_fields() {
    const NAMES: [&str; 4] = ["a", "b", "c", "unit"];
    let mut all: Vec<Vec<&str>> = vec![vec![]];
    let mut first = 0;
    while first < all.len() {
        for name in NAMES {
            if !all[first].contains(&name) {
                all.push([&all[first][..], &[name]].concat());
            }
        }
        first += 1;
    }
    assert_eq!(all.len(), 65);
    for (new, old) in all.iter().flat_map(|new| all.iter().map(move |old| (new, old))) {
        let moved = |one: &&str, other: &&str| one != other && (new.contains(other) || old.contains(one));
        let places =
            |fields: &[&'static str]| fields.iter().copied().filter(|name| *name != "unit").collect::<Vec<_>>();
        let (one, other) = (places(new), places(old));
        let is_moved = one.len() != other.len() || one.iter().zip(&other).any(|(one, other)| moved(one, other));
        for layout in [LayoutId::Compact, LayoutId::Indexed] {
            let found = struct_of(new).can_read(&struct_of(old), layout);
            assert_eq!(found.effect(), if is_moved { Broken } else { Fine }, "{layout} {new:?} {old:?}: {found}");
            // What is said to be new or gone is.
            for difference in &found.differences {
                let name = difference.path.rsplit('.').next().unwrap_or_default();
                assert!(!difference.meaning.contains("is new") || !other.contains(&name), "{new:?} {old:?}: {found}");
                let is_gone = difference.meaning.starts_with("the field is gone");
                assert!(!is_gone || !one.contains(&name), "{new:?} {old:?}: {found}");
            }
        }
        let found = struct_of(new).can_read(&struct_of(old), LayoutId::Cbor);
        let is_moved = new.len() > old.len() || new.iter().zip(old).any(|(one, other)| moved(one, other));
        let is_other = |(one, other): (&&str, &&str)| (*one == "unit") != (*other == "unit");
        let is_broken = is_moved || new.iter().zip(old).any(is_other);
        assert_eq!(found.effect(), if is_broken { Broken } else { Fine }, "{new:?} {old:?}: {found}");
    }
}
