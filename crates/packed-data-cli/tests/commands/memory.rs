//! Files of records are read block by block: the command has less memory than the file has bytes, and a number in the
//! file that lies takes none.
// (With Arrow and Parquet, the command itself takes more address space than it has here.)
#![cfg(all(target_os = "linux", not(feature = "arrow")))]

use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data_file::RawWriter;

/// The address space that each command may take, in KiB.
const MEMORY: u64 = 40 << 10;
/// The size of the files in bytes.
const SIZE: u64 = 82 << 20;

/// Runs the command with little memory; what it prints is counted and dropped.
fn run(words: &[&str], input: Stdio) -> (Output, u64) {
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("ulimit -v {MEMORY} && exec \"$0\" \"$@\""), env!("CARGO_BIN_EXE_packed")]);
    let mut ran = shell.args(words).stdin(input).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let printed = std::io::copy(&mut ran.stdout.take().unwrap(), &mut std::io::sink()).unwrap();
    (ran.wait_with_output().unwrap(), printed)
}

/// Writes a file of records, each a text of 40 KB.
fn file(folder: &Path, is_closed: bool) -> PathBuf {
    let path = folder.join("texts.packed");
    let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\nstr\n", &[]).unwrap();
    let mut record = vec![0xFC];
    record.extend(40_000_u16.to_le_bytes());
    record.resize(40_003, b'x');
    for number in 0..SIZE / 40_003 {
        record[3..11].copy_from_slice(format!("{number:>8}").as_bytes());
        writer.write(&record).unwrap();
    }
    if is_closed {
        writer.close().unwrap()
    } else {
        drop(writer)
    }
    path
}

#[test]
fn files_larger_than_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), true);
    assert!(std::fs::metadata(&path).unwrap().len() > 2 * (MEMORY << 10));
    let (name, out) = (path.to_str().unwrap(), folder.path().join("out"));
    let out = out.to_str().unwrap();
    let jsonl = folder.path().join("out.jsonl");
    let count = SIZE / 40_003;
    for words in [
        &["info", name][..],
        &["check", "--deep", name],
        &["cat", name],
        &["cat", "--as", "rust", "--range", "1600..", name],
        &["get", name, &format!("[{}]", count - 1)],
        &["stat", name],
        &["convert", name, out, "--layout", "Indexed"],
        &["convert", name, jsonl.to_str().unwrap()],
        &["repair", name, out],
        &["hex", name, "[7]"],
        &["schema", name],
        &["diff", name, name],
        &["diff", name, name, "--values"],
        &["diff", name, name, "--key", "."],
        &["count", name, "--where", ". contains 'y'"],
        &["cat", name, "--sort", "-."],
        &["cat", name, "--group-by", "."],
        &["tail", name],
        &["concat", name, name, "-o", out],
    ] {
        let (ran, printed) = run(words, Stdio::null());
        let error = String::from_utf8_lossy(&ran.stderr);
        assert!(ran.status.success(), "{words:?}: {:?} {error}", ran.status);
        if words[0] == "cat" && words.len() == 2 {
            assert_eq!(printed, count * 40_003);
        }
    }
    // What comes from a pipe is kept in a temporary file.
    let mut cat = Command::new("cat").arg(&path).stdout(Stdio::piped()).spawn().unwrap();
    let (ran, _) = run(&["check", "-"], cat.stdout.take().unwrap().into());
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(cat.wait().unwrap().success());
}

/// The size of texts in bytes: with all values in memory they would take nine times that.
const TEXT: u64 = 24 << 20;

/// Writes `TEXT` bytes of records: `line` writes the one with a number.
fn text(path: &Path, before: &str, after: &str, line: impl Fn(&mut Vec<u8>, u64)) {
    let mut file = File::create(path).unwrap();
    let (mut lines, mut size, mut number) = (before.as_bytes().to_vec(), 0, 0);
    while size < TEXT {
        line(&mut lines, number);
        number += 1;
        if lines.len() > 1 << 16 {
            size += lines.len() as u64;
            file.write_all(&lines).unwrap();
            lines.clear();
        }
    }
    lines.extend(after.as_bytes());
    file.write_all(&lines).unwrap();
}

