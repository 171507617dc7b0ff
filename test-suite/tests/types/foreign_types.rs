//! Types of other crates for which the library has a feature: their bytes, by hand; and bytes that are refused.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Debug;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use arrayvec::{ArrayString, ArrayVec};
use chrono::{DateTime, Datelike, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc};
use compact_str::CompactString;
use either::Either;
use half::{bf16, f16};
use ipnet::{IpNet, Ipv4Net, Ipv6Net};
use ordered_float::{NotNan, OrderedFloat};
use packed_data::view::Lookup;
use packed_data::with::{Bits, With};
use packed_data::{Cbor, Compact, ErrorKind, Fingerprint, Indexed, Packable, Packed, Unpack};
use rust_decimal::Decimal;
use semver::{Version, VersionReq};
use smol_str::SmolStr;
use test_suite::{TestLayout, over_layouts};
use time::{OffsetDateTime, PrimitiveDateTime, UtcDateTime, UtcOffset};
use url::Url;

over_layouts!(
    few: chrono_types,
    time_types,
    jiff_types,
    decimals,
    ordered_floats,
    urls,
    arrays,
    strings,
    eithers,
    flags,
    small_floats,
    networks,
    versions
);
over_layouts!(few all: scalars_of_all_layouts);

/// Packs a value, and checks that its bytes are those of `packed_as`, and that it is validated, viewed and unpacked.
fn check<T, P, L: TestLayout>(value: T, packed_as: P)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    P: Packable,
{
    let packed = Packed::<T, L>::pack(&value);
    let bytes = Packed::<P, L>::pack(&packed_as);
    assert_eq!(packed.as_bytes(), bytes.as_bytes(), "{value:?}");
    let checked = Packed::<T, L, _>::from_bytes(bytes.as_bytes()).unwrap_or_else(|error| panic!("{value:?}: {error}"));
    assert_eq!(checked.as_slice().unpack(), Ok(value));
    let copy = Packed::<T, L>::build(|needs| needs.put_packed(&packed));
    assert_eq!(copy, packed);
    for len in 0..packed.as_bytes().len() {
        let error = Packed::<T, L, _>::from_bytes(&packed.as_bytes()[..len]).unwrap_err();
        assert!(matches!(error.kind(), ErrorKind::UnexpectedEnd { .. }), "{error}");
    }
    // As an element and as a field.
    let value = checked.unpack().unwrap();
    let pair = Packed::<(u8, Vec<T>, u8), L>::pack(&(1, vec![value], 2));
    let again = Packed::<(u8, Vec<T>, u8), L, _>::from_bytes(pair.as_bytes()).unwrap().unpack().unwrap();
    assert_eq!(again.1, [Packed::<T, L>::from_bytes(bytes.into_inner()).unwrap().unpack().unwrap()]);
}

/// Checks that what is packed as this is refused.
fn refuse<T: Packable, P: Packable, L: TestLayout>(packed_as: P, message: &'static str) {
    let bytes = Packed::<P, L>::pack(&packed_as);
    let error = Packed::<T, L, _>::from_bytes(bytes.as_bytes()).expect_err(message);
    assert_eq!((error.kind(), error.offset()), (ErrorKind::Refused { message }, 0));
}

/// Checks a type that is viewed and read as its value.
fn check_value<T, P, L: TestLayout>(value: T, packed_as: P)
where
    T: Packable<As = T> + packed_data::view::Read + for<'a> Unpack<'a> + PartialEq + Debug + Clone,
    for<'a> T: packed_data::view::Read<Value<'a, L> = T>,
    for<'a> T: Packable<View<'a, L> = T>,
    P: Packable,
{
    let packed = Packed::<T, L>::pack(&value);
    assert_eq!(packed.view(), value);
    assert_eq!(packed.read(|cursor| cursor.read()), value);
    check::<T, P, L>(value, packed_as);
}

/// Checks that values are in the order in which they are packed as keys, and are found.
fn check_keys<T>(ascending: &[T])
where
    T: Packable + for<'a> Unpack<'a> + Lookup<<T as Packable>::As> + Ord + Debug + Clone,
{
    let map: BTreeMap<T, u32> = ascending.iter().cloned().zip(0..).collect();
    assert_eq!(map.len(), ascending.len(), "{ascending:?}");
    let packed = Packed::<BTreeMap<T, u32>, Indexed>::pack(&map);
    let packed = Packed::<BTreeMap<T, u32>, Indexed>::from_bytes(packed.into_inner()).unwrap();
    assert!(packed.view().values().eq(0..ascending.len() as u32), "{ascending:?}");
    for (key, index) in ascending.iter().zip(0..) {
        assert_eq!(packed.view().get(key), Some(index), "{key:?}");
    }
    assert_eq!(packed.unpack(), Ok(map));
}

