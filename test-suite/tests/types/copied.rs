//! Types with `#[packable(zerocopy)]`: copied whole or not, they have the bytes of any other type.

use std::collections::VecDeque;
use std::fmt::Debug;
use std::num::NonZeroU16;

use packed_data::__private::{Memory, unpack_block, write_block};
use packed_data::layout::haskell;
use packed_data::view::InMemory;
use packed_data::{Cbor, Compact, Indexed, Layout, Levels, Packable, Packed, Unpack, View};
use test_suite::{TestLayout, over_layouts};
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout, TryFromBytes, Unaligned};

#[derive(Clone, Copy, Debug, PartialEq, Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
    z: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Triangle {
    a: Point,
    b: Point,
    c: Point,
    normal: Point,
    number: u32,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout, Unaligned)]
#[packable(zerocopy)]
#[repr(u8)]
enum Kind {
    Player,
    Boat,
    Wagon,
}

/// Its discriminants are not its tags.
#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout, Unaligned)]
#[packable(zerocopy)]
#[repr(u8)]
enum Swapped {
    One = 1,
    Zero = 0,
}

/// In memory it takes more bytes than its tag.
#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(u16)]
enum Wide {
    Low,
    High,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Object {
    id: u32,
    letter: char,
    speed: i16,
    visible: bool,
    kind: Kind,
    some: NonZeroU16,
    flags: [bool; 2],
    size: [u16; 2],
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout, Unaligned)]
#[packable(zerocopy)]
#[repr(C)]
struct Small<const N: usize> {
    kind: Kind,
    bytes: [u8; N],
    on: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(transparent, zerocopy)]
#[repr(transparent)]
struct Meters(f64);

#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Turned(Swapped, Swapped);

#[derive(Clone, Copy, Debug, PartialEq, Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy, validate = is_even)]
#[repr(C)]
struct Even(u64);

fn is_even<L: Layout>(value: View<'_, Even, L>) -> Result<(), &'static str> {
    let Ok(Even(number)) = value.unpack() else { return Err("too deep") };
    if number % 2 == 0 { Ok(()) } else { Err("odd") }
}

/// A type with values to try.
trait Tried: InMemory + Packable<As: Packable> + Copy + Debug + PartialEq + for<'a> Unpack<'a> + 'static {
    fn value(seed: u32) -> Self;
}

impl Tried for Point {
    fn value(seed: u32) -> Self {
        Self { x: seed as f32, y: -0.5, z: f32::from_bits(0x4000_0000 + seed) }
    }
}

impl Tried for Triangle {
    fn value(seed: u32) -> Self {
        let [a, b, c, normal] = [1, 2, 3, 4].map(|corner| Point::value(seed * corner));
        Self { a, b, c, normal, number: seed.wrapping_mul(0x0101_0101) }
    }
}

impl Tried for Kind {
    fn value(seed: u32) -> Self {
        [Self::Player, Self::Boat, Self::Wagon][seed as usize % 3]
    }
}

impl Tried for Swapped {
    fn value(seed: u32) -> Self {
        [Self::One, Self::Zero][seed as usize / 2 % 2]
    }
}

impl Tried for Wide {
    fn value(seed: u32) -> Self {
        [Self::Low, Self::High][seed as usize % 2]
    }
}

impl Tried for Object {
    fn value(seed: u32) -> Self {
        Self {
            id: seed.wrapping_mul(0x1234_5678),
            letter: char::from_u32(seed + 0x3B1).unwrap(),
            speed: -(seed as i16),
            visible: seed.is_multiple_of(2),
            kind: Kind::value(seed),
            some: NonZeroU16::MIN.saturating_add(seed as u16),
            flags: [true, seed.is_multiple_of(3)],
            size: [seed as u16, 0xFF00],
        }
    }
}

impl Tried for Small<3> {
    fn value(seed: u32) -> Self {
        Self { kind: Kind::value(seed), bytes: [seed as u8, 0, 0xFF], on: seed % 2 == 1 }
    }
}

impl Tried for Meters {
    fn value(seed: u32) -> Self {
        Self(f64::from(seed) + 0.25)
    }
}

impl Tried for Turned {
    fn value(seed: u32) -> Self {
        Self(Swapped::value(seed), Swapped::value(seed + 1))
    }
}

impl Tried for Even {
    fn value(seed: u32) -> Self {
        Self(u64::from(seed) * 2)
    }
}

impl Tried for u32 {
    fn value(seed: u32) -> Self {
        seed * 1000
    }
}

