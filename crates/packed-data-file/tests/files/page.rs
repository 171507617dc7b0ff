//! The tables of the book's page on the file format, compared with files.

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Compact, Fingerprint, Packed};
use packed_data_file::{Blocks, Key, Options, to_bytes};

fn page() -> String {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../book/src/file-format.md");
    std::fs::read_to_string(path).unwrap()
}

/// Returns the cells of the rows of a table, by its heading.
fn rows(heading: &str) -> Vec<Vec<String>> {
    let page = page();
    let lines = page.lines().skip_while(|line| *line != heading).skip(2).take_while(|line| line.starts_with('|'));
    let cells = |line: &str| line.trim_matches('|').split('|').map(|cell| cell.trim().to_string()).collect();
    let rows: Vec<_> = lines.map(cells).collect();
    assert!(!rows.is_empty(), "no table {heading}");
    rows
}

/// Returns the bytes of a cell; `None` for those that are not fixed.
fn bytes(cell: &str) -> Vec<Option<u8>> {
    cell.trim_matches('`')
        .split(' ')
        .map(|digits| (digits != "??").then(|| u8::from_str_radix(digits, 16).unwrap()))
        .collect()
}

/// Returns the sizes in the first column of a table.
fn sizes(heading: &str) -> Vec<Option<usize>> {
    rows(heading).iter().map(|row| row[0].parse().ok()).collect()
}

#[test]
fn a_file_of_one_value() {
    let mut file = to_bytes::<String, Compact>(&"hi".into(), &[("by", "hand")]).unwrap();
    // The id is random: it is replaced by that of the page.
    let id = *file[24..32].first_chunk::<8>().unwrap();
    let mut at = 16;
    while let Some(header) = BlockHeader::read(&file[at..]) {
        assert_eq!(header.id, id);
        let new = BlockHeader { id: [1, 2, 3, 4, 5, 6, 7, 8], ..header };
        file[at..at + 64].copy_from_slice(&new.to_bytes());
        at += header.size().unwrap();
        if at == file.len() {
            break;
        }
    }
    let mut at = 0;
    for row in rows("| bytes | part |") {
        for expected in bytes(&row[0]) {
            assert!(expected.is_none_or(|byte| byte == file[at]), "{row:?}: byte {at} is {:02x}", file[at]);
            at += 1;
        }
    }
    assert_eq!(at, file.len());
    assert_eq!((file.len() - 3) % 16, 0);
    assert_eq!(Fingerprint::of::<String>().to_bits().to_le_bytes(), file[89..97]);
}

#[test]
fn the_first_bytes() {
    let file = to_bytes::<u8, Compact>(&7, &[]).unwrap();
    let rows = rows("| offset | bytes | part of the file |");
    let cell = |row: &[String]| row[2].split('`').nth(1).map(bytes).unwrap();
    let magic: Vec<_> = file[..12].iter().copied().map(Some).collect();
    let version: Vec<_> = file[12..16].iter().copied().map(Some).collect();
    assert_eq!((cell(&rows[0]), cell(&rows[1])), (magic, version));
    assert_eq!((rows[0][1].as_str(), rows[1][0].as_str(), rows[2][0].as_str()), ("12", "12", "16"));
}

