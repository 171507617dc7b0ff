//! Sections: what other crates add to a file, such as tables of offsets.

/// What another crate added to a file: see [`RecordWriter::write_section`](crate::RecordWriter::write_section).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Section<'a> {
    /// What the crate that wrote it calls it.
    pub name: &'a str,
    /// The number of records in the file when it was written. What it says of them is still true, because a file is
    /// only appended to.
    pub records: u64,
    /// What that crate wrote. The checksum shows that it was not damaged, not that it is true: check it before you
    /// trust it.
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
