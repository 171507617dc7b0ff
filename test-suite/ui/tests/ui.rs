//! Code that must not compile, and the messages of the compiler: one mistake per file, in `tests/ui/<category>`, or in
//! `tests/built/refused` if `cargo check` does not find it: it is in code that is generic until code is generated, as
//! whether a layout can hold a type.
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

/// All cases in one run of cargo, which is called by `src/bin/cargo-for-cases.rs`.
#[test]
fn mistakes_are_refused() {
    let cargo_for_cases = env!("CARGO_BIN_EXE_cargo-for-cases");
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    if !compares_messages() {
    } else if cargo == cargo_for_cases {
        let cases = trybuild::TestCases::new();
        cases.compile_fail("tests/ui/*/*.rs");
        cases.compile_fail("tests/built/refused/*.rs");
    } else {
        // Trybuild takes the path of cargo from the environment, so this test runs itself in another.
        let mut test = Command::new(env::current_exe().expect("the path of the tests"));
        test.args(["--exact", "mistakes_are_refused", "--nocapture"]);
        test.env("CARGO", cargo_for_cases).env("CARGO_OF_CASES", cargo).env("CARGO_PROFILE_DEV_DEBUG", "0");
        assert!(test.status().expect("cannot run the test").success(), "messages differ, see above");
    }
}

/// The other side of `tests/built/refused`: what is refused in other layouts compiles in one that can hold the type.
#[test]
fn a_field_that_may_be_absent_in_compact() {
    default_in_compact::main();
}

#[path = "built/default_in_compact.rs"]
mod default_in_compact;

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
