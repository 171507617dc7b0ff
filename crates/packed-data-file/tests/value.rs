//! Files of one value: there and back, damaged at every byte, cut at every byte; replaced as a whole; verdicts.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;

use packed_data::{Cbor, Compact, ErrorKind, Fingerprint, Indexed, Layout, Limits, Packed};
use packed_data_file::{
    Error, Header, open, open_with, read_bytes, read_value, to_bytes, write, write_raw, write_with,
};

type Words = Vec<(u32, String)>;

fn words() -> Words {
    (0..20).map(|n| (n, "word ".repeat(n as usize))).collect()
}

fn there_and_back<L: Layout>() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    write_with::<_, L>(&path, &words(), &[("a", "1"), ("b", "2")]).unwrap();
    let value = open::<Words, L>(&path).unwrap();
    assert_eq!(value.unpack().unwrap(), words());
    assert_eq!((value.header().layout.as_str(), value.header().metadata["b"].as_str()), (L::NAME, "2"));
    assert_eq!((value.header().fingerprint, value.note()), (Fingerprint::of::<Words>(), None));
    // SAFETY: nothing changes the file during the test.
    let mapped = unsafe { packed_data_file::open_mapped::<Words, L>(&path) }.unwrap();
    assert_eq!(mapped.as_bytes(), value.as_bytes());
    assert_eq!(mapped.as_bytes().as_ptr().addr() % 16, 0);

    let bytes = fs::read(&path).unwrap();
    let (header, place) = read_bytes(&bytes).unwrap();
    assert_eq!((&header, &bytes[place]), (value.header(), value.as_bytes()));
    let again = folder.path().join("again");
    write_raw(&again, &header.layout, &header.schema, value.as_bytes(), &[]).unwrap();
    assert_eq!(open::<Words, L>(&again).unwrap().unpack().unwrap(), words());
}

#[test]
fn in_every_layout() {
    there_and_back::<Compact>();
    there_and_back::<Indexed>();
    there_and_back::<Cbor>();
    there_and_back::<packed_data::layout::haskell::Store>();
}

#[test]
fn no_bytes_at_all() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("unit");
    write::<(), Compact>(&path, &()).unwrap();
    assert!(open::<(), Compact>(&path).unwrap().as_bytes().is_empty());
    // SAFETY: nothing changes the file during the test.
    assert!(unsafe { packed_data_file::open_mapped::<(), Compact>(&path) }.unwrap().as_bytes().is_empty());
}

#[test]
fn every_byte_and_every_prefix() {
    let bytes = to_bytes::<_, Compact>(&words(), &[("key", "value")]).unwrap();
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        for bit in 0..8 {
            changed[at] ^= 1 << bit;
            let error = read_value::<Words, Compact>(&changed).unwrap_err();
            assert!(!matches!(error, Error::Value { .. } | Error::Io(_) | Error::File { .. }), "{at}: {error}");
            changed[at] ^= 1 << bit;
        }
        let error = read_value::<Words, Compact>(&bytes[..at]).unwrap_err();
        assert!(matches!(error, Error::Magic(_) | Error::Header | Error::Truncated { .. }), "{at}: {error}");
    }
    let longer = [&bytes[..], &[0]].concat();
    assert!(matches!(read_value::<Words, Compact>(&longer), Err(Error::Trailing { bytes: 1 })));
    assert!(read_value::<Words, Compact>(&bytes).is_ok());
}

/// A file that another program wrote with right checksums is validated all the same.
#[test]
fn invalid_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bool");
    write_raw(&path, "Compact", &Fingerprint::description_of::<bool>(), &[2], &[]).unwrap();
    let error = open::<bool, Compact>(&path).unwrap_err();
    assert!(matches!(error, Error::Value { number: None, .. }), "{error}");
    assert!(error.to_string().contains("invalid bool: expected 0 or 1, found 2"), "{error}");
}

/// A header that claims a gigabyte takes no memory for it.
#[test]
fn claims_take_no_memory() {
    use packed_data::stream::block::BlockHeader;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lie");
    let honest = to_bytes::<[u8], Compact>(&[7; 100], &[]).unwrap();
    let (header, place) = read_bytes(&honest).unwrap();
    for (at, size) in [(16, 1_u64 << 30), (place.start - 64, 1 << 30), (place.start - 64, u64::MAX)] {
        let mut lie = BlockHeader::read(&honest[at..]).unwrap();
        (lie.stored, lie.length) = (size, size);
        let bytes = [&honest[..at], &lie.to_bytes(), &honest[at + 64..]].concat();
        fs::write(&path, &bytes).unwrap();
        let (weight, error) = weigh::measure(|| open::<[u8], Compact>(&path).unwrap_err());
        assert!(matches!(error, Error::Truncated { .. } | Error::Header), "{error}");
        assert!(weight.peak < 1 << 17, "{weight:?}");
    }
    drop(header);
    let limits = Limits { bytes: 99, ..Limits::DEFAULT };
    fs::write(&path, &honest).unwrap();
    assert!(matches!(open_with::<[u8], Compact>(&path, &limits), Err(Error::TooLarge { limit: 99 })));
}

