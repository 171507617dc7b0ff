//! Parts without bytes, of which a value of few bytes may have exponentially many: in each layout they are charged when
//! bytes are checked and when they are written, and what a reader sees is bounded by the bytes and the limit.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use packed_data::{Cbor, Compact, ErrorKind, Indexed, Layout, Limits, Packable, Packed, PackedVec, Unpack};
use serde::Serialize;
use test_suite::{TestLayout, over_layouts};

over_layouts!(
    all: what_a_reader_sees_is_bounded,
    a_type_of_too_many_parts_is_refused,
    a_byte_pays_for_a_part,
    packing_and_validation_agree,
    conversion_charges_too
);

/// A tuple of two of these: twice as many parts, and no more bytes.
type Twice<T> = (T, T);
type Twice4<T> = Twice<Twice<Twice<Twice<T>>>>;
/// More than 2^24 parts. (The compiler counts them in an array at once, and in tuples one by one.)
type Tree = [Twice4<Twice4<()>>; 1 << 16];

#[derive(Clone, Copy, Debug, Default, PartialEq, Packable)]
struct Empty;

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
struct Pair(Empty, Empty);

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
struct Eight(Pair, Pair, Pair, Pair);

const PAIR: Pair = Pair(Empty, Empty);
const EIGHT: Eight = Eight(PAIR, PAIR, PAIR, PAIR);

/// More parts without bytes than bytes, also in the layouts that write a tag for a struct.
#[derive(Clone, Copy, Debug, PartialEq, Packable)]
struct Units((), (), (), (), ());

#[derive(Clone, Debug, PartialEq, Packable)]
enum Either {
    Few(u8, Empty),
    Many(u8, Eight, Vec<Eight>),
    Beside(Box<Either>, Eight),
}

/// An enum in layouts that have arrays.
#[derive(Clone, Debug, PartialEq, Packable)]
enum Wide {
    Few(u8, ()),
    Many([Pair; 50], [[Empty; 10]; 10]),
    Beside(Box<Wide>, [(); 30]),
}

#[derive(Clone, Debug, PartialEq, Packable)]
#[packable(extensible)]
struct Grown(u8, [Pair; 64], #[packable(default)] [[(); 8]; 8]);

/// Fewer elements than `serde` has for arrays.
type Square = [[(); 16]; 16];

/// Counts what is written, and fails beyond a limit.
struct Count(usize);

impl Write for Count {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        self.0 = self.0.checked_sub(text.len()).ok_or(fmt::Error)?;
        Ok(())
    }
}