const INSTANT: &str = "the date and time are out of range";
const DATE: &str = "the date is out of range";
const TIME: &str = "the time of day is out of range";
const OFFSET: &str = "the offset is out of range";

fn chrono_types<L: TestLayout>() {
    let date = |year, month, day| NaiveDate::from_ymd_opt(year, month, day).unwrap();
    let time = |h, m, s, n| NaiveTime::from_hms_nano_opt(h, m, s, n).unwrap();
    check_value::<NaiveDate, i32, L>(date(1970, 1, 1), 0);
    check_value::<NaiveDate, i32, L>(date(2000, 3, 1), 11_017);
    check_value::<NaiveDate, i32, L>(date(1969, 12, 31), -1);
    check_value::<NaiveDate, i32, L>(NaiveDate::MIN, NaiveDate::MIN.num_days_from_ce() - 719_163);
    check_value::<NaiveDate, i32, L>(NaiveDate::MAX, NaiveDate::MAX.num_days_from_ce() - 719_163);
    refuse::<NaiveDate, i32, L>(i32::MAX, DATE);
    refuse::<NaiveDate, i32, L>(i32::MIN, DATE);
    refuse::<NaiveDate, i32, L>(NaiveDate::MAX.num_days_from_ce() - 719_163 + 1, DATE);
    check_value::<NaiveTime, (u32, u32), L>(time(1, 2, 3, 4), (3723, 4));
    // A leap second.
    check_value::<NaiveTime, (u32, u32), L>(time(23, 59, 59, 1_999_999_999), (86_399, 1_999_999_999));
    assert_eq!(time(23, 59, 59, 1_999_999_999).nanosecond(), 1_999_999_999);
    for bad in [(86_400, 0), (0, 1_000_000_000), (86_399, 2_000_000_000)] {
        refuse::<NaiveTime, (u32, u32), L>(bad, TIME);
    }
    check_value::<NaiveDateTime, (i64, u32), L>(date(1970, 1, 2).and_time(time(0, 0, 1, 5)), (86_401, 5));
    check_value::<DateTime<Utc>, (i64, u32), L>(DateTime::from_timestamp(-1, 999_999_999).unwrap(), (-1, 999_999_999));
    check_value::<DateTime<Utc>, (i64, u32), L>(DateTime::<Utc>::MIN_UTC, (DateTime::<Utc>::MIN_UTC.timestamp(), 0));
    for bad in [(i64::MAX, 0), (i64::MIN, 0), (0, 1_000_000_000), (0, u32::MAX)] {
        refuse::<DateTime<Utc>, (i64, u32), L>(bad, INSTANT);
        refuse::<NaiveDateTime, (i64, u32), L>(bad, INSTANT);
    }
    let offset = FixedOffset::east_opt(-5400).unwrap();
    let instant = DateTime::from_timestamp(7, 8).unwrap().with_timezone(&offset);
    check_value::<DateTime<FixedOffset>, (i64, u32, i32), L>(instant, (7, 8, -5400));
    // (Instants are equal whatever their offset.)
    assert_eq!(*Packed::<DateTime<FixedOffset>, L>::pack(&instant).unpack().unwrap().offset(), offset);
    refuse::<DateTime<FixedOffset>, (i64, u32, i32), L>((7, 8, 86_400), OFFSET);
    refuse::<DateTime<FixedOffset>, (i64, u32, i32), L>((i64::MAX, 8, 0), INSTANT);
    check_value::<FixedOffset, i32, L>(offset, -5400);
    refuse::<FixedOffset, i32, L>(-86_400, OFFSET);
    check_value::<TimeDelta, (i64, u32), L>(TimeDelta::nanoseconds(-1), (-1, 999_999_999));
    check_value::<TimeDelta, (i64, u32), L>(TimeDelta::nanoseconds(-1_000_000_000), (-1, 0));
    check_value::<TimeDelta, (i64, u32), L>(TimeDelta::milliseconds(1500), (1, 500_000_000));
    for delta in [TimeDelta::MIN, TimeDelta::MAX] {
        assert_eq!(Packed::<TimeDelta, L>::pack(&delta).unpack(), Ok(delta));
    }
    refuse::<TimeDelta, (i64, u32), L>((i64::MAX, 0), "the duration is out of range");
    refuse::<TimeDelta, (i64, u32), L>((0, 1_000_000_000), "the duration is out of range");
    check_value::<chrono::Weekday, u8, L>(chrono::Weekday::Sun, 6);
    refuse::<chrono::Weekday, u8, L>(7, "no weekday has this number");
    check_value::<chrono::Month, u8, L>(chrono::Month::December, 12);
    refuse::<chrono::Month, u8, L>(0, "no month has this number");
    refuse::<chrono::Month, u8, L>(13, "no month has this number");
}

