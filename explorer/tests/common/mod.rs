//! Files for the tests, and the command beside the page.
#![allow(dead_code, reason = "each program of tests uses a part of it")]

use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use explorer::Explorer;
use explorer::tree::Row;
use packed_data_file::RawWriter;

/// A file in memory that counts the bytes that are read of it.
#[derive(Clone)]
pub struct Counted {
    bytes: Cursor<Arc<[u8]>>,
    pub read: Arc<AtomicU64>,
}

impl Counted {
    pub fn new(bytes: Vec<u8>) -> Self {
        Self { bytes: Cursor::new(bytes.into()), read: Arc::default() }
    }

    pub fn count(&self) -> u64 {
        self.read.load(Ordering::Relaxed)
    }
}

impl Read for Counted {
    fn read(&mut self, to: &mut [u8]) -> io::Result<usize> {
        let count = self.bytes.read(to)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl Seek for Counted {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.bytes.seek(to)
    }
}

pub type Opened = Explorer<Counted>;

pub fn open(bytes: Vec<u8>) -> Opened {
    Explorer::open("file", Counted::new(bytes), None).unwrap()
}

/// Writes a file of records.
pub fn records(path: &Path, layout: &str, schema: &str, records: &[Vec<u8>]) -> Vec<u8> {
    _ = std::fs::remove_file(path);
    let mut writer = RawWriter::create(path, layout, schema, &[]).unwrap();
    for record in records {
        writer.write(record).unwrap();
    }
    writer.close().unwrap();
    std::fs::read(path).unwrap()
}

/// Runs the command; returns its status and its output.
pub fn packed(words: &[&str]) -> (u8, String) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console = packed_data_cli::Console {
        input: &mut io::empty(),
        out: &mut out,
        err: &mut err,
        is_terminal: false,
        has_colours: false,
        shows_progress: false,
    };
    let words = std::iter::once("packed").chain(words.iter().copied());
    let status = packed_data_cli::run(words, &mut console);
    out.extend(err);
    (status, String::from_utf8(out).unwrap())
}

/// A row with the way to it.
pub struct Found {
    pub row: Row,
    pub way: Vec<u64>,
}

/// Unfolds the whole tree of a record, `page` rows at a time; the outer rows come before those in them.
pub fn unfold(explorer: &mut Opened, record: u64, page: u64) -> Vec<Found> {
    let mut found = vec![Found { row: explorer.record(record), way: Vec::new() }];
    let mut next = 0;
    while next < found.len() {
        let (id, has_parts, way) = (found[next].row.id, found[next].row.has_parts, found[next].way.clone());
        next += 1;
        let (Some(id), true) = (id, has_parts) else { continue };
        let mut from = 0;
        loop {
            let rows = explorer.parts(id, from, page).unwrap();
            assert!(rows.rows.len() as u64 <= page);
            for row in rows.rows {
                let way = way.iter().copied().chain([row.index]).collect();
                found.push(Found { row, way });
            }
            if rows.is_end {
                break;
            }
            assert!(rows.next > from, "the next page begins after this one");
            from = rows.next;
        }
    }
    found
}
