//! CBOR sequences (RFC 8742): items one after the other, with nothing before, between or after them.

use packed_data_cbor as cbor;

use crate::layout::{Cbor, Layout};
use crate::packable::Packable;
use crate::wire::limits::Limits;

use super::LIMITS;
use super::decoder::Decoder;
#[cfg(doc)]
use super::error::Error;
use super::framing::Framing;

/// Returns a scanner that finds the ends of items, which are validated afterwards: it refuses no value within the
/// limits.
///
/// A scanner does not know the types. One level of a value may be two of an item, such as a list and its elements.
/// Scalars are not levels of a value, but may be items within items: the sixteen additional levels, which the scanner
/// stores without an allocation, are for those.
fn sequence(limits: &Limits) -> Framing {
    let depth = limits.depth.saturating_mul(2).saturating_add(16);
    Framing::Sequence(cbor::Scanner::with_last_items_free(cbor::Limits { depth, bytes: limits.bytes }))
}

impl<T: Packable + ?Sized, W> Decoder<T, Cbor<W>>
where
    Cbor<W>: Layout,
{
    /// Creates a decoder for a CBOR sequence (RFC 8742), with the [default limits](LIMITS).
    ///
    /// There are no lengths between the values, because CBOR items are self-delimiting. To find the end of an item, the
    /// decoder walks over it once before it is validated. The walk allocates 8 bytes for each level of nesting beyond
    /// the sixteenth.
    ///
    /// An item that is well-formed, but is not a `T`, is an [error](super::ErrorKind::Value), and is skipped. An item
    /// that is not well-formed is a [fatal](Error::is_fatal) [error](super::ErrorKind::Frame), because its end is
    /// unknown: the stream ends there.
    ///
    /// ```
    /// use packed_data::Cbor;
    /// use packed_data::stream::{Decoder, Step};
    ///
    /// let mut decoder = Decoder::<u8, Cbor>::sequence();
    /// decoder.feed(&[1, 2]);
    /// for expected in [1, 2] {
    ///     let Step::Value(number) = decoder.next()? else { panic!("it is whole") };
    ///     assert_eq!(number.unpack(), Ok(expected));
    /// }
    /// decoder.finish()?;
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn sequence() -> Self {
        Self::sequence_with_limits(&LIMITS)
    }

    /// Creates a decoder for a CBOR sequence, within `limits`. `limits.bytes` bounds the size of an item.
    ///
    /// A value that is within `limits.depth` in a stream with lengths is also within it here, with one exception: a
    /// last field that is followed by a break, or by fields of a newer version of the type, counts as a level here.
    pub fn sequence_with_limits(limits: &Limits) -> Self {
        Self::framed(sequence(limits), limits)
    }
}

#[cfg(feature = "std")]
mod std_io {
    use std::io::{Read, Write};

    use super::{Cbor, LIMITS, Layout, Limits, Packable, sequence};
    use crate::stream::{Reader, Writer};

    impl<S: Write, T: Packable + ?Sized, W> Writer<S, T, Cbor<W>>
    where
        Cbor<W>: Layout,
    {
        /// Creates a writer of a CBOR sequence (RFC 8742), with the [default limits](LIMITS): values one after the
        /// other, with nothing between them.
        ///
        /// ```
        /// use packed_data::Cbor;
        /// use packed_data::stream::Writer;
        ///
        /// let mut writer = Writer::<_, u8, Cbor>::sequence(Vec::new());
        /// writer.write(&1)?;
        /// writer.write(&2)?;
        /// assert_eq!(writer.into_inner(), [1, 2]);
        /// # Ok::<(), packed_data::stream::Error>(())
        /// ```
        pub fn sequence(sink: S) -> Self {
            Self::sequence_with_limits(sink, &LIMITS)
        }

        /// Creates a writer of a CBOR sequence, within `limits`.
        pub fn sequence_with_limits(sink: S, limits: &Limits) -> Self {
            Self::framed(sink, &sequence(limits), limits)
        }
    }

    impl<R: Read, T: Packable + ?Sized, W> Reader<R, T, Cbor<W>>
    where
        Cbor<W>: Layout,
    {
        /// Creates a reader for a CBOR sequence (RFC 8742), with the [default limits](LIMITS).
        ///
        /// ```
        /// use packed_data::Cbor;
        /// use packed_data::stream::Reader;
        ///
        /// let mut reader = Reader::<_, u8, Cbor>::sequence(&[1, 2][..]);
        /// assert_eq!(reader.next_with(|number| number.unpack())?, Some(Ok(1)));
        /// assert_eq!(reader.next_with(|number| number.unpack())?, Some(Ok(2)));
        /// assert_eq!(reader.next_with(|number| number.unpack())?, None);
        /// # Ok::<(), packed_data::stream::Error>(())
        /// ```
        pub fn sequence(source: R) -> Self {
            Self::sequence_with_limits(source, &LIMITS)
        }

        /// Creates a reader for a CBOR sequence, within `limits`. `limits.bytes` bounds the size of an item.
        pub fn sequence_with_limits(source: R, limits: &Limits) -> Self {
            Self::framed(source, sequence(limits), limits)
        }
    }
}

#[cfg(feature = "tokio-util-0_7")]
impl<In: Packable + ?Sized, Out: Packable + ?Sized, W> super::Codec<In, Out, Cbor<W>>
where
    Cbor<W>: Layout,
{
    /// Creates a codec for two CBOR sequences (RFC 8742), one in each direction, with the [default limits](LIMITS).
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use packed_data::Cbor;
    /// use packed_data::stream::Codec;
    /// use tokio_util::codec::{Decoder, Encoder};
    ///
    /// let (mut codec, mut bytes) = (Codec::<u8, u8, Cbor>::sequence(), BytesMut::new());
    /// codec.encode(1, &mut bytes)?;
    /// codec.encode(2, &mut bytes)?;
    /// assert_eq!(bytes[..], [1, 2]);
    /// assert_eq!(codec.decode(&mut bytes)?.unwrap().unpack(), Ok(1));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn sequence() -> Self {
        Self::sequence_with_limits(&LIMITS)
    }

    /// Creates a codec for two CBOR sequences, one in each direction, within `limits`. `limits.bytes` bounds the size
    /// of an item.
    pub fn sequence_with_limits(limits: &Limits) -> Self {
        Self::framed(sequence(limits), limits)
    }
}
