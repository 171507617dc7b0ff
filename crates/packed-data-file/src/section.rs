//! Sections: what other crates add to a file, such as tables of offsets.

/// A section, which another crate added to a file: see
/// [`RecordWriter::write_section`](crate::RecordWriter::write_section).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// Its name, which the crate that wrote it chose.
    pub name: &'a str,
    /// The number of records in the file when it was written. These records have not changed since, because a file is
    /// only appended to.
    pub records: u64,
    /// Its bytes. The checksum shows only that they were not damaged: check what they say before you trust it.
    pub bytes: &'a [u8],
}

/// Returns the payload of a section's block: 8 bytes for the number of records, one for the length of the name, the
/// name, the bytes. `None` if the name is longer than 255 bytes.
pub(crate) fn payload(section: &Section<'_>) -> Option<Vec<u8>> {
    let len = u8::try_from(section.name.len()).ok()?;
    let mut payload = section.records.to_le_bytes().to_vec();
    payload.push(len);
    payload.extend_from_slice(section.name.as_bytes());
    payload.extend_from_slice(section.bytes);
    Some(payload)
}

/// Returns the section with this payload.
pub(crate) fn parse(payload: &[u8]) -> Option<Section<'_>> {
    let (records, rest) = payload.split_first_chunk()?;
    let (len, rest) = rest.split_first()?;
    let (name, bytes) = rest.split_at_checked(usize::from(*len))?;
    Some(Section { name: std::str::from_utf8(name).ok()?, records: u64::from_le_bytes(*records), bytes })
}
