//! The bytes of a container between processes: see [`PackedContainer`] for what is in them.

use std::io::Write;
use std::sync::Arc;

use packed_data::packed::OwnedBuffer;
use packed_data::{Fingerprint, Layout, Packable, PackedVec};
use timely::bytes::arc::Bytes;
use timely::dataflow::channels::ContainerBytes;

use crate::container::{Message, PackedContainer, Records};
use crate::error::MessageError;
use crate::known::Known;

/// The first bytes of a message; the last of them is the version.
const MARKER: [u8; 8] = [0xF5, b'P', b'K', b'D', b'F', b'\r', b'\n', 1];

/// The size of a header in bytes.
const HEADER: usize = 40;

/// What is before the records.
struct Header {
    fingerprint: Fingerprint,
    records: u64,
    /// The bytes of the records.
    size: u64,
    /// The bytes of the text after the records.
    text: u64,
}

impl Header {
    fn to_bytes(&self) -> [u8; HEADER] {
        let mut bytes = [0; HEADER];
        let (marker, numbers) = bytes.split_at_mut(MARKER.len());
        marker.copy_from_slice(&MARKER);
        let values = [self.fingerprint.to_bits(), self.records, self.size, self.text];
        for (place, value) in numbers.as_chunks_mut::<8>().0.iter_mut().zip(values) {
            *place = value.to_le_bytes();
        }
        bytes
    }

    fn read(bytes: &[u8]) -> Result<Self, MessageError> {
        let found = bytes.len();
        let header: &[u8; HEADER] = bytes.first_chunk().ok_or(MessageError::Size { expected: HEADER as u64, found })?;
        let [marker, numbers @ ..] = header.as_chunks::<8>().0 else { unreachable!("40 bytes are five times eight") };
        if *marker != MARKER {
            return Err(MessageError::Marker { found: *marker });
        }
        let mut numbers = numbers.iter().map(|number| u64::from_le_bytes(*number));
        let mut next = || numbers.next().unwrap_or_default();
        Ok(Self { fingerprint: Fingerprint::from_bits(next()), records: next(), size: next(), text: next() })
    }
}

impl<T: Packable + ?Sized + 'static, L: Layout + 'static> PackedContainer<T, L> {
    /// Takes a message from another process, as [`ContainerBytes::into_bytes`] writes it, and validates it. The bytes
    /// are shared, not copied.
    ///
    /// # Errors
    ///
    /// Returns a [`MessageError`] if it is not a whole message, if its records have another type or layout, or if a
    /// record is not valid.
    ///
    /// ```
    /// use packed_data_timely::{MessageError, PackedContainer};
    /// use timely::bytes::arc::BytesMut;
    /// use timely::container::PushInto;
    /// use timely::dataflow::channels::ContainerBytes;
    ///
    /// let mut container = PackedContainer::<(u8, bool)>::default();
    /// container.push_into(&(1, true));
    /// container.push_into(&(2, false));
    /// let mut bytes = Vec::new();
    /// container.into_bytes(&mut bytes);
    /// assert_eq!(bytes.len(), 48);
    ///
    /// bytes[43] = 7;
    /// let error = PackedContainer::<(u8, bool)>::try_from_bytes(BytesMut::from(bytes).freeze()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "a record is not valid: invalid bool: expected 0 or 1, found 7, at byte 3 in [1] > (_, _).1"
    /// );
    /// ```
    pub fn try_from_bytes(mut bytes: Bytes) -> Result<Self, MessageError> {
        let found = bytes.len();
        let header = Header::read(&bytes)?;
        let sizes = (HEADER as u64).checked_add(header.size).and_then(|end| end.checked_add(header.text));
        let end = sizes.and_then(|end| end.checked_next_multiple_of(8)).unwrap_or(u64::MAX);
        if end != found as u64 {
            return Err(MessageError::Size { expected: end, found });
        }
        // (Each of the sizes is not greater than that of the whole.)
        let to_usize = |size: u64| usize::try_from(size).unwrap_or(usize::MAX);
        drop(bytes.extract_to(HEADER));
        let records = bytes.extract_to(to_usize(header.size));
        let text = bytes.extract_to(to_usize(header.text));
        let known = Known::of::<T, L>();
        if header.fingerprint != known.fingerprint {
            return Err(MessageError::of_another_type(&known, header.fingerprint, &text));
        }
        if !text.is_empty() && *text != *known.text.as_bytes() {
            return Err(MessageError::Text);
        }
        if let Some(byte) = bytes.iter().position(|byte| *byte != 0) {
            return Err(MessageError::Padding { offset: found - bytes.len() + byte });
        }
        let buffer = Arc::new(OwnedBuffer::new(Message(records)));
        let records = PackedVec::from_bytes(buffer, to_usize(header.records)).map_err(MessageError::Record)?;
        Ok(Self { records: Records::Arrived(records), introduce: !text.is_empty() })
    }

    /// Returns the text that the message has, or nothing.
    fn text<'k>(&self, known: &'k Known) -> &'k str {
        if self.introduce { known.introduction() } else { "" }
    }
}

/// The bytes of a message. `from_bytes` panics if they are refused: see the [documentation of the
/// crate](crate#what-is-checked-and-when).
impl<T: Packable + ?Sized + 'static, L: Layout + 'static> ContainerBytes for PackedContainer<T, L> {
    fn from_bytes(bytes: Bytes) -> Self {
        Self::try_from_bytes(bytes).unwrap_or_else(|error| panic!("a message from another process is refused: {error}"))
    }

    fn length_in_bytes(&self) -> usize {
        let text = self.text(&Known::of::<T, L>()).len();
        (HEADER + self.as_bytes().len() + text).next_multiple_of(8)
    }

    fn into_bytes<W: Write>(&self, writer: &mut W) {
        let known = Known::of::<T, L>();
        let (records, text) = (self.as_bytes(), self.text(&known));
        let header = Header {
            fingerprint: known.fingerprint,
            records: self.len() as u64,
            size: records.len() as u64,
            text: text.len() as u64,
        };
        let size = HEADER + records.len() + text.len();
        let zeros = &[0; 8][..size.next_multiple_of(8) - size];
        for part in [&header.to_bytes(), records, text.as_bytes(), zeros] {
            // (Timely writes to memory of the size that `length_in_bytes` returned.)
            writer.write_all(part).unwrap_or_else(|error| panic!("cannot write a message: {error}"));
        }
    }
}
