//! Every type of the language, of `alloc` and `std`, and of other crates. In each layout it is packed to bytes that
//! were written by hand, validated, viewed and unpacked.

use std::borrow::Cow;
use std::cmp::{Ordering, Reverse};
use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet, LinkedList, VecDeque};
use std::fmt::Debug;
use std::marker::PhantomData;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr, SocketAddrV4, SocketAddrV6};
use std::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize, Saturating, Wrapping,
};
use std::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bytes::{Bytes, BytesMut};
use indexmap::{IndexMap, IndexSet};
use packed_data::packed::build_into;
use packed_data::types::{BoundCase, IpAddrCase, OrderingCase, SocketAddrCase};
use packed_data::view::{Array, MapView, Seq, SetView};
use packed_data::{Cbor, Compact, ErrorKind, Indexed, Layout, Packable, Packed, Unpack};
use smallvec::{SmallVec, smallvec};
use uuid::Uuid;

/// A type whose view can be compared with a value part by part, without the comparison of the library.
trait Viewed: Packable {
    fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool;
}

/// Types whose view is their value.
macro_rules! viewed_as_values {
    ($($T:ty),+ $(,)?) => {$(
        impl Viewed for $T {
            fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
                view == *value
            }
        }
    )+};
}

viewed_as_values!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, bool, char, Duration, SystemTime);
viewed_as_values!(NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize);
viewed_as_values!(NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize);
viewed_as_values!(Ordering, Ipv4Addr, Ipv6Addr, IpAddr, SocketAddrV4, SocketAddrV6, SocketAddr, Uuid, RangeFull);

impl Viewed for f32 {
    fn shows<L: Layout>(view: f32, value: &f32) -> bool {
        view.to_bits() == value.to_bits()
    }
}

impl Viewed for f64 {
    fn shows<L: Layout>(view: f64, value: &f64) -> bool {
        view.to_bits() == value.to_bits()
    }
}

impl Viewed for () {
    fn shows<L: Layout>((): (), (): &()) -> bool {
        true
    }
}

impl<T: ?Sized> Viewed for PhantomData<T> {
    fn shows<L: Layout>((): (), _: &Self) -> bool {
        true
    }
}

impl Viewed for str {
    fn shows<L: Layout>(view: &str, value: &str) -> bool {
        view == value
    }
}

impl Viewed for String {
    fn shows<L: Layout>(view: &str, value: &String) -> bool {
        view == value
    }
}

/// Returns whether a sequence shows exactly these elements.
fn elements<'v, T: Viewed + 'v, L: Layout>(seq: Seq<'_, T, L>, values: impl IntoIterator<Item = &'v T>) -> bool {
    let mut seen = seq.iter();
    let all = values.into_iter().all(|value| seen.next().is_some_and(|view| T::shows::<L>(view, value)));
    all && seen.next().is_none()
}

impl<T: Viewed> Viewed for [T] {
    fn shows<L: Layout>(view: Seq<'_, T, L>, value: &[T]) -> bool {
        elements(view, value)
    }
}

/// Sequences with iterators.
macro_rules! viewed_as_sequences {
    ($($Sequence:ident<T $(, $S:ident)?>),+ $(,)?) => {$(
        impl<T: Viewed $(, $S)?> Viewed for $Sequence<T $(, $S)?> {
            fn shows<L: Layout>(view: Seq<'_, T, L>, value: &Self) -> bool {
                elements(view, value)
            }
        }
    )+};
}

viewed_as_sequences!(Vec<T>, VecDeque<T>, LinkedList<T>, IndexSet<T, S>);

impl<T: Viewed, const N: usize> Viewed for SmallVec<[T; N]>
where
    [T; N]: smallvec::Array<Item = T>,
{
    fn shows<L: Layout>(view: Seq<'_, T, L>, value: &Self) -> bool {
        elements(view, value)
    }
}

impl Viewed for Bytes {
    fn shows<L: Layout>(view: Seq<'_, u8, L>, value: &Self) -> bool {
        elements(view, value)
    }
}

impl Viewed for BytesMut {
    fn shows<L: Layout>(view: Seq<'_, u8, L>, value: &Self) -> bool {
        elements(view, value)
    }
}

impl<K: Viewed, V: Viewed, S> Viewed for IndexMap<K, V, S> {
    fn shows<L: Layout>(view: Seq<'_, (K, V), L>, value: &Self) -> bool {
        view.len() == value.len()
            && view.iter().zip(value).all(|((k, v), (key, value))| K::shows::<L>(k, key) && V::shows::<L>(v, value))
    }
}

impl<T: Viewed, const N: usize> Viewed for [T; N] {
    fn shows<L: Layout>(view: Array<'_, T, N, L>, value: &Self) -> bool {
        view.len() == N && view.zip(value).all(|(view, value)| T::shows::<L>(view, value))
    }
}

impl<K: Viewed + Ord, V: Viewed> Viewed for BTreeMap<K, V> {
    fn shows<L: Layout>(view: MapView<'_, K, V, L>, value: &Self) -> bool {
        view.len() == value.len()
            && shows_each(view.iter(), value, |(k, v), (key, value)| K::shows::<L>(k, key) && V::shows::<L>(v, value))
    }
}

/// Returns whether each value is shown. Not every layout stores keys in the order of their values.
fn shows_each<V, T>(
    views: impl Iterator<Item = V> + Clone,
    values: impl IntoIterator<Item = T>,
    shows: impl Fn(V, &T) -> bool,
) -> bool {
    values.into_iter().all(|value| views.clone().any(|view| shows(view, &value)))
}

impl<K: Viewed + Ord, V: Viewed, S> Viewed for HashMap<K, V, S> {
    fn shows<L: Layout>(view: MapView<'_, K, V, L>, value: &Self) -> bool {
        view.len() == value.len()
            && shows_each(view.iter(), value, |(k, v), (key, value)| K::shows::<L>(k, key) && V::shows::<L>(v, value))
    }
}

impl<T: Viewed + Ord> Viewed for BTreeSet<T> {
    fn shows<L: Layout>(view: SetView<'_, T, L>, value: &Self) -> bool {
        view.len() == value.len() && shows_each(view.iter(), value, |view, value| T::shows::<L>(view, value))
    }
}

impl<T: Viewed + Ord, S> Viewed for HashSet<T, S> {
    fn shows<L: Layout>(view: SetView<'_, T, L>, value: &Self) -> bool {
        view.len() == value.len() && shows_each(view.iter(), value, |view, value| T::shows::<L>(view, value))
    }
}

