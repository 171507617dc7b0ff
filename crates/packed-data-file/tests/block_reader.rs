//! Files that are read block by block: the memory is that of a block, also where numbers in the file lie.

use std::cell::Cell;
use std::fs::{File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use packed_data::Compact;
use packed_data::stream::block::{BlockHeader, checksum};
use packed_data_file::{BlockReader, Error, Options, RawWriter, repair};

/// The size of the files in bytes, and the memory that reading them may take.
const SIZE: u64 = 24 << 20;
const MEMORY: u64 = 3 << 20;

/// Writes a file of records of 1000 bytes.
fn file(folder: &Path) -> PathBuf {
    let path = folder.join("records");
    let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\nstr\n", &[]).unwrap();
    for number in 0..SIZE / 1000 {
        writer.write(&record(number)).unwrap();
    }
    writer.close().unwrap();
    path
}

fn record(number: u64) -> Vec<u8> {
    format!("\u{7f}{number:>999}").into_bytes()
}

/// Reads every record; returns how many there are, and how many blocks are damaged.
fn read(path: &Path) -> Result<(u64, usize), Error> {
    let file = BlockReader::open(path)?;
    let (mut count, mut damaged) = (0, file.damage().len());
    for block in 0..file.block_count() {
        let Ok(block) = file.block(block) else {
            damaged += 1;
            continue;
        };
        for index in 0..block.len() {
            assert_eq!(block.get(index), Some(&record(block.first() + index as u64)[..]));
            count += 1;
        }
    }
    assert_eq!(file.check().errors.len() + file.damage().len(), damaged);
    Ok((count, damaged))
}

fn at(path: &Path, offset: u64) -> File {
    let mut file = OpenOptions::new().read(true).write(true).open(path).unwrap();
    file.seek(SeekFrom::Start(offset)).unwrap();
    file
}

fn header(path: &Path, offset: u64) -> BlockHeader {
    let mut bytes = [0; BlockHeader::SIZE];
    at(path, offset).read_exact(&mut bytes).unwrap();
    BlockHeader::read(&bytes).unwrap()
}

#[test]
fn one_block_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    let (weight, found) = weigh::measure(|| read(&path).unwrap());
    assert_eq!(found, (SIZE / 1000, 0));
    assert!(weight.peak < MEMORY, "{weight:?}");
    let file = BlockReader::open(&path).unwrap();
    for number in [0, 7, SIZE / 1000 - 1] {
        assert_eq!(file.get(number).unwrap(), record(number));
    }
    assert!(matches!(file.get(SIZE), Err(Error::NoRecord { .. })));
    assert!(matches!(file.block(file.block_count()), Err(Error::NoRecord { .. })));
    assert_eq!(file.header().schema, "packed-data schema 1\nstr\n");
}

/// The size in one header is that of the rest of the file, with a right checksum of the header.
#[test]
fn headers_that_lie() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    let len = std::fs::metadata(&path).unwrap().len();
    let (of_file, first) = (header(&path, 16), 16 + header(&path, 16).size().unwrap() as u64);
    let block = header(&path, first);
    let lie = |offset: u64, header: BlockHeader| {
        let stored = len - offset - BlockHeader::SIZE as u64;
        at(&path, offset).write_all(&BlockHeader { stored, ..header }.to_bytes()).unwrap();
    };

    lie(16, of_file);
    let (weight, found) = weigh::measure(|| read(&path));
    assert!(matches!(found, Err(Error::Header)), "{found:?}");
    assert!(weight.peak < MEMORY, "{weight:?}");
    let (weight, report) = weigh::measure(|| repair(&path, folder.path().join("saved")).unwrap());
    assert_eq!((report.used_copy_of_header, report.records), (true, SIZE / 1000));
    assert!(weight.peak < MEMORY, "{weight:?}");
    at(&path, 16).write_all(&of_file.to_bytes()).unwrap();

    lie(first, BlockHeader { records: u32::MAX, length: u64::MAX, ..block });
    let (weight, found) = weigh::measure(|| read(&path).unwrap());
    assert_eq!(found, (SIZE / 1000 - u64::from(block.records), 1));
    assert!(weight.peak < MEMORY, "{weight:?}");

    // A block that claims more records than it has bytes for takes no others with it.
    let many = BlockHeader { records: u32::MAX, ..block };
    at(&path, first).write_all(&many.to_bytes()).unwrap();
    let report = repair(&path, folder.path().join("saved")).unwrap();
    assert_eq!((report.records, report.repeated), (SIZE / 1000 - u64::from(block.records), 0));

    // All of the file is its index, says the end of the file.
    lie(first, BlockHeader { kind: 4, ..block });
    let mut bytes = at(&path, first);
    let mut index = [0; BlockHeader::SIZE];
    bytes.read_exact(&mut index).unwrap();
    let mut index = BlockHeader::read(&index).unwrap();
    index.stored -= 32;
    at(&path, first).write_all(&index.to_bytes()).unwrap();
    let mut tail = [first.to_le_bytes(), len.to_le_bytes()].concat();
    let own = checksum(&tail);
    tail.extend(own.to_le_bytes());
    tail.extend(*b"\xF5PKE\r\n\x1A\n");
    at(&path, len - 32).write_all(&tail).unwrap();
    let (weight, found) = weigh::measure(|| read(&path).unwrap());
    assert_eq!(found.0, SIZE / 1000 - u64::from(block.records));
    assert!(weight.peak < MEMORY, "{weight:?}");
}

