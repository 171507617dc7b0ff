//! `packed convert --to csv|parquet|arrow`.

use crate::common;

use common::Folder;
use packed_data::{Compact, Indexed, Packable};
use snapbox::{assert_data_eq, str};

#[derive(Clone, Copy, Debug, PartialEq, Packable)]
enum Side {
    Buy,
    Sell,
}

#[derive(Clone, Packable)]
enum Reason {
    None,
    Order(u32),
    Note { text: String },
}

#[derive(Clone, Packable)]
struct Trade {
    id: u64,
    symbol: String,
    price: Option<f64>,
    side: Side,
    tags: Vec<String>,
    reason: Reason,
}

fn trade(id: u64) -> Trade {
    Trade {
        id,
        symbol: ["A", "B, \"b\"", ""][(id % 3) as usize].into(),
        price: (id.is_multiple_of(2)).then_some(id as f64 / 4.0),
        side: if id.is_multiple_of(5) { Side::Sell } else { Side::Buy },
        tags: (0..id % 3).map(|tag| format!("t{tag}")).collect(),
        reason: match id % 3 {
            0 => Reason::None,
            1 => Reason::Order(id as u32),
            _ => Reason::Note { text: format!("n{id}") },
        },
    }
}

/// Returns a folder with `trades.packed`, of many records, and `list.packed`, a list of three.
fn folder(count: u64) -> Folder {
    let folder = Folder::new();
    let path = folder.path("trades.packed");
    let mut file = packed_data_file::Options::<Trade, Indexed>::new().create(path).unwrap();
    for id in 0..count {
        file.write(&trade(id)).unwrap();
    }
    file.close().unwrap();
    let list: Vec<_> = (0..3).map(trade).collect();
    packed_data_file::write::<_, Compact>(folder.path("list.packed"), &list).unwrap();
    folder
}

#[test]
fn csv() {
    let folder = folder(4);
    let lines = [
        "id,symbol,price,side,tags,reason",
        "0,A,0.0,Sell,[],None",
        "1,\"B, \"\"b\"\"\",,Buy,\"[\"\"t0\"\"]\",\"{\"\"Order\"\":1}\"",
        "2,\"\",0.5,Buy,\"[\"\"t0\"\",\"\"t1\"\"]\",\"{\"\"Note\"\":{\"\"text\"\":\"\"n2\"\"}}\"",
        "3,A,,Buy,[],None",
    ];
    let text = |count: usize| lines[..count].iter().map(|line| format!("{line}\r\n")).collect::<String>();
    assert_eq!(folder.text(&["convert", "@trades.packed", "-", "--to", "csv"]), text(5));
    assert_eq!(folder.text(&["convert", "@list.packed", "@list.csv"]), "");
    assert_eq!(std::fs::read_to_string(folder.path("list.csv")).unwrap(), text(4));
    // Lines that are no structs.
    packed_data_file::write::<_, Compact>(folder.path("numbers.packed"), &vec![Some(1.5), None]).unwrap();
    assert_eq!(folder.text(&["convert", "@numbers.packed", "-", "--to", "csv"]), "value\r\n1.5\r\n\r\n");
}

