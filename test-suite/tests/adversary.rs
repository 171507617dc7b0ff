//! What tries to break the library from without: each test is an attack that succeeded once, or nearly.

use packed_data::cbor::RawBuf;
use packed_data::haskell::{Binary, Cereal, Store};
use packed_data::{Cbor, Compact, Entry, ErrorKind, Layout, Limits, Map, Packable, Packed};

/// These bytes, checked.
fn packed<T: Packable>(bytes: &[u8]) -> Packed<T, Cbor> {
    Packed::from_bytes(bytes.to_vec()).unwrap_or_else(|error| panic!("{error}"))
}

/// As many tags as fill the buffer to its end stand before a number that is copied: room for the fields after it must
/// be asked for anew.
#[test]
fn a_copy_longer_than_any_that_is_written_leaves_room_for_the_other_fields() {
    for tags in (0..100).chain([1000]) {
        let mut bytes = vec![0xC1; tags];
        bytes.push(7);
        let long: Packed<u32, Cbor> = packed(&bytes);
        let built = Packed::<((u32, u8), u64, u64, u64), Cbor>::build(|needs| {
            let needs = needs.fields().with(|inner| inner.fields().put_packed(&long).put(&8).done());
            needs.put(&u64::MAX).put(&1).put(&u64::MAX).done()
        });
        assert_eq!(built.unpack(), Ok(((7, 8), u64::MAX, 1, u64::MAX)));
    }
}

/// An entry of a map, which is two items, as a key.
#[test]
fn an_entry_is_a_key_where_it_is_one_item() {
    let bytes = [3, 1, 2, 3, 4, 5, 6, 7, 8, 9];
    let packed = Packed::<Map<Entry<u8, u8>, u8>, Compact, _>::from_bytes(bytes.as_slice()).unwrap();
    assert_eq!(packed.view().values().collect::<Vec<_>>(), [3, 6, 9]);
}

/// Tags before an integer are a loop to the reader too.
#[test]
fn a_long_chain_of_tags_takes_no_stack() {
    let mut bytes = vec![0xC1; if cfg!(miri) { 1_000 } else { 5_000_000 }];
    bytes.extend([0xC3, 0x41, 7]);
    let number: Packed<i64, Cbor> = packed(&bytes);
    assert_eq!(number.view(), -8);
    *bytes.last_mut().unwrap() = 8;
    let end = bytes.len() - 3;
    bytes.splice(end.., [0xD9, 1, 0, 0x20]);
    assert_eq!(packed::<i64>(&bytes).view(), -1);
}

/// The number of a character is not cut to 32 bits.
#[test]
fn a_character_of_more_than_32_bits_is_refused() {
    let bytes = [0x1B, 0, 0, 0, 1, 0, 0, 0, 0x41];
    let error = Packed::<char, Cbor, _>::from_bytes(bytes.as_slice()).unwrap_err();
    assert!(matches!(error.kind(), ErrorKind::OutOfRange { magnitude: 0x1_0000_0041, .. }), "{error}");
    assert_eq!(packed::<char>(&[0x18, 0x41]).view(), 'A');
    assert!(Packed::<char, Cbor, _>::from_bytes([0x19, 0xD8, 0].as_slice()).is_err());
}

/// A type without end, whose values would take no bytes.
#[derive(Packable)]
#[allow(dead_code, reason = "there are no values")]
enum Endless {
    Again(Box<Endless>),
}

/// The same, round a corner.
#[derive(Packable)]
#[allow(dead_code, reason = "there are no values")]
struct Corner(u8, Option<Endless>);

#[test]
fn a_type_without_end_is_refused_where_its_tag_takes_no_bytes() {
    fn refused<T: Packable, L: Layout>(bytes: &[u8]) {
        let error = Packed::<T, L, _>::from_bytes(bytes).map(drop).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::TooDeep { .. }), "{error}");
    }
    refused::<Endless, Store>(&[0; 4]);
    refused::<Endless, Cereal>(&[]);
    refused::<Endless, Binary>(&[1]);
    refused::<Corner, Store>(&[1, 1, 0]);
    assert!(Packed::<Corner, Store, _>::from_bytes([1, 0].as_slice()).is_ok());
}

/// An item of so many levels.
fn nested(levels: usize) -> Vec<u8> {
    let mut bytes = vec![0x81; levels];
    bytes.push(0);
    bytes
}

#[test]
fn an_item_is_written_where_it_can_be_read_back() {
    type Deep = Vec<Vec<Vec<RawBuf>>>;
    for layout in [within::<Deep, Cbor>, within::<Deep, Compact>] {
        layout(vec![vec![vec![RawBuf::new(nested(1021)).unwrap()]]], true);
        layout(vec![vec![vec![RawBuf::new(nested(1022)).unwrap()]]], false);
    }
    /// Whether it is within the limits: to be written, and to be read back.
    fn within<T: Packable, L: Layout>(value: T, expected: bool) {
        let packed = Packed::<T, L>::try_pack(&value, &Limits::DEFAULT);
        assert_eq!(packed.is_ok(), expected);
        if let Ok(packed) = packed {
            Packed::<T, L, _>::from_bytes(packed.as_bytes()).map(drop).unwrap();
        }
    }
}

#[test]
fn what_is_copied_nests_within_the_limits_where_the_reader_does_not_know_it_either() {
    #[derive(Packable)]
    struct Flat(u8, u8);

    for levels in [1023, 1024, 1025] {
        let bytes = [&[0x84, 0, 1, 2], &nested(levels)[..]].concat();
        let limits = Limits { depth: 10_000, ..Limits::DEFAULT };
        let flat = Packed::<Flat, Cbor, _>::from_bytes_with(bytes, &limits).unwrap();
        let copied = Packed::<(Flat, u8), Cbor>::try_build(&Limits::DEFAULT, |needs| {
            needs.fields().put_packed(&flat).put(&1).done()
        });
        assert_eq!(copied.is_ok(), levels <= 1024, "{levels}");
        if let Ok(packed) = copied {
            Packed::<(Flat, u8), Cbor, _>::from_bytes(packed.as_bytes()).map(drop).unwrap();
        }
    }
}
