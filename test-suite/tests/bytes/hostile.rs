//! Hostile bytes, made by hand: which error, at which byte, and its message. (`mutants` makes such bytes by the
//! million.)

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::num::NonZeroU16;

use packed_data::{Compact, Error, ErrorKind, Indexed, Limits, Packable, Packed, Unpack};
use test_suite::{
    Color, Json, List, MaybeVoid, Node, Reads, Sample, TestLayout, Tree, Void, is_of_larger_machine, over_layouts,
    swept,
};

/// Returns the error for bytes that must be refused.
#[track_caller]
fn refused<T: Packable + ?Sized, L: TestLayout>(bytes: &[u8]) -> Error {
    match Packed::<T, L, &[u8]>::from_bytes(bytes) {
        Ok(_) => panic!("accepted as {} in {}: {bytes:?}", std::any::type_name::<T>(), L::NAME),
        Err(error) => error,
    }
}

/// Checks the kind and the offset of the error.
#[track_caller]
fn refuses<T: Packable + ?Sized, L: TestLayout>(bytes: &[u8], kind: ErrorKind, offset: usize) {
    let error = refused::<T, L>(bytes);
    assert_eq!((error.kind(), error.offset()), (kind, offset), "{error}");
}

/// Checks the whole message.
#[track_caller]
fn says<T: Packable + ?Sized, L: TestLayout>(bytes: &[u8], message: &str) {
    assert_eq!(refused::<T, L>(bytes).to_string(), message);
}

over_layouts!(limits_on_bytes);
over_layouts!(
    native: huge_counts,
    elements_of_size_zero,
    large_elements,
    non_minimal_numbers,
    invalid_scalars,
    invalid_tags,
    unsorted_and_duplicate_keys,
    messages,
    deep_keys_are_compared_in_a_loop,
    last_fields_are_in_the_path
);

/// Returns a number in the longest form.
fn wide(number: u64) -> Vec<u8> {
    [&[0xFE][..], &number.to_le_bytes()].concat()
}

fn huge_counts<L: TestLayout>() {
    for count in [1 << 32, 1 << 40, 1 << 60, u64::MAX / 8, u64::MAX / 4, u64::MAX - 1, u64::MAX] {
        let mut bytes = wide(count);
        bytes.extend([1; 7]);
        for error in [
            refused::<Vec<u8>, L>(&bytes),
            refused::<Vec<u64>, L>(&bytes),
            refused::<Vec<bool>, L>(&bytes),
            refused::<String, L>(&bytes),
            refused::<Vec<String>, L>(&bytes),
            refused::<Vec<Option<u8>>, L>(&bytes),
            refused::<Vec<Vec<Vec<u8>>>, L>(&bytes),
            refused::<BTreeMap<u8, String>, L>(&bytes),
            refused::<Vec<[u64; 1 << 12]>, L>(&bytes),
        ] {
            if is_of_larger_machine(error.kind()) {
                assert_eq!(error.offset(), 0);
                continue;
            }
            assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { left: 7, .. }), "{error}");
            assert_eq!(error.offset(), 9);
        }
    }
}

fn elements_of_size_zero<L: TestLayout>() {
    let limit = Limits::DEFAULT.empty_elements;
    for count in [limit + 1, 1 << 32, 1 << 60, u64::MAX] {
        let bytes = match u32::try_from(count) {
            Ok(count) => [&[0xFD][..], &count.to_le_bytes()].concat(),
            Err(_) => wide(count),
        };
        refuses::<Vec<()>, L>(&bytes, ErrorKind::TooManyEmpty { limit }, 0);
        refuses::<Vec<[bool; 0]>, L>(&bytes, ErrorKind::TooManyEmpty { limit }, 0);
        refuses::<Vec<[String; 0]>, L>(&bytes, ErrorKind::TooManyEmpty { limit }, 0);
    }
    // The limit holds for all sequences together.
    let limits = Limits { empty_elements: 5, ..Limits::default() };
    let with = |counts: &[usize]| {
        let value: Vec<Vec<()>> = counts.iter().map(|count| vec![(); *count]).collect();
        let packed = Packed::<Vec<Vec<()>>, L>::pack(&value);
        let accepted = Packed::<Vec<Vec<()>>, L>::with_limits(&limits).from_bytes(packed.as_bytes()).is_ok();
        assert_eq!(Packed::<Vec<Vec<()>>, L>::with_limits(&limits).pack(&value).is_ok(), accepted);
        accepted
    };
    assert!(with(&[2, 3]) && with(&[5]) && with(&[0, 0]) && !with(&[2, 4]) && !with(&[6]));
    assert!(!with(&[1, 1, 1, 1, 1, 1]));
    // A set of empty elements has at most one.
    refuses::<BTreeSet<()>, L>(&[2], ErrorKind::DuplicateKey, 1);
    assert!(Packed::<BTreeSet<()>, L, _>::from_bytes([1].as_slice()).is_ok());
}

