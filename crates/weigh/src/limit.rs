//! Limits on a case.

use std::panic::{self, AssertUnwindSafe};

use crate::format::commas;
use crate::panics;
use crate::weight::Weight;

/// A check of the figures of a case. An `Err` says what is wrong.
pub(crate) type Limit<'a> = Box<dyn Fn(&Weight) -> Result<(), String> + 'a>;

/// Returns a limit which fails if the figure is greater than `most`.
pub(crate) fn at_most(what: &'static str, most: u64, figure: impl Fn(&Weight) -> i128 + 'static) -> Limit<'static> {
    Box::new(move |weight| match figure(weight) {
        found if found <= i128::from(most) => Ok(()),
        found => Err(format!("{what} {}, limit {}", commas(found), commas(most))),
    })
}

/// Returns what is wrong, if the limit is exceeded. A check that panics is a failure too; the other checks still run.
pub(crate) fn violation(limit: &Limit<'_>, weight: &Weight) -> Option<String> {
    match panic::catch_unwind(AssertUnwindSafe(|| limit(weight))) {
        Ok(checked) => checked.err(),
        Err(payload) => {
            let why = format!("its check panicked: {}", panics::text(&*payload));
            panics::forget(payload);
            Some(why)
        }
    }
}
