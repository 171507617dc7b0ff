//! The derive in unusual contexts: each module is a case in which some derive macro failed.

#![forbid(unsafe_code)]

use std::fmt::Debug;

use packed_data::layout::haskell::Serialise;
use packed_data::{Cbor, Compact, Indexed, Layout, Packable, Packed, Unpack, View};

/// Packs a value in each layout, validates the bytes, and unpacks the same value.
fn round_trip<T: Debug + PartialEq + Packable + for<'a> Unpack<'a>>(value: &T) {
    fn one<T: Debug + PartialEq + Packable + for<'a> Unpack<'a>, L: Layout>(value: &T) {
        let packed = Packed::<T, L>::pack(value);
        let read = Packed::<T, L, _>::from_bytes(packed.as_bytes()).expect("packed bytes are valid");
        assert_eq!(&read.unpack().expect("a shallow value"), value);
    }
    one::<T, Compact>(value);
    one::<T, Indexed>(value);
    one::<T, Cbor>(value);
    one::<T, Serialise>(value);
}

mod shapes {
    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    struct Unit;

    #[derive(Debug, PartialEq, Packable)]
    struct EmptyNamed {}

    #[derive(Debug, PartialEq, Packable)]
    struct EmptyTuple();

    #[derive(Debug, PartialEq, Packable)]
    struct Named {
        x: i64,
        name: String,
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Tuple(i64, String, Unit);

    #[derive(Debug, PartialEq, Packable)]
    enum Mixed {
        Unit,
        EmptyNamed {},
        EmptyTuple(),
        Tuple(u8, Named),
        Named { x: u8, tuple: Tuple },
    }

    #[derive(Debug, PartialEq, Packable)]
    enum One {
        Only(String),
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Plain {
        A,
        B = 7,
        C,
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(transparent)]
    struct Meters {
        value: f64,
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(transparent)]
    struct Wrapper<T>(Vec<T>);

    #[derive(Debug, PartialEq, Packable)]
    enum Never {}

    #[test]
    fn of_every_style() {
        let named = || Named { x: -1, name: "n".into() };
        let tuple = || Tuple(1, "t".into(), Unit);
        round_trip(&Unit);
        round_trip(&EmptyNamed {});
        round_trip(&EmptyTuple());
        round_trip(&named());
        round_trip(&tuple());
        round_trip(&vec![
            Mixed::Unit,
            Mixed::EmptyNamed {},
            Mixed::EmptyTuple(),
            Mixed::Tuple(1, named()),
            Mixed::Named { x: 2, tuple: tuple() },
        ]);
        round_trip(&One::Only("one".into()));
        round_trip(&vec![Plain::A, Plain::B, Plain::C]);
        round_trip(&Meters { value: 1.5 });
        round_trip(&Wrapper(vec![named()]));
        round_trip(&Option::<Never>::None);
    }

    #[test]
    fn a_transparent_type_is_packed_as_its_field() {
        assert_eq!(Packed::<Meters>::pack(&Meters { value: 1.5 }).view(), 1.5);
        assert_eq!(Packed::<Wrapper<u8>>::pack(&Wrapper(vec![1, 2])).as_bytes(), [2, 1, 2]);
        assert!(Packed::<Never>::from_bytes(vec![0]).is_err());
    }

