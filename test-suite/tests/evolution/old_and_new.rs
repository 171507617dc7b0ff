//! Types that change: fields that are added, fields that are removed, and unknown constructors.

use std::ops::ControlFlow;

use packed_data::cbor::{RawBuf, from_diagnostic};
use packed_data::fold::Children;
use packed_data::layout::haskell::Serialise;
use packed_data::types::{OptionCase, Unknown};
use packed_data::{
    Cbor, Compact, Cursor, Done, ErrorKind, Filled, Indexed, Layout, Levels, Limits, Needs, Packable, Packed,
};
use test_suite::{LONG, TestLayout, in_a_small_stack, over_layouts};

mod old {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Packable)]
    #[packable(extensible)]
    pub(super) struct Person {
        pub(super) name: String,
        pub(super) age: u8,
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) enum Shape {
        Circle(f64),
        Group(Vec<Shape>),
        Named(String, Box<Shape>),
        #[packable(other)]
        Other(Unknown),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    #[packable(extensible)]
    pub(super) struct Page {
        pub(super) shape: Shape,
        pub(super) people: Vec<Person>,
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    #[packable(extensible)]
    pub(super) enum List {
        Nil,
        Cons(i64, Box<List>),
    }
}

mod new {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) struct Person {
        pub(super) name: String,
        pub(super) age: u8,
        #[packable(default)]
        pub(super) email: Option<String>,
        #[packable(default)]
        pub(super) scores: Vec<i32>,
        #[packable(default)]
        pub(super) height: u16,
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) enum Shape {
        Circle(f64, #[packable(default)] u32),
        Group(Vec<Shape>),
        Named(String, Box<Shape>),
        Square(f64, f64),
        Nothing,
        #[packable(other)]
        Other(Unknown),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) struct Page {
        pub(super) shape: Shape,
        pub(super) people: Vec<Person>,
        #[packable(default)]
        pub(super) title: String,
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) enum List {
        Nil,
        Cons(i64, Box<List>, #[packable(default)] String),
    }
}

/// With the item of an unknown constructor, for CBOR only.
mod raw {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) enum Shape {
        Circle(f64),
        Group(Vec<Shape>),
        Named(String, Box<Shape>),
        #[packable(other)]
        Unknown(RawBuf),
    }
}

fn old_page() -> old::Page {
    let group = old::Shape::Group(vec![old::Shape::Circle(1.5), old::Shape::Group(vec![])]);
    let people = vec![old::Person { name: "Ada".into(), age: 36 }, old::Person { name: "λ".into(), age: 0 }];
    old::Page { shape: old::Shape::Named("n".into(), Box::new(group)), people }
}

fn new_page() -> new::Page {
    let square = new::Shape::Named("s".into(), Box::new(new::Shape::Square(1.0, 2.0)));
    let group = new::Shape::Group(vec![new::Shape::Circle(1.5, 7), square, new::Shape::Nothing]);
    let person = |name: &str, email: Option<&str>| new::Person {
        name: name.into(),
        age: 1,
        email: email.map(String::from),
        height: 180,
        scores: vec![1, -1],
    };
    let people = vec![person("Ada", Some("ada@example.org")), person("B", None)];
    new::Page { shape: new::Shape::Named("n".into(), Box::new(group)), people, title: "title".into() }
}

/// Returns the value that a new reader reads from an old one.
fn upgraded_person(person: &old::Person) -> new::Person {
    new::Person { name: person.name.clone(), age: person.age, email: None, height: 0, scores: vec![] }
}

fn upgraded(shape: &old::Shape) -> new::Shape {
    match shape {
        old::Shape::Circle(radius) => new::Shape::Circle(*radius, 0),
        old::Shape::Group(shapes) => new::Shape::Group(shapes.iter().map(upgraded).collect()),
        old::Shape::Named(name, shape) => new::Shape::Named(name.clone(), Box::new(upgraded(shape))),
        old::Shape::Other(other) => new::Shape::Other(other.clone()),
    }
}

/// Returns the value that an old reader reads from a new one: unknown constructors are kept as they were written.
fn downgraded<L: Layout>(shape: &new::Shape) -> old::Shape {
    match shape {
        new::Shape::Circle(radius, _) => old::Shape::Circle(*radius),
        new::Shape::Group(shapes) => old::Shape::Group(shapes.iter().map(downgraded::<L>).collect()),
        new::Shape::Named(name, shape) => old::Shape::Named(name.clone(), Box::new(downgraded::<L>(shape))),
        new::Shape::Other(other) => old::Shape::Other(other.clone()),
        new::Shape::Square(..) | new::Shape::Nothing => {
            let packed = Packed::<new::Shape, L>::pack(shape);
            let read = Packed::<old::Shape, L, _>::from_bytes(packed.as_bytes()).expect("valid");
            let old::Shape::Other(other) = read.unpack().expect("shallow") else { panic!("a known constructor") };
            let tag = if matches!(shape, new::Shape::Nothing) { 4 } else { 3 };
            assert_eq!((other.layout(), other.tag()), (L::NAME, Some(tag)));
            assert!(packed.as_bytes().ends_with(other.as_bytes()));
            old::Shape::Other(other)
        }
    }
}

fn an_old_value_has_the_defaults_of_new_fields<L: Layout>() {
    let page = old_page();
    let packed = Packed::<old::Page, L>::pack(&page);
    let read = Packed::<new::Page, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    let people = page.people.iter().map(upgraded_person).collect();
    let expected = new::Page { shape: upgraded(&page.shape), people, title: String::new() };
    assert_eq!(read.unpack(), Ok(expected.clone()));
    // A second version with the defaults is equal, and so it is packed.
    let full = Packed::<new::Page, L>::pack(&expected);
    let title = read.read(|page| {
        let (title, end) = page.fields().skip().skip().read_or("none");
        end.done(title)
    });
    assert_eq!(title, "none");
    assert!(read.view().cmp(&full.view()).is_eq());
}

fn new_fields_are_skipped<L: Layout>() {
    let page = new_page();
    let packed = Packed::<new::Page, L>::pack(&page);
    let read = Packed::<old::Page, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    let people = page.people.iter().map(|person| old::Person { name: person.name.clone(), age: person.age });
    let expected = old::Page { shape: downgraded::<L>(&page.shape), people: people.collect() };
    assert_eq!(read.unpack(), Ok(expected));
    // By a cursor: the vector of people begins after all of the shape, and each person after the one before it.
    let ages = read.read(|page| {
        let (ages, end) = page.fields().skip().with(|people| {
            people.fold_items(0, |sum, person| {
                let (age, end) = person.fields().skip().read();
                end.done(sum + u32::from(age))
            })
        });
        end.done(ages)
    });
    assert_eq!(ages, 2);
}

fn an_unknown_constructor_is_kept_and_written_back<L: Layout>() {
    let new = new_page();
    let packed = Packed::<new::Shape, L>::pack(&new.shape);
    let old = Packed::<old::Shape, L, _>::from_bytes(packed.as_bytes()).expect("valid").unpack().expect("shallow");
    assert_eq!(old, downgraded::<L>(&new.shape));

    // (The second field of a known constructor is lost if the reader does not have it: it was skipped.)
    let again = Packed::<old::Shape, L>::pack(&old);
    let read = Packed::<new::Shape, L, _>::from_bytes(again.as_bytes()).expect("valid");
    let square = new::Shape::Named("s".into(), Box::new(new::Shape::Square(1.0, 2.0)));
    let group = new::Shape::Group(vec![new::Shape::Circle(1.5, 0), square, new::Shape::Nothing]);
    assert_eq!(read.unpack(), Ok(new::Shape::Named("n".into(), Box::new(group))));
}

fn an_unknown_constructor_stays_in_its_layout<L: Layout>() {
    fn refuse<L: Layout, M: Layout>(old: &Packed<old::Shape, L>) {
        let shape = old.unpack().expect("shallow");
        let packed = Packed::<old::Shape, M>::with_limits(&Limits::DEFAULT).pack(&shape);
        let converted = old.convert::<M>();
        for error in [packed.map(drop).unwrap_err(), converted.map(drop).unwrap_err()] {
            assert!(error.to_string().contains("another layout"), "{error}");
        }
    }

    let packed = Packed::<new::Shape, L>::pack(&new::Shape::Square(1.0, 2.0));
    let old = Packed::<old::Shape, L>::from_slice(packed.as_bytes()).expect("valid");
    let old = Packed::<old::Shape, L>::build(|needs| needs.put_packed(&old));
    assert_eq!(old.convert::<L>().expect("shallow").as_bytes(), packed.as_bytes());
    if L::NAME == "Compact" {
        refuse::<L, Indexed>(&old);
        refuse::<L, Cbor>(&old);
    } else {
        refuse::<L, Compact>(&old);
        if L::NAME != "Indexed" {
            refuse::<L, Indexed>(&old);
        }
    }
}

fn a_copy_and_a_transformation_lose_nothing<L: Layout>() {
    fn same<'i, 'o, L: Layout>(
        shape: Cursor<'_, 'i, old::Shape, L>,
        needs: Needs<'o, old::Shape, L>,
    ) -> Done<'i, Filled<'o>, L> {
        match shape.transform(needs) {
            old::ShapeTransform::Circle(fields) => fields.update(|radius| radius).done(),
            old::ShapeTransform::Group(fields) => fields.copy().done(),
            old::ShapeTransform::Named(fields) => fields.copy().map(same).done(),
            old::ShapeTransform::Other(fields) => fields.copy().done(),
        }
    }

    for shape in [new::Shape::Square(3.0, 4.0), new::Shape::Named("x".into(), Box::new(new::Shape::Nothing))] {
        let packed = Packed::<new::Shape, L>::pack(&shape);
        let old = Packed::<old::Shape, L, _>::from_bytes(packed.as_bytes()).expect("valid");
        let copied = Packed::<old::Shape, L>::build(|needs| needs.put_packed(&old));
        assert_eq!(copied.as_bytes(), packed.as_bytes());
        let transformed: Packed<old::Shape, L> = old.transform(same);
        assert_eq!(transformed.as_bytes(), packed.as_bytes());
        let rewritten = old.rewrite(|rules| rules.on::<u8>(|n, needs, _| n.copy_to(needs)));
        assert_eq!(rewritten.as_bytes(), packed.as_bytes());
    }
    // Fields that the reader does not know are copied too, wherever they are.
    let page = Packed::<new::Page, L>::pack(&new_page());
    let old = Packed::<old::Page, L, _>::from_bytes(page.as_bytes()).expect("valid");
    let copied =
        Packed::<(old::Page, u8), L>::build(|needs| needs.fields().with(|needs| needs.put_packed(&old)).put(&1).done());
    let copied = Packed::<(new::Page, u8), L, _>::from_bytes(copied.as_bytes()).expect("valid");
    assert_eq!(copied.unpack(), Ok((new_page(), 1)));
}

/// Also within a layout: what is not known is left out, and what is absent has its default.
fn a_conversion_keeps_what_is_known<L: Layout>() {
    fn to<L: Layout, M: Layout>() {
        let old = Packed::<old::Page, L>::pack(&old_page());
        let read = Packed::<new::Page, L>::from_slice(old.as_bytes()).expect("valid");
        let converted = read.convert::<M>().expect("shallow");
        let known = read.unpack().expect("shallow");
        assert_eq!(converted.unpack().as_ref(), Ok(&known));
        assert_eq!(converted, Packed::<new::Page, M>::pack(&known));
        let people = new_page().people;
        let new = Packed::<Vec<new::Person>, L>::pack(&people);
        let read = Packed::<Vec<old::Person>, L>::from_slice(new.as_bytes()).expect("valid");
        let converted = read.convert::<M>().expect("shallow");
        let known = read.unpack().expect("shallow");
        assert_eq!(converted, Packed::<Vec<old::Person>, M>::pack(&known));
        assert_eq!(converted.unpack(), Ok(known));
    }
    to::<L, Compact>();
    to::<L, Indexed>();
    to::<L, Cbor>();
}

/// A newer list, whose cells have a field after the next cell, read by the older program: everything that goes through
/// last fields goes on after the fields that it does not know.
fn cells_with_unknown_ends<L: Layout>() {
    struct Sum(i64);

    impl<'a, L: Layout> old::ListVisit<'a, L> for Sum {
        type Break = ();

        fn cons(&mut self, n: i64) -> ControlFlow<()> {
            self.0 += n;
            ControlFlow::Continue(())
        }
    }

    impl<'a, L: Layout> old::ListFold<'a, L> for Sum {
        type Out = i64;

        fn nil(&mut self) -> i64 {
            0
        }

        fn cons(&mut self, n: i64, rest: i64) -> i64 {
            n + rest
        }
    }

    let mut list = new::List::Nil;
    let mut expected = old::List::Nil;
    for n in 0..10 {
        list = new::List::Cons(n, Box::new(list), format!("text {n}"));
        expected = old::List::Cons(n, Box::new(expected));
    }
    let pair = Packed::<(new::List, u8, Vec<new::List>), L>::pack(&(list.clone(), 77, vec![list.clone(), list]));
    type Old = (old::List, u8, Vec<old::List>);
    let old = Packed::<Old, L, _>::from_bytes(pair.as_bytes()).expect("valid");
    assert_eq!(old.unpack(), Ok((expected.clone(), 77, vec![expected.clone(), expected.clone()])));
    let read = old.read(|pair| {
        let (first, fields) = pair.fields().with(sum);
        let (number, fields) = fields.read();
        let (all, end) = fields.with(|lists| lists.fold_items(0, |all, list| sum(list).map(|sum| all + sum)));
        end.done((first, number, all))
    });
    assert_eq!(read, (45, 77, 90));
    let known = (expected.clone(), 77, vec![expected.clone(), expected.clone()]);
    let packed = Packed::<Old, L>::pack(&known);
    assert!(packed.view().cmp(&old.view()).is_eq() && old.view().cmp(&packed.view()).is_eq());
    let list = Packed::<new::List, L>::pack(&new::List::Cons(
        1,
        Box::new(new::List::Cons(2, Box::new(new::List::Nil), "a".into())),
        "b".into(),
    ));
    let list = Packed::<old::List, L, _>::from_bytes(list.as_bytes()).expect("valid");
    let mut visit = Sum(0);
    assert_eq!(list.visit(&mut visit), Ok(ControlFlow::Continue(())));
    assert_eq!((visit.0, list.fold(&mut Sum(0))), (3, Ok(3)));
    let rewritten = old.rewrite(|rules| rules.on::<i64>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1)))));
    assert_eq!(
        rewritten.read(|pair| {
            let (sum, f) = pair.fields().with(sum);
            f.skip().skip().done(sum)
        }),
        55
    );
    let rewritten: Packed<Old, L> = rewritten.convert().expect("shallow");
    assert_eq!(Packed::<Old, L, _>::from_bytes(rewritten.as_bytes()).map(|_| ()), Ok(()));
}

