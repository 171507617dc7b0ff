//! Streams of Arrow that another library exports. The only `unsafe` block of writing.

use std::ffi::CStr;

use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_schema::ArrowError;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};

/// The name of capsules with a stream, as the PyCapsule interface of Arrow states it.
pub(crate) const NAME: &CStr = c"arrow_array_stream";

/// Takes the stream out of the capsule that `__arrow_c_stream__` of an object returns.
#[allow(unsafe_code)]
pub(crate) fn import(object: &Bound<'_, PyAny>) -> PyResult<Result<FFI_ArrowArrayStream, ArrowError>> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule = capsule
        .cast_into::<PyCapsule>()
        .map_err(|_| PyTypeError::new_err("expected a capsule from __arrow_c_stream__, found another object"))?;
    // (It is checked that the capsule has this name.)
    let stream = capsule.pointer_checked(Some(NAME))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: a capsule of this name contains a pointer to a valid stream, by the PyCapsule interface of Arrow, which
    // every library that exports `__arrow_c_stream__` promises to follow. The capsule lives during this call, and the
    // lock of the interpreter is held, so nothing else takes the stream out of it. `from_raw` moves the stream out, and
    // leaves one that is released, which the destructor of the capsule accepts.
    let stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    if stream.release().is_none() {
        return Ok(Err(ArrowError::CDataInterface("the stream was read already".into())));
    }
    Ok(Ok(stream))
}
