//! Conversion between layouts, and from and to JSON. Values are unpacked or deserialised, and packed or serialised
//! again.

use axum_core::response::Response;
use bytes::Bytes;
use http::HeaderValue;
use packed_data::{Buffer, Cbor, Compact, Indexed, Limits, Packable, Packed, Unpack};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::error::Category;

use crate::body::response;
use crate::media::{JSON, Wire, content_type};
use crate::problem::Problem;

/// Packs a value.
fn pack<T: Packable, L: Wire>(value: &T, limits: &Limits) -> Result<Packed<T, L, Bytes>, Problem> {
    let packed = Packed::<T, L>::try_pack(value, limits)?;
    Ok(Packed::from_bytes_with(packed.into_inner().into(), limits)?)
}

/// Converts a body from layout `M` to layout `L`.
fn recode<T, M: Wire, L: Wire>(bytes: Bytes, limits: &Limits) -> Result<Packed<T, L, Bytes>, Problem>
where
    T: for<'a> Unpack<'a>,
{
    let packed = Packed::<T, M, _>::from_bytes_with(bytes, limits)?;
    pack(&packed.unpack_with(limits).map_err(Problem::too_deep)?, limits)
}

/// Converts a body from one of the [`FORMATS`](crate::media::FORMATS) to layout `L`. If it is in layout `L` already, it
/// is used in place.
pub(crate) fn from_layout<T, L: Wire>(
    layout: &str,
    bytes: Bytes,
    limits: &Limits,
) -> Result<Packed<T, L, Bytes>, Problem>
where
    T: for<'a> Unpack<'a>,
{
    match layout {
        same if same == L::PARAMETER => Ok(Packed::from_bytes_with(bytes, limits)?),
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
        Ok(value) => pack(&value, limits),
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
pub(crate) fn to_layout<T, L: Wire, B: Buffer>(
    packed: &Packed<T, L, B>,
    layout: &str,
    limits: &Limits,
) -> Result<Response, Problem>
where
    T: for<'a> Unpack<'a> + 'static,
{
    let value = packed.unpack_with(limits).map_err(|_| too_deep_for(layout))?;
    match layout {
        Compact::PARAMETER => packed_response::<T, Compact>(&value, limits),
        Indexed::PARAMETER => packed_response::<T, Indexed>(&value, limits),
        <Cbor>::PARAMETER => packed_response::<T, Cbor>(&value, limits),
        other => unreachable!("the layout {other} was not offered"),
    }
}

/// Returns a response with a value packed in layout `L`.
fn packed_response<T: Packable + 'static, L: Wire>(value: &T, limits: &Limits) -> Result<Response, Problem> {
    let packed = Packed::<T, L>::try_pack(value, limits).map_err(|_| too_deep_for(L::PARAMETER))?;
    Ok(response(packed.into_inner().into(), content_type::<T, L>()))
}

/// Returns a response in JSON.
pub(crate) fn to_json<T, L: Wire, B: Buffer>(packed: &Packed<T, L, B>, limits: &Limits) -> Result<Response, Problem>
where
    T: Serialize + for<'a> Unpack<'a>,
{
    let value = packed.unpack_with(limits).map_err(|_| too_deep_for(JSON))?;
    let json = serde_json::to_vec(&value).map_err(|_| Problem::not_acceptable("JSON cannot express this value"))?;
    Ok(response(json.into(), HeaderValue::from_static(JSON)))
}

fn too_deep_for(format: &str) -> Problem {
    Problem::not_acceptable(format!("this value is nested too deep to be converted to {format}"))
}
