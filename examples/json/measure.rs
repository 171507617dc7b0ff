//! Times of serde_json and packed-data, measured in turn over several rounds; each figure is a median.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Returns how long a function takes, without dropping its result.
pub(crate) fn time<T>(f: impl FnOnce() -> T) -> Duration {
    let start = Instant::now();
    let result = black_box(f());
    let elapsed = start.elapsed();
    drop(result);
    elapsed
}

/// Like [`time`], but returns the time of one of many calls: for functions that are too short for the clock.
pub(crate) fn time_short<T>(mut f: impl FnMut() -> T) -> Duration {
    const CALLS: u32 = 1000;
    time(|| (0..CALLS).for_each(|_| _ = black_box(f()))) / CALLS
}

/// One operation done both ways.
pub(crate) struct Row {
    what: &'static str,
    serde_json: Duration,
    packed: Duration,
}

/// Measures one operation both ways, in turn, so that other work of the machine slows down both.
pub(crate) fn compare(
    what: &'static str,
    rounds: usize,
    mut serde_json: impl FnMut() -> Duration,
    mut packed: impl FnMut() -> Duration,
) -> Row {
    let (mut a, mut b): (Vec<_>, Vec<_>) = (0..rounds).map(|_| (serde_json(), packed())).unzip();
    Row { what, serde_json: median(&mut a), packed: median(&mut b) }
}

fn median(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Returns the sum of all rows.
pub(crate) fn total(what: &'static str, rows: &[Row]) -> Row {
    Row {
        what,
        serde_json: rows.iter().map(|row| row.serde_json).sum(),
        packed: rows.iter().map(|row| row.packed).sum(),
    }
}

impl fmt::Display for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ratio = self.serde_json.as_secs_f64() / self.packed.as_secs_f64().max(1e-12);
        let (serde_json, packed) = (short(self.serde_json), short(self.packed));
        write!(f, "  {:<34} {serde_json:>12} {packed:>12} {ratio:>9.1}x", self.what)
    }
}

/// Returns a time in a suitable unit.
fn short(time: Duration) -> String {
    let ns = time.as_nanos() as f64;
    match ns {
        ..1e3 => format!("{ns:.0} ns"),
        ..1e6 => format!("{:.1} µs", ns / 1e3),
        ..1e9 => format!("{:.2} ms", ns / 1e6),
        _ => format!("{:.2} s", ns / 1e9),
    }
}

/// Returns a number with separated thousands.
pub(crate) fn grouped(number: usize) -> String {
    let digits = number.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}
