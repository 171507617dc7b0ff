//! The program, started as a user starts it: every way of running it has the same answer.

use std::net::TcpListener;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};

const RECORDS: [&str; 4] = ["--records", "60000", "--users", "5000"];

fn start(arguments: &[&str]) -> Child {
    start_with(&[&RECORDS, arguments].concat())
}

fn start_with(arguments: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_dataflow"));
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap()
}

fn run(arguments: &[&str]) -> Output {
    start(arguments).wait_with_output().unwrap()
}

/// Returns the line with the answer, if there is one.
fn answer(output: &Output) -> Option<String> {
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    text.lines().find(|line| line.starts_with("answer: ")).map(str::to_owned)
}

fn plain() -> Option<String> {
    let answer = answer(&run(&["--plain"]));
    assert!(
        answer.as_ref().is_some_and(|line| line.starts_with("answer: 60000 events in 3 minutes, 72 rows, digest "))
    );
    answer
}

#[test]
fn workers_of_one_process() {
    let expected = plain();
    for form in ["packed", "vectors", "columns"] {
        for workers in ["1", "2", "3"] {
            assert_eq!(
                answer(&run(&["--form", form, "-w", workers, "--check"])),
                expected,
                "{form}, {workers} workers"
            );
        }
    }
    // With messages as bytes.
    assert_eq!(answer(&run(&["-w", "2", "-z"])), expected);
}

#[test]
fn two_processes() {
    let expected = plain();
    for form in ["packed", "vectors", "columns"] {
        let folder = tempfile::tempdir().unwrap();
        let hosts = hosts(folder.path());
        let start = |process| start(&["--form", form, "-n", "2", "-p", process, "-h", &hosts]);
        let (first, mut second) = (start("0"), start("1"));
        let first = first.wait_with_output().unwrap();
        if !first.status.success() {
            // It may wait for the first one.
            second.kill().unwrap();
        }
        assert_eq!(answer(&first), expected, "{form}");
        assert_eq!(answer(&second.wait_with_output().unwrap()), None, "{form}");
    }
}

/// Writes a file with the addresses of two processes: one that is free now, and any; returns its path.
fn hosts(folder: &Path) -> String {
    let free = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    let path = folder.join("hosts");
    std::fs::write(&path, format!("{free}\n127.0.0.1:0\n")).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn events_from_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("events");
    let path = path.to_str().unwrap();
    assert!(run(&["--write", path]).status.success());
    assert_eq!(answer(&run(&["--file", path, "-w", "2"])), plain());
    // A loop reads the file too, whatever the default of `--records` is.
    let checked = start_with(&["--users", "5000", "--file", path, "-w", "2", "--check"]).wait_with_output().unwrap();
    assert_eq!(answer(&checked), plain());
    assert!(String::from_utf8_lossy(&checked.stdout).contains("a loop has the same answer"));
    let looped = start_with(&["--users", "5000", "--file", path, "--plain"]).wait_with_output().unwrap();
    assert_eq!(answer(&looped), plain());

    // The end of it is missing: no answer.
    let mut bytes = std::fs::read(path).unwrap();
    for end in [bytes.len() - 1, bytes.len() / 2] {
        std::fs::write(path, &bytes[..end]).unwrap();
        let output = run(&["--file", path, "-w", "2"]);
        assert_eq!(output.status.code(), Some(1));
        let errors = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(errors.contains(path) && errors.contains("expected a file that was closed, found "), "{errors}");
        assert!(!String::from_utf8_lossy(&output.stdout).contains("answer"));
    }

    // A byte of it is damaged: no answer.
    let middle = bytes.len() / 2;
    bytes[middle] ^= 1;
    std::fs::write(path, bytes).unwrap();
    let output = run(&["--file", path, "-w", "2"]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(errors.contains("error: worker ") && errors.contains(path), "{errors}");
    assert!(!String::from_utf8_lossy(&output.stdout).contains("answer"));
}

#[test]
fn bad_arguments() {
    for (arguments, expected) in [
        (&["--form", "rows"][..], "error: --form: expected packed, vectors or columns, found rows\n"),
        (&["--users", "many"], "error: Option 'users' given more than once\n"),
        (&["--figures", "x"], "error: --figures x: invalid digit found in string\n"),
        (&["--file", "events", "--form", "vectors"], "error: --file: the records in a file are packed\n"),
        (&["-w", "x"], "error: -w x: invalid digit found in string\n"),
        (&["-n", "-1"], "error: -n -1: invalid digit found in string\n"),
        (&["-p", "0.5"], "error: -p 0.5: invalid digit found in string\n"),
        (&["-n", "2", "-p", "5"], "error: cannot start: expected a process from 0 to 1, found 5\n"),
        (&["-n", "2", "-h", "none/hosts"], "error: -h none/hosts: No such file or directory (os error 2)\n"),
        (&["--file", "none/events"], "error: none/events: No such file or directory (os error 2)\n"),
        (&["--file", "none/events", "--plain"], "error: none/events: No such file or directory (os error 2)\n"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(1), "{arguments:?}");
        assert_eq!(String::from_utf8_lossy(&output.stderr), expected);
    }
}

/// One round of figures: that it measures all forms.
#[test]
fn figures() {
    let output = run(&["--figures", "1"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}{}", String::from_utf8_lossy(&output.stderr));
    for form in ["packed", "vectors", "columns"] {
        assert_eq!(text.lines().filter(|line| line.starts_with(&format!("| {form} | "))).count(), 2, "{text}");
    }
}