/// Packs values one by one.
fn one_by_one<T: Tried, L: Layout>(values: &[T]) -> Vec<u8> {
    Packed::<Vec<T>, L>::build(|needs| needs.items(values, |needs, value| needs.put_as(value))).into_inner()
}

fn values<T: Tried>(len: u32) -> Vec<T> {
    (0..len).map(T::value).collect()
}

/// Compares sequences of `T` that are packed and unpacked at once with sequences of which each element is.
fn is_like_one_by_one<T: Tried, L: TestLayout>() {
    // (Miri is slow.)
    let (lengths, changed): (&[u32], _) = if cfg!(miri) { (&[0, 3], 3) } else { (&[0, 1, 2, 3, 7, 300], 100) };
    for len in lengths.iter().copied() {
        let values = values::<T>(len);
        let packed = Packed::<Vec<T>, L>::pack(&values);
        assert_eq!(packed.as_bytes(), one_by_one::<T, L>(&values), "{values:?} in {}", L::NAME);
        let checked = Packed::<Vec<T>, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(checked.unpack(), Ok(values.clone()));
        let each: Vec<T> = checked.read(|elements| {
            elements.fold_items(Vec::new(), |mut each, element| {
                element.unpack::<T>(Levels::new(8)).unwrap().map(|value| {
                    each.push(value);
                    each
                })
            })
        });
        assert_eq!(each, values);
        let mut deque = VecDeque::from(values.clone());
        deque.rotate_left(values.len() / 3);
        let rotated: Vec<T> = deque.iter().copied().collect();
        assert_eq!(Packed::<VecDeque<T>, L>::pack(&deque).as_bytes(), one_by_one::<T, L>(&rotated));
        assert_eq!(Packed::<&[T], L>::pack(&&values[..]).as_bytes(), packed.as_bytes());
        // Each wrong byte is found, or changes a value.
        let mut bytes = packed.into_inner();
        for at in 0..bytes.len().min(changed) {
            for wrong in [0xFF, bytes[at] ^ 1, bytes[at] ^ 0x80] {
                let right = std::mem::replace(&mut bytes[at], wrong);
                if let Ok(other) = Packed::<Vec<T>, L, _>::from_bytes(&bytes[..]) {
                    let other = other.unpack().unwrap();
                    if L::IS_CANONICAL && L::KEEPS_FLOATS {
                        assert_eq!(one_by_one::<T, L>(&other), bytes, "{other:?}");
                    }
                }
                bytes[at] = right;
            }
        }
    }
}

over_layouts!(few all: copied_values_are_like_others);

fn copied_values_are_like_others<L: TestLayout>() {
    is_like_one_by_one::<Point, L>();
    is_like_one_by_one::<Triangle, L>();
    is_like_one_by_one::<Kind, L>();
    is_like_one_by_one::<Swapped, L>();
    is_like_one_by_one::<Wide, L>();
    is_like_one_by_one::<Meters, L>();
    is_like_one_by_one::<Even, L>();
    is_like_one_by_one::<u32, L>();
}

over_layouts!(few rich: copied_values_of_rust_are_like_others);

fn copied_values_of_rust_are_like_others<L: TestLayout>() {
    is_like_one_by_one::<Object, L>();
    is_like_one_by_one::<Small<3>, L>();
    is_like_one_by_one::<Turned, L>();
}

/// Returns how often sequences can be borrowed, at 16 addresses after each other; the number that must be possible for
/// a type that is copied whole, and of which not all have the same address.
fn borrowed<T: Tried, L: Layout>() -> usize {
    let values = values::<T>(5);
    let packed = Packed::<Vec<T>, L>::pack(&values).into_inner();
    let at_offset = |offset: usize| {
        // (Numbers of 16 bytes begin at a multiple of 16.)
        let mut buffer = vec![0_u128; (offset + packed.len()).div_ceil(16)];
        let place = &mut buffer.as_mut_bytes()[offset..offset + packed.len()];
        place.copy_from_slice(&packed);
        let checked = Packed::<Vec<T>, L, _>::from_bytes(&*place).unwrap();
        let slice = checked.read(|elements| {
            let slice = elements.view().as_slice().map(<[T]>::to_vec);
            elements.skip().map(|()| slice)
        });
        if let Some(slice) = &slice {
            assert_eq!(*slice, values);
        }
        slice.is_some()
    };
    (0..16).filter(|offset| at_offset(*offset)).count()
}

