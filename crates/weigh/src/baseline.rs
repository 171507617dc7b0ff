//! Baselines: the figures of an earlier run, saved in a file.

use std::collections::{BTreeMap, HashSet};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::error::Error;
use crate::format::{commas, plural};
use crate::json;
use crate::outcome::{Change, Outcome};
use crate::weight::Weight;

/// The figures of an earlier run, by the path of the case.
#[derive(Debug)]
pub(crate) struct Baseline {
    name: String,
    cases: BTreeMap<String, SavedCase>,
}

/// A case of a baseline.
#[derive(Debug)]
struct SavedCase {
    weight: Weight,
    /// The case as JSON, as the file has it.
    document: Value,
}

impl Baseline {
    /// Reads the baseline `name`.
    pub(crate) fn load(name: &str, path: &Path) -> Result<Self, Error> {
        let text = fs::read_to_string(path).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => Error::BaselineMissing(path.into()),
            _ => unreadable(path, &error),
        })?;
        let document: Value = serde_json::from_str(&text).map_err(|error| unreadable(path, &error))?;
        Ok(Self { name: name.into(), cases: saved_cases(&document, path)? })
    }

    /// Sets the change of each outcome. Growth above `threshold` percent is a failure.
    pub(crate) fn compare(&self, outcomes: &mut [Outcome], threshold: f64) {
        for outcome in outcomes {
            let Some(weight) = outcome.weight else {
                continue;
            };
            let change = match self.cases.get(&outcome.path()) {
                Some(SavedCase { weight: before, .. }) => {
                    Change::Known { before: before.allocated, now: weight.allocated }
                }
                None => Change::New,
            };
            outcome.change = Some(change);
            outcome.failures.extend(self.growth(change, threshold));
        }
    }

    /// Returns a line for each kind of case that was not compared: cases that ran and are not in the baseline, and
    /// cases of the baseline that the program does not have. `all` has the paths of the program's cases.
    pub(crate) fn not_compared(&self, outcomes: &[Outcome], all: &HashSet<String>) -> Vec<String> {
        let new = outcomes.iter().filter(|outcome| outcome.change == Some(Change::New));
        let new: Vec<String> = new.map(Outcome::path).collect();
        let gone: Vec<String> = self.cases.keys().filter(|path| !all.contains(*path)).cloned().collect();
        let kinds =
            [("has no figures for", new, "(not compared)"), ("has figures for", gone, "that this program lacks")];
        let lines = kinds.into_iter().filter(|(_, paths, _)| !paths.is_empty());
        lines
            .map(|(has, paths, note)| {
                let cases = plural(paths.len() as u64, "case", "cases");
                format!("baseline {:?} {has} {cases} {note}: {}", self.name, paths.join(", "))
            })
            .collect()
    }

    /// Returns the message for growth above the threshold; otherwise `None`.
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

/// A baseline that this run saves at its end.
#[derive(Debug)]
pub(crate) struct Save {
    name: String,
    path: PathBuf,
    /// The cases of the old file. A case that runs replaces its old version; the others do not change.
    kept: BTreeMap<String, Value>,
}

impl Save {
    /// Prepares to save the baseline `name` at `path`. If only some cases run, a file at `path` must be a baseline, and
    /// its other cases are kept.
    pub(crate) fn prepare(name: &str, path: PathBuf, all: bool) -> Result<Self, Error> {
        let old = if all { Ok(None) } else { Baseline::load(name, &path).map(Some) };
        let old = match old {
            Err(Error::BaselineMissing(_)) => None,
            old => old?,
        };
        let cases = old.into_iter().flat_map(|old| old.cases);
        let kept = cases.map(|(path, case)| (path, case.document)).collect();
        Ok(Self { name: name.into(), path, kept })
    }

    /// Writes the outcomes, if there is at least one and all of them passed. Otherwise leaves the file unchanged, and
    /// returns the reason.
    pub(crate) fn finish(mut self, outcomes: &[Outcome]) -> Result<Option<String>, Error> {
        if let Some(why) = why_not(outcomes) {
            return Ok(Some(format!("baseline {:?} is not saved: {why}", self.name)));
        }
        let mut document = json::document(outcomes);
        if let Some(Value::Array(fresh)) = document.get_mut("cases").map(Value::take) {
            self.kept.extend(outcomes.iter().map(Outcome::path).zip(fresh));
        }
        document["cases"] = json!(self.kept.into_values().collect::<Vec<_>>());
        match write(&self.path, &json::text(&document)) {
            Ok(()) => Ok(None),
            Err(error) => Err(Error::BaselineUnwritable { path: self.path, reason: error.to_string() }),
        }
    }
}

