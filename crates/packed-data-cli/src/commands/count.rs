//! `packed count`: the number of values.

use std::ops::ControlFlow;

use crate::args::Count;
use crate::console::Console;
use crate::error::{Failure, Outcome};
use crate::input::Input;
use crate::rows::Rows;

pub(super) fn run(console: &mut Console<'_>, arguments: &Count) -> Outcome {
    let Count { file, condition, bare } = arguments;
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let mut rows = Rows::new(&input, &codec)?;
    let (count, failed) = match condition {
        None => rows.count(console)?,
        Some(text) => {
            rows.select(text)?;
            rows.need_only(Vec::new());
            let mut count = 0_u64;
            let failed = rows.for_each(console, "counting", 0..u64::MAX, None, &mut |_, _, _| {
                count += 1;
                Ok(ControlFlow::Continue(()))
            })?;
            (count, failed)
        }
    };
    console.line(&count.to_string())?;
    Failure::if_reported(failed)
}
