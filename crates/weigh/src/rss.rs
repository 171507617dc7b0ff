//! The maximum resident set size of the process.

/// Returns the maximum resident set size of this process, in bytes; `None` if the system does not provide it.
///
/// Linux provides it in two places. `getrusage` includes the memory that the parent held when it started this process,
/// so that a small case after a large one would look large. The high-water mark in `/proc/self/status` is that of this
/// program alone.
#[cfg(all(target_os = "linux", not(miri)))]
pub(crate) fn max() -> Option<u64> {
    high_water_mark(&std::fs::read_to_string("/proc/self/status").ok()?)
}

/// Returns `None`: on other systems, the figure needs a foreign function call.
#[cfg(not(all(target_os = "linux", not(miri))))]
pub(crate) fn max() -> Option<u64> {
    None
}

/// Returns the bytes in the line `VmHWM:     1234 kB`.
#[cfg(any(target_os = "linux", test))]
#[cfg_attr(miri, allow(dead_code))]
fn high_water_mark(status: &str) -> Option<u64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    kibibytes.checked_mul(1024)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_mark_is_found_among_the_other_lines() {
        let status = "Name:\tweigh\nVmPeak:\t    9000 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 10 kB\n";
        assert_eq!(high_water_mark(status), Some(2 * 1024 * 1024));
        assert_eq!(high_water_mark("Name:\tweigh\n"), None);
        assert_eq!(high_water_mark("VmHWM:\tmuch kB\n"), None);
        assert_eq!(high_water_mark("VmHWM: 99999999999999999999 kB"), None);
    }
}
