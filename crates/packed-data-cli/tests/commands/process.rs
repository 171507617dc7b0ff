//! The command as a process: its exit status, and an output that is closed.

use std::io::{Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

const PACKED: &str = env!("CARGO_BIN_EXE_packed");

#[test]
fn exit_status() {
    let status = |words: &[&str]| {
        let ran = Command::new(PACKED).args(words).stdin(Stdio::null()).output().unwrap();
        ran.status.code()
    };
    assert_eq!(status(&["--version"]), Some(0));
    assert_eq!(status(&["info", "-"]), Some(1));
    assert_eq!(status(&["info"]), Some(2));
}

/// The question goes to the program `packed-sql`, whose answer and status are those of the command.
#[test]
#[cfg(unix)]
fn sql() {
    use std::os::unix::fs::PermissionsExt;

    let folder = tempfile::tempdir().unwrap();
    let ask = |program: &str| {
        let path = folder.path().join("packed-sql");
        std::fs::write(&path, program).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let paths = std::env::join_paths([folder.path(), "/usr/bin".as_ref(), "/bin".as_ref()]).unwrap();
        let mut command = Command::new(PACKED);
        command.args(["sql", "a.packed", "b.packed", "select 1"]).env("PATH", paths);
        command.output().unwrap()
    };
    let ran = ask("#!/bin/sh\nprintf '%s|' \"$@\"\n");
    let said = String::from_utf8_lossy(&ran.stdout).into_owned();
    assert_eq!((ran.status.code(), said.as_str()), (Some(0), "a.packed|b.packed|select 1|"));
    let ran = ask("#!/bin/sh\necho 'no such table' >&2\nexit 1\n");
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!((ran.status.code(), said.as_str()), (Some(1), "no such table\n"));

    let ran = Command::new(PACKED).args(["sql", "a.packed", "select 1"]).env("PATH", "/nowhere").output().unwrap();
    let said = String::from_utf8_lossy(&ran.stderr).into_owned();
    assert_eq!(ran.status.code(), Some(2));
    assert!(said.contains("cargo install --path examples/sql"), "{said}");
}

#[test]
fn closed_output() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("many.packed");
    let json: String = (0..50_000).map(|number| format!("{{\"number\": {number}}}\n")).collect();
    let mut pack = Command::new(PACKED)
        .args(["pack", "-", "-o"])
        .arg(&path)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    pack.stdin.take().unwrap().write_all(json.as_bytes()).unwrap();
    assert!(pack.wait().unwrap().success());
    for words in [&["cat"][..], &["hex"], &["cat", "--sort", "-number"], &["cat", "--group-by", "number"]] {
        let mut cat =
            Command::new(PACKED).args(words).arg(&path).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        let mut first = [0; 10];
        cat.stdout.take().unwrap().read_exact(&mut first).unwrap();
        let ran = cat.wait_with_output().unwrap();
        assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stderr).as_ref()), (Some(0), ""), "{words:?}");
    }
}

/// Ctrl-C while a file is followed ends the file as its end does: it has an index. Of a line that is not complete
/// nothing is packed.
#[test]
#[cfg(unix)]
fn interrupted_follower() {
    for signal in ["INT", "TERM"] {
        let folder = tempfile::tempdir().unwrap();
        let (log, packed) = (folder.path().join("log.jsonl"), folder.path().join("log.packed"));
        std::fs::write(&log, "{\"n\": 1}\n{\"n\": 2}\n{\"n\"").unwrap();
        let follower = Command::new(PACKED)
            .args(["pack", "--follow"])
            .arg(&log)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let count = || Command::new(PACKED).arg("count").arg(&packed).output().unwrap().stdout;
        for _ in 0..500 {
            if packed.exists() && count() == b"2\n" {
                break;
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        let kill = format!("kill -{signal} {}", follower.id());
        let killed = Command::new("sh").args(["-c", &kill]).status().unwrap();
        assert!(killed.success());
        let ran = follower.wait_with_output().unwrap();
        assert_eq!((ran.status.code(), String::from_utf8_lossy(&ran.stderr).as_ref()), (Some(0), ""), "{signal}");
        let said = String::from_utf8_lossy(&ran.stdout).into_owned();
        assert!(said.ends_with("log.packed: 2 records of Log, 16 bytes in Compact\n"), "{said}");
        let checked = Command::new(PACKED).arg("check").arg(&packed).output().unwrap();
        let said = String::from_utf8_lossy(&checked.stdout).into_owned();
        assert!(said.ends_with("log.packed: ok: 2 records, 16 bytes\n"), "{said}");
    }
}