/// Text is packed value by value: lines, the elements of one list, rows; from a file, and from a pipe.
#[test]
fn packing_text_larger_than_the_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let [lines, list, rows, out] = ["lines.jsonl", "list.json", "rows.csv", "out.packed"].map(path);
    let object = |to: &mut Vec<u8>, number: u64, end: &str| {
        // (Members that are missing, of several kinds, and in an object whose names vary.)
        let id = if number.is_multiple_of(3) { format!("\"{number}\"") } else { number.to_string() };
        let note = if number.is_multiple_of(2) { "\"note\":null," } else { "" };
        let name = number % 9973;
        let filler = "x".repeat(200);
        write!(to, "{{\"id\":{id},{note}\"by\":{{\"{name}\":{number}}},\"text\":\"{filler}\"}}{end}").unwrap();
    };
    text(lines.as_ref(), "", "", |to, number| object(to, number, "\n"));
    text(list.as_ref(), "[", "{}]", |to, number| object(to, number, ","));
    text(rows.as_ref(), "id,text\n", "", |to, number| {
        writeln!(to, "{number},\"{}\"", "y".repeat(200)).unwrap();
    });
    for input in [&lines, &list, &rows] {
        let (ran, _) = run(&["pack", input, "-o", &out], Stdio::null());
        assert!(ran.status.success(), "{input}: {}", String::from_utf8_lossy(&ran.stderr));
        assert!(std::fs::metadata(&out).unwrap().len() > TEXT / 2);
    }
    let mut cat = Command::new("cat").arg(&lines).stdout(Stdio::piped()).spawn().unwrap();
    let (ran, _) = run(&["pack", "-", "-o", &out], cat.stdout.take().unwrap().into());
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    assert!(cat.wait().unwrap().success());
}

/// Changes the header of the block at `at`.
fn change(path: &Path, at: u64, change: impl FnOnce(&mut BlockHeader)) {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    let mut bytes = [0; BlockHeader::SIZE];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut bytes).unwrap();
    let mut header = BlockHeader::read(&bytes).unwrap();
    change(&mut header);
    file.seek(SeekFrom::Start(at)).unwrap();
    file.write_all(&header.to_bytes()).unwrap();
}

/// Returns the bytes at an offset as a header.
fn header(path: &Path, at: u64) -> BlockHeader {
    let mut file = File::open(path).unwrap();
    let mut bytes = [0; BlockHeader::SIZE];
    file.seek(SeekFrom::Start(at)).unwrap();
    file.read_exact(&mut bytes).unwrap();
    BlockHeader::read(&bytes).unwrap()
}

/// A few bytes in the headers of a large file lie, with checksums that are right: no command takes memory for that.
#[test]
fn numbers_that_lie() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), true);
    let name = path.to_str().unwrap();
    let len = std::fs::metadata(&path).unwrap().len();
    let first = 16 + header(&path, 16).size().unwrap() as u64;
    let (file_header, block) = (header(&path, 16), header(&path, first));
    let check = |what: &str| {
        for words in [&["info", name][..], &["cat", name], &["repair", name, "-"]] {
            let (ran, _) = run(words, Stdio::null());
            let error = String::from_utf8_lossy(&ran.stderr);
            assert_eq!(ran.status.code(), Some(1), "{what}: {words:?}: {:?} {error}", ran.status);
            assert!(!error.contains("memory allocation"), "{what}: {words:?}: {error}");
        }
    };
    let longest = len - 16 - BlockHeader::SIZE as u64;
    change(&path, 16, |header| header.stored = longest);
    check("the header of the file");
    change(&path, 16, |header| *header = file_header);
    let rest = len - first - BlockHeader::SIZE as u64;
    for (records, stored, length) in
        [(block.records, rest, rest), (u32::MAX, rest, u64::MAX), (u32::MAX, block.stored, 1)]
    {
        change(&path, first, |header| (header.records, header.stored, header.length) = (records, stored, length));
        check("a block");
    }
    change(&path, first, |header| *header = block);

    // An index that begins after the header, and is as long as the file.
    let id = file_header.id;
    change(&path, first, |header| (header.kind, header.stored) = (4, len - 32 - first - BlockHeader::SIZE as u64));
    let mut tail = [first.to_le_bytes(), len.to_le_bytes()].concat();
    let own = checksum(&tail);
    tail.extend(own.to_le_bytes());
    tail.extend(*b"\xF5PKE\r\n\x1A\n");
    let mut file = OpenOptions::new().write(true).open(&path).unwrap();
    file.seek(SeekFrom::Start(len - 32)).unwrap();
    file.write_all(&tail).unwrap();
    assert_eq!(header(&path, first).id, id);
    check("an index");
}

/// A file that was not closed is scanned, piece by piece.
#[test]
fn without_an_index() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), false);
    let (ran, _) = run(&["check", path.to_str().unwrap()], Stdio::null());
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}
