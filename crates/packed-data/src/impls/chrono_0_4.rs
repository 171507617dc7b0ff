//! The crate `chrono`, version 0.4: dates, times, and instants with or without an offset. A value of `Local` has no
//! packed form of its own: convert it to `Utc`, or to a `FixedOffset`.

use chrono::{
    DateTime, Datelike, FixedOffset, Month, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike, Utc, Weekday,
};

use super::adapted::adapted;

/// The number that `num_days_from_ce` returns for 1970-01-01.
const UNIX_EPOCH: i32 = 719_163;

const DATE: &str = "the date is out of range";
const TIME: &str = "the time of day is out of range";
const INSTANT: &str = "the date and time are out of range";

adapted! {
    [keys; shown] NaiveDate as i32, "date":
        |date| Ok(date.num_days_from_ce() - UNIX_EPOCH),
        |days| days.checked_add(UNIX_EPOCH).and_then(NaiveDate::from_num_days_from_ce_opt).ok_or(DATE);
    [keys; shown] NaiveTime as (u32, u32), "time of day":
        |time| Ok((time.num_seconds_from_midnight(), time.nanosecond())),
        |(seconds, nanos)| NaiveTime::from_num_seconds_from_midnight_opt(seconds, nanos).ok_or(TIME);
    [keys; shown] NaiveDateTime as (i64, u32), "date and time":
        |time| Ok((time.and_utc().timestamp(), time.and_utc().timestamp_subsec_nanos())),
        |(seconds, nanos)| Ok(DateTime::from_timestamp(seconds, nanos).ok_or(INSTANT)?.naive_utc());
    [keys; shown] DateTime<Utc> as (i64, u32), "instant":
        |time| Ok((time.timestamp(), time.timestamp_subsec_nanos())),
        |(seconds, nanos)| DateTime::from_timestamp(seconds, nanos).ok_or(INSTANT);
    [no_key; shown] DateTime<FixedOffset> as (i64, u32, i32), "instant with offset":
        |time| Ok((time.timestamp(), time.timestamp_subsec_nanos(), time.offset().local_minus_utc())),
        |(seconds, nanos, offset)| {
            let instant = DateTime::from_timestamp(seconds, nanos).ok_or(INSTANT)?;
            Ok(instant.with_timezone(&FixedOffset::east_opt(offset).ok_or("the offset is out of range")?))
        };
    [keys; shown] FixedOffset as i32, "offset":
        |offset| Ok(offset.local_minus_utc()),
        |seconds| FixedOffset::east_opt(seconds).ok_or("the offset is out of range");
    [keys] TimeDelta as (i64, u32), "signed duration":
        |delta| Ok(match (delta.num_seconds(), delta.subsec_nanos()) {
            (seconds, nanos @ ..0) => (seconds - 1, (nanos + 1_000_000_000) as u32),
            (seconds, nanos) => (seconds, nanos as u32),
        }),
        |(seconds, nanos)| TimeDelta::new(seconds, nanos).ok_or("the duration is out of range");
    [keys; shown] Weekday as u8, "weekday":
        |day| Ok(day.num_days_from_monday() as u8),
        |day| Weekday::try_from(day).map_err(|_| "no weekday has this number");
    [keys; shown] Month as u8, "month":
        |month| Ok(month.number_from_month() as u8),
        |month| Month::try_from(month).map_err(|_| "no month has this number");
}
