//! The schema in a header has a greatest length, when it is written and when it is read.

use std::collections::BTreeMap;

use packed_data::Fingerprint;
use packed_data::stream::block::BlockHeader;
use packed_data_file::{Content, Error, Header};
use packed_data_schema::Schema;

/// Returns a schema of `len` bytes.
fn schema(len: usize) -> String {
    let name = len - "packed-data schema 1\nwith 1000000: #1\nu8\n".len();
    format!("packed-data schema 1\nwith {name}:{} #1\nu8\n", "x".repeat(name))
}

fn header(schema: &str) -> Header {
    Header::of_schema(Content::Records, "Compact", schema, BTreeMap::new())
}

/// Returns the beginning of a file as another program could write it, whatever the length of the schema.
fn written_by_another(schema: &str) -> Vec<u8> {
    let short = header("packed-data schema 1\nu8\n").to_bytes().expect("a short schema");
    let magic = &short[..short.len().min(16)];
    let (len, fingerprint) = (u32::try_from(schema.len()).expect("short"), Fingerprint::of_description(schema));
    let mut payload =
        [&[1, 7][..], b"Compact", &fingerprint.to_bits().to_le_bytes(), &[0xFD], &len.to_le_bytes()].concat();
    payload.extend_from_slice(schema.as_bytes());
    payload.push(0);
    payload.resize(payload.len().next_multiple_of(16), 0);
    let block = BlockHeader::of_payload([7; 8], 0, &payload);
    [magic, &block.to_bytes(), &payload].concat()
}

#[test]
fn longest_schema_of_a_header() {
    let (longest, longer) = (schema(Schema::MAX_TEXT), schema(Schema::MAX_TEXT + 1));
    let bytes = header(&longest).to_bytes().expect("as long as may be");
    assert_eq!(Header::from_bytes(&bytes).expect("it is read").schema, longest);
    assert_eq!(Header::from_bytes(&written_by_another(&longest)).expect("it is read").schema, longest);
    let too_long =
        "schema too long: expected at most 1048576 bytes, found 1048577; use a type that consists of fewer types";
    let error = header(&longer).to_bytes().expect_err("one byte more");
    assert!(matches!(error, Error::Schema { bytes } if bytes == longer.len()), "{error}");
    assert_eq!(error.to_string(), too_long);
    let error = Header::from_bytes(&written_by_another(&longer)).expect_err("one byte more");
    assert_eq!(error.to_string(), too_long);
}