fn sum<'id, L: Layout>(mut list: Cursor<'_, 'id, old::List, L>) -> Done<'id, i64, L> {
    let mut sum = 0;
    loop {
        match list.case() {
            old::ListCase::Nil(end) => return end.done(sum),
            old::ListCase::Cons(fields) => {
                let (n, fields) = fields.read();
                sum += n;
                list = fields.tail();
            }
        }
    }
}

fn a_million_cells_in_a_small_stack<L: Layout>() {
    struct Sum(i64);

    impl<'a, L: Layout> old::ListVisit<'a, L> for Sum {
        type Break = ();

        fn cons(&mut self, n: i64) -> ControlFlow<()> {
            self.0 += n;
            ControlFlow::Continue(())
        }
    }

    fn build<'id, L: Layout>(mut needs: Needs<'id, old::List, L>) -> Filled<'id> {
        for n in 0..LONG {
            needs = old::List::start_cons(needs).put(&n).tail();
        }
        old::List::write_nil(needs)
    }

    in_a_small_stack(|| {
        let total = LONG * (LONG - 1) / 2;
        let built = Packed::<old::List, L>::build(build);
        let mut list = old::List::Nil;
        for n in (0..LONG).rev() {
            list = old::List::Cons(n, Box::new(list));
        }
        assert_eq!(Packed::<old::List, L>::pack(&list), built);
        while let old::List::Cons(_, next) = list {
            list = *next;
        }
        let packed = Packed::<old::List, L, _>::from_bytes(built.as_bytes()).expect("valid");
        assert_eq!(packed.read(sum), total);
        assert_eq!(packed.read(|list| list.as_bytes()), built.as_bytes());
        let mut visit = Sum(0);
        assert_eq!(packed.visit(&mut visit), Ok(ControlFlow::Continue(())));
        assert_eq!(visit.0, total);
        assert!(packed.view().cmp(&built.view()).is_eq());
        let pair = Packed::<(old::List, u8), L>::build(|needs| needs.fields().with(build).put(&1).done());
        let pair = Packed::<(old::List, u8), L>::from_vec(pair.into_inner()).expect("valid");
        assert_eq!(
            pair.read(|pair| {
                let (n, end) = pair.fields().skip().read();
                end.done(n)
            }),
            1
        );
        assert_eq!(packed.convert::<Compact>().map(|list| list.read(sum)), Ok(total));
        assert_eq!(packed.convert::<Indexed>().map(|list| list.read(sum)), Ok(total));
        let more = packed.rewrite(|rules| rules.on::<i64>(|n, needs, _| n.read().map(|n| needs.put(&(n + 1)))));
        assert_eq!(more.read(sum), total + LONG);
        let cut = &built.as_bytes()[..built.as_bytes().len() - 1];
        assert!(Packed::<old::List, L, _>::from_bytes(cut).is_err());
    });
}

