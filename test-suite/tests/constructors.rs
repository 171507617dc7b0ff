//! Enums of 1, 2, 255, 256 and 257 constructors: each comes back, and every tag beyond is refused.

use packed_data::{ErrorKind, Packed, Unpack, haskell};
use test_suite::constructors::{Double, Full, Narrow, Numbered, Single, Wide};
use test_suite::{Reads, Sample, TestLayout, over_layouts};

over_layouts!(native: one, two, up_to_a_byte, a_full_byte, more_than_a_byte);
over_layouts!(all: few_come_back, a_byte_full_comes_back_but_one);
over_layouts!(many_come_back);

fn tag(number: u32, width: usize) -> Vec<u8> {
    number.to_le_bytes()[..width].to_vec()
}

/// The numbers of the constructors that are tried: all, but under Miri, which is slow.
fn numbers<T: Numbered>() -> impl Iterator<Item = u32> {
    (0..T::COUNT).filter(|number| !cfg!(miri) || number % 50 == 0 || number + 1 == T::COUNT)
}

fn constructors<T: Numbered + Sample, L: TestLayout>(width: usize) {
    for number in numbers::<T>() {
        let value = T::number(number);
        let packed = Packed::<T, L>::pack(&value);
        assert_eq!(packed.as_bytes()[..width], tag(number, width));
        let packed = Packed::<T, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(packed.unpack().unwrap(), value);
        // Twice, so that the first must be stepped over.
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

/// Each comes back, alone and after another, and the next number is no constructor.
fn come_back<T: Numbered + Sample, L: TestLayout>() {
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

fn few_come_back<L: TestLayout>() {
    come_back::<Single, L>();
    come_back::<Double, L>();
}

fn a_byte_full_comes_back_but_one<L: TestLayout>() {
    come_back::<Narrow, L>();
}

fn many_come_back<L: TestLayout>() {
    come_back::<Full, L>();
    come_back::<Wide, L>();
}

/// Not every Haskell library has types of 256 constructors, and not every one has types of more.
#[test]
fn many_come_back_in_haskell() {
    come_back::<Full, haskell::PackedData>();
    come_back::<Full, haskell::PackedDataFieldSizes>();
    come_back::<Full, haskell::PackedDataSkipLast>();
    come_back::<Full, haskell::Store>();
    come_back::<Wide, haskell::Store>();
    come_back::<Wide, haskell::Cereal>();
    come_back::<Wide, haskell::Binary>();
    // Two bytes, in either order; what is no constructor is refused.
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

/// What the suites read is what they would unpack.
#[test]
fn the_samples_can_be_unpacked() {
    fn unpacks<T: Reads + for<'a> Unpack<'a>>(value: T) -> bool {
        Packed::<T>::pack(&value).unpack() == Ok(value)
    }

    assert!(unpacks(Wide::sample()) && unpacks(Single::sample()));
}
