//! Frames of postcard: the length of each record, then the record.

use std::fs;
use std::path::Path;

use serde::Deserialize;

use super::{Contestant, Task, answer, numbers, times};
use crate::record::Record;

/// A record, borrowed.
#[derive(Deserialize)]
pub(super) struct Borrowed<'a> {
    pub(super) time: u64,
    _level: crate::record::Level,
    pub(super) code: u32,
    _host: &'a str,
    pub(super) text: &'a str,
}

impl<'a> Borrowed<'a> {
    pub(super) fn of(bytes: &'a [u8]) -> Self {
        postcard::from_bytes(bytes).expect("valid")
    }

    pub(super) fn answer(&self) -> u64 {
        answer(self.code, self.text)
    }
}

fn frames(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        let (len, after) = rest.split_first_chunk()?;
        let (frame, after) = after.split_at(u32::from_le_bytes(*len) as usize);
        rest = after;
        Some(frame)
    })
}

pub(super) fn contestants<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let path = folder.join("postcard");
    let count = records.len();
    let run: Box<dyn FnMut() -> u64> = match task {
        Task::Write => Box::new(move || {
            let mut bytes = Vec::new();
            for record in records {
                let start = bytes.len();
                bytes.extend([0; 4]);
                bytes = postcard::to_extend(record, bytes).expect("in memory");
                let len = (bytes.len() - start - 4) as u32;
                bytes[start..start + 4].copy_from_slice(&len.to_le_bytes());
            }
            fs::write(&path, bytes).expect("a file");
            count as u64
        }),
        Task::Scan => Box::new(move || {
            let bytes = fs::read(&path).expect("a file");
            frames(&bytes).map(|frame| Borrowed::of(frame).answer()).sum()
        }),
        Task::Filter => {
            let bytes = fs::read(&path).expect("a file");
            Box::new(move || {
                let all = frames(&bytes).map(Borrowed::of);
                all.filter(|record| times(count).contains(&record.time)).map(|record| record.answer()).sum()
            })
        }
        Task::Get => {
            let bytes = fs::read(&path).expect("a file");
            let base = bytes.as_ptr().addr();
            let places: Vec<_> = frames(&bytes).map(|f| (f.as_ptr().addr() - base, f.len())).collect();
            let wanted = numbers(count);
            let one = move |number: u64| {
                let (start, len) = places[number as usize];
                Borrowed::of(&bytes[start..start + len]).answer()
            };
            return vec![Contestant::new("postcard, offsets in memory", move || wanted.iter().map(|n| one(*n)).sum())];
        }
        Task::Recover => return vec![],
    };
    vec![Contestant::new("postcard", run)]
}