/// Runs over all layouts in which values state where they end.
macro_rules! over_evolving {
    ($($check:ident),+ $(,)?) => {
        over_evolving! { @ ($($check)+) compact Compact, indexed Indexed, cbor Cbor, serialise Serialise }
    };
    (@ $checks:tt $($module:ident $L:ident),+) => {$(
        over_evolving! { @@ $checks $module $L }
    )+};
    (@@ ($($check:ident)+) $module:ident $L:ident) => {
        mod $module {
            $(
                #[test]
                fn $check() {
                    super::$check::<super::$L>();
                }
            )+
        }
    };
}

over_evolving! {
    an_old_value_has_the_defaults_of_new_fields,
    new_fields_are_skipped,
    an_unknown_constructor_is_kept_and_written_back,
    an_unknown_constructor_stays_in_its_layout,
    a_copy_and_a_transformation_lose_nothing,
    a_conversion_keeps_what_is_known,
    absent_fields_are_passed_over,
    a_copied_unknown_constructor_is_compared_with_the_known_ones,
    a_last_field_of_varying_size_is_followed_by_others,
    an_unknown_by_itself_has_a_head_and_a_tag,
    cells_with_unknown_ends,
    a_million_cells_in_a_small_stack,
}

/// Found by thinking about copies: a constructor that one type does not know may be one that another type knows.
fn a_copied_unknown_constructor_is_compared_with_the_known_ones<L: Layout>() {
    let packed = Packed::<new::Shape, L>::pack(&new::Shape::Square(3.0, 4.0));
    let old = Packed::<old::Shape, L>::from_slice(packed.as_bytes()).expect("valid");
    let copied = Packed::<new::Shape, L>::with_limits(&Limits::DEFAULT).build(|needs| {
        old.read(|old| match old.case() {
            old::ShapeCase::Other(fields) => {
                let mut end = None;
                let place = new::Shape::start_other(needs).with(|needs| {
                    let (filled, rest) = fields.copy_to(needs);
                    end = Some(rest);
                    filled
                });
                end.expect("it was copied").done(place.done())
            }
            _ => unreachable!("an unknown constructor"),
        })
    });
    assert!(matches!(copied.unwrap_err().kind(), ErrorKind::InvalidTag { constructors: 5, .. }));
}

