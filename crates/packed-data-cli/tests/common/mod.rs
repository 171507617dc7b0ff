//! Runs the command in this process, on files in a folder of its own.
#![allow(dead_code, unreachable_pub)]

use std::path::{Path, PathBuf};

use packed_data_cli::{Console, run};

/// A folder for the files of one test.
pub struct Folder(tempfile::TempDir);

/// What a command has written.
#[derive(Debug)]
pub struct Ran {
    pub status: u8,
    pub out: Vec<u8>,
    pub err: String,
}

impl Ran {
    /// Returns everything as one text.
    pub fn text(&self) -> String {
        let mut text = String::from_utf8_lossy(&self.out).into_owned();
        for line in self.err.lines() {
            text.push_str(&format!("! {line}\n"));
        }
        if self.status != 0 {
            text.push_str(&format!("status {}\n", self.status));
        }
        text
    }
}

impl Folder {
    pub fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn write(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        std::fs::write(&path, bytes).unwrap();
        path
    }

    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<_> = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    /// Runs a command; words that begin with `@` are names of files in the folder.
    pub fn run(&self, line: &[&str]) -> Ran {
        self.run_with(line, b"")
    }

    pub fn run_with(&self, line: &[&str], input: &[u8]) -> Ran {
        self.run_at(line, input, false)
    }

    /// Runs a command as on a terminal, without colours.
    pub fn on_terminal(&self, line: &[&str]) -> Ran {
        self.run_at(line, b"", true)
    }

    fn run_at(&self, line: &[&str], input: &[u8], is_terminal: bool) -> Ran {
        let words = line.iter().map(|word| match word.strip_prefix('@') {
            Some(name) => self.path(name).display().to_string(),
            None => (*word).to_owned(),
        });
        let words: Vec<_> = std::iter::once("packed".to_owned()).chain(words).collect();
        let mut ran = run_words_at(&words, input, is_terminal);
        let folder = format!("{}/", self.0.path().display());
        if let Ok(text) = std::str::from_utf8(&ran.out) {
            ran.out = text.replace(&folder, "").into_bytes();
        }
        ran.err = ran.err.replace(&folder, "");
        ran
    }

    /// Returns what a command writes, as one text.
    pub fn text(&self, line: &[&str]) -> String {
        self.run(line).text()
    }
}

pub fn run_words(words: &[String], input: &[u8]) -> Ran {
    run_words_at(words, input, false)
}

fn run_words_at(words: &[String], mut input: &[u8], is_terminal: bool) -> Ran {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = Console {
        input: &mut input,
        out: &mut out,
        err: &mut err,
        is_terminal,
        has_colours: false,
        shows_progress: false,
    };
    let status = run(words, &mut console);
    Ran { status, out, err: String::from_utf8(err).unwrap() }
}

/// Random numbers (xorshift), the same in each run.
pub struct Random(u64);

impl Random {
    /// Begins with a number that is not 0.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 16) as usize % limit
    }
}

/// Returns the path of the document that the example `json` uses.
pub fn shop() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/json/shop.json")
}
