//! Baselines: the figures of an earlier run, kept in a file.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::Error;
use crate::format::commas;
use crate::json;
use crate::outcome::{Change, Outcome};

/// The figures of an earlier run, by the path of the case.
#[derive(Debug)]
pub(crate) struct Baseline {
    name: String,
    cases: BTreeMap<String, Value>,
}

impl Baseline {
    /// Reads the baseline `name`.
    pub(crate) fn load(name: &str, path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Error::BaselineMissing(path.into()),
            _ => unreadable(path, &error),
        })?;
        let document: Value = serde_json::from_str(&text).map_err(|error| unreadable(path, &error))?;
        Ok(Self { name: name.into(), cases: cases(&document, path)? })
    }

    /// Notes in each outcome how it compares; growth past `threshold` percent is a failure.
    pub(crate) fn compare(&self, outcomes: &mut [Outcome], threshold: f64) {
        for outcome in outcomes {
            let Some(weight) = outcome.weight else {
                continue;
            };
            let before = self.cases.get(&outcome.path()).and_then(json::to_weight);
            let change =
                before.map_or(Change::New, |before| Change::Known { before: before.allocated, now: weight.allocated });
            outcome.change = Some(change);
            outcome.failures.extend(self.growth(change, threshold));
        }
    }

    fn growth(&self, change: Change, threshold: f64) -> Option<String> {
        let Change::Known { before, now } = change else {
            return None;
        };
        change.growth().filter(|growth| *growth > threshold)?;
        Some(format!(
            "allocated bytes {}, {} in baseline {:?}: grew by {}, threshold {threshold}%",
            commas(now),
            commas(before),
            self.name,
            crate::format::change(before, now).trim_start_matches('+'),
        ))
    }
}

/// Writes `outcomes` as the baseline at `path`. If only some cases ran, the others stay there as
/// they were.
pub(crate) fn save(path: &Path, outcomes: &[Outcome], all: bool) -> Result<(), Error> {
    let mut kept = if all { BTreeMap::new() } else { kept(path) };
    let mut document = json::document(outcomes.iter().filter(|outcome| outcome.weight.is_some()));
    if let Some(fresh) = document["cases"].as_array() {
        kept.extend(fresh.iter().filter_map(named));
    }
    document["cases"] = json!(kept.into_values().collect::<Vec<_>>());
    let written = path.parent().map_or(Ok(()), fs::create_dir_all);
    written
        .and_then(|()| fs::write(path, json::text(&document)))
        .map_err(|error| Error::BaselineUnwritable { path: path.into(), reason: error.to_string() })
}

/// Where the baseline `name` lies: `name` itself if it is a path, otherwise a file in `dir`, or in
/// a place of this program's own under cargo's target directory.
pub(crate) fn place(name: &str, dir: Option<&Path>) -> PathBuf {
    if name.ends_with(".json") || name.contains(['/', '\\']) {
        return PathBuf::from(name);
    }
    let dir = dir.map_or_else(default_dir, PathBuf::from);
    dir.join(format!("{name}.json"))
}

fn kept(path: &Path) -> BTreeMap<String, Value> {
    Baseline::load("", path).map(|baseline| baseline.cases).unwrap_or_default()
}

fn cases(document: &Value, path: &Path) -> Result<BTreeMap<String, Value>, Error> {
    let no_baseline = || unreadable(path, &"it is no baseline of weigh");
    match document["weigh"].as_u64().ok_or_else(no_baseline)? {
        json::VERSION => {
            let cases = document["cases"].as_array().ok_or_else(no_baseline)?;
            Ok(cases.iter().filter_map(named).collect())
        }
        found => Err(Error::BaselineVersion { path: path.into(), found }),
    }
}

fn named(case: &Value) -> Option<(String, Value)> {
    Some((String::from(case["name"].as_str()?), case.clone()))
}

fn unreadable(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::BaselineUnreadable { path: path.into(), reason: reason.to_string() }
}

/// `target/weigh/PROGRAM`. Cargo marks its target directory with a `CACHEDIR.TAG` if it makes it, and
/// keeps a `.rustc_info.json` in it in any case; a program that lies elsewhere has its baselines beside
/// it.
fn default_dir() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = |dir: &&Path| ["CACHEDIR.TAG", ".rustc_info.json"].iter().any(|mark| dir.join(mark).is_file());
    let target = program.ancestors().find(marked);
    let root = target.or_else(|| program.parent()).unwrap_or(Path::new(""));
    root.join("weigh").join(stem(&program))
}

/// The name of the program, without the hash that cargo puts after it.
fn stem(program: &Path) -> String {
    let stem = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    match stem.rsplit_once('-') {
        Some((name, hash)) if is_hash(hash) => String::from(name),
        _ => stem,
    }
}

fn is_hash(text: &str) -> bool {
    text.len() == 16 && text.bytes().all(|b| b.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cargo_s_hash_is_no_part_of_the_name() {
        let cases = [
            ("deps/weigh-0123456789abcdef", "weigh"),
            ("deps/my-bench-0123456789abcdef", "my-bench"),
            ("examples/my-bench", "my-bench"),
            ("weigh", "weigh"),
        ];
        for (program, name) in cases {
            assert_eq!(stem(Path::new(program)), name);
        }
    }

    #[test]
    fn a_name_that_is_a_path_is_taken_as_one() {
        let dir = Some(Path::new("kept"));
        assert_eq!(place("main", dir), Path::new("kept/main.json"));
        assert_eq!(place("main.json", dir), Path::new("main.json"));
        assert_eq!(place("ci/main", dir), Path::new("ci/main"));
    }
}