/// The last field of one version is not the last of the next, so in `Indexed` it needs its size from the beginning.
/// (Found by a review of the specification.)
fn a_last_field_of_varying_size_is_followed_by_others<L: Layout>() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(extensible)]
    struct One {
        name: String,
        email: Option<String>,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Two {
        name: String,
        email: Option<String>,
        #[packable(default)]
        age: u8,
        #[packable(default)]
        phone: Option<String>,
    }

    let one = One { name: "a".into(), email: Some("b".into()) };
    let packed = Packed::<One, L>::pack(&one);
    let built = Packed::<One, L>::build(|needs| {
        let needs = One::start_one(needs).put("a").tail();
        needs.start_some().put("b").done()
    });
    assert_eq!(packed, built);
    if L::NAME == "Indexed" {
        assert_eq!(packed.as_bytes(), [7, 0, 1, b'a', 3, 1, 1, b'b']);
    }
    let two = Two { name: "a".into(), email: one.email.clone(), age: 0, phone: None };
    let read = Packed::<Two, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    assert_eq!(read.unpack(), Ok(two.clone()));
    let two = Two { age: 7, phone: Some("5".into()), ..two };
    let packed = Packed::<Vec<Two>, L>::pack(&vec![two.clone(), two]);
    let read = Packed::<Vec<One>, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    assert_eq!(read.unpack(), Ok(vec![one.clone(), one.clone()]));
    let email = read.read(|all| {
        all.fold_items(0, |len, one| {
            let email = one.fields().skip().tail();
            match email.case() {
                OptionCase::None(end) => end.done(len),
                OptionCase::Some(fields) => {
                    let (email, end) = fields.read();
                    end.done(len + email.len())
                }
            }
        })
    });
    assert_eq!(email, 2);
    assert_eq!(read.convert::<Compact>().expect("shallow").unpack(), Ok(vec![one.clone(), one.clone()]));
    assert_eq!(read.convert::<Indexed>().expect("shallow").unpack(), Ok(vec![one.clone(), one]));
}

