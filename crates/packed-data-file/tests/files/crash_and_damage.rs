//! A crash and damage together: a process dies at every byte of closing a file and of appending to it, and one block is
//! damaged too. What was synced and is intact is there afterwards: by opening, repair and appending. What is not there
//! is reported, with its numbers, and these are not given out again as long as anything proves that they were.
#![allow(clippy::single_range_in_vec_init, reason = "what is lost is a list of ranges, often of one")]

use std::fs;
use std::ops::Range;
use std::path::Path;

use packed_data::Compact;
use packed_data::stream::block::BlockHeader;
use packed_data_file::{BlockReader, Blocks, Damage, Options, RecordWriter, Records, repair_bytes};

type Record = (u64, String);

fn record(number: u64) -> Record {
    (number, "text ".repeat(usize::try_from(number % 3).unwrap()))
}

/// Returns a folder in memory, where there is one: otherwise the time is that of the disk.
fn folder() -> tempfile::TempDir {
    let memory = Path::new("/dev/shm");
    if memory.is_dir() { tempfile::tempdir_in(memory) } else { tempfile::tempdir() }.unwrap()
}

fn append(path: &Path) -> RecordWriter<Record, Compact> {
    Options::<Record, Compact>::new().append(path).unwrap()
}

/// Writes records, each of which is synced, with a section after the third one.
fn write(writer: &mut RecordWriter<Record, Compact>, count: u64) {
    for _ in 0..count {
        let number = writer.len();
        assert_eq!(writer.write(&record(number)).unwrap(), number);
        writer.sync().unwrap();
        if number == 2 {
            writer.write_section("test/section", b"bytes").unwrap();
        }
    }
}

/// A block of a file, and where it is.
#[derive(Clone)]
struct Place {
    bytes: Range<usize>,
    header: BlockHeader,
}

impl Place {
    /// Returns the numbers of its records.
    fn numbers(&self) -> Range<u64> {
        self.header.first..self.header.first + u64::from(self.header.records)
    }
}

/// Returns the blocks of a file that is not damaged, without its header.
fn places(bytes: &[u8]) -> Vec<Place> {
    let (mut at, mut places) = (16, Vec::new());
    while let Some(header) = BlockHeader::read(&bytes[at..]) {
        let end = at + header.size().unwrap();
        places.push(Place { bytes: at..end, header });
        at = end;
    }
    places.split_off(1)
}

/// What happened to one block.
#[derive(Clone, Copy, Debug)]
enum Fault {
    /// A bit of the payload, the first or the last, or of the header.
    Bit(isize),
    /// All bytes are zero.
    Zeros,
}

const FAULTS: [Fault; 5] = [Fault::Bit(0), Fault::Bit(20), Fault::Bit(64), Fault::Bit(-1), Fault::Zeros];

impl Fault {
    fn damages_header(self) -> bool {
        !matches!(self, Self::Bit(64 | -1))
    }

    /// Damages the part of a block that is there.
    fn apply(self, bytes: &mut [u8], place: &Place) {
        let end = place.bytes.end.min(bytes.len());
        let Some(block) = bytes.get_mut(place.bytes.start..end) else { return };
        match self {
            Self::Zeros => block.fill(0),
            Self::Bit(at) => {
                let at = if at < 0 { place.bytes.len() - 1 } else { at.unsigned_abs() };
                if let Some(byte) = block.get_mut(at) {
                    *byte ^= 4;
                }
            }
        }
    }
}

/// A file after a crash, in which one block is damaged.
#[derive(Clone)]
struct Case {
    what: String,
    bytes: Vec<u8>,
    /// The records that were synced and are intact.
    intact: Vec<u64>,
    /// Those that were synced and are not.
    damaged: Range<u64>,
    /// Whether anything after the damaged block proves that its records were there.
    is_proved: bool,
    /// Whether the damaged block has an intact header.
    has_numbers: bool,
}

impl Case {
    /// Cuts `whole` off at `cut`, and damages a block of it.
    fn new(what: &str, whole: &[u8], places: &[Place], cut: usize, faulty: Option<(usize, Fault)>) -> Self {
        let mut bytes = whole[..cut].to_vec();
        let is_whole = |place: &&Place| place.bytes.end <= cut;
        let (mut damaged, mut is_proved, mut has_numbers) = (0..0, true, true);
        if let Some((index, fault)) = faulty {
            let place = &places[index];
            fault.apply(&mut bytes, place);
            if is_whole(&place) {
                damaged = place.numbers();
            }
            is_proved = places.get(index + 1).is_some_and(|next| next.bytes.start + BlockHeader::SIZE <= cut);
            has_numbers = !fault.damages_header();
        }
        let numbers = places.iter().filter(is_whole).flat_map(Place::numbers);
        let intact = numbers.filter(|number| !damaged.contains(number)).collect();
        Self { what: format!("{what} cut at {cut}, {faulty:?}"), bytes, intact, damaged, is_proved, has_numbers }
    }

