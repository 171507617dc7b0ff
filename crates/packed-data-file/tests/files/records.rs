//! Files of records: written, read, appended to, found by key; untyped; by the streams of the library.

use std::fs;
use std::io::{Read as _, Seek as _};
use std::path::{Path, PathBuf};

use packed_data::{Cbor, Compact, Indexed, Layout, Limits, Packable, Packed, Unpack, stream};
use packed_data_file::{Blocks, Content, Error, Header, Options, RawWriter, Records};

#[derive(Clone, Debug, PartialEq, Packable)]
pub(crate) struct Event {
    pub(crate) time: u64,
    text: String,
}

pub(crate) fn event(number: u64) -> Event {
    Event { time: 1000 + number / 3, text: "x".repeat(usize::try_from(number * 7 % 40).unwrap()) }
}

pub(crate) fn time<L: Layout>(event: &Packed<Event, L, &[u8]>) -> u64 {
    event.read(|event| {
        let (time, fields) = event.fields().read();
        fields.skip().done(time)
    })
}

pub(crate) struct Folder(tempfile::TempDir);

impl Folder {
    pub(crate) fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub(crate) fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }
}

pub(crate) fn options<L: Layout>() -> Options<Event, L> {
    Options::new().block_size(500)
}

pub(crate) fn written<L: Layout>(path: &Path, options: Options<Event, L>, count: u64) {
    let mut writer = options.create(path).unwrap();
    for number in 0..count {
        assert_eq!(writer.write(&event(number)).unwrap(), number);
    }
    assert_eq!(writer.len(), count);
    writer.close().unwrap();
}

fn there_and_back<L: Layout>() {
    let folder = Folder::new();
    for count in [0, 1, 2, 100, 1000] {
        let path = folder.file(&format!("{count}"));
        written::<L>(&path, options(), count);
        let file = Records::<Event, L>::open(&path).unwrap();
        assert_eq!((file.len(), file.is_empty(), file.note()), (count, count == 0, None));
        assert!(file.blocks().has_index() && file.blocks().damage().is_empty() && file.blocks().lost().is_empty());
        assert!(count < 100 || file.blocks().block_count() > 3);
        let check = file.blocks().check();
        assert_eq!((check.records, check.errors.len()), (count, 0));

        let all: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap()).collect();
        assert_eq!(all, (0..count).map(event).collect::<Vec<_>>());
        let (mut next, mut sum) = (0, 0);
        let (read, errors) = file.for_each(|number, record| {
            assert_eq!((number, record.unpack().unwrap()), (next, event(number)));
            next += 1;
            sum += number;
        });
        assert_eq!((read, errors.len(), sum), (count, 0, (0..count).sum()));
        for number in (0..count).rev() {
            assert_eq!(file.get(number).unwrap().unpack().unwrap(), event(number));
        }
        for number in [count, count + 1, u64::MAX] {
            assert!(matches!(file.get(number), Err(Error::NoRecord { records, .. }) if records == count));
        }
        for (from, to) in [(0, 0), (0, 1), (3, 70), (50, 51), (99, 2000), (5, 2)] {
            let range: Vec<_> = file.range(from..to).map(|record| record.unwrap().unpack().unwrap()).collect();
            assert_eq!(range, (from..to.min(count)).map(event).collect::<Vec<_>>(), "{from}..{to}");
        }
        assert_eq!(file.range(..=1).count() as u64, count.min(2));
    }
}

#[test]
fn in_every_layout() {
    there_and_back::<Compact>();
    there_and_back::<Indexed>();
    there_and_back::<Cbor>();
    there_and_back::<packed_data::layout::haskell::Cereal>();
}

#[test]
fn appended_to() {
    let folder = Folder::new();
    let path = folder.file("events");
    written::<Compact>(&path, options().metadata("a", "b"), 10);
    for round in 1..20 {
        let mut writer = options::<Compact>().append(&path).unwrap();
        assert_eq!((writer.len(), writer.removed(), writer.lost()), (10 * round, None, &[][..]));
        for number in 10 * round..10 * round + 10 {
            writer.write(&event(number)).unwrap();
        }
        match round % 3 {
            0 => writer.close().unwrap(),
            1 => drop(writer), // without an index
            _ => {
                writer.sync().unwrap();
                std::mem::forget(writer);
            }
        }
        let file = Records::<Event, Compact>::open(&path).unwrap();
        assert_eq!(file.blocks().has_index(), round % 3 == 0);
        assert_eq!(file.blocks().header().metadata["a"], "b");
        let all: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap()).collect();
        assert_eq!(all, (0..10 * round + 10).map(event).collect::<Vec<_>>());
        // (The lock of the forgotten writer.)
        if round % 3 == 2 {
            let copy = folder.file("copy");
            fs::copy(&path, &copy).unwrap();
            fs::rename(copy, &path).unwrap();
        }
    }
}

