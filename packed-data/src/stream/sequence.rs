//! CBOR sequences (RFC 8742): items one after the other, with nothing before, between or after them.

use crate::cbor::Scanner;
use crate::layout::{Cbor, Layout};
use crate::limits::Limits;
use crate::packable::Packable;

use super::LIMITS;
use super::decoder::Decoder;
#[cfg(doc)]
use super::error::Error;
use super::framing::Framing;

fn sequence(limits: &Limits) -> Framing {
    Framing::Sequence(Scanner::of_values(limits))
}

impl<T: Packable + ?Sized, W> Decoder<T, Cbor<W>>
where
    Cbor<W>: Layout,
{
    /// A decoder at the beginning of a CBOR sequence (RFC 8742), with the [default limits](LIMITS): no lengths stand
    /// between the values, as each item of CBOR tells where it ends. To find that out, an item is walked over once before
    /// it is validated; the walk remembers 8 bytes for each level of nesting past the sixteenth.
    ///
    /// An item that is well-formed, but no `T`, is an [error](super::ErrorKind::Value) and passed over. One that is not
    /// well-formed is a [fatal](Error::is_fatal) [error](super::ErrorKind::Frame), as its end is unknown: the stream ends
    /// there.
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

    /// A decoder at the beginning of a CBOR sequence, for values within limits: `limits.bytes` bounds an item.
    ///
    /// Whatever is within `limits.depth` with lengths between the values is so without, with one exception: where a last
    /// field has more after it, a break or fields of a newer version, it counts as a level here.
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
        /// A writer of a CBOR sequence (RFC 8742), with the [default limits](LIMITS): values one after the other, with
        /// nothing between.
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

        /// A writer of a CBOR sequence, of values within limits.
        pub fn sequence_with_limits(sink: S, limits: &Limits) -> Self {
            Self::framed(sink, &sequence(limits), limits)
        }
    }

    impl<R: Read, T: Packable + ?Sized, W> Reader<R, T, Cbor<W>>
    where
        Cbor<W>: Layout,
    {
        /// A reader of a CBOR sequence (RFC 8742), with the [default limits](LIMITS).
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

        /// A reader of a CBOR sequence, for values within limits: `limits.bytes` bounds an item.
        pub fn sequence_with_limits(source: R, limits: &Limits) -> Self {
            Self::framed(source, sequence(limits), limits)
        }
    }
}

#[cfg(feature = "tokio-util-0_7")]
impl<T: Packable + ?Sized, W> super::Codec<T, Cbor<W>>
where
    Cbor<W>: Layout,
{
    /// A codec of CBOR sequences (RFC 8742), one in each direction, with the [default limits](LIMITS).
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use packed_data::Cbor;
    /// use packed_data::stream::Codec;
    /// use tokio_util::codec::{Decoder, Encoder};
    ///
    /// let (mut codec, mut bytes) = (Codec::<u8, Cbor>::sequence(), BytesMut::new());
    /// codec.encode(1, &mut bytes)?;
    /// codec.encode(2, &mut bytes)?;
    /// assert_eq!(bytes[..], [1, 2]);
    /// assert_eq!(codec.decode(&mut bytes)?.unwrap().unpack(), Ok(1));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn sequence() -> Self {
        Self::sequence_with_limits(&LIMITS)
    }

    /// A codec of CBOR sequences, for values within limits: `limits.bytes` bounds an item.
    pub fn sequence_with_limits(limits: &Limits) -> Self {
        Self::framed(sequence(limits), limits)
    }
}
