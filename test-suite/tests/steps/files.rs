//! Files of `packed-data-file`: opening, scanning, reading, appending to and repairing them takes steps linear in the
//! bytes of the file, and so is the number of bytes that are read from it, whatever its headers and its index say.

use std::io::Cursor;
use std::path::Path;

use packed_data::stream::block::{BlockHeader, checksum};
use packed_data::{Compact, Fingerprint};
use packed_data_file::steps::counted;
use packed_data_file::{BlockReader, Blocks, Header, Options, Records, read_value, repair_bytes, repair_to};
use packed_data_schema::statistics::Statistics;

/// Approximate number of bytes of the files of each family. (Optimised, some payloads are verified piece by piece.)
const SIZES: [usize; 2] = if cfg!(debug_assertions) { [40 << 10, 300 << 10] } else { [40 << 10, 5 << 20] };

/// The limits on steps, and on bytes read from the file, for each byte of the file. The comments name the most that was
/// measured, and where.
///
/// Opening: 0.14, fake headers between blocks; 2.6, payloads almost to the end.
const OPEN: (f64, f64) = (0.25, 4.0);
/// Reading everything: 0.2, records; 2.0, a large block, which is verified before memory is taken for it.
const READ: (f64, f64) = (0.4, 3.0);
/// Opening to append: as for opening.
const APPEND: (f64, f64) = (0.25, 4.0);
/// Repairing: 0.14, payloads to the end; 3.2, copies of the header.
const REPAIR: (f64, f64) = (0.25, 6.0);

/// What any file may take in addition: 64 KiB of payloads that are looked at again; what is read ahead, and a few looks
/// at its beginning and its end.
const STEPS: f64 = 5000.0;
const BYTES: f64 = 4096.0;

const RECORDS: u8 = BlockHeader::RECORDS;
const HEADER: u8 = 0;
const SECTION: u8 = 3;
const INDEX: u8 = 4;
const STATISTICS: u8 = 6;

/// Returns a folder in memory, where there is one: otherwise the time is that of the disk.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.expect("a folder")
}

/// A file that is made of any bytes: the header is right.
struct File {
    bytes: Vec<u8>,
    id: [u8; 8],
    /// Where each block begins that is listed in an index.
    listed: Vec<(u64, BlockHeader)>,
    header: Vec<u8>,
    size: usize,
}

impl File {
    fn new(size: usize) -> Self {
        Self::with_metadata(size, 0)
    }

    /// Begins a file whose header has this number of bytes of metadata.
    fn with_metadata(size: usize, metadata: usize) -> Self {
        let folder = folder();
        let path = folder.path().join("file");
        let options = Options::<str, Compact>::new().metadata("note", "x".repeat(metadata));
        drop(options.create(&path).expect("a file"));
        let bytes = std::fs::read(&path).expect("a file");
        let header = bytes[16..].to_vec();
        let id = BlockHeader::read(&header).expect("a header").id;
        Self { bytes, id, listed: Vec::new(), header, size }
    }

    fn at(&self) -> u64 {
        self.bytes.len() as u64
    }

    fn is_full(&self) -> bool {
        self.bytes.len() >= self.size
    }

    /// Writes blocks until the file has its size.
    fn fill(mut self, mut add: impl FnMut(&mut Self, u64)) -> Self {
        let mut number = 0;
        while !self.is_full() {
            add(&mut self, number);
            number += 1;
        }
        self
    }

    /// Returns a header whose checksum of the payload is wrong.
    fn lie(&self, kind: u8, stored: u64) -> BlockHeader {
        let header = BlockHeader::of_payload(self.id, kind, &[]);
        BlockHeader { stored, length: stored, checksum: 1, records: u32::from(stored > 3), ..header }
    }

    /// Writes a header without its payload.
    fn fake(&mut self, kind: u8, stored: u64) {
        let header = self.lie(kind, stored);
        self.bytes.extend(header.to_bytes());
    }

