//! Baselines: the figures of an earlier run, kept in a file.

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
    cases: BTreeMap<String, Entry>,
}

/// A case of a baseline.
#[derive(Debug)]
struct Entry {
    weight: Weight,
    /// What the file says of it.
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
        Ok(Self { name: name.into(), cases: entries(&document, path)? })
    }

    /// Notes in each outcome how it compares; growth past `threshold` percent is a failure.
    pub(crate) fn compare(&self, outcomes: &mut [Outcome], threshold: f64) {
        for outcome in outcomes {
            let Some(weight) = outcome.weight else {
                continue;
            };
            let change = match self.cases.get(&outcome.path()) {
                Some(Entry { weight: before, .. }) => Change::Known { before: before.allocated, now: weight.allocated },
                None => Change::New,
            };
            outcome.change = Some(change);
            outcome.failures.extend(self.growth(change, threshold));
        }
    }

    /// What was not compared: cases that ran and are not in the baseline, and cases of the baseline
    /// that the program, whose cases are `all`, does not have. A line for each kind.
    pub(crate) fn not_compared(&self, outcomes: &[Outcome], all: &HashSet<String>) -> Vec<String> {
        let new = outcomes.iter().filter(|outcome| outcome.change == Some(Change::New));
        let new: Vec<String> = new.map(Outcome::path).collect();
        let gone: Vec<String> = self.cases.keys().filter(|path| !all.contains(*path)).cloned().collect();
        let kinds = [("has no figures for", new, "not compared"), ("has figures for", gone, "not in this program")];
        let lines = kinds.into_iter().filter(|(_, paths, _)| !paths.is_empty());
        lines
            .map(|(has, paths, so)| {
                let cases = plural(paths.len() as u64, "case", "cases");
                format!("baseline {:?} {has} {cases} {so}: {}", self.name, paths.join(", "))
            })
            .collect()
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

/// A baseline that a run is to save.
#[derive(Debug)]
pub(crate) struct Save {
    name: String,
    path: PathBuf,
    /// The cases that stay as they were, unless they run.
    kept: BTreeMap<String, Value>,
}

impl Save {
    /// Prepares to save the baseline `name` at `path`. If only some cases run, the file that is there
    /// must be a baseline, of which the other cases stay.
    pub(crate) fn prepare(name: &str, path: PathBuf, all: bool) -> Result<Self, Error> {
        let old = if all { Ok(None) } else { Baseline::load(name, &path).map(Some) };
        let old = match old {
            Err(Error::BaselineMissing(_)) => None,
            old => old?,
        };
        let entries = old.into_iter().flat_map(|old| old.cases);
        let kept = entries.map(|(case, entry)| (case, entry.document)).collect();
        Ok(Self { name: name.into(), path, kept })
    }

    /// Writes the outcomes, if each case passed and there is one. Otherwise the file stays as it was,
    /// and the reason is returned.
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

fn why_not(outcomes: &[Outcome]) -> Option<String> {
    let failed = outcomes.iter().filter(|outcome| !outcome.passed() || outcome.weight.is_none()).count();
    match (outcomes.len(), failed) {
        (0, _) => Some(String::from("no case ran")),
        (_, 0) => None,
        (_, failed) => Some(format!("{} failed", plural(failed as u64, "case", "cases"))),
    }
}

/// Replaces a file in one step, so that a failure leaves the old one.
fn write(path: &Path, text: &str) -> io::Result<()> {
    // Through a symbolic link to the file itself, which may not exist yet.
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

/// Where the baseline `name` lies: `name` itself if it is a path, otherwise a file in `dir`, or in
/// a place of this program's own under cargo's target directory.
pub(crate) fn place(name: &str, dir: Option<&Path>) -> PathBuf {
    if name.ends_with(".json") || name.contains(['/', '\\']) {
        return PathBuf::from(name);
    }
    let dir = dir.map_or_else(default_dir, PathBuf::from);
    dir.join(format!("{name}.json"))
}

fn entries(document: &Value, path: &Path) -> Result<BTreeMap<String, Entry>, Error> {
    let no_baseline = || unreadable(path, &"it is no baseline of weigh");
    match document["weigh"].as_u64().ok_or_else(no_baseline)? {
        json::VERSION => {}
        found => return Err(Error::BaselineVersion { path: path.into(), found }),
    }
    let mut entries = BTreeMap::new();
    for case in document["cases"].as_array().ok_or_else(no_baseline)? {
        let (name, entry) = entry(case).map_err(|why| unreadable(path, &why))?;
        if entries.insert(name.clone(), entry).is_some() {
            return Err(unreadable(path, &format!("case {name:?} is there twice")));
        }
    }
    Ok(entries)
}

/// A case without its figures is refused, not passed over: as a new case it would pass whatever it
/// allocates.
fn entry(case: &Value) -> Result<(String, Entry), String> {
    let name = case["name"].as_str().ok_or("a case has no name")?;
    let weight = json::to_weight(case).map_err(|why| format!("case {name:?}: {why}"))?;
    Ok((name.into(), Entry { weight, document: case.clone() }))
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
