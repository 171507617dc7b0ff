//! The layouts of Haskell libraries: properties that only they have, and tables of the bytes that are written.
//!
//! The bytes were written by the libraries themselves (`binary` 0.8.8, `cereal` 0.5.8, `store` 0.7.16, on GHC 9.0). For
//! `packed-data` 0.1 they follow its source.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;

use packed_data::layout::FieldAccess;
use packed_data::layout::haskell::{Binary, Cereal, PackedData, PackedDataFieldSizes, PackedDataSkipLast, Store};
use packed_data::{ErrorKind, InPlace, Layout, Limits, Packable, Packed, Unpack, View};
use test_suite::{Changes, Color, List, Node, Record, Sample, Tree, TreeView, check, over_layouts};

over_layouts!(all: long_lists_in_a_row);

/// Found by reading the code: the field of an `Option`, which has no size before it, was taken for present where the
/// input ended before it, and was read out of bounds.
#[test]
fn fields_without_sizes_must_be_present() {
    for bytes in [&[1][..], &[1, 0, 0], &[1, 0, 0, 0]] {
        let kind = ErrorKind::UnexpectedEnd { needed: 4, left: bytes.len() - 1 };
        let refused = Packed::<Option<u32>, PackedDataFieldSizes, _>::from_bytes(bytes).unwrap_err();
        assert_eq!((refused.kind(), refused.offset()), (kind, 1));
        let refused = Packed::<Option<u32>, PackedDataSkipLast, _>::from_bytes(bytes).unwrap_err();
        assert_eq!((refused.kind(), refused.offset()), (kind, 1));
    }
}

/// An enum without data.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Unit {
    /// The only constructor.
    Only,
}

/// Found by reading the code: where a single constructor has no tag, the elements of a sequence of it have no bytes. A
/// copy of such a sequence did not count them, and the built value was then refused.
#[test]
fn copies_of_elements_without_bytes_are_counted() {
    type Two = (Vec<Unit>, Vec<Unit>);

    fn counted<L: Layout>() {
        let units = Packed::<Vec<Unit>, L>::pack(&vec![Unit::Only; 3]);
        assert_eq!(units.as_bytes().len(), 8);
        for empty_elements in 0..8 {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            let built = Packed::<Two, L>::with_limits(&limits)
                .build(|needs| needs.fields().put_packed(&units).put_packed(&units).done());
            match built {
                Ok(built) => {
                    assert!(empty_elements >= 6);
                    assert!(Packed::<Two, L>::with_limits(&limits).from_bytes(built.as_bytes()).is_ok());
                }
                Err(error) => assert_eq!(error.kind(), ErrorKind::TooManyEmpty { limit: empty_elements }),
            }
        }
    }
    counted::<Store>();
    counted::<Cereal>();
    counted::<Binary>();
}

/// Returns bytes as hexadecimal digits.
fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[track_caller]
fn writes<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq, L: Layout>(value: &T, expected: &str) {
    let packed = Packed::<T, L>::pack(value);
    assert_eq!(hex(packed.as_bytes()), expected.replace([' ', '|'], ""), "{value:?} in {}", L::NAME);
    let packed = Packed::<T, L, _>::from_bytes(packed.into_inner()).unwrap();
    assert_eq!(packed.unpack().unwrap(), *value);
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes());
    for len in 0..packed.as_bytes().len() {
        let error = Packed::<T, L, _>::from_bytes(&packed.as_bytes()[..len]).map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{len} bytes of {value:?}: {error}");
    }
}

/// Checks the bytes in `binary`, `cereal` and `store`.
#[track_caller]
fn three<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, binary: &str, cereal: &str, store: &str) {
    writes::<T, Binary>(&value, binary);
    writes::<T, Cereal>(&value, cereal);
    writes::<T, Store>(&value, store);
}

#[track_caller]
fn alike<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, bytes: &str) {
    three(value, bytes, bytes, bytes);
}