    /// Writes an intact block.
    fn block(&mut self, kind: u8, first: u64, records: u32, payload: &[u8]) {
        let header = BlockHeader { first, records, ..BlockHeader::of_payload(self.id, kind, payload) };
        self.listed.push((self.at(), header));
        self.bytes.extend(header.to_bytes());
        self.bytes.extend(payload);
    }

    /// Writes an intact block with one record, the text `x`.
    fn record(&mut self, number: u64) {
        self.block(RECORDS, number, 1, b"\x01x\x02\0\0\0");
    }

    /// Writes statistics of one column of a block, again and again.
    fn statistics(&mut self, checksum: u64, records: u32, count: u16) {
        let mut payload = Fingerprint::of::<str>().to_bits().to_le_bytes().to_vec();
        payload.push(0xFC);
        payload.extend(count.to_le_bytes());
        for _ in 0..count {
            payload.extend(checksum.to_le_bytes());
            payload.extend(records.to_le_bytes());
            payload.extend(b"\x01\x00\x00\x00\x00\x00\x00");
        }
        self.block(STATISTICS, 0, 0, &payload);
    }

    /// Writes an intact copy of the header.
    fn copy(&mut self, first: u64) {
        let header = BlockHeader { first, ..BlockHeader::read(&self.header).expect("a header") };
        self.listed.push((self.at(), header));
        self.bytes.extend(header.to_bytes());
        self.bytes.extend_from_slice(&self.header[BlockHeader::SIZE..]);
    }

    /// Writes an index of the listed blocks, and the end.
    fn index(mut self) -> Self {
        let count = u32::try_from(self.listed.len()).expect("few blocks");
        let mut payload = match count {
            0..0x80 => vec![count as u8],
            _ => {
                // (Of `short` varints only the form with four bytes is needed here.)
                let packed = packed_data::Packed::<Vec<u8>, Compact>::pack(&vec![0; count as usize]).into_inner();
                packed[..packed.len() - count as usize].to_vec()
            }
        };
        for (at, header) in &self.listed {
            for number in [*at, header.first, header.stored, header.length, header.checksum] {
                payload.extend(number.to_le_bytes());
            }
            payload.extend(header.records.to_le_bytes());
            payload.extend([header.kind, 0, 0]);
        }
        let at = self.at();
        self.bytes.extend(BlockHeader::of_payload(self.id, INDEX, &payload).to_bytes());
        self.bytes.extend(payload);
        self.end(at);
        self
    }

    /// Writes the end of a closed file, with an index at `at`.
    fn end(&mut self, at: u64) {
        let len = self.at() + 32;
        let numbers = [at.to_le_bytes(), len.to_le_bytes()].concat();
        self.bytes.extend(&numbers);
        self.bytes.extend(checksum(&numbers).to_le_bytes());
        self.bytes.extend(b"\xF5PKE\r\n\x1A\n");
    }

    /// Damages the header of the file.
    fn without_header(mut self) -> Self {
        self.bytes[20] ^= 1;
        self.bytes[40] ^= 1;
        self
    }
}

