//! Code that must not compile, and the messages of the compiler: one mistake per file, in `tests/ui/<category>`, or in
//! `tests/built/refused` if `cargo check` does not find it.
//!
//! Messages differ between compilers, so they are compared for one compiler only, the [`COMPILER`] that CI runs. With
//! any other compiler this test fails, and its message says so. A run that must not compare messages (with the oldest
//! supported compiler, or nightly) sets `UI_TESTS=skip`, so nothing is skipped unintentionally. Write new messages with
//! `TRYBUILD=overwrite cargo test -p ui`, and read them before you commit them: each must help a
//! reader who has never seen the library.

#![cfg(not(miri))]

use std::env;
use std::process::Command;

/// The compiler that wrote the messages in the `.stderr` files.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn mistakes_are_refused() {
    if compares_messages() {
        trybuild::TestCases::new().compile_fail("tests/ui/*/*.rs");
    }
}

/// Mistakes that only `cargo build` can find, because they are in code that is generic until then: whether a layout can
/// hold a type.
#[test]
fn mistakes_are_refused_when_code_is_generated() {
    if compares_messages() {
        let cases = trybuild::TestCases::new();
        // (Trybuild builds all cases if one of them must pass; otherwise it only checks them.)
        cases.pass("tests/built/default_in_compact.rs");
        cases.compile_fail("tests/built/refused/*.rs");
    }
}

/// Returns whether messages are compared in this run.
fn compares_messages() -> bool {
    if env::var_os("UI_TESTS").is_some_and(|value| value == "skip") {
        eprintln!("UI_TESTS=skip: no messages are compared");
        return false;
    }
    let compiler = compiler();
    assert!(
        compiler.starts_with(COMPILER),
        "the messages in tests/ui are those of {COMPILER}*, this is {compiler}: \
         run this test with that compiler, or leave it out with UI_TESTS=skip"
    );
    true
}

/// Returns the version that the compiler of the tests prints.
fn compiler() -> String {
    let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("cannot run rustc");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