/// Elements of one size, each of which takes much stack when it is unpacked.
fn large_elements<L: TestLayout>() {
    fn each<T: Packable + for<'a> Unpack<'a> + PartialEq, L: TestLayout>(value: &T) {
        let limits = Limits { stack: 5000, ..Limits::DEFAULT };
        let bytes = Packed::<T, L>::pack(value).into_inner();
        let packed = Packed::<T, L, _>::from_bytes(&bytes[..]).unwrap();
        assert!(packed.unpack().is_ok_and(|unpacked| unpacked == *value));
        let kind = ErrorKind::TooMuchStack { limit: limits.stack };
        let error = Packed::<T, L>::with_limits(&limits).from_bytes(&bytes[..]).map(drop).unwrap_err();
        assert_eq!((error.kind(), error.offset()), (kind, 0));
    }
    each::<_, L>(&vec![[7_u8; 1000]]);
    each::<_, L>(&BTreeSet::from([[7_u8; 1000]]));
}

fn non_minimal_numbers<L: TestLayout>() {
    for (value, bytes) in [
        (3, vec![0xFC, 3, 0]),
        (0xFB, vec![0xFC, 0xFB, 0]),
        (3, vec![0xFD, 3, 0, 0, 0]),
        (0xFFFF, vec![0xFD, 0xFF, 0xFF, 0, 0]),
        (3, wide(3)),
        (0xFFFF_FFFF, wide(0xFFFF_FFFF)),
    ] {
        let mut bytes = bytes;
        bytes.extend([b'a'; 64]);
        refuses::<String, L>(&bytes, ErrorKind::NotMinimal { value }, 0);
        refuses::<Vec<u8>, L>(&bytes, ErrorKind::NotMinimal { value }, 0);
        refuses::<Vec<String>, L>(&bytes, ErrorKind::NotMinimal { value }, 0);
        refuses::<(u8, BTreeSet<u8>), L>(&[&[7], bytes.as_slice()].concat(), ErrorKind::NotMinimal { value }, 1);
    }
    let found = ErrorKind::InvalidScalar { expected: "length: a first byte of 0 to 254", found: 0xFF };
    refuses::<String, L>(&[0xFF; 32], found, 0);
    refuses::<Vec<u8>, L>(&[0xFF; 32], found, 0);
    for cut in [&[0xFC][..], &[0xFC, 0], &[0xFD, 1, 2, 3], &[0xFE, 0, 0, 0, 0, 0, 0, 0]] {
        assert!(matches!(refused::<String, L>(cut).kind(), ErrorKind::UnexpectedEnd { .. }));
    }
}

