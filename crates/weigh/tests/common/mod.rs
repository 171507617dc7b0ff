//! Runs the fixture programs.
#![allow(dead_code, reason = "each test program uses a part of it")]

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// The output and the exit status of a program.
#[derive(Debug)]
pub(crate) struct Ran {
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    pub(crate) status: i32,
}

impl Ran {
    /// Returns the cells of the row that begins with `name`.
    pub(crate) fn row(&self, name: &str) -> Vec<String> {
        let mut rows = self.stdout.lines().filter(|line| line.trim_start().starts_with(name));
        let row = rows.next().unwrap_or_else(|| panic!("no row {name:?} in\n{}", self.stdout));
        row.split("  ").map(str::trim).filter(|cell| !cell.is_empty()).map(String::from).collect()
    }
}

/// Runs the fixture whose cases are `fixture`.
pub(crate) fn cases(fixture: &str, args: &[&str]) -> Ran {
    run(command("weigh-fixture").env("FIXTURE", fixture).args(args))
}

/// Runs a command to its end.
pub(crate) fn run(command: &mut Command) -> Ran {
    let Output { status, stdout, stderr } = command.output().expect("the program starts");
    let text = |bytes| String::from_utf8(bytes).expect("UTF-8");
    Ran { stdout: text(stdout), stderr: text(stderr), status: status.code().expect("a status") }
}

/// Returns a command that runs one of the fixture programs.
pub(crate) fn command(example: &str) -> Command {
    let mut command = Command::new(example_path(example));
    command.current_dir(env!("CARGO_MANIFEST_DIR")).env_remove("NO_COLOR");
    command
}

/// Returns a new, empty directory for a test.
pub(crate) fn scratch(test: &str) -> PathBuf {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&dir);
    std::fs::create_dir_all(&dir).expect("a directory");
    dir
}

/// Returns cargo's target directory, in which these tests were built.
pub(crate) fn target_dir() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("a directory around it")
}

/// Returns the path of an example. Cargo builds the examples with the tests, except when it builds only one test
/// target. So they are built here, which does nothing if they are up to date.
fn example_path(name: &str) -> &'static Path {
    static EXAMPLES: OnceLock<HashMap<String, PathBuf>> = OnceLock::new();
    &EXAMPLES.get_or_init(build_examples)[name]
}

fn build_examples() -> HashMap<String, PathBuf> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.current_dir(env!("CARGO_MANIFEST_DIR"));
    cargo.args(["build", "--quiet", "--examples", "--message-format=json"]);
    cargo.arg("--target-dir").arg(target_dir());
    if !cfg!(debug_assertions) {
        cargo.arg("--release");
    }
    let built = run(&mut cargo);
    assert_eq!(built.status, 0, "the fixtures build: {}", built.stderr);
    built.stdout.lines().filter_map(executable).collect()
}

/// Returns the name and the path of the program in a line of cargo's output, if the line has one.
fn executable(line: &str) -> Option<(String, PathBuf)> {
    let message: serde_json::Value = serde_json::from_str(line).ok()?;
    let name = message["target"]["name"].as_str()?;
    Some((name.into(), message["executable"].as_str()?.into()))
}