/// Pointers and wrappers show their contents.
macro_rules! viewed_as_contents {
    ($($Pointer:ty [$($Bound:tt)+]: |$value:ident| $contents:expr);+ $(;)?) => {$(
        impl<T: Viewed + $($Bound)+> Viewed for $Pointer {
            fn shows<L: Layout>(view: Self::View<'_, L>, $value: &Self) -> bool {
                T::shows::<L>(view, $contents)
            }
        }
    )+};
}

viewed_as_contents! {
    &T [?Sized]: |value| value;
    Box<T> [?Sized]: |value| value;
    Rc<T> [?Sized]: |value| value;
    Arc<T> [?Sized]: |value| value;
    Cow<'_, T> [ToOwned + ?Sized]: |value| value;
    Wrapping<T> [Sized]: |value| &value.0;
    Saturating<T> [Sized]: |value| &value.0;
    Reverse<T> [Sized]: |value| &value.0;
}

/// Ranges show ranges of the views of their bounds.
macro_rules! viewed_as_ranges {
    ($($Range:ident: $($bound:ident),+);+ $(;)?) => {$(
        impl<T: Viewed> Viewed for $Range<T> {
            fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
                $(T::shows::<L>(view.$bound, &value.$bound))&&+
            }
        }
    )+};
}

viewed_as_ranges!(Range: start, end; RangeFrom: start; RangeTo: end; RangeToInclusive: end);

impl<T: Viewed> Viewed for RangeInclusive<T> {
    fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
        let (start, end) = view.into_inner();
        T::shows::<L>(start, value.start()) && T::shows::<L>(end, value.end())
    }
}

impl<T: Viewed> Viewed for Bound<T> {
    fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
        match (view, value) {
            (Bound::Included(view), Bound::Included(value)) => T::shows::<L>(view, value),
            (Bound::Excluded(view), Bound::Excluded(value)) => T::shows::<L>(view, value),
            (Bound::Unbounded, Bound::Unbounded) => true,
            _ => false,
        }
    }
}

impl<T: Viewed> Viewed for Option<T> {
    fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
        match (view, value) {
            (Some(view), Some(value)) => T::shows::<L>(view, value),
            (None, None) => true,
            _ => false,
        }
    }
}

impl<T: Viewed, E: Viewed> Viewed for Result<T, E> {
    fn shows<L: Layout>(view: Self::View<'_, L>, value: &Self) -> bool {
        match (view, value) {
            (Ok(view), Ok(value)) => T::shows::<L>(view, value),
            (Err(view), Err(value)) => E::shows::<L>(view, value),
            _ => false,
        }
    }
}

/// Tuples show tuples.
macro_rules! viewed_as_tuples {
    ($($($T:ident $t:ident $u:ident)+);+ $(;)?) => {$(
        impl<$($T: Viewed),+> Viewed for ($($T,)+) {
            fn shows<L: Layout>(($($t,)+): Self::View<'_, L>, ($($u,)+): &Self) -> bool {
                $($T::shows::<L>($t, $u))&&+
            }
        }
    )+};
}

viewed_as_tuples! {
    A a aa;
    A a aa B b bb;
    A a aa B b bb C c cc;
    A a aa B b bb C c cc D d dd;
    A a aa B b bb C c cc D d dd E e ee;
    A a aa B b bb C c cc D d dd E e ee F f ff;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg H h hh;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg H h hh I i ii;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg H h hh I i ii J j jj;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg H h hh I i ii J j jj K k kk;
    A a aa B b bb C c cc D d dd E e ee F f ff G g gg H h hh I i ii J j jj K k kk M m mm;
}

/// Views, unpacks, skips and copies a packed value, and compares the results.
fn check_packed<'a, T, L>(packed: &'a Packed<T, L>, value: &T, equal: impl Fn(&T, &T) -> bool)
where
    T: Viewed + Unpack<'a>,
    L: Layout,
{
    let (name, layout) = (core::any::type_name::<T>(), L::NAME);
    assert!(T::shows::<L>(packed.view(), value), "the view of {name} in {layout}");
    let unpacked = packed.unpack().unwrap_or_else(|error| panic!("unpacking {name} in {layout}: {error}"));
    assert!(equal(&unpacked, value), "unpacking {name} in {layout}");
    assert_eq!(packed.read(|cursor| cursor.as_bytes()), packed.as_bytes(), "the end of {name} in {layout}");
    let copy = Packed::<T, L>::build(|needs| needs.put_packed(packed));
    assert_eq!(copy, *packed, "a copy of {name} in {layout}");
}

/// Packs a value, compares the bytes with those written by hand, and validates them, also before other bytes and
/// shortened.
fn pack<T: Packable, L: Layout>(value: &T, expected: &[u8]) -> Packed<T, L> {
    let (name, layout) = (core::any::type_name::<T>(), L::NAME);
    let packed = Packed::<T, L>::pack(value);
    assert_eq!(packed.as_bytes(), expected, "the bytes of {name} in {layout}");

    let mut buffer = vec![0xAA];
    build_into::<T, L>(&mut buffer, &Default::default(), |needs| needs.put_as(value)).unwrap();
    buffer.push(0xBB);
    let (prefix, rest) = Packed::<T, L, _>::from_prefix(&buffer[1..]).unwrap();
    assert_eq!((prefix.as_bytes(), rest), (expected, [0xBB].as_slice()), "{name} as a prefix in {layout}");
    for len in 0..expected.len() {
        let error = Packed::<T, L, _>::from_bytes(&expected[..len]).expect_err("too short");
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{len} bytes of {name} in {layout}: {error}");
    }
    Packed::from_bytes(expected.to_vec()).unwrap_or_else(|error| panic!("{name} in {layout}: {error}"))
}

/// Checks a value that is packed to the same bytes in each layout, with its own equality.
fn check_by<T>(value: &T, bytes: &[u8], equal: impl Fn(&T, &T) -> bool)
where
    T: Viewed + for<'a> Unpack<'a>,
{
    check_packed(&pack::<T, Compact>(value, bytes), value, &equal);
    check_packed(&pack::<T, Indexed>(value, bytes), value, &equal);
    check_cbor(value, equal);
}

/// Checks a value in CBOR. (`cbor_layout` checks which bytes are written.)
fn check_cbor<T>(value: &T, equal: impl Fn(&T, &T) -> bool)
where
    T: Viewed + for<'a> Unpack<'a>,
{
    let bytes = Packed::<T, Cbor>::pack(value).into_inner();
    let deterministic = packed_data::cbor::to_deterministic(&bytes).expect("well-formed");
    assert_eq!(bytes, deterministic, "the bytes of {}", core::any::type_name::<T>());
    check_packed(&pack::<T, Cbor>(value, &bytes), value, equal);
}