#[test]
fn one_writer_at_a_time() {
    let folder = Folder::new();
    let path = folder.file("events");
    let writer = options::<Compact>().create(&path).unwrap();
    let Err(Error::File { error, .. }) = options::<Compact>().append(&path) else { panic!("two writers") };
    assert_eq!(error.to_string(), "another writer has the file");
    drop(writer);
    options::<Compact>().append(&path).unwrap();
    assert!(matches!(options::<Compact>().create(&path), Err(Error::File { .. })));
}

#[test]
fn another_type_or_layout() {
    let folder = Folder::new();
    let path = folder.file("events");
    written::<Compact>(&path, options(), 3);
    let Err(Error::Type(error)) = Records::<Event, Indexed>::open(&path) else { panic!("accepted") };
    assert_eq!(error.to_string(), "another layout: expected Indexed, found Compact");
    let Err(Error::Type(error)) = Records::<(u32, String), Compact>::open(&path) else { panic!("accepted") };
    assert!(error.differences.starts_with("\nbroken: ") || error.differences.contains("\nbroken: "), "{error}");
    assert!(error.to_string().starts_with("another type: expected (u32, String) ("), "{error}");
    assert!(error.to_string().contains("found Event ("), "{error}");
    assert!(matches!(Options::<u8, Compact>::new().append(&path), Err(Error::Type(_))));
    assert!(matches!(
        packed_data_file::open::<Event, Compact>(&path),
        Err(Error::Content { expected: Content::Value, found: Content::Records })
    ));
    let value = folder.file("value");
    packed_data_file::write::<_, Compact>(&value, &event(1)).unwrap();
    assert!(matches!(Records::<Event, Compact>::open(&value), Err(Error::Content { .. })));
    assert!(matches!(options::<Compact>().append(&value), Err(Error::Content { .. })));
}

#[test]
fn by_key() {
    let folder = Folder::new();
    let path = folder.file("events");
    for keyed in [true, false] {
        let _ = fs::remove_file(&path);
        let with = if keyed { options::<Compact>().key(time::<Compact>) } else { options() };
        written(&path, with, 1000);
        for closed in [true, false] {
            if !closed {
                let bytes = fs::read(&path).unwrap();
                fs::write(&path, &bytes[..bytes.len() - 1]).unwrap(); // no index: keys are read from the blocks
            }
            let file = Records::<Event, Compact>::open(&path).unwrap();
            assert_eq!((file.blocks().has_index(), file.blocks().keys(0).is_some()), (closed, keyed));
            for (from, to) in [(0, 1000), (1000, 1001), (1100, 1200), (1300, 1400), (1333, 1334), (5000, 6000)] {
                let found: Vec<_> =
                    file.by_key(from..to, time).map(|record| record.unwrap().unpack().unwrap()).collect();
                let expected: Vec<_> = (0..1000).map(event).filter(|event| (from..to).contains(&event.time)).collect();
                assert_eq!(found, expected);
            }
            assert_eq!(file.by_key(.., time).count(), 1000);
            assert_eq!(file.by_key(1300_u64..=1300, time).count(), 3);
        }
    }
    // Keys in no order: every block that may have a key is read.
    let path = folder.file("mixed");
    let mut writer = options::<Compact>().key(time::<Compact>).create(&path).unwrap();
    let order: Vec<_> = (0..1000_u64).map(|number| event(number * 613 % 1000)).collect();
    order.iter().for_each(|event| assert!(writer.write(event).is_ok()));
    writer.close().unwrap();
    let file = Records::<Event, Compact>::open(&path).unwrap();
    let found: Vec<_> = file.by_key(1100..1110, time).map(|record| record.unwrap().unpack().unwrap()).collect();
    let expected: Vec<_> = order.into_iter().filter(|event| (1100..1110).contains(&event.time)).collect();
    assert_eq!(found, expected);
}