#[cfg(not(feature = "arrow"))]
#[test]
fn without_the_feature() {
    let folder = folder(1);
    for output in ["@trades.parquet", "@trades.arrow"] {
        assert_data_eq!(
            folder.text(&["convert", "@trades.packed", output]),
            str![[r#"
! packed: this program was built without Parquet and Arrow; with them: cargo install --path crates/packed-data-cli --features arrow
status 2

"#]]
        );
    }
    assert_eq!(folder.names(), ["list.packed", "trades.packed"]);
}

#[cfg(feature = "arrow")]
mod with_the_feature {
    use std::collections::{BTreeMap, BTreeSet};
    use std::fs::File;
    use std::process::Command;
    use std::time::{Duration, SystemTime};

    use arrow_array::RecordBatch;
    use arrow_ipc::reader::FileReader;
    use packed_data::{Layout, Packed};
    use packed_data_arrow::{Options, from_batch_as};
    use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;

    use super::*;

    /// Reads the batches of a file.
    fn batches(folder: &Folder, name: &str) -> Vec<RecordBatch> {
        let file = File::open(folder.path(name)).unwrap();
        if name.ends_with(".parquet") {
            let reader = ParquetRecordBatchReaderBuilder::try_new(file).unwrap().build().unwrap();
            reader.collect::<Result<_, _>>().unwrap()
        } else {
            FileReader::try_new(file, None).unwrap().collect::<Result<_, _>>().unwrap()
        }
    }

    /// Asserts that the batches have the trades from 0 to `count`.
    fn has_trades<L: Layout>(folder: &Folder, name: &str, count: u64) {
        let batches = batches(folder, name);
        let found: Vec<Packed<Trade, L>> =
            batches.iter().flat_map(|batch| from_batch_as::<Trade, L>(batch).unwrap()).collect();
        assert_eq!(found.len() as u64, count, "{name}");
        for (id, found) in (0..).zip(found) {
            assert_eq!(found.as_bytes(), Packed::<Trade, L>::pack(&trade(id)).as_bytes());
        }
    }

    #[test]
    fn files_that_come_back() {
        let folder = folder(40_000);
        for name in ["trades.parquet", "trades.arrow", "trades.feather"] {
            assert_eq!(folder.text(&["convert", "@trades.packed", &format!("@{name}")]), "");
            has_trades::<Indexed>(&folder, name, 40_000);
        }
        assert_eq!(batches(&folder, "trades.arrow").len(), 3);
        // Blocks of columns are the same batches.
        assert_eq!(folder.text(&["convert", "@trades.packed", "@columns.packed", "--columns"]), "");
        assert_eq!(folder.text(&["convert", "@columns.packed", "@columns.arrow"]), "");
        assert!(batches(&folder, "columns.arrow") == batches(&folder, "trades.arrow"));
        for name in ["list.parquet", "list.arrow"] {
            assert_eq!(folder.text(&["convert", "@list.packed", &format!("@{name}")]), "");
            has_trades::<Compact>(&folder, name, 3);
        }
        // From standard input to standard output.
        let input = std::fs::read(folder.path("list.packed")).unwrap();
        let ran = folder.run_with(&["convert", "-", "-", "--to", "arrow"], &input);
        assert_eq!((ran.status, ran.err.as_str()), (0, ""));
        folder.write("out.arrow", ran.out);
        has_trades::<Compact>(&folder, "out.arrow", 3);
        // From JSON, of one object and of lines.
        assert_eq!(folder.text(&["convert", "@trades.packed", "@trades.jsonl"]), "");
        assert_eq!(folder.text(&["convert", "@trades.jsonl", "@more.parquet", "--schema", "@trades.packed"]), "");
        has_trades::<Indexed>(&folder, "more.parquet", 40_000);
    }

    /// A field of each kind of columns.
    #[derive(Clone, Debug, PartialEq, Packable)]
    struct Kinds {
        wide: (u128, i128),
        floats: (f32, f64),
        letter: char,
        bytes: Option<Vec<u8>>,
        hash: Option<[u8; 4]>,
        fixed: Option<[[i16; 2]; 3]>,
        none: [u32; 0],
        took: Duration,
        at: Option<SystemTime>,
        side: Option<Side>,
        twice: Option<Option<bool>>,
        unit: (),
        maybe_unit: Option<()>,
        result: Vec<Result<(u8, Option<String>), Vec<u16>>>,
        map: BTreeMap<String, Option<Vec<u32>>>,
        odd_map: BTreeMap<Option<u8>, BTreeMap<bool, ()>>,
        set: BTreeSet<i64>,
    }

    fn kinds(index: usize) -> Kinds {
        let is_full = index.is_multiple_of(3);
        Kinds {
            wide: if is_full { (u128::MAX, i128::MIN) } else { (index as u128, -1) },
            floats: (-0.0, f64::NEG_INFINITY),
            letter: '\u{1F980}',
            bytes: is_full.then(|| vec![0, 255]),
            hash: is_full.then_some([1, 2, 3, 4]),
            fixed: (!is_full).then_some([[1, 2], [3, 4], [5, 6]]),
            none: [],
            took: Duration::new(index as u64, 999_999_999),
            at: is_full.then(|| SystemTime::UNIX_EPOCH - Duration::new(3, 4)),
            side: (!is_full).then_some(Side::Sell),
            twice: [None, Some(None), Some(Some(true))][index % 3],
            unit: (),
            maybe_unit: is_full.then_some(()),
            result: (0..index % 4)
                .map(|count| if count % 2 == 0 { Err(vec![7; count]) } else { Ok((1, (count == 3).then(String::new))) })
                .collect(),
            map: (0..index % 3).map(|key| (format!("k{key}"), (key == 1).then(|| vec![1]))).collect(),
            odd_map: (0..index % 3).map(|key| ((key > 0).then_some(1), [(true, ())].into())).collect(),
            set: (0..index as i64 % 3).collect(),
        }
    }

    #[test]
    fn kinds_that_come_back() {
        let folder = Folder::new();
        let path = folder.path("kinds.packed");
        let mut file = packed_data_file::Options::<Kinds, Indexed>::new().create(path).unwrap();
        for index in 0..1000 {
            file.write(&kinds(index)).unwrap();
        }
        file.close().unwrap();
        for name in ["kinds.parquet", "kinds.arrow"] {
            assert_eq!(folder.text(&["convert", "@kinds.packed", &format!("@{name}")]), "");
            let batches = batches(&folder, name);
            let found = batches.iter().flat_map(|batch| from_batch_as::<Kinds, Indexed>(batch).unwrap());
            let mut count = 0;
            for (index, found) in found.enumerate() {
                assert_eq!(found.unpack().unwrap(), kinds(index), "{name}: {index}");
                count += 1;
            }
            assert_eq!(count, 1000);
        }
    }

    #[test]
    fn damaged_files() {
        let folder = folder(40_000);
        let mut bytes = std::fs::read(folder.path("trades.packed")).unwrap();
        let offset = {
            let blocks = packed_data_file::Blocks::from_bytes(&bytes).unwrap();
            blocks.block(3).unwrap().offset() as usize
        };
        bytes[offset + 100] ^= 1;
        folder.write("bad.packed", &bytes);
        for output in ["@out.parquet", "@out.arrow"] {
            let text = folder.text(&["convert", "@bad.packed", output]);
            assert!(text.starts_with("! packed: bad.packed: damaged: expected intact bytes"), "{text}");
            assert!(text.ends_with("; `packed repair` saves what it can\nstatus 1\n"), "{text}");
        }
        // A block whose checksum is right, with a record that is not valid.
        let schema = packed_data_schema::Schema::of::<Trade>().to_string();
        let mut file =
            packed_data_file::RawWriter::create(folder.path("false.packed"), "Indexed", &schema, &[]).unwrap();
        file.write(Packed::<Trade, Indexed>::pack(&trade(0)).as_bytes()).unwrap();
        file.write(&[1, 2, 3]).unwrap();
        file.close().unwrap();
        assert_data_eq!(
            folder.text(&["convert", "@false.packed", "@out.parquet"]),
            str![[r#"
! packed: false.packed: unexpected end of input: expected at least 8 more bytes, found 3, at byte 0 in Trade.id, in record 1
status 1

"#]]
        );
        assert_eq!(folder.names(), ["bad.packed", "false.packed", "list.packed", "trades.packed"]);
    }

    #[test]
    fn a_type_without_columns() {
        let folder = Folder::new();
        folder.write("any.json", r#"{"a": [1, {"b": null}]}"#);
        assert_eq!(folder.run(&["pack", "@any.json", "--document"]).status, 0);
        let text = folder.text(&["convert", "@any.packed", "@any.parquet"]);
        assert!(text.contains("a type that contains itself has no columns, in "), "{text}");
        assert_eq!(folder.names(), ["any.json", "any.packed"]);
    }

    #[test]
    fn the_schema_is_that_of_the_crate() {
        let folder = folder(10);
        assert_eq!(folder.text(&["convert", "@trades.packed", "@trades.arrow"]), "");
        let schema = packed_data_schema::Schema::of::<Trade>();
        let expected = packed_data_arrow::arrow_schema(&schema, &Options::new()).unwrap();
        assert_eq!(batches(&folder, "trades.arrow")[0].schema(), expected);
    }

    /// Writes a file of records of which there are none.
    fn empty(folder: &Folder) {
        let path = folder.path("empty.packed");
        packed_data_file::Options::<Trade, Indexed>::new().create(path).unwrap().close().unwrap();
    }

    #[test]
    fn files_without_records() {
        let folder = Folder::new();
        empty(&folder);
        let names = |batches: &[RecordBatch]| batches.iter().map(RecordBatch::num_rows).sum::<usize>();
        for name in ["empty.parquet", "empty.arrow"] {
            assert_eq!(folder.text(&["convert", "@empty.packed", &format!("@{name}")]), "");
            assert_eq!(names(&batches(&folder, name)), 0);
        }
        assert_eq!(
            folder.text(&["convert", "@empty.packed", "-", "--to", "csv"]),
            "id,symbol,price,side,tags,reason\r\n"
        );
        let file = File::open(folder.path("empty.arrow")).unwrap();
        assert_eq!(FileReader::try_new(file, None).unwrap().schema().fields().len(), 6);
    }

    #[test]
    fn one_value_that_is_no_list() {
        let folder = Folder::new();
        packed_data_file::write::<_, Compact>(folder.path("one.packed"), &trade(1)).unwrap();
        packed_data_file::write::<_, Compact>(folder.path("none.packed"), &()).unwrap();
        folder.write("one.arrow", b"what was there");
        for name in ["one.parquet", "one.arrow"] {
            assert_eq!(folder.text(&["convert", "@one.packed", &format!("@{name}")]), "");
            let found = batches(&folder, name);
            let found = from_batch_as::<Trade, Compact>(&found[0]).unwrap();
            assert_eq!(found[0].as_bytes(), Packed::<Trade>::pack(&trade(1)).as_bytes());
            let name = name.replace("one", "none");
            assert_eq!(folder.text(&["convert", "@none.packed", &format!("@{name}")]), "");
            assert_eq!(batches(&folder, &name)[0].num_rows(), 1);
        }
    }

    /// Runs the command as a process of its own.
    #[cfg(unix)]
    fn command(folder: &Folder, words: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_packed"));
        command.current_dir(folder.path("")).args(words);
        command
    }

    /// A pipe with a name, as any output that is no file, receives the bytes; a file does not take its place.
    #[cfg(unix)]
    #[test]
    fn an_output_that_is_no_file() {
        use std::os::unix::fs::FileTypeExt;

        let folder = folder(100);
        assert!(Command::new("mkfifo").arg(folder.path("pipe")).status().unwrap().success());
        for to in ["csv", "json", "parquet", "arrow", "packed"] {
            assert_eq!(folder.text(&["convert", "@trades.packed", "@file", "--to", to]), "");
            let path = folder.path("pipe");
            let reader = std::thread::spawn(move || std::fs::read(path).unwrap());
            let ran = command(&folder, &["convert", "trades.packed", "pipe", "--to", to]).output().unwrap();
            assert_eq!((ran.status.code(), String::from_utf8(ran.stderr).unwrap()), (Some(0), String::new()));
            let (found, expected) = (reader.join().unwrap(), std::fs::read(folder.path("file")).unwrap());
            // (A packed file has a number of its own.)
            assert!(found == expected || to == "packed" && found.len() == expected.len(), "{to}");
            assert!(std::fs::metadata(folder.path("pipe")).unwrap().file_type().is_fifo());
        }
        assert_eq!(folder.names(), ["file", "list.packed", "pipe", "trades.packed"]);
    }

    /// Standard output that is full or closed.
    #[cfg(target_os = "linux")]
    #[test]
    fn standard_output_that_takes_nothing() {
        use std::process::Stdio;

        let folder = folder(40_000);
        for to in ["csv", "parquet", "arrow"] {
            let mut words = command(&folder, &["convert", "trades.packed", "-", "--to", to]);
            let full = File::options().write(true).open("/dev/full").unwrap();
            let ran = words.stdout(full).stderr(Stdio::piped()).spawn().unwrap().wait_with_output().unwrap();
            let text = String::from_utf8(ran.stderr).unwrap();
            assert_eq!(ran.status.code(), Some(1), "{text}");
            assert_eq!(text, "packed: cannot write standard output: No space left on device (os error 28)\n");
            let mut ran = words.stdout(Stdio::piped()).spawn().unwrap();
            drop(ran.stdout.take());
            let ran = ran.wait_with_output().unwrap();
            assert_eq!((ran.status.code(), String::from_utf8(ran.stderr).unwrap()), (Some(0), String::new()), "{to}");
        }
        // A folder for what is written first is full, or is not there.
        for to in ["parquet", "arrow", "packed"] {
            let limited = "trap '' XFSZ; ulimit -f 16; exec \"$0\" convert trades.packed - --to $1 >/dev/null";
            let mut command = Command::new("bash");
            command.args(["-c", limited, env!("CARGO_BIN_EXE_packed"), to]).current_dir(folder.path(""));
            let ran = command.output().unwrap();
            let text = String::from_utf8(ran.stderr).unwrap();
            assert_eq!(ran.status.code(), Some(1), "{text}");
            assert!(text.starts_with("packed: cannot write standard output: ") && text.lines().count() == 1, "{text}");
        }
    }

    /// The process may not write files of more than 8 KiB, as on a disk that is full.
    #[cfg(unix)]
    #[test]
    fn a_full_disk() {
        let folder = folder(40_000);
        folder.write("out.parquet", b"what was there");
        folder.write("out.arrow", b"what was there");
        for output in ["out.parquet", "out.arrow"] {
            let ran = Command::new("bash")
                .args(["-c", "trap '' XFSZ; ulimit -f 16; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_packed"), "convert"])
                .arg(folder.path("trades.packed"))
                .arg(folder.path(output))
                .output()
                .unwrap();
            let text = String::from_utf8(ran.stderr).unwrap();
            assert_eq!(ran.status.code(), Some(1), "{text}");
            assert!(text.contains("cannot write") && text.contains("File too large"), "{text}");
            assert_eq!(std::fs::read(folder.path(output)).unwrap(), b"what was there");
        }
        assert_eq!(folder.names(), ["list.packed", "out.arrow", "out.parquet", "trades.packed"]);
    }
}