fn invalid_scalars<L: TestLayout>() {
    for byte in swept(2..0x100).map(|byte| byte as u8) {
        let kind = ErrorKind::InvalidScalar { expected: "bool: 0 or 1", found: byte.into() };
        refuses::<bool, L>(&[byte], kind, 0);
        refuses::<[bool; 3], L>(&[0, 1, byte], kind, 2);
        refuses::<Vec<bool>, L>(&[2, 1, byte], kind, 2);
        refuses::<(u16, bool, u8), L>(&[0, 0, byte, 0], kind, 2);
    }
    for code in [0xD800_u32, 0xDFFF, 0x11_0000, u32::MAX] {
        let kind = ErrorKind::InvalidScalar { expected: "char: a Unicode scalar value", found: code.into() };
        refuses::<char, L>(&code.to_le_bytes(), kind, 0);
        refuses::<Vec<char>, L>(&[&[1], &code.to_le_bytes()[..]].concat(), kind, 1);
    }
    let zero = ErrorKind::InvalidScalar { expected: "NonZeroU16: a number other than 0", found: 0 };
    refuses::<NonZeroU16, L>(&[0, 0], zero, 0);
    refuses::<Option<NonZeroU16>, L>(&[1, 0, 0], zero, 1);
    let nanoseconds = [&[0; 8][..], &1_000_000_000_u32.to_le_bytes()].concat();
    let error = refused::<std::time::Duration, L>(&nanoseconds);
    assert!(matches!(error.kind(), ErrorKind::InvalidScalar { .. }), "{error}");
    for (bytes, at) in [
        (&[2, b'a', 0xFF][..], 2),
        (&[1, 0xC3], 1),
        (&[2, 0xC0, 0x80], 1),
        (&[3, 0xED, 0xA0, 0x80], 1),
        (&[4, 0xF4, 0x90, 0x80, 0x80], 1),
    ] {
        refuses::<String, L>(bytes, ErrorKind::InvalidUtf8, at);
        refuses::<Option<String>, L>(&[&[1], bytes].concat(), ErrorKind::InvalidUtf8, at + 1);
    }
}

fn invalid_tags<L: TestLayout>() {
    let tags = |least| swept(least..0x100).map(|tag| tag as u8);
    for found in tags(3) {
        let kind = ErrorKind::InvalidTag { found: found.into(), constructors: 3 };
        refuses::<Color, L>(&[found], kind, 0);
        refuses::<Vec<Color>, L>(&[2, 0, found], kind, 2);
        refuses::<(Color, u64), L>(&[found, 0, 0, 0, 0, 0, 0, 0, 0], kind, 0);
        let kind = ErrorKind::InvalidTag { found: found.into(), constructors: 2 };
        refuses::<Option<u8>, L>(&[found, 0], kind, 0);
        refuses::<Tree, L>(&[found; 40], kind, 0);
    }
    for found in tags(0) {
        let kind = ErrorKind::InvalidTag { found: found.into(), constructors: 0 };
        refuses::<Void, L>(&[found], kind, 0);
        refuses::<Option<Void>, L>(&[1, found], kind, 1);
        refuses::<MaybeVoid, L>(&[1, found], kind, 1);
        refuses::<Vec<Void>, L>(&[1, found], kind, 1);
        refuses::<Result<Void, Void>, L>(&[found % 2, found], kind, 1);
    }
    assert!(Packed::<Vec<Void>, L, _>::from_bytes([0].as_slice()).is_ok());
    assert!(matches!(refused::<Void, L>(&[]).kind(), ErrorKind::UnexpectedEnd { .. }));
}

fn unsorted_and_duplicate_keys<L: TestLayout>() {
    refuses::<BTreeSet<u8>, L>(&[3, 1, 3, 2], ErrorKind::Unsorted, 3);
    refuses::<BTreeSet<u8>, L>(&[3, 1, 2, 2], ErrorKind::DuplicateKey, 3);
    // In the order of the values, not of the bytes: 0x0100 after 0x00FF; -1 before 0.
    assert!(Packed::<BTreeSet<u16>, L, _>::from_bytes([2, 0xFF, 0, 0, 1].as_slice()).is_ok());
    refuses::<BTreeSet<u16>, L>(&[2, 0, 1, 0xFF, 0], ErrorKind::Unsorted, 3);
    assert!(Packed::<BTreeSet<i8>, L, _>::from_bytes([2, 0xFF, 0].as_slice()).is_ok());
    refuses::<BTreeSet<i8>, L>(&[2, 0, 0xFF], ErrorKind::Unsorted, 2);
    refuses::<BTreeMap<u8, u8>, L>(&[2, 1, 9, 1, 8], ErrorKind::DuplicateKey, 3);
    refuses::<HashMap<u8, bool>, L>(&[2, 1, 1, 0, 1], ErrorKind::Unsorted, 3);

    // A vector of the same elements has the same bytes as the set, except for their order.
    let pairs = vec![(2u8, "b".to_string()), (1, "a".to_string())];
    let unsorted = Packed::<Vec<(u8, String)>, L>::pack(&pairs);
    let error = refused::<BTreeMap<u8, String>, L>(unsorted.as_bytes());
    assert_eq!(error.kind(), ErrorKind::Unsorted);
    assert_eq!(refused::<BTreeSet<(u8, String)>, L>(unsorted.as_bytes()).kind(), ErrorKind::Unsorted);
    let words = ["a", "a"];
    let twice = Packed::<[&str; 2], L>::pack(&words);
    assert_eq!(twice.as_bytes(), [1, b'a', 1, b'a']);
    let twice = Packed::<Vec<&str>, L>::pack(&words.to_vec());
    assert_eq!(refused::<BTreeSet<String>, L>(twice.as_bytes()).kind(), ErrorKind::DuplicateKey);
    let prefix = Packed::<Vec<&str>, L>::pack(&vec!["ab", "a"]);
    assert_eq!(refused::<BTreeSet<String>, L>(prefix.as_bytes()).kind(), ErrorKind::Unsorted);
}