/// Checks a value that is packed to the same bytes in each layout.
fn check<T>(value: T, bytes: &[u8])
where
    T: Viewed + for<'a> Unpack<'a> + PartialEq,
{
    check_by(&value, bytes, T::eq);
}

/// Checks a value whose bytes differ between the layouts.
fn check_both<T>(value: T, compact: &[u8], indexed: &[u8])
where
    T: Viewed + for<'a> Unpack<'a> + PartialEq,
{
    check_packed(&pack::<T, Compact>(&value, compact), &value, T::eq);
    check_packed(&pack::<T, Indexed>(&value, indexed), &value, T::eq);
    check_cbor(&value, T::eq);
}

/// Checks that bytes are refused in each layout, with this error at this offset.
fn refused<T: Packable>(bytes: &[u8], is_right: impl Fn(ErrorKind) -> bool, offset: usize) {
    let errors = [
        Packed::<T, Compact, _>::from_bytes(bytes).map(drop).expect_err("invalid"),
        Packed::<T, Indexed, _>::from_bytes(bytes).map(drop).expect_err("invalid"),
    ];
    for error in errors {
        assert!(is_right(error.kind()), "{}: {error}", core::any::type_name::<T>());
        assert_eq!(error.offset(), offset, "{}: {error}", core::any::type_name::<T>());
    }
}

/// Checks that bytes are not a valid scalar: alone, as the second field of a pair, and as the second element of a
/// sequence.
fn refused_scalar<T: Packable>(bytes: &[u8]) {
    let invalid = |kind| matches!(kind, ErrorKind::InvalidScalar { .. });
    refused::<T>(bytes, invalid, 0);
    refused::<(u8, T)>(&[&[7], bytes].concat(), invalid, 1);
    refused::<Option<T>>(&[&[1], bytes].concat(), invalid, 1);
    refused::<Vec<T>>(&[&[1], bytes].concat(), invalid, 1);
    refused::<[T; 1]>(bytes, invalid, 0);
}

#[test]
fn integers() {
    check(0u8, &[0]);
    check(u8::MAX, &[0xFF]);
    check(i8::MIN, &[0x80]);
    check(0x0102u16, &[2, 1]);
    check(i16::MIN, &[0, 0x80]);
    check(0x0102_0304u32, &[4, 3, 2, 1]);
    check(i32::MIN, &[0, 0, 0, 0x80]);
    check(-2i32, &[0xFE, 0xFF, 0xFF, 0xFF]);
    check(0x0102_0304_0506_0708u64, &[8, 7, 6, 5, 4, 3, 2, 1]);
    check(i64::MIN, &[0, 0, 0, 0, 0, 0, 0, 0x80]);
    check(u128::MAX, &[0xFF; 16]);
    check(
        0x0102_0304_0506_0708_090A_0B0C_0D0E_0F10u128,
        &[0x10, 0xF, 0xE, 0xD, 0xC, 0xB, 0xA, 9, 8, 7, 6, 5, 4, 3, 2, 1],
    );
    check(i128::MIN, &[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x80]);
    check(i128::MAX, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F]);
}

#[test]
fn sizes_take_eight_bytes() {
    check(258usize, &[2, 1, 0, 0, 0, 0, 0, 0]);
    check(-2isize, &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]);
    #[cfg(target_pointer_width = "64")]
    {
        check(usize::MAX, &[0xFF; 8]);
        check(isize::MIN, &[0, 0, 0, 0, 0, 0, 0, 0x80]);
    }
    #[cfg(target_pointer_width = "32")]
    {
        refused_scalar::<usize>(&[0, 0, 0, 0, 1, 0, 0, 0]);
        refused_scalar::<isize>(&[0, 0, 0, 0x80, 0, 0, 0, 0]);
        let expected = "NonZeroUsize: a number of usize other than 0";
        let error = Packed::<NonZeroUsize, Compact, _>::from_bytes([0, 0, 0, 0, 1, 0, 0, 0].as_slice()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::InvalidScalar { expected, found: 1 << 32 });
    }
}

#[test]
fn floats_keep_every_bit() {
    fn f32_bits(value: f32, bytes: &[u8]) {
        check_by(&value, bytes, |a, b| a.to_bits() == b.to_bits());
    }
    fn f64_bits(value: f64, bytes: &[u8]) {
        check_by(&value, bytes, |a, b| a.to_bits() == b.to_bits());
    }
    f32_bits(1.0, &[0, 0, 0x80, 0x3F]);
    f32_bits(-0.0, &[0, 0, 0, 0x80]);
    f32_bits(f32::NEG_INFINITY, &[0, 0, 0x80, 0xFF]);
    f32_bits(f32::from_bits(0x7FC0_1234), &[0x34, 0x12, 0xC0, 0x7F]);
    f64_bits(-1.5, &[0, 0, 0, 0, 0, 0, 0xF8, 0xBF]);
    f64_bits(f64::MIN_POSITIVE, &[0, 0, 0, 0, 0, 0, 0x10, 0]);
    f64_bits(f64::from_bits(0xFFF8_0000_0000_0001), &[1, 0, 0, 0, 0, 0, 0xF8, 0xFF]);
}

#[test]
fn booleans_and_characters() {
    check(false, &[0]);
    check(true, &[1]);
    refused_scalar::<bool>(&[2]);
    refused_scalar::<bool>(&[0xFF]);

    check('\0', &[0, 0, 0, 0]);
    check('a', &[0x61, 0, 0, 0]);
    check('\u{D7FF}', &[0xFF, 0xD7, 0, 0]);
    check('\u{E000}', &[0, 0xE0, 0, 0]);
    check(char::MAX, &[0xFF, 0xFF, 0x10, 0]);
    refused_scalar::<char>(&[0, 0xD8, 0, 0]);
    refused_scalar::<char>(&[0xFF, 0xDF, 0, 0]);
    refused_scalar::<char>(&[0, 0, 0x11, 0]);
    refused_scalar::<char>(&[0xFF; 4]);
}

#[test]
fn numbers_other_than_zero() {
    /// The number 1, the number with all bits set, and zero.
    macro_rules! non_zero {
        ($($T:ident $width:literal $ones:expr),+ $(,)?) => {$(
            let mut one = [0; $width];
            one[0] = 1;
            check($T::new(1).unwrap(), &one);
            check($T::new($ones).unwrap(), &[0xFF; $width]);
            refused_scalar::<$T>(&[0; $width]);
        )+};
    }
    non_zero!(NonZeroU8 1 u8::MAX, NonZeroU16 2 u16::MAX, NonZeroU32 4 u32::MAX, NonZeroU64 8 u64::MAX);
    non_zero!(NonZeroU128 16 u128::MAX, NonZeroI8 1 -1, NonZeroI16 2 -1, NonZeroI32 4 -1, NonZeroI64 8 -1);
    non_zero!(NonZeroI128 16 -1, NonZeroIsize 8 -1);
    #[cfg(target_pointer_width = "64")]
    non_zero!(NonZeroUsize 8 usize::MAX);
}

