//! Limits on a case.

use std::panic::{self, AssertUnwindSafe};

use crate::format::commas;
use crate::panics;
use crate::weight::Weight;

/// A check of what a case weighed; an `Err` says what is wrong.
pub(crate) type Limit<'a> = Box<dyn Fn(&Weight) -> Result<(), String> + 'a>;

/// A limit that a figure may reach and not pass.
pub(crate) fn at_most(what: &'static str, most: u64, figure: impl Fn(&Weight) -> i128 + 'static) -> Limit<'static> {
    Box::new(move |weight| match figure(weight) {
        found if found <= i128::from(most) => Ok(()),
        found => Err(format!("{what} {}, limit {}", commas(found), commas(most))),
    })
}

/// What is wrong, if the limit is passed. A check that panics is wrong too, and stops no other.
pub(crate) fn broken(limit: &Limit<'_>, weight: &Weight) -> Option<String> {
    match panic::catch_unwind(AssertUnwindSafe(|| limit(weight))) {
        Ok(checked) => checked.err(),
        Err(payload) => {
            let why = format!("its check panicked: {}", panics::words(&*payload));
            panics::forget(payload);
            Some(why)
        }
    }
}
