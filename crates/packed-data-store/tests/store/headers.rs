//! Headers of tables that are damaged, or that lie: each is an error that says what is wrong.

use std::collections::BTreeMap;
use std::fmt;

use packed_data::{Compact, Fingerprint, Indexed, Layout, Packable};
use packed_data_file::{Content, Header};
use packed_data_store::{Definition, Error};

#[derive(Debug, Packable)]
struct Account {
    number: u64,
    is_open: bool,
}

type Accounts = Definition<u32, Account>;

fn open(header: &[u8]) -> Result<Accounts, Error<fmt::Error>> {
    Accounts::open("accounts", header)
}

/// Returns the error of a header that is whole, and the text of it.
fn refused(header: &Header) -> (Error<fmt::Error>, String) {
    let error = open(&header.to_bytes().unwrap()).unwrap_err();
    let text = error.to_string();
    assert!(text.starts_with("table `accounts`: "), "{text}");
    (error, text)
}

fn header() -> Header {
    let definition = Accounts::new::<fmt::Error>("accounts").unwrap();
    Header::from_bytes(definition.header()).unwrap()
}

#[test]
fn damaged() {
    let bytes = header().to_bytes().unwrap();
    assert!(open(&bytes).unwrap().note().is_none());
    for end in 0..bytes.len() {
        assert!(matches!(open(&bytes[..end]), Err(Error::Header { .. })), "{end} bytes");
    }
    for bit in 0..bytes.len() * 8 {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(matches!(open(&damaged), Err(Error::Header { .. })), "bit {bit}");
    }
    for after in [&[0][..], &[0; 16], &bytes] {
        assert!(matches!(open(&[&bytes, after].concat()), Err(Error::Header { .. })), "{} more", after.len());
    }
}

/// The checksum is right, and what it is of is not.
#[test]
fn lying() {
    let mut of_another = header();
    of_another.fingerprint = Fingerprint::of::<(u64, bool)>();
    let (_, text) = refused(&of_another);
    assert_eq!(text, "table `accounts`: damaged header: expected an intact one, found another checksum or content");

    let mut one_value = header();
    one_value.content = Content::Value;
    let (_, text) = refused(&one_value);
    assert_eq!(text, "table `accounts`: another content: expected records, found one value");

    let mut layout = header();
    layout.layout = Compact::NAME.into();
    let (_, text) = refused(&layout);
    assert_eq!(text, "table `accounts`: another layout: expected Indexed, found Compact");

    let key_type = |keys: Option<&str>| {
        let metadata = BTreeMap::from_iter(keys.map(|keys| ("key".into(), keys.into())));
        let mut header = Header::new::<Account, Indexed>(Content::Records, metadata);
        header.id = [0; 8];
        let (error, text) = refused(&header);
        assert!(matches!(error, Error::KeyType { .. }), "{text}");
        text
    };
    let text = key_type(Some(&Fingerprint::description_of::<u64>()));
    assert!(text.starts_with("table `accounts`: keys of another type: expected u32 ("), "{text}");
    for keys in [None, Some(""), Some("packed-data schema 1\n"), Some("packed-data schema 1\nsequence #9\n"), Some("?")]
    {
        let text = key_type(keys);
        assert!(text.starts_with("table `accounts`: keys of another type: expected u32 ("), "{text}");
    }

    for schema in ["", "packed-data schema 1\nsequence #7\n", "no schema", "packed-data schema 99\nu8\n"] {
        let header = Header::of_schema(Content::Records, Indexed::NAME, schema, header().metadata);
        let (error, text) = refused(&header);
        assert!(matches!(error, Error::Header { .. }), "{text}");
        assert!(text.contains("another type: expected Account ("), "{text}");
        // The schema before an upgrade.
        let mut upgraded = self::header();
        upgraded.metadata.insert("older 0".into(), schema.into());
        assert_eq!(refused(&upgraded).1, text);
    }
}