#[test]
fn kinds_and_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("numbers");
    let key = |number: &Packed<i16, Compact, &[u8]>| number.view();
    let mut writer = Options::<i16, Compact>::new().block_size(20).key(key).create(&path).unwrap();
    (-10..10).for_each(|number| assert!(writer.write(&number).is_ok()));
    writer.write_section("test/one", b"bytes").unwrap();
    writer.close().unwrap();
    let file = std::fs::read(&path).unwrap();

    let kinds: Vec<u8> = rows("| kind | payload |").iter().map(|row| row[0].parse().unwrap()).collect();
    let (mut found, mut places, mut at) = (Vec::new(), Vec::new(), 16);
    while let Some(header) = BlockHeader::read(&file[at..]) {
        found.push(header.kind);
        places.push((at, header));
        at += header.size().unwrap();
    }
    assert!(found.iter().all(|kind| kinds.contains(kind)));
    assert_eq!((found[0], &found[found.len() - 3..]), (0, &[3, 0, 4][..]));
    assert_eq!(file.len() - at, 32);

    // The tail.
    let (index_at, index) = *places.last().unwrap();
    let tail = &file[at..];
    assert_eq!(sizes("| bytes | the last 32 bytes of the file |"), [Some(8); 4]);
    assert_eq!(tail[..8], (index_at as u64).to_le_bytes());
    assert_eq!(tail[8..16], (file.len() as u64).to_le_bytes());
    assert_eq!(tail[16..24], checksum(&tail[..16]).to_le_bytes());
    let last = rows("| bytes | the last 32 bytes of the file |").pop().unwrap();
    assert_eq!(bytes(&last[1]), tail[24..].iter().copied().map(Some).collect::<Vec<_>>());

    // The index: an entry for each block after the first.
    let payload = &file[index_at + 64..at];
    assert!(index.is_intact(payload));
    let listed = &places[1..places.len() - 1];
    assert_eq!(usize::from(payload[0]), listed.len());
    assert_eq!(
        sizes("| bytes | part of an entry |"),
        [[Some(8); 5].as_slice(), &[Some(4), Some(1), Some(1), None, None]].concat()
    );
    let mut expected = vec![payload[0]];
    for (at, header) in listed {
        for number in [*at as u64, header.first, header.stored, header.length, header.checksum] {
            expected.extend(number.to_le_bytes());
        }
        expected.extend(header.records.to_le_bytes());
        expected.extend([header.kind, header.compression, header.has_keys.into()]);
        if header.has_keys {
            let end = at + header.size().unwrap();
            expected.extend(&file[end - 32..end]);
        }
    }
    assert_eq!(payload, expected);
    // The keys: of -10 and of what follows in the first block.
    let records = i16::try_from(listed[0].1.records).unwrap();
    assert_eq!(Blocks::from_bytes(&file).unwrap().keys(0), Some(((-10_i16).to_bits(), (-11 + records).to_bits())));
    assert_eq!((-10_i16).to_bits(), (1 << 127) - 10);

    // The section.
    let (at, header) = places[places.len() - 3];
    assert_eq!(sizes("| bytes | part of a section |"), [Some(8), Some(1), None, None]);
    let expected = [&20_u64.to_le_bytes()[..], &[8], b"test/one", b"bytes"].concat();
    assert_eq!(file[at + 64..at + header.size().unwrap()], expected);
}

/// The statistics of a block, written by the table.
#[test]
fn statistics() {
    type Row = (u32, Option<i8>, f32, String, bool, u128);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("rows");
    let mut writer = Options::<Row, Compact>::new().statistics(true).create(&path).unwrap();
    let long = "more than sixteen bytes";
    writer.write(&(7, Some(-1), f32::NAN, long.into(), false, u128::MAX)).unwrap();
    writer.write(&(9, None, 0.5, "a".into(), false, 1 << 100)).unwrap();
    writer.close().unwrap();
    let file = std::fs::read(&path).unwrap();
    let (mut at, mut records) = (16, None);
    let header = loop {
        let header = BlockHeader::read(&file[at..]).unwrap();
        records = records.or(Some(header).filter(|header| header.kind == 1));
        if header.kind == 6 {
            break header;
        }
        at += header.size().unwrap();
    };
    let fields: Vec<_> = rows("| field of statistics | type | |").into_iter().map(|row| row[0].clone()).collect();
    let of_table = ["fingerprint", "blocks", "checksum", "records", "columns", "nulls", "has_nan", "range"];
    assert_eq!(fields, of_table);
    let bounds: Vec<_> = rows("| bytes | a bound |").iter().map(|row| row[0][1..3].to_owned()).collect();
    assert_eq!(bounds, ["00", "01", "02", "03", "04", "05"]);
    let int = |value: i64| [&[1][..], &value.to_le_bytes()].concat();
    let float = |value: f64| [&[4][..], &value.to_le_bytes()].concat();
    let column = |nulls: u32, has_nan: bool, bounds: [Vec<u8>; 2]| {
        [&nulls.to_le_bytes()[..], &[has_nan.into(), 1], &bounds.concat()].concat()
    };
    let expected = [
        &Fingerprint::of::<Row>().to_bits().to_le_bytes()[..],
        &[1],
        &records.unwrap().checksum.to_le_bytes(),
        &2_u32.to_le_bytes(),
        &[6],
        &column(0, false, [int(7), int(9)]),
        &column(1, false, [int(-1), int(-1)]),
        &column(0, true, [float(0.5), float(0.5)]),
        &column(0, false, [b"\x05\x01a".to_vec(), b"\x05\x10more than sixtef".to_vec()]),
        &column(0, false, [vec![0, 0], vec![0, 0]]),
        &column(
            0,
            false,
            [[&[2][..], &(1_i128 << 100).to_le_bytes()].concat(), [&[3][..], &u128::MAX.to_le_bytes()].concat()],
        ),
    ];
    assert_eq!(file[at + 64..at + header.size().unwrap()], expected.concat());
}

