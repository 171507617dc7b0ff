//! Writers that are killed: no record that was synced is lost, and a value is the old one or the new one.

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use packed_data::{Compact, Indexed};
use packed_data_file::{Options, Records, open, write};

type Record = (u64, String);

fn record(number: u64) -> Record {
    (number, "text ".repeat(usize::try_from(number * 31 % 90).unwrap()))
}

/// The variables by which a test starts this program again, as the writer that is killed.
const TASK: &str = "PACKED_DATA_FILE_TASK";
const PATH: &str = "PACKED_DATA_FILE_PATH";

fn spawn(task: &str, path: &Path) -> Child {
    let program = std::env::current_exe().unwrap();
    Command::new(program)
        .args(["--exact", "writer_that_is_killed", "--nocapture", "--test-threads=1"])
        .env(TASK, task)
        .env(PATH, path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap()
}

/// Not a test of its own: what the other tests start and kill.
#[test]
fn writer_that_is_killed() {
    let (Ok(task), Some(path)) = (std::env::var(TASK), std::env::var_os(PATH)) else { return };
    let path = Path::new(&path);
    let mut out = std::io::stdout().lock();
    match task.as_str() {
        "create" => {
            let created = Options::<Record, Compact>::new().create(path);
            writeln!(out, "created {}", created.is_ok()).unwrap();
        }
        "records" => {
            let options = Options::<Record, Compact>::new().block_size(3000);
            let mut writer = if path.exists() { options.append(path) } else { options.create(path) }.unwrap();
            loop {
                let number = writer.len();
                writer.write(&record(number)).unwrap();
                if number % 11 == 0 {
                    writer.sync().unwrap();
                    writeln!(out, "synced {}", number + 1).unwrap();
                    out.flush().unwrap();
                }
            }
        }
        _ => loop {
            let value = out_of(&open::<Vec<u32>, Indexed>(path).unwrap().unpack().unwrap()) + 1;
            write::<_, Indexed>(path, &vec![value; 5000]).unwrap();
            writeln!(out, "synced {value}").unwrap();
            out.flush().unwrap();
        },
    }
}

/// All numbers of a value are equal.
fn out_of(value: &[u32]) -> u32 {
    assert!(value.len() == 5000 && value.iter().all(|number| *number == value[0]));
    value[0]
}

/// Starts a writer, kills it after a while, and returns the last number that it acknowledged.
fn killed(task: &str, path: &Path, millis: u64) -> Option<u64> {
    let mut child = spawn(task, path);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines().map_while(Result::ok);
    let synced = |line: String| line.split("synced ").nth(1).and_then(|number| number.trim().parse().ok());
    // (It has begun; how long that takes is not of interest.)
    let first = lines.by_ref().find_map(synced);
    std::thread::sleep(Duration::from_millis(millis));
    child.kill().unwrap();
    let last = lines.filter_map(synced).last();
    child.wait().unwrap();
    last.or(first)
}

#[test]
fn records_that_were_synced_are_not_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut count = 0;
    for round in 0..25 {
        let synced = killed("records", &path, round * 3 % 40).unwrap();
        assert!(synced > count, "{synced}");
        let file = Records::<Record, Compact>::open(&path).unwrap();
        assert!(file.len() >= synced, "{} of {synced}", file.len());
        assert!(file.blocks().lost().is_empty());
        let found: Vec<_> = file.iter().map(|record| record.unwrap().unpack().unwrap()).collect();
        assert_eq!(found, (0..file.len()).map(record).collect::<Vec<_>>());
        count = file.len();

        // A crash of the system leaves a part of what was not synced: a torn block, or zeros.
        if round % 2 == 0 {
            // (To append truncates what the writer that was killed left behind.)
            let mut torn = Options::<Record, Compact>::new().append(&path).unwrap();
            let mut bytes = std::fs::read(&path).unwrap();
            torn.write(&record(count)).unwrap();
            torn.flush().unwrap();
            std::mem::forget(torn);
            let longer = std::fs::read(&path).unwrap();
            let keep = bytes.len() + (longer.len() - bytes.len()) * (round as usize + 1) / 30;
            bytes.extend_from_slice(&longer[bytes.len()..keep]);
            if round % 4 == 0 {
                bytes.resize(bytes.len() + 100, 0);
            }
            let copy = folder.path().join("copy");
            std::fs::write(&copy, bytes).unwrap();
            std::fs::rename(copy, &path).unwrap();
        }
    }
    let mut writer = Options::<Record, Compact>::new().append(&path).unwrap();
    assert_eq!(writer.write(&record(count)).unwrap(), count);
    writer.close().unwrap();
    assert_eq!(Records::<Record, Compact>::open(&path).unwrap().iter().filter(Result::is_ok).count() as u64, count + 1);
}

/// A file that could not be created was there, without its header: it could neither be created again nor appended to.
#[cfg(unix)]
#[test]
fn a_file_that_cannot_be_created_is_not_there() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("records");
    let mut limited = Command::new("sh");
    // (No file may have more bytes.)
    limited.args(["-c", "trap '' XFSZ; ulimit -f 0; exec \"$0\" \"$@\""]).arg(std::env::current_exe().unwrap());
    limited.args(["--exact", "writer_that_is_killed", "--nocapture", "--test-threads=1"]);
    let output = limited.env(TASK, "create").env(PATH, &path).output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("created false"), "{text}{}", String::from_utf8_lossy(&output.stderr));
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
    let mut writer = Options::<Record, Compact>::new().create(&path).unwrap();
    writer.write(&record(0)).unwrap();
    writer.close().unwrap();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_value_is_the_old_one_or_the_new_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("value");
    write::<_, Indexed>(&path, &vec![0_u32; 5000]).unwrap();
    for round in 0..25 {
        let synced = killed("value", &path, round * 3 % 40).unwrap();
        let value = u64::from(out_of(&open::<Vec<u32>, Indexed>(&path).unwrap().unpack().unwrap()));
        assert!(value == synced || value == synced + 1, "{value} {synced}");
    }
}
