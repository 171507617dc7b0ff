//! The tables of the book's page on streams: every row is checked.

use std::path::Path;

use packed_data::stream::{Reader, Writer};
use packed_data::{Cbor, Compact, Layout, Packable, Packed};

fn rows(columns: &str) -> Vec<(String, String)> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/streams.md")).unwrap();
    let table = page.lines().skip_while(|line| *line != columns).skip(2).take_while(|line| line.starts_with('|'));
    table
        .map(|row| {
            let mut cells = row.trim_matches('|').split('|').map(|cell| cell.replace('`', "").trim().to_string());
            (cells.next().unwrap(), cells.next().unwrap())
        })
        .collect()
}

/// Returns the bytes of pairs of hexadecimal digits; `09 * 251` is 251 times the same byte.
fn bytes(cell: &str) -> Vec<u8> {
    let words: Vec<_> = cell.split_whitespace().collect();
    let (mut bytes, mut at) = (Vec::new(), 0);
    while let Some(word) = words.get(at) {
        let byte = u8::from_str_radix(word, 16).unwrap();
        let (times, next) = match words.get(at + 1) {
            Some(&"*") => (words[at + 2].parse().unwrap(), at + 3),
            _ => (1, at + 1),
        };
        bytes.extend(std::iter::repeat_n(byte, times));
        at = next;
    }
    bytes
}

fn written<T: Packable>(values: &[T]) -> Vec<u8> {
    let mut writer = Writer::<_, T, Compact>::new(Vec::new());
    values.iter().for_each(|value| writer.write(value).unwrap());
    writer.into_inner()
}

#[test]
fn streams() {
    let known = [
        ("no value", vec![]),
        ("(), ()", written(&[(), ()])),
        ("7_u8", written(&[7_u8])),
        ("1_u16, 2_u16, 3_u16", written(&[1_u16, 2, 3])),
        ("\"hi\", \"\"", written(&["hi", ""])),
        ("[9_u8; 251]", written(&[[9_u8; 251]])),
        ("[9_u8; 252]", written(&[[9_u8; 252]])),
        (
            "[9_u8; 65_536]",
            Packed::<[u8; 65_536], Compact, _>::from_bytes(&[9; 65_536][..])
                .map(|p| {
                    let mut writer = Writer::<_, [u8; 65_536], Compact>::new(Vec::new());
                    writer.write_packed(&p).unwrap();
                    writer.into_inner()
                })
                .unwrap(),
        ),
    ];
    let rows = rows("| values | stream |");
    assert_eq!(rows.len(), known.len());
    for ((values, stream), (known, expected)) in rows.iter().zip(known) {
        assert_eq!(values, known);
        assert_eq!(bytes(stream), expected, "{values}");
    }
}

#[test]
fn sequences() {
    let known = [
        ("no value", vec![]),
        ("(), ()", in_sequence(&[(), ()])),
        ("7_u8", in_sequence(&[7_u8])),
        ("1_u16, 500_u16", in_sequence(&[1_u16, 500])),
        ("\"hi\", \"\"", in_sequence(&["hi", ""])),
        ("(1_u8, true), (2_u8, false)", in_sequence(&[(1_u8, true), (2, false)])),
        ("[9_u8; 252]", in_sequence(&[[9_u8; 252]])),
    ];
    let rows = rows("| values | sequence |");
    assert_eq!(rows.len(), known.len());
    for ((values, sequence), (known, expected)) in rows.iter().zip(known) {
        assert_eq!(values, known);
        assert_eq!(bytes(sequence), expected, "{values}");
    }
}

fn in_sequence<T: Packable>(values: &[T]) -> Vec<u8> {
    let mut writer = Writer::<_, T, Cbor>::sequence(Vec::new());
    values.iter().for_each(|value| writer.write(value).unwrap());
    writer.into_inner()
}

#[test]
fn refused_streams() {
    let rows = rows("| stream of `u16` | why it is refused |");
    assert_eq!(rows.len(), 7);
    for (stream, message) in rows {
        let bytes = bytes(&stream);
        assert_eq!(refusal(Reader::<_, u16, Compact>::new(bytes.as_slice())), message, "{stream}");
    }
}

#[test]
fn refused_sequences() {
    let rows = rows("| sequence of `u16` | why it is refused |");
    assert_eq!(rows.len(), 5);
    for (sequence, message) in rows {
        let bytes = bytes(&sequence);
        assert_eq!(refusal(Reader::<_, u16, Cbor>::sequence(bytes.as_slice())), message, "{sequence}");
    }
}

#[track_caller]
fn refusal<L: Layout>(mut reader: Reader<&[u8], u16, L>) -> String {
    loop {
        match reader.next() {
            Ok(value) => assert!(value.is_some(), "accepted"),
            Err(error) => return error.to_string(),
        }
    }
}

/// The table of a block's header is that of the bytes that the example shows, and the example that of the writer.
#[test]
fn blocks() {
    use packed_data::stream::block::{BlockHeader, checksum};

    let mut writer = Writer::<_, u8, Compact>::blocks(Vec::new()).block_size(1000);
    writer.flush().unwrap();
    assert!(writer.get_ref().is_empty());
    writer.write(&7).unwrap();
    writer.write(&8).unwrap();
    writer.flush().unwrap();
    let block = writer.into_inner();
    let example = rows("| stream of blocks | bytes |");
    assert_eq!((example.len(), example[0].1.as_str()), (2, ""));
    assert_eq!(bytes(&example[1].1), block);

    let header = BlockHeader::read(&block).unwrap();
    let fields = [
        BlockHeader::MARKER.to_vec(),
        header.id.to_vec(),
        vec![header.kind],
        vec![header.compression],
        vec![header.has_keys.into()],
        vec![header.form],
        header.records.to_le_bytes().to_vec(),
        header.first.to_le_bytes().to_vec(),
        header.stored.to_le_bytes().to_vec(),
        header.length.to_le_bytes().to_vec(),
        checksum(&block[64..]).to_le_bytes().to_vec(),
        checksum(&block[..56]).to_le_bytes().to_vec(),
    ];
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/streams.md")).unwrap();
    let lines = page.lines().skip_while(|line| !line.ends_with("part of the header of a block |")).skip(2);
    let mut at = 0;
    for (line, field) in lines.take_while(|line| line.starts_with('|')).zip(&fields) {
        let cells: Vec<_> = line.trim_matches('|').split('|').map(str::trim).collect();
        assert_eq!((cells[0], cells[1]), (at.to_string().as_str(), field.len().to_string().as_str()), "{line}");
        assert_eq!(block[at..at + field.len()], *field, "{line}");
        at += field.len();
    }
    assert_eq!(at, BlockHeader::SIZE);
    assert!(page.contains(&format!("marker: `{}`", BlockHeader::MARKER.map(|byte| format!("{byte:02x}")).join(" "))));
}
