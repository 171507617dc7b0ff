//! Figures as JSON: for the output, the baseline file, and the report of a case's process.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::outcome::{Change, Outcome};
use crate::weight::Weight;

/// The version of the document. A baseline of another version is refused.
pub(crate) const VERSION: u64 = 1;

/// Returns the figures of a case as members of an object.
pub(crate) fn of_weight(weight: &Weight) -> Map<String, Value> {
    let nanos = u64::try_from(weight.time.as_nanos()).unwrap_or(u64::MAX);
    let members = [
        ("allocated", json!(weight.allocated)),
        ("allocations", json!(weight.allocations)),
        ("reallocations", json!(weight.reallocations)),
        ("peak", json!(weight.peak)),
        ("live", json!(weight.live)),
        ("max_rss", json!(weight.max_rss)),
        ("time_ns", json!(nanos)),
    ];
    members.into_iter().map(|(name, value)| (String::from(name), value)).collect()
}

/// Returns the figures of a case, given the object of [`of_weight`]. An `Err` names the member that is missing or
/// wrong.
pub(crate) fn to_weight(value: &Value) -> Result<Weight, String> {
    let number = |name| value[name].as_u64().ok_or_else(|| not_whole(value, name));
    Ok(Weight {
        allocated: number("allocated")?,
        allocations: number("allocations")?,
        reallocations: number("reallocations")?,
        peak: number("peak")?,
        live: value["live"].as_i64().ok_or_else(|| not_whole(value, "live"))?,
        max_rss: value["max_rss"].as_u64(),
        time: Duration::from_nanos(number("time_ns")?),
    })
}

/// Returns the message for a member that is not a whole number.
fn not_whole(value: &Value, name: &str) -> String {
    match value.get(name) {
        Some(found) => format!("{name:?} is {found}, expected a whole number in its range"),
        None => format!("{name:?} is missing, expected a whole number"),
    }
}

/// Returns a document with all cases.
pub(crate) fn document<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Value {
    let cases: Vec<Value> = outcomes.into_iter().map(of_outcome).collect();
    json!({ "weigh": VERSION, "cases": cases })
}

/// Returns a document as text, with one member in each line.
pub(crate) fn text(document: &Value) -> String {
    format!("{document:#}\n")
}

/// Returns a case of a document.
fn of_outcome(outcome: &Outcome) -> Value {
    let mut case = outcome.weight.as_ref().map(of_weight).unwrap_or_default();
    case.insert(String::from("name"), json!(outcome.path()));
    case.insert(String::from("check"), json!(if outcome.passed() { "OK" } else { "FAIL" }));
    case.insert(String::from("failures"), json!(outcome.failures));
    if let Some(Change::Known { before, now }) = outcome.change {
        let bytes = i128::from(now) - i128::from(before);
        // If the case allocated nothing before, the percentage is not finite: the member is null then.
        let percent = outcome.change.and_then(Change::growth).filter(|growth| growth.is_finite());
        let bytes = bytes.clamp(i64::MIN.into(), i64::MAX.into()) as i64;
        let change = json!({ "before": before, "bytes": bytes, "percent": percent });
        case.insert(String::from("change"), change);
    }
    Value::Object(case)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weight() -> Weight {
        Weight {
            allocated: u64::MAX,
            allocations: 2,
            reallocations: 3,
            peak: 4,
            live: -5,
            max_rss: None,
            time: Duration::from_nanos(6),
        }
    }

    #[test]
    fn a_weight_survives_the_round_trip() {
        let known = Weight { max_rss: Some(7), ..weight() };
        for weight in [weight(), known] {
            let text = text(&Value::Object(of_weight(&weight)));
            let back: Value = serde_json::from_str(&text).expect("valid");
            assert_eq!(to_weight(&back), Ok(weight));
        }
    }

    #[test]
    fn a_weight_with_a_figure_missing_or_wrong_is_refused() {
        for name in ["allocated", "allocations", "reallocations", "peak", "live", "time_ns"] {
            let mut members = of_weight(&weight());
            let refused = |members: &Map<String, Value>| {
                let why = to_weight(&Value::Object(members.clone())).expect_err("it is not a weight");
                assert!(why.starts_with(&format!("{name:?} is ")), "{why}");
            };
            for wrong in [json!("1"), json!(1.5), json!(null), json!(1e30)] {
                members.insert(String::from(name), wrong);
                refused(&members);
            }
            members.remove(name);
            refused(&members);
        }
    }
}