/// A visit passes over what an older version did not write.
fn absent_fields_are_passed_over<L: TestLayout>() {
    let page = old_page();
    let packed = Packed::<Vec<old::Page>, L>::pack(&vec![page.clone(), page.clone()]);
    let read = Packed::<Vec<new::Page>, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    let visited = |children| {
        let mut ages = Vec::new();
        let done = read.visit_each(|person: Cursor<'_, '_, new::Person, L>| {
            ages.push(person.fields().skip().read().0);
            children
        });
        (done, ages)
    };
    // Skipped or not: a person has no person inside.
    let expected = [36, 0, 36, 0].to_vec();
    assert_eq!(visited(Children::Visit), (Ok(()), expected.clone()));
    assert_eq!(visited(Children::Skip), (Ok(()), expected));
    let mut texts = 0;
    assert_eq!(
        read.visit_each(|_: Cursor<'_, '_, str, L>| {
            texts += 1;
            Children::Visit
        }),
        Ok(())
    );
    // (The name of a shape and those of two people, twice. Absent titles and addresses are not there to be visited.)
    assert_eq!(texts, 6);
}

/// A view passes over absent fields on the way to another one.
#[test]
fn views_beyond_absent_fields() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Before {
        first: u8,
        second: u16,
    }

    #[derive(Packable)]
    struct After {
        first: u8,
        #[packable(default)]
        second: u16,
        #[packable(default)]
        third: u8,
        #[packable(default)]
        fourth: u8,
    }

    macro_rules! in_layouts {
        ($($layout:ty)+) => {$(
            let packed = Packed::<Before, $layout>::pack(&Before { first: 1, second: 2 });
            let read = Packed::<After, $layout, _>::from_bytes(packed.as_bytes()).expect("valid");
            assert_eq!(read.view().field(|after: AfterNames| after.second), Some(2));
            assert_eq!(read.view().field(|after: AfterNames| after.fourth), None);
            let packed = Packed::<After, $layout>::pack(&After { first: 1, second: 2, third: 3, fourth: 4 });
            assert_eq!(packed.view().field(|after: AfterNames| after.fourth), Some(4));
        )+};
    }
    in_layouts!(Compact Indexed);
}