fn time_types<L: TestLayout>() {
    use time::{Date, Duration, Month, Time, Weekday};

    let date = |year, month, day| Date::from_calendar_date(year, month, day).unwrap();
    check_value::<Date, i32, L>(date(1970, Month::January, 1), 0);
    check_value::<Date, i32, L>(date(2000, Month::March, 1), 11_017);
    check_value::<Date, i32, L>(Date::MIN, Date::MIN.to_julian_day() - 2_440_588);
    check_value::<Date, i32, L>(Date::MAX, Date::MAX.to_julian_day() - 2_440_588);
    for bad in [i32::MAX, i32::MIN, Date::MAX.to_julian_day() - 2_440_588 + 1] {
        refuse::<Date, i32, L>(bad, DATE);
    }
    let time = Time::from_hms_nano(1, 2, 3, 4).unwrap();
    check_value::<Time, (u32, u32), L>(time, (3723, 4));
    for bad in [(86_400, 0), (0, 1_000_000_000), (u32::MAX, 0)] {
        refuse::<Time, (u32, u32), L>(bad, TIME);
    }
    let first = date(1970, Month::January, 2);
    check_value::<PrimitiveDateTime, (i64, u32), L>(PrimitiveDateTime::new(first, time), (86_400 + 3723, 4));
    check_value::<UtcDateTime, (i64, u32), L>(UtcDateTime::new(first, time), (86_400 + 3723, 4));
    let early = UtcDateTime::from_unix_timestamp_nanos(-1).unwrap();
    check_value::<UtcDateTime, (i64, u32), L>(early, (-1, 999_999_999));
    for bad in [(i64::MAX, 0), (i64::MIN, 0), (0, 1_000_000_000), (0, u32::MAX)] {
        refuse::<UtcDateTime, (i64, u32), L>(bad, INSTANT);
        refuse::<PrimitiveDateTime, (i64, u32), L>(bad, INSTANT);
    }
    let offset = UtcOffset::from_whole_seconds(-5400).unwrap();
    let instant = OffsetDateTime::from_unix_timestamp(7).unwrap().to_offset(offset);
    check_value::<OffsetDateTime, (i64, u32, i32), L>(instant, (7, 0, -5400));
    assert_eq!(Packed::<OffsetDateTime, L>::pack(&instant).unpack().unwrap().offset(), offset);
    refuse::<OffsetDateTime, (i64, u32, i32), L>((7, 8, i32::MAX), OFFSET);
    refuse::<OffsetDateTime, (i64, u32, i32), L>((i64::MAX, 8, 0), INSTANT);
    // The local date would be after the last one.
    let last = UtcDateTime::new(Date::MAX, time).unix_timestamp();
    refuse::<OffsetDateTime, (i64, u32, i32), L>((last, 8, 86_399), INSTANT);
    // The date in UTC is after the last one.
    let late = PrimitiveDateTime::new(Date::MAX, Time::from_hms(23, 59, 59).unwrap()).assume_offset(offset);
    let error = Packed::<OffsetDateTime, L>::with_limits(&Default::default()).pack(&late).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: INSTANT });
    check_value::<UtcOffset, i32, L>(offset, -5400);
    refuse::<UtcOffset, i32, L>(i32::MIN, OFFSET);
    check_value::<Duration, (i64, u32), L>(Duration::nanoseconds(-1), (-1, 999_999_999));
    check_value::<Duration, (i64, u32), L>(Duration::seconds(-1), (-1, 0));
    check_value::<Duration, (i64, u32), L>(Duration::MAX, (i64::MAX, 999_999_999));
    check_value::<Duration, (i64, u32), L>(Duration::seconds(i64::MIN), (i64::MIN, 0));
    assert!(Packed::<Duration, L>::with_limits(&Default::default()).pack(&Duration::MIN).is_err());
    let carry = "the duration has a second or more of nanoseconds";
    refuse::<Duration, (i64, u32), L>((i64::MAX, 1_000_000_000), carry);
    refuse::<Duration, (i64, u32), L>((0, u32::MAX), carry);
    check_value::<Weekday, u8, L>(Weekday::Sunday, 6);
    refuse::<Weekday, u8, L>(7, "no weekday has this number");
    check_value::<Month, u8, L>(Month::December, 12);
    refuse::<Month, u8, L>(13, "no month has this number");
}

