//! Writes the seeds of every target: `seeds DIRECTORY` creates `DIRECTORY/<target>/<layout>-<shape>-<number>`.

use std::path::Path;
use std::{env, fs, io};

use packed_data_fuzz::{Case, cases};

fn main() -> io::Result<()> {
    let directory = env::args_os().nth(1).ok_or(io::Error::other("usage: seeds DIRECTORY"))?;
    let directory = Path::new(&directory);
    write(&directory.join("read"), cases!(read))?;
    write(&directory.join("extents"), cases!(extents))?;
    write(&directory.join("lazy"), cases!(lazy))?;
    write(&directory.join("round_trip"), cases!(round_trip))?;
    write(&directory.join("builder"), cases!(builder))?;
    write(&directory.join("edits"), cases!(edits))?;
    write(&directory.join("reference"), cases!(reference))?;
    // (`steps` has the same cases as `read`, but they cannot be built without the counter.)
    write(&directory.join("steps"), cases!(read))?;
    write(&directory.join("schema_read"), cases!(schema_read))?;
    write(&directory.join("columns"), cases!(columns))?;
    write(&directory.join("columns_round_trip"), cases!(columns_round_trip))?;
    write_plain(&directory.join("schema_text"), packed_data_fuzz::schema_text())?;
    write_plain(&directory.join("file"), packed_data_fuzz::file())?;
    write_plain(&directory.join("repair"), packed_data_fuzz::repair())?;
    write_plain(&directory.join("conditions"), packed_data_fuzz::conditions())?;
    write_plain(&directory.join("infer"), packed_data_fuzz::infer_schema())?;
    write_plain(&directory.join("lazy_steps"), packed_data_fuzz::lazy_steps())?;
    write_plain(&directory.join("sort_keys"), packed_data_fuzz::sort_keys())?;
    write_plain(&directory.join("streams"), packed_data_fuzz::streams())?;
    write_plain(&directory.join("bincode"), packed_data_fuzz::bincode())?;
    write_plain(&directory.join("cbor"), packed_data_fuzz::cbor())
}

/// Writes the seeds of a target with a single case, each after a byte of its own.
fn write_plain(directory: &Path, case: Case) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for (count, seed) in (case.seeds)().iter().enumerate() {
        fs::write(directory.join(format!("{}-{count}", case.name)), [&[count as u8][..], seed].concat())?;
    }
    Ok(())
}

fn write(directory: &Path, cases: Vec<Case>) -> io::Result<()> {
    fs::create_dir_all(directory)?;
    for (number, case) in (0_u16..).zip(cases) {
        for (count, seed) in (case.seeds)().iter().enumerate() {
            fs::write(directory.join(format!("{}-{count}", case.name)), [&number.to_le_bytes()[..], seed].concat())?;
        }
    }
    Ok(())
}