#[test]
fn binary_cereal_and_store() {
    alike(200_u8, "c8");
    three(258_u16, "0102", "0102", "0201");
    three(-2_i32, "fffffffe", "fffffffe", "feffffff");
    three(-2_isize, "fffffffffffffffe", "fffffffffffffffe", "feffffffffffffff");
    alike(true, "01");
    three('a', "61", "61", "61000000");
    three('\u{1F600}', "f09f9880", "f09f9880", "00f60100");
    alike(Ordering::Greater, "02");
    alike((), "");
    alike(Some(1_u8), "0101");
    alike(None::<u8>, "00");
    alike(Some(()), "01");
    alike((1_u8, true), "0101");
    alike(Ok::<u8, bool>(7), "0007");
    alike(Err::<u8, bool>(true), "0101");
    alike(Color::Blue, "02");
    alike(Unit::Only, "");
    let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-1)));
    let big = "01 00 0000000000000001 00 ffffffffffffffff";
    three(tree, big, big, "01 00 0100000000000000 00 ffffffffffffffff");
    three(Node { value: 1, next: None }, "0000000000000001 00", "0000000000000001 00", "0100000000000000 00");
}

#[test]
fn sequences_in_binary_cereal_and_store() {
    fn counted<T>(value: T, bytes: &str, little: &str)
    where
        T: Packable + for<'a> Unpack<'a> + Debug + PartialEq,
    {
        let big = format!("0000000000000002 {bytes}");
        three(value, &big, &big, &format!("0200000000000000 {little}"));
    }
    counted(vec![1_u16, 2], "0001 0002", "0100 0200");
    counted(vec!['a', 'ü'], "61 c3bc", "61000000 fc000000");
    counted("ü".to_string(), "c3bc", "c3bc");
    counted(vec![(); 2], "", "");
    counted(vec![Unit::Only; 2], "", "");
    counted(BTreeSet::from([-1_i8, 2]), "ff 02", "ff 02");
    let map = BTreeMap::from([(-1_i8, false), (2, true)]);
    let big = "0000000000000002 ff00 0201";
    three(map, big, big, "0a4b9448 0200000000000000 ff00 0201");
}

#[test]
fn floats_in_binary_cereal_and_store() {
    let one = "01 01 0000000000000007 00000000000010 ffffffffffffffcc";
    three(1.0_f64, one, "3ff0000000000000", "000000000000f03f");
    three(1.0_f32, "00 00800000 ffffffffffffffe9", "3f800000", "0000803f");
    three(0.0_f64, "00 00000000 0000000000000000", "0000000000000000", "0000000000000000");
    let least = "01 01 0000000000000007 00000000000010 fffffffffffffb9a";
    three(5e-324_f64, least, "0000000000000001", "0100000000000000");
    three(1e-45_f32, "00 00800000 ffffffffffffff54", "00000001", "01000000");
    let infinity = "01 ff 0000000000000007 00000000000010 00000000000003cc";
    three(f64::NEG_INFINITY, infinity, "fff0000000000000", "000000000000f0ff");
    three(f32::INFINITY, "00 00800000 0000000000000069", "7f800000", "0000807f");
    three(-0.5_f32, "00 ff800000 ffffffffffffffe8", "bf000000", "000000bf");
    // GHC's `0 / 0`.
    let nan = f64::from_bits(0xFFF8_0000_0000_0000);
    let packed = Packed::<f64, Binary>::pack(&nan);
    assert_eq!(hex(packed.as_bytes()), "01ff00000000000000070000000000001800000000000003cc");
    assert_eq!(packed.unpack().unwrap().to_bits(), nan.to_bits());
    let nan = Packed::<f32, Binary>::pack(&f32::from_bits(0xFFC0_0000));
    assert_eq!(hex(nan.as_bytes()), "00ff4000000000000000000069");
}

/// In `binary` zero has no sign, and every other float has one pair of mantissa and exponent.
#[test]
fn floats_as_pairs() {
    assert_eq!(Packed::<f64, Binary>::pack(&-0.0), Packed::pack(&0.0));
    assert_eq!(Packed::<f64, Binary>::pack(&-0.0).unpack().unwrap().to_bits(), 0);
    assert_eq!(Packed::<f32, Binary>::pack(&-0.0).unpack().unwrap().to_bits(), 0);
    let double = |bits: u64| {
        let expected = if bits << 1 == 0 { 0 } else { bits };
        let packed = Packed::<f64, Binary>::pack(&f64::from_bits(bits));
        assert_eq!(Packed::<f64, Binary, _>::from_bytes(packed.as_bytes()).unwrap(), packed);
        assert_eq!(packed.unpack().unwrap().to_bits(), expected, "{bits:x}");
    };
    let single = |bits: u32| {
        let expected = if bits << 1 == 0 { 0 } else { bits };
        let packed = Packed::<f32, Binary>::pack(&f32::from_bits(bits));
        assert_eq!(Packed::<f32, Binary, _>::from_bytes(packed.as_bytes()).unwrap(), packed);
        assert_eq!(packed.unpack().unwrap().to_bits(), expected, "{bits:x}");
    };
    check(proptest::num::u64::ANY, double);
    check(proptest::num::u32::ANY, single);
    check(0..0x1000_u64, |top| {
        for low in [0, 1, (1 << 51) + 1, (1 << 52) - 1] {
            double(top << 52 | low);
        }
        for low in [0, 1, (1 << 22) + 1, (1 << 23) - 1] {
            single((top as u32) << 23 | low);
        }
    });
}