fn jiff_types<L: TestLayout>() {
    use jiff::civil::{Date, DateTime, Time, Weekday, date};
    use jiff::tz::Offset;
    use jiff::{SignedDuration, Timestamp};

    check_value::<Date, i32, L>(date(1970, 1, 1), 0);
    check_value::<Date, i32, L>(date(2000, 3, 1), 11_017);
    check_value::<Date, i32, L>(date(1969, 12, 31), -1);
    let days = |date: Date| (date.duration_since(Date::constant(1970, 1, 1)).as_secs() / 86_400) as i32;
    check_value::<Date, i32, L>(Date::MIN, days(Date::MIN));
    check_value::<Date, i32, L>(Date::MAX, days(Date::MAX));
    for bad in [i32::MAX, i32::MIN, days(Date::MAX) + 1, days(Date::MIN) - 1] {
        refuse::<Date, i32, L>(bad, DATE);
    }
    check_value::<Time, (u32, u32), L>(Time::constant(1, 2, 3, 4), (3723, 4));
    for bad in [(86_400, 0), (0, 1_000_000_000), (u32::MAX, 0), (0, u32::MAX)] {
        refuse::<Time, (u32, u32), L>(bad, TIME);
    }
    check_value::<DateTime, (i64, u32), L>(date(1970, 1, 2).at(1, 2, 3, 4), (86_400 + 3723, 4));
    check_value::<DateTime, (i64, u32), L>(date(1969, 12, 31).at(23, 59, 59, 4), (-1, 4));
    check_value::<Timestamp, (i64, u32), L>(Timestamp::from_nanosecond(-1).unwrap(), (-1, 999_999_999));
    assert_eq!(Packed::<Timestamp, L>::pack(&Timestamp::MIN).unpack(), Ok(Timestamp::MIN));
    assert_eq!(Packed::<Timestamp, L>::pack(&Timestamp::MAX).unpack(), Ok(Timestamp::MAX));
    for bad in [(i64::MAX, 0), (i64::MIN, 0), (0, 1_000_000_000), (0, u32::MAX)] {
        refuse::<Timestamp, (i64, u32), L>(bad, INSTANT);
    }
    refuse::<DateTime, (i64, u32), L>((i64::MAX, 0), INSTANT);
    refuse::<DateTime, (i64, u32), L>((86_400 * i64::from(i32::MAX), 0), DATE);
    refuse::<DateTime, (i64, u32), L>((0, 1_000_000_000), TIME);
    check_value::<Offset, i32, L>(Offset::from_seconds(-5400).unwrap(), -5400);
    refuse::<Offset, i32, L>(i32::MAX, OFFSET);
    check_value::<SignedDuration, (i64, u32), L>(SignedDuration::from_nanos(-1), (-1, 999_999_999));
    check_value::<SignedDuration, (i64, u32), L>(SignedDuration::MAX, (i64::MAX, 999_999_999));
    let carry = "the duration has a second or more of nanoseconds";
    refuse::<SignedDuration, (i64, u32), L>((i64::MAX, 1_000_000_000), carry);
    check_value::<Weekday, u8, L>(Weekday::Sunday, 6);
    refuse::<Weekday, u8, L>(7, "no weekday has this number");
    refuse::<Weekday, u8, L>(255, "no weekday has this number");
}

/// The types that are packed as one scalar, in the layouts without tuples too.
fn scalars_of_all_layouts<L: TestLayout>() {
    check_scalar::<NaiveDate, i32, L>(NaiveDate::MAX, NaiveDate::MAX.num_days_from_ce() - 719_163);
    check_scalar::<UtcOffset, i32, L>(UtcOffset::UTC, 0);
    check_scalar::<jiff::civil::Weekday, u8, L>(jiff::civil::Weekday::Monday, 0);
    check_scalar::<f16, u16, L>(f16::from_f32(1.5), 0x3E00);
    check_scalar::<OrderedFloat<f64>, f64, L>(OrderedFloat(1.5), 1.5);
}

