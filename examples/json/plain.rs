//! The same queries on a `serde_json::Value`, for comparison.

use serde_json::Value;

use crate::path::{Path, Segment, as_index};
use crate::query::Totals;

/// Counts the nodes and sums the numbers.
pub(crate) fn totals(value: &Value) -> Totals {
    let mut totals = Totals::default();
    add_totals(value, &mut totals);
    totals
}

fn add_totals(value: &Value, totals: &mut Totals) {
    totals.nodes += 1;
    match value {
        Value::Number(number) => {
            totals.numbers += 1;
            totals.sum += number.as_f64().unwrap_or(f64::NAN);
        }
        Value::Array(values) => values.iter().for_each(|value| add_totals(value, totals)),
        Value::Object(members) => members.values().for_each(|value| add_totals(value, totals)),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}

/// Returns the path to the value with the deepest nesting, or the first of several such paths.
pub(crate) fn deepest_path(value: &Value) -> Path {
    let (mut here, mut best) = (Vec::new(), Vec::new());
    deepest(value, &mut here, &mut best);
    Path::from(best.as_slice())
}

fn deepest<'a>(value: &'a Value, here: &mut Vec<Segment<'a>>, best: &mut Vec<Segment<'a>>) {
    if here.len() > best.len() {
        best.clone_from(here);
    }
    let mut below = |segment, value| {
        here.push(segment);
        deepest(value, here, best);
        here.pop();
    };
    match value {
        Value::Array(values) => {
            values.iter().enumerate().for_each(|(index, value)| below(Segment::Index(index), value));
        }
        Value::Object(members) => members.iter().for_each(|(name, value)| below(Segment::Name(name), value)),
        _ => {}
    }
}

/// Returns the value at the end of a path.
pub(crate) fn find<'a>(value: &'a Value, path: &Path) -> Option<&'a Value> {
    path.0.iter().try_fold(value, |value, token| match value {
        Value::Array(values) => values.get(as_index(token)?),
        Value::Object(members) => members.get(token),
        _ => None,
    })
}

/// Adds one to every number.
pub(crate) fn add_one(value: &mut Value) {
    match value {
        Value::Number(number) => {
            *value = match number.as_i64() {
                Some(int) => int.saturating_add(1).into(),
                None => (number.as_f64().unwrap_or(f64::NAN) + 1.0).into(),
            };
        }
        Value::Array(values) => values.iter_mut().for_each(add_one),
        Value::Object(members) => members.values_mut().for_each(add_one),
        Value::Null | Value::Bool(_) | Value::String(_) => {}
    }
}
