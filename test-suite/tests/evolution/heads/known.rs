//! Extensible structs whose known fields all have static size, in `Compact` and `Indexed`. Nearly all their values have
//! the same head, and the library reads, checks and writes these by shorter ways than others. These tests are about the
//! other values: those of older and newer versions, hostile ones, copied ones, and heads at the limits of a byte.

use std::panic::{AssertUnwindSafe, catch_unwind};

use packed_data::build::Written;
use packed_data::{Access, Compact, Cursor, Done, Filled, Indexed, Layout, Needs, Packable, Packed, View, pack_into};
use test_suite::{TestLayout, few, over_layouts};

over_layouts!(
    native: values_of_any_version_are_elements_and_fields,
    static_fields_are_absent_from_the_end_of_the_static_part_on,
    truncated_values_are_refused,
    elements_that_are_copied_may_be_longer,
    sequences_of_any_length,
    sequences_within_others,
    a_panic_leaves_the_buffer_as_it_was,
    an_element_that_is_refused_fails_the_sequence,
    elements_that_change_are_valid_or_refused,
);

// ---- Versions

/// Five bytes of which any are valid.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Point {
    x: u32,
    y: u8,
}

/// A newer version of `Point`, whose new fields have static size too.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
struct Newer {
    x: u32,
    y: u8,
    #[packable(default)]
    z: u16,
    #[packable(default)]
    w: u8,
}

/// Returns a value of `Point` or of one of its newer versions: its fields, then `others` bytes of the static part and
/// `rest` bytes after it. (In `Compact` they are all after the fields.)
fn value<L: Layout>(x: u32, y: u8, others: usize, rest: usize) -> Vec<u8> {
    let fields = [&x.to_le_bytes()[..], &[y]].concat();
    let size = fields.len() + others + rest;
    let head = if L::NAME == Compact::NAME { vec![size] } else { vec![size + 1, fields.len() + others] };
    let head = head.into_iter().map(|number| u8::try_from(number).expect("short"));
    head.chain(fields).chain((0..others + rest).map(|n| 0xE0_u8.wrapping_add(n as u8))).collect()
}

/// Returns the bytes of a sequence of such values.
fn sequence<L: Layout>(values: &[Vec<u8>]) -> Vec<u8> {
    let mut bytes = vec![values.len() as u8];
    if L::NAME == Indexed::NAME {
        bytes = vec![values.len() as u8 * 4];
        let mut end = 0;
        for value in values {
            end += value.len();
            bytes.push(u8::try_from(end).expect("entries of one byte"));
        }
    }
    bytes.extend(values.concat());
    bytes
}

fn sum_by_end<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, u64, L> {
    let (x, fields) = point.fields().read();
    let (y, fields) = fields.read();
    fields.done(u64::from(x) + u64::from(y))
}

fn sum_by_tail<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, u64, L> {
    let (x, fields) = point.fields().read();
    fields.tail().read().map(|y| u64::from(x) + u64::from(y))
}

fn sum_by_skip<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, u64, L> {
    let y = point.peek(|point| {
        let (y, fields) = point.fields().skip().read();
        fields.done(y)
    });
    let (x, fields) = point.fields().read();
    fields.skip().done(u64::from(x) + u64::from(y))
}