fn check_scalar<T, P, L: TestLayout>(value: T, packed_as: P)
where
    T: Packable + for<'a> Unpack<'a> + PartialEq + Debug,
    P: Packable,
{
    let packed = Packed::<T, L>::pack(&value);
    let bytes = Packed::<P, L>::pack(&packed_as);
    assert_eq!(packed.as_bytes(), bytes.as_bytes());
    assert_eq!(Packed::<T, L, _>::from_bytes(bytes.as_bytes()).unwrap().unpack(), Ok(value));
}

fn decimals<L: TestLayout>() {
    let decimal = |text: &str| text.parse::<Decimal>().unwrap();
    check_value::<Decimal, (u8, i128), L>(decimal("1.00"), (2, 100));
    check_value::<Decimal, (u8, i128), L>(decimal("-0.5"), (1, -5));
    check_value::<Decimal, (u8, i128), L>(Decimal::MAX, (0, (1 << 96) - 1));
    check_value::<Decimal, (u8, i128), L>(Decimal::MIN, (0, 1 - (1 << 96)));
    // (Equal decimals may have another scale.)
    assert_eq!(Packed::<Decimal, L>::pack(&decimal("1.00")).unpack().unwrap().scale(), 2);
    for bad in [(29, 0), (255, 1), (0, 1 << 96), (0, -(1 << 96)), (28, i128::MIN), (0, i128::MAX)] {
        refuse::<Decimal, (u8, i128), L>(bad, "the decimal is out of range");
    }
}

fn ordered_floats<L: TestLayout>() {
    check_value::<OrderedFloat<f64>, f64, L>(OrderedFloat(-2.5), -2.5);
    check_value::<OrderedFloat<f32>, f32, L>(OrderedFloat(f32::NEG_INFINITY), f32::NEG_INFINITY);
    check_value::<NotNan<f64>, f64, L>(NotNan::new(1e300).unwrap(), 1e300);
    check_value::<NotNan<f32>, f32, L>(NotNan::new(-0.0).unwrap(), 0.0);
    check::<OrderedFloat<f64>, f64, L>(OrderedFloat(-f64::NAN), f64::NAN);
    check::<OrderedFloat<f64>, f64, L>(OrderedFloat(-0.0), 0.0);
    if L::KEEPS_FLOATS {
        let message = "negative zero, or a NaN other than the usual one";
        for bits in [1 << 63, f64::NAN.to_bits() + 1, (-f64::NAN).to_bits() | 1 << 63] {
            refuse::<OrderedFloat<f64>, f64, L>(f64::from_bits(bits), message);
        }
        refuse::<NotNan<f64>, f64, L>(-0.0, "negative zero");
        refuse::<NotNan<f32>, f32, L>(-0.0, "negative zero");
    }
    refuse::<NotNan<f32>, f32, L>(f32::NAN, "NaN");
}

fn urls<L: TestLayout>() {
    for text in ["https://example.org/", "mailto:ann@example.org", "https://xn--bcher-kva.example/?q=%C3%BC#f"] {
        check_value::<Url, &str, L>(Url::parse(text).unwrap(), text);
    }
    refuse::<Url, &str, L>("example", "the text is not a URL");
    refuse::<Url, &str, L>("", "the text is not a URL");
    refuse::<Url, &str, L>("https://example.org", "the URL is not in its normal form");
    refuse::<Url, &str, L>("HTTPS://example.org/", "the URL is not in its normal form");
    refuse::<Url, &str, L>(" https://example.org/", "the URL is not in its normal form");
}