    fn has(&self, file: &[u8], numbers: &[u64]) {
        let records = Records::<Record, Compact, _>::from_bytes(file).unwrap();
        for number in numbers {
            let found = records.get(*number).unwrap_or_else(|error| panic!("{}: {error}", self.what));
            assert_eq!(found.unpack().unwrap(), record(*number), "{}", self.what);
        }
    }

    /// Checks that damaged records are reported: as lost, or as damage.
    fn is_reported(&self, by: &str, lost: &[Range<u64>], damage: &[Damage], errors: usize) {
        for number in self.damaged.clone() {
            let in_damage = |damage: &Damage| {
                let first = damage.first.unwrap_or(u64::MAX);
                first <= number && number < first + damage.records.unwrap_or(0)
            };
            let is_lost = lost.iter().any(|lost| lost.contains(&number));
            // (Numbers that nothing has cannot be reported; the bytes are.)
            let is_unknown = !self.is_proved && !self.has_numbers && damage.iter().any(|damage| damage.bytes > 64);
            assert!(
                is_lost || errors > 0 || !self.is_proved && damage.iter().any(in_damage) || is_unknown,
                "{}: {by} does not report {number}: {lost:?} {damage:?}",
                self.what
            );
        }
        for number in &self.intact {
            assert!(lost.iter().all(|lost| !lost.contains(number)), "{}: {by} reports {number}", self.what);
        }
    }

    fn check_readers(&self) {
        self.has(&self.bytes, &self.intact);
        let blocks = Blocks::from_bytes(self.bytes.as_slice()).unwrap();
        let errors = blocks.check().errors.len();
        self.is_reported("reading", &blocks.lost(), blocks.damage(), errors);
        let reader = BlockReader::new(std::io::Cursor::new(&self.bytes)).unwrap();
        assert_eq!((reader.lost(), reader.damage()), (blocks.lost(), blocks.damage()), "{}", self.what);
        let (new, report) = repair_bytes(&self.bytes).unwrap();
        self.is_reported("repair", &report.lost, &report.damage, 0);
        assert_eq!(report.records, self.intact.len() as u64, "{}", self.what);
        let saved = Records::<Record, Compact, _>::from_bytes(new).unwrap();
        let saved: Vec<_> = saved.iter().map(|record| record.unwrap().unpack().unwrap().0).collect();
        assert_eq!(saved, self.intact, "{}", self.what);
    }

    /// Appends a record. Before that, another process may have opened the file too, and died.
    fn check_append(&self, path: &Path) {
        fs::write(path, &self.bytes).unwrap();
        let writer = append(path);
        let next = writer.len();
        // (If the file has its index, `append` looks at the last blocks only: damage to others is found by reading.)
        let blocks = Blocks::open(path).unwrap();
        let lost = [writer.lost(), &blocks.lost()].concat();
        self.is_reported("append", &lost, writer.removed().as_slice(), blocks.check().errors.len());
        let synced = self.intact.iter().map(|number| number + 1).max().unwrap_or(0).max(self.damaged.end);
        assert!(next >= synced || !self.is_proved, "{}: {next} is given out again", self.what);
        assert!(next >= self.damaged.start, "{}: {next} is given out again", self.what);
        assert!(next <= synced, "{}: {next} after {synced}", self.what);
        // (Nothing waits, so it writes nothing.)
        drop(writer);

        let mut writer = append(path);
        assert_eq!(writer.len(), next, "{}: appended to twice", self.what);
        assert_eq!(writer.removed(), None, "{}: appended to twice", self.what);
        writer.write(&record(next)).unwrap();
        writer.close().unwrap();
        let file = fs::read(path).unwrap();
        self.has(&file, &self.intact);
        self.has(&file, &[next]);
        let blocks = Blocks::from_bytes(file.as_slice()).unwrap();
        assert_eq!((blocks.len(), blocks.has_index()), (next + 1, true), "{}", self.what);
        if next >= self.damaged.end {
            self.is_reported("reading what was appended to", &blocks.lost(), &[], blocks.check().errors.len());
        }
    }
}

