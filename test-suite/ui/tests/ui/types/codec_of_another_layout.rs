//! A codec encodes a packed value in another layout.

use bytes::BytesMut;
use packed_data::stream::Codec;
use packed_data::{Indexed, Packed};
use tokio_util::codec::Encoder;

fn main() {
    let packed = Packed::<u32, Indexed>::pack(&7);
    drop(Codec::<u32>::new().encode(&packed, &mut BytesMut::new()));
}
