//! The memory of a process over time, and whether it grows.

use std::time::{Duration, Instant};

/// The memory of one kind of process that is resident (`VmRSS`), in bytes, and when it was sampled.
pub(crate) struct Memory {
    name: &'static str,
    begin: Instant,
    samples: Vec<(Duration, u64)>,
}

/// What the memory was in the second quarter of the time, and in the last: medians, in bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Growth {
    pub(crate) before: u64,
    pub(crate) after: u64,
}

impl Memory {
    pub(crate) fn new(name: &'static str) -> Self {
        Self { name, begin: Instant::now(), samples: Vec::new() }
    }

    pub(crate) fn name(&self) -> &'static str {
        self.name
    }

    /// Samples the memory of a process, unless it has ended.
    pub(crate) fn sample(&mut self, process: u32) {
        let time = self.begin.elapsed();
        self.samples.extend(resident(process).map(|bytes| (time, bytes)));
    }

    /// Samples the memory once in a second.
    pub(crate) fn sample_now_and_then(&mut self, process: u32) {
        let last = self.samples.last().map(|(time, _)| *time);
        if last.is_none_or(|last| last + Duration::from_secs(1) <= self.begin.elapsed()) {
            self.sample(process);
        }
    }

    /// Compares the second quarter of the time with the last. `None` without samples in both.
    pub(crate) fn growth(&self) -> Option<Growth> {
        growth(&self.samples, self.begin.elapsed())
    }
}

impl Growth {
    /// Returns whether it is more than noise: a tenth and 8 MB.
    pub(crate) fn is_leak(self) -> bool {
        self.after > self.before + self.before / 10 + (8 << 20)
    }
}

fn growth(samples: &[(Duration, u64)], whole: Duration) -> Option<Growth> {
    let median = |from: Duration, to: Duration| {
        let part = samples.iter().filter(|(time, _)| (from..to).contains(time));
        let mut part = part.map(|(_, bytes)| *bytes).collect::<Vec<_>>();
        part.sort_unstable();
        part.get(part.len() / 2).copied()
    };
    let quarter = whole / 4;
    Some(Growth { before: median(quarter, 2 * quarter)?, after: median(3 * quarter, Duration::MAX)? })
}

/// Returns the resident memory of a process; `None` if it has ended, or if the system has no `/proc`.
fn resident(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    line.split_whitespace().next()?.parse::<u64>().ok()?.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(bytes: impl Fn(u64) -> u64) -> Growth {
        let samples = (0..100).map(|second| (Duration::from_secs(second), bytes(second))).collect::<Vec<_>>();
        growth(&samples, Duration::from_secs(100)).unwrap()
    }

    #[test]
    fn memory_that_grows_is_a_leak() {
        let begin = |second: u64| if second < 20 { second << 20 } else { 20 << 20 };
        assert_eq!(of(begin), Growth { before: 20 << 20, after: 20 << 20 });
        assert!(!of(begin).is_leak());
        assert!(!of(|second| (50 << 20) + second % 7).is_leak());
        assert!(of(|second| second << 20).is_leak());
        assert!(of(|second| (500 << 20) + (second << 21)).is_leak());
        assert!(!of(|second| (100 - second) << 20).is_leak());
    }

    #[test]
    fn without_samples_nothing_is_known() {
        let whole = Duration::from_secs(100);
        assert_eq!(growth(&[], whole), None);
        assert_eq!(growth(&[(Duration::from_secs(30), 1)], whole), None);
    }

    #[test]
    fn this_process_has_memory() {
        assert!(!cfg!(target_os = "linux") || resident(std::process::id()).is_some_and(|bytes| bytes > 100_000));
    }
}
