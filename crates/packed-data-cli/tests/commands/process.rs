//! The command as a process: its exit status, and an output that is closed.

use std::io::{Read, Write};
use std::process::{Command, Stdio};

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
