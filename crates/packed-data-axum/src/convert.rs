//! Conversion between layouts, without owned values; and from and to JSON, through owned values.

use axum_core::response::Response;
use bytes::Bytes;
use http::HeaderValue;
use packed_data::packed::Buffer;
use packed_data::{Cbor, Compact, Indexed, Limits, Packable, Packed, Unpack};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::body::response;
use crate::media::{JSON, Wire, content_type};
use crate::problem::Problem;

/// Converts a body from layout `M` to layout `L`.
fn recode<T: Packable, M: Wire, L: Wire>(bytes: Bytes, limits: &Limits) -> Result<Packed<T, L, Bytes>, Problem> {
    let packed = Packed::<T, M>::with_limits(limits).from_bytes(bytes)?;
    // (The offset of an error is one in the converted value, which the client does not see.)
    Ok(packed.within(limits).convert::<L>().map_err(|error| Problem::from(error).anywhere())?.into())
}

/// Converts a body from one of the [`FORMATS`](crate::media::FORMATS) to layout `L`. If it is in layout `L` already, it
/// is used in place.
pub(crate) fn from_layout<T: Packable, L: Wire>(
    layout: &str,
    bytes: Bytes,
    limits: &Limits,
) -> Result<Packed<T, L, Bytes>, Problem> {
    match layout {
        same if same == L::PARAMETER => Ok(Packed::with_limits(limits).from_bytes(bytes)?),
        Compact::PARAMETER => recode::<T, Compact, L>(bytes, limits),
        Indexed::PARAMETER => recode::<T, Indexed, L>(bytes, limits),
        <Cbor>::PARAMETER => recode::<T, Cbor, L>(bytes, limits),
        other => unreachable!("requests in the layout {other} were refused before"),
    }
}

/// Converts a body from JSON to layout `L`.
pub(crate) fn from_json<T, L: Wire>(bytes: &[u8], limits: &Limits) -> Result<Packed<T, L, Bytes>, Problem>
where
    T: Packable + DeserializeOwned,
{
    match serde_json::from_slice::<T>(bytes) {
        Ok(value) => Ok(Packed::<T, L>::with_limits(limits).pack(&value)?.into()),
        Err(error) => Err(json_problem::<T>(bytes, &error)),
    }
}

/// Returns the problem with a JSON body, with its offset. If the body is JSON of another shape, the problem has the
/// field as well.
fn json_problem<T: DeserializeOwned>(bytes: &[u8], error: &serde_json::Error) -> Problem {
    let offset = offset_of(bytes, error.line(), error.column());
    if error.classify() != Category::Data {
        return Problem::malformed(format!("malformed JSON: {error}")).at(offset);
    }
    // Only this error needs the path of the field, so the body is deserialised a second time to find it.
    let mut deserializer = serde_json::Deserializer::from_slice(bytes);
    let path = match serde_path_to_error::deserialize::<_, T>(&mut deserializer) {
        Err(error) => error.path().to_string(),
        Ok(_) => String::new(),
    };
    Problem::other_shape(error.to_string()).at(offset).within(if path == "." { String::new() } else { path })
}

/// Returns the byte offset of a line and column, which count from 1.
fn offset_of(bytes: &[u8], line: usize, column: usize) -> usize {
    let line_start = bytes.split_inclusive(|byte| *byte == b'\n').take(line.saturating_sub(1)).map(<[u8]>::len).sum();
    bytes.len().min(usize::saturating_add(line_start, column.saturating_sub(1)))
}

/// Returns a response in another of the [`FORMATS`](crate::media::FORMATS).
pub(crate) fn to_layout<T: Packable + 'static, L: Wire, B: Buffer>(
    packed: &Packed<T, L, B>,
    layout: &str,
    limits: &Limits,
) -> Result<Response, Problem> {
    match layout {
        Compact::PARAMETER => converted::<T, L, Compact, B>(packed, limits),
        Indexed::PARAMETER => converted::<T, L, Indexed, B>(packed, limits),
        <Cbor>::PARAMETER => converted::<T, L, Cbor, B>(packed, limits),
        other => unreachable!("the layout {other} was not offered"),
    }
}

/// Returns a response with a value converted to layout `M`.
fn converted<T: Packable + 'static, L: Wire, M: Wire, B: Buffer>(
    packed: &Packed<T, L, B>,
    limits: &Limits,
) -> Result<Response, Problem> {
    let packed = packed.within(limits).convert::<M>().map_err(|_| too_deep_for(M::PARAMETER))?;
    Ok(response(packed.into_inner().into(), content_type::<T, M>()))
}

/// Returns a response in JSON.
pub(crate) fn to_json<T, L: Wire, B: Buffer>(packed: &Packed<T, L, B>, limits: &Limits) -> Result<Response, Problem>
where
    T: Serialize + for<'a> Unpack<'a>,
{
    let value = packed.within(limits).unpack().map_err(|_| too_deep_for(JSON))?;
    let json = serde_json::to_vec(&value).map_err(|_| Problem::not_acceptable("JSON cannot express this value"))?;
    Ok(response(json.into(), HeaderValue::from_static(JSON)))
}

fn too_deep_for(format: &str) -> Problem {
    Problem::not_acceptable(format!("this value is nested too deep to be converted to {format}"))
}
