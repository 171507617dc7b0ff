//! Durations and times of Python, to the nanosecond.

use pyo3::prelude::*;
use pyo3::types::{PyDateTime, PyDelta, PyDeltaAccess, PyTuple, PyTzInfoAccess};

use crate::value::{DURATION, TIME};

/// Returns the seconds, rounded down, and nanoseconds of a `timedelta`.
fn parts(delta: &Bound<'_, PyDelta>) -> (i64, u32) {
    let seconds = i64::from(delta.get_days()) * 86_400 + i64::from(delta.get_seconds());
    (seconds, u32::try_from(delta.get_microseconds()).unwrap_or(0) * 1000)
}

/// Returns the seconds and nanoseconds of a `timedelta` or `Duration`; `None` for another object, or a negative one.
pub(crate) fn duration(object: &Bound<'_, PyAny>) -> PyResult<Option<(u64, u32)>> {
    if let Ok(delta) = object.cast::<PyDelta>() {
        let (seconds, nanoseconds) = parts(delta);
        return Ok(u64::try_from(seconds).ok().map(|seconds| (seconds, nanoseconds)));
    }
    if object.is_instance(DURATION.get(object.py())?)? {
        return Ok(pair(object));
    }
    Ok(None)
}

/// Returns the seconds since 1970 and nanoseconds of a `datetime` with a time zone, or of a `Time`.
pub(crate) fn time(object: &Bound<'_, PyAny>) -> PyResult<Option<(i64, u32)>> {
    let py = object.py();
    if object.is_instance(TIME.get(py)?)? {
        return Ok(pair(object));
    }
    let Ok(time) = object.cast::<PyDateTime>() else { return Ok(None) };
    if time.get_tzinfo().is_none() {
        return Ok(None);
    }
    let utc = pyo3::types::PyTzInfo::utc(py)?.to_owned();
    let epoch = PyDateTime::new(py, 1970, 1, 1, 0, 0, 0, 0, Some(&utc))?;
    let since = time.as_any().sub(epoch)?;
    Ok(Some(parts(since.cast::<PyDelta>()?)))
}

fn pair<'py, A: for<'a> FromPyObject<'a, 'py>>(object: &Bound<'py, PyAny>) -> Option<(A, u32)> {
    let pair = object.cast::<PyTuple>().ok()?;
    let seconds = pair.get_item(0).ok()?.extract().ok()?;
    let nanoseconds = pair.get_item(1).ok()?.extract().ok().filter(|nanoseconds| *nanoseconds < 1_000_000_000)?;
    Some((seconds, nanoseconds))
}
