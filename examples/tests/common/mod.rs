//! Where the programs of the examples are. (`examples/stream/tests` uses this file too.)

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// A command that runs an example of the package that the test belongs to. `cargo test` has built it before; if not, it
/// is built here.
pub(crate) fn example(name: &str) -> Command {
    let test = std::env::current_exe().expect("the path of this program");
    let profile = test.parent().and_then(Path::parent).expect("tests are in target/PROFILE/deps");
    let built = profile.join("examples").join(format!("{name}{}", std::env::consts::EXE_SUFFIX));
    Command::new(if is_fresh(&built) { built } else { build(name) })
}

/// Whether a program exists and is newer than each of its source files, which the file with the extension `d` lists.
/// (Cargo would know as well; but it would build the program again with the features that this package alone enables.)
fn is_fresh(program: &Path) -> bool {
    let modified = |path: &Path| fs::metadata(path).and_then(|metadata| metadata.modified()).ok();
    let Some(built) = modified(program) else { return false };
    let Ok(sources) = fs::read_to_string(program.with_extension("d")) else { return false };
    let sources = sources.lines().filter_map(|line| line.split_once(": ")).flat_map(|(_, files)| files.split(' '));
    sources.into_iter().all(|file| modified(Path::new(file)).is_some_and(|at: SystemTime| at <= built))
}

/// Builds an example, and takes its path from cargo's messages.
fn build(name: &str) -> PathBuf {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--message-format=json", "--example", name]).current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.stderr(Stdio::inherit()).output().expect("cargo should start");
    assert!(output.status.success(), "the example should build");
    let messages = String::from_utf8(output.stdout).expect("UTF-8");
    let mut programs = messages.lines().filter_map(|line| line.split_once("\"executable\":\"")?.1.split_once('"'));
    programs.next().expect("cargo names the program").0.into()
}
