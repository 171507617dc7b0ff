//! Runs the example as a user does.

#[path = "../../tests/common/mod.rs"]
mod common;

use std::process::Command;

use common::example;

fn run(command: &mut Command) -> String {
    let output = command.output().expect("the example should start");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}: {errors}", output.status);
    assert_eq!(errors, "", "no errors are expected");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
fn stream() {
    let printed = run(example("stream").args(["--megabytes", "8"]));
    // Records have at least 815 bytes, and every tenth is a warning. The output also contains the memory.
    assert_eq!(printed.matches(" 790 warnings,       8 MB in ").count(), 3, "{printed}");
    assert!(printed.contains("memory"), "{printed}");
    for arguments in [&["--megabytes", "many"][..], &["--through", "smoke"], &["8"]] {
        let refused = example("stream").args(arguments).output().expect("the example should start");
        let errors = String::from_utf8_lossy(&refused.stderr);
        assert_eq!((refused.status.code(), errors.lines().count()), (Some(2), 1), "{errors}");
        assert!(errors.contains("usage: stream [--megabytes N]"), "{errors}");
    }
    assert!(run(example("stream").arg("--help")).starts_with("usage: stream"));
}