fn arrays<L: TestLayout>() {
    let array = |numbers: &[u16]| numbers.iter().copied().collect::<ArrayVec<u16, 3>>();
    check::<ArrayVec<u16, 3>, Vec<u16>, L>(array(&[1, 2, 3]), vec![1, 2, 3]);
    check::<ArrayVec<u16, 3>, Vec<u16>, L>(array(&[]), vec![]);
    let texts: ArrayVec<String, 2> = ["a".into(), "b".into()].into_iter().collect();
    check::<ArrayVec<String, 2>, Vec<&str>, L>(texts.clone(), vec!["a", "b"]);
    let packed = Packed::<ArrayVec<String, 2>, L>::pack(&texts);
    assert!(packed.view().iter().eq(["a", "b"]));
    refuse::<ArrayVec<u16, 3>, Vec<u16>, L>(vec![1, 2, 3, 4], "more elements than the array holds");
    refuse::<ArrayVec<String, 2>, Vec<&str>, L>(vec![""; 1000], "more elements than the array holds");
    refuse::<ArrayVec<(), 1>, Vec<()>, L>(vec![(); 2], "more elements than the array holds");
    // Elements that borrow.
    let words: ArrayVec<&str, 2> = ["a", "b"].into_iter().collect();
    let packed = Packed::<ArrayVec<&str, 2>, L>::pack(&words);
    assert_eq!(packed.unpack(), Ok(words.clone()));
    let nested: ArrayVec<ArrayVec<u16, 3>, 2> = [array(&[1]), array(&[2, 3])].into_iter().collect();
    check::<ArrayVec<ArrayVec<u16, 3>, 2>, Vec<Vec<u16>>, L>(nested, vec![vec![1], vec![2, 3]]);
    let raw = Packed::<Vec<Vec<u16>>, L>::pack(&vec![vec![], vec![1, 2, 3, 4]]);
    let error = Packed::<ArrayVec<ArrayVec<u16, 3>, 2>, L, _>::from_bytes(raw.as_bytes()).unwrap_err();
    assert_eq!(error.path().to_string(), "[1]");
    check_value::<ArrayString<4>, &str, L>(ArrayString::from("four").unwrap(), "four");
    refuse::<ArrayString<4>, &str, L>("größe", "the text is longer than the array holds");
}

fn strings<L: TestLayout>() {
    let long = "a text that is longer than any of them stores inline, where there is no heap";
    for text in ["", "short", long] {
        check::<SmolStr, &str, L>(text.into(), text);
        check::<CompactString, &str, L>(text.into(), text);
        assert_eq!(Packed::<SmolStr, L>::pack(&text.into()).view(), text);
        assert_eq!(Packed::<CompactString, L>::pack(&text.into()).view(), text);
    }
}

fn eithers<L: TestLayout>() {
    type Value = Either<u32, String>;
    check::<Value, Result<u32, String>, L>(Either::Left(7), Ok(7));
    check::<Value, Result<u32, String>, L>(Either::Right("no".into()), Err("no".into()));
    let packed = Packed::<Value, L>::pack(&Either::Right("no".into()));
    assert_eq!(packed.view(), Either::Right("no"));
}

bitflags::bitflags! {
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Mode: u16 {
        const READ = 1;
        const WRITE = 2;
        const LATE = 1 << 15;
    }
}

fn flags<L: TestLayout>() {
    check::<With<Mode, Bits>, u16, L>((Mode::READ | Mode::LATE).into(), 0x8001);
    check::<With<Mode, Bits>, u16, L>(Mode::empty().into(), 0);
    refuse::<With<Mode, Bits>, u16, L>(4, "bits that are no flag");
    let unknown = With::<Mode, Bits>::new(Mode::from_bits_retain(4));
    let error = Packed::<With<Mode, Bits>, L>::with_limits(&Default::default()).pack(&unknown).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Refused { message: "bits that are no flag" });
}

fn small_floats<L: TestLayout>() {
    check_value::<f16, u16, L>(f16::from_f32(-2.0), 0xC000);
    check_value::<bf16, u16, L>(bf16::from_f32(1.0), 0x3F80);
    let nan = Packed::<f16, L>::pack(&f16::from_bits(0xFFFF));
    assert_eq!(nan.view().to_bits(), 0xFFFF);
}

fn networks<L: TestLayout>() {
    let (v4, v6) = (Ipv4Addr::new(10, 1, 2, 3), Ipv6Addr::LOCALHOST);
    check_value::<Ipv4Net, (Ipv4Addr, u8), L>(Ipv4Net::new(v4, 8).unwrap(), (v4, 8));
    check_value::<Ipv6Net, (Ipv6Addr, u8), L>(Ipv6Net::new(v6, 128).unwrap(), (v6, 128));
    check_value::<IpNet, (IpAddr, u8), L>(IpNet::new(v4.into(), 32).unwrap(), (v4.into(), 32));
    check_value::<IpNet, (IpAddr, u8), L>(IpNet::new(v6.into(), 33).unwrap(), (v6.into(), 33));
    let message = "the prefix is longer than the address";
    refuse::<Ipv4Net, (Ipv4Addr, u8), L>((v4, 33), message);
    refuse::<Ipv6Net, (Ipv6Addr, u8), L>((v6, 129), message);
    refuse::<IpNet, (IpAddr, u8), L>((v4.into(), 33), message);
    refuse::<IpNet, (IpAddr, u8), L>((v6.into(), 255), message);
}