fn limits_on_bytes<L: TestLayout>() {
    let packed = Packed::<String, L>::pack(&"hello".to_string());
    let limits = |bytes| Limits { bytes, ..Limits::default() };
    assert!(Packed::<String, L>::with_limits(&limits(6)).from_bytes(packed.as_bytes()).is_ok());
    assert!(Packed::<String, L>::with_limits(&limits(6)).from_prefix(packed.as_bytes()).is_ok());
    assert!(Packed::<String, L>::with_limits(&limits(6)).pack(&"hello".to_string()).is_ok());
    let errors = [
        Packed::<String, L>::with_limits(&limits(5)).from_bytes(packed.as_bytes()).unwrap_err(),
        Packed::<String, L>::with_limits(&limits(5)).from_prefix(packed.as_bytes()).unwrap_err(),
        Packed::<String, L>::with_limits(&limits(5)).pack(&"hello".to_string()).unwrap_err(),
    ];
    assert_eq!(errors.map(|error| error.kind()), [ErrorKind::TooLarge { limit: 5 }; 3]);
    assert_eq!(errors[0].to_string(), "too large: expected at most 5 bytes, found more, at byte 5");
}

/// A message says what was expected and found, at which byte, and in which field.
fn messages<L: TestLayout>() {
    says::<(bool, bool), L>(&[1, 7], "invalid bool: expected 0 or 1, found 7, at byte 1 in (_, _).1");
    says::<u32, L>(&[1, 2], "unexpected end of input: expected at least 4 more bytes, found 2, at byte 0");
    says::<(u8, u32), L>(
        &[1, 2],
        "unexpected end of input: expected at least 4 more bytes, found 1, at byte 1 in (_, _).1",
    );
    says::<u8, L>(&[1, 2, 3], "trailing bytes: expected the end of the input, found 2 more bytes, at byte 1");
    says::<Color, L>(&[3], "invalid tag: expected 0 to 2, found 3, at byte 0");
    says::<MaybeVoid, L>(
        &[1, 9],
        "invalid tag: expected nothing (the type has no constructor), found 9, at byte 1 in MaybeVoid::Never.0",
    );
    says::<Tree, L>(
        &[0, 1, 2, 3],
        "unexpected end of input: expected at least 8 more bytes, found 3, at byte 1 in Tree::Leaf.0",
    );
    says::<Option<String>, L>(
        &[1, 2, b'a', 0xFF],
        "invalid string: expected UTF-8, found another byte sequence, at byte 3 in Option::Some.0",
    );
    says::<String, L>(
        &[0xFC, 1, 0, b'a'],
        "number not minimal: expected the shortest form of 1, found a longer one, at byte 0",
    );
    says::<Node, L>(
        &[&[0; 8][..], &[1], &[0; 8], &[2]].concat(),
        "invalid tag: expected 0 to 1, found 2, at byte 17 in Node.next > Option::Some.0 > Node.next",
    );
    says::<Vec<char>, L>(
        &[2, b'a', 0, 0, 0, 0, 0xD8, 0, 0],
        "invalid char: expected a Unicode scalar value, found 55296, at byte 5 in [1]",
    );
    says::<BTreeSet<u8>, L>(
        &[2, 2, 1],
        "unsorted keys: expected ascending order, found a smaller key, at byte 2 in [1]",
    );
    says::<BTreeMap<u8, bool>, L>(&[1, 2, 9], "invalid bool: expected 0 or 1, found 9, at byte 2 in [0] > Map.value");
    says::<BTreeMap<bool, u8>, L>(&[1, 2, 9], "invalid bool: expected 0 or 1, found 2, at byte 1 in [0] > Map.key");
    says::<Vec<()>, L>(&wide(1 << 60), "too many parts without bytes: expected at most 1048576, found more, at byte 0");

    // A path that is too long to be kept says how many parts are left out.
    let mut json = Json::Bool(true);
    for _ in 0..20 {
        json = Json::Array(vec![json]);
    }
    let mut bytes = Packed::<Json, L>::pack(&json).into_inner();
    *bytes.last_mut().unwrap() = 5;
    let message = refused::<Json, L>(&bytes).to_string();
    assert!(message.starts_with("invalid bool: expected 0 or 1, found 5, at byte "), "{message}");
    let (outer, inner) = ("Json::Array.0 > [0] > ".repeat(8), "[0] > Json::Array.0 > ".repeat(7));
    let path = format!("in {outer}... 9 more ... > {inner}[0] > Json::Bool.0");
    assert!(message.ends_with(&path), "{message}");
}

