//! Baselines: kept, compared with, and refused.
#![cfg(not(miri))]

mod common;

use std::fs;
use std::path::Path;

use common::{Ran, command, run, scratch, target_dir};

/// Runs the cases that grow with `size`, with baselines in `dir`.
fn sized(size: u32, dir: &Path, args: &[&str]) -> Ran {
    let mut command = command("weigh-fixture");
    command.env("FIXTURE", "sized").env("SIZE", size.to_string());
    run(command.arg("--baseline-dir").arg(dir).args(args))
}

#[test]
fn no_change_is_no_growth() {
    let dir = scratch("no_change");
    assert_eq!(sized(1_000, &dir, &["--save-baseline", "main"]).status, 0);
    let ran = sized(1_000, &dir, &["--baseline", "main", "--columns", "case,allocated,check"]);
    assert_eq!(ran.row("grows"), ["grows", "1,000", "0", "OK"]);
    assert_eq!(ran.status, 0);
}

#[test]
fn growth_is_told_in_bytes_and_percent_and_fails() {
    let dir = scratch("growth");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let ran = sized(1_100, &dir, &["--baseline", "main", "--columns", "case,allocated,check"]);
    assert_eq!(ran.row("grows"), ["grows", "1,100", "+100 (+10.0%)", "FAIL"]);
    assert_eq!(ran.row("stays"), ["stays", "500", "0", "OK"]);
    assert_eq!(ran.row("fresh"), ["fresh", "5", "new", "OK"]);
    let why = "grows: allocated bytes 1,100, 1,000 in baseline \"main\": grew by 100 (+10.0%), \
               threshold 0%\n";
    assert!(ran.stdout.contains(why), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn growth_up_to_the_threshold_is_none() {
    let dir = scratch("threshold");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let with = |threshold| sized(1_100, &dir, &["--baseline=main", "--threshold", threshold]);
    assert_eq!(with("10").status, 0);
    assert_eq!(with("10%").status, 0);
    assert_eq!(with("9.99").status, 1);
}

#[test]
fn shrinking_is_welcome() {
    let dir = scratch("shrinking");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let ran = sized(250, &dir, &["--baseline", "main", "--columns", "change,case"]);
    assert!(ran.stdout.contains("-750 (-75.0%)  grows\n"), "{}", ran.stdout);
    assert_eq!(ran.status, 0);
}

#[test]
fn growth_from_nothing_is_past_every_threshold() {
    let dir = scratch("from_nothing");
    sized(0, &dir, &["--save-baseline", "main"]);
    let ran = sized(8, &dir, &["--baseline", "main", "--threshold", "1000000"]);
    assert!(ran.stdout.contains("+8 (from 0)"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_filtered_run_keeps_the_other_cases_of_the_baseline() {
    let dir = scratch("filtered");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    sized(2_000, &dir, &["--save-baseline", "main", "grows"]);
    let ran = sized(2_000, &dir, &["--baseline", "main", "--columns", "case,change"]);
    assert_eq!(ran.row("grows"), ["grows", "0"]);
    assert_eq!(ran.row("stays"), ["stays", "0"]);
    assert_eq!(ran.row("fresh"), ["fresh", "new"]);
}

#[test]
fn a_run_may_compare_and_save_at_once() {
    let dir = scratch("at_once");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let both = ["--baseline", "main", "--save-baseline", "main"];
    assert_eq!(sized(1_100, &dir, &both).status, 1);
    assert_eq!(sized(1_100, &dir, &both).status, 0);
}

#[test]
fn json_output_is_a_baseline_and_tells_the_change() {
    let dir = scratch("json");
    let ran = sized(1_000, &dir, &["--json"]);
    let file = dir.join("elsewhere.json");
    fs::write(&file, ran.stdout.strip_suffix("after main\n").expect("success")).expect("written");
    let file = file.to_str().expect("UTF-8");
    let ran = sized(1_500, &dir, &["--baseline", file, "--json"]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let change = serde_json::json!({ "before": 1_000, "bytes": 500, "percent": 50.0 });
    assert_eq!(document["cases"][0]["change"], change);
    assert_eq!(document["cases"][2].get("change"), None, "a new case");
}

#[test]
fn baselines_lie_in_the_target_directory_unless_told_otherwise() {
    let name = format!("test-{}", std::process::id());
    let save = |flag: &str| run(command("weigh-fixture").env("FIXTURE", "sized").args([flag, name.as_str()]));
    assert_eq!(save("--save-baseline").status, 0);
    assert_eq!(save("--baseline").status, 0);
    let dir = target_dir().join("weigh/weigh-fixture");
    let file = dir.join(format!("{name}.json"));
    fs::remove_file(file).expect("the baseline lies there");
}

/// A target directory that cargo did not make itself has no `CACHEDIR.TAG`.
#[test]
fn a_target_directory_that_was_there_before_is_known_too() {
    let target = scratch("made-by-hand");
    fs::write(target.join(".rustc_info.json"), "{}").expect("written");
    let program = target.join("debug/examples/weigh-fixture");
    fs::create_dir_all(program.parent().expect("a directory")).expect("a directory");
    fs::copy(command("weigh-fixture").get_program(), &program).expect("copied");
    let ran = run(std::process::Command::new(program).env("FIXTURE", "sized").args(["--save-baseline", "here"]));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(target.join("weigh/weigh-fixture/here.json").is_file());
}

/// One line, and exit status 2.
fn refused(ran: &Ran, words: &str) {
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.stderr.starts_with("weigh: ") && ran.stderr.contains(words), "{}", ran.stderr);
    assert_eq!(ran.stdout, "", "nothing is weighed");
}

#[test]
fn a_missing_baseline_is_refused() {
    let dir = scratch("missing");
    let ran = sized(1_000, &dir, &["--baseline", "nowhere"]);
    refused(&ran, "there is no baseline");
    refused(&ran, "run with --save-baseline first");
}

#[test]
fn a_baseline_of_another_version_is_refused() {
    let dir = scratch("version");
    fs::write(dir.join("old.json"), r#"{"weigh": 999, "cases": []}"#).expect("written");
    let ran = sized(1_000, &dir, &["--baseline", "old"]);
    refused(&ran, "is of version 999, this program reads version 1");
    refused(&ran, "run with --save-baseline to make it anew");
}

#[test]
fn what_is_no_baseline_is_refused() {
    let dir = scratch("broken");
    let texts = ["", "[]", "{}", "not JSON", r#"{"weigh": 1}"#, r#"{"weigh": "1", "cases": []}"#];
    for text in texts {
        fs::write(dir.join("broken.json"), text).expect("written");
        refused(&sized(1_000, &dir, &["--baseline", "broken"]), "cannot read the baseline");
    }
    refused(&sized(1_000, &dir, &["--baseline", dir.to_str().expect("UTF-8")]), "cannot read");
}

#[test]
fn a_baseline_that_cannot_be_written_is_told() {
    let dir = scratch("unwritable");
    fs::write(dir.join("file"), "").expect("written");
    let ran = sized(1_000, &dir.join("file"), &["--save-baseline", "main"]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.stderr.contains("cannot write the baseline"), "{}", ran.stderr);
}
