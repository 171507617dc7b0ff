//! Times of work that is done several times; each figure is a median.

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

/// From this time on, work is measured once.
const LONG: Duration = Duration::from_millis(20);

/// Returns the median of several times, or the first if that is long.
pub(crate) fn median(rounds: usize, mut measure: impl FnMut() -> Duration) -> Duration {
    let first = measure();
    if first >= LONG {
        return first;
    }
    let mut times: Vec<_> = std::iter::once(first).chain((1..rounds).map(|_| measure())).collect();
    middle(&mut times)
}

/// Returns the medians of two that are measured in turn, so that other work of the machine slows down both.
pub(crate) fn in_turn(
    rounds: usize,
    mut a: impl FnMut() -> Duration,
    mut b: impl FnMut() -> Duration,
) -> (Duration, Duration) {
    let (mut first, mut second): (Vec<_>, Vec<_>) = (0..rounds.max(1)).map(|_| (a(), b())).unzip();
    (middle(&mut first), middle(&mut second))
}

fn middle(times: &mut [Duration]) -> Duration {
    times.sort();
    times[times.len() / 2]
}

/// Returns a time in a suitable unit.
pub(crate) fn short(time: Duration) -> String {
    let nanoseconds = time.as_nanos() as f64;
    match nanoseconds {
        ..1e3 => format!("{nanoseconds:.0} ns"),
        ..1e6 => format!("{:.1} µs", nanoseconds / 1e3),
        ..1e9 => format!("{:.2} ms", nanoseconds / 1e6),
        _ => format!("{:.2} s", nanoseconds / 1e9),
    }
}