/// Whether a cut is tried: without optimisation, only some inside of blocks.
fn is_tried(cut: usize, places: &[Place]) -> bool {
    let near = |at: usize| at.abs_diff(cut) < 2;
    !cfg!(debug_assertions)
        || cut.is_multiple_of(11)
        || places.iter().any(|place| {
            near(place.bytes.start) || near(place.bytes.start + BlockHeader::SIZE) || near(place.bytes.end)
        })
}

/// Tries every cut of a file from `from` on, each with every damage to every block.
fn every_crash(what: &str, whole: &[u8], from: usize) {
    let folder = folder();
    let path = folder.path().join("records");
    let places = places(whole);
    let faulty = || (0..places.len()).flat_map(|index| FAULTS.map(|fault| Some((index, fault))));
    for cut in (from..=whole.len()).filter(|cut| *cut == whole.len() || is_tried(*cut, &places)) {
        for faulty in [None].into_iter().chain(faulty()) {
            let case = Case::new(what, whole, &places, cut, faulty);
            case.check_readers();
            case.check_append(&path);
        }
    }
}

#[test]
fn closing() {
    let folder = folder();
    let path = folder.path().join("records");
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    write(&mut writer, 4);
    let from = fs::metadata(&path).unwrap().len();
    writer.close().unwrap();
    every_crash("closing", &fs::read(&path).unwrap(), usize::try_from(from).unwrap());
}

#[test]
fn appending() {
    let folder = folder();
    let path = folder.path().join("records");
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    write(&mut writer, 2);
    writer.close().unwrap();
    let mut writer = append(&path);
    let from = fs::metadata(&path).unwrap().len();
    write(&mut writer, 3);
    writer.close().unwrap();
    every_crash("appending", &fs::read(&path).unwrap(), usize::try_from(from).unwrap());
}

/// The file was damaged before it is appended to, and the process that appends dies.
#[test]
fn appending_to_damaged_files() {
    let folder = folder();
    let path = folder.path().join("records");
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    write(&mut writer, 4);
    writer.close().unwrap();
    let whole = fs::read(&path).unwrap();
    let places = places(&whole);
    let last = places.iter().rposition(|place| !place.numbers().is_empty()).unwrap();
    let [.., copy, index] = &places[..] else { panic!("a closed file") };
    // Nothing is missing; the end, the index, the copy of the header but its own header, or all of that.
    let cuts = [whole.len(), index.bytes.end, index.bytes.start, copy.bytes.start + 70, copy.bytes.start];
    for cut in cuts {
        for fault in FAULTS {
            let case = Case::new("damaged", &whole, &places, cut, Some((last, fault)));
            fs::write(&path, &case.bytes).unwrap();
            let before = case.bytes.len();
            let mut writer = append(&path);
            let from = before.min(usize::try_from(fs::metadata(&path).unwrap().len()).unwrap());
            let next = writer.len();
            let opened = usize::try_from(fs::metadata(&path).unwrap().len()).unwrap();
            assert_eq!(next, if case.is_proved { 4 } else { 3 }, "{}", case.what);
            write(&mut writer, 2);
            writer.close().unwrap();
            let after = fs::read(&path).unwrap();
            let blocks = Blocks::from_bytes(after.as_slice()).unwrap();
            let new: Vec<_> = (next..next + 2)
                .map(|number| {
                    let block = blocks.block(blocks.block_of(number).unwrap()).unwrap();
                    (
                        number,
                        block.offset(),
                        BlockHeader::read(&after[usize::try_from(block.offset()).unwrap()..]).unwrap(),
                    )
                })
                .collect();
            for cut in from..=after.len() {
                let what = format!("{}, then appended to and cut at {cut}", case.what);
                let is_whole = |offset: u64, header: &BlockHeader| offset + header.size().unwrap() as u64 <= cut as u64;
                let written = new.iter().filter(|(_, offset, header)| is_whole(*offset, header)).map(|new| new.0);
                let mut intact = case.intact.clone();
                intact.extend(written);
                let next = intact.iter().map(|number| number + 1).max().unwrap().max(next);
                let mut bytes = after[..cut].to_vec();
                // (What proves the number is overwritten after another proof was written.)
                if cut < opened && before <= cut {
                    bytes[..before].copy_from_slice(&case.bytes);
                }
                // (What nothing proves was reported when it was removed.)
                let damaged = if case.is_proved { case.damaged.clone() } else { 0..0 };
                let state = Case { what, bytes, intact, damaged, ..case.clone() };
                state.check_readers();
                fs::write(&path, &state.bytes).unwrap();
                let writer = append(&path);
                assert_eq!(writer.len(), next, "{}", state.what);
                if case.is_proved {
                    assert_eq!(writer.lost(), &[3..4][..], "{}", state.what);
                }
            }
        }
    }
}