/// The path contains the last fields that were checked in a loop, including those of structs, and no others.
fn last_fields_are_in_the_path<L: TestLayout>() {
    #[derive(Packable)]
    struct Outer {
        before: List,
        inner: Inner,
    }
    #[derive(Packable)]
    struct Inner {
        words: Vec<List>,
        list: List,
    }
    let list = |cells: i64| (0..cells).fold(List::Nil, |rest, n| List::Cons(n, Box::new(rest)));
    let outer = Outer { before: list(2), inner: Inner { words: vec![list(1), list(3)], list: list(3) } };
    let bytes = Packed::<Outer, L>::pack(&outer).into_inner();
    let path = |from_end: usize| {
        let mut bytes = bytes.clone();
        let at = bytes.len() - from_end;
        bytes[at] = 7;
        let message = refused::<Outer, L>(&bytes).to_string();
        let (_, path) = message.split_once(" in ").unwrap();
        path.to_owned()
    };
    let cells =
        ["", " > List::Cons.1", " > List::Cons.1 > List::Cons.1", " > List::Cons.1 > List::Cons.1 > List::Cons.1"];
    for (back, cells) in cells.into_iter().rev().enumerate() {
        assert_eq!(path(1 + 9 * back), format!("Outer.inner > Inner.list{cells}"));
    }
    for (back, cells) in cells.into_iter().rev().enumerate() {
        assert_eq!(path(1 + 9 * (back + 3) + 1), format!("Outer.inner > Inner.words > [1]{cells}"));
    }
}

/// Found by reading the code: comparing lists of structs made one call for each cell, so that two keys with a long
/// common beginning overflowed the stack.
fn deep_keys_are_compared_in_a_loop<L: TestLayout>() {
    let cells = if cfg!(miri) { 100 } else { 300_000 };
    let one = |last: u8| {
        let mut bytes = Vec::new();
        for _ in 0..cells {
            bytes.extend([0; 8]);
            bytes.push(1);
        }
        bytes.extend([0; 8]);
        bytes.push(0);
        *bytes.iter_mut().rev().nth(8).unwrap() = last;
        bytes
    };
    let node = |last| Packed::<Node, L, _>::from_bytes(one(last)).unwrap();
    let (small, large) = (node(1), node(2));
    let run = move || {
        let set = Packed::<BTreeSet<Node>, L>::build(|needs| {
            needs.items([&large, &small], |needs, node| needs.put_packed(node))
        });
        assert!(Packed::<BTreeSet<Node>, L, _>::from_bytes(set.as_bytes()).is_ok());
        let first = set.read(|nodes| {
            let mut items = nodes.items();
            let first = items.next(|node| node.as_bytes());
            items.done(first)
        });
        assert_eq!(first, Some(small.as_bytes()));
    };
    std::thread::Builder::new().stack_size(256 << 10).spawn(run).unwrap().join().unwrap();
}

mod in_indexed {
    use super::*;