#[test]
fn borrowed_where_bytes_are_aligned() {
    fn count<T: Tried>() -> [usize; 5] {
        let [compact, indexed] = [borrowed::<T, Compact>(), borrowed::<T, Indexed>()];
        [compact, indexed, borrowed::<T, haskell::Store>(), borrowed::<T, haskell::Binary>(), borrowed::<T, Cbor>()]
    }
    let little = |count: usize| if cfg!(target_endian = "little") { count } else { 0 };
    let aligned = little(16 / align_of::<u32>());
    assert_eq!(count::<Point>(), [aligned, aligned, aligned, 0, 0]);
    assert_eq!(count::<Triangle>(), [aligned, aligned, aligned, 0, 0]);
    assert_eq!(count::<u32>(), [aligned, aligned, aligned, 0, 0]);
    assert_eq!(count::<Meters>()[..2], [little(16 / align_of::<u64>()); 2]);
    assert_eq!(count::<Even>()[..2], [little(16 / align_of::<u64>()); 2]);
    assert_eq!(count::<Kind>(), [16, 16, 16, 16, 0]);
    assert_eq!(count::<Swapped>(), [0; 5]);
    assert_eq!(count::<Wide>(), [0; 5]);
    assert_eq!([borrowed::<Object, Compact>(), borrowed::<Object, Indexed>()], [aligned; 2]);
    assert_eq!([borrowed::<Small<3>, Compact>(), borrowed::<Small<3>, Indexed>()], [16; 2]);
    assert_eq!([borrowed::<Turned, Compact>(), borrowed::<Turned, Indexed>()], [0; 2]);
}

#[test]
fn slices_and_arrays_are_borrowed() {
    let small = values::<Small<3>>(9);
    let packed = Packed::<Vec<Small<3>>, Indexed>::pack(&small);
    let slice = packed.view().slice(2..7);
    assert_eq!(slice.as_slice(), Some(&small[2..7]));
    assert_eq!(slice.slice(1..1).as_slice(), Some(&[][..]));
    let none = Packed::<Vec<Point>, Compact>::pack(&vec![]);
    assert_eq!(none.view().as_slice(), cfg!(target_endian = "little").then_some(&[][..]));

    let array: [Small<3>; 4] = std::array::from_fn(|index| Small::value(index as u32));
    let packed = Packed::<(bool, [Small<3>; 4]), Compact>::pack(&(true, array));
    packed.read(|pair| {
        let (array_view, fields) = pair.fields().skip().with(|cursor| {
            let view = cursor.view();
            cursor.skip().map(|()| view)
        });
        assert_eq!(array_view.as_slice(), Some(&array[..]));
        let mut rest = array_view;
        rest.next();
        assert_eq!(rest.as_slice(), Some(&array[1..]));
        fields.done(())
    });
}

#[test]
fn conditions_are_tested_when_bytes_are_validated_and_not_when_they_are_packed() {
    let packed = Packed::<Vec<Even>, Compact>::pack(&vec![Even(2), Even(3)]);
    let error = Packed::<Vec<Even>, Compact, _>::from_bytes(packed.as_bytes()).unwrap_err();
    assert_eq!(error.to_string(), "refused: odd, at byte 9 in [1]");
}

/// A type that says the wrong thing about its memory: its discriminants are not its tags.
#[derive(Clone, Copy, Debug, PartialEq, Packable, TryFromBytes, Immutable, IntoBytes, KnownLayout)]
#[repr(u8)]
enum Liar {
    Seven = 7,
    One = 1,
    Zero = 0,
}

impl InMemory for Liar {
    const MEMORY: Memory = Memory::Tag(1, &[0, 1, 2]);
}

#[test]
fn a_lie_about_memory_makes_no_invalid_bytes() {
    let write = |liars: &[Liar]| {
        Packed::<Vec<Liar>, Compact>::build(|needs| write_block(liars, needs.sequence(liars.len())).done())
    };
    // The bytes in memory would not be tags: each value is written by its tag.
    let packed = write(&[Liar::Zero, Liar::One, Liar::Seven]);
    assert_eq!(packed.as_bytes(), [3, 2, 1, 0]);
    // And tags are not discriminants: nothing is borrowed that is no `Liar`, and each value is read by its tag.
    assert_eq!(packed.view().as_slice(), None);
    let copied = packed.read(|liars| unpack_block::<Liar, _>(liars, Levels::new(8)).unwrap());
    assert_eq!(copied, [Liar::Zero, Liar::One, Liar::Seven]);
    // Bytes that are valid by chance are another value, which is wrong and safe.
    let packed = write(&[Liar::Zero, Liar::One]);
    assert!(Packed::<Vec<Liar>, Compact, _>::from_bytes(packed.as_bytes()).is_ok());
}
