//! Values that are validated and unpacked at once (`Packed::unpack_from`). The outcome is that of two passes, which the
//! suites `mutants`, `written_back` and `depth` compare for all shapes and layouts; here is what only one pass can get
//! wrong: values that were made before the error, memory, and the order of the effects of a user's functions.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use packed_data::{Compact, Error, ErrorKind, Indexed, Layout, Limits, Packable, Packed, Unpack, View};
use test_suite::{Json, List, Tree, swept};

thread_local! {
    static DROPPED: Cell<usize> = const { Cell::new(0) };
    static TESTED: Cell<usize> = const { Cell::new(0) };
}

/// Counts how often a value is dropped.
#[derive(Debug, PartialEq, Packable)]
struct Counted {
    name: String,
    boxed: Box<u8>,
}

impl Drop for Counted {
    fn drop(&mut self) {
        DROPPED.set(DROPPED.get() + 1);
    }
}

/// Returns the result of `f`, and the number of values that were dropped meanwhile.
fn dropped<R>(f: impl FnOnce() -> R) -> (R, usize) {
    let before = DROPPED.get();
    let result = f();
    (result, DROPPED.get() - before)
}

/// The error of two passes.
fn error_of<T: Packable, L: Layout>(bytes: &[u8]) -> Error {
    Packed::<T, L, _>::from_bytes(bytes).expect_err("the bytes are not valid")
}

/// Everything that a value is made of part by part.
#[derive(Debug, PartialEq, Packable)]
enum Parts {
    Alone(Counted),
    Many { counted: Vec<Counted>, pair: (Counted, String), fixed: [Counted; 2], end: bool },
    Shared(Rc<Parts>, Option<Box<Parts>>, Result<Counted, Counted>, Box<[Counted]>),
}

fn counted(name: &str) -> Counted {
    Counted { name: name.into(), boxed: Box::new(7) }
}

fn parts() -> Parts {
    let many = |end| Parts::Many {
        counted: vec![counted("a"), counted(""), counted("ccc")],
        pair: (counted("d"), "e".into()),
        fixed: [counted("f"), counted("g")],
        end,
    };
    let outcome = Ok(counted("h"));
    Parts::Shared(Rc::new(many(true)), Some(Box::new(many(false))), outcome, [counted("i"), counted("j")].into())
}

#[test]
fn values_made_before_an_error_are_dropped_once() {
    let bytes = Packed::<Parts>::pack(&parts()).into_inner();
    let value = Packed::<Parts>::unpack_from(&bytes).unwrap();
    let (all, made) = dropped(move || value == parts());
    assert!(all);
    let each = made / 2;
    assert_eq!(each, 15);
    let mut most = 0;
    for len in swept(0..bytes.len()) {
        let (refused, made) = dropped(|| Packed::<Parts>::unpack_from(&bytes[..len]).unwrap_err());
        assert_eq!(refused, error_of::<Parts, Compact>(&bytes[..len]), "{len} bytes");
        assert!(made >= most && made < each, "{made} values of {len} bytes");
        most = made;
    }
    // The last value cannot be made; all others were.
    assert_eq!(most, each - 1);
    let (_, made) = dropped(|| Packed::<Parts, Indexed>::unpack_from(&bytes[..bytes.len() - 1]).unwrap_err());
    assert_eq!(made, 0, "this layout is validated before anything is made");
}

#[test]
fn bytes_after_the_value_are_refused() {
    let mut bytes = Packed::<Vec<Counted>>::pack(&vec![counted("a"), counted("b")]).into_inner();
    bytes.push(0);
    let (error, made) = dropped(|| Packed::<Vec<Counted>>::unpack_from(&bytes).unwrap_err());
    assert_eq!((error, made), (error_of::<Vec<Counted>, Compact>(&bytes), 2));
    assert_eq!(error.kind(), ErrorKind::TrailingBytes { count: 1 });
}

#[derive(Debug, PartialEq, Packable)]
#[packable(validate = is_even)]
struct Even(u32, String);

