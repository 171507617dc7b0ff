//! Numbers and times as text for people.

use std::fmt::Display;
use std::time::Duration;

/// Returns a number with commas between groups of three digits, as the tables show it.
///
/// ```
/// assert_eq!(weigh::commas(16_008_568), "16,008,568");
/// assert_eq!(weigh::commas(-1_024), "-1,024");
/// assert_eq!(weigh::commas(999), "999");
/// ```
#[must_use]
pub fn commas(number: impl Display) -> String {
    let plain = number.to_string();
    let sign = if plain.starts_with('-') { "-" } else { "" };
    let digits = &plain[sign.len()..];
    let mut text = String::from(sign);
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Returns a count with a noun: `1 block`, `2 blocks`, `1,000 blocks`.
pub(crate) fn plural(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", commas(count), if count == 1 { one } else { many })
}

/// Returns a time in a suitable unit, with three digits, because it is a rough figure.
pub(crate) fn time(time: Duration) -> String {
    let nanos = time.as_nanos() as f64;
    let (value, unit) = match nanos {
        n if n < 1e3 => return format!("{n} ns"),
        n if n < 1e6 => (n / 1e3, "µs"),
        n if n < 1e9 => (n / 1e6, "ms"),
        n => (n / 1e9, "s"),
    };
    match value {
        v if v < 10.0 => format!("{v:.2} {unit}"),
        v if v < 100.0 => format!("{v:.1} {unit}"),
        v => format!("{} {unit}", commas(format!("{v:.0}"))),
    }
}

/// Returns a change with its sign, and in percent of `before`.
pub(crate) fn change(before: u64, now: u64) -> String {
    match (before, i128::from(now) - i128::from(before)) {
        (_, 0) => String::from("0"),
        (0, bytes) => format!("+{} (from 0)", commas(bytes)),
        (before, bytes) => {
            let sign = if bytes > 0 { "+" } else { "" };
            let percent = 100.0 * bytes as f64 / before as f64;
            format!("{sign}{} ({percent:+.1}%)", commas(bytes))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commas_separate_groups_of_three_digits() {
        let cases = [
            (0_i128, "0"),
            (7, "7"),
            (100, "100"),
            (1_000, "1,000"),
            (-999, "-999"),
            (-1_000_000, "-1,000,000"),
            (u64::MAX.into(), "18,446,744,073,709,551,615"),
        ];
        for (number, text) in cases {
            assert_eq!(commas(number), text);
        }
    }

    #[test]
    fn times_have_a_suitable_unit() {
        let cases = [
            (0, "0 ns"),
            (999, "999 ns"),
            (1_500, "1.50 µs"),
            (43_210, "43.2 µs"),
            (432_100_000, "432 ms"),
            (1_234_000_000_000, "1,234 s"),
        ];
        for (nanos, text) in cases {
            assert_eq!(time(Duration::from_nanos(nanos)), text);
        }
    }

    #[test]
    fn changes_are_in_bytes_and_percent() {
        let cases = [
            (100, 100, "0"),
            (1_000, 2_500, "+1,500 (+150.0%)"),
            (2_000, 1_000, "-1,000 (-50.0%)"),
            (0, 64, "+64 (from 0)"),
            (u64::MAX, 0, "-18,446,744,073,709,551,615 (-100.0%)"),
        ];
        for (before, now, text) in cases {
            assert_eq!(change(before, now), text);
        }
    }
}