/// An `Unknown` from anywhere is valid where it is written.
fn an_unknown_by_itself_has_a_head_and_a_tag<L: Layout>() {
    let is_valid = |bytes: &[u8]| Packed::<Unknown, L>::from_slice(bytes).is_ok();
    match L::NAME {
        "Compact" => assert!(!is_valid(&[0]) && is_valid(&[1, 7]) && !is_valid(&[3, 0xFC, 7, 0])),
        "Indexed" => assert!(!is_valid(&[1, 0]) && is_valid(&[2, 0, 7]) && !is_valid(&[3, 9, 5, 0])),
        _ => assert!(is_valid(&[0x81, 0]) && !is_valid(&[0x81])),
    }
}

#[test]
fn the_item_of_a_known_constructor_is_not_an_unknown_one() {
    for text in ["[0, 1.5]", "[2, 1, 2]", "[]", "7", "{}", "[\"a\"]"] {
        let raw = RawBuf::new(from_diagnostic(text).expect("notation")).expect("well-formed");
        let shape = raw::Shape::Unknown(raw);
        let error =
            Packed::<raw::Shape, Cbor>::with_limits(&packed_data::Limits::DEFAULT).pack(&shape).expect_err(text);
        assert!(matches!(error.kind(), ErrorKind::InvalidTag { constructors: 3, .. }), "{text}: {error}");
    }
}

#[test]
fn an_unknown_constructor_of_a_closed_type_is_an_error() {
    #[derive(Debug, PartialEq, Packable)]
    enum Closed {
        A,
        B(u8),
    }

    let error = Packed::<Closed, Cbor, _>::from_bytes(b"\x81\x02".as_slice()).expect_err("unknown constructor");
    assert_eq!((error.kind(), error.offset()), (ErrorKind::InvalidTag { found: 2, constructors: 2 }, 1));
}

#[test]
fn a_field_without_a_default_must_be_present() {
    let person = b"\x82\x00\x61a"; // [0, "a"]
    let error = Packed::<new::Person, Cbor, _>::from_bytes(person.as_slice()).expect_err("the age is missing");
    assert_eq!(error.kind(), ErrorKind::MissingFields { expected: 2, found: 1 });
    let open = b"\x9F\x00\x61a\xFF"; // [_ 0, "a"]
    let error = Packed::<new::Person, Cbor, _>::from_bytes(open.as_slice()).expect_err("the age is missing");
    assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedBreak, 4));
}

#[test]
fn some_of_the_new_fields_may_be_present() {
    for (text, email, scores) in [
        ("[0, \"a\", 1, []]", None, vec![]),
        ("[0, \"a\", 1, [\"e\"]]", Some("e"), vec![]),
        ("[_ 0, \"a\", 1, [\"e\"]]", Some("e"), vec![]),
        ("[_ 0, \"a\", 1]", None, vec![]),
        ("[0, \"a\", 1, [], [1]]", None, vec![1]),
        ("[_ 0, \"a\", 1, [], [_ 1, 2], 0, {\"newer\": [1, [_ 2]]}, 7]", None, vec![1, 2]),
    ] {
        let bytes = from_diagnostic(text).expect("notation");
        let packed = Packed::<new::Person, Cbor, _>::from_bytes(bytes.as_slice()).expect(text);
        let email = email.map(String::from);
        assert_eq!(packed.unpack(), Ok(new::Person { name: "a".into(), age: 1, email, height: 0, scores }), "{text}");
    }
}

#[test]
fn a_required_tag_is_written_and_checked() {
    #[derive(Debug, PartialEq, Packable)]
    struct Event {
        #[packable(cbor_tag = 1)]
        at: u64,
        #[packable(cbor_tag = 32)]
        uri: String,
    }

    let event = Event { at: 7, uri: "a:b".into() };
    let packed = Packed::<Event, Cbor>::pack(&event);
    assert_eq!(packed.as_bytes(), from_diagnostic("[0, 1(7), 32(\"a:b\")]").expect("notation"));
    let read = Packed::<Event, Cbor, _>::from_bytes(packed.as_bytes()).expect("valid");
    assert_eq!(read.unpack(), Ok(event));

    for (text, offset, found) in [("[0, 7, 32(\"\")]", 2, None), ("[0, 1(7), 33(\"\")]", 4, Some(33))] {
        let bytes = from_diagnostic(text).expect("notation");
        let error = Packed::<Event, Cbor, _>::from_bytes(bytes.as_slice()).expect_err(text);
        let expected = if found.is_none() { 1 } else { 32 };
        assert_eq!((error.kind(), error.offset()), (ErrorKind::UnexpectedTag { expected, found }, offset), "{text}");
    }
}

