//! `packed hex`: bytes beside paths, types and values.

use std::path::Path;

use packed_data::Limits;
use packed_data::stream::block::BlockHeader;
use packed_data_file::Content;

use super::get;
use crate::console::{Console, Look};
use crate::error::{Failure, Outcome};
use crate::grouped::counted;
use crate::hex;
use crate::input::{Bare, Body, Input};

pub(super) fn run(console: &mut Console<'_>, file: &Path, path: Option<&str>, bare: &Bare) -> Outcome {
    let input = Input::open(console, file, bare)?;
    let codec = input.codec()?;
    let body = match input.body() {
        Ok(body) => body,
        // A value that was cut off or changed is explained as far as it goes; what its checksum says is reported.
        Err(failure) => match (path, damaged_value(&input)) {
            (None, Some(bytes)) => {
                console.report(&failure.to_string());
                let error = codec.validate(bytes, &Limits::DEFAULT).err();
                hex::write(console, &codec, bytes, 0..bytes.len(), error.as_ref())?;
                return Err(Failure::Reported);
            }
            _ => return Err(failure),
        },
    };
    if let Some(text) = path {
        let steps = get::parse(text)?;
        let (bytes, steps) = get::record(&input, &body, &steps)?;
        if let ([], Err(error)) = (steps, codec.validate(&bytes, &Limits::DEFAULT)) {
            hex::write(console, &codec, &bytes, 0..bytes.len(), Some(&error))?;
            return Err(Failure::Reported);
        }
        let part = get::part(&codec, &bytes, steps, &input, text)?;
        return hex::write(console, &codec, &bytes, part.offset()..part.end(), None);
    }
    let mut failed = false;
    let is_value = matches!(body, Body::Value(_));
    body.for_each(0..u64::MAX, &mut |found| match found {
        Ok((number, bytes)) => {
            if !is_value {
                console.put(Look::Strong, &format!("record {number}, {}", counted(bytes.len() as u64, "byte")))?;
                console.line("")?;
            }
            let error = codec.validate(bytes, &Limits::DEFAULT).err();
            failed |= error.is_some();
            hex::write(console, &codec, bytes, 0..bytes.len(), error.as_ref())
        }
        Err(error) => {
            failed = true;
            console.report(&format!("{}: {error}", input.name));
            Ok(())
        }
    })?;
    Failure::if_reported(failed)
}

/// Returns the bytes of the only value of a damaged file: all after the header, and after that of the value's block.
fn damaged_value(input: &Input) -> Option<&[u8]> {
    const MAGIC: usize = 16;
    input.header.as_ref().filter(|header| header.content == Content::Value)?;
    let bytes = input.value_bytes()?;
    let header = BlockHeader::read(bytes.get(MAGIC..MAGIC + BlockHeader::SIZE)?)?;
    bytes.get(MAGIC.checked_add(header.size()?)?.checked_add(BlockHeader::SIZE)?..)
}