    #[test]
    fn discriminants_are_not_tags() {
        assert_eq!(Packed::<Plain>::pack(&Plain::B).as_bytes(), [1]);
    }
}

mod generics {
    use std::borrow::Cow;
    use std::fmt::Display;
    use std::marker::PhantomData;

    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    struct Bounded<T: Clone + Debug>
    where
        T: PartialEq,
    {
        value: T,
        more: Option<T>,
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Tree<A> {
        Leaf(A),
        Node(Box<Tree<A>>, Box<Tree<A>>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Array<T, const N: usize> {
        items: [T; N],
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Defaulted<T = u8, const N: usize = 2>([T; N]);

    #[derive(Debug, PartialEq, Packable)]
    struct Borrowed<'a, 'b: 'a, T> {
        text: &'a str,
        bytes: &'b [u8],
        cow: Cow<'a, str>,
        value: T,
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Phantom<T>(u8, PhantomData<T>);

    trait Named {
        type Name: Clone + Debug + PartialEq;
    }

    #[derive(Debug, PartialEq, Packable)]
    struct City;

    impl Named for City {
        type Name = String;
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Projection<T: Named> {
        name: T::Name,
        names: Vec<T::Name>,
        qualified: <T as Named>::Name,
        owner: T,
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(bound = "", unpack_bound = "")]
    struct Unbounded<T>(u8, #[allow(unused)] PhantomData<fn() -> T>);

    #[derive(Debug, PartialEq)]
    struct NotPackable;

    #[derive(Debug, PartialEq, Packable)]
    #[packable(bound = "T: Packable + Display", unpack_bound = "T: Unpack<'de>")]
    struct Shown<T>(T)
    where
        T: Display;

    #[derive(Debug, PartialEq, Packable)]
    #[packable(pack_only)]
    struct Samples<'s>(&'s [f32]);

    #[test]
    fn of_every_kind() {
        round_trip(&Bounded { value: 1u8, more: Some(2) });
        round_trip(&Tree::Node(Box::new(Tree::Leaf("a".to_string())), Box::new(Tree::Leaf("b".to_string()))));
        round_trip(&Tree::Leaf(Tree::Leaf(Bounded { value: 1u8, more: None })));
        round_trip(&Array { items: ["a".to_string(), "b".to_string()] });
        round_trip(&Defaulted::<u8>([1, 2]));
        round_trip(&Defaulted([true, false, true]));
        round_trip(&Phantom::<u64>(1, PhantomData));
        round_trip(&Projection { name: "n".into(), names: vec!["m".into()], qualified: "q".into(), owner: City });
        round_trip(&Unbounded::<NotPackable>(1, PhantomData));
        round_trip(&Shown(1u8));
    }

    #[test]
    fn borrowing() {
        let value = Borrowed { text: "text", bytes: b"bytes", cow: Cow::Borrowed("cow"), value: 1u64 };
        let packed = Packed::<Borrowed<'_, '_, u64>>::pack(&value);
        let unpacked = packed.unpack().expect("a shallow value");
        assert_eq!(unpacked, value);
        assert!(packed.as_bytes().as_ptr_range().contains(&unpacked.text.as_ptr()), "borrowed from the buffer");
        let samples = Packed::<Samples<'_>, Indexed>::pack(&Samples(&[1.0, 2.0]));
        assert_eq!(samples.view().fields().0.get(1), Some(2.0));
    }
}

mod recursion {
    use std::collections::BTreeMap;

    use packed_data::View;
    use packed_data::fold::{FoldItems, Rec, Stopped};

    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    struct Forest<A>(Vec<Rose<A>>);

    #[derive(Debug, PartialEq, Packable)]
    struct Rose<A> {
        root: A,
        children: Forest<A>,
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Even {
        Zero,
        Next(Box<Odd>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Odd(Even);

    #[derive(Debug, PartialEq, Packable)]
    enum Json {
        Null,
        Number(f64),
        Text(String),
        List(Vec<Json>),
        Object(BTreeMap<String, Self>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Spanned<T> {
        start: u32,
        node: T,
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Expression {
        Number(i64),
        Sum(Box<Spanned<Expression>>, Box<Spanned<Expression>>),
        #[packable(rename = "opposite")]
        Negative(#[packable(leaf)] Box<Expression>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Nested {
        option: Option<Box<Nested>>,
        pairs: Vec<(u8, Nested)>,
    }

    fn spanned(node: Expression) -> Box<Spanned<Expression>> {
        Box::new(Spanned { start: 1, node })
    }

    #[test]
    fn of_every_kind() {
        round_trip(&Rose { root: 1u8, children: Forest(vec![Rose { root: 2, children: Forest(vec![]) }]) });
        round_trip(&Even::Next(Box::new(Odd(Even::Next(Box::new(Odd(Even::Zero)))))));
        let object = BTreeMap::from([("a".to_string(), Json::List(vec![Json::Null, Json::Number(1.0)]))]);
        round_trip(&Json::List(vec![Json::Object(object), Json::Text("t".into())]));
        round_trip(&Expression::Sum(
            spanned(Expression::Number(1)),
            spanned(Expression::Negative(Box::new(Expression::Number(2)))),
        ));
        let leaf = || Nested { option: None, pairs: vec![] };
        round_trip(&Nested { option: Some(Box::new(leaf())), pairs: vec![(1, leaf())] });
    }

    /// Sums the numbers. The fold does not descend into `Spanned`; it gets a view of it.
    struct Sum;

    impl<'a, L: Layout> ExpressionFold<'a, L> for Sum {
        type Out = Result<i64, Stopped>;

        fn number(&mut self, n: i64) -> Self::Out {
            Ok(n)
        }

        fn sum(
            &mut self,
            left: View<'a, Spanned<Expression>, L>,
            right: View<'a, Spanned<Expression>, L>,
        ) -> Self::Out {
            let mut sum = 0;
            for part in [left, right] {
                sum += part.read(|cursor| {
                    let fields = cursor.fields().skip();
                    let (node, fields) = fields.with(|node| node.skip().map(|()| node.view()));
                    fields.done(node.fold(self))
                })??;
            }
            Ok(sum)
        }

        fn opposite(&mut self, of: View<'a, Expression, L>) -> Self::Out {
            Ok(-of.fold(self)??)
        }
    }

    #[test]
    fn folding_through_a_generic_wrapper() {
        let value = Expression::Sum(
            spanned(Expression::Number(1)),
            spanned(Expression::Negative(Box::new(Expression::Number(5)))),
        );
        assert_eq!(Packed::<Expression>::pack(&value).fold(&mut Sum), Ok(Ok(-4)));
        assert_eq!(Packed::<_, Indexed>::pack(&value).fold(&mut Sum), Ok(Ok(-4)));
    }

    struct Count;

    impl<'a, L: Layout> JsonFold<'a, L> for Count {
        type Out = Result<usize, Stopped>;

        fn null(&mut self) -> Self::Out {
            Ok(1)
        }

        fn number(&mut self, _: f64) -> Self::Out {
            Ok(1)
        }

        fn text(&mut self, _: &'a str) -> Self::Out {
            Ok(1)
        }

        fn list(&mut self, mut list: FoldItems<'_, 'a, Rec<Json>, L>) -> Self::Out {
            let mut count = 1;
            while let Some(item) = list.next(self)? {
                count += item?;
            }
            Ok(count)
        }

        fn object(&mut self, mut object: JsonEntries<'_, 'a, L>) -> Self::Out {
            let mut count = 1;
            while let Some((_key, item)) = object.next(self)? {
                count += item?;
            }
            Ok(count)
        }
    }

    type JsonEntries<'c, 'a, L> =
        FoldItems<'c, 'a, packed_data::fold::Pair<packed_data::fold::Leaf<String>, Rec<Json>>, L>;

    #[test]
    fn folding_sequences_and_maps() {
        let object = BTreeMap::from([("a".to_string(), Json::List(vec![Json::Null, Json::Number(1.0)]))]);
        let json = Json::List(vec![Json::Object(object), Json::Text("t".into())]);
        assert_eq!(Packed::<Json>::pack(&json).fold(&mut Count), Ok(Ok(6)));
    }
}

mod names {
    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    #[allow(non_camel_case_types)]
    struct r#struct {
        r#type: u8,
        r#match: String,
    }

    #[derive(Debug, PartialEq, Packable)]
    #[allow(non_camel_case_types)]
    enum Keyword {
        If(u8),
        Loop,
        Crate(u8),
        SelfTy(u8),
        Super,
        r#Type(u8),
        r#fn(u8),
        Gen { r#move: u8, r#in: Option<Box<Keyword>> },
    }

    /// The names of local variables, parameters and methods of generated code.
    #[derive(Debug, PartialEq, Packable)]
    struct Locals {
        needs: u8,
        fields: u8,
        cursor: u8,
        levels: u8,
        fold: u8,
        slot: u8,
        out: u8,
        view: u8,
        parts: u8,
        branch: u8,
        done: u8,
        folded: u8,
        visitor: u8,
        field0: u8,
        children: Vec<Locals>,
    }

    /// The names of its constructors' methods are those of generated traits.
    #[derive(Debug, PartialEq, Packable)]
    enum Methods {
        Fold(u8, Box<Methods>),
        Visit(u8),
        Write { needs: u8, value: u8, fold: Box<Methods> },
        Start,
        Case,
        View,
        Out,
        Done,
    }

    /// Types with the names of type parameters.
    mod types {
        use super::*;

        #[derive(Debug, PartialEq, Packable)]
        pub(super) struct T(pub(super) u8);

        #[derive(Debug, PartialEq, Packable)]
        pub(super) enum L {
            F(T),
            V(Box<L>),
        }

        #[derive(Debug, PartialEq, Packable)]
        pub(super) struct Out<F, V, U> {
            pub(super) f: F,
            pub(super) v: V,
            pub(super) u: U,
            pub(super) rest: Option<Box<Out<F, V, U>>>,
        }
    }

    #[test]
    fn that_generated_code_uses() {
        use types::{L, Out, T};

        round_trip(&r#struct { r#type: 1, r#match: "m".into() });
        round_trip(&vec![
            Keyword::If(1),
            Keyword::Loop,
            Keyword::Crate(2),
            Keyword::SelfTy(3),
            Keyword::Super,
            Keyword::Type(4),
            Keyword::r#fn(5),
            Keyword::Gen { r#move: 6, r#in: None },
        ]);
        let locals = |children| Locals {
            needs: 1,
            fields: 2,
            cursor: 3,
            levels: 4,
            fold: 5,
            slot: 6,
            out: 7,
            view: 8,
            parts: 9,
            branch: 10,
            done: 11,
            folded: 12,
            visitor: 13,
            field0: 14,
            children,
        };
        round_trip(&locals(vec![locals(vec![])]));
        round_trip(&Methods::Fold(1, Box::new(Methods::Write { needs: 1, value: 2, fold: Box::new(Methods::Out) })));
        round_trip(&vec![Methods::Visit(1), Methods::Start, Methods::Case, Methods::View, Methods::Out, Methods::Done]);
        round_trip(&L::V(Box::new(L::F(T(1)))));
        round_trip(&Out { f: 1u8, v: 2u8, u: 3u8, rest: None });
    }

    #[test]
    fn keywords_as_functions() {
        let packed = Packed::<Keyword, Compact>::build(Keyword::write_loop);
        assert_eq!(packed.unpack(), Ok(Keyword::Loop));
        let packed = Packed::<Keyword, Compact>::build(|needs| Keyword::write_gen(needs, &1, &None));
        assert_eq!(packed.unpack(), Ok(Keyword::Gen { r#move: 1, r#in: None }));
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(case = "Which", view = "Seen", transform = "Changed", fold = "Folder", visit = "Walker")]
    enum Renamed {
        #[packable(rename = "end")]
        Leaf(u8),
        #[packable(rename = "loop")]
        Node(Box<Renamed>),
    }

    struct Depth;

    impl<'a, L: Layout> Folder<'a, L> for Depth {
        type Out = u32;

        fn end(&mut self, _: u8) -> u32 {
            0
        }

        fn r#loop(&mut self, depth: u32) -> u32 {
            depth + 1
        }
    }

    impl<'a, L: Layout> Walker<'a, L> for Depth {
        type Break = u8;

        fn end(&mut self, n: u8) -> std::ops::ControlFlow<u8> {
            std::ops::ControlFlow::Break(n)
        }

        fn r#loop(&mut self) -> std::ops::ControlFlow<u8> {
            std::ops::ControlFlow::Continue(())
        }
    }

    #[test]
    fn that_are_given() {
        let built = Packed::<Renamed, Indexed>::build(|needs| {
            Renamed::start_loop(needs).with(|needs| Renamed::write_end(needs, &7)).done()
        });
        assert_eq!(built.fold(&mut Depth), Ok(1));
        assert!(matches!(built.visit(&mut Depth), Ok(std::ops::ControlFlow::Break(7))));
        let Seen::Node(node) = built.view().case() else { panic!("a node") };
        assert!(matches!(node.case(), Seen::Leaf(7)));
        assert_eq!(
            built.read(|cursor| match cursor.case() {
                Which::Leaf(fields) => fields.skip().done(0),
                Which::Node(fields) => fields.skip().done(1),
            }),
            1
        );
        let changed = built.transform(|cursor, needs| match cursor.transform(needs) {
            Changed::Leaf(fields) => fields.copy().done(),
            Changed::Node(fields) => fields.replace(&Renamed::Leaf(8)).done(),
        });
        assert_eq!(changed.unpack(), Ok(Renamed::Node(Box::new(Renamed::Leaf(8)))));
    }
}

/// Finding 9 of the review: constants, statics, functions and types with the names of local variables of generated
/// code. A pattern that is only a name means the constant, if there is one.
#[allow(non_upper_case_globals, non_camel_case_types, dead_code)]
mod constants_named_like_locals {
    use super::*;

    macro_rules! constants {
        ($($name:ident)+) => { $(const $name: &str = stringify!($name);)+ };
    }

    constants! { branch cursor done element field fields fold folded item items levels needs never out }
    constants! { part parts slot tag value variant view visitor written }

    static state: u8 = 0;
    struct unit;

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Tree {
        Empty,
        Leaf(u8),
        Node(Box<Tree>, Box<Tree>),
        Fork(Box<Tree>, Box<Tree>),
        List { number: u8, children: Vec<Tree> },
        Middle(Box<Tree>, u8),
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Rose(u8, #[packable(cbor_tag = 5)] String, Vec<Rose>);

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Later {
        first: u8,
        #[packable(default)]
        second: Option<u8>,
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(transparent)]
    struct Wrapper<T>(T);

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Generic<T, const N: usize>([T; N], T);

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Never {}

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Unit;

    #[test]
    fn are_no_conflict() {
        let leaf = || Box::new(Tree::Leaf(1));
        round_trip(&vec![
            Tree::Empty,
            Tree::Node(leaf(), leaf()),
            Tree::Fork(leaf(), leaf()),
            Tree::List { number: 1, children: vec![Tree::Leaf(1)] },
            Tree::Middle(leaf(), 1),
        ]);
        round_trip(&Rose(1, "r".into(), vec![Rose(2, "s".into(), vec![])]));
        round_trip(&Wrapper(Generic([1u8, 2], 3)));
        round_trip(&vec![Unit]);
        let packed = Packed::<Later, Cbor>::pack(&Later { first: 1, second: None });
        assert_eq!(packed.unpack(), Ok(Later { first: 1, second: None }));
    }
}

/// Lifetimes, types and constants with the names of generic parameters of the library or of generated code.
mod parameters_named_like_others {
    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    struct Lifetimes<'a, 'id, 'v, 'de, 'packed, 'new> {
        a: &'a str,
        id: &'id str,
        v: &'v str,
        de: &'de str,
        packed: &'packed str,
        new: &'new str,
    }

    #[derive(Debug, PartialEq, Packable)]
    enum Types<L, T, F, U, V, Out, As> {
        L(L),
        T(T),
        F(F),
        Rest(U, V, Out, As, Option<Box<Types<L, T, F, U, V, Out, As>>>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Constants<T, const L: usize, const N: usize>([T; L], [T; N]);

    #[test]
    fn are_no_conflict() {
        let lifetimes = Lifetimes { a: "a", id: "id", v: "v", de: "de", packed: "packed", new: "new" };
        let packed = Packed::<Lifetimes<'_, '_, '_, '_, '_, '_>, Indexed>::pack(&lifetimes);
        assert_eq!(packed.unpack().as_ref(), Ok(&lifetimes));
        assert_eq!(packed.view().fields().de, "de");
        type Eight = Types<u8, u8, u8, u8, u8, u8, u8>;
        round_trip(&vec![Eight::L(1), Eight::T(2), Eight::F(3), Eight::Rest(1, 2, 3, 4, Some(Box::new(Eight::L(1))))]);
        round_trip(&Constants([1u8; 2], [2; 3]));
    }
}

/// Constructors with the same fields share code in folds, unless a field of one is a leaf where that of another is
/// recursive.
mod constructors_with_the_same_fields {
    use super::*;

    #[derive(Clone, Debug, PartialEq, Packable)]
    enum Term {
        Number(i64),
        Add { left: Box<Term>, right: Box<Term> },
        Subtract { whole: Box<Term>, part: Box<Term> },
        Multiply(Box<Term>, Box<Term>),
        First(Box<Term>, #[packable(leaf)] Box<Term>),
    }

    struct Eval;

    impl<'a, L: Layout> TermFold<'a, L> for Eval {
        type Out = i64;

        fn number(&mut self, n: i64) -> i64 {
            n
        }

        fn add(&mut self, left: i64, right: i64) -> i64 {
            left + right
        }

        fn subtract(&mut self, whole: i64, part: i64) -> i64 {
            whole - part
        }

        fn multiply(&mut self, left: i64, right: i64) -> i64 {
            left * right
        }

        fn first(&mut self, first: i64, other: <Term as Packable>::View<'a, L>) -> i64 {
            first + i64::from(is_seven(other))
        }
    }

    fn is_seven<L: Layout>(term: View<'_, Term, L>) -> bool {
        let term: Result<Term, packed_data::TooDeep> = term.unpack();
        term == Ok(Term::Number(7))
    }

    fn evaluated<L: Layout>(term: &Term) -> i64 {
        let packed = Packed::<Term, L>::pack(term);
        let by_closure = packed.fold_with(|node| match node {
            TermNode::Number(n) => n,
            TermNode::Add { left, right } => i64::wrapping_add(left, right),
            TermNode::Subtract { whole, part } => whole - part,
            TermNode::Multiply(left, right) => left * right,
            TermNode::First(first, other) => first + i64::from(is_seven(other)),
        });
        let by_methods = packed.fold(&mut Eval).expect("shallow");
        assert_eq!(by_closure, Ok(by_methods));
        by_methods
    }

    #[test]
    fn are_told_apart_in_folds() {
        let number = |n| Box::new(Term::Number(n));
        let add = Term::Add { left: number(2), right: number(3) };
        let subtract = Term::Subtract { whole: Box::new(add), part: number(11) };
        let multiply = Term::Multiply(Box::new(subtract), number(4));
        let term = Term::First(Box::new(multiply), number(7));
        assert_eq!(evaluated::<Compact>(&term), -23);
        assert_eq!(evaluated::<Indexed>(&term), -23);
        assert_eq!(evaluated::<Cbor>(&term), -23);
    }
}

/// Finding 9 of the review: a constructor with the name of the one method of a fold that does not belong to a
/// constructor.
mod a_constructor_named_fold_is_over {
    use super::*;

    #[derive(Debug, PartialEq, Packable)]
    enum Chain {
        Out(Box<Chain>),
        #[packable(rename = "over")]
        FoldIsOver(u8),
    }

    #[derive(Clone, Copy, Debug, PartialEq, Packable)]
    enum Flat {
        FoldIsOver(u8),
        Super,
        Crate,
    }

    struct Sum;

    impl<'a, L: Layout> ChainFold<'a, L> for Sum {
        type Out = u32;

        fn out(&mut self, inner: u32) -> u32 {
            inner + 1
        }

        fn over(&mut self, number: u8) -> u32 {
            number.into()
        }
    }

    #[test]
    fn can_be_renamed() {
        let packed = Packed::<Chain>::pack(&Chain::Out(Box::new(Chain::Out(Box::new(Chain::FoldIsOver(5))))));
        assert_eq!(packed.fold(&mut Sum), Ok(7));
    }

    #[test]
    fn needs_no_other_name_without_folds() {
        let packed = Packed::<Flat, Compact>::build(|needs| Flat::write_fold_is_over(needs, &7));
        assert_eq!(packed.unpack(), Ok(Flat::FoldIsOver(7)));
    }
}

/// A type and a function of the user have the names of generated ones, which are renamed.
mod generated_items_are_renamed {
    use super::*;

    struct ChapterView;

    #[derive(Debug, PartialEq, Packable)]
    #[packable(view = "ShownChapter", rename = "packed_chapter")]
    struct Chapter {
        number: u8,
        inner: Option<Box<Chapter>>,
    }

    impl Chapter {
        fn start_chapter(_: ChapterView) -> u8 {
            1
        }

        fn write_chapter() -> u8 {
            2
        }
    }

    struct Sum;

    impl<'a, L: Layout> ChapterFold<'a, L> for Sum {
        type Out = u32;

        fn packed_chapter(&mut self, number: u8, inner: Option<u32>) -> u32 {
            u32::from(number) + inner.unwrap_or(0)
        }
    }

    #[test]
    fn and_both_can_be_used() {
        assert_eq!((Chapter::start_chapter(ChapterView), Chapter::write_chapter()), (1, 2));
        let last = Chapter { number: 2, inner: None };
        let packed = Packed::<Chapter, Indexed>::build(|needs| {
            Chapter::start_packed_chapter(needs).put(&1).put(&Some(Box::new(last))).done()
        });
        let ShownChapter { number, inner } = packed.view().fields();
        assert_eq!((number, inner.map(|inner| inner.fields().number)), (1, Some(2)));
        assert_eq!(packed.fold(&mut Sum), Ok(3));
        let built = Packed::<Chapter, Indexed>::build(|needs| Chapter::write_packed_chapter(needs, &4, &None));
        assert_eq!(built.fold(&mut Sum), Ok(4));
    }
}

/// Finding 9 of the review: a trait in scope that gives every type methods with the names of those that generated code
/// calls. (Without a prelude and with all lints: `fixtures/strict`.)
mod traits_with_methods_of_the_same_name {
    use packed_data::{Compact, Packable, Packed};

    trait Into: Sized {
        fn into(self) -> u8 {
            1
        }

        fn from(_: Self) -> u8 {
            2
        }

        fn tag(self) -> u8 {
            3
        }

        fn done(self) -> u8 {
            4
        }

        fn field(self) -> u8 {
            5
        }

        fn whole(self) -> u8 {
            6
        }
    }

    impl<T> Into for T {}

    #[derive(Debug, PartialEq, Packable)]
    enum Tree {
        Empty,
        Node(Box<Tree>, Box<Tree>),
        Fork(Box<Tree>, Box<Tree>),
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Spanned<T>(u8, T);

    #[derive(Debug, PartialEq, Packable)]
    struct Unit;

    #[test]
    fn are_not_called() {
        let empty = || Box::new(Tree::Empty);
        let tree = Spanned(7, Tree::Node(empty(), Box::new(Tree::Fork(empty(), empty()))));
        let packed = Packed::<Spanned<Tree>, Compact>::pack(&tree);
        assert_eq!(Packed::<Spanned<Tree>, Compact>::unpack_from(packed.as_bytes()).as_ref(), Ok(&tree));
        assert_eq!(packed.as_bytes(), [7, 1, 0, 2, 0, 0]);
        assert_eq!(packed.unpack(), Ok(tree));
        assert!(Packed::<Unit, Compact>::pack(&Unit).as_bytes().is_empty());
        assert_eq!([Into::into(()), Into::from(()), Into::tag(())], [1, 2, 3]);
        assert_eq!([Into::done(()), Into::field(()), Into::whole(())], [4, 5, 6]);
    }
}

/// Finding 9 of the review: deprecated types, fields and constructors cause no warning in generated code.
#[deny(warnings)]
mod deprecated_types {
    use super::*;

    #[deprecated]
    #[derive(Debug, PartialEq, Packable)]
    pub(super) enum Old {
        #[deprecated]
        Next(Box<Old>),
        End {
            #[deprecated]
            number: u8,
        },
    }

    #[deprecated]
    #[derive(Debug, PartialEq, Packable)]
    #[packable(transparent)]
    pub(super) struct Wrapper(#[deprecated] pub(super) u8);

    #[deprecated]
    #[derive(Debug, PartialEq, Packable)]
    pub(super) struct Generic<T>(#[deprecated] pub(super) T, #[deprecated] pub(super) Vec<Generic<T>>);

    #[test]
    #[allow(deprecated)]
    fn work() {
        round_trip(&Old::Next(Box::new(Old::End { number: 1 })));
        round_trip(&Generic(Wrapper(1), vec![Generic(Wrapper(2), vec![])]));
    }
}

/// A module in which every name of the prelude, and the names of the standard crates, have another meaning.
#[allow(dead_code, unreachable_pub, unused_imports, unused_macros, non_camel_case_types, clippy::all)]
mod shadowed {
    use ::packed_data::Packable;

    pub struct Option;
    pub struct Some;
    pub struct None;
    pub struct Result;
    pub struct Ok;
    pub struct Err;
    pub struct Box;
    pub struct Vec;
    pub struct String;
    pub trait Clone {}
    pub trait Copy {}
    pub trait Sized {}
    pub trait Debug {}
    pub trait PartialEq {}
    pub trait Eq {}
    pub trait From {}
    pub trait Into {}
    pub trait Iterator {}
    pub trait FnOnce {}
    pub trait Drop {}
    pub trait Default {}
    pub mod core {}
    pub mod std {}
    pub mod alloc {}
    pub mod packed_data {}
    pub struct u8;
    pub struct u32;
    pub struct bool;
    pub struct str;
    pub struct usize;
    pub fn drop() {}

    macro_rules! panic {
        () => {};
    }
    macro_rules! unreachable {
        () => {};
    }
    macro_rules! matches {
        () => {};
    }

    #[derive(Packable)]
    pub enum Tree<A> {
        Leaf(A),
        Node(::std::boxed::Box<Tree<A>>, ::std::boxed::Box<Tree<A>>),
        Other { text: ::std::string::String, next: ::std::option::Option<::std::boxed::Box<Tree<A>>> },
    }

    #[derive(Packable)]
    pub struct Point {
        pub x: i64,
        pub y: i64,
    }

    #[derive(Packable)]
    pub struct Rose(pub i64, pub ::std::vec::Vec<Rose>);

    #[derive(Packable)]
    #[packable(transparent)]
    pub struct Wrapper(pub i64);

    #[derive(Packable)]
    pub enum Flag {
        Off,
        On,
    }

    #[derive(Packable)]
    pub enum Never {}

    #[derive(Packable)]
    pub struct Unit;
}

mod shadowing {
    use super::shadowed::{Point, Tree};
    use super::*;

    #[test]
    fn compiles_and_works() {
        let tree = Tree::Node(Box::new(Tree::Leaf(1u8)), Box::new(Tree::Other { text: "t".into(), next: None }));
        assert_eq!(Packed::<Tree<u8>>::pack(&tree).as_bytes(), [1, 0, 1, 2, 1, b't', 0]);
        assert_eq!(Packed::<Point, Indexed>::pack(&Point { x: 1, y: 2 }).view().fields().y, 2);
    }
}

mod in_functions {
    use super::*;

    #[test]
    fn types_and_generics() {
        #[derive(Debug, PartialEq, Packable)]
        enum List<T> {
            Nil,
            Cons(T, Box<List<T>>),
        }

        fn inner() {
            #[derive(Debug, PartialEq, Packable)]
            struct Local {
                list: Vec<Local>,
            }

            round_trip(&Local { list: vec![Local { list: vec![] }] });
        }

        inner();
        round_trip(&List::Cons(1u8, Box::new(List::Nil)));
    }
}

mod by_macro {
    use super::*;

    macro_rules! record {
        ($(#[$meta:meta])* $vis:vis struct $name:ident { $($field:ident: $ty:ty),* $(,)? }) => {
            #[derive(Debug, PartialEq, Packable)]
            $(#[$meta])*
            $vis struct $name { $($field: $ty),* }
        };
    }

    macro_rules! list {
        ($name:ident, $nil:ident, $cons:ident, $element:ty, $rest:ty) => {
            #[derive(Debug, PartialEq, Packable)]
            enum $name {
                $nil,
                $cons($element, $rest),
            }
        };
    }

    macro_rules! wrapper {
        ($name:ident<$param:ident>: $field:ty) => {
            #[derive(Debug, PartialEq, Packable)]
            struct $name<$param>($field);
        };
    }

    record! {
        pub(super) struct Point { x: i64, fields: Vec<Point> }
    }

    list!(Numbers, Nil, Cons, i64, Box<Numbers>);

    wrapper!(Wrapper<T>: Option<T>);

    trait Named {
        type Name;
    }

    impl Named for u8 {
        type Name = String;
    }

    macro_rules! projection {
        ($name:ident<$param:ident: $bound:path>: $field:ty) => {
            #[derive(Packable)]
            struct $name<$param: $bound>($field, $param);
        };
    }

    projection!(Projection<T: Named>: T::Name);

    struct Sum;

    impl<'a, L: Layout> NumbersFold<'a, L> for Sum {
        type Out = i64;

        fn nil(&mut self) -> i64 {
            0
        }

        fn cons(&mut self, n: i64, rest: i64) -> i64 {
            n + rest
        }
    }

    macro_rules! validated {
        ($name:ident: $condition:path) => {
            #[derive(Debug, PartialEq, Packable)]
            #[packable(validate = $condition)]
            struct $name(u8);
        };
    }

    validated!(Even: is_even);

    fn is_even<L: Layout>(value: View<'_, Even, L>) -> Result<(), &'static str> {
        let number = value.read(|value| {
            let (number, fields) = value.fields().read();
            fields.done(number)
        });
        if number.is_multiple_of(2) { Ok(()) } else { Err("expected an even number") }
    }

    record! {
        #[packable(validate = is_pair)]
        struct Pair { first: u8, second: u8 }
    }

    fn is_pair<L: Layout>(value: View<'_, Pair, L>) -> Result<(), &'static str> {
        let equal = value.read(|value| {
            let (first, fields) = value.fields().read();
            let (second, fields) = fields.read();
            fields.done(first == second)
        });
        if equal { Ok(()) } else { Err("expected two equal numbers") }
    }

    /// The call of the function had a variable of the macro's caller, which did not compile.
    #[test]
    fn conditions_from_the_caller() {
        round_trip(&Even(2));
        assert!(Packed::<Even>::from_slice(&[3]).is_err());
        round_trip(&Pair { first: 1, second: 1 });
        assert!(Packed::<Pair>::from_slice(&[1, 2]).is_err());
    }

    #[test]
    fn types_in_invisible_groups() {
        round_trip(&Point { x: 1, fields: vec![Point { x: 2, fields: vec![] }] });
        let numbers = Numbers::Cons(1, Box::new(Numbers::Cons(2, Box::new(Numbers::Nil))));
        round_trip(&numbers);
        assert_eq!(Packed::<Numbers>::pack(&numbers).fold(&mut Sum), Ok(3));
        round_trip(&Wrapper(Some(1u8)));
        let packed = Packed::<Projection<u8>>::pack(&Projection("n".to_string(), 7));
        assert_eq!(packed.as_bytes(), [1, b'n', 7]);
    }
}

mod large {
    use super::*;

    /// A struct with one `u8` field for each name.
    macro_rules! wide {
        ($name:ident: $($field:ident)*) => {
            #[derive(Debug, PartialEq, Default, Packable)]
            struct $name { $($field: u8),* }
        };
    }

    wide!(Hundred:
        a0 a1 a2 a3 a4 a5 a6 a7 a8 a9 b0 b1 b2 b3 b4 b5 b6 b7 b8 b9 c0 c1 c2 c3 c4 c5 c6 c7 c8 c9
        d0 d1 d2 d3 d4 d5 d6 d7 d8 d9 e0 e1 e2 e3 e4 e5 e6 e7 e8 e9 f0 f1 f2 f3 f4 f5 f6 f7 f8 f9
        g0 g1 g2 g3 g4 g5 g6 g7 g8 g9 h0 h1 h2 h3 h4 h5 h6 h7 h8 h9 i0 i1 i2 i3 i4 i5 i6 i7 i8 i9
        j0 j1 j2 j3 j4 j5 j6 j7 j8 j9);

    #[test]
    fn a_hundred_fields() {
        round_trip(&Hundred { a0: 1, j9: 2, ..Hundred::default() });
    }
}

mod no_function_of_the_traits_is_a_method {
    use std::sync::Arc;

    use packed_data::{Packable, Unpack};

    #[derive(Clone, Packable)]
    struct Dictionary {
        words: Vec<String>,
    }

    impl Dictionary {
        fn write(&self, out: &mut Vec<u8>) -> usize {
            self.words.iter().for_each(|word| out.extend(word.as_bytes()));
            out.len()
        }
    }

    /// Returns how a type is packed, with both traits in use.
    fn is_packable<T: Packable + for<'a> Unpack<'a>>(_: &T) {}

    /// `Arc<Dictionary>` is packable too, and found before the `Dictionary` in it.
    #[test]
    fn behind_a_pointer() {
        let dictionary = Arc::new(Dictionary { words: vec!["ja".into(), "nein".into()] });
        is_packable(&dictionary);
        let mut out = Vec::new();
        assert_eq!(dictionary.write(&mut out), 6);
        let boxed = Box::new(dictionary);
        assert_eq!(boxed.write(&mut out), 12);
        assert_eq!(out, b"janeinjanein");
    }
}