#[test]
fn a_required_tag_is_not_doubled_by_a_copy() {
    #[derive(Debug, PartialEq, Packable)]
    enum Event {
        At(#[packable(cbor_tag = 1)] u64, #[packable(cbor_tag = 6)] RawBuf),
        Never,
    }

    fn copy<'i, 'o>(event: Cursor<'_, 'i, Event, Cbor>, needs: Needs<'o, Event, Cbor>) -> Done<'i, Filled<'o>, Cbor> {
        match event.transform(needs) {
            EventTransform::At(fields) => fields.copy().copy().done(),
            EventTransform::Never(fields) => fields.done(),
        }
    }

    let bytes = from_diagnostic("[0, 1(7), 6([8])]").expect("notation");
    let packed = Packed::<Event, Cbor, _>::from_bytes(bytes.as_slice()).expect("valid");
    assert_eq!(packed.transform::<Event>(copy).as_bytes(), bytes);
    let event = packed.unpack().expect("shallow");
    assert_eq!(event, Event::At(7, RawBuf::new(b"\x81\x08".to_vec()).expect("well-formed")));
    assert_eq!(Packed::<Event, Cbor>::pack(&event).as_bytes(), bytes);
}

/// Found by the mutants of shapes with tags: in a layout with sizes before fields, a fold skipped the size of a field
/// with a tag twice, and read bytes that are not the field.
fn a_field_with_a_tag_is_folded_after_its_size<L: TestLayout>() {
    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Chain {
        End,
        Link(#[packable(cbor_tag = 7)] Option<u8>, #[packable(cbor_tag = 8)] Box<Chain>, u8),
        Last(#[packable(cbor_tag = 9)] Option<u8>, #[packable(cbor_tag = 10)] Box<Chain>),
    }

    struct Rebuild;

    impl<'a, L: Layout> ChainFold<'a, L> for Rebuild {
        type Out = Chain;

        fn end(&mut self) -> Chain {
            Chain::End
        }

        fn link(&mut self, number: Option<u8>, next: Chain, last: u8) -> Chain {
            Chain::Link(number, Box::new(next), last)
        }

        fn last(&mut self, number: Option<u8>, next: Chain) -> Chain {
            Chain::Last(number, Box::new(next))
        }
    }

    let link = |next| Chain::Link(Some(1), Box::new(next), 2);
    let last = |next| Chain::Last(Some(3), Box::new(next));
    for chain in [link(Chain::End), last(Chain::End), link(last(link(Chain::End))), last(link(last(Chain::End)))] {
        let packed = Packed::<Chain, L>::pack(&chain);
        assert_eq!(packed.fold(&mut Rebuild), Ok(chain.clone()), "{}", L::NAME);
        let first = packed.read(|cursor| match cursor.case() {
            ChainCase::End(end) => end.done(None),
            ChainCase::Link(fields) => {
                let (number, fields) = fields.untagged().with(|number| number.unpack(Levels::new(8)).unwrap());
                fields.skip().skip().done(number)
            }
            ChainCase::Last(fields) => {
                let (number, fields) = fields.untagged().with(|number| number.unpack(Levels::new(8)).unwrap());
                fields.skip().done(number)
            }
        });
        assert_eq!(first, if let Chain::Link(number, ..) | Chain::Last(number, _) = chain { number } else { None });
    }
}

/// The derive did not compile such fields: in a visit it described them without their tags.
fn variant_fields_with_tags_that_recur_are_folded_and_visited<L: TestLayout>() {
    use packed_data::Limits;
    use packed_data::fold::{FoldItems, Rec, Stopped};

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Tree {
        Leaf(u8),
        One(u8, #[packable(cbor_tag = 7)] Box<Tree>),
        Two(u8, #[packable(cbor_tag = 8)] Box<Tree>, #[packable(cbor_tag = 18446744073709551615)] Box<Tree>),
        Three(u8, Box<Tree>, #[packable(cbor_tag = 9)] Box<Tree>, Box<Tree>),
        Perhaps(u8, #[packable(cbor_tag = 10)] Option<Box<Tree>>),
        Many(u8, #[packable(cbor_tag = 11)] Vec<Tree>),
        Both(u8, #[packable(cbor_tag = 12)] Vec<Tree>, #[packable(cbor_tag = 13)] Option<Box<Tree>>, Box<Tree>),
    }

    impl Tree {
        /// Appends its number, then those of its children, in the order of a visit.
        fn numbers(&self, numbers: &mut Vec<u8>) {
            let (number, children): (&u8, Vec<&Self>) = match self {
                Self::Leaf(number) => (number, vec![]),
                Self::One(number, one) => (number, vec![one]),
                Self::Two(number, one, two) => (number, vec![one, two]),
                Self::Three(number, one, two, three) => (number, vec![one, two, three]),
                Self::Perhaps(number, one) => (number, one.iter().map(|one| &**one).collect()),
                Self::Many(number, all) => (number, all.iter().collect()),
                Self::Both(number, all, one, last) => {
                    (number, all.iter().chain(one.as_deref()).chain([&**last]).collect())
                }
            };
            numbers.push(*number);
            children.into_iter().for_each(|child| child.numbers(numbers));
        }
    }

    struct Rebuild;

    impl<'a, L: Layout> TreeFold<'a, L> for Rebuild {
        type Out = Result<Tree, Stopped>;

        fn leaf(&mut self, number: u8) -> Self::Out {
            Ok(Tree::Leaf(number))
        }

        fn one(&mut self, number: u8, one: Self::Out) -> Self::Out {
            Ok(Tree::One(number, Box::new(one?)))
        }

        fn two(&mut self, number: u8, one: Self::Out, two: Self::Out) -> Self::Out {
            Ok(Tree::Two(number, Box::new(one?), Box::new(two?)))
        }

        fn three(&mut self, number: u8, one: Self::Out, two: Self::Out, three: Self::Out) -> Self::Out {
            Ok(Tree::Three(number, Box::new(one?), Box::new(two?), Box::new(three?)))
        }

        fn perhaps(&mut self, number: u8, one: Option<Self::Out>) -> Self::Out {
            Ok(Tree::Perhaps(number, one.transpose()?.map(Box::new)))
        }

        fn many(&mut self, number: u8, all: FoldItems<'_, 'a, Rec<Tree>, L>) -> Self::Out {
            Ok(Tree::Many(number, self.trees(all)?))
        }

        fn both(
            &mut self,
            number: u8,
            all: FoldItems<'_, 'a, Rec<Tree>, L>,
            one: Option<Self::Out>,
            last: Self::Out,
        ) -> Self::Out {
            Ok(Tree::Both(number, self.trees(all)?, one.transpose()?.map(Box::new), Box::new(last?)))
        }
    }

    impl Rebuild {
        fn trees<'a, L: Layout>(&mut self, mut all: FoldItems<'_, 'a, Rec<Tree>, L>) -> Result<Vec<Tree>, Stopped> {
            let mut trees = Vec::new();
            while let Some(tree) = all.next(self)? {
                trees.push(tree?);
            }
            Ok(trees)
        }
    }

    /// Records numbers, at most this many.
    struct First(usize, Vec<u8>);

    impl First {
        fn push(&mut self, number: u8) -> ControlFlow<()> {
            self.1.push(number);
            if self.1.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        }
    }

    macro_rules! visit {
        ($($constructor:ident)+) => {
            impl<'a, L: Layout> TreeVisit<'a, L> for First {
                type Break = ();

                $(fn $constructor(&mut self, number: u8) -> ControlFlow<()> {
                    self.push(number)
                })+
            }
        };
    }

    visit! { leaf one two three perhaps many both }

    let leaf = || Box::new(Tree::Leaf(200));
    let around: [fn(u8, Tree, Box<Tree>) -> Tree; 9] = [
        |n, tree, _| Tree::One(n, Box::new(tree)),
        |n, tree, leaf| Tree::Two(n, leaf, Box::new(tree)),
        |n, tree, leaf| Tree::Two(n, Box::new(tree), leaf),
        |n, tree, leaf| Tree::Three(n, leaf.clone(), Box::new(tree), leaf),
        |n, tree, _| Tree::Perhaps(n, Some(Box::new(tree))),
        |n, tree, leaf| Tree::Many(n, vec![*leaf.clone(), tree, *leaf]),
        |n, tree, leaf| Tree::Both(n, vec![tree, *leaf.clone()], None, leaf),
        |n, tree, leaf| Tree::Both(n, vec![], Some(Box::new(tree)), leaf),
        |n, tree, leaf| Tree::Both(n, vec![*leaf.clone()], Some(leaf), Box::new(tree)),
    ];
    // Each constructor within each other constructor, under Miri within three of them.
    for (index, outer) in around.iter().enumerate().step_by(if cfg!(miri) { 4 } else { 1 }) {
        let tree = (around.iter().zip(1..)).fold(Tree::Perhaps(0, None), |tree, (inner, number)| {
            outer(10 * number + index as u8, inner(10 * number, tree, leaf()), leaf())
        });
        let mut numbers = Vec::new();
        tree.numbers(&mut numbers);
        let packed = Packed::<Tree, L>::pack(&tree);
        let packed = Packed::<Tree, L, _>::from_bytes(packed.as_bytes()).expect("valid");
        assert_eq!(packed.unpack().as_ref(), Ok(&tree));
        assert_eq!(packed.fold(&mut Rebuild), Ok(Ok(tree)));
        for count in [1, 5, numbers.len(), numbers.len() + 1] {
            let mut first = First(count, Vec::new());
            let flow = packed.view().visit(&mut first, &Limits::DEFAULT).expect("shallow");
            assert_eq!((flow.is_break(), &*first.1), (count <= numbers.len(), &numbers[..count.min(numbers.len())]));
        }
    }
}

over_layouts! {
    few all: a_field_with_a_tag_is_folded_after_its_size, variant_fields_with_tags_that_recur_are_folded_and_visited
}