    /// The size before a field is not the size of the field.
    #[test]
    fn wrong_sizes() {
        type Pair = (Option<u8>, u8);
        assert_eq!(Packed::<Pair, Indexed>::pack(&(Some(7), 8)).as_bytes(), [8, 2, 1, 7]);
        assert!(Packed::<Pair, Compact, _>::from_bytes([1, 7, 8].as_slice()).is_ok());
        for stated in [0, 1, 3, 0xFB] {
            let kind = ErrorKind::SizeMismatch { stated, actual: 2 };
            refuses::<Pair, Indexed>(&[8, stated as u8, 1, 7], kind, 1);
        }
        says::<Pair, Indexed>(
            &[8, 3, 1, 7],
            "size mismatch: expected a value of 3 bytes, found one of 2, at byte 1 in (_, _).0",
        );
        refuses::<Pair, Indexed>(&[8, 0xFC, 2, 0, 1, 7], ErrorKind::NotMinimal { value: 2 }, 1);
        let huge = [&[8], &wide(u64::MAX)[..], &[1, 7]].concat();
        refuses::<Pair, Indexed>(&huge, ErrorKind::SizeMismatch { stated: u64::MAX, actual: 2 }, 1);
        // In an array and in a tree.
        let kind = ErrorKind::SizeMismatch { stated: 2, actual: 1 };
        refuses::<[Option<u8>; 2], Indexed>(&[2, 0, 0], kind, 0);
        let mut tree = Packed::<Tree, Indexed>::pack(&Tree::sample()).into_inner();
        assert_eq!(tree[1], 20);
        tree[1] = 19;
        let kind = ErrorKind::SizeMismatch { stated: 19, actual: 20 };
        refuses::<Tree, Indexed>(&tree, kind, 1);
    }

    /// A table of ends does not match the ends of the elements.
    #[test]
    fn wrong_tables() {
        type Words = Vec<String>;
        let words = Packed::<Words, Indexed>::pack(&vec!["a".into(), "bc".into()]);
        assert_eq!(words.as_bytes(), [8, 2, 5, 1, b'a', 2, b'b', b'c']);
        for (at, stated, actual) in [(1, 3, 2), (1, 5, 2), (1, 0, 2), (2, 4, 5), (2, 6, 5), (2, 0xFF, 5)] {
            let mut bytes = words.as_bytes().to_vec();
            bytes[at] = stated;
            refuses::<Words, Indexed>(&bytes, ErrorKind::SizeMismatch { stated: stated.into(), actual }, at);
        }
        // Entries wider than necessary.
        let wide = [9, 2, 0, 5, 0, 1, b'a', 2, b'b', b'c'];
        refuses::<Words, Indexed>(&wide, ErrorKind::NotMinimal { value: 5 }, 0);
        let wider = [6, 2, 0, 0, 0, 1, b'a'];
        refuses::<Words, Indexed>(&wider, ErrorKind::NotMinimal { value: 2 }, 0);
        // An empty sequence has no table, so its entries have no width.
        for number in [1, 2, 3] {
            refuses::<Words, Indexed>(&[number], ErrorKind::NotMinimal { value: 0 }, 0);
        }
        // Entries too narrow: an end of 303 does not fit into one byte.
        let long = Packed::<Words, Indexed>::pack(&vec!["x".repeat(300)]);
        assert_eq!(long.as_bytes()[..6], [5, 0x2F, 0x01, 0xFC, 0x2C, 0x01]);
        let mut narrow = long.as_bytes().to_vec();
        narrow[0] = 4;
        narrow.remove(2);
        refuses::<Words, Indexed>(&narrow, ErrorKind::SizeMismatch { stated: 0x2F, actual: 303 }, 1);
    }

    /// A table is allowed only if the input has bytes for it.
    #[test]
    fn huge_tables() {
        for count in [1_u64 << 20, 1 << 40, 1 << 61] {
            for width in 0..4 {
                let bytes = [&wide((count << 2) | width)[..], &[0; 16]].concat();
                let error = refused::<Vec<Option<u8>>, Indexed>(&bytes);
                let expected = matches!(error.kind(), ErrorKind::UnexpectedEnd { .. } | ErrorKind::NotMinimal { .. });
                assert!(expected || is_of_larger_machine(error.kind()), "{error}");
            }
        }
    }
}

/// Shapes that can be visited have tokens.
#[test]
fn shapes_that_can_be_visited_have_tokens() {
    assert_eq!(Tree::sample().tokens().len(), 7);
    assert!(Json::sample().tokens().len() > 5);
}