/// Mantissas with other exponents, signs and sizes: Haskell reads some of these pairs, but writes none.
#[test]
fn pairs_that_are_not_written() {
    let refused = |bytes: &[u8]| {
        let error = Packed::<f64, Binary, _>::from_bytes(bytes).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::InvalidScalar { .. }), "{error}: {bytes:02x?}");
        assert_eq!(error.offset(), 0);
    };
    let one = Packed::<f64, Binary>::pack(&1.0).into_inner();
    for (at, byte) in [(0, 2), (1, 0), (1, 2), (9, 8), (16, 0x20), (16, 0x08), (17, 0), (23, 0x07), (23, 0xF0)] {
        let mut bytes = one.clone();
        bytes[at] = byte;
        refused(&bytes);
    }
    refused(&[0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0]);
    refused(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5]);
    refused(&[0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    // A subnormal number has fewer bits than the mantissa.
    let mut least = Packed::<f64, Binary>::pack(&f64::from_bits(1)).into_inner();
    least[10] = 1;
    refused(&least);
    let large = Packed::<f32, Binary, _>::from_bytes(one).unwrap_err();
    assert!(matches!(large.kind(), ErrorKind::InvalidScalar { .. }), "{large}");
}

fn refuses<T: Packable, L: Layout>(bytes: &[u8], kind: ErrorKind, offset: usize) {
    let error = Packed::<T, L, _>::from_bytes(bytes).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, offset), "{error}");
}

/// Bytes that a lax reader would accept.
#[test]
fn bytes_that_the_libraries_never_write_are_refused() {
    let tag = |found, constructors| ErrorKind::InvalidTag { found, constructors };
    let flag = |found| ErrorKind::InvalidScalar { expected: "bool: 0 or 1", found };
    refuses::<Option<u8>, Binary>(&[2, 1], tag(2, 2), 0);
    refuses::<Option<u8>, Store>(&[2, 1], tag(2, 2), 0);
    refuses::<bool, Cereal>(&[2], flag(2), 0);
    for bytes in [&[0xC1, 0x81][..], &[0x80], &[0xED, 0xA0, 0x80], &[0xC3, 0x28], &[0xF8, 0x88, 0x80, 0x80, 0x80]] {
        refuses::<char, Binary>(bytes, ErrorKind::InvalidUtf8, 0);
        refuses::<(u8, char), Cereal>(&[&[7], bytes].concat(), ErrorKind::InvalidUtf8, 1);
    }
    refuses::<char, Binary>(&[0xC3], ErrorKind::UnexpectedEnd { needed: 2, left: 1 }, 0);
    let too_large = ErrorKind::InvalidScalar { expected: "char: a Unicode scalar value", found: 0x11_0000 };
    refuses::<char, Store>(&[0, 0, 0x11, 0], too_large, 0);
    refuses::<char, PackedData>(&[0, 0, 0x11, 0], too_large, 0);
    // The bytes that `binary`, `cereal` and `store` write for the surrogate '\xD800', which Haskell's `Char` can hold.
    refuses::<char, Binary>(&[0xED, 0xA0, 0x80], ErrorKind::InvalidUtf8, 0);
    refuses::<char, Cereal>(&[0xED, 0xA0, 0x80], ErrorKind::InvalidUtf8, 0);
    let surrogate = ErrorKind::InvalidScalar { expected: "char: a Unicode scalar value", found: 0xD800 };
    refuses::<char, Store>(&[0, 0xD8, 0, 0], surrogate, 0);
    refuses::<char, PackedData>(&[0, 0xD8, 0, 0], surrogate, 0);
    let set = |keys: [u8; 2]| [&[0, 0, 0, 0, 0, 0, 0, 2][..], &keys].concat();
    refuses::<BTreeSet<u8>, Cereal>(&set([2, 1]), ErrorKind::Unsorted, 9);
    refuses::<BTreeSet<u8>, Binary>(&set([2, 2]), ErrorKind::DuplicateKey, 9);
    let mark = ErrorKind::InvalidScalar { expected: "map: the mark 1217678090 before its count", found: 1 };
    refuses::<BTreeMap<u8, u8>, Store>(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], mark, 0);
    // In `packed-data` a truth value is four bytes, and a list is a chain of cells.
    refuses::<bool, PackedData>(&[2, 0, 0, 0], flag(2), 0);
    refuses::<bool, PackedData>(&[1, 0, 0, 1], flag(0x0100_0001), 0);
    refuses::<Vec<u8>, PackedData>(&[1, 7, 2], tag(2, 2), 2);
    refuses::<Vec<u8>, PackedData>(&[1, 7], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 2);
    refuses::<Vec<u8>, PackedData>(&[1], ErrorKind::UnexpectedEnd { needed: 1, left: 0 }, 1);
    refuses::<Node, PackedData>(&[1], tag(1, 1), 0);
}

