//! The crate `jiff`, version 0.2: dates, times and instants. A `Zoned` needs a database of time zones to be made again,
//! and a `Span` has no order and no canonical form: for these, use an adapter of your own, such as one for their text.

use jiff::civil::{Date, DateTime, Time, Weekday};
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};

use super::adapted::adapted;

const DATE: &str = "the date is out of range";
const TIME: &str = "the time of day is out of range";
const INSTANT: &str = "the date and time are out of range";

const NANOS: i128 = 1_000_000_000;

/// Returns the seconds, rounded down, and the nanoseconds after them.
fn split(nanos: i128) -> Result<(i64, u32), &'static str> {
    let seconds = i64::try_from(nanos.div_euclid(NANOS)).map_err(|_| "the duration is out of range")?;
    Ok((seconds, nanos.rem_euclid(NANOS) as u32))
}

/// Returns the instant `seconds` and `nanos` after the beginning of 1970.
fn instant((seconds, nanos): (i64, u32)) -> Result<Timestamp, &'static str> {
    if i128::from(nanos) >= NANOS {
        return Err(INSTANT);
    }
    Timestamp::from_nanosecond(i128::from(seconds) * NANOS + i128::from(nanos)).map_err(|_| INSTANT)
}

/// Returns the time of day, given the seconds since midnight.
fn time_of_day((seconds, nanos): (u32, u32)) -> Result<Time, &'static str> {
    let (hour, nanos) = (i8::try_from(seconds / 3600).map_err(|_| TIME)?, i32::try_from(nanos).map_err(|_| TIME)?);
    Time::new(hour, (seconds / 60 % 60) as i8, (seconds % 60) as i8, nanos).map_err(|_| TIME)
}

/// Returns the seconds since midnight, and the nanoseconds after them.
fn of_day(time: Time) -> (u32, u32) {
    let [hour, minute, second] = [time.hour(), time.minute(), time.second()].map(|part| u32::from(part as u8));
    (hour * 3600 + minute * 60 + second, time.subsec_nanosecond() as u32)
}

/// Returns the number of days since 1970-01-01.
fn days(date: Date) -> i32 {
    // (Dates of jiff are in the years -9999 to 9999.)
    (date.duration_since(Date::constant(1970, 1, 1)).as_secs() / 86_400) as i32
}

/// Returns the date `days` days after 1970-01-01.
fn date(days: i32) -> Result<Date, &'static str> {
    Date::constant(1970, 1, 1).checked_add(SignedDuration::from_secs(i64::from(days) * 86_400)).map_err(|_| DATE)
}

adapted! {
    [keys; shown] Date as i32, "date":
        |date| Ok(days(*date)),
        |days| date(days);
    [keys; shown] Time as (u32, u32), "time of day":
        |time| Ok(of_day(*time)),
        |time| time_of_day(time);
    [keys; shown] DateTime as (i64, u32), "date and time":
        |time| {
            let (seconds, nanos) = of_day(time.time());
            Ok((i64::from(days(time.date())) * 86_400 + i64::from(seconds), nanos))
        },
        |(seconds, nanos)| {
            let days = i32::try_from(seconds.div_euclid(86_400)).map_err(|_| INSTANT)?;
            Ok(date(days)?.to_datetime(time_of_day((seconds.rem_euclid(86_400) as u32, nanos))?))
        };
    [keys; shown] Timestamp as (i64, u32), "instant":
        |instant| split(instant.as_nanosecond()),
        |time| instant(time);
    [keys; shown] Offset as i32, "offset":
        |offset| Ok(offset.seconds()),
        |seconds| Offset::from_seconds(seconds).map_err(|_| "the offset is out of range");
    [keys] SignedDuration as (i64, u32), "signed duration":
        |duration| split(duration.as_nanos()),
        |(seconds, nanos)| match i32::try_from(nanos) {
            Ok(nanos @ ..1_000_000_000) => Ok(SignedDuration::new(seconds, nanos)),
            _ => Err("the duration has a second or more of nanoseconds"),
        };
    [keys; shown] Weekday as u8, "weekday":
        |day| Ok(day.to_monday_zero_offset() as u8),
        |day| {
            let day = i8::try_from(day).ok().and_then(|day| Weekday::from_monday_zero_offset(day).ok());
            day.ok_or("no weekday has this number")
        };
}
