//! A contestant of the table `formats`: rkyv with its feature `unaligned`.
//!
//! The program reads a line `TASK SET PART`, and generates that part of the data set, which is the same as in the other
//! process. At the task `bytes` it writes the archive. At the others, each further line is a number of iterations; the
//! program answers it with a line `ANSWER NANOSECONDS`.

#![allow(dead_code, unreachable_pub, reason = "the modules are those of the bench, for one contestant of it")]

#[path = "../src/allocator.rs"]
mod allocator;
#[path = "../src/formats/archived.rs"]
mod archived;
#[path = "../src/contestant.rs"]
mod contestant;
#[path = "../src/formats/data/mod.rs"]
mod data;
#[path = "../src/formats/format.rs"]
mod format;
#[path = "../src/formats/set.rs"]
mod set;
#[path = "../src/unlimited.rs"]
mod unlimited;

use std::io::{self, Write};

use archived::Rkyv;
use contestant::{Answer, Contestant};
use data::Data;
use data::log::Log;
use data::mesh::{Mesh, Triangle};
use data::saves::Saves;
use data::updates::Updates;
use format::Format;
use set::Set;

const _: () = assert!(align_of::<rkyv::primitive::ArchivedU64>() == 1);

fn main() -> io::Result<()> {
    allocator::keep_freed_memory();
    let mut line = String::new();
    io::stdin().read_line(&mut line)?;
    let mut words = line.split_whitespace();
    let (task, set) = (words.next().unwrap_or_default(), words.next().unwrap_or_default());
    let part = words.next().and_then(|part| part.parse().ok()).unwrap_or(1);
    match set {
        "log" => serve::<Log<String>>(task, part),
        "mesh" => serve::<Mesh<Vec<Triangle>>>(task, part),
        "saves" => serve::<Saves<String>>(task, part),
        "updates" => serve::<Updates>(task, part),
        _ => Err(io::Error::other(format!("no data set {set:?}"))),
    }
}

fn serve<D: Data>(task: &str, part: usize) -> io::Result<()> {
    let set = Set::<D>::generate(part);
    if task == "bytes" {
        return io::stdout().write_all(<Rkyv as Format<D>>::bytes(&set.kept::<Rkyv>()));
    }
    let Some(mut contestant) = set.contestant::<Rkyv>(task) else {
        return Err(io::Error::other(format!("no task {task:?}")));
    };
    // (The answer of a contestant that changes its bytes is that after one change.)
    let answer = contestant.answer();
    for line in io::stdin().lines() {
        let iterations = line?.parse().map_err(io::Error::other)?;
        println!("{answer} {}", contestant.time(iterations).as_nanos());
    }
    Ok(())
}
