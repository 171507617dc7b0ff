//! The answer: what happened in each minute in each country.

use std::collections::HashMap;
use std::fmt;
use std::hash::{BuildHasherDefault, Hash, Hasher};

use serde::{Deserialize, Serialize};

use crate::model::mix;

/// What happened in a country in a minute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub(crate) struct Row {
    pub(crate) minute: u64,
    pub(crate) country: String,
    pub(crate) events: u64,
    pub(crate) paying: u64,
    pub(crate) failures: u64,
    pub(crate) cents: u64,
    /// The path that was visited most, the first of them in the alphabet.
    pub(crate) path: String,
    /// How often it was visited.
    pub(crate) visits: u64,
}

/// What has happened in a minute so far, by country.
#[derive(Default)]
pub(crate) struct Window {
    countries: FastMap<Box<[u8]>, Totals>,
}

#[derive(Default)]
struct Totals {
    events: u64,
    paying: u64,
    failures: u64,
    cents: u64,
    paths: FastMap<Box<[u8]>, u64>,
}

/// A map with a fast hasher: what is measured should be the dataflow.
pub(crate) type FastMap<K, V> = HashMap<K, V, BuildHasherDefault<Mixer>>;

/// A hasher that is the same in every process, and fast for short texts and numbers.
#[derive(Default)]
pub(crate) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        let (chunks, rest) = bytes.as_chunks();
        for chunk in chunks {
            self.write_u64(u64::from_le_bytes(*chunk));
        }
        if !rest.is_empty() {
            let mut chunk = [0; 8];
            chunk[..rest.len()].copy_from_slice(rest);
            self.write_u64(u64::from_le_bytes(chunk));
        }
    }

    fn write_u32(&mut self, number: u32) {
        self.write_u64(number.into());
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = mix(self.0 ^ number);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

impl Window {
    /// Counts a visit.
    pub(crate) fn add(&mut self, country: &[u8], path: &[u8], is_paying: bool, is_failure: bool, cents: u64) {
        let totals = match self.countries.get_mut(country) {
            Some(totals) => totals,
            None => self.countries.entry(country.into()).or_default(),
        };
        totals.events += 1;
        totals.paying += u64::from(is_paying);
        totals.failures += u64::from(is_failure);
        totals.cents += cents;
        match totals.paths.get_mut(path) {
            Some(visits) => *visits += 1,
            None => _ = totals.paths.insert(path.into(), 1),
        }
    }

    /// Returns a row for each country.
    pub(crate) fn rows(self, minute: u64) -> impl Iterator<Item = Row> {
        self.countries.into_iter().map(move |(country, totals)| {
            let best = totals.paths.into_iter().max_by(|(a, n), (b, m)| n.cmp(m).then_with(|| b.cmp(a)));
            let (path, visits) = best.unwrap_or_default();
            let Totals { events, paying, failures, cents, .. } = totals;
            let (country, path) = (text(&country), text(&path));
            Row { minute, country, events, paying, failures, cents, path, visits }
        })
    }
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

/// All rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Answer {
    pub(crate) rows: Vec<Row>,
}

impl Answer {
    /// Returns a number that is the same for equal answers, in whatever order the rows came.
    pub(crate) fn digest(&self) -> u64 {
        let digest = |row: &Row| {
            let mut hasher = Mixer::default();
            row.hash(&mut hasher);
            hasher.finish()
        };
        self.rows.iter().map(digest).fold(0, u64::wrapping_add)
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let events: u64 = self.rows.iter().map(|row| row.events).sum();
        let minutes = self.rows.iter().map(|row| row.minute).max().map_or(0, |last| last + 1);
        writeln!(
            f,
            "answer: {events} events in {minutes} minutes, {} rows, digest {:016x}",
            self.rows.len(),
            self.digest()
        )?;
        let Some(most) = self.rows.iter().max_by_key(|row| (row.cents, *row)) else { return Ok(()) };
        let Row { minute, country, cents, path, visits, .. } = most;
        write!(
            f,
            "most was paid in minute {minute} in {country}: {cents} cents; {path} was visited {visits} times there"
        )
    }
}
