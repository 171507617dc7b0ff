//! Attributes that ports needed: `skip`, `default = path`, `vis`, conversions of whole types, `transparent` beside a
//! `PhantomData`, and parameters that are not packed.

use std::marker::PhantomData;

use packed_data::layout::haskell::Serialise;
use packed_data::{Cbor, Compact, ErrorKind, Indexed, Packable, Packed};

#[derive(Clone, Debug, PartialEq, Packable)]
enum Shape<'n, T, U> {
    Plain(u8, #[packable(skip)] Option<U>, u16),
    Named {
        #[packable(skip)]
        name: Option<&'n str>,
        value: T,
        #[packable(skip = seven)]
        seven: usize,
    },
    Empty(#[packable(skip)] u64),
}

fn seven() -> usize {
    7
}

/// No field that is packed mentions `'n` or `U`, and `NotPackable` is not packable.
#[derive(Clone, Debug, Default, PartialEq)]
struct NotPackable;

#[test]
fn skipped_fields_of_variants() {
    type Shapes = Vec<Shape<'static, String, NotPackable>>;

    let shapes: Shapes = vec![
        Shape::Plain(1, Some(NotPackable), 2),
        Shape::Named { name: Some("n"), value: "v".into(), seven: 8 },
        Shape::Empty(9),
    ];
    let expected: Shapes =
        vec![Shape::Plain(1, None, 2), Shape::Named { name: None, value: "v".into(), seven: 7 }, Shape::Empty(0)];
    let packed = Packed::<Shapes, Indexed>::pack(&shapes);
    assert_eq!(packed.unpack(), Ok(expected.clone()));
    assert_eq!(Packed::<Shapes, Serialise>::pack(&shapes).unpack(), Ok(expected));
    match packed.view().get(0).unwrap().case() {
        ShapeView::Plain(one, two) => assert_eq!((one, two), (1, 2)),
        _ => unreachable!("the first is plain"),
    }
}

#[derive(Debug, PartialEq, Packable)]
struct Settings {
    name: String,
    #[packable(default = width)]
    width: u16,
    #[packable(default = Vec::new)]
    tabs: Vec<u8>,
    /// It has no `Default`.
    #[packable(default = nobody)]
    owner: Owner,
}

#[derive(Debug, PartialEq, Packable)]
struct Owner(String);

fn width() -> u16 {
    80
}

fn nobody() -> Owner {
    Owner("nobody".into())
}

#[test]
fn defaults_from_functions() {
    #[derive(Packable)]
    #[packable(extensible)]
    struct Old {
        name: String,
    }

    fn read<L: packed_data::Layout>() {
        let old = Packed::<Old, L>::pack(&Old { name: "a".into() });
        let new = Packed::<Settings, L, _>::from_bytes(old.as_bytes()).unwrap();
        let width = new.read(|new| {
            let (width, fields) = new.fields().skip().read();
            fields.skip().skip().done(width)
        });
        assert_eq!(width, 80);
        let expected = Settings { name: "a".into(), width: 80, tabs: vec![], owner: nobody() };
        assert_eq!(new.unpack(), Ok(expected));
        let converted = new.convert::<Cbor>().unwrap();
        assert_eq!(converted.unpack().unwrap().owner, nobody());
    }

    read::<Compact>();
    read::<Indexed>();
    read::<Cbor>();
}

/// Items that other modules of the crate see, and the type that all see.
mod less_visible {
    use packed_data::Packable;

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(vis = "pub(super)")]
    pub enum Tree<T> {
        Leaf(T),
        Node(Box<Tree<T>>, Box<Tree<T>>),
    }

    #[derive(Packable)]
    #[packable(vis = "pub(super)")]
    pub struct Point {
        pub x: u8,
        pub y: u8,
    }
}

#[test]
fn items_with_another_visibility() {
    use less_visible::{Point, PointView, Tree, TreeFold, TreeNode, TreeView};

    struct Sum;

    impl<'a, L: packed_data::Layout> TreeFold<'a, u8, L> for Sum {
        type Out = u32;

        fn leaf(&mut self, n: u8) -> u32 {
            n.into()
        }

        fn node(&mut self, left: u32, right: u32) -> u32 {
            left + right
        }
    }

    let tree = Tree::Node(Box::new(Tree::Leaf(1_u8)), Box::new(Tree::Leaf(2)));
    let packed = Packed::<Tree<u8>, Indexed>::pack(&tree);
    let view = packed.view();
    assert_eq!(view.fold(&mut Sum), Ok(3));
    let sum = packed.fold_with(|node| match node {
        TreeNode::Leaf(n) => u32::from(n),
        TreeNode::Node(left, right) => left + right,
    });
    assert_eq!(sum, Ok(3));
    let TreeView::Node(left, _) = view.case() else { unreachable!() };
    assert!(matches!(left.case(), TreeView::Leaf(1)));
    let PointView { x, y } = Packed::<Point, Indexed>::pack(&Point { x: 1, y: 2 }).view().fields();
    assert_eq!((x, y), (1, 2));
    assert_eq!(packed.unpack(), Ok(tree));
}

