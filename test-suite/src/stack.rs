//! Long lists, and threads with small stacks in which they must be handled.

use std::thread;

/// Number of cells in a long list. Without optimisation a million would take seconds in each layout; a hundred thousand
/// overflow the stack of [`in_a_small_stack`] as well, if each takes three bytes of it.
pub const LONG: i64 = match (cfg!(miri), cfg!(debug_assertions)) {
    (true, _) => 50,
    (_, true) => 100_000,
    _ => 1_000_000,
};

/// Runs in a thread with a stack of 256 KiB.
///
/// # Panics
///
/// If `run` panics.
pub fn in_a_small_stack(run: impl FnOnce() + Send) {
    in_a_stack(256 << 10, run);
}

/// Runs in a thread with a stack of `size` bytes.
///
/// # Panics
///
/// If `run` panics.
pub fn in_a_stack(size: usize, run: impl FnOnce() + Send) {
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(size).spawn_scoped(scope, run);
        // (A panic here would wait forever: the scope also counts a thread that could not be started.)
        let Ok(thread) = thread else { std::process::abort() };
        thread.join().expect("no panic in the thread");
    });
}