fn versions<L: TestLayout>() {
    for text in ["1.2.3", "0.0.0", "1.0.0-alpha.1+build.5", "18446744073709551615.0.0"] {
        check_value::<Version, Cow<'_, str>, L>(Version::parse(text).unwrap(), text.into());
    }
    for text in ["", "1", "1.2", "1.2.3-", "01.0.0", "18446744073709551616.0.0", "1.2.3 "] {
        refuse::<Version, &str, L>(text, "the text is not a version");
    }
    for text in ["^1.2", ">=1.0.0, <2", "*"] {
        check_value::<VersionReq, Cow<'_, str>, L>(VersionReq::parse(text).unwrap(), text.into());
    }
    refuse::<VersionReq, &str, L>("1.2", "the version requirement is not in its normal form");
    refuse::<VersionReq, &str, L>("one", "the text is not a version requirement");
}

#[test]
fn keys() {
    let dates = [-5, 0, 70_000].map(|days| NaiveDate::from_num_days_from_ce_opt(719_163 + days).unwrap());
    check_keys(&dates);
    check_keys(&[TimeDelta::MIN, TimeDelta::nanoseconds(-1), TimeDelta::zero(), TimeDelta::MAX]);
    check_keys(&[(-5, 3), (-5, 4), (0, 0), (1 << 33, 7)].map(|(s, n)| DateTime::from_timestamp(s, n).unwrap()));
    check_keys(&[-5, -4, 0, 1 << 33].map(|s| UtcDateTime::from_unix_timestamp(s).unwrap()));
    check_keys(&[-(1_i128 << 60), -1, 0, 1 << 60].map(|n| jiff::Timestamp::from_nanosecond(n).unwrap()));
    check_keys(&[f64::NEG_INFINITY, -1.0, -0.0, 1e-300, 7.0, f64::INFINITY, -f64::NAN].map(OrderedFloat));
    check_keys(&[-1.0, -0.0, 1e-30, 7.0_f32].map(|number| NotNan::new(number).unwrap()));
    check_keys(&["a:b", "https://example.org/", "x:y"].map(|text| Url::parse(text).unwrap()));
    let v4 = |last, prefix| Ipv4Net::new(Ipv4Addr::new(1, 2, 3, last), prefix).unwrap();
    check_keys(&[v4(0, 8), v4(0, 9), v4(200, 8)]);
    check_keys(&["", "a", "b"].map(SmolStr::new));
    check_keys(&["", "a", "b"].map(CompactString::new));
    check_keys(&["", "a", "b"].map(|text| ArrayString::<4>::from(text).unwrap()));
    check_keys(&["1.2.3", "1.3.0", "2.0.0-a"].map(|text| Version::parse(text).unwrap()));
    let packed = Packed::<BTreeMap<SmolStr, u8>, Indexed>::pack(&BTreeMap::from([("a".into(), 1)]));
    assert_eq!((packed.view().get("a"), packed.view().get("b")), (Some(1), None));
}

/// The order of packed versions is that of their texts. A set is found whole nevertheless.
#[test]
fn versions_are_sorted_as_texts() {
    let versions = BTreeSet::from(["1.9.0", "1.10.0", "1.2.0"].map(|text| Version::parse(text).unwrap()));
    let packed = Packed::<BTreeSet<Version>, Indexed>::pack(&versions);
    let order: Vec<_> = packed.view().iter().map(|version| version.to_string()).collect();
    assert_eq!(order, ["1.10.0", "1.2.0", "1.9.0"]);
    assert!(versions.iter().all(|version| packed.view().contains(version)));
    assert_eq!(packed.unpack(), Ok(versions));
}