/// Files of about a size.
fn families(size: usize) -> Vec<(&'static str, Vec<u8>)> {
    let rest = |file: &File| (file.size + 64).saturating_sub(file.bytes.len() + BlockHeader::SIZE) as u64;
    let fill = |add: &mut dyn FnMut(&mut File, u64)| File::new(size).fill(|file, number| add(file, number));
    let mut families: Vec<(&'static str, File)> = vec![
        ("fake headers, small payloads", fill(&mut |file, n| file.fake(RECORDS, 1 + n % 7))),
        ("fake headers, payloads of 1000 bytes", fill(&mut |file, n| file.fake(RECORDS, 1000 + n % 7))),
        ("fake headers, payloads of 64 KiB", fill(&mut |file, n| file.fake(RECORDS, (64 << 10) + n % 7))),
        ("fake headers, payloads of 1 MiB", fill(&mut |file, n| file.fake(RECORDS, (1 << 20) + n % 7))),
        ("fake headers, payloads of half of the file", fill(&mut |file, n| file.fake(9, size as u64 / 2 + n % 7))),
        ("fake headers, payloads to the end", fill(&mut |file, _| file.fake(RECORDS, rest(file)))),
        (
            "fake headers, payloads almost to the end",
            fill(&mut |file, _| file.fake(RECORDS, rest(file).saturating_sub(9))),
        ),
        ("fake headers, payloads beyond the end", fill(&mut |file, n| file.fake(RECORDS, u64::MAX - n))),
        ("fake headers, payloads of four fake headers", fill(&mut |file, _| file.fake(RECORDS, 256))),
        ("fake headers, payloads of 1 MiB of fake headers", fill(&mut |file, _| file.fake(RECORDS, 1 << 20))),
        ("fake headers that claim records", {
            fill(&mut |file, n| {
                let header = BlockHeader {
                    first: n << 40,
                    records: u32::MAX,
                    length: u64::MAX,
                    compression: 1,
                    ..file.lie(RECORDS, 900)
                };
                file.bytes.extend(header.to_bytes());
            })
        }),
        ("fake headers between blocks", {
            fill(&mut |file, n| {
                file.fake(RECORDS, 3000);
                file.record(n);
            })
        }),
        ("headers that are not intact", {
            fill(&mut |file, _| {
                file.fake(RECORDS, 64);
                *file.bytes.last_mut().expect("a header") ^= 1;
            })
        }),
        ("markers and ids", {
            fill(&mut |file, _| {
                file.bytes.extend(BlockHeader::MARKER);
                file.bytes.extend(file.id);
            })
        }),
        ("the first byte of markers", fill(&mut |file, _| file.bytes.push(BlockHeader::MARKER[0]))),
        ("zeros", fill(&mut |file, _| file.bytes.extend([0; 64]))),
        ("empty blocks of records", fill(&mut |file, n| file.block(RECORDS, n, 0, &[]))),
        ("empty copies of the header", fill(&mut |file, n| file.block(HEADER, n, 0, &[]))),
        ("empty blocks of the future", fill(&mut |file, n| file.block(200, n, 0, &[]))),
        ("sections", fill(&mut |file, n| file.block(SECTION, n, 0, b"12345678\x01a"))),
        ("records", fill(&mut |file, n| file.record(n))),
        ("records, a gap between each two", fill(&mut |file, n| file.record(2 * n))),
        ("records in reverse order", fill(&mut |file, n| file.record((1 << 30) - n))),
        ("records in another order", fill(&mut |file, n| file.record(n * 0x9E37_79B1 % (1 << 31)))),
        ("large records", {
            fill(&mut |file, n| {
                let len = size.min(1200 << 10) as u32;
                file.block(RECORDS, n, 1, &[vec![b'x'; len as usize], len.to_le_bytes().to_vec()].concat());
            })
        }),
        ("a large header and its copy", {
            let mut file = File::with_metadata(size, size / 2);
            file.record(0);
            file.copy(1);
            file
        }),
        ("statistics of nothing", fill(&mut |file, n| file.block(STATISTICS, n, 0, &[]))),
        ("statistics of each block, again and again", {
            fill(&mut |file, n| {
                file.record(n);
                file.statistics(checksum(b"\x01x\x02\0\0\0"), 1 + n as u32 % 2, 300);
            })
        }),
        ("equal records, and then their statistics, again and again", {
            fill(&mut |file, n| match file.bytes.len() < file.size / 2 {
                true => file.record(n),
                false => file.statistics(checksum(b"\x01x\x02\0\0\0"), 2, 300),
            })
        }),
        ("records, all with the same number", fill(&mut |file, _| file.record(7))),
        ("records, all with the greatest number", fill(&mut |file, _| file.record(u64::MAX - 1))),
        ("copies of the header", fill(&mut |file, n| file.copy(n))),
        ("records and copies of the header", {
            fill(&mut |file, n| {
                file.record(n);
                file.copy(n + 1);
            })
        }),
    ];
    // Each of them with an index, with a damaged header, and with all of its blocks damaged behind the index's back.
    let again = |file: &File| File {
        bytes: file.bytes.clone(),
        listed: file.listed.clone(),
        header: file.header.clone(),
        ..*file
    };
    for index in 0..families.len() {
        let (name, file) = &families[index];
        let closed = again(file).index();
        let mut damaged = again(&closed);
        for (at, _) in &closed.listed {
            damaged.bytes[usize::try_from(*at).expect("an offset") + 50] ^= 1;
        }
        // (The index lists only every second block: the others are between them.)
        let mut half = again(file);
        half.listed = half.listed.into_iter().step_by(2).collect();
        // (The index is damaged behind its own back.)
        let mut torn = again(&closed);
        let at = torn.bytes.len() - 40;
        torn.bytes[at] ^= 1;
        let more = [again(file).without_header(), closed, damaged, half.index(), torn];
        families.extend(more.map(|file| (*name, file)));
    }
    // Indexes in indexes: each lists the same blocks, and the last one is used.
    let mut many = File::new(size);
    while !many.is_full() {
        let listed = many.listed.len();
        many.record(listed as u64);
        let before = many.listed.clone();
        many = many.index();
        many.listed = before;
        if many.listed.len() > 64 {
            many.listed.truncate(1);
        }
    }
    families.push(("indexes of the same blocks", many.index()));
    // Entries that overlap: each block begins within the former one.
    let mut overlap = fill(&mut |file, n| file.record(n));
    for (_, header) in &mut overlap.listed {
        header.stored += 1000;
        header.length += 1000;
    }
    families.push(("an index of blocks that overlap", overlap.index()));
    // All of the file is one index, with entries for every header in it.
    let mut one = File::new(size);
    let at = one.at();
    let count = size / 47;
    one.listed = (0..count as u64).map(|n| (at + n, one.lie(RECORDS, 0))).collect();
    families.push(("an index of blocks that are not there", one.index()));
    families.into_iter().map(|(name, file)| (name, file.bytes)).collect()
}

