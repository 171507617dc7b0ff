//! Hostile extensible values in `Compact` and `Indexed`: mutants of every extensible shape, heads that lie deep inside,
//! and heads of every width. The library and the reference reader must agree on each; what is accepted is read in every
//! way.

use std::cell::Cell;
use std::cmp::Ordering;
use std::convert::Infallible;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::types::Unknown;
use packed_data::{Cbor, Compact, Cursor, Done, ErrorKind, Indexed, Layout, Limits, Packable, Packed, Set, Unpack};
use test_suite::described::{Described, Script, Source, build, caught};
use test_suite::reference::{self, Value};
use test_suite::{
    Event, Grown, LONG, Links, Parcel, Profile, Sameness, Sample, TestLayout, few, in_a_small_stack, over_layouts,
    probe,
};

use super::{Nothing, everything};

over_layouts!(
    native: a_list_of_extensible_cells_takes_no_stack,
    tags_of_several_bytes,
    what_is_begun_and_left_leaves_nothing,
    a_list_of_options_of_extensible_cells_nests,
    nested_heads_are_levels,
);

// ---- Mutants

/// The distance between the places that are tried, in samples and in other values (which Miri does not change).
const STEPS: [usize; 2] = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => [509, 1],
    (_, true) => [1, 17],
    _ => [1, 1],
};

/// Returns bytes without a pattern.
fn noise(seed: u64) -> Vec<u8> {
    let mut state = seed;
    let step = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 56) as u8
    };
    std::iter::repeat_with(step).take(60).collect()
}

/// Returns packed values: the sample, those of other versions, and a few that are generated.
fn values<T: Sample, L: TestLayout>() -> Vec<Vec<u8>> {
    let mut values = vec![Packed::<T, L>::pack(&T::sample()).into_inner()];
    values.extend(few(1, T::versions::<L>()));
    let generated = (0..if cfg!(miri) { 0 } else { 4 }).filter_map(|seed| T::generate(&mut Source::new(&noise(seed))));
    values.extend(generated.map(|value| Packed::<T, L>::pack(&value).into_inner()));
    values
}

/// Calls `each` for the bytes, and for mutants of them.
fn mutants(bytes: &[u8], step: usize, each: &mut dyn FnMut(&[u8])) {
    each(bytes);
    for at in (0..bytes.len()).step_by(step) {
        let (before, here) = bytes.split_at(at);
        let old = here[0];
        let flipped = (0..if cfg!(miri) { 1 } else { 8 }).map(|bit| old ^ 1 << bit);
        let others = [0, 0xFC, old.wrapping_add(1), 1, 2, 0xFB, 0xFD, 0xFE, 0xFF, old.wrapping_sub(1)];
        for new in flipped.chain(few(3, others)) {
            each(&[before, &[new], &here[1..]].concat());
        }
        // Two bytes at once: often a head and what it counts.
        for (one, other) in [(1, 1), (1, 0xFF), (0xFF, 0xFF), (0xFF, 1)] {
            if let [_, second, after @ ..] = here {
                each(&[before, &[old.wrapping_add(one), second.wrapping_add(other)], after].concat());
            }
        }
        each(before);
        each(&[before, &here[1..]].concat());
        for new in [0, 1, 0xFC] {
            each(&[before, &[new], here].concat());
            // Longer by one byte, with the outermost head one more, if it has one byte: bytes of a newer version.
            if let [head @ ..251, rest @ ..] = &*[before, &[new], here].concat() {
                each(&[&[head + 1], rest].concat());
            }
        }
        // Shorter by one byte, with the outermost head one less.
        if let [head @ 1..252, rest @ ..] = bytes
            && at > 0
        {
            each(&[&[head - 1], &rest[..at - 1], &rest[at..]].concat());
        }
    }
    each(&[bytes, &[0]].concat());
}

/// Both readers accept the bytes, or both refuse them. What is accepted is read in every way, by [`probe`].
fn agree<T: Sample, L: TestLayout>(bytes: &[u8]) -> bool {
    // (A box of its own, so that a read past its end is a read past the end of the allocation.)
    let boxed = bytes.to_vec().into_boxed_slice();
    let wire = L::WIRE.expect("a layout with heads");
    match (probe::<T, L>(&boxed), reference::read(T::schema(), wire, &Limits::DEFAULT, &boxed)) {
        (Ok(sameness), Ok(read)) => {
            assert_eq!(sameness == Sameness::Bytes, read.is_whole, "{bytes:02x?}");
            true
        }
        (Err(_), Err(_)) => false,
        (library, reference) => {
            panic!("{} in {}: {bytes:02x?}: {library:?}, but {reference:?}", std::any::type_name::<T>(), L::NAME)
        }
    }
}

