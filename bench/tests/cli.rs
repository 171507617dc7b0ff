//! The command line: arguments that it refuses, and errors of a run.

use std::process::{Command, Output};

fn run(program: &str, arguments: &str) -> Output {
    Command::new(program).args(arguments.split_whitespace()).output().unwrap()
}

fn bench(arguments: &str) -> Output {
    run(env!("CARGO_BIN_EXE_bench"), arguments)
}

#[test]
fn bad_arguments_print_the_usage_line() {
    for (arguments, words) in [
        ("", "which table?"),
        ("table9", "unknown table `table9`"),
        ("vectors --only sum", "unknown task `sum`"),
        ("scaling --only", "--only"),
        ("scaling --slow", "--slow"),
        ("scaling -q", "-q"),
        ("scaling formats", "formats"),
        ("--json out.json", "which table?"),
    ] {
        let output = bench(arguments);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments}");
        assert!(output.stdout.is_empty(), "{arguments}");
        assert!(errors.contains(words), "{arguments}: {errors}");
        assert!(errors.ends_with("[--json FILE] [--svg DIR]\n"), "{arguments}: {errors}");
    }
    let output = run(env!("CARGO_BIN_EXE_results"), "--slow");
    let usage = "usage: results [--quick] [table1|formats|vectors|scaling|build-cost ...]\n";
    assert_eq!((output.status.code(), output.stderr.as_slice()), (Some(2), usage.as_bytes()));
}

#[test]
fn files_that_cannot_be_written_are_named() {
    let output = bench("scaling --quick --json /nowhere/out.json");
    assert_eq!(output.status.code(), Some(1));
    assert!(String::from_utf8(output.stderr).unwrap().starts_with("/nowhere/out.json: "));
}
