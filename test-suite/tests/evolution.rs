//! Types that change: fields that are added, fields that are removed, and unknown constructors.

use packed_data::cbor::{RawBuf, from_diagnostic};
use packed_data::haskell::Serialise;
use packed_data::{Cbor, Cursor, Done, ErrorKind, Filled, Layout, Levels, Needs, Packable, Packed};
use test_suite::{TestLayout, over_layouts};

mod old {
    use super::*;

    #[derive(Debug, Clone, PartialEq, Packable)]
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
        Unknown(RawBuf),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) struct Page {
        pub(super) shape: Shape,
        pub(super) people: Vec<Person>,
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
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) enum Shape {
        Circle(f64, #[packable(default)] u32),
        Group(Vec<Shape>),
        Named(String, Box<Shape>),
        Square(f64, f64),
        Nothing,
        #[packable(other)]
        Unknown(RawBuf),
    }

    #[derive(Debug, Clone, PartialEq, Packable)]
    pub(super) struct Page {
        pub(super) shape: Shape,
        pub(super) people: Vec<Person>,
        #[packable(default)]
        pub(super) title: String,
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
        scores: vec![1, -1],
    };
    let people = vec![person("Ada", Some("ada@example.org")), person("B", None)];
    new::Page { shape: new::Shape::Named("n".into(), Box::new(group)), people, title: "title".into() }
}

/// Returns the value that a new reader reads from an old one.
fn upgraded_person(person: &old::Person) -> new::Person {
    new::Person { name: person.name.clone(), age: person.age, email: None, scores: vec![] }
}

fn upgraded(shape: &old::Shape) -> new::Shape {
    match shape {
        old::Shape::Circle(radius) => new::Shape::Circle(*radius, 0),
        old::Shape::Group(shapes) => new::Shape::Group(shapes.iter().map(upgraded).collect()),
        old::Shape::Named(name, shape) => new::Shape::Named(name.clone(), Box::new(upgraded(shape))),
        old::Shape::Unknown(raw) => new::Shape::Unknown(raw.clone()),
    }
}

/// Returns the value that an old reader reads from a new one: unknown constructors are kept as they were written.
fn downgraded(shape: &new::Shape) -> old::Shape {
    match shape {
        new::Shape::Circle(radius, _) => old::Shape::Circle(*radius),
        new::Shape::Group(shapes) => old::Shape::Group(shapes.iter().map(downgraded).collect()),
        new::Shape::Named(name, shape) => old::Shape::Named(name.clone(), Box::new(downgraded(shape))),
        new::Shape::Unknown(raw) => old::Shape::Unknown(raw.clone()),
        new::Shape::Square(..) | new::Shape::Nothing => {
            let bytes = Packed::<new::Shape, Cbor>::pack(shape).into_inner();
            old::Shape::Unknown(RawBuf::new(bytes).expect("well-formed"))
        }
    }
}

fn reads_old_by_new<L: Layout>() {
    let page = old_page();
    let packed = Packed::<old::Page, L>::pack(&page);
    let read = Packed::<new::Page, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    let people = page.people.iter().map(upgraded_person).collect();
    let expected = new::Page { shape: upgraded(&page.shape), people, title: String::new() };
    assert_eq!(read.unpack(), Ok(expected));
}

fn reads_new_by_old<L: Layout>() {
    let page = new_page();
    let packed = Packed::<new::Page, L>::pack(&page);
    let read = Packed::<old::Page, L, _>::from_bytes(packed.as_bytes()).expect("valid");
    let people = page.people.iter().map(|person| old::Person { name: person.name.clone(), age: person.age });
    assert_eq!(read.unpack().map(|page| page.people), Ok(people.collect()));
}

#[test]
fn an_old_value_has_the_defaults_of_new_fields() {
    reads_old_by_new::<Cbor>();
    reads_old_by_new::<Serialise>();
}

#[test]
fn new_fields_are_skipped() {
    reads_new_by_old::<Cbor>();
    reads_new_by_old::<Serialise>();
}

#[test]
fn an_unknown_constructor_is_kept_and_written_back() {
    let new = new_page();
    let packed = Packed::<new::Shape, Cbor>::pack(&new.shape);
    let old = Packed::<old::Shape, Cbor, _>::from_bytes(packed.as_bytes()).expect("valid").unpack().expect("shallow");
    assert_eq!(old, downgraded(&new.shape));

    // (The second field of a known constructor is lost if the reader does not have it: it was skipped.)
    let again = Packed::<old::Shape, Cbor>::pack(&old);
    let read = Packed::<new::Shape, Cbor, _>::from_bytes(again.as_bytes()).expect("valid");
    let square = new::Shape::Named("s".into(), Box::new(new::Shape::Square(1.0, 2.0)));
    let group = new::Shape::Group(vec![new::Shape::Circle(1.5, 0), square, new::Shape::Nothing]);
    assert_eq!(read.unpack(), Ok(new::Shape::Named("n".into(), Box::new(group))));
}

#[test]
fn a_copy_and_a_transformation_lose_nothing() {
    fn same<'i, 'o>(
        shape: Cursor<'_, 'i, old::Shape, Cbor>,
        needs: Needs<'o, old::Shape, Cbor>,
    ) -> Done<'i, Filled<'o>, Cbor> {
        match shape.transform(needs) {
            old::ShapeTransform::Circle(fields) => fields.update(|radius| radius).done(),
            old::ShapeTransform::Group(fields) => fields.copy().done(),
            old::ShapeTransform::Named(fields) => fields.copy().map(same).done(),
            old::ShapeTransform::Unknown(fields) => fields.copy().done(),
        }
    }

    for shape in [new::Shape::Square(3.0, 4.0), new::Shape::Named("x".into(), Box::new(new::Shape::Nothing))] {
        let packed = Packed::<new::Shape, Cbor>::pack(&shape);
        let old = Packed::<old::Shape, Cbor, _>::from_bytes(packed.as_bytes()).expect("valid");
        let copied = Packed::<old::Shape, Cbor>::build(|needs| needs.put_packed(&old));
        assert_eq!(copied.as_bytes(), packed.as_bytes());
        let transformed: Packed<old::Shape, Cbor> = old.transform(same);
        assert_eq!(transformed.as_bytes(), packed.as_bytes());
    }
}

#[test]
fn the_item_of_a_known_constructor_is_not_an_unknown_one() {
    for text in ["[0, 1.5]", "[2, 1, 2]", "[]", "7", "{}", "[\"a\"]"] {
        let raw = RawBuf::new(from_diagnostic(text).expect("notation")).expect("well-formed");
        let shape = old::Shape::Unknown(raw);
        let error = Packed::<old::Shape, Cbor>::try_pack(&shape, &packed_data::Limits::DEFAULT).expect_err(text);
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
        ("[_ 0, \"a\", 1, [], [_ 1, 2], {\"newer\": [1, [_ 2]]}, 7]", None, vec![1, 2]),
    ] {
        let bytes = from_diagnostic(text).expect("notation");
        let packed = Packed::<new::Person, Cbor, _>::from_bytes(bytes.as_slice()).expect(text);
        let email = email.map(String::from);
        assert_eq!(packed.unpack(), Ok(new::Person { name: "a".into(), age: 1, email, scores }), "{text}");
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
    use std::ops::ControlFlow;

    use packed_data::fold::{FoldItems, Rec};
    use packed_data::{Limits, Stopped};

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
    // Each constructor within each other constructor.
    for (index, outer) in around.iter().enumerate() {
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
    all: a_field_with_a_tag_is_folded_after_its_size, variant_fields_with_tags_that_recur_are_folded_and_visited
}
