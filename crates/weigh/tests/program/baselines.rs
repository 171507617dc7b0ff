//! Baselines are saved, compared and refused.
#![cfg(not(miri))]

use crate::common;

use std::fs;
use std::path::Path;

use common::{Ran, command, run, scratch, target_dir};

/// Runs the cases that grow with `size`, with baselines in `dir`.
fn sized(size: u32, dir: &Path, args: &[&str]) -> Ran {
    failing("", size, dir, args)
}

/// Like `sized`; one of the cases fails by a `panic` or a `limit`.
fn failing(fail: &str, size: u32, dir: &Path, args: &[&str]) -> Ran {
    let mut command = command("weigh-fixture");
    command.env("FIXTURE", "sized").env("SIZE", size.to_string()).env("FAIL", fail);
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
fn growth_is_reported_in_bytes_and_percent_and_fails() {
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
fn growth_up_to_the_threshold_is_not_a_failure() {
    let dir = scratch("threshold");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let with = |threshold| sized(1_100, &dir, &["--baseline=main", "--threshold", threshold]);
    assert_eq!(with("10").status, 0);
    assert_eq!(with("10%").status, 0);
    assert_eq!(with("9.99").status, 1);
}

#[test]
fn shrinking_is_not_a_failure() {
    let dir = scratch("shrinking");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let ran = sized(250, &dir, &["--baseline", "main", "--columns", "change,case"]);
    assert!(ran.stdout.contains("-750 (-75.0%)  grows\n"), "{}", ran.stdout);
    assert_eq!(ran.status, 0);
}

#[test]
fn growth_from_nothing_is_above_every_threshold() {
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
fn finding_14_a_failing_run_saves_no_baseline() {
    let dir = scratch("failing");
    let not_saved = |ran: &Ran, status| {
        assert_eq!(ran.status, status, "{ran:?}");
        assert!(ran.stderr.starts_with("weigh: baseline \"main\" is not saved: "), "{ran:?}");
    };
    let save = ["--save-baseline", "main"];
    not_saved(&failing("panic", 10, &dir, &save), 1);
    assert_eq!(fs::read_dir(&dir).expect("a directory").count(), 0, "no file is written");

    assert_eq!(sized(10, &dir, &save).status, 0);
    let saved = fs::read(dir.join("main.json")).expect("saved");
    for (fail, args) in [("panic", &[][..]), ("limit", &[]), ("panic", &["grows"]), ("limit", &["grows"])] {
        not_saved(&failing(fail, 1_000, &dir, &[&save, args].concat()), 1);
        not_saved(&failing(fail, 1_000, &dir, &[&save, args, &["--json"]].concat()), 1);
        assert_eq!(fs::read(dir.join("main.json")).expect("kept"), saved);
    }
    not_saved(&sized(1_000, &dir, &[&save[..], &["no such case"]].concat()), 0);
    assert_eq!(fs::read(dir.join("main.json")).expect("kept"), saved);

    let ran = sized(1_000, &dir, &["--baseline", "main"]);
    assert!(ran.stdout.contains("grows: allocated bytes 1,000, 10 in baseline"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn finding_14_growth_is_refused_each_time_that_a_run_compares_and_saves() {
    let dir = scratch("at_once");
    sized(1_000, &dir, &["--save-baseline", "main"]);
    let both = ["--baseline", "main", "--save-baseline", "main"];
    for _ in 0..2 {
        let ran = sized(1_100, &dir, &both);
        assert!(ran.stdout.contains("1,000 in baseline \"main\": grew by 100"), "{}", ran.stdout);
        assert!(ran.stderr.ends_with("weigh: baseline \"main\" is not saved: 1 case failed\n"), "{}", ran.stderr);
        assert_eq!(ran.status, 1);
    }
    assert_eq!(sized(900, &dir, &both).status, 0, "less is saved");
    assert_eq!(sized(1_000, &dir, &both).status, 1, "and compared with");
    assert_eq!(sized(1_000, &dir, &["--save-baseline", "main"]).status, 0, "growth may be accepted");
    assert_eq!(sized(1_000, &dir, &both).status, 0);
}

#[test]
fn finding_14_a_baseline_without_a_figure_is_refused() {
    let dir = scratch("figures");
    let figures = r#""allocations": 1, "reallocations": 0, "peak": 10, "live": 10, "time_ns": 1"#;
    let whole = format!(r#"{{"name": "grows", "allocated": 10, {figures}}}"#);
    let with = |cases: &str| {
        fs::write(dir.join("main.json"), format!(r#"{{"weigh": 1, "cases": [{cases}]}}"#)).expect("written");
        sized(10, &dir, &["--baseline", "main", "grows"])
    };
    assert_eq!(with(&whole).status, 0);
    let wrong = [
        (r#"{"name": "grows", "check": "FAIL"}"#.into(), r#"case "grows": "allocated" is missing"#),
        (format!(r#"{{"name": "grows", {figures}}}"#), r#"case "grows": "allocated" is missing"#),
        (whole.replace("10,", "-10,"), r#"case "grows": "allocated" is -10, expected a whole number"#),
        (whole.replace("name", "label"), "a case has no name"),
        (format!("{whole}, {}", whole.replace(": 10", ": 1000")), "case \"grows\" occurs twice"),
    ];
    for (cases, why) in &wrong {
        refused(&with(cases), why);
    }
    // A failed case in the output of `--json` has no figures: the output is not a baseline.
    let ran = failing("panic", 10, &dir, &["--json"]);
    fs::write(dir.join("main.json"), ran.stdout).expect("written");
    refused(&sized(10, &dir, &["--baseline", "main"]), r#"case "grows": "allocated" is missing"#);
}

#[test]
fn finding_14_cases_that_are_not_compared_are_named() {
    let dir = scratch("not_compared");
    assert_eq!(sized(2_000, &dir, &["--save-baseline", "main"]).status, 0);
    let path = dir.join("main.json");
    let renamed = fs::read_to_string(&path).expect("saved").replace("\"grows\"", "\"grew\"");
    fs::write(&path, renamed).expect("written");
    for mode in ["--test", "--json"] {
        let ran = sized(2_000, &dir, &["--baseline", "main", mode]);
        let lines = "weigh: baseline \"main\" has no figures for 1 case (not compared): grows\n\
                     weigh: baseline \"main\" has figures for 1 case that this program lacks: grew\n";
        assert_eq!((ran.stderr.as_str(), ran.status), (lines, 0));
    }
    let ran = sized(2_000, &dir, &["--baseline", "main", "--skip", "grows", "--skip", "fresh"]);
    assert_eq!(ran.stderr.lines().count(), 1, "a case skipped by a filter is not missing: {}", ran.stderr);
}

#[test]
fn a_filtered_run_does_not_replace_an_unreadable_file() {
    let dir = scratch("unreadable");
    for (text, why) in [("not JSON", "cannot read the baseline"), (r#"{"weigh": 999, "cases": []}"#, "version 999")] {
        fs::write(dir.join("main.json"), text).expect("written");
        refused(&sized(1_000, &dir, &["--save-baseline", "main", "grows"]), why);
        assert_eq!(fs::read_to_string(dir.join("main.json")).expect("kept"), text);
    }
    assert_eq!(sized(1_000, &dir, &["--save-baseline", "main"]).status, 0, "a run of all cases replaces it");
    assert_eq!(sized(1_000, &dir, &["--baseline", "main"]).status, 0);
    assert_eq!(fs::read_dir(&dir).expect("a directory").count(), 1, "no other file is left");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_baseline_stays_a_link() {
    let dir = scratch("link");
    fs::write(dir.join("file.json"), "").expect("written");
    std::os::unix::fs::symlink("file.json", dir.join("main.json")).expect("a link");
    assert_eq!(sized(1_000, &dir, &["--save-baseline", "main"]).status, 0);
    assert!(dir.join("main.json").is_symlink());
    assert_eq!(sized(1_000, &dir, &["--baseline", "file"]).status, 0);
}

#[test]
fn json_output_is_a_baseline_and_has_the_change() {
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
fn baselines_are_in_the_target_directory_by_default() {
    let name = format!("test-{}", std::process::id());
    let save = |flag: &str| run(command("weigh-fixture").env("FIXTURE", "sized").args([flag, name.as_str()]));
    assert_eq!(save("--save-baseline").status, 0);
    assert_eq!(save("--baseline").status, 0);
    let dir = target_dir().join("weigh/weigh-fixture");
    let file = dir.join(format!("{name}.json"));
    fs::remove_file(file).expect("the baseline is there");
}

/// A target directory that cargo did not make itself has no `CACHEDIR.TAG`.
#[test]
fn a_target_directory_that_cargo_did_not_make_is_recognised_too() {
    let target = scratch("made-by-hand");
    fs::write(target.join(".rustc_info.json"), "{}").expect("written");
    let program = target.join("debug/examples/weigh-fixture");
    fs::create_dir_all(program.parent().expect("a directory")).expect("a directory");
    fs::copy(command("weigh-fixture").get_program(), &program).expect("copied");
    let ran = run(std::process::Command::new(program).env("FIXTURE", "sized").args(["--save-baseline", "here"]));
    assert_eq!(ran.status, 0, "{ran:?}");
    assert!(target.join("weigh/weigh-fixture/here.json").is_file());
}

/// Checks that a run was refused with one line and exit status 2.
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
    refused(&ran, "has version 999, this program reads version 1");
    refused(&ran, "run all cases with --save-baseline to replace it");
}

#[test]
fn a_file_that_is_not_a_baseline_is_refused() {
    let dir = scratch("broken");
    let texts = ["", "[]", "{}", "not JSON", r#"{"weigh": 1}"#, r#"{"weigh": "1", "cases": []}"#];
    for text in texts {
        fs::write(dir.join("broken.json"), text).expect("written");
        refused(&sized(1_000, &dir, &["--baseline", "broken"]), "cannot read the baseline");
    }
    refused(&sized(1_000, &dir, &["--baseline", dir.to_str().expect("UTF-8")]), "cannot read");
}

#[test]
fn a_baseline_that_cannot_be_written_is_reported() {
    let dir = scratch("unwritable");
    fs::write(dir.join("file"), "").expect("written");
    let ran = sized(1_000, &dir.join("file"), &["--save-baseline", "main"]);
    assert_eq!((ran.status, ran.stderr.lines().count()), (2, 1), "{ran:?}");
    assert!(ran.stderr.contains("cannot write the baseline"), "{}", ran.stderr);
}
