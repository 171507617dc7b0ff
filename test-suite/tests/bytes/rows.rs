//! Rows of `bool` and of enums without data, which are checked many at a time: each error is at its byte and its place.

use packed_data::layout::haskell;
use packed_data::{Cbor, ErrorKind, Packable, Packed};
use test_suite::{TestLayout, few, over_layouts, swept};

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Kind {
    Player,
    Boat,
    Wagon,
    Arrow,
    Animal,
    Crate,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Only {
    One,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Contact {
    number: u16,
    reloads: Vec<bool>,
    kinds: Vec<Kind>,
    last: u8,
}

#[derive(Clone, Debug, PartialEq, Packable)]
struct Fleet<const N: usize> {
    flags: [bool; N],
    kinds: [Kind; N],
    pairs: Vec<[bool; N]>,
}

const KINDS: [Kind; 6] = [Kind::Player, Kind::Boat, Kind::Wagon, Kind::Arrow, Kind::Animal, Kind::Crate];

/// Lengths of rows: all up to 40, and some around multiples of 16.
fn lengths() -> impl Iterator<Item = usize> {
    if cfg!(miri) { (0..2).chain(8..9).chain(17..18) } else { (0..41).chain(63..67).chain(255..258) }
}

fn flags(len: usize) -> Vec<bool> {
    (0..len).map(|index| index % 3 == 1).collect()
}

fn kinds(len: usize) -> Vec<Kind> {
    (0..len).map(|index| KINDS[index % KINDS.len()]).collect()
}

/// Checks that bytes are refused, with a message that ends in the offset and the path.
#[track_caller]
fn refused<T: Packable, L: TestLayout>(bytes: &[u8], kind: ErrorKind, at: usize, path: &str) {
    let error = Packed::<T, L, _>::from_bytes(bytes).map(drop).unwrap_err();
    assert_eq!((error.kind(), error.offset()), (kind, at), "{error}");
    assert!(error.to_string().ends_with(&format!(", at byte {at} in {path}")), "{error}, not in {path}");
}

/// Checks that the row of `len` bytes at `start` is refused wherever one of its bytes is not less than `bound`.
fn each_place<T: Packable, L: TestLayout>(
    packed: &[u8],
    (start, len): (usize, usize),
    bound: u8,
    error: impl Fn(u8) -> ErrorKind,
    path: impl Fn(usize) -> String,
) {
    let mut bytes = packed.to_vec();
    assert!(Packed::<T, L, _>::from_bytes(&bytes[..]).is_ok());
    for place in swept(0..len) {
        for wrong in few(2, [bound, 0xFF, 0x7F, 0x80]) {
            let right = std::mem::replace(&mut bytes[start + place], wrong);
            refused::<T, L>(&bytes, error(wrong), start + place, &path(place));
            bytes[start + place] = right;
        }
        if place + 1 < len {
            // Of two that are wrong, the first is reported.
            let both = [bytes[start + place], bytes[start + len - 1]];
            (bytes[start + place], bytes[start + len - 1]) = (0xFF, 0xFF);
            refused::<T, L>(&bytes, error(0xFF), start + place, &path(place));
            [bytes[start + place], bytes[start + len - 1]] = both;
        }
        assert!(Packed::<T, L, _>::from_bytes(&bytes[..start + place]).is_err());
    }
}

fn no_bool(found: u8) -> ErrorKind {
    ErrorKind::InvalidScalar { expected: "bool: 0 or 1", found: found.into() }
}

fn no_kind(found: u8) -> ErrorKind {
    ErrorKind::InvalidTag { found: found.into(), constructors: 6 }
}

over_layouts!(all: rows_are_read_back);
over_layouts!(native: wrong_elements, wrong_elements_in_structs, wrong_elements_of_arrays, rows_of_one_constructor);

fn rows_are_read_back<L: TestLayout>() {
    for len in lengths() {
        let (flags, kinds) = (flags(len), kinds(len));
        let packed = Packed::<Vec<bool>, L>::pack(&flags);
        assert_eq!(Packed::<Vec<bool>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(flags.clone()));
        let packed = Packed::<Vec<Kind>, L>::pack(&kinds);
        assert_eq!(Packed::<Vec<Kind>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(kinds.clone()));
        let contacts = vec![Contact { number: 7, reloads: flags, kinds, last: 0xFF }; 3];
        let packed = Packed::<Vec<Contact>, L>::pack(&contacts);
        assert_eq!(Packed::<Vec<Contact>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(contacts));
    }
}

/// Returns the number of bytes of a count.
fn count_len(count: usize) -> usize {
    if count < 0xFC { 1 } else { 3 }
}

fn wrong_elements<L: TestLayout>() {
    for len in lengths() {
        let (path, row) = (|index| format!("[{index}]"), (count_len(len), len));
        each_place::<Vec<bool>, L>(Packed::<Vec<bool>, L>::pack(&flags(len)).as_bytes(), row, 2, no_bool, path);
        each_place::<Vec<Kind>, L>(Packed::<Vec<Kind>, L>::pack(&kinds(len)).as_bytes(), row, 6, no_kind, path);
    }
}

fn wrong_elements_in_structs<L: TestLayout>() {
    for len in lengths() {
        let contact = Contact { number: 0xFFFF, reloads: flags(len), kinds: kinds(len), last: 0xFF };
        let packed = Packed::<Contact, L>::pack(&contact);
        // (In `Indexed` both numbers come first.)
        let is_indexed = <L as packed_data::Layout>::NAME == <packed_data::Indexed as packed_data::Layout>::NAME;
        let reloads = if is_indexed { 3 } else { 2 } + count_len(len);
        let path = |field| move |index| format!("Contact.{field} > [{index}]");
        each_place::<Contact, L>(packed.as_bytes(), (reloads, len), 2, no_bool, path("reloads"));
        let kinds = reloads + len + count_len(len);
        each_place::<Contact, L>(packed.as_bytes(), (kinds, len), 6, no_kind, path("kinds"));
    }
}

fn wrong_elements_of_arrays<L: TestLayout>() {
    arrays_of::<1, L>();
    arrays_of::<17, L>();
    if !cfg!(miri) {
        arrays_of::<3, L>();
        arrays_of::<8, L>();
        arrays_of::<9, L>();
        arrays_of::<16, L>();
        arrays_of::<40, L>();
    }
}

fn arrays_of<const N: usize, L: TestLayout>() {
    let (flags, kinds) = (std::array::from_fn(|index| index % 3 == 1), std::array::from_fn(|index| KINDS[index % 6]));
    let fleet = Fleet::<N> { flags, kinds, pairs: vec![flags; 2] };
    let packed = Packed::<Fleet<N>, L>::pack(&fleet);
    assert_eq!(Packed::<Fleet<N>, L, _>::from_bytes(packed.as_bytes()).unwrap().unpack(), Ok(fleet));
    let path = |field| move |index| format!("Fleet.{field} > [{index}]");
    each_place::<Fleet<N>, L>(packed.as_bytes(), (0, N), 2, no_bool, path("flags"));
    each_place::<Fleet<N>, L>(packed.as_bytes(), (N, N), 6, no_kind, path("kinds"));
    let pair = |index: usize| format!("Fleet.pairs > [{}] > [{}]", index / N, index % N);
    each_place::<Fleet<N>, L>(packed.as_bytes(), (2 * N + 1, 2 * N), 2, no_bool, pair);
}

fn rows_of_one_constructor<L: TestLayout>() {
    let mut bytes = Packed::<Vec<Only>, L>::pack(&vec![Only::One; 20]).into_inner();
    assert_eq!(Packed::<Vec<Only>, L, _>::from_bytes(&bytes[..]).unwrap().view().len(), 20);
    bytes[13] = 1;
    refused::<Vec<Only>, L>(&bytes, ErrorKind::InvalidTag { found: 1, constructors: 1 }, 13, "[12]");
}

/// The Haskell library `packed-data` writes a `bool` in four bytes, and `store` an enum of one constructor in none.
#[test]
fn layouts_that_do_not_write_a_byte_for_each_element() {
    let mut bytes = Packed::<Vec<bool>, haskell::PackedData>::pack(&flags(20)).into_inner();
    let at = 12 * 5 + 1;
    bytes[at + 1] = 1;
    let found = 0x100 + u128::from(bytes[at]);
    let kind = ErrorKind::InvalidScalar { expected: "bool: 0 or 1", found };
    refused::<Vec<bool>, haskell::PackedData>(&bytes, kind, at, "[12]");
    let packed = Packed::<Vec<Only>, haskell::Store>::pack(&vec![Only::One; 20]);
    assert_eq!(packed.as_bytes().len(), 8);
    let mut bytes = Packed::<Vec<bool>, haskell::Store>::pack(&flags(20)).into_inner();
    bytes[8 + 12] = 2;
    refused::<Vec<bool>, haskell::Store>(&bytes, no_bool(2), 20, "[12]");
    let mut bytes = Packed::<Vec<bool>, Cbor>::pack(&flags(20)).into_inner();
    bytes[10] = 0;
    assert_eq!(Packed::<Vec<bool>, Cbor, _>::from_bytes(&bytes[..]).unwrap_err().offset(), 10);
}
