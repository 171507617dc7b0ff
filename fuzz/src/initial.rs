//! The initial inputs of a target: its seeds, and what runs without feedback from branches need to change them (see
//! `FUZZ_FEEDBACK` in ci/fuzz.sh).
//!
//! Without feedback, libFuzzer changes only those inputs that have raised a counter of their own when they ran first.
//! So each of the initial inputs raises one. The environment variable `FUZZ_INPUTS` has their number; without it none
//! is raised.

use std::path::PathBuf;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::{env, fs, process};

use crate::Case;

/// Where the environment variable `FUZZ_SEEDS` names a directory, writes the seeds of a target to it, as
/// `<layout>-<shape>-<number>`, and ends the program. Each begins with the bytes that choose its case; that of a single
/// case (`is_single`) with a byte of its own.
pub fn write_seeds(cases: &[Case], is_single: bool) {
    let Some(directory) = env::var_os("FUZZ_SEEDS").map(PathBuf::from) else { return };
    fs::create_dir_all(&directory).expect("the directory is created");
    for (number, case) in (0_u16..).zip(cases) {
        for (count, seed) in (case.seeds)().iter().enumerate() {
            let header = if is_single { vec![count as u8] } else { number.to_le_bytes().to_vec() };
            let file = directory.join(format!("{}-{count}", case.name));
            fs::write(file, [header.as_slice(), seed].concat()).expect("the file is written");
        }
    }
    process::exit(0)
}

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