#[test]
fn replaced_as_a_whole() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    write::<_, Compact>(&path, &words()).unwrap();
    fs::set_permissions(&path, PermissionsExt::from_mode(0o640)).unwrap();
    // SAFETY: the file is replaced, not changed.
    let old = unsafe { packed_data_file::open_mapped::<Words, Compact>(&path) }.unwrap();
    write::<Words, Compact>(&path, &vec![]).unwrap();
    assert_eq!(old.unpack().unwrap(), words());
    assert_eq!(open::<Words, Compact>(&path).unwrap().unpack().unwrap(), []);
    assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);

    assert!(matches!(write::<_, Compact>(folder.path().join("no/such/folder"), &words()), Err(Error::File { .. })));
    assert!(matches!(write::<_, Compact>(folder.path().join(".."), &words()), Err(Error::File { .. })));
}

/// A verdict is used as long as nothing changed, and only then.
#[test]
fn verdicts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let verdict = folder.path().join("words.verdict");
    // SAFETY: nothing but this test changes the files, and not while one is mapped.
    let once = || unsafe { packed_data_file::open_mapped_once::<Words, Compact>(&path) };
    write::<_, Compact>(&path, &words()).unwrap();
    assert_eq!(once().unwrap().unpack().unwrap(), words());
    let kept = fs::read(&verdict).unwrap();
    assert_eq!(once().unwrap().unpack().unwrap(), words());
    assert_eq!(fs::read(&verdict).unwrap(), kept);

    // A changed value is found by its checksum, although there is a verdict.
    let bytes = fs::read(&path).unwrap();
    let mut changed = bytes.clone();
    *changed.last_mut().unwrap() ^= 1;
    fs::write(&path, &changed).unwrap();
    assert!(matches!(once(), Err(Error::Damaged { .. })));

    // Another file, and a verdict that is damaged: validated again, and the verdict is replaced.
    write::<Words, Compact>(&path, &vec![(1, "one".into())]).unwrap();
    assert_eq!(once().unwrap().view().len(), 1);
    assert_ne!(fs::read(&verdict).unwrap(), kept);
    for at in 0..kept.len() {
        let right = fs::read(&verdict).unwrap();
        let mut wrong = right.clone();
        wrong[at] ^= 1;
        fs::write(&verdict, wrong).unwrap();
        assert_eq!(once().unwrap().view().len(), 1);
        assert_eq!(fs::read(&verdict).unwrap(), right);
    }

    // An invalid value gets no verdict.
    fs::remove_file(&verdict).unwrap();
    write_raw(&path, "Compact", &Fingerprint::description_of::<Words>(), &[9], &[]).unwrap();
    assert!(matches!(once(), Err(Error::Value { .. })));
    assert!(!verdict.exists());
}

/// The verdict is not looked at by the safe functions: a program cannot be made to trust bytes by a file.
#[test]
fn a_forged_verdict() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("bool");
    write::<_, Compact>(&path, &true).unwrap();
    // SAFETY: nothing changes the file while it is mapped.
    unsafe { packed_data_file::open_mapped_once::<bool, Compact>(&path) }.unwrap();
    let bytes = fs::read(&path).unwrap();
    let header = Header::from_bytes(&bytes).unwrap();
    write_raw(&path, &header.layout, &header.schema, &[2], &[]).unwrap();
    assert!(open::<bool, Compact>(&path).is_err());
    // SAFETY: nothing changes the file while it is mapped.
    assert!(unsafe { packed_data_file::open_mapped::<bool, Compact>(&path) }.is_err());
}

#[test]
fn packed_values() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let packed = Packed::<Words, Indexed>::pack(&words());
    packed_data_file::write_packed(&path, &packed, &[]).unwrap();
    assert_eq!(open::<Words, Indexed>(&path).unwrap().into_packed(), packed);
}

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// A file is read lazily: only what is read is checked.
#[test]
fn lazily() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("words");
    let words: Vec<String> = (0..1000).map(|number| format!("word {number}")).collect();
    packed_data_file::write::<Vec<String>, Indexed>(&path, &words).unwrap();
    let word = |number| {
        // SAFETY: nothing changes the file while it is mapped.
        let words = unsafe { packed_data_file::open_lazy::<Vec<String>, Indexed>(&path) }.unwrap();
        assert_eq!((words.header().layout.as_str(), words.note()), ("Indexed", None));
        let word = words.view().try_get(number).unwrap().map(|word| word.try_text().map(str::to_owned));
        let checked = words.check().map(|words| words.view().len());
        (word, checked)
    };
    let (found, checked) = word(999);
    assert_eq!((found.unwrap().as_deref(), checked.unwrap()), (Ok("word 999"), 1000));
    assert!(word(1000).0.is_none());

    // Its last byte is damaged: that of one word.
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() = 0xFF;
    std::fs::write(&path, &bytes).unwrap();
    let (found, checked) = word(998);
    assert_eq!(found.unwrap().as_deref(), Ok("word 998"));
    assert!(matches!(checked, Err(Error::Damaged { .. })), "{checked:?}");
    let error = word(999).0.unwrap().unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidUtf8);
    assert!(packed_data_file::read_lazy::<Vec<String>, Indexed>(&bytes).is_ok());

    // The header is checked, and the size of the file.
    // SAFETY: nothing changes the file while it is mapped.
    assert!(unsafe { packed_data_file::open_lazy::<Vec<u8>, Indexed>(&path) }.is_err());
    std::fs::write(&path, &bytes[..bytes.len() - 1]).unwrap();
    // SAFETY: nothing changes the file while it is mapped.
    let cut = unsafe { packed_data_file::open_lazy::<Vec<String>, Indexed>(&path) };
    assert!(matches!(cut.unwrap_err(), Error::Truncated { .. }));
}