/// Only the blocks with a key are read: the others may be damaged.
#[test]
fn by_key_reads_few_blocks() {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Compact>().key(time::<Compact>), 1000);
    let mut bytes = fs::read(&path).unwrap();
    let file = Blocks::open(&path).unwrap();
    let wanted = (0..file.block_count()).find(|block| file.keys(*block).unwrap().1 >= 1150).unwrap();
    for block in (0..file.block_count()).filter(|block| *block != wanted && *block != wanted + 1) {
        let at = usize::try_from(file.block(block).unwrap().offset()).unwrap();
        bytes[at + 70] ^= 1;
    }
    let damaged = Records::<Event, Compact>::from_bytes(bytes).unwrap();
    assert_eq!(damaged.by_key(1150..1151, time).map(|record| assert!(record.is_ok())).count(), 3);
    assert!(damaged.iter().filter(Result::is_err).count() > 10);
}

/// A key function that panics, and a record beyond the limits, leave the writer as it was.
#[test]
fn records_that_are_refused() {
    let folder = Folder::new();
    let path = folder.file("events");
    let key = |event: &Packed<Event, Compact, &[u8]>| {
        assert_ne!(time(event), 13);
        time(event)
    };
    let limits = Limits { bytes: 50, ..stream::LIMITS };
    let mut writer = options::<Compact>().key(key).limits(&limits).create(&path).unwrap();
    writer.write(&event(1)).unwrap();
    let bad = Event { time: 13, text: String::new() };
    assert!(std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| writer.write(&bad))).is_err());
    let large = Event { time: 1, text: "x".repeat(50) };
    assert!(matches!(writer.write(&large), Err(Error::Value { number: Some(1), .. })));
    assert_eq!(writer.write(&event(2)).unwrap(), 1);
    writer.close().unwrap();
    let file = Records::<Event, Compact>::open(&path).unwrap();
    let all: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap()).collect();
    assert_eq!(all, [event(1), event(2)]);
}

/// The framing is that of the library: its reader of streams reads the file from the end of the header.
#[test]
fn a_file_is_a_stream_of_blocks() {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Compact>().key(time::<Compact>), 300);
    let mut file = fs::File::open(&path).unwrap();
    file.seek(std::io::SeekFrom::Start(16)).unwrap();
    let mut reader = stream::Reader::<_, Event, Compact>::blocks(file);
    let mut number = 0;
    loop {
        match reader.next() {
            Ok(Some(record)) => {
                assert_eq!(record.unpack().unwrap(), event(number));
                number += 1;
            }
            Ok(None) => break,
            // The last 32 bytes, after the index, are no block.
            Err(error) => assert!(matches!(error.kind(), stream::ErrorKind::Damaged { bytes: 32 }), "{error}"),
        }
    }
    assert_eq!(number, 300);
}

#[test]
fn without_the_type() {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Indexed>().metadata("k", "v"), 100);
    let header = Header::open(&path).unwrap();
    let copy = folder.file("copy");
    let mut writer = RawWriter::create(&copy, &header.layout, &header.schema, &[("k", "v")]).unwrap().block_size(100);
    let file = Blocks::open(&path).unwrap();
    for block in 0..file.block_count() {
        let block = file.block(block).unwrap();
        assert!(!block.is_empty());
        for index in 0..block.len() {
            assert_eq!(writer.write(block.get(index).unwrap()).unwrap(), block.first() + index as u64);
        }
        assert_eq!(block.get(block.len()), None);
    }
    writer.close().unwrap();
    let copy = Records::<Event, Indexed>::open(&copy).unwrap();
    assert_eq!(copy.iter().map(|record| record.unwrap().unpack().unwrap()).collect::<Vec<_>>(), {
        (0..100).map(event).collect::<Vec<_>>()
    });
    assert_eq!(copy.blocks().header().fingerprint, header.fingerprint);
}

#[test]
fn sections() {
    let folder = Folder::new();
    let path = folder.file("events");
    let mut writer = options::<Compact>().create(&path).unwrap();
    for round in 0..3_u8 {
        (0..30).for_each(|number| assert!(writer.write(&event(number)).is_ok()));
        writer.write_section("a", &[round]).unwrap();
        writer.write_section("b", &[]).unwrap();
    }
    assert!(matches!(writer.write_section(&"x".repeat(256), &[]), Err(Error::TooLarge { limit: 255 })));
    writer.close().unwrap();
    let mut bytes = fs::read(&path).unwrap();
    let file = Blocks::from_bytes(&bytes).unwrap();
    let found: Vec<_> = file.sections("a").map(|section| section.map(|s| (s.records, s.bytes[0])).unwrap()).collect();
    assert_eq!(found, [(30, 0), (60, 1), (90, 2)]);
    assert_eq!(file.sections("b").count(), 3);
    assert_eq!(file.len(), 90);
    let mut all = Records::<Event, Compact, _>::from_bytes(bytes.as_slice()).unwrap().iter().count();
    assert_eq!(all, 90);

    // A damaged section is an error, and costs no record.
    let at = bytes.windows(11).position(|window| window == [90, 0, 0, 0, 0, 0, 0, 0, 1, b'a', 2]).unwrap();
    bytes[at + 10] = 9;
    let file = Blocks::from_bytes(&bytes).unwrap();
    assert!(matches!(file.sections("a").nth(2), Some(Err(Error::Damaged { .. }))));
    all = Records::<Event, Compact, _>::from_bytes(bytes.as_slice()).unwrap().iter().filter(Result::is_ok).count();
    assert_eq!(all, 90);
}