/// A private type in a variant of a public enum: its own module matches on it.
mod private_in_enums {
    use packed_data::{Indexed, Packable, Packed};

    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Inner(u8);

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[allow(private_interfaces)]
    pub enum Outer {
        Leaf(Inner),
        Node(Vec<Outer>),
    }

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(transparent)]
    pub struct Wrapped(Inner);

    #[derive(Clone, Debug, PartialEq, Packable)]
    #[packable(transparent)]
    pub struct Children(Vec<Children>);

    #[derive(Clone, Debug, PartialEq, Packable)]
    pub struct Generic<T>(T, Vec<Inner>, Option<Box<Generic<T>>>);

    #[test]
    fn are_packed() {
        let outer = Outer::Node(vec![Outer::Leaf(Inner(1)), Outer::Node(vec![])]);
        let packed = Packed::<Outer, Indexed>::pack(&outer);
        let OuterView::Node(children) = packed.view().case() else { unreachable!() };
        assert!(matches!(children.get(0).unwrap().case(), OuterView::Leaf(inner) if inner.fields().0 == 1));
        assert_eq!(packed.unpack(), Ok(outer));
        let wrapped = Wrapped(Inner(3));
        assert_eq!(Packed::<Wrapped>::pack(&wrapped).unpack(), Ok(wrapped));
        let children = Children(vec![Children(vec![])]);
        assert_eq!(Packed::<Children>::pack(&children).unpack(), Ok(children));
        let generic = Generic(1_u8, vec![Inner(2)], Some(Box::new(Generic(3, vec![], None))));
        assert_eq!(Packed::<Generic<u8>>::pack(&generic).unpack(), Ok(generic));
    }
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Packable)]
#[packable(try_from = String, into = String)]
pub struct Word(String);

impl From<Word> for String {
    fn from(word: Word) -> Self {
        word.0
    }
}

impl TryFrom<String> for Word {
    type Error = String;

    fn try_from(text: String) -> Result<Self, String> {
        if text.contains(' ') { Err(format!("{text:?} is no word")) } else { Ok(Self(text)) }
    }
}

#[test]
fn types_that_are_converted() {
    let words = vec![Word("ja".into()), Word("nein".into())];
    let packed = Packed::<Vec<Word>, Indexed>::pack(&words);
    let strings = Packed::<Vec<String>, Indexed>::pack(&vec!["ja".into(), "nein".into()]);
    assert_eq!(packed.as_bytes(), strings.as_bytes());
    assert_eq!(packed.view().get(1).unwrap().packed(), "nein");
    assert_eq!(packed.unpack(), Ok(words));
    let refused = Packed::<String>::pack(&"so nicht".into());
    let error = Packed::<Word, Compact, _>::from_bytes(refused.as_bytes()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::Refused { .. }), "{error}");
    let names = std::collections::BTreeMap::from([(Word("a".into()), 1_u8)]);
    let packed = Packed::<_, Indexed>::pack(&names);
    assert_eq!(packed.view().get(&Word("a".into())), Some(1));
    assert_eq!(packed.view().get_packed("a"), Some(1));
}

/// The error of the conversion becomes that of validation, if it is a message without an owner.
mod conversions_that_fail {
    use std::fmt;

    use packed_data::{Compact, Packable, Packed, Unpack};

    use super::Word;

    /// Declares a type that is converted from a number other than 7.
    macro_rules! not_seven {
        ($Type:ident fails with $Error:ty: $error:expr) => {
            #[derive(Clone, Debug, Packable)]
            #[packable(try_from = u8, into = u8)]
            struct $Type(u8);

            impl From<$Type> for u8 {
                fn from(value: $Type) -> Self {
                    value.0
                }
            }

            impl TryFrom<u8> for $Type {
                type Error = $Error;

                fn try_from(number: u8) -> Result<Self, $Error> {
                    if number == 7 { Err($error) } else { Ok(Self(number)) }
                }
            }
        };
    }

    /// An error with a message, as crates derive it.
    #[derive(Debug)]
    enum Known {
        Seven,
    }

