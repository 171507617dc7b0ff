//! Writers that are killed, and disks that are full: no record that was acknowledged is lost.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use packed_data::Packable;

use crate::store::{self, PackedTable};

#[derive(Debug, PartialEq, Packable)]
struct Entry {
    number: u64,
    text: String,
    parts: Vec<u32>,
}

fn entry(number: u64) -> Entry {
    let size = usize::try_from(number * 31 % 90).unwrap();
    Entry { number, text: "text ".repeat(size), parts: vec![7; size] }
}

type Entries = PackedTable<(i64, String), Entry>;

/// (The order of the keys is not that of the writes, so that all pages change.)
fn key(number: u64) -> (i64, String) {
    (number.wrapping_mul(0x9E37_79B9_7F4A_7C15).cast_signed(), format!("entry {number}"))
}

/// The variable by which a test starts this program again, as the writer that is killed.
const PATH: &str = "PACKED_DATA_STORE_PATH";

fn arguments() -> [&'static str; 4] {
    ["--exact", "suites::crash::writer_that_is_killed", "--nocapture", "--test-threads=1"]
}

/// Not a test of its own: what the other tests start. It ends with the first error.
#[test]
fn writer_that_is_killed() {
    let Some(path) = std::env::var_os(PATH) else { return };
    let error = write_all(Path::new(&path)).unwrap_err();
    println!("\nfailed {error}");
}

fn write_all(path: &Path) -> Result<(), Box<dyn Error>> {
    let database = store::open(path);
    let table = Entries::create(&database, "entries")?;
    let mut out = std::io::stdout().lock();
    let mut number = table.read(&store::begin_read(&database))?.len()?;
    loop {
        let end = number + 1 + number % 7;
        store::put(&database, &table, (number..end).map(|number| (key(number), entry(number))))?;
        number = end;
        writeln!(out, "\ncommitted {number}")?;
        out.flush()?;
    }
}

/// Checks that all records up to `acknowledged` are there, and no other than were written; returns their number.
fn verify(path: &Path, acknowledged: u64) -> u64 {
    let database = store::open(path);
    let count = {
        let table = Entries::open(&database, "entries").unwrap();
        let transaction = store::begin_read(&database);
        let count = table.check(&transaction).unwrap().records;
        assert!(count >= acknowledged, "{count} of {acknowledged}");
        let reader = table.read(&transaction).unwrap();
        for number in 0..count {
            let found = reader.get(&key(number)).unwrap().unwrap();
            assert_eq!(found.value().unwrap().unpack().unwrap(), entry(number));
        }
        count
    };
    store::close(database);
    count
}

fn numbers(child: &mut Child) -> impl Iterator<Item = u64> + use<> {
    let lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    lines.filter_map(|line| line.strip_prefix("committed ").and_then(|number| number.parse().ok()))
}

#[test]
fn killed_in_a_commit() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut before = 0;
    for round in 0..20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(arguments())
            .env(PATH, path)
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let mut numbers = numbers(&mut child);
        let first = numbers.next().unwrap();
        assert!(first > before);
        std::thread::sleep(Duration::from_micros(round * 1700 % 20_000));
        child.kill().unwrap(); // SIGKILL
        let last = numbers.last().unwrap_or(first);
        child.wait().unwrap();
        before = verify(path, last);
    }
    assert!(before > 20);
}

/// Runs a writer until it fails; checks that what it committed is there. Returns its error and the number of records.
pub(crate) fn full(path: &Path, command: &mut Command) -> (String, u64) {
    let output = command.args(arguments()).env(PATH, path).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    let committed = text.lines().rev().find_map(|line| line.strip_prefix("committed ")?.parse().ok()).unwrap();
    let error = text.lines().find_map(|line| line.strip_prefix("failed ")).unwrap();
    (error.into(), verify(path, committed))
}

/// With more space it goes on.
pub(crate) fn goes_on(path: &Path, count: u64) {
    let database = store::open(path);
    let table = Entries::open(&database, "entries").unwrap();
    store::put(&database, &table, [(key(count), entry(count))]).unwrap();
    drop(table);
    store::close(database);
    assert_eq!(verify(path, count + 1), count + 1);
}

/// The process may not write files of more than 1.5 MB, as on a disk that is full.
#[cfg(unix)]
#[test]
fn a_full_disk() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    // (An ignored signal stays ignored in the program that replaces the shell: then a write fails.)
    let mut command = Command::new("sh");
    command.args(["-c", "trap '' XFSZ; ulimit -f 3000; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
    let (error, count) = full(path, &mut command);
    assert!(store::FULL_DISK.iter().any(|message| error.contains(message)), "{error}");
    assert!(store::file(path).metadata().unwrap().len() <= 3000 * 1024);
    goes_on(path, count);
}