#[test]
fn mapped() {
    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Indexed>(), 500);
    // SAFETY: nothing changes the file during the test.
    let file = unsafe { Records::<Event, Indexed, _>::open_mapped(&path) }.unwrap();
    let sum: u64 = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4_u64)
            .map(|thread| {
                let file = &file;
                scope.spawn(move || {
                    (thread..500).step_by(4).map(|n| file.get(n).unwrap().view().fields().time).sum::<u64>()
                })
            })
            .collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).sum()
    });
    assert_eq!(sum, (0..500).map(|number| event(number).time).sum::<u64>());
}

#[cfg(feature = "rayon-1")]
#[test]
fn in_parallel() {
    use rayon::iter::ParallelIterator;

    let folder = Folder::new();
    let path = folder.file("events");
    written(&path, options::<Indexed>(), 1000);
    let file = Records::<Event, Indexed>::open(&path).unwrap();
    let sum: u64 = file
        .par_blocks()
        .map(|block| block.unwrap().iter().map(|record| record.unwrap().1.view().fields().time).sum::<u64>())
        .sum();
    assert_eq!(sum, (0..1000).map(|number| event(number).time).sum::<u64>());
}

/// All of a file's records, for types that are unpacked.
#[test]
fn unsized_and_borrowed() {
    fn all<T: Packable + for<'a> Unpack<'a>>(bytes: &[u8]) -> Vec<T> {
        Records::<T, Compact, _>::from_bytes(bytes).unwrap().iter().map(|r| r.unwrap().unpack().unwrap()).collect()
    }
    let folder = Folder::new();
    let path = folder.file("words");
    let mut writer = Options::<str, Compact>::new().create(&path).unwrap();
    ["to", "", "be"].iter().for_each(|word| assert!(writer.write(word).is_ok()));
    writer.close().unwrap();
    let mut bytes = Vec::new();
    fs::File::open(&path).unwrap().read_to_end(&mut bytes).unwrap();
    assert_eq!(all::<String>(&bytes), ["to", "", "be"]);
}

/// A type that can read all values of an older one opens its files, with a note; others are refused, with what differs.
#[test]
fn older_types() {
    mod old {
        #[derive(packed_data::Packable)]
        pub(crate) struct Person {
            pub(crate) name: String,
        }
    }

    #[derive(Debug, PartialEq, Packable)]
    struct Person {
        name: String,
        #[packable(default)]
        age: Option<u32>,
    }

    let folder = Folder::new();
    let path = folder.file("person");
    packed_data_file::write::<_, Cbor>(&path, &old::Person { name: "Ada".into() }).unwrap();
    let person = packed_data_file::open::<Person, Cbor>(&path).unwrap();
    assert_eq!(person.unpack().unwrap(), Person { name: "Ada".into(), age: None });
    assert_eq!(person.note(), Some("fine: Person.age: the field is new; it gets its default"));

    let path = folder.file("people");
    let mut writer = Options::<old::Person, Cbor>::new().create(&path).unwrap();
    writer.write(&old::Person { name: "Ada".into() }).unwrap();
    writer.close().unwrap();
    let people = Records::<Person, Cbor>::open(&path).unwrap();
    assert!(people.note().is_some());
    assert_eq!(people.get(0).unwrap().unpack().unwrap().name, "Ada");
    // Records of two types are not mixed in one file.
    assert!(matches!(Options::<Person, Cbor>::new().append(&path), Err(Error::Type(_))));

    // The same layout, and a change that it does not allow.
    let Err(Error::Type(error)) = Records::<Vec<u64>, Cbor>::open(&path) else { panic!("accepted") };
    assert!(error.differences.contains("broken: "), "{error}");
}