#[test]
fn durations() {
    check(Duration::ZERO, &[0; 12]);
    check(Duration::new(258, 1), &[2, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0]);
    check(Duration::MAX, &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xC9, 0x9A, 0x3B]);
    refused_scalar::<Duration>(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0xCA, 0x9A, 0x3B]); // 1e9 nanoseconds
    refused_scalar::<Duration>(&[0xFF; 12]);
}

#[test]
fn times_before_and_after_1970() {
    check(UNIX_EPOCH, &[0; 12]);
    check(UNIX_EPOCH + Duration::new(1, 200), &[1, 0, 0, 0, 0, 0, 0, 0, 200, 0, 0, 0]);
    refused_scalar::<SystemTime>(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0xCA, 0x9A, 0x3B]);
    // Windows counts in units of 100 nanoseconds.
    check(
        UNIX_EPOCH - Duration::new(1, 250_000_000), // 2 seconds before, and 750,000,000 nanoseconds
        &[0xFE, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x80, 0x17, 0xB4, 0x2C],
    );
    check(UNIX_EPOCH - Duration::from_secs(3), &[0xFD, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0]);
    #[cfg(unix)]
    check(
        UNIX_EPOCH - Duration::from_nanos(1),
        &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xC9, 0x9A, 0x3B],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn the_first_and_the_last_time() {
    let half = Duration::from_secs(1 << 62);
    let first = UNIX_EPOCH - half - half;
    check(first, &[0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0]);
    check(first + Duration::from_nanos(1), &[0, 0, 0, 0, 0, 0, 0, 0x80, 1, 0, 0, 0]);
    check(
        UNIX_EPOCH + (half - Duration::from_secs(1)) + half + Duration::from_nanos(999_999_999),
        &[0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F, 0xFF, 0xC9, 0x9A, 0x3B],
    );
}

#[test]
fn types_without_bytes() {
    check((), &[]);
    check(PhantomData::<String>, &[]);
    check(.., &[]);
    check([(); 3], &[]);
    check(vec![(), ()], &[2]);
}

#[test]
fn strings() {
    check(String::new(), &[0]);
    check("h\u{E9}".to_string(), &[3, b'h', 0xC3, 0xA9]);
    check(Box::<str>::from("to"), b"\x02to");
    check(Rc::<str>::from("to"), b"\x02to");
    check(Arc::<str>::from("to"), b"\x02to");
    let long = "x".repeat(0xFC);
    check(long.clone(), [b"\xFC\xFC\x00", long.as_bytes()].concat().as_slice());
    refused::<String>(b"\x03a\xC3(", |kind| kind == ErrorKind::InvalidUtf8, 2);
    refused::<Box<str>>(b"\x01\x80", |kind| kind == ErrorKind::InvalidUtf8, 1);
}

