//! Tests the outcomes of cases: their figures and their failures.
#![cfg(not(miri))]

use crate::common;

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
    assert_eq!(case["live"], 0, "a block that one thread allocates and another frees is not live");
}

#[test]
fn output_of_a_case_does_not_disturb_the_table() {
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

/// The variables that, according to the documentation, a case does not inherit unchanged.
const DEFINED: [&str; 22] = [
    "RUST_BACKTRACE",
    "RUST_LIB_BACKTRACE",
    "RUST_SPANTRACE",
    "RUST_MIN_STACK",
    "RUST_LOG",
    "RUST_LOG_STYLE",
    "COLORBT_SHOW_HIDDEN",
    "NO_COLOR",
    "CLICOLOR",
    "CLICOLOR_FORCE",
    "FORCE_COLOR",
    "COLORTERM",
    "COLUMNS",
    "LINES",
    "TERM",
    "TZ",
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_TIME",
    "LC_MESSAGES",
    "LC_OF_NO_SYSTEM",
];

#[test]
fn finding_14_figures_do_not_depend_on_the_environment() {
    let with = |value: Option<&str>, args: &[&str]| {
        let mut command = common::command("weigh-fixture");
        command.env("FIXTURE", "environment").env("INHERITED", "10 letters").env("NAMES", DEFINED.join(" "));
        for name in DEFINED {
            match value {
                Some(value) => command.env(name, value),
                None => command.env_remove(name),
            };
        }
        common::run(command.args(["--columns", "case,allocated,allocations"]).args(args))
    };
    let clean = with(None, &[]);
    assert_eq!(clean.status, 0, "{clean:?}");
    assert_eq!(clean.row("inherited")[1], "10", "all other variables are inherited");
    for (value, args) in [("1", &[][..]), ("full", &[]), ("9000000", &["--nocapture"])] {
        assert_eq!(with(Some(value), args).stdout, clean.stdout, "{value}");
    }
    let kept = with(Some("1"), &["--keep-env", "--skip", "starts"]);
    assert_eq!(kept.row("COLUMNS")[1], "1");
    assert_ne!(kept.row("captures a backtrace"), clean.row("captures a backtrace"));
}

#[test]
fn finding_14_a_released_block_is_not_held_beside_the_one_that_replaces_it() {
    let mut command = common::command("weigh-fixture-threads");
    let ran = common::run(command.args(["--json", "--time-limit", "60"]));
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    for case in document["cases"].as_array().expect("cases") {
        // One block of a million bytes at any time, and the memory of a thread.
        let peak = case["peak"].as_u64().expect("a peak");
        assert!((1_000_000..1_100_000).contains(&peak), "{case}");
        assert!(case["allocated"].as_u64() >= Some(2_000_000), "{case}");
    }
    assert_eq!(document["cases"].as_array().map(Vec::len), Some(2));
}

#[test]
fn finding_14_the_panic_that_failed_the_case_is_reported() {
    let ran = cases("panics", &["--json"]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let failure = |name: &str| {
        let cases = document["cases"].as_array().expect("cases");
        let case = cases.iter().find(|case| case["name"] == name).expect("a case");
        String::from(case["failures"][0].as_str().expect("a failure"))
    };
    assert_eq!(failure("resumes another"), "panicked: the cause");
    let placed = [
        ("catches one while it unwinds", ": the cause"),
        ("a thread panics while it unwinds", ": the cause"),
        ("a thread panicked before", ": the cause"),
        ("resumes the panic of a thread", ": of a thread"),
        ("raises a number", ": no message"),
        ("raises what panics when dropped", ": no message"),
    ];
    for (name, words) in placed {
        let failure = failure(name);
        let place = failure.strip_prefix("panicked at ").and_then(|rest| rest.strip_suffix(words));
        let place = place.unwrap_or_else(|| panic!("{name}: {failure}"));
        // The reported line is that of the panic itself.
        let (file, line) = place.rsplit_once(':').expect("a line");
        assert!(file.ends_with("cases.rs"), "{name}: {failure}");
        let source = include_str!("../fixtures/cases.rs");
        let line = source.lines().nth(line.parse::<usize>().expect("a number") - 1).expect("a line of the file");
        let raised = [&format!("panic!(\"{}\")", &words[2..]), "panic_any("];
        assert!(raised.iter().any(|raised| line.contains(*raised)), "{name}: {line}");
    }
    let last = cases("panics", &["catches many"]);
    assert_eq!(last.status, 0, "recording panics leaves nothing allocated: {}", last.stdout);
}

#[test]
fn finding_14_a_process_of_a_case_never_returns_to_the_program() {
    let child = ["--weigh-run-case", "no such case", "no/such/report"];
    for (fixture, why) in [("twice", "is missing when the program runs again"), ("panics naming", "no names")] {
        let ran = cases(fixture, &child);
        assert_eq!((ran.stdout.as_str(), ran.status), ("", 2), "{fixture}");
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    }
    let ran = cases("panics naming", &[]);
    assert_eq!(ran.stdout, "after: true\n", "in the program itself a panic is a panic");
}

#[test]
fn a_second_call_is_refused() {
    let why = "`main` or `results` was called before";
    let ran = cases("twice", &[]);
    assert!(ran.stdout.starts_with("between: Ok(Some(10))\nafter: "), "{}", ran.stdout);
    assert!(ran.stdout.contains(why), "{}", ran.stdout);
    let ran = cases("main twice", &["--json"]);
    assert!(ran.stdout.ends_with("}\n"), "only the first call prints: {}", ran.stdout);
    assert_eq!((ran.status, ran.stderr.contains(why)), (2, true), "{ran:?}");
    let ran = cases("nested", &[]);
    assert!(ran.stdout.contains("calls: failed: `main` or `results` was called before"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
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
fn each_failure_is_reported_and_the_others_run() {
    let ran = cases("failing", &[]);
    let reported = [
        // The path is relative to the directory where cargo ran: in a workspace, to its root.
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
    for words in reported {
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
fn a_killed_case_is_reported_with_its_signal() {
    let ran = cases("failing", &["aborts"]);
    assert!(ran.stdout.contains("aborts: killed by signal 6 (SIGABRT)"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn a_panic_is_reported_and_the_default_hook_prints_it() {
    let ran = cases("failing", &["panics building", "--nocapture"]);
    assert!(ran.stdout.contains(": cannot build\n"), "{}", ran.stdout);
    assert!(ran.stderr.contains("cannot build"), "{}", ran.stderr);
}

#[test]
fn every_exceeded_limit_is_reported() {
    let ran = cases("failing", &["over all"]);
    let reported = [
        "over all: allocated bytes 1,150, limit 1,149\n",
        "over all: allocations 2, limit 1\n",
        "over all: reallocations 1, limit 0\n",
        "over all: peak bytes 1,150, limit 1,149\n",
        "over all: live bytes 1,050, limit 1,049\n",
        "over all: never right\n",
    ];
    for line in reported {
        assert!(ran.stdout.contains(line), "{line:?} in\n{}", ran.stdout);
    }
    assert_eq!(ran.status, 1);
    assert_eq!(cases("failing", &["at all"]).status, 0, "a figure may be equal to its limit");
}

#[test]
fn a_case_that_another_run_does_not_have_fails() {
    let ran = cases("vanishing", &[]);
    assert!(ran.stdout.contains("is missing when the program runs again"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn unusual_names_are_accepted() {
    let ran = cases("odd", &[]);
    assert_eq!(ran.status, 0, "{}", ran.stdout);
    assert_eq!(ran.row("--test")[0], "--test");
    assert_eq!(ran.row("two")[0], "two lines");
    assert_eq!(ran.stdout.lines().count(), 1 + 4 + 1);
}

#[test]
fn results_are_returned_as_values() {
    let ran = cases("results", &[]);
    assert!(ran.stdout.contains("encode/double 1M: 8000000\n"), "{}", ran.stdout);
    assert_eq!(ran.stdout.lines().count(), 8);
    assert_eq!(ran.status, 0);
}

fn json(ran: &Ran) -> serde_json::Value {
    let text = ran.stdout.strip_suffix("after main\n").expect("success");
    serde_json::from_str(text).expect("JSON")
}