/// Compares, copies, converts, rewrites and shows an accepted value.
fn every_way<T: Sample, L: TestLayout, M: TestLayout>(bytes: &[u8]) {
    let packed = Packed::<T, L, &[u8]>::from_bytes(bytes).expect("accepted");
    let value = packed.unpack().expect("within the limit on levels").value();
    assert_eq!(packed.read(T::read), value);
    let again = Packed::<T, L>::pack(&packed.unpack().expect("within the limit on levels"));
    let pair = Packed::<(T, Vec<T>, u8), L>::build(|needs| {
        let fields = needs.fields().put_packed(&packed);
        fields.with(|all| all.items(0..2, |needs, _| needs.put_packed(&packed))).put(&0xA5).done()
    });
    let pair = Packed::<(T, Vec<T>, u8), L, _>::from_bytes(pair.as_bytes()).expect("built bytes are valid");
    pair.read(|pair| {
        let (copied, fields) = pair.fields().with(|first| first.as_bytes());
        assert_eq!(copied, bytes);
        let ((), fields) =
            fields.with(|all| all.fold_items((), |(), one| one.isolate().map(|one| assert_eq!(one.as_bytes(), bytes))));
        let (last, fields) = fields.read();
        assert_eq!(last, 0xA5);
        fields.done(())
    });
    let rewritten = packed.rewrite(|rules| {
        let rules = rules.on::<u8>(|value, needs, _| value.copy_to(needs));
        rules.on::<i64>(|value, needs, _| value.copy_to(needs)).on::<bool>(|value, needs, _| value.copy_to(needs))
    });
    assert_eq!(rewritten.unpack().expect("no deeper than before").value(), value);
    let transformed = packed.transform(|cursor, needs| T::transform_parts(cursor, needs, &mut keep()));
    assert_eq!(transformed.unpack().expect("no deeper than before").value(), value);
    let is_unknown = format!("{value:?}").contains("Unknown");
    match packed.convert::<M>() {
        Ok(converted) => {
            let converted = Packed::<T, M, _>::from_bytes(converted.as_bytes()).expect("converted bytes are valid");
            assert_eq!(converted.unpack().expect("no deeper than before").value(), value);
            assert!(!is_unknown);
        }
        Err(error) => assert!(is_unknown, "{error}"),
    }
    assert_eq!(packed.convert::<L>().expect("the same layout").unpack().expect("no deeper").value(), value);
    everything(&packed);
    write!(Nothing, "{again:#?}").expect("nothing fails");
}

/// A script that keeps every part.
fn keep() -> Script<'static> {
    Script::new(Source::new(&[]))
}

fn mutants_of<T: Sample, L: TestLayout, M: TestLayout>() {
    let (mut accepted, mut refused) = (0, 0);
    for (index, bytes) in values::<T, L>().iter().enumerate() {
        assert!(agree::<T, L>(bytes), "{bytes:02x?}");
        every_way::<T, L, M>(bytes);
        if cfg!(miri) && index > 0 {
            continue;
        }
        mutants(bytes, STEPS[usize::from(index > 0)] * (1 + bytes.len() / 1024), &mut |mutant| match agree::<T, L>(
            mutant,
        ) {
            true => {
                accepted += 1;
                if accepted % if cfg!(miri) { 8 } else { 16 } == 0 {
                    every_way::<T, L, M>(mutant);
                }
            }
            false => refused += 1,
        });
    }
    println!("{} in {}: {accepted} accepted, {refused} refused", std::any::type_name::<T>(), L::NAME);
    assert!(cfg!(miri) || accepted > 100 && refused > 100);
}

macro_rules! mutants_of {
    ($($name:ident $T:ty),+ $(,)?) => {$(
        mod $name {
            use super::*;

            #[test]
            fn in_compact() {
                mutants_of::<$T, Compact, Indexed>();
            }

            #[test]
            fn in_indexed() {
                mutants_of::<$T, Indexed, Compact>();
            }
        }
    )+};
}

mutants_of!(grown Grown, profile Profile, links Links<u8>, event Event, parcel Parcel);

// ---- Heads of every width