#[test]
fn types_that_borrow_from_the_bytes() {
    /// Checks a value of a type that borrows from the packed bytes.
    macro_rules! borrowed {
        ($value:expr, $T:ty, $bytes:expr) => {
            borrowed!($value, $T, $bytes, $bytes)
        };
        ($value:expr, $T:ty, $compact:expr, $indexed:expr) => {{
            let value = $value;
            check_packed(&pack::<$T, Compact>(&value, $compact), &value, |a, b| a == b);
            check_packed(&pack::<$T, Indexed>(&value, $indexed), &value, |a, b| a == b);
        }};
    }
    borrowed!("to", &str, b"\x02to");
    borrowed!([1, 2].as_slice(), &[u8], &[2, 1, 2]);
    borrowed!(Cow::Borrowed("to"), Cow<'_, str>, b"\x02to");
    borrowed!(Cow::Owned("to".to_string()), Cow<'_, str>, b"\x02to");
    borrowed!(Cow::Borrowed([1, 2].as_slice()), Cow<'_, [u8]>, &[2, 1, 2]);
    borrowed!(Cow::Borrowed(&7u16), Cow<'_, u16>, &[7, 0]);
    borrowed!(("a", [1u8].as_slice(), 2u8), (&str, &[u8], u8), b"\x01a\x01\x01\x02", b"\x02\x01a\x01\x01");

    let packed = pack::<&str, Compact>(&"to", b"\x02to");
    let text: Cow<'_, str> = packed.read(|text| text.unpack(packed_data::Levels::new(0)).unwrap());
    assert!(matches!(text, Cow::Borrowed("to")), "a `Cow` borrows");
}

#[test]
fn references_are_packed_as_their_targets() {
    pack::<&[u16], Compact>(&[1u16, 2].as_slice(), &[2, 1, 0, 2, 0]);
    pack::<&[u16], Indexed>(&[1u16, 2].as_slice(), &[2, 1, 0, 2, 0]);
    pack::<&&u16, Compact>(&&&7, &[7, 0]);
    pack::<&mut u16, Compact>(&&mut 7, &[7, 0]);
    assert_eq!(Packed::<[u16]>::pack(&[1, 2]).as_bytes(), [2, 1, 0, 2, 0]);
    assert_eq!(Packed::<str>::pack("to").as_bytes(), b"\x02to");
}

#[test]
fn sequences() {
    check(Vec::<u32>::new(), &[0]);
    check(vec![1u16, 2], &[2, 1, 0, 2, 0]);
    check(vec![true, false], &[2, 1, 0]);
    check(Box::<[u16]>::from([1, 2]), &[2, 1, 0, 2, 0]);
    check(Rc::<[u16]>::from([1, 2]), &[2, 1, 0, 2, 0]);
    check(Arc::<[u16]>::from([1, 2]), &[2, 1, 0, 2, 0]);
    check(LinkedList::from([1u16, 2]), &[2, 1, 0, 2, 0]);
    check(vec![0u8; 300], &[[0xFC, 0x2C, 1].as_slice(), &[0; 300]].concat());

    let mut wrapped = VecDeque::with_capacity(4);
    wrapped.extend([0u16, 0, 0, 1]);
    wrapped.drain(..3);
    wrapped.push_back(2);
    wrapped.push_back(3);
    check(wrapped, &[3, 1, 0, 2, 0, 3, 0]);
}

#[test]
fn sequences_of_elements_of_varying_size() {
    let compact = b"\x02\x01a\x02bc".as_slice();
    let indexed = b"\x08\x02\x05\x01a\x02bc".as_slice(); // 2 * 4, the ends, the elements
    check_both(vec!["a".to_string(), "bc".into()], compact, indexed);
    check_both(VecDeque::from(["a".to_string(), "bc".into()]), compact, indexed);
    check_both(LinkedList::from(["a".to_string(), "bc".into()]), compact, indexed);
    check_both(Box::<[String]>::from(["a".to_string(), "bc".into()]), compact, indexed);
    check(Vec::<String>::new(), &[0]);
    check_both(vec![Some(1u8), None], &[2, 1, 1, 0], &[8, 2, 3, 1, 1, 0]);
    check_both(vec![vec![1u8], vec![]], &[2, 1, 1, 0], &[8, 2, 3, 1, 1, 0]);
}

#[test]
fn arrays() {
    check([0u8; 0], &[]);
    check([1u16, 2], &[1, 0, 2, 0]);
    check([[1u8, 2], [3, 4]], &[1, 2, 3, 4]);
    check(["a".to_string(), "bc".into()], b"\x01a\x02bc");
    check_both([Some(1u8), None], &[1, 1, 0], &[2, 1, 1, 0]);
    check([Some(1u8)], &[1, 1]);
}

#[test]
fn options_and_results() {
    check(None::<u16>, &[0]);
    check(Some(1u16), &[1, 1, 0]);
    check(Some(None::<u16>), &[1, 0]);
    check(Ok::<u16, String>(1), &[0, 1, 0]);
    check(Err::<u16, String>("no".into()), b"\x01\x02no");
    refused::<Option<u8>>(&[2, 0], |kind| kind == ErrorKind::InvalidTag { found: 2, constructors: 2 }, 0);
}

#[test]
fn tuples() {
    check((1u8,), &[1]);
    check((1u8, 2u16), &[1, 2, 0]);
    check_both((1u8, "to".to_string(), 3u8), b"\x01\x02to\x03", b"\x01\x03\x02to");
    check_both((Some(1u8), 2u8), &[1, 1, 2], &[2, 2, 1, 1]);
    check_both(((Some(1u8), 2u8), 3u8), &[1, 1, 2, 3], &[3, 4, 2, 2, 1, 1]);
    check((1u8, 2u8, 3u8, 4u8), &[1, 2, 3, 4]);
    check((1u8, 2u8, 3u8, 4u8, 5u8), &[1, 2, 3, 4, 5]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8), &[1, 2, 3, 4, 5, 6]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8), &[1, 2, 3, 4, 5, 6, 7]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8), &[1, 2, 3, 4, 5, 6, 7, 8]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8), &[1, 2, 3, 4, 5, 6, 7, 8, 9]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    check((1u8, 2u8, 3u8, 4u8, 5u8, 6u8, 7u8, 8u8, 9u8, 10u8, 11u8), &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
    check_both(
        (1u8, 2u8, 3u8, true, 5u8, (), 7u8, 8u8, "i".to_string(), [10u8], 11u8, Some(12u8)),
        &[1, 2, 3, 1, 5, 7, 8, 1, b'i', 10, 11, 1, 12],
        &[1, 2, 3, 1, 5, 7, 8, 10, 11, 1, b'i', 1, 12],
    );
}

#[test]
fn pointers_and_wrappers_are_packed_as_their_contents() {
    check(Box::new(1u16), &[1, 0]);
    check(Rc::new(1u16), &[1, 0]);
    check(Arc::new(1u16), &[1, 0]);
    check(Box::new(Rc::new(Arc::new(Some(1u8)))), &[1, 1]);
    check(Wrapping(1u16), &[1, 0]);
    check(Saturating(-1i8), &[0xFF]);
    check(Reverse(1u16), &[1, 0]);
    check_both((Box::new(Some(1u8)), Reverse(2u8)), &[1, 1, 2], &[2, 2, 1, 1]);
}

#[test]
fn orderings() {
    check(Ordering::Less, &[0]);
    check(Ordering::Equal, &[1]);
    check(Ordering::Greater, &[2]);
    check((Ordering::Greater, 7u8), &[2, 7]); // of static size
    check(vec![Ordering::Greater, Ordering::Less], &[2, 2, 0]);
    refused::<Ordering>(&[3], |kind| kind == ErrorKind::InvalidTag { found: 3, constructors: 3 }, 0);

    let packed = Packed::<Ordering, Indexed>::pack(&Ordering::Greater);
    let name = packed.read(|ordering| match ordering.case() {
        OrderingCase::Less(end) => end.done("<"),
        OrderingCase::Equal(end) => end.done("="),
        OrderingCase::Greater(end) => end.done(">"),
    });
    assert_eq!(name, ">");
    let case = packed.read(|ordering| ordering.skip().map(|()| ordering.view()));
    assert_eq!(case, Ordering::Greater);
}

const V6: Ipv6Addr = Ipv6Addr::new(0x2001, 0xDB8, 0, 0, 0, 0, 0, 1);
const V6_BYTES: [u8; 16] = [0x20, 1, 0xD, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];

#[test]
fn addresses() {
    check(Ipv4Addr::new(127, 0, 0, 1), &[127, 0, 0, 1]);
    check(Ipv4Addr::BROADCAST, &[255; 4]);
    check(V6, &V6_BYTES);
    check(IpAddr::V4(Ipv4Addr::LOCALHOST), &[0, 127, 0, 0, 1]);
    check(IpAddr::V6(V6), &[&[1], V6_BYTES.as_slice()].concat());

    let v4 = SocketAddrV4::new(Ipv4Addr::LOCALHOST, 8080);
    let v4_bytes = [127, 0, 0, 1, 0x90, 0x1F];
    check(v4, &v4_bytes);
    check(SocketAddr::V4(v4), &[&[0], v4_bytes.as_slice()].concat());

    let v6 = SocketAddrV6::new(V6, 443, 0x0102_0304, u32::MAX);
    let v6_bytes = [V6_BYTES.as_slice(), &[0xBB, 1, 4, 3, 2, 1, 255, 255, 255, 255]].concat();
    check(v6, &v6_bytes);
    check(SocketAddr::V6(v6), &[&[1], v6_bytes.as_slice()].concat());

    check((v4, 7u8), &[127, 0, 0, 1, 0x90, 0x1F, 7]); // of static size
    check_both((IpAddr::V4(Ipv4Addr::LOCALHOST), 7u8), &[0, 127, 0, 0, 1, 7], &[7, 5, 0, 127, 0, 0, 1]);
    refused::<IpAddr>(&[2, 0, 0, 0, 0], |kind| kind == ErrorKind::InvalidTag { found: 2, constructors: 2 }, 0);
}

#[test]
fn addresses_are_matched_on() {
    fn version<L: Layout>(address: &Packed<IpAddr, L>) -> (u8, Vec<u8>) {
        address.read(|address| match address.case() {
            IpAddrCase::V4(fields) => {
                let (octets, fields) = fields.with(|octets| octets.as_bytes());
                fields.done((4, octets.to_vec()))
            }
            IpAddrCase::V6(fields) => {
                let (octets, fields) = fields.with(|octets| octets.as_bytes());
                fields.done((6, octets.to_vec()))
            }
        })
    }
    fn port<L: Layout>(address: &Packed<SocketAddr, L>) -> u16 {
        address.read(|address| match address.case() {
            SocketAddrCase::V4(fields) => {
                let (port, fields) = fields.with(|address| {
                    let (port, rest) = address.fields().skip().read();
                    rest.done(port)
                });
                fields.done(port)
            }
            SocketAddrCase::V6(fields) => {
                let (port, fields) = fields.with(|address| {
                    let (port, rest) = address.fields().skip().read();
                    rest.skip().skip().done(port)
                });
                fields.done(port)
            }
        })
    }
    assert_eq!(version(&Packed::<_, Compact>::pack(&IpAddr::V4(Ipv4Addr::LOCALHOST))), (4, vec![127, 0, 0, 1]));
    assert_eq!(version(&Packed::<_, Indexed>::pack(&IpAddr::V6(V6))), (6, V6_BYTES.to_vec()));
    assert_eq!(port(&Packed::<_, Compact>::pack(&SocketAddr::from(([127, 0, 0, 1], 8080)))), 8080);
    assert_eq!(port(&Packed::<_, Indexed>::pack(&SocketAddr::from((V6, 443)))), 443);
}

#[test]
fn types_viewed_as_values_can_be_viewed_while_editing() {
    type Value = (IpAddr, u8, Ordering, Uuid, Range<u8>);
    let value = (IpAddr::V6(V6), 1, Ordering::Greater, Uuid::from_u128(2), 3..4);
    let mut packed = Packed::<Value, Indexed>::pack(&value);
    {
        let (address, mut number, ordering, uuid, mut range) = packed.view_mut();
        number.set(10);
        range.end.update(|end| end + range.start.get());
        range.start.set(0);
        assert_eq!((address, ordering, uuid), (value.0, value.2, value.3));
    }
    assert_eq!(packed.unpack().unwrap(), (IpAddr::V6(V6), 10, Ordering::Greater, Uuid::from_u128(2), 0..7));

    let mut packed = Packed::<SocketAddrV4, Compact>::pack(&SocketAddrV4::new(Ipv4Addr::LOCALHOST, 80));
    packed.edit(|address| address.fields().skip().set(443).done(()));
    assert_eq!(packed.view(), SocketAddrV4::new(Ipv4Addr::LOCALHOST, 443));
}

#[test]
fn ranges() {
    check(1u16..2, &[1, 0, 2, 0]);
    check(1u16..=2, &[1, 0, 2, 0]);
    check(1u16.., &[1, 0]);
    check(..2u16, &[2, 0]);
    check(..=2u16, &[2, 0]);
    check(Range { start: "a".to_string(), end: "bc".into() }, b"\x01a\x02bc");
    check_both(Some(1u8)..None, &[1, 1, 0], &[2, 1, 1, 0]);
    check(Bound::Included(1u16), &[0, 1, 0]);
    check(Bound::Excluded(1u16), &[1, 1, 0]);
    check(Bound::<u16>::Unbounded, &[2]);
    refused::<Bound<u8>>(&[3, 0], |kind| kind == ErrorKind::InvalidTag { found: 3, constructors: 3 }, 0);

    let packed = Packed::<Bound<u16>>::pack(&Bound::Excluded(7));
    let bound = packed.read(|bound| match bound.case() {
        BoundCase::Included(fields) => {
            let (n, end) = fields.read();
            end.done(i32::from(n))
        }
        BoundCase::Excluded(fields) => {
            let (n, end) = fields.read();
            end.done(-i32::from(n))
        }
        BoundCase::Unbounded(end) => end.done(0),
    });
    assert_eq!(bound, -7);
}

#[test]
fn an_exhausted_range_is_packed_as_its_bounds() {
    let mut range = 1u8..=3;
    assert_eq!(range.by_ref().count(), 3);
    assert!(range.is_empty());
    let packed = Packed::<_, Compact>::pack(&range);
    let again = packed.unpack().unwrap();
    assert_eq!(packed.as_bytes(), [*range.start(), *range.end()]);
    assert_eq!((again.start(), again.end(), again.is_empty()), (range.start(), range.end(), false));
}

#[test]
fn maps_and_sets() {
    let entries = [("b", 2u8), ("a", 1), ("aa", 3)].map(|(key, value)| (key.to_string(), value));
    let compact = b"\x03\x01a\x01\x02aa\x03\x01b\x02".as_slice();
    let indexed = b"\x0C\x03\x07\x0A\x01\x01a\x03\x02aa\x02\x01b".as_slice();
    check_both(BTreeMap::from(entries.clone()), compact, indexed);
    check_both(HashMap::from(entries.clone()), compact, indexed);

    let keys = entries.map(|(key, _)| key);
    let compact = b"\x03\x01a\x02aa\x01b".as_slice();
    let indexed = b"\x0C\x02\x05\x07\x01a\x02aa\x01b".as_slice();
    check_both(BTreeSet::from(keys.clone()), compact, indexed);
    check_both(HashSet::from(keys), compact, indexed);

    check(BTreeMap::<u8, u8>::new(), &[0]);
    check(HashMap::from([(2u8, true), (1, false)]), &[2, 1, 0, 2, 1]);
    check(HashSet::from([3i8, -1, 2]), &[3, 0xFF, 2, 3]);
    refused::<BTreeSet<u8>>(&[2, 1, 1], |kind| kind == ErrorKind::DuplicateKey, 2);
    refused::<HashMap<u8, u8>>(&[2, 2, 0, 1, 0], |kind| kind == ErrorKind::Unsorted, 3);
}

#[test]
fn equal_maps_have_equal_bytes() {
    let count = if cfg!(miri) { 20 } else { 200 };
    let ascending: HashMap<u32, String> = (0..count).map(|n| (n, n.to_string())).collect();
    let mut descending = HashMap::with_capacity(25 * count as usize);
    descending.extend((0..2 * count).rev().map(|n: u32| (n, n.to_string())));
    descending.retain(|n, _| *n < count);
    let sorted: BTreeMap<u32, String> = ascending.clone().into_iter().collect();
    assert_eq!(ascending, descending);

    fn bytes<T: Packable, L: Layout>(value: &T) -> Vec<u8> {
        Packed::<T, L>::pack(value).into_inner()
    }
    assert_eq!(bytes::<_, Compact>(&ascending), bytes::<_, Compact>(&descending));
    assert_eq!(bytes::<_, Compact>(&ascending), bytes::<_, Compact>(&sorted));
    assert_eq!(bytes::<_, Indexed>(&ascending), bytes::<_, Indexed>(&descending));
    assert_eq!(bytes::<_, Indexed>(&ascending), bytes::<_, Indexed>(&sorted));
    let (a, b): (HashSet<_>, HashSet<_>) = (ascending.into_keys().collect(), descending.into_keys().collect());
    assert_eq!(bytes::<_, Compact>(&a), bytes::<_, Compact>(&b));
}

#[test]
fn the_type_bytes_is_packed_as_a_vector_of_bytes() {
    check(Bytes::new(), &[0]);
    check(Bytes::from_static(b"to"), b"\x02to");
    check(BytesMut::from(b"to".as_slice()), b"\x02to");
    check_both(vec![Bytes::from_static(b"a")], b"\x01\x01a", b"\x04\x02\x01a");

    let packed = Packed::<Bytes, Compact>::pack(&Bytes::from_static(b"to"));
    let vec = Packed::<Vec<u8>, Compact>::build(|needs| needs.put_packed(&packed));
    assert_eq!(vec.unpack().unwrap(), b"to");
    assert_eq!(packed.view().scalars().as_bytes(), b"to");
}

#[test]
fn uuids() {
    let uuid = Uuid::from_u128(0x0011_2233_4455_6677_8899_AABB_CCDD_EEFF);
    let bytes = [0, 0x11, 0x22, 0x33, 0x44, 0x55, 0x66, 0x77, 0x88, 0x99, 0xAA, 0xBB, 0xCC, 0xDD, 0xEE, 0xFF];
    check(uuid, &bytes);
    check(vec![Uuid::nil(), uuid], &[&[2], [0; 16].as_slice(), &bytes].concat());
}

#[test]
fn index_maps_keep_the_order_of_insertion() {
    let map = IndexMap::<String, u8>::from_iter([("b".to_string(), 2), ("a".to_string(), 1)]);
    check_both(map.clone(), b"\x02\x01b\x02\x01a\x01", b"\x08\x03\x06\x02\x01b\x01\x01a");
    let set = IndexSet::<u16>::from_iter([2, 1]);
    check(set.clone(), &[2, 2, 0, 1, 0]);
    let unpacked: IndexSet<u16> = Packed::<_, Compact>::pack(&set).unpack().unwrap();
    assert!(unpacked.iter().eq(&[2, 1]));

    let pairs =
        Packed::<Vec<(String, u8)>, Compact>::build(|needs| needs.put_packed(&Packed::<_, Compact>::pack(&map)));
    assert_eq!(pairs.unpack().unwrap(), map.into_iter().collect::<Vec<_>>());
}

#[test]
fn a_duplicate_key_in_an_index_map_keeps_its_first_place_and_its_last_value() {
    let packed = Packed::<IndexMap<u8, u8>, Compact, _>::from_bytes([3, 1, 10, 2, 20, 1, 11]).unwrap();
    let map = packed.unpack().unwrap();
    assert_eq!(map.into_iter().collect::<Vec<_>>(), [(1, 11), (2, 20)]);
}

#[test]
fn small_vectors() {
    check(SmallVec::<[u16; 2]>::new(), &[0]);
    check::<SmallVec<[u16; 2]>>(smallvec![1, 2], &[2, 1, 0, 2, 0]);
    check::<SmallVec<[u16; 2]>>(smallvec![1, 2, 3], &[3, 1, 0, 2, 0, 3, 0]);
    check_both::<SmallVec<[String; 2]>>(
        smallvec!["a".into(), "bc".into()],
        b"\x02\x01a\x02bc",
        b"\x08\x02\x05\x01a\x02bc",
    );
    for (len, inline) in [(2, true), (3, false)] {
        let packed = Packed::<SmallVec<[u16; 2]>, Compact>::pack(&SmallVec::from_elem(1, len));
        assert_eq!(packed.unpack().unwrap().spilled(), !inline);
    }
}

/// A tree whose nodes store their children in a vector that keeps two of them inline.
#[derive(Debug, PartialEq, Packable)]
struct Small(u8, #[packable(leaf)] SmallVec<[Box<Small>; 2]>);

/// The same tree, with the children in a plain vector.
#[derive(Debug, PartialEq, Packable)]
struct Plain(u8, Vec<Plain>);

impl From<Small> for Plain {
    fn from(Small(number, children): Small) -> Self {
        Self(number, children.into_iter().map(|child| Self::from(*child)).collect())
    }
}

/// Returns trees with 0 to 4 children: inline, at the limit, and beyond it.
fn plain_trees() -> Vec<Plain> {
    let leaf = |number| Plain(number, Vec::new());
    let mut trees: Vec<Plain> = (0..5).map(|count| Plain(count, (0..count).map(leaf).collect())).collect();
    // A chain in which, at each level, the next node has a sibling before and after it.
    let levels = if cfg!(miri) { 8 } else { 100 };
    trees.push((0..levels).fold(leaf(0), |below, number| Plain(number, vec![leaf(1), below, leaf(2)])));
    trees.push((0..levels).fold(leaf(0), |below, number| Plain(number, vec![below])));
    trees
}

/// Finding 8 of the review: unpacking a `SmallVec` walked over the elements first if their number was not stated.
fn small_vectors_unpack_as_vectors_do<L: Layout>() {
    for plain in plain_trees() {
        let packed = Packed::<Plain, L>::pack(&plain);
        let small = Packed::<Small, L, _>::from_bytes(packed.as_bytes()).unwrap();
        assert_eq!(Plain::from(small.unpack().unwrap()), plain);
    }
}

test_suite::over_layouts! { few all: small_vectors_unpack_as_vectors_do }

#[test]
fn small_vectors_of_nested_indefinite_arrays_unpack_as_vectors_do() {
    let (many, some) = if cfg!(miri) { (12, 6) } else { (300, 100) };
    for (depth, siblings) in [(0, 0), (1, 1), (many, 0), (many, 1), (some, 4)] {
        let leaf = [0x83, 0, 7, 0x80];
        let (open, close) = ([&[0x83, 0, 1, 0x9F], leaf.repeat(siblings).as_slice()].concat(), [0xFF]);
        let bytes = [open.repeat(depth), leaf.to_vec(), close.repeat(depth)].concat();
        let plain = Packed::<Plain, Cbor, _>::from_bytes(bytes.as_slice()).unwrap().unpack().unwrap();
        let small = Packed::<Small, Cbor, _>::from_bytes(bytes.as_slice()).unwrap().unpack().unwrap();
        assert_eq!(Plain::from(small), plain);
    }
}

/// Sequences that do not state their length, read from the front with items and with views.
#[test]
fn sequences_without_a_count_are_counted_as_they_are_read() {
    for count in 0..4_usize {
        let bytes = [&[0x9F][..], &[5].repeat(count), &[0xFF]].concat();
        let packed = Packed::<Vec<u16>, Cbor, _>::from_bytes(bytes.as_slice()).unwrap();
        let mut numbers = packed.view().iter();
        for left in (0..=count).rev() {
            assert_eq!((numbers.len(), numbers.next()), (left, (left > 0).then_some(5)));
        }
        assert_eq!((numbers.len(), numbers.next()), (0, None));
        assert_eq!((packed.view().len(), packed.view().is_empty()), (count, count == 0));
        packed.read(|numbers| {
            let mut items = numbers.items();
            for left in (1..=count).rev() {
                assert_eq!((items.len(), items.is_empty()), (left, false));
                assert_eq!(items.next(|number| number.read()), Some(5));
            }
            assert_eq!((items.len(), items.is_empty()), (0, true));
            items.done(())
        });
    }
}

#[test]
fn an_iterator_from_both_ends_meets_in_the_middle() {
    let words = vec!["a".to_string(), "b".into(), "c".into(), "d".into(), "e".into()];
    let packed = Packed::<Vec<String>, Indexed>::pack(&words);
    for front in 0..=words.len() {
        let mut view = packed.view().iter();
        let first: Vec<_> = view.by_ref().take(front).collect();
        let last: Vec<_> = view.by_ref().rev().collect();
        assert_eq!(first, words[..front]);
        assert_eq!(last, words[front..].iter().rev().collect::<Vec<_>>());
        assert_eq!((view.len(), view.next(), view.next_back()), (0, None, None));
        let mut view = packed.view().iter();
        let last: Vec<_> = view.by_ref().rev().take(front).collect();
        assert_eq!(last, words[words.len() - front..].iter().rev().collect::<Vec<_>>());
        assert_eq!(view.len(), words.len() - front);
        assert_eq!(view.collect::<Vec<_>>(), words[..words.len() - front]);
    }
}

/// Checks that each key of a map is found, and that an absent key is not.
fn check_lookup<K>(keys: impl IntoIterator<Item = K>, absent: K)
where
    K: Packable + packed_data::view::Lookup<K::As> + std::hash::Hash + Eq + Ord + Clone + Debug,
{
    let map: HashMap<K, u32> = keys.into_iter().zip(0..).collect();
    let packed = Packed::<HashMap<K, u32>, Indexed>::pack(&map);
    for (key, value) in &map {
        assert_eq!(packed.view().get(key), Some(*value), "{key:?}");
    }
    assert_eq!(packed.view().get(&absent), None);
    let sorted: BTreeMap<&K, &u32> = map.iter().collect();
    assert!(packed.view().values().eq(sorted.into_values().copied()), "the order of {}", core::any::type_name::<K>());
}

#[test]
fn keys_are_looked_up_in_the_order_of_their_bytes() {
    let v4 = [[10, 0, 0, 2], [9, 255, 0, 0], [10, 0, 0, 1], [192, 168, 0, 1], [0, 0, 0, 0]].map(Ipv4Addr::from);
    let v6 = [0u128, 1, 1 << 8, 1 << 64, u128::MAX, 0xFF00].map(Ipv6Addr::from);
    let ports = [256u16, 1, 0xFFFF, 0x0100];
    let socket_v4 = || v4.into_iter().flat_map(|ip| ports.map(|port| SocketAddrV4::new(ip, port)));
    let socket_v6 = || v6.into_iter().flat_map(|ip| ports.map(|port| SocketAddrV6::new(ip, port, 1, 2)));

    check_lookup(v4, Ipv4Addr::LOCALHOST);
    check_lookup(v6, Ipv6Addr::from(2));
    check_lookup(v4.into_iter().map(IpAddr::from).chain(v6.map(IpAddr::from)), IpAddr::V6(Ipv6Addr::from(2)));
    check_lookup(socket_v4(), SocketAddrV4::new(Ipv4Addr::LOCALHOST, 1));
    check_lookup(socket_v6(), SocketAddrV6::new(V6, 1, 1, 2));
    check_lookup(
        socket_v4().map(SocketAddr::from).chain(socket_v6().map(SocketAddr::from)),
        SocketAddr::V6(SocketAddrV6::new(V6, 1, 1, 2)),
    );
    check_lookup([0u128, 1, 1 << 120, u128::MAX].map(Uuid::from_u128), Uuid::from_u128(2));
    check_lookup([Ordering::Greater, Ordering::Less], Ordering::Equal);
}

#[test]
fn flow_and_scope_belong_to_a_key() {
    let addresses = [(1, 2), (2, 1), (1, 1), (0, 3)].map(|(flow, scope)| SocketAddrV6::new(V6, 1, flow, scope));
    check_lookup(addresses, SocketAddrV6::new(V6, 1, 3, 0));
}

#[test]
fn pairs_are_looked_up_by_references() {
    let ages = BTreeMap::from([(("Ann".to_string(), 2u8), 30u8), (("Ann".into(), 1), 40), (("Bob".into(), 1), 50)]);
    let packed = Packed::<BTreeMap<(String, u8), u8>, Indexed>::pack(&ages);
    assert_eq!(packed.view().get(&("Ann", &2)), Some(30));
    assert_eq!(packed.view().get(&("Bob", &1)), Some(50));
    assert_eq!(packed.view().get(&("Bob", &2)), None);
}

#[test]
fn wrapped_keys_are_looked_up_as_their_contents() {
    let set = BTreeSet::from([Reverse(3u8), Reverse(1), Reverse(2)]);
    let packed = Packed::<BTreeSet<Reverse<u8>>, Indexed>::pack(&set);
    assert_eq!(packed.as_bytes(), [3, 1, 2, 3]);
    assert!(packed.view().contains(&2) && !packed.view().contains(&4));
    assert_eq!(packed.unpack().unwrap(), set);
}