/// As `refuses`; but a count that the addresses of this machine cannot have is refused where it is.
fn refuses_count<T: Packable, L: Layout>(bytes: &[u8], kind: ErrorKind, offset: usize) {
    let is_small = cfg!(target_pointer_width = "32");
    let (kind, offset) = if is_small { (ErrorKind::Overflow, 0) } else { (kind, offset) };
    refuses::<T, L>(bytes, kind, offset);
}

/// Counts that no machine can hold.
#[test]
fn huge_counts() {
    for count in [1_u64 << 32, 1 << 60, u64::MAX] {
        let end = |size: u64| ErrorKind::UnexpectedEnd { needed: count.saturating_mul(size), left: 7 };
        let big = [&count.to_be_bytes()[..], &[1; 7]].concat();
        refuses_count::<Vec<u8>, Cereal>(&big, end(1), 8);
        refuses_count::<String, Binary>(&big, end(1), 8);
        refuses_count::<Vec<char>, Binary>(&big, end(1), 8);
        refuses_count::<Vec<Unit>, Binary>(&big, ErrorKind::TooManyEmpty { limit: Limits::DEFAULT.empty_elements }, 0);
        let little = [&count.to_le_bytes()[..], &[1; 7]].concat();
        refuses_count::<Vec<f64>, Store>(&little, end(8), 8);
        refuses_count::<Vec<()>, Store>(&little, ErrorKind::TooManyEmpty { limit: Limits::DEFAULT.empty_elements }, 0);
    }
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Rose(i64, Vec<Rose>);

#[derive(Clone, Debug, PartialEq, Packable)]
enum Shape {
    Point,
    Circle(u8),
    Box(u8, u16),
}

/// Checks the bytes in `packed-data` without flags, with field sizes, and with field sizes except before last fields.
#[track_caller]
fn flags<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, none: &str, sizes: &str, skip: &str) {
    writes::<T, PackedData>(&value, none);
    writes::<T, PackedDataFieldSizes>(&value, sizes);
    writes::<T, PackedDataSkipLast>(&value, skip);
}

#[test]
fn packed_data_without_sizes() {
    #[track_caller]
    fn alike<T: Packable + for<'a> Unpack<'a> + Debug + PartialEq>(value: T, bytes: &str) {
        flags(value, bytes, bytes, bytes);
    }
    alike(258_u16, "0201");
    alike(-2_i64, "feffffffffffffff");
    alike(true, "01000000");
    alike('ü', "fc000000");
    alike(1.0_f64, "000000000000f03f");
    alike((), "");
    alike(Some(7_u8), "0107");
    alike(Some(true), "0101000000");
    alike(None::<u8>, "00");
    alike(Ok::<u8, u16>(7), "0007");
    alike(Err::<u8, u16>(7), "010700");
    alike(vec![1_u8, 2], "0101 0102 00");
    alike(Vec::<u8>::new(), "00");
    alike(vec!['a'], "01 61000000 00");
    alike(vec![vec![true], vec![]], "01 01 01000000 00 | 01 00 | 00");
    alike(vec![(); 2], "01 01 00");
    alike(Color::Blue, "02");
    alike(Unit::Only, "00");
    alike(Shape::Point, "00");
}