    impl From<Known> for &'static str {
        fn from(error: Known) -> Self {
            match error {
                Known::Seven => "seven is taken",
            }
        }
    }

    /// An error that prints a message, and has none.
    #[derive(Debug)]
    struct Printed(u8);

    impl fmt::Display for Printed {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(f, "not {}", self.0)
        }
    }

    not_seven!(Text fails with &'static str: "not seven");
    not_seven!(Enum fails with Known: Known::Seven);
    not_seven!(Other fails with Printed: Printed(7));

    /// The error of the conversion is known, although the type has a parameter.
    #[derive(Clone, Debug, Packable)]
    #[packable(try_from = u8, into = u8)]
    struct Generic<T: Clone + 'static>(u8, T);

    impl<T: Clone> From<Generic<T>> for u8 {
        fn from(value: Generic<T>) -> Self {
            value.0
        }
    }

    impl<T: Clone> TryFrom<u8> for Generic<T> {
        type Error = &'static str;

        fn try_from(_: u8) -> Result<Self, &'static str> {
            Err("there is no value of the parameter")
        }
    }

    fn refused<T: Packable + for<'a> Unpack<'a>>(bytes: &[u8]) -> String {
        let Err(error) = Packed::<(u8, T), Compact, _>::from_bytes(bytes) else { panic!("the value is not refused") };
        error.to_string()
    }

    #[test]
    fn messages() {
        assert_eq!(refused::<Text>(&[0, 7]), "refused: not seven, at byte 1 in (_, _).1");
        assert_eq!(refused::<Enum>(&[0, 7]), "refused: seven is taken, at byte 1 in (_, _).1");
        assert_eq!(
            refused::<Generic<u8>>(&[0, 7]),
            "refused: there is no value of the parameter, at byte 1 in (_, _).1"
        );
        let dropped = "refused: no value of the type is converted to this one, at byte 1 in (_, _).1";
        assert_eq!(refused::<Other>(&[0, 7]), dropped);
        assert_eq!(refused::<Word>(&[0, 3, b'a', b' ', b'b']), dropped);
        assert_eq!(Packed::<Text>::pack(&Text(8)).unpack().map(|text| text.0), Ok(8));
    }
}

/// A type with an adapter of its own, which is private.
mod adapted {
    use packed_data::with::PackWith;
    use packed_data::{Packable, Packed};

    #[derive(Debug, PartialEq, Packable)]
    #[packable(with = Halves)]
    pub struct Even(std::num::NonZeroU32);

    enum Halves {}

    impl PackWith<Even> for Halves {
        const NAME: &'static str = "half of it";
        type As = u32;
        type Value<'v> = u32;

        fn pack(even: &Even) -> Result<u32, &'static str> {
            Ok(even.0.get() / 2)
        }

        fn unpack(half: u32) -> Result<Even, &'static str> {
            half.checked_mul(2).and_then(std::num::NonZeroU32::new).map(Even).ok_or("too large, or zero")
        }
    }

    #[test]
    fn is_packed_by_it() {
        let even = Even(std::num::NonZeroU32::new(6).unwrap());
        let packed = Packed::<Even>::pack(&even);
        assert_eq!(packed.as_bytes(), [3, 0, 0, 0]);
        assert_eq!(packed.unpack(), Ok(even));
        assert!(Packed::<Even>::from_slice(&[0, 0, 0, 0]).is_err());
    }
}

#[derive(Debug, PartialEq, Packable)]
#[packable(transparent)]
struct Id<T: ?Sized>(PhantomData<T>, u32);

#[derive(Debug, PartialEq, Packable)]
struct Tagged<T> {
    id: Id<T>,
    of: PhantomData<T>,
    name: String,
}

#[derive(Debug, PartialEq, Packable)]
struct Marked<T> {
    of: PhantomData<T>,
    name: String,
}

#[test]
fn transparent_beside_a_phantom() {
    let id = Id::<NotPackable>(PhantomData, 7);
    let packed = Packed::<Id<NotPackable>>::pack(&id);
    assert_eq!(packed.as_bytes(), [7, 0, 0, 0]);
    assert_eq!(packed.view(), 7);
    assert_eq!(packed.unpack(), Ok(id));
    let marked = Marked::<NotPackable> { of: PhantomData, name: "n".into() };
    assert_eq!(Packed::<Marked<NotPackable>>::pack(&marked).unpack(), Ok(marked));
    let tagged = Tagged::<u8> { id: Id(PhantomData, 1), of: PhantomData, name: String::new() };
    assert_eq!(Packed::<Tagged<u8>>::pack(&tagged).unpack(), Ok(tagged));
}
