//! What becomes of cases: their figures, and how they may fail.
#![cfg(not(miri))]

mod common;

use common::{Ran, cases};

#[test]
fn every_kind_of_case_has_its_figures() {
    let ran = cases("", &["--columns", "case,allocated,allocations,reallocations,peak,live,check"]);
    let rows = [
        ["double 1M", "8,000,000", "1", "0", "8,000,000", "8,000,000", "OK"],
        ["sum 1M", "0", "0", "0", "0", "0", "OK"],
        ["built", "1,000", "1", "0", "1,000", "1,000", "OK"],
        ["owned", "0", "0", "0", "0", "-1,000", "OK"],
    ];
    for row in rows {
        assert_eq!(ran.row(row[0]), row);
    }
    assert_eq!(ran.status, 0);
    assert!(ran.stdout.ends_with("after main\n"), "main returns: {}", ran.stdout);
    assert_eq!(ran.stderr, "");
}

#[test]
fn all_threads_of_a_case_count() {
    let ran = cases("", &["threads", "--json"]);
    let case = &json(&ran)["cases"][0];
    assert!(case["allocated"].as_u64() >= Some(35_000), "{case}");
    assert!(case["peak"].as_u64() >= Some(15_000), "{case}");
    assert_eq!(case["live"], 0, "what one thread allocates and another frees is gone");
}

#[test]
fn what_a_case_prints_does_not_disturb_the_table() {
    let ran = cases("", &["prints"]);
    assert!(!ran.stdout.contains("a line on"), "{}", ran.stdout);
    assert_eq!((ran.stderr.as_str(), ran.status), ("", 0));
    let ran = cases("", &["prints", "--nocapture"]);
    assert!(ran.stderr.contains("a line on standard output\n"), "{}", ran.stderr);
    assert!(ran.stderr.contains("a line on standard error\n"), "{}", ran.stderr);
    assert!(!ran.stdout.contains("a line on"), "{}", ran.stdout);
}

#[test]
fn figures_repeat_exactly() {
    let columns = "case,allocated,allocations,reallocations,peak,live,check";
    let args = ["--columns", columns, "--skip", "threads"];
    assert_eq!(cases("", &args).stdout, cases("", &args).stdout);
    let args = ["--columns", columns, "all"];
    assert_eq!(cases("failing", &args).stdout, cases("failing", &args).stdout);
}

#[test]
fn figures_do_not_depend_on_the_backtrace_setting() {
    let columns = ["catches its panic", "--columns", "case,allocated,peak"];
    let with = |value| {
        let mut command = common::command("weigh-fixture");
        common::run(command.env("FIXTURE", "failing").env("RUST_BACKTRACE", value).args(columns))
    };
    assert_eq!(with("0").stdout, with("1").stdout);
}

#[cfg(target_os = "linux")]
#[test]
fn max_rss_is_of_the_case_s_own_process() {
    let json = json(&cases("", &["--json", "--skip", "threads"]));
    for case in json["cases"].as_array().expect("cases") {
        let rss = case["max_rss"].as_u64().expect("a figure");
        // The fixture holds eight megabytes from its start.
        assert!((8_000_000..100_000_000).contains(&rss), "{case}");
    }
}

#[test]
fn each_failure_is_told_and_the_others_run() {
    let ran = cases("failing", &[]);
    let told = [
        // The path is told from where cargo ran: in a workspace, from its root.
        "panics: panicked at ",
        "tests/fixtures/cases.rs:",
        ": no such luck: 13",
        "panics building: panicked at ",
        ": cannot build",
        "panics dropping: panicked at ",
        ": dropped",
        "exits: ended its process with exit status 0, without figures",
        "exits with 7: ended its process with exit status 7, without figures: out of luck",
        "hangs: stopped after 300 ms: it hangs",
        "cannot read: failed: ",
        "checked badly: its check panicked: a bad check",
    ];
    for words in told {
        assert!(ran.stdout.contains(words), "{words:?} in\n{}", ran.stdout);
    }
    for name in ["first", "at all", "catches its panic", "big stderr", "last"] {
        assert_eq!(ran.row(name).last().map(String::as_str), Some("OK"), "{name}");
    }
    assert_eq!(ran.row("panics building")[1..], ["-", "-", "-", "-", "-", "-", "-", "FAIL"]);
    assert_eq!(ran.status, 1);
}

#[cfg(unix)]
#[test]
fn a_killed_case_is_told_by_its_signal() {
    let ran = cases("failing", &["aborts"]);
    assert!(ran.stdout.contains("aborts: killed by signal 6 (SIGABRT)"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_panic_is_told_whatever_the_panic_hook_is_set_to_print() {
    let ran = cases("failing", &["panics building", "--nocapture"]);
    assert!(ran.stdout.contains(": cannot build\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("cannot build"), "{}", ran.stderr);
}

#[test]
fn every_limit_that_is_passed_is_told() {
    let ran = cases("failing", &["over all"]);
    let told = [
        "over all: allocated bytes 1,150, limit 1,149\n",
        "over all: allocations 2, limit 1\n",
        "over all: reallocations 1, limit 0\n",
        "over all: peak bytes 1,150, limit 1,149\n",
        "over all: live bytes 1,050, limit 1,049\n",
        "over all: never right\n",
    ];
    for line in told {
        assert!(ran.stdout.contains(line), "{line:?} in\n{}", ran.stdout);
    }
    assert_eq!(ran.status, 1);
    assert_eq!(cases("failing", &["at all"]).status, 0, "a limit may be reached");
}

#[test]
fn a_case_that_another_run_does_not_know_fails() {
    let ran = cases("vanishing", &[]);
    assert!(ran.stdout.contains("is gone when the program runs again"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn odd_names_are_names_all_the_same() {
    let ran = cases("odd", &[]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert_eq!(ran.row("--test")[0], "--test");
    assert_eq!(ran.row("two")[0], "two lines");
    assert_eq!(ran.stdout.lines().count(), 1 + 4 + 1);
}

#[test]
fn results_are_given_as_values() {
    let ran = cases("results", &[]);
    assert!(ran.stdout.contains("encode/double 1M: 8000000\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 8);
    assert_eq!(ran.status, 0);
}

fn json(ran: &Ran) -> serde_json::Value {
    let text = ran.stdout.strip_suffix("after main\n").expect("success");
    serde_json::from_str(text).expect("JSON")
}