impl std::io::Write for Count {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0 = self.0.checked_sub(bytes.len()).ok_or(std::io::ErrorKind::WriteZero)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

/// The limit of the test that counts.
const LIMITS: Limits = Limits { empty_elements: 100, ..Limits::DEFAULT };

/// Returns how many bytes of text a reader may see of `bytes`: for each byte and each part that was charged two parts,
/// since a part that has bytes may be in one that has none of its own.
fn bound(bytes: &[u8]) -> usize {
    let name_and_signs = 40;
    2 * (bytes.len() + LIMITS.empty_elements as usize + 4) * name_and_signs
}

/// Calls `each` with inputs of few bytes: zeros, counts and tags.
fn inputs(mut each: impl FnMut(&[u8])) {
    for len in (0..24).step_by(if cfg!(miri) { 11 } else { 1 }) {
        for first in if cfg!(miri) { &[0, 2, 40][..] } else { &[0, 1, 2, 3, 4, 8, 12, 20, 40, 50, 60, 100] } {
            for other in [0, 1, 2] {
                let mut bytes = vec![other; len];
                if let Some(byte) = bytes.first_mut() {
                    *byte = *first;
                }
                each(&bytes);
                // (A count of eight bytes, big-endian.)
                if len > 8 {
                    bytes[..8].fill(0);
                    bytes[7] = *first;
                    each(&bytes);
                }
            }
        }
    }
}

/// Returns how many of the inputs are accepted. None shows more than it may: not as text, in serde, in a conversion,
/// nor when it is unpacked and its value printed.
fn count<T, L: TestLayout>() -> usize
where
    T: Packable + for<'a> Unpack<'a> + fmt::Debug,
{
    let mut accepted = 0;
    inputs(|bytes| {
        let Ok(packed) = Packed::<T, L>::with_limits(&LIMITS).from_bytes(bytes) else { return };
        accepted += 1;
        let case = || format!("{} of {bytes:?} in {}", std::any::type_name::<T>(), L::NAME);
        let bound = bound(bytes);
        assert!(write!(Count(bound), "{packed:?}").is_ok(), "Debug of {}", case());
        assert!(write!(Count(bound), "{:?}", packed.unpack()).is_ok(), "the value of {}", case());
        assert!(packed.serialize(&mut serde_json::Serializer::new(Count(bound))).is_ok(), "serde of {}", case());
        let converted = packed.convert::<Cbor>().map(|converted| converted.as_bytes().len());
        assert!(converted.is_ok_and(|len| len <= bound), "conversion of {}", case());
    });
    accepted
}

fn what_a_reader_sees_is_bounded<L: TestLayout>() {
    let accepted = [
        count::<Vec<Empty>, L>(),
        count::<Vec<Pair>, L>(),
        count::<Vec<Units>, L>(),
        count::<Pair, L>(),
        count::<Either, L>(),
        count::<Vec<Either>, L>(),
        count::<Vec<Option<Pair>>, L>(),
        count::<Option<Vec<Empty>>, L>(),
    ];
    assert!(accepted.iter().all(|accepted| *accepted > 0) || L::WIRE.is_none() || cfg!(miri), "{accepted:?}");
}

/// The same for types that not every layout has.
#[test]
fn what_a_reader_sees_is_bounded_in_rust() {
    fn of_types<L: TestLayout>() -> [usize; 10] {
        [
            count::<Square, L>(),
            count::<Vec<Square>, L>(),
            count::<Vec<Vec<Square>>, L>(),
            count::<Vec<(u8, [(); 200])>, L>(),
            count::<BTreeMap<u8, [(); 30]>, L>(),
            count::<Twice4<Twice4<()>>, L>(),
            count::<Vec<Twice4<()>>, L>(),
            count::<Vec<Wide>, L>(),
            count::<Vec<Grown>, L>(),
            count::<(Grown, Option<Twice4<()>>), L>(),
        ]
    }

    let (compact, indexed) = (of_types::<Compact>(), of_types::<Indexed>());
    assert!(cfg!(miri) || compact[2..5].iter().chain(&indexed[2..5]).all(|accepted| *accepted > 0));
    assert_eq!([compact[0], compact[5], indexed[0], indexed[5]], [0; 4]);
    of_types::<Cbor>();
}

/// Returns the error of the bytes, and asserts that packing fails in the same way.
fn refused<T: Packable + for<'a> Unpack<'a>, L: Layout>(bytes: &[u8]) -> ErrorKind {
    let kind = |error: packed_data::Error| error.kind();
    let error = Packed::<T, L, &[u8]>::from_bytes(bytes).map_err(kind).expect_err("too many parts");
    assert_eq!(Packed::<T, L>::with_limits(&Limits::DEFAULT).unpack_from(bytes).map_err(kind).err(), Some(error));
    error
}

/// Nothing is looked at: this takes no time.
fn a_type_of_too_many_parts_is_refused<L: TestLayout>() {
    #[derive(Clone, Copy, Packable)]
    struct Two<T>(T, T);
    type Two4<T> = Two<Two<Two<Two<T>>>>;
    type Two8 = Two4<Two4<Empty>>;

    // (In a layout in which a struct has a tag it has bytes.)
    if !Packed::<Empty, L>::pack(&Empty).as_bytes().is_empty() {
        return;
    }
    let limit = |empty_elements| Limits { empty_elements, ..Limits::DEFAULT };
    let parts = (1 << 9) - 2;
    assert!(Packed::<Two8, L>::with_limits(&limit(parts)).from_bytes(&[]).is_ok());
    let error = Packed::<Two8, L>::with_limits(&limit(parts - 1)).from_bytes(&[]).map_err(|error| error.kind());
    assert_eq!(error.err(), Some(ErrorKind::TooManyEmpty { limit: parts - 1 }));
}

#[test]
fn nested_tuples_and_arrays_multiply() {
    fn each<L: Layout>() {
        let too_many = ErrorKind::TooManyEmpty { limit: 1 << 20 };
        assert_eq!(refused::<Tree, L>(&[]), too_many);
        assert_eq!(refused::<[[(); 1 << 20]; 1 << 20], L>(&[]), too_many);
        assert_eq!(refused::<[[Empty; 1 << 20]; 2], L>(&[]), too_many);
        assert_eq!(refused::<Vec<[[(); 1 << 20]; 1 << 20]>, L>(&[1]), too_many);
        assert_eq!(refused::<Option<[[(); 1 << 20]; 1 << 20]>, L>(&[1]), too_many);
        assert_eq!(refused::<Vec<Tree>, L>(&[9]), too_many);
        let packed = Packed::<_, L>::with_limits(&Limits::DEFAULT).pack(&[[(); 1 << 20]; 1 << 20]);
        assert_eq!(packed.map_err(|error| error.kind()), Err(too_many));
    }

    each::<Compact>();
    each::<Indexed>();
    // (An array is no part of itself, and an element is one of a sequence.)
    assert!(Packed::<[(); 1 << 20], Compact, &[u8]>::from_bytes(&[]).is_ok());
    let limits = |empty_elements| Limits { empty_elements, ..Limits::DEFAULT };
    let check = |bytes, parts| Packed::<Vec<Pair>, Compact>::with_limits(&limits(parts)).from_bytes(bytes).is_ok();
    assert!(check(&[3], 9) && !check(&[3], 8));
    let check =
        |bytes, parts| Packed::<Vec<(u8, Pair)>, Compact>::with_limits(&limits(parts)).from_bytes(bytes).is_ok();
    assert!(check(&[2, 7, 7], 4) && !check(&[2, 7, 7], 3));
}

/// Usual types with units are charged nothing, however many values there are.
fn a_byte_pays_for_a_part<L: TestLayout>() {
    let limits = Limits { empty_elements: 0, ..Limits::DEFAULT };
    fn accepts<T: Packable + for<'a> Unpack<'a> + PartialEq + fmt::Debug, L: Layout>(value: &T, limits: &Limits) {
        let packed = Packed::<T, L>::with_limits(limits).pack(value).expect("charged nothing");
        let again = Packed::<T, L>::with_limits(limits).from_bytes(packed.as_bytes()).expect("charged nothing");
        assert_eq!(again.unpack().as_ref(), Ok(value));
    }
    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Typed(u64, Empty);

    accepts::<_, L>(&vec![Some(Empty), None, Some(Empty)], &limits);
    accepts::<_, L>(&vec![Ok::<Empty, u8>(Empty), Err(1)], &limits);
    accepts::<_, L>(&vec![Typed(1, Empty), Typed(2, Empty)], &limits);
    accepts::<_, L>(&Empty, &limits);
}

fn packing_and_validation_agree<L: TestLayout>() {
    fn agree<T: Packable + for<'a> Unpack<'a> + Clone, L: Layout>(value: &T) {
        let bytes = Packed::<T, L>::pack(value).into_inner();
        let copied = |limits: &Limits| {
            let packed = Packed::<T, L, &[u8]>::from_bytes(&bytes).expect("valid");
            Packed::<Vec<T>, L>::with_limits(limits)
                .build(|needs| needs.sequence(1).push(|needs| needs.put_packed(&packed)).done())
        };
        for empty_elements in (0..600).step_by(if cfg!(miri) { 400 } else { 1 }) {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            let is_valid = Packed::<T, L>::with_limits(&limits).from_bytes(&bytes).is_ok();
            assert_eq!(Packed::<T, L>::with_limits(&limits).pack(value).is_ok(), is_valid, "{empty_elements}");
            assert_eq!(Packed::<T, L>::with_limits(&limits).unpack_from(&bytes).is_ok(), is_valid, "{empty_elements}");
            let value = vec![value.clone()];
            assert_eq!(
                copied(&limits).is_ok(),
                Packed::<_, L>::with_limits(&limits).pack(&value).is_ok(),
                "{empty_elements}"
            );
        }
    }

    let beside = |inner| Either::Beside(Box::new(inner), EIGHT);
    agree::<_, L>(&Either::Many(1, EIGHT, vec![EIGHT; 3]));
    agree::<_, L>(&beside(beside(Either::Few(0, Empty))));
    agree::<_, L>(&vec![PAIR; 7]);
    agree::<_, L>(&vec![Some(PAIR); 7]);
    agree::<_, L>(&vec![vec![Empty; 3]; 4]);
}

#[test]
fn packing_and_validation_agree_on_enums_and_heads() {
    const STEP: usize = if cfg!(miri) { 900 } else { 7 };
    fn agree<L: Layout>() {
        let many = Wide::Many([PAIR; 50], [[Empty; 10]; 10]);
        let beside = |inner| Wide::Beside(Box::new(inner), [(); 30]);
        let grown = vec![Grown(1, [PAIR; 64], [[(); 8]; 8]); 2];
        let value = (vec![many.clone(), beside(many)], beside(beside(Wide::Few(0, ()))), grown);
        let bytes = Packed::<_, L>::pack(&value).into_inner();
        let mut accepted = 0;
        for empty_elements in (0..2000).step_by(STEP) {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            let packed = Packed::<_, L>::with_limits(&limits).pack(&value);
            assert_eq!(packed.is_ok(), is_valid_like::<_, L>(&value, &bytes, &limits), "{empty_elements}");
            accepted += usize::from(packed.is_ok());
        }
        assert!(accepted > 0 && accepted < 2000 / STEP);
    }
    fn is_valid_like<T: Packable + for<'a> Unpack<'a>, L: Layout>(_: &T, bytes: &[u8], limits: &Limits) -> bool {
        let is_valid = Packed::<T, L>::with_limits(limits).from_bytes(bytes).is_ok();
        assert_eq!(Packed::<T, L>::with_limits(limits).unpack_from(bytes).is_ok(), is_valid);
        is_valid
    }

    agree::<Compact>();
    agree::<Indexed>();
}

/// In `Cbor` every part has bytes.
fn conversion_charges_too<L: TestLayout>() {
    let value = vec![Some(PAIR); 40];
    let packed = Packed::<_, Cbor>::pack(&value);
    for empty_elements in [0, 1, 39, 40, 79, 80, 119, 120, 200].into_iter().step_by(if cfg!(miri) { 4 } else { 1 }) {
        let limits = Limits { empty_elements, ..Limits::DEFAULT };
        let expected = Packed::<_, L>::with_limits(&limits).pack(&value).map_err(|error| error.kind());
        assert_eq!(packed.within(&limits).convert::<L>().map_err(|error| error.kind()), expected);
    }
}

/// Values side by side have one limit together.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes, for a million parts")]
fn values_side_by_side_multiply_too() {
    type Values<T> = PackedVec<T, Compact>;
    let limits = Limits { empty_elements: 20, ..Limits::DEFAULT };
    let count = |count| Packed::<Pair, Compact>::with_limits(&limits).vec_from_bytes(&[], count).is_ok();
    assert!(count(6) && !count(7));
    let mut values = Values::<[(); 1 << 18]>::new();
    assert!((0..3).all(|_| values.push(&[(); 1 << 18]).is_ok()));
    assert_eq!(
        values.push(&[(); 1 << 18]).map_err(|error| error.kind()),
        Err(ErrorKind::TooManyEmpty { limit: 1 << 20 })
    );
    assert_eq!(values.len(), 3);
    let mut values = Values::<(u8, [(); 1 << 19])>::new();
    assert!((0..2).all(|n| values.push(&(n, [(); 1 << 19])).is_ok()));
    assert!(values.push(&(2, [(); 1 << 19])).is_err());
    assert_eq!((values.len(), values.as_bytes()), (2, &[0, 1][..]));
}

/// A check by schema accepts the same bytes, within the same limits.
#[test]
#[cfg_attr(miri, ignore = "takes Miri minutes; the check by schema has no unsafe code")]
fn a_check_by_schema_agrees() {
    fn agree<T: Packable, L: Layout>() {
        let schema = packed_data_schema::Schema::of::<T>();
        let codec = schema.codec(L::ID).expect("a type of the layout");
        for empty_elements in [0, 1, 7, 30, 100, 257, 300, 1 << 20] {
            let limits = Limits { empty_elements, ..Limits::DEFAULT };
            inputs(|bytes| {
                let typed = Packed::<T, L>::with_limits(&limits).from_bytes(bytes).map_err(|error| error.kind()).err();
                let by_schema = codec.validate(bytes, &limits).map_err(|error| error.kind()).err();
                let case = (std::any::type_name::<T>(), L::NAME, empty_elements, bytes);
                assert_eq!(typed.is_none(), by_schema.is_none(), "{typed:?}, {by_schema:?}: {case:?}");
            });
        }
    }

    fn of_types<L: Layout>() {
        agree::<Square, L>();
        agree::<Vec<Square>, L>();
        agree::<Vec<(u8, [(); 200])>, L>();
        agree::<BTreeMap<u8, [(); 30]>, L>();
        agree::<Twice4<Twice4<()>>, L>();
        agree::<Vec<Wide>, L>();
        agree::<Vec<Option<Pair>>, L>();
        agree::<Option<Vec<Empty>>, L>();
        agree::<Vec<((u8, ()), String, Either)>, L>();
    }

    of_types::<Compact>();
    of_types::<Indexed>();
    of_types::<Cbor>();
    agree::<Vec<Grown>, Compact>();
    agree::<Vec<Grown>, Indexed>();
    agree::<(Grown, Option<Twice4<()>>), Compact>();
    agree::<Vec<Either>, packed_data::layout::haskell::Store>();
    agree::<Vec<Option<Eight>>, packed_data::layout::haskell::Store>();
    agree::<Vec<Option<Eight>>, packed_data::layout::haskell::Binary>();
    agree::<Vec<Option<Eight>>, packed_data::layout::haskell::PackedData>();
}
