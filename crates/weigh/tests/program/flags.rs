//! Tests each flag of the command line.
#![cfg(not(miri))]

use crate::common;

use common::{Ran, cases, command, run};

/// Returns the names that `--list` prints with these arguments.
fn listed(args: &[&str]) -> Vec<String> {
    let ran = cases("", &[&["--list"], args].concat());
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    let lines = ran.stdout.lines().filter(|line| *line != "after main");
    lines.map(String::from).collect()
}

#[test]
fn list_names_the_cases_and_runs_none() {
    let all = [
        "encode/double 1M",
        "encode/sum 1M",
        "encode/inner/built",
        "encode/inner/owned",
        "map",
        "threads",
        "prints",
        "read file",
    ];
    assert_eq!(listed(&[]), all);
    assert_eq!(listed(&["--format", "terse", "map"]), ["map: test"], "as cargo-nextest lists");
}

#[test]
fn filters_match_groups_and_names() {
    assert_eq!(listed(&["inner"]), ["encode/inner/built", "encode/inner/owned"]);
    assert_eq!(listed(&["map", "read file"]), ["map", "read file"]);
    assert_eq!(listed(&["encode", "--skip", "inner", "--skip=sum"]), ["encode/double 1M"]);
    assert_eq!(listed(&["--exact", "encode/inner/built"]), ["encode/inner/built"]);
    assert_eq!(listed(&["--exact", "inner"]), [""; 0]);
    assert_eq!(listed(&["--ignored"]), [""; 0], "there are no ignored cases");
}

#[test]
fn a_filter_that_matches_nothing_is_not_a_failure() {
    let ran = cases("", &["no such case"]);
    assert_eq!((ran.status, ran.stdout.as_str()), (0, "after main\n"));
}

#[test]
fn cargo_s_flags_are_accepted() {
    let args = ["--bench", "map", "--test-threads=1", "-q", "--quiet", "--show-output"];
    let ran = cases("", &args);
    assert_eq!(ran.row("map")[1], "18,448");
    let ran = cases("", &["--include-ignored", "--no-capture", "map", "--format=pretty"]);
    assert_eq!(ran.row("map")[1], "18,448");
}

#[test]
fn test_prints_a_line_for_each_case() {
    let ran = cases("", &["--test", "--bench", "encode/sum", "map"]);
    let lines = "test encode/sum 1M ... ok\ntest map ... ok\ntest result: ok. 2 passed; 0 failed\n";
    assert_eq!(ran.stdout, format!("{lines}after main\n"));
    assert_eq!(ran.status, 0);

    let ran = cases("failing", &["--test", "first", "exits", "--skip", "with"]);
    let lines = "test first ... ok\ntest exits ... FAILED\nexits: ended its process with exit \
                 status 0, without figures\ntest result: FAILED. 1 passed; 1 failed\n";
    assert_eq!((ran.stdout.as_str(), ran.status), (lines, 1));
}

#[test]
fn columns_are_chosen_in_any_case_and_order() {
    let ran = cases("", &["map", "--columns", "Check, PEAK,case"]);
    assert_eq!(ran.stdout, "Check    Peak  Case\nOK     18,448  map\nafter main\n");
}

#[test]
fn markdown_has_rules_and_paths() {
    let ran = cases("", &["sum", "--format", "markdown", "--columns=case,allocated,check"]);
    let table = "| Case | Allocated | Check |\n| :--- | ---: | :--- |\n\
                 | encode/sum 1M | 0 | OK |\n";
    assert_eq!(ran.stdout, format!("{table}after main\n"));

    let ran = cases("failing", &["over all", "--format", "markdown", "--columns=case,check"]);
    let list = "\n- over all: allocated bytes 1,150, limit 1,149\n- over all: allocations 2";
    assert!(ran.stdout.contains(list), "{}", ran.stdout);
}

#[test]
fn json_has_every_figure() {
    for args in [["map", "--json"], ["map", "--format=json"]] {
        let ran = cases("", &args);
        let text = ran.stdout.strip_suffix("after main\n").expect("success");
        let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(document["weigh"], 1);
        let case = &document["cases"][0];
        assert_eq!((&case["name"], &case["check"]), (&"map".into(), &"OK".into()));
        assert_eq!(case["failures"], serde_json::json!([]));
        for name in ["allocated", "allocations", "reallocations", "peak", "live", "time_ns"] {
            assert!(case[name].is_number(), "{name} in {case}");
        }
    }
    let ran = cases("failing", &["panics building", "--json"]);
    let document: serde_json::Value = serde_json::from_str(&ran.stdout).expect("JSON");
    let case = &document["cases"][0];
    assert_eq!((&case["check"], case.get("allocated")), (&"FAIL".into(), None));
    assert!(case["failures"][0].as_str().is_some_and(|why| why.ends_with(": cannot build")));
}