/// Returns the reason not to save the outcomes, if there is one.
fn why_not(outcomes: &[Outcome]) -> Option<String> {
    let failed = outcomes.iter().filter(|outcome| !outcome.passed() || outcome.weight.is_none()).count();
    match (outcomes.len(), failed) {
        (0, _) => Some(String::from("no case ran")),
        (_, 0) => None,
        (_, failed) => Some(format!("{} failed", plural(failed as u64, "case", "cases"))),
    }
}

/// Replaces a file in one step, so that the old file is intact after a failure.
fn write(path: &Path, text: &str) -> io::Result<()> {
    // A symbolic link is followed, so that it stays a link. The file may not exist yet.
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.into());
    if path.exists() && !path.is_file() {
        return fs::write(path, text);
    }
    path.parent().map_or(Ok(()), fs::create_dir_all)?;
    let mut fresh = path.as_os_str().to_owned();
    fresh.push(format!(".{}.new", std::process::id()));
    let written = fs::write(&fresh, text).and_then(|()| fs::rename(&fresh, path));
    if written.is_err() {
        let _ = fs::remove_file(&fresh);
    }
    written
}

/// Returns the path of the baseline `name`: `name` itself if it is a path, otherwise a file in `dir`. The default of
/// `dir` is a directory for this program in cargo's target directory.
pub(crate) fn file_of(name: &str, dir: Option<&Path>) -> PathBuf {
    if name.ends_with(".json") || name.contains(['/', '\\']) {
        return PathBuf::from(name);
    }
    let dir = dir.map_or_else(default_dir, PathBuf::from);
    dir.join(format!("{name}.json"))
}

/// Returns the cases of a baseline, by their paths.
fn saved_cases(document: &Value, path: &Path) -> Result<BTreeMap<String, SavedCase>, Error> {
    let no_baseline = || unreadable(path, &"it is not a baseline of weigh");
    match document["weigh"].as_u64().ok_or_else(no_baseline)? {
        json::VERSION => {}
        found => return Err(Error::BaselineVersion { path: path.into(), found }),
    }
    let mut cases = BTreeMap::new();
    for case in document["cases"].as_array().ok_or_else(no_baseline)? {
        let (name, case) = saved_case(case).map_err(|why| unreadable(path, &why))?;
        if cases.insert(name.clone(), case).is_some() {
            return Err(unreadable(path, &format!("case {name:?} occurs twice")));
        }
    }
    Ok(cases)
}

/// Returns the path and the figures of a case. A case without figures is an error: if it were skipped, it would count
/// as new, and a new case passes with any figures.
fn saved_case(case: &Value) -> Result<(String, SavedCase), String> {
    let name = case["name"].as_str().ok_or("a case has no name")?;
    let weight = json::to_weight(case).map_err(|why| format!("case {name:?}: {why}"))?;
    Ok((name.into(), SavedCase { weight, document: case.clone() }))
}

fn unreadable(path: &Path, reason: &dyn std::fmt::Display) -> Error {
    Error::BaselineUnreadable { path: path.into(), reason: reason.to_string() }
}

/// Returns `target/weigh/PROGRAM`. The target directory is the one above the program with one of two files: cargo
/// writes `CACHEDIR.TAG` if it creates the directory, and always `.rustc_info.json`. If a program is not in a target
/// directory, its baselines are in the directory of the program.
fn default_dir() -> PathBuf {
    let program = env::current_exe().unwrap_or_default();
    let marked = |dir: &&Path| ["CACHEDIR.TAG", ".rustc_info.json"].iter().any(|mark| dir.join(mark).is_file());
    let target = program.ancestors().find(marked);
    let root = target.or_else(|| program.parent()).unwrap_or(Path::new(""));
    root.join("weigh").join(stem(&program))
}

/// Returns the name of the program, without the hash that cargo appends.
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
    fn cargo_s_hash_is_not_part_of_the_name() {
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
    fn a_name_may_be_a_path() {
        let dir = Some(Path::new("kept"));
        assert_eq!(file_of("main", dir), Path::new("kept/main.json"));
        assert_eq!(file_of("main.json", dir), Path::new("main.json"));
        assert_eq!(file_of("ci/main", dir), Path::new("ci/main"));
    }
}