/// The most that each operation took.
#[derive(Default)]
struct Worst([(&'static str, f64, f64, &'static str, &'static str); 4]);

impl Worst {
    fn count<R>(
        &mut self,
        index: usize,
        what: &'static str,
        limit: (f64, f64),
        name: &'static str,
        len: usize,
        work: impl FnOnce() -> R,
    ) -> R {
        let (steps, bytes, result) = counted(work);
        let (steps, bytes) = (steps as f64, bytes as f64);
        let row = &mut self.0[index];
        row.0 = what;
        let ratios = ((steps - STEPS) / len as f64, (bytes - BYTES) / len as f64);
        if ratios.0 > row.1 {
            (row.1, row.3) = (ratios.0, name);
        }
        if ratios.1 > row.2 {
            (row.2, row.4) = (ratios.1, name);
        }
        assert!(ratios.0 <= limit.0, "{what}, {name}: {steps} steps for {len} bytes");
        assert!(ratios.1 <= limit.1, "{what}, {name}: {bytes} bytes read of a file of {len}");
        result
    }

    /// Prints the results with the limits: in `full`, to choose the limits, and for the output of a failed test.
    fn print(&self, files: &str) {
        for ((what, steps, bytes, by_steps, by_bytes), limit) in self.0.into_iter().zip([OPEN, READ, APPEND, REPAIR]) {
            if !what.is_empty() {
                let (steps, bytes) =
                    (format!("{steps:.2} steps of {}", limit.0), format!("{bytes:.2} read of {}", limit.1));
                println!("{files}, {what}: for each byte {steps} ({by_steps}), {bytes} ({by_bytes})");
            }
        }
    }
}

/// Reads everything of a file in memory: checks the blocks, returns each record by its number, and the sections.
fn read_all(bytes: &[u8]) {
    let Ok(records) = Records::<str, Compact, _>::from_bytes(bytes) else { return };
    let blocks = records.blocks();
    blocks.check();
    for block in 0..blocks.block_count() {
        for number in blocks.numbers(block).into_iter().flatten().take(100) {
            _ = records.get(number).map(|record| record.view().len());
        }
    }
    _ = (
        records.iter().count(),
        blocks.sections("a").count(),
        blocks.lost(),
        select(blocks.block_count(), |f| blocks.select(f)),
    );
}

/// Selects no block that has statistics; returns how many have some.
fn select(blocks: usize, select: impl FnOnce(&mut dyn FnMut(&Statistics) -> bool) -> Vec<bool>) -> usize {
    let mut calls = 0;
    let selected = select(&mut |_| {
        calls += 1;
        false
    });
    assert!(selected.len() == blocks && calls <= blocks);
    selected.into_iter().filter(|selected| !selected).count()
}

fn append(path: &Path, bytes: &[u8], worst: &mut Worst, name: &'static str) {
    std::fs::write(path, bytes).expect("a file");
    let len = bytes.len();
    let writer = worst.count(2, "append", APPEND, name, len, || Options::<str, Compact>::new().append(path));
    let Ok(mut writer) = writer else { return };
    let number = writer.write("new").expect("a record");
    writer.close().expect("a file");
    let after = Records::<str, Compact>::open(path).expect("a file");
    assert_eq!(after.get(number).expect("it was written").view(), "new", "{name}");
}

/// Files of one value: whole, cut off, damaged, with a header that is not that of the value.
#[test]
fn files_of_one_value_are_linear() {
    let mut worst = Worst::default();
    for size in SIZES {
        let whole = packed_data_file::to_bytes::<str, Compact>(&"x".repeat(size), &[]).expect("a value");
        let mut damaged = whole.clone();
        *damaged.last_mut().expect("a value") ^= 1;
        let at = whole.windows(8).rposition(|window| window == BlockHeader::MARKER).expect("a value");
        let id = BlockHeader::read(&whole[at..]).expect("a value").id;
        let mut fake = whole[..at].to_vec();
        while fake.len() < size {
            let stored = (size - fake.len() - BlockHeader::SIZE.min(size - fake.len())) as u64;
            fake.extend(BlockHeader { stored, length: stored, ..BlockHeader::of_payload(id, 2, &[]) }.to_bytes());
        }
        let names = ["a value", "a value that was cut off", "a damaged value", "fake values"];
        for (name, bytes) in names.into_iter().zip([&whole, &whole[..size / 2], &damaged, &fake]) {
            let len = bytes.len();
            worst.count(1, "read", READ, name, len, || _ = read_value::<str, Compact>(bytes));
            worst.count(3, "repair", REPAIR, name, len, || repair_to(&mut Cursor::new(bytes), &mut Vec::new()).is_ok());
        }
    }
    worst.print("files of one value");
}

#[test]
fn files_are_linear() {
    let folder = folder();
    let path = folder.path().join("file");
    let (mut worst, mut has_statistics) = (Worst::default(), false);
    for size in SIZES {
        for (name, bytes) in families(size) {
            let len = bytes.len();
            let reader = worst.count(0, "open", OPEN, name, len, || BlockReader::new(Cursor::new(&bytes)));
            worst.count(0, "open", OPEN, name, len, || _ = Blocks::from_bytes(&bytes));
            if let Ok(reader) = reader {
                worst.count(1, "read", READ, name, len, || _ = reader.check());
                let selected =
                    worst.count(1, "read", READ, name, len, || select(reader.block_count(), |f| reader.select(f)));
                has_statistics |= selected > 10;
            }
            worst.count(1, "read", READ, name, len, || read_all(&bytes));
            worst.count(0, "open", OPEN, name, len, || Header::from_file(&mut Cursor::new(&bytes)).is_ok());
            append(&path, &bytes, &mut worst, name);
            let saved =
                worst.count(3, "repair", REPAIR, name, len, || repair_to(&mut Cursor::new(&bytes), &mut Vec::new()));
            let in_memory = worst.count(3, "repair", REPAIR, name, len, || repair_bytes(&bytes));
            assert_eq!(saved.ok(), in_memory.ok().map(|(_, report)| report), "{name}");
        }
    }
    worst.print("files");
    assert!(has_statistics);
    // (Otherwise nothing was counted.)
    for ((what, steps, bytes, ..), limit) in worst.0.iter().zip([OPEN, READ, APPEND, REPAIR]) {
        assert!(*steps > limit.0 / 4.0 && *bytes > limit.1 / 4.0, "{what}: {steps} {bytes}");
    }
}