/// Reads points in every way, and compares the result with `points`.
fn read_points<L: Layout>(bytes: &[u8], points: &[Point]) {
    let packed = Packed::<Vec<Point>, L, _>::from_bytes(bytes).expect("valid bytes");
    assert_eq!(packed.unpack().as_deref(), Ok(points));
    assert_eq!(Packed::<Vec<Point>, L>::unpack_from(bytes).as_deref(), Ok(points));
    let wanted: Vec<_> = points.iter().map(|point| u64::from(point.x) + u64::from(point.y)).collect();
    let sums: [for<'a, 'id> fn(Cursor<'a, 'id, Point, L>) -> Done<'id, u64, L>; 3] =
        [sum_by_end, sum_by_tail, sum_by_skip];
    for sum in sums {
        let mut found = Vec::new();
        packed.read(|points| points.fold_items((), |(), point| sum(point).map(|sum| found.push(sum))));
        assert_eq!(found, wanted);
        let mut found = Vec::new();
        packed.read(|points| {
            let mut items = points.items();
            while let Some(sum) = items.next(sum) {
                found.push(sum);
            }
            items.done(())
        });
        assert_eq!(found, wanted);
    }
    let found: Vec<_> = packed.view().views().map(|point| point.read(sum_by_end)).collect();
    assert_eq!(found, wanted);
    packed.read(|points| {
        let mut items = points.items();
        while items.next(|point| point.skip()).is_some() {}
        items.done(())
    });
    let _ = packed.view().first().map(|point| point.cmp(&point));
    let copy = Packed::<Vec<Point>, L>::build(|needs| needs.put_packed(&packed));
    assert_eq!(copy.as_bytes(), bytes);
}

fn values_of_any_version_are_elements_and_fields<L: TestLayout>() {
    let shapes = [(0, 0), (1, 0), (2, 2), (0, 1), (3, 0), (0, 3)];
    let shapes = || few(3, shapes);
    for first in shapes() {
        for second in shapes() {
            for third in shapes() {
                let all = [first, second, third];
                let points: Vec<_> = (0..3).map(|n| Point { x: 0x01FC_0005 * n, y: 5 + n as u8 }).collect();
                let values: Vec<_> =
                    points.iter().zip(all).map(|(p, (others, rest))| value::<L>(p.x, p.y, others, rest)).collect();
                read_points::<L>(&sequence::<L>(&values), &points);
                // As fields of a value without a head.
                let bytes = if L::NAME == Compact::NAME {
                    [&values[0], &[7][..], &values[1]].concat()
                } else {
                    [&[7][..], &values[0], &values[1]].concat()
                };
                let packed = Packed::<(Point, u8, Point), L, _>::from_bytes(&bytes[..]).expect("valid bytes");
                assert_eq!(packed.unpack(), Ok((points[0], 7, points[1])));
                let read = packed.read(|tuple| {
                    let (one, fields) = tuple.fields().with(sum_by_end);
                    let (seven, fields) = fields.read();
                    let (two, fields) = fields.with(sum_by_end);
                    fields.done((one, seven, two))
                });
                let sum = |point: Point| u64::from(point.x) + u64::from(point.y);
                assert_eq!(read, (sum(points[0]), 7, sum(points[1])));
            }
        }
    }
}

fn static_fields_are_absent_from_the_end_of_the_static_part_on<L: TestLayout>() {
    let new = |others: &[u8]| {
        let head = [5 + others.len() as u8 + u8::from(L::NAME == Indexed::NAME), 5 + others.len() as u8];
        let head = if L::NAME == Compact::NAME { &head[..1] } else { &head[..] };
        [head, &[1, 0, 0, 0, 2], others].concat()
    };
    let read = |bytes: &[u8]| {
        let many = sequence::<L>(&[bytes.to_vec(), bytes.to_vec()]);
        let many = Packed::<Vec<Newer>, L, _>::from_bytes(&many[..]).map(|many| many.unpack().expect("shallow"));
        let one = Packed::<Newer, L, _>::from_bytes(bytes).map(|one| one.unpack().expect("shallow"));
        assert_eq!(many.is_ok(), one.is_ok());
        if let (Ok(many), Ok(one)) = (many, &one) {
            assert_eq!(many, [*one; 2]);
        }
        one
    };
    let value = |z, w| Newer { x: 1, y: 2, z, w };
    assert_eq!(read(&new(&[])), Ok(value(0, 0)));
    assert_eq!(read(&new(&[3])).unwrap_err().offset(), new(&[]).len());
    assert_eq!(read(&new(&[3, 1])), Ok(value(0x103, 0)));
    assert_eq!(read(&new(&[3, 1, 4])), Ok(value(0x103, 4)));
    assert_eq!(read(&new(&[3, 1, 4, 5])), Ok(value(0x103, 4)));
    assert_eq!(Packed::<Newer, L>::pack(&value(0x103, 4)).as_bytes(), new(&[3, 1, 4]));
}

// ---- Hostile bytes

/// Two types with the same bytes. Values with a condition are checked field by field, whatever their heads are.
macro_rules! twins {
    ($Type:ident, $twin:ident, ($($field:ident: $Field:ty),*)) => {
        #[derive(Clone, Debug, PartialEq, Packable)]
        #[packable(extensible)]
        struct $Type {
            $($field: $Field,)*
        }

        mod $twin {
            use packed_data::{Layout, Packable, View};

            #[derive(Clone, Debug, PartialEq, Packable)]
            #[packable(extensible, validate = any)]
            pub(super) struct $Type {
                $($field: $Field,)*
            }

            fn any<L: Layout>(_: View<'_, $Type, L>) -> Result<(), &'static str> {
                Ok(())
            }
        }
    };
}

twins!(Byte, byte, (only: u8));
twins!(Two, two, (first: u8, second: [u8; 1]));
twins!(Flag, flag, (first: u8, second: bool));
twins!(Empty, empty, ());

/// Compares the results for two types with the same bytes, for all short strings of bytes that matter to heads.
fn compare_twins<T, U, L>(longest: usize)
where
    T: for<'a> packed_data::Unpack<'a> + Packable<As = T> + std::fmt::Debug + Sized,
    U: for<'a> packed_data::Unpack<'a> + Packable<As = U> + std::fmt::Debug + Sized,
    L: Layout,
{
    const BYTES: [u8; 9] = [0, 1, 2, 3, 4, 0xFB, 0xFC, 0xFE, 0xFF];
    fn outcome<T, L>(bytes: &[u8]) -> Result<String, String>
    where
        T: for<'a> packed_data::Unpack<'a> + Packable + std::fmt::Debug,
        L: Layout,
    {
        match Packed::<T, L, _>::from_bytes(bytes) {
            Ok(packed) => Ok(format!("{:?}", packed.unpack())),
            Err(error) => Err(error.to_string()),
        }
    }
    let mut accepted = 0;
    for len in 0..=longest {
        for number in (0..BYTES.len().pow(len as u32)).step_by(if cfg!(miri) { 4 } else { 1 }) {
            let bytes: Vec<u8> = (0..len).map(|at| BYTES[number / BYTES.len().pow(at as u32) % BYTES.len()]).collect();
            let one = outcome::<T, L>(&bytes);
            assert_eq!(one, outcome::<U, L>(&bytes), "{bytes:02x?}");
            accepted += usize::from(one.is_ok());
            let one = outcome::<Vec<T>, L>(&bytes);
            assert_eq!(one, outcome::<Vec<U>, L>(&bytes), "{bytes:02x?}");
            accepted += usize::from(one.is_ok());
            let one = outcome::<(T, u8, T), L>(&bytes);
            assert_eq!(one, outcome::<(U, u8, U), L>(&bytes), "{bytes:02x?}");
            accepted += usize::from(one.is_ok());
        }
    }
    assert!(accepted > if cfg!(miri) { 0 } else { 10 }, "{accepted} accepted");
}

#[test]
fn heads_that_differ_are_checked_as_all_others() {
    let longest = match (cfg!(miri), cfg!(debug_assertions)) {
        (true, _) => 2,
        (_, true) => 4,
        _ => 5,
    };
    compare_twins::<Byte, byte::Byte, Compact>(longest);
    compare_twins::<Byte, byte::Byte, Indexed>(longest);
    compare_twins::<Two, two::Two, Compact>(longest);
    compare_twins::<Two, two::Two, Indexed>(longest);
    compare_twins::<Flag, flag::Flag, Compact>(longest);
    compare_twins::<Flag, flag::Flag, Indexed>(longest);
    compare_twins::<Empty, empty::Empty, Compact>(longest);
    compare_twins::<Empty, empty::Empty, Indexed>(longest);
}

fn truncated_values_are_refused<L: TestLayout>() {
    let points: Vec<_> = (0..4).map(|n| Point { x: n, y: 9 }).collect();
    let bytes = Packed::<Vec<Point>, L>::pack(&points).into_inner();
    read_points::<L>(&bytes, &points);
    for end in 0..bytes.len() {
        assert!(Packed::<Vec<Point>, L, _>::from_bytes(&bytes[..end]).is_err(), "{end}");
    }
    assert!(Packed::<Vec<Point>, L, _>::from_bytes([&bytes[..], &[0]].concat()).is_err());
}

// ---- Heads at the limits of a byte

macro_rules! of_size {
    ($($Name:ident $size:literal),+) => {$(
        #[derive(Clone, Debug, PartialEq, Packable)]
        #[packable(extensible)]
        struct $Name([u8; $size]);
    )+

        #[test]
        fn sizes_at_the_limit_of_a_byte() {
            fn check<L: Layout>() {$(
                let values = [$Name([0xFC; $size]), $Name([0; $size]), $Name([1; $size])];
                let packed = Packed::<Vec<$Name>, L>::pack(&values.to_vec());
                let number = |n: usize| if n < 252 { vec![n as u8] } else { vec![0xFC, n as u8, (n >> 8) as u8] };
                let part = if L::NAME == Compact::NAME { vec![] } else { number($size) };
                let head = [number($size + part.len()), part].concat();
                let mut expected = Vec::new();
                for $Name(bytes) in &values {
                    expected.extend([&head[..], bytes].concat());
                }
                assert!(packed.as_bytes().ends_with(&expected));
                let packed = Packed::<Vec<$Name>, L, _>::from_bytes(packed.as_bytes()).expect("valid bytes");
                assert_eq!(packed.unpack().as_deref(), Ok(&values[..]));
                let firsts = packed.read(|items| {
                    items.fold_items(vec![], |mut firsts, item| {
                        let (bytes, fields) = item.fields().read();
                        firsts.extend(bytes.iter().next());
                        fields.done(firsts)
                    })
                });
                assert_eq!(firsts, [0xFC, 0, 1]);
            )+}
            check::<Compact>();
            check::<Indexed>();
        }
    };
}

of_size!(Of249 249, Of250 250, Of251 251, Of252 252, Of253 253);

// ---- Values that are copied

/// A `Point`, or bytes of one, which may be of a newer version.
#[derive(Clone)]
enum Source {
    Own(Point),
    Copied { others: usize, rest: usize },
    Panics,
}

impl Packable for Source {
    type As = Point;
    type Shape = <Point as Packable>::Shape;
    type View<'a, L: Access> = <Point as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, Point, L>) -> Self::View<'a, L> {
        Point::view(view)
    }

    fn write<'v, 'id, L: Layout>(source: &'v Self, needs: Needs<'id, Point, L>) -> Written<'v, 'id> {
        match *source {
            Self::Own(point) => needs.put(&point).into(),
            Self::Copied { others, rest } => {
                let bytes = value::<L>(7, 8, others, rest);
                let packed = Packed::<Point, L, _>::from_bytes(&bytes[..]).expect("a valid value");
                needs.put_packed(&packed).into()
            }
            Self::Panics => panic!("no value"),
        }
    }
}

/// Packs the values as elements, as a slice and one by one: both are the same, and are `Point`s.
fn pack_both<L: Layout>(values: &[Source]) {
    let packed = Packed::<Vec<Source>, L>::pack(&values.to_vec()).into_inner();
    let one_by_one = Packed::<Vec<Point>, L>::build(|needs| needs.items(values, |needs, value| needs.put_as(value)));
    assert_eq!(packed, one_by_one.as_bytes(), "{}", values.len());
    let points: Vec<_> = values
        .iter()
        .map(|value| match value {
            Source::Own(point) => *point,
            _ => Point { x: 7, y: 8 },
        })
        .collect();
    read_points::<L>(&packed, &points);
}

fn elements_that_are_copied_may_be_longer<L: TestLayout>() {
    for pattern in (0..3_usize.pow(6)).step_by(if cfg!(miri) { 97 } else { 1 }) {
        let mut values = vec![];
        let mut rest = pattern;
        for n in 0..6 {
            values.push(match rest % 3 {
                0 => Source::Own(Point { x: n, y: 1 }),
                1 => Source::Copied { others: 0, rest: 0 },
                _ => Source::Copied { others: n as usize % 3, rest: 2 },
            });
            rest /= 3;
        }
        pack_both::<L>(&values);
    }
}

/// The width of a table is guessed before the first element; the greatest ends are at these counts.
fn sequences_of_any_length<L: TestLayout>() {
    let around = |count: usize| count - 2..=count + 2;
    let short = 0..if cfg!(miri) { 16 } else { 100 };
    let long = if cfg!(miri) { vec![] } else { around(65_536 / 7).chain(around(3_121)).collect() };
    for count in short.step_by(if cfg!(debug_assertions) { 3 } else { 1 }).chain(long) {
        let own: Vec<_> = (0..count).map(|n| Source::Own(Point { x: n as u32, y: 3 })).collect();
        pack_both::<L>(&own);
        if count > 0 {
            for at in [0, count / 2, count - 1] {
                let mut values = own.clone();
                values[at] = Source::Copied { others: 1, rest: 200 };
                pack_both::<L>(&values);
            }
        }
    }
}

/// Sequences in sequences: with insertions in progress, and in values of maps.
fn sequences_within_others<L: TestLayout>() {
    let row = |len: usize| (0..len).map(|n| Point { x: n as u32, y: 1 }).collect::<Vec<_>>();
    let rows: Vec<_> = [0, 1, 60, 3, 100, 0, 2].map(row).to_vec();
    let times = if cfg!(miri) { 1 } else { 3 };
    let deep = vec![vec![rows.clone(); times]; times];
    let packed = Packed::<Vec<Vec<Vec<Vec<Point>>>>, L>::pack(&deep);
    let packed = Packed::<Vec<Vec<Vec<Vec<Point>>>>, L, _>::from_bytes(packed.as_bytes()).expect("valid bytes");
    assert_eq!(packed.unpack(), Ok(deep));
    let map: std::collections::BTreeMap<_, _> = rows.into_iter().enumerate().map(|(n, row)| (n as u16, row)).collect();
    let packed = Packed::<std::collections::BTreeMap<u16, Vec<Point>>, L>::pack(&map);
    assert_eq!(packed.unpack(), Ok(map));
}

fn a_panic_leaves_the_buffer_as_it_was<L: TestLayout>() {
    let mut values = vec![Source::Own(Point { x: 1, y: 2 }); 5];
    values[3] = Source::Panics;
    let mut out = vec![1, 2, 3];
    let result = catch_unwind(AssertUnwindSafe(|| pack_into::<Vec<Source>, L>(&values, &mut out)));
    assert!(result.is_err());
    assert_eq!(out, [1, 2, 3]);
    values.truncate(3);
    pack_into::<Vec<Source>, L>(&values, &mut out).expect("shallow");
    read_points::<L>(&out[3..], &[Point { x: 1, y: 2 }; 3]);
}

/// An element that fails: nothing is written after it, and the error is the one of that element.
fn an_element_that_is_refused_fails_the_sequence<L: TestLayout>() {
    struct Refused;

    impl Packable for Refused {
        type As = Point;
        type Shape = <Point as Packable>::Shape;
        type View<'a, L: Access> = <Point as Packable>::View<'a, L>;

        fn view<'a, L: Access>(view: View<'a, Point, L>) -> Self::View<'a, L> {
            Point::view(view)
        }

        fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, Point, L>) -> Written<'v, 'id> {
            let filled: Filled<'id> = needs.refuse("no point");
            filled.into()
        }
    }

    let error = Packed::<Vec<Refused>, L>::with_limits(&packed_data::Limits::DEFAULT).pack(&vec![Refused, Refused]);
    assert_eq!(error.unwrap_err().kind(), packed_data::ErrorKind::Refused { message: "no point" });
}

