//! Enums of 1, 2, 255, 256 and 257 constructors: each constructor is read back, and every tag beyond them is refused.

use packed_data::layout::haskell;
use packed_data::{ErrorKind, Packed, Unpack};
use test_suite::constructors::{Double, Full, Narrow, Numbered, Single, Wide};
use test_suite::{Reads, Sample, TestLayout, over_layouts};

over_layouts!(native: one, two, up_to_a_byte, a_full_byte, more_than_a_byte);
over_layouts!(all: few_are_read_back, one_less_than_a_byte_can_number_are_read_back);
over_layouts!(many_are_read_back);

fn tag(number: u32, width: usize) -> Vec<u8> {
    number.to_le_bytes()[..width].to_vec()
}

/// Returns the numbers of the constructors to try: all of them, or a few of each kind under Miri, which is slow.
fn numbers<T: Numbered>() -> impl Iterator<Item = u32> {
    (0..T::COUNT).filter(|number| !cfg!(miri) || number % 48 == 0 || number + 1 == T::COUNT)
}

fn constructors<T: Numbered + Sample, L: TestLayout>(width: usize) {
    for number in numbers::<T>() {
        let value = T::number(number);
        let packed = Packed::<T, L>::pack(&value);
        assert_eq!(packed.as_bytes()[..width], tag(number, width));
        let packed = Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(packed.unpack().unwrap(), value);
        // A pair, so that the first must be skipped.
        let pair = Packed::<(T, T), L>::pack(&(value.clone(), T::number(0)));
        let second = pair.read(|pair| {
            let (second, fields) = pair.fields().skip().isolate();
            fields.done(second)
        });
        assert_eq!(second.unpack().unwrap(), T::number(0));
    }
    let beyond = if width == 1 { T::COUNT..256 } else { T::COUNT..0x1_0000 };
    for found in beyond.filter(|found| !cfg!(miri) || found % 97 == 0) {
        let mut bytes = tag(found, width);
        bytes.extend([0; 8]);
        let error = Packed::<T, L, _>::from_bytes(bytes.as_slice()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidTag { found, constructors: T::COUNT });
        assert_eq!(error.offset(), 0);
    }
    for len in 0..width {
        let error = Packed::<T, L, _>::from_bytes(vec![0; len]).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed: width as u64, left: len });
    }
}

/// Each constructor is read back, alone and before another.
fn are_read_back<T: Numbered + Sample, L: TestLayout>() {
    for number in numbers::<T>() {
        let value = T::number(number);
        let packed = Packed::<T, L>::pack(&value);
        let packed = Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(packed.unpack().unwrap(), value);
        let two = vec![value, T::number(0)];
        let row = Packed::<Vec<T>, L>::pack(&two);
        assert_eq!(Packed::<Vec<T>, L, _>::from_bytes(row.as_bytes()).unwrap().unpack().unwrap(), two);
        let second = row.read(|row| {
            let mut items = row.items();
            assert!(items.next(|first| first.skip()).is_some());
            let second = items.next(|second| second.as_bytes());
            items.done(second)
        });
        assert_eq!(second, Some(Packed::<T, L>::pack(&two[1]).as_bytes()));
    }
}

fn few_are_read_back<L: TestLayout>() {
    are_read_back::<Single, L>();
    are_read_back::<Double, L>();
}

fn one_less_than_a_byte_can_number_are_read_back<L: TestLayout>() {
    are_read_back::<Narrow, L>();
}

fn many_are_read_back<L: TestLayout>() {
    are_read_back::<Full, L>();
    are_read_back::<Wide, L>();
}

/// Some Haskell libraries cannot write enums of 256 constructors, and some cannot write larger ones.
#[test]
fn many_are_read_back_in_haskell() {
    are_read_back::<Full, haskell::PackedData>();
    are_read_back::<Full, haskell::PackedDataFieldSizes>();
    are_read_back::<Full, haskell::PackedDataSkipLast>();
    are_read_back::<Full, haskell::Store>();
    are_read_back::<Wide, haskell::Store>();
    are_read_back::<Wide, haskell::Cereal>();
    are_read_back::<Wide, haskell::Binary>();
    // The tag has two bytes, in either order; an unknown constructor is refused.
    let last = Wide::number(256);
    assert_eq!(Packed::<Wide, haskell::Store>::pack(&last).as_bytes()[..2], [0, 1]);
    assert_eq!(Packed::<Wide, haskell::Cereal>::pack(&last).as_bytes()[..2], [1, 0]);
    assert_eq!(Packed::<Full, haskell::Store>::pack(&Full::number(2)).as_bytes(), [2, 0]);
    let kind = ErrorKind::InvalidTag { found: 257, constructors: 257 };
    assert_eq!(Packed::<Wide, haskell::Store, _>::from_bytes([1, 1].as_slice()).unwrap_err().kind(), kind);
    assert_eq!(Packed::<Wide, haskell::Binary, _>::from_bytes([1, 1].as_slice()).unwrap_err().kind(), kind);
}

fn one<L: TestLayout>() {
    constructors::<Single, L>(1);
}

fn two<L: TestLayout>() {
    constructors::<Double, L>(1);
}

fn up_to_a_byte<L: TestLayout>() {
    constructors::<Narrow, L>(1);
}

fn a_full_byte<L: TestLayout>() {
    constructors::<Full, L>(1);
    assert_eq!(Full::COUNT, 256);
}

fn more_than_a_byte<L: TestLayout>() {
    constructors::<Wide, L>(2);
    let error = Packed::<Wide, L, _>::from_bytes([1, 1].as_slice()).unwrap_err();
    assert_eq!(error.to_string(), "invalid tag: expected 0 to 256, found 257, at byte 0");
}

/// The samples of the suites are equal to what is unpacked.
#[test]
fn the_samples_can_be_unpacked() {
    fn unpacks<T: Reads + for<'a> Unpack<'a>>(value: T) -> bool {
        Packed::<T>::pack(&value).unpack() == Ok(value)
    }

    assert!(unpacks(Wide::sample()) && unpacks(Single::sample()));
}
