//! What a column shows of a case.

use crate::column::Column;
use crate::format::{change, commas, time};
use crate::outcome::{Change, Outcome};
use crate::weight::Weight;

impl Column {
    /// Returns what this column shows of a case; a dash if there is nothing to say.
    pub(super) fn cell(self, outcome: &Outcome) -> String {
        let cell = match self {
            Self::Case => Some(outcome.name.clone()),
            Self::Check => Some(String::from(if outcome.passed() { "OK" } else { "FAIL" })),
            Self::Change => outcome.change.as_ref().map(change_cell),
            _ => outcome.weight.as_ref().and_then(|weight| self.figure(weight)),
        };
        cell.unwrap_or_else(|| String::from("-"))
    }

    fn figure(self, weight: &Weight) -> Option<String> {
        match self {
            Self::Allocated => Some(commas(weight.allocated)),
            Self::Allocations => Some(commas(weight.allocations)),
            Self::Reallocations => Some(commas(weight.reallocations)),
            Self::Peak => Some(commas(weight.peak)),
            Self::Live => Some(commas(weight.live)),
            Self::MaxRss => weight.max_rss.map(commas),
            Self::Time => Some(time(weight.time)),
            Self::Case | Self::Change | Self::Check => None,
        }
    }
}

fn change_cell(to: &Change) -> String {
    match *to {
        Change::New => String::from("new"),
        Change::Known { before, now } => change(before, now),
    }
}
