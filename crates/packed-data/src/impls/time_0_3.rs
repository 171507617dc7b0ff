//! The crate `time`, version 0.3: dates, times, and instants with or without an offset.

use time::{Date, Duration, Month, OffsetDateTime, PrimitiveDateTime, Time, UtcDateTime, UtcOffset, Weekday};

use super::adapted::adapted;

/// The Julian day of 1970-01-01.
const UNIX_EPOCH: i32 = 2_440_588;

const DATE: &str = "the date is out of range";
const TIME: &str = "the time of day is out of range";
const INSTANT: &str = "the date and time are out of range";
const OFFSET: &str = "the offset is out of range";

/// Returns the instant `seconds` and `nanos` after the beginning of 1970.
fn instant((seconds, nanos): (i64, u32)) -> Result<OffsetDateTime, &'static str> {
    let whole = OffsetDateTime::from_unix_timestamp(seconds).map_err(|_| INSTANT)?;
    whole.replace_nanosecond(nanos).map_err(|_| INSTANT)
}

/// Returns the time of day, given the seconds since midnight.
fn time_of_day((seconds, nanos): (u32, u32)) -> Result<Time, &'static str> {
    let hour = u8::try_from(seconds / 3600).map_err(|_| TIME)?;
    Time::from_hms_nano(hour, (seconds / 60 % 60) as u8, (seconds % 60) as u8, nanos).map_err(|_| TIME)
}

adapted! {
    [keys; shown] Date as i32, "date":
        |date| Ok(date.to_julian_day() - UNIX_EPOCH),
        |days| Date::from_julian_day(days.checked_add(UNIX_EPOCH).ok_or(DATE)?).map_err(|_| DATE);
    [keys; shown] Time as (u32, u32), "time of day":
        |time| {
            let (hour, minute, second, nanos) = time.as_hms_nano();
            Ok((u32::from(hour) * 3600 + u32::from(minute) * 60 + u32::from(second), nanos))
        },
        |time| time_of_day(time);
    [keys; shown] PrimitiveDateTime as (i64, u32), "date and time":
        |time| Ok((time.assume_utc().unix_timestamp(), time.nanosecond())),
        |time| instant(time).map(|time| PrimitiveDateTime::new(time.date(), time.time()));
    [keys; shown] UtcDateTime as (i64, u32), "instant":
        |time| Ok((time.unix_timestamp(), time.nanosecond())),
        |time| instant(time).map(|time| UtcDateTime::new(time.date(), time.time()));
    [no_key; shown] OffsetDateTime as (i64, u32, i32), "instant with offset":
        |time| {
            // (In UTC the date may be after the last one.)
            instant((time.unix_timestamp(), time.nanosecond()))?;
            Ok((time.unix_timestamp(), time.nanosecond(), time.offset().whole_seconds()))
        },
        |(seconds, nanos, offset)| {
            let offset = UtcOffset::from_whole_seconds(offset).map_err(|_| OFFSET)?;
            instant((seconds, nanos))?.checked_to_offset(offset).ok_or(INSTANT)
        };
    [keys; shown] UtcOffset as i32, "offset":
        |offset| Ok(offset.whole_seconds()),
        |seconds| UtcOffset::from_whole_seconds(seconds).map_err(|_| OFFSET);
    [keys] Duration as (i64, u32), "signed duration":
        |duration| match (duration.whole_seconds(), duration.subsec_nanoseconds()) {
            (seconds, nanos @ ..0) => {
                Ok((seconds.checked_sub(1).ok_or("the duration is out of range")?, (nanos + 1_000_000_000) as u32))
            }
            (seconds, nanos) => Ok((seconds, nanos as u32)),
        },
        |(seconds, nanos)| match i32::try_from(nanos) {
            // (`new` would carry the nanoseconds into the seconds, and panic at the greatest of these.)
            Ok(nanos @ ..1_000_000_000) => Ok(Duration::new(seconds, nanos)),
            _ => Err("the duration has a second or more of nanoseconds"),
        };
    [keys; shown] Weekday as u8, "weekday":
        |day| Ok(day.number_days_from_monday()),
        |day| if day < 7 { Ok(Weekday::Monday.nth_next(day)) } else { Err("no weekday has this number") };
    [keys; shown] Month as u8, "month":
        |month| Ok(u8::from(*month)),
        |month| Month::try_from(month).map_err(|_| "no month has this number");
}