// ---- Values that lie, and last fields

/// An element that is written in another way each time: as a point, as a copy of one of any version, or not at all.
#[derive(Clone)]
struct Fickle {
    ways: usize,
    calls: std::rc::Rc<std::cell::Cell<u64>>,
}

impl Packable for Fickle {
    type As = Point;
    // (A lie: only the shape of the canonical type counts.)
    type Shape = <u8 as Packable>::Shape;
    type View<'a, L: Access> = <Point as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, Point, L>) -> Self::View<'a, L> {
        Point::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Point, L>) -> Written<'v, 'id> {
        let state = value.calls.get().wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        value.calls.set(state);
        let chance = (state >> 33) as usize;
        let (others, rest) = (chance / 8 % 4, chance / 32 % 150);
        match chance % value.ways {
            0..=3 => needs.fields().put(&7).put(&8).done().into(),
            4 => needs.fields().put(&7).put_last(&8_u8),
            5 | 6 => Source::Copied { others, rest }.write_into(needs),
            _ => needs.refuse("not this time").into(),
        }
    }
}

impl Source {
    fn write_into<'id, L: Layout>(&self, needs: Needs<'id, Point, L>) -> Written<'static, 'id> {
        needs.put_as(self).into()
    }
}

fn elements_that_change_are_valid_or_refused<L: TestLayout>() {
    let counts = if cfg!(miri) { vec![0, 1, 20] } else { (0..80).chain([300, 3_000]).collect() };
    for (seed, count) in counts.into_iter().enumerate() {
        for ways in 5..=8 {
            let calls = std::rc::Rc::new(std::cell::Cell::new(seed as u64));
            let values = vec![Fickle { ways, calls }; count];
            match Packed::<Vec<Fickle>, L>::with_limits(&packed_data::Limits::DEFAULT).pack(&values) {
                Ok(packed) => read_points::<L>(packed.as_bytes(), &vec![Point { x: 7, y: 8 }; count]),
                Err(error) => {
                    assert_eq!(error.kind(), packed_data::ErrorKind::Refused { message: "not this time" });
                }
            }
            // In two slices, and within other sequences, after one that moves bytes.
            let calls = std::rc::Rc::new(std::cell::Cell::new(seed as u64));
            let mut queue: std::collections::VecDeque<_> = vec![Fickle { ways: ways.min(7), calls }; count].into();
            queue.rotate_left(count / 3);
            let rows = vec![queue; 3];
            let packed = Packed::<Vec<std::collections::VecDeque<Fickle>>, L>::pack(&rows);
            let packed = Packed::<Vec<Vec<Point>>, L, _>::from_bytes(packed.as_bytes()).expect("valid bytes");
            assert_eq!(packed.unpack(), Ok(vec![vec![Point { x: 7, y: 8 }; count]; 3]));
        }
    }
}

