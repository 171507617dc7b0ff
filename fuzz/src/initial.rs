//! Runs without feedback from branches: see `FUZZ_FEEDBACK` in ci/fuzz.sh.
//!
//! libFuzzer changes only those inputs that have raised a counter of their own when they ran first. So each of the
//! initial inputs raises one. The environment variable `FUZZ_INPUTS` has their number; without it none is raised.

use std::env;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};

/// libFuzzer adds the counters of this section to those of branches, and sets them to 0 before each input.
#[allow(unsafe_code, reason = "the section exists for this, and has counters of bytes only")]
#[unsafe(link_section = "__libfuzzer_extra_counters")]
#[used]
static COUNTERS: [AtomicU8; 1 << 14] = [const { AtomicU8::new(0) }; _];

static INPUTS: LazyLock<usize> =
    LazyLock::new(|| env::var("FUZZ_INPUTS").ok().and_then(|number| number.parse().ok()).unwrap_or(0));

/// The number of inputs that ran.
static RAN: AtomicUsize = AtomicUsize::new(0);

/// Raises a counter for an initial input.
pub fn keep() {
    let number = RAN.fetch_add(1, Relaxed);
    if number < *INPUTS {
        COUNTERS[number % COUNTERS.len()].store(1, Relaxed);
    }
}
