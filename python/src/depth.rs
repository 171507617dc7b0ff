//! A limit on functions that call themselves for each level of a value.

use std::cell::Cell;

use pyo3::exceptions::PyRecursionError;
use pyo3::prelude::*;

/// The greatest number of levels: far fewer than the smallest stack of a thread holds.
const LIMIT: u32 = 256;

thread_local! {
    static DEPTH: Cell<u32> = const { Cell::new(0) };
}

/// A level that was entered; left on drop.
pub(crate) struct Deeper(());

impl Drop for Deeper {
    fn drop(&mut self) {
        DEPTH.set(DEPTH.get().saturating_sub(1));
    }
}

/// Enters one more level.
pub(crate) fn enter() -> PyResult<Deeper> {
    let depth = DEPTH.get();
    if depth >= LIMIT {
        let message = format!(
            "the value nests more than {LIMIT} levels deep: only to_python(), to_json() and validate() take it"
        );
        return Err(PyRecursionError::new_err(message));
    }
    DEPTH.set(depth + 1);
    Ok(Deeper(()))
}