#[test]
fn packed_data_with_sizes() {
    flags(Shape::Circle(7), "01 07", "01 01000000 07", "01 07");
    flags(Shape::Box(7, 258), "02 07 0201", "02 01000000 07 02000000 0201", "02 01000000 07 0201");
    flags(
        Rose(1, vec![Rose(2, vec![])]),
        "00 0100000000000000 01 00 0200000000000000 00 00",
        "00 08000000 0100000000000000 14000000 01 00 08000000 0200000000000000 01000000 00 00",
        "00 08000000 0100000000000000 01 00 08000000 0200000000000000 00 00",
    );
    flags(
        Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2))),
        "01 00 0100000000000000 00 0200000000000000",
        "01 0d000000 00 08000000 0100000000000000 0d000000 00 08000000 0200000000000000",
        "01 09000000 00 0100000000000000 00 0200000000000000",
    );
    flags(
        Node { value: 1, next: Some(Box::new(Node { value: 2, next: None })) },
        "00 0100000000000000 01 00 0200000000000000 00",
        "00 08000000 0100000000000000 13000000 01 00 08000000 0200000000000000 01000000 00",
        "00 08000000 0100000000000000 01 00 08000000 0200000000000000 00",
    );
}

/// Wrong sizes of fields, also before last fields, which are checked in a loop.
#[test]
fn wrong_sizes() {
    let list = Packed::<List, PackedDataFieldSizes>::pack(&List::of(0..4)).into_inner();
    for at in (0..4).flat_map(|cell| [17 * cell + 1, 17 * cell + 13]) {
        let actual = u32::from_le_bytes(list[at..at + 4].try_into().unwrap());
        for stated in [0, 1, 2, actual - 1, actual + 1, actual + 0x100, u32::MAX].into_iter().filter(|n| *n != actual) {
            let mut wrong = list.clone();
            wrong[at..at + 4].copy_from_slice(&stated.to_le_bytes());
            let error = Packed::<List, PackedDataFieldSizes, _>::from_bytes(wrong.as_slice()).unwrap_err();
            assert!(matches!(error.kind(), ErrorKind::SizeMismatch { .. }), "{at}, {stated}: {error}");
            assert!(error.to_string().contains(" in List::Cons."), "{error}");
            let prefix = Packed::<List, PackedDataFieldSizes>::from_prefix(&wrong).unwrap_err();
            assert_eq!(prefix.kind(), error.kind());
            // Among other lists, with bytes after it.
            let more = [&[1][..], &wrong, &[1], &list, &[0]].concat();
            assert!(Packed::<Vec<List>, PackedDataFieldSizes, _>::from_bytes(more.as_slice()).is_err());
        }
    }
}

/// Lists so long that sizes take every width.
fn long_lists_in_a_row<L: Layout>() {
    let numbers_of_cells: &[i64] = if cfg!(miri) { &[0, 1, 16, 60] } else { &[0, 1, 15, 16, 300, 5_000] };
    for &cells in numbers_of_cells {
        let list = Packed::<List, L>::build(|needs| build(needs, cells));
        let checked = Packed::<List, L, _>::from_bytes(list.as_bytes()).unwrap();
        assert_eq!(checked.read(List::numbers).len() as i64, cells);
        let built = Packed::<Vec<List>, L>::build(|needs| needs.items(0..3, |needs, _| build(needs, cells)));
        let copied = Packed::<Vec<List>, L>::build(|needs| needs.items(0..3, |needs, _| needs.put_packed(&list)));
        assert_eq!(built, copied);
        let lists = Packed::<Vec<List>, L, _>::from_bytes(built.as_bytes()).unwrap();
        let cells_read = lists.read(|lists| {
            lists.fold_items(0, |sum, list| List::numbers(list).map(|numbers| sum + numbers.len() as i64))
        });
        assert_eq!(cells_read, 3 * cells);
    }
}

