//! A line of a file of vectors, and the checks on it.

use std::fmt::Debug;

use packed_data::{Layout, Limits, Packable, Packed, Unpack};
use packed_data_schema::Schema;
use serde_json::Value as Json;

use super::json::FromJson;

/// A value that vectors can contain and layouts can pack.
pub(crate) trait Sample: FromJson + Packable + Debug + for<'a> Unpack<'a> {}

impl<T: FromJson + Packable + Debug + for<'a> Unpack<'a>> Sample for T {}

/// A value and its bytes, as another library wrote them.
pub(crate) struct VectorLine {
    pub(crate) format: String,
    pub(crate) ty: String,
    value: Json,
    bytes: Vec<u8>,
}

impl VectorLine {
    /// Reads a line.
    pub(crate) fn parse(line: &str) -> Result<Self, String> {
        let json: Json = serde_json::from_str(line).map_err(|error| format!("not JSON: {error}"))?;
        Ok(Self {
            format: text(&json, "format")?.to_owned(),
            ty: text(&json, "type")?.to_owned(),
            value: json.get("value").ok_or("no `value`")?.clone(),
            bytes: bytes(text(&json, "hex")?)?,
        })
    }

    /// Returns the name of the library, without its flags.
    pub(crate) fn library(&self) -> &str {
        self.format.split('+').next().unwrap_or_default()
    }

    /// Returns the value that should be read back: `binary` writes a float as mantissa and exponent (Haskell's
    /// `decodeFloat`), so it loses the sign of zero.
    fn value_read(&self) -> Json {
        let mut value = self.value.clone();
        if self.format == "binary" {
            lose_signs_of_zero(&mut value);
        }
        value
    }
}

fn text<'j>(json: &'j Json, key: &str) -> Result<&'j str, String> {
    json.get(key).and_then(Json::as_str).ok_or_else(|| format!("no `{key}` with a string"))
}

/// Returns the bytes of hexadecimal digits.
fn bytes(hex: &str) -> Result<Vec<u8>, String> {
    let digit = |digit: u8| char::from(digit).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
    let byte = |pair: &[u8]| match pair {
        &[high, low] => Some(digit(high)? << 4 | digit(low)?),
        _ => None,
    };
    let bytes: Option<Vec<u8>> = hex.as_bytes().chunks(2).map(byte).collect();
    bytes.ok_or_else(|| format!("`hex` is not pairs of hexadecimal digits: {hex}"))
}

fn lose_signs_of_zero(json: &mut Json) {
    match json {
        Json::Array(elements) => elements.iter_mut().for_each(lose_signs_of_zero),
        Json::Object(fields) => fields.values_mut().for_each(lose_signs_of_zero),
        _ if json.as_f64() == Some(0.0) => *json = 0.into(),
        _ => {}
    }
}

/// Packs the value, and reads the bytes in every way; both must agree with the line.
pub(crate) fn check<T: Sample, L: Layout>(line: &VectorLine) -> Result<(), String> {
    let packed = Packed::<T, L>::pack(&T::from_json(&line.value)?);
    equal("packed", packed.as_bytes(), &line.bytes)?;

    let read = Packed::<T, L, _>::from_bytes(line.bytes.as_slice()).map_err(|error| format!("refused: {error}"))?;
    let value = read.unpack().map_err(|error| format!("not unpacked: {error}"))?;
    same(&value, &T::from_json(&line.value_read())?)?;
    equal("unpacked and packed again", Packed::<T, L>::pack(&value).as_bytes(), &line.bytes)?;

    // In place: a cursor walks over the bytes, and the builder copies what the cursor skips.
    let copy = Packed::<T, L>::build(|needs| read.read(|cursor| cursor.copy_to(needs)));
    equal("copied by a cursor", copy.as_bytes(), &line.bytes)?;

    by_schema::<T, L>(&line.bytes)?;

    for wrong in one_byte_off(&line.bytes) {
        if Packed::<T, L, _>::from_bytes(wrong.as_slice()).is_ok() {
            return Err("accepted with one byte less or more".to_owned());
        }
    }
    Ok(())
}

/// Returns the bytes with one more, and with one less if there are any.
fn one_byte_off(bytes: &[u8]) -> Vec<Vec<u8>> {
    let less = bytes.split_last().map(|(_, rest)| rest.to_vec());
    less.into_iter().chain([[bytes, &[0]].concat()]).collect()
}

/// Reads the bytes without the type, and writes them from the JSON of the value. (JSON has one NaN.)
fn by_schema<T: Packable, L: Layout>(bytes: &[u8]) -> Result<(), String> {
    let schema = Schema::of::<T>();
    let codec = schema.codec(L::NAME.parse().expect("a layout")).map_err(|error| error.to_string())?;
    let value = codec.read(bytes, &Limits::DEFAULT).map_err(|error| format!("refused by schema: {error}"))?;
    let mut text = Vec::new();
    value.write_json(&mut text).map_err(|error| format!("by schema: {error}"))?;
    let written = codec.from_json(&text, &Limits::DEFAULT).map_err(|error| format!("by schema: {error}"))?;
    if text.windows(5).any(|part| part == b"\"NaN\"") {
        return Ok(());
    }
    equal("written from JSON by schema", &written, bytes)
}

/// Compares values by their `Debug` output. It distinguishes all floats, including `-0.0` and `0.0`, and shows every
/// NaN as the same text. `==` does neither.
fn same<T: Debug>(found: &T, expected: &T) -> Result<(), String> {
    let (found, expected) = (format!("{found:?}"), format!("{expected:?}"));
    if found == expected { Ok(()) } else { Err(format!("unpacked: expected {expected}, found {found}")) }
}

fn equal(what: &str, found: &[u8], expected: &[u8]) -> Result<(), String> {
    if found == expected {
        return Ok(());
    }
    let at = found.iter().zip(expected).take_while(|(a, b)| a == b).count();
    Err(format!("{what}: expected {}, found {}, which differs at byte {at}", hex(expected), hex(found)))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