/// Values whose inner and outer heads are near the sizes at which a head grows, packed, built and read.
#[test]
fn heads_of_every_width() {
    fn check<L: TestLayout>(value: &Profile) {
        let packed = Packed::<Profile, L>::pack(value);
        assert!(agree::<Profile, L>(packed.as_bytes()));
        for seed in 0..if cfg!(miri) { 1 } else { 3 } {
            let noise = noise(seed);
            let mut script = Script::new(Source::new(&noise));
            let built = caught(|| {
                Packed::<Profile, L>::with_limits(&Limits::DEFAULT).build(|needs| build(value, needs, &mut script))
            });
            assert_eq!(built.expect("no panic").expect("within the limits"), packed);
        }
        for cut in [1, packed.as_bytes().len() / 2] {
            assert!(!agree::<Profile, L>(&packed.as_bytes()[..packed.as_bytes().len() - cut]));
        }
        let mut longer = packed.into_inner();
        longer.push(0);
        assert!(!agree::<Profile, L>(&longer));
    }
    let sizes = if cfg!(miri) { vec![251] } else { (190..260).chain(65_480..65_540).collect() };
    for size in sizes {
        let small = Profile { name: "x".repeat(size), ..Profile::sample() };
        // The same head, once more, twice around it: as an element and as an option.
        let child = Profile { children: vec![], next: None, tree: None, ..small.clone() };
        let outer = Profile { children: vec![child.clone()], next: Some(Box::new(child.clone())), ..child.clone() };
        for value in [&child, &outer] {
            check::<Compact>(value);
            check::<Indexed>(value);
        }
    }
}

// ---- Lists of extensible cells

/// A list.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
enum Cells {
    End,
    Cell(u8, Box<Cells>),
}

/// A list of which each cell is the last field of an option, which is not extensible.
#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Cons {
    number: u8,
    next: Option<Box<Cons>>,
}

const CELLS: usize = if cfg!(miri) { 20 } else { LONG as usize };

/// Counts what is visited.
struct Count(usize);

impl<'a, L: Layout> CellsVisit<'a, L> for Count {
    type Break = Infallible;

    fn end(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }

    fn cell(&mut self, _: u8) -> ControlFlow<Infallible> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

fn cells<L: Layout>() -> Packed<Cells, L> {
    Packed::build(|mut needs| {
        for number in 0..CELLS {
            needs = Cells::start_cell(needs).put(&(number as u8)).tail();
        }
        Cells::write_end(needs)
    })
}

fn sum<'id, L: Layout>(mut cells: Cursor<'_, 'id, Cells, L>) -> Done<'id, usize, L> {
    let mut sum = 0;
    loop {
        match cells.case() {
            CellsCase::End(end) => return end.done(sum),
            CellsCase::Cell(fields) => {
                let (number, fields) = fields.read();
                sum += usize::from(number);
                cells = fields.tail();
            }
        }
    }
}

/// Everything that takes constant stack for other lists does so for these.
fn works_in_a_small_stack<T: Packable<As = T>, L: Layout>(packed: &Packed<T, L>) {
    everything::<T, L>(&Packed::from_bytes(packed.as_bytes()).expect("valid"));
    let rewritten = packed.rewrite(|rules| rules.on::<u8>(|number, needs, _| number.copy_to(needs)));
    assert!(rewritten == *packed);
    macro_rules! back_and_forth {
        ($($M:ty),+) => {$(
            let converted = packed.convert::<$M>().expect("within the limits");
            assert!(Packed::<T, $M, &[u8]>::from_bytes(converted.as_bytes()).is_ok());
            assert!(converted.convert::<L>().expect("within the limits") == *packed);
        )+};
    }
    back_and_forth!(Compact, Indexed, Cbor);
}

fn a_list_of_extensible_cells_takes_no_stack<L: TestLayout>() {
    in_a_small_stack(|| {
        let packed = cells::<L>();
        works_in_a_small_stack(&packed);
        assert_eq!(packed.read(sum), (0..CELLS).map(|number| number % 256).sum::<usize>());
        assert_eq!(packed.view().cmp(&cells::<L>().view()), Ordering::Equal);
        let mut count = Count(0);
        assert!(packed.view().visit(&mut count, &Limits::DEFAULT).expect("a list").is_continue());
        assert_eq!(count.0, CELLS);
    });
}

fn varint(number: usize) -> Vec<u8> {
    let bytes = (number as u64).to_le_bytes();
    match number {
        0..=251 => vec![number as u8],
        252..=0xFFFF => [&[0xFC], &bytes[..2]].concat(),
        _ => [&[0xFD], &bytes[..4]].concat(),
    }
}

/// Returns a list of cells in `Compact`, made from its end; `around` changes the number in the head of each cell,
/// counted from the end.
fn lying_cells(count: usize, around: impl Fn(usize, usize) -> usize) -> Vec<u8> {
    let mut reversed = vec![0, 1];
    for index in 0..count {
        reversed.extend([index as u8, 1]);
        reversed.extend(varint(around(index, reversed.len())).iter().rev());
    }
    reversed.reverse();
    reversed
}

/// One head of a long list lies: in the first cell, in the last, or in one between.
#[test]
fn a_head_that_lies_deep_inside_is_found() {
    in_a_small_stack(|| {
        let honest = lying_cells(CELLS, |_, size| size);
        assert!(Packed::<Cells, Compact, &[u8]>::from_bytes(&honest).is_ok());
        for place in [0, 1, CELLS / 2, CELLS - 2, CELLS - 1] {
            for lie in [1_isize, -1, 200] {
                let lies = |index, size: usize| if index == place { size.wrapping_add_signed(lie) } else { size };
                let bytes = lying_cells(CELLS, lies);
                let error = Packed::<Cells, Compact, &[u8]>::from_bytes(&bytes).map(drop).unwrap_err();
                assert!(error.offset() <= bytes.len());
                write!(Nothing, "{error} {:?}", error.path()).expect("nothing fails");
            }
        }
        for (from_end, byte) in [(2, 0), (2, 2), (2, 0xFB), (2, 0xFF), (1, 2)] {
            refuses::<Compact>(from_end, byte);
            refuses::<Indexed>(from_end, byte);
        }
    });
}

/// A byte near the end of a list is replaced, in the innermost cell.
fn refuses<L: Layout>(from_end: usize, byte: u8) {
    let mut bytes = cells::<L>().into_inner();
    let at = bytes.len() - from_end;
    if bytes[at] != byte {
        bytes[at] = byte;
        let error = Packed::<Cells, L, &[u8]>::from_bytes(&bytes).map(drop).unwrap_err();
        assert!(error.offset() <= bytes.len());
        write!(Nothing, "{error} {:?}", error.path()).expect("nothing fails");
    }
}

/// A cell in an option, which has no head, is a level of nesting, though it is the last field.
fn a_list_of_options_of_extensible_cells_nests<L: TestLayout>() {
    fn conses(count: usize) -> Cons {
        (0..count).fold(Cons { number: 0, next: None }, |next, n| Cons { number: n as u8, next: Some(Box::new(next)) })
    }
    let check = || {
        let depth = if cfg!(miri) { 5 } else { 300 };
        let limits = Limits { depth, stack: 64 << 20, ..Limits::DEFAULT };
        for levels in [depth as usize - 1, depth as usize, depth as usize + 1] {
            let packed = Packed::<Cons, L>::pack(&conses(levels));
            works_in_a_small_stack(&packed);
            assert_eq!(packed.view().cmp(&packed.view()), Ordering::Equal);
            let checked = Packed::<Cons, L>::with_limits(&limits).from_bytes(packed.as_bytes());
            assert_eq!(checked.is_ok(), levels <= depth as usize);
            assert_eq!(Packed::<Cons, L>::with_limits(&limits).pack(&conses(levels)).is_ok(), levels <= depth as usize);
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap().join().unwrap();
}

/// Heads that nest in other fields than the last are levels, whatever is within them.
fn nested_heads_are_levels<L: TestLayout>() {
    fn fork(inner: Links<u8>) -> Links<u8> {
        Links::Fork(Box::new(inner), None, None, true)
    }
    let check = || {
        for levels in if cfg!(miri) { 6..8 } else { 1022..1028 } {
            let limits = Limits { depth: if cfg!(miri) { 6 } else { 1024 }, stack: 64 << 20, ..Limits::DEFAULT };
            let value = (0..levels).fold(Links::End, |inner, _| fork(inner));
            let wide = Limits { depth: 5000, ..limits };
            let packed = Packed::<Links<u8>, L>::with_limits(&wide).pack(&value).expect("within wide limits");
            let is_within = Packed::<Links<u8>, L>::with_limits(&limits).pack(&value).is_ok();
            let accepted = Packed::<Links<u8>, L>::with_limits(&limits).from_bytes(packed.as_bytes()).is_ok();
            let wire = L::WIRE.expect("a layout with heads");
            let read = reference::read(Links::<u8>::schema(), wire, &limits, packed.as_bytes()).is_ok();
            assert_eq!((is_within, accepted), (read, read), "{levels}");
            assert_eq!(read, levels <= limits.depth as usize, "{levels}");
        }
    };
    std::thread::Builder::new().stack_size(256 << 20).spawn(check).unwrap().join().unwrap();
}

// ---- Many constructors

/// Defines an enum with more constructors than one byte of a varint can number.
macro_rules! many {
    ($(#[$attribute:meta])* $Many:ident: $($unit:ident)+; $($other:tt)*) => {
        #[derive(Clone, Debug, PartialEq, Packable)]
        #[allow(dead_code, reason = "only some of the constructors are made")]
        $(#[$attribute])*
        enum $Many {
            $($unit,)+
            Before(u16),
            At252(u8, #[packable(default)] Option<u8>),
            At253,
            At254(String),
            $($other)*
        }
    };
}

many! {
    #[packable(extensible)]
    Many: U0 U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 U16 U17 U18 U19 U20 U21 U22 U23 U24 U25 U26 U27 U28 U29 U30 U31 U32 U33 U34 U35 U36 U37 U38 U39 U40 U41 U42 U43 U44 U45 U46 U47 U48 U49 U50 U51 U52 U53 U54 U55 U56 U57 U58 U59 U60 U61 U62 U63 U64 U65 U66 U67 U68 U69 U70 U71 U72 U73 U74 U75 U76 U77 U78 U79 U80 U81 U82 U83 U84 U85 U86 U87 U88 U89 U90 U91 U92 U93 U94 U95 U96 U97 U98 U99 U100 U101 U102 U103 U104 U105 U106 U107 U108 U109 U110 U111 U112 U113 U114 U115 U116 U117 U118 U119 U120 U121 U122 U123 U124 U125 U126 U127 U128 U129 U130 U131 U132 U133 U134 U135 U136 U137 U138 U139 U140 U141 U142 U143 U144 U145 U146 U147 U148 U149 U150 U151 U152 U153 U154 U155 U156 U157 U158 U159 U160 U161 U162 U163 U164 U165 U166 U167 U168 U169 U170 U171 U172 U173 U174 U175 U176 U177 U178 U179 U180 U181 U182 U183 U184 U185 U186 U187 U188 U189 U190 U191 U192 U193 U194 U195 U196 U197 U198 U199 U200 U201 U202 U203 U204 U205 U206 U207 U208 U209 U210 U211 U212 U213 U214 U215 U216 U217 U218 U219 U220 U221 U222 U223 U224 U225 U226 U227 U228 U229 U230 U231 U232 U233 U234 U235 U236 U237 U238 U239 U240 U241 U242 U243 U244 U245 U246 U247 U248 U249 U250;
}

many! {
    ManyOpen: U0 U1 U2 U3 U4 U5 U6 U7 U8 U9 U10 U11 U12 U13 U14 U15 U16 U17 U18 U19 U20 U21 U22 U23 U24 U25 U26 U27 U28 U29 U30 U31 U32 U33 U34 U35 U36 U37 U38 U39 U40 U41 U42 U43 U44 U45 U46 U47 U48 U49 U50 U51 U52 U53 U54 U55 U56 U57 U58 U59 U60 U61 U62 U63 U64 U65 U66 U67 U68 U69 U70 U71 U72 U73 U74 U75 U76 U77 U78 U79 U80 U81 U82 U83 U84 U85 U86 U87 U88 U89 U90 U91 U92 U93 U94 U95 U96 U97 U98 U99 U100 U101 U102 U103 U104 U105 U106 U107 U108 U109 U110 U111 U112 U113 U114 U115 U116 U117 U118 U119 U120 U121 U122 U123 U124 U125 U126 U127 U128 U129 U130 U131 U132 U133 U134 U135 U136 U137 U138 U139 U140 U141 U142 U143 U144 U145 U146 U147 U148 U149 U150 U151 U152 U153 U154 U155 U156 U157 U158 U159 U160 U161 U162 U163 U164 U165 U166 U167 U168 U169 U170 U171 U172 U173 U174 U175 U176 U177 U178 U179 U180 U181 U182 U183 U184 U185 U186 U187 U188 U189 U190 U191 U192 U193 U194 U195 U196 U197 U198 U199 U200 U201 U202 U203 U204 U205 U206 U207 U208 U209 U210 U211 U212 U213 U214 U215 U216 U217 U218 U219 U220 U221 U222 U223 U224 U225 U226 U227 U228 U229 U230 U231 U232 U233 U234 U235 U236 U237 U238 U239 U240 U241 U242 U243 U244 U245 U246 U247 U248 U249 U250;
    #[packable(other)]
    Other(Unknown),
}

/// A tag that does not fit 32 bits is unknown on every machine.
#[test]
fn a_tag_beyond_32_bits_is_unknown() {
    let bytes = [9, 0xFE, 0, 0, 0, 0, 1, 0, 0, 0];
    let value = Packed::<ManyOpen, Compact, _>::from_bytes(&bytes[..]).expect("an unknown constructor").unpack();
    assert!(matches!(value, Ok(ManyOpen::Other(_))), "{value:?}");
}

/// A tag is known, or not, whatever the number of its bytes.
fn tags_of_several_bytes<L: TestLayout>() {
    let is_indexed = L::NAME == Indexed::NAME;
    // The bytes of a constructor: its head, the size of its static part, its tag, its fields.
    let bytes = |tag: u64, fields: &[u8], fixed: u8| {
        let tag = varint(tag as usize);
        let part = if is_indexed { vec![fixed] } else { vec![] };
        [&[(part.len() + tag.len() + fields.len()) as u8][..], &part, &tag, fields].concat()
    };
    let known = [
        (bytes(0, &[], 0), ManyOpen::U0, Many::U0),
        (bytes(250, &[], 0), ManyOpen::U250, Many::U250),
        (bytes(251, &[1, 2], 2), ManyOpen::Before(0x201), Many::Before(0x201)),
        (bytes(253, &[], 0), ManyOpen::At253, Many::At253),
        (bytes(254, &[1, b'x'], 0), ManyOpen::At254("x".into()), Many::At254("x".into())),
    ];
    for (bytes, open, closed) in known {
        assert_eq!(Packed::<ManyOpen, L>::pack(&open).as_bytes(), bytes);
        assert_eq!(Packed::<Many, L>::pack(&closed).as_bytes(), bytes);
        assert_eq!(Packed::<ManyOpen, L>::from_slice(&bytes).expect("valid").unpack(), Ok(open));
        assert_eq!(Packed::<Many, L>::from_slice(&bytes).expect("valid").unpack(), Ok(closed));
    }
    let absent = bytes(252, &[9], 1);
    assert_eq!(Packed::<ManyOpen, L>::from_slice(&absent).expect("valid").unpack(), Ok(ManyOpen::At252(9, None)));
    for tag in [255, 256, 511, 0xFFFF, 0x1_0000, 0xFFFF_FFFF] {
        let bytes = bytes(tag, &[1, 2, 3], 0);
        let Ok(ManyOpen::Other(unknown)) = Packed::<ManyOpen, L>::from_slice(&bytes).expect("valid").unpack() else {
            panic!("{tag} is not known");
        };
        assert_eq!(unknown.tag(), Some(tag));
        assert_eq!(Packed::<ManyOpen, L>::pack(&ManyOpen::Other(unknown)).as_bytes(), bytes);
        let error = Packed::<Many, L>::from_slice(&bytes).map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::InvalidTag { constructors: 255, .. }), "{error}");
    }
    // In a longer form than it needs.
    for long in [&[0xFC, 0xFB, 0][..], &[0xFD, 0xFE, 0, 0, 0]] {
        let part = if is_indexed { vec![0] } else { vec![] };
        let bytes = [&[(part.len() + long.len()) as u8][..], &part, long].concat();
        assert!(Packed::<ManyOpen, L>::from_slice(&bytes).is_err());
        assert!(Packed::<Many, L>::from_slice(&bytes).is_err());
    }
}

// ---- What safe code may do

/// A value of an unknown constructor may be read anywhere, and so come from bytes that no enum wrote.
#[test]
fn an_unknown_from_anywhere_is_valid_where_it_is_written() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Open {
        Known(u8),
        #[packable(other)]
        Other(Unknown),
    }

    /// The same, with more known constructors.
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Wider {
        One,
        Two(String),
        Three(Vec<u8>),
        #[packable(other)]
        Other(Unknown),
    }

    fn write<L: Layout>(unknown: &Unknown) {
        fn check<T: Packable + for<'a> Unpack<'a>, L: Layout>(value: &T) {
            let Ok(packed) = Packed::<T, L>::with_limits(&Limits::DEFAULT).pack(value) else { return };
            let checked = Packed::<T, L, &[u8]>::from_bytes(packed.as_bytes());
            assert!(checked.is_ok(), "{} wrote what it refuses: {:02x?}", L::NAME, packed.as_bytes());
            drop(packed.unpack().expect("shallow"));
            packed.read(|value| value.skip());
        }
        check::<_, L>(&Open::Other(unknown.clone()));
        check::<_, L>(&Wider::Other(unknown.clone()));
        check::<_, L>(&vec![Open::Other(unknown.clone()), Open::Known(1)]);
        check::<_, L>(&unknown.clone());
        check::<_, L>(&(unknown.clone(), 7_u8));
    }

    /// Copies it as the field of a variant that knows more constructors.
    fn copy<L: Layout>(unknown: &Packed<Unknown, L, &[u8]>) {
        fn check<T: Packable, L: Layout>(built: Result<Packed<T, L>, packed_data::Error>) {
            if let Ok(built) = built {
                let checked = Packed::<T, L, &[u8]>::from_bytes(built.as_bytes());
                assert!(checked.is_ok(), "{} built what it refuses: {:02x?}", L::NAME, built.as_bytes());
            }
        }
        let limits = &Limits::DEFAULT;
        check::<Open, L>(
            Packed::with_limits(limits).build(|needs| Open::start_other(needs).put_packed(unknown).done()),
        );
        check::<Wider, L>(
            Packed::with_limits(limits).build(|needs| Wider::start_other(needs).put_packed(unknown).done()),
        );
    }

    let parts: &[&[u8]] = &[
        &[],
        &[0],
        &[1],
        &[2],
        &[3],
        &[5, 0],
        &[0, 5],
        &[0, 5, 1, 2],
        &[9, 5, 0],
        &[1, 5],
        &[1, 5, 9],
        &[2, 5, 9],
        &[0xFC, 5, 0],
        &[0, 0xFC, 5, 0],
        &[0xFC, 5],
        &[0xFC],
        &[0xFF],
        &[0, 0xFF],
        &[0xFC, 0, 0, 5],
        &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF],
        &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 5],
        &[0, 0xFE, 0, 0, 0, 0, 1, 0, 0, 0],
        &[0xFD, 0, 0, 1, 0, 5],
    ];
    for part in parts {
        let bytes = [&[part.len() as u8][..], part].concat();
        fn all<L: Layout>(bytes: &[u8]) {
            if let Ok(packed) = Packed::<Unknown, L, &[u8]>::from_bytes(bytes) {
                copy::<L>(&packed);
                write::<L>(&packed.unpack().expect("no levels"));
            }
            if let Ok(packed) = Packed::<Open, L, &[u8]>::from_bytes(bytes)
                && let Open::Other(unknown) = packed.unpack().expect("no levels")
            {
                write::<L>(&unknown);
                // In another layout it is an error.
                assert!(Packed::<Open, Cbor>::with_limits(&Limits::DEFAULT).pack(&Open::Other(unknown)).is_err());
            }
        }
        all::<Compact>(&bytes);
        all::<Indexed>(&bytes);
    }
}

thread_local! {
    static MADE: Cell<u16> = const { Cell::new(0) };
}

/// A type whose default is never the same twice, or panics.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(transparent)]
struct Flaky(String);

impl Default for Flaky {
    fn default() -> Self {
        let made = MADE.get();
        MADE.set(made.wrapping_add(1));
        assert!(made < 0x8000, "on purpose");
        Self("z".repeat(usize::from(made % 5)))
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Key {
    number: u8,
    #[packable(default)]
    first: Flaky,
    #[packable(default)]
    second: Flaky,
}

/// A default that changes breaks no rule that memory relies on.
#[test]
fn a_default_may_change_or_panic() {
    fn check<L: Layout>(bytes: &[u8]) {
        let Ok(set) = Packed::<Set<Key>, L, &[u8]>::from_bytes(bytes) else { return };
        let pair = Packed::<(Set<Key>, u8), L>::build(|needs| needs.fields().put_packed(&set).put(&7).done());
        drop(catch_unwind(AssertUnwindSafe(|| pair.unpack_key())));
        let view = set.view();
        let all: Vec<_> = view.iter().map(|key| key.unpack::<Key>().map(drop)).collect();
        assert_eq!(all.len(), view.len());
        _ = view.cmp(&set.view());
        drop(set.convert::<Cbor>());
        drop(set.convert::<Compact>());
        drop(set.convert::<Indexed>());
        drop(format!("{set:?} {}", set.dump()));
    }

    trait UnpackKey {
        fn unpack_key(&self);
    }

    impl<L: Layout> UnpackKey for Packed<(Set<Key>, u8), L> {
        fn unpack_key(&self) {
            self.read(|pair| {
                let fields = pair.fields();
                let ((), fields) = fields.with(|set| {
                    set.fold_items((), |(), key| {
                        let (_, fields) = key.fields().read();
                        let (_, fields) = fields.with_or((), |text| text.skip());
                        let (_, fields) = fields.with_or((), |text| text.skip());
                        fields.done(())
                    })
                });
                fields.skip().done(())
            });
        }
    }

    let compact: &[&[u8]] = &[
        &[2, 1, 1, 1, 2],
        &[2, 1, 1, 3, 1, 1, b'z'],
        &[3, 1, 1, 2, 1, 0, 3, 1, 1, b'z'],
        &[3, 2, 1, 0, 3, 1, 0, 0, 5, 1, 0, 2, b'z', b'z'],
        &[2, 1, 1, 1, 1],
    ];
    // (The table of ends comes first.)
    let indexed: &[&[u8]] =
        &[&[8, 3, 6, 2, 1, 1, 2, 1, 2], &[8, 3, 8, 2, 1, 1, 4, 1, 1, 1, b'z'], &[8, 3, 6, 2, 1, 1, 2, 1, 1]];
    for made in few(3, [0, 3, 0x7FFF, 1, 2, 4, 0x7FFC, 0x8000]) {
        for bytes in compact {
            MADE.set(made);
            _ = catch_unwind(AssertUnwindSafe(|| check::<Compact>(bytes)));
        }
        for bytes in indexed {
            MADE.set(made);
            _ = catch_unwind(AssertUnwindSafe(|| check::<Indexed>(bytes)));
        }
    }
    MADE.set(0);
    assert!(Packed::<Set<Key>, Compact, &[u8]>::from_bytes(compact[0]).is_ok());
    assert!(Packed::<Set<Key>, Indexed, &[u8]>::from_bytes(indexed[0]).is_ok());
}

/// Values of an extensible type that are begun and left, in every way, leave nothing behind.
fn what_is_begun_and_left_leaves_nothing<L: TestLayout>() {
    let long = "x".repeat(300);
    let kept = Event::Number(1, true, long.clone());
    let expected = Packed::<Vec<Event>, L>::pack(&vec![kept.clone(); 3]);
    for how in 0..6 {
        let built = Packed::<Vec<Event>, L>::build(|needs| {
            let mut items = needs.sequence(how);
            for _ in 0..3 {
                items = items.push_option(|needs| {
                    match how {
                        0 => drop(Event::start_unknown(needs)),
                        1 => drop(Event::start_number(needs).put(&7).put(&true)),
                        2 => drop(Event::start_next(needs).put(&1).put(&None).tail()),
                        3 => {
                            let next = Event::start_next(needs).put(&1).put(&Some(true)).tail();
                            drop(Event::start_next(next).put(&2).put(&None).tail());
                        }
                        4 => drop(Event::start_number(needs).put(&7).put(&true).put(&*long)),
                        _ => {
                            let outcome = catch_unwind(AssertUnwindSafe(|| {
                                let within = Event::start_within(needs).with(|inner| inner.put(&kept));
                                drop(within.with(|_| panic!("on purpose")));
                            }));
                            assert!(outcome.is_err());
                        }
                    }
                    None
                });
                items = items.push(|needs| needs.put(&kept));
            }
            items.done()
        });
        assert_eq!(built, expected, "{how}");
    }
}

/// A version that the reader does not know is refused or read; the error names what it is in.
#[test]
fn an_error_within_an_unknown_part_is_no_error() {
    for bytes in Event::versions::<Compact>() {
        let value = Packed::<Event, Compact, &[u8]>::from_bytes(&bytes).expect("valid").unpack().expect("shallow");
        assert!(!matches!(value.value(), Value::Unsigned(_)));
    }
    let error =
        Packed::<(u8, Event), Compact, &[u8]>::from_bytes(&[1, 3, 1, 9, 9]).expect_err("a field that ends early");
    assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}");
}
