//! What must not compile, and what the compiler then says: one mistake a file, in `tests/ui/<category>`.
//!
//! Messages differ between compilers, so they are compared with one of them only, the [`COMPILER`] that
//! CI runs. With another this test fails and says so: a run that must not compare messages (the oldest
//! compiler supported, nightly) says `UI_TESTS=skip`. So nothing is skipped that nobody asked to skip.
//! New messages are written with `TRYBUILD=overwrite cargo test -p test-suite --test ui`, and read before
//! they are committed: each must help somebody who has never seen the library.

#![cfg(not(miri))]

use std::env;
use std::process::Command;

/// The compiler whose messages the `.stderr` files hold.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn mistakes_are_refused() {
    if env::var_os("UI_TESTS").is_some_and(|value| value == "skip") {
        eprintln!("UI_TESTS=skip: no messages are compared");
        return;
    }
    let compiler = compiler();
    assert!(
        compiler.starts_with(COMPILER),
        "the messages in tests/ui are those of {COMPILER}*, this is {compiler}: \
         run this test with that compiler, or leave it out with UI_TESTS=skip"
    );
    trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
}

/// What the compiler that builds the tests calls itself.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("cannot run rustc");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