#[test]
fn fingerprints() {
    // Programs that use another crate for the same thing understand each other.
    assert_eq!(Fingerprint::of::<DateTime<Utc>>(), Fingerprint::of::<jiff::Timestamp>());
    assert_eq!(Fingerprint::of::<DateTime<Utc>>(), Fingerprint::of::<UtcDateTime>());
    assert_eq!(Fingerprint::of::<NaiveDate>(), Fingerprint::of::<time::Date>());
    assert_eq!(Fingerprint::of::<NaiveDateTime>(), Fingerprint::of::<jiff::civil::DateTime>());
    assert_eq!(Fingerprint::of::<TimeDelta>(), Fingerprint::of::<time::Duration>());
    // Other things with the same bytes differ.
    assert_ne!(Fingerprint::of::<DateTime<Utc>>(), Fingerprint::of::<NaiveDateTime>());
    assert_ne!(Fingerprint::of::<DateTime<Utc>>(), Fingerprint::of::<TimeDelta>());
    assert_ne!(Fingerprint::of::<NaiveDate>(), Fingerprint::of::<i32>());
    assert_ne!(Fingerprint::of::<f16>(), Fingerprint::of::<bf16>());
    // What has no meaning of its own has no name.
    assert_eq!(Fingerprint::of::<ArrayVec<u8, 3>>(), Fingerprint::of::<Vec<u8>>());
    assert_eq!(Fingerprint::of::<ArrayString<3>>(), Fingerprint::of::<String>());
    assert_eq!(Fingerprint::of::<SmolStr>(), Fingerprint::of::<CompactString>());
}

/// Views, also for editing, return the value; fields after it can be edited.
#[test]
fn beside_scalars_that_are_edited() {
    let instant = DateTime::from_timestamp(5, 6).unwrap();
    let mut packed = Packed::<(u8, DateTime<Utc>, u8), Indexed>::pack(&(1, instant, 2));
    let (_, at, mut last) = packed.view_mut();
    assert_eq!(at, instant);
    last.set(3);
    assert_eq!(packed.view(), (1, instant, 3));
    assert!(Packed::<(u8, DateTime<Utc>, u8), Compact, _>::from_bytes([0xFF; 14].as_slice()).is_err());
}

/// Dates and times are shown as their own `Debug` shows them, and are texts in JSON, also as keys.
#[test]
fn dates_are_shown_as_dates() {
    let utc = chrono::DateTime::from_timestamp(1_700_000_000, 5).unwrap();
    let east = utc.with_timezone(&chrono::FixedOffset::east_opt(-3600).unwrap());
    let old = chrono::NaiveDate::from_ymd_opt(-44, 3, 15).unwrap();
    assert_shown(&(utc, east, old));
    assert_shown(&(chrono::Weekday::Tue, chrono::Month::May, old.and_hms_opt(1, 2, 3).unwrap()));
    assert_shown(&(
        jiff::Timestamp::new(-5, 0).unwrap(),
        jiff::civil::date(2024, 2, 29),
        jiff::civil::time(1, 2, 3, 4),
    ));
    let time = time::UtcDateTime::from_unix_timestamp(-1).unwrap();
    assert_shown(&(time, time.date(), time.time()));
    let map = BTreeMap::from([(jiff::Timestamp::UNIX_EPOCH, 1_u8)]);
    let json = serde_json::to_string(&Packed::<_, Indexed>::pack(&map)).unwrap();
    assert_eq!(json, r#"{"1970-01-01T00:00:00Z":1}"#);
}

/// Checks that a packed value is shown as the value, in each layout.
fn assert_shown<T: Packable + Debug>(value: &T) {
    let expected = format!("{value:?}");
    assert_eq!(format!("{:?}", Packed::<T, Compact>::pack(value)), expected);
    assert_eq!(format!("{:?}", Packed::<T, Indexed>::pack(value)), expected);
    assert_eq!(format!("{:?}", Packed::<T, Cbor>::pack(value)), expected);
}

/// A value of another crate with a fixed size can be before a field that a view of `Compact` reaches.
#[test]
fn dates_have_a_fixed_size() {
    #[derive(Debug, PartialEq, Packable)]
    struct Record {
        at: jiff::Timestamp,
        level: u8,
        message: String,
    }

    let record = Record { at: jiff::Timestamp::UNIX_EPOCH, level: 3, message: "hi".into() };
    let packed = Packed::<Record, Compact>::pack(&record);
    assert_eq!(packed.view().field(|record: RecordNames| record.level), 3);
    let at = packed.read(|record| {
        let (at, fields) = record.fields().read_as::<jiff::Timestamp>();
        fields.skip_rest().done(at)
    });
    assert_eq!(at, record.at);
}