fn is_even<L: Layout>(even: View<'_, Even, L>) -> Result<(), &'static str> {
    TESTED.set(TESTED.get() + 1);
    let Ok(Even(number, _)) = even.unpack() else { return Err("too deep") };
    if number.is_multiple_of(2) { Ok(()) } else { Err("odd") }
}

#[test]
fn conditions_are_tested() {
    type Numbers = Vec<(Even, String)>;
    let numbers = |last| vec![(Even(2, "two".into()), "a".into()), (Even(last, "last".into()), "b".into())];
    let bytes = Packed::<Numbers>::pack(&numbers(4)).into_inner();
    assert_eq!(Packed::<Numbers>::unpack_from(&bytes), Ok(numbers(4)));
    assert_eq!(TESTED.take(), 2, "once for each value");

    let odd = Packed::<Numbers>::pack(&numbers(5)).into_inner();
    let error = error_of::<Numbers, Compact>(&odd);
    assert!(matches!(error.kind(), ErrorKind::Refused { .. }), "{error}");
    TESTED.take();
    assert_eq!(Packed::<Numbers>::unpack_from(&odd), Err(error));
    assert_eq!(TESTED.take(), 4, "once more, to find the error");
}

#[derive(Debug, PartialEq, Packable)]
struct Borrowed<'a> {
    text: &'a str,
    more: Vec<(&'a str, Option<&'a [u8]>)>,
}

#[test]
fn values_borrow_from_the_bytes() {
    let value = Borrowed { text: "text", more: vec![("more", None), ("", Some(b"bytes"))] };
    let bytes = Packed::<Borrowed<'_>>::pack(&value).into_inner();
    let unpacked: Borrowed<'_> = Packed::<Borrowed<'_>>::unpack_from(&bytes).unwrap();
    assert_eq!(unpacked, value);
    assert!(bytes.as_ptr_range().contains(&unpacked.text.as_ptr()));
}

/// Compares one pass with two, within limits.
#[track_caller]
fn assert_same<T: for<'a> Unpack<'a> + PartialEq + std::fmt::Debug>(bytes: &[u8], limits: &Limits) {
    let two = Packed::<T, Compact>::with_limits(limits).from_bytes(bytes);
    let one = Packed::<T, Compact>::with_limits(limits).unpack_from(bytes);
    match (one, two) {
        (Ok(one), Ok(two)) => assert_eq!(Ok(one), two.within(limits).unpack()),
        (Err(one), Err(two)) => assert_eq!(one, two),
        (Err(one), Ok(two)) => assert!(two.within(limits).unpack().is_err() && one.offset() == 0, "{one}"),
        (Ok(_), Err(two)) => panic!("one pass accepted what two refuse: {two}"),
    }
}

#[test]
fn limits_are_those_of_two_passes() {
    let chain = |n| (0..n).fold(List::Nil, |list, n| List::Cons(n, Box::new(list)));
    let nested = |n| (0..n).fold(Json::Null, |json, _| Json::Array(vec![Json::Bool(true), json]));
    let left = |n| (0..n).fold(Tree::Leaf(0), |tree, n| Tree::Node(Box::new(tree), Box::new(Tree::Leaf(n))));
    for depth in if cfg!(miri) { vec![20] } else { vec![0, 1, 2, 5, 19, 20, 21, 40] } {
        for stack in [0, 1_000, 10_000, 1 << 20] {
            for bytes in [10, 1 << 20] {
                let limits = Limits { depth, stack, bytes, ..Limits::DEFAULT };
                assert_same::<List>(Packed::<List>::pack(&chain(20)).as_bytes(), &limits);
                assert_same::<Json>(Packed::<Json>::pack(&nested(20)).as_bytes(), &limits);
                assert_same::<Tree>(Packed::<Tree>::pack(&left(20)).as_bytes(), &limits);
            }
        }
    }
    type Empty = Vec<(Vec<()>, BTreeMap<String, Vec<[u8; 0]>>)>;
    let value: Empty = vec![(vec![(); 5], [("a".into(), vec![[]; 3])].into()), (vec![(); 2], BTreeMap::new())];
    let bytes = Packed::<Empty>::pack(&value).into_inner();
    for empty_elements in (0..15).step_by(if cfg!(miri) { 5 } else { 1 }) {
        assert_same::<Empty>(&bytes, &Limits { empty_elements, ..Limits::DEFAULT });
    }
}