/// A file is made one of a newer type, twice: the records stay, with their numbers and keys, and others are appended.
#[test]
fn upgraded() {
    mod v1 {
        #[derive(packed_data::Packable)]
        #[packable(extensible)]
        pub(crate) struct Event(pub(crate) u64);
    }
    mod v2 {
        #[derive(packed_data::Packable)]
        #[packable(extensible)]
        pub(crate) struct Event(pub(crate) u64, #[packable(default)] pub(crate) String);
    }

    #[derive(Debug, PartialEq, Packable)]
    #[packable(extensible)]
    struct Event(u64, #[packable(default)] String, #[packable(default)] Option<u8>);

    let folder = Folder::new();
    let path = folder.file("events");
    let options = Options::<v1::Event, Compact>::new().block_size(100).metadata("host", "a");
    let mut writer = options.key(|event| event.get(|event: v1::EventNames| event.0)).create(&path).unwrap();
    (0..100).for_each(|number| assert_eq!(writer.write(&v1::Event(10 * number)).unwrap(), number));
    // (The writer has it open.)
    assert!(matches!(packed_data_file::upgrade::<v2::Event, Compact>(&path), Err(Error::File { .. })));
    writer.close().unwrap();
    let first = fs::read(&path).unwrap();

    // The type that it is one of already, and types that cannot read it: nothing changes.
    assert_eq!(packed_data_file::upgrade::<v1::Event, Compact>(&path).unwrap(), None);
    assert!(matches!(packed_data_file::upgrade::<Event, Indexed>(&path), Err(Error::Type(_))));
    assert!(matches!(packed_data_file::upgrade::<String, Compact>(&path), Err(Error::Type(_))));
    assert_eq!(fs::read(&path).unwrap(), first);

    let differences = packed_data_file::upgrade::<v2::Event, Compact>(&path).unwrap().expect("another type");
    assert!(differences.contains("the field is new"), "{differences}");
    let mut writer = Options::<v2::Event, Compact>::new().append(&path).unwrap();
    assert_eq!(writer.write(&v2::Event(1000, "second".into())).unwrap(), 100);
    writer.close().unwrap();

    assert!(packed_data_file::upgrade::<Event, Compact>(&path).unwrap().is_some());
    let mut writer = Options::<Event, Compact>::new().append(&path).unwrap();
    assert_eq!(writer.write(&Event(1001, "third".into(), Some(3))).unwrap(), 101);
    writer.close().unwrap();

    let events = Records::<Event, Compact>::open(&path).unwrap();
    assert_eq!((events.len(), events.note()), (102, None));
    let event = |number| events.get(number).unwrap().unpack().unwrap();
    assert_eq!(event(7), Event(70, String::new(), None));
    assert_eq!((event(100), event(101)), (Event(1000, "second".into(), None), Event(1001, "third".into(), Some(3))));
    let keys: Vec<u64> = events
        .by_key(500..=520, |event| event.get(|event: EventNames| event.0))
        .map(|event| event.unwrap().get(|event: EventNames| event.0))
        .collect();
    assert_eq!(keys, [500, 510, 520]);
    // Its header has both older types, once each, and what the program added.
    let metadata = &events.blocks().header().metadata;
    assert_eq!(
        metadata.keys().collect::<Vec<_>>(),
        ["host", "packed-data: older schema 0", "packed-data: older schema 1"]
    );
    for schema in [
        packed_data::Fingerprint::description_of::<v1::Event>(),
        packed_data::Fingerprint::description_of::<v2::Event>(),
    ] {
        assert!(metadata.values().any(|value| *value == schema));
    }

    // A header with too many types, which a reader would have to compare with its own.
    for (count, is_valid) in [(100, true), (101, false)] {
        let path = folder.file(&format!("{count} types"));
        let schema = packed_data::Fingerprint::description_of::<v1::Event>();
        let options = (0..count).fold(Options::<v2::Event, Compact>::new(), |options, number| {
            options.metadata(format!("packed-data: older schema {number}"), schema.clone())
        });
        options.create(&path).unwrap().close().unwrap();
        assert_eq!(Records::<v2::Event, Compact>::open(&path).is_ok(), is_valid);
    }

    // A file that needs a repair stays as it is.
    let mut damaged = first;
    let at = damaged.len() / 2;
    damaged[at] ^= 1;
    fs::write(&path, &damaged).unwrap();
    let error = packed_data_file::upgrade::<v2::Event, Compact>(&path).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. } | Error::Lost { .. }), "{error:?}");
    assert_eq!(fs::read(&path).unwrap(), damaged);
}
