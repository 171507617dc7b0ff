//! Errors of functions that take a path name the file, once.

use packed_data::{Compact, Indexed};
use packed_data_file::{BlockReader, Blocks, Error, Header, Options, RawWriter, Records, open, repair, write};

/// Checks that an error names a file, once.
#[track_caller]
fn names<T>(result: Result<T, Error>, name: &str) {
    let error = result.err().expect("it fails");
    let text = error.to_string();
    assert!(text.starts_with("file \"") && text.contains(&format!("{name}\": ")), "{text}");
    assert_eq!(text.matches(name).count(), 1, "{text}");
    let Error::File { path, error } = error else { panic!("{text}") };
    assert_eq!(path.file_name().unwrap(), name);
    assert!(!error.to_string().contains("path"), "{error}");
}

#[test]
fn errors_name_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let missing = folder.path().join("missing");
    names(open::<str, Compact>(&missing), "missing");
    names(Header::open(&missing), "missing");
    names(Blocks::open(&missing), "missing");
    names(BlockReader::open(&missing), "missing");
    names(Records::<str, Compact>::open(&missing), "missing");
    names(Options::<str, Compact>::new().append(&missing), "missing");
    names(repair(&missing, folder.path().join("saved")), "missing");
    // SAFETY: there is no such file.
    unsafe {
        names(packed_data_file::open_mapped::<str, Compact>(&missing), "missing");
        names(packed_data_file::open_mapped_once::<str, Compact>(&missing), "missing");
        names(Blocks::open_mapped(&missing), "missing");
    }

    let nowhere = folder.path().join("no folder").join("new");
    names(write::<str, Indexed>(&nowhere, "text"), "new");
    names(packed_data_file::write_raw(&nowhere, "Compact", "schema", b"", &[]), "new");
    names(Options::<str, Compact>::new().create(&nowhere), "new");

    let taken = folder.path().join("taken");
    let writer = Options::<str, Compact>::new().create(&taken).unwrap();
    names(RawWriter::create(&taken, "Compact", "schema", &[]), "taken");
    names(Options::<str, Compact>::new().append(&taken), "taken");
    // The output is named, if it is the output that fails.
    names(repair(&taken, &nowhere), "new");
    drop(writer);
}

/// A name that is not printable reaches no terminal.
#[test]
fn names_are_escaped() {
    let error = Header::open("no\x1b[31m").unwrap_err().to_string();
    assert!(error.starts_with("file \"no\\u{1b}[31m\": "), "{error}");
}