/// Elements without bytes in memory, but not in the packed form.
#[test]
fn values_without_fields_have_heads() {
    fn check<L: Layout>(head: &[u8]) {
        for count in [0, 1, 2, 100, 300] {
            let packed = Packed::<Vec<empty::Empty>, L>::pack(&(0..count).map(|_| empty::Empty {}).collect());
            assert!(packed.as_bytes().ends_with(&head.repeat(count)));
            let packed = Packed::<Vec<Empty>, L, _>::from_bytes(packed.as_bytes()).expect("valid bytes");
            assert_eq!(packed.view().len(), count);
            assert_eq!(packed.unpack().expect("shallow").len(), count);
        }
    }
    check::<Compact>(&[0]);
    check::<Indexed>(&[1, 0]);
}

macro_rules! last_fields {
    ($($name:ident: $Last:ty = $value:expr;)+) => {$(
        mod $name {
            use super::*;

            #[derive(Clone, Debug, PartialEq, Packable)]
            #[packable(extensible)]
            struct Ends {
                first: u8,
                last: $Last,
            }

            fn check<L: Layout>() {
                let value = Ends { first: 5, last: $value };
                let packed = Packed::<Ends, L>::pack(&value);
                let built = Packed::<Ends, L>::build(|needs| needs.fields().put(&5).put_as(&value.last).done());
                assert_eq!(packed, built);
                // A newer version has one more byte.
                let mut newer = packed.as_bytes().to_vec();
                newer[0] += 1;
                newer.push(0xFF);
                for bytes in [packed.as_bytes(), &newer] {
                    let one = Packed::<Ends, L, _>::from_bytes(bytes).expect("valid bytes");
                    assert_eq!(one.unpack().as_ref(), Ok(&value));
                    let all = Packed::<(Vec<Ends>, Ends, u8), L>::build(|needs| {
                        let fields = needs.fields().with(|all| all.items(0..3, |needs, _| needs.put_packed(&one)));
                        fields.with(|needs| needs.put_packed(&one)).put(&0xA5).done()
                    });
                    let all = Packed::<(Vec<Ends>, Ends, u8), L, _>::from_bytes(all.as_bytes()).expect("valid bytes");
                    assert_eq!(all.unpack(), Ok((vec![value.clone(); 3], value.clone(), 0xA5)));
                    let read = all.read(|all| {
                        let (firsts, fields) = all.fields().with(|ends| {
                            ends.fold_items(0, |sum, ends| {
                                let (first, fields) = ends.fields().read();
                                fields.tail().skip().map(|()| sum + first)
                            })
                        });
                        let (first, fields) = fields.with(|ends| {
                            let (first, fields) = ends.fields().read();
                            fields.skip().done(first)
                        });
                        let (after, fields) = fields.read();
                        fields.done((firsts, first, after))
                    });
                    assert_eq!(read, (15, 5, 0xA5));
                    let copied = Packed::<(Vec<Ends>, Ends, u8), L>::build(|needs| needs.put_packed(&all));
                    assert_eq!(copied.view().cmp(&all.view()), std::cmp::Ordering::Equal);
                    assert_eq!(copied.as_bytes(), all.as_bytes());
                }
            }

            #[test]
            fn in_both_layouts() {
                check::<Compact>();
                check::<Indexed>();
            }
        }
    )+};
}

last_fields! {
    a_string: String = "text".into();
    two_strings: [String; 2] = ["a".into(), String::new()];
    a_pair: (String, String) = (String::new(), "b".into());
    a_list: Vec<Point> = vec![Point { x: 1, y: 2 }; 3];
    an_option: Option<Box<Point>> = Some(Box::new(Point { x: 1, y: 2 }));
    a_point: Point = Point { x: 1, y: 2 };
    two_points: [Point; 2] = [Point { x: 1, y: 2 }; 2];
    a_newer_point: Newer = Newer { x: 1, y: 2, z: 3, w: 4 };
}
