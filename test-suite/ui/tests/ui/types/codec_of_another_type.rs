//! A codec encodes a value of another type.

use bytes::BytesMut;
use packed_data::stream::Codec;
use tokio_util::codec::Encoder;

fn main() {
    let mut codec = Codec::<u32>::new();
    drop(codec.encode("seven", &mut BytesMut::new()));
}