#[test]
fn finding_14_json_without_a_case_is_a_document() {
    for (fixture, args) in [
        ("", &["--json", "no such case"][..]),
        ("", &["--format=json", "--ignored"]),
        ("configs", &["--json", "--exact", "case"]),
        ("configs", &["--config", "machine", "no such case"]),
        ("json", &["no such case"]),
    ] {
        let ran = cases(fixture, args);
        let text = ran.stdout.strip_suffix("after main\n").expect("success");
        let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
        assert_eq!(document, serde_json::json!({ "weigh": 1, "cases": [] }), "{args:?}");
    }
    assert_eq!(cases("json", &["no such case", "--markdown"]).stdout, "after main\n");
    assert_eq!(cases("configs", &["no such case"]).stdout, "after main\n");
}

#[test]
fn finding_14_markdown_has_no_markup_from_names() {
    let ran = cases("markup", &[]);
    let page = "#### Of &lt;T&gt; and \\`U\\`\n\n| Case |\n| :--- |\n| Vec&lt;T&gt; \\| \\* |\n\n\
                - Vec&lt;T&gt; \\| \\*: expected &lt;T&gt;, - found \\`U\\`\n";
    assert_eq!(ran.stdout, page);
}

#[test]
fn groups_may_have_their_own_configurations() {
    let ran = cases("configs", &[]);
    let text = "Case   Allocated\nouter         10\n\n\
                | Case | Allocated |\n| :--- | ---: |\n| markdown/in \\| it | 20 |\n\n\
                A title\n\nCase    Check\ntitled\n  in    OK\n\n\
                Case         Allocated\nouter again         40\nafter main\n";
    assert_eq!(squeezed(&ran.stdout), squeezed(text));
}

#[test]
fn config_chooses_a_named_one_for_all() {
    let ran = cases("configs", &["--config", "brief"]);
    assert!(ran.stdout.starts_with("Brief\n\nCase"), "{}", ran.stdout);
    assert_eq!(ran.row("outer again"), ["outer again", "40"]);
    let ran = cases("configs", &["--config=page", "--columns", "case"]);
    assert!(ran.stdout.starts_with("| Case |\n"), "{}", ran.stdout);
}

#[test]
fn json_is_one_document_for_all_configurations() {
    let ran = cases("configs", &["--json"]);
    let text = ran.stdout.strip_suffix("after main\n").expect("success");
    let document: serde_json::Value = serde_json::from_str(text).expect("JSON");
    assert_eq!(document["cases"].as_array().map(Vec::len), Some(4));
}

#[test]
fn a_time_limit_holds_for_cases_without_their_own() {
    let ran = cases("failing", &["hangs", "--time-limit", "30"]);
    assert!(ran.stdout.contains("stopped after 300 ms"), "{}", ran.stdout);
    let ran = cases("", &["map", "--time-limit", "0.000001"]);
    assert!(ran.stdout.contains("map: stopped after 1.00 µs"), "{}", ran.stdout);
    assert_eq!(ran.status, 1);
}

#[test]
fn colours_are_for_terminals() {
    let escape = |ran: &Ran| ran.stdout.contains('\u{1b}');
    assert!(!escape(&cases("", &["map"])), "a pipe is not a terminal");
    assert!(!escape(&cases("", &["map", "--color=never"])));
    let ran = cases("", &["map", "--color", "always"]);
    assert!(ran.stdout.contains("\u{1b}[32mOK"), "{}", ran.stdout);
    assert!(escape(&cases("", &["map", "--color", "always", "--test"])));
}

#[test]
fn help_names_every_flag() {
    for flag in ["--help", "-h"] {
        let ran = run(command("weigh-fixture-uncounted").arg(flag));
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
        let flags = ["--list", "--test", "--save-baseline", "--threshold", "--format", "--bench"];
        for flag in flags {
            assert!(ran.stdout.contains(flag), "{flag}");
        }
    }
}

/// Returns the lines, with each run of spaces replaced by one space.
fn squeezed(text: &str) -> Vec<String> {
    text.lines().map(|line| line.split_whitespace().collect::<Vec<_>>().join(" ")).collect()
}
