//! Fields by name: cursors skip to them, in every layout; views reach those at fixed offsets.

use packed_data::{Cbor, Compact, Cursor, Done, InPlace, Indexed, Layout, Packable, Packed};
use test_suite::over_layouts;

over_layouts!(few all: fields_of_constructors);
over_layouts!(
    few: each_field_alone,
    several_fields_in_order,
    small_structs_are_read_whole,
    a_look_does_not_move,
    options_in_one_call,
    views_of_fields_in_any_layout,
);

#[derive(Clone, Copy, Debug, Default, PartialEq, Packable)]
struct Span {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Level {
    Low,
    High,
}

/// More fields than a group of 16, of all kinds of sizes.
#[derive(Clone, Debug, PartialEq, Packable)]
struct Wide {
    f00: u8,
    f01: u16,
    f02: Span,
    f03: Level,
    f04: [u8; 3],
    f05: u64,
    f06: u8,
    f07: u8,
    f08: u8,
    f09: i16,
    f10: (u8, Span),
    f11: Option<u32>,
    f12: u8,
    f13: Result<u32, u8>,
    f14: u8,
    f15: u8,
    f16: u32,
    r#type: u8,
    f18: Option<Option<u16>>,
    f19: i64,
}

fn wide() -> Wide {
    Wide {
        f00: 100,
        f01: 101,
        f02: Span { start: 2, end: 102 },
        f03: Level::High,
        f04: [4, 4, 104],
        f05: 105,
        f06: 106,
        f07: 107,
        f08: 108,
        f09: -109,
        f10: (10, Span { start: 10, end: 110 }),
        f11: Some(111),
        f12: 112,
        f13: Ok(113),
        f14: 114,
        f15: 115,
        f16: 116,
        r#type: 117,
        f18: Some(Some(118)),
        f19: 119,
    }
}

fn same<T: std::fmt::Debug + PartialEq>(one: T, other: T) {
    assert_eq!(one, other);
}

/// Reads one field by its name, and compares it with the owned one.
macro_rules! each {
    ($L:ty; $($field:ident),+) => {$({
        let value = wide();
        let packed = Packed::<Wide, $L>::pack(&value);
        let read = packed.read(|wide| {
            let fields = wide.fields().skip_to(|wide: WideNames| wide.$field);
            let (read, fields) = fields.unpack(packed_data::Levels::new(9)).unwrap();
            fields.skip_rest().done(read)
        });
        same(read, value.$field);
    })+};
}

fn each_field_alone<L: Layout>() {
    each!(L; f00, f01, f02, f03, f04, f05, f06, f07, f08, f09, f10, f11, f12, f13, f14, f15, f16, r#type, f18, f19);
}

fn several_fields_in_order<L: Layout>() {
    let read = Packed::<Wide, L>::pack(&wide()).read(|wide| {
        let (a, fields) = wide.fields().skip_to(|wide: WideNames| wide.f00).read();
        let (b, fields) = fields.skip_to(|wide: WideNames| wide.f05).read();
        // (The next field, to which nothing is skipped.)
        let (c, fields) = fields.skip_to(|wide: WideNames| wide.f06).read();
        let (d, fields) = fields.skip_to(|wide: WideNames| wide.f16).read();
        let (e, end) = fields.skip_to(|wide: WideNames| wide.f19).read();
        end.skip_rest().done((a, b, c, d, e))
    });
    assert_eq!(read, (100, 105, 106, 116, 119));
}

#[derive(Packable)]
enum Shape<T> {
    Empty,
    Circle { x: f32, y: f32, radius: f32 },
    Named { name: Option<Box<Shape<T>>>, extra: T, inner: Box<Shape<T>> },
    Pair(T, Box<Shape<T>>),
}

fn fields_of_constructors<L: Layout>() {
    fn extra<T: Packable<As = T> + packed_data::view::Read, L: Layout>(packed: &Packed<Shape<T>, L>) -> Vec<u32>
    where
        for<'a> T::Value<'a, L>: Into<u32>,
    {
        packed.read(|shape| match shape.case() {
            ShapeCase::Empty(fields) => fields.skip_rest().done(vec![]),
            ShapeCase::Circle(fields) => {
                let (radius, end) = fields.skip_to(|shape: ShapeNames<T>| shape.circle_radius).read();
                end.done(vec![radius as u32])
            }
            ShapeCase::Named(fields) => {
                let (extra, fields) = fields.skip_to(|shape: ShapeNames<T>| shape.named_extra).read();
                let fields = fields.skip_to(|shape: ShapeNames<T>| shape.named_inner);
                fields.tail().skip().map(|()| vec![extra.into()])
            }
            ShapeCase::Pair(fields) => {
                let inner = fields.skip_to(|shape: ShapeNames<T>| shape.pair_1).tail();
                inner.skip().map(|()| vec![1])
            }
        })
    }

    let circle = || Box::new(Shape::<u32>::Circle { x: 1.0, y: 2.0, radius: 3.0 });
    let pack = |shape: &Shape<u32>| extra(&Packed::<Shape<u32>, L>::pack(shape));
    assert_eq!(pack(&Shape::Empty), [0; 0]);
    assert_eq!(pack(&circle()), [3]);
    assert_eq!(pack(&Shape::Named { name: Some(circle()), extra: 7, inner: circle() }), [7]);
    assert_eq!(pack(&Shape::Pair(5, circle())), [1]);
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Small(Span, Level, [u16; 2], (u8, bool));

fn small_structs_are_read_whole<L: Layout>() {
    let small = Small(Span { start: 1, end: 2 }, Level::Low, [3, 4], (5, true));
    let packed = Packed::<(Small, Small, u8), L>::pack(&(small.clone(), small.clone(), 9));
    let (one, two) = packed.read(|tuple| {
        let (one, fields) = tuple.fields().read_as::<Small>();
        let (two, fields) = fields.with(|small| small.read_as::<Small>());
        let (nine, end) = fields.read();
        assert_eq!(nine, 9);
        end.done((one, two))
    });
    assert_eq!((&one, &two), (&small, &small));
    let array = packed.read(|tuple| {
        let fields = tuple.fields().skip();
        let (array, fields) = fields.with(|small| {
            let (array, fields) = small.fields().skip_to(|small: SmallNames| small.2).read_as::<[u16; 2]>();
            fields.skip_rest().done(array)
        });
        fields.skip_rest().done(array)
    });
    assert_eq!(array, [3, 4]);
}

fn a_look_does_not_move<L: Layout>() {
    let packed = Packed::<Wide, L>::pack(&wide());
    let read = packed.read(|wide| {
        let fields = wide.fields().skip_to(|wide: WideNames| wide.f01);
        let looked = fields.look(|field| field.view());
        let twice = fields.skip().look(|span| span.fields().look(|start| start.view()));
        let (read, fields) = fields.read();
        fields.skip_rest().done((looked, twice, read))
    });
    assert_eq!(read, (101, 2, 101));
}

/// Fields that are absent, because an older version wrote the value, are skipped as others are.
#[test]
fn absent_fields_are_skipped() -> Result<(), packed_data::Error> {
    #[derive(Packable)]
    struct Old(u8);

    #[derive(Packable)]
    struct New {
        number: u8,
        #[packable(default)]
        text: String,
        #[packable(default)]
        last: u16,
    }

    let old = Packed::<Old, Cbor>::pack(&Old(1));
    let new = Packed::<New, Cbor>::pack(&New { number: 1, text: "text".into(), last: 7 });
    for (bytes, expected) in [(old.as_bytes(), (1, 0)), (new.as_bytes(), (1, 7))] {
        let packed = Packed::<New, Cbor, _>::from_bytes(bytes)?;
        let read = packed.read(|new| {
            let (number, fields) = new.fields().skip_to(|new: NewNames| new.number).read();
            let (last, end) = fields.skip_to(|new: NewNames| new.last).read();
            end.done((number, last))
        });
        assert_eq!(read, expected);
        assert_eq!(packed.read(|new| new.fields().skip_rest().done(2)), 2);
    }
    Ok(())
}

/// Views of a field at a fixed offset exist in every layout whose scalars have a fixed size.
#[test]
fn views_of_fields_at_fixed_offsets() {
    fn read<L: InPlace>() -> (u8, Span, Level, u64, Option<u32>) {
        let packed = Packed::<Wide, L>::pack(&wide());
        let view = packed.view();
        let span = view.field(|wide: WideNames| wide.f02);
        let (start, end) = (span.field(|span: SpanNames| span.start), span.field(|span: SpanNames| span.end));
        let SpanView { start: again, .. } = span.fixed_fields();
        assert_eq!(start, again);
        let level = view.field(|wide: WideNames| wide.f03).unpack().unwrap();
        let (f00, f05) = (view.field(|wide: WideNames| wide.f00), view.field(|wide: WideNames| wide.f05));
        (f00, Span { start, end }, level, f05, view.field(|wide: WideNames| wide.f11))
    }

    let expected = (100, Span { start: 2, end: 102 }, Level::High, 105, Some(111));
    assert_eq!(read::<Compact>(), expected);
    assert_eq!(read::<packed_data::Indexed>(), expected);

    let mut packed = Packed::<Wide, Compact>::pack(&wide());
    packed.view_mut().field(|wide: WideNames| wide.f05).set(1 << 40);
    assert_eq!(packed, Packed::pack(&Wide { f05: 1 << 40, ..wide() }));
}

/// The generated struct has another name if the attribute says so; of two fields with one joined name, only the first
/// is there.
#[test]
fn names_of_the_generated_struct() {
    #[derive(Packable)]
    #[packable(names = "Parts")]
    struct Whole<'a> {
        #[allow(dead_code)]
        text: &'a str,
        number: u8,
    }

    #[derive(Packable)]
    enum Clash {
        A {
            b_c: u8,
        },
        #[packable(rename = "a_b")]
        AB {
            c: u16,
        },
    }

    let packed = Packed::<Whole<'_>>::pack(&Whole { text: "text", number: 7 });
    let number = packed.read(|whole| {
        let (number, end) = whole.fields().skip_to(|whole: Parts<'_>| whole.number).read();
        end.done(number)
    });
    assert_eq!(number, 7);
    for (clash, expected) in [(Clash::A { b_c: 3 }, 3), (Clash::AB { c: 4 }, 4)] {
        let number = Packed::<Clash>::pack(&clash).read(|clash| match clash.case() {
            ClashCase::A(fields) => {
                let (number, end) = fields.skip_to(|clash: ClashNames| clash.a_b_c).read();
                end.done(u16::from(number))
            }
            ClashCase::AB(fields) => {
                let (number, end) = fields.read();
                end.done(number)
            }
        });
        assert_eq!(number, expected);
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Name {
    text: String,
    span: Span,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Item {
    doc: Option<String>,
    name: Option<Name>,
    sizes: Option<Vec<u16>>,
    nested: Option<Option<u8>>,
    last: Option<u64>,
}

fn items() -> [Item; 3] {
    let name = |text: &str| Some(Name { text: text.into(), span: Span { start: 1, end: 2 } });
    [
        Item { doc: None, name: None, sizes: None, nested: None, last: None },
        Item { doc: Some("a".into()), name: name("b"), sizes: Some(vec![3, 4]), nested: Some(None), last: Some(5) },
        Item { doc: None, name: name(""), sizes: Some(vec![]), nested: Some(Some(6)), last: None },
    ]
}

/// An `Option` is read by `read` like what it contains, or with the function that reads what it contains.
fn options_in_one_call<L: Layout>() {
    fn name<'a, 'id, L: Layout>(name: Cursor<'a, 'id, Name, L>) -> Done<'id, (&'a str, u32), L> {
        let (text, fields) = name.fields().read();
        let (span, end) = fields.read_as::<Span>();
        end.done((text, span.end))
    }
    for item in items() {
        let packed = Packed::<(Item, u8), L>::pack(&(item.clone(), 7));
        packed.read(|pair| {
            let ((), fields) = pair.fields().with(|read| {
                let (doc, fields) = read.fields().read();
                let (found, fields) = fields.with_some(name);
                let (sizes, fields) = fields.read();
                let (nested, fields) = fields.read();
                let (last, end) = fields.read();
                assert_eq!(doc, item.doc.as_deref());
                assert_eq!(found, item.name.as_ref().map(|name| (name.text.as_str(), name.span.end)));
                assert_eq!(sizes.map(|sizes| sizes.iter().collect::<Vec<u16>>()), item.sizes);
                assert_eq!((nested, last), (item.nested, item.last));
                end.done(())
            });
            let (seven, end) = fields.read();
            assert_eq!(seven, 7);
            end.done(())
        });
    }
    let all = Packed::<Vec<Option<Name>>, L>::pack(&items().map(|item| item.name).to_vec());
    let texts = all.read(|all| {
        all.fold_items(String::new(), |all, one| one.with_some(name).map(|name| all + name.map_or("-", |name| name.0)))
    });
    assert_eq!(texts, "-b");
}

/// A packed value and a cursor return the view of any field, and the cursor stays where it is.
fn views_of_fields_in_any_layout<L: Layout>() {
    let wide = wide();
    let packed = Packed::<Wide, L>::pack(&wide);
    assert_eq!(packed.get(|wide: WideNames| wide.f00), wide.f00);
    assert_eq!(packed.get(|wide: WideNames| wide.f11), wide.f11);
    assert_eq!(packed.get(|wide: WideNames| wide.f03).get(), wide.f03);
    assert_eq!(packed.get(|wide: WideNames| wide.r#type), wide.r#type);
    assert_eq!(packed.get(|wide: WideNames| wide.f18), wide.f18);
    assert_eq!(packed.get(|wide: WideNames| wide.f19), wide.f19);
    for item in items() {
        let packed = Packed::<Item, L>::pack(&item);
        assert_eq!(packed.get(|item: ItemNames| item.doc), item.doc.as_deref());
        let sizes = packed.get(|item: ItemNames| item.sizes).map(|sizes| sizes.iter().collect::<Vec<u16>>());
        assert_eq!(sizes, item.sizes);
        let last = packed.read(|read| {
            let last = read.get(|item: ItemNames| item.last);
            read.skip().map(|()| last)
        });
        assert_eq!(last, item.last);
    }
}

/// An `Option` that is the last known field is read by its tail, in a value of a newer version, which has more fields.
#[test]
fn an_option_before_unknown_fields() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Known(u8, Option<u16>);

    #[derive(Packable)]
    #[packable(extensible)]
    struct Newer(u8, Option<u16>, #[packable(default)] String, #[packable(default)] Option<u16>);

    fn all<L: Layout>() {
        for option in [None, Some(7)] {
            let newer = || Newer(1, option, "more".into(), Some(9));
            let newer = Packed::<Vec<Newer>, L>::pack(&vec![newer(), newer()]);
            let known = Packed::<Vec<Known>, L>::from_slice(newer.as_bytes()).unwrap();
            let mut found = vec![];
            let count = known.read(|known| {
                known.fold_items(0, |count, known| {
                    let done = known.fields().skip().tail().read();
                    found.push(*done.value());
                    done.map(|_| count + 1)
                })
            });
            assert_eq!((count, found), (2, vec![option; 2]));
            let some = known.read(|known| {
                known.fold_items(0, |count, known| {
                    let option = known.fields().skip().tail().with_some(|number| number.read());
                    option.map(|number| count + u32::from(number.is_some()))
                })
            });
            assert_eq!(some, 2 * u32::from(option.is_some()));
        }
    }
    all::<Compact>();
    all::<Indexed>();
    all::<Cbor>();
}

/// Fields that an older version did not write are read as their defaults, in one call.
#[test]
fn absent_fields_in_one_call() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Old(u8);

    #[derive(Clone, Packable)]
    #[packable(extensible)]
    struct New {
        number: u8,
        #[packable(default)]
        text: String,
        #[packable(default)]
        count: u32,
        #[packable(default)]
        doc: Option<Box<str>>,
        #[packable(default)]
        span: Span,
    }

    type Found = (u8, String, u32, Option<String>, Span);

    fn read<L: Layout>(packed: &Packed<New, L, &[u8]>) -> Found {
        let found = packed.read(|new| {
            let (number, fields) = new.fields().read();
            let (text, fields) = fields.read();
            let (count, fields) = fields.read();
            let (doc, fields) = fields.read();
            let (span, end) = fields.read_as::<Span>();
            end.done((number, text.to_owned(), count, doc.map(str::to_owned), span))
        });
        assert_eq!(packed.get(|new: NewNames| new.number), found.0);
        assert_eq!(packed.get(|new: NewNames| new.text).unwrap_or_default(), found.1);
        assert_eq!(packed.get(|new: NewNames| new.count).unwrap_or_default(), found.2);
        assert_eq!(packed.get(|new: NewNames| new.doc).flatten(), found.3.as_deref());
        found
    }

    fn both<L: Layout>() {
        let old = Packed::<Old, L>::pack(&Old(1));
        assert_eq!(
            read(&Packed::<New, L>::from_slice(old.as_bytes()).unwrap()),
            (1, String::new(), 0, None, Span::default())
        );
        let new =
            New { number: 2, text: "two".into(), count: 3, doc: Some("four".into()), span: Span { start: 5, end: 6 } };
        let new = Packed::<New, L>::pack(&new);
        assert_eq!(read(&new.as_slice()), (2, "two".into(), 3, Some("four".into()), Span { start: 5, end: 6 }));
    }
    both::<Compact>();
    both::<Indexed>();
    both::<Cbor>();
}