/// An index with a form: by the row of the table.
#[test]
fn an_entry_with_a_form() {
    let row = rows("| bytes | part of an entry |").pop().unwrap();
    assert_eq!(row[0], "2 or 34");
    for has_keys in [false, true] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("numbers");
        let options = Options::<i16, Compact>::new();
        let key = |number: &Packed<i16, Compact, &[u8]>| number.view();
        let options = if has_keys { options.key(key) } else { options };
        let mut writer = options.create(&path).unwrap();
        writer.write(&7).unwrap();
        drop(writer);
        let mut file = std::fs::read(&path).unwrap();
        let at = 16 + BlockHeader::read(&file[16..]).unwrap().size().unwrap();
        let header = BlockHeader { form: 9, ..BlockHeader::read(&file[at..]).unwrap() };
        file[at..at + 64].copy_from_slice(&header.to_bytes());
        let (new, _) = packed_data_file::repair_bytes(&file).unwrap();
        let index_at = u64::from_le_bytes(*new[new.len() - 32..].first_chunk().unwrap()) as usize;
        let payload = &new[index_at + 64..new.len() - 32];
        // (The number of entries, the entry of the block, that of the copy of the header.)
        let size = 46 + if has_keys { 34 } else { 2 };
        assert_eq!((payload[0], payload.len()), (2, 1 + size + 47));
        assert_eq!(payload[47..49], [if has_keys { 3 } else { 2 }, 9]);
        assert_eq!(Blocks::from_bytes(&new).unwrap().form(0), Some(9));
    }
}

#[test]
fn verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("text");
    packed_data_file::write::<str, Compact>(&path, "hi").unwrap();
    // SAFETY: nothing changes the file during the test.
    unsafe { packed_data_file::open_mapped_once::<str, Compact>(&path) }.unwrap();
    let verdict = std::fs::read(folder.path().join("text.verdict")).unwrap();
    let file = std::fs::read(&path).unwrap();
    assert_eq!(sizes("| bytes | part of a verdict |"), [Some(8); 7]);
    let first = rows("| bytes | part of a verdict |").remove(0);
    let magic = bytes(&first[1]);
    let judge = concat!("Compact ", env!("CARGO_PKG_VERSION"));
    let mut expected: Vec<u8> = magic.into_iter().flatten().collect();
    expected.extend(&file[24..32]);
    for number in [checksum(b"\x02hi"), 3, Fingerprint::of::<str>().to_bits(), checksum(judge.as_bytes())] {
        expected.extend(number.to_le_bytes());
    }
    expected.extend(checksum(&expected).to_le_bytes());
    assert_eq!(verdict, expected);
}