/// A compressed block that claims 1 GiB: it takes what its bytes can become at most.
#[test]
fn compressed_blocks_that_lie() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut writer = RawWriter::create(&path, "Compact", "packed-data schema 1\nstr\n", &[]).unwrap();
    writer.write(&record(0)).unwrap();
    drop(writer);
    let first = 16 + header(&path, 16).size().unwrap() as u64;
    let block = header(&path, first);
    for compression in [1, 2] {
        let lie = BlockHeader { compression, length: 1 << 30, ..block };
        at(&path, first).write_all(&lie.to_bytes()).unwrap();
        let (weight, found) = weigh::measure(|| BlockReader::open(&path).unwrap().block(0).is_err());
        assert!(found && weight.peak < MEMORY, "{weight:?}");
    }
}

/// A file of which it is counted how many bytes are read.
struct Counted<'c> {
    bytes: std::io::Cursor<Vec<u8>>,
    count: &'c Cell<u64>,
}

impl Read for Counted<'_> {
    fn read(&mut self, to: &mut [u8]) -> std::io::Result<usize> {
        let count = self.bytes.read(to)?;
        self.count.set(self.count.get() + count as u64);
        Ok(count)
    }
}

impl Seek for Counted<'_> {
    fn seek(&mut self, to: SeekFrom) -> std::io::Result<u64> {
        self.bytes.seek(to)
    }
}

/// Headers with right checksums of their own before wrong payloads: 1 MiB was read for each of them.
#[test]
fn fake_headers_are_not_fetched_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    RawWriter::create(&path, "Compact", "packed-data schema 1\nstr\n", &[]).unwrap().close().unwrap();
    let mut bytes = std::fs::read(&path).unwrap();
    let of_file = BlockHeader::read(&bytes[16..]).unwrap();
    bytes.truncate(16 + of_file.size().unwrap());
    while bytes.len() < 2 << 20 {
        let stored = 1000 + bytes.len() as u64 % 7;
        let fake = BlockHeader { kind: 1, records: 1, stored, length: stored, checksum: 1, ..of_file };
        bytes.extend(fake.to_bytes());
    }
    let (len, count) = (bytes.len() as u64, Cell::new(0));
    let counted = || Counted { bytes: std::io::Cursor::new(bytes.clone()), count: &count };
    assert!(BlockReader::new(counted()).unwrap().is_empty());
    assert!(count.get() <= 4 * len, "{} bytes of {len} were read", count.get());
    count.set(0);
    assert_eq!(packed_data_file::repair_to(&mut counted(), &mut Vec::new()).unwrap().records, 0);
    assert!(count.get() <= 4 * len, "{} bytes of {len} were read", count.get());
}

#[global_allocator]
static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();

/// A file that another process appends to while this one opens it: the index is there at first, and then is not.
struct Appended {
    file: File,
    path: PathBuf,
    seeks_until_cut: Cell<u32>,
    len_after: u64,
}

impl Seek for Appended {
    fn seek(&mut self, position: SeekFrom) -> std::io::Result<u64> {
        if self.seeks_until_cut.get() == 0 {
            at(&self.path, 0).set_len(self.len_after)?;
        }
        self.seeks_until_cut.set(self.seeks_until_cut.get().wrapping_sub(1));
        self.file.seek(position)
    }
}

impl Read for Appended {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.file.read(buffer)
    }
}

/// At whichever moment the index is removed, the file is opened, and has all records.
#[test]
fn an_append_begins_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path());
    let closed = std::fs::read(&path).unwrap();
    let opened = BlockReader::open(&path).unwrap();
    let blocks = opened.block_count();
    let writer = Options::<str, Compact>::new().append(&path).unwrap();
    let len_after = std::fs::metadata(&path).unwrap().len();
    drop(writer);
    assert!(len_after < closed.len() as u64);
    for seeks in 0..12 {
        std::fs::write(&path, &closed).unwrap();
        let file = File::open(&path).unwrap();
        let appended = Appended { file, path: path.clone(), seeks_until_cut: Cell::new(seeks), len_after };
        let reader = BlockReader::new(appended).unwrap();
        assert_eq!((reader.len(), reader.block_count()), (SIZE / 1000, blocks));
    }
}