fn build<L: Layout>(mut needs: packed_data::Needs<'_, List, L>, cells: i64) -> packed_data::Filled<'_> {
    for number in 0..cells {
        needs = List::start_cons(needs).put(&number).tail();
    }
    List::write_nil(needs)
}

/// With field sizes, every field is reached in constant time.
#[test]
fn views_of_fields() {
    fn sum<L: FieldAccess>(tree: View<'_, Tree, L>) -> i64 {
        match tree.case() {
            TreeView::Leaf(number) => number,
            TreeView::Node(left, right) => sum(left).wrapping_add(sum(right)),
        }
    }
    fn numbers(tree: &Tree) -> i64 {
        match tree {
            Tree::Leaf(number) => *number,
            Tree::Node(left, right) => numbers(left).wrapping_add(numbers(right)),
        }
    }
    fn views<L: FieldAccess>() {
        check(Tree::any(), |tree| {
            assert_eq!(sum(Packed::<Tree, L>::pack(&tree).view()), numbers(&tree));
        });
        check(Record::any(), |record| {
            let packed = Packed::<Record, L>::pack(&record);
            let fields = packed.view().fields();
            assert_eq!((fields.mark, fields.is_open, fields.share), (record.mark, record.is_open, record.share));
            assert_eq!(fields.maybe, record.maybe);
            assert!(fields.name.iter().eq(record.name.iter().copied()));
            assert_eq!(fields.name.scalars().to_vec(), record.name);
            assert!(fields.floats.scalars().iter().eq(record.floats.iter().copied()));
            assert_eq!(fields.children.len(), record.children.len());
            let children = fields.children.iter().map(|child| child.unpack::<Record>().unwrap());
            assert!(children.eq(record.children.iter().cloned()));
            let last = fields.last.map(|last| last.unpack::<Record>().unwrap());
            assert_eq!(last, record.last.map(|last| *last));
        });
    }
    views::<PackedDataFieldSizes>();
    views::<PackedDataSkipLast>();
    views::<packed_data::Indexed>();
}

/// Sequences of scalars that are not adjacent, or whose sizes vary.
#[test]
fn sequences_of_scalars() {
    fn scalars<L: Layout>() {
        check(proptest::collection::vec(proptest::char::any(), 0..20), |chars| {
            let packed = Packed::<Vec<char>, L>::pack(&chars);
            packed.read(|cursor| {
                let scalars = cursor.peek(|cursor| cursor.read());
                assert_eq!((scalars.len(), scalars.to_vec()), (chars.len(), chars.clone()));
                assert!(scalars.iter().rev().eq(chars.iter().rev().copied()));
                for index in 0..chars.len() + 2 {
                    assert_eq!(scalars.get(index), chars.get(index).copied());
                    assert_eq!(scalars.iter().nth(index), chars.get(index).copied());
                    assert_eq!(scalars.iter().nth_back(index), chars.iter().rev().nth(index).copied());
                }
                let mut copy = vec!['x'; chars.len()];
                scalars.copy_to_slice(&mut copy);
                assert_eq!(copy, chars);
                assert!(scalars.as_bytes().len() <= packed.as_bytes().len());
                cursor.skip()
            });
        });
    }
    scalars::<PackedData>();
    scalars::<PackedDataFieldSizes>();
    scalars::<Store>();
    scalars::<Cereal>();
    scalars::<Binary>();
    scalars::<packed_data::Cbor>();
    scalars::<packed_data::layout::haskell::Serialise>();
}

/// Scalars of a fixed size can be overwritten, also in layouts that have others.
#[test]
fn numbers_are_edited_in_place() {
    fn edits<L: InPlace>() {
        check(Tree::any(), |tree| {
            let changed = Packed::<Tree, L>::pack(&tree.changed());
            let mut by_cursor = Packed::<Tree, L>::pack(&tree);
            let mut by_fold = by_cursor.clone();
            by_cursor.edit(Tree::edit);
            Tree::edit_by_fold(&mut by_fold);
            assert_eq!((by_cursor, by_fold), (changed.clone(), changed));
        });
        let mut flags = Packed::<Vec<bool>, L>::pack(&vec![true, false, true]);
        flags.edit(|flags| flags.fold_items((), |(), flag| flag.update(|flag| !flag)));
        assert_eq!(flags, Packed::pack(&vec![false, true, false]));
        let mut numbers = Packed::<Vec<u32>, L>::pack(&vec![1, 2, 3]);
        numbers.view_mut().set(1, 7);
        assert_eq!(numbers.unpack().unwrap(), [1, 7, 3]);
    }
    edits::<PackedData>();
    edits::<PackedDataFieldSizes>();
    edits::<PackedDataSkipLast>();
    edits::<Store>();
    edits::<Cereal>();
    edits::<Binary>();
}
