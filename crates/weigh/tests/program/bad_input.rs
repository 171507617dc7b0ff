//! Bad input leads to one line that says what to do, and to exit status 2.
#![cfg(not(miri))]

use crate::common;

use common::{Ran, cases, command, run};

fn refused(ran: &Ran, words: &[&str]) {
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    for words in words {
        assert!(ran.stderr.contains(words), "{words:?} in {}", ran.stderr);
    }
    assert_eq!(ran.stdout, "", "nothing is weighed");
}

#[test]
fn two_cases_with_one_name() {
    let words = ["two cases are named \"a/x\"", "rename one"];
    refused(&cases("duplicate", &[]), &words);
    refused(&cases("duplicate", &["no such case"]), &words);
    refused(&cases("duplicate", &["--list"]), &words);
}

#[test]
fn finding_14_names_that_are_too_long() {
    let long = |length: usize, args: &[&str]| {
        run(command("weigh-fixture").env("FIXTURE", "long").env("LENGTH", length.to_string()).args(args))
    };
    for (length, bytes) in [(200_000, "200,005"), (70_000, "70,005"), (1_020, "1,025")] {
        let ran = long(length, &[]);
        refused(&ran, &["\"long/xxx", &format!("the name has {bytes} bytes, at most 1,024 are allowed")]);
        assert!(ran.stderr.len() < 200, "the message is short");
        refused(&long(length, &["--list"]), &[bytes]);
    }
    let longest = "x".repeat(1_019);
    for args in [&[][..], &["--markdown"], &["--test"], &["--json"]] {
        let ran = long(1_019, args);
        assert!(ran.status == 0 && ran.stdout.contains(&longest), "{}", ran.stderr);
    }
    refused(&cases("zero byte", &[]), &["\"a\\0b\"", "zero byte"]);
}

#[test]
fn unknown_flags() {
    for flag in ["--colour", "-x", "--list=3", "--", "-h5"] {
        let ran = cases("", &[flag, "--frobnicate"]);
        if flag == "--" {
            assert_eq!(ran.status, 0, "arguments after `--` are filters");
            continue;
        }
        refused(&ran, &["unknown flag", "--help"]);
    }
    refused(&cases("", &["--frobnicate"]), &["unknown flag `--frobnicate`"]);
}

#[test]
fn flags_with_a_wrong_value_or_none() {
    let wrong: [&[&str]; 14] = [
        &["--columns"],
        &["--columns", "case,gcs"],
        &["--columns", ""],
        &["--format", "html"],
        &["--baseline"],
        &["--baseline="],
        &["--save-baseline", ""],
        &["--baseline=x", "--threshold=-1"],
        &["--baseline=x", "--threshold=NaN"],
        &["--baseline=x", "--threshold=some"],
        &["--time-limit", "0"],
        &["--time-limit", "soon"],
        &["--color", "blue"],
        &["--skip"],
    ];
    for args in wrong {
        refused(&cases("", args), &[args.last().and_then(|a| a.split('=').next()).unwrap_or("")]);
        refused(&cases("", args), &["give it"]);
    }
}

#[test]
fn a_threshold_without_a_baseline() {
    refused(&cases("", &["--threshold", "5"]), &["give a `--baseline NAME` too"]);
}

#[test]
fn an_unknown_configuration() {
    refused(&cases("configs", &["--config", "page1"]), &["choose one of brief, machine, page"]);
    refused(&cases("", &["--config", "page"]), &["the program defines none"]);
}

#[test]
fn the_allocator_not_installed() {
    let words = ["the counting allocator is not installed", "#[global_allocator]"];
    refused(&run(&mut command("weigh-fixture-uncounted")), &words);
    refused(&run(command("weigh-fixture-uncounted").arg("--list")), &words);
}

#[test]
fn measuring_without_the_allocator_panics() {
    let ran = run(command("weigh-fixture-uncounted").arg("measure"));
    assert_eq!(ran.status, 101);
    assert!(ran.stderr.contains("the counting allocator is not installed"), "{}", ran.stderr);
}
